"""animproof convert --to gltf: tests/ref/gltf_evaluator.py evaluates the document and gets the positions of the file."""

import json
import math
import os
import re

import pytest
from animation import AnimatedSkeleton
from cli_case import md5anim, read, write
from gltf_evaluator import Scene, transform_point
from gltf_files import CameraPath, Mesh, convert_and_read_fields, group_positions, interpolate, rotation_matrix
from golden_files import every_nth, golden, sample_paths_or_empty
from md5anim_positions import matrix_product

TOLERANCE = 1e-5  # error of a coordinate, relative to the largest one (at least 1)
LARGEST = 60000  # most bytes of a compared file: parsing in Python is slow


@pytest.fixture
def gltf_scene_or_none(animproof):
    """Returns the glTF scene and the messages of the conversion of a file, or (None, b"") if the file is refused."""
    def convert_to_scene_or_none(path):
        result = animproof.run("convert", path, "--to=gltf", "-o", "out.glb")
        if result.returncode == 1:
            beyond = "not-finite" in path or b": error: " in result.stderr and "/shared/samples/" in path
            animproof.check(beyond and not os.path.exists("out.glb"), "only files with errors or infinite values are refused: " + path, result)
            return None, b""
        animproof.check(result.returncode == 0, "convert --to gltf succeeds for " + path, result)
        scene = Scene(read("out.glb"))
        os.remove("out.glb")
        return scene, result.stderr
    return convert_to_scene_or_none


def are_close_points(found, wanted, slack=0.0):
    size = max([abs(value) for point in wanted for value in point] + [1.0])
    off = max([abs(a - b) for one, other in zip(found, wanted) for a, b in zip(one, other)] + [0.0])
    return len(found) == len(wanted) and off <= TOLERANCE * size + slack


def small_sample_paths(pattern, each=1):
    return [path for path in sample_paths_or_empty(pattern) if os.path.getsize(path) < LARGEST][::each]


def to_gltf_axes(point):
    """Converts a point from id's axes (x forward, y left, z up) to glTF's (z forward, x left, y up)."""
    x, y, z = point
    return (y, z, x)


def number_after_pattern_or_0(pattern, text):
    found = re.search(pattern, text)
    return float(found.group(1)) if found else 0.0


def check_skinned_vertices(path, mesh_path, scene, said, skeleton, times):
    """Compares the vertices at the times with those of the mesh. Returns the number of skinned nodes."""
    mesh = Mesh(read(mesh_path))
    nodes = [i for i, node in enumerate(scene.nodes) if "skin" in node]
    blocks = [block for block in mesh.blocks if block]
    assert len(nodes) == len(blocks), path
    for time in times:
        places, turns = skeleton.transforms_at(time) if skeleton else (mesh.places, mesh.turns)
        pose = scene.world_matrices(time)
        for node, block in zip(nodes, blocks):
            wanted = [to_gltf_axes(point) for point in mesh.vertices(block, places, turns)]
            size = max([abs(value) for point in wanted for value in point] + [1.0])
            slack = number_after_pattern_or_0(rb"apart by (\S+)", said) + number_after_pattern_or_0(rb"off by (\S+)", said) * size
            assert are_close_points(scene.vertex_positions(node, time, pose), wanted, 1.01 * slack), "%s at %g" % (path, time)
    return len(blocks)


def test_joints_and_vertices_of_animations_are_at_their_positions(gltf_scene_or_none):
    skins = 0
    for path in every_nth(golden("md5anim/valid/*.md5anim")[::12] + small_sample_paths("md5mesh/pairs/*.md5anim") + small_sample_paths("md5anim/*/*.md5anim", 12)):
        scene, said = gltf_scene_or_none(path)
        if scene is None:
            continue
        skeleton = AnimatedSkeleton(read(path))
        end = (len(skeleton.frames) - 1) / skeleton.rate
        times = [0.0, 0.37 * end, end, 0.71 * end, end + 1]
        for time in times:
            places, _ = skeleton.transforms_at(time)
            found = [[row[3] for row in matrix[:3]] for matrix in scene.world_matrices(time)[1:1 + len(places)]]
            assert are_close_points(found, [to_gltf_axes(place) for place in places]), "%s at %g" % (path, time)
        mesh = path[:-len("anim")] + "mesh"
        if os.path.exists(mesh):
            skins += check_skinned_vertices(path, mesh, scene, said, skeleton, times[:3])
    assert skins


