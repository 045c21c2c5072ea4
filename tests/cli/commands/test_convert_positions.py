"""animproof convert --to positions: positions of joints equal those of an independent computation in Python."""

import json
import os
import re

import pytest
from animation import AnimatedSkeleton
from cli_case import md5mesh, read, write
from golden_files import EACH, every_nth, golden, sample_paths_or_empty

TOLERANCE = 1e-6  # error of a coordinate, relative to the largest one of the pose
FLOAT_LIMIT = 2.0 ** 128 - 2.0 ** 103
LARGEST = 200000  # most bytes of a compared file: parsing in Python is slow
# The sine of 45 degrees: x, y, z = 0, 0, -SINE_45 is a rotation by 90 degrees about z, since w is negative.
SINE_45 = "0.7071067811865476"
ANIMATION = """MD5Version 10
commandline ""

numFrames 2
numJoints 2
frameRate 10
numAnimatedComponents 2

hierarchy {
\t"root" -1 32 0\t//
\t"left foot" 0 1 1\t// root
}

bounds {
\t( 0 0 0 ) ( 1 1 1 )
\t( 0 0 0 ) ( 1 1 1 )
}

baseframe {
\t( 5 0 0 ) ( 0 0 0 )
\t( 9 0 2 ) ( 0 0 0 )
}

frame 0 {
\t0
\t1
}

frame 1 {
\t-%s
\t3
}
""" % SINE_45

@pytest.fixture
def convert(animproof):
    write("turn.md5anim", ANIMATION)
    return lambda code, source, *arguments, **options: animproof.exits(
        code, "convert", source, "--to=positions", "-o", "-", *arguments, **options)


def parse_positions_by_time(text):
    """Returns [(time, [(name, position)])] from the text output."""
    result = []
    for line in text.splitlines():
        if line.startswith(b"at "):
            result.append((float(line[3:]), []))
        else:
            name, *place = re.fullmatch(rb'("[^"]*") (\S+) (\S+) (\S+)', line).groups()
            result[-1][1].append((name, tuple(map(float, place))))
    return result


def largest_relative_error(found, wanted):
    """Returns the largest error of positions, relative to the largest coordinate."""
    size = max([abs(value) for place in wanted for value in place] + [1e-30])
    assert len(found) == len(wanted)
    return max(abs(a - b) for place, right in zip(found, wanted) for a, b in zip(place, right)) / size


def test_positions_are_those_of_an_independent_computation(animproof, convert):
    small_samples = [path for path in sample_paths_or_empty("md5anim/*/*.md5anim") if os.path.getsize(path) < LARGEST]
    compared = 0
    for path in every_nth(golden("md5anim/valid/*.md5anim")[::4] + small_samples[::8]):
        result = animproof.run("convert", path, "--to=positions", "-o", "-", "--at=0")
        if b": error: " in result.stderr:
            assert result.returncode == 1 and result.stdout == b"", path
            continue
        skeleton = AnimatedSkeleton(read(path))
        end = (len(skeleton.frames) - 1) / skeleton.rate
        times = ["%.9f" % time for time in (0, end, 0.37 * end, 0.71 * end, -1, end + 1)]
        wanted = [skeleton.transforms_at(float(time))[0] for time in times]
        if any(abs(value) >= FLOAT_LIMIT for pose in wanted for place in pose for value in place):
            convert(1, path, "--at", ",".join(times), says=b"does not fit float32", prints_only=b"")
            continue
        found = parse_positions_by_time(convert(0, path, "--at", ",".join(times)).stdout)
        assert [time for time, _ in found] == list(map(float, times)), path
        for (time, places), right in zip(found, wanted):
            assert [name for name, _ in places] == skeleton.names, path
            assert largest_relative_error([place for _, place in places], right) <= TOLERANCE, "%s at %s s" % (path, time)
        compared += 1
    assert compared > 20 // EACH


