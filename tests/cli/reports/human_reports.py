"""Human reports, compared exactly: excerpts of files and companions, colours, and the summary line."""

import os
import shutil

from cli_case import GOLDEN, Case, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, write
from formats import FORMATS

HINT = "   animproof explain RULE tells more.\n"
NO_FORMAT = "the file is not one of %s: it begins as text" % ", ".join(FORMATS)

case = Case()
write("clean.bin", mrtk())
write("bad.bin", mrtk_bad())
write("warned.bin", mrtk_warned())
write("noted.bin", mrtk_noted())
write("one.bin", b"x")
write("text.bin", b"MEMG, but not quite")
write("cut.bin", mrtk()[:20])
shutil.copy(os.path.join(GOLDEN, "memg/bad/name-duplicate__earlier.bin"), "scene.bin")
shutil.copy(os.path.join(GOLDEN, "memg/bad/name-duplicate__earlier.obj"), "scene.obj")
shutil.copy(os.path.join(GOLDEN, "md5anim/bad/md5mesh-number__nan.md5anim"), "walk.md5anim")
shutil.copy(os.path.join(GOLDEN, "md5anim/bad/md5mesh-number__nan.md5mesh"), "walk.md5mesh")


def expect_report(code, expected, *arguments):
    result = case.exits(code, "lint", "--no-config", *arguments)
    case.check(result.stdout.decode() == expected, "%s: wanted %r" % (" ".join(arguments), expected), result)


# Findings of a companion show lines of the companion.
expect_report(1, """scene.bin:0x5bb: error: groups[1].name is "DupoFTQMm_1"; the group at byte 784 has the same name [memg/name-duplicate]
  000005b0  85 d5 a1 c0 d8 d2 3f 0b 00 00 00 [44 75 70 6f 46
  000005c0  54 51 4d 6d 5f 31] 04 00 00 00 09 00 00 00 0a 00
  the first group of this name:
  00000310  [0b 00 00 00] 44 75 70 6f 46 54 51 4d 6d 5f 31 08

scene.obj:20:1: error: the group "KhBupNps3_2" has faces, but the motion file has no motion for it [memg/obj-group-without-motion]
  20 | g KhBupNps3_2
     | ^~~~~~~~~~~~~

2 files: 2 errors, 0 warnings.""" + HINT, "scene.bin")
expect_report(1, """walk.md5mesh:8:66: error: joint "forearm_1", orientation y is "nan"; it must be a plain decimal number, such as -0.5: """
     """the exporter divided zero by zero, or took a root of less than zero [md5mesh/number]
  8 |     "forearm_1" 0 ( -2.6044538 -7.4165554 7.1230574 ) ( -0.25462928 nan 0.18688324 ) // origin
    |                                                                     ^~~

2 files: 1 error, 0 warnings, 1 check skipped after errors.""" + HINT, "walk.md5anim")

case.check(case.exits(0, "lint", "--ignore", "md5mesh/number", "walk.md5anim").stdout
           == b"2 files: 0 errors, 0 warnings, 1 check skipped, 1 file was not checked to its end.\n",
           "skipped checks are not counted as `after errors` if no error is shown")

# Excerpts of one row, excerpts cut off by the end of the file, and excerpts in colour: each colour is reset.
UNKNOWN = ":0x0: error: " + NO_FORMAT + " [file/unrecognized]\n"
expect_report(1, "one.bin" + UNKNOWN + "  00000000  [78]\n\n"
     + "text.bin" + UNKNOWN + "  00000000  [4d 45 4d 47 2c 20 62 75] 74 20 6e 6f 74 20 71 75\n\n"
     + "cut.bin:0x13: error: camera.position_x.pre_wrap needs 4 bytes, 1 is left [mrtk/truncated]\n  00000010  01 00 00 [08]\n\n"
     + "3 files: 3 errors, 0 warnings, 7 checks skipped after errors." + HINT, "one.bin", "text.bin", "cut.bin")
BOLD, RED, PLAIN = "\x1b[1m", "\x1b[1;31m", "\x1b[0m"
HEAD = BOLD + "%s: " + PLAIN + RED + "error:" + PLAIN + " %s\n"
expect_report(1, HEAD % ("one.bin:0x0", NO_FORMAT + " [file/unrecognized]") + "  00000000  " + RED + "[78]" + PLAIN + "\n\n"
     + HEAD % ("bad.bin:0x13", "camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]")
     + "  00000010  01 00 00 " + RED + "[10 00 00 00]" + PLAIN + " 08 00 00 00 02 00 00 00 00" + PLAIN
     + "\n\n2 files: 2 errors, 0 warnings." + HINT,
     "--color=always", "one.bin", "bad.bin")

# --verbose prints a line for each file, of a known format or of none.
expect_report(1, "one.bin: no known format, 1 byte\none.bin" + UNKNOWN + "  00000000  [78]\n\n"
     + "clean.bin: mrtk 1.1, layout writer, 219 bytes\n2 files: 1 error, 0 warnings." + HINT, "--verbose", "one.bin", "clean.bin")

# The summary counts notes if there are any.
NOTED = """noted.bin:0x8: note: no curve of this file of version 1.1 has a key: it has no curve, since all its flags are 0 [mrtk/no-keys]
  00000000  c6 42 9e 0f 6e af 8f 6a [01 00 00 00 01 00 00 00]

"""
expect_report(0, NOTED + "1 file: 0 errors, 0 warnings, 1 note." + HINT, "noted.bin")
expect_report(0, NOTED + """warned.bin:0xe1: warning: markers[1].time is 1; it must be at least 2: markers are sorted by their times [mrtk/marker-order]
  000000e0  62 [00 00 80 3f] 01 61
  the marker before it:
  000000d0  00 80 3f 00 00 80 3f 02 00 00 00 [00 00 00 40] 01

2 files: 0 errors, 1 warning, 1 note.""" + HINT, "noted.bin", "warned.bin")
expect_report(0, "1 file: 0 errors, 0 warnings.\n", "clean.bin")

# The number of findings over a limit is printed, also if it is 1.
write("twice.md5anim", (b"MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 2\nframeRate 24\nnumAnimatedComponents 0\n"
                        b"hierarchy {\n\t\"a\" -1 0 0\n\t\"b\" 0 0 0\n}\nbounds {\n\t( 0 0 0 ) ( 1 1 1 )\n}\n"
                        b"baseframe {\n\t( nan 0 0 ) ( 0 0 0 )\n\t( nan 0 0 ) ( 0 0 0 )\n}\nframe 0 {\n}\n"))
result = case.exits(1, "lint", "--no-config", "--format=concise", "--max-per-rule=1", "twice.md5anim")
case.check(b"\ntwice.md5anim: 1 more not shown (--max-findings, --max-per-rule)\n" in result.stdout, "concise reports 1 omitted finding", result)
result = case.exits(1, "lint", "--no-config", "--format=concise", "--max-per-rule=2", "twice.md5anim")
case.check(b"not shown" not in result.stdout, "concise reports no omitted findings if there are none", result)
result = case.exits(1, "lint", "--no-config", "--color=always", "--max-per-rule=1", "twice.md5anim")
more = BOLD + "twice.md5anim" + PLAIN + ": 1 more finding not shown (--max-findings, --max-per-rule)\n"
case.check(more in result.stdout.decode(), "the human report has 1 omitted finding, in colour", result)
case.finish()
