"""animproof convert: conversion to a format and back, positions of vertices, output formats by file name extension, outputs that
cannot be written.

Messages are in convert.session.
"""

import base64
import json
import os
import re
import resource
import signal
import stat
import struct

import pytest
from cli_case import open_full_device, mrtk, mrtk_with_error, mrtk_curve, mrtk_with_many_warnings, read, read_text, read_text_in_tree, write
from golden_files import EACH, every_nth, golden, memg_files_good_and_bad, mrtk_files

RECORDING = mrtk(markers=[(0.0, b"a"), (1.0, b"b")])
TWO = golden("reference/memg/good/04_two_big_endian.bin")[0]
SCENE = golden("reference/memg/good/04_*.obj")[0]
FILES = ("anim.md5anim", "mesh.md5mesh", "input.mrtk", "motion.memg")
FORM_BY_EXTENSION = {".json": "json", ".gltf": "gltf", ".glb": "gltf", ".csv": "csv", ".bvh": "bvh"}


@pytest.fixture
def convert(animproof):
    write("camera.bin", RECORDING)
    return lambda code, source, out, *arguments, **options: animproof.exits(code, "convert", source, "-o", out, *arguments, **options)


@pytest.fixture
def generated_file_names(animproof):
    """Makes FILES, one generated file of each format but cameras."""
    for name in FILES:
        animproof.exits(0, "generate", "--format", name.partition(".")[2], "--seed", "1", "-o", name)
    return FILES


def mrtk_version_of(content):
    return "%d.%d" % struct.unpack_from("<ii", content, 8)


def test_mrtk_files_of_each_version_and_layout_are_converted_and_back(animproof, convert):
    def layout_of(path):
        return re.search(rb"layout (\w+)", animproof.run("lint", "-v", path).stdout).group(1).decode()

    lossless = 0
    for path in every_nth(mrtk_files()):
        if animproof.run("lint", "-q", path).returncode != 0:
            convert(1, path, "refused.bin", "--to=1.1", says=b"error: ", unwritten="refused.bin")
            continue
        first, layout = read(path), layout_of(path)
        for to in ("1.0", "1.1"):
            for to_layout in ("writer", "published"):
                said = convert(0, path, "there.bin", "--to", to, "--layout", to_layout).stderr
                assert mrtk_version_of(read("there.bin")) == to and layout_of("there.bin") == to_layout
                animproof.exits(0, "roundtrip", "-q", "there.bin")
                convert(0, "there.bin", "back.bin", "--to", mrtk_version_of(first), "--layout", layout, "--mrtk-layout", to_layout)
                assert said or read("back.bin") == first, "%s to %s %s and back keeps its bytes, or a message reports a loss" % (path, to, to_layout)
                lossless += not said
    assert lossless > 30 // EACH


def test_lost_and_added_data_is_reported(convert):
    convert(0, "camera.bin", "out.bin", "--to=1.0", says_only=b"animproof: camera.bin: added: hands with empty curves\n")
    convert(0, "camera.bin", "out.bin", "--layout=published", says_only=b"animproof: camera.bin: lost: 2 markers\n")
    write("gaze.bin", mrtk()[:18] + b"\1" + mrtk()[19:-4] + 6 * mrtk_curve([(0.0, 1.0)]) + bytes(4))
    convert(0, "gaze.bin", "out.bin", "--to=1.0", says=b"gaze.bin: lost: the gaze, 6 keys\n")


def test_keys_converted_to_1_0_get_tangents_0_weights_0_and_weighted_mode_3(convert):
    convert(0, "camera.bin", "long.bin", "--to=1.0")
    assert struct.unpack_from("<7I", read("long.bin"), 16 + 12 + 28) == (0x3F800000, 0, 0, 0, 0, 0, 3)


def test_memg_files_of_each_byte_order_and_matrix_order_are_converted_and_back(animproof, convert):
    for path in every_nth(memg_files_good_and_bad()):
        big = read(path)[:4] == b"\0\0\0\1"
        if animproof.run("lint", "-q", *(["--ignore=memg/byte-order"] if big else []), path).returncode != 0:
            convert(1, path, "refused.bin", "--byte-order=big")
            continue
        own, other = ("big", "little") if big else ("little", "big")
        convert(0, path, "there.bin", "--byte-order", other)
        assert read("there.bin")[:4] == (b"\1\0\0\0" if big else b"\0\0\0\1")
        convert(0, "there.bin", "back.bin", "--byte-order", own, leaves=("back.bin", read(path)))
        convert(0, path, "there.bin", "--byte-order", "little", "--matrix-order", "row")
        animproof.exits(0, "roundtrip", "-q", "there.bin")
        convert(0, "there.bin", "back.bin", "--byte-order", own, "--memg-order", "row", "--matrix-order", "column",
                leaves=("back.bin", read(path)))


