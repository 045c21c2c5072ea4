"""What a command may do once its options are read: a preloaded library tries at its end (lib/escape.c).

Holds where the kernel has Landlock; where it has none, the test says so, and that --verbose does.
"""

import errno
import os
import shutil
import socket

from cli_case import Case, in_tree, preloaded, write

case = Case()
valid = in_tree("golden/md5anim/valid")
GOOD = os.path.abspath("good.md5anim")  # in canonical form
case.run("format", "-o", GOOD, os.path.join(valid, min(name for name in os.listdir(valid) if name.endswith(".md5anim"))))
REFUSED = errno.EACCES
READS = {"named": 0, "other": REFUSED, "make": REFUSED, "change": REFUSED, "remove": REFUSED, "folder": REFUSED, "report": REFUSED,
         "connect": REFUSED, "rights": 1, "execute": REFUSED}
FREE = {"named": 0, "other": 0, "make": 0, "change": 0, "remove": 0, "report": 0, "connect": 0, "rights": 0}


def tries(*arguments):
    """What the library told at the end of the command."""
    shutil.rmtree("in", ignore_errors=True)
    os.makedirs("in")
    os.makedirs("elsewhere", exist_ok=True)
    os.makedirs("reports", exist_ok=True)
    shutil.copy(GOOD, "in/a.md5anim")
    shutil.copy(GOOD, "elsewhere/b.md5anim")
    with socket.create_server(("127.0.0.1", 0)) as server, open("told", "wb+") as told:
        environment = {**shim, "READ": "in/a.md5anim", "ALSO_READ": "elsewhere/b.md5anim", "MAKE": "in/made",
                       "REPORT": "reports/other", "PORT": str(server.getsockname()[1]), "LISTENER": str(told.fileno())}
        result = case.run(*arguments, env=environment, pass_fds=[told.fileno()])
        told.seek(0)
        lines = dict(line.split() for line in told.read().decode().splitlines())
    return result, {name: int(number) for name, number in lines.items()}


def expect(arguments, expected, **others):
    result, found = tries(*arguments)
    found = {name: number for name, number in found.items() if name in expected}
    what = " ".join(arguments)
    case.check(found == {**expected, **others}, "%s: %s" % (what, found), result)
    case.check(result.returncode == 0 and result.stderr == b"", what + ": works all the same", result)


said = case.run("lint", "-v", GOOD).stderr.decode()
if "/asan/" in case.program:
    print("SKIPPED: sandboxes, with a sanitizer, which needs other files")
    case.check("animproof: not sandboxed: " in said, "--verbose says that nothing holds")
elif "sandboxed by Landlock: only the named files, no network" not in said:
    print("SKIPPED: sandboxes: " + said.split("\n")[0])
    case.check("animproof: not sandboxed: " in said or "sandboxed by Landlock" in said, "--verbose says what holds")
else:
    shim = preloaded("escape")
    for command in (["lint"], ["lint", "-j2"], ["dump"], ["roundtrip"], ["format"], ["format", "--diff"]):
        expect([*command, "in/a.md5anim"], READS)
    expect(["lint", "in"], READS)
    expect(["roundtrip", "in"], READS)
    result, found = tries("format", "--check", "in")
    case.check({name: number for name, number in found.items() if name in READS} == READS, "format --check in: %s" % found, result)
    case.check(result.returncode == 0 and result.stderr.startswith(b"1 file: "), "format --check works all the same", result)
    expect(["lint", "in", "--output", "json=reports/new.json"], READS, report=0)
    case.check(os.path.exists("reports/new.json"), "a report is put into its folder")
    expect(["lint", "in", "--write-baseline", "reports/new.baseline"], READS, report=0)
    case.check(os.path.exists("reports/new.baseline"), "a baseline is put into its folder")
    write("list", "in/a.md5anim\n")
    expect(["lint", "--files-from", "list"], READS, other=0)
    expect(["rules"], FREE)
    write("kept/.animproof.ini", "[animproof]\nstrict = yes\n")
    for path in ("kept/lost", "kept/not/lost"):
        result = case.run("lint", path)
        case.check(result.returncode == 3 and result.stderr.decode() == "animproof: %s: No such file or directory\n" % path,
                   "a path that is not there is told as that, beside a configuration", result)
case.finish()
