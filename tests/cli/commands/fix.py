"""animproof fix: output, written files and refusals. tests/fixing.py tests that fixes restore broken files."""

import os
import re

from cli_case import MD5ANIM, Case, full_device, read, write


case = Case()
BIN = case.exits(0, "generate", "--format=mrtk", "--seed=1").stdout
MARKED = b"\xef\xbb\xbf" + MD5ANIM

# A dry run prints the fixes and writes nothing.
write("a.md5anim", MARKED)
case.exits(1, "fix", "a.md5anim",
           prints_only=b"a.md5anim:1:1: would fix md5anim/encoding: writes plain text\n", says_only=b"")
case.check(read("a.md5anim") == MARKED, "a dry run does not change the file")
case.exits(1, "fix", "-", input=MARKED, prints_only=b"-:1:1: would fix md5anim/encoding: writes plain text\n")

# --diff prints a patch on standard output and the fixes on standard error.
result = case.exits(1, "fix", "--diff", "a.md5anim")
case.check(result.stdout.startswith(b"--- a.md5anim\n+++ a.md5anim\tfixed\n@@ -1,4 +1,4 @@\n-\xef\xbb\xbfMD5Version 10\n"
                                    b"+MD5Version 10\n") and b"would fix" in result.stderr, "--diff prints a unified diff of a text file", result)
write("zeros.bin", BIN + bytes(3))
result = case.exits(1, "fix", "--diff", "zeros.bin")
size = len(BIN)
case.check(result.stdout == b"--- zeros.bin\n+++ zeros.bin\tfixed\n-%08x  00 00 00\n" % size,
           "--diff prints the removed bytes of a binary file", result)
for seed in range(99):  # searches for a generated file with flags
    case.exits(0, "generate", "--format=mrtk", "--seed=%d" % seed, "-o", "one.bin")
    if case.run("mutate", "--defect=mrtk/flag_any-128", "-o", "flag.bin", "one.bin").returncode == 0:
        break
result = case.exits(1, "fix", "--diff", "flag.bin")
rows = result.stdout.splitlines()
case.check(len(rows) == 4 and rows[2][:10] == b"-00000010 " and rows[3][:10] == b"+00000010 ",
           "--diff prints the changed bytes of a binary file", result)

# --write fixes the files; a second run has nothing to fix. Permissions are kept.
os.chmod("a.md5anim", 0o640)
result = case.exits(0, "fix", "-w", "a.md5anim", "zeros.bin", "flag.bin")
case.check(result.stdout.count(b"fixed m") == 3 and result.stdout.endswith(
    b"\n3 files: fixed 3 findings in 3; 0 not fixed, 0 without a fix\n"), "fix -w prints three fixes and the summary", result)
case.check(read("a.md5anim") == MD5ANIM and read("zeros.bin") == BIN and read("flag.bin") == read("one.bin"),
           "fix -w restores the files")
case.check(os.stat("a.md5anim").st_mode & 0o777 == 0o640, "fix -w keeps the permissions")
case.exits(0, "fix", "a.md5anim", "zeros.bin", prints_never=(b"fix md5anim", b"fix mrtk"))  # nothing is left to fix
os.link("a.md5anim", "b.md5anim")
write("a.md5anim", MARKED)
case.exits(0, "fix", "-w", "a.md5anim", says=b"1 other name of this file", leaves=("b.md5anim", MARKED))  # the other hard link keeps its content

# A fix that would lose data is refused with a message, and made with --unsafe.
commented = MD5ANIM.replace(b"hierarchy {", b"// by hand\nhierarchy\n{")
for broken, what in ((BIN + b"rest", "rest.bin"), (MD5ANIM + b"more\n", "more.md5anim"),
                     (commented, "own.md5anim"), (b"// first\n" + MD5ANIM, "first.md5anim")):
    write(what, broken)
    case.exits(what == "rest.bin", "fix", "-w", what, prints=(b": not fixed ", b"--unsafe"), leaves=(what, broken))
    result = case.exits(0, "fix", "-w", "--unsafe", what)
    wanted = (BIN, MD5ANIM, case.exits(0, "format", "-", input=MD5ANIM).stdout)
    case.check(b": fixed " in result.stdout and read(what) in wanted, "--unsafe fixes " + what, result)
write("twice.md5anim", MD5ANIM + MD5ANIM)
case.exits(0, "fix", "-w", "twice.md5anim")
case.check(read("twice.md5anim") == MD5ANIM, "removing a copy of the file appended to it loses nothing")

