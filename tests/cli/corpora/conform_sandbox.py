"""animproof conform --sandbox: operations that it forbids to a loader, and that a loader can do without it."""

import glob
import json
import os
import socket

from cli_case import NOBODY, Case, read, write
from loader_scripts import checked_report, script, statuses
from small_corpus import build, entry

case = Case()
HOME = os.getcwd()
os.makedirs("loaders")
os.makedirs("private")
os.chmod("private", 0o777)
for private in ("secret", "own"):
    write("private/" + private, "secret")
if os.getuid() == 0:
    os.chown("private/own", NOBODY, NOBODY)

# A loader exits with 0 if the operation is refused, with 1 if the operation succeeds.
FORBIDDEN = {
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
    "mode": "os.chmod(HOME + '/private/own', 0)",
    "mode-opened": "os.chmod(os.open(sys.argv[1], os.O_RDONLY), 0o600)",
    "owner": "os.chown(HOME + '/private/own', os.getuid(), -1)",
    "owner-opened": "os.chown(os.open(sys.argv[1], os.O_RDONLY), os.getuid(), -1)",
    "times": "os.utime(HOME + '/private/own', (1, 1))",
    "times-opened": "os.utime(os.open(sys.argv[1], os.O_RDONLY), (1, 1))",
    "cut": "os.truncate(sys.argv[1], 1)",
    "cut-opened": "os.open(sys.argv[1], os.O_RDONLY | os.O_TRUNC)",
    "attribute": "os.setxattr(sys.argv[1], 'user.animproof', b'x')",
    "attribute-opened": "os.setxattr(os.open(sys.argv[1], os.O_RDONLY), 'user.animproof', b'x')",
    "attribute-removed": "os.setxattr(sys.argv[1], 'user.animproof', b'x'), os.removexattr(sys.argv[1], 'user.animproof')",
    "flags": "flags()",
    "shared-memory": "call('shmctl', call('shmget', 0, 4096, 0o600), 0, None)",
    "messages": "call('msgctl', call('msgget', 0, 0o600), 0, None)",
    "semaphores": "call('semctl', call('semget', 0, 1, 0o600), 0, 0)",
    "queue": "call('mq_open', b'/animproof-test', os.O_CREAT, 0o600, None), call('mq_unlink', b'/animproof-test')",
    "key": "call('syscall', ADD_KEY, b'user', b'animproof', b'x', 1, -2)",
}
OFTEN_REFUSED = {"attribute", "attribute-opened", "attribute-removed", "flags", "shared-memory", "messages", "semaphores", "queue", "key"}
REFUSED_CALLS = set(list(FORBIDDEN)[list(FORBIDDEN).index("mode"):]) | {"socket", "socket-unix"}
ALLOWED = {  # operations that the sandbox allows: the loader exits with 0 if they succeed
    "itself": "open(os.path.abspath(__file__)).read(), open(sys.argv[1]).read()",
    "scratch": "assert os.listdir(SCRATCH) == [] and 'TMPDIR' in os.environ; os.makedirs(SCRATCH + '/a/b'); open(SCRATCH + '/a/b/c', 'w').write('x')",
    "scratch-again": "assert os.listdir(SCRATCH) == []",
    "deep": "deep()",
    "deep-again": "assert os.listdir(SCRATCH) == []",
    "closed": "closed()",
    "closed-again": "assert os.listdir(SCRATCH) == []",
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
ADD_KEY = {"x86_64": 248, "aarch64": 217}.get(os.uname().machine, -1)
def call(name, *arguments):
    import ctypes
    found = getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments)
    if found < 0:
        raise OSError(ctypes.get_errno(), name)
    return found
def flags():
    import array, fcntl
    kept, file = array.array("l", [0]), os.open(sys.argv[1], os.O_RDONLY)
    fcntl.ioctl(file, 0x80086601, kept)
    fcntl.ioctl(file, 0x40086602, kept)
def deep():
    os.chdir(SCRATCH)
    for _ in range(3000):
        os.mkdir("folder-of-a-chain")
        os.chdir("folder-of-a-chain")
    open("file", "w").write("x")
def closed():
    os.makedirs(SCRATCH + "/a/b")
    os.mkdir(SCRATCH + "/a/b/closed", 0o300)
    os.mkdir(SCRATCH + "/a/b/closed/inside", 0o300)
    open(SCRATCH + "/a/b/closed/inside/file", "w").write("x")
    os.symlink(HOME + "/private", SCRATCH + "/a/b/closed/link")
name = os.path.basename(sys.argv[1]).split(".")[0][2:]
try:
    exec(%r[name])
except (OSError, MemoryError) as refused:
    os._exit(0 if name in %r else 1)
