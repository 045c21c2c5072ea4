"""The figures of a valid motion (memg), computed from the file alone."""

import struct

from box_extents import box_extents_of_points
from value_loader import vertex_entries


def figures(data):
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
