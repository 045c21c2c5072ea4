"""animproof conform with loaders that crash, hang or leave processes, and after a signal: reports have the results so far, are valid
documents, and say that they are incomplete."""

import glob
import json
import os
import re
import resource
import signal
import sys
import xml.etree.ElementTree as ElementTree

import commands
import pytest
from cli_case import preload_environment, read_text, write
from loader_scripts import read_valid_report, write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content

# {case: (what the loader does with it, status)}
HANGING = {"n_hang": ("sleep 1000; exit 1", "timeout SIGKILL"), "y_stopped": ("kill -STOP $$", "timeout SIGKILL")}
ODD = {
    "y_segv": ("kill -SEGV $$", "crash SIGSEGV"),
    "n_segv": ("kill -SEGV $$", "crash SIGSEGV"),
    "i_segv": ("kill -SEGV $$", "crash SIGSEGV"),
    "n_seven": ("exit 7", "crash 7"),
    "n_alloc": ("echo std::bad_alloc >&2; kill -ABRT $$", "out-of-memory SIGABRT"),
    "y_alloc_late": ("yes | head -c 100000; echo MemoryError; exit 3", "out-of-memory 3"),
    "y_alloc_said": ("echo std::bad_alloc", "agrees accepted"),
    "n_killed": ("kill -KILL $$", "out-of-memory SIGKILL"),
    "y_filled": ("exec %s -c '\nimport os\nkept = []\ntry:\n while True: kept.append(bytearray(1 << 20))\nexcept MemoryError: os._exit(9)'"
                 % sys.executable, "out-of-memory 9"),
    "y_limit": ("[ $(ulimit -v) = 204800 ] && [ $(ulimit -c) = 0 ]", "agrees accepted"),
    "y_megabytes": ("yes 'many words' | head -c 5000000", "agrees accepted"),
    "n_megabytes_quiet": ("exec 1>&- 2>&-; exit 1", "agrees refused"),
    "y_children": ("sleep 1000 & sleep 1000 & exit 0", "agrees accepted"),
    "n_escaped": ("setsid sleep 1000 & setsid sh -c 'sleep 1000 & sleep 1000' & exit 1", "agrees refused"),
    "y_reads_input": ("cat", "agrees accepted"),
    "y_session": ("read -r _ _ _ _ group session _ < /proc/$$/stat; [ $group = $$ ] && [ $session = $$ ]", "agrees accepted"),
}


@pytest.mark.parametrize(("loader", "seconds", "messages"), [
    (HANGING, "1", [b"odd: n_hang: timeout (killed after 1 s): md5anim/count at 0x7: "]),
    (ODD, "100", [b"odd: n_seven: crash (exit 7): ", b"odd: y_segv: crash (SIGSEGV): a reason"])], ids=["hanging", "odd"])
def test_crashes_timeouts_and_memory_limits_are_told_apart(conform, left_processes, loader, seconds, messages):
    build_small_corpus("odd", [case_and_content(name, name.encode()) for name in loader])
    odd = write_script("odd.sh", 'case "$1" in\n%sesac' % "".join("*/%s.*) %s;;\n" % (name, body) for name, (body, _) in loader.items()))
    most = resource.getrlimit(resource.RLIMIT_CORE)[1]
    conform(1, "--loader", "odd=%s {}" % odd, "--timeout", seconds, "--memory", "200", "-j", "4", "--show", "0", "--output", "json=odd.json",
            "odd", prints=messages, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (most, most)))
    for (name, _), found in statuses_by_case_and_loader("odd.json").items():
        assert found == loader[name][1], name
    assert left_processes() == []


@pytest.mark.parametrize("ignored", ["", "trap '' CHLD; "], ids=["", "ignored"])  # bash passes an ignored SIGCHLD on to conform
def test_a_process_from_before_is_not_ended_though_it_is_a_child_of_conform(animproof, left_processes, ignored):
    build_small_corpus("one", [case_and_content("y_orphan", b"a")])
    shell = "%senv -u CONFORM_TEST setsid sleep 44.44 >/dev/null 2>&1 & echo $! > sleeper; exec %s conform --loader 'o=%s {}' one" % (
        ignored, animproof.program, write_script("orphan.sh", "setsid sleep 1000 & exit 0"))
    result = commands.run(["bash", "-c", shell], stdout=commands.PIPE, stderr=commands.PIPE)
    animproof.check(result.returncode == 0, "the loader agrees", result)
    os.kill(int(read_text("sleeper")), signal.SIGKILL)  # raises an exception if the process has ended
    assert left_processes() == []


