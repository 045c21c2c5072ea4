"""animproof convert --to bvh: joints, evaluated by tests/ref/bvh_evaluator.py, are at the positions of the animation."""

import os

from animation import AnimatedSkeleton
from bvh_evaluator import BvhMotion
from cli_case import read, write
from golden_files import EACH, every_nth, golden, sample_paths_or_empty

TOLERANCE = 1e-5  # error of a coordinate, relative to the largest one (at least 1); angles and positions are float32
LARGEST = 60000


def joints_in_hierarchy_order(parents):
    """Returns the joints in the order of a BVH hierarchy: each joint before its children."""
    children = {}
    for joint, parent in enumerate(parents):
        children.setdefault(parent, []).append(joint)
    order, waiting = [], list(reversed(children[-1]))
    while waiting:
        order.append(waiting.pop())
        waiting.extend(reversed(children.get(order[-1], [])))
    return order


def test_joints_are_at_the_positions_of_the_animation(animproof):
    small_samples = [path for path in sample_paths_or_empty("md5anim/*/*.md5anim") if os.path.getsize(path) < LARGEST]
    joints = 0
    for path in every_nth(golden("md5anim/valid/*.md5anim")[::10] + small_samples[::10]):
        result = animproof.run("convert", path, "--to=bvh", "-o", "-")
        if result.returncode == 1 and b": error: " in result.stderr and path in small_samples:
            continue
        motion, skeleton = BvhMotion(result.stdout.decode("latin-1")), AnimatedSkeleton(read(path))
        order = joints_in_hierarchy_order(skeleton.parents)
        assert result.returncode == 0 and len(motion.frames) == len(skeleton.frames), path
        assert abs(motion.seconds_per_frame * skeleton.rate - 1) < 1e-6, path
        assert motion.parents[1:] == [order.index(skeleton.parents[joint]) + 1 if skeleton.parents[joint] >= 0 else 0 for joint in order], path
        for frame in sorted({0, len(skeleton.frames) // 2, len(skeleton.frames) - 1}):
            places, _ = skeleton.transforms_at(frame / skeleton.rate)
            wanted = [(places[joint][1], places[joint][2], places[joint][0]) for joint in order]
            size = max([abs(value) for place in wanted for value in place] + [1.0])
            for replacing in (False, True):
                found = motion.joint_positions(frame, replacing)[1:]
                off = max(abs(a - b) for one, other in zip(found, wanted) for a, b in zip(one, other)) / size
                assert len(found) == len(wanted) and off <= TOLERANCE, "%s, frame %d: error %g" % (path, frame, off)
        joints += len(order)
    assert joints > (20 if EACH == 1 else 10)


def test_joint_names_with_spaces_and_braces_are_renamed(animproof):
    write("named.md5anim", read(golden("md5anim/valid/*.md5anim")[0]).replace(b'"origin"', b'"the {origin}"'))
    animproof.exits(0, "convert", "named.md5anim", "--to=bvh", "-o", "-", prints=b"JOINT the__origin_\n", says=b"renamed: ")
