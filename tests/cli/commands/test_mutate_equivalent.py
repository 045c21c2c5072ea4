"""animproof mutate --equivalent: changes of each kind keep the meaning, as roundtrip --same says."""

import base64
import decimal
import os
import struct
import zlib

from cli_case import MD5ANIM, read, read_text_in_tree, write
from formats import EXTENSIONS, FORMATS, MD5


def names_of_equivalent_kinds(animproof, *words):
    lines = animproof.run("mutate", "--equivalent", "--list", *words).stdout.decode().splitlines()
    return [line.split()[0] for line in lines]


def test_the_list_has_at_least_30_kinds_and_each_text_format_has_some(animproof):
    everything = names_of_equivalent_kinds(animproof)
    assert len(everything) == len(set(everything)) >= 30
    own = {name: set(names_of_equivalent_kinds(animproof, "--format", name)) for name in FORMATS}
    assert set().union(*own.values()) == set(everything) and all(own[name] for name in MD5)
    animproof.exits(0, "mutate", "--equivalent", "--list", "--format", "memg", prints=b"keeps every number (breaks memg/byte-order)\n")


def test_each_kind_gives_a_file_that_means_the_same(animproof):
    made = set()
    for name, extension in EXTENSIONS.items():
        path = "file-%s%s" % (name, extension)
        animproof.exits(0, "generate", "--format", name, "--seed", "3", "-o", path)
        for kind in names_of_equivalent_kinds(animproof, "--format", name):
            changed = "changed" + extension
            if animproof.run("mutate", "--equivalent", "--kind", kind, path, "-o", changed).returncode == 0 and kind != "byte-order":
                animproof.exits(0, "roundtrip", "--same", "-q", path, changed, prints_only=b"", says_only=b"")
                assert read(path) != read(changed)
                made.add(kind)
    assert len(made) > 25


def test_numbered_files_have_different_changes_and_mean_the_same(animproof):
    write("walk.md5anim", MD5ANIM)
    animproof.exits(0, "mutate", "--equivalent", "--count", "20", "walk.md5anim", "-o", "out")
    names = sorted(os.listdir("out"))
    assert names[0] == "000001-walk.md5anim" and len(names) == 20
    for name in names:
        animproof.exits(0, "roundtrip", "--same", "-q", "walk.md5anim", os.path.join("out", name), prints_only=b"")
    assert len({read(os.path.join("out", name)) for name in names}) > 10


def test_one_changed_value_is_another_meaning(animproof):
    write("walk.md5anim", MD5ANIM)
    animproof.exits(0, "mutate", "--equivalent", "--kind", "exponents", "--seed", "5", "walk.md5anim", "-o", "other.md5anim")
    animproof.exits(0, "roundtrip", "--same", "-q", "walk.md5anim", "other.md5anim")
    write("planted.md5anim", read("other.md5anim").replace(b"frameRate 24", b"frameRate 25"))
    animproof.exits(1, "roundtrip", "--same", "-q", "walk.md5anim", "planted.md5anim", prints=b"[frame-rate]")


def test_all_digits_are_the_exact_value_of_a_tiny_float32(animproof):
    tiny, smallest = "0.0000000001", "0.%s1401298464324817" % (44 * "0")
    write("tiny.md5anim", MD5ANIM.replace(b"( 0 0 0 ) ( 0 0 0 )", b"( %s %s 0 ) ( 0 0 0 )" % (tiny.encode(), smallest.encode()), 1))
    written = set()
    for seed in range(12):
        if animproof.run("mutate", "--equivalent", "--kind", "all-digits", "--seed", str(seed), "tiny.md5anim", "-o", "exact.md5anim").returncode == 0:
            written |= set(read("exact.md5anim").decode().split())
            animproof.exits(0, "roundtrip", "--same", "-q", "tiny.md5anim", "exact.md5anim")
    for spelled in tiny, smallest:
        exact = struct.unpack("<f", struct.pack("<f", float(spelled)))[0]
        assert format(decimal.Decimal(exact), "f") in written


def test_wrong_options_are_refused(animproof):
    write("walk.md5anim", MD5ANIM)
    write("broken.md5anim", MD5ANIM.replace(b"frameRate 24", b"frameRate x"))
    for words, message in (
            (("--kind", "spaces", "walk.md5anim"), b"--kind needs --equivalent"),
            (("--equivalent", "--kind", "space", "walk.md5anim"), b"unknown kind 'space'; did you mean 'spaces'?"),
            (("--equivalent", "--kind", "nothing-like-it", "walk.md5anim"), b"--equivalent --list` lists all kinds"),
            (("--equivalent", "--kind", "byte-order", "walk.md5anim"), b"--kind: byte-order does not fit files of the format md5anim"),
            (("--equivalent", "--list", "--kind", "spaces"), b"--list and --kind cannot be used together"),
            (("--equivalent", "--splice", "walk.md5anim", "walk.md5anim"), b"--equivalent cannot be used with"),
            (("--equivalent", "--expect", "-", "walk.md5anim"), b"need --defect"),
            (("--equivalent", "--count", "2", "walk.md5anim"), b"--count above 1 needs a directory"),
            (("--equivalent",), b"no file given")):
        animproof.exits(2, "mutate", *words, says=message)
    animproof.exits(1, "mutate", "--equivalent", "broken.md5anim", says=b"[md5anim/integer]")
    animproof.exits(3, "mutate", "--equivalent", "missing.md5anim", says=b"missing.md5anim")
    animproof.exits(0, "mutate", "--equivalent", "--kind", "canonical", "walk.md5anim", "-o", "canonical.md5anim")
    animproof.exits(1, "mutate", "--equivalent", "--kind", "canonical", "canonical.md5anim", says=b"canonical cannot be made: the file has no place for it")


def test_the_page_lists_each_kind(animproof):
    page = read_text_in_tree("docs/use/equivalent.md")
    rows = [line.split("|")[1].strip(" `") for line in page.splitlines() if line.startswith("| `")]
    assert rows == names_of_equivalent_kinds(animproof)


# A file in the published layout. An attempt to read it in the writer's layout reads a marker count before the attempt fails.
# convert must not write markers because of it.
PUBLISHED = zlib.decompress(base64.b64decode(
    "eNo75jSPP299fxYjAwMDCANJDiABwkwMEHD2jM9eBjTADMStx5/bvgm0wCo3WM1QrVi+D5cZ6ybO2EeMGX3d/Ha4zGA+xmRHjBlvbPPtcZkRqF"
    "OEVQ4AHQErhg=="))


def test_a_published_file_in_the_writers_layout_means_the_same(animproof):
    write("published.bin", PUBLISHED)
    animproof.exits(0, "convert", "--layout", "writer", "published.bin", "-o", "written.bin")
    animproof.exits(0, "roundtrip", "--same", "-q", "published.bin", "written.bin", prints_only=b"")
