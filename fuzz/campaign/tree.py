"""Paths of the source tree and the build, properties of the targets, and calls of make."""

import hashlib
import os
import shutil
import subprocess
import sys

import terminal

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from fuzz_targets import EXTENSIONS, FORMATS, SEAM, TARGETS  # noqa: E402, F401 - needs sys.path; for other modules

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
CAMPAIGNS = os.path.join(BUILD, "fuzz", "campaigns")
PROGRAM = os.environ.get("ANIMPROOF_PROGRAM") or os.path.join(BUILD, "animproof")

MAX_LEN = 16384  # bytes, more than libFuzzer's default of 4096, because the smallest MRTK 1.0 file is larger than that
USUAL_FORMAT = "md5anim"  # format of a loader without --format
# {extension of a companion: option of `animproof lint` that takes it}
COMPANION_OPTIONS = {".md5mesh": "--mesh", ".obj": "--obj"}

# Harnesses of loaders (fuzz/harness/), which `make fuzz-list` does not list, with the targets that provide their seeds.
LOADERS = {
    "fragile": ["read-md5anim", "read-mrtk"],
    "fragile-fixed": ["read-md5anim", "read-mrtk"],
    "assimp": ["read-md5anim"],
}
ENGINES = ("libfuzzer", "libfuzzer-fast", "afl", "afl-asan")


class Failure(Exception):
    """Ends the command with a message. Exit code 2 is wrong usage, 3 a missing or broken file or tool."""

    def __init__(self, message, code=3):
        super().__init__(message)
        self.code = code


def convert_to_failure(problem):
    """Converts an OSError to a Failure; returns a Failure unchanged."""
    if isinstance(problem, Failure):
        return problem
    reason = problem.strerror or str(problem)
    if problem.filename is None:
        return Failure(reason)
    return Failure("%s: %s" % (terminal.escape_name(os.fsdecode(problem.filename)), reason))


def seeds_of(target):
    return os.path.join(BUILD, "fuzz", "seeds", target)


class Target:
    """A fuzz target or a loader: its name, program, format, seeds and dictionary."""

    def __init__(self, name, seeds=None, dictionary=None, program=None, command=None, kind=None):
        self.name = name
        self.is_own = name in TARGETS and program is None and command is None
        # an input of a loader is one file of the format, as for the format's read target
        self.row = TARGETS[name if self.is_own else "read-" + (kind or USUAL_FORMAT)]
        self.oracle = self.row.oracle
        self.dictionary = dictionary or os.path.join(BUILD, "fuzz", self.row.dictionary + ".dict")
        usual = self.row.dictionary if self.row.dictionary in FORMATS else USUAL_FORMAT
        self.format = kind or self.row.format or usual
        self.seeds = seeds or [seeds_of(each) for each in LOADERS.get(name, [name])]
        self.fixed_program = program
        self.command = command  # arguments of a program without instrumentation; '@@' is replaced by the file name

    def program(self, config):
        folder = BUILD if config == "release" else os.path.join(BUILD, config)
        return self.fixed_program or os.path.join(folder, "fuzz", self.name)

    def regression_folders(self):
        """Returns the existing folders of regressions: inputs that once crashed this target or another target that takes files
        of its format.
        """
        folders = [os.path.join(ROOT, "fuzz", "regressions", self.name)]
        if self.is_own and self.row.input_is_file:
            folders.append(os.path.join(ROOT, "fuzz", "regressions", self.format))
        return [folder for folder in folders if os.path.isdir(folder)]

    def promoted_folder_or_none(self):
        """Returns the folder for regressions of this target; None for a user's loader."""
        folder = self.format if self.row.input_is_file else self.name
        return os.path.join(ROOT, "fuzz", "regressions", folder) if self.is_own else None

    def input_extension(self):
        """Returns the extension of an input: that of the format if an input is a file of the format and nothing else; otherwise
        .input.
        """
        return self.row.extension

    def files_in_input(self, content):
        """Returns (animation file in an input, companion or None); (None, None) if an input has no animation file."""
        if not self.row.is_mutated or (self.oracle == "json" and content[:1] == b"{"):
            return None, None
        if self.row.companion and SEAM in content:
            companion, _, file = content.partition(SEAM)
            return file, companion
        return content[self.row.front :], None

    def companion_option(self):
        """Returns the option of `animproof lint` that names the companion."""
        return COMPANION_OPTIONS[self.row.companion]


def find_tool(*names):
    """Returns the path of the first installed program among `names`; None if no program is installed."""
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


def run_make(*arguments):
    """Runs make in the source tree and returns its output; on an error, raises a Failure with the end of the output."""
    inherited = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    run = subprocess.run(["make", "--no-print-directory", "-s", *arguments], cwd=ROOT, env=inherited,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, check=False)
    if run.returncode != 0:
        output = run.stdout.decode(errors="replace")[-3000:]
        raise Failure("make %s failed:\n%s" % (" ".join(arguments), output))
    return run.stdout.decode(errors="replace")


def build_targets(config, targets):
    """Builds the programs of `targets`. A user's own programs are not built."""
    wanted = [os.path.relpath(target.program(config), ROOT) for target in targets
              if target.fixed_program is None and target.command is None]
    if wanted:
        run_make("-j2", "config=" + config, *wanted)


def own_config():
    """Returns the build configuration of the running animproof, so that its object files are reused."""
    folder = os.path.relpath(os.path.dirname(os.path.realpath(PROGRAM)), BUILD)
    return "release" if folder == "." or os.sep in folder or folder.startswith("..") else folder


def build_data():
    """Builds dictionaries and seeds."""
    run_make("-j2", "config=" + own_config(), "fuzz-data")


def build_program():
    """Builds animproof, which lints inputs."""
    run_make("-j2", "config=" + own_config(), "all")


def names_of_all_targets():
    return run_make("fuzz-list").split()


def choose_targets(names):
    """Returns the Target of each name in `names`; the name "all" means the targets of `make fuzz-list`."""
    known = names_of_all_targets()
    chosen = []
    for name in names:
        if name != "all" and name not in known and name not in LOADERS:
            raise Failure("unknown target %s; the targets are: %s" % (terminal.escape_name(name), " ".join(known + sorted(LOADERS))), 2)
        chosen += known if name == "all" else [name]
    return [Target(name) for name in dict.fromkeys(chosen)]


def campaigns():
    """Returns the names of the campaigns that have a campaign.json."""
    names = sorted(os.listdir(CAMPAIGNS)) if os.path.isdir(CAMPAIGNS) else []
    return [name for name in names if os.path.exists(os.path.join(CAMPAIGNS, name, "campaign.json"))]


def hash_name_of_content(content):
    """Returns the name that libFuzzer gives to a corpus file: the SHA-1 of its content."""
    return hashlib.sha1(content).hexdigest()


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def files_in(folder):
    """Returns the sorted paths of the files in a folder, without hidden files; [] if the folder does not exist."""
    if not os.path.isdir(folder):
        return []
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return [path for path in paths if os.path.isfile(path) and not os.path.basename(path).startswith(".")]


def write_atomically(path, text):
    """Writes a new file next to the path and renames it, so that a link or pipe at the path is replaced and not written to."""
    fresh = path + ".tmp"
    if os.path.lexists(fresh):
        os.remove(fresh)
    with open(fresh, "x", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    os.replace(fresh, path)


def print_message(message):
    """Prints a message on standard error. Escape file names in it with terminal.escape_name()."""
    print("animproof fuzz: " + terminal.escape_lines(message), file=sys.stderr, flush=True)


def print_result(text):
    """Prints a result of the command on standard output."""
    print(terminal.escape_lines(text), flush=True)
