"""animproof shard: each file is in one list, lists have about equal bytes, and an added file or shard moves few files."""

import os
import re
import resource
import signal

import pytest
from cli_case import mrtk, mrtk_with_error, read, write

FILE_COST = 4096      # bytes that each file counts in addition to its size (docs/use/cluster.md)
SIZES = {"tree/%03d.bin" % i: (i * 7919 % 1000) ** 2 * 6 for i in range(600)}  # files of 0 to 6 MB
ODD = "odd/tab\tline\nback\\slash\udcff.bin"


def read_shard_count_plan_and_entries(path):
    """Reads a list as docs/use/cluster.md defines it. Returns (shard, number of shards, plan, {path: entry number})."""
    head, *lines = read(path).decode("utf-8", "surrogateescape").split("\n")
    mark, place, plan, entries, everything = head.split("\t")
    assert mark == "#animproof shard 1" and lines.pop() == ""
    unescaped = {"\\t": "\t", "\\n": "\n", "\\\\": "\\"}
    found = {}
    for line in lines:
        fields = [re.sub(r"\\[tn\\]", lambda one: unescaped[one.group()], field) for field in line.split("\t")]
        found[fields[-1]] = int(fields[0])
    assert len(found) == int(entries) <= int(everything), "entries of %s" % path
    return *map(int, place.split("/")), plan, found


@pytest.fixture
def make_lists_and_get_shards_of_paths(animproof):
    """Runs animproof shard, and checks its lists. Returns {path: shard} of all lists, and the output."""
    def shard_and_get_shards_of_paths(count, folder, *words):
        said = animproof.exits(0, "shard", "--count", str(count), "--output", folder, *words).stdout.decode()
        shard_of, order, plans = {}, [], set()
        for index in range(count):
            *place, plan, found = read_shard_count_plan_and_entries("%s/%d" % (folder, index))
            assert place == [index, count]
            animproof.check([*found.values()] == sorted(found.values()), "the entries of list %d are sorted by number" % index)
            shard_of.update(dict.fromkeys(found, index))
            order += found.values()
            plans.add(plan)
        animproof.check(sorted(order) == list(range(len(order))) and len(shard_of) == len(order), "each entry is in exactly one list")
        assert len(plans) == 1 and plans.pop() in said, "all lists have the same plan"
        return shard_of, said
    return shard_and_get_shards_of_paths


@pytest.fixture
def make_sparse_tree(animproof):
    """Makes sparse files, which take no disk space."""
    for name, size in SIZES.items():
        write(name, b"")
        os.truncate(name, size)


@pytest.fixture
def make_oddly_named_files(animproof):
    write(os.fsencode(ODD), mrtk_with_error())
    write("odd/old/x.bin", mrtk())
    os.symlink("x", "odd/link")


def test_lists_have_about_equal_bytes_and_the_output_says_how_many(make_lists_and_get_shards_of_paths, make_sparse_tree):
    shard_of, said = make_lists_and_get_shards_of_paths(8, "lists", "tree")
    weights = [0] * 8
    for name, shard in shard_of.items():
        weights[shard] += SIZES[name] + FILE_COST
    assert len(shard_of) == len(SIZES)
    assert max(weights) <= sum(weights) / 8 * 17 / 16 + max(SIZES.values()), "a list exceeds its share by more than 1/16 and one file"
    *lines, last = said.splitlines()
    assert [re.sub(r"\d+ files?, \d+ bytes$", "", line) for line in lines] == ["lists/%d: " % i for i in range(8)]
    assert sum(int(line.split()[1]) for line in lines) == len(SIZES)
    assert last.startswith("%d files, %d bytes, plan " % (len(SIZES), sum(SIZES.values())))


def test_an_added_or_removed_file_or_shard_moves_few_files(animproof, make_lists_and_get_shards_of_paths, make_sparse_tree):
    def count_moved_files(before, after):
        return sum(after[name] != shard for name, shard in before.items() if name in after)

    first, _ = make_lists_and_get_shards_of_paths(8, "first", "tree")
    animproof.check(make_lists_and_get_shards_of_paths(8, "again", "tree")[0] == first, "a second run gives equal lists")
    write("tree/300-and-a-half.bin", mrtk())
    assert count_moved_files(first, make_lists_and_get_shards_of_paths(8, "more", "tree")[0]) <= len(SIZES) / 20
    os.remove("tree/300-and-a-half.bin")
    os.remove("tree/500.bin")
    less, _ = make_lists_and_get_shards_of_paths(8, "less", "tree")
    assert set(first) - set(less) == {"tree/500.bin"} and count_moved_files(first, less) <= len(SIZES) / 20
    assert len(SIZES) / 18 < count_moved_files(less, make_lists_and_get_shards_of_paths(9, "nine", "tree")[0]) < len(SIZES) / 4


