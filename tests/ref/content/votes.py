"""Counts the joints and frames of an .md5anim from its sections, without its header ("Counts outvoted" in shared/formats/md5anim.md)."""

import md5_lexer
from md5_lexer import END, STRING, WORD

VECTOR = ["(", WORD, WORD, WORD, ")"]
ENTRIES = {b"hierarchy": [STRING, WORD, WORD, WORD], b"bounds": 2 * VECTOR, b"baseframe": 2 * VECTOR}


def agreed_joint_and_frame_counts(data):
    """Returns (joints, frames). joints: the number of entries if hierarchy and baseframe agree; frames: the number if bounds
    and frames agree; otherwise None.
    """
    lexer = md5_lexer.Lexer(data, lambda rule, offset, end: None)
    if not lexer.skip_utf8_mark_or_refuse_utf16():
        return None, None
    counts = _count_sections(lexer)
    return _count_if_equal(counts, b"hierarchy", b"baseframe"), _count_if_equal(counts, b"bounds", b"frame")


def _count_if_equal(counts, one, other):
    count = counts.get(one)
    return count if count and count == counts.get(other) else None


def _count_sections(lexer):
    """{keyword: number of entries, or None if the section cannot be counted}"""
    counts = {}
    files = 0
    token = lexer.take()
    while token.kind != END:
        files += token.is_word((b"MD5Version",))
        if files > 1:
            counts.update(dict.fromkeys(_sections_of_second_file(lexer)))
            return counts
        if token.is_word(ENTRIES):
            entries = _count_entries(lexer, ENTRIES[token.text])
            counts[token.text] = None if token.text in counts else entries
        elif token.is_word((b"frame",)):
            number = _count_with_next_frame(lexer, counts.get(b"frame", 0))
            counts[b"frame"] = number
        elif b"frame" in counts:
            counts[b"frame"] = None     # the frames do not reach to the end of the file
        token = lexer.take()
    return counts


def _sections_of_second_file(lexer):
    """Returns the keywords of the sections in a second file that is appended to the first."""
    found = set()
    token = lexer.take()
    while token.kind != END:
        if token.is_word((*ENTRIES, b"frame")):
            found.add(token.text)
        token = lexer.take()
    return found


def _take_kinds_of_block_tokens(lexer):
    """The kinds of the tokens from `{` to the first `}`, without the braces; None if there is no such pair."""
    if lexer.peek().kind != "{":
        return None
    lexer.take()
    inside = []
    while lexer.peek().kind not in ("}", END):
        inside.append(lexer.take().kind)
    return inside if lexer.take().kind == "}" else None


def _count_entries(lexer, entry):
    inside = _take_kinds_of_block_tokens(lexer)
    if inside is None or len(inside) % len(entry):
        return None
    count = len(inside) // len(entry)
    return count if inside == count * entry else None


def _count_with_next_frame(lexer, before):
    """Returns the number of frames including the one that begins here; None if its index is not the next one, if its block is
    incomplete, or if `before` is None. before: the number of frames before.
    """
    index = lexer.peek()
    if index.kind != WORD or before is None or md5_lexer.parse_integer(index.text) != before:
        return None
    lexer.take()
    return before + 1 if _take_kinds_of_block_tokens(lexer) is not None else None
