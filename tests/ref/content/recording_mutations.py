"""Changes what a Recording means: mutate_recording(random, recording). Some changes stay below the thresholds of the rules."""

from content.pose import multiply_quaternions, quaternion_about
from content.recording import SIDES

NOT_NUMBERS = (float("nan"), float("inf"), float("-inf"))


def _position_paths_of_hand(recording, side):
    return [base for base in recording.vector_paths_with_keys("position") if base.startswith("hand_joints_" + side)]


def _scale_hands(random, recording):
    factor, sides = random.choice([0.001, 0.01, 0.0254, 0.3, 0.33, 0.36, 0.4, 2, 2.3, 2.5, 3, 3.28, 39.37, 100, 1000]), random.choice(
        [SIDES, SIDES[:1], SIDES[1:]])
    for side in sides:
        for base in _position_paths_of_hand(recording, side):
            for curve in recording.vector_curves(base):
                curve.values = [factor * value for value in curve.values]


def _exchange_hands(random, recording):
    """Exchanges the joints of the two hands; sometimes also their tracked and pinching keys."""
    with_booleans = random.randrange(2)
    for curve in recording.curves:
        other = recording.by_path.get(curve.path.replace("left", "right"), curve)
        if other is not curve and (with_booleans or not curve.is_boolean):
            curve.times, curve.values, other.times, other.values = other.times, other.values, curve.times, curve.values


def _turn_axes_of_hand_joints(random, recording):
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    turned = quaternion_about(*random.choice([(y, 3.14159265), (x, 3.14159265), (z, 3.14159265), (x, 1.5708), (x, 1.0), (x, 1.1), (y, 0.4),
                                   (z, 2.6), (z, 2.4)]))
    scale, palm_only = random.choice([1, 1, 1, 0.5, 0]), random.randrange(2)
    for base in recording.vector_paths_with_keys("rotation"):
        curves = recording.vector_curves(base)
        if "hand_joints" in base and (not palm_only or "[2]" in base):
            vectors = [[scale * value for value in multiply_quaternions(list(key), turned)] for key in zip(*(curve.values for curve in curves))]
            recording.set_vector(base, curves[0].times, vectors)


def _change_hand_tracking(random, recording):
    curve = recording.by_path.get("hand_tracked_" + random.choice(SIDES))
    if curve:
        curve.values = random.choice([[], [0.0], [0.5], [0.0, 1.0]])
        curve.times = [recording.times[0] + 0.1 * index for index in range(len(curve.values))]


def _remove_keys_of_joint(random, recording):
    """Leaves out the keys of one joint, and mostly gives a key to the joint None."""
    side, joint = random.choice(SIDES), random.choice([26, 26, 26, 25, 1, 2, 8, 13, 23])
    for base in recording.vector_paths_with_keys("position", "rotation"):
        if base.startswith("hand_joints_%s[%d]" % (side, joint)):
            for curve in recording.vector_curves(base):
                curve.times, curve.values = [], []
    if random.random() < 0.9:
        ends = [("position", [0, 1, 0]), ("rotation", random.choice([[0, 0, 0, 1], [0, 0, 0, 0]]))]
        for end, value in ends[:random.choice([1, 2])]:
            recording.set_vector("hand_joints_%s[0].%s" % (side, end), recording.times[:1], [value])


def _move_key(random, recording):
    """Moves one or two keys on one axis; mostly also moves the following keys by the distance or a part of it."""
    paths = recording.vector_paths_with_keys("position", "origin")
    if not paths:
        return
    for _ in range(random.choice([1, 1, 2])):
        curve = random.choice(recording.vector_curves(random.choice(paths)))
        key, far = random.randrange(len(curve.times)), random.choice([0.05, 0.2, 0.24, 0.26, 0.35, 1, -1, 100])
        kept = random.choice([0, 0, 0.1, 0.15, 0.2, 1])
        curve.values = [value + far * ((index == key) + kept * (index > key)) for index, value in enumerate(curve.values)]


def _turn_key(random, recording):
    """Turns one key of a rotation, and may negate it or set it to 0; mostly also turns the following keys a little."""
    paths = recording.vector_paths_with_keys("rotation")
    if not paths:
        return
    curves = recording.vector_curves(random.choice(paths))
    key, angle = random.randrange(len(curves[0].times)), random.choice([0.7, 1.0, 1.1, 1.5, 3, 5.2])
    after = random.choice([0, 0, 0.2, 0.24, 0.28, 0.5])
    axis, sign, vectors = (0, 1, 0), random.choice([1, 1, -1, 0]), []
    for index, vector in enumerate(zip(*(curve.values for curve in curves))):
        turned = multiply_quaternions(quaternion_about(axis, angle * (index == key) + after * (index > key)), list(vector))
        vectors.append([sign * value for value in turned] if index == key else turned)
    recording.set_vector(curves[0].path[:-2], curves[0].times, vectors)


def _stretch_bone(random, recording):
    """Changes the distance between two joints of a hand at one key."""
    paths = _position_paths_of_hand(recording, random.choice(SIDES))
    if not paths:
        return
    first, second = recording.vector_curves(random.choice(paths)), recording.vector_curves(random.choice(paths))
    key, factor = random.randrange(len(second[0].times)), random.choice([0.1, 0.2, 0.3, 0.5, 3, 3.9, 4.1, 6])
    for one, other in zip(first, second):
        if key < len(one.values):
            other.values[key] = one.values[key] + factor * (other.values[key] - one.values[key])


