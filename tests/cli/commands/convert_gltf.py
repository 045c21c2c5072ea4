"""animproof convert --to gltf: tests/ref/gltf_evaluator.py evaluates the document and gets the positions of the file."""

import json
import math
import os
import re

from animation import Skeleton
from cli_case import Case, md5anim, read, write
from gltf_evaluator import Scene, transform_point
from gltf_files import Mesh, CameraPath, fields, points_of, rotation_matrix
from golden_files import golden, samples, every_nth
from md5anim_positions import matrix_product

TOLERANCE = 1e-5  # of the largest coordinate, or of 1
LARGEST = 60000  # bytes, so that parsing in Python stays fast

case = Case()
compared = {}


def scene_of(path, *arguments):
    """Returns the glTF scene and the messages of the conversion, or None if the file is refused."""
    result = case.run("convert", path, "--to=gltf", "-o", "out.glb", *arguments)
    if result.returncode == 1:
        beyond = "not-finite" in path or b": error: " in result.stderr and "/shared/samples/" in path
        case.check(beyond and not os.path.exists("out.glb"), "only files with errors or infinite values are refused: " + path, result)
        return None, b""
    case.check(result.returncode == 0, "convert --to gltf succeeds for " + path, result)
    scene = Scene(read("out.glb"))
    os.remove("out.glb")
    return scene, result.stderr


def check_points_close(what, found, wanted, slack=0.0):
    size = max([abs(value) for point in wanted for value in point] + [1.0])
    off = max([abs(a - b) for one, other in zip(found, wanted) for a, b in zip(one, other)] + [0.0])
    case.check(len(found) == len(wanted) and off <= TOLERANCE * size + slack, "%s: error %g of at most %g" % (what, off, size))
    kind = what.split()[0]
    compared[kind] = (compared.get(kind, (0,))[0] + 1, max(compared.get(kind, (0, 0.0))[1], off / size))


def to_gltf(point):
    """Converts a point from id's axes (x forward, y left, z up) to glTF's (z forward, x left, y up)."""
    x, y, z = point
    return (y, z, x)


def number_in(pattern, text):
    found = re.search(pattern, text)
    return float(found.group(1)) if found else 0.0


def check_skin(path, mesh_path, scene, said, skeleton, times):
    mesh = Mesh(read(mesh_path))
    nodes = [i for i, node in enumerate(scene.nodes) if "skin" in node]
    blocks = [block for block in mesh.blocks if block[0]]
    case.check(len(nodes) == len(blocks), "the scene has a node for each mesh block: " + path)
    for time in times:
        places, turns = skeleton.positions_at(time) if skeleton else (mesh.places, mesh.turns)
        pose = scene.pose(time)
        for node, block in zip(nodes, blocks):
            wanted = [to_gltf(point) for point in mesh.vertices(block, places, turns)]
            size = max([abs(value) for point in wanted for value in point] + [1.0])
            slack = number_in(rb"apart by (\S+)", said) + number_in(rb"off by (\S+)", said) * size
            check_points_close("vertices of %s at %g" % (path, time), scene.vertices(node, time, pose), wanted, 1.01 * slack)


def check_animation(path):
    scene, said = scene_of(path)
    if scene is None:
        return
    skeleton = Skeleton(read(path))
    end = (len(skeleton.frames) - 1) / skeleton.rate
    times = [0.0, 0.37 * end, end, 0.71 * end, end + 1]
    for time in times:
        places, _ = skeleton.positions_at(time)
        found = [[row[3] for row in matrix[:3]] for matrix in scene.pose(time)[1:1 + len(places)]]
        check_points_close("joints of %s at %g" % (path, time), found, [to_gltf(place) for place in places])
    mesh = path[:-len("anim")] + "mesh"
    if os.path.exists(mesh):
        check_skin(path, mesh, scene, said, skeleton, times[:3])


def check_camera(path):
    scene, _ = scene_of(path)
    if scene is None:
        return
    camera_path = CameraPath(read(path))
    camera_node = scene.node_named("camera")
    for time, frame in camera_path.shown():
        matrix = scene.pose(time)[camera_node]
        position, forward, up = camera_path.view(frame)
        found = [transform_point(matrix, point) for point in ((0, 0, 0), (0, 0, -1), (0, 1, 0))]
        check_points_close("camera of %s at %g" % (path, time), found, [to_gltf(point) for point in (position, forward, up)])
    angles = scene.curves.get(("/cameras/0/perspective/yfov", "pointer"))
    if angles:
        for time, frame in camera_path.shown():
            angle = 2 * math.atan(math.tan(math.radians(camera_path.frames[frame][6]) / 2) * 3 / 4)
            check_points_close("angles of " + path, [scene.value("/cameras/0/perspective/yfov", "pointer", None, time)], [[angle]])


