"""Files that are fixed or formatted in place are the old or the new ones, whatever happens: no space, a limit, a kill."""

import os
import resource
import signal
import sys
import time

import commands
from cli_case import Case, read, write

FRAMES = 6000
KILLS = 12
# What is killed cannot be searched for leaks: a search that the kill meets says that it failed. Runs to the end are.
NO_SEARCH = {"ASAN_OPTIONS": ":".join(o for o in (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0") if o)}


def animation(blank):
    """Of some 300 KB; not in canonical form where `blank` is not a tab."""
    text = [b'MD5Version 10\ncommandline ""\nnumFrames %d\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 3\n\n'
            b'hierarchy {\n\t"root" -1 11 0\n}\n\nbounds {\n' % FRAMES, b"\t( 0 0 0 ) ( 1 1 1 )\n" * FRAMES,
            b"}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n}\n"]
    text += [b"\nframe %d {\n%s%d 1 0\n}\n" % (i, blank, i % 7) for i in range(FRAMES)]
    return b"".join(text)


case = Case()
CANONICAL = animation(b"\t")
MARKED, SPACED = b"\xef\xbb\xbf" + CANONICAL, animation(b"  ")
WORKS = ((("fix", "-w"), MARKED), (("format", "-w"), SPACED), (("format", "--prune", "-w"), SPACED))
PRUNED = case.exits(0, "format", "--prune", "-", input=CANONICAL).stdout


def check_old(what, result, old, folder):
    case.check(result.returncode == 3 and result.stderr and read(folder + "/a.md5anim") == old, what, result)
    case.check(os.listdir(folder) == ["a.md5anim"], what + ": nothing is left", result)


def limited():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


for work, old in WORKS:
    # A limit of the file's size, and a folder in which no file can be made.
    write("in/a.md5anim", old)
    check_old("a limit: %r" % (work,), case.run(*work, "in/a.md5anim", preexec_fn=limited), old, "in")
    os.chmod("in", 0o555)
    result = case.run_as_nobody(*work, "in/a.md5anim")
    if result is not None:
        check_old("a folder that may not be written: %r" % (work,), result, old, "in")
    os.chmod("in", 0o755)

    # Killed at some moment of the work: whole, old or new.
    start = time.monotonic()
    case.exits(0, *work, "in/a.md5anim")
    took, new = time.monotonic() - start, read("in/a.md5anim")
    case.check(new == (PRUNED if "--prune" in work else CANONICAL), "the new file: %r" % (work,))
    for moment in range(KILLS):
        write("in/a.md5anim", old)
        running = case.start(*work, "in/a.md5anim", env={**os.environ, **NO_SEARCH}, stdout=commands.DEVNULL, stderr=commands.DEVNULL)
        time.sleep(took * moment / KILLS)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        case.check(read("in/a.md5anim") in (old, new), "killed after %d of %d: %r" % (moment, KILLS, work))
        for left in set(os.listdir("in")) - {"a.md5anim"}:
            os.remove(os.path.join("in", left))

# A full disk, where this user may make one.
os.mkdir("disk")
if commands.run(["mount", "-t", "tmpfs", "-o", "size=%d" % (len(MARKED) * 4 // 3), "none", "disk"], stdout=commands.DEVNULL,
                stderr=commands.DEVNULL).returncode != 0:
    print("SKIPPED: %s: a full disk (no mount)" % os.path.basename(sys.argv[0]))
else:
    try:
        for work, old in WORKS:
            write("disk/a.md5anim", old)
            check_old("a full disk: %r" % (work,), case.run(*work, "disk/a.md5anim"), old, "disk")
    finally:
        commands.run(["umount", "disk"])
case.finish()
