"""Where the points of a page's picture must be, from the files alone, by the readers of tests/ref and the tests' own.

    places(path, companion, moments)    {moment: [(x, y, z), or None where nothing is drawn]}
    places(path, None, moments, until)  of that many frames or meshes alone
    moments_of(path)                    the first, the last, and two between; of curves also a time between keys

docs/use/web.md says what a picture has. Points are in its order: joints and then vertices (md5anim, md5mesh), positions of all
frames, the eye and the corners of its view (md5camera), head, gaze and hands (mrtk), vertices of the scene (memg).
"""

import math
import os
import re
import struct
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
sys.path[:0] = [os.path.join(ROOT, "tests/cli/lib"), os.path.join(ROOT, "tests/ref")]
import value_loader  # noqa: E402  (the path is set above)
from animation import Skeleton, tokens  # noqa: E402
from md5anim_positions import matrix, places_at, quaternion  # noqa: E402

LOOK_METRES = 0.25
NO_VIEW = 16.0          # units that a camera that stays is shown to see
MOST_VERTICES = 1 << 22  # a motion that names a later one has no picture


def read(path):
    with open(path, "rb") as file:
        return file.read()


def added(one, other):
    return tuple(a + b for a, b in zip(one, other))


def turned(rows, vector):
    return tuple(sum(a * b for a, b in zip(row, vector)) for row in rows)


def scaled(vector, factor):
    return tuple(factor * value for value in vector)


# md5anim and md5mesh

class Mesh:
    """names: of joints, as tokens; joints: (position, matrix) of each; blocks: ([(first weight, count)], [(joint, bias, position)]) of each."""

    def __init__(self, data):
        self.words = tokens(data)
        self.at = 0
        self.blocks, self.names = [], []
        joints = int(self.value(b"numJoints"))
        blocks = int(self.value(b"numMeshes"))
        self.joints = self.read_joints(joints)
        for _ in range(blocks):
            self.skip(b"mesh", b"{")
            verts = [self.numbers(5)[1:] for _ in self.counted(b"numverts")]
            self.counted(b"numtris")
            weights = [self.numbers(6)[1:] for _ in self.counted(b"numweights")]
            self.blocks.append(([(int(vert[2]), int(vert[3])) for vert in verts],
                                [(int(weight[0]), weight[1], weight[2:]) for weight in weights]))

    def skip(self, *words):
        while tuple(self.words[self.at:self.at + len(words)]) != words:
            self.at += 1
        self.at += len(words)

    def value(self, key):
        self.skip(key)
        self.at += 1
        return self.words[self.at - 1]

    def counted(self, key):
        return range(int(self.value(key)))

    def numbers(self, count):
        """The next numbers; words such as `vert` and brackets are between them. The keyword's index comes first."""
        found = []
        while len(found) < count:
            word = self.words[self.at]
            self.at += 1
            if re.match(rb"[-+.0-9]", word):
                found.append(value_loader.float32(word))
        return found

    def read_joints(self, count):
        self.skip(b"joints", b"{")
        joints = []
        for _ in range(count):
            self.at += self.words[self.at] == b")"  # of the joint before
            self.names.append(self.words[self.at])
            self.at += 1  # the name may look like a number
            _, x, y, z, *turn = self.numbers(7)  # the parent first
            joints.append(((x, y, z), matrix(quaternion(*turn))))
        return joints

    def skin(self, joints):
        for verts, weights in self.blocks:
            for first, count in verts:
                place = (0.0, 0.0, 0.0)
                for joint, bias, position in weights[first:first + count]:
                    at, turn = joints[joint]
                    place = added(place, scaled(added(at, turned(turn, position)), bias))
                yield place


def skeleton(path, companion, moments, _):
    bones = Skeleton(read(path))
    mesh = Mesh(read(companion)) if companion else None
    if mesh and mesh.names != bones.names:
        mesh = None  # it is of another skeleton
    for moment in moments:
        joints = list(zip(*places_at(bones.frames, bones.parents, 1.0, float(moment))))
        yield [place for place, _ in joints] + (list(mesh.skin(joints)) if mesh else [])


def own_pose(path, _, moments, until):
    mesh = Mesh(read(path))
    mesh.blocks = mesh.blocks[:until]
    for _ in moments:
        yield [place for place, _ in mesh.joints] + list(mesh.skin(mesh.joints))


# md5camera

def camera_frames(path):
    words = tokens(read(path))
    bare = [word for word in words[words.index(b"camera"):] if re.match(rb"[-+.0-9]", word)]
    numbers = [value_loader.float32(word) for word in bare]
    return [numbers[7 * i:7 * i + 7] for i in range(int(words[words.index(b"numFrames") + 1]))]