COUNT = 200  # number of processes that a loader leaves running
ROUNDS = 8   # most lists of children that conform reads after a "wide" loader
# "wide": all processes are children of the loader. "long": each process is a child of the previous one. Each has its own session.
LEAVING = r'''
import os, signal, sys
ready, done = os.pipe()

def leave(left):
    """Starts a process, or a chain of `left` processes."""
    if os.fork() == 0:
        os.setsid()
        os.write(done, b"x")
        while left > 1 and os.fork() == 0:
            os.setsid()
            os.write(done, b"x")
            left -= 1
        signal.pause()

for _ in range(1 if "long" in sys.argv[1] else COUNT):
    leave(COUNT if "long" in sys.argv[1] else 1)
count = 0
while count < COUNT:
    count += len(os.read(ready, COUNT))
'''.replace("COUNT", str(COUNT))


@pytest.mark.parametrize(("shape", "most"), [("wide", ROUNDS), ("long", COUNT + ROUNDS)])  # orphans become children of conform
def test_many_left_processes_are_ended_with_few_lists_of_children(conform, left_processes, shape, most):
    build_small_corpus(shape, [case_and_content("y_" + shape, shape.encode())])
    conform(0, "--loader", "l=%s {}" % write_script("leaves.py", LEAVING, "/usr/bin/python3"), "-j1", "--timeout", "100", shape,
            env={"LISTS": os.path.abspath("lists"), **preload_environment("count_child_lists")})
    assert 0 < os.path.getsize("lists") <= most
    assert left_processes() == []


FORMATS = ("json", "html", "junit", "markdown")
OUTPUTS = [word for form in FORMATS for word in ("--output", "%s=out.%s" % (form, form))]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DONE = b"interrupted by %s after 2 of 6 runs"


@pytest.fixture
def interrupt_conform(animproof, left_processes):
    """Builds a corpus of five cases. Calling it sends signals to conform when the third case begins, after two cases are done, and
    returns exit code, standard output and standard error. The third case leaves processes.

    With -j3 the loader runs three times at once, and the test reads one line of the fifo: without the trap, SIGPIPE would end the
    other two, which would count as crashes.
    """
    os.mkfifo("ready")
    build_small_corpus("all", [case_and_content("y_a", b"1"), case_and_content("n_b", b"2"), case_and_content("y_c", b"3"), case_and_content("n_d", b"4"), case_and_content("y_e", b"5", "mrtk")])
    slow = write_script("slow.sh", 'case "$1" in */y_c*) trap "" PIPE; setsid sleep 1000 & sleep 1000 & echo x >ready; sleep 1000;; esac')

    def start_and_interrupt(numbers, *arguments, corpus="all", **options):
        with animproof.start("conform", "--loader", "s=%s {}" % slow, "--loader", "other=true {}", "--loader-format", "other=mrtk", "-j1",
                             "--timeout", "1000", *arguments, corpus, stdout=commands.PIPE, stderr=commands.PIPE, **options) as process:
            with open("ready", "rb") as file:
                file.readline()
            for number in numbers:
                process.send_signal(number)
            said, messages = process.communicate(timeout=commands.LONGEST)
        assert left_processes() == []
        return process.returncode, said, messages
    return start_and_interrupt


