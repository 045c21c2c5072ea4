"""Sweeps of every verb: sweep_verbs.py [OPTION...] KIND PROGRAM

KIND is one of
  allocations    the n-th allocation fails
  sizes          every allocation above a size fails
  calls          the n-th call of each kind of system call fails, is broken off or moves one byte
  address-space  there is little address space (ulimit -v), in steps
  signals        a signal arrives before the n-th system call of a verb that writes

  --shim FILE    is preloaded; without it, PROGRAM is linked with faults.c
  --every N      a draw: one case in N, the same each time; 0: one for each stack of callers of commands of one name
  --only TEXT    verbs with TEXT in their command line
  --without TEXT verbs without it; of TEXT|TEXT without either
  --runner TEXT  the words of a command that runs PROGRAM

Ends with its counts, and with 1 where there is a fault.
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

from verb_faults import SHORT, Runner, promises
from verbs import VERBS, Workplace

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIZES = [1 << shift for shift in range(4, 23)]
# What the program has mapped when it starts is 5 MB, and nearly all verbs need less than 8.
SPACES = [*range(5 << 20, 8 << 20, 16 << 10), *range(8 << 20, 40 << 20, 512 << 10)]
GOES_ON = {"read", "pread", "write", "poll", "wait"}  # of which a call that is broken off is made again
SHOWN = 40  # faults
SAID, WIDTH = 12, 300  # lines of each, and their columns

# (errno, also for all calls that follow)
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


def tell(verb, what, faults, now, whole):
    """Of faults: the run, what was said, and the lines of standard output that differ."""
    print("FAULT: %s: %s: %s" % (verb.name, what, "; ".join(faults)))
    differs = difflib.unified_diff(*(one.stdout.decode(errors="replace").splitlines() for one in (whole, now)), "without a fault",
                                   "now", n=0, lineterm="")
    for line in [*now.stderr.decode(errors="replace").splitlines()[-SAID:], *list(differs)[:SAID]]:
        print("    %s" % line[:WIDTH])
    sys.stdout.flush()


class Sweep:
    def __init__(self, options, runner):
        self.options, self.runner = options, runner
        self.cases = self.checks = self.verbs = self.same = self.statuses = self.ended = self.faults = 0
        self.tried = set()  # (name of a command, place)

    def drawn(self, *words):
        return self.options.every == 0 or zlib.crc32(repr(words).encode()) % self.options.every == 0

    def numbers(self, verb, places):
        """Of the calls that were made at the places: each, from 1; or, with --every 0, the first at a place in commands of one name."""
        for number, place in enumerate(places, 1):
            if self.options.every > 0 or (verb.arguments[0], place) not in self.tried:
                self.tried.add((verb.arguments[0], place))
                yield number

    def try_case(self, verb, what, whole, fault, **allowed):
        now = self.runner.run(verb, **fault)
        broken = promises(verb, now, whole, **allowed)
        faults = [fault for fault in broken if fault]
        self.cases += 1
        self.checks += len(broken)
        self.same += now.code == whole.code
        self.statuses += now.code in (3, 4) and now.code != whole.code
        self.ended += now.code is None or now.code < 0
        if faults and self.faults < SHOWN:
            tell(verb, what, faults, now, whole)
        self.faults += len(faults)

    def allocations(self, verb, whole, places):
        for number in self.numbers(verb, places["allocation"]):
            for after in (False, True):
                if self.drawn(verb.name, number, after):
                    self.try_case(verb, "allocation %d%s fails" % (number, " and all after it" * after), whole,
                                  {"kind": "allocation", "number": number, "all_after": after}, lacks_memory=True)

    def sizes(self, verb, whole, _):
        for size in SIZES:
            if self.drawn(verb.name, size):
                self.try_case(verb, "allocations above %d bytes fail" % size, whole, {"above": size}, lacks_memory=True)

    def calls(self, verb, whole, places):
        for kind, errors in ERRORS.items():
            for number in self.numbers(verb, places[kind]):
                for error, after in errors:
                    if self.drawn(verb.name, kind, number, error):
                        word = "moves one byte" if error == SHORT else errno.errorcode[error]
                        self.try_case(verb, "%s %d%s: %s" % (kind, number, " and all after it" * after, word), whole,
                                      {"kind": kind, "number": number, "all_after": after, "error": error}, keeps=kind == "unlink",
                                      survived=error == SHORT or (error == errno.EINTR and kind in GOES_ON))

    def address_space(self, verb, whole, _):
        for limit in SPACES:
            if self.drawn(verb.name, limit):
                self.try_case(verb, "%d KB of address space" % (limit >> 10), whole, {"space": limit}, lacks_memory=True)

    def signals(self, verb, whole, places):
        for number in self.numbers(verb, places["any"]):
            for one in SIGNALS:
                if self.drawn(verb.name, number, one):
                    self.try_case(verb, "%s before call %d" % (one.name, number), whole,
                                  {"kind": "any", "number": number, "error": int(one)}, ends_by=one)

    def run(self):
        without = [text for text in self.options.without.split("|") if text]
        chosen = [verb for verb in VERBS if self.options.only in verb.name and not any(text in verb.name for text in without)]
        for verb in chosen:
            if self.options.kind == "signals" and not verb.writes:
                continue
            if self.options.kind == "address-space" and verb.name.startswith("fuzz"):
                continue  # the interpreter that it starts has the limit, too, and ends as it likes
            whole = self.runner.run(verb)
            if whole.code not in (0, 1):
                print("FAULT: %s: exit %s without any failure\n%s" % (
                    verb.name, whole.code, whole.stderr.decode(errors="replace")))
                self.faults += 1
                continue
            self.verbs += 1
            getattr(self, self.options.kind.replace("-", "_"))(verb, whole, self.runner.world.places())


def link_all(source, folder, but):
    """Makes the folder, with links to what is in the other but for what is named."""
    os.mkdir(folder)
    for name in os.listdir(source):
        if name not in but:
            os.symlink(os.path.join(source, name), os.path.join(folder, name))


def campaign_program(folder):
    """What `animproof fuzz` runs, in a tree without a build: it lists the campaigns of its tree, and other tests make some in theirs."""
    fuzz = os.path.join(folder, "fuzz")
    link_all(ROOT, folder, ("build", "fuzz"))
    link_all(os.path.join(ROOT, "fuzz"), fuzz, ("campaign",))
    shutil.copytree(os.path.join(ROOT, "fuzz", "campaign"), os.path.join(fuzz, "campaign"))
    return os.path.join(fuzz, "campaign", "campaign")


@contextlib.contextmanager
def runner_of(program, shim, words=()):
    """A Runner in a folder of its own, in which this process is meanwhile."""
    home, environment = os.getcwd(), {"LD_PRELOAD": os.path.abspath(shim)} if shim else {}
    with tempfile.TemporaryDirectory(prefix="animproof-sweep-") as folder:
        environment["ANIMPROOF_FUZZ"] = campaign_program(os.path.join(folder, "tree"))  # wherever the program was built
        os.mkdir(os.path.join(folder, "work"))
        os.chdir(os.path.join(folder, "work"))
        try:
            yield Runner([*words, program], Workplace(program), environment)
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
    with runner_of(options.program, options.shim, options.runner) as runner:
        sweep = Sweep(options, runner)
        sweep.run()
    print("%s: %d verbs, %d cases, %d unchanged, %d statuses, %d ended by the signal, %d faults" % (
        options.kind, sweep.verbs, sweep.cases, sweep.same, sweep.statuses, sweep.ended, sweep.faults))
    print("%d passed, %d failed" % (sweep.checks - sweep.faults, sweep.faults))
    return 1 if sweep.faults or not sweep.cases else 0


if __name__ == "__main__":
    sys.exit(main())
