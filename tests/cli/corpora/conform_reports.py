"""animproof conform: its reports, its list of known failures, and broken corpora."""

import hashlib
import json
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree

import commands
from cli_case import Case, read_text, write
from loader_scripts import checked_report, script, statuses
from small_corpus import build, entry, finding

case = Case()
HOSTILE_TEXT = "</script><script>alert(1)</script> & \"quoted\" | `code` \u202e\u00e9 \x07\x1b[31m\r\n\ufffe"
LOADER = r"""printf '</script><b>\377\000\033[31m &amp; "%s" | é \357\277\276 ]]>\r\n' "$1"
case "$1" in */n_accepted.*) exit 0;; */n_*) exit 1;; *refused.*) exit 1;; *crash.*) kill -SEGV $$;; esac"""
CASES = [
    entry("y_accepted", b"1", reason=HOSTILE_TEXT, source=HOSTILE_TEXT, defect=HOSTILE_TEXT),
    entry("y_refused", b"2", reason=HOSTILE_TEXT, version=None, layout=HOSTILE_TEXT),
    entry("n_accepted", b"3", "mrtk", expected=[
        finding("mrtk/note", severity="note"), finding("mrtk/<b>", 2**62, 7, HOSTILE_TEXT), finding("mrtk/other")]),
    entry("n_refused", b"4", "memg"),
    entry("i_crash", b"5", "memg", expected=[finding("memg/names", severity="warning")]),
    entry("i_refused", b"6"),
]


def conform(code, *arguments, **options):
    return case.exits(code, "conform", *arguments, **options)


def check_junit(root, report):
    suites = root.findall("testsuite")
    case.check([suite.get("name") for suite in suites] == ["odd", "mrtk-only"], "JUnit has a suite for each loader")
    tests = [(test.get("name"), [child.tag for child in test if child.tag != "system-out"]) for test in suites[0]]
    wanted = {"agrees": [], "may-differ": [], "crash": ["error"], "should-have-accepted": ["failure"],
              "should-have-refused": ["failure"]}
    case.check(tests == [(one["id"], wanted[one["results"][0]["status"]]) for one in report["cases"]],
               "JUnit has a test for each case: %r" % tests)
    case.check([suites[0].get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "2", "1", "0"],
               "JUnit counts tests, failures, errors and skipped tests")
    case.check(root.get("tests") == "7" and len(suites[1]) == 1, "a suite has only the formats of its loader")


def check_html(text, report):
    inside = re.search(r'<script type="application/json" id="data">\n(.*?)</script>', text, re.S)
    case.check(json.loads(inside.group(1)) == report, "the page contains the JSON report")
    case.check(text.count("<script") == 2 and text.count("</script") == 2, "no text of a case becomes markup")
    case.check(re.search(r"https?:|//[a-z]|src=|href=|url\(|@import", text) is None, "the page needs no other files")
    case.check(all('"id": "%s"' % one["id"] in text for one in report["cases"]), "the page has every case")


def check_order(result, report):
    """Checks the order in each report: crashes come first, and rules with the most failures come first."""
    wanted = [("i_crash", "crash", "memg/names"), ("y_refused", "should-have-accepted", "(valid files)"),
              ("n_accepted", "should-have-refused", "mrtk/<b>"), ("n_accepted", "should-have-refused", "mrtk/<b>")]
    found = [(one["case"], one["status"], one["rule"]) for one in report["failures"]]
    case.check(found == wanted and [one["loader"] for one in report["failures"]] == ["odd"] * 3 + ["mrtk-only"],
               "JSON lists crashes first: %r" % report["failures"])
    listed_cases = re.findall(rb"^(?:odd|mrtk-only): (\S+): ", result.stdout, re.MULTILINE)
    case.check(listed_cases == [one[0].encode() for one in wanted], "the terminal output lists crashes first", result)
    case.check(b"\nrule                  odd   mrtk-only\n"
               b"mrtk/<b>           0 of 1      0 of 1\n"
               b"(valid files)      2 of 3           -\n"
               b"memg/names         0 of 1           -\n\n" in result.stdout, "the terminal output has a table by rule", result)
    rules = [(one["rule"], [(of["loader"], of["fine"], of["runs"]) for of in one["loaders"]])
             for one in report["rules"]]
    case.check(rules == [("mrtk/<b>", [("odd", 0, 1), ("mrtk-only", 0, 1)]), ("(valid files)", [("odd", 2, 3)]),
                         ("memg/names", [("odd", 0, 1)]), ("memg/count", [("odd", 1, 1)])], "JSON has the results by rule: %r" % rules)
    page = read_text("out.markdown")
    case.check("| rule | odd | mrtk-only |\n| --- | ---: | ---: |\n| mrtk/\\<b\\> | 0 of 1 | 0 of 1 |\n"
               "| (valid files) | 2 of 3 | - |\n| memg/names | 0 of 1 | - |\n\n## odd" in page, "Markdown has the results by rule")
    case.check(page.index("`i_crash`") < page.index("`y_refused`"), "Markdown lists crashes first")


