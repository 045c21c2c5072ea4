"""Hostile file names and contents: no control bytes reach a terminal, and JSON stays valid."""

import json

import pytest
from cli_case import md5anim, mrtk_with_error, write

NAMES = {
    b"d/bell\x07escape\x1b[31m": b"d/bell\\x07escape\\x1b[31m",
    b"d/line\nend\ttab\rreturn": b"d/line\\nend\\ttab\\rreturn",
    b"d/not\xff\xfeutf\xc3": b"d/not\\xff\\xfeutf\\xc3",
    b"d/surrogate\xed\xa0\x80": b"d/surrogate\\xed\\xa0\\x80",
    b"d/c1\xc2\x9b31m": b"d/c1\\xc2\\x9b31m",
    b"d/right\xe2\x80\xaeleft": b"d/right\\u{202e}left",
    b"d/back\\slash": b"d/back\\\\slash",
    b"d/delete\x7f": b"d/delete\\x7f",
    b"d/\xc3\xbcmlaut\xe6\xbc\xa2\xf0\x9f\x8e\xac": b"d/\xc3\xbcmlaut\xe6\xbc\xa2\xf0\x9f\x8e\xac",
    b"d/quote\"'%s%n": b"d/quote\"'%s%n",
}
FAR_PARENT = ["lint", "--select", "md5anim/parent-order"]


@pytest.fixture
def make_files_with_hostile_names(animproof):
    for name in NAMES:
        write(name, mrtk_with_error())


@pytest.mark.parametrize("form", ["human", "concise"])
def test_a_report_for_a_terminal_escapes_names(animproof, make_files_with_hostile_names, form):
    output = b"\n" + animproof.exits(1, "lint", "--format", form, "d").stdout
    for shown in NAMES.values():
        assert b"\n" + shown + b":0x13: error: camera.position_x.pre_wrap is 16" in output
    assert not set(output) & (set(range(32)) - {10} | {127}), "control bytes"


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_json_report_is_ascii_and_a_parser_reads_the_names(animproof, make_files_with_hostile_names, form):
    text = animproof.exits(1, "lint", "--format", form, "d").stdout.decode("ascii")
    found = [json.loads(line)["file"] for line in text.splitlines() if '"finding"' in line] if form == "jsonl" else [
        entry["file"] for entry in json.loads(text)["files"]]
    # Python decodes a truncated UTF-8 sequence to one U+FFFD; the report has one U+FFFD for each byte.
    assert sorted(found) == sorted("".join(c if ord(c) < 0xDC80 or ord(c) > 0xDCFF else "\ufffd"
                                           for c in name.decode("utf-8", "surrogateescape")) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_message_escapes_the_name_of_a_missing_file(animproof, make_files_with_hostile_names, name):
    animproof.exits(3, "lint", name + b"\x1bmissing", says_first=b"animproof: " + NAMES[name] + b"\\x1bmissing: ")


@pytest.mark.parametrize("words", [["lint", b"--bad\x1b[31m"], ["explain", b"bad\x1b[31m\xff"], [b"bad\x1b[31m"]],
                         ids=["option", "rule", "command"])
def test_a_message_escapes_an_unknown_name(animproof, words):
    animproof.exits(2, *words, says_never=(b"\x1b", b"\xff"))


def test_the_excerpt_of_a_file_of_no_format_has_its_first_bytes_as_numbers(animproof):
    write("unknown", b"\x1b[31m\xff\x00abc")
    animproof.exits(1, "lint", "unknown", prints_never=b"\x1b", prints=b"[1b 5b 33 31 6d ff 00 61] 62 63\n")


def test_a_source_line_shows_escapes_and_the_caret_is_below_the_value(animproof):
    write("control.md5anim", md5anim(parent=b"7").replace(b'"hips"', b'\t"h\x1b[31m\xff"'))
    lines = animproof.exits(1, *FAR_PARENT, "control.md5anim", prints_never=(b"\x1b", b"\xff")).stdout.splitlines()
    assert lines[1] == b'  11 |         "h\\x1b[31m\\xff" 7 0 0'
    assert lines[1].index(b"7 0 0") == lines[2].index(b"^")


def test_a_line_of_20_mb_is_cut_to_fewer_than_200_bytes_around_the_value(animproof):
    blanks = b" " * 10000000
    write("far.md5anim", md5anim(parent=b"7").replace(b'"hips"', blanks + b'"hips"').replace(b"7 0 0", b"7 0 0" + blanks))
    lines = animproof.exits(1, *FAR_PARENT, "far.md5anim", prints_first=b'far.md5anim:11:10000009: error: joint "hips", parent').stdout.splitlines()
    assert all(len(line) < 200 for line in lines)
    assert lines[1].index(b"7 0 0") == lines[2].index(b"^")


@pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
def test_line_numbers_and_source_lines_are_right_for_each_line_end(animproof, ending):
    write("ending.md5anim", md5anim(parent=b"7").replace(b"\n", ending))
    animproof.exits(1, *FAR_PARENT, "--ignore", "md5anim/encoding", "ending.md5anim",
                    prints_first=b'ending.md5anim:11:9: error: joint "hips", parent', prints=b'\n  11 |     "hips" 7 0 0\n')
