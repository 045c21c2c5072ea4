#!/usr/bin/env python3
"""Directories and lists: order, what is passed over, loops, names of every kind."""

import json
import os
import socket
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from cli_case import Case, mrtk, mrtk_bad, write

case = Case()


def names_of(*arguments, code=0, **options):
    report = json.loads(case.exits(code, "lint", "--format", "json", *arguments, **options).stdout)
    return [entry["file"] for entry in report["files"]], report["summary"]


# Order: bytes of the names, directories in their place, whatever the order on disk.
os.makedirs("tree/b/c")
os.makedirs("tree/a")
os.mkdir("tree/empty")
for name in ("z.bin", "b.bin", "B.bin", "a/2.bin", "a/10.bin", "b/c/x.bin", "b/a.bin", "b-.bin", ".hidden.bin"):
    write("tree/" + name, mrtk())
expected = ["tree/" + n for n in (".hidden.bin", "B.bin", "a/10.bin", "a/2.bin", "b/a.bin", "b/c/x.bin", "b-.bin",
                                  "b.bin", "z.bin")]
names, summary = names_of("tree")
case.check(names == expected, "order: %r" % names)
case.check(names_of("tree/")[0] == expected, "a slash at the end")
case.check(names_of("tree/b", "tree/a/2.bin", "tree/b")[0]
           == ["tree/b/a.bin", "tree/b/c/x.bin", "tree/a/2.bin", "tree/b/a.bin", "tree/b/c/x.bin"], "as often as named")

# Passed over: other files, links to directories, fifos, sockets. A fifo must not be waited for.
write("tree/notes.txt", b"text")
write("tree/empty.dat", b"")
os.symlink(".", "tree/loop")
os.symlink("../..", "tree/a/up")
os.symlink("b.bin", "tree/link.bin")
os.mkfifo("tree/fifo")
local = socket.socket(socket.AF_UNIX)
local.bind("tree/socket")
names, summary = names_of("tree")
case.check(sorted(set(names) - set(expected)) == ["tree/link.bin"], "a link to a file is followed: %r" % names)
case.check(summary["passed_over"] == 6 and summary["files"] == 10, "passed over: %r" % summary)
result = case.exits(0, "lint", "tree")
case.check(result.stdout == b"10 files: 0 errors, 0 warnings, 6 other files passed over.\n", "said", result)
local.close()

# The same things, named.
case.exits(1, "lint", "tree/notes.txt")
names, _ = names_of("tree/loop")
case.check(names[0] == "tree/loop/.hidden.bin" and len(names) == 10, "a link to a directory, named, is entered")
result = case.exits(3, "lint", "tree/socket")
case.check(b"is a socket" in result.stderr, "a socket is refused", result)

# A link that leads nowhere is an input that cannot be read.
os.symlink("missing", "tree/broken")
names, summary = names_of("tree", code=3)
case.check("tree/broken" in names and summary["unreadable"] == 1, "a broken link")
os.remove("tree/broken")

# Deeper than any path can be.
start = os.getcwd()
depth = 0
for depth in range(1500):
    os.mkdir("deep%d" % (depth % 10))
    os.chdir("deep%d" % (depth % 10))
write("bottom.bin", mrtk_bad())
os.chdir(start)
names, summary = names_of("deep0", code=3)
case.check(summary["unreadable"] == 1 and len(names) == 1, "a path that is too long is told: %r" % summary)

# A directory that cannot be listed (root can list all of them).
if os.getuid() != 0:
    os.mkdir("tree/closed", 0)
    names, summary = names_of("tree", code=3)
    case.check("tree/closed" in names and summary["unreadable"] == 1, "a directory that cannot be listed")

# Lists.
write("list.txt", b"tree/a/2.bin\n\ntree/b\ntree/missing.bin")
names, summary = names_of("--files-from", "list.txt", code=3)
case.check(names == ["tree/a/2.bin", "tree/b/a.bin", "tree/b/c/x.bin", "tree/missing.bin"], "a list: %r" % names)
names, _ = names_of("--files-from", "-", "tree/z.bin", input=b"tree/b.bin\n")
case.check(names == ["tree/z.bin", "tree/b.bin"], "a list on standard input, after what was named: %r" % names)
names, _ = names_of("--files-from=-", "--null", input=b"tree/b.bin\0tree/z.bin")
case.check(names == ["tree/b.bin", "tree/z.bin"], "separated by NUL: %r" % names)
write("new\nline.bin", mrtk())
names, _ = names_of("--files-from=-", "-0", input=b"new\nline.bin\0")
case.check(names == ["new\nline.bin"], "a name with a line end: %r" % names)
result = case.exits(3, "lint", "--files-from=-", input=b"tree/b.bin\0tree/z.bin")
case.check(b"--null" in result.stderr, "a list with NUL bytes is not taken for lines", result)
result = case.exits(0, "lint", "--files-from=-", input=b"")
case.check(result.stdout == b"0 files: 0 errors, 0 warnings.\n", "an empty list", result)
write("-", mrtk_bad())
names, _ = names_of("--files-from=-", input=b"-\n", code=1)
case.check(names == ["-"], "in a list '-' is a file")
names, _ = names_of("--files-from=-", input=b"x" * 10000000, code=3)
case.check(len(names) == 1, "a path of 10 MB")

case.finish()
