"""Where the joints of an .md5anim are in the model's space, in float64 and with matrices, from shared/formats/md5anim.md.

    places_at(frames, parents, rate, seconds)

frames: of each frame, of each joint the six components x y z of the position and of the orientation, baseframe values
filled in. parents: -1 for a root. Returns (x, y, z) for each joint, and the joints' matrices.
"""

import math


def quaternion(x, y, z):
    """x, y, z, w of length 1. w is not stored, and not positive."""
    w = -math.sqrt(max(0.0, 1.0 - x * x - y * y - z * z))
    return unit([x, y, z, w])


def unit(q):
    length = math.sqrt(sum(value * value for value in q))
    return [value / length for value in q]


def between(one, other, share):
    """The orientation on the shorter great arc from one to other."""
    cosine = sum(a * b for a, b in zip(one, other))
    if cosine < 0:
        cosine, other = -cosine, [-value for value in other]
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-7:  # a chord
        first, second = 1.0 - share, share
    else:
        first, second = math.sin((1.0 - share) * angle) / math.sin(angle), math.sin(share * angle) / math.sin(angle)
    return unit([first * a + second * b for a, b in zip(one, other)])


def matrix(q):
    """Its columns are where the axes go."""
    x, y, z, w = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def product(a, b):
    """Of square matrices of one size."""
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def placed(locals_, parents):
    """locals_: (position, orientation) of each joint, relative to its parent."""
    places, turns = [], []
    for (position, orientation), parent in zip(locals_, parents):
        turn = matrix(orientation)
        if parent >= 0:
            position = [places[parent][row] + sum(turns[parent][row][i] * position[i] for i in range(3)) for row in range(3)]
            turn = product(turns[parent], turn)
        places.append(tuple(position))
        turns.append(turn)
    return places, turns


def places_at(frames, parents, rate, seconds):
    """Before the first frame the pose is that of the first, after the last one that of the last."""
    at = min(max(seconds * rate, 0.0), len(frames) - 1.0)
    first = int(math.floor(at))
    share = at - first
    locals_ = []
    for joint in range(len(parents)):
        near = frames[first][joint]
        far = frames[min(first + 1, len(frames) - 1)][joint]
        position = [a + share * (b - a) for a, b in zip(near[:3], far[:3])]
        locals_.append((position, between(quaternion(*near[3:]), quaternion(*far[3:]), share)))
    return placed(locals_, parents)
