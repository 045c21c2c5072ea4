"""Injects failures into every verb of the program: sweep_verbs.py [OPTION...] KIND PROGRAM

KIND is one of
  allocations    the n-th allocation fails
  sizes          every allocation above a size fails
  calls          the n-th system call of each kind fails, is interrupted or transfers one byte
  address-space  the address space is limited (ulimit -v), in steps
  signals        a signal arrives before the n-th system call of a verb that writes

  --shim FILE    preload FILE, built from faults.c; without this option PROGRAM is linked with faults.c
  --every N      run one case in N, always the same cases; with 0, one case for each stack of callers of a verb's commands
  --only TEXT    run verbs with TEXT in their command line
  --without TEXT run verbs without TEXT in their command line; TEXT|TEXT excludes either
  --runner TEXT  run PROGRAM by the command TEXT

Prints the counts, and exits with 1 after a fault.
"""

import argparse
import contextlib
import difflib
import errno
import os
import shutil
import signal
import sys
import tempfile
import zlib

from verb_faults import SHORT, Runner, faults_of_outcome
from verbs import VERBS, WorkFolder

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SIZES = [1 << shift for shift in range(4, 23)]
# Limits of the address space in bytes. The program has mapped 5 MB when it starts; nearly all verbs need less than 8 MB.
SPACES = [*range(5 << 20, 8 << 20, 16 << 10), *range(8 << 20, 40 << 20, 512 << 10)]
RETRIED = {"read", "pread", "write", "poll", "wait"}  # calls that the program repeats after EINTR
MOST_SHOWN = 40  # faults that are printed
MOST_LINES, WIDTH = 12, 300  # lines that are printed of a fault, and columns of a line

# Failures of each kind of call: (errno, 1 if all later calls of the kind fail too).
ERRORS = {
    "open": ((errno.EIO, 0), (errno.EMFILE, 1), (errno.EINTR, 0)),
    "read": ((errno.EIO, 0), (errno.EINTR, 0), (SHORT, 1)),
    "pread": ((errno.EIO, 0), (errno.EINTR, 0), (SHORT, 1)),
    "write": ((errno.ENOSPC, 1), (errno.EIO, 0), (errno.EINTR, 0), (SHORT, 1)),
    "close": ((errno.EIO, 0), (errno.EINTR, 0)),
    "fstat": ((errno.EIO, 0),),
    "stat": ((errno.EIO, 0), (errno.EACCES, 1)),
    "lseek": ((errno.EINVAL, 0),),
    "mmap": ((errno.ENOMEM, 0), (errno.ENOMEM, 1)),
    "fsync": ((errno.EIO, 0), (errno.ENOSPC, 0)),
    "fchmod": ((errno.EPERM, 0),),
    "linkat": ((errno.ENOSPC, 0), (errno.EIO, 0), (errno.EEXIST, 0)),
    "rename": ((errno.EIO, 0), (errno.ENOSPC, 0)),
    "unlink": ((errno.EIO, 0),),
    "mkdir": ((errno.ENOSPC, 0), (errno.EACCES, 0)),
    "readdir": ((errno.EIO, 0),),
    "poll": ((errno.EINTR, 0), (errno.ENOMEM, 0)),
    "pipe": ((errno.EMFILE, 0),),
    "fork": ((errno.EAGAIN, 0), (errno.EAGAIN, 1)),
    "wait": ((errno.EINTR, 0),),
    "thread": ((errno.EAGAIN, 0), (errno.EAGAIN, 1)),
    "path": ((errno.EIO, 0), (errno.EACCES, 0)),
}
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL)


def print_faults(verb, what, faults, outcome, reference):
    """Prints a run's faults, the end of its standard error, and how its standard output differs from the reference's."""
    print("FAULT: %s: %s: %s" % (verb.name, what, "; ".join(faults)))
    outputs = [one.stdout.decode(errors="replace").splitlines() for one in (reference, outcome)]
    differences = difflib.unified_diff(*outputs, "without a failure", "with the failure", n=0, lineterm="")
    for line in [*outcome.stderr.decode(errors="replace").splitlines()[-MOST_LINES:], *list(differences)[:MOST_LINES]]:
        print("    %s" % line[:WIDTH])
    sys.stdout.flush()


