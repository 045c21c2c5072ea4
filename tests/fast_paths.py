#!/usr/bin/python3
"""Checks that the program uses its fast paths: fast_paths.py ANIMPROOF

Reports are equal with and without the fast paths. So valgrind's callgrind records the functions that a run enters, and the number
of its instructions, which does not depend on the machine's load.
"""

import os
import re
import struct

import commands
from cli_case import MRTK_MAGIC, Case, read, read_text, write
from md5_texts import FLAT, animation_text, mesh_text

ENTRIES = 3000


def bounds_content():
    boxes = ["( -1.5 -1.25 -1.125 ) ( 1.5 1.25 1.125 )"] * ENTRIES
    return animation_text(['"root" -1 63 0'], boxes, [], [[]] * ENTRIES, 6).partition("\nbaseframe")[0].encode()


def animation_content(joints=100):
    """Returns an animation without errors, in canonical form. Its joints are in the boxes, so no frame is read a second time."""
    frame_count = ENTRIES // joints
    hierarchy = ['"joint%d" -1 63 %d' % (i, 6 * i) for i in range(joints)]
    line = "1.123456 2.234567 3.345678 0.1234567 0.2345678 0.3456789"
    text = animation_text(hierarchy, ["( -1 -1 -1 ) ( 4 4 4 )"] * frame_count, [FLAT] * joints, [[line] * joints] * frame_count, 6 * joints)
    return text.replace('""\n\n', '""\n').encode()


def mesh_content():
    return mesh_text(['"root" -1 ' + FLAT], ["( 0.1234567 0.7654321 ) %d 1" % i for i in range(ENTRIES)],
                     ["%d %d %d" % (i, i + 1, i + 2) for i in range(ENTRIES - 2)], ["0 1 ( 1.234567 -2.345678 3.456789 )"] * ENTRIES, "").encode()


def camera_content():
    return ("MD5Version 10\ncommandline \"\"\n\nnumFrames %d\nframeRate 24\nnumCuts 0\n\ncuts {\n}\n\ncamera {\n" % ENTRIES
            + "\t( 1.234567 2.345678 3.456789 ) ( 0.1234567 0.2345678 0.3456789 ) 90.5\n" * ENTRIES + "}\n").encode()


def recording_content():
    curves = b""
    for curve in range(7):
        keys = b"".join(struct.pack("<ff", float(i), 1.0 if curve == 6 else 0.0) for i in range(ENTRIES))
        curves += struct.pack("<iii", 8, 8, ENTRIES) + keys
    return MRTK_MAGIC + struct.pack("<ii", 1, 1) + bytes([1, 0, 0]) + curves + bytes(4)


# {file name: (function that makes the file, functions of the path with AVX2, functions of the path without AVX2, most instructions per byte
# with AVX2, most without)}. build/check takes 28 and 54, 33 and 38, 13 and 21, 11 and 22, 4 and 4; reading token by token takes
# 85.
FILES = {
    "bounds.md5anim": (bounds_content, ["ap_read_lines_avx2"], ["ap_text_read_vec3_fast"], 35, 60),
    "frames.md5anim": (lambda: animation_content(10), ["ap_read_numbers_avx2"], ["ap_read_plain_numbers"], 45, 50),
    "mesh.md5mesh": (mesh_content, ["ap_read_lines_avx2"], ["ap_scan_float"], 16, 26),
    "path.md5camera": (camera_content, ["ap_read_lines_avx2"], ["ap_scan_float"], 14, 26),
    "InputAnimation.bin": (recording_content, [], ["ap_mrtk_are_short_keys_clean"], 6, 6),
}


# Commands that write the file, with AVX2. build/check takes 37 instructions per byte, since animation_content() is in canonical form and
# is written once. Spelling each number alone took 64; a round trip that wrote three times took 203.
WRITING = ["format -o /dev/null", "roundtrip -q"]
MOST_WRITING = 45


def profile_command(path, no_simd, command="lint -j1 -q"):
    """Runs a command in callgrind. Returns (functions entered, number of instructions)."""
    environment = dict(os.environ, ANIMPROOF_PORTABLE="1") if no_simd else None
    run = commands.run(["valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=profile", case.program, *command.split(), path],
                       stdout=commands.DEVNULL, stderr=commands.PIPE, env=environment)
    text = read("profile").decode(errors="replace")
    if run.returncode not in (0, 1) or "summary:" not in text:
        raise SystemExit("%s: exit %d\n%s" % (path, run.returncode, run.stderr.decode(errors="replace")))
    return set(re.findall(r"^c?fn=\(\d+\) (\w+)", text, re.MULTILINE)), int(re.search(r"^summary: (\d+)", text, re.M)[1])


def check_fast_path(path, functions, most, *how):
    entered, instructions = profile_command(path, *how)
    each = (instructions - START_INSTRUCTIONS) / os.path.getsize(path)
    missing = [function for function in functions if function not in entered]
    case.check(not missing and each <= most, "%s %r: %.1f instructions per byte, %.1f are allowed; not entered: %s" % (
        path, how, each, most, ", ".join(missing) or "none"))


case = Case()
has_avx2 = {"avx2", "bmi1", "bmi2", "popcnt"} <= set(read_text("/proc/cpuinfo").split())
if not has_avx2:
    print("SKIPPED: fast_paths.py: paths with AVX2, which this processor does not have")
write("little.md5anim", "MD5Version 10\n")
START_INSTRUCTIONS = profile_command("little.md5anim", False)[1]
for name, (make, avx2, plain, most_avx2, most_plain) in FILES.items():
    write(name, make())
    if has_avx2:
        check_fast_path(name, avx2, most_avx2, False)
    check_fast_path(name, plain, most_plain, True)
write("animation.md5anim", animation_content())
for command in WRITING if has_avx2 else []:
    check_fast_path("animation.md5anim", ["ap_find_float_digits_avx2"], MOST_WRITING, False, command)
case.finish()
