"""Reports on terminals of 40, 80 and 120 columns: lines break only at spaces and have the words of a piped report."""

import os
import re
import shutil
import unicodedata

import pytest
from cli_case import GOLDEN, md5anim, mrtk, mrtk_with_error, mrtk_with_many_warnings, write
from on_terminal import output_on_terminal

EXCERPT = re.compile(r" +[0-9]* +\||  [0-9a-f]{8} ")
BROKEN = md5anim(parent=b"7")

# File names with spaces, wide characters, a combining character, tabs and other escapes.
NAMES = ["plain.md5anim", "two words.md5anim", "\u6f22\u5b57\u306e\u9aa8.md5anim", "e\u0301te\u0301.md5anim", "tab\tand\x1b[31m.md5anim",
         "back\\slash.md5anim", "a-name-that-is-longer-than-the-narrowest-of-the-terminals.md5anim"]
JOINTS = [b"hips", b"left foot", "\u6f22\u5b57 \u9aa8".encode(), "e\u0301 ".encode() * 9, b"tab\there\x1b[31m", b"\\ " * 9, b"x " * 30]
FILES = sorted(NAMES) + ["many.bin", "bad.bin", "clean.bin", "scene.bin", "."]


@pytest.fixture(autouse=True)
def make_reported_files(animproof):
    for name, joint in zip(NAMES, JOINTS):
        write(name, BROKEN.replace(b'"hips"', b'"' + joint + b'"').replace(b"7 0 0", b"7 0 0 // \xe6\xbc\xa2\xe5\xad\x97 e\xcc\x81 x\ty"))
    write("many.bin", mrtk_with_many_warnings(9))
    write("bad.bin", mrtk_with_error())
    write("clean.bin", mrtk())
    write("empty.bin", b"")
    for ending in ("bin", "obj"):
        shutil.copy(os.path.join(GOLDEN, "memg/bad/name-duplicate__earlier." + ending), "scene." + ending)


def columns_of_text(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def words_without_excerpts(lines):
    return " ".join(line.strip() for line in lines if not EXCERPT.match(line)).split()


def is_line_one_word(line, shown):
    """Returns true if the line is one word, or a file name and the text joined to it."""
    return any(line.strip().startswith(name) and " " not in line.strip()[len(name):] for name in shown) or " " not in line.strip()


def escape_as_in_message(name):
    return "".join("\\t" if c == "\t" else "\\\\" if c == "\\" else "\\x%02x" % ord(c) if ord(c) < 32 else c for c in name)


SHOWN = ["", ".", *(prefix + escape_as_in_message(name) for prefix in ("", "./") for name in NAMES)]


def lines_on_terminal(animproof, columns, *words):
    return output_on_terminal(animproof, *words, columns=columns, TERM="xterm").decode().split("\r\n")


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("options", [[], ["--verbose"], ["--statistics", "--max-per-rule=0"], ["--max-per-rule=2", "--max-findings=20"],
                                     ["--fail-fast"]], ids=" ".join)
def test_lines_break_at_spaces_and_have_the_words_of_a_piped_report(animproof, columns, options):
    words = ["lint", "--no-config", "--notes", "--color=never", "-j1", *options, *FILES]
    piped = animproof.run(*words).stdout.decode().split("\n")
    lines = lines_on_terminal(animproof, columns, *words)
    assert words_without_excerpts(lines) == words_without_excerpts(piped)
    assert [line for line in lines if columns_of_text(line) > columns and not is_line_one_word(line, SHOWN)] == [], "lines wider than the terminal"
    began = [line for line in lines if line and not line.startswith("  ")]
    assert [line for line in began if not any(line in whole for whole in piped)] == [], "continuation lines without an indent"
    assert "--fail-fast" in options or len(lines) > 30


def test_a_finding_begins_with_place_severity_and_message(animproof):
    assert lines_on_terminal(animproof, 80, "lint", "--no-config", "--color=never", "plain.md5anim")[:5] == [
        'plain.md5anim:11:9: error: joint "hips", parent is 7; it must be less than 1: a', "  parent comes before its children [md5anim/parent-order]",
        '  11 |     "hips" 7 0 0 // \u6f22\u5b57 e\u0301 x    y', "     |            ^", ""]


def test_the_hint_of_the_summary_is_not_broken(animproof):
    assert lines_on_terminal(animproof, 50, "lint", "--no-config", "--color=never", "plain.md5anim")[-3:] == [
        "1 file: 1 error, 0 warnings.", "animproof explain RULE says what a rule means.", ""]
