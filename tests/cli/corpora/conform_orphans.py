"""animproof conform and what loaders leave behind: it is ended in rounds, however much it is."""

import os

import commands
from cli_case import Case, preloaded
from loader_scripts import script
from small_corpus import build, case as entry

COUNT = 200  # processes that a loader leaves behind
ROUNDS = 8   # for a loader at most: one for what it left, one for what these left, and so on
MARK = "CONFORM_ORPHANS=%d" % os.getpid()
case = Case()
os.environ.update([MARK.split("=")])

# wide: all are children of the loader. long: each is the child of the one before it. Each in a session of its own.
LOADER = r'''
import os, signal, sys
COUNT = %d
ready, done = os.pipe()

def leave(left):
    """A process; where they stand in a row, it leaves the next one."""
    if os.fork() == 0:
        os.setsid()
        os.write(done, b"x")
        while left > 1 and os.fork() == 0:
            os.setsid()
            os.write(done, b"x")
            left -= 1
        signal.pause()

for _ in range(1 if "long" in sys.argv[1] else COUNT):
    leave(COUNT if "long" in sys.argv[1] else 1)
count = 0
while count < COUNT:
    count += len(os.read(ready, COUNT))
''' % COUNT


def lists(name):
    """How often the list of children is read for a loader."""
    build(name, [entry("y_%s" % name, name.encode())])
    count = os.path.abspath(name + ".lists")
    case.exits(0, "conform", "--loader", "l=%s {}" % script("leaves.py", LOADER, "/usr/bin/python3"), "-j1", "--timeout", "100", name,
               env={"LISTS": count, **preloaded("count_lists")})
    return os.path.getsize(count)


def test_rounds():
    found = lists("wide")
    case.check(0 < found <= ROUNDS, "%d processes at once: %d lists" % (COUNT, found))
    found = lists("long")  # the next one appears when the one before it has ended
    case.check(0 < found <= COUNT + ROUNDS, "%d processes in a row: %d lists" % (COUNT, found))
    case.check(commands.marked(MARK) == [], "all were ended: %r" % commands.marked(MARK))


test_rounds()
case.finish()
