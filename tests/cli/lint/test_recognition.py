"""Recognition of formats: by name first, then by content (shared/formats/README.md, Recognition).

Each case is a file that a directory walk finds, and that the command line then names; tests/unit has tests of each condition.
"""

import os
import struct

import pytest
from cli_case import MRTK_MAGIC, ROOT, path_in_tree, md5anim, mrtk, write
from formats import FORMATS

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 12345\n"
HTML = b"<!DOCTYPE html>\n<html><head><title>Not Found</title></head></html>\n"
GZIP = b"\x1f\x8b\x08\x00" + bytes(20)
MESH = b'MD5Version 10\ncommandline ""\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n}\n'
CAMERA = b'MD5Version 10\ncommandline ""\n\nnumFrames 1\nframeRate 24\nnumCuts 0\n\ncuts {\n}\n'
WORDS = b"# The hierarchy\nEach frame has a baseframe, and bounds; numFrames says how many.\n"
ROTATION = struct.pack("<12d", 1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7)


def memg_with_values(rate=30, frames=1, timesteps=1, transforms=ROTATION, name=b"body", mapping=1, parent=0, order="<", more=b""):
    def pack_integers(*values):
        return struct.pack("%s%di" % (order, len(values)), *values)

    if order == ">":
        transforms = struct.pack(">12d", *struct.unpack("<12d", transforms))
    header = pack_integers(1) + (rate if isinstance(rate, bytes) else pack_integers(rate)) + pack_integers(frames, timesteps)
    group = pack_integers(len(name)) + name + pack_integers(1, mapping) + bytes(24) + pack_integers(parent, 3, 0, 0, timesteps)
    return header + transforms + group + more


SWAPPED = MRTK_MAGIC[::-1]
NO_MAGIC = bytes(8) + mrtk()[8:]
CUT = memg_with_values()[:-1]
SCALED = struct.pack("<12d", 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0)
COLUMNS = struct.pack("<12d", 0, -1, 0, 1, 0, 0, 0, 0, 1, 5, 6, 7)
NARROW = struct.pack("<12f", 1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7)
FLOAT_30 = struct.pack("<f", 30)

INT64 = (struct.pack("<4q", 1, 30, 1, 1) + ROTATION + struct.pack("<q", 4) + b"body" + struct.pack("<2q", 1, 1) + bytes(24)
         + struct.pack("<5q", 0, 3, 0, 0, 1))

