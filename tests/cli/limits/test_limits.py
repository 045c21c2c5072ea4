"""Limits on findings and memory: reports count what a limit omits."""

import json

import commands
import pytest
from cli_case import mrtk, mrtk_with_many_warnings, write
from golden_files import EACH

MANY = 100000 // EACH  # number of mrtk/time-order findings of the file
TOTAL = MANY + 1       # these findings, and one that the other curves cause
ALL = ["--max-findings=0", "--max-per-rule=0"]


@pytest.fixture(scope="module")
def file_with_many_findings():
    return mrtk_with_many_warnings(MANY)


@pytest.fixture
def lint_file_with_many_findings(animproof, file_with_many_findings):
    """Makes a file with many findings and one without. Calling it lints the first."""
    write("many.bin", file_with_many_findings)
    write("clean.bin", mrtk())
    return lambda *words, code=0, **expected: animproof.exits(code, "lint", "many.bin", *words, **expected)


@pytest.mark.parametrize(("words", "listed"), [
    ([], 1001), (["--max-per-rule", "0"], 10000), (ALL, TOTAL), (["--max-findings", "1"], 1)],
    ids=["defaults", "without a limit per rule", "no limits", "one finding"])
def test_a_json_report_lists_findings_up_to_the_limits_and_counts_the_others(lint_file_with_many_findings, words, listed):
    report = json.loads(lint_file_with_many_findings("--format", "json", *words).stdout)
    findings = report["files"][0]["findings"]
    assert len(findings) == listed
    assert report["summary"]["warnings"] == TOTAL and report["summary"]["truncated"] == TOTAL - listed
    assert sum(finding["rule"] == "mrtk/time-order" for finding in findings) == min(listed, 1000 if not words else MANY)
    offsets = [finding["offset"] for finding in findings]
    assert all(one <= other for one, other in zip(offsets, offsets[1:])), "findings are sorted by offset"


def test_omitted_errors_fail_the_file_and_are_counted(lint_file_with_many_findings):
    report = json.loads(lint_file_with_many_findings("--format", "json", "--max-findings", "1", "--severity", "mrtk/time-order=error", code=1).stdout)
    assert report["files"][0]["valid"] is False and report["summary"]["errors"] == MANY


@pytest.mark.parametrize("form", ["human", "concise"])
def test_a_report_for_a_terminal_counts_the_findings_over_a_limit(lint_file_with_many_findings, form):
    lint_file_with_many_findings("--format", form, "--max-per-rule", "10",
         prints=(b"many.bin: %d more" % (MANY - 10), b" %d findings over a limit not shown" % (MANY - 10)))


@pytest.mark.parametrize(("words", "shown", "said"), [
    ([], 3, b"\nmany.bin: and %d more mrtk/time-order (--max-per-rule 0 lists them)\n" % (MANY - 3)),
    (["--max-findings", "2"], 2, b"many.bin: %d more findings not shown" % (TOTAL - 2)),
    (ALL, MANY, b"")], ids=["defaults", "--max-findings", "no limits"])
def test_the_human_report_shows_few_findings_of_a_rule_and_the_number_of_the_others(animproof, lint_file_with_many_findings, words, shown, said):
    result = lint_file_with_many_findings(*words)
    animproof.check(result.stdout.count(b" [mrtk/time-order]\n") == shown, "%d findings are shown" % shown, result)
    animproof.check(said in result.stdout if said else b" more mrtk/" not in result.stdout, "the number of the others", result)


def test_all_findings_are_written_to_a_device(lint_file_with_many_findings):
    lint_file_with_many_findings(*ALL, stdout=commands.DEVNULL)


def test_a_file_that_exceeds_max_memory_is_unreadable_and_the_next_file_is_checked(lint_file_with_many_findings):
    lint_file_with_many_findings("clean.bin", "--max-memory", "1M", *ALL, code=4, says=b"animproof: many.bin: memory ran out", prints=b"1 file could not be read")
    first, second = json.loads(lint_file_with_many_findings("clean.bin", "--format=json", "--max-memory", "1048576", *ALL, code=4).stdout)["files"]
    assert "error" in first and first["valid"] is False
    assert "error" not in second and second["valid"] is True
