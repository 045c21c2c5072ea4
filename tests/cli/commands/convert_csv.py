"""animproof convert --to csv: each cell equals the value that this test computes from the file."""

import csv
import io
import os
import struct

from animation import Skeleton
from cli_case import Case, read
from gltf_files import Mesh, CameraPath, fields, points_of, rotation_matrix, rotate
from golden_files import golden, every_nth
from md5anim_positions import rotation_matrix, quaternion

TOLERANCE = 1e-9  # of the largest value of a row, or of 1: both sides compute in float64
LARGEST = 40000

case = Case()


def float32_bytes(value):
    """Returns the bytes of a float32 in any spelling, or "nan" for every NaN."""
    if isinstance(value, str) and value.lower().lstrip("-").startswith(("nan", "0x")):
        return "nan"
    return struct.pack("<f", float(value))


def convert_to_table(path):
    text = case.exits(0, "convert", path, "--to=csv", "-o", "-").stdout.decode(errors="replace")
    case.check(text.endswith("\n") and "\r" not in text, "line ends of the table of " + path)
    rows = list(csv.reader(io.StringIO(text)))
    case.check(all(len(row) == len(rows[0]) for row in rows), "all rows have equally many cells: " + path)
    return rows[0], rows[1:]


def check_close(what, found, wanted):
    found = [float(value) for value in found]
    size = max([abs(value) for value in wanted] + [1.0])
    case.check(len(found) == len(wanted) and all(abs(a - b) <= TOLERANCE * size for a, b in zip(found, wanted)),
               "%s: found %r, expected %r" % (what, found, wanted))


def check_equal(what, found, wanted):
    """Checks that float32 values are equal, bit by bit."""
    case.check([float32_bytes(value) for value in found] == [float32_bytes(value) for value in wanted], "%s: found %r, expected %r" % (what, found, wanted))


def check_rotation(what, cells, turn):
    found = rotation_matrix([float(cell) for cell in cells])
    check_close(what, [value for row in found for value in row], [value for row in turn for value in row])


