"""Changes what a Pair means: mutate_content(random, pair). Some changes stay below the thresholds of the rules."""

import math

from content.pair import random_rotation, xyz_of_quaternion
from content.pose import conjugate, diagonal, subtract_vectors, lower_median, multiply_quaternions, transpose, rotate_vector, position_by_weight
from md5anim_positions import quaternion, rotation_matrix

FACTORS = (0.0254, 0.5, 0.9, 0.97, 0.985, 1.01, 1.025, 1.1, 2.0, 39.37)
FIT_SHARE = 0.6     # share of changes after which the boxes are computed again from the new poses


def change_boxes(random, pair):
    """Moves, shrinks, scales, turns, flattens or replaces boxes of some or all frames."""
    kind, size = random.randrange(8), max(diagonal(pair.pose(0)[0]), 1.0)
    amount, axis = random.choice([0.005, 0.02, 0.04, 0.06, 0.1, 0.5, 2.0]) * size, random.randrange(3)
    factor, left_out = random.choice([3, 8, 11, 30]), random.choice([0.0, 0.0, 0.3])
    for number, (low, high) in enumerate(pair.boxes):
        if random.random() < left_out:
            continue
        if kind == 0:
            low[axis], high[axis] = low[axis] + amount, high[axis] + amount
        elif kind == 1:
            low[axis], high[axis] = low[axis] + amount, high[axis] - amount
        elif kind == 2:
            low[axis] = high[axis] = random.choice([0.0, low[axis], high[axis]])
        elif kind == 3:
            low[:] = high[:] = random.choice([[0.0] * 3, low[:]])
        elif kind == 4:
            low[:], high[:] = [factor * value for value in low], [factor * value for value in high]
        elif kind == 5:
            places = pair.pose(number)[0]
            low[:], high[:] = map(min, zip(*places)), map(max, zip(*places))
        elif kind == 6:
            places = [place[axis] for place in pair.pose(number)[0]]
            low[axis], high[axis] = max(places) + amount / 4, max(places) + amount + 1
        else:
            low[:], high[:] = [-high[0], low[2], low[1]], [-low[0], high[2], high[1]]


def _change_each_rotation(random, pair, change):
    """Applies `change` to the rotations of the frames, of the baseframe, or of both; sometimes only to those of some joints."""
    which, share = random.randrange(1, 4), random.choice([1, 1, 0.5])
    joints = {joint for joint in range(len(pair.names)) if random.random() < share}
    for frame in pair.frames if which & 1 else []:
        frame[:] = [(p, change(v)) if joint in joints else (p, v) for joint, (p, v) in enumerate(frame)]
    if which & 2:
        pair.base = [(p, change(v)) if joint in joints else (p, v) for joint, (p, v) in enumerate(pair.base)]


def _change_rotations(random, pair):
    """Stores w first, conjugates or scales rotations (57.3: degrees), or exchanges their components, as faulty exporters do."""
    scale = random.choice([1.005, 1.02, 1.09, 1.11, 2.0, 57.29578])
    change = random.choice([lambda v: [-math.sqrt(max(0.0, 1 - sum(x * x for x in v))), v[0], v[1]], lambda v: [-x for x in v],
                            lambda v: [scale * x for x in v], lambda v: [v[1], v[2], v[0]]])
    _change_each_rotation(random, pair, change)


def _exchange_position_and_rotation(random, pair):
    """Exchanges position and rotation of each joint in each frame, and half of the time also in the baseframe."""
    for frame in pair.frames:
        frame[:] = [(v, p) for p, v in frame]
    if random.randrange(2):
        pair.base = [(v, p) for p, v in pair.base]


def _random_object_rotation(random):
    return quaternion(*random.choice([random_rotation(random, 0.03), random_rotation(random, 0.06), random_rotation(random, 3.0),
                                      [math.sqrt(0.5), 0.0, 0.0], [0.0, 0.0, 0.0]]))