def test_vertices_of_meshes_are_at_their_positions(gltf_scene_or_none):
    for path in every_nth(golden("md5mesh/valid/*.md5mesh")[::12] + small_sample_paths("md5mesh/good/*.md5mesh")):
        scene, said = gltf_scene_or_none(path)
        if scene is not None:
            check_skinned_vertices(path, path, scene, said, None, [0])


def test_cameras_look_where_the_file_says(gltf_scene_or_none):
    compared = 0
    for path in every_nth(golden("md5camera/valid/*.md5camera")[::4] + small_sample_paths("md5camera/good/*.md5camera")):
        scene, _ = gltf_scene_or_none(path)
        if scene is None:
            continue
        camera_path = CameraPath(read(path))
        camera_node = scene.node_named("camera")
        has_angles = scene.curves.get(("/cameras/0/perspective/yfov", "pointer"))
        for time, frame in camera_path.visible_frames():
            matrix = scene.world_matrices(time)[camera_node]
            found = [transform_point(matrix, point) for point in ((0, 0, 0), (0, 0, -1), (0, 1, 0))]
            assert are_close_points(found, [to_gltf_axes(point) for point in camera_path.view_points(frame)]), "%s at %g" % (path, time)
            angle = 2 * math.atan(math.tan(math.radians(camera_path.frames[frame][6]) / 2) * 3 / 4)
            assert not has_angles or are_close_points([scene.animated_value("/cameras/0/perspective/yfov", "pointer", None, time)], [[angle]]), path
            compared += 1
    assert compared


def curves_by_node_name(document):
    """Yields (name that the glTF node must have, curves of the camera or joint)."""
    if "camera" in document:
        yield "camera", document["camera"]
    for hand in ("hand_joints_left", "hand_joints_right"):
        for i, joint in enumerate(document.get(hand, [])):
            yield "%s[%d %s]" % (hand, i, joint["joint"]), {name: curve for name, curve in joint.items() if name != "joint"}


