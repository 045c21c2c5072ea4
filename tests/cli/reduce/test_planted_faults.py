"""Reduces generated files for twenty small loaders (planted_loader.c), each with a planted fault, and compares the sizes with the
smallest files that are known, which were written by hand."""

import os
import struct

import commands
import pytest
from cli_case import ROOT, read, write
from golden_files import every_nth

MOST = 1.1  # times the smallest known size
JOINT = '""0 0 0'
HEAD = "MD5Version 10 numJoints %d "
CURVE = struct.pack("<3i", 8, 8, 0)


def block_of_zeros(count):
    return "{" + " ".join("0" * count) + "}"


def recording_bytes(has_camera, has_gaze, rest):
    return struct.pack("<8x2i3B", 1, 1, has_camera, 0, has_gaze) + rest


ANIMATION = ["--format", "md5anim", "--seed", "3", "--knob", "joints=12", "--knob", "frames=6"]
MESH = ["--format", "md5mesh", "--seed", "3", "--knob", "meshes=2", "--knob", "vertices=8", "--knob", "joints=6", "--knob", "weights=3"]
CAMERA = ["--format", "md5camera", "--seed", "5", "--knob", "cuts=3"]
RECORDING = ["--format", "mrtk", "--seed", "1", "--knob", "has_camera=1", "--knob", "has_hand=0", "--knob", "has_gaze=1", "--knob",
             "version=1.1", "--knob", "markers=2", "--knob", "keys=5"]  # fmt: skip
MOTION = ["--format", "memg", "--seed", "3", "--knob", "frames=2", "--knob", "groups=2"]
# fault: (knobs of the input, the smallest known file)
FAULTS = {
    1: (ANIMATION, "hierarchy{" + 4 * JOINT),
    2: (ANIMATION, 'hierarchy{""1 0 0'),
    3: (ANIMATION, HEAD % 2 + "hierarchy{" + 2 * JOINT + "}baseframe" + block_of_zeros(12)),
    4: (ANIMATION, HEAD % 0 + "frame frame 1"),
    5: (ANIMATION, "numFrames 2 bounds" + block_of_zeros(12)),
    6: (ANIMATION, HEAD % 0 + "numAnimatedComponents 1 frame 0{0}"),
    7: (ANIMATION, HEAD % 3 + "hierarchy{" + 2 * JOINT + '""1 0 0}bounds{}baseframe{}'),
    8: (MESH, "weight 0 1"),
    9: (MESH, "numverts 3 vert 0 vert 1 vert 2 numtris 1 tri 0 numweights 0"),
    10: (MESH, "numverts 1 vert 0(0 0)0 2 numtris 0 numweights 2 weight 0 weight 1"),
    11: (MESH, "numMeshes 2 mesh mesh"),
    12: (MESH, 'mesh shader"a"'),
    13: (CAMERA, "numCuts 1 cuts{1}"),
    14: (CAMERA, "numFrames 2 camera" + block_of_zeros(14)),
    15: (CAMERA, "numFrames 1 numCuts 1 cuts{1}camera" + block_of_zeros(7)),
    16: (RECORDING, recording_bytes(1, 0, 6 * CURVE + struct.pack("<3i24xi", 8, 8, 3, 0))),
    17: (RECORDING, recording_bytes(0, 1, 5 * CURVE + struct.pack("<3i8xi", 8, 8, 1, 0))),
    18: (RECORDING, recording_bytes(0, 0, struct.pack("<ix", 1))),
    19: (MOTION, struct.pack("<4i192x", 1, 60, 1, 2)),
    20: (MOTION, struct.pack("<4i96xix", 1, 60, 1, 1, 1)),
}


@pytest.fixture(scope="module")
def planted_loader(tmp_path_factory):
    program = str(tmp_path_factory.mktemp("planted") / "loader")
    commands.run(["cc", "-O1", "-o", program, os.path.join(ROOT, "tests/cli/reduce/planted_loader.c")], check=True)
    return program


def triggers_fault(planted_loader, fault, path):
    return commands.run([planted_loader, str(fault), path]).returncode == 9


@pytest.mark.parametrize("fault", every_nth(list(FAULTS)))
def test_a_file_comes_within_a_tenth_of_the_smallest_known(animproof, planted_loader, fault):
    knobs, smallest = FAULTS[fault]
    smallest = smallest.encode() if isinstance(smallest, str) else smallest
    write("smallest", smallest)
    animproof.exits(0, "generate", *knobs, "-o", "made.in")
    assert triggers_fault(planted_loader, fault, "smallest") and triggers_fault(planted_loader, fault, "made.in")
    animproof.exits(0, "reduce", "--input-format", knobs[1], "--test", "%s %d {}" % (planted_loader, fault), "made.in", "-o", "small.in")
    reduced = read("small.in")
    assert triggers_fault(planted_loader, fault, "small.in")
    print("fault %d: %d bytes, %d known, %.2f" % (fault, len(reduced), len(smallest), len(reduced) / len(smallest)))
    assert len(reduced) <= MOST * len(smallest), reduced
