"""Characters that are invisible or change text direction or lines, and their escapes in the program's output.

The ranges are Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, Bidi_Control of its PropList.txt, line and
paragraph separators, and interlinear annotation marks.
"""

RANGES = [(0xad, 0xad), (0x34f, 0x34f), (0x61c, 0x61c), (0x115f, 0x1160), (0x17b4, 0x17b5), (0x180b, 0x180f), (0x200b, 0x200f),
          (0x2028, 0x202e), (0x2060, 0x206f), (0x3164, 0x3164), (0xfe00, 0xfe0f), (0xfeff, 0xfeff), (0xffa0, 0xffa0), (0xfff0, 0xfffb),
          (0x1bca0, 0x1bca3), (0x1d173, 0x1d17a), (0xe0000, 0xe0fff)]
HIDDEN = [chr(code) for first, last in RANGES for code in range(first, last + 1)]
HIDDEN_SET = frozenset(HIDDEN)


def escape_character(character):
    return "\\u{%x}" % ord(character)


def escape_hidden_characters(text):
    return "".join(escape_character(one) if one in HIDDEN_SET else one for one in text)


def hidden_characters_in_texts(most_bytes):
    """Returns all hidden characters, split into texts of at most `most_bytes` bytes."""
    made = [""]
    for one in HIDDEN:
        if len((made[-1] + one).encode()) > most_bytes:
            made.append("")
        made[-1] += one
    return made
