"""The figures of valid files, computed from the files alone, for comparison with `animproof stats`: figures_of(path)."""

import math
import os
import re
import struct

from animation import Animation, AnimatedSkeleton
from cli_case import read
from gltf_files import CameraPath, Mesh
from md5anim_positions import transforms_at
from value_loader import curve_keys, vertex_entries


def box_extents_of_points(points):
    """Returns the lengths of the box around points, one figure for each axis."""
    return {"extent-" + axis: max(values) - min(values) for axis, values in zip("xyz", zip(*points))}


def count_prunable_components(animation):
    """Returns the number of animated components that have the same bits in all frames, except for the position of joint 0."""
    prunable = 0
    for joint, (_, _, flags) in enumerate(animation.joints):
        bits = [bit for bit in range(6) if flags >> bit & 1]
        for index, bit in enumerate(bits):
            values = {frame[joint][index] for frame in animation.frames}
            prunable += len(values) == 1 and (joint > 0 or bit >= 3)
    return prunable


def animation_figures(data):
    animation, skeleton = Animation(data), AnimatedSkeleton(data)
    poses = [transforms_at([pose], skeleton.parents, skeleton.rate, 0)[0] for pose in skeleton.frames]
    boxes = [box_extents_of_points([pose[joint] for pose in poses]) for joint in range(len(animation.joints))]
    return {
        "joints": len(animation.joints), "frames": len(poses), "duration": (len(poses) - 1) / skeleton.rate, "rate": skeleton.rate,
        "animated": sum(bin(flags).count("1") for _, _, flags in animation.joints), "prunable": count_prunable_components(animation),
        "motion": max(math.hypot(*box.values()) for box in boxes),
        "step": max([math.dist(one, other) for before, after in zip(poses, poses[1:]) for one, other in zip(before, after)] + [0.0]),
        **box_extents_of_points([point for pose in poses for point in pose])}


def mesh_figures(data):
    mesh = Mesh(data)
    weights = [vertex for block in mesh.blocks for vertex in block]
    text = re.sub(rb"//[^\n]*|/\*.*?\*/", b"", data, flags=re.DOTALL)
    sums = {name: sum(map(int, re.findall(rb"\b%s\s+(\d+)" % key, text)))
            for name, key in (("triangles", b"numtris"), ("weights", b"numweights"))}
    points = [point for block in mesh.blocks for point in mesh.vertices(block, mesh.places, mesh.turns)]
    return {
        "joints": len(mesh.places), "meshes": len(mesh.blocks), "vertices": len(weights), **sums,
        "influences": max(map(len, weights), default=0),
        "mean-influences": sum(map(len, weights)) / len(weights) if weights else None,
        "materials": len(set(re.findall(rb'\bshader\s*("[^"]*")', text))),
        **(box_extents_of_points(points) if points else dict.fromkeys(("extent-x", "extent-y", "extent-z")))}


def camera_figures(data):
    path = CameraPath(data)
    angles = [frame[6] for frame in path.frames]
    return {"frames": len(path.frames), "cuts": len(path.cuts), "duration": (len(path.frames) - 1) / path.rate, "rate": path.rate,
            "least-fov": min(angles), "most-fov": max(angles), **box_extents_of_points([frame[:3] for frame in path.frames])}


def seconds_of_true_value(keys, end):
    """Returns the time in which a boolean curve is 1."""
    ends = [time for time, _ in keys[1:]] + [end]
    return sum(max(after - time, 0) for (time, value), after in zip(keys, ends) if value == 1)


def recording_figures(data):
    curves = {name: keys for name, keys in curve_keys(data) if keys}
    times = sorted({time for keys in curves.values() for time, _ in keys})
    end = max((keys[-1][0] for keys in curves.values()), default=0)
    tracked = [curves.get("hand_tracked_" + side, []) for side in ("left", "right")]
    most = max(map(len, curves.values()), default=0)
    return {
        "duration": end, "hands": sum(any(value == 1 for _, value in keys) for keys in tracked),
        "gaze": int(any(name.startswith("gaze") for name in curves)), "curves": len(curves),
        "keys": sum(map(len, curves.values())), "key-rate": most / end if end > 0 else None,
        "gap": max((after - before for before, after in zip(times, times[1:])), default=0),
        "tracked-left": seconds_of_true_value(tracked[0], end), "tracked-right": seconds_of_true_value(tracked[1], end)}


def motion_figures(data):
    _, rate, frames, steps = struct.unpack_from("<4i", data)
    groups, vertices, modes, at = 0, 0, 0, 16 + 96 * frames * steps
    while at < len(data):
        length, = struct.unpack_from("<i", data, at)
        count, = struct.unpack_from("<i", data, at + 4 + length)
        at += 8 + length + 28 * count
        _, rows, columns = struct.unpack_from("<3i", data, at)
        at += 12 + 8 * rows * columns
        rows, step_count = struct.unpack_from("<2i", data, at)
        at += 8 + 8 * rows * step_count
        groups, vertices, modes = groups + 1, vertices + count, max(modes, columns)
    points = [one["value"] for one in vertex_entries(data, [0])]
    return {"groups": groups, "vertices": vertices, "modes": modes, "parents": frames, "timesteps": steps,
            "duration": steps / rate, "rate": rate, **box_extents_of_points(points)}


def figures_of(path):
    """Returns the figures of a valid file. The figures of a recording do not include its markers."""
    data = read(path)
    kind = os.path.splitext(path)[1][1:]
    if kind == "bin":
        kind = "mrtk" if data[:8] == bytes.fromhex("c6429e0f6eaf8f6a") else "memg"
    compute = {"md5anim": animation_figures, "md5mesh": mesh_figures, "md5camera": camera_figures, "mrtk": recording_figures,
               "memg": motion_figures}[kind]
    return {"bytes": len(data), **compute(data)}
