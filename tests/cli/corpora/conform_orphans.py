"""animproof conform ends the processes that loaders leave, in rounds, also if they are many."""

import os

import commands
from cli_case import Case, preloaded
from loader_scripts import script
from small_corpus import build, entry

COUNT = 200  # processes that a loader leaves
ROUNDS = 8   # upper limit for a loader: a round for its children, a round for their children, and so on
MARK = "CONFORM_ORPHANS=%d" % os.getpid()
case = Case()
os.environ.update([MARK.split("=")])

# "wide": all processes are children of the loader. "long": each process is a child of the previous one. Each has its own session.
LOADER = r'''
import os, signal, sys
COUNT = %d
ready, done = os.pipe()

def leave(left):
    """Starts a process, or a chain of `left` processes."""
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


def count_child_list_reads(name):
    """Returns how often conform reads the list of child processes for the loader."""
    build(name, [entry("y_%s" % name, name.encode())])
    count = os.path.abspath(name + ".lists")
    case.exits(0, "conform", "--loader", "l=%s {}" % script("leaves.py", LOADER, "/usr/bin/python3"), "-j1", "--timeout", "100", name,
               env={"LISTS": count, **preloaded("count_lists")})
    return os.path.getsize(count)


def test_rounds():
    found = count_child_list_reads("wide")
    case.check(0 < found <= ROUNDS, "%d children of the loader are ended with few lists: %d" % (COUNT, found))
    found = count_child_list_reads("long")  # a process becomes a child of conform when its parent is ended
    case.check(0 < found <= COUNT + ROUNDS, "a chain of %d processes needs about one list for each: %d" % (COUNT, found))
    case.check(commands.find_processes(MARK) == [], "all left processes were ended: %r" % commands.find_processes(MARK))


test_rounds()
case.finish()
