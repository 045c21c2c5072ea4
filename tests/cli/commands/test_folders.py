"""format, roundtrip and view on folders process exactly the files that lint checks there."""

import base64
import json
import os
import re

import pytest
from cli_case import MD5ANIM, path_in_tree, md5anim, mrtk, mrtk_with_error, read, write

PAGE = path_in_tree("web/page/page.html")
INSIDE = re.compile(rb'<script type="application/json" id="inside">(.*?)</script>', re.S)
CANONICAL = MD5ANIM.replace(b'""\n\n', b'""\n').replace(b'"hips" 0 0 0', b'"hips" 0 0 0 // root')
SUMMARY = b"4 files: 2 %s, 1 in canonical form, 1 with errors; skipped 1 of other formats\n"
WALKED = ["in/a.md5anim", "in/b.md5anim", "in/c.bin", "in/deep/e.md5anim", "in/deep/er/d.md5anim"]


@pytest.fixture
def make_walked_folder(animproof):
    """Makes a folder in which lint checks the files WALKED; .gitignore and the configuration exclude others."""
    for name, content in {"a.md5anim": MD5ANIM, "b.md5anim": CANONICAL, "c.bin": mrtk(), "deep/er/d.md5anim": MD5ANIM,
                          "deep/e.md5anim": md5anim(b"7"), "f.txt": b"hello", "skip/g.md5anim": MD5ANIM, "git/h.md5anim": MD5ANIM,
                          ".gitignore": b"git/\n", ".animproof.ini": b"[animproof]\nexclude = skip/\n"}.items():
        write("in/" + name, content)
    os.symlink("a.md5anim", "in/link.md5anim")
    os.mkfifo("in/fifo.md5anim")
    os.mkdir("in/.git")
    return "in"


def test_lint_checks_the_files_walked(animproof, make_walked_folder):
    lines = [json.loads(line) for line in animproof.run("lint", "--format=jsonl", make_walked_folder).stdout.splitlines()]
    assert [line["file"] for line in lines if line["type"] == "file"] == WALKED


def test_format_reports_files_that_are_not_canonical_in_the_order_of_the_walk(animproof, make_walked_folder):
    animproof.exits(1, "format", "--check", "in", prints_only=b"in/a.md5anim\nin/deep/er/d.md5anim\n",
                    says_first=b"in/deep/e.md5anim:", says_last=b"\n" + SUMMARY % b"not in canonical form")
    diff = animproof.exits(1, "format", "--diff", "in").stdout
    assert re.findall(rb"^--- (.*)$", diff, re.M) == [b"in/a.md5anim", b"in/deep/er/d.md5anim"]
    animproof.exits(1, "format", "--check", "--no-config", "--no-ignore", "in", prints_lines=4)
    animproof.exits(1, "format", "--check", "--exclude=deep", "in", "in/a.md5anim", prints_only=b"in/a.md5anim\n", says_never=b"errors")
    animproof.exits(1, "format", "--check", "--prune", "in", says=b"skipped 1 of other formats")
    animproof.exits(2, "format", "--check", "in/c.bin")


@pytest.mark.parametrize("words", [["in"], ["in", "-o", "x"], ["in/"]])
def test_format_of_a_folder_needs_check_diff_or_write(animproof, make_walked_folder, words):
    animproof.exits(2, "format", *words, says=b"is a folder; a folder needs --check, --diff or --write")


def test_format_write_goes_on_after_a_file_that_cannot_be_written(animproof, make_walked_folder):
    for name, mode in (("a.md5anim", 0o444), ("f.txt", 0o444), ("", 0o777), ("deep", 0o777), ("deep/er", 0o777), ("deep/er/d.md5anim", 0o666)):
        os.chmod("in/" + name, mode)
    result = animproof.run_as_nobody_or_none("format", "-w", "in")
    if result is not None:
        assert result.returncode == 3 and b"in/a.md5anim: Permission denied" in result.stderr and b"f.txt" not in result.stderr
        assert result.stdout == b"4 files: 1 written, 1 in canonical form, 1 with errors, 1 failed; skipped 1 of other formats\n"
        assert read("in/a.md5anim") == MD5ANIM and read("in/deep/er/d.md5anim") == CANONICAL


def test_format_write_changes_no_other_file_of_the_folder(animproof, make_walked_folder):
    before = {name: read("in/" + name) for name in ("b.md5anim", "c.bin", "deep/e.md5anim", "f.txt", "skip/g.md5anim", "git/h.md5anim")}
    kept = os.stat("in/b.md5anim")
    animproof.exits(1, "format", "-w", "in", prints_only=SUMMARY % b"written")
    assert read("in/a.md5anim") == read("in/deep/er/d.md5anim") == CANONICAL
    assert {name: read("in/" + name) for name in before} == before and os.path.islink("in/link.md5anim")
    assert os.stat("in/b.md5anim").st_mtime_ns == kept.st_mtime_ns
    os.remove("in/deep/e.md5anim")
    animproof.exits(0, "format", "--check", "in", prints_only=b"",
                    says_only=b"3 files: 0 not in canonical form, 3 in canonical form; skipped 1 of other formats\n")