def check_animation(path):
    names, rows = convert_to_table(path)
    skeleton = Skeleton(read(path))
    joints = len(skeleton.parents)
    case.check(names[:7] == ["frame", "seconds", "joint", "name", "x", "y", "z"] and names[11] == "world_x", "names of the columns: %r" % names)
    case.check(len(rows) == joints * len(skeleton.frames), "the table has a row for each frame and joint: " + path)
    for frame in range(0, len(skeleton.frames), max(1, len(skeleton.frames) // 4)):
        places, turns = skeleton.positions_at(frame / skeleton.rate)
        for joint, row in enumerate(rows[joints * frame:joints * (frame + 1)]):
            what = "%s, frame %d, joint %d" % (path, frame, joint)
            case.check((row[0], row[2]) == (str(frame), str(joint)), "frame and joint of a row: " + what)
            check_equal(what, row[4:7], skeleton.frames[frame][joint][:3])
            check_close(what, row[1:2] + row[11:14], [frame / skeleton.rate] + list(places[joint]))
            check_rotation(what, row[14:18], turns[joint])


def check_mesh(path):
    _, rows = convert_to_table(path)
    mesh = Mesh(read(path))
    wanted = [(i, vertex, at) for i, block in enumerate(mesh.blocks)
              for vertex, at in enumerate(mesh.vertices(block, mesh.places, mesh.turns))]
    case.check(len(rows) == len(wanted), "the table has a row for each vertex: " + path)
    for row, (block, vertex, at) in zip(rows, wanted):
        case.check((row[0], row[2]) == (str(block), str(vertex)), "block and vertex of a row of " + path)
        check_close(path, row[3:6], at)


def check_camera(path):
    _, rows = convert_to_table(path)
    film = CameraPath(read(path))
    shown = {frame: time for time, frame in film.shown()}
    case.check(len(rows) == len(film.frames), "the table has a row for each frame: " + path)
    for frame, row in enumerate(rows):
        numbers = film.frames[frame]
        check_equal(path, row[3:6] + row[10:], numbers[:3] + numbers[6:])
        turn = rotation_matrix([float(cell) for cell in row[6:10]])
        check_close(path, [line[0] for line in turn] + [line[2] for line in turn],
             [value for axis in ((1, 0, 0), (0, 0, 1)) for value in rotate(rotation_matrix(quaternion(*numbers[3:6])), axis)])
        if frame in shown:
            case.check(abs(float(row[1]) - shown[frame]) <= 1e-6 * max(1, shown[frame]), "the time of frame %d of %s" % (frame, path))


def curves_of_document(document):
    """Yields (path, keys) of each curve in the order of the file."""
    for name, value in document.items():
        for i, part in enumerate(value if isinstance(value, list) else [value]):
            place = "%s[%d]" % (name, i) if isinstance(value, list) else name
            if isinstance(part, dict) and "key_count" in part:
                yield place, part.get("keys", [])
            elif isinstance(part, dict) and name not in ("version", "markers"):
                for curve, inner in part.items():
                    if isinstance(inner, dict) and "key_count" in inner:
                        yield "%s.%s" % (place, curve), inner.get("keys", [])


def check_recording(path):
    names, rows = convert_to_table(path)
    wanted = dict(curves_of_document(fields(case, path)))
    case.check(names == ["time"] + list(wanted), "the table of %s has a column for each curve: %r" % (path, names[:9]))
    columns = list(zip(*rows)) if rows else [()] * len(names)
    for name, column in zip(names[1:], columns[1:]):
        found = [(float32_bytes(time), float32_bytes(cell)) for time, cell in zip(columns[0], column) if cell]
        keys = [(float32_bytes(key["time"]), float32_bytes(key["value"])) for key in wanted[name]]
        zero = struct.pack("<f", 0), struct.pack("<f", -0.0)
        found, keys = ([(zero[0] if time == zero[1] else time, value) for time, value in one] for one in (found, keys))
        case.check(found == keys, "keys of the curve %s of %s" % (name, path))


def check_ensemble(path):
    document = fields(case, path)
    _, rows = convert_to_table(path)
    rows = iter(rows)
    for index, group in enumerate(document["groups"]):
        for t in range(document["timestep_count"] if group["basis"]["rows"] else 0):
            for vertex, point in enumerate(points_of(document, group, t)):
                row = next(rows, [""] * 9)
                case.check([row[0], row[2], row[4], row[5]] == [str(v) for v in (index, t, vertex, group["mapping"][vertex])],
                           "group, timestep and vertex of a row of %s: %r" % (path, row))
                check_close(path, row[3:4] + row[6:], [t / document["framerate"]] + point)
    case.check(next(rows, None) is None, "the table has no other rows: " + path)


for check, pattern, each in ((check_animation, "md5anim/valid/*.md5anim", 16), (check_mesh, "md5mesh/valid/*.md5mesh", 16),
                             (check_camera, "md5camera/valid/*.md5camera", 8), (check_recording, "mrtk/valid/*.bin", 12)):
    for path in every_nth([path for path in golden(pattern)[::each] if os.path.getsize(path) < LARGEST]):
        check(path)
for path in every_nth(golden("reference/memg/good/*.bin")):
    check_ensemble(path)

# Too little memory and files with errors: no file is written.
case.check_memory_limits(range(2000, 40000, 4000), "x.csv", "convert", golden("md5anim/valid/*.md5anim")[0], "--to=csv", "-o", "x.csv")
case.exits(1, "convert", golden("mrtk/bad/count-exceeds-file__keys-most.bin")[0], "--to=csv", "-o", "x.csv")
case.check(not os.path.exists("x.csv"), "a refused conversion writes no table")
case.exits(2, "convert", golden("md5anim/valid/*.md5anim")[0], "--to=csv", "-o", "x.csv", "--at=0")

case.finish()
