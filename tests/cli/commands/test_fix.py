"""animproof fix: written files, folders and refusals. tests/fixing.py tests that fixes restore broken files, fix.session has outputs."""

import os
import re
import struct

import pytest
from cli_case import GOLDEN, MD5ANIM, open_full_device, mrtk, read, write

MARKED = b"\xef\xbb\xbf" + MD5ANIM
BIN = mrtk()


def write_with_byte_order_mark(*names):
    for name in names:
        write(name, MARKED)


@pytest.fixture
def make_folder_to_fix(animproof):
    """Makes a folder with three files to fix, one of them in a subfolder, and with others."""
    write_with_byte_order_mark("in/a.md5anim", "in/deep/er/b.md5anim")
    write("in/zeros.bin", BIN + bytes(3))
    write("in/other.txt", b"\xef\xbb\xbfMD5 in a text")
    write("in/clean.md5anim", MD5ANIM)
    os.symlink("../in/a.md5anim", "in/link.md5anim")
    os.mkfifo("in/fifo.md5anim")


def test_standard_input_is_checked(animproof):
    animproof.exits(1, "fix", "-", input=MARKED, prints_only=b"-:1:1: would fix md5anim/encoding: writes plain text\n")


def test_write_restores_files_and_keeps_permissions(animproof):
    write_with_byte_order_mark("a.md5anim")
    write("zeros.bin", BIN + bytes(3))
    animproof.exits(1, "fix", "--diff", "zeros.bin", prints_only=b"--- zeros.bin\n+++ zeros.bin\tfixed\n-%08x  00 00 00\n" % len(BIN))
    os.chmod("a.md5anim", 0o640)
    result = animproof.exits(0, "fix", "-w", "a.md5anim", "zeros.bin", prints_last=b"\n2 files: fixed 2 findings in 2; 0 not fixed, 0 without a fix\n")
    assert result.stdout.count(b"fixed m") == 2 and read("a.md5anim") == MD5ANIM and read("zeros.bin") == BIN
    assert os.stat("a.md5anim").st_mode & 0o777 == 0o640
    animproof.exits(0, "fix", "a.md5anim", "zeros.bin", prints_never=(b"fix md5anim", b"fix mrtk"))


def test_the_other_hard_link_keeps_its_content(animproof):
    write_with_byte_order_mark("a.md5anim")
    os.link("a.md5anim", "b.md5anim")
    animproof.exits(0, "fix", "-w", "a.md5anim", says=b"1 other name of this file", leaves=("b.md5anim", MARKED))


COMMENTED = MD5ANIM.replace(b"hierarchy {", b"// by hand\nhierarchy\n{")


@pytest.mark.parametrize(("name", "broken", "code"), [
    ("rest.bin", BIN + b"rest", 1), ("more.md5anim", MD5ANIM + b"more\n", 0), ("own.md5anim", COMMENTED, 0), ("first.md5anim", b"// first\n" + MD5ANIM, 0)])
def test_a_fix_that_would_lose_data_needs_unsafe(animproof, name, broken, code):
    write(name, broken)
    animproof.exits(code, "fix", "-w", name, prints=(b": not fixed ", b"--unsafe"), leaves=(name, broken))
    animproof.exits(0, "fix", "-w", "--unsafe", name, prints=b": fixed ")
    assert read(name) in (BIN, MD5ANIM, animproof.exits(0, "format", "-", input=MD5ANIM).stdout)


def test_a_copy_of_the_file_appended_to_it_is_removed(animproof):
    write("twice.md5anim", MD5ANIM + MD5ANIM)
    animproof.exits(0, "fix", "-w", "twice.md5anim", leaves=("twice.md5anim", MD5ANIM))


def test_a_fix_that_would_add_a_finding_is_undone(animproof):
    """The file has one frame less than numFrames and bounds say."""
    cut = MD5ANIM[:MD5ANIM.rindex(b"frame ")]
    write("cut.md5anim", cut)
    animproof.exits(1, "fix", "-w", "cut.md5anim", prints=b"not fixed md5anim/frame-missing: ", leaves=("cut.md5anim", cut))


@pytest.mark.parametrize(("name", "count", "wrong"), [
    ("md5camera", b"numFrames", b"0"), ("md5camera", b"numCuts", b"-1"), ("md5mesh", b"numJoints", b"0"), ("md5mesh", b"numMeshes", b"0"),
    ("md5mesh", b"numMeshes", b"2147483647")])
