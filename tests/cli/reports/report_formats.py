"""Each report for machines is read back by a parser, with names and contents that nobody chose, and tells what JSON tells."""

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
    """A name as a report in UTF-8 has it: U+FFFD for each byte that is not UTF-8."""
    return "".join(c if not "\udc80" <= c <= "\udcff" else "\ufffd" for c in name.decode("utf-8", "surrogateescape"))


truth = json.loads(report("json"))
FINDINGS = [(entry["file"], finding) for entry in truth["files"] for finding in entry["findings"]]
case.check(len(FINDINGS) >= len(NAMES) + 5, "%d findings to tell" % len(FINDINGS))


def same(told, wanted, what):
    told, wanted = sorted(told), sorted(wanted)
    case.check(told == wanted, "%s\n  told   %r\n  wanted %r" % (what, told[:3], wanted[:3]))


def is_text(name):
    return name.endswith(".md5anim")


# gcc: lines, and nothing else; a name never begins another line.
LINE = re.compile(r"(?s)(.*):(?:(\d+):(\d+)|0x([0-9a-f]+)): (error|warning|note): (.*) \[([a-z0-9]+/[a-z0-9-]+)\](?: \(.*\))?")
lines = [LINE.fullmatch(line) for line in report("gcc").decode().splitlines()]
case.check(all(lines), "each line of gcc is a finding")
same([(m[5], m[6], m[7], int(m[4], 16) if m[4] else -1, int(m[2] or 0), int(m[3] or 0)) for m in lines if m],
     [(f["severity"], f["message"], f["rule"], -1 if is_text(name) else f["offset"], f["line"] or 0, f["column"] or 0)
      for name, f in FINDINGS], "gcc")


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
told = [command(line) for line in lines if line.startswith("::")]
case.check(all(told), "each workflow command of github is whole")
case.check(not any(b"\r" in line for line in github.split(b"\n")), "no carriage return in a command")
same([(kind.replace("notice", "note"), values.get("title"), text.split(": ", 1)[-1] if "line" not in values else text)
      for kind, values, text in told if values["title"] != "not read"],
     [(f["severity"], f["rule"], f["message"]) for _, f in FINDINGS], "github")
case.check(sum(values["title"] == "not read" for _, values, _ in told) == 1, "github tells of a missing file")
case.check({values["file"] for _, values, _ in told if "x" in values["file"]} >= {"missing::x"}, "github escapes a name")
wide = [values for _, values, _ in told if "wide" in values["file"] and values["title"] == "md5anim/parent-order"]
case.check([(values["col"], values["endColumn"]) for values in wide] == [("10", "11")], "github counts characters: %r" % wide)

# GitLab.
problems = json.loads(report("gitlab"))
same([(p["check_name"], p["description"]) for p in problems if p["check_name"] != "not-read"],
     [(f["rule"], f["message"]) for _, f in FINDINGS], "gitlab")
prints = [p["fingerprint"] for p in problems]
case.check(len(set(prints)) == len(prints) == len(FINDINGS) + 1, "each problem of gitlab has its own fingerprint")
case.check(all(set(p) == {"description", "check_name", "fingerprint", "severity", "location"}
               and p["severity"] in ("info", "minor", "major", "critical", "blocker")
               and isinstance(p["location"]["lines"]["begin"], int) for p in problems), "members of gitlab's problems")

# Checkstyle and JUnit.
document = xml.fromstring(report("checkstyle"))
same([(e.get("severity"), e.get("source")) for e in document.iter("error") if e.get("source") != "not-read"],
     [("info" if f["severity"] == "note" else f["severity"], f["rule"]) for _, f in FINDINGS], "checkstyle")
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
same({NOT_XML.sub("\ufffd", as_text(name)).replace("\n", " ").replace("\r", " ") for name in NAMES},
     {e.get("name").replace("\n", " ").replace("\r", " ") for e in document.iter("file")
      if e.get("name").startswith("d/") and not re.search("(bin|md5anim)$", e.get("name"))}, "names in checkstyle")
document = xml.fromstring(report("junit"))
suite = document.find("testsuite")
cases = list(document.iter("testcase"))
case.check(int(suite.get("tests")) == len(cases) == len(truth["files"]), "junit: a test a file")
case.check(int(suite.get("failures")) == len(list(document.iter("failure"))) ==
           len({name for name, f in FINDINGS if f["severity"] == "error"}), "junit: a failure a file with an error")
case.check(int(suite.get("errors")) == len(list(document.iter("error"))) == 1, "junit: a file that is not read is an error")

# Markdown: a row a finding, no cell more.
rows = [line for line in report("markdown").decode().split("\n") if line.startswith("| ")]
case.check(len(rows) == len(FINDINGS) + 3, "markdown: %d rows" % len(rows))
case.check(all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows), "markdown: five cells a row")


