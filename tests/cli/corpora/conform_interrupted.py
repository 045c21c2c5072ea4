"""animproof conform that is interrupted: its reports have what was done until then, are whole documents, and say so."""

import glob
import json
import os
import re
import signal
import xml.etree.ElementTree as ElementTree

import commands
from cli_case import Case, read_text, write
from loader_scripts import checked, script
from small_corpus import build, case as entry

MARK = "CONFORM_INTERRUPTED=%d" % os.getpid()
os.environ.update([MARK.split("=")])
FORMATS = ("json", "html", "junit", "markdown")
OUTPUTS = [word for form in FORMATS for word in ("--output", "%s=out.%s" % (form, form))]
case = Case()
os.mkfifo("ready")
# Two cases are done when the third has begun, and leaves processes behind.
build("all", [entry("y_a", b"1"), entry("n_b", b"2"), entry("y_c", b"3"), entry("n_d", b"4"), entry("y_e", b"5", "mrtk")])
slow = script("slow.sh", 'case "$1" in */y_c*) setsid sleep 1000 & sleep 1000 & echo x >ready; sleep 1000;; esac')
LOADER = ["--loader", "s=%s {}" % slow, "--loader", "other=true {}", "--loader-format", "other=mrtk", "-j1", "--timeout", "1000"]
DONE = b"interrupted by %s after 2 of 6 runs"


def interrupted(number, *arguments, corpus="all"):
    """Exit code, standard output, standard error."""
    with commands.start([case.program, "conform", *LOADER, *arguments, corpus], stdout=commands.PIPE, stderr=commands.PIPE) as run:
        with open("ready", "rb") as file:
            file.readline()
        run.send_signal(number)
        said, told = run.communicate(timeout=commands.LONGEST)
    case.check(commands.marked(MARK) == [], "no process is left behind")
    return run.returncode, said, told


def check_reports(words):
    report = checked(case, "out.json")
    case.check([len(one["results"]) for one in report["cases"]] == [1, 1, 0, 0, 0], "what was done is there")
    summary = report["summary"]
    case.check((summary["cases"], summary["cases_run"], summary["runs"], summary["failed"]) == (5, 2, 2, 1), "the summary: %r" % summary)
    page = read_text("out.html")
    inside = re.search(r'<script type="application/json" id="data">\n(.*?)</script>', page, re.S)
    case.check(json.loads(inside.group(1)) == report and "<b>Incomplete: %s.</b>" % words in page and page.endswith("</html>\n"), "the page")
    root = ElementTree.parse("out.junit").getroot()
    case.check([root.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "1", "0", "4"], "JUnit's counts")
    skipped = [one.get("name") for one in root.iter("testcase") for message in one.iter("skipped") if message.get("message") == "not run: " + words]
    case.check(skipped == ["y_c", "n_d", "y_e", "y_e"], "what was not run is skipped: %r" % skipped)
    case.check("\n**Incomplete: %s.**\n" % words in read_text("out.markdown") and "## other\n\nNo failures so far.\n" in read_text("out.markdown"),
               "Markdown")
    return report


def test_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        write("list", b"as it was")
        code, said, told = interrupted(number, *OUTPUTS, "--write-known-failures", "list")
        words = DONE % number.name.encode()
        case.check(code == 3 and told == b"animproof: %s\n" % words, "%s: %d %r" % (number.name, code, told))
        case.check(said.endswith(b"\n2 loaders on 2 files: 1 disagreement; %s.\n" % words), "%s: the last line: %r" % (number.name, said))
        report = check_reports(words.decode())
        case.check(report["interrupted"] == {"signal": number.name, "runs": 2, "of": 6}, "JSON: %r" % report["interrupted"])
        case.check(read_text("list").split("\n")[1:] == ["# Incomplete: %s." % words.decode(), "s n_b # should have refused: md5anim/count", ""],
                   "the list: %r" % read_text("list"))


def test_nothing_done():
    """Several loaders run when the signal comes, and none has ended: the reports of before stay."""
    build("slow", [entry("y_c%d" % number, b"%d" % number) for number in range(4)] + [entry("y_e", b"5", "mrtk")])
    write("keep.html", b"as it was")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        code, said, told = interrupted(number, "-j3", "--output", "html=keep.html", corpus="slow")
        case.check((code, said, told) == (3, b"", b"animproof: interrupted by %s after 0 of 6 runs: no report is written\n" % number.name.encode()),
                   "%s: %d %r %r" % (number.name, code, said, told))
    case.check(read_text("keep.html") == "as it was" and glob.glob("keep.html?*") == [], "nothing was done, nothing is written")


def test_ignored_signal():
    """After nohup a hangup ends nothing: the run goes on, and SIGTERM ends it."""
    with commands.start([case.program, "conform", *LOADER, "all"], stdout=commands.DEVNULL, stderr=commands.PIPE,
                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as run:
        with open("ready", "rb") as file:
            file.readline()
        run.send_signal(signal.SIGHUP)
        run.send_signal(signal.SIGTERM)
        told = run.communicate(timeout=commands.LONGEST)[1]
    case.check(run.returncode == 3 and told == b"animproof: %s\n" % (DONE % b"SIGTERM"), "SIGHUP is ignored: %d %r" % (run.returncode, told))


def test_what_was_read():
    """A report of before and a list that the run itself has read are not replaced by a part."""
    write("known", b"s n_b\ns n_d\ns y_unknown\n")
    case.exits(1, "conform", "--loader", "s=true {}", "--output", "json=old.json", "all")
    before = read_text("old.json")
    code, said, told = interrupted(signal.SIGINT, "--compare", "old.json", "--output", "json=old.json", "--known-failures", "known",
                                   "--write-known-failures", "known", "--output", "markdown=new.md")
    stays = b"animproof: %s: not replaced, because the run was interrupted\n"
    case.check(code == 3 and told == b"animproof: %s\n" % (DONE % b"SIGINT") + stays % b"old.json" + stays % b"known", "both are named: %r" % told)
    case.check(read_text("old.json") == before and read_text("known") == "s n_b\ns n_d\ns y_unknown\n", "both stay")
    case.check("**Incomplete" in read_text("new.md") and b" 0 disagreements, 1 excused; " in said, "the others are written: %r" % said)


def test_later_runs():
    """Later runs do not take the report of an interrupted run for a complete one."""
    interrupted(signal.SIGINT, "--output", "json=part.json")
    result = case.exits(0, "conform", "--loader", "s=true {}", "--compare", "part.json", "--loader-format", "s=mrtk", "all")
    case.check(result.stderr == b"animproof: part.json: the earlier run was interrupted: results that it lacks are not compared\n", "is said", result)


def test_sandbox():
    """The folder that loaders write to is removed then, too. Such a loader reaches no fifo, and may send signals."""
    os.mkdir("out")
    kills = script("kills.sh", 'echo x >"$TMPDIR/x"; case "$1" in */y_c*) setsid sleep 1000 & kill -TERM $PPID; sleep 1000;; esac')
    result = case.exits(3, "conform", "--sandbox", "--loader", "s=%s {}" % kills, "-j1", "--timeout", "1000", "all",
                        env={"TMPDIR": os.path.abspath("out")})
    case.check(result.stderr == b"animproof: interrupted by SIGTERM after 2 of 5 runs\n" and os.listdir("out") == [], "nothing is left", result)
    case.check(commands.marked(MARK) == [], "no process either")


for test in (test_signals, test_nothing_done, test_ignored_signal, test_what_was_read, test_later_runs, test_sandbox):
    test()
case.finish()