def curve_at(keys, time):
    if not keys:
        return 0.0
    if time <= keys[0][0] or time >= keys[-1][0]:
        return keys[0 if time <= keys[0][0] else -1][1]
    for (before, one), (after, other) in zip(keys, keys[1:]):
        if before <= time < after:
            return one + (time - before) / (after - before) * (other - one)


def poses_of(document):
    if "camera" in document:
        yield "camera", document["camera"]
    for hand in ("hand_joints_left", "hand_joints_right"):
        for i, joint in enumerate(document.get(hand, [])):
            yield "%s[%d]" % (hand, i), joint


def check_recording(path):
    """Checks a recording if the keys of all its curves are finite numbers in order of time."""
    document = fields(case, path)
    curves = {name: {part: [(key["time"], key["value"]) for key in curve.get("keys", [])] for part, curve in pose.items()}
              for name, pose in poses_of(document)}
    keys = [keys for pose in curves.values() for keys in pose.values()]
    plain = all(isinstance(value, (int, float)) for curve in keys for key in curve for value in key)
    if not plain or any(a[0] >= b[0] for curve in keys for a, b in zip(curve, curve[1:])):
        return
    scene, said = scene_of(path)
    if scene is None:
        return
    start = min([0.0] + [curve[0][0] for curve in keys if curve])
    case.check((b"times from 0 on" in said) == (start < 0), "a message reports negative times: " + path)
    for name, pose in list(curves.items())[::5]:
        node = scene.node_named(name)
        at = [pose["position_" + axis] for axis in "xyz"]
        rotation = [pose["rotation_" + axis] for axis in "xyzw"]
        times = sorted({key[0] for curve in at + rotation for key in curve})
        for time in times[::max(1, len(times) // 4)]:
            x, y, z = (curve_at(curve, time) for curve in at)
            q = [curve_at(curve, time) for curve in rotation]
            matrix = scene.pose(time - start)[node]
            if any(at):
                check_points_close("poses of %s %s at %g" % (path, name, time), [[row[3] for row in matrix[:3]]], [[-x, y, z]])
            exact = all(any(key[0] == time for key in curve) for curve in rotation) and sum(v * v for v in q) > 1e-6
            if exact:
                mirror = [[(-1.0 if i == 0 else 1.0) * (i == k) for k in range(4)] for i in range(4)]
                turn = [row + [0.0] for row in rotation_matrix(q)] + [[0.0, 0.0, 0.0, 1.0]]
                turned = matrix_product(mirror, matrix_product(turn, mirror))
                check_points_close("turns of %s %s at %g" % (path, name, time), [row[:3] for row in matrix[:3]],
                        [row[:3] for row in turned[:3]], 1e-6)


def check_ensemble(path):
    document = fields(case, path)
    scene, _ = scene_of(path)
    if scene is None:
        return
    steps = document["timestep_count"]
    for t in range(0, steps, max(1, steps // 3)):
        pose = scene.pose(t / document["framerate"])
        nodes = iter([i for i, node in enumerate(scene.nodes) if "mesh" in node])
        for group in document["groups"]:
            if group["basis"]["rows"]:
                found = scene.vertices(next(nodes), t / document["framerate"], pose)
                check_points_close("points of %s at %d" % (path, t), found, points_of(document, group, t))


def small_samples(pattern, each=1):
    return [path for path in samples(pattern) if os.path.getsize(path) < LARGEST][::each]


animations = golden("md5anim/valid/*.md5anim")[::12] + small_samples("md5mesh/pairs/*.md5anim") + small_samples("md5anim/*/*.md5anim", 12)
for path in every_nth(animations):
    check_animation(path)
for path in every_nth(golden("md5mesh/valid/*.md5mesh")[::12] + small_samples("md5mesh/good/*.md5mesh")):
    scene, said = scene_of(path)
    if scene is not None:
        check_skin(path, path, scene, said, None, [0])
for path in every_nth(golden("md5camera/valid/*.md5camera")[::4] + small_samples("md5camera/good/*.md5camera")):
    check_camera(path)
for path in every_nth(golden("mrtk/valid/*.bin")[::10] + golden("reference/mrtk/*.bin")):
    check_recording(path)
for path in every_nth(golden("memg/valid/*.bin")[::5] + golden("reference/memg/good/*.bin")):
    check_ensemble(path)
for kind in ("joints", "vertices", "camera", "poses", "turns", "points"):
    case.check(kind in compared, "at least one file has " + kind)
    print("%s: %d times, off by %.2g of the largest coordinate" % (kind, *compared.get(kind, (0, 0.0))))

# A transform with shear and mirroring becomes three nodes with an exact product.
motion = golden("reference/memg/good/02_two.bin")[0]
document = json.loads(case.exits(0, "convert", motion, "--to=json", "-o", "-").stdout)
for t, frames in enumerate(document["fields"]["transforms"]):
    for frame in frames:
        frame[:] = [1, 2 + t, 0.5, 4, 0, -1, t, 5, 0.25, 0, 3, 6]
write("shear.json", json.dumps(document).encode())
case.exits(0, "convert", "shear.json", "-o", "shear.bin")
check_ensemble(os.path.abspath("shear.bin"))
for frame in document["fields"]["transforms"][0]:
    frame[:] = [0, 0, 0, 4, 0, 2, 0, 5, 0, 0, 0, 6]  # a matrix of rank 1
write("flat.json", json.dumps(document).encode())
case.exits(0, "convert", "flat.json", "-o", "flat.bin")
check_ensemble(os.path.abspath("flat.bin"))
said = case.exits(0, "convert", "flat.bin", "--to=gltf", "-o", "-").stderr
case.check(b"made up: three nodes for each frame" in said, "a message reports the three nodes: %r" % said)

# The .gltf and the .glb file have equal content.
pair = golden("md5anim/valid/*.md5anim")[0]
said = case.exits(0, "convert", pair, "--to=gltf", "-o", "one.gltf").stderr
case.check(said.endswith(b": lost: the bounds of 1 frame\n"), "a message reports the lost bounds of the only frame: %r" % said)
for name, lost in ((b"h\xc3\xa9ps", False), (b"h\xe9ps", True)):
    write("named.md5anim", md5anim().replace(b'"hips"', b'"' + name + b'"'))
    said = case.exits(0, "convert", "named.md5anim", "--to=gltf", "-o", "named.gltf").stderr
    case.check((b"lost: bytes of names that are not UTF-8\n" in said) == lost,
               "a message reports lost bytes of the name %r if it is not UTF-8: %r" % (name, said))
case.exits(0, "convert", pair, "--to=gltf", "-o", "one.glb")
text, binary = Scene(read("one.gltf")), Scene(read("one.glb"))
case.check(text.buffer == binary.buffer[:len(text.buffer)] and text.nodes == binary.nodes and text.curves == binary.curves,
           "buffers, nodes and curves of the .gltf and the .glb are equal")

# Values beyond float32, too little memory, and options that exclude each other: no file is written.
far = golden("memg/valid/near-not-finite__translation-greatest.bin")[0]
case.exits(1, "convert", far, "--to=gltf", "-o", "far.glb", says=b"not finite as float32", unwritten="far.glb")
for limit in range(2000, 80000, 6000):
    result = case.run("convert", pair, "--to=gltf", "-o", "limit.glb", "--max-memory=%d" % limit)
    whole = os.path.exists("limit.glb") and read("limit.glb") == read("one.glb")
    case.check((result.returncode, whole) in ((0, True), (4, False)), "with %d bytes of memory the file is complete or not written" % limit, result)
    if whole:
        os.remove("limit.glb")
case.check(not os.path.exists("limit.glb"), "no incomplete file is left")
for arguments in (["--to=gltf", "--at=0"], ["--to=gltf", "--format=json"], ["--to=gltf", "--byte-order=big"]):
    case.exits(2, "convert", pair, "-o", "x.glb", *arguments)
case.exits(2, "convert", far, "--to=gltf", "-o", "x.glb", "--mesh", golden("md5mesh/valid/*.md5mesh")[0])
case.exits(1, "convert", golden("md5anim/bad/parent-order__self.md5anim")[0], "--to=gltf", "-o", "x.glb")
case.check(not os.path.exists("x.glb"), "a refused conversion writes no file")

case.finish()
