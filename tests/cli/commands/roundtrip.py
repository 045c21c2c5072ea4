"""animproof roundtrip: written files equal the read files byte for byte; files with errors are refused with their findings."""

import os
import struct

from cli_case import Case, full_device, mrtk, mrtk_bad, mrtk_many, mrtk_warned, write
from golden_files import EACH, memg_files, mrtk_files, every_nth

case = Case()

# Golden files and samples: files without errors keep their bytes, the others are refused with the findings of lint.
unchanged = 0
for path in every_nth(mrtk_files() + memg_files()):
    name = os.fsencode(path)
    lint = case.run("lint", "--format=concise", "-q", path)
    result = case.exits(lint.returncode, "roundtrip", path)
    if lint.returncode == 0:
        size = os.path.getsize(path)
        case.check(result.stdout == b"%s: same bytes (%d bytes)\n" % (name, size), "roundtrip keeps the bytes of " + path, result)
        unchanged += 1
    else:
        case.check(result.stdout == lint.stdout, "roundtrip prints the findings of lint for " + path, result)
    case.check(result.stderr == b"", "roundtrip prints no message", result)
case.check(unchanged > 30 // EACH, "more than 30 files keep their bytes")

# Several files: each is reported, and the worst result gives the exit code.
write("clean.bin", mrtk())
write("bad.bin", mrtk_bad())
write("warned.bin", mrtk_warned())
result = case.exits(1, "roundtrip", "clean.bin", "bad.bin", "warned.bin")
lines = result.stdout.splitlines()
case.check(len(lines) == 3 and lines[0].startswith(b"clean.bin: same bytes (") and b"mrtk/wrap-mode" in lines[1]
           and lines[2].startswith(b"warned.bin: same bytes ("), "roundtrip prints a line for each file", result)
case.exits(0, "roundtrip", "--quiet", "clean.bin", "warned.bin", prints_only=b"", says_only=b"")
case.exits(1, "roundtrip", "-q", "clean.bin", "bad.bin", prints=b"mrtk/wrap-mode")  # --quiet prints findings
case.exits(0, "roundtrip", "-", input=mrtk(), prints_first=b"-: same bytes")

# A large, mapped file with many keys; a file with a layout set by an option.
write("large.bin", mrtk_many(100000))
case.exits(0, "roundtrip", "large.bin")
case.exits(0, "roundtrip", "--mrtk-layout=writer", "--input-format=mrtk", "clean.bin")
case.exits(1, "roundtrip", "--mrtk-layout=published", "clean.bin")
case.exits(4, "roundtrip", "--max-memory=10K", "clean.bin")

# NaN payloads, -0 and denormal numbers.
unusual = mrtk(times=(0.0, 1.0, 2.0, 3.0))
for key, bits in enumerate((0x7F800001, 0xFFC12345, 0x80000000, 1)):
    unusual = unusual[: 31 + 8 * key + 4] + struct.pack("<I", bits) + unusual[31 + 8 * key + 8 :]
write("odd.bin", unusual)
case.exits(0, "roundtrip", "odd.bin")

# Files of no format, and files that cannot be read.
write("text", b"hello")
case.exits(1, "roundtrip", "text", prints=b"file/unrecognized")
case.exits(3, "roundtrip", "missing.bin")
os.mkdir("empty")
case.exits(3, "roundtrip", "empty")
case.exits(3, "roundtrip", "missing.bin", "bad.bin")

# Wrong usage.
for arguments in ([], ["--layout"], ["--no-such"], ["--input-format=x", "clean.bin"], ["--max-memory=x", "clean.bin"]):
    case.exits(2, "roundtrip", *arguments, says_first=b"animproof: roundtrip: ")
case.exits(0, "roundtrip", "--help", prints_first=b"usage: animproof roundtrip")
case.exits(3, "roundtrip", "clean.bin", stdout=full_device())

case.finish()
