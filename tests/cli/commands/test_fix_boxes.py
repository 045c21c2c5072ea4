"""animproof fix writes the boxes of an animation from the vertices of its mesh, as tests/ref computes them, and nothing else."""

import json
import os
import random
import re
import struct

import pytest
from cli_case import read, write
from content.pair import Pair
from content.pair_mutations import change_boxes
from content.pose import box_of, diagonal, skinned_positions
from golden_files import EACH, every_nth
from md5_texts import FLAT, animation_text, mesh_text

PAIRS = 60
BOXES = re.compile(rb"(bounds \{)([^}]*)(\})")
NUMBER = re.compile(rb"[^\s()]+")
RULES_OF_BOUNDS = {"md5anim/mesh-bounds", "md5anim/bounds-joints", "md5anim/bounds-zero", "md5anim/bounds-inverted"}

SELECTED = ("--select", ",".join(sorted(RULES_OF_BOUNDS)))


def pair_with_wrong_boxes(number):
    """Returns a Pair of random content with changed boxes, and the bytes of its animation and of its mesh."""
    rng = random.Random("boxes %d" % number)
    pair = Pair(rng)
    change_boxes(rng, pair)
    return pair, *pair.texts()


def rules_found_by_lint(animproof, *paths):
    return {finding["rule"] for _, finding in animproof.findings(*paths)}


def numbers_in_bounds_block(text):
    return [float(number) for number in NUMBER.findall(BOXES.search(text).group(2))]


def test_the_boxes_are_those_of_the_vertices(animproof):
    fixed = 0
    for number in every_nth(range(PAIRS)):
        pair, animation, mesh = pair_with_wrong_boxes(number)
        write("pair.md5anim", animation)
        write("pair.md5mesh", mesh)
        before = rules_found_by_lint(animproof, "pair.md5anim")
        animproof.exits(0, "fix", "-w", *SELECTED, "pair.md5anim")
        after = read("pair.md5anim")
        if not before & RULES_OF_BOUNDS or "md5anim/start-index-range" in before:
            assert after == animation, number
            continue
        assert rules_found_by_lint(animproof, "pair.md5anim") == before - RULES_OF_BOUNDS
        fixed += 1
        assert NUMBER.sub(b"0", BOXES.search(after).group(2)) == NUMBER.sub(b"0", BOXES.search(animation).group(2))
        assert BOXES.sub(b"", after) == BOXES.sub(b"", animation)
        expect_boxes_fit_vertices(pair, numbers_in_bounds_block(after), number)
        animproof.exits(0, "fix", *SELECTED, "pair.md5anim", leaves=("pair.md5anim", after))
    assert fixed > PAIRS / EACH / 3


def expect_boxes_fit_vertices(pair, numbers, number):
    """Expects the box of each frame's vertices, as float32, with an error of at most 1e-4 of the size of the model."""
    for frame in range(len(pair.frames)):
        places = skinned_positions(pair.all_vertices(), pair.pose(frame))
        size = diagonal(places)
        low, high = box_of(places)
        found = [struct.unpack("f", struct.pack("f", value))[0] for value in numbers[6 * frame:6 * frame + 6]]
        assert found == pytest.approx([*low, *high], abs=1e-4 * size), (number, frame)


def write_pair_with_wrong_boxes(number=1, folder="."):
    _, animation, mesh = pair_with_wrong_boxes(number)
    write(folder + "/walk.md5anim", animation)
    write(folder + "/hero.md5mesh", mesh)
    return animation, mesh


def write_pair_that_lint_reports(animproof):
    """Writes the files of a pair for which lint reports mesh-bounds. Returns the number of the pair."""
    for number in range(PAIRS):
        write_pair_with_wrong_boxes(number)
        if "md5anim/mesh-bounds" in rules_found_by_lint(animproof, "walk.md5anim"):
            return number
    raise AssertionError("no pair has wrong boxes")


def test_a_mesh_is_found_by_its_joints_or_named(animproof):
    number = write_pair_that_lint_reports(animproof)
    animproof.exits(1, "fix", "walk.md5anim", prints=b"would fix md5anim/mesh-bounds: writes the boxes of the mesh's vertices\n")
    write_pair_with_wrong_boxes(number, "apart")
    os.makedirs("meshes")
    os.rename("apart/hero.md5mesh", "meshes/hero.md5mesh")
    animproof.exits(0, "fix", "-w", "--mesh", "meshes/hero.md5mesh", "apart/walk.md5anim",
                    prints=b"fixed md5anim/mesh-bounds: writes the boxes")


