"""Recognises files of another type and files with an unresolved merge conflict. In such a file, only this finding is reported.

Written from "Another file" in shared/formats/md5anim.md and "Shared rules" in md5mesh.md and md5camera.md.
"""

import re

import md5_lexer
from md5_lexer import END, UTF8_MARK, WORD

KEY = b"MD5Version"
ARROW_BYTES = 7         # length of "<<<<<<<"
SHOWN_BYTES = 8         # length of the finding at the start of a file
EVIDENCE_BYTES = 65536  # number of bytes at the start of a file that are searched for words of EVIDENCE

# The first of these words outside of quotes and comments shows which of the three text formats a file has.
OWN_WORDS = {
    "md5mesh": (b"numMeshes", b"joints", b"mesh"),
    "md5anim": (b"numAnimatedComponents", b"hierarchy", b"bounds", b"baseframe", b"frame"),
    "md5camera": (b"numCuts", b"cuts", b"camera"),
}
# A file without MD5Version at its start is taken for another type unless its beginning has one of these words.
EVIDENCE = {
    "md5anim": (KEY, b"numFrames", b"numJoints", b"numAnimatedComponents", b"hierarchy",
                b"baseframe"),
    "md5mesh": (KEY, b"numJoints", b"numMeshes", b"numverts", b"numtris", b"numweights"),
    "md5camera": (KEY, b"numFrames", b"frameRate", b"numCuts"),
}
# First bytes of binary files: gzip, zstd, zip, glTF, FBX, Blender.
MAGICS = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"glTF", b"Kaydara FBX Binary", b"BLENDER")
# Beginnings of text files of other types, compared in lower case after leading blanks.
TEXTS = (b"version https://git-lfs", b"<!doctype html", b"<html", b"<", b"{", b"[", b"; fbx", b"%yaml",
         b"diff --git", b"--- ", b"index: ")

_LINE = rb"(?:(?<=[\r\n])|\A|(?<=\A\xef\xbb\xbf))"
_OURS = re.compile(_LINE + rb"<<<<<<<(?=[ \r\n]|\Z)")
_MIDDLE = re.compile(_LINE + rb"=======(?=[\r\n]|\Z)")
_THEIRS = re.compile(_LINE + rb">>>>>>>(?=[ \r\n]|\Z)")
_BVH = re.compile(rb"HIERARCHY[\x01-\x20]+ROOT[\x01-\x20]")


def find_wrong_file_type(data, text_format):
    """(rule, offset, end) of the finding; None if the file is of the format."""
    start = find_merge_conflict(data)
    if start is not None:
        return "merge-conflict", start, start + ARROW_BYTES
    begin = len(UTF8_MARK) if data.startswith(UTF8_MARK) else 0
    if is_of_known_other_type(data[begin:]):
        return "other-content", 0, min(SHOWN_BYTES, len(data))
    lexer = md5_lexer.Lexer(data, lambda rule, offset, end: None)
    lexer.skip_utf8_mark_or_refuse_utf16()
    first = lexer.take()
    if first.is_word((KEY,)):
        word = first_word_of_md5_format(lexer)
        if word is not None and word.text not in OWN_WORDS[text_format]:
            return "other-content", word.offset, word.end
    elif first.kind != END and not is_truncated_version_key(first, data):
        head = data[:EVIDENCE_BYTES]
        if not any(word in head for word in EVIDENCE[text_format]):
            return "other-content", 0, min(SHOWN_BYTES, len(data))
    return None


def find_merge_conflict(data):
    """The offset at which an unresolved merge conflict begins, or None."""
    ours = _OURS.search(data)
    middle = _MIDDLE.search(data, ours.end()) if ours else None
    theirs = _THEIRS.search(data, middle.end()) if middle else None
    return ours.start() if theirs else None


def is_of_known_other_type(content):
    if content and not content.strip(b"\x00"):
        return True
    shown = content.lstrip(bytes(range(1, 0x21)))
    return (content.startswith(MAGICS) or shown[:32].lower().startswith(TEXTS)
            or _BVH.match(shown) is not None)


def first_word_of_md5_format(lexer):
    token = lexer.take()
    while token.kind != END:
        if any(token.is_word(words) for words in OWN_WORDS.values()):
            return token
        token = lexer.take()
    return None


def is_truncated_version_key(token, data):
    return (token.kind == WORD and token.end == len(data) and token.text != KEY
            and KEY.startswith(token.text))