def _change_times(random, recording):
    """Scales and moves all times, those of the float curves, or those of one vector; half of the time also those of the markers."""
    factor, shift = random.choice([1, 1, 3, 11, 30, 1000]), random.choice([0, 0, -recording.times[-1], -100, 9.99, 10.01, 20, 1e6])
    which, base = random.randrange(3), random.choice(recording.vector_paths_with_keys() or ["camera.position"])
    for curve in recording.curves:
        if which == 0 or which == 1 and not curve.is_boolean or which == 2 and curve.path.startswith(base):
            curve.times = [factor * time + shift for time in curve.times]
    if random.randrange(2):
        recording.markers = [(factor * time + shift, name) for time, name in recording.markers]


def _drop_last_keys(random, recording):
    """Removes the last keys of all or some float curves, or all keys but the first one or two. Replaces the keys of some boolean
    curves by two, the second of them near the end. Changes half of the recordings in the published layout to the writer's
    layout."""
    least, start = random.choice([1, 2, 2, 2]), random.choice(["camera", "camera", "gaze", "", ""])
    lost, recording.is_published = random.choice([0, 1, 1, 2, 100]), recording.is_published and random.randrange(2) == 0
    for curve in recording.curves:
        if not curve.is_boolean and curve.path.startswith(start):
            kept = max(least, len(curve.times) - lost)
            curve.times, curve.values = curve.times[:kept], curve.values[:kept]
    for name in ("tracked_left", "tracked_right", "pinching_left", "pinching_right"):
        if random.randrange(2):
            end = recording.times[-1] + random.choice([-0.01, 0, 0.01])
            recording.set_boolean("hand_" + name, [recording.times[0] - 0.01, end], [1.0, 0.0])


def _change_markers(random, recording):
    last = recording.times[-1]
    recording.markers = [(last + random.choice([-1, 0, 0.001, 5, *NOT_NUMBERS]), b"x" * random.randrange(3)) for _ in range(3)]


def _change_value(random, recording):
    """Sets one value or time of a curve to NaN, infinity, a subnormal number, zero, a large or a usual number."""
    curve = random.choice([curve for curve in recording.curves if curve.times] or recording.curves)
    numbers = random.choice([curve.times, curve.values])
    if numbers:
        numbers[random.randrange(len(numbers))] = random.choice([*NOT_NUMBERS, 1e-42, 0.0, -0.0, 1e30, 0.5, 1.0])


def _change_key_of_component(random, recording):
    """Leaves out a key of one component, or changes its time."""
    curve = random.choice([curve for curve in recording.curves if curve.times] or recording.curves)
    if not curve.times:
        return
    key = random.randrange(len(curve.times))
    if random.randrange(2):
        del curve.times[key], curve.values[key]
    else:
        curve.times[key] += random.choice([0.001, 0.05, -0.05])


def _set_keys_of_some_joints_to_zero(random, recording):
    """Sets all keys of a random part of the positions and rotations of the joints 1, 2, 8, 13 and 23 to 0."""
    paths = [base for base in recording.vector_paths_with_keys("position", "rotation") if "[%s]" % random.choice(["", "1", "2", "13", "8", "23"]) in base]
    for base in paths:
        curves = recording.vector_curves(base)
        recording.set_vector(base, curves[0].times, [[0.0] * len(curves)] * len(curves[0].times))


def _change_count(random, recording):
    """Writes a wrong key count for one of the first curves, for the last curve or for any curve."""
    count = len(recording.curves)
    if not count:
        return
    curve = recording.curves[random.choice([random.randrange(min(8, count)), random.randrange(count), count - 1])]
    right = len(curve.times)
    curve.count = random.choice([-1, 2 ** 31 - 1, right + 1, right - 1, 0, 2 * right, right + 2, 1, 256 * right])
    curve.count = max(-2 ** 31, min(2 ** 31 - 1, curve.count))


def _change_wraps(random, recording):
    wraps = random.choice([[0, 0], [8, 8], [1, 2], [3, 8], [5, 4], [16, 8]])
    for curve in recording.curves if random.randrange(2) else recording.curves[-1:]:
        curve.wraps = wraps


def _declare_other_version(random, recording):
    recording.declared_minor = 1 - recording.minor


def _change_tangents_and_weights(random, recording):
    extra = random.choice([(0.0, 0.0, 0.0, 0.0, 0), (0.0, 0.0, 0.5, 0.5, 2), (1.0, 1.0, 0.3, 0.3, 0), (0.0, 0.0, 0.0, 0.0, 4)])
    for curve in recording.curves if random.random() < 0.7 else recording.curves[:1]:
        curve.extra = extra


MUTATIONS = (_scale_hands, _scale_hands, _exchange_hands, _turn_axes_of_hand_joints, _turn_axes_of_hand_joints,
             _turn_axes_of_hand_joints, _change_hand_tracking, _remove_keys_of_joint, _remove_keys_of_joint, _move_key, _move_key,
             _move_key, _turn_key, _turn_key, _turn_key, _turn_key, _stretch_bone, _stretch_bone, _change_times, _change_times,
             _drop_last_keys, _drop_last_keys, _drop_last_keys, _change_markers, _change_value, _change_key_of_component,
             _set_keys_of_some_joints_to_zero, _change_count, _change_count, _change_count, _change_wraps, _declare_other_version,
             _change_tangents_and_weights)


def mutate_recording(random, recording):
    """Applies none to three changes, most often one."""
    for _ in range(random.choice([0, 1, 1, 1, 1, 2, 2, 3])):
        random.choice(MUTATIONS)(random, recording)