def test_a_mesh_of_another_folder_is_taken_if_the_directory_of_both_is_named(animproof):
    number = write_pair_that_lint_reports(animproof)
    animation, mesh = write_pair_with_wrong_boxes(number)
    write("assets/anim/walk.md5anim", animation)
    write("assets/mesh/hero.md5mesh", mesh)
    done = animproof.exits(1, "fix", "assets").stdout
    assert b"would fix md5anim/mesh-bounds: writes the boxes of the mesh's vertices\n" in done
    assert b"assets/anim/walk.md5anim: with assets/mesh/hero.md5mesh (the only .md5mesh file below ../ with the same joint names)\n" in done
    alone = b"assets/anim/walk.md5anim: alone: its folder has no .md5mesh file"
    for named in (["assets/anim"], ["assets/anim/walk.md5anim"], ["--exclude", "mesh", "assets"]):
        done = animproof.run("fix", "--verbose", *named).stdout
        assert b"mesh-bounds" not in done and alone + b"\n" in done, named
    animproof.exits(0, "fix", "-w", "assets", prints=b"fixed md5anim/mesh-bounds")
    write("walk.md5anim", animation)
    animproof.exits(0, "fix", "-w", "walk.md5anim")
    assert read("assets/anim/walk.md5anim") == read("walk.md5anim"), "the boxes are those of a mesh in the own folder"


def test_a_named_stream_gets_the_mesh_of_its_folder(animproof):
    animation, mesh = write_pair_with_wrong_boxes(write_pair_that_lint_reports(animproof))
    write("meshes/hero.md5mesh", mesh)
    animproof.exits(1, "fix", "-v", "--stdin-filename", "meshes/new.md5anim", "-", input=animation,
                    prints=b"meshes/new.md5anim: with meshes/hero.md5mesh (the only .md5mesh file of the folder with the same joint names)\n")


def test_without_one_sound_mesh_that_fits_nothing_is_written(animproof):
    animation, mesh = write_pair_with_wrong_boxes(write_pair_that_lint_reports(animproof))
    flat = BOXES.sub(lambda found: found.group(1) + NUMBER.sub(b"0", found.group(2)) + found.group(3), animation)
    refused = b"not fixed md5anim/bounds-zero: "
    cases = [({}, b"boxes follow from the vertices of the .md5mesh, and none was found"),
             ({"a.md5mesh": mesh, "b.md5mesh": mesh}, b"boxes follow from the vertices of the .md5mesh, and none was found"),
             ({"walk.md5mesh": mesh.replace(b"vert 0", b"vert x", 1)}, b"the .md5mesh has an error"),
             ({"walk.md5mesh": mesh.replace(b'"origin"', b'"other"', 1)}, b"the .md5mesh has other joints")]
    for number, (meshes, reason) in enumerate(cases):
        folder = "case%d/" % number
        write(folder + "walk.md5anim", flat)
        for name, content in meshes.items():
            write(folder + name, content)
        animproof.exits(1 if b"joints" in reason else 0, "fix", "-w", folder + "walk.md5anim", prints=refused + reason)
        assert read(folder + "walk.md5anim") == flat


def test_an_animation_with_too_many_poses_is_refused(animproof):
    """Lint skips the checks of poses if frames times joints are more than 2^24 plus the bytes of the file."""
    count = 4200
    joints = ['"j%d" %d ' % (joint, -1 if joint == 0 else 0) for joint in range(count)]
    write("walk.md5anim", animation_text([joint + "0 0" for joint in joints], [FLAT] * count, [FLAT] * count, [[]] * count, 0))
    write("walk.md5mesh", mesh_text([joint + FLAT for joint in joints], ["( 0 0 ) 0 1"], [], ["0 1 ( 0 0 0 )"]))
    assert b"2 files: 0 errors, " in animproof.exits(0, "lint", "walk.md5anim").stdout
    animproof.exits(0, "fix", "walk.md5anim", prints=b"not fixed md5anim/bounds-zero: the animation has too many frames and joints\n")


def test_sarif_has_the_fix(animproof):
    animation, _ = write_pair_with_wrong_boxes(write_pair_that_lint_reports(animproof))
    report = json.loads(animproof.run("lint", "--format", "sarif", "walk.md5anim").stdout)
    results = [result for result in report["runs"][0]["results"] if result["ruleId"] == "md5anim/mesh-bounds"]
    assert len(results) == 1 and len(results[0]["fixes"]) == 1


def test_a_mesh_that_cannot_be_read_is_an_error_of_the_run(animproof):
    animation, _ = write_pair_with_wrong_boxes(write_pair_that_lint_reports(animproof))
    animproof.exits(3, "fix", "--mesh", "gone.md5mesh", "walk.md5anim", prints_only=b"", says=b"gone.md5mesh: No such file or directory\n")
    os.symlink("gone.md5mesh", "walk.md5mesh")
    write("fly.md5anim", animation)
    os.symlink("gone.md5mesh", "fly.md5mesh")
    done = animproof.exits(3, "fix", "walk.md5anim", "fly.md5anim", prints_never=b": with ")
    assert done.stderr.count(b"walk.md5mesh: No such file or directory\n") == 1
