"""--stdin-filename: lint, format, fix, roundtrip and view treat standard input as the file with this name."""

import os

import pytest
from cli_case import MD5ANIM, read, write

MARKED = b"\xef\xbb\xbf" + MD5ANIM
AS_NEW_FILE = ["--stdin-filename", "in/deep/new.md5anim", "-"]


@pytest.fixture
def lint_stdin_as_concise(animproof):
    os.makedirs("in/deep")
    return lambda code, *words, **options: animproof.exits(code, "lint", "--format=concise", *words, **options).stdout


def test_reports_show_the_name_and_its_extension_sets_the_format(animproof, lint_stdin_as_concise):
    lint_stdin_as_concise(1, "-", input=b"hello", prints_first=b"-:0x0: error: ")
    lint_stdin_as_concise(1, *AS_NEW_FILE, input=b"hello", prints_first=b"in/deep/new.md5anim:1:1: error", prints=b"[md5anim/other-content]")
    lint_stdin_as_concise(1, *AS_NEW_FILE, "--input-format=mrtk", input=b"hello", prints=b"[mrtk/", prints_last=b"\n")
    report = animproof.json(1, "lint", *AS_NEW_FILE, input=b"hello")
    assert [file["file"] for file in report["files"]] == ["in/deep/new.md5anim"]
    animproof.exits(1, "fix", *AS_NEW_FILE, "--diff", input=MARKED, prints_first=b"--- in/deep/new.md5anim\n", says=b"in/deep/new.md5anim:1:1: would fix")
    animproof.exits(1, "format", "--check", *AS_NEW_FILE, input=MD5ANIM, prints_only=b"in/deep/new.md5anim\n")
    animproof.exits(0, "format", *AS_NEW_FILE, input=MD5ANIM, prints_only=animproof.exits(0, "format", "-", input=MD5ANIM).stdout)
    animproof.exits(0, "roundtrip", *AS_NEW_FILE, input=MD5ANIM, prints_first=b"in/deep/new.md5anim: same values")


def test_a_file_of_this_name_is_not_read_and_may_be_missing(lint_stdin_as_concise):
    write("in/deep/new.md5anim", b"something else")
    lint_stdin_as_concise(0, *AS_NEW_FILE, input=MD5ANIM, prints_only=b"1 file: 0 errors, 0 warnings.\n")
    for name in ("absent/new.md5anim", os.path.abspath("absent/er/new.md5anim"), "new.md5anim"):
        lint_stdin_as_concise(0, "--stdin-filename", name, "-", input=MD5ANIM)


def test_companions_are_searched_in_the_folder_of_the_name(animproof, lint_stdin_as_concise):
    animproof.exits(0, "generate", "--format=md5anim", "--seed=1", "-o", "in/deep/pair.md5anim")
    animproof.exits(0, "generate", "--format=md5mesh", "--seed=2", "-o", "in/deep/pair.md5mesh")
    pair = read("in/deep/pair.md5anim")
    words = ["--stdin-filename", "in/deep/pair.md5anim", "-"]
    named = lint_stdin_as_concise(1, "in/deep/pair.md5anim", prints=b"[md5anim/mesh-joint-")
    lint_stdin_as_concise(1, *words, input=pair, prints_only=named)
    lint_stdin_as_concise(0, "--stdin-filename", "in/pair.md5anim", "-", input=pair)
    lint_stdin_as_concise(0, "--no-companions", *words, input=pair)
    os.remove("in/deep/pair.md5anim")
    lint_stdin_as_concise(1, *words, input=pair, prints_only=named)


def test_the_configuration_is_that_of_the_folder_of_the_name(animproof, lint_stdin_as_concise):
    write("in/.animproof.ini", b"[animproof]\nexclude = deep/\n[path deep/]\nignore = md5anim/encoding\n")
    lint_stdin_as_concise(1, "-", input=MARKED, prints=b"[md5anim/encoding]")
    lint_stdin_as_concise(0, *AS_NEW_FILE, input=MARKED)
    lint_stdin_as_concise(1, "--no-config", *AS_NEW_FILE, input=MARKED, prints=b"[md5anim/encoding]")
    animproof.exits(0, "fix", *AS_NEW_FILE, input=MARKED)
    write("in/.animproof.ini", b"[animproof]\nexclud = deep/\n")
    for command in ("lint", "format", "fix"):
        animproof.exits(2, command, *AS_NEW_FILE, input=MARKED, says=b"in/.animproof.ini:2")


def test_an_excluded_name_is_skipped_and_format_prints_it_unchanged_for_editors(animproof, lint_stdin_as_concise):
    write("in/.animproof.ini", b"[animproof]\nexclude = deep/\nforce-exclude = yes\n")
    animproof.exits(3, "lint", *AS_NEW_FILE, input=MARKED, says=b"nothing to check: 1 file was skipped")
    animproof.exits(0, "lint", "--allow-empty", *AS_NEW_FILE, input=MARKED)
    animproof.exits(3, "fix", *AS_NEW_FILE, input=MARKED)
    animproof.exits(0, "format", "--allow-empty", *AS_NEW_FILE, input=MD5ANIM, prints_only=MD5ANIM)
    animproof.exits(3, "format", *AS_NEW_FILE, "-o", "out.md5anim", input=MD5ANIM, leaves=("out.md5anim", MD5ANIM))
    animproof.exits(0, "format", "--check", "--allow-empty", *AS_NEW_FILE, input=MD5ANIM, prints_only=b"")
