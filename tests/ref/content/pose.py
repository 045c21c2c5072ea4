"""Vectors, poses and skinned vertices, as "Content" in shared/formats/md5anim.md and md5mesh.md defines them.

All numbers are float64. A pose is (positions, rotations) in model space: a point and a matrix for each joint.
"""

import math

from md5anim_positions import normalize, quaternion, rotation_matrix

SMALLEST = 0.001    # units; a skeleton, bone or model smaller than this is not compared


def subtract_vectors(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def length(vector):
    return math.sqrt(sum(value * value for value in vector))


def distance(a, b):
    return length(subtract_vectors(a, b))


def rotate_vector(matrix, vector):
    """The vector after the rotation."""
    x, y, z = vector
    return [row[0] * x + row[1] * y + row[2] * z for row in matrix]


def transpose(matrix):
    """The matrix of the opposite rotation."""
    return [list(column) for column in zip(*matrix)]


def lower_median(values):
    """Of n sorted values the one at (n - 1) // 2."""
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2]


def box_of(points):
    """Returns (lowest x, y, z) and (highest x, y, z) of the points."""
    columns = list(zip(*points))
    return [min(column) for column in columns], [max(column) for column in columns]


def diagonal(points):
    """The diagonal of the smallest box along the axes around the points; 0 without points."""
    return distance(*box_of(points)) if points else 0.0


def bind_pose(positions, orientations):
    """The pose of a mesh's joints, which the file has in model space."""
    return positions, [rotation_matrix(quaternion(*vector)) for vector in orientations]


def position_by_weight(weight, pose):
    """Returns the position of a vertex according to one of its weights, (joint, bias, position), under a pose."""
    joint, _, position = weight
    x, y, z = rotate_vector(pose[1][joint], position)
    origin = pose[0][joint]
    return [origin[0] + x, origin[1] + y, origin[2] + z]


def skinned_positions(vertices, pose):
    """The places of vertices under a pose. A vertex is a list of weights (joint, bias, position); biases are not normalised."""
    places = []
    for weights in vertices:
        total = [0.0, 0.0, 0.0]
        for weight in weights:
            place = position_by_weight(weight, pose)
            bias = weight[1]
            total = [total[0] + bias * place[0], total[1] + bias * place[1], total[2] + bias * place[2]]
        places.append(total)
    return places


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def multiply_quaternions(p, q):
    """The quaternion [x, y, z, w] that turns by q, then by p."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return [pw * qx + px * qw + py * qz - pz * qy, pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw, pw * qw - px * qx - py * qy - pz * qz]


def quaternion_about(axis, angle):
    """The quaternion of a turn by `angle` radians about a unit axis."""
    return [value * math.sin(angle / 2) for value in axis] + [math.cos(angle / 2)]


def random_quaternion(random, angle):
    """The quaternion of a turn by up to `angle` radians about a random axis."""
    return quaternion_about(normalize([random.uniform(-1, 1) or 1.0 for _ in range(3)]), random.uniform(0, angle))


def angle_between(p, q):
    """The angle in degrees between two orientations given as unit quaternions."""
    dot = abs(sum(a * b for a, b in zip(p, q)))
    return math.degrees(2 * math.acos(min(1.0, dot)))
