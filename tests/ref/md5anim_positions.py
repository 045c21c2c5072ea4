"""Computes the model-space positions and rotations of an .md5anim's joints in float64, by the matrices of shared/formats/md5anim.md.

    transforms_at(frames, parents, rate, seconds)

frames: six components for each joint of each frame: x, y, z of the position and of the orientation, with baseframe values filled
in. parents: the parent's index of each joint; -1 for a root. Returns [(x, y, z) of each joint], [matrix of each joint].
"""

import math


def quaternion(x, y, z):
    """The unit quaternion [x, y, z, w]. A file does not store w, which is 0 or negative."""
    w = -math.sqrt(max(0.0, 1.0 - x * x - y * y - z * z))
    return normalize([x, y, z, w])


def normalize(q):
    length = math.sqrt(sum(value * value for value in q))
    return [value / length for value in q]


def interpolate_quaternions(one, other, fraction):
    """The orientation at `fraction` (0 to 1) of the shorter great arc from one to other."""
    cosine = sum(a * b for a, b in zip(one, other))
    if cosine < 0:
        cosine, other = -cosine, [-value for value in other]
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-7:  # linear interpolation: sin(angle) would be near 0
        first, second = 1.0 - fraction, fraction
    else:
        first, second = math.sin((1.0 - fraction) * angle) / math.sin(angle), math.sin(fraction * angle) / math.sin(angle)
    return normalize([first * a + second * b for a, b in zip(one, other)])


def rotation_matrix(q):
    """The rotation matrix of a unit quaternion. Its columns are the rotated axes."""
    x, y, z, w = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def matrix_product(a, b):
    """The product of two square matrices of one size."""
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def world_transforms(locals_, parents):
    """Positions and matrices of all joints in model space. locals_: (position, orientation) of each joint in its parent's
    space."""
    positions, rotations = [], []
    for (position, orientation), parent in zip(locals_, parents):
        rotation = rotation_matrix(orientation)
        if parent >= 0:
            position = [positions[parent][row] + sum(rotations[parent][row][i] * position[i] for i in range(3)) for row in range(3)]
            rotation = matrix_product(rotations[parent], rotation)
        positions.append(tuple(position))
        rotations.append(rotation)
    return positions, rotations


def transforms_at(frames, parents, rate, seconds):
    """Positions and matrices of all joints at a time. Before the first frame and after the last the pose does not change."""
    at = min(max(seconds * rate, 0.0), len(frames) - 1.0)
    first = int(math.floor(at))
    fraction = at - first
    locals_ = []
    for joint in range(len(parents)):
        near = frames[first][joint]
        far = frames[min(first + 1, len(frames) - 1)][joint]
        position = [a + fraction * (b - a) for a, b in zip(near[:3], far[:3])]
        locals_.append((position, interpolate_quaternions(quaternion(*near[3:]), quaternion(*far[3:]), fraction)))
    return world_transforms(locals_, parents)
