"""Shared code of the command-line tests: running the program, checks, paths of the tree, and small files of each format."""

import json
import os
import shutil
import signal
import struct
import sys
import tempfile

import commands
from md5_texts import FLAT, animation_text, mesh_text

LIB = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(LIB)))
GOLDEN = os.path.join(ROOT, "golden")
NOBODY = 65534
MRTK_MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")
# How `exits` compares an output with an expected value, by the last word of an option such as says_only.
COMPARISONS = {"": lambda said, part: part in said, "never": lambda said, part: part not in said, "only": bytes.__eq__,
         "first": bytes.startswith, "last": bytes.endswith, "lines": lambda said, count: said.count(b"\n") == count}


class CheckCounter:
    """Counts the checks of a test program and the failed checks."""

    def __init__(self):
        self.failures = 0
        self.checks = 0

    def check(self, condition, what, result=None):
        self.checks += 1
        if condition:
            return
        self.failures += 1
        print("FAILED: %s" % what)
        if result is not None:
            print("  exit %d" % result.returncode)
            print("  stdout %r" % (result.stdout or b"")[:2000])
            print("  stderr %r" % (result.stderr or b"")[:2000])

    def finish(self):
        print("%s: %d passed, %d failed" % (os.path.basename(sys.argv[0]), self.checks - self.failures, self.failures))
        sys.exit(1 if self.failures else 0)


class Case(CheckCounter):
    """A test program with an empty directory of its own."""

    def __init__(self):
        super().__init__()
        if len(sys.argv) != 2:
            sys.exit("usage: %s path/to/animproof" % sys.argv[0])
        self.program = os.path.abspath(sys.argv[1])
        self.directory = tempfile.mkdtemp(prefix="animproof-cli-")
        os.chdir(self.directory)

    def absent_path(self, name="absent"):
        """Returns the absolute path of a file that does not exist, in a folder that does not exist either."""
        return os.path.join(self.directory, "absent-folder", name)

    def run(self, *arguments, **options):
        """Runs the program. The result has returncode, stdout and stderr (bytes)."""
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        environment.update(options.pop("env", {}))
        options.setdefault("stdout", commands.PIPE)
        options.setdefault("stderr", commands.PIPE)
        try:
            return commands.run([self.program, *arguments], env=environment, **options)
        except commands.TimeLimitExceeded as too_long:
            self.check(False, str(too_long))
            self.finish()

    def run_as_nobody_or_none(self, *arguments, **options):
        """Runs the program as a user other than root, who needs access permissions. Returns None if there is no other user."""
        if os.getuid() != 0:
            return self.run(*arguments, **options)
        own = self.program
        # Another user may have no access to the build folder, and runs a copy of the program.
        self.program = os.path.join(self.directory, "animproof-copy")
        shutil.copy(own, self.program)
        os.chmod(self.directory, 0o755)
        try:
            return self.run(*arguments, user=NOBODY, group=NOBODY, extra_groups=[], **options)
        except PermissionError:  # subprocess cannot change the user: root in a container without other users
            print("SKIPPED: %s: no other user than root" % os.path.basename(sys.argv[0]))
            return None
        finally:
            os.remove(self.program)
            self.program = own

    def start(self, *arguments, **options):
        """Starts the program and returns at once, with a commands.Process."""
        return commands.start([self.program, *arguments], **options)

    def exits(self, code, *arguments, unwritten=None, leaves=None, **options):
        """Runs the program and checks its exit code, which must be 0 or 1 if `code` is None. Returns the result.

        `says`, one or several byte strings, must be on standard error, `prints` on standard output. says_only is the complete
        standard error, says_first and says_last are its beginning and end, says_never does not occur, says_lines is the number of
        lines; prints_... are alike. The path `unwritten` must not exist afterwards. `leaves` is a path and its expected content.
        """
        expected = {name: options.pop(name) for name in list(options) if name.partition("_")[0] in ("says", "prints")}
        result = self.run(*arguments, **options)
        self.check(result.returncode in ((0, 1) if code is None else (code,)), "exit %s of %r" % (code, arguments), result)
        for name, wanted in expected.items():
            stream, _, how = name.partition("_")
            for part in wanted if isinstance(wanted, (tuple, list)) else [wanted]:
                self.check(COMPARISONS[how](result.stderr if stream == "says" else result.stdout, part),
                           "%r: %s %r" % (arguments, name, part), result)
        if unwritten is not None:
            self.check(not os.path.exists(unwritten), "%r does not write %s" % (arguments, unwritten), result)
        if leaves is not None:
            self.check(read(leaves[0]) == leaves[1], "%r leaves the expected content in %s" % (arguments, leaves[0]), result)
        return result

    def json(self, code, command, *words, **expected):
        """Runs a command with a JSON report, checks it as `exits` does, and returns the report."""
        return json.loads(self.exits(code, command, "--format=json", *words, **expected).stdout)

    def findings(self, *words):
        """Runs lint. Returns [(file, finding)] of the JSON report."""
        return [(entry["file"], finding) for entry in self.json(None, "lint", *words)["files"] for finding in entry["findings"]]

    def check_closed_pipe(self, code, *arguments, **options):
        """Runs the program with standard output closed at the other end, twice. SIGPIPE must end the program without a message;
        if SIGPIPE is ignored, the program must report the broken pipe and end with `code`."""
        for ignored in (False, True):
            reading, writing = os.pipe()
            os.close(reading)
            result = self.run(*arguments, stdout=writing, restore_signals=not ignored, **options)
            os.close(writing)
            said = b"animproof: standard output: Broken pipe\n" if ignored else b""
            self.check(result.returncode == (code if ignored else -signal.SIGPIPE) and result.stderr.endswith(said)
                       and (ignored or b"pipe" not in result.stderr), "%r with a closed pipe as standard output" % (arguments,), result)

    def finish(self):
        os.chdir(ROOT)
        commands.run(["rm", "-rf", self.directory], check=True)  # shutil.rmtree recurses: some tests make too deep folders
        super().finish()