# A fix that would add a finding is undone: numFrames agrees with the bounds, and a frame is missing.
cut = MD5ANIM[:MD5ANIM.rindex(b"frame ")]
write("cut.md5anim", cut)
case.exits(1, "fix", "-w", "cut.md5anim", prints=b"not fixed md5anim/frame-missing: ", leaves=("cut.md5anim", cut))

# --select and --ignore choose the rules.
write("both.md5anim", b"\xef\xbb\xbf \n" + MD5ANIM)
result = case.exits(1, "fix", "--select=md5anim/before-version", "both.md5anim")
case.check(b"before-version" in result.stdout and b"encoding" not in result.stdout, "--select fixes only the selected rule", result)
result = case.exits(1, "fix", "--ignore=md5anim/before-version", "both.md5anim")
case.check(b"before-version" not in result.stdout and b"encoding" in result.stdout, "--ignore does not fix the ignored rule", result)
result = case.exits(2, "fix", "--select=md5anim/before", "both.md5anim")
case.check(b"did you mean md5anim/before-version" in result.stderr, "an unknown rule is refused with a suggestion", result)

# An impossible count of a header becomes the length of its list. A possible count, or the count of an incomplete list, is not
# changed.
for name, count, wrong in (("md5camera", b"numFrames", b"0"), ("md5camera", b"numCuts", b"-1"), ("md5mesh", b"numJoints", b"0"),
                           ("md5mesh", b"numMeshes", b"0"), ("md5mesh", b"numMeshes", b"2147483647")):
    made = case.exits(0, "generate", "--format", name, "--seed=1").stdout
    broken = re.sub(count + rb" \d+", count + b" " + wrong, made)
    write("count." + name, broken)
    result = case.run("fix", "-w", "count." + name)
    case.check(read("count." + name) == made, "the count %s %s of a %s becomes that of the list" % (count, wrong, name), result)
    cut = broken[:broken.rindex(b"}", 0, broken.index(b"camera {") if count == b"numCuts" else None)]
    write("count." + name, cut)
    if count != b"numJoints":  # the list of joints is complete in the cut file
        case.exits(1, "fix", "-w", "count." + name, leaves=("count." + name, cut))
    write("count." + name, re.sub(count + rb" (\d+)", lambda found: b"%s %d" % (count, int(found[1]) + 1), made))
    result = case.run("fix", "-w", "count." + name)
    case.check(b": fixed" not in result.stdout, "a possible count is not changed: %s of a %s" % (count, name), result)

# A file name with unusual bytes, and files of no format.
write(b"new\nline\xff\x1b.md5anim", MARKED)
case.exits(1, "fix", b"new\nline\xff\x1b.md5anim", prints_lines=1, prints_never=b"\x1b")  # an escaped name stays in one line
write("other.txt", b"hello")
case.check(b"file/unrecognized" in case.exits(1, "fix", "other.txt").stderr, "a file of no format is reported")
write("empty.md5anim", b"")
case.exits(1, "fix", "-w", "empty.md5anim")

# Wrong usage, missing files, too little memory.
for code, arguments in ((2, []), (2, ["-w", "-d", "a.md5anim"]), (2, ["-w", "-"]), (2, ["--fast", "a.md5anim"]),
                        (3, ["absent.md5anim"]), (3, ["absent.md5anim", "both.md5anim"]),
                        (4, ["-w", "--max-memory=1000", "both.md5anim"])):
    result = case.exits(code, "fix", *arguments)
    case.check(result.stderr, "fix %r prints a message" % arguments, result)
case.check(read("both.md5anim") == b"\xef\xbb\xbf \n" + MD5ANIM, "fix without enough memory does not change the file")
for limit in range(2000, 800000, 24000):
    write("small.md5anim", MARKED)
    result = case.run("fix", "-w", "--max-memory=%d" % limit, "small.md5anim")
    case.check((result.returncode, read("small.md5anim")) in ((4, MARKED), (0, MD5ANIM)),
               "with %d bytes of memory the file is fixed or unchanged" % limit, result)
write("closed/a.md5anim", MARKED)
os.chmod("closed/a.md5anim", 0o444)
os.chmod("closed", 0o555)
result = case.run_as_nobody("fix", "-w", "closed/a.md5anim")
if result is not None:
    case.check(result.returncode == 3 and read("closed/a.md5anim") == MARKED, "a file in a closed folder is not changed", result)
os.chmod("closed", 0o755)
case.exits(3, "fix", "both.md5anim", stdout=full_device())
case.finish()
