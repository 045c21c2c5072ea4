"""Runs libFuzzer reproducibly: a run finds the same inputs on every machine.

A fixed seed is not enough: libFuzzer remembers compared pointers and reloads its corpus each second, the code under test hashes
addresses, and the file system sets the order of the inputs.
"""

import os

import commands
from cli_case import files_below, write

# A fixed environment, since its size moves the stack. 16 MB of freed memory are kept unused, not 256 MB: an input needs less.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "UBSAN_OPTIONS": "print_stacktrace=1",
               "ASAN_OPTIONS": "quarantine_size_mb=16"}
MOST_BYTES = 16384  # most bytes of an input
LONGEST = 900  # time limit of a run in seconds: far more than needed on a busy machine


def fixed_address_command_or_empty():
    """Returns the beginning of a command that fixes addresses, or an empty list if a container forbids it."""
    fixed = ["setarch", "--addr-no-randomize"]
    try:
        return fixed if commands.run([*fixed, "true"], stderr=commands.DEVNULL).returncode == 0 else []
    except OSError:
        return []


FIXED = fixed_address_command_or_empty()


def run(command, cwd):
    """Runs a command. Returns (success, output)."""
    try:
        result = commands.run([*FIXED, *command], cwd=cwd, env=ENVIRONMENT, stdout=commands.PIPE,
                              stderr=commands.STDOUT, limit=LONGEST)
    except commands.TimeLimitExceeded as too_long:
        return False, "%s\n%s" % (too_long.output.decode(errors="replace"), too_long)
    return result.returncode == 0, result.stdout.decode(errors="replace")


def fuzz_with_fixed_addresses(program, options, folder, seeds, cwd):
    """Fuzzes a target in `cwd`. Returns (success, output).

    `seeds` are files and folders. `folder` is created, with the list of the seeds.

    Paths are relative to `cwd` and equally long in each run, since they are on the stack. The corpus stays in memory. The entropic
    schedule would take a fifth of so short a run, and finds as much.
    """
    listed = os.path.join(folder, "seeds")
    os.makedirs(os.path.join(cwd, folder))
    write(os.path.join(cwd, listed), ",".join(os.path.relpath(path, cwd) for given in seeds for path in files_below(os.path.join(cwd, given))))
    success, said = run([program, "-seed=1", "-reload=0", "-entropic=0", "-max_len=%d" % MOST_BYTES, *options, "-seed_inputs=@" + listed], cwd)
    return success and "Done" in said, said
