"""Builds MRTK files from the published page alone, changes one key count of each, and checks the first error and the layout.

The files have no field that the page does not describe, except that the writer's layout has keys of 8 bytes in 1.1 and ends with
markers. Each curve of both versions and layouts gets each fault of FAULTS once.
"""

import collections
import math
import os
import random
import struct
import tempfile

import compare

BATCH = 400
JOINTS = 27
POSE, RAY = 7, 6
MAGIC = 0x6A8FAF6E0F9E42C6
LAYOUTS = ("writer", "published")
FAULTS = {"-1": lambda n: -1, "2147483647": lambda n: 2 ** 31 - 1, "one more": lambda n: n + 1, "one fewer": lambda n: n - 1,
          "0": lambda n: 0, "twice": lambda n: 2 * n}

Built = collections.namedtuple("Built", "data counts")      # counts: (offset, value) of each curve's key count
Tally = collections.namedtuple("Tally", "files first layout undecidable")
# least shares to reach: of files with the first error at the changed count, and of files read in the right layout
GOALS = (0.99, 0.999)


def boolean_curve(chance, wrap, count):
    times = sorted(chance.sample(range(1, 4000), count))
    return wrap + struct.pack("<i", count) + b"".join(struct.pack("<ff", time / 64, i % 2) for i, time in enumerate(times))


def float_curve(wrap, times, values, rest_of_key):
    keys = [struct.pack("<ff", time, value) + rest_of_key for time, value in zip(times, values)]
    return wrap + struct.pack("<i", len(keys)) + b"".join(keys)


def unit_vector(chance, size):
    vector = [chance.uniform(0.1, 1) for _ in range(size)]
    length = math.hypot(*vector)
    return [component / length for component in vector]


def vector_curves(chance, wrap, count, size, rest_of_key):
    """Returns the curves of a pose or ray: all have keys at equal times, from 0 on; the second vector has length 1."""
    times = [0.0] + sorted(time / 64 for time in chance.sample(range(1, 4000), count - 1))
    keys = [[chance.uniform(-1, 1) for _ in range(3)] + unit_vector(chance, size - 3) for _ in times]
    return [float_curve(wrap, times, component, rest_of_key) for component in zip(*keys)]


def random_tangents_and_weights(chance):
    """Returns tangents, weights and weighted mode as bytes: in three of four files those of recordings, otherwise random ones."""
    if chance.random() < 0.75:
        return struct.pack("<ffffi", 0, 0, 0, 0, 3)
    return struct.pack("<ffffi", chance.uniform(-1, 1), chance.uniform(-1, 1), 1 / 3, 1 / 3, chance.randint(0, 3))


def build_file(chance, minor, layout):
    """Builds one file with camera and hands, in 1.1 with a gaze."""
    long_keys = layout == "published" or minor == 0
    wrap = struct.pack("<ii", *chance.choice([(8, 8)] * 7 + [(0, 0)]))     # most wrap modes are 8, as in recordings
    rest = random_tangents_and_weights(chance) if long_keys else b""
    curves = vector_curves(chance, wrap, chance.randint(1, 20), POSE, rest)
    curves += [boolean_curve(chance, wrap, chance.randint(1, 5)) for _ in range(4)]
    for _ in range(2 * JOINTS):
        curves += vector_curves(chance, wrap, chance.randint(1, 5), POSE, rest)
    if minor == 1:
        curves += vector_curves(chance, wrap, chance.randint(1, 20), RAY, rest)
    data, counts = struct.pack("<Qii", MAGIC, 1, minor) + bytes([1, 1, 1] if minor == 1 else []), []
    parts = [data]
    at = len(data)
    for curve in curves:
        counts.append((at + 8, struct.unpack_from("<i", curve, 8)[0]))
        parts.append(curve)
        at += len(curve)
    if layout == "writer":
        parts.append(struct.pack("<if", 1, 1.5) + b"\x05start")
    return Built(b"".join(parts), counts)


def files_with_changed_count(minor, layout):
    """Yields (offset of the changed count, changed file): each curve, each fault that changes its count."""
    number = 7 + 4 + 2 * JOINTS * POSE + RAY * minor
    for curve in range(number):
        built = build_file(random.Random(1000 * curve + 10 * minor + LAYOUTS.index(layout)), minor, layout)
        offset, count = built.counts[curve]
        for change in FAULTS.values():
            if change(count) != count:
                yield offset, built.data[:offset] + struct.pack("<i", change(count)) + built.data[offset + 4:]


def lint_and_sum_outcomes_of_batch(program, batch, layout):
    """Lints a batch of (offset of the changed count, file). Returns three numbers of files: first error at the changed count;
    read in `layout`; no error."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        paths = {}
        for number, (offset, data) in enumerate(batch):
            path = os.path.join(folder, "%06d.bin" % number)
            with open(path, "wb") as file:
                file.write(data)
            paths[path] = offset
        results = compare.lint_with_program(program, "mrtk", list(paths))
    first = undecidable = 0
    for path, offset in paths.items():
        errors = [finding["offset"] for finding in results[path]["findings"] if finding["severity"] == "error"]
        first += errors[:1] == [offset]
        undecidable += not errors
    return first, sum(result["layout"] == layout for result in results.values()), undecidable


def tally_by_layout(program):
    """Returns {(version, layout): Tally}."""
    tally = {}
    for minor in (0, 1):
        for layout in LAYOUTS:
            pending, sums = list(files_with_changed_count(minor, layout)), [0, 0, 0]
            for start in range(0, len(pending), BATCH):
                found = lint_and_sum_outcomes_of_batch(program, pending[start:start + BATCH], layout)
                sums = [a + b for a, b in zip(sums, found)]
            tally["1.%d" % minor, layout] = Tally(len(pending), *sums)
    return tally


def reaches_goals_in_total(tally):
    files = sum(found.files for found in tally.values())
    return (sum(found.first for found in tally.values()) >= GOALS[0] * files
            and sum(found.layout for found in tally.values()) >= GOALS[1] * files)
