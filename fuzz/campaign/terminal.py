"""Text for terminals: what would move a cursor, set colours or turn text around is escaped as core/base/terminal_text.c does."""

import re

# The characters that core/base/utf8.c lists as hidden; ESCAPED has C0, DEL, C1 and surrogates, too.
HIDDEN = ("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
          "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff")
ESCAPED = re.compile("([%s])|[\x00-\x1f\x7f-\x9f\ud800-\udfff]" % HIDDEN)
SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escape(found):
    character = found.group(0)
    if found.group(1):
        return "\\u{%x}" % ord(character)
    if character in SHORT:
        return SHORT[character]
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is not UTF-8
        return "\\x%02x" % (ord(character) - 0xDC00)
    return "".join("\\x%02x" % byte for byte in character.encode("utf-8", "surrogatepass"))


def line(text):
    """Text as one line. Backslashes stay as they are."""
    return ESCAPED.sub(escape, text)


def lines(text):
    """Text of several lines, such as what a program said."""
    return "\n".join(line(each) for each in text.split("\n"))


def name(text):
    """The name of a file, a campaign or a target. Backslashes are doubled: two names never look the same."""
    return line(text.replace("\\", "\\\\"))
