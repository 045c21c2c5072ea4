"""animproof conform after a signal: reports have the results so far, are valid documents, and say that they are incomplete."""

import glob
import json
import os
import re
import signal
import xml.etree.ElementTree as ElementTree

import commands
from cli_case import Case, read_text, write
from loader_scripts import checked_report, script
from small_corpus import build, entry

MARK = "CONFORM_INTERRUPTED=%d" % os.getpid()
os.environ.update([MARK.split("=")])
FORMATS = ("json", "html", "junit", "markdown")
OUTPUTS = [word for form in FORMATS for word in ("--output", "%s=out.%s" % (form, form))]
case = Case()
os.mkfifo("ready")
# When the third case begins, two cases are done. The third case leaves processes. With -j3 the loader runs three times at once,
# and the test reads one line of the fifo: without the trap, SIGPIPE would end the other two, which would count as crashes.
build("all", [entry("y_a", b"1"), entry("n_b", b"2"), entry("y_c", b"3"), entry("n_d", b"4"), entry("y_e", b"5", "mrtk")])
slow = script("slow.sh", 'case "$1" in */y_c*) trap "" PIPE; setsid sleep 1000 & sleep 1000 & echo x >ready; sleep 1000;; esac')
LOADER = ["--loader", "s=%s {}" % slow, "--loader", "other=true {}", "--loader-format", "other=mrtk", "-j1", "--timeout", "1000"]
DONE = b"interrupted by %s after 2 of 6 runs"


def run_interrupted(number, *arguments, corpus="all"):
    """Sends the signal when the third case runs. Returns exit code, standard output and standard error."""
    with commands.start([case.program, "conform", *LOADER, *arguments, corpus], stdout=commands.PIPE, stderr=commands.PIPE) as run:
        with open("ready", "rb") as file:
            file.readline()
        run.send_signal(number)
        said, messages = run.communicate(timeout=commands.LONGEST)
    case.check(commands.find_processes(MARK) == [], "no process of a loader is left")
    return run.returncode, said, messages


def check_reports(words):
    report = checked_report(case, "out.json")
    case.check([len(one["results"]) for one in report["cases"]] == [1, 1, 0, 0, 0], "JSON has the results so far")
    summary = report["summary"]
    case.check((summary["cases"], summary["cases_run"], summary["runs"], summary["failed"]) == (5, 2, 2, 1),
               "the summary counts the runs so far: %r" % summary)
    page = read_text("out.html")
    inside = re.search(r'<script type="application/json" id="data">\n(.*?)</script>', page, re.S)
    case.check(json.loads(inside.group(1)) == report and "<b>Incomplete: %s.</b>" % words in page and page.endswith("</html>\n"),
               "the page has the JSON report and says that it is incomplete")
    root = ElementTree.parse("out.junit").getroot()
    case.check([root.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "1", "0", "4"],
               "JUnit counts the cases that were not run as skipped")
    skipped = [one.get("name") for one in root.iter("testcase") for message in one.iter("skipped") if message.get("message") == "not run: " + words]
    case.check(skipped == ["y_c", "n_d", "y_e", "y_e"], "the skipped cases of JUnit: %r" % skipped)
    case.check("\n**Incomplete: %s.**\n" % words in read_text("out.markdown") and "## other\n\nNo failures so far.\n" in read_text("out.markdown"),
               "Markdown says that it is incomplete")
    return report


def test_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        write("list", b"as it was")
        code, said, messages = run_interrupted(number, *OUTPUTS, "--write-known-failures", "list")
        words = DONE % number.name.encode()
        case.check(code == 3 and messages == b"animproof: %s\n" % words, "%s gives exit 3 and a message: %d %r" % (number.name, code, messages))
        case.check(said.endswith(b"\n2 loaders on 2 files: 1 disagreement; %s.\n" % words),
                   "%s: the last line counts the runs so far: %r" % (number.name, said))
        report = check_reports(words.decode())
        case.check(report["interrupted"] == {"signal": number.name, "runs": 2, "of": 6},
                   "JSON has the signal and the number of runs: %r" % report["interrupted"])
        case.check(read_text("list").split("\n")[1:] == ["# Incomplete: %s." % words.decode(), "s n_b # should have refused: md5anim/count", ""],
                   "the list of known failures is incomplete and says so: %r" % read_text("list"))


