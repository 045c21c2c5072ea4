"""Writes an mrtk recording from random choices: a head, two hands and a gaze that move as people do, until
recording_mutations.py changes them.

The z axis of a palm points to the fingers. In the left hand, its x axis points to the side of the index finger; in the right hand,
to the other side.
"""

import math
import struct

from content.pose import multiply_quaternions, quaternion_about, random_quaternion, rotate_vector
from md5anim_positions import normalize, rotation_matrix
from mrtk_structure import VERSIONS, layouts_of_version, tail_bytes, vectors_and_booleans

MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")
FINGERS = ((7, 0.03), (12, 0.01), (17, -0.01), (22, -0.03))    # of each finger: number of the first joint, and x in metres
SIDES = ("left", "right")


class Curve:
    """A curve to write. count: the stored key count if it differs from the number of keys."""

    def __init__(self, path, is_boolean):
        self.path = path
        self.is_boolean = is_boolean
        self.wraps = [8, 8]
        self.times = []
        self.values = []
        self.count = None
        self.extra = (0.0, 0.0, 0.0, 0.0, 3)    # of each key of 28 bytes: in and out tangent, in and out weight, weighted mode

    def to_bytes(self, key_size):
        count = len(self.times) if self.count is None else self.count
        head = struct.pack("<iii", *self.wraps, count)
        extra = struct.pack("<ffffi", *self.extra) if key_size == 28 and not self.is_boolean else b""
        return head + b"".join(struct.pack("<ff", *key) + extra for key in zip(self.times, self.values))


class Recording:
    """The content of a file. Mutations change the members; mrtk_file_bytes() writes them."""

    def __init__(self, random):
        self.random = random
        self.minor = random.choice(list(VERSIONS))
        self.declared_minor = self.minor
        self.is_published = random.random() < 0.3
        self.flags = [True, True, False]
        if VERSIONS[self.minor].has_flags:
            self.flags = random.choice([[1, 1, 1], [1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
        self.curves = []
        for base, components in vectors_and_booleans(*self.flags):
            self.curves += [Curve(base + "_" + axis, False) for axis in components] or [Curve(base, True)]
        self.by_path = {curve.path: curve for curve in self.curves}
        count, step = random.choice([1, 2, 3, 3, 4, 5, 6, 8]), random.choice([0.012, 0.03, 0.1, 0.12, 0.2])
        if not self.flags[1] and random.random() < 0.5:
            count = random.choice([29, 30, 31, 40])
        start = random.choice([0, 0, 0, -0.3, 0.5, 9.9, 10.5, 30])
        self.times = [start + step * index for index in range(count)]
        self.markers = [(random.choice(self.times), b"mark") for _ in range(random.choice([0, 0, 1, 2]))]
        self.markers.sort()
        self.set_head_and_gaze_keys()
        self.set_hands_keys()

    # -- content --------------------------------------------------------------------------

    def set_vector(self, base, times, vectors):
        """Sets the keys of a position, rotation, origin or direction; does nothing if the file has no such curves."""
        for axis, column in zip("xyzw", zip(*vectors)):
            curve = self.by_path.get(base + "_" + axis)
            if curve:
                curve.times, curve.values = list(times), list(column)

    def set_boolean(self, path, times, values):
        if path in self.by_path:
            self.by_path[path].times, self.by_path[path].values = list(times), list(values)

    def vector_curves(self, base):
        return [self.by_path[base + "_" + axis] for axis in "xyzw" if base + "_" + axis in self.by_path]

    def vector_paths_with_keys(self, *endings):
        """Returns paths such as "camera.position" of the vectors that have keys and, if endings are given, such an ending."""
        return [curve.path[:-2] for curve in self.curves if not curve.is_boolean and curve.path.endswith("_x") and curve.times
                and (not endings or curve.path[:-2].endswith(endings))]

    def set_head_and_gaze_keys(self):
        random, places, turns, looks = self.random, [], [], []
        angle, speed = random.uniform(0, 6), random.uniform(-1, 1)
        for time in self.times:
            now = angle + speed * (time - self.times[0])
            places.append([0.1 * math.sin(now), 1.6 + 0.02 * math.cos(now), 0.1 * math.cos(now)])
            turns.append(quaternion_about((0, 1, 0), 0.3 * now))
            looks.append(normalize([math.sin(now / 3), 0.1, math.cos(now / 3)]))
        for base in ("camera.position", "gaze.origin"):
            self.set_vector(base, self.times, places)
        self.set_vector("camera.rotation", self.times, turns)
        self.set_vector("gaze.direction", self.times, looks)

    def set_hands_keys(self):
        for side in SIDES:
            if self.random.random() < 0.35:
                continue
            self.set_keys_of_hand(side)
            self.set_boolean("hand_tracked_" + side, self.times[:1], [1.0])
            if self.random.random() < 0.3:
                self.set_boolean("hand_tracked_" + side, self.times[:2], [1.0, 0.0])
            self.set_boolean("hand_pinching_" + side, self.times[:2], [0.0, 1.0])

    def set_keys_of_hand(self, side):
        random, shape = self.random, hand_joint_positions(self.random, 1 if side == "left" else -1)
        start, turning = random_quaternion(random, 3), normalize([random.uniform(-1, 1) or 1 for _ in range(3)])
        origin, speed = [random.uniform(-0.3, 0.3), 1.2, 0.4], random.uniform(-1, 1)
        turns = [multiply_quaternions(quaternion_about(turning, speed * (time - self.times[0])), start) for time in self.times]
        thinned = random.random() < 0.3
        for joint, place in enumerate(shape):
            if place is None:
                continue
            base = "hand_joints_%s[%d]." % (side, joint)
            kept = [i for i in range(len(self.times)) if not thinned or i in (0, len(self.times) - 1) or random.random() < 0.7]
            times = [self.times[i] for i in kept]
            self.set_vector(base + "position", times, [
                [a + b + 0.02 * speed * (self.times[i] - self.times[0]) for a, b in
                 zip(origin, rotate_vector(rotation_matrix(turns[i]), place))] for i in kept])
            self.set_vector(base + "rotation", times, [turns[i] for i in kept])

    # -- bytes ----------------------------------------------------------------------------

    def mrtk_file_bytes(self):
        writer, published = layouts_of_version(self.minor)
        layout = published if self.is_published else writer
        out = [MAGIC, struct.pack("<ii", 1, self.declared_minor), bytes(self.flags) if VERSIONS[self.minor].has_flags else b""]
        out += [curve.to_bytes(layout.float_key_size) for curve in self.curves]
        return b"".join(out) + tail_bytes(layout, self.markers)


def hand_joint_positions(random, side):
    """Returns the position of each joint of a hand in metres, relative to the wrist; None for the joint None. side: 1 for the left
    hand; -1 for the right hand, which mirrors x.
    """
    size = random.uniform(0.8, 1.15)
    places = [None, [0, 0, 0], [0, 0, 0.05], [0.025, -0.01, 0.03], [0.04, -0.02, 0.055], [0.05, -0.025, 0.08], [0.055, -0.03, 0.1]]
    for _, across in FINGERS:
        places += [[across / 2, 0, 0.03], *([across, -0.005 * bend, 0.085 + 0.025 * bend] for bend in range(4))]
    return [place and [side * size * place[0], *(size * value for value in place[1:])] for place in places]
