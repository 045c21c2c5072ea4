"""Text for terminals: what would move a cursor, set colours or turn text around is escaped as core/base/terminal_text.c does."""

import re

# C0, DEL, C1; zero width and marks of direction; separators, embeddings and overrides; joiners and isolates; U+FEFF.
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escape(found):
    character = found.group(0)
    if character in SHORT:
        return SHORT[character]
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is not UTF-8
        return "\\x%02x" % (ord(character) - 0xDC00)
    return "".join("\\x%02x" % byte for byte in character.encode("utf-8", "surrogatepass"))


def line(text):
    """Text as one line. Backslashes stay as they are."""
    return HIDDEN.sub(escape, text)


def lines(text):
    """Text of several lines, such as what a program said."""
    return "\n".join(line(each) for each in text.split("\n"))


def name(text):
    """The name of a file, a campaign or a target. Backslashes are doubled: two names never look the same."""
    return line(text.replace("\\", "\\\\"))