def check_reports_of_interruption(animproof, words):
    """Checks the reports of an interrupted run. Returns the JSON report."""
    report = read_valid_report(animproof, "out.json")
    assert [len(one["results"]) for one in report["cases"]] == [1, 1, 0, 0, 0]
    assert [report["summary"][name] for name in ("cases", "cases_run", "runs", "failed")] == [5, 2, 2, 1]
    page = read_text("out.html")
    inside = re.search(r'<script type="application/json" id="data">\n(.*?)</script>', page, re.S)
    assert json.loads(inside.group(1)) == report and "<b>Incomplete: %s.</b>" % words in page and page.endswith("</html>\n")
    root = ElementTree.parse("out.junit").getroot()
    assert [root.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "1", "0", "4"]
    assert [one.get("name") for one in root.iter("testcase") for message in one.iter("skipped")
            if message.get("message") == "not run: " + words] == ["y_c", "n_d", "y_e", "y_e"]
    page = read_text("out.markdown")
    assert "\n**Incomplete: %s.**\n" % words in page and "## other\n\nNo failures so far.\n" in page
    return report


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_run_with_reports_of_the_results_so_far(animproof, interrupt_conform, number):
    write("list", b"as it was")
    words = DONE % number.name.encode()
    code, said, messages = interrupt_conform([number], *OUTPUTS, "--write-known-failures", "list")
    assert (code, messages) == (3, b"animproof: %s\n" % words)
    assert said.endswith(b"\n2 loaders on 2 files: 1 disagreement; %s.\n" % words)
    assert check_reports_of_interruption(animproof, words.decode())["interrupted"] == {"signal": number.name, "runs": 2, "of": 6}
    assert read_text("list").split("\n")[1:] == ["# Incomplete: %s." % words.decode(), "s n_b # should have refused: md5anim/count", ""]


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_before_the_first_result_replaces_no_report(interrupt_conform, number):
    build_small_corpus("slow", [case_and_content("y_c%d" % number, b"%d" % number) for number in range(4)] + [case_and_content("y_e", b"5", "mrtk")])
    write("keep.html", b"as it was")
    assert interrupt_conform([number], "-j3", "--output", "html=keep.html", corpus="slow") == (
        3, b"", b"animproof: interrupted by %s after 0 of 6 runs: no report is written\n" % number.name.encode())
    assert read_text("keep.html") == "as it was" and glob.glob("keep.html?*") == []


def test_a_hangup_that_nohup_ignores_does_not_end_the_run(interrupt_conform):
    code, _, messages = interrupt_conform([signal.SIGHUP, signal.SIGTERM], preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert (code, messages) == (3, b"animproof: %s\n" % (DONE % b"SIGTERM"))


def test_an_interrupted_run_replaces_no_report_or_list_that_it_has_read(conform, interrupt_conform):
    write("known", b"s n_b\ns n_d\ns y_unknown\n")
    conform(1, "--loader", "s=true {}", "--output", "json=old.json", "all")
    before = read_text("old.json")
    code, said, messages = interrupt_conform([signal.SIGINT], "--compare", "old.json", "--output", "json=old.json", "--known-failures", "known",
                                     "--write-known-failures", "known", "--output", "markdown=new.md")
    stays = b"animproof: %s: not replaced, because the run was interrupted\n"
    assert (code, messages) == (3, b"animproof: %s\n" % (DONE % b"SIGINT") + stays % b"old.json" + stays % b"known")
    assert read_text("old.json") == before and read_text("known") == "s n_b\ns n_d\ns y_unknown\n"
    assert "**Incomplete" in read_text("new.md") and b" 0 disagreements, 1 excused; " in said


def test_results_that_an_interrupted_run_lacks_are_not_compared(conform, interrupt_conform):
    interrupt_conform([signal.SIGINT], "--output", "json=part.json")
    conform(0, "--loader", "s=true {}", "--compare", "part.json", "--loader-format", "s=mrtk", "all",
            says_only=b"animproof: part.json: the earlier run was interrupted: results that it lacks are not compared\n")


def test_the_folder_of_a_sandboxed_loader_is_removed_after_a_signal(conform, interrupt_conform, left_processes):
    os.mkdir("out")
    killing = write_script("kills.sh", 'echo x >"$TMPDIR/x"; case "$1" in */y_c*) trap "" PIPE; setsid sleep 1000 & kill -TERM $PPID; sleep 1000;; esac')
    conform(3, "--sandbox", "--loader", "s=%s {}" % killing, "-j1", "--timeout", "1000", "all", env={"TMPDIR": os.path.abspath("out")},
            says_only=b"animproof: interrupted by SIGTERM after 2 of 5 runs\n")
    assert os.listdir("out") == [] and left_processes() == []