def parse_obj_vertices(text):
    words = [line.split() for line in text.decode("latin-1").splitlines()]
    return [tuple(map(float, word[1:4])) for word in words if word[:1] == ["v"]]


def lines_without_vertices(text):
    return [line for line in text.splitlines() if not line.startswith(b"v ")]


def test_positions_of_vertices_are_those_of_another_program(animproof, convert):
    compared = 0
    for answer in golden("reference/memg/good/*.txt"):
        base, timestep = re.fullmatch(r"(.*)\.g\d+\.t(\d+)\.txt", answer).groups()
        scene = base.replace("04_two_big_endian", "02_two") + ".obj"
        if not os.path.exists(scene):
            continue
        convert(0, base + ".bin", "out.obj", "--obj-positions", scene, "--timestep", timestep)
        placed, largest, error = parse_obj_vertices(read("out.obj")), 0.0, 0.0
        for line in read_text(answer).splitlines():
            vertex, *wanted = line.split()
            for value, right in zip(placed[int(vertex) - 1], map(float, wanted)):
                largest, error = max(largest, abs(right)), max(error, abs(value - right))
        assert error <= 1e-12 * largest, answer
        assert lines_without_vertices(read("out.obj")) == lines_without_vertices(read(scene))
        animproof.exits(0, "lint", "--obj", "out.obj", "--ignore=memg/byte-order", base + ".bin")
        compared += 1
    assert compared > 15


def test_a_scene_or_motion_with_errors_gives_no_positions(convert):
    convert(0, TWO, "little.bin", "--byte-order=little")
    two, scene = read("little.bin"), read(SCENE)
    for name, content, said in (("short.obj", b"\n".join(scene.splitlines()[:4]), b"error: "), ("broken.obj", scene + b"\nhello\n", b"obj/statement"),
                                ("more.obj", scene + b"\ng unmoved\nf 1 2 3\n", b"memg/obj-group-without-motion")):
        write(name, content)
        convert(1, "little.bin", "none.obj", "--obj-positions", name, "--timestep", "0", says=said)
    write("infinite.bin", two[:16] + struct.pack("<d", float("inf")) + two[24:])
    convert(1, "infinite.bin", "none.obj", "--obj-positions", SCENE, "--timestep", "0", says=b"is not finite", unwritten="none.obj")


def test_a_replaced_file_keeps_its_permissions_and_links(convert):
    write("kept.bin", b"kept")
    os.chmod("kept.bin", 0o640)
    convert(0, "camera.bin", "kept.bin", "--to=1.0")
    assert stat.S_IMODE(os.stat("kept.bin").st_mode) == 0o640
    write("target.bin", b"old")
    os.symlink("target.bin", "link.bin")
    convert(0, "camera.bin", "link.bin", "--to=1.0")
    assert os.path.islink("link.bin") and read("target.bin") == read("kept.bin")
    convert(0, "camera.bin", "-", "--to=1.0", prints_only=read("kept.bin"))
    convert(0, "-", "-", "--to=1.0", input=RECORDING, prints_only=read("kept.bin"))


def test_a_file_is_converted_onto_itself(convert):
    write("itself.bin", mrtk_with_many_warnings(100000))
    convert(0, "itself.bin", "itself.bin", "--layout=published")
    convert(0, "itself.bin", "itself.bin", "--layout=writer", leaves=("itself.bin", mrtk_with_many_warnings(100000)))


def limit_file_size():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))