def test_formats_of_loaders():
    """Files of formats that no loader reads are not counted."""
    build("taken", CASES)
    conform(1, "--loader", "mrtk-only=%s {}" % os.path.abspath("odd.sh"), "--loader-format", "mrtk-only=mrtk",
            "--output", "json=taken.json", "--output", "markdown=taken.md", "--output", "html=taken.html",
            "taken", prints_last=b"\n1 loader on 1 file: 1 disagreement.\n")
    report = checked_report(case, "taken.json")
    case.check(report["summary"]["cases"] == 6 and report["summary"]["cases_run"] == 1, "JSON counts the cases and the cases that were run")
    case.check("\n1 file (size small, " in read_text("taken.md"), "Markdown counts the cases that were run")
    case.check("<h1>1 loader on 1 file: 1 disagreement</h1>" in read_text("taken.html"), "the page counts the cases that were run")


def test_reports():
    build("all", CASES)
    odd = script("odd.sh", LOADER)
    arguments = ["--loader", "odd=%s {}" % odd, "--loader", "mrtk-only=%s {}" % odd, "--loader-format",
                 "mrtk-only=mrtk"]
    for name in ("html", "json", "junit", "markdown"):
        arguments += ["--output", "%s=out.%s" % (name, name)]
    result = conform(1, *arguments, "all")
    case.check(b"\x1b" not in result.stdout and b"\xe2\x80\xae" not in result.stdout,
               "the terminal output has no raw escapes", result)
    case.check(b"odd: n_accepted: should have refused: mrtk/<b> at 0x4000000000000000: " in result.stdout,
               "the message names the most severe finding", result)
    report = checked_report(case, "out.json")
    first = report["cases"][0]
    case.check(first["reason"] == HOSTILE_TEXT and first["expected"] == [], "JSON has the texts of the manifest")
    said = first["results"][0]["output"]
    name = "all/md5anim/y_accepted.md5anim"
    case.check(said == "</script><b>\ufffd\ufffd\ufffd[31m &amp; \"%s\" | \u00e9 \ufffe ]]>\n" % name,
               "JSON has the output of the loader: %r" % said)
    case.check(report["summary"] == {"cases": 6, "cases_run": 6, "runs": 7, "excused": 0, "excused_without_need": 0,
                                     "failed": 4},
               "JSON counts cases, runs and failures: %r" % report["summary"])
    case.check(report["loaders"][1]["formats"] == ["mrtk"] and report["loaders"][0]["formats"] is None, "JSON has the formats of each loader")
    check_junit(ElementTree.parse("out.junit").getroot(), report)
    check_html(read_text("out.html"), report)
    check_order(result, report)
    page = read_text("out.markdown")
    case.check("| `n_accepted` | should have refused | accepted | mrtk/\\<b\\> | " in page, "Markdown has a row for a failure")
    case.check("| odd | 6 | 2 | 1 | 1 | 1 | 0 | 0 | 1 | 0 |" in page, "Markdown has the counts of a loader")
    case.check(all(line.count(" | ") == 4 for line in page.splitlines() if line.startswith("| `")), "no text of a case breaks a row of Markdown")