ANIM, BODY, MRTK, MEMG, CAMERA_PATH, NONE = "md5anim", "md5mesh", "mrtk", "memg", "md5camera", None
# Name, content, format if a directory walk finds the file, format if the command line names the file (None: file/unrecognized).
CASES = [
    # The file name decides alone.
    ("empty.md5anim", b"", ANIM, ANIM), ("lfs.md5anim", LFS, ANIM, ANIM), ("html.MD5ANIM", HTML, ANIM, ANIM),
    ("gzip.Md5Anim", GZIP, ANIM, ANIM), ("zeros.md5anim", bytes(100), ANIM, ANIM), ("mesh.md5anim", MESH, ANIM, ANIM),
    ("good.md5anim", md5anim(), ANIM, ANIM), ("mrtk.md5anim", mrtk(), ANIM, ANIM),
    ("a.md5mesh", MESH, BODY, BODY), ("b.MD5Camera", CAMERA, CAMERA_PATH, CAMERA_PATH),
    ("lfs.md5camera", LFS, CAMERA_PATH, CAMERA_PATH), ("anim.md5camera", md5anim(), CAMERA_PATH, CAMERA_PATH),
    ("good.md5anim.bak", LFS, NONE, NONE), ("md5anim", b"", NONE, NONE),
    # The first bytes decide, with any file name.
    ("mrtk.dat", mrtk(), MRTK, MRTK), ("magic", MRTK_MAGIC, MRTK, MRTK), ("swapped.x", SWAPPED, MRTK, MRTK),
    ("latin.x", MRTK_MAGIC.decode("latin-1").encode("utf-8"), MRTK, MRTK),
    ("marks.x", b"?B?\x0fn??j", MRTK, MRTK), ("marks-cut.x", b"?B?\x0fn??", NONE, NONE),
    ("replaced.x", MRTK_MAGIC.decode("utf-8", "replace").encode("utf-8"), MRTK, MRTK),
    ("magic-cut", MRTK_MAGIC[:7], NONE, MRTK),
    ("memg.dat", memg_with_values(), MEMG, MEMG), ("big.dat", memg_with_values(order=">"), MEMG, MEMG),
    ("rate-1000.dat", memg_with_values(rate=1000), MEMG, MEMG), ("rate-float.dat", memg_with_values(rate=FLOAT_30), MEMG, MEMG),
    ("rate-1001.dat", memg_with_values(rate=1001), NONE, MEMG), ("rate-0.dat", memg_with_values(rate=0), NONE, MEMG),
    ("name.dat", memg_with_values(name=b"bo\x01y"), NONE, MEMG), ("mapping.dat", memg_with_values(mapping=-1), NONE, MEMG),
    ("parent.dat", memg_with_values(parent=1), NONE, MEMG), ("more.dat", memg_with_values(more=b"x"), NONE, MEMG),
    ("anim.txt", md5anim(), ANIM, ANIM), ("marked.txt", b"\xef\xbb\xbf\r\n " + md5anim(), ANIM, ANIM),
    ("blanks.txt", b" " * 5000 + md5anim(), ANIM, ANIM), ("wide", "MD5Version 10".encode("utf-16"), ANIM, ANIM),
    ("mesh.txt", MESH, BODY, BODY), ("camera.txt", CAMERA, CAMERA_PATH, CAMERA_PATH),
    ("version.txt", b"MD5Version", NONE, ANIM), ("words.md", WORDS, NONE, NONE), ("word.md", b"MD5Version ten", NONE, ANIM),
    ("comment.txt", b"// by hand\n" + md5anim(), NONE, ANIM),
    # A .bin file needs less evidence in its content than a file with another name.
    ("InputAnimation_2.bin", b"", MRTK, MRTK), ("InputAnimation_3.dat", b"", NONE, NONE), ("empty.bin", b"", NONE, NONE),
    ("late.bin", b"#" * 64 + mrtk(), MRTK, MRTK), ("later.bin", b"#" * 65 + mrtk(), NONE, NONE),
    ("late.dat", b"#" * 64 + mrtk(), NONE, MRTK),
    ("no-magic.bin", NO_MAGIC, MRTK, MRTK), ("no-magic.dat", NO_MAGIC, NONE, MRTK),
    ("no-magic-cut.bin", NO_MAGIC[:-1], NONE, NONE),
    ("cut.bin", CUT, MEMG, MEMG), ("cut.dat", CUT, NONE, MEMG),
    ("cut-rate-0.bin", memg_with_values(rate=0)[:-1], NONE, MEMG), ("structure.bin", memg_with_values(rate=0, transforms=SCALED), MEMG, MEMG),
    ("scaled.bin", memg_with_values(transforms=SCALED)[:-1], NONE, MEMG), ("columns.bin", memg_with_values(transforms=COLUMNS)[:-1], MEMG, MEMG),
    ("narrow.bin", memg_with_values(transforms=NARROW)[:-1], MEMG, MEMG), ("frames.bin", memg_with_values(frames=4096), MEMG, MEMG),
    ("many-frames.bin", memg_with_values(frames=4097), NONE, MEMG), ("times.bin", memg_with_values(timesteps=1 << 20), MEMG, MEMG),
    ("many-times.bin", memg_with_values(timesteps=(1 << 20) + 1), NONE, MEMG), ("endian.bin", b"\1\0\0\0", NONE, MEMG),
    ("int64.bin", INT64, MEMG, MEMG), ("int64.dat", INT64, NONE, MEMG), ("int64-cut.bin", INT64[:-1], NONE, MEMG),
    ("elf.bin", b"\x7fELF\2\1\1" + bytes(100), NONE, NONE), ("zeros.bin", bytes(4096), NONE, NONE),
    ("lfs.bin", LFS, NONE, NONE),
]



@pytest.fixture
def write_cases_and_lint_to_report_and_formats(animproof):
    """Writes the cases into the folder `all`. Returns a function that lints, and returns the report and {name: format}."""
    for name, content, _, _ in CASES:
        write("all/" + name, content)

    def lint_and_get_report_and_formats(*words):
        report = animproof.json(None, "lint", *words)
        return report, {os.path.basename(entry["file"]): entry["format"] for entry in report["files"]}
    return lint_and_get_report_and_formats


def test_formats_are_recognized_by_name_then_by_content_and_in_named_files_by_less_evidence(write_cases_and_lint_to_report_and_formats):
    report, formats = write_cases_and_lint_to_report_and_formats("all")
    assert len(formats) + len(report["skipped"]) == len(CASES) and report["summary"]["not_checked_yet"] == 0
    for name, _, by_walk, named in CASES:
        assert formats.get(name) == by_walk, name
        one, found = write_cases_and_lint_to_report_and_formats("all/" + name)
        assert found == {name: named}
        assert ([finding["rule"] for finding in one["files"][0]["findings"]] == ["file/unrecognized"]) == (named is NONE), name


