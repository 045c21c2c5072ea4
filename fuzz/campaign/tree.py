"""Where things are, what each target takes, and how what is missing gets built."""

import hashlib
import os
import shutil
import subprocess
import sys

import terminal

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from fuzz_targets import EXTENSIONS, FORMATS, SEAM, TARGETS  # noqa: E402, F401 - found only now; FORMATS is for others

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
CAMPAIGNS = os.path.join(BUILD, "fuzz", "campaigns")
PROGRAM = os.environ.get("ANIMPROOF_PROGRAM") or os.path.join(BUILD, "animproof")

MAX_LEN = 16384  # bytes: the smallest MRTK 1.0 file has more than libFuzzer's own 4096
USUAL_FORMAT = "md5anim"  # of a program of which nothing else is known
COMPANION_OPTIONS = {".md5mesh": "--mesh", ".obj": "--obj"}  # of animproof, by a companion's extension

# Programs around loaders (fuzz/harness/), which are not among `make fuzz-list`: the seeds that they start from.
LOADERS = {
    "fragile": ["read-md5anim", "read-mrtk"],
    "fragile-mended": ["read-md5anim", "read-mrtk"],
    "assimp": ["read-md5anim"],
}
ENGINES = ("libfuzzer", "libfuzzer-fast", "afl", "afl-asan")


class Failure(Exception):
    """Ends the command with a message: exit code 2 is wrong usage, 3 something that is missing."""

    def __init__(self, message, code=3):
        super().__init__(message)
        self.code = code


def failure_of(problem):
    """A Failure of itself, or of what the system said."""
    if isinstance(problem, Failure):
        return problem
    said = problem.strerror or str(problem)
    if problem.filename is None:
        return Failure(said)
    return Failure("%s: %s" % (terminal.name(os.fsdecode(problem.filename)), said))


def seeds_of(target):
    return os.path.join(BUILD, "fuzz", "seeds", target)


class Target:
    """One target: its name, the program that a configuration builds of it, what it starts from."""

    def __init__(self, name, seeds=None, dictionary=None, program=None, command=None, kind=None):
        self.name = name
        self.own = name in TARGETS and program is None and command is None
        self.row = TARGETS[name if self.own else "read-" + (kind or USUAL_FORMAT)]  # a loader takes files
        self.oracle = self.row.oracle
        self.dictionary = dictionary or os.path.join(BUILD, "fuzz", self.row.dictionary + ".dict")
        usual = self.row.dictionary if self.row.dictionary in FORMATS else USUAL_FORMAT
        self.format = kind or self.row.format or usual
        self.seeds = seeds or [seeds_of(each) for each in LOADERS.get(name, [name])]
        self.fixed_program = program
        self.command = command  # words, one of them '@@': a program without instrumentation

    def program(self, config):
        folder = BUILD if config == "release" else os.path.join(BUILD, config)
        return self.fixed_program or os.path.join(folder, "fuzz", self.name)

    def regressions(self):
        """Folders of files that crashed this target, or its format, once."""
        folders = [os.path.join(ROOT, "fuzz", "regressions", self.name)]
        if self.own and self.row.is_plain:
            folders.append(os.path.join(ROOT, "fuzz", "regressions", self.format))
        return [folder for folder in folders if os.path.isdir(folder)]

    def promoted_folder(self):
        """Where a crash of this target is kept for good; None for a user's loader."""
        folder = self.format if self.row.is_plain else self.name
        return os.path.join(ROOT, "fuzz", "regressions", folder) if self.own else None

    def extension(self):
        """What the name of an input ends in: the format's, where an input is nothing but a file."""
        return self.row.extension

    def plain_file(self, content):
        """(the animation file in an input, its companion or None); (None, None) for what is none: choices, reports, documents."""
        if not self.row.is_mutated or (self.oracle == "json" and content[:1] == b"{"):
            return None, None
        if self.row.companion and SEAM in content:
            companion, _, file = content.partition(SEAM)
            return file, companion
        return content[self.row.front :], None

    def companion_option(self):
        """How animproof is given the companion of a file."""
        return COMPANION_OPTIONS[self.row.companion]


def find_tool(*names):
    """The first of these programs that is installed; None where none is."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    return None


def need_tool(*names):
    path = find_tool(*names)
    if path is None:
        raise Failure("%s is not installed: make fuzz-setup installs it" % names[0])
    return path


def make(*arguments):
    """Runs make in the tree; a Failure with the end of what it said when it fails."""
    inherited = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    run = subprocess.run(["make", "--no-print-directory", "-s", *arguments], cwd=ROOT, env=inherited,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, check=False)
    if run.returncode != 0:
        said = run.stdout.decode(errors="replace")[-3000:]
        raise Failure("make %s failed:\n%s" % (" ".join(arguments), said))
    return run.stdout.decode(errors="replace")


def build(config, targets):
    """Builds the programs of these targets, unless they are a user's own."""
    wanted = [os.path.relpath(target.program(config), ROOT) for target in targets
              if target.fixed_program is None and target.command is None]
    if wanted:
        make("-j2", "config=" + config, *wanted)


def own_config():
    """The configuration whose animproof runs this: what is there already need not be built twice."""
    folder = os.path.relpath(os.path.dirname(os.path.realpath(PROGRAM)), BUILD)
    return "release" if folder == "." or os.sep in folder or folder.startswith("..") else folder


def build_data():
    """Dictionaries and seeds."""
    make("-j2", "config=" + own_config(), "fuzz-data")


def build_program():
    """The program itself, for what it says of files."""
    make("-j2", "config=" + own_config(), "all")


def all_targets():
    return make("fuzz-list").split()


def choose_targets(names):
    """Targets of these names; "all" stands for those of the Makefile."""
    known = all_targets()
    chosen = []
    for name in names:
        if name != "all" and name not in known and name not in LOADERS:
            raise Failure("there is no target %s; there are: %s" % (terminal.name(name), " ".join(known + sorted(LOADERS))), 2)
        chosen += known if name == "all" else [name]
    return [Target(name) for name in dict.fromkeys(chosen)]


def campaigns():
    """The names of the campaigns that have a document."""
    names = sorted(os.listdir(CAMPAIGNS)) if os.path.isdir(CAMPAIGNS) else []
    return [name for name in names if os.path.exists(os.path.join(CAMPAIGNS, name, "campaign.json"))]


def name_of(content):
    """The name that libFuzzer gives to a file in a corpus."""
    return hashlib.sha1(content).hexdigest()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def files_in(folder):
    """Paths of the files in a folder, in order; none where there is no folder."""
    if not os.path.isdir(folder):
        return []
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return [path for path in paths if os.path.isfile(path) and not os.path.basename(path).startswith(".")]


def write_atomically(path, text):
    """By way of a new file beside it: what had that name before, a link or a pipe, is not written to."""
    fresh = path + ".tmp"
    if os.path.lexists(fresh):
        os.remove(fresh)
    with open(fresh, "x", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    os.replace(fresh, path)


def tell(message):
    """On standard error. Names in it are those of terminal.name()."""
    print("animproof fuzz: " + terminal.lines(message), file=sys.stderr, flush=True)


def say(text):
    """A line of what a command was asked for."""
    print(terminal.lines(text), flush=True)
