"""Human reports, compared exactly: excerpts of files and companions, colours, and the summary line."""

import os
import shutil

import pytest
from cli_case import GOLDEN, mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, write
from formats import FORMATS

HINT = "   animproof explain RULE says what a rule means.\n"
NO_FORMAT = "the file is not one of %s: it begins as text" % ", ".join(FORMATS)
UNKNOWN = ":0x0: error: " + NO_FORMAT + " [file/unrecognized]\n"
BOLD, RED, PLAIN = "\x1b[1m", "\x1b[1;31m", "\x1b[0m"
HEAD = BOLD + "%s: " + PLAIN + RED + "error:" + PLAIN + " %s\n"
ONE_ROW = ("one.bin" + UNKNOWN + "  00000000  [78]\n\n"
           + "text.bin" + UNKNOWN + "  00000000  [4d 45 4d 47 2c 20 62 75] 74 20 6e 6f 74 20 71 75\n\n"
           + "cut.bin:0x13: error: camera.position_x.pre_wrap needs 4 bytes, 1 is left [mrtk/truncated]\n  00000010  01 00 00 [08]\n\n"
           + "3 files: 3 errors, 0 warnings, 7 checks skipped after errors." + HINT)
COLOURED = (HEAD % ("one.bin:0x0", NO_FORMAT + " [file/unrecognized]") + "  00000000  " + RED + "[78]" + PLAIN + "\n\n"
            + HEAD % ("bad.bin:0x13", "camera.position_x.pre_wrap is 16; it must be 0, 1, 2, 4 or 8 [mrtk/wrap-mode]")
            + "  00000010  01 00 00 " + RED + "[10 00 00 00]" + PLAIN + " 08 00 00 00 02 00 00 00 00" + PLAIN
            + "\n\n2 files: 2 errors, 0 warnings." + HINT)
NOTED = """noted.bin:0x8: note: no curve of this file of version 1.1 has a key: it has no curve, since all its flags are 0 [mrtk/no-keys]
  00000000  c6 42 9e 0f 6e af 8f 6a [01 00 00 00 01 00 00 00]

"""
TWICE = (b"MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 2\nframeRate 24\nnumAnimatedComponents 0\n"
         b"hierarchy {\n\t\"a\" -1 0 0\n\t\"b\" 0 0 0\n}\nbounds {\n\t( 0 0 0 ) ( 1 1 1 )\n}\n"
         b"baseframe {\n\t( nan 0 0 ) ( 0 0 0 )\n\t( nan 0 0 ) ( 0 0 0 )\n}\nframe 0 {\n}\n")


@pytest.fixture(autouse=True)
def make_reported_files(animproof):
    write("clean.bin", mrtk())
    write("bad.bin", mrtk_with_error())
    write("warned.bin", mrtk_with_warning())
    write("noted.bin", mrtk_with_note())
    write("one.bin", b"x")
    write("text.bin", b"MEMG, but not quite")
    write("cut.bin", mrtk()[:20])
    write("twice.md5anim", TWICE)
    for extension in (".bin", ".obj"):
        shutil.copy(os.path.join(GOLDEN, "memg/bad/name-duplicate__earlier" + extension), "scene" + extension)
    for extension in (".md5anim", ".md5mesh"):
        shutil.copy(os.path.join(GOLDEN, "md5anim/bad/md5mesh-number__nan" + extension), "walk" + extension)


@pytest.mark.parametrize(("code", "words", "expected"), [
    (1, ["scene.bin"], """scene.bin:0x5bb: error: groups[1].name is "DupoFTQMm_1"; the group at byte 784 has the same name [memg/name-duplicate]
  000005b0  cd 93 8a bc 82 d1 bf 0b 00 00 00 [44 75 70 6f 46
  000005c0  54 51 4d 6d 5f 31] 10 00 00 00 11 00 00 00 12 00
  the first group of this name:
  00000310  [0b 00 00 00] 44 75 70 6f 46 54 51 4d 6d 5f 31 08

scene.obj:32:1: error: the group "xjLYPyY4R_2" has faces, but the motion file has no motion for it or for another group of these faces [memg/obj-group-without-motion]
  32 | g xjLYPyY4R_2
     | ^~~~~~~~~~~~~

2 files: 2 errors, 0 warnings.""" + HINT),
    (1, ["walk.md5anim"], """walk.md5mesh:8:66: error: joint "forearm_1", orientation y is "nan"; it must be a plain decimal number, such as -0.5: """
     """the exporter divided zero by zero, or took a root of less than zero [md5mesh/number]
  8 |     "forearm_1" 0 ( -0.84512615 -8.952283 -9.942726 ) ( -0.38451704 nan 0.05685937 ) // origin
    |                                                                     ^~~

2 files: 1 error, 0 warnings, 1 check skipped after errors.""" + HINT),
    (1, ["one.bin", "text.bin", "cut.bin"], ONE_ROW),
    (1, ["--color=always", "one.bin", "bad.bin"], COLOURED),
    (1, ["--verbose", "one.bin", "clean.bin"], "one.bin: no known format, 1 byte\none.bin" + UNKNOWN + "  00000000  [78]\n\n"
     + "clean.bin: mrtk 1.1, layout writer, 219 bytes\n2 files: 1 error, 0 warnings." + HINT),
    (0, ["noted.bin"], NOTED + "1 file: 0 errors, 0 warnings, 1 note." + HINT),
    (0, ["noted.bin", "warned.bin"], NOTED + """warned.bin:0xe1: warning: markers[1].time is 1; it must be at least 2: markers are sorted by their times [mrtk/marker-order]
  000000e0  62 [00 00 80 3f] 01 61
  the marker before it:
  000000d0  00 00 40 00 00 80 3f 02 00 00 00 [00 00 00 40] 01

2 files: 0 errors, 1 warning, 1 note.""" + HINT),
    (0, ["clean.bin"], "1 file: 0 errors, 0 warnings.\n"),
], ids=["lines of a companion", "a column of a companion", "excerpts of one row", "colours", "verbose", "a note", "a note and a warning", "clean"])
def test_the_human_report_is(animproof, code, words, expected):
    animproof.prints(expected.encode(), "lint", "--no-config", *words, code=code)


def test_skipped_checks_are_not_after_errors_if_no_error_is_shown(animproof):
    animproof.prints(b"2 files: 0 errors, 0 warnings, 1 check skipped, 1 file was not checked to its end.\n",
                     "lint", "--ignore", "md5mesh/number", "walk.md5anim")


@pytest.mark.parametrize(("words", "expected"), [
    (["--format=concise", "--max-per-rule=1"], {"prints": b"\ntwice.md5anim: 1 more not shown (--max-findings, --max-per-rule)\n"}),
    (["--format=concise", "--max-per-rule=2"], {"prints_never": b"not shown"}),
    (["--color=always", "--max-per-rule=1"], {
        "prints": (BOLD + "twice.md5anim" + PLAIN + ": 1 more finding not shown (--max-findings, --max-per-rule)\n").encode()}),
], ids=["concise", "none", "colours"])
def test_the_number_of_findings_over_a_limit_is_printed_also_if_it_is_1(animproof, words, expected):
    animproof.exits(1, "lint", "--no-config", *words, "twice.md5anim", **expected)