class Sweep:
    def __init__(self, options, runner):
        self.options, self.runner = options, runner
        self.cases = self.checks = self.verbs = self.same = self.statuses = self.ended = self.faults = 0
        self.tried = set()  # (verb, such as "lint"; place) of tried calls

    def is_selected(self, *words):
        return self.options.every == 0 or zlib.crc32(repr(words).encode()) % self.options.every == 0

    def numbers_to_try(self, verb, places):
        """Yields the numbers of calls, from 1, that are tried. places: the place of each call. With --every 0, a place is tried
        once for all command lines of a verb, such as `lint`."""
        for number, place in enumerate(places, 1):
            if self.options.every > 0 or (verb.arguments[0], place) not in self.tried:
                self.tried.add((verb.arguments[0], place))
                yield number

    def try_case(self, verb, what, reference, fault, **allowed):
        outcome = self.runner.run(verb, **fault)
        broken = faults_of_outcome(verb, outcome, reference, **allowed)
        faults = [fault for fault in broken if fault]
        self.cases += 1
        self.checks += len(broken)
        self.same += outcome.code == reference.code
        self.statuses += outcome.code in (3, 4) and outcome.code != reference.code
        self.ended += outcome.code is None or outcome.code < 0
        if faults and self.faults < MOST_SHOWN:
            print_faults(verb, what, faults, outcome, reference)
        self.faults += len(faults)

    def try_failing_allocations(self, verb, reference, places):
        for number in self.numbers_to_try(verb, places["allocation"]):
            for after in (False, True):
                if self.is_selected(verb.name, number, after):
                    self.try_case(verb, "allocation %d%s fails" % (number, " and all after it" * after), reference,
                                  {"kind": "allocation", "number": number, "all_after": after}, lacks_memory=True)

    def try_failing_sizes(self, verb, reference, _):
        for size in SIZES:
            if self.is_selected(verb.name, size):
                self.try_case(verb, "allocations above %d bytes fail" % size, reference, {"above": size}, lacks_memory=True)

    def try_failing_calls(self, verb, reference, places):
        for kind, errors in ERRORS.items():
            for number in self.numbers_to_try(verb, places[kind]):
                for error, after in errors:
                    if self.is_selected(verb.name, kind, number, error):
                        word = "transfers one byte" if error == SHORT else errno.errorcode[error]
                        self.try_case(verb, "%s %d%s: %s" % (kind, number, " and all after it" * after, word), reference,
                                      {"kind": kind, "number": number, "all_after": after, "error": error}, keeps=kind == "unlink",
                                      survived=error == SHORT or (error == errno.EINTR and kind in RETRIED))

    def try_small_address_space(self, verb, reference, _):
        for limit in SPACES:
            if self.is_selected(verb.name, limit):
                self.try_case(verb, "%d KB of address space" % (limit >> 10), reference, {"space": limit}, lacks_memory=True)

    def try_signals(self, verb, reference, places):
        for number in self.numbers_to_try(verb, places["any"]):
            for one in SIGNALS:
                if self.is_selected(verb.name, number, one):
                    self.try_case(verb, "%s before call %d" % (one.name, number), reference,
                                  {"kind": "any", "number": number, "error": int(one)}, ends_by=one)

    def try_kind(self, kind, verb, reference):
        """Tries the failures of one kind, such as "calls", in a verb with this reference."""
        kinds = {"allocations": self.try_failing_allocations, "sizes": self.try_failing_sizes, "calls": self.try_failing_calls,
                 "address-space": self.try_small_address_space, "signals": self.try_signals}
        kinds[kind](verb, reference, self.runner.fault_memory.places())

    def run(self):
        without = [text for text in self.options.without.split("|") if text]
        chosen = [verb for verb in VERBS if self.options.only in verb.name and not any(text in verb.name for text in without)]
        for verb in chosen:
            if self.options.kind == "signals" and not verb.writes:
                continue
            if self.options.kind == "address-space" and verb.name.startswith("fuzz"):
                continue  # `animproof fuzz` starts Python, which inherits the limit and has its own messages
            reference = self.runner.run(verb)
            if reference.code not in (0, 1):
                print("FAULT: %s: exit %s without any failure\n%s" % (
                    verb.name, reference.code, reference.stderr.decode(errors="replace")))
                self.faults += 1
                continue
            self.verbs += 1
            self.try_kind(self.options.kind, verb, reference)


def link_files_except(source, folder, but):
    """Makes `folder`, with links to all entries of `source` except those named in `but`."""
    os.mkdir(folder)
    for name in os.listdir(source):
        if name not in but:
            os.symlink(os.path.join(source, name), os.path.join(folder, name))


def make_tree_with_campaign_program(folder):
    """Makes a tree without campaigns, and returns the path of its campaign program: `animproof fuzz list` prints the campaigns of
    the program's tree, and other tests may run campaigns in the real one."""
    fuzz = os.path.join(folder, "fuzz")
    link_files_except(ROOT, folder, ("build", "fuzz"))
    link_files_except(os.path.join(ROOT, "fuzz"), fuzz, ("campaign",))
    shutil.copytree(os.path.join(ROOT, "fuzz", "campaign"), os.path.join(fuzz, "campaign"))
    return os.path.join(fuzz, "campaign", "campaign")


@contextlib.contextmanager
def runner_in_temp_folder(program, shim, words=()):
    """Yields a Runner in a new temporary folder, which is the working folder of this process until the end of the `with`."""
    home, environment = os.getcwd(), {"LD_PRELOAD": os.path.abspath(shim)} if shim else {}
    with tempfile.TemporaryDirectory(prefix="animproof-sweep-") as folder:
        environment["ANIMPROOF_FUZZ"] = make_tree_with_campaign_program(os.path.join(folder, "tree"))  # the program looks for it where it was built
        os.mkdir(os.path.join(folder, "work"))
        os.chdir(os.path.join(folder, "work"))
        try:
            yield Runner([*words, program], WorkFolder(program), environment)
        finally:
            os.chdir(home)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shim")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="")
    parser.add_argument("--runner", type=str.split, default=[])
    parser.add_argument("kind", choices=["allocations", "sizes", "calls", "address-space", "signals"])
    parser.add_argument("program", type=os.path.abspath)
    options = parser.parse_args()
    with runner_in_temp_folder(options.program, options.shim, options.runner) as runner:
        sweep = Sweep(options, runner)
        sweep.run()
    print("%s: %d verbs, %d cases, %d unchanged, %d statuses, %d ended by the signal, %d faults" % (
        options.kind, sweep.verbs, sweep.cases, sweep.same, sweep.statuses, sweep.ended, sweep.faults))
    print("%d passed, %d failed" % (sweep.checks - sweep.faults, sweep.faults))
    return 1 if sweep.faults or not sweep.cases else 0


if __name__ == "__main__":
    sys.exit(main())
