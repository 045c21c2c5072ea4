"""A parser reads each machine-readable report, with hostile names and contents, and gets the findings of the JSON report."""

import html.parser
import json
import re
import urllib.parse
import xml.etree.ElementTree as xml

import pytest
from cli_case import md5anim, md5anim_with_many_warnings, mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, read_text_in_tree, write
from formats import REPORTS
from golden_files import EACH

NAMES = [b"d/bell\x07escape\x1b[31m", b"d/line\n::error::x", b"d/carriage\rreturn", b"d/not\xff\xfeutf\xc3",
         b"d/quote\"'%s%n<&>", b"d/]]>", b"d/a::b,c:d%0A", b"d/back\\slash", b"d/\xc3\xbc \xe2\x80\xae"]
BAD = md5anim(parent=b"7")
# A line of the gcc report is a finding; a name never starts another line.
LINE = re.compile(r"(?s)(.*):(?:(\d+):(\d+)|0x([0-9a-f]+)): (error|warning|note): (.*) \[([a-z0-9]+/[a-z0-9-]+)\](?: \(.*\))?")
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
MANY = 34000 if EACH == 1 else 9000  # number of frames, each with three findings
MANY_FINDINGS = 3 * MANY + 2  # the findings of the frames, and one each of frame-limit and nothing-moves


@pytest.fixture(autouse=True)
def make_reported_files(animproof):
    for name in NAMES:
        write(name, mrtk_with_error())
    write("d/warned.bin", mrtk_with_warning())
    write("d/noted.bin", mrtk_with_note())
    write("d/clean.bin", mrtk())
    write("d/parent.md5anim", BAD)
    write("d/wide.md5anim", BAD.replace(b'"hips"', '"hüft\u6f22"'.encode()))
    write("d/control.md5anim", BAD.replace(b'"hips"', b'\t"h\x1b[31m\xff]]>"'))
    write("d/link.md5anim", md5anim().replace(b'"hips"', b'"[x](http://e.example)"'))


@pytest.fixture
def lint_as_format(animproof):
    """Calling it returns a report of the files of d/ and of a missing file."""
    return lambda form, *options: animproof.exits(3, "lint", "--format", form, *options, "d", "missing::x").stdout


@pytest.fixture
def findings_in_json_report(lint_as_format):
    """Returns (file, finding) for each finding of the JSON report."""
    found = [(entry["file"], finding) for entry in json.loads(lint_as_format("json"))["files"] for finding in entry["findings"]]
    assert len(found) >= len(NAMES) + 5
    return found


@pytest.fixture
def sarif_run(lint_as_format):
    """Calling it returns the run of a SARIF report, and checks that each index of a rule leads to the rule that is named with
    it."""
    def sarif_run_of(form, *options):
        run = json.loads(lint_as_format(form, *options))["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        for change in run["invocations"][0].get("ruleConfigurationOverrides", []):
            assert rules[change["descriptor"]["index"]]["id"] == change["descriptor"]["id"]
        return run
    return sarif_run_of


def name_with_replacement_characters(name):
    """Returns a name as a report in UTF-8 shows it: U+FFFD for each byte that is not UTF-8."""
    return "".join(c if not "\udc80" <= c <= "\udcff" else "\ufffd" for c in name.decode("utf-8", "surrogateescape"))


def is_md5anim_name(name):
    return name.endswith(".md5anim")


def physical_location_of(result):
    return result["locations"][0]["physicalLocation"]


def unescape(text):
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)


def parse_workflow_command_or_none(line):
    found = re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line)
    if not found:
        return None
    values = dict(pair.split("=", 1) for pair in found[2].split(","))
    return found[1], {key: unescape(value) for key, value in values.items()}, unescape(found[3])


class HtmlReportParser(html.parser.HTMLParser):
    WITHOUT_END_TAG = {"meta", "input"}

    def __init__(self):
        super().__init__()
        self.open, self.findings, self.faults, self.links = [], [], [], []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag not in self.WITHOUT_END_TAG:
            self.open.append(tag)
        if "finding" in (values.get("class") or "").split():
            self.findings.append((values["data-severity"], values["data-rule"]))
        self.links += [values[name] for name in ("href", "src") if name in values]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


