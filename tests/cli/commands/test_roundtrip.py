"""animproof roundtrip: written files equal the read files byte for byte; files with errors are refused with their findings;
--same compares the meaning of two files or folders."""

import os
import struct

from cli_case import MD5ANIM, open_full_device, md5mesh, mrtk, mrtk_with_many_warnings, write
from golden_files import EACH, every_nth, memg_files_good_and_bad, mrtk_files


def test_golden_files_keep_their_bytes_or_are_refused_with_the_findings_of_lint(animproof):
    unchanged = 0
    for path in every_nth(mrtk_files() + memg_files_good_and_bad()):
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
    write("large.bin", mrtk_with_many_warnings(100000))
    animproof.exits(0, "roundtrip", "odd.bin", "large.bin")
    animproof.exits(0, "roundtrip", "-", input=mrtk(), prints_first=b"-: same bytes")
    animproof.exits(3, "roundtrip", "odd.bin", stdout=open_full_device())


def test_two_files_mean_the_same_however_they_are_spelled(animproof):
    write("one.md5anim", MD5ANIM)
    write("spelled.md5anim", MD5ANIM.replace(b"\n", b"\r\n"))
    write("faster.md5anim", MD5ANIM.replace(b"frameRate 24", b"frameRate 25"))
    line = b"spelled.md5anim: same: the bytes differ, and the contents are equal [spelling]\n"
    animproof.exits(0, "roundtrip", "--same", "one.md5anim", "spelled.md5anim", prints_only=line + b"1 file: 1 has an equal meaning\n", says_only=b"")
    animproof.exits(0, "roundtrip", "--same", "-q", "one.md5anim", "spelled.md5anim", prints_only=b"", says_only=b"")
    animproof.exits(0, "roundtrip", "--same", "one.md5anim", "one.md5anim", prints_only=b"1 file: 1 unchanged\n", says_only=b"")
    animproof.exits(1, "roundtrip", "--same", "one.md5anim", "faster.md5anim", prints=b"faster.md5anim: differs: 25 frames a second", says_only=b"")
    animproof.exits(0, "roundtrip", "--same", "--stdin-filename", "x.md5anim", "one.md5anim", "-", input=MD5ANIM, prints=b"1 unchanged")


def test_a_number_that_differs_by_rounding_is_another_number(animproof):
    write("one.bin", mrtk(times=(0.0, 1.0)))
    write("rounded.bin", mrtk(times=(0.0, 1.0000001)))
    animproof.exits(1, "roundtrip", "--same", "one.bin", "rounded.bin", prints=b"rounded.bin: differs: ", says_only=b"")


def test_folders_mean_the_same_file_by_file(animproof):
    write("a/mesh.md5mesh", md5mesh(["root", "arm"]))
    write("b/mesh.md5mesh", md5mesh(["root", "arm"]).replace(b" ", b"  "))
    animproof.exits(0, "roundtrip", "--same", "a", "b", prints=b"1 file: 1 has an equal meaning", says_only=b"")
    write("b/new.md5anim", MD5ANIM)
    animproof.exits(1, "roundtrip", "--same", "a", "b", prints=b"new.md5anim: differs: the file is new", says_only=b"")


def test_the_meaning_of_a_file_with_an_error_is_unknown(animproof):
    write("one.md5anim", MD5ANIM)
    write("broken.md5anim", MD5ANIM.replace(b"frameRate 24", b"frameRate x"))
    animproof.exits(3, "roundtrip", "--same", "one.md5anim", "broken.md5anim", prints=b"broken.md5anim: not compared: ")
    animproof.exits(3, "roundtrip", "--same", "one.md5anim", "missing.md5anim", says=b"missing.md5anim")
    animproof.exits(2, "roundtrip", "--same", "one.md5anim", says=b"roundtrip: two versions are needed, OLD and NEW: 1 path is given")
    animproof.exits(2, "roundtrip", "--same", says=b"0 paths are given")
    animproof.exits(2, "roundtrip", "--same", "-", "-", says=b"standard input can be read only once")
    animproof.exits(3, "roundtrip", "--same", "one.md5anim", "broken.md5anim", stdout=open_full_device())
