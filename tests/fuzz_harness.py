#!/usr/bin/python3
"""Tests fuzz/harness. Each planted fault of the fragile loader crashes in its own function, and does not crash when it is fixed.
The strict parser reports where it and a loader disagree. The commands of docs/use/fuzzing.md build and run a loader.
"""

import glob
import os
import pathlib
import re
import struct
import tempfile

import commands
from cli_case import ROOT, CheckCounter

FRAGILE = "build/asan/fuzz/fragile"
FIXED = "build/asan/fuzz/fragile-fixed"
COUNTS = {"numFrames": 2, "numJoints": 2, "frameRate": 24, "numAnimatedComponents": 6}
JOINTS = ('"root" -1 63 0', '"head" 0 0 0')
FRAMES = ("frame 0 { 1 2 3 0 0 0 }", "frame 1 { 1 2 3 0 0 0 }")


def animation_text(joints=JOINTS, frames=FRAMES, end="\n", **counts):
    header = "".join("%s %s\n" % item for item in dict(COUNTS, **counts).items())
    return ('MD5Version 10\ncommandline ""\n%shierarchy {\n\t%s\n}\nbounds {\n}\nbaseframe {\n}\n%s%s' % (
        header, "\n\t".join(joints), "\n".join(frames), end)).encode()


def camera_recording(count, keys):
    """Returns an MRTK 1.1 file that ends in its first curve: the count of keys, then `keys` zero bytes."""
    return bytes.fromhex("c6429e0f6eaf8f6a0100000001000000010000") + struct.pack("<iii", 8, 8, count) + b"\0" * keys


# {number of a fault in fuzz/harness/fragile.c: an input on which the fault crashes}
TRIGGERS = {
    1: animation_text(joints=JOINTS + tuple('"more%d" 0 0 0' % i for i in range(8))),
    2: camera_recording(-1, 80),
    3: animation_text(joints=('"root" -1 63 0', '"head" 2 0 0')),
    4: animation_text(joints=('"root" -1 63 0', '"%s" 0 0 0' % ("n" * 200))),
    5: animation_text(frameRate=0),
    6: animation_text(joints=('"root" -1 63 0', '"head" 0 1 4000')),
    7: animation_text(joints=('"root" -1 63 0', '"head" 1 0 0')),
    8: b"MD5Version 10",
    9: animation_text(frames=(FRAMES[0], "frame 7 { 1 2 3 0 0 0 }")),
    10: camera_recording(0x20000001, 8),
}


def run_target_on_content(program, content, folder, **environment):
    path = os.path.join(folder, "input")
    pathlib.Path(path).write_bytes(content)
    options = dict(os.environ, ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1",
                   UBSAN_OPTIONS="print_stacktrace=1", **environment)
    result = commands.run([program, path], cwd=ROOT, env=options, stdout=commands.PIPE, stderr=commands.STDOUT,
                          check=False)
    return result.returncode, result.stdout.decode(errors="replace")


def planted_fault_number(report):
    """Returns the number of the fault in the innermost planted function of the stack, or None."""
    found = re.search(r"in planted_(\d+)_", report)
    return int(found.group(1)) if found else None


def check_faults(check, folder):
    code, report = run_target_on_content(FRAGILE, animation_text(), folder)
    check(code == 0, "the fragile loader reads a valid file", report)
    for number, content in TRIGGERS.items():
        code, report = run_target_on_content(FRAGILE, content, folder)
        check(code != 0 and planted_fault_number(report) == number, "fault %d crashes in its own function" % number, report)
        code, report = run_target_on_content(FIXED, content, folder)
        check(code == 0, "fault %d does not crash the fixed loader" % number, report)


def check_strict_parser(check, folder):
    valid = pathlib.Path(sorted(glob.glob(os.path.join(ROOT, "golden/md5anim/valid/*.md5anim")))[0]).read_bytes()
    malformed = animation_text().replace(b"frame 1 {", b"frame 1 ( {")
    accepted = animation_text().replace(b"bounds {\n}", b"bounds {\n three }")
    cases = (
        (accepted, "accepts", 1, "accepts a malformed file: md5anim/"),
        (accepted, "both", 1, "accepts a malformed file: md5anim/"),
        (accepted, "refuses", 0, ""),
        (accepted, "", 0, ""),
        (malformed, "both", 0, ""),
        (camera_recording(0, 0), "both", 0, ""),
        (b"\1\0\0\0\x1e\0\0\0" + b"\0" * 8, "refuses", 1, "refuses a file without errors, memg of 16 bytes"),
        (b"\1\0\0\0\x1e\0\0\0" + b"\0" * 8, "accepts", 0, ""),
        (valid, "both", 0, ""),
        (b"hello", "both", 0, ""),
    )
    for number, (content, wish, fails, words) in enumerate(cases):
        code, report = run_target_on_content(FIXED, content, folder, ANIMPROOF_STRICT=wish)
        check((code != 0) == bool(fails) and words in report, "ANIMPROOF_STRICT=%s, case %d" % (wish, number), report)


def guide_commands():
    """Returns the command lines of docs/use/fuzzing.md that build and run a user's loader."""
    block = re.search(r"```\n(make fuzz-setup.*?)```", pathlib.Path(os.path.join(ROOT, "docs/use/fuzzing.md")).read_text(encoding="utf-8"), re.DOTALL).group(1)
    return block.replace("\\\n", " ").strip().split("\n")


def check_guide(check, folder):
    """Runs the command lines of the guide, without those that install packages. Their outputs go to `folder` instead of
    build/."""
    sources = {"load.c": '#include "fuzz/harness/load.h"\nint my_loader(const uint8_t *data, size_t size);\n'
                         "int load(const uint8_t *data, size_t size) { return my_loader(data, size); }\n",
               "my_loader.c": "#include <stddef.h>\n#include <stdint.h>\nint my_loader(const uint8_t *data, size_t size);\n"
                              "int my_loader(const uint8_t *data, size_t size) { return size == 0 || data[0] != 'M'; }\n"}
    for name, text in sources.items():
        pathlib.Path(os.path.join(folder, name)).write_text(text, encoding="utf-8")
    check(guide_commands()[0].split() == ["make", "fuzz-setup", "fuzz-data"], "the first command installs packages", guide_commands()[0])
    check("build/fuzz/corpus/my-loader build/fuzz/seeds/" in guide_commands()[-1], "the corpus is in build/", guide_commands()[-1])
    elsewhere = {"build/fuzz/corpus/my-loader": "corpus", "build/fuzz/crashes": "crashes", "build/fuzz/my-loader": "loader",
                 " load.c": "load.c", " my_loader.c": "my_loader.c"}
    for line in ["make config=check fuzz-data"] + guide_commands()[1:]:
        for path, name in elsewhere.items():
            line = line.replace(path, " " * path.startswith(" ") + os.path.join(folder, name))
        line += " -runs=300" * ("-max_len" in line)
        result = commands.run(["sh", "-c", line], cwd=ROOT, stdout=commands.PIPE, stderr=commands.STDOUT)
        check(result.returncode == 0, "a command of docs/use/fuzzing.md succeeds: " + line, result.stdout.decode(errors="replace"))
    check(len(os.listdir(os.path.join(folder, "corpus"))) > 0, "the corpus has files", "")


def main():
    count = CheckCounter()

    def check(condition, what, report):
        count.check(condition, "%s\n%s" % (what, report[-3000:]))

    with tempfile.TemporaryDirectory() as folder:
        check_faults(check, folder)
        check_strict_parser(check, folder)
        check_guide(check, folder)
    count.finish()


if __name__ == "__main__":
    main()
