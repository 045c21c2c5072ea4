"""animproof conform with loaders that work as expected, and with loaders that crash, hang or leave processes."""

import glob
import os
import resource
import signal
import sys

import commands
from cli_case import Case, in_tree, md5anim, mrtk, mrtk_bad, read, read_text, write
from loader_scripts import script, statuses
from small_corpus import build, entry

MARK = "9876501%d" % (os.getpid() % 1000)  # seconds that abandoned processes sleep; the number identifies them in /proc
case = Case()


def sleeping_processes():
    """Returns the sleeping processes that this test's loaders have left."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            words = read(path).split(b"\0")
        except OSError:
            continue
        if words[0] == b"sleep" and MARK.encode() in words:
            found.append(path)
    return found


def conform(code, *arguments, **options):
    return case.exits(code, "conform", *arguments, **options)


def test_statuses_and_table():
    build("plain", [entry("y_a", md5anim()), entry("n_b", b"bad"), entry("i_c", b"either"),
                    entry("y_d", mrtk(), "mrtk")])
    good = script("good.sh", 'case "$1" in */n_*) exit 1;; esac')
    result = conform(0, "--loader", "good=%s {}" % good, "--loader", "other=%s {}" % good, "--loader-format",
                     "other=mrtk,memg", "plain")
    case.check(b"\ngood         4       3            0            0      0        0        0       1        0\n"
               b"other        1       1            0 " in result.stdout, "the table of results", result)
    case.check(result.stdout.endswith(b"\n\n2 loaders on 4 files: 0 disagreements.\n"),
               "the last line counts loaders, files and disagreements", result)
    case.check(result.stderr == b"", "a run without faults prints no message", result)

    wrong = script("wrong.sh", 'case "$1" in */y_*) exit 1;; esac')
    result = conform(1, "--loader", "wrong=%s {}" % wrong, "--show", "1", "plain")
    case.check(b"wrong: y_a: should have accepted: a reason: y_a\n... and 2 more (--show 0 shows all)\n"
               in result.stdout, "--show 1 shows one disagreement and counts the others", result)
    conform(1, "--loader", "wrong=%s {}" % wrong, "--show", "0", "plain",
            prints=b"wrong: n_b: should have refused: md5anim/count at 0x7: a reason: n_b\n", prints_never=b"more")
    case.check_closed_pipe(3, "conform", "--loader", "wrong=%s {}" % wrong, "plain")
    result = conform(1, "--loader", "wrong=%s {}" % wrong, "--progress", "always", "plain")
    case.check(b"\r[" in result.stderr and result.stderr.endswith(b"\r\x1b[K"), "--progress always shows and erases a progress line", result)


ODD = {
    "y_segv": "kill -SEGV $$",
    "n_segv": "kill -SEGV $$",
    "i_segv": "kill -SEGV $$",
    "n_seven": "exit 7",
    "n_hang": "sleep %s; exit 1" % MARK,
    "y_stopped": "kill -STOP $$",
    "n_alloc": "echo std::bad_alloc >&2; kill -ABRT $$",
    "y_alloc_late": "yes | head -c 100000; echo MemoryError; exit 3",
    "y_alloc_said": "echo std::bad_alloc",
    "n_killed": "kill -KILL $$",
    "y_filled": "exec %s -c '%s'" % (sys.executable, """
import os
kept = []
try:
    while True: kept.append(bytearray(1 << 20))
