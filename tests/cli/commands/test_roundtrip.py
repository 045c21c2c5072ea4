"""animproof roundtrip: written files equal the read files byte for byte; files with errors are refused with their findings."""

import os
import struct

from cli_case import full_device, mrtk, mrtk_many, write
from golden_files import EACH, every_nth, memg_files, mrtk_files


def test_golden_files_keep_their_bytes_or_are_refused_with_the_findings_of_lint(animproof):
    unchanged = 0
    for path in every_nth(mrtk_files() + memg_files()):
        lint = animproof.run("lint", "--format=concise", "-q", path)
        same = b"%s: same bytes (%d bytes)\n" % (os.fsencode(path), os.path.getsize(path))
        animproof.exits(lint.returncode, "roundtrip", path, prints_only=lint.stdout if lint.returncode else same, says_only=b"")
        unchanged += lint.returncode == 0
    assert unchanged > 30 // EACH


def test_large_and_unusual_files_keep_their_bytes(animproof):
    unusual = mrtk(times=(0.0, 1.0, 2.0, 3.0))
    for key, bits in enumerate((0x7F800001, 0xFFC12345, 0x80000000, 1)):  # NaN payloads, -0 and a denormal number
        unusual = unusual[:31 + 8 * key + 4] + struct.pack("<I", bits) + unusual[31 + 8 * key + 8:]
    write("odd.bin", unusual)
    write("large.bin", mrtk_many(100000))
    animproof.exits(0, "roundtrip", "odd.bin", "large.bin")
    animproof.exits(0, "roundtrip", "-", input=mrtk(), prints_first=b"-: same bytes")
    animproof.exits(3, "roundtrip", "odd.bin", stdout=full_device())