def test_entries_of_the_lists_are_those_of_lint(animproof, make_lists_and_get_shards_of_paths, make_oddly_named_files):
    """The tree has unusual names, and ignored and excluded folders. The command line names missing files."""
    shard_of, said = make_lists_and_get_shards_of_paths(2, "lists", "--exclude", "old", "odd", "none.bin")
    assert set(shard_of) == {ODD, "odd/old", "odd/link", "none.bin"}
    assert said.endswith("; 2 entries that are not checked, such as ignored folders\n")
    result = animproof.run("lint", "--files-from", "lists/%d" % shard_of[ODD], "--format", "gcc")
    animproof.check(rb"tab\tline\nback\\slash\xff.bin" in result.stdout and result.returncode in (1, 3),
                    "lint of a list checks a file with unusual bytes in its name", result)


def test_lists_of_more_shards_are_not_overwritten(animproof, make_lists_and_get_shards_of_paths, make_oddly_named_files):
    make_lists_and_get_shards_of_paths(300, "lists", "odd")
    animproof.exits(2, "shard", "-n", "2", "-o", "lists", "odd", says=b"more shards than 2")
    assert read_shard_count_plan_and_entries("lists/299")[1] == 300


def test_a_failing_run_keeps_the_existing_lists(animproof, make_lists_and_get_shards_of_paths, make_oddly_named_files):
    make_lists_and_get_shards_of_paths(8, "lists", "odd")
    write("odd/.animproof.ini", b"[nothing\n")
    animproof.exits(2, "shard", "-n", "8", "-o", "lists", "odd", leaves=("lists/0", read("lists/0")))


def leave_no_room_for_files():
    """Simulates a full disk: every write to a file fails."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_of_temporary_files_is_reported(animproof, make_oddly_named_files):
    animproof.exits(3, "shard", "--count", "2", "-o", "lists", "odd", preexec_fn=leave_no_room_for_files,
        says_only=b"animproof: the temporary file of the found paths could not be written: File too large\n")


@pytest.mark.parametrize(("code", "words"), [
    (2, "-o x odd"), (2, "-n 2 odd"), (2, "-n 0 -o x odd"), (2, "-n 2 -o x"), (2, "-n 5000 -o x odd"), (2, "-n 2 -o x -"),
    (3, "-n 2 -o file odd"), (3, "-n 2 -o file/x odd")])
def test_a_wrong_usage_is_refused_and_writes_no_lists(animproof, make_oddly_named_files, code, words):
    write("file", b"")
    animproof.exits(code, "shard", *words.split(), says_first=b"animproof: ", unwritten="x")


def test_a_folder_that_cannot_be_listed_is_an_entry_of_the_list(animproof):
    os.makedirs("lists")
    write("open/closed/a.bin", mrtk_with_error())
    os.chmod("open/closed", 0)
    os.chmod("lists", 0o777)
    result = animproof.run_as_nobody_or_none("shard", "-n", "1", "-o", "lists", "open")
    if result is None:
        pytest.skip("there is no other user than root")
    animproof.check(result.returncode == 3 and b"animproof: open/closed: Permission denied" in result.stderr, "it is reported", result)
    assert set(read_shard_count_plan_and_entries("lists/0")[3]) == {"open/closed"}
    animproof.exits(3, "lint", "--files-from", "lists/0", says=b"open/closed: Permission denied")


def test_a_changed_list_is_refused_and_no_report_is_written(animproof, make_lists_and_get_shards_of_paths, make_sparse_tree):
    make_lists_and_get_shards_of_paths(8, "lists", "tree")
    list_bytes = read("lists/0")
    replaced = [list_bytes.replace(old, new, 1) for old, new in (
        (b"\twalked\t", b"\twalk\t"), (b"0/8", b"9/8"), (b"shard 1\t", b"shard 2\t"), (b"walked\ttree", b"walked\tt\0ree"))]
    for content in (list_bytes[:-1], list_bytes[: len(list_bytes) // 2], list_bytes + list_bytes.splitlines(True)[1], *replaced):
        write("changed", content)
        animproof.exits(3, "lint", "--files-from", "changed", "--output", "jsonl=report", says=b"changed: ", unwritten="report")


def test_the_word_met_of_old_lists_is_read_as_walked(animproof, make_lists_and_get_shards_of_paths, make_sparse_tree):
    """Versions until 0.2.0 wrote the word "met"."""
    make_lists_and_get_shards_of_paths(8, "lists", "tree")
    write("old", read("lists/0").replace(b"\twalked\t", b"\tmet\t"))
    expected = animproof.run("lint", "--files-from", "lists/0")
    animproof.exits(expected.returncode, "lint", "--files-from", "old", prints_only=expected.stdout)


@pytest.mark.parametrize("words", ["--baseline file", "--write-baseline new", "--fail-fast", "--statistics", "tree", "--mesh file"])
def test_options_that_need_all_files_are_left_to_report_merge(animproof, make_lists_and_get_shards_of_paths, make_oddly_named_files, words):
    make_lists_and_get_shards_of_paths(1, "lists", "odd")
    write("file", b"")
    animproof.exits(2, "lint", "--files-from", "lists/0", *words.split(), says=b"lists/0' is the list of a shard")
