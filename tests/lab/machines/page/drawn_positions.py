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

import value_loader
from animation import AnimatedSkeleton
from cli_case import read
from content.pose import rotate_vector
from gltf_files import CameraPath, Mesh, interpolate
from md5anim_positions import rotation_matrix, transforms_at, quaternion
from mrtk_structure import JOINTS

LOOK_METRES = 0.25
NO_VIEW = 16.0          # depth of the view of a camera that does not move, in units
MOST_VERTICES = 1 << 22  # a motion with a higher vertex number has no picture


def add_coordinates(one, other):
    return tuple(a + b for a, b in zip(one, other))


def scale_vector(vector, factor):
    return tuple(factor * value for value in vector)


# md5anim and md5mesh

def vertex_positions(mesh, places, turns):
    """Yields the position of each vertex of a mesh. places and turns: position and rotation matrix of each joint."""
    for block in mesh.blocks:
        yield from mesh.vertices(block, places, turns)


def skeleton_points(path, companion, moments, _):
    bones = AnimatedSkeleton(read(path))
    mesh = Mesh(read(companion)) if companion else None
    if mesh and mesh.names != bones.names:
        mesh = None  # the mesh has another skeleton
    for moment in moments:
        places, turns = transforms_at(bones.frames, bones.parents, 1.0, float(moment))
        yield places + (list(vertex_positions(mesh, places, turns)) if mesh else [])


def mesh_points(path, _, moments, until):
    mesh = Mesh(read(path))
    mesh.blocks = mesh.blocks[:until]
    for _ in moments:
        yield mesh.places + list(vertex_positions(mesh, mesh.places, mesh.turns))


# md5camera

def camera_frames(path):
    return CameraPath(read(path)).frames


def camera_points(path, _, moments, until):
    frames = camera_frames(path)[:until]
    track = [tuple(frame[:3]) for frame in frames]
    extent = math.sqrt(sum((max(axis) - min(axis)) ** 2 for axis in zip(*track)))
    far = extent / 6 if extent > 0 else NO_VIEW
    for moment in moments:
        *eye, x, y, z, fov = frames[int(moment)]
        turn, half = rotation_matrix(quaternion(x, y, z)), math.tan(math.radians(fov) / 2)
        corners = [(far, far * half * left, far * 0.75 * half * up) for left, up in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        yield track + [tuple(eye)] + [add_coordinates(eye, rotate_vector(turn, corner)) for corner in corners]


# mrtk

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
    ahead = rotate_vector(rotation_matrix(normalize_or_none(way)), (0.0, 0.0, 1.0)) if way and normalize_or_none(way) else None
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