except MemoryError:
    os._exit(9)"""),
    "y_limit": "[ $(ulimit -v) = 204800 ] && [ $(ulimit -c) = 0 ]",
    "y_megabytes": "yes 'many words' | head -c 5000000",
    "n_megabytes_quiet": "exec 1>&- 2>&-; exit 1",
    "y_children": "sleep %s & sleep %s & exit 0" % (MARK, MARK),
    "n_escaped": "setsid sleep %s & setsid sh -c 'sleep %s & sleep %s' & exit 1" % (MARK, MARK, MARK),
    "y_reads_input": "cat",
    "y_session": "read -r _ _ _ _ group session _ < /proc/$$/stat; [ $group = $$ ] && [ $session = $$ ]",
}
HANGING = ("n_hang", "y_stopped")
WANTED = {
    "y_segv": "crash SIGSEGV", "n_segv": "crash SIGSEGV", "i_segv": "crash SIGSEGV", "n_seven": "crash 7",
    "n_hang": "timeout SIGKILL", "y_stopped": "timeout SIGKILL", "n_alloc": "out-of-memory SIGABRT",
    "y_alloc_late": "out-of-memory 3", "y_alloc_said": "agrees accepted", "n_killed": "out-of-memory SIGKILL",
    "y_filled": "out-of-memory 9", "y_limit": "agrees accepted", "y_megabytes": "agrees accepted",
    "n_megabytes_quiet": "agrees refused", "y_children": "agrees accepted", "n_escaped": "agrees refused",
    "y_reads_input": "agrees accepted", "y_session": "agrees accepted",
}


def test_faults_of_the_companion():
    """A file that is wrong only together with its companion may be accepted by a loader that does not read the companion."""
    build("beside", [entry("n_names", b"a", defect="md5anim/mesh-joint-name_other"),
                     entry("n_parent", b"b", defect="md5anim/parent-order_forward")])
    accepting = script("takes.sh", "exit 0")
    conform(1, "--loader", "alone=%s {}" % accepting, "--loader", "both=%s {} {companion}" % accepting, "--output",
            "json=beside.json", "beside")
    found = statuses("beside.json")
    for name, loader, wanted in (("n_names", "alone", "may-differ"), ("n_names", "both", "should-have-refused"),
                                 ("n_parent", "alone", "should-have-refused")):
        case.check(found[name, loader].startswith(wanted), "status of %s for the loader %s: %s" % (name, loader, found[name, loader]))


def test_finding_of_the_defect():
    """A file with two errors from one change: the report names the rule for which the file was made."""
    two = [{"rule": "md5anim/" + rule, "severity": "error", "offset": 1, "length": 1, "path": ""}
           for rule in ("mesh-joint-parent", "parent-order")]
    build("two", [entry("n_two", b"a", defect="md5anim/parent-order_forward", expected=two)])
    result = conform(1, "--loader", "x=%s {}" % script("takes.sh", "exit 0"), "two")
    case.check(b"x: n_two: should have refused: md5anim/parent-order at 0x1: " in result.stdout, "the message names the rule of the defect", result)


def test_crashes_and_timeouts():
    build("odd", [entry(name, name.encode()) for name in ODD if name not in HANGING])
    build("hanging", [entry(name, name.encode()) for name in HANGING])
    cases = "".join("*/%s.*) %s;;\n" % (name, body) for name, body in ODD.items())
    odd = script("odd.sh", 'case "$1" in\n%sesac' % cases)
    most = resource.getrlimit(resource.RLIMIT_CORE)[1]

    def rate(seconds, corpus):
        result = conform(1, "--loader", "odd=%s {}" % odd, "--timeout", seconds, "--memory", "200", "-j", "4", "--show", "0",
                         "--output", "json=odd.json", corpus,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (most, most)))
        return result, statuses("odd.json")

    late_result, hanging = rate("1", "hanging")
    result, found = rate("100", "odd")
    found.update(hanging)
    for name, wanted in WANTED.items():
        case.check(found[name, "odd"] == wanted, "the status of %s is %s: %s" % (name, wanted, found[name, "odd"]))
    case.check(b"odd: n_hang: timeout (killed after 1 s): md5anim/count at 0x7: " in late_result.stdout,
               "a timeout is reported with its limit", late_result)
    case.check(b"odd: n_seven: crash (exit 7): " in result.stdout, "an unexpected exit code is reported", result)
    case.check(b"odd: y_segv: crash (SIGSEGV): a reason" in result.stdout, "a signal is reported", result)
    case.check(sleeping_processes() == [], "no process of a loader is left: %s" % sleeping_processes())


def test_processes_from_before():
    """conform must not end a process that existed before, although it is a child of conform's process."""
    build("one", [entry("y_orphan", b"a")])
    orphan = script("orphan.sh", "setsid sleep %s & exit 0" % MARK)
    for ignored in ("", "trap '' CHLD; "):  # bash passes an ignored SIGCHLD on to conform
        shell = "%ssetsid sleep 44.44 >/dev/null 2>&1 & echo $! > sleeper; exec %s conform --loader 'o=%s {}' one" % (
            ignored, case.program, orphan)
        result = commands.run(["bash", "-c", shell], stdout=commands.PIPE, stderr=commands.PIPE)
        sleeper = int(read_text("sleeper"))
        case.check(result.returncode == 0, "the loader agrees", result)
        case.check(os.path.exists("/proc/%d" % sleeper), "the process from before conform still runs (%r)" % ignored, result)
        case.check(sleeping_processes() == [], "the process of the loader was ended: %s" % sleeping_processes())
        if os.path.exists("/proc/%d" % sleeper):
            os.kill(sleeper, signal.SIGKILL)


