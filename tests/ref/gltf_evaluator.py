"""Computes the positions of the nodes and vertices of a glTF 2.0 document at a time. Written from the specification, without the
program's code. Matrices are 4 × 4, row by row, in float64.

    scene = Scene(bytes)
    scene.world_matrices(seconds)           the world matrix of each node, in the order of the nodes
    scene.vertex_positions(node, seconds)   the world positions of the mesh's vertices, after morph targets and skinning
    scene.node_named(name)                  the index of the only node with that name
"""

import base64
import bisect
import json
import struct

from md5anim_positions import interpolate_quaternions, matrix_product, normalize, rotation_matrix

WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
LETTERS = {5123: "H", 5125: "I", 5126: "f"}
IDENTITY = [[float(row == column) for column in range(4)] for row in range(4)]


def transform_point(matrix, point):
    return [sum(matrix[row][i] * point[i] for i in range(3)) + matrix[row][3] for row in range(3)]


class Scene:
    def __init__(self, data):
        if data[:4] == b"glTF":
            version, length, size, kind = struct.unpack_from("<4I", data, 4)
            assert (version, length, kind) == (2, len(data), 0x4e4f534a), "the header of a .glb is wrong"
            self.json = json.loads(data[20:20 + size])
            self.buffer = data[28 + size:] if 20 + size < length else b""
        else:
            self.json = json.loads(data)
            uri = self.json["buffers"][0]["uri"] if "buffers" in self.json else ","
            self.buffer = base64.b64decode(uri[uri.index(",") + 1:])
        self.nodes = self.json.get("nodes", [])
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}
        animation = self.json.get("animations", [{"channels": [], "samplers": []}])[0]
        self.curves = {}
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            assert sampler.get("interpolation", "LINEAR") == "LINEAR"
            target = channel["target"]
            node_or_pointer = target.get("node", target.get("extensions", {}).get("KHR_animation_pointer", {}).get("pointer"))
            times = [row[0] for row in self.read_accessor(sampler["input"])]
            values = self.read_accessor(sampler["output"])
            if target["path"] in ("weights", "pointer"):
                flat = [row[0] for row in values]
                each = len(flat) // len(times)
                values = [flat[i:i + each] for i in range(0, len(flat), each)]
            assert len(values) == len(times), "a sampler needs one value for each time"
            self.curves[node_or_pointer, target["path"]] = (times, values)

    def read_accessor(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width = WIDTHS[accessor["type"]]
        form = "<%d%s" % (width * accessor["count"], LETTERS[accessor["componentType"]])
        values = struct.unpack_from(form, self.buffer, view.get("byteOffset", 0) + accessor.get("byteOffset", 0))
        return [list(values[i:i + width]) for i in range(0, len(values), width)]

    def node_named(self, name):
        found, = [i for i, node in enumerate(self.nodes) if node.get("name") == name]
        return found

    def animated_value(self, node_or_pointer, path, otherwise, seconds):
        if (node_or_pointer, path) not in self.curves:
            return otherwise
        times, values = self.curves[node_or_pointer, path]
        after = bisect.bisect_right(times, seconds)
        if after == 0 or after == len(times):
            return values[min(after, len(times) - 1)]
        fraction = (seconds - times[after - 1]) / (times[after] - times[after - 1])
        if path == "rotation":
            return interpolate_quaternions(normalize(values[after - 1]), normalize(values[after]), fraction)
        return [a + fraction * (b - a) for a, b in zip(values[after - 1], values[after])]

    def local_matrix(self, index, seconds):
        node = self.nodes[index]
        at = self.animated_value(index, "translation", node.get("translation", [0, 0, 0]), seconds)
        scale = self.animated_value(index, "scale", node.get("scale", [1, 1, 1]), seconds)
        rotation = rotation_matrix(normalize(self.animated_value(index, "rotation", node.get("rotation", [0, 0, 0, 1]), seconds)))
        return [[a * b for a, b in zip(row, scale)] + [offset] for row, offset in zip(rotation, at)] + IDENTITY[3:]

    def world_matrices(self, seconds):
        placed = {}
        for index in range(len(self.nodes)):  # compute the root's matrix first, since a node's matrix needs that of its parent
            chain = [index]
            while chain[-1] in self.parents and chain[-1] not in placed:
                chain.append(self.parents[chain[-1]])
            for i in reversed(chain):
                if i not in placed:
                    above = placed[self.parents[i]] if i in self.parents else IDENTITY
                    placed[i] = matrix_product(above, self.local_matrix(i, seconds))
        return [placed[i] for i in range(len(self.nodes))]

    def vertex_positions(self, index, seconds, pose=None):
        node = self.nodes[index]
        pose = pose or self.world_matrices(seconds)
        primitive, = self.json["meshes"][node["mesh"]]["primitives"]
        points = self.read_accessor(primitive["attributes"]["POSITION"])
        targets = [self.read_accessor(target["POSITION"]) for target in primitive.get("targets", [])]
        weights = self.animated_value(index, "weights", [0] * len(targets), seconds)
        for target, weight in zip(targets, weights):
            points = [[a + weight * b for a, b in zip(point, moved)] for point, moved in zip(points, target)]
        if "skin" not in node:
            return [transform_point(pose[index], point) for point in points]
        return self.skinned_points(node, primitive["attributes"], points, pose)

    def skinned_points(self, node, attributes, points, pose):
        skin = self.json["skins"][node["skin"]]
        inverses = [[values[row::4] for row in range(4)] for values in self.read_accessor(skin["inverseBindMatrices"])]
        moves = [matrix_product(pose[joint], inverse) for joint, inverse in zip(skin["joints"], inverses)]
        result = [[0.0, 0.0, 0.0] for _ in points]
        for i in range(sum(name.startswith("JOINTS_") for name in attributes)):
            rows = zip(self.read_accessor(attributes["JOINTS_%d" % i]), self.read_accessor(attributes["WEIGHTS_%d" % i]))
            for point, moved, (joints, weights) in zip(points, result, rows):
                for joint, weight in zip(joints, weights):
                    if weight > 0:
                        moved[:] = [a + weight * b for a, b in zip(moved, transform_point(moves[joint], point))]
        return result