def test_nodes_of_recordings_move_as_their_curves(animproof, gltf_scene_or_none):
    """Compares only recordings in which the keys of all curves are finite and sorted by time."""
    mirror = [[(-1.0 if i == 0 else 1.0) * (i == k) for k in range(4)] for i in range(4)]
    compared = turned = 0
    for path in every_nth(golden("mrtk/valid/*.bin")[::10] + golden("reference/mrtk/*.bin")):
        curves = {name: {part: [(key["time"], key["value"]) for key in curve.get("keys", [])] for part, curve in pose.items()}
                  for name, pose in curves_by_node_name(convert_and_read_fields(animproof, path))}
        keys = [keys for pose in curves.values() for keys in pose.values()]
        plain = all(isinstance(value, (int, float)) for curve in keys for key in curve for value in key)
        scene, said = (None, b"") if not plain or any(a[0] >= b[0] for curve in keys for a, b in zip(curve, curve[1:])) else gltf_scene_or_none(path)
        if scene is None:
            continue
        start = min([0.0] + [curve[0][0] for curve in keys if curve])
        assert (b"times from 0 on" in said) == (start < 0), path
        for name, pose in list(curves.items())[::5]:
            node = scene.node_named(name)
            at, rotation = ([pose[kind + axis] for axis in axes] for kind, axes in (("position_", "xyz"), ("rotation_", "xyzw")))
            times = sorted({key[0] for curve in at + rotation for key in curve})
            for time in times[::max(1, len(times) // 4)]:
                x, y, z = (interpolate(curve, time) or 0.0 for curve in at)
                q = [interpolate(curve, time) or 0.0 for curve in rotation]
                matrix = scene.world_matrices(time - start)[node]
                if any(at):
                    assert are_close_points([[row[3] for row in matrix[:3]]], [[-x, y, z]]), "%s %s at %g" % (path, name, time)
                    compared += 1
                if all(any(key[0] == time for key in curve) for curve in rotation) and sum(v * v for v in q) > 1e-6:
                    turn = [row + [0.0] for row in rotation_matrix(q)] + [[0.0, 0.0, 0.0, 1.0]]
                    wanted = matrix_product(mirror, matrix_product(turn, mirror))
                    assert are_close_points([row[:3] for row in matrix[:3]], [row[:3] for row in wanted[:3]], 1e-6), "%s %s at %g" % (path, name, time)
                    turned += 1
    assert compared and turned


def check_memg_vertices_and_count_timesteps(animproof, gltf_scene_or_none, path):
    """Compares the vertices of up to five timesteps. Returns how many timesteps the file has; 0 if the file is refused."""
    document = convert_and_read_fields(animproof, path)
    scene, _ = gltf_scene_or_none(path)
    steps = document["timestep_count"] if scene else 0
    for t in range(0, steps, max(1, steps // 3)):
        pose = scene.world_matrices(t / document["framerate"])
        nodes = iter([i for i, node in enumerate(scene.nodes) if "mesh" in node])
        for group in document["groups"]:
            if group["basis"]["rows"]:
                found = scene.vertex_positions(next(nodes), t / document["framerate"], pose)
                assert are_close_points(found, group_positions(document, group, t)), "%s at %d" % (path, t)
    return steps


def test_vertices_of_ensembles_are_at_their_positions(animproof, gltf_scene_or_none):
    paths = every_nth(golden("memg/valid/*.bin")[::5] + golden("reference/memg/good/*.bin"))
    assert sum(check_memg_vertices_and_count_timesteps(animproof, gltf_scene_or_none, path) for path in paths)


@pytest.mark.parametrize("first", [[1, 2, 0.5, 4, 0, -1, 0, 5, 0.25, 0, 3, 6], [0, 0, 0, 4, 0, 2, 0, 5, 0, 0, 0, 6]],
                         ids=["shear and mirroring", "rank 1"])
def test_a_transform_becomes_three_nodes_with_an_exact_product(animproof, gltf_scene_or_none, first):
    document = json.loads(animproof.exits(0, "convert", golden("reference/memg/good/02_two.bin")[0], "--to=json", "-o", "-").stdout)
    for t, frames in enumerate(document["fields"]["transforms"]):
        frames[:] = [[1, 2 + t, 0.5, 4, 0, -1, t, 5, 0.25, 0, 3, 6] if t else first] * len(frames)
    write("sheared.json", json.dumps(document))
    animproof.exits(0, "convert", "sheared.json", "-o", "sheared.bin")
    assert check_memg_vertices_and_count_timesteps(animproof, gltf_scene_or_none, "sheared.bin")
    animproof.exits(0, "convert", "sheared.bin", "--to=gltf", "-o", "-", says=b"made up: three nodes for each frame")


@pytest.mark.parametrize(("name", "lost"), [(b"h\xc3\xa9ps", False), (b"h\xe9ps", True)])
def test_lost_bytes_of_names_that_are_not_utf_8_are_reported(animproof, name, lost):
    write("named.md5anim", md5anim().replace(b'"hips"', b'"' + name + b'"'))
    said = animproof.exits(0, "convert", "named.md5anim", "--to=gltf", "-o", "named.gltf").stderr
    assert (b"lost: bytes of names that are not UTF-8\n" in said) == lost


def test_the_gltf_and_the_glb_have_equal_buffers_nodes_and_curves(animproof):
    for out in ("one.gltf", "one.glb"):
        animproof.exits(0, "convert", golden("md5anim/valid/*.md5anim")[0], "--to=gltf", "-o", out)
    text, binary = Scene(read("one.gltf")), Scene(read("one.glb"))
    assert text.buffer == binary.buffer[:len(text.buffer)] and text.nodes == binary.nodes and text.curves == binary.curves