def test_signal_before_results():
    """The signal comes before a loader has ended: existing reports are not replaced."""
    build("slow", [entry("y_c%d" % number, b"%d" % number) for number in range(4)] + [entry("y_e", b"5", "mrtk")])
    write("keep.html", b"as it was")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        code, said, messages = run_interrupted(number, "-j3", "--output", "html=keep.html", corpus="slow")
        case.check((code, said, messages) == (3, b"", b"animproof: interrupted by %s after 0 of 6 runs: no report is written\n" % number.name.encode()),
                   "%s: exit 3, no output and a message: %d %r %r" % (number.name, code, said, messages))
    case.check(read_text("keep.html") == "as it was" and glob.glob("keep.html?*") == [], "without results no report is written")


def test_ignored_signal():
    """A hangup that nohup ignores does not end the run; SIGTERM does."""
    with commands.start([case.program, "conform", *LOADER, "all"], stdout=commands.DEVNULL, stderr=commands.PIPE,
                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as run:
        with open("ready", "rb") as file:
            file.readline()
        run.send_signal(signal.SIGHUP)
        run.send_signal(signal.SIGTERM)
        messages = run.communicate(timeout=commands.LONGEST)[1]
    case.check(run.returncode == 3 and messages == b"animproof: %s\n" % (DONE % b"SIGTERM"),
               "SIGHUP is ignored, SIGTERM ends the run: %d %r" % (run.returncode, messages))


def test_inputs_are_not_replaced():
    """An earlier report and a list that the run has read are not replaced by incomplete ones."""
    write("known", b"s n_b\ns n_d\ns y_unknown\n")
    case.exits(1, "conform", "--loader", "s=true {}", "--output", "json=old.json", "all")
    before = read_text("old.json")
    code, said, messages = run_interrupted(signal.SIGINT, "--compare", "old.json", "--output", "json=old.json", "--known-failures", "known",
                                   "--write-known-failures", "known", "--output", "markdown=new.md")
    stays = b"animproof: %s: not replaced, because the run was interrupted\n"
    case.check(code == 3 and messages == b"animproof: %s\n" % (DONE % b"SIGINT") + stays % b"old.json" + stays % b"known",
               "messages name the report and the list that are not replaced: %r" % messages)
    case.check(read_text("old.json") == before and read_text("known") == "s n_b\ns n_d\ns y_unknown\n", "the report and the list keep their content")
    case.check("**Incomplete" in read_text("new.md") and b" 0 disagreements, 1 excused; " in said,
               "reports that the run has not read are written: %r" % said)


def test_later_runs():
    """A later run does not compare results that the report of an interrupted run lacks."""
    run_interrupted(signal.SIGINT, "--output", "json=part.json")
    result = case.exits(0, "conform", "--loader", "s=true {}", "--compare", "part.json", "--loader-format", "s=mrtk", "all")
    case.check(result.stderr == b"animproof: part.json: the earlier run was interrupted: results that it lacks are not compared\n",
               "a message says that the earlier run was interrupted", result)


def test_sandbox():
    """The folder of a sandboxed loader is removed after a signal. The loader sends the signal; it cannot write to the fifo."""
    os.mkdir("out")
    killing_loader = script("kills.sh", 'echo x >"$TMPDIR/x"; case "$1" in */y_c*) trap "" PIPE; setsid sleep 1000 & kill -TERM $PPID; sleep 1000;; esac')
    result = case.exits(3, "conform", "--sandbox", "--loader", "s=%s {}" % killing_loader, "-j1", "--timeout", "1000", "all",
                        env={"TMPDIR": os.path.abspath("out")})
    case.check(result.stderr == b"animproof: interrupted by SIGTERM after 2 of 5 runs\n" and os.listdir("out") == [],
               "the folder of the sandboxed loader is removed", result)
    case.check(commands.find_processes(MARK) == [], "no process of the sandboxed loader is left")


for test in (test_signals, test_signal_before_results, test_ignored_signal, test_inputs_are_not_replaced, test_later_runs, test_sandbox):
    test()
case.finish()
