#!/usr/bin/python3
"""A loader for `animproof conform --values` that does not use the program: value_loader.py TIMES FILE

Prints a line of JSON for each joint (md5anim) or vertex (memg) at each time, and for each curve (mrtk) that has one key at that time,
unless a value is not finite. docs/use/loaders.md defines the lines.
Exits with 0, or with 2 after an exception. FILE must be valid, which loader.py checks.
"""

import json
import math
import os
import struct
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from animation import AnimatedSkeleton  # noqa: E402  (the path is set above)
from mrtk_structure import VERSIONS, sizes_of_keys, start_of_curves, vectors_and_booleans  # noqa: E402


def float32(word):
    """Returns the float32 nearest to the number in `word`, as a double."""
    return struct.unpack("<f", struct.pack("<f", float(word)))[0]


def joint_position_entries(data, times):
    skeleton = AnimatedSkeleton(data)
    for time in times:
        for joint, position in enumerate(skeleton.transforms_at(time)[0]):
            yield {"at": time, "joint": joint, "value": list(position)}


def curve_keys(data):
    """Yields (name, [(time, value)]) of each curve in file order. The file has the layout of MRTK's writer."""
    minor, = struct.unpack_from("<i", data, 12)
    at, flags = start_of_curves(data, minor)
    parts = vectors_and_booleans(*flags)
    names = [base + "_" + component if component else base for base, components in parts for component in components or [""]]
    for name, size in zip(names, sizes_of_keys(parts, VERSIONS[minor].float_key_size)):
        count, = struct.unpack_from("<i", data, at + 8)
        yield name, [struct.unpack_from("<ff", data, at + 12 + size * i) for i in range(count)]
        at += 12 + size * count


def curve_entries(data, times):
    for name, keys in curve_keys(data):
        for time in times:
            found = [value for key, value in keys if key == float32(time)]
            if len(found) == 1:
                yield {"at": time, "curve": name, "value": found[0]}


class NumberReader:
    """Reads integers and doubles of a .bin in sequence."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def read_integers(self, count):
        self.at += 4 * count
        return struct.unpack_from("<%di" % count, self.data, self.at - 4 * count)

    def read_doubles(self, count):
        self.at += 8 * count
        return struct.unpack_from("<%dd" % count, self.data, self.at - 8 * count)


def transform_point(matrix, vector):
    """The vector transformed by a matrix of three rows of four numbers: a rotation and a translation."""
    return [sum(matrix[4 * row + i] * vector[i] for i in range(3)) + matrix[4 * row + 3] for row in range(3)]


def vertex_entries(data, times):
    motion = NumberReader(data)
    _, _, frames, steps = motion.read_integers(4)
    transforms = [motion.read_doubles(12) for _ in range(frames * steps)]
    positions = {}
    while motion.at < len(data):
        length, = motion.read_integers(1)
        motion.at += length
        count, = motion.read_integers(1)
        mapping, mean = motion.read_integers(count), motion.read_doubles(3 * count)
        parent, rows, modes = motion.read_integers(3)
        basis = motion.read_doubles(rows * modes)      # values of the basis, column by column
        rows_q, columns = motion.read_integers(2)
        weights = motion.read_doubles(rows_q * columns)
        for step in map(int, times):
            shape = [mean[row] + sum(basis[rows * mode + row] * weights[rows_q * step + mode] for mode in range(modes))
                     for row in range(3 * count)]
            for i, vertex in enumerate(mapping):
                positions[step, vertex] = transform_point(transforms[step * frames + parent], shape[3 * i:3 * i + 3])
    for (step, vertex), position in sorted(positions.items()):
        yield {"at": step, "vertex": vertex, "value": position}


def values_at_times(path, times):
    """Yields a dictionary for each joint or vertex at each time, or for each curve that has one key at that time."""
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".md5anim"):
        return joint_position_entries(data, times)
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    return {"mrtk": curve_entries, "memg": vertex_entries}.get(folder, lambda *_: [])(data, times)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    times = [float(time) for time in sys.argv[1].split(",") if time]
    for one in values_at_times(sys.argv[2], times):
        if all(map(math.isfinite, one["value"] if isinstance(one["value"], list) else [one["value"]])):
            print(json.dumps(one))
    return 0


if __name__ == "__main__":
    try:
        CODE = main()
    except BaseException:  # without this, Python would exit with 1, which means that the file is refused
        traceback.print_exc()
        CODE = 2
    sys.exit(CODE)
