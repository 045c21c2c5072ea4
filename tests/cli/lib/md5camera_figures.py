"""The figures of a valid .md5camera, computed from the file alone."""

from box_extents import box_extents_of_points
from gltf_files import CameraPath


def figures(data):
    path = CameraPath(data)
    angles = [frame[6] for frame in path.frames]
    return {"frames": len(path.frames), "cuts": len(path.cuts), "duration": (len(path.frames) - 1) / path.rate, "rate": path.rate,
            "least-fov": min(angles), "most-fov": max(angles), **box_extents_of_points([frame[:3] for frame in path.frames])}
