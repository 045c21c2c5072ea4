"""Escapes characters that move the cursor, set colours or reverse text on a terminal, as core/base/terminal_text.c does."""

import re

# Invisible characters, as core/base/utf8.c lists them. ESCAPED adds control characters and surrogates.
HIDDEN = ("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
          "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff")
ESCAPED = re.compile("([%s])|[\x00-\x1f\x7f-\x9f\ud800-\udfff]" % HIDDEN)
SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escape_match(found):
    character = found.group(0)
    if found.group(1):
        return "\\u{%x}" % ord(character)
    if character in SHORT:
        return SHORT[character]
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is not UTF-8
        return "\\x%02x" % (ord(character) - 0xDC00)
    return "".join("\\x%02x" % byte for byte in character.encode("utf-8", "surrogatepass"))


def escape_line(text):
    """Escapes a text for one line of terminal output. Backslashes are not escaped."""
    return ESCAPED.sub(escape_match, text)


def escape_lines(text):
    """Escapes a text of several lines, such as the output of a program."""
    return "\n".join(escape_line(each) for each in text.split("\n"))


def escape_name(text):
    """Escapes the name of a file, campaign or target. Backslashes are doubled, so that different names look different."""
    return escape_line(text.replace("\\", "\\\\"))