def _apply_object_matrix(random, pair):
    """Places each bone by an object matrix that its parent does not have, in the baseframe and mostly also in all frames."""
    q, scale, only_base = _random_object_rotation(random), random.choice([1.0, 1.0, *FACTORS]), random.random() < 0.2
    origin = [random.uniform(-1, 1) for _ in range(3)]
    places, rotations = pair.mesh_pose, [quaternion(*v) for v in pair.mesh_rotations]
    for joint, parent in enumerate(pair.parents):
        if parent < 0:
            continue
        moved = [scale * a + b for a, b in zip(rotate_vector(rotation_matrix(q), places[joint]), origin)]
        back = conjugate(rotations[parent])
        position = rotate_vector(rotation_matrix(back), subtract_vectors(moved, places[parent]))
        vector = xyz_of_quaternion(multiply_quaternions(back, multiply_quaternions(q, rotations[joint])))
        pair.base[joint] = (position, vector)
        for frame in pair.frames if not only_base else []:
            frame[joint] = (list(position), list(vector))


def _scale_positions(random, pair):
    """Scales the positions of all or some joints in the baseframe, in the frames or in both."""
    factor, which, share = random.choice(FACTORS), random.randrange(1, 4), random.choice([1, 1, 0.7])
    joints = {joint for joint in range(len(pair.names)) if random.random() < share}
    for joints_of in ([pair.base] if which & 1 else []) + (pair.frames if which & 2 else []):
        joints_of[:] = [([factor * x for x in p], v) if joint in joints else (p, v) for joint, (p, v) in enumerate(joints_of)]


def _turn_positions(random, pair):
    """Rotates the positions of all joints, as if the mesh had bones with other axes."""
    matrix = rotation_matrix(_random_object_rotation(random))
    for frame in pair.frames:
        frame[:] = [(rotate_vector(matrix, p), v) for p, v in frame]
    pair.base = [(rotate_vector(matrix, p), v) for p, v in pair.base]


def _move_joint(random, pair):
    """Moves a joint far away, in all frames or in all frames except one."""
    joint, size = random.randrange(len(pair.names)), diagonal(pair.mesh_pose)
    far, left_out = random.choice([0.3, 0.9, 1.1, 1.5, 10]) * size, random.randrange(-3, len(pair.frames))
    for number, frame in enumerate(pair.frames):
        if number != left_out:
            position, vector = frame[joint]
            frame[joint] = ([position[0] + far, *position[1:]], vector)


def _add_spike(random, pair):
    """Moves a joint in one frame; mostly also moves it in the following frames by the distance or a part of it."""
    number, joint = random.randrange(len(pair.frames)), random.randrange(len(pair.names))
    size = lower_median([diagonal(pair.pose(frame)[0]) for frame in range(len(pair.frames))])
    far, kept = random.choice([0.3, 0.45, 0.55, 0.7, 3.0]) * size, random.choice([0.0, 0.1, 0.2, 0.3, 1.0])
    axis = random.randrange(3)
    for frame in range(number, len(pair.frames)):
        position, vector = pair.frames[frame][joint]
        moved = list(position)
        moved[axis] += far if frame == number else kept * far
        pair.frames[frame][joint] = (moved, vector)


def _change_weights(random, pair):
    """Writes weights in model space, of conjugated joints, of the next joint, or at random places, for all vertices or a part of them."""
    kind, share, pose = random.randrange(4), random.choice([1, 1, 0.6, 0.5, 0.4]), pair.bind_pose()
    for weights in pair.all_vertices():
        for weight in weights if random.random() < share else []:
            joint, _, position = weight
            if kind == 0:
                weight[2] = position_by_weight(weight, pose)
            elif kind == 1:
                weight[2] = rotate_vector(transpose(pose[1][joint]), rotate_vector(transpose(pose[1][joint]), position))
            elif kind == 2:
                weight[0] = (joint + 1) % len(pair.mesh_names)
            else:
                weight[2] = [value + random.uniform(-1, 1) for value in position]


def _change_biases(random, pair):
    """Writes biases in per cent, negative, or with a sum other than 1, in one block or in all blocks."""
    factor, share = random.choice([100, 100, -1, 1.0005, 2, 0.5]), random.choice([1, 1, 0.55, 0.45, 0.1])
    for vertices, _ in pair.blocks[:random.choice([1, 2])]:
        for weight in (weight for weights in vertices for weight in weights):
            if random.random() < share:
                weight[1] *= factor