os._exit(1 if name in %r else 0)
'''


def run_loader(*arguments, **others):
    """Returns the result of conform, and {operation: status}."""
    result = case.run_as_nobody("conform", "--loader", "t=%s {}" % loader, "-j", "1", "--timeout", "100", "--output", "json=out/tries.json",
                                *arguments, "tries", **others)
    found = statuses("out/tries.json", "status")
    return result, {name[2:]: status for name, _ in found for status in [found[name, "t"]]}


with socket.create_server(("127.0.0.1", 0)) as server:
    names = list(ALLOWED) + list(FORBIDDEN)
    build("tries", [entry("y_" + name, name.encode()) for name in names])
    for place, _, files in os.walk("tries"):
        for path in files:
            os.chmod(os.path.join(place, path), 0o666)
            if os.getuid() == 0:
                os.chown(os.path.join(place, path), NOBODY, NOBODY)
    os.makedirs("out")
    os.chmod("out", 0o777)
    os.makedirs("free")
    os.chmod("free", 0o777)
    loader = script("loaders/tries.py", BODY % (HOME, server.getsockname()[1], {**FORBIDDEN, **ALLOWED}, set(FORBIDDEN), set(FORBIDDEN)),
                    "/usr/bin/python3")
    os.chmod("loaders/tries.py", 0o755)
    scratch = {"TMPDIR": HOME + "/out"}
    result, found = run_loader("--sandbox", "-v", "--memory", "512", env=scratch)
    said = result.stderr.decode()
    report = checked_report(case, "out/tries.json")
    active_parts = report["limits"]["sandbox"]
    case.check(("files by Landlock" in said) == active_parts["files"] and ("calls refused by seccomp" in said) == active_parts["network"]
               and ("64 processes" in said) == (active_parts["processes"] == 64), "--verbose and the report agree on the parts of the sandbox", result)
    not_forbidden = [] if active_parts["files"] else ["read", "write", "write-corpus", "remove"]
    not_forbidden += [] if active_parts["network"] else [name for name in FORBIDDEN if name in REFUSED_CALLS]
    not_forbidden += [] if active_parts["processes"] else ["processes", "threads"]
    if not_forbidden:
        print("SKIPPED: this system cannot forbid: " + ", ".join(not_forbidden))
    for name in names:
        case.check(name in not_forbidden or found[name] == "agrees", "the sandbox treats %s as expected: %s" % (name, found[name]), result)
    case.check(os.path.exists("private/secret") or "remove" in not_forbidden, "the private file was not removed")
    for path in glob.glob("tries/*/*") + ["private/own"]:
        about = os.stat(path)
        case.check(about.st_size > 1 and about.st_mtime > 1 and about.st_mode & 0o777 in (0o644, 0o666) or "mode" in not_forbidden,
                   "%s keeps size, time and permissions: %r" % (path, about))
    case.check(glob.glob("out/animproof-conform-*") == [], "the folder of the loader was removed: %r" % glob.glob("out/*"))

    with open("private/secret", "a", encoding="ascii"):
        pass
    result, found = run_loader("--memory", "0", env={"TMPDIR": HOME + "/free"})
    refused = [name for name in OFTEN_REFUSED if found[name] == "agrees"]
    if refused:
        print("SKIPPED: this system refuses without a sandbox: " + ", ".join(sorted(refused)))
    for name in set(FORBIDDEN) - set(refused):
        case.check(found[name] == "should-have-accepted", "without a sandbox %s succeeds: %s" % (name, found[name]), result)
    case.check("sandbox" not in json.loads(read("out/tries.json"))["limits"], "without a sandbox the report has no sandbox")

# Paths of --sandbox-read may be read. Without Landlock, a message says that files are not confined.
build("one", [entry("y_read", b"a")])
write("private/secret", "secret")
if active_parts["files"]:
    case.exits(0, "conform", "--sandbox", "--loader", "t=%s {}" % loader, "one")
    case.exits(1, "conform", "--sandbox", "--sandbox-read", HOME + "/private", "--loader", "t=%s {}" % loader, "one")
    unconfined = case.exits(1, "conform", "--sandbox", "-v", "--loader", "t=%s {}" % loader, "one", env={"ANIMPROOF_NO_SANDBOX": "1"})
    case.check(b"files not confined (" in unconfined.stderr, "a message says that files are not confined", unconfined)
result = case.exits(3, "conform", "--sandbox", "--loader", "t=%s {}" % loader, "one", env={"TMPDIR": HOME + "/missing"})
case.check(result.stderr.count(b"\n") == 1 and b"No such file" in result.stderr, "a missing folder for loaders is reported", result)

# A folder that cannot be emptied is reported. Here the loader has removed the folder, which is possible only without Landlock.
removing_loader = script("loaders/gone.sh", 'rmdir "$TMPDIR"')
result = case.exits(3, "conform", "--sandbox", "--loader", "t=%s {}" % removing_loader, "one", env={"ANIMPROOF_NO_SANDBOX": "1", "TMPDIR": HOME + "/out"})
case.check(b": cannot empty the folder that loaders write to: No such file or directory\n" in result.stderr,
           "the message says that the folder cannot be emptied", result)
case.finish()
