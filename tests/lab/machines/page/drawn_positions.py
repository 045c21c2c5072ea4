"""Computes the expected positions of the points in a page's picture, with the readers of tests/ref and the tests' own.

    positions_at_moments(path, companion, moments)    {moment: [(x, y, z), or None for a point that is not drawn]}
    positions_at_moments(path, None, moments, until)  only of the first `until` frames or meshes
    moments_to_draw(path)    the first, the last and two moments between; for curves also times between keys

docs/use/web.md describes the pictures. The order of points is that of the picture: joints, then vertices (md5anim, md5mesh);
positions of all frames, the eye and the corners of its view (md5camera); head, gaze and hands (mrtk); vertices (memg).
"""

import math
import os
import re
import struct
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../.."))
sys.path[:0] = [os.path.join(ROOT, "tests/cli/lib"), os.path.join(ROOT, "tests/ref")]
import value_loader  # noqa: E402  (the path is set above)
from animation import AnimatedSkeleton, tokens_without_comments  # noqa: E402
from md5anim_positions import rotation_matrix, transforms_at, quaternion  # noqa: E402
from mrtk_structure import JOINTS  # noqa: E402

LOOK_METRES = 0.25
NO_VIEW = 16.0          # depth of the view of a camera that does not move, in units
MOST_VERTICES = 1 << 22  # a motion with a higher vertex number has no picture


def read(path):
    with open(path, "rb") as file:
        return file.read()


def add_coordinates(one, other):
    return tuple(a + b for a, b in zip(one, other))


def rotate(rows, vector):
    return tuple(sum(a * b for a, b in zip(row, vector)) for row in rows)


def scale_vector(vector, factor):
    return tuple(factor * value for value in vector)


# md5anim and md5mesh

class Mesh:
    """A .md5mesh. names: tokens of the joints' names; joints: [(position, matrix)]; blocks: for each mesh ([(first weight, count)
    of each vertex], [(joint, bias, position) of each weight])."""

    def __init__(self, data):
        self.words = tokens_without_comments(data)
        self.at = 0
        self.blocks, self.names = [], []
        joints = int(self.word_after(b"numJoints"))
        blocks = int(self.word_after(b"numMeshes"))
        self.joints = self.read_joints(joints)
        for _ in range(blocks):
            self.skip_past(b"mesh", b"{")
            verts = [self.next_numbers(5)[1:] for _ in self.indices_of_count(b"numverts")]
            self.indices_of_count(b"numtris")
            weights = [self.next_numbers(6)[1:] for _ in self.indices_of_count(b"numweights")]
            self.blocks.append(([(int(vert[2]), int(vert[3])) for vert in verts],
                                [(int(weight[0]), weight[1], weight[2:]) for weight in weights]))

    def skip_past(self, *words):
        while tuple(self.words[self.at:self.at + len(words)]) != words:
            self.at += 1
        self.at += len(words)

    def word_after(self, key):
        """Skips to the next word `key`, and returns the word after it."""
        self.skip_past(key)
        self.at += 1
        return self.words[self.at - 1]

    def indices_of_count(self, key):
        """Returns the range of the indices of a list, from the count after the key."""
        return range(int(self.word_after(key)))

    def next_numbers(self, count):
        """Returns the next `count` numbers, skipping brackets and words such as `vert`."""
        found = []
        while len(found) < count:
            word = self.words[self.at]
            self.at += 1
            if re.match(rb"[-+.0-9]", word):
                found.append(value_loader.float32(word))
        return found

    def read_joints(self, count):
        self.skip_past(b"joints", b"{")
        joints = []
        for _ in range(count):
            self.at += self.words[self.at] == b")"  # end of the previous joint
            self.names.append(self.words[self.at])
            self.at += 1  # the name may look like a number
            _, x, y, z, *turn = self.next_numbers(7)  # numbers of a joint: its parent, position and rotation
            joints.append(((x, y, z), rotation_matrix(quaternion(*turn))))
        return joints

    def vertex_positions(self, joints):
        """Yields the position of each vertex; `joints` is the pose: [(position, matrix)]."""
        for verts, weights in self.blocks:
            for first, count in verts:
                place = (0.0, 0.0, 0.0)
                for joint, bias, position in weights[first:first + count]:
                    at, turn = joints[joint]
                    place = add_coordinates(place, scale_vector(add_coordinates(at, rotate(turn, position)), bias))
                yield place


def skeleton_points(path, companion, moments, _):
    bones = AnimatedSkeleton(read(path))
    mesh = Mesh(read(companion)) if companion else None
    if mesh and mesh.names != bones.names:
        mesh = None  # the mesh has another skeleton
    for moment in moments:
        joints = list(zip(*transforms_at(bones.frames, bones.parents, 1.0, float(moment))))
        yield [place for place, _ in joints] + (list(mesh.vertex_positions(joints)) if mesh else [])


def mesh_points(path, _, moments, until):
    mesh = Mesh(read(path))
    mesh.blocks = mesh.blocks[:until]
    for _ in moments:
        yield [place for place, _ in mesh.joints] + list(mesh.vertex_positions(mesh.joints))


# md5camera

