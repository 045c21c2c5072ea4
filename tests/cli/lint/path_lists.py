"""lint --files-from: lists of paths, one a line or one a NUL, and what is no such list."""

import os

import commands
from cli_case import Case, mrtk, mrtk_bad, write

case = Case()
write("good.bin", mrtk())
write("bad.bin", mrtk_bad())
write("two\nlines.bin", mrtk_bad())

ONE = b"1 file: 0 errors"
for text, options, code, said in (
        (b"good.bin\n", [], 0, ONE),
        (b"good.bin", [], 0, ONE),  # without an end of its last line
        (b"\n\ngood.bin\n\n", [], 0, ONE),
        (b"good.bin\ngood.bin\n./good.bin\n", [], 0, ONE),  # each file once
        (b"good.bin\nbad.bin\n", [], 1, b"2 files: 1 error"),
        (b"good.bin\0two\nlines.bin\0", ["--null"], 1, b"2 files: 1 error"),
        (b"good.bin\0good.bin\0bad.bin", ["--null"], 1, b"2 files: 1 error")):
    write("list", text)
    for arguments, more in ((["--files-from=list"], {}), (["--files-from=-"], {"input": text})):
        case.exits(code, "lint", "--no-config", *arguments, *options, prints=said, **more)
    if options:
        case.exits(code, "lint", "--no-config", "--files-from0=list", prints=said)

# A NUL in a list of lines: it is said, whatever follows, and nothing after it is judged.
for text in (b"good.bin\0bad.bin\0", b"good.bin\0x\nbad.bin\n", b"good.bin\nx\0\nbad.bin\n"):
    write("list", text)
    result = case.run("lint", "--no-config", "--format=concise", "--files-from=list")
    case.check(result.returncode in (2, 3) and b"list: contains a NUL byte: a list separated by NUL bytes needs --null" in result.stderr
               and b"bad.bin:" not in result.stdout, "a NUL in %r" % text, result)
case.exits(3, "lint", "--files-from=missing", says=(b"missing", b"No such file"))  # no list

# A list that comes through a pipe, as a shell gives it for <(...): all of it is read, however long it is.
os.mkdir("many_files")
with open("paths", "wb") as paths:
    for number in range(2000):
        write("many_files/%d.bin" % number, mrtk())
        paths.write(b"many_files/%d.bin\n" % number)
with commands.start(["cat", "paths"], stdout=commands.PIPE) as cat:
    case.exits(0, "lint", "--no-config", "--files-from=/dev/stdin", stdin=cat.stdout, prints=b"2000 files: 0 errors")  # all paths of a pipe

# A device may have no end: it is no list, but for a terminal and /dev/null, and neither a baseline nor a report.
case.exits(0, "lint", "--no-config", "--files-from=/dev/null", "--allow-empty")
for arguments in (["lint", "--files-from=/dev/zero"], ["lint", "--baseline=/dev/zero", "good.bin"], ["report", "merge", "/dev/zero"]):
    case.exits(3, *arguments, says_only=b"animproof: /dev/zero: is a device\n")
case.finish()
