#!/usr/bin/python3
"""animproof conform --sandbox: what a loader cannot do with it, and can without."""

import glob
import json
import os
import socket
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "lib"))

from cli_case import Case                        # noqa: E402  (the path is set above)
from loader_scripts import script, statuses      # noqa: E402
from schema_check import Checker                 # noqa: E402
from small_corpus import build, case as entry    # noqa: E402

with open(os.path.join(HERE, "..", "..", "docs", "conform.schema.json"), encoding="utf-8") as schema_file:
    CHECKER = Checker(json.load(schema_file))
case = Case()
HOME = os.getcwd()
os.makedirs("loaders")
os.makedirs("private")
os.chmod("private", 0o777)
with open("private/secret", "w", encoding="ascii") as file:
    file.write("secret")

# Each exits with 0 where it was held back, 1 where it did what it must not.
TRIES = {
    "read": "open(HOME + '/private/secret').read()",
    "write": "open(HOME + '/private/made', 'w').write('x')",
    "write-corpus": "open(sys.argv[1], 'a').write('x')",
    "remove": "os.remove(HOME + '/private/secret')",
    "socket": "import socket; socket.create_connection(('127.0.0.1', PORT)).close()",
    "socket-unix": "import socket; socket.socket(socket.AF_UNIX).close()",
    "file-size": "f = open(SCRATCH + '/large', 'wb'); f.truncate(65 << 20)",
    "open-files": "[os.dup(0) for _ in range(300)]",
    "memory": "bytearray(600 << 20)",
    "processes": "forks()",
    "threads": "threads()",
}
FREE = {  # what stays possible: 0 where it is
    "itself": "open(os.path.abspath(__file__)).read(), open(sys.argv[1]).read()",
    "scratch": "assert os.listdir(SCRATCH) == [] and 'TMPDIR' in os.environ; os.makedirs(SCRATCH + '/a/b'); open(SCRATCH + '/a/b/c', 'w').write('x')",
    "scratch-again": "assert os.listdir(SCRATCH) == []",
    "starts": "import subprocess; subprocess.run(['/bin/true'], check=True)",
    "devices": "open('/dev/null', 'w').write(open('/dev/urandom', 'rb').read(1).hex())",
}
BODY = r'''
import os, signal, sys
HOME, PORT, SCRATCH = %r, %d, os.environ["TMPDIR"]
def forks():
    children = []
    try:
        for _ in range(150):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    finally:
        for child in children:
            os.kill(child, 9)
            os.waitpid(child, 0)
def threads():
    import threading
    threading.stack_size(65536)
    stop = threading.Event()
    try:
        for _ in range(150):
            threading.Thread(target=stop.wait, daemon=True).start()
    except RuntimeError as refused:
        raise OSError(str(refused))
    finally:
        stop.set()
name = os.path.basename(sys.argv[1]).split(".")[0][2:]
try:
    exec(%r[name])
except (OSError, MemoryError) as refused:
    os._exit(0 if name in %r else 1)
os._exit(1 if name in %r else 0)
'''


def run(*arguments, **others):
    """Case -> status, of all tries."""
    result = case.run_as_nobody("conform", "--loader", "t=%s {}" % loader, "-j", "1", "--timeout", "100", "--output", "json=out/tries.json",
                                *arguments, "tries", **others)
    found = statuses("out/tries.json", "status")
    return result, {name[2:]: status for name, _ in found for status in [found[name, "t"]]}


with socket.create_server(("127.0.0.1", 0)) as server:
    names = list(FREE) + list(TRIES)
    build("tries", [entry("y_" + name, name.encode()) for name in names])
    for place, _, files in os.walk("tries"):
        for path in files:
            os.chmod(os.path.join(place, path), 0o666)
    os.makedirs("out")
    os.chmod("out", 0o777)
    os.makedirs("free")
    os.chmod("free", 0o777)
    loader = script("loaders/tries.py", BODY % (HOME, server.getsockname()[1], {**TRIES, **FREE}, set(TRIES), set(TRIES)),
                    "/usr/bin/python3")
    os.chmod("loaders/tries.py", 0o755)
    scratch = {"TMPDIR": HOME + "/out"}
    result, found = run("--sandbox", "-v", "--memory", "512", env=scratch)
    said = result.stderr.decode()
    with open("out/tries.json", encoding="utf-8") as file:
        report = json.load(file)
    case.check(not CHECKER.errors(report), "the schema: %r" % CHECKER.errors(report)[:3])
    holds = report["limits"]["sandbox"]
    case.check(("files by Landlock" in said) == holds["files"] and ("network refused by seccomp" in said) == holds["network"]
               and ("64 processes" in said) == (holds["processes"] == 64), "--verbose and the report say the same", result)
    lost = ([] if holds["files"] else ["read", "write", "write-corpus", "remove"]) + ([] if holds["network"] else ["socket", "socket-unix"]) \
        + ([] if holds["processes"] else ["processes", "threads"])
    if lost:
        print("SKIPPED: this system does not have what holds back: " + ", ".join(lost))
    for name in names:
        case.check(name in lost or found[name] == "agrees", "--sandbox: %s: %s" % (name, found[name]), result)
    case.check(os.path.exists("private/secret") or "remove" in lost, "nothing was removed")
    case.check(glob.glob("out/animproof-conform-*") == [], "the folder is gone: %r" % glob.glob("out/*"))

    with open("private/secret", "a", encoding="ascii"):
        pass
    result, found = run("--memory", "0", env={"TMPDIR": HOME + "/free"})
    for name in TRIES:
        case.check(found[name] == "should-have-accepted", "without it: %s: %s" % (name, found[name]), result)
    with open("out/tries.json", encoding="utf-8") as file:
        case.check("sandbox" not in json.load(file)["limits"], "no word of a sandbox without one")

# What is named besides may be read; a loader that hangs or forks and ends leaves nothing behind.
build("one", [entry("y_read", b"a")])
with open("private/secret", "w", encoding="ascii") as file:
    file.write("secret")
if holds["files"]:
    case.exits(0, "conform", "--sandbox", "--loader", "t=%s {}" % loader, "one")
    case.exits(1, "conform", "--sandbox", "--sandbox-read", HOME + "/private", "--loader", "t=%s {}" % loader, "one")
    unconfined = case.exits(1, "conform", "--sandbox", "-v", "--loader", "t=%s {}" % loader, "one", env={"ANIMPROOF_NO_SANDBOX": "1"})
    case.check(b"files not confined (" in unconfined.stderr, "says that files are not confined", unconfined)
result = case.exits(3, "conform", "--sandbox", "--loader", "t=%s {}" % loader, "one", env={"TMPDIR": HOME + "/missing"})
case.check(result.stderr.count(b"\n") == 1 and b"No such file" in result.stderr, "no folder to write to", result)
case.finish()
