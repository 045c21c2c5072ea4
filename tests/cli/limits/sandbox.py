"""The sandbox of commands: a preloaded library tries forbidden operations at the end of a command (lib/escape.c).

The test needs a kernel with Landlock. Without Landlock it prints that it skips, and checks the message of --verbose.
"""

import errno
import os
import shutil
import socket

from cli_case import Case, in_tree, preloaded, write

case = Case()
valid = in_tree("golden/md5anim/valid")
GOOD = os.path.abspath("good.md5anim")  # a file in canonical form
case.run("format", "-o", GOOD, os.path.join(valid, min(name for name in os.listdir(valid) if name.endswith(".md5anim"))))
REFUSED = errno.EACCES
SANDBOXED = {"named": 0, "other": REFUSED, "make": REFUSED, "change": REFUSED, "remove": REFUSED, "folder": REFUSED, "report": REFUSED,
         "connect": REFUSED, "rights": 1, "execute": REFUSED}
UNRESTRICTED = {"named": 0, "other": 0, "make": 0, "change": 0, "remove": 0, "report": 0, "connect": 0, "rights": 0}


def run_and_try(*arguments):
    """Runs the command with the preloaded library. Returns the result of the command and {operation: error number or 0}."""
    shutil.rmtree("in", ignore_errors=True)
    os.makedirs("in")
    os.makedirs("elsewhere", exist_ok=True)
    os.makedirs("reports", exist_ok=True)
    shutil.copy(GOOD, "in/a.md5anim")
    shutil.copy(GOOD, "elsewhere/b.md5anim")
    with socket.create_server(("127.0.0.1", 0)) as server, open("told", "wb+") as attempts:
        environment = {**library, "READ": "in/a.md5anim", "ALSO_READ": "elsewhere/b.md5anim", "MAKE": "in/made",
                       "REPORT": "reports/other", "PORT": str(server.getsockname()[1]), "LISTENER": str(attempts.fileno())}
        result = case.run(*arguments, env=environment, pass_fds=[attempts.fileno()])
        attempts.seek(0)
        lines = dict(line.split() for line in attempts.read().decode().splitlines())
    return result, {name: int(number) for name, number in lines.items()}


def check_allowed(arguments, expected, **others):
    result, found = run_and_try(*arguments)
    found = {name: number for name, number in found.items() if name in expected}
    what = " ".join(arguments)
    case.check(found == {**expected, **others}, "%s: %s" % (what, found), result)
    case.check(result.returncode == 0 and result.stderr == b"", what + ": the command succeeds", result)


said = case.run("lint", "-v", GOOD).stderr.decode()
if "/asan/" in case.program:
    print("SKIPPED: sandboxes, with a sanitizer, which needs other files")
    case.check("animproof: not sandboxed: " in said, "--verbose prints that there is no sandbox")
elif "sandboxed by Landlock: only the named files, no network" not in said:
    print("SKIPPED: sandboxes: " + said.split("\n")[0])
    case.check("animproof: not sandboxed: " in said or "sandboxed by Landlock" in said, "--verbose prints the state of the sandbox")
else:
    library = preloaded("escape")
    for command in (["lint"], ["lint", "-j2"], ["dump"], ["roundtrip"], ["format"], ["format", "--diff"]):
        check_allowed([*command, "in/a.md5anim"], SANDBOXED)
    check_allowed(["lint", "in"], SANDBOXED)
    check_allowed(["roundtrip", "in"], SANDBOXED)
    result, found = run_and_try("format", "--check", "in")
    case.check({name: number for name, number in found.items() if name in SANDBOXED} == SANDBOXED, "operations allowed to format --check: %s" % found, result)
    case.check(result.returncode == 0 and result.stderr.startswith(b"1 file: "), "format --check succeeds", result)
    check_allowed(["lint", "in", "--output", "json=reports/new.json"], SANDBOXED, report=0)
    case.check(os.path.exists("reports/new.json"), "a report is written to its folder")
    check_allowed(["lint", "in", "--write-baseline", "reports/new.baseline"], SANDBOXED, report=0)
    case.check(os.path.exists("reports/new.baseline"), "a baseline is written to its folder")
    write("list", "in/a.md5anim\n")
    check_allowed(["lint", "--files-from", "list"], SANDBOXED, other=0)
    check_allowed(["rules"], UNRESTRICTED)
    write("kept/.animproof.ini", "[animproof]\nstrict = yes\n")
    for path in ("kept/lost", "kept/not/lost"):
        result = case.run("lint", path)
        case.check(result.returncode == 3 and result.stderr.decode() == "animproof: %s: No such file or directory\n" % path,
                   "a missing path next to a configuration is reported as missing", result)
case.finish()