def test_each_line_of_gcc_is_a_finding(lint_as_format, findings_in_json_report):
    lines = [LINE.fullmatch(line) for line in lint_as_format("gcc").decode().splitlines()]
    assert all(lines)
    assert sorted((m[5], m[6], m[7], int(m[4], 16) if m[4] else -1, int(m[2] or 0), int(m[3] or 0)) for m in lines) == sorted(
        (f["severity"], f["message"], f["rule"], -1 if is_md5anim_name(name) else f["offset"], f["line"] or 0, f["column"] or 0)
        for name, f in findings_in_json_report)


def test_each_workflow_command_of_github_is_complete(lint_as_format, findings_in_json_report):
    github = lint_as_format("github", "--verbose")
    assert not any(b"\r" in line for line in github.split(b"\n"))
    found = [parse_workflow_command_or_none(line) for line in github.decode(errors="surrogateescape").split("\n") if line.startswith("::")]
    assert all(found)
    assert sorted((kind.replace("notice", "note"), values.get("title"), text.split(": ", 1)[-1] if "line" not in values else text)
                  for kind, values, text in found if values["title"] != "not read") == sorted(
        (f["severity"], f["rule"], f["message"]) for _, f in findings_in_json_report)
    assert sum(values["title"] == "not read" for _, values, _ in found) == 1, "the missing file"
    assert {values["file"] for _, values, _ in found if "x" in values["file"]} >= {"missing::x"}, "names are escaped"
    wide = [values for _, values, _ in found if "wide" in values["file"] and values["title"] == "md5anim/parent-order"]
    assert [(values["col"], values["endColumn"]) for values in wide] == [("10", "11")], "columns count characters"


def test_gitlab_has_the_members_that_gitlab_needs(lint_as_format, findings_in_json_report):
    problems = json.loads(lint_as_format("gitlab"))
    assert sorted((p["check_name"], p["description"]) for p in problems if p["check_name"] != "not-read") == sorted(
        (f["rule"], f["message"]) for _, f in findings_in_json_report)
    prints = [p["fingerprint"] for p in problems]
    assert len(set(prints)) == len(prints) == len(findings_in_json_report) + 1
    assert all(set(p) == {"description", "check_name", "fingerprint", "severity", "location"}
               and p["severity"] in ("info", "minor", "major", "critical", "blocker")
               and isinstance(p["location"]["lines"]["begin"], int) for p in problems)


def test_checkstyle_has_all_findings_and_names(lint_as_format, findings_in_json_report):
    document = xml.fromstring(lint_as_format("checkstyle"))
    assert sorted((e.get("severity"), e.get("source")) for e in document.iter("error") if e.get("source") != "not-read") == sorted(
        ("info" if f["severity"] == "note" else f["severity"], f["rule"]) for _, f in findings_in_json_report)
    assert {NOT_XML.sub("\ufffd", name_with_replacement_characters(name)).replace("\n", " ").replace("\r", " ") for name in NAMES} == {
        e.get("name").replace("\n", " ").replace("\r", " ") for e in document.iter("file")
        if e.get("name").startswith("d/") and not re.search("(bin|md5anim)$", e.get("name"))}


def test_junit_has_a_test_case_for_each_file(lint_as_format, findings_in_json_report):
    document = xml.fromstring(lint_as_format("junit"))
    suite = document.find("testsuite")
    assert int(suite.get("tests")) == len(list(document.iter("testcase"))) == len(json.loads(lint_as_format("json"))["files"])
    assert int(suite.get("failures")) == len(list(document.iter("failure"))) == len(
        {name for name, f in findings_in_json_report if f["severity"] == "error"}), "a failure for each file with an error"
    assert int(suite.get("errors")) == len(list(document.iter("error"))) == 1, "an error for the unreadable file"


def test_markdown_has_a_row_of_five_cells_for_each_finding(lint_as_format, findings_in_json_report):
    rows = [line for line in lint_as_format("markdown").decode().split("\n") if line.startswith("| ")]
    assert len(rows) == len(findings_in_json_report) + 3
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows)


