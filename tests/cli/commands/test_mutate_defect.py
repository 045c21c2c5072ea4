"""animproof mutate: the list of defects, output and expected findings, and refused files. Messages are in mutate.session."""

import json
import os
import re

import pytest
from cli_case import mrtk, mrtk_with_error, read, write
from formats import FORMATS
from golden_files import golden

MOTION, = golden("memg/valid/groups-3.bin")
SCENE, = golden("memg/valid/groups-3.obj")
RECORDING, = golden("mrtk/valid/keys-12.bin")
WALK, = golden("md5anim/valid/joints-16.md5anim")
MESH, = golden("md5anim/valid/joints-16.md5mesh")


@pytest.fixture
def mutate(animproof):
    write("camera.bin", mrtk(times=(0.0, 1.0, 2.0), markers=[(0.0, b"a"), (1.0, b"b")]))
    return lambda code, name, *arguments, **options: animproof.exits(code, "mutate", "--defect", name, *arguments, **options)


@pytest.fixture
def lint_and_list_findings(animproof):
    """Returns (rule, offset, length, path) of each finding of all files, sorted."""
    return lambda *words: sorted((one["rule"], one["offset"], one["length"], one["path"]) for _, one in animproof.findings(*words))


def parse_expected_findings(result, word="expect"):
    lines = [line.split(" ", 4) for line in result.stderr.decode().splitlines()]
    return sorted((line[1], int(line[2]), int(line[3]), line[4]) for line in lines if line[0] == word)


def test_the_list_has_name_rule_and_reason_of_each_defect(animproof):
    listed = animproof.exits(0, "mutate", "--list").stdout.decode().splitlines()
    line_of = {line.split()[0]: line for line in listed}
    assert len(line_of) == len(listed) > 400, "names are unique"
    assert all(re.fullmatch(r"(%s)/\S+ +\S+/\S+ +.+" % "|".join(FORMATS), line) for line in listed)
    for form in FORMATS:
        some = animproof.exits(0, "mutate", "--list", "--format", form).stdout.decode().splitlines()
        assert some == [line for line in listed if line.startswith(form + "/")]
    assert any(line.endswith("(near miss)") for line in listed)
    for name, option, ending in (("memg/obj-number_nan", "--obj", ".obj"), ("md5anim/md5mesh-number_nan", "--mesh", ".md5mesh")):
        assert line_of[name].endswith(" (needs %s) (changes the %s)" % (option, ending))


@pytest.mark.parametrize("name", ["mrtk/magic_byte-swapped", "time-order_equal", "count-exceeds-file_keys-most", "mrtk/truncated_anywhere",
                                  "trailing-bytes_markers-one-less", "marker-name_one-more", "mrtk/trailing-bytes_3"])
def test_the_expected_findings_are_those_of_lint_and_a_seed_gives_equal_output(mutate, lint_and_list_findings, name):
    result = mutate(0, name, "camera.bin", "-o", "out.bin", "--seed", "3", "--input-format", "mrtk")
    assert parse_expected_findings(result) == lint_and_list_findings("--input-format", "mrtk", "out.bin") != []
    mutate(0, name, "camera.bin", "--seed", "3", "--input-format", "mrtk", prints_only=read("out.bin"), says_only=result.stderr)


def test_different_seeds_choose_different_fields(mutate):
    assert len({mutate(0, "value-not-finite_nan", "camera.bin", "--seed", str(seed)).stdout for seed in range(12)}) > 5


def test_standard_input_is_changed(mutate):
    result = mutate(0, "mrtk/truncated_empty", "-", "-o", "empty.bin", input=mrtk(), leaves=("empty.bin", b""))
    assert parse_expected_findings(result) == [("mrtk/truncated", 0, 0, "magic")]


def test_a_near_miss_causes_no_finding(mutate, lint_and_list_findings):
    mutate(0, "marker-name_128", "camera.bin", "-o", "out.bin", says_only=b"")
    assert lint_and_list_findings("out.bin") == [] and read("out.bin") != read("camera.bin")
    mutate(0, "md5mesh-parent-order_before", WALK, "--mesh", MESH, "-o", "out.md5mesh", says_only=b"")
    assert lint_and_list_findings("--mesh", "out.md5mesh", WALK) == [] and read("out.md5mesh") != read(MESH)


def test_expect_writes_the_expected_findings_as_json(mutate):
    result = mutate(0, "time-order_equal", RECORDING, "-o", "out.bin", "--expect", "out.json")
    document = json.loads(read("out.json"))
    assert sorted((f["rule"], f["offset"], f["length"], f["path"]) for f in document["findings"]) == parse_expected_findings(result)
    assert {"defect": "time-order_equal", "format": "mrtk", "rule": "mrtk/time-order", "verdict": "differ"}.items() <= document.items()
    mutate(0, "time-order_equal", RECORDING, "-o", "out.bin", "--expect", "-", prints_only=read("out.json"))
    mutate(3, "time-order_equal", "camera.bin", "-o", "out.bin", "--expect", "missing/out.json")


