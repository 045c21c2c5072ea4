"""animproof convert --to csv: each cell equals the value that this test computes from the file."""

import csv
import io
import os
import struct

import pytest
from animation import AnimatedSkeleton
from cli_case import read
from content.pose import rotate_vector
from gltf_files import CameraPath, Mesh, convert_and_read_fields, group_positions
from golden_files import every_nth, golden
from md5anim_positions import quaternion, rotation_matrix

TOLERANCE = 1e-9  # error of a value, relative to the largest one of its row (at least 1); both sides compute in float64
LARGEST = 40000


def float32_bytes_or_nan(value):
    """Returns the bytes of a float32 in any spelling, or "nan" for every NaN."""
    if isinstance(value, str) and value.lower().lstrip("-").startswith(("nan", "0x")):
        return "nan"
    return struct.pack("<f", float(value))


@pytest.fixture
def convert_to_table(animproof):
    """Converts a file to csv. Returns the names of the columns and the rows."""
    def convert_and_parse_table(path):
        text = animproof.exits(0, "convert", path, "--to=csv", "-o", "-").stdout.decode(errors="replace")
        rows = list(csv.reader(io.StringIO(text)))
        assert text.endswith("\n") and "\r" not in text and all(len(row) == len(rows[0]) for row in rows), path
        return rows[0], rows[1:]
    return convert_and_parse_table


def small_golden_paths(form, each, pattern="*"):
    return every_nth([path for path in golden("%s/valid/%s" % (form, pattern))[::each] if os.path.getsize(path) < LARGEST])


def are_close_numbers(found, wanted):
    size = max([abs(value) for value in wanted] + [1.0])
    return len(found) == len(wanted) and all(abs(float(a) - b) <= TOLERANCE * size for a, b in zip(found, wanted))


def are_equal_float32_values(found, wanted):
    """Returns true if two lists have float32 values with equal bits; all NaNs are equal."""
    return [float32_bytes_or_nan(value) for value in found] == [float32_bytes_or_nan(value) for value in wanted]


def rotation_matrix_of_cells(cells):
    return rotation_matrix([float(cell) for cell in cells])


def test_an_animation_has_a_row_for_each_frame_and_joint(convert_to_table):
    for path in small_golden_paths("md5anim", 16, "*.md5anim"):
        names, rows = convert_to_table(path)
        skeleton = AnimatedSkeleton(read(path))
        joints = len(skeleton.parents)
        assert names[:7] == ["frame", "seconds", "joint", "name", "x", "y", "z"] and names[11] == "world_x"
        assert len(rows) == joints * len(skeleton.frames), path
        for frame in range(0, len(skeleton.frames), max(1, len(skeleton.frames) // 4)):
            places, turns = skeleton.transforms_at(frame / skeleton.rate)
            for joint, row in enumerate(rows[joints * frame:joints * (frame + 1)]):
                assert (row[0], row[2]) == (str(frame), str(joint)), path
                assert are_equal_float32_values(row[4:7], skeleton.frames[frame][joint][:3]), path
                assert are_close_numbers(row[1:2] + row[11:14], [frame / skeleton.rate] + list(places[joint])), path
                assert are_close_numbers(sum(rotation_matrix_of_cells(row[14:18]), []), sum(turns[joint], [])), path


def test_a_mesh_has_a_row_for_each_vertex(convert_to_table):
    for path in small_golden_paths("md5mesh", 16, "*.md5mesh"):
        _, rows = convert_to_table(path)
        mesh = Mesh(read(path))
        wanted = [(str(i), str(vertex), at) for i, block in enumerate(mesh.blocks)
                  for vertex, at in enumerate(mesh.vertices(block, mesh.places, mesh.turns))]
        assert [(row[0], row[2]) for row in rows] == [one[:2] for one in wanted], path
        assert all(are_close_numbers(row[3:6], at) for row, (_, _, at) in zip(rows, wanted)), path


def test_a_camera_has_a_row_for_each_frame(convert_to_table):
    for path in small_golden_paths("md5camera", 8, "*.md5camera"):
        _, rows = convert_to_table(path)
        film = CameraPath(read(path))
        shown = {frame: time for time, frame in film.visible_frames()}
        assert len(rows) == len(film.frames), path
        for frame, (row, numbers) in enumerate(zip(rows, film.frames)):
            assert are_equal_float32_values(row[3:6] + row[10:], numbers[:3] + numbers[6:]), path
            turn = rotation_matrix_of_cells(row[6:10])
            axes = [rotate_vector(rotation_matrix(quaternion(*numbers[3:6])), axis) for axis in ((1, 0, 0), (0, 0, 1))]
            assert are_close_numbers([line[0] for line in turn] + [line[2] for line in turn], sum(axes, [])), path
            assert frame not in shown or abs(float(row[1]) - shown[frame]) <= 1e-6 * max(1, shown[frame]), path


def paths_and_keys_of_curves(document):
    """Yields (path, keys) of each curve in the order of the file."""
    for name, value in document.items():
        for i, part in enumerate(value if isinstance(value, list) else [value]):
            joint = " " + part["joint"] if isinstance(part, dict) and "joint" in part else ""
            place = "%s[%d%s]" % (name, i, joint) if isinstance(value, list) else name
            if isinstance(part, dict) and "key_count" in part:
                yield place, part.get("keys", [])
            elif isinstance(part, dict) and name not in ("version", "markers"):
                for curve, inner in part.items():
                    if isinstance(inner, dict) and "key_count" in inner:
                        yield "%s.%s" % (place, curve), inner.get("keys", [])


def test_a_recording_has_a_column_for_each_curve(animproof, convert_to_table):
    zeros = {struct.pack("<f", -0.0): struct.pack("<f", 0)}
    for path in small_golden_paths("mrtk", 12, "*.bin"):
        names, rows = convert_to_table(path)
        wanted = dict(paths_and_keys_of_curves(convert_and_read_fields(animproof, path)))
        assert names == ["time"] + list(wanted), path
        columns = list(zip(*rows)) if rows else [()] * len(names)
        for name, column in zip(names[1:], columns[1:]):
            found = [(float32_bytes_or_nan(time), float32_bytes_or_nan(cell)) for time, cell in zip(columns[0], column) if cell]
            keys = [(float32_bytes_or_nan(key["time"]), float32_bytes_or_nan(key["value"])) for key in wanted[name]]
            found, keys = ([(zeros.get(time, time), value) for time, value in one] for one in (found, keys))
            assert found == keys, "keys of the curve %s of %s" % (name, path)


def test_an_ensemble_has_a_row_for_each_vertex_of_each_timestep(animproof, convert_to_table):
    for path in every_nth(golden("reference/memg/good/*.bin")):
        document = convert_and_read_fields(animproof, path)
        rows = iter(convert_to_table(path)[1])
        for index, group in enumerate(document["groups"]):
            for t in range(document["timestep_count"] if group["basis"]["rows"] else 0):
                for vertex, point in enumerate(group_positions(document, group, t)):
                    row = next(rows, [""] * 9)
                    assert [row[0], row[2], row[4], row[5]] == [str(v) for v in (index, t, vertex, group["mapping"][vertex])], path
                    assert are_close_numbers(row[3:4] + row[6:], [t / document["framerate"]] + point), path
        assert next(rows, None) is None, path
