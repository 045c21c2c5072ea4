"""lint --fail-fast: a run ends at the first file, in report order, with a finding at or above its fail-on level."""

import json

import pytest
from cli_case import mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, read, write

NAMES = ["d/%03d.bin" % i for i in range(400)]


@pytest.fixture
def lint_400_files(animproof):
    """Makes 400 files. Calling it returns the files of the report and the member ended_early, and checks that -j1, -j2 and -j7 give equal
    reports."""
    for i, name in enumerate(NAMES):
        write(name, mrtk_with_error() if i in (210, 211, 399) else mrtk_with_warning() if i % 50 == 7 else mrtk_with_note() if i == 3 else mrtk())

    def lint_with_each_number_of_jobs(code, *options):
        outputs = []
        for jobs in ("1", "2", "7"):
            result = animproof.exits(code, "lint", "--fail-fast", "-j", jobs, "--format", "json", "--output", "human=report", *options, "d")
            outputs.append((result.stdout, result.stderr, read("report")))
        animproof.check(outputs[0] == outputs[1] == outputs[2], "-j1, -j2 and -j7 give equal reports")
        document = json.loads(outputs[0][0])
        early = document["summary"].get("ended_early", False)
        assert early == (b"Files after the first failing file were not checked" in outputs[0][2])
        assert document["summary"]["files"] == len(document["files"])
        return [entry["file"] for entry in document["files"]], early
    return lint_with_each_number_of_jobs


def test_the_run_ends_at_the_first_file_that_fails(lint_400_files):
    assert lint_400_files(1) == (NAMES[:211], True)
    assert lint_400_files(1, "--fail-on", "warning") == (NAMES[:8], True)
    assert lint_400_files(1, "--fail-on", "note") == (NAMES[:4], True)
    assert lint_400_files(0, "--fail-on", "never") == (NAMES, False)
    assert lint_400_files(0, "--ignore", "mrtk/wrap-mode") == (NAMES, False)
    assert lint_400_files(1, "--statistics")[0] == NAMES[:211]


def test_each_file_has_its_own_level_and_known_findings_do_not_end_the_run(animproof, lint_400_files):
    write("level.ini", b"[path 007.bin]\nfail-on = warning\n")
    assert lint_400_files(1, "--config", "level.ini") == (NAMES[:8], True)
    animproof.exits(1, "lint", "--write-baseline", "known", "d/210.bin", "d/399.bin")
    assert lint_400_files(1, "--baseline", "known") == (NAMES[:212], True)
    report = animproof.json(1, "lint", "--fail-fast", "--baseline", "known", "d")
    assert report["summary"]["fixed"] == 0, "known findings of unchecked files are not fixed"


def test_a_missing_file_does_not_end_the_run(animproof, lint_400_files):
    animproof.exits(3, "lint", "--fail-fast", "--format", "concise", "missing", "d/210.bin", "d/211.bin", prints=b"d/210.bin", prints_never=b"d/211.bin")


def test_sarif_says_that_the_run_ended_early(animproof, lint_400_files):
    sarif = json.loads(animproof.exits(1, "lint", "--fail-fast", "--format", "sarif", "d").stdout)
    notes = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert any("--fail-fast" in note["message"]["text"] for note in notes)
