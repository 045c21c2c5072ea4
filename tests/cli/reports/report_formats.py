"""A parser reads each machine-readable report, with hostile names and contents, and gets the findings of the JSON report."""

import html.parser
import json
import re
import urllib.parse
import xml.etree.ElementTree as xml

from cli_case import Case, full_device, md5anim, md5anim_many, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, text_of_tree, write
from formats import REPORTS

case = Case()
NAMES = [b"d/bell\x07escape\x1b[31m", b"d/line\n::error::x", b"d/carriage\rreturn", b"d/not\xff\xfeutf\xc3",
         b"d/quote\"'%s%n<&>", b"d/]]>", b"d/a::b,c:d%0A", b"d/back\\slash", b"d/\xc3\xbc \xe2\x80\xae"]
for name in NAMES:
    write(name, mrtk_bad())
write("d/warned.bin", mrtk_warned())
write("d/noted.bin", mrtk_noted())
write("d/clean.bin", mrtk())
write("d/parent.md5anim", md5anim(parent=b"7"))
write("d/wide.md5anim", md5anim(parent=b"7").replace(b'"hips"', '"hüft\u6f22"'.encode()))
write("d/control.md5anim", md5anim(parent=b"7").replace(b'"hips"', b'\t"h\x1b[31m\xff]]>"'))
write("d/link.md5anim", md5anim().replace(b'"hips"', b'"[x](http://e.example)"'))
FILES = ["d", "missing::x"]


def report(form, *options):
    result = case.exits(3, "lint", "--format", form, *options, *FILES)
    return result.stdout


def as_text(name):
    """Returns a name as a report in UTF-8 shows it: U+FFFD for each byte that is not UTF-8."""
    return "".join(c if not "\udc80" <= c <= "\udcff" else "\ufffd" for c in name.decode("utf-8", "surrogateescape"))


json_report = json.loads(report("json"))
FINDINGS = [(entry["file"], finding) for entry in json_report["files"] for finding in entry["findings"]]
case.check(len(FINDINGS) >= len(NAMES) + 5, "the files have %d findings" % len(FINDINGS))


def check_equal(found, wanted, what):
    found, wanted = sorted(found), sorted(wanted)
    case.check(found == wanted, "%s equals the JSON report\n  found  %r\n  wanted %r" % (what, found[:3], wanted[:3]))


def is_text(name):
    return name.endswith(".md5anim")


# gcc: each line is a finding; a name never starts another line.
LINE = re.compile(r"(?s)(.*):(?:(\d+):(\d+)|0x([0-9a-f]+)): (error|warning|note): (.*) \[([a-z0-9]+/[a-z0-9-]+)\](?: \(.*\))?")
lines = [LINE.fullmatch(line) for line in report("gcc").decode().splitlines()]
case.check(all(lines), "each line of the gcc report is a finding")
check_equal([(m[5], m[6], m[7], int(m[4], 16) if m[4] else -1, int(m[2] or 0), int(m[3] or 0)) for m in lines if m],
     [(f["severity"], f["message"], f["rule"], -1 if is_text(name) else f["offset"], f["line"] or 0, f["column"] or 0)
      for name, f in FINDINGS], "the gcc report")


# github: workflow commands.
def unescape(text):
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)


def command(line):
    found = re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line)
    if not found:
        return None
    values = dict(pair.split("=", 1) for pair in found[2].split(","))
    return found[1], {key: unescape(value) for key, value in values.items()}, unescape(found[3])


github = report("github", "--verbose")
lines = github.decode(errors="surrogateescape").split("\n")
commands_found = [command(line) for line in lines if line.startswith("::")]
case.check(all(commands_found), "each workflow command of the github report is complete")
case.check(not any(b"\r" in line for line in github.split(b"\n")), "no workflow command has a carriage return")
check_equal([(kind.replace("notice", "note"), values.get("title"), text.split(": ", 1)[-1] if "line" not in values else text)
      for kind, values, text in commands_found if values["title"] != "not read"],
     [(f["severity"], f["rule"], f["message"]) for _, f in FINDINGS], "the github report")
case.check(sum(values["title"] == "not read" for _, values, _ in commands_found) == 1, "the github report has the missing file")
case.check({values["file"] for _, values, _ in commands_found if "x" in values["file"]} >= {"missing::x"}, "the github report escapes names")
wide = [values for _, values, _ in commands_found if "wide" in values["file"] and values["title"] == "md5anim/parent-order"]
case.check([(values["col"], values["endColumn"]) for values in wide] == [("10", "11")], "columns of the github report count characters: %r" % wide)

