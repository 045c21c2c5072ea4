"""What sweeps have told once, and is mended: mended.py [--shim FILE] PROGRAM

Each row of MENDED is what went wrong, with the cases of a sweep (sweep_verbs.py) among which are those that told it.
All of them are tried, where `make test` draws one in many of the others. Each row was seen to fail with the program as
it was before.
"""

import argparse
import errno
import os
import signal
import sys

from sweep_verbs import Sweep, runner_of
from verbs import VERBS


def alone(first=1, last=1000):
    """Of these allocations each alone."""
    return lambda number, after: first <= number <= last and not after


# (what went wrong, kind of sweep, how the verb's command begins, the cases)
MENDED = [
    ("a manifest had a line less, and exit 0: a stream in memory had ended without memory for its end", "allocations",
     "corpus build built", alone(first=18)),
    ("a manifest had a hole, and exit 0: memory ran out in the middle of a line", "allocations", "corpus build packed", alone(30, 60)),
    ("half a file of cases stayed where corpus build had failed", "calls", "corpus build packed",
     lambda kind, number, error: kind in ("write", "linkat", "mkdir") and error in (errno.EIO, errno.ENOSPC)),
    ("shard said nothing and ended with 0 where a folder could not be listed, or a size not be had", "calls", "shard",
     lambda kind, number, error: kind in ("readdir", "stat", "fstat") and error == errno.EIO),
    ("the language server ended by SIGSEGV, or sent no bytes: the same streams", "allocations", "lsp", alone(first=5)),
    ("a file was clean without its companion, because the folder could not be listed", "calls",
     "lint --write-baseline=base.txt parent.md5anim",
     lambda kind, number, error: error == errno.EIO and (kind, number > 25) in (("readdir", False), ("open", True))),
    ("memory that ran out in the search for companions was forgotten", "allocations",
     "lint clean.bin warned.bin walk.md5anim parent.md5anim", alone(66, 80)),
    ("half a case of a corpus, half a page of it, and corpus.json.new stayed", "calls", "corpus build built",
     lambda kind, number, error: kind in ("write", "close", "rename") and error == errno.EIO),
    ("a signal left a file with its temporary name", "signals", "format -w loose.md5anim",
     lambda number, one: one == signal.SIGTERM),
    ("a folder whose path could not be resolved had no configuration", "calls", "config tree/0.bin",
     lambda kind, number, error: kind == "path"),
    ("a file counted twice: its folder was walked, and the path of the file could not be resolved", "calls", "lint --force-exclude",
     lambda kind, number, error: kind in ("path", "stat") and error == errno.EIO),
    ("a configuration was not read, because a signal broke off its first read", "calls", "config tree/0.bin",
     lambda kind, number, error: kind == "read" and error == errno.EINTR),
    ("the old file stayed under a temporary name, and exit 0: it could not be removed", "calls", "format -w loose.md5anim",
     lambda kind, number, error: kind == "unlink"),
    ("patterns of git were not read, because a signal broke off the read", "calls", "shard --count=2",
     lambda kind, number, error: kind == "read" and error == errno.EINTR),
    ("patterns of git ended the program by SIGSEGV: their first allocation failed", "allocations", "lint tree",
     alone(70, 80)),
    ("conform hung, or made no report and exited 0: a wait was broken off", "calls", "conform --loader",
     lambda kind, number, error: kind == "wait"),
    ("conform told a crash of a loader: a line to it was broken off, or went in pieces, or could not be written", "calls",
     "conform --batch", lambda kind, number, error: kind == "write" and number < 3),
    ("conform told that a loader gave no answer, because there was no memory for it", "allocations", "conform --batch",
     alone(first=16)),
    ("view wrote no page, and exited 0: it could not be opened", "calls", "view --page=page.html walk",
     lambda kind, number, error: kind in ("open", "fchmod")),
    ("a companion counted twice: there was no memory to remember it", "allocations", "report merge", alone(first=18)),
    ("conform said wrong usage where memory was short", "sizes", "conform --loader", lambda size: 1 << 14 <= size <= 1 << 16),
    ("the program hung at its end: memory had run out while libzip was loaded", "allocations", "lint pack.pk4",
     lambda number, after: after and 66 <= number <= 82),
]


class Chosen(Sweep):
    """A sweep of one row's cases."""

    def __init__(self, runner, cases):
        super().__init__(argparse.Namespace(every=1), runner)
        self.cases_of_row = cases

    def drawn(self, *words):
        return self.cases_of_row(*words[1:])


def try_row(runner, row):
    """(checks, faults): a row that tries nothing is a fault."""
    what, kind, begins, cases = row
    verbs = [verb for verb in VERBS if verb.name.startswith(begins)]
    sweep = Chosen(runner, cases)
    for verb in verbs:
        getattr(sweep, kind)(verb, runner.run(verb), runner.world.places())
    faults = sweep.faults + (len(verbs) != 1 or sweep.cases == 0)
    if faults:
        print("FAILED: %s: %d of %d cases" % (what, sweep.faults, sweep.cases))
    return sweep.checks, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shim")
    parser.add_argument("program", type=os.path.abspath)
    options = parser.parse_args()
    with runner_of(options.program, options.shim) as runner:
        tried = [try_row(runner, row) for row in MENDED]
    failed = sum(faults for _, faults in tried)
    print("%d passed, %d failed" % (sum(checks for checks, _ in tried) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