def test_an_impossible_count_becomes_the_length_of_its_complete_list(animproof, name, count, wrong):
    made, file = animproof.exits(0, "generate", "--format", name, "--seed=1").stdout, "count." + name
    broken = re.sub(count + rb" \d+", count + b" " + wrong, made)
    write(file, broken)
    animproof.run("fix", "-w", file)
    assert read(file) == made
    cut = broken[:broken.rindex(b"}", 0, broken.index(b"camera {") if count == b"numCuts" else None)]
    write(file, cut)
    if count != b"numJoints":  # the list of joints is complete in the cut file
        animproof.exits(1, "fix", "-w", file, leaves=(file, cut))
    write(file, re.sub(count + rb" (\d+)", lambda found: b"%s %d" % (count, int(found[1]) + 1), made))
    assert b": fixed" not in animproof.run("fix", "-w", file).stdout, "a possible count"


@pytest.mark.parametrize(("name", "content", "why"), [
    ("version.bin", mrtk()[:8] + struct.pack("<2i", 7, 9) + mrtk()[16:40],
     rb"mrtk/version.*no version, or more than one, lets the file be read to its end"),
    ("rate.bin", (lambda cloth: cloth[:4] + struct.pack("<f", 29.5) + cloth[8:])(read(os.path.join(GOLDEN, "memg/valid/groups-1.bin"))),
     rb"memg/framerate-float.*an integer cannot hold the fraction of the framerate")])
def test_a_refusal_gives_its_reason(animproof, name, content, why):
    write(name, content)
    result = animproof.run("fix", "-w", name)
    animproof.check(re.search(why, result.stdout + result.stderr), "the reason", result)
    assert read(name) == content


def test_an_escaped_name_stays_in_one_line(animproof):
    write_with_byte_order_mark(b"new\nline\xff\x1b.md5anim")
    animproof.exits(1, "fix", b"new\nline\xff\x1b.md5anim", prints_lines=1, prints_never=b"\x1b")


def test_with_too_little_memory_a_file_is_fixed_or_unchanged(animproof):
    for limit in range(2000, 800000, 24000):
        write_with_byte_order_mark("small.md5anim")
        result = animproof.run("fix", "-w", "--max-memory=%d" % limit, "small.md5anim")
        assert (result.returncode, read("small.md5anim")) in ((4, MARKED), (0, MD5ANIM)), limit


def test_a_file_that_exceeds_the_memory_does_not_end_the_run(animproof):
    write_with_byte_order_mark("two/a.md5anim", "two/c.md5anim")
    write("two/b.md5anim", MARKED + b"// long\n" * 100000)
    animproof.exits(4, "fix", "-w", "--max-memory=500K", "two", says=b"two/b.md5anim: memory ran out", leaves=("two/c.md5anim", MD5ANIM))


def test_a_file_in_a_closed_folder_is_not_changed(animproof):
    write_with_byte_order_mark("closed/a.md5anim")
    os.chmod("closed/a.md5anim", 0o444)
    os.chmod("closed", 0o555)
    result = animproof.run_as_nobody_or_none("fix", "-w", "closed/a.md5anim")
    os.chmod("closed", 0o755)
    assert result is None or result.returncode == 3 and read("closed/a.md5anim") == MARKED
    animproof.exits(3, "fix", "closed/a.md5anim", stdout=open_full_device())


def test_a_folder_that_cannot_be_listed_is_reported(animproof):
    write_with_byte_order_mark("closed/a.md5anim", "closed/in/b.md5anim")
    os.chmod("closed/in", 0)
    result = animproof.run_as_nobody_or_none("fix", "closed")
    os.chmod("closed/in", 0o755)
    assert result is None or result.returncode == 3 and b"closed/in: " in result.stderr and b"closed/a.md5anim:" in result.stdout
    animproof.exits(3, "fix", "absent", "closed/a.md5anim")


def test_a_dry_run_on_a_folder_prints_the_fixes_in_order_of_names(animproof, make_folder_to_fix):
    animproof.exits(1, "fix", "in", says_only=b"", leaves=("in/a.md5anim", MARKED),
                    prints_only=b"""in/a.md5anim:1:1: would fix md5anim/encoding: writes plain text
in/deep/er/b.md5anim:1:1: would fix md5anim/encoding: writes plain text
in/zeros.bin:0x%x: would fix mrtk/trailing-bytes: cuts off the bytes after the last field
4 files: would fix 3 findings in 3; 0 not fixed, 0 without a fix
""" % len(BIN))