def test_order_of_results():
    names = ["%s_%03d" % ("nyi"[i % 3], i) for i in range(60)]
    build("many", [entry(name, name.encode()) for name in names])
    good = script("echoes.sh", 'echo "$1"; case "$1" in *7.*|*/n_*) exit 1;; *9.*) exit 4;; esac')
    loaders = ["--loader", "a=%s {}" % good, "--loader", "b=%s {}" % good, "many"]
    outputs = []
    for jobs in ("1", "2", "16"):
        result = conform(1, "-j", jobs, "--output", "json=%s.json" % jobs, "--output", "junit=%s.xml" % jobs, *loaders)
        with open(jobs + ".json", "rb") as report, open(jobs + ".xml", "rb") as junit:
            outputs.append((result.stdout, report.read(), junit.read()))
    case.check(outputs[0] == outputs[1] == outputs[2], "results do not depend on -j")
    found = [name for name, loader in statuses("16.json") if loader == "a"]
    case.check(found == names, "results are in the order of the manifest")


def test_splitting_of_commands():
    companion = {"companion": "memg/y_scene.obj"}
    build("words", [entry("y_scene", b"x", "memg", **companion), entry("y_alone", b"y", "memg")])
    write("words/memg/y_scene.obj", b"")
    script("tell.sh", 'for word; do echo "[$word]"; done')
    command = """ ./tell.sh  "a  b" 'c"d' e\\ f x={} '{companion}' {}{} "" $HOME """
    conform(0, "--loader", "tell=" + command, "--output", "json=words.json", "words")
    said = statuses("words.json", "output")
    home = "words/memg/"
    case.check(said["y_scene", "tell"] == "[a  b]\n[c\"d]\n[e f]\n[x=%sy_scene.bin]\n[%sy_scene.obj]\n"
               "[%sy_scene.bin%sy_scene.bin]\n[]\n[$HOME]\n" % (home, home, home, home),
               "the command is split into words as a shell does, without expansion: %r" % said)
    case.check("]\n[]\n[" + home in said["y_alone", "tell"], "{companion} is an empty word if there is no companion")
    os.rename("words", "-words")
    conform(0, "--loader", "tell=./tell.sh {}", "--output", "json=words.json", "--", "-words")
    case.check(statuses("words.json", "output")["y_alone", "tell"] == "[./-words/memg/y_alone.bin]\n",
               "a path that begins with - is passed as ./-...")


def test_loaders_that_cannot_start():
    write("keep.json", b"as it was")
    write("not.sh", b"#!/bin/sh\n")
    script("lost.sh", "", case.absent_path("interpreter"))
    for command in ("./absent {}", "no-such-program-anywhere {}", "./not.sh {}", "./lost.sh {}", "/ {}",
                    "./good.sh/{}"):
        conform(3, "--loader", "x=" + command, "--output", "json=keep.json", "--output", "html=new.html",
                "plain", says=b"cannot start loader x: ")
    case.check(read("keep.json") == b"as it was", "the existing report is not replaced")
    case.check(glob.glob("*.json.*") + glob.glob("new.html*") == [], "no incomplete report is left")


def test_independent_readers():
    """The independent readers of tests/ref as a loader; they exit with 2 if they fail themselves."""
    build("real", [entry("y_mrtk", mrtk(), "mrtk"), entry("n_mrtk", mrtk_bad(), "mrtk"), entry("n_memg", b"x", "memg"),
                   entry("y_md5", md5anim()), entry("n_md5", md5anim(b"5"))])
    reader = in_tree("tests/ref/loader.py")
    conform(0, "--loader", "ref=%s {} {companion}" % reader, "--memory", "0", "real")


for test in (test_statuses_and_table, test_faults_of_the_companion, test_finding_of_the_defect, test_crashes_and_timeouts,
             test_processes_from_before, test_order_of_results, test_splitting_of_commands, test_loaders_that_cannot_start,
             test_independent_readers):
    test()
case.finish()
