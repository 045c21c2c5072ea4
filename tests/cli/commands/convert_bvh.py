"""animproof convert --to bvh: joints, evaluated by tests/ref/bvh_evaluator.py, are at the positions of the animation."""

import os

from animation import Skeleton
from bvh_evaluator import Motion
from cli_case import Case, read, write
from golden_files import EACH, golden, samples, every_nth

TOLERANCE = 1e-5  # of the largest coordinate, or of 1: angles and positions are float32
LARGEST = 60000

case = Case()
worst = 0.0
names = 0


def order_of(parents):
    """Returns the joints in the order of a BVH hierarchy: each joint before its children."""
    children = {}
    for joint, parent in enumerate(parents):
        children.setdefault(parent, []).append(joint)
    order, waiting = [], list(reversed(children[-1]))
    while waiting:
        order.append(waiting.pop())
        waiting.extend(reversed(children.get(order[-1], [])))
    return order


def check_file(path):
    global worst, names
    result = case.run("convert", path, "--to=bvh", "-o", "-")
    if result.returncode == 1 and b": error: " in result.stderr and "/shared/samples/" in path:
        return
    case.check(result.returncode == 0, "convert --to bvh succeeds for " + path, result)
    motion, skeleton = Motion(result.stdout.decode("latin-1")), Skeleton(read(path))
    order = order_of(skeleton.parents)
    case.check(len(motion.frames) == len(skeleton.frames), "the number of frames of " + path)
    case.check(abs(motion.seconds * skeleton.rate - 1) < 1e-6, "the duration of a frame of " + path)
    case.check(motion.parents[1:] == [order.index(skeleton.parents[joint]) + 1 if skeleton.parents[joint] >= 0 else 0
                                      for joint in order], "the parents of the joints of " + path)
    for frame in sorted({0, len(skeleton.frames) // 2, len(skeleton.frames) - 1}):
        places, _ = skeleton.positions_at(frame / skeleton.rate)
        wanted = [(places[joint][1], places[joint][2], places[joint][0]) for joint in order]
        size = max([abs(value) for place in wanted for value in place] + [1.0])
        for replacing in (False, True):
            found = motion.pose(frame, replacing)[1:]
            off = max(abs(a - b) for one, other in zip(found, wanted) for a, b in zip(one, other)) / size
            case.check(len(found) == len(wanted) and off <= TOLERANCE, "joint positions of %s, frame %d: error %g" % (path, frame, off))
            worst = max(worst, off)
    names += len(order)


small_samples = [path for path in samples("md5anim/*/*.md5anim") if os.path.getsize(path) < LARGEST]
for path in every_nth(golden("md5anim/valid/*.md5anim")[::10] + small_samples[::10]):
    check_file(path)
case.check(names > (20 if EACH == 1 else 10), "the number of compared joints: %d" % names)
print("%d joints, off by %.2g of the largest coordinate" % (names, worst))

# Joint names with spaces and braces are renamed, and a message says so.
text = read(golden("md5anim/valid/*.md5anim")[0]).replace(b'"origin"', b'"the {origin}"')
write("named.md5anim", text)
case.exits(0, "convert", "named.md5anim", "--to=bvh", "-o", "-", prints=b"JOINT the__origin_\n", says=b"renamed: ")

# Other formats, too little memory, files with errors.
case.exits(2, "convert", golden("mrtk/valid/*.bin")[0], "--to=bvh", "-o", "x.bvh")
case.exits(1, "convert", golden("md5anim/bad/parent-order__self.md5anim")[0], "--to=bvh", "-o", "x.bvh")
case.check_memory_limits(range(2000, 40000, 4000), "x.bvh", "convert", "named.md5anim", "--to=bvh", "-o", "x.bvh")
case.check(not os.path.exists("x.bvh"), "a refused conversion writes no file")

case.finish()
