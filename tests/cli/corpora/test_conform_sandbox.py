"""animproof conform --sandbox: operations that it forbids to a loader, and that a loader can do without it."""

import glob
import json
import os
import socket

import pytest
from cli_case import NOBODY, read_text, write
from loader_scripts import read_valid_report, write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content

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
    "processes": "start_processes_or_raise()",
    "threads": "start_threads_or_raise()",
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
    "flags": "write_flags_of_input_or_raise()",
    "shared-memory": "call('shmctl', call('shmget', 0, 4096, 0o600), 0, None)",
    "messages": "call('msgctl', call('msgget', 0, 0o600), 0, None)",
    "semaphores": "call('semctl', call('semget', 0, 1, 0o600), 0, 0)",
    "queue": "call('mq_open', b'/animproof-test', os.O_CREAT, 0o600, None), call('mq_unlink', b'/animproof-test')",
    "key": "call('syscall', ADD_KEY, b'user', b'animproof', b'x', 1, -2)",
}
OFTEN_REFUSED = {"attribute", "attribute-opened", "attribute-removed", "flags", "shared-memory", "messages", "semaphores", "queue", "key"}
# The operations that each part of the sandbox refuses.
OF_PARTS = {"files": {"read", "write", "write-corpus", "remove"}, "processes": {"processes", "threads"},
            "network": {*list(FORBIDDEN)[list(FORBIDDEN).index("mode"):], "socket", "socket-unix"}}
ALLOWED = {  # operations that the sandbox allows: the loader exits with 0 if they succeed
    "itself": "open(os.path.abspath(__file__)).read(), open(sys.argv[1]).read()",
    "scratch": "assert os.listdir(SCRATCH) == [] and 'TMPDIR' in os.environ; os.makedirs(SCRATCH + '/a/b'); open(SCRATCH + '/a/b/c', 'w').write('x')",
    "scratch-again": "assert os.listdir(SCRATCH) == []",
    "deep": "make_deep_folders_or_raise()",
    "deep-again": "assert os.listdir(SCRATCH) == []",
    "closed": "make_unlistable_folders_or_raise()",
    "closed-again": "assert os.listdir(SCRATCH) == []",
    "starts": "import subprocess; subprocess.run(['/bin/true'], check=True)",
    "devices": "open('/dev/null', 'w').write(open('/dev/urandom', 'rb').read(1).hex())",
}
BODY = r'''
import os, signal, sys
HOME, PORT, SCRATCH = %r, %d, os.environ["TMPDIR"]
def start_processes_or_raise():
    children = []
    try:
        for _ in range(150):
            children.append(os.fork())
            if children[-1] == 0: signal.pause()
    finally:
        for child in children: os.kill(child, 9), os.waitpid(child, 0)
def start_threads_or_raise():
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
def write_flags_of_input_or_raise():
    import array, fcntl
    kept, file = array.array("l", [0]), os.open(sys.argv[1], os.O_RDONLY)
    fcntl.ioctl(file, 0x80086601, kept)
    fcntl.ioctl(file, 0x40086602, kept)
def make_deep_folders_or_raise():
    os.chdir(SCRATCH)
    for _ in range(3000):
        os.mkdir("folder-of-a-chain")
        os.chdir("folder-of-a-chain")
    open("file", "w").write("x")
def make_unlistable_folders_or_raise():
    os.makedirs(SCRATCH + "/a/b")
    os.mkdir(SCRATCH + "/a/b/closed", 0o300)
    os.mkdir(SCRATCH + "/a/b/closed/inside", 0o300)
    open(SCRATCH + "/a/b/closed/inside/file", "w").write("x")
    os.symlink(HOME + "/private", SCRATCH + "/a/b/closed/link")
name = os.path.basename(sys.argv[1]).split(".")[0][2:]
FORBIDDEN, ALLOWED = %r, %r
try:
    exec({**FORBIDDEN, **ALLOWED}[name])
except (OSError, MemoryError) as refused:
    os._exit(0 if name in FORBIDDEN else 1)
os._exit(1 if name in FORBIDDEN else 0)
'''