# SARIF.
def sarif(form, *options):
    document = json.loads(report(form, *options))
    run = document["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        case.check(rules[result["ruleIndex"]]["id"] == result["ruleId"], "ruleIndex of %s" % result["ruleId"])
    for change in run["invocations"][0].get("ruleConfigurationOverrides", []):
        case.check(rules[change["descriptor"]["index"]]["id"] == change["descriptor"]["id"], "index of an override")
    return run


def region(result):
    return result["locations"][0]["physicalLocation"]["region"]


run = sarif("sarif")
same([(r["ruleId"], r["level"], r["message"]["text"]) for r in run["results"]],
     [(f["rule"], f["severity"], f["message"].replace("](", "\\](") + ".") for _, f in FINDINGS], "sarif")
case.check(sum("[x\\](http://e.example)" in r["message"]["text"] for r in run["results"]) == 1, "no file puts a link into sarif")
for r, (name, finding) in zip(run["results"], FINDINGS):
    uri = r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    case.check(re.fullmatch("[!-~]+", uri) and as_text(urllib.parse.unquote_to_bytes(uri)) == name, "uri of %r" % name)
    if is_text(name):
        case.check(set(region(r)) == {"startLine", "startColumn", "endColumn"} and region(r)["startLine"] == finding["line"],
                   "a text region: %r" % region(r))
    else:
        case.check(region(r) == {"byteOffset": finding["offset"], "byteLength": finding["length"]},
                   "a byte region: %r" % region(r))
case.check(run["invocations"][0]["executionSuccessful"] is False
           and len(run["invocations"][0]["toolExecutionNotifications"]) == 1, "sarif tells of a missing file")
case.check("ruleConfigurationOverrides" not in run["invocations"][0], "sarif: no level was changed")
changed = {c["descriptor"]["id"]: c["configuration"] for c in
           sarif("sarif", "--severity", "mrtk/wrap-mode=note", "--ignore", "mrtk/magic")["invocations"][0]["ruleConfigurationOverrides"]}
case.check(changed == {"mrtk/wrap-mode": {"level": "note"}, "mrtk/magic": {"enabled": False}}, "overrides: %r" % changed)
run = sarif("sarif-github")
case.check(all("startLine" in region(r) for r in run["results"]), "sarif-github has a line everywhere")
prints = [(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], r["ruleId"],
           r["partialFingerprints"]["primaryLocationLineHash"]) for r in run["results"]]
case.check(len(set(prints)) == len(prints), "sarif-github: findings of one file do not merge")

# A name that is longer than the beginning of a place that is kept ready: the same places.
folder = "/".join("n" * 200 for _ in range(3))
for name, content in (("wide.md5anim", md5anim(parent=b"7")), ("bad.bin", mrtk_bad())):
    write(folder + "/" + name, content)
    write(name, content)
    for form in ("sarif", "sarif-github"):
        results = [json.loads(case.exits(1, "lint", "--format", form, path).stdout)["runs"][0]["results"]
                   for path in (name, folder + "/" + name)]
        case.check(json.dumps(results[0]).replace('"uri": "', '"uri": "%s/' % folder) == json.dumps(results[1]),
                   "%s: the places of a long name" % form, results)


# HTML: tags in balance, nothing from elsewhere, an entry a finding.
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
case.check(not page.faults and not page.open, "html: tags in balance: %r %r" % (page.faults, page.open))
same(page.findings, [(f["severity"], f["rule"]) for _, f in FINDINGS], "html")
case.check(all(link.startswith("#") for link in page.links), "html needs nothing from elsewhere")
case.check("<mark>" in text and not re.search("[\x00-\x08\x0b-\x1f]", text), "html shows bytes, none raw")

# Many findings: all are told, and what GitHub does not take is counted.
MANY = 34000  # frames, three findings each
OF_ALL = 2  # frame-limit, nothing-moves
write("many.md5anim", md5anim_many(MANY, b"1e1 2e1 3e1"))
ALL = ["--max-per-rule", "0", "--max-findings", "0", "many.md5anim"]
document = json.loads(case.exits(0, "lint", "--format", "sarif-github", *ALL).stdout)["runs"][0]
case.check(len(document["results"]) == 25000, "sarif-github: no more than GitHub takes")
case.check(["%d more findings were left out" % (3 * MANY + OF_ALL - 25000) in n["message"]["text"] for n in document["invocations"][0]["toolExecutionNotifications"]]
           == [True], "sarif-github says how many it left out")
lines = case.exits(0, "lint", "--format", "gcc", *ALL).stdout.count(b"\n")
case.check(lines == 3 * MANY + OF_ALL, "gcc: %d lines" % lines)

words = case.exits(0, "completions", "next", "--", "lint", "--format", "").stdout.decode().split()
case.check(words == ["words", *REPORTS], "the reports of the program: %s" % words)
table = text_of_tree("docs/use/reports.md").split("| format | what it is for |\n| --- | --- |\n")[1].split("\n\n")[0]
case.check(sorted(re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)) == sorted(REPORTS), "docs/use/reports.md lists the reports")

# A disk that is full: exit 3, and the old report stays.
for form in REPORTS:
    case.exits(3, "lint", "--format", form, "d", stdout=full_device())
    case.exits(3, "lint", "--output", form + "=/dev/full", "d")
case.finish()
