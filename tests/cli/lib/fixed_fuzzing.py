"""Runs of libFuzzer that are the same each time, on every machine: what one finds, all find.

A seed alone does not do that. The engine remembers pointers that were compared, and reads its corpus again each second,
the code under test hashes by address, and the order of the inputs is that in which the file system lists them.
"""

import os

import commands
from cli_case import write

# Its size moves the stack. 16 MB of freed memory are not used anew, in place of 256: an input takes less than that.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "UBSAN_OPTIONS": "print_stacktrace=1",
               "ASAN_OPTIONS": "quarantine_size_mb=16"}
MOST_BYTES = 16384  # of an input
LONGEST = 900  # seconds for one run: far more than it takes, on a busy machine too


def without_randomness():
    """What begins a command whose addresses are to be the same; nothing where a container forbids that."""
    fixed = ["setarch", "--addr-no-randomize"]
    try:
        return fixed if commands.run([*fixed, "true"], stderr=commands.DEVNULL).returncode == 0 else []
    except OSError:
        return []


FIXED = without_randomness()


def files_below(folder):
    for place, inner, names in os.walk(folder):
        inner.sort()
        for name in sorted(names):
            yield os.path.join(place, name)


def run(command, cwd):
    """(whether it went well, what it said)"""
    try:
        result = commands.run([*FIXED, *command], cwd=cwd, env=ENVIRONMENT, stdout=commands.PIPE,
                              stderr=commands.STDOUT, limit=LONGEST)
    except commands.TooLong as too_long:
        return False, "%s\n%s" % (too_long.output.decode(errors="replace"), too_long)
    return result.returncode == 0, result.stdout.decode(errors="replace")


def fuzz(program, options, folder, seeds, cwd):
    """Runs a target in `cwd` with files and folders of seeds; `folder` is new and gets their list.

    Paths are relative to `cwd`, and as long in each run: they lie on the stack too. The corpus stays in memory. The entropic
    schedule takes a fifth of so short a run, and finds as much.
    """
    listed = os.path.join(folder, "seeds")
    os.makedirs(os.path.join(cwd, folder))
    write(os.path.join(cwd, listed), ",".join(os.path.relpath(path, cwd) for given in seeds for path in files_below(os.path.join(cwd, given))))
    went_well, said = run([program, "-seed=1", "-reload=0", "-entropic=0", "-max_len=%d" % MOST_BYTES, *options, "-seed_inputs=@" + listed], cwd)
    return went_well and "Done" in said, said