# GitLab.
problems = json.loads(report("gitlab"))
check_equal([(p["check_name"], p["description"]) for p in problems if p["check_name"] != "not-read"],
     [(f["rule"], f["message"]) for _, f in FINDINGS], "the gitlab report")
prints = [p["fingerprint"] for p in problems]
case.check(len(set(prints)) == len(prints) == len(FINDINGS) + 1, "each problem of the gitlab report has its own fingerprint")
case.check(all(set(p) == {"description", "check_name", "fingerprint", "severity", "location"}
               and p["severity"] in ("info", "minor", "major", "critical", "blocker")
               and isinstance(p["location"]["lines"]["begin"], int) for p in problems),
               "each problem of the gitlab report has the members that GitLab needs")

# Checkstyle and JUnit.
document = xml.fromstring(report("checkstyle"))
check_equal([(e.get("severity"), e.get("source")) for e in document.iter("error") if e.get("source") != "not-read"],
     [("info" if f["severity"] == "note" else f["severity"], f["rule"]) for _, f in FINDINGS], "the checkstyle report")
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
check_equal({NOT_XML.sub("\ufffd", as_text(name)).replace("\n", " ").replace("\r", " ") for name in NAMES},
     {e.get("name").replace("\n", " ").replace("\r", " ") for e in document.iter("file")
      if e.get("name").startswith("d/") and not re.search("(bin|md5anim)$", e.get("name"))}, "the set of names in the checkstyle report")
document = xml.fromstring(report("junit"))
suite = document.find("testsuite")
cases = list(document.iter("testcase"))
case.check(int(suite.get("tests")) == len(cases) == len(json_report["files"]), "the junit report has one test case for each file")
case.check(int(suite.get("failures")) == len(list(document.iter("failure"))) ==
           len({name for name, f in FINDINGS if f["severity"] == "error"}), "the junit report has one failure for each file with an error")
case.check(int(suite.get("errors")) == len(list(document.iter("error"))) == 1, "the junit report has an error for the unreadable file")

# Markdown: one row for each finding, with five cells.
rows = [line for line in report("markdown").decode().split("\n") if line.startswith("| ")]
case.check(len(rows) == len(FINDINGS) + 3, "the markdown report has a row for each finding: %d rows" % len(rows))
case.check(all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows), "each row of the markdown report has five cells")


# SARIF.
def sarif(form, *options):
    document = json.loads(report(form, *options))
    run = document["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        case.check(rules[result["ruleIndex"]]["id"] == result["ruleId"], "ruleIndex of the SARIF result leads to %s" % result["ruleId"])
    for change in run["invocations"][0].get("ruleConfigurationOverrides", []):
        case.check(rules[change["descriptor"]["index"]]["id"] == change["descriptor"]["id"], "the index of a SARIF override leads to its rule")
    return run


def region(result):
    return result["locations"][0]["physicalLocation"]["region"]


run = sarif("sarif")
check_equal([(r["ruleId"], r["level"], r["message"]["text"]) for r in run["results"]],
     [(f["rule"], f["severity"], f["message"].replace("](", "\\](") + ".") for _, f in FINDINGS], "the sarif report")
case.check(sum("[x\\](http://e.example)" in r["message"]["text"] for r in run["results"]) == 1, "SARIF escapes a Markdown link in a joint name")
for r, (name, finding) in zip(run["results"], FINDINGS):
    uri = r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    case.check(re.fullmatch("[!-~]+", uri) and as_text(urllib.parse.unquote_to_bytes(uri)) == name, "SARIF's URI decodes to the file name %r" % name)
    if is_text(name):
        case.check(set(region(r)) == {"startLine", "startColumn", "endColumn"} and region(r)["startLine"] == finding["line"],
                   "the SARIF region of a text file has lines and columns: %r" % region(r))
    else:
        case.check(region(r) == {"byteOffset": finding["offset"], "byteLength": finding["length"]},
                   "the SARIF region of a binary file has bytes: %r" % region(r))
case.check(run["invocations"][0]["executionSuccessful"] is False
           and len(run["invocations"][0]["toolExecutionNotifications"]) == 1, "a SARIF notification names the missing file")
case.check("ruleConfigurationOverrides" not in run["invocations"][0], "SARIF has no overrides if no severity was changed")
changed = {c["descriptor"]["id"]: c["configuration"] for c in
           sarif("sarif", "--severity", "mrtk/wrap-mode=note", "--ignore", "mrtk/magic")["invocations"][0]["ruleConfigurationOverrides"]}
case.check(changed == {"mrtk/wrap-mode": {"level": "note"}, "mrtk/magic": {"enabled": False}},
           "SARIF lists changed severities as overrides: %r" % changed)
run = sarif("sarif-github")
case.check(all("startLine" in region(r) for r in run["results"]), "each result of sarif-github has a line")
prints = [(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], r["ruleId"],
           r["partialFingerprints"]["primaryLocationLineHash"]) for r in run["results"]]
