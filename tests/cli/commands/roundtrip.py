"""animproof roundtrip: files come back byte for byte; files with errors are refused with their findings."""

import os
import struct

from cli_case import Case, full_device, mrtk, mrtk_bad, mrtk_many, mrtk_warned, write
from golden_files import EACH, memg_files, mrtk_files, some

case = Case()

# Golden files and samples: whatever is without an error comes back, all else is refused as lint says it.
same = 0
for path in some(mrtk_files() + memg_files()):
    name = os.fsencode(path)
    lint = case.run("lint", "--format=concise", "-q", path)
    result = case.exits(lint.returncode, "roundtrip", path)
    if lint.returncode == 0:
        size = os.path.getsize(path)
        case.check(result.stdout == b"%s: same bytes (%d bytes)\n" % (name, size), "the same bytes: " + path, result)
        same += 1
    else:
        case.check(result.stdout == lint.stdout, "the findings of " + path, result)
    case.check(result.stderr == b"", "nothing else", result)
case.check(same > 30 // EACH, "there were files to round-trip")

# Several files: each is told of, and the worst decides.
write("clean.bin", mrtk())
write("bad.bin", mrtk_bad())
write("warned.bin", mrtk_warned())
result = case.exits(1, "roundtrip", "clean.bin", "bad.bin", "warned.bin")
lines = result.stdout.splitlines()
case.check(len(lines) == 3 and lines[0].startswith(b"clean.bin: same bytes (") and b"mrtk/wrap-mode" in lines[1]
           and lines[2].startswith(b"warned.bin: same bytes ("), "a line a file", result)
case.exits(0, "roundtrip", "--quiet", "clean.bin", "warned.bin", prints_only=b"", says_only=b"")  # quiet
case.exits(1, "roundtrip", "-q", "clean.bin", "bad.bin", prints=b"mrtk/wrap-mode")  # findings are told all the same
case.exits(0, "roundtrip", "-", input=mrtk(), prints_first=b"-: same bytes")  # standard input

# A large file, mapped, with many keys; and one of which the layout is told.
write("large.bin", mrtk_many(100000))
case.exits(0, "roundtrip", "large.bin")
case.exits(0, "roundtrip", "--mrtk-layout=writer", "--input-format=mrtk", "clean.bin")
case.exits(1, "roundtrip", "--mrtk-layout=published", "clean.bin")
case.exits(4, "roundtrip", "--max-memory=10K", "clean.bin")

# NaN payloads, -0, denormals.
odd = mrtk(times=(0.0, 1.0, 2.0, 3.0))
for key, bits in enumerate((0x7F800001, 0xFFC12345, 0x80000000, 1)):
    odd = odd[: 31 + 8 * key + 4] + struct.pack("<I", bits) + odd[31 + 8 * key + 8 :]
write("odd.bin", odd)
case.exits(0, "roundtrip", "odd.bin")

# What is no animation file, and what cannot be read.
write("text", b"hello")
case.exits(1, "roundtrip", "text", prints=b"file/unrecognized")  # not recognised
case.exits(3, "roundtrip", "missing.bin")
os.mkdir("empty")
case.exits(3, "roundtrip", "empty")
case.exits(3, "roundtrip", "missing.bin", "bad.bin")

# Usage
for arguments in ([], ["--layout"], ["--no-such"], ["--input-format=x", "clean.bin"], ["--max-memory=x", "clean.bin"]):
    case.exits(2, "roundtrip", *arguments, says_first=b"animproof: roundtrip: ")
case.exits(0, "roundtrip", "--help", prints_first=b"usage: animproof roundtrip")
case.exits(3, "roundtrip", "clean.bin", stdout=full_device())

case.finish()