def test_sarif_has_the_findings_with_their_places(sarif_run, findings_in_json_report):
    run = sarif_run("sarif")
    assert sorted((r["ruleId"], r["level"], r["message"]["text"]) for r in run["results"]) == sorted(
        (f["rule"], f["severity"], f["message"].replace("](", "\\](") + ".") for _, f in findings_in_json_report)
    assert sum("[x\\](http://e.example)" in r["message"]["text"] for r in run["results"]) == 1, "a Markdown link is escaped"
    for result, (name, finding) in zip(run["results"], findings_in_json_report):
        uri, region = physical_location_of(result)["artifactLocation"]["uri"], physical_location_of(result)["region"]
        assert re.fullmatch("[!-~]+", uri) and name_with_replacement_characters(urllib.parse.unquote_to_bytes(uri)) == name
        if is_md5anim_name(name):
            assert set(region) == {"startLine", "startColumn", "endColumn"} and region["startLine"] == finding["line"]
        else:
            assert region == {"byteOffset": finding["offset"], "byteLength": finding["length"]}
    invocation = run["invocations"][0]
    assert invocation["executionSuccessful"] is False and len(invocation["toolExecutionNotifications"]) == 1, "the missing file"
    assert "ruleConfigurationOverrides" not in invocation


def test_sarif_lists_changed_severities_as_overrides(sarif_run):
    run = sarif_run("sarif", "--severity", "mrtk/wrap-mode=note", "--ignore", "mrtk/magic")
    assert {c["descriptor"]["id"]: c["configuration"] for c in run["invocations"][0]["ruleConfigurationOverrides"]} == {
        "mrtk/wrap-mode": {"level": "note"}, "mrtk/magic": {"enabled": False}}


def test_each_result_of_sarif_github_has_a_line_and_a_fingerprint(sarif_run):
    results = sarif_run("sarif-github")["results"]
    assert all("startLine" in physical_location_of(r)["region"] for r in results)
    prints = [(physical_location_of(r)["artifactLocation"]["uri"], r["ruleId"], r["partialFingerprints"]["primaryLocationLineHash"]) for r in results]
    assert len(set(prints)) == len(prints)


@pytest.mark.parametrize("form", ["sarif", "sarif-github"])
@pytest.mark.parametrize(("name", "content"), [("wide.md5anim", BAD), ("bad.bin", mrtk_with_error())], ids=["text", "binary"])
def test_a_name_longer_than_the_buffer_does_not_change_the_locations(animproof, form, name, content):
    folder = "/".join("n" * 200 for _ in range(3))
    results = []
    for path in (name, folder + "/" + name):
        write(path, content)
        results.append(json.loads(animproof.exits(1, "lint", "--format", form, path).stdout)["runs"][0]["results"])
    assert json.dumps(results[0]).replace('"uri": "', '"uri": "%s/' % folder) == json.dumps(results[1])


def test_html_has_balanced_tags_and_no_external_links(lint_as_format, findings_in_json_report):
    page = HtmlReportParser()
    text = lint_as_format("html").decode()
    page.feed(text)
    assert not page.faults and not page.open
    assert sorted(page.findings) == sorted((f["severity"], f["rule"]) for _, f in findings_in_json_report)
    assert all(link.startswith("#") for link in page.links)
    assert "<mark>" in text and not re.search("[\x00-\x08\x0b-\x1f]", text), "excerpts have no control characters"


def test_all_findings_are_reported_and_by_sarif_github_25000(animproof):
    write("many.md5anim", md5anim_with_many_warnings(MANY, b"1e1 2e1 3e1"))
    words = ["--max-per-rule", "0", "--max-findings", "0", "many.md5anim"]
    animproof.exits(0, "lint", "--format", "gcc", *words, prints_lines=MANY_FINDINGS)
    document = json.loads(animproof.exits(0, "lint", "--format", "sarif-github", *words).stdout)["runs"][0]
    assert len(document["results"]) == 25000, "the limit of GitHub"
    assert ["%d more findings were left out" % (MANY_FINDINGS - 25000) in n["message"]["text"]
            for n in document["invocations"][0]["toolExecutionNotifications"]] == [True]


def test_completion_and_page_list_the_reports(animproof):
    words = animproof.exits(0, "completions", "next", "--", "lint", "--format", "").stdout.decode().split()
    assert words == ["words", *REPORTS]
    table = read_text_in_tree("docs/use/reports.md").split("| format | what it is for |\n| --- | --- |\n")[1].split("\n\n")[0]
    assert sorted(re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)) == sorted(REPORTS)