@pytest.mark.parametrize("words", [["in", "in/a.md5anim", "in/a.md5anim"], ["in/a.md5anim", "in"]])
def test_a_file_that_is_named_with_its_folder_is_fixed_once(animproof, make_folder_to_fix, words):
    assert animproof.exits(1, "fix", *words, prints=b"\n4 files:").stdout.count(b"in/a.md5anim:") == 1


def test_the_configuration_chooses_files_and_rules(animproof, make_folder_to_fix):
    write("in/.animproof.ini", b"[animproof]\nexclude = deep/\n[path a.*]\nignore = md5anim/encoding\n")
    animproof.exits(1, "fix", "in", prints_first=b"in/zeros.bin:", prints=b"\n3 files: would fix 1 finding in 1;")
    animproof.exits(1, "fix", "in/deep/er/b.md5anim", prints=b"would fix")  # a file named on the command line is not excluded
    animproof.exits(1, "fix", "--select=md5anim/encoding", "in", prints=b"in/a.md5anim:1:1: would fix", prints_never=b"zeros")
    assert animproof.exits(1, "fix", "--no-config", "in").stdout.count(b"would fix md5") == 2
    animproof.exits(1, "fix", "--no-config", "--exclude=a.*", "in", prints_never=b"a.md5anim")
    write("in/.animproof.ini", b"[animproof]\ninclude = *.txt\n")
    write_with_byte_order_mark("in/taken.txt")
    animproof.exits(1, "fix", "in", prints=b"in/taken.txt:1:1: would fix")


def test_a_wrong_configuration_ends_the_run_before_a_file_is_written(animproof, make_folder_to_fix):
    write("in/.animproof.ini", b"[animproof]\nexclud = deep/\n")
    animproof.exits(2, "fix", "-w", "in", "in/zeros.bin", says=b".animproof.ini:2", leaves=("in/zeros.bin", BIN + bytes(3)))


def test_write_fixes_the_files_of_a_folder_and_changes_no_others(animproof, make_folder_to_fix):
    names = sorted(os.listdir("in"))
    result = animproof.exits(0, "fix", "-w", "in", prints=b"\n4 files: fixed 3 findings in 3; 0 ")
    assert result.stdout.count(b"fixed m") == 3
    assert read("in/a.md5anim") == read("in/deep/er/b.md5anim") == MD5ANIM and read("in/zeros.bin") == BIN
    assert read("in/other.txt") == b"\xef\xbb\xbfMD5 in a text" and os.path.islink("in/link.md5anim")
    animproof.exits(0, "fix", "-w", "in", prints_only=b"4 files: fixed 0 findings in 0; 0 not fixed, 0 without a fix\n")
    assert sorted(os.listdir("in")) == names, "no temporary file is left"


def test_numbers_that_no_joint_uses_are_left_out_only_with_unsafe(animproof):
    animproof.exits(0, "generate", "--format", "md5anim", "--seed", "3", "--knob", "joints=3", "--knob", "frames=2", "-o", "w.md5anim")
    os.remove("w.md5mesh")
    second, third = b"0 63 6 // origin", b"1 63 12 // shoulder_1"
    assert second in read("w.md5anim") and third in read("w.md5anim")
    swapped = read("w.md5anim").replace(third, b"1 63 6 // shoulder_1")
    write("share.md5anim", swapped)
    write("swap.md5anim", swapped.replace(second, b"0 63 12 // origin"))
    lost = b"not fixed md5anim/start-index-order: numbers of the frames that no joint uses would be lost: --unsafe leaves them out\n"
    animproof.exits(0, "fix", "-w", "share.md5anim", prints=lost)
    assert read("share.md5anim") == swapped
    animproof.exits(0, "fix", "-w", "--unsafe", "share.md5anim", prints=b"fixed md5anim/start-index-order")
    assert third in read("share.md5anim")
    animproof.exits(0, "fix", "-w", "swap.md5anim", prints=b"fixed md5anim/start-index-order")
    assert sorted(read("swap.md5anim").split()) == sorted(read("w.md5anim").split()), "all numbers are kept"