def test_long_output():
    build("long", [entry("y_long", b"1"), entry("n_long", b"2")])
    talker = script("talker.sh", "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; echo the end")
    conform(1, "--loader", "t=%s {}" % talker, "--output", "json=long.json", "long")
    said = statuses("long.json", "output")
    left = statuses("long.json", "left_out")
    total_bytes = sum(len("line %d\n" % i) for i in range(2000)) + len("the end\n")
    case.check(said["n_long", "t"].startswith("line 0\n") and said["n_long", "t"].endswith("line 1999\nthe end\n")
               and left["n_long", "t"] == total_bytes - 4096 - 512
               and "[... %d bytes left out ...]" % left["n_long", "t"] in said["n_long", "t"],
               "a failing case keeps beginning and end of a long output")
    case.check(len(said["y_long", "t"]) < 600 and left["y_long", "t"] == total_bytes - 512, "an agreeing case keeps less of a long output")


def test_known_failures():
    build("known", CASES)
    odd = script("odd.sh", LOADER)
    arguments = ["--loader", "odd=%s {}" % odd, "--known-failures", "known.txt", "--output", "json=known.json",
                 "--output", "junit=known.xml", "known"]
    write("known.txt", b"# those we know\n\nodd y_refused # comment\n\todd  n_acc*\r\no* i_cra?h\n")
    conform(0, *arguments, prints=b"0 disagreements, 3 excused.\n", says_only=b"")  # every failure is excused
    report = checked_report(case, "known.json")
    case.check([one["results"][0]["excused"] for one in report["cases"]] == [False, True, True, False, True, False],
               "JSON marks the excused cases")
    skipped = ElementTree.parse("known.xml").getroot().get("skipped")
    case.check(skipped == "3", "JUnit counts excused cases as skipped: %s" % skipped)

    write("known.txt", b"odd y_*\nodd n_accepted\nodd i_*\nodd n_ref*\nodd x_unknown\nother y_*\n")
    result = conform(0, *arguments)
    case.check(b"0 disagreements, 3 excused.\n" in result.stdout, "a pattern may match passing cases", result)
    case.check(result.stderr == b"animproof: known.txt: line 4: odd n_ref* is not needed: all matching cases pass\n"
               b"animproof: known.txt: line 5: odd x_unknown matches no result of this run\n"
               b"animproof: known.txt: line 6: other y_* matches no result of this run\n", "lines that excuse no case are reported", result)
    report = checked_report(case, "known.json")
    case.check([one["results"][0]["excused"] for one in report["cases"]] == [False, True, True, False, True, False],
               "a pattern excuses the failing cases")

    write("known.txt", b"odd y_accepted\nodd *\nodd i_refused\n")
    result = conform(1, *arguments)
    case.check(b"odd: y_accepted: is excused, and passes: " in result.stdout
               and b"odd: i_refused: is excused, and passes: " in result.stdout
               and b"0 disagreements, 3 excused, 2 excused but passing.\n" in result.stdout, "a passing case excused by name fails the run",
               result)
    report = checked_report(case, "known.json")
    case.check([(one["case"], one["status"]) for one in report["failures"]]
               == [("y_accepted", "agrees"), ("i_refused", "may-differ")], "JSON lists excused passing cases as failures")

    for line in (b"odd\n", b"odd y_a b\n"):
        write("known.txt", b"\n" + line)
        case.check(b"known.txt: line 2: " in conform(2, *arguments).stderr, "a malformed line is refused with its number")
    write("known.txt", b"odd y_\0*\n")
    case.check(b"known.txt: line 1: " in conform(2, *arguments).stderr, "a line with a NUL byte is refused")
    write("known.txt", b"#" * (1 << 20))
    conform(1, *arguments)
    write("known.txt", b"#" * ((1 << 20) + 1))
    case.check(conform(2, *arguments).stderr == b"animproof: known.txt: larger than 1 MiB, the limit for a list of known failures\n",
               "a list above 1 MiB is refused")
    os.remove("known.txt")
    conform(3, *arguments)


