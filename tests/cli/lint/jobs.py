"""Files judged at once: whatever -j says, every byte that comes out is the same."""

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
CLEAN = 1200 if EACH == 1 else 600  # more than the 512 that may wait for their turn

# A tree of everything: clean, with findings of all levels, with many of them, unknown, unreadable, large and empty.
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


def everything(jobs, arguments, environment=None, formats=FORMATS):
    """Exit code, standard output and error, and reports in files, of a run with that many jobs."""
    outputs = ["--output=%s=report.%s" % (form, form) for form in formats]
    result = case.run("lint", "--no-config", "-j", jobs, *outputs, *arguments, env=environment or {})
    told = [result.returncode, result.stdout, result.stderr]
    for form in formats:
        told.append(read("report." + form))
    return told


def same(*arguments, formats=FORMATS):
    alone = everything("1", arguments, formats=formats)
    for jobs in MANY_JOBS:
        together = everything(jobs, arguments, formats=formats)
        for what, one, other in zip(("exit code", "standard output", "standard error") + tuple(formats), alone, together):
            case.check(one == other, "-j%s tells what -j1 tells of %r: %s" % (jobs, arguments, what))
    if formats != FORMATS:
        return alone
    portable = everything("1", arguments, {"ANIMPROOF_PORTABLE": "1"})
    case.check(portable == alone, "another processor tells the same of %r" % (arguments,))
    return alone


told = same(golden)
case.check(told[0] == 1 and len(told[1]) > 10000, "golden files have findings")
told = same("tree", *["absent-%d" % i for i in range(16)])
case.check(told[2].count(b"No such file") == 16, "what cannot be read is told, too")
case.check(told[0] == 3, "exit of the worst")
same("--format=json", "tree", "clean")
same("--format=concise", "-v", "clean", "tree")
same("--format=jsonl", "--max-findings=2", "tree")
same("--max-per-rule=1", "--strict", "tree/00", "absent", "tree/01", golden, "tree/02/01.bin")
same("--format=concise", "--files-from=list")
same("--files-from=list", "--null")
same("clean", "--quiet")
for limit in ("1", "64K", "100K", "200K", "1M"):
    told = same("--max-memory=" + limit, "--max-per-rule=0", "tree")
    case.check(told[0] == (1 if limit == "1M" else 4), "exit %d with %s of memory" % (told[0], limit))

# Files whose only findings are those that a comment silences, and such files among others: every report has them.
QUIET = b" // animproof: ignore md5anim, md5mesh"
for i in range(30):
    write("silenced/%02d.md5anim" % i, md5anim(parent=b"9").replace(b'"hips" 9 0 0', b'"hips" 9 0 0' + QUIET.replace(b", md5mesh", b"")))
write("silenced/other.md5mesh", md5mesh(["a", "b"]).replace(b"\tweight 0 0 1 ", b"\tweight 0 9 1 ").replace(
    b"( 0 0 0 )\n\tweight 1", b"( 0 0 0 )" + QUIET.replace(b" md5anim,", b"") + b"\n\tweight 1"))
told = same("silenced", formats=REPORTS)
case.check(told[1] == b"31 files: 0 errors, 0 warnings, 31 suppressed by comments.\n", "silenced findings: %r" % told[1])
case.check(told[0] == 0 and told[3 + REPORTS.index("sarif")].count(b'"inSource"') == 31, "each has its suppression")
same("silenced", "tree/00", "clean", "silenced/00.md5anim", "--statistics", formats=REPORTS)

# A list as long as its pipe is open: what was found is told before more is.
lint = commands.start([case.program, "lint", "-j3", "--format=jsonl", "--files-from=-", "-q", "--output=jsonl=/dev/stderr"],
                      stdin=commands.PIPE, stdout=commands.DEVNULL, stderr=commands.PIPE)