def test_an_output_that_cannot_be_written_leaves_the_existing_file(animproof, convert):
    write("itself.bin", mrtk_with_many_warnings(100000))
    write("kept.bin", b"kept")
    write("bad.bin", mrtk_with_error())
    os.mkdir("folder")
    before = sorted(os.listdir("."))
    for place in ("folder", "missing/out.bin", "camera.bin/out.bin", "/dev/full", "/proc/out.bin"):
        for source in ("camera.bin", "itself.bin"):
            convert(3, source, place, "--layout=published", says_first=b"animproof: " + place.encode() + b": ", says_never=b"lost")
    convert(3, "itself.bin", "kept.bin", "--layout=published", preexec_fn=limit_file_size, says_only=b"animproof: kept.bin: File too large\n")
    os.chmod("folder", 0o555)
    result = animproof.run_as_nobody_or_none("convert", "camera.bin", "-o", "folder/out.bin", "--to=1.0")
    assert result is None or (result.returncode, result.stderr) == (3, b"animproof: folder/out.bin: Permission denied\n")
    animproof.check_closed_pipe(3, "convert", "itself.bin", "-o", "-", "--layout=published")
    convert(3, "camera.bin", "-", "--to=1.0", stdout=open_full_device())
    convert(1, "bad.bin", "kept.bin", "--to=1.0", says=b"mrtk/wrap-mode")
    convert(3, "missing.bin", "kept.bin", "--to=1.0")
    convert(4, "camera.bin", "kept.bin", "--to=1.0", "--max-memory=30K")
    assert read("kept.bin") == b"kept" and os.listdir("folder") == [] and sorted(os.listdir(".")) == before, "no temporary file is left"


@pytest.mark.parametrize("form", ["gltf", "csv", "bvh", "positions"])
def test_with_too_little_memory_the_output_is_complete_or_not_written(animproof, convert, form):
    path, more = golden("md5anim/valid/*.md5anim")[0], ["--to", form, *(["--at=0"] if form == "positions" else [])]
    complete = convert(0, path, "-", *more).stdout
    for limit in range(2000, 80000, 4000):
        result = animproof.run("convert", path, "-o", "limited", *more, "--max-memory=%d" % limit)
        assert (result.returncode, os.path.exists("limited") and read("limited")) in ((0, complete), (4, False)), limit
        if result.returncode == 0:
            os.remove("limited")


def test_an_extension_gives_the_bytes_of_its_option(animproof, generated_file_names):
    for ending, form in FORM_BY_EXTENSION.items():
        for name in generated_file_names if ending != ".bvh" else generated_file_names[:1]:
            results = [animproof.exits(0, "convert", name, "-o", out + end, *more) for out, end, more in (
                ("named", ending, []), ("asked", ending, ["--to", form]), ("capitals", ending.upper(), []))]
            assert results[0].stderr == results[1].stderr
            assert read("named" + ending) == read("asked" + ending) == read("capitals" + ending.upper()), (ending, name)
    for arguments in (["anim.md5anim", "--to", "csv", "-o", "x.txt"], ["anim.md5anim", "--to", "gltf", "-o", "gltf.json"],
                      ["anim.md5anim", "--to", "positions", "--at", "0", "--format", "json", "-o", "positions.json"],
                      ["motion.memg", "--obj-positions", "motion.obj", "--timestep", "0", "-o", "moved.obj"],
                      ["input.mrtk", "--to", "1.0", "-o", "older.bin"], ["input.mrtk", "-o", "back.json"], ["back.json", "-o", "back.bin"]):
        animproof.exits(0, "convert", *arguments)
    animproof.exits(0, "convert", "anim.md5anim", "-o", "x.csv", leaves=("x.csv", read("x.txt")))
    assert read("back.bin") == read("input.mrtk"), "to JSON and back by extensions"


def test_a_glb_is_the_gltf_in_chunks(animproof, generated_file_names):
    """glTF 2.0, section 4.4: header, JSON, BIN; chunk lengths are multiples of four."""
    for name in generated_file_names:
        for out in ("x.gltf", "x.glb"):
            animproof.exits(0, "convert", name, "-o", out)
        document, binary = json.loads(read("x.gltf")), read("x.glb")
        magic, version, length, json_bytes, json_kind = struct.unpack_from("<4sIII4s", binary)
        assert (magic, version, length, json_kind) == (b"glTF", 2, len(binary), b"JSON")
        data_bytes, data_kind = struct.unpack_from("<I4s", binary, 20 + json_bytes)
        text, data = binary[20:20 + json_bytes], binary[28 + json_bytes:]
        assert data_kind == b"BIN\0" and len(data) == data_bytes and json_bytes % 4 == data_bytes % 4 == 0
        prefix, _, coded = document["buffers"][0].pop("uri").partition(",")
        assert prefix == "data:application/octet-stream;base64" and base64.b64decode(coded) == data
        assert json.loads(text) == document and text.rstrip(b" ").endswith(b"}") and document["buffers"][0]["byteLength"] == data_bytes


def test_the_page_on_export_lists_the_extensions():
    table = re.findall(r"^\| (`\.[^|]*) \|", read_text_in_tree("docs/use/export.md"), re.MULTILINE)
    assert set(re.findall(r"`([^`]*)`", "".join(table))) == {*FORM_BY_EXTENSION, ".obj"}
