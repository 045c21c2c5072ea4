"""lint --statistics: the number of findings of each rule, sorted by severity, then by count."""

import json

import pytest
from cli_case import GOLDEN, md5anim, mrtk, mrtk_with_error, mrtk_with_many_warnings, mrtk_with_note, mrtk_with_warning, write
from schema_check import Checker

ORDER = {"error": 0, "warning": 1, "note": 2}


@pytest.fixture
def run_and_get_statistics_and_report(animproof):
    """Makes files with findings of several rules. Calling it returns the rows of the statistics and the JSON report."""
    for name, content in (("clean", mrtk()), ("bad", mrtk_with_error()), ("many", mrtk_with_many_warnings(5)), ("noted", mrtk_with_note()),
                          ("warned", mrtk_with_warning()), ("sub/bad", mrtk_with_error())):
        write("d/%s.bin" % name, content)
    write("d/parent.md5anim", md5anim(parent=b"7"))

    def lint_and_get_statistics_and_report(*options):
        document = animproof.json(1, "lint", "--statistics", *options, "d")
        assert not Checker("report").list_first_error(document)
        return [(row["severity"], row["rule"], row["count"]) for row in document["statistics"]], document
    return lint_and_get_statistics_and_report


def test_each_rule_is_counted_in_order_of_severity_and_count(run_and_get_statistics_and_report):
    listed, document = run_and_get_statistics_and_report()
    found = [(f["severity"], f["rule"]) for entry in document["files"] for f in entry["findings"]]
    assert listed == sorted(((s, r, found.count((s, r))) for s, r in set(found)), key=lambda row: (ORDER[row[0]], -row[2], row[1]))
    assert listed[:2] == [("error", "mrtk/wrap-mode", 2), ("error", "md5anim/parent-order", 1)]
    assert run_and_get_statistics_and_report("-j1") == run_and_get_statistics_and_report("-j3")


@pytest.mark.parametrize("options", [(), ("--max-per-rule", "1")])
def test_the_statistics_have_the_totals_of_the_summary(animproof, options):
    report = animproof.json(1, "lint", "--no-config", "--statistics", *options, GOLDEN)
    for severity in ORDER:
        assert sum(row["count"] for row in report["statistics"] if row["severity"] == severity) == report["summary"][severity + "s"] > 0


def test_findings_over_a_limit_are_counted_known_and_ignored_ones_are_not(animproof, run_and_get_statistics_and_report):
    every, _ = run_and_get_statistics_and_report()
    assert run_and_get_statistics_and_report("--max-per-rule", "1")[0] == every
    assert run_and_get_statistics_and_report("--ignore", "mrtk/wrap-mode")[0] == every[1:]
    animproof.exits(1, "lint", "--write-baseline", "known", "--select", "mrtk/time-order,md5anim", "d")
    assert run_and_get_statistics_and_report("--baseline", "known")[0] == [row for row in every if row[1] not in ("mrtk/time-order", "md5anim/parent-order")]
    write(".animproof.ini", b"[path sub/]\nseverity = mrtk/wrap-mode=note\n")
    assert {("error", "mrtk/wrap-mode", 1), ("note", "mrtk/wrap-mode", 1)} <= set(run_and_get_statistics_and_report()[0]), "a rule with two severities has two rows"


def test_the_statistics_follow_the_summary_or_replace_it(animproof, run_and_get_statistics_and_report):
    words = ["lint", "--no-config", "--statistics", "--select", "mrtk/wrap-mode,mrtk/time-order", "d"]
    tail = animproof.exits(1, *words).stdout.split(b"explain RULE says what a rule means.\n")[1]
    assert [line.split()[:3] for line in tail.splitlines()] == [
        [], [b"2", b"error", b"mrtk/wrap-mode"], [b"5", b"warning", b"mrtk/time-order"]]
    for form in ("human", "concise"):
        animproof.exits(1, *words, "-q", "--format", form, prints_last=tail)
    lines = animproof.exits(1, "lint", "--statistics", "--format", "jsonl", "d").stdout.splitlines()
    assert json.loads(lines[-1])["statistics"] == run_and_get_statistics_and_report()[1]["statistics"]
    animproof.exits(1, "lint", "--format", "json", "d", prints_never=b"statistics")
    animproof.exits(1, "lint", "--statistics", "--format", "sarif", "--output", "json=report", "d")
    animproof.exits(0, "lint", "--statistics", "d/clean.bin", prints_only=b"1 file: 0 errors, 0 warnings.\n")  # no findings, no statistics


def test_the_note_of_omitted_findings_counts_only_new_findings(animproof):
    write("many.bin", mrtk_with_many_warnings(9))
    animproof.exits(0, "lint", "--no-config", "--write-baseline", "known", "--max-per-rule", "5", "many.bin")
    animproof.exits(0, "lint", "--no-config", "--baseline", "known", "many.bin", prints=b": and 1 more mrtk/time-order ")
