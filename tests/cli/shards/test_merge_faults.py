"""report merge names a shard's report that is missing, truncated, repeated, of another run or damaged, and writes no report."""

import os
import random

import pytest
from cli_case import mrtk, read, write
from golden_files import every_nth
from shards import make_and_lint_shards, make_tree_to_shard

COUNT = 4
ONE = "shards/1.jsonl"


@pytest.fixture
def shard_reports(animproof):
    """Makes a tree and the reports of its shards. Returns {path: content}."""
    make_tree_to_shard()
    return {path: read(path) for path in make_and_lint_shards(animproof, COUNT, ["tree"])}


@pytest.fixture
def check_merge_refused(animproof, shard_reports):
    """Checks exit 3, the message, and that no report is written. `change` is the path of a report, and its changed content. If `begun`
    is true, standard output may have the report without its summary."""
    def check(said, paths=tuple(shard_reports), change=None, begun=False):
        if change:
            write(*change)
        result = animproof.run("report", "merge", "--output", "json=all.json", *paths)
        animproof.check(result.returncode == 3 and said.encode() in result.stderr, "exit 3 and %r" % said, result)
        animproof.check(b" files: " not in result.stdout if begun else result.stdout == b"", "%r: no report is printed" % said, result)
        animproof.check(not os.path.exists("all.json"), "%r: no report is written" % said, result)
        if change:
            write(change[0], shard_reports[change[0]])
    return check


@pytest.fixture
def lines_and_file_indices(shard_reports):
    """Returns the lines of the report ONE, and the indices of the lines that begin a file."""
    lines = shard_reports[ONE].splitlines(keepends=True)
    return lines, [i for i, line in enumerate(lines) if line.startswith(b'{"type": "file"')]


@pytest.mark.parametrize(("shards", "said"), [
    ([0, 3], "shard 1 of 4 is missing"), ([0, 3], "shard 2 of 4 is missing"),
    ([0, 1, 2, 3, 2], "2.jsonl: is the report of shard 2, like shards/2.jsonl"), ([0, 1, 2, 3, 9], "shards/9.jsonl: No such file")])
def test_a_missing_or_repeated_report_is_named(check_merge_refused, shards, said):
    check_merge_refused(said, ["shards/%d.jsonl" % shard for shard in shards])


def test_a_merge_without_reports_or_over_a_report_is_a_wrong_usage(animproof, shard_reports):
    animproof.exits(1, "report", "merge", *shard_reports)
    animproof.exits(2, "report", "merge")
    animproof.exits(2, "report", "merge", "--output", "json=" + ONE, *shard_reports, says=b"is an input of this run; choose another file")


def test_a_truncated_report_is_named(check_merge_refused, shard_reports, lines_and_file_indices):
    whole = shard_reports[ONE]
    first = len(lines_and_file_indices[0][0])
    for end in (0, 10, first, len(whole) // 2, whole.rindex(b"\n{") + 1, len(whole) - 1):
        check_merge_refused(ONE + (": is not the report of a shard" if end < first else ": is incomplete"), change=(ONE, whole[:end]))


def test_missing_and_moved_lines_are_refused(check_merge_refused, lines_and_file_indices):
    lines, files = lines_and_file_indices
    first, second, third = files[:3]
    entry = lines[second].replace(b'"at": ', b'"at": 99999', 1)
    for said, changed in ((ONE + ": ", lines[:3] + lines[4:]), (ONE, lines[:second] + [entry] + lines[third:]),
                          ("are not in order", lines[:first] + lines[second:third] + lines[first:second] + lines[third:])):
        check_merge_refused(said, change=(ONE, b"".join(changed)), begun=True)


def test_a_report_of_a_run_that_did_not_end_is_refused(animproof, check_merge_refused, lines_and_file_indices):
    lines = lines_and_file_indices[0]
    check_merge_refused("not all of the shard was linted", change=(ONE, b"".join(lines[:-1]) + lines[-1].split(b', "shard_lines"')[0] + b"}\n"))
    write("cut", b"".join(read("shards/lists/1").splitlines(keepends=True)[:-1]))
    animproof.exits(3, "lint", "--format", "jsonl", "--files-from", "cut", prints_never=b"shard_lines")


def test_changed_members_that_no_program_of_this_version_writes_are_refused(check_merge_refused, shard_reports):
    """Changes the version, the number of shards, a type and a name, and adds too many entries."""
    check_merge_refused("was written by version 9", change=(ONE, shard_reports[ONE].replace(b'"version": "', b'"version": "9', 1)))
    check_merge_refused("is a shard of another run", change=(ONE, shard_reports[ONE].replace(b'"shards": 4', b'"shards": 5')))
    for old, new in (
            (b'"rule": "mrtk/', b'"rule": "none/'), (b'"message": "', b'"message": 7, "m": "'), (b'"severity": "error"', b'"severity": "grave"'),
            (b'"role": "companion"', b'"role": "stranger"'), (b'"plan": "', b'"plan": "x'), (b'"plan": "', b'"plan": "0'),
            (b'"plan": "', b'"plan": "", "p": "'), (b'"message": "', b'"message": "\\u0000'),
            (b'"rules": [', b'"rules": [' + 600 * b'{"rule": "mrtk/flag", "severity": "error", "count": 1}, '),
            (b'"bytes": "', b'"bytes": "x'), (b'"bytes": "', b'"bytes": "0'), (b'"bytes": "', b'"bytes": 1, "b": "'),
            (b'"offset": ', b'"offset": -1'), (b'"part": {', b'"part": {"other": 1, ')):
        path = next(path for path in shard_reports if old in shard_reports[path])
        check_merge_refused(path + ": ", change=(path, shard_reports[path].replace(old, new, 1)), begun=True)


def test_reports_of_other_runs_are_refused(animproof, check_merge_refused, shard_reports):
    write("tree/clean/one-more.bin", mrtk())
    other = make_and_lint_shards(animproof, COUNT, ["tree"], folder="other")
    paths = list(shard_reports)
    check_merge_refused("is a shard of another run than shards/0.jsonl", [*paths[:3], other[3]])
    os.remove("tree/clean/one-more.bin")
    animproof.run("lint", "--strict", "--files-from", "shards/lists/2", "--output", "jsonl=strict.jsonl")
    check_merge_refused("strict.jsonl: was linted with other rules than shards/0.jsonl\n", [*paths[:2], "strict.jsonl", paths[3]])
    animproof.run("lint", "--output", "jsonl=plain.jsonl", "tree")
    check_merge_refused("plain.jsonl: is not the report of a shard", [*paths, "plain.jsonl"])


def test_random_damage_ends_with_a_documented_exit_code(animproof, shard_reports):
    choices = random.Random(7)
    for turn in every_nth(range(60)):
        path = choices.choice(list(shard_reports))
        damaged = bytearray(shard_reports[path])
        for _ in range(choices.choice([1, 1, 3])):
            at = choices.randrange(len(damaged))
            damaged[at:at + choices.choice([0, 1, 1, 9])] = choices.choice([b"", b"9", b'"', b"}", b"\0", b"-1", b"\xff", b"null"])
        write(path, damaged)
        result = animproof.run("report", "merge", "-v", "--output", "sarif=all.sarif", *shard_reports)
        animproof.check(result.returncode in (0, 1, 3) and (result.returncode < 3 or b"animproof: " in result.stderr),
                        "random damage %d ends with a documented exit code, and with a message if it is 3" % turn, result)
        write(path, shard_reports[path])