def test_roundtrip_processes_the_files_that_lint_checks(animproof, make_walked_folder):
    os.remove("in/deep/e.md5anim")
    animproof.exits(0, "roundtrip", "-q", "in", prints_only=b"")
    write("in/deep/z.bin", mrtk_with_error())
    result = animproof.exits(1, "roundtrip", "in", prints_last=b"\n5 files: 4 unchanged, 1 with errors\n")
    assert re.findall(r"^(in/[^:]*):", result.stdout.decode(), re.M) == WALKED[:3] + ["in/deep/er/d.md5anim", "in/deep/z.bin"]


@pytest.mark.parametrize("command", [["format", "-w"], ["format", "--check"], ["roundtrip"], ["view", "--page", PAGE, "-o", "out.html"]])
def test_nothing_to_process_and_a_wrong_configuration_fail(animproof, make_walked_folder, command):
    write("in/.animproof.ini", b"[animproof]\nexclud = skip/\n")
    animproof.exits(2, *command, "in", says=b".animproof.ini:2", unwritten="out.html", leaves=("in/a.md5anim", MD5ANIM))
    os.makedirs("empty")
    write("other/f.txt", b"hello")
    for name in ("empty", "other"):
        animproof.exits(3, *command, name, says=b"nothing to " + command[0].encode())
        animproof.exits(0, *command, "--allow-empty", name)
        animproof.exits(3, *command, "absent", name)


def test_a_folder_with_only_binary_formats_has_nothing_to_format(animproof):
    write("binary/c.bin", mrtk())
    animproof.exits(3, "format", "--check", "binary", says=b"nothing to format: 1 file is of other formats")
    animproof.exits(0, "format", "--check", "--allow-empty", "binary")


def test_view_has_the_files_and_companions_with_paths_that_name_no_folder_of_the_machine(animproof, make_walked_folder):
    def make_page_and_read_files(*words, **options):
        out = os.path.join(animproof.directory, "out.html")
        animproof.exits(0, "view", "--page", PAGE, "-o", out, *words, **options)
        return {one["name"]: base64.b64decode(one["base64"]) for one in json.loads(INSIDE.search(read(out)).group(1))}

    def make_page_and_list_names(*words, **options):
        return list(make_page_and_read_files(*words, **options))

    os.remove("in/.animproof.ini")
    os.remove("in/deep/e.md5anim")
    animproof.exits(0, "generate", "--format=memg", "--seed=1", "-o", "in/deep/take.bin")
    write("in/deep/other.obj", b"o other\n")
    found = make_page_and_read_files("in")
    assert list(found) == ["in/a.md5anim", "in/b.md5anim", "in/c.bin", "in/deep/er/d.md5anim", "in/deep/take.bin", "in/skip/g.md5anim",
                           "in/deep/take.obj"]
    assert found["in/deep/take.obj"] == read("in/deep/take.obj")
    there = os.path.join(animproof.directory, "in")
    assert make_page_and_list_names(there) == [name[3:] for name in found]
    assert make_page_and_list_names(there + "/deep/take.bin", there + "/a.md5anim") == ["deep/take.bin", "a.md5anim", "deep/take.obj"], "relative to the common folder"
    assert make_page_and_list_names(there + "/deep/take.bin", "in/a.md5anim", "-", input=b"x") == ["deep/take.bin", "a.md5anim", "standard input", "deep/take.obj"]
    assert make_page_and_list_names("./in//a.md5anim", "in/./deep/../b.md5anim") == ["in/a.md5anim", "in/b.md5anim"]
    assert make_page_and_list_names("in/deep/take.obj", "in/deep", "in/deep/take.obj") == ["in/deep/take.obj", "in/deep/er/d.md5anim", "in/deep/take.bin"]
    assert make_page_and_list_names("in/deep", "in/deep/take.obj") == ["in/deep/er/d.md5anim", "in/deep/take.bin", "in/deep/take.obj"]
    os.chdir("in/deep")
    assert make_page_and_list_names("../a.md5anim", "take.bin") == ["a.md5anim", "deep/take.bin", "deep/take.obj"]
    assert make_page_and_list_names(there + "/a.md5anim", path_in_tree("golden/mrtk/valid/has_hand-no.bin"), env={"HOME": animproof.directory})[0] == "~/in/a.md5anim"