def _reverse_or_drop_triangles(random, pair):
    """Reverses the corners of triangles, or leaves some triangles out."""
    share, kept = random.choice([1, 1, 0.8, 0.6, 0.05, 0]), random.choice([1, 1, 0.97, 0.9, 0.5])
    for _, triangles in pair.blocks:
        triangles[:] = [[a, c, b] if random.random() < share else [a, b, c] for a, b, c in triangles if random.random() < kept]


def _change_header_count_or_parents(random, pair):
    """Writes a wrong count in the header, or parents counted from 1."""
    if random.randrange(4) == 0:
        pair.parent_texts = {joint: parent + 1 for joint, parent in enumerate(pair.parents)}
        return
    key, right = random.choice([("numJoints", len(pair.names)), ("numFrames", len(pair.frames))])
    pair.header[key] = random.choice([right + 1, right - 1, right + 1, 0, -1, 2 * right, 100000, 2 ** 31, "010", "3.0", -2 ** 31])


def _change_comments(random, pair):
    """Writes other comments after joints."""
    for joint in range(len(pair.names)):
        if random.random() < 0.5:
            name = random.choice([random.choice(pair.names), pair.names[max(0, pair.parents[joint])], "", "root", "a b"])
            name = random.choice(['"%s"', "%s", "%s", ' %s', '"%s', '""%s""', "%s ( Tx )", "(%s)"]) % name
            words = [word for word in ("Tx", "Ty", "Tz", "Qx", "Qy", "Qz", "Tw") if random.random() < 0.4]
            words = random.choice(["( %s )", "(%s)", "( %s", "( %s ) x", "( %s )\r", "( %s )\t "]) % random.choice([" ", "\t", ", "]).join(words)
            space = random.choice([" ", "\t", "", " \t", "\f", " /* */ "])
            pair.comments[joint] = space + random.choice(["//", "// ", "//\t"]) + random.choice([name, words, name + " " + words, name + words])


def _change_flags_of_one_joint(random, pair):
    pair.flags[random.randrange(len(pair.flags))] = random.choice([0, 7, 56, 63, 1, 8, random.randrange(64)])


def _change_rate(random, pair):
    pair.rate = random.choice(["240", "241", "240.0", "240.5", "1000", "2147483", "2147484", "0", "24.5", "0.5", "x", "1e3"])


def _rename_or_reparent_in_mesh_or_both(random, pair):
    """Renames a joint or gives it another parent, in the mesh or in both files."""
    joint = random.randrange(len(pair.names))
    name, parent = random.choice(["other", pair.names[0]]), random.randrange(-1, max(1, joint))
    both = random.randrange(2)
    if random.randrange(2):
        pair.mesh_names[joint] = name
        pair.names[joint] = name if both else pair.names[joint]
    elif joint:
        pair.mesh_parents[joint] = parent
        pair.parents[joint] = parent if both else pair.parents[joint]


def _replace_all_frames_by_first(random, pair):
    """Repeats the first frame, so that nothing moves."""
    pair.frames = [[(list(p), list(v)) for p, v in pair.frames[0]] for _ in pair.frames]


MUTATIONS = (change_boxes, change_boxes, _change_rotations, _change_rotations, _exchange_position_and_rotation,
             _apply_object_matrix, _apply_object_matrix, _scale_positions, _scale_positions, _turn_positions, _move_joint,
             _add_spike, _add_spike, _add_spike, _change_weights, _change_weights, _change_biases, _reverse_or_drop_triangles,
             _reverse_or_drop_triangles, _change_header_count_or_parents, _change_comments, _change_comments,
             _change_flags_of_one_joint, _change_rate, _rename_or_reparent_in_mesh_or_both, _replace_all_frames_by_first)


def mutate_content(random, pair):
    """Applies up to three changes, most often one."""
    for _ in range(random.choice([0, 1, 1, 1, 1, 2, 2, 3])):
        change = random.choice(MUTATIONS)
        change(random, pair)
        if change is not change_boxes and random.random() < FIT_SHARE:
            pair.boxes = pair.fitting_boxes()
