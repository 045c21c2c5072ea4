"""Directories and lists: order, skipped entries, files reached twice, link loops, unusual names."""

import json
import os
import socket

import pytest
from cli_case import mrtk, mrtk_with_error, preload_environment, read_text, write

PATHS = ["tree/" + name for name in (".hidden.bin", "B.bin", "a/10.bin", "a/2.bin", "b/a.bin", "b/c/x.bin", "b-.bin", "b.bin", "z.bin")]


@pytest.fixture
def make_walked_tree(animproof):
    os.makedirs("tree/empty")
    for name in PATHS:
        write(name, mrtk())


@pytest.fixture
def lint_and_list_files(animproof):
    """Calling it returns the files of the report and the summary."""
    def lint_and_get_files_and_summary(*arguments, code=0, **options):
        report = animproof.json(code, "lint", *arguments, **options)
        return [entry["file"] for entry in report["files"]], report["summary"]
    return lint_and_get_files_and_summary


def test_names_are_in_the_order_of_their_bytes_and_files_at_the_place_of_their_directory(make_walked_tree, lint_and_list_files):
    assert lint_and_list_files("tree")[0] == lint_and_list_files("tree/")[0] == PATHS


def test_a_file_that_two_arguments_reach_is_checked_once_at_the_place_of_the_first(make_walked_tree, lint_and_list_files):
    write("tree/a/other", b"text")
    os.symlink("2.bin", "tree/a/link")
    for arguments, expected in (
            ("b a/2.bin b", "b/a.bin b/c/x.bin a/2.bin"), ("a a/2.bin", "a/10.bin a/2.bin"), ("a ../tree/a/2.bin", "a/10.bin a/2.bin"),
            ("a a/link", "a/10.bin a/2.bin"), ("a/2.bin a", "a/2.bin a/10.bin"), ("a/link a", "a/link a/10.bin"),
            ("a/link a/link a/2.bin", "a/link"), ("b/c b", "b/c/x.bin b/a.bin"), ("b b/c", "b/a.bin b/c/x.bin")):
        assert lint_and_list_files(*("tree/" + name for name in arguments.split()))[0] == ["tree/" + name for name in expected.split()], arguments
    assert lint_and_list_files("tree/a", os.path.abspath("tree/a"), "./tree/a/")[0] == ["tree/a/10.bin", "tree/a/2.bin"]
    names, summary = lint_and_list_files("tree/a", "tree/a/other", code=1)  # a text file is skipped by the walk and checked if it is named
    assert "tree/a/other" in names and summary["skipped"] == 2
    names, summary = lint_and_list_files("tree/a/other", "tree/a", "tree/a/other", code=1)
    assert names == ["tree/a/other", "tree/a/10.bin", "tree/a/2.bin"] and summary["skipped"] == 1
    assert lint_and_list_files("--files-from=-", "tree/a", input=b"tree/a/2.bin\ntree/b\ntree/b/a.bin\n")[0] == [
        "tree/a/10.bin", "tree/a/2.bin", "tree/b/a.bin", "tree/b/c/x.bin"]


def test_hard_links_are_two_files_of_a_directory_and_one_file_of_the_command_line(lint_and_list_files):
    write("twins/a.bin", mrtk())
    os.link("twins/a.bin", "twins/b.bin")
    assert [len(lint_and_list_files(*words)[0]) for words in (["twins"], ["twins/a.bin", "twins/b.bin"])] == [2, 1]


def test_more_directories_and_files_than_the_first_capacity_keep_their_order(lint_and_list_files):
    each = ["wide/%03d/a.bin" % i for i in range(300)]
    for name in each:
        write(name, mrtk())
    assert lint_and_list_files(*each, *each, "wide", "wide", *reversed(each))[0] == lint_and_list_files("wide", *each, "wide")[0] == each


LINK = "a symbolic link is not followed"
SKIPPED = [("tree/a/up", LINK), ("tree/broken.bin", LINK), ("tree/empty.dat", "the file is empty"),
           ("tree/fifo", "a fifo in a directory is not read"), ("tree/link.bin", LINK), ("tree/loop", LINK),
           ("tree/notes.txt", "neither the name nor the content is that of an animation file"),
           ("tree/other.bin", "the content is neither mrtk nor memg"), ("tree/socket", "a socket is not read")]


@pytest.fixture
def make_skipped_entries(make_walked_tree):
    write("tree/notes.txt", b"text")
    write("tree/empty.dat", b"")
    write("tree/other.bin", b"text")
    for to, name in ((".", "loop"), ("../..", "a/up"), ("b.bin", "link.bin"), ("missing", "broken.bin")):
        os.symlink(to, "tree/" + name)
    os.mkfifo("tree/fifo")
    with socket.socket(socket.AF_UNIX) as local:
        local.bind("tree/socket")


@pytest.mark.parametrize("jobs", ["-j1", "-j3"])
def test_a_walk_skips_links_fifos_sockets_and_other_files(animproof, make_skipped_entries, jobs):
    report = animproof.json(0, "lint", jobs, "tree", "--output=jsonl=lines", "--output=human=text", "-v")
    assert [entry["file"] for entry in report["files"]] == PATHS
    assert [(one["file"], one["reason"]) for one in report["skipped"]] == SKIPPED
    assert report["summary"]["skipped"] == report["summary"]["passed_over"] == 9
    lines = map(json.loads, read_text("lines").splitlines())
    assert [(one["file"], one["reason"]) for one in lines if one["type"] == "skipped"] == SKIPPED
    assert [tuple(line.split(": skipped: ")) for line in read_text("text").split("\n") if ": skipped: " in line] == SKIPPED