def test_list_from_a_pipe():
    """A list may come through a pipe, as a shell's <(...) gives it. Devices, which may be endless, and folders are refused."""
    arguments = ["--loader", "odd=%s {}" % os.path.abspath("odd.sh"), "known", "--known-failures"]
    reading, writing = os.pipe()
    os.write(writing, b"odd y_refused\nodd n_accepted\nodd i_crash")
    os.close(writing)
    conform(0, *arguments, "/dev/fd/%d" % reading, pass_fds=[reading])
    os.close(reading)
    with commands.start(["/usr/bin/yes", "#"], stdout=commands.PIPE, stderr=commands.DEVNULL) as endless:
        result = conform(2, *arguments, "/dev/stdin", stdin=endless.stdout)
        endless.stdout.close()
        case.check(result.stderr == b"animproof: /dev/stdin: larger than 1 MiB, the limit for a list of known failures\n",
                   "an endless pipe is refused", result)
    for path, why in (("/dev/zero", b"not a file or a pipe"), ("/dev/full", b"not a file or a pipe"), (".", b"Is a directory")):
        conform(3, *arguments, path, says_only=b"animproof: %s: %s\n" % (path.encode(), why), prints_only=b"")


def test_written_list():
    """The list of known failures that a run writes excuses every failure of the run, and has no unneeded line."""
    build("written", CASES)
    write("of-before.txt", b"as it was")
    arguments = ["--loader", "odd=%s {}" % os.path.abspath("odd.sh"), "--loader", "other=%s {}"
                 % os.path.abspath("odd.sh"), "written"]
    conform(1, "--write-known-failures", "list.txt", *arguments)
    case.check(read_text("list.txt").split("\n")[1:] == [
        "%s %s" % (name, row) for name in ("odd", "other")
        for row in ("y_refused # should have accepted: (valid files)", "n_accepted # should have refused: mrtk/<b>",
                    "i_crash # crash: memg/names")] + [""], "the list has a line for each failure")
    result = conform(0, "--known-failures", "list.txt", "--write-known-failures", "list.txt", *arguments)
    case.check(b": 0 disagreements, 6 excused.\n" in result.stdout and result.stderr == b"", "the written list excuses every failure", result)
    case.check(read_text("list.txt").count("\n") == 7, "a run with the list writes an equal list")
    conform(3, "--write-known-failures", "of-before.txt", "--loader", "x=./absent {}", "written")
    case.check(read_text("of-before.txt") == "as it was", "a run that cannot start keeps the existing list")
    conform(3, "--write-known-failures", "absent/list.txt", *arguments)


def changed_line(line, **members):
    return json.dumps(dict(json.loads(line), **members)) + "\n"


