"""Checks the bind pose and the triangles of an .md5mesh without errors ("Content" in shared/formats/md5mesh.md)."""

import collections
import math

from content.pose import SMALLEST, bind_pose, diagonal, subtract_vectors, distance, skinned_positions, position_by_weight
from md5anim_positions import quaternion

LEAST_BIAS = 0.05           # only weights with a greater bias must agree on the position of their vertex
APART_SHARE = 0.05          # greatest distance of the positions that a vertex's weights give, as a share of the size of the model
FEWEST_VERTICES = 8
POINT_SHARE = 1e-4          # width of a cell as a share of the model's size; vertices in one cell count as one point
FEWEST_TRIANGLES = 4
OPEN_SHARE = 10             # a closed model has at least this number of sides for each open side
INWARD_SHARE = 0.3          # least signed volume of a model that faces inwards, as a share of the sum of its absolute volumes


class Model:
    """The content of a mesh. Vertices and triangles are those of all blocks; corners are indices in `verts`.

    vertices: for each vertex its weights (joint, bias, position). verts, tris: (entry, path) in file order.
    """

    def __init__(self, reader):
        self.parents = [joint.parent for joint in reader.joint_list.joints]
        self.quaternions = [quaternion(*vector) for vector in reader.orientations]
        self.pose = bind_pose(reader.positions, reader.orientations)
        self.vertices, self.verts, self.tris, self.corners = [], [], [], []
        for number, block in enumerate(reader.blocks):
            self._add_block(block, "meshes[%d]" % number)

    def _add_block(self, block, path):
        first = len(self.verts)
        weights = [(*entry.values, entry.position) for entry in block.entries[b"weight"]]
        for index, entry in enumerate(block.entries[b"vert"]):
            start, count = entry.values
            self.vertices.append(weights[start:start + count])
            self.verts.append((entry, "%s.verts[%d]" % (path, index)))
        for index, entry in enumerate(block.entries[b"tri"]):
            self.corners.append([first + corner for corner in entry.values])
            self.tris.append((entry, "%s.tris[%d]" % (path, index)))


def check_weights_and_winding(reader, model):
    places = skinned_positions(model.vertices, model.pose)
    size = diagonal(places)
    if size > SMALLEST:
        _report_if_most_weights_apart(reader, model, APART_SHARE * size)
        _check_winding(reader, model, places, POINT_SHARE * size)


def _report_entry(reader, rule, entry, path):
    reader.report(rule, entry.first.offset, entry.last.end, path)


def _report_if_most_weights_apart(reader, model, most):
    """Reports weights-apart if of the vertices with several weights most have weights that put the vertex at places more than
    `most` apart."""
    shared, apart = 0, []
    for number, weights in enumerate(model.vertices):
        places = [position_by_weight(weight, model.pose) for weight in weights if weight[1] > LEAST_BIAS]
        if len(places) >= 2:
            shared += 1
            if any(distance(a, b) > most for index, a in enumerate(places) for b in places[:index]):
                apart.append(number)
    if shared >= FEWEST_VERTICES and 2 * len(apart) > shared:
        _report_entry(reader, "weights-apart", *model.verts[apart[0]])


def _check_winding(reader, model, places, unit):
    """Reports winding if the model is closed, except for a small share of edges, and its triangles face inwards."""
    points, numbers = _join_near_vertices(places, unit)
    triangles = [[numbers[corner] for corner in corners] for corners in model.corners]
    triangles = [corners for corners in triangles if len(set(corners)) == 3]
    if len(triangles) < FEWEST_TRIANGLES or not _is_nearly_closed(triangles):
        return
    centre = [sum(column) / len(points) for column in zip(*points)]
    arms = [subtract_vectors(point, centre) for point in points]
    volumes = [_signed_volume(*(arms[corner] for corner in corners)) for corners in triangles]
    if sum(volumes) > INWARD_SHARE * sum(abs(volume) for volume in volumes):
        _report_entry(reader, "winding", *model.tris[0])


def _join_near_vertices(places, unit):
    """Returns (points, number of the point of each vertex). Vertices in one cell of a grid count as one point: that of the
    first such vertex.
    """
    points, numbers, cells = [], [], {}
    for place in places:
        cell = tuple(math.floor(value / unit + 0.5) for value in place)
        if cell not in cells:
            cells[cell] = len(points)
            points.append(place)
        numbers.append(cells[cell])
    return points, numbers


def _is_nearly_closed(triangles):
    sides = collections.Counter()
    for a, b, c in triangles:
        sides.update([(a, b), (b, c), (c, a)])
    is_open = [side for side in sides if sides[side] != sides[side[::-1]]]
    return OPEN_SHARE * len(is_open) <= len(sides)


def _signed_volume(p, q, r):
    return (p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2])
            + p[2] * (q[0] * r[1] - q[1] * r[0]))