def test_positions_are_those_computed_by_hand(convert):
    result = convert(0, "turn.md5anim", "--at=0,.1", "--at=0.05")
    found = parse_positions_by_time(result.stdout)
    half = 2 * 0.5 ** 0.5
    for (time, ((root, origin), (foot, place))), (when, right) in zip(found, [(0.0, (6, 0, 2)), (0.1, (5, 3, 2)), (0.05, (5 + half, half, 2))]):
        assert (time, root, origin, foot) == (when, b'"root"', (5, 0, 0), b'"left foot"')
        assert max(abs(a - b) for a, b in zip(place, right)) < 1e-6
    assert result.stdout.startswith(b'at 0\n"root" 5 0 0\n"left foot" 6 0 2\nat 0.1\n')
    for time, frame in (("-3", 0), ("7.5", 1)):  # times before the first frame and after the last one
        assert parse_positions_by_time(convert(0, "turn.md5anim", "--at=" + time).stdout)[0][1] == found[frame][1]
    write("slow.md5anim", ANIMATION.replace("frameRate 10", "frameRate 2.5"))
    assert parse_positions_by_time(convert(0, "slow.md5anim", "--at=.4").stdout)[0][1] == found[1][1], "a fractional frame rate"
    document = json.loads(convert(0, "turn.md5anim", "--at=0,.1,0.05", "--format=json").stdout)
    assert document["joints"] == [{"name": "root", "parent": -1}, {"name": "left foot", "parent": 0}]
    assert [(pose["seconds"], [tuple(place) for place in pose["positions"]]) for pose in document["poses"]] == [
        (time, [place for _, place in places]) for time, places in found]


def test_the_interpolation_takes_the_shorter_way(convert):
    """The quaternions of two frames have opposite signs, and rotate by 180 and 106 degrees. Halfway on the shorter way, the rotation
    has 143 degrees."""
    write("arc.md5anim", ANIMATION.replace("\t0\n\t1\n", "\t1\n\t1\n").replace("-%s\n\t3" % SINE_45, "-0.8\n\t1"))
    place = parse_positions_by_time(convert(0, "arc.md5anim", "--at=.05").stdout)[0][1][1][1]
    assert max(abs(a - b) for a, b in zip(place, (4.2, 0.6, 2))) < 1e-6


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_a_generated_mesh_has_its_joints_at_the_positions_of_the_baseframe(animproof, seed):
    animproof.exits(0, "generate", "--format=md5anim", "--seed", seed, "-o", "made.md5anim")
    mesh = re.search(rb"joints \{\n(.*?)\n\}", read("made.md5mesh"), re.DOTALL).group(1)
    right = [tuple(map(float, re.search(rb"\( (\S+) (\S+) (\S+) \)", line).groups())) for line in mesh.splitlines()]
    assert largest_relative_error(right, AnimatedSkeleton(read("made.md5anim")).baseframe_transforms()[0]) <= TOLERANCE


def test_the_mesh_must_match_the_animation(convert):
    """The mesh is that of --mesh, otherwise the mesh with the animation's stem, otherwise the only mesh with its joint names. An
    animation on standard input gets no mesh."""
    mesh = md5mesh(["root", "left foot"])
    write("turn.md5mesh", mesh.replace(b'"root"', b'"hips"'))
    convert(1, "turn.md5anim", "--at=0", says=b"md5anim/mesh-joint-name", prints_only=b"")  # the mesh with the same stem as the animation is used
    convert(0, "-", "--at=0", input=read("turn.md5anim"))
    os.rename("turn.md5mesh", "hips.md5mesh")
    convert(0, "turn.md5anim", "--at=0")
    convert(1, "turn.md5anim", "--at=0", "--mesh=hips.md5mesh", says=b"md5anim/mesh-joint-name")
    write("broken.md5mesh", mesh.replace(b"numMeshes 1", b"numMeshes -1"))
    convert(1, "turn.md5anim", "--at=0", says=(b"broken.md5mesh:5", b"md5mesh/"))  # the mesh is chosen by its joint names
    write("broken.md5mesh", mesh)
    convert(0, "turn.md5anim", "--at=0")


def test_a_position_beyond_float32_is_reported(convert):
    write("far.md5anim", ANIMATION.replace("( 5 0 0 )", "( 3e38 0 0 )").replace("( 9 0 2 )", "( 3e38 0 2 )").replace("0 1 1", "0 2 1"))
    convert(1, "far.md5anim", "--at=0", says_only=b'animproof: far.md5anim: the position of joint "left foot" does not fit float32\n')