def path_in_tree(*path):
    """Returns the absolute path of a file of the tree."""
    return os.path.join(ROOT, *path)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def files_below(folder):
    """Yields the path of each file below a folder: the files of a folder by name, then those of its folders."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, name) for name in sorted(names))


def contents_below(folder):
    """Returns {path below the folder: bytes} of all files."""
    return {os.path.relpath(path, folder): read(path) for path in files_below(folder)}


def read_text(path):
    return read(path).decode()


def read_text_in_tree(path):
    return read_text(path_in_tree(path))


def markdown_pages_in_tree():
    """Returns the paths of all Markdown pages of the tree."""
    return commands.run(["git", "-C", ROOT, "ls-files", "*.md"], check=True, stdout=commands.PIPE).stdout.decode().split()


def json_report(program, command, *words, **options):
    """Returns the JSON document that a command of the program prints; no configuration file is read."""
    run = commands.run([program, command, "--no-config", "--format", "json", *words], stdout=commands.PIPE, stderr=commands.PIPE, **options)
    if run.returncode not in (0, 1):
        sys.exit("animproof %s: exit %d: %s" % (command, run.returncode, run.stderr.decode(errors="replace")[-800:]))
    return json.loads(run.stdout)


def lint_entries(program, *words, **options):
    """Returns {path: the file's entry in the JSON report of lint}."""
    return {entry["file"]: entry for entry in json_report(program, "lint", *words, **options)["files"]}


def corpus_cases(folder):
    """Returns the cases of a corpus, as its manifest describes them."""
    return [json.loads(line) for line in read(os.path.join(folder, "manifest.jsonl")).splitlines()]


def rules_readers_and_profiles_of(program):
    """Returns the program's rules, readers and profiles (rules --format json)."""
    return json.loads(commands.run((program, "rules", "--format", "json"), check=True, stdout=commands.PIPE).stdout)


def write(path, content):
    """Writes bytes, or a string as UTF-8. Creates missing folders."""
    try:
        file = open(path, "wb")
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path))
        file = open(path, "wb")
    with file:
        file.write(content.encode() if isinstance(content, str) else content)


def open_full_device():
    """Opens a device on which every write fails with ENOSPC, for standard output."""
    return open("/dev/full", "wb")