def camera_frames(path):
    words = tokens_without_comments(read(path))
    bare = [word for word in words[words.index(b"camera"):] if re.match(rb"[-+.0-9]", word)]
    numbers = [value_loader.float32(word) for word in bare]
    return [numbers[7 * i:7 * i + 7] for i in range(int(words[words.index(b"numFrames") + 1]))]


def camera_points(path, _, moments, until):
    frames = camera_frames(path)[:until]
    track = [tuple(frame[:3]) for frame in frames]
    extent = math.sqrt(sum((max(axis) - min(axis)) ** 2 for axis in zip(*track)))
    far = extent / 6 if extent > 0 else NO_VIEW
    for moment in moments:
        *eye, x, y, z, fov = frames[int(moment)]
        turn, half = rotation_matrix(quaternion(x, y, z)), math.tan(math.radians(fov) / 2)
        corners = [(far, far * half * left, far * 0.75 * half * up) for left, up in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        yield track + [tuple(eye)] + [add_coordinates(eye, rotate(turn, corner)) for corner in corners]


# mrtk

def interpolate(keys, time):
    """Interpolates linearly between keys; before the first key and after the last one, the value is constant. None without keys.
    """
    if not keys:
        return None
    before = [key for key in keys if key[0] <= time] or keys[:1]
    after = [key for key in keys if key[0] > time] or before[-1:]
    (start, value), (end, other) = before[-1], after[0]
    if time <= start or end == start:
        return value
    return value + (time - start) / (end - start) * (other - value)


def boolean_value_at(keys, time):
    """Returns the value of a boolean curve: that of the last key at or before the time, or of the first key if all are later.
    None without keys.
    """
    return ([value for key, value in keys if key <= time] or [keys[0][1]])[-1] if keys else None


def vector_at_time(curves, names, time):
    values = [interpolate(curves.get(name, []), time) for name in names]
    return None if None in values else tuple(values)


def normalize_or_none(values):
    length = math.sqrt(sum(value * value for value in values))
    return scale_vector(values, 1 / length) if length > 1e-6 else None


def head_and_gaze_points(curves, time):
    """Yields the head and a point ahead of it, and the origin of the gaze and a point along it."""
    at = vector_at_time(curves, ["camera.position_" + axis for axis in "xyz"], time)
    way = vector_at_time(curves, ["camera.rotation_" + axis for axis in "xyzw"], time)
    ahead = rotate(rotation_matrix(normalize_or_none(way)), (0.0, 0.0, 1.0)) if way and normalize_or_none(way) else None
    origin = vector_at_time(curves, ["gaze.origin_" + axis for axis in "xyz"], time)
    along = vector_at_time(curves, ["gaze.direction_" + axis for axis in "xyz"], time)
    for place, aim in ((at, ahead), (origin, normalize_or_none(along) if along else None)):
        yield place
        yield add_coordinates(place, scale_vector(aim, LOOK_METRES)) if place and aim else None


def hand_points(curves, side, time):
    is_lost = boolean_value_at(curves.get("hand_tracked_" + side, []), time) == 0.0
    for joint in range(JOINTS):
        names = ["hand_joints_%s[%d].position_%s" % (side, joint, axis) for axis in "xyz"]
        yield None if joint == 0 or is_lost else vector_at_time(curves, names, time)


def mrtk_points(path, _companion, moments, _until):
    curves = dict(value_loader.curve_keys(read(path)))
    for time in moments:
        yield [*head_and_gaze_points(curves, time), *hand_points(curves, "left", time), *hand_points(curves, "right", time)]


# memg

def memg_points(path, companion, moments, _):
    data = read(path)
    counts = [len(re.findall(rb"(?m)^[ \t]*v[ \t]", read(companion)))] if companion else []
    for moment in moments:
        positions = {one["vertex"]: tuple(one["value"]) for one in value_loader.vertex_entries(data, [moment])}
        most = max([*counts, *positions], default=0)
        yield [positions.get(vertex + 1) for vertex in range(most)] if most <= MOST_VERTICES else []


POINTS_OF = {".md5anim": skeleton_points, ".md5mesh": mesh_points, ".md5camera": camera_points, "mrtk": mrtk_points, "memg": memg_points}


def format_of_file(path):
    extension = os.path.splitext(path)[1]
    return extension if extension in POINTS_OF else "memg" if read(path)[:4] == b"\1\0\0\0" else "mrtk"


def four_moments_up_to(last):
    return sorted({0, last // 3, last * 2 // 3, last})


def moments_to_draw(path):
    kind = format_of_file(path)
    if kind == ".md5anim":
        return four_moments_up_to(len(AnimatedSkeleton(read(path)).frames) - 1)
    if kind == ".md5camera":
        return four_moments_up_to(len(camera_frames(path)) - 1)
    if kind == "memg":
        return four_moments_up_to(struct.unpack_from("<i", read(path), 12)[0] - 1)
    if kind == ".md5mesh":
        return [0]
    times = sorted({key[0] for _, keys in value_loader.curve_keys(read(path)) for key in keys})
    if not times or not all(map(math.isfinite, times)):
        return []
    picked = [times[i] for i in four_moments_up_to(len(times) - 1)]
    return sorted({*picked, *(one + 0.3 * (other - one) for one, other in zip(picked, picked[1:]))})


def positions_at_moments(path, companion, moments, until=None):
    return dict(zip(moments, POINTS_OF[format_of_file(path)](path, companion, moments, until)))