def test_named_links_are_followed_and_a_named_socket_is_refused(animproof, make_skipped_entries, lint_and_list_files):
    animproof.exits(0, "lint", "tree", prints_only=b"9 files: 0 errors, 0 warnings, 9 other files skipped.\n")
    animproof.exits(1, "lint", "tree/notes.txt")
    names, _ = lint_and_list_files("tree/loop")
    assert names[0] == "tree/loop/.hidden.bin" and len(names) == 9
    assert lint_and_list_files("tree/link.bin")[0] == ["tree/link.bin"]
    animproof.exits(3, "lint", "tree/socket", says=b"is a socket")
    animproof.exits(3, "lint", "tree/broken.bin")


NOTHING = b"animproof: nothing to check: no file was found (--allow-empty accepts that)\n"


def test_a_run_without_files_to_check_fails_since_it_looks_like_a_clean_run(animproof, make_walked_tree):
    os.mkdir("none")
    animproof.exits(3, "lint", "none", says_only=NOTHING, prints_only=b"0 files: 0 errors, 0 warnings.\n")
    animproof.exits(3, "lint", "--files-from=-", input=b"", says_only=NOTHING, prints_only=b"0 files: 0 errors, 0 warnings.\n")
    animproof.exits(0, "lint", "none", "--allow-empty")
    write("none/a.txt", b"text")
    animproof.exits(3, "lint", "none", "-q", prints_only=b"",
                    says_only=b"animproof: nothing to check: 1 file was skipped (--verbose says why, --allow-empty accepts that)\n")
    animproof.exits(0, "lint", "none", "tree/a")
    animproof.exits(0, "lint", "none", "--allow-empty", says_only=b"")


UNKNOWN = b"""
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
struct dirent *readdir(DIR *directory) /* the compiler gives it the symbol readdir64 */
{
    struct dirent *(*next)(DIR *) = (struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir64");
    struct dirent *entry = next(directory);
    if (entry != 0)
        entry->d_type = DT_UNKNOWN;
    else
        fputs("asked. ", stderr);
    return entry;
}
"""


def test_the_type_of_an_entry_is_read_if_the_file_system_does_not_give_it(animproof, make_skipped_entries):
    words = ["lint", "--format", "json", "tree"]
    plain = animproof.exits(0, *words)
    animproof.exits(0, *words, env=preload_environment("unknown", UNKNOWN), prints_only=plain.stdout, says_first=b"asked. ")


def test_a_path_that_is_too_long_is_reported_as_unreadable(lint_and_list_files):
    start = os.getcwd()
    for depth in range(1500):
        os.mkdir("deep%d" % (depth % 10))
        os.chdir("deep%d" % (depth % 10))
    write("bottom.bin", mrtk_with_error())
    os.chdir(start)
    names, summary = lint_and_list_files("deep0", code=3)
    assert summary["unreadable"] == 1 and len(names) == 1


@pytest.mark.parametrize("jobs", ["-j1", "-j3"])
def test_a_directory_without_permission_is_reported_and_the_other_files_are_checked(animproof, make_walked_tree, jobs):
    os.mkdir("tree/closed", 0)
    write("tree/names/a.bin", mrtk())
    os.chmod("tree/names", 0o444)  # names can be listed, but files cannot be opened
    result = animproof.run_as_nobody_or_none("lint", jobs, "--format=json", "tree")
    os.chmod("tree/names", 0o700)
    if result is None:
        pytest.skip("no other user than root, who can read both")
    report = json.loads(result.stdout)
    assert result.returncode == 3 and {entry["file"]: entry["error"] for entry in report["files"] if "error" in entry} == {
        "tree/closed": "Permission denied", "tree/names/a.bin": "Permission denied"}
    assert report["summary"]["unreadable"] == 2 and len(report["files"]) == len(PATHS) + 2


def test_the_files_of_a_list_are_checked_after_named_files(make_walked_tree, lint_and_list_files):
    write("list.txt", b"tree/a/2.bin\n\ntree/b\ntree/missing.bin")
    assert lint_and_list_files("--files-from", "list.txt", code=3)[0] == ["tree/a/2.bin", "tree/b/a.bin", "tree/b/c/x.bin", "tree/missing.bin"]
    assert lint_and_list_files("--files-from", "-", "tree/z.bin", input=b"tree/b.bin\n")[0] == ["tree/z.bin", "tree/b.bin"]
    assert lint_and_list_files("--files-from0=-", input=b"tree/b.bin\0tree/z.bin")[0] == ["tree/b.bin", "tree/z.bin"]
    write("-", mrtk_with_error())
    assert lint_and_list_files("--files-from=-", input=b"-\n", code=1)[0] == ["-"], "a dash in a list is the name of a file"
    assert len(lint_and_list_files("--files-from=-", input=b"x" * 10000000, code=3)[0]) == 1
