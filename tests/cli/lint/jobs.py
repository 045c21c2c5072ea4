"""Several files at once: every output byte is independent of -j."""

import os
import signal

import commands
from cli_case import GOLDEN, Case, md5anim, md5mesh, mrtk, mrtk_bad, mrtk_many, mrtk_noted, mrtk_warned, read, write
from formats import REPORTS
from golden_files import EACH
from on_terminal import Terminal, open_when_read

case = Case()
golden = os.path.abspath(os.path.join(GOLDEN, "" if EACH == 1 else "md5camera"))
FORMATS = ("human", "concise", "json", "jsonl")
MANY_JOBS = ("2", "8")
FOLDERS = 8 if EACH == 1 else 4
CLEAN = 1200 if EACH == 1 else 600  # more than the 512 results that may wait for their turn

# A tree with all kinds of files: clean, with findings of all levels, with many findings, unknown, unreadable, large and empty.
KINDS = [mrtk(), mrtk_bad(), mrtk_warned(), mrtk_noted(), md5anim(), md5anim(parent=b"9"), b"no format at all", b"",
         mrtk_many(1200), mrtk(times=[float(i) for i in range(20000)])]
for i in range(FOLDERS):
    directory = "tree/%02d" % i
    for j in range(20):
        write("%s/%02d.bin" % (directory, j), KINDS[(i * 7 + j * 3 + i * j) % len(KINDS)])
    os.symlink("nowhere", directory + "/05-broken.bin")
    os.mkfifo(directory + "/fifo")
many = [name for i in range(FOLDERS) for name in ("tree/%02d" % i, "absent-%d" % i, "tree/%02d/03.bin" % i)]
write("list", "\n".join(many).encode())
for i in range(CLEAN):
    write("clean/%04d.bin" % i, mrtk())


def run_with_jobs(jobs, arguments, environment=None, formats=FORMATS):
    """Returns exit code, standard output, standard error and the report files of a run with -j `jobs`."""
    outputs = ["--output=%s=report.%s" % (form, form) for form in formats]
    result = case.run("lint", "--no-config", "-j", jobs, *outputs, *arguments, env=environment or {})
    outcome = [result.returncode, result.stdout, result.stderr]
    for form in formats:
        outcome.append(read("report." + form))
    return outcome


def check_same(*arguments, formats=FORMATS):
    with_one_job = run_with_jobs("1", arguments, formats=formats)
    for jobs in MANY_JOBS:
        with_more_jobs = run_with_jobs(jobs, arguments, formats=formats)
        for what, one, other in zip(("exit code", "standard output", "standard error") + tuple(formats), with_one_job, with_more_jobs):
            case.check(one == other, "-j%s gives the output of -j1 for %r: %s" % (jobs, arguments, what))
    if formats != FORMATS:
        return with_one_job
    portable = run_with_jobs("1", arguments, {"ANIMPROOF_PORTABLE": "1"})
    case.check(portable == with_one_job, "ANIMPROOF_PORTABLE=1 does not change the output for %r" % (arguments,))
    return with_one_job


outcome = check_same(golden)
case.check(outcome[0] == 1 and len(outcome[1]) > 10000, "golden files have findings")
outcome = check_same("tree", *["absent-%d" % i for i in range(16)])
case.check(outcome[2].count(b"No such file") == 16, "each missing file is reported")
case.check(outcome[0] == 3, "missing files give exit 3 although other files have errors")
check_same("--format=json", "tree", "clean")
check_same("--format=concise", "-v", "clean", "tree")
check_same("--format=jsonl", "--max-findings=2", "tree")
check_same("--max-per-rule=1", "--strict", "tree/00", "absent", "tree/01", golden, "tree/02/01.bin")
check_same("--format=concise", "--files-from=list")
check_same("--files-from=list", "--null")
check_same("clean", "--quiet")
for limit in ("1", "64K", "100K", "200K", "1M"):
    outcome = check_same("--max-memory=" + limit, "--max-per-rule=0", "tree")
    case.check(outcome[0] == (1 if limit == "1M" else 4), "exit %d with --max-memory=%s" % (outcome[0], limit))

# Every report of files with only suppressed findings, and of such files among other files, is independent of -j.
QUIET = b" // animproof: ignore md5anim, md5mesh"
for i in range(30):
    write("silenced/%02d.md5anim" % i, md5anim(parent=b"9").replace(b'"hips" 9 0 0', b'"hips" 9 0 0' + QUIET.replace(b", md5mesh", b"")))
write("silenced/other.md5mesh", md5mesh(["a", "b"]).replace(b"\tweight 0 0 1 ", b"\tweight 0 9 1 ").replace(
    b"( 0 0 0 )\n\tweight 1", b"( 0 0 0 )" + QUIET.replace(b" md5anim,", b"") + b"\n\tweight 1"))
outcome = check_same("silenced", formats=REPORTS)
case.check(outcome[1] == b"31 files: 0 errors, 0 warnings, 31 suppressed by comments, 30 animations without a mesh.\n", "the summary counts the suppressed findings: %r" % outcome[1])
case.check(outcome[0] == 0 and outcome[3 + REPORTS.index("sarif")].count(b'"inSource"') == 31, "SARIF has a suppression for each of the 31 findings")
check_same("silenced", "tree/00", "clean", "silenced/00.md5anim", "--statistics", formats=REPORTS)