def camera(path, _, moments, until):
    frames = camera_frames(path)[:until]
    track = [tuple(frame[:3]) for frame in frames]
    spread = math.sqrt(sum((max(axis) - min(axis)) ** 2 for axis in zip(*track)))
    far = spread / 6 if spread > 0 else NO_VIEW
    for moment in moments:
        *eye, x, y, z, fov = frames[int(moment)]
        turn, half = matrix(quaternion(x, y, z)), math.tan(math.radians(fov) / 2)
        corners = [(far, far * half * left, far * 0.75 * half * up) for left, up in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        yield track + [tuple(eye)] + [added(eye, turned(turn, corner)) for corner in corners]


# mrtk

def between(keys, time):
    """Straight from key to key; the first value before them, and the last after them."""
    if not keys:
        return None
    before = [key for key in keys if key[0] <= time] or keys[:1]
    after = [key for key in keys if key[0] > time] or before[-1:]
    (start, value), (end, other) = before[-1], after[0]
    if time <= start or end == start:
        return value
    return value + (time - start) / (end - start) * (other - value)


def held(keys, time):
    """Of a boolean curve: a key holds until the next one."""
    return ([value for key, value in keys if key <= time] or [keys[0][1]])[-1] if keys else None


def vector(curves, names, time):
    values = [between(curves.get(name, []), time) for name in names]
    return None if None in values else tuple(values)


def unit(values):
    length = math.sqrt(sum(value * value for value in values))
    return scaled(values, 1 / length) if length > 1e-6 else None


def looks(curves, time):
    """The head and a point before it, the gaze and a point on it."""
    at = vector(curves, ["camera.position_" + axis for axis in "xyz"], time)
    way = vector(curves, ["camera.rotation_" + axis for axis in "xyzw"], time)
    ahead = turned(matrix(unit(way)), (0.0, 0.0, 1.0)) if way and unit(way) else None
    origin = vector(curves, ["gaze.origin_" + axis for axis in "xyz"], time)
    along = vector(curves, ["gaze.direction_" + axis for axis in "xyz"], time)
    for place, aim in ((at, ahead), (origin, unit(along) if along else None)):
        yield place
        yield added(place, scaled(aim, LOOK_METRES)) if place and aim else None


def hand(curves, side, time):
    is_lost = held(curves.get("hand_tracked_" + side, []), time) == 0.0
    for joint in range(value_loader.JOINTS):
        names = ["hand_joints_%s[%d].position_%s" % (side, joint, axis) for axis in "xyz"]
        yield None if joint == 0 or is_lost else vector(curves, names, time)


def hands(path, _companion, moments, _until):
    curves = dict(value_loader.curve_keys(read(path)))
    for time in moments:
        yield [*looks(curves, time), *hand(curves, "left", time), *hand(curves, "right", time)]


# memg

def ensemble(path, companion, moments, _):
    data = read(path)
    counts = [len(re.findall(rb"(?m)^[ \t]*v[ \t]", read(companion)))] if companion else []
    for moment in moments:
        there = {one["vertex"]: tuple(one["value"]) for one in value_loader.vertices(data, [moment])}
        most = max([*counts, *there], default=0)
        yield [there.get(vertex + 1) for vertex in range(most)] if most <= MOST_VERTICES else []


MAKERS = {".md5anim": skeleton, ".md5mesh": own_pose, ".md5camera": camera, "mrtk": hands, "memg": ensemble}


def kind_of(path):
    ending = os.path.splitext(path)[1]
    return ending if ending in MAKERS else "memg" if read(path)[:4] == b"\1\0\0\0" else "mrtk"


def spread_over(last):
    return sorted({0, last // 3, last * 2 // 3, last})


def moments_of(path):
    kind = kind_of(path)
    if kind == ".md5anim":
        return spread_over(len(Skeleton(read(path)).frames) - 1)
    if kind == ".md5camera":
        return spread_over(len(camera_frames(path)) - 1)
    if kind == "memg":
        return spread_over(struct.unpack_from("<i", read(path), 12)[0] - 1)
    if kind == ".md5mesh":
        return [0]
    times = sorted({key[0] for _, keys in value_loader.curve_keys(read(path)) for key in keys})
    if not times or not all(map(math.isfinite, times)):
        return []
    picked = [times[i] for i in spread_over(len(times) - 1)]
    return sorted({*picked, *(one + 0.3 * (other - one) for one, other in zip(picked, picked[1:]))})


def places(path, companion, moments, until=None):
    return dict(zip(moments, MAKERS[kind_of(path)](path, companion, moments, until)))
