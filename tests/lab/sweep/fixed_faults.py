"""Repeats the sweep cases that once found faults, which are fixed: fixed_faults.py [--shim FILE] PROGRAM

Each row of FIXED describes a fault and selects cases of a sweep (sweep_verbs.py), which include those that found the fault. All
selected cases run; of other cases `make test ALL=1` runs a sample. Each row failed with the program before the fix.
"""

import argparse
import errno
import os
import signal
import sys

from sweep_verbs import Sweep, runner_in_temp_folder
from verbs import VERBS


def select_single_allocations(first=1, last=1000):
    """Returns a function that selects the cases in which one of the allocations from first to last fails, and no later one."""
    return lambda number, after: first <= number <= last and not after


# (the fault, kind of sweep, beginning of the verb's command line, function that selects cases)
FIXED = [
    ("a manifest lacked its last line, and exit 0: a stream in memory ran out of memory when it was closed", "allocations",
     "corpus build built", select_single_allocations(first=18)),
    ("a manifest lacked part of a line, and exit 0: memory ran out in the line", "allocations", "corpus build packed",
     select_single_allocations(30, 60)),
    ("an incomplete .jsonl file remained after a failed corpus build", "calls", "corpus build packed",
     lambda kind, number, error: kind in ("write", "linkat", "mkdir") and error in (errno.EIO, errno.ENOSPC)),
    ("shard exited with 0 without a message: a folder could not be listed, or the size of a file not be read", "calls", "shard",
     lambda kind, number, error: kind in ("readdir", "stat", "fstat") and error == errno.EIO),
    ("the language server ended by SIGSEGV, or sent nothing: a stream in memory ran out of memory", "allocations", "lsp",
     select_single_allocations(first=5)),
    ("a file was reported as clean without its companion: the folder could not be listed", "calls",
     "lint --write-baseline=base.txt parent.md5anim",
     lambda kind, number, error: error == errno.EIO and (kind, number > 25) in (("readdir", False), ("open", True))),
    ("the exit code did not show that memory ran out in the search for companions", "allocations",
     "lint clean.bin warned.bin walk.md5anim parent.md5anim", select_single_allocations(66, 80)),
    ("an incomplete case, an incomplete page and corpus.json.new remained after a failed corpus build", "calls", "corpus build built",
     lambda kind, number, error: kind in ("write", "close", "rename") and error == errno.EIO),
    ("a temporary file remained after a signal", "signals", "format -w loose.md5anim",
     lambda number, one: one == signal.SIGTERM),
    ("a folder with a path that could not be resolved had no configuration", "calls", "config tree/0.bin",
     lambda kind, number, error: kind == "path"),
    ("a file was counted twice: in its folder, and by its path, which could not be resolved", "calls", "lint --force-exclude",
     lambda kind, number, error: kind in ("path", "stat") and error == errno.EIO),
    ("a configuration was ignored: a signal interrupted its first read", "calls", "config tree/0.bin",
     lambda kind, number, error: kind == "read" and error == errno.EINTR),
    ("exit 0, although the old file remained under a temporary name because it could not be removed", "calls", "format -w loose.md5anim",
     lambda kind, number, error: kind == "unlink"),
    ("a .gitignore was ignored: a signal interrupted its read", "calls", "shard --count=2",
     lambda kind, number, error: kind == "read" and error == errno.EINTR),
    ("the program ended by SIGSEGV: the first allocation for the patterns of a .gitignore failed", "allocations", "lint tree",
     select_single_allocations(70, 80)),
    ("conform hung, or exited with 0 without a report: a wait was interrupted", "calls", "conform --loader",
     lambda kind, number, error: kind == "wait"),
    ("conform reported a crash of a loader: a write of a line to the loader was interrupted, short or failed", "calls",
     "conform --batch", lambda kind, number, error: kind == "write" and number < 3),
    ("conform reported that a loader gave no answer: memory for the answer ran out", "allocations", "conform --batch",
     select_single_allocations(first=16)),
    ("view exited with 0 without a page: the output could not be opened", "calls", "view --page=page.html walk",
     lambda kind, number, error: kind in ("open", "fchmod")),
    ("a companion was counted twice: memory to record it ran out", "allocations", "report merge", select_single_allocations(first=18)),
    ("conform reported wrong usage when out of memory", "sizes", "conform --loader", lambda size: 1 << 14 <= size <= 1 << 16),
    ("the program hung at exit: memory had run out while libzip was loaded", "allocations", "lint pack.pk4",
     lambda number, after: after and 66 <= number <= 82),
]


class FixedFaultSweep(Sweep):
    """Runs the cases of a sweep that a row of FIXED selects."""

    def __init__(self, runner, cases):
        super().__init__(argparse.Namespace(every=1), runner)
        self.cases_of_row = cases

    def is_selected(self, *words):
        return self.cases_of_row(*words[1:])


def run_fixed_fault(runner, row):
    """Runs the cases of a row. Returns (number of checks, faults). A row that selects no case or not exactly one verb is a fault."""
    what, kind, start, cases = row
    verbs = [verb for verb in VERBS if verb.name.startswith(start)]
    sweep = FixedFaultSweep(runner, cases)
    for verb in verbs:
        sweep.try_kind(kind, verb, runner.run(verb))
    faults = sweep.faults + (len(verbs) != 1 or sweep.cases == 0)
    if faults:
        print("FAILED: %s: %d of %d cases" % (what, sweep.faults, sweep.cases))
    return sweep.checks, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shim")
    parser.add_argument("program", type=os.path.abspath)
    options = parser.parse_args()
    with runner_in_temp_folder(options.program, options.shim) as runner:
        tried = [run_fixed_fault(runner, row) for row in FIXED]
    failed = sum(faults for _, faults in tried)
    print("%d passed, %d failed" % (sum(checks for checks, _ in tried) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