lint.stdin.write(b"tree/00/01.bin\nclean\n")
lint.stdin.close()
case.check(lint.stderr.read().count(b"\n") >= CLEAN + 1, "a list through a pipe")
lint.stderr.close()
case.check(lint.wait() == 0, "its exit: %d, of files with a note at most" % lint.returncode)

# Standard input among files.
for jobs in ("1", "4"):
    result = case.exits(1, "lint", "-j", jobs, "--format=concise", "clean", "-", "tree/00/00.bin", "clean", input=mrtk_bad())
    case.check(b"-:0x13: error: camera.position_x.pre_wrap is 16; " in result.stdout, "standard input", result)


# As many files at once as -j says: that many fifos are opened while none of them has been written to.
held = ["held-%d" % i for i in range(5)]
for name in held:
    os.mkfifo(name)
for jobs, at_once in ((["-j4"], 4), (["-j1"], 1), (["-j2"], 2), ([], min(len(os.sched_getaffinity(0)), len(held)))):
    lint = case.start("lint", *jobs, *held, stdout=commands.PIPE, stderr=commands.PIPE)
    writers = [open_when_read(name) for name in held[:at_once]]
    tasks = len(os.listdir("/proc/%d/task" % lint.pid))
    more = open_when_read(held[at_once], 0.05) if at_once < len(held) else None
    fine = None not in writers and more is None and (tasks == 1) == (at_once == 1)
    case.check(fine, "%d files at once with %r, by %d threads: %r, %r" % (at_once, jobs, tasks, writers, more))
    if not fine:
        lint.end()
        lint.communicate()
        break
    for name in [None] * at_once + held[at_once:]:
        writer = open_when_read(name) if name else writers.pop()
        os.write(writer, mrtk())
        os.close(writer)
    out, err = lint.communicate()
    case.check(lint.returncode == 0 and out == b"5 files: 0 errors, 0 warnings.\n", "%r: %r" % (jobs, out + err))

# Nobody reads any more: no thread waits for that.
for form in FORMATS:
    case.closed_pipe(3, "lint", "-j4", "--format", form, "tree", "clean", "tree")

# Usage.
for value in ("0", "-1", "x", "", "1025"):
    case.exits(2, "lint", "-j", value, "clean")
case.exits(0, "lint", "--jobs=1024", "clean")
case.exits(2, "lint", "--progress=always", "clean")

# Files that become shorter while several threads read them: the program is stopped when it has mapped one.
def stop_with_mapped(lint, what):
    """Returns when it is stopped with a file mapped whose name has `what` in it, or has ended before that was seen."""
    while lint.poll() is None:
        try:
            with open("/proc/%d/maps" % lint.pid, "rb") as maps:
                if what not in maps.read():
                    continue
        except ProcessLookupError:  # it is just ending
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
    stop_with_mapped(lint, b"/large-")
    for name in names:
        os.truncate(name, 5000)
    lint.send_signal(signal.SIGCONT)
    out, err = lint.communicate()
    shorter = b"became shorter" in err
    case.check(lint.returncode == 3 if shorter else lint.returncode in (0, 1), "exit %d: %r" % (lint.returncode, err))
    if shorter:
        break
case.check(shorter, "files shrank while they were read")

# Progress: on a terminal alone, and gone at the end.
slow = ["slow-%d" % i for i in range(20)]
for directory in slow:
    os.mkdir(directory)
    for name in os.listdir("clean"):
        os.link("clean/" + name, directory + "/" + name)
_, plain, said = Terminal(case, "lint", "-j2", "--format=json", *slow).finish()
case.check(b" files, " in said and b"/s" in said, "a line on a terminal: %r" % said[:300])
case.check(said.endswith(b"\r\x1b[K"), "is gone at the end")
_, without, said = Terminal(case, "lint", "-j2", "--format=json", "--progress=never", *slow).finish()
case.check(said == b"", "not where it is not wanted")
case.check(plain == without, "changes no report")
case.check(b" files, " not in case.run("lint", *slow).stderr, "no line where there is no terminal")

case.finish()
