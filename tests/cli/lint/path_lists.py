"""lint --files-from: lists of paths separated by lines or NUL bytes, and files that are not such lists."""

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
        (b"good.bin", [], 0, ONE),  # the last line has no line break
        (b"\n\ngood.bin\n\n", [], 0, ONE),
        (b"good.bin\ngood.bin\n./good.bin\n", [], 0, ONE),  # repeated paths are checked once
        (b"good.bin\nbad.bin\n", [], 1, b"2 files: 1 error"),
        (b"good.bin\0two\nlines.bin\0", ["--null"], 1, b"2 files: 1 error"),
        (b"good.bin\0good.bin\0bad.bin", ["--null"], 1, b"2 files: 1 error")):
    write("list", text)
    for arguments, more in ((["--files-from=list"], {}), (["--files-from=-"], {"input": text})):
        case.exits(code, "lint", "--no-config", *arguments, *options, prints=said, **more)
    if options:
        case.exits(code, "lint", "--no-config", "--files-from0=list", prints=said)

# A NUL byte in a list of lines is refused, and no later path is checked.
for text in (b"good.bin\0bad.bin\0", b"good.bin\0x\nbad.bin\n", b"good.bin\nx\0\nbad.bin\n"):
    write("list", text)
    result = case.run("lint", "--no-config", "--format=concise", "--files-from=list")
    case.check(result.returncode in (2, 3) and b"list: contains a NUL byte: a list separated by NUL bytes needs --null" in result.stderr
               and b"bad.bin:" not in result.stdout, "a NUL byte in the list %r is refused" % text, result)
case.exits(3, "lint", "--files-from=missing", says=(b"missing", b"No such file"))  # the list does not exist

# A list through a pipe, as a shell's <(...) gives it, is read to its end.
os.mkdir("many_files")
with open("paths", "wb") as paths:
    for number in range(2000):
        write("many_files/%d.bin" % number, mrtk())
        paths.write(b"many_files/%d.bin\n" % number)
with commands.start(["cat", "paths"], stdout=commands.PIPE) as cat:
    case.exits(0, "lint", "--no-config", "--files-from=/dev/stdin", stdin=cat.stdout, prints=b"2000 files: 0 errors")  # all paths are read

# A device may be endless: it is refused as a list, a baseline and a report; /dev/null and a terminal are accepted as lists.
case.exits(0, "lint", "--no-config", "--files-from=/dev/null", "--allow-empty")
for arguments in (["lint", "--files-from=/dev/zero"], ["lint", "--baseline=/dev/zero", "good.bin"], ["report", "merge", "/dev/zero"]):
    case.exits(3, *arguments, says_only=b"animproof: /dev/zero: is a device\n")
case.finish()