def build_with_manifest(text):
    """Builds the corpus `broken` with this manifest and the matching hash in corpus.json."""
    build("broken", CASES[:2])
    write("broken/manifest.jsonl", text.encode())
    about = json.loads(read_text("broken/corpus.json"))
    about["manifest_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    write("broken/corpus.json", json.dumps(about).encode())


def test_broken_corpora():
    def refused(code, reason, name="broken"):
        conform(code, "--loader", "odd=%s {}" % os.path.abspath("odd.sh"), name, says=reason, prints_only=b"")

    refused(3, b"absent: No such file", "absent")
    refused(3, b"Not a directory", "odd.sh")
    os.mkdir("empty")
    refused(1, b"empty: not a corpus: ", "empty")
    build("broken", CASES[:2])
    os.remove("broken/corpus.json")
    refused(1, b"broken: incomplete corpus: corpus.json, which is written last, is missing")
    build("broken", CASES[:2], manifest_sha256="0" * 64)
    refused(1, b"broken: incomplete corpus: the hash of manifest.jsonl is not the one")
    build("broken", CASES[:2], files=3)
    refused(1, b"manifest.jsonl has 2 files, corpus.json says 3")
    build("broken", CASES[:2])
    os.remove("broken/manifest.jsonl")
    refused(1, b"manifest.jsonl is missing")
    build("broken", CASES[:2])
    write("broken/md5anim/y_refused.md5anim", b"another")
    refused(1, b"broken/md5anim/y_refused.md5anim: the file was changed: its hash differs from the manifest's")
    write("broken/md5anim/y_refused.md5anim", CASES[1][1])
    build_with_manifest("".join(changed_line(line, companion="corpus.json", companion_sha256="0" * 64)
                          for line in read_text("broken/manifest.jsonl").splitlines()))
    refused(1, b"broken/corpus.json: the file was changed: its hash differs from the manifest's")
    build("broken", CASES[:2])
    os.remove("broken/md5anim/y_refused.md5anim")
    refused(3, b"broken/md5anim/y_refused.md5anim: No such file")

    for text in (b"", b"{", b"[]", b'{"animproof": "0.1.0"}'):
        build("broken", CASES[:2])
        write("broken/corpus.json", text)
        refused(3, b"broken: corpus.json: ")
    build("broken", CASES[:2])
    first, second = read_text("broken/manifest.jsonl").splitlines(True)
    for members in ({"id": "a b"}, {"id": ""}, {"file": "../x"}, {"file": "/x"}, {"file": "a/../x"},
                    {"companion": "a/.."}, {"sha256": "0"}, {"verdict": "maybe"}, {"seed": -1}, {"seed": "1"},
                    {"reason": None}, {"expected": {}}, {"expected": [finding("x", -1)]},
                    {"expected": [finding("x", severity="off")]}, {"format": 1}):
        build_with_manifest(first + changed_line(second, **members))
        refused(3, b'broken: manifest.jsonl:2: "%s" is missing or invalid' % list(members)[0].encode())
    build_with_manifest(first + second[:40] + "\n")
    refused(3, b"broken: manifest.jsonl:2: ")
    build_with_manifest(first + changed_line(second, file="a..b/..c", more="kept for later"))
    shutil.copytree("broken/md5anim", "broken/a..b")
    os.rename("broken/a..b/y_refused.md5anim", "broken/a..b/..c")
    conform(0, "--loader", "yes=true {}", "broken")


def test_wrong_usage():
    for arguments in (
            ["all"], ["--loader", "x=true {}"], ["--loader", "x=true {}", "all", "all"], ["--loader", "true {}", "all"],
            ["--loader", "a b=true {}", "all"], ["--loader", "x=true", "all"], ["--loader", "x=", "all"],
            ["--loader", "x='true {}", "all"], ["--loader", "x=true {}", "--loader", "x=true {}", "all"],
            ["--loader", "x=true {}", "--loader-format", "y=mrtk", "all"],
            ["--loader", "x=true {}", "--loader-format", "x=png", "all"],
            ["--loader", "x=true {}", "--timeout", "0", "all"], ["--loader", "x=true {}", "--timeout", "1.2345", "all"],
            ["--loader", "x=true {}", "--memory", "-1", "all"], ["--loader", "x=true {}", "-j", "0", "all"],
            ["--loader", "x=true {}", "--output", "pdf=x", "all"],
            ["--loader", "x=true {}", "--output", "html=", "all"],
            ["--loader", "x=true {}", "--progress", "no", "all"], ["--loader", "x=true {}", "--unknown", "all"]):
        result = conform(2, *arguments)
        case.check(b"see animproof conform --help" in result.stderr or b"none of" in result.stderr
                   or b"progress" in result.stderr, "the error message for %r leads to the help" % arguments, result)
    build("one", [entry("y_a", b"1")])
    conform(2, "--loader", "x=true {}", "--loader-format", "x=memg", "one")
    conform(3, "--loader", "x=true {}", "--output", "html=absent/out.html", "one")
    case.check(b"usage: animproof conform" in conform(0, "--help").stdout, "--help prints the usage")


for test in (test_reports, test_formats_of_loaders, test_long_output, test_known_failures, test_list_from_a_pipe,
             test_written_list, test_broken_corpora, test_wrong_usage):
    test()
case.finish()