@pytest.fixture
def conform_as_nobody(animproof):
    """Makes a loader, a server, and a corpus and a file that belong to another user than root. Calling it runs conform as this
    user, and returns the result and {operation: status}."""
    for path in ("private/secret", "private/own"):
        write(path, "secret")
    for folder in ("loaders", "private", "out"):
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o777)
    build_small_corpus("tries", [case_and_content("y_" + name, name.encode()) for name in (*ALLOWED, *FORBIDDEN)])
    for path in [*glob.glob("tries/*.json*"), *glob.glob("tries/*/*"), "private/own"]:
        os.chmod(path, 0o644 if path == "private/own" else 0o666)
        if os.getuid() == 0:
            os.chown(path, NOBODY, NOBODY)
    with socket.create_server(("127.0.0.1", 0)) as server:
        loader = write_script("loaders/tries.py", BODY % (os.getcwd(), server.getsockname()[1], FORBIDDEN, ALLOWED), "/usr/bin/python3")

        def conform_and_read_statuses(*arguments):
            result = animproof.run_as_nobody_or_none("conform", "--loader", "t=%s {}" % loader, "-j", "1", "--timeout", "100", "--output",
                                             "json=out/tries.json", *arguments, "tries", env={"TMPDIR": os.path.abspath("out")})
            return result, {name[2:]: status for (name, _), status in statuses_by_case_and_loader("out/tries.json", "status").items()}
        yield conform_and_read_statuses


def test_the_sandbox_forbids_all_but_reading_and_a_folder_of_its_own(animproof, conform_as_nobody):
    result, found = conform_as_nobody("--sandbox", "-v", "--memory", "512")
    said = result.stderr.decode()
    active = read_valid_report(animproof, "out/tries.json")["limits"]["sandbox"]
    assert [bool(active[part]) for part in OF_PARTS] == [
        words in said for words in ("files by Landlock", "64 processes", "refused by seccomp")]
    possible = {name for part, names in OF_PARTS.items() if not active[part] for name in names}
    if possible:
        print("SKIPPED: this system cannot forbid: " + ", ".join(sorted(possible)))
    for name, status in found.items():
        assert status == "agrees" or name in possible, name
    assert os.path.exists("private/secret") or "remove" in possible
    for path in glob.glob("tries/*/*") + ["private/own"]:
        about = os.stat(path)
        assert about.st_size > 1 and about.st_mtime > 1 and about.st_mode & 0o777 in (0o644, 0o666) or "mode" in possible, path
    assert glob.glob("out/animproof-conform-*") == []


def test_without_a_sandbox_each_operation_succeeds(conform_as_nobody):
    _, found = conform_as_nobody("--memory", "0")
    refused = {name for name in OFTEN_REFUSED if found[name] == "agrees"}
    if refused:
        print("SKIPPED: this system refuses without a sandbox: " + ", ".join(sorted(refused)))
    for name in set(FORBIDDEN) - refused:
        assert found[name] == "should-have-accepted", name
    assert "sandbox" not in json.loads(read_text("out/tries.json"))["limits"]


@pytest.fixture
def loader_that_reads_secret(animproof):
    """Makes a loader that accepts a file if it cannot read private/secret."""
    build_small_corpus("one", [case_and_content("y_read", b"a")])
    write("private/secret", "secret")
    os.mkdir("loaders")
    return "t=%s {}" % write_script("loaders/reads.sh", "! cat %s" % os.path.abspath("private/secret"))


def test_a_loader_may_read_the_paths_of_sandbox_read(animproof, conform, loader_that_reads_secret):
    words = ["--sandbox", "-v", "--loader", loader_that_reads_secret, "one"]
    conform(1, *words, env={"ANIMPROOF_NO_SANDBOX": "1"}, says=b"files not confined (")
    if b"files not confined (" in animproof.run("conform", *words).stderr:
        pytest.skip("this system has no Landlock")
    conform(0, *words)
    conform(1, "--sandbox-read", os.path.abspath("private"), *words)


def test_a_missing_folder_for_loaders_is_reported(conform, loader_that_reads_secret):
    conform(3, "--sandbox", "--loader", loader_that_reads_secret, "one", env={"TMPDIR": os.path.abspath("missing")}, says=b"No such file", says_lines=1)


def test_a_folder_that_cannot_be_emptied_is_reported(conform, loader_that_reads_secret):
    """The loader has removed the folder, which is possible only without Landlock."""
    conform(3, "--sandbox", "--loader", "t=%s {}" % write_script("gone.sh", 'rmdir "$TMPDIR"'), "one",
            env={"ANIMPROOF_NO_SANDBOX": "1", "TMPDIR": os.getcwd()},
            says=b": cannot empty the folder that loaders write to: No such file or directory\n")