# A list that comes through a pipe: results are reported while the pipe is still open.
lint = commands.start([case.program, "lint", "-j3", "--format=jsonl", "--files-from=-", "-q", "--output=jsonl=/dev/stderr"],
                      stdin=commands.PIPE, stdout=commands.DEVNULL, stderr=commands.PIPE)
lint.stdin.write(b"tree/00/01.bin\nclean\n")
lint.stdin.close()
case.check(lint.stderr.read().count(b"\n") >= CLEAN + 1, "every file of the list is in the report")
lint.stderr.close()
case.check(lint.wait() == 0, "files with at most a note give exit 0: exit %d" % lint.returncode)

# Standard input as one of the paths.
for jobs in ("1", "4"):
    result = case.exits(1, "lint", "-j", jobs, "--format=concise", "clean", "-", "tree/00/00.bin", "clean", input=mrtk_bad())
    case.check(b"-:0x13: error: camera.position_x.pre_wrap is 16; " in result.stdout, "the finding in standard input is reported", result)


# -j sets the number of files that are read at once: lint opens that many fifos before the test writes to a fifo.
held = ["held-%d" % i for i in range(5)]
for name in held:
    os.mkfifo(name)
for jobs, at_once in ((["-j4"], 4), (["-j1"], 1), (["-j2"], 2), ([], min(len(os.sched_getaffinity(0)), len(held)))):
    lint = case.start("lint", *jobs, *held, stdout=commands.PIPE, stderr=commands.PIPE)
    writers = [open_when_read(name) for name in held[:at_once]]
    tasks = len(os.listdir("/proc/%d/task" % lint.pid))
    more = open_when_read(held[at_once], 0.05) if at_once < len(held) else None
    fine = None not in writers and more is None and (tasks == 1) == (at_once == 1)
    case.check(fine, "lint reads %d files at once with %r and %d threads: opened %r, then %r" % (at_once, jobs, tasks, writers, more))
    if not fine:
        lint.end()
        lint.communicate()
        break
    for name in [None] * at_once + held[at_once:]:
        writer = open_when_read(name) if name else writers.pop()
        os.write(writer, mrtk())
        os.close(writer)
    out, err = lint.communicate()
    case.check(lint.returncode == 0 and out == b"5 files: 0 errors, 0 warnings.\n", "five clean files with %r: %r" % (jobs, out + err))

# The reader of a report closes the pipe: no thread waits forever.
for form in FORMATS:
    case.check_closed_pipe(3, "lint", "-j4", "--format", form, "tree", "clean", "tree")

# Wrong values of -j and --progress.
for value in ("0", "-1", "x", "", "1025"):
    case.exits(2, "lint", "-j", value, "clean")
case.exits(0, "lint", "--jobs=1024", "clean")
case.exits(2, "lint", "--progress=always", "clean")

# Files that shrink while several threads read them: the test stops the program when it has mapped a file.
def stop_when_mapped(lint, what):
    """Stops the process as soon as it has mapped a file with `what` in the name. Returns also if the process ends first."""
    while lint.poll() is None:
        try:
            with open("/proc/%d/maps" % lint.pid, "rb") as maps:
                if what not in maps.read():
                    continue
        except ProcessLookupError:  # the process is ending
            continue
        lint.send_signal(signal.SIGSTOP)
        return


frames = b"".join(b"frame %d {\n}\n" % i for i in range(200000))
large = md5anim().replace(b"numFrames 1", b"numFrames 200000").replace(
    b"\t( -1 -1 -1 ) ( 1 1 1 )\n", b"\t( -1 -1 -1 ) ( 1 1 1 )\n" * 200000).replace(b"frame 0 {\n}\n", frames)
shorter = False
for _ in range(30):
    names = ["large-%d.md5anim" % i for i in range(4)]
    for name in names:
        write(name, large)
    lint = commands.start([case.program, "lint", "-j4", *names], stdout=commands.PIPE, stderr=commands.PIPE)
    stop_when_mapped(lint, b"/large-")
    for name in names:
        os.truncate(name, 5000)
    lint.send_signal(signal.SIGCONT)
    out, err = lint.communicate()
    shorter = b"became shorter" in err
    case.check(lint.returncode == 3 if shorter else lint.returncode in (0, 1), "exit 3 if a file shrank: exit %d: %r" % (lint.returncode, err))
    if shorter:
        break
case.check(shorter, "at least one file shrank while lint read it")

# The progress line is only drawn on a terminal, and is erased at the end.
slow = ["slow-%d" % i for i in range(20)]
for directory in slow:
    os.mkdir(directory)
    for name in os.listdir("clean"):
        os.link("clean/" + name, directory + "/" + name)
_, plain, said = Terminal(case, "lint", "-j2", "--format=json", *slow).finish()
case.check(b" files, " in said and b"/s" in said, "a terminal shows a progress line: %r" % said[:300])
case.check(said.endswith(b"\r\x1b[K"), "the progress line is erased at the end")
_, without, said = Terminal(case, "lint", "-j2", "--format=json", "--progress=never", *slow).finish()
case.check(said == b"", "--progress=never draws no progress line")
case.check(plain == without, "the progress line does not change the report")
case.check(b" files, " not in case.run("lint", *slow).stderr, "without a terminal, no progress line is drawn")

case.finish()