def test_input_format_selects_the_files_of_a_walk_with_the_name_or_mark_of_the_format(write_cases_and_lint_to_report_and_formats):
    _, formats = write_cases_and_lint_to_report_and_formats("--input-format", "mrtk", "all")
    assert formats == {name: MRTK for name, _, by_walk, _ in CASES if name.endswith(".bin") or by_walk == MRTK or name == "mrtk.md5anim"}
    assert write_cases_and_lint_to_report_and_formats("--input-format", "md5anim", "all/a.md5mesh")[0]["files"][0]["findings"][0]["rule"].startswith("md5anim/")


PLACES_OF_EXAMPLES = ("golden", "fuzz/regressions", "fuzz/assimp/found", "tests/lab/coverage/sets", "tests/unit/library")


def test_in_the_tree_of_this_project_only_examples_are_recognized_and_its_configuration_leaves_out_broken_ones(animproof):
    folders = [path_in_tree(part) for part in sorted(os.listdir(ROOT)) if part not in ("build", ".git") and os.path.isdir(path_in_tree(part))]
    report = animproof.json(None, "lint", "--no-config", *folders)
    names = [os.path.relpath(entry["file"], ROOT) for entry in report["files"]]
    assert len(names) > 300 and [name for name in names if not name.startswith(PLACES_OF_EXAMPLES)] == []
    summary = animproof.json(0, "lint", ROOT)["summary"]
    assert summary["errors"] == 0 and summary["files"] > 100


# The message for a file of no format names the likely kind of the file.
KINDS = [
    (b"", "it is empty"), (bytes(9), "it begins as zero bytes"), (b"\0\1\2\3x", "it begins as binary data"),
    (b"hello\n", "it begins as text"), (b"hel\1o\n", "it begins as binary data"),
    (b"gr\xc3\xbc\xc3\x9fe\n", "it begins as text"), (LFS, "it is a Git LFS pointer; fetch the file itself with git lfs pull"),
    (HTML, 'it is an HTML page, "Not Found"; '), (b"<html><body>", "it is an HTML page; "), (b"<?xml version", "it is an XML file"),
    (b"glTF\2\0\0\0", "it is a binary glTF file"), (b"Kaydara FBX Binary  \0", "it is an FBX file"),
    (b"; FBX 7.3.0 project file", "it is an FBX text file"), (b"HIERARCHY\nROOT Hips\n{", "it is a BVH motion file"),
    (b"IDPO\6\0", "it is a Quake model"), (b"IDP3\x0f\0", "it is a Quake 3 model"), (b"INTERQUAKEMODEL\0", "it is an IQM model"),
    (b"BLENDER-v279", "it is a Blender file"), (b"\x89PNG\r\n", "it is a PNG image"), (b"\xff\xd8\xff\xe0", "it is a JPEG image"),
    (b"PK\3\4", "it is a zip archive; unpack it"), (GZIP, "it is gzip-compressed data; unpack it"),
    (b"\x28\xb5\x2f\xfd", "it is zstd-compressed data"), (b"\xfd7zXZ\0", "it is xz-compressed data"), (b"BZh91", "it is bzip2-compressed data"),
    (b"\x7fELF", "it is a program"), (b"MZ\x90", "it is a Windows program"), (b"{ \"a\": 1 }", "it is JSON"),
    (b"\xff\xfea\0", "it is UTF-16 text"), (b"\xfe\xff\0a", "it is UTF-16 text"), (b"%YAML 1.1\n", "it is a YAML file, as Unity writes them"),
    (b"diff --git a/x b/x\n", "it is a patch"), (b"--- a/x\n+++ b/x\n", "it is a patch"),
    (b"\x93NUMPY\1\0", "it is a NumPy array (.npy)"), (b"\x80\4\x95\0", "it is a Python pickle"),
    (b"MATLAB 5.0 MAT-file, ", "it is a MATLAB file"), (b"xkKeD26vj2oBAAAA", "it is base64 text of an MRTK recording; decode it"),
]


def test_the_message_for_a_file_of_no_format_names_its_likely_kind(animproof):
    for content, said in KINDS:
        write("hint", content)
        report = animproof.json(1, "lint", "hint")
        message = report["files"][0]["findings"][0]["message"]
        assert message.startswith("the file is not one of %s: %s" % (", ".join(FORMATS), said)), content[:20]
