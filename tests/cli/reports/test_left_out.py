"""Reports name what they omit: skipped files with --verbose, in each format, and the number of rows beyond a table's limit."""

import json
import xml.etree.ElementTree

import pytest
from cli_case import md5anim, mrtk, write
from formats import REPORTS

REASON = "neither the name nor the content is that of an animation file"


@pytest.fixture
def lint_as_format(animproof):
    """Calling it returns a report of a valid file and a skipped one."""
    write("all/clean.bin", mrtk())
    write("all/jotted <&>.txt", b"nothing of it")
    return lambda form, *options: animproof.exits(0, "lint", "--format", form, *options, "all").stdout.decode()


@pytest.mark.parametrize(("form", "shown"), [
    ("human", ["all/jotted <&>.txt: skipped: %s\n" % REASON]), ("github", ["animproof: all/jotted <&>.txt: skipped: %s\n" % REASON]),
    ("html", ['data-name="all/jotted &lt;&amp;&gt;.txt"', "skipped: %s</p>" % REASON])])
def test_verbose_reports_have_the_skipped_file_and_the_reason(lint_as_format, form, shown):
    text = lint_as_format(form, "--verbose")
    assert all(part in text for part in shown)


def test_junit_has_and_counts_the_skipped_file(lint_as_format):
    suite = xml.etree.ElementTree.fromstring(lint_as_format("junit", "--verbose"))
    skips = [(one.get("name") or one.get("classname"), one.find("skipped").get("message")) for one in suite.iter("testcase")
             if one.find("skipped") is not None]
    assert len(skips) == 1 and skips[0][1] == REASON and "jotted <&>.txt" in skips[0][0]
    assert any(one.get("skipped") == "1" for one in suite.iter())


def test_sarif_has_a_notification_of_the_skipped_file(lint_as_format):
    log = json.loads(lint_as_format("sarif", "--verbose"))["runs"][0]
    notifications = [one for invocation in log["invocations"] for one in invocation.get("toolExecutionNotifications", [])]
    assert [one["message"]["text"] for one in notifications if one["level"] == "note"].count(REASON + ".") == 1


@pytest.mark.parametrize("form", sorted(set(REPORTS) - {"json", "jsonl"}))
def test_without_verbose_the_report_does_not_name_the_skipped_file(lint_as_format, form):
    assert "jotted" not in lint_as_format(form)


def test_a_markdown_table_has_at_most_1000_rows_and_counts_the_others(animproof):
    names = ["%04d.md5anim" % number for number in range(1005)]
    for name in names:
        write(name, md5anim().replace(b"frameRate 24", b"frameRate  24,5"))
    names.append("missing.md5anim")
    files = animproof.json(3, "lint", "--jobs", "1", *names)["files"]
    text = animproof.run("lint", "--format", "markdown", "--jobs", "1", *names).stdout.decode()
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    assert len(rows) == 1001 and all(line.endswith(" |") for line in rows)
    assert "\n%d more entries are not in this table.\n" % (sum(len(entry["findings"]) for entry in files) + 1 - 1000) in text