def preload_environment(name, source=None):
    """Compiles lib/NAME.c, or the source, and returns the environment that preloads the library.

    verify_asan_link_order=0 lets a sanitized program start although its runtime is not the first library.
    """
    library = os.path.abspath(name + ".so")
    if not os.path.exists(library):
        if source is not None:
            write(name + ".c", source)
        commands.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library,
                      os.path.join(LIB if source is None else ".", name + ".c"), "-ldl"], check=True)
    options = ":".join(word for word in (os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0") if word)
    return {"LD_PRELOAD": library, "ASAN_OPTIONS": options}


def mrtk_curve(keys, pre_wrap=8):
    return struct.pack("<iii", pre_wrap, 8, len(keys)) + b"".join(struct.pack("<ff", *key) for key in keys)


def mrtk(pre_wrap=8, times=(0.0, 1.0), markers=()):
    """Returns an MRTK recording of version 1.1 in the writer's layout. Its camera does not move. With the default arguments, lint
    has no findings.

    The pre-wrap of the first curve is at offset 19, its keys are at 31.
    """
    body = MRTK_MAGIC + struct.pack("<ii", 1, 1) + bytes([1, 0, 0])
    for curve in range(7):
        keys = [(time, 1.0 if curve == 6 else 0.0) for time in times]
        body += mrtk_curve(keys, pre_wrap if curve == 0 else 8)
    body += struct.pack("<i", len(markers))
    for time, name in markers:
        body += struct.pack("<fB", time, len(name)) + name
    return body


def mrtk_with_error():
    """Returns a file with one error: mrtk/wrap-mode at 19, length 4."""
    return mrtk(pre_wrap=16)


def mrtk_with_warning():
    """Returns a file with one warning: mrtk/marker-order."""
    return mrtk(times=(0.0, 2.0), markers=[(2.0, b"b"), (1.0, b"a")])


def mrtk_with_note():
    """Returns a file with one note: mrtk/no-keys at 8, length 8."""
    return MRTK_MAGIC + struct.pack("<ii", 1, 1) + bytes(3) + bytes(4)


def mrtk_with_many_warnings(time_order_warnings):
    """Returns a file with `time_order_warnings` warnings mrtk/time-order, and one note or warning caused by the other curves."""
    first = mrtk_curve([(0.0, 0.0)] * (time_order_warnings + 1))
    rest = mrtk()
    return rest[:19] + first + rest[19 + 12 + 2 * 8 :]


MD5ANIM = b"""MD5Version 10
commandline ""

numFrames 1
numJoints 2
frameRate 24
numAnimatedComponents 0

hierarchy {
\t"root" -1 0 0
\t"hips" 0 0 0
}

bounds {
\t( -1 -1 -1 ) ( 1 1 1 )
}

baseframe {
\t( 0 0 0 ) ( 0 0 0 )
\t( 0 0 0 ) ( 0 0 0 )
}

frame 0 {
}
"""


def md5anim(parent=b"0"):
    """Returns an .md5anim file, without findings if `parent` is valid. The parent of the second joint is at line 11, column 9."""
    return MD5ANIM.replace(b'"hips" 0 ', b'"hips" ' + parent + b" ")


def md5anim_with_many_warnings(frames, three_exponent_numbers):
    """Returns a file with three warnings md5anim/number-exponent in each frame: `three_exponent_numbers` are three numbers with an exponent."""
    values = [three_exponent_numbers.decode() + " 0 0 0"]
    return animation_text(['"origin" -1 63 0'], ["( -1 -1 -1 ) ( 1 1 1 )"] * frames, [FLAT], [values] * frames, 6).encode()


def moving_md5anim(names):
    """Returns an animation without findings; each joint is the child of the previous one."""
    joints = ['"%s"\t%d %d 0' % (name, index - 1, 0 if index else 63) for index, name in enumerate(names)]
    return animation_text(joints, ["( -2 -2 -2 ) ( 2 2 2 )"] * 2, [FLAT] * len(names), [["0 0 0 0 0 0"], ["1 0 0 0 0 0"]], 6).encode()


def md5mesh(names):
    """Returns a file without findings: each joint is the child of the previous one; joint 0 moves the only triangle."""
    joints = ['"%s"\t%d %s' % (name, index - 1, FLAT) for index, name in enumerate(names)]
    return mesh_text(joints, ["( 0 0 ) 0 1", "( 1 0 ) 1 1", "( 0 1 ) 2 1"], ["0 1 2"],
                     ["0 1 ( 0 0 0 )", "0 1 ( 1 0 0 )", "0 1 ( 0 1 0 )"]).encode()