def test_with_a_scene_the_motion_or_the_scene_changes(mutate, lint_and_list_findings):
    result = mutate(0, "group-not-in-obj_renamed", MOTION, "--obj", SCENE, "-o", "out.bin")
    assert sorted(parse_expected_findings(result) + parse_expected_findings(result, "expect-obj")) == lint_and_list_findings("--obj", SCENE, "out.bin")
    result = mutate(0, "obj-number_nan", MOTION, "--obj", SCENE, "-o", "out.obj")
    assert parse_expected_findings(result) == [] and parse_expected_findings(result, "expect-obj") == lint_and_list_findings("--obj", "out.obj", MOTION)


def test_with_a_mesh_the_animation_or_the_mesh_changes(mutate, lint_and_list_findings):
    result = mutate(0, "mesh-joint-name_other", WALK, "--mesh", MESH, "-o", "out.md5anim")
    assert parse_expected_findings(result) == lint_and_list_findings("--mesh", MESH, "out.md5anim") and len(parse_expected_findings(result)) == 1
    result = mutate(0, "md5anim/parent-order_self", WALK, "--mesh", MESH, "-o", "out.md5anim")
    assert {one[0] for one in parse_expected_findings(result)} == {"md5anim/parent-order", "md5anim/mesh-joint-parent"}
    assert parse_expected_findings(result) == lint_and_list_findings("--mesh", MESH, "out.md5anim")
    result = mutate(0, "md5anim/parent-order_self", WALK, "-o", "out.md5anim")
    assert [one[0] for one in parse_expected_findings(result)] == ["md5anim/parent-order"]
    result = mutate(0, "md5mesh-number_nan", WALK, "--mesh", MESH, "-o", "out.md5mesh")
    assert parse_expected_findings(result) == [] and len(parse_expected_findings(result, "expect-mesh")) == 1
    assert parse_expected_findings(result, "expect-mesh") == lint_and_list_findings("--mesh", "out.md5mesh", WALK)
    result = mutate(0, "md5mesh-joint-name-long_32", WALK, "--mesh", MESH, "-o", "out.md5mesh", "--expect", "out.json")
    in_mesh = parse_expected_findings(result, "expect-mesh")
    assert [one[0] for one in in_mesh] == ["md5mesh/joint-name-long"]
    assert sorted(parse_expected_findings(result) + in_mesh) == lint_and_list_findings("--mesh", "out.md5mesh", WALK)
    assert [f["companion"] for f in json.loads(read("out.json"))["findings"]] == [True, False]


@pytest.mark.parametrize(("defect", "file", "option", "content", "said"), [
    ("obj-number_nan", MOTION, "--obj", read(SCENE) + b"v 1 2\n", b"obj/statement"),
    ("framerate_0", MOTION, "--obj", b"v 0 0 0\ng other\nf 1 1 1\n", b"memg/"),
    ("mesh-joint-name_other", WALK, "--mesh", read(MESH).replace(b"numMeshes 1", b"numMeshes 0"), (b"companion", b"md5mesh/mesh-count-range")),
    ("md5anim/frame-rate-range_zero", WALK, "--mesh", read(MESH).replace(b'"origin"', b'"other"'), b"md5anim/mesh-joint-name")])
def test_a_companion_with_errors_or_of_another_file_is_refused(mutate, defect, file, option, content, said):
    write("companion", content)
    mutate(1, defect, file, option, "companion", "-o", "none", says=said, unwritten="none")


def test_refused_runs_keep_the_output_file(animproof, mutate):
    write("bad.bin", mrtk_with_error())
    write("kept.bin", b"kept")
    for code, file in ((1, "bad.bin"), (2, MOTION), (3, "missing.bin")):
        mutate(code, "mrtk/time-order_equal", file, "-o", "kept.bin", leaves=("kept.bin", b"kept"))
    mutate(4, "time-order_equal", "camera.bin", "-o", "kept.bin", "--max-memory=40K", leaves=("kept.bin", b"kept"))
    assert sorted(os.listdir(".")) == ["bad.bin", "camera.bin", "kept.bin"], "no temporary file is left"


def test_memory_is_bounded_by_the_size_of_the_file_and_by_512_mb(animproof):
    animproof.exits(0, "generate", "--format=mrtk", "--seed=1", "--knob=version=1.1", "--knob=layout=writer",
                    "--knob=has_camera=yes", "--knob=has_hand=yes", "--knob=keys=1400", "-o", "large.bin")
    size = os.path.getsize("large.bin")
    assert size > 2000000
    for options in (["--defect=mrtk/flag_camera-2"], ["--seed=4"]):
        animproof.exits(0, "mutate", *options, "large.bin", "-o", "out.bin", "--max-memory=%d" % (26 * size))
    os.truncate("large.bin", 600 << 20)  # a sparse file
    animproof.exits(4, "mutate", "--seed=4", "large.bin", "-o", "none", says=b"large.bin: memory ran out (--max-memory)", unwritten="none")
