"""Findings that `fix` refuses to fix, with the reason: the intended value is unknown, or data would be lost."""

import os
import struct

from cli_case import GOLDEN, Case, md5anim, mrtk, read, write

case = Case()
ANIM = md5anim()
CLOTH = read(os.path.join(GOLDEN, "memg/valid/groups-1.bin"))


def check_refused(name, content, rule, why, *options):
    """Checks that the finding of `rule` is not fixed and the output gives the reason `why`."""
    write(name, content)
    result = case.run("fix", "-w", *options, name)
    lines = [line for line in (result.stdout + result.stderr).decode(errors="replace").split("\n") if rule in line]
    case.check(any(why in line for line in lines), "fix of %s is refused with the reason %s: %r" % (rule, why, lines), result)
    case.check(read(name) == content or result.returncode == 1, "%s: a refused file is not changed" % rule, result)


def replace_once(old, new, content=ANIM):
    assert old in content, old
    return content.replace(old, new, 1)


# Headers with keys that cannot be sorted.
TURNED = replace_once(b"numFrames 1\nnumJoints 2\n", b"numJoints 2\nnumFrames 1\n")
check_refused("two.md5anim", replace_once(b"numJoints 2\n", b"numJoints 2\nnumJoints 3\n", TURNED), "md5anim/header-key",
        "a key of the header has two values")
check_refused("none.md5anim", replace_once(b"numJoints 2\n", b"numJoints\n", TURNED), "md5anim/header-key",
        "a key of the header has no value")
check_refused("end.md5anim", TURNED[:TURNED.index(b"hierarchy")], "md5anim/header-key", "the end of the header cannot be determined")
check_refused("bare.md5anim", replace_once(b'commandline ""', b'commandline walk "fast"'), "md5anim/commandline",
        "the intended commandline is unknown")

# Versions and frame rates.
check_refused("version.bin", mrtk()[:8] + struct.pack("<2i", 7, 9) + mrtk()[16:40], "mrtk/version",
        "no version, or more than one, lets the file be read to its end")
check_refused("rate.bin", CLOTH[:4] + struct.pack("<f", 29.5) + CLOTH[8:], "memg/framerate-float",
        "an integer cannot hold the fraction of the framerate")

case.finish()
