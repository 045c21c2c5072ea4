"""Merged reports of shards equal the reports of one process, byte for byte: each format, messages, exit code, baselines."""

import json
import os
import re
import zipfile

import pytest
from cli_case import read, write
from formats import REPORTS
from golden_files import every_nth
from schema_check import Checker
from shards import make_and_lint_shards, make_tree_to_shard, all_report_format_options

TREE = ["tree"]
NAMED = ["tree/pairs/walk.md5anim", "tree/pairs/walk.md5mesh", "tree/bad.bin", "tree/deep/notes.txt", "tree", "tree/bad.bin",
         "tree/link.bin", "tree/few.bin", "tree/deep/notes.txt", "none.bin", "tree/scenes", "tree/pak.pk4"]


@pytest.fixture
def compare_merged_report(animproof):
    """Makes a tree. Calling it compares lint of paths in one process with report merge of the reports of `count` shards, or of
    `reports`. Options of finding files, of rules and limits (`lint`) and of the report are given to each command that uses them."""
    make_tree_to_shard()

    def lint_and_merge(count, paths=TREE, find=(), lint=(), report=(), reports=None):
        reports = reports or make_and_lint_shards(animproof, count, paths, path_options=find, lint_options=lint)
        one = animproof.run("lint", *find, *lint, *report, *paths, *all_report_format_options("one."))
        merged = animproof.run("report", "merge", *report, *reports, *all_report_format_options("merged."))
        animproof.check(one.returncode in (0, 1, 3), "lint in one process ends with 0, 1 or 3", one)
        animproof.check(one.returncode == merged.returncode and one.stdout == merged.stdout and one.stderr == merged.stderr,
                        "exit code, output and messages equal those of one process", merged)
        for name in REPORTS:
            animproof.check(os.path.exists("merged." + name) and read("one." + name) == read("merged." + name),
                            "the %s report equals that of one process" % name, merged)
        return one
    return lint_and_merge


@pytest.mark.parametrize(("count", "options"), [
    *every_nth([(3, {}), (1, {}), (8, {})]),
    (5, {"report": ["-v"]}),
    (5, {"report": ["--statistics", "-q"]}),
    (5, {"report": ["--fail-fast"]}),
    (4, {"lint": ["--strict", "--severity", "mrtk/marker-order=note", "--ignore", "md5anim/mesh-*"]}),
    *every_nth([(3, {"lint": limits, "report": ["--statistics"]}) for limits in (
        ["--max-per-rule", "2"], ["--max-findings", "3"], ["--fail-on", "note", "--max-per-rule", "0"])]),
    (3, {"find": ["--exclude", "deep", "--no-ignore", "--include", "*.txt"]}),
    (3, {"lint": ["--no-companions", "--engines"]}),
], ids=str)
def test_merged_reports_equal_those_of_one_process(compare_merged_report, count, options):
    compare_merged_report(count, **options)


def test_the_tree_has_findings_in_many_files(animproof):
    make_tree_to_shard()
    assert len(animproof.json(1, "lint", "tree")["files"]) > 25


@pytest.mark.parametrize("count", every_nth([4, 1]))
def test_named_paths_are_merged(compare_merged_report, count):
    """The named paths are repeated, come before and after their folder, and include a companion and a missing file."""
    compare_merged_report(count, NAMED)


def test_paths_of_a_list_are_merged(compare_merged_report):
    write("list", "".join(name + "\n" for name in NAMED))
    compare_merged_report(4, ["--files-from", "list"])


def test_each_line_of_a_shards_report_is_valid_by_the_schema(animproof):
    make_tree_to_shard()
    checker = Checker("report")
    for path in make_and_lint_shards(animproof, 5, TREE):
        assert not [error for line in read(path).splitlines() for error in checker.list_first_error(json.loads(line), "#/$defs/line")][:3], path


def test_baselines_are_written_and_read_as_by_one_process(animproof, compare_merged_report):
    reports = make_and_lint_shards(animproof, 5, TREE)
    one = animproof.run("lint", "--write-baseline", "one.known", "tree")
    animproof.exits(one.returncode, "report", "merge", "--write-baseline", "merged.known", *reports, leaves=("merged.known", read("one.known")))
    lines = read("one.known").splitlines(keepends=True)
    half_and_unknown = lines[:1] + lines[1::2] + [lines[-1].replace(b"\tmemg/", b"\tmrtk/")]
    write("known", b"".join(half_and_unknown))
    compare_merged_report(5, report=["--baseline", "known"], reports=reports)


def test_reports_with_only_the_old_names_of_members_are_merged(animproof, compare_merged_report):
    """Versions until 0.2.0 wrote only the old names of members."""
    reports = make_and_lint_shards(animproof, 2, TREE, lint_options=["--max-findings", "3"])
    for path in reports:
        content = read(path)
        for new, old in ((rb'"truncated": \d+, ', b""), (rb'"suppressed": \d+, ', b""), (rb'"checked": true, ', b""),
                         (rb'"no_companion": "[^"]*", ', b""), (rb'^{"type": "suppressed"', b'{"type": "silenced"')):
            content = re.sub(new, old, content, flags=re.MULTILINE)
        animproof.check(b'"dropped": ' in content and b'"truncated"' not in content, "%s has old names" % path)
        write(path, content)
    compare_merged_report(2, lint=["--max-findings", "3"], reports=reports)


def test_companions_of_one_name_in_several_archives_are_different_files(compare_merged_report):
    os.mkdir("paks")
    for i in range(6):
        with zipfile.ZipFile("paks/%d.pk4" % i, "w") as pak:
            for name in ("mapping-range__0.bin", "mapping-range__0.obj"):
                pak.writestr(name, read("tree/scenes/" + name))
    compare_merged_report(4, ["paks"])
    assert sum(file["file"].endswith("!mapping-range__0.obj") for file in json.loads(read("one.json"))["files"]) == 6


def test_report_merge_decides_for_all_shards_together_if_there_is_nothing_to_check(animproof, compare_merged_report):
    os.makedirs("bare/folder")
    write("bare/notes.txt", "nothing\n")
    assert compare_merged_report(2, ["bare"]).returncode == 3
    compare_merged_report(2, ["bare"], report=["--allow-empty"])
    animproof.exits(3, "shard", "-n", "2", "-o", "none", "bare/folder")
    reports = make_and_lint_shards(animproof, 2, ["bare/folder"], path_options=["--allow-empty"])
    animproof.exits(3, "report", "merge", *reports)
    animproof.exits(0, "report", "merge", "--allow-empty", *reports)