case.check(len(set(prints)) == len(prints), "each finding of sarif-github has its own fingerprint")

# SARIF locations of a name longer than the buffer for the start of a location are those of a short name.
folder = "/".join("n" * 200 for _ in range(3))
for name, content in (("wide.md5anim", md5anim(parent=b"7")), ("bad.bin", mrtk_bad())):
    write(folder + "/" + name, content)
    write(name, content)
    for form in ("sarif", "sarif-github"):
        results = [json.loads(case.exits(1, "lint", "--format", form, path).stdout)["runs"][0]["results"]
                   for path in (name, folder + "/" + name)]
        case.check(json.dumps(results[0]).replace('"uri": "', '"uri": "%s/' % folder) == json.dumps(results[1]),
                   "%s: a long name does not change the locations" % form, results)


# HTML: balanced tags, no external resources, one entry for each finding.
class Page(html.parser.HTMLParser):
    EMPTY = {"meta", "input"}

    def __init__(self):
        super().__init__()
        self.open, self.findings, self.faults, self.links = [], [], [], []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag not in self.EMPTY:
            self.open.append(tag)
        if "finding" in (values.get("class") or "").split():
            self.findings.append((values["data-severity"], values["data-rule"]))
        self.links += [values[name] for name in ("href", "src") if name in values]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


page = Page()
text = report("html").decode()
page.feed(text)
case.check(not page.faults and not page.open, "the html report has balanced tags: %r %r" % (page.faults, page.open))
check_equal(page.findings, [(f["severity"], f["rule"]) for _, f in FINDINGS], "the html report")
case.check(all(link.startswith("#") for link in page.links), "the html report has no external links")
case.check("<mark>" in text and not re.search("[\x00-\x08\x0b-\x1f]", text), "the html report shows excerpts without raw control characters")

# 102,002 findings: all are reported; SARIF for GitHub stops at GitHub's limit and counts the others.
MANY = 34000  # frames, three findings each
OTHER_FINDINGS = 2  # frame-limit, nothing-moves
write("many.md5anim", md5anim_many(MANY, b"1e1 2e1 3e1"))
ALL = ["--max-per-rule", "0", "--max-findings", "0", "many.md5anim"]
document = json.loads(case.exits(0, "lint", "--format", "sarif-github", *ALL).stdout)["runs"][0]
case.check(len(document["results"]) == 25000, "sarif-github has 25,000 results, the limit of GitHub")
case.check(["%d more findings were left out" % (3 * MANY + OTHER_FINDINGS - 25000) in n["message"]["text"] for n in document["invocations"][0]["toolExecutionNotifications"]]
           == [True], "a notification of sarif-github has the number of omitted findings")
lines = case.exits(0, "lint", "--format", "gcc", *ALL).stdout.count(b"\n")
case.check(lines == 3 * MANY + OTHER_FINDINGS, "the gcc report has all findings: %d lines" % lines)

words = case.exits(0, "completions", "next", "--", "lint", "--format", "").stdout.decode().split()
case.check(words == ["words", *REPORTS], "the completion of --format lists the reports: %s" % words)
table = text_of_tree("docs/use/reports.md").split("| format | what it is for |\n| --- | --- |\n")[1].split("\n\n")[0]
case.check(sorted(re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)) == sorted(REPORTS), "docs/use/reports.md lists the reports")

# On a full disk the command ends with exit 3.
for form in REPORTS:
    case.exits(3, "lint", "--format", form, "d", stdout=full_device())
    case.exits(3, "lint", "--output", form + "=/dev/full", "d")
case.finish()
