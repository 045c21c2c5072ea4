"""Compares an .md5anim without errors with its mesh: boxes, bones, rotations ("Content" in shared/formats/md5anim.md)."""

import math

from content.pose import (SMALLEST, angle_between, box_of, conjugate, diagonal, subtract_vectors, distance, length, lower_median, multiply_quaternions,
                      skinned_positions, transpose, rotate_vector)
from content.clip import ORIENTATION, POSITION
from content.anim_rules import distance_outside_box_negative_inside, report_box
from md5anim_positions import normalize, quaternion
from md5anim_values import ORIENTATION_FLAGS

LARGEST_EXCESS = 0.05       # greatest distance of a vertex outside of the bounds, as a share of the size of the model
LARGEST_BOX = 10            # greatest size of the bounds, in sizes of the model
FEWEST_JOINTS = 3
LARGEST_DEVIATION = 0.25    # greatest distance of a joint from its position in the mesh, as a share of its bone's length
LEAST_TURN = 20             # least median angle in degrees between rotations of the animation and of the mesh
TURN_TOLERANCE = 2          # tolerance of angles in degrees
SHORTEST_BONE = 0.001       # length of a bone in units of the mesh; shorter bones give no ratio
FEWEST_RATIOS = 3
SCALE_TOLERANCE = 0.02      # greatest relative difference of two ratios that count as equal
PLACE_TOLERANCE = 0.01      # greatest distance of two positions that count as equal, as a share of the size of the skeleton


def check_mesh_bounds_if_possible(reader, clip, mesh):
    """Reports mesh-bounds. Returns false if the boxes cannot be compared with the mesh."""
    places = [skinned_positions(mesh.vertices, clip.pose(frame)) for frame in range(len(clip.frames))]
    size = max(diagonal(points) for points in places)
    if clip.are_boxes_zero() or size <= SMALLEST:
        return False
    excess = [max(distance_outside_box_negative_inside(corner, low, high) for corner in box_of(points))
              for points, (_, _, low, high) in zip(places, clip.boxes)]
    if max(excess) > LARGEST_EXCESS * size:
        report_box(reader, clip, "mesh-bounds", excess.index(max(excess)))
    elif lower_median([distance(low, high) for _, _, low, high in clip.boxes]) > LARGEST_BOX * size:
        report_box(reader, clip, "mesh-bounds", 0)
    return True


def offsets_from_parents(mesh):
    """{joint with a parent: its position in the mesh relative to its parent}"""
    positions, rotations = mesh.pose
    return {joint: rotate_vector(transpose(rotations[parent]), subtract_vectors(positions[joint], positions[parent]))
            for joint, parent in enumerate(mesh.parents) if parent >= 0}


def first_displaced_joint(clip, mesh):
    """Returns (joint, true if most bones differ) for mesh-pose: the first joint that is too far from its position in the mesh,
    relative to its parent; (None, false) if there is no such joint.
    """
    rest = offsets_from_parents(mesh)
    frames = range(len(clip.frames))
    away = {joint: [distance(clip.values(frame, joint, POSITION), offset) for frame in frames] for joint, offset in rest.items()}
    deviation = {joint: lower_median(far / length(rest[joint]) for far in away[joint])
                 for joint in rest if length(rest[joint]) > SMALLEST}
    if len(deviation) >= FEWEST_JOINTS and lower_median(deviation.values()) > LARGEST_DEVIATION:
        return min(joint for joint, value in deviation.items() if value > LARGEST_DEVIATION), True
    size = diagonal(mesh.pose[0])
    if size > SMALLEST:
        for joint in sorted(away):
            if min(away[joint]) > size:
                return joint, False
    return None, False


def check_mesh_pose(reader, clip, mesh, is_scaled):
    """Reports mesh-pose, and returns true if it is reported. is_scaled: mesh-scale was reported; it is removed if mesh-pose
    explains it.
    """
    joint, is_most = first_displaced_joint(clip, mesh)
    if joint is None or (is_scaled and not (is_most and angle_of_object_matrix(clip, mesh) > TURN_TOLERANCE)):
        return False
    if is_scaled:
        reader.result.drop_and_return_whether_found("md5anim/mesh-scale")
    reader.report("mesh-pose", *clip.span(0, joint, POSITION))
    return True


def angle_of_object_matrix(clip, mesh):
    """The angle in degrees of an object matrix that only the mesh's exporter applied; 0 if no matrix fits."""
    positions, rotations = mesh.pose
    joints = [joint for joint, parent in enumerate(mesh.parents) if parent >= 0]
    turns, moved = [], []
    for joint in joints:
        parent = mesh.parents[joint]
        base = quaternion(*clip.base[joint][ORIENTATION][2])
        turns.append(multiply_quaternions(multiply_quaternions(mesh.quaternions[parent], base), conjugate(mesh.quaternions[joint])))
        placed = rotate_vector(rotations[parent], clip.base[joint][POSITION][2])
        moved.append([a + b for a, b in zip(positions[parent], placed)])
    if any(angle_between(turns[0], q) > TURN_TOLERANCE for q in turns):
        return 0.0
    if not _is_scaled_and_rotated(_relative_to_centre(moved), _relative_to_centre([positions[joint] for joint in joints]), turns[0]):
        return 0.0
    return angle_between(turns[0], [0.0, 0.0, 0.0, 1.0])


def _relative_to_centre(points):
    mean = [sum(column) / len(points) for column in zip(*points)]
    return [subtract_vectors(point, mean) for point in points]


def _is_scaled_and_rotated(moved, rest, q):
    """Returns true if `moved` are the points `rest` after a scale and the rotation q."""
    square = sum(value * value for point in rest for value in point)
    if square == 0:
        return False
    scale = math.sqrt(sum(value * value for point in moved for value in point) / square)
    most = PLACE_TOLERANCE * scale * math.sqrt(square)
    for y, x in zip(moved, rest):
        turned = multiply_quaternions(multiply_quaternions(q, [*x, 0.0]), conjugate(q))
        if any(abs(a - scale * b) > most for a, b in zip(y, turned)):
            return False
    return True


def check_mesh_rotation(reader, clip, mesh):
    """Reports rotations that fit the mesh better conjugated, or with w stored first."""
    whole = sum(ORIENTATION_FLAGS)
    joints = [joint for joint in clip.joint_indices() if clip.flags[joint] & whole == whole]
    if len(joints) < FEWEST_JOINTS:
        return
    given, conjugated, w_first = [], [], []
    for joint in joints:
        rest, parent = mesh.quaternions[joint], mesh.parents[joint]
        if parent >= 0:
            rest = multiply_quaternions(conjugate(mesh.quaternions[parent]), rest)
        for frame in range(len(clip.frames)):
            vector = clip.values(frame, joint, ORIENTATION)
            q = quaternion(*vector)
            given.append(angle_between(q, rest))
            conjugated.append(angle_between(conjugate(q), rest))
            w_first.append(min(angle_between(other, rest) for other in _orientations_with_w_first(vector)))
    a, b, c = lower_median(given), lower_median(conjugated), lower_median(w_first)
    if a > LEAST_TURN and min(b, c) < a / 2:
        reader.report("mesh-rotation", *clip.span(0, joints[0], ORIENTATION))


def _orientations_with_w_first(vector):
    """Returns the four orientations that the vector may mean if its three numbers are w, x and y."""
    rest = math.sqrt(max(0.0, 1.0 - sum(value * value for value in vector)))
    for z in (rest, -rest):
        q = normalize([vector[1], vector[2], z, vector[0]])
        yield q
        yield conjugate(q)


def report_if_mesh_scaled(reader, joints, positions, base_positions):
    """Reports mesh-scale if at least three quarters of the bones of the baseframe are longer than in the mesh, or shorter, by one
    factor ("Pairs" in shared/formats/md5mesh.md).

    joints, positions: of the mesh, in model space. base_positions: (first token, last token, values) of each joint.
    """
    if any(None in values for values in positions) or any(None in values for _, _, values in base_positions):
        return  # a value that is a decimal comma is None, and the rule on decimal commas is reported once per file
    bones = [(distance(positions[index], positions[joint.parent]), index) for index, joint in enumerate(joints) if joint.parent >= 0]
    ratios = [(length(base_positions[index][2]) / of_mesh, index) for of_mesh, index in bones if of_mesh > SHORTEST_BONE]
    if len(ratios) < FEWEST_RATIOS:
        return
    middle = lower_median(ratio for ratio, _ in ratios)
    scaled = [index for ratio, index in ratios if abs(ratio - middle) <= SCALE_TOLERANCE * middle]
    if abs(middle - 1) > SCALE_TOLERANCE and 4 * len(scaled) >= 3 * len(ratios):
        opening, closing, _ = base_positions[scaled[0]]
        reader.report("mesh-scale", opening.offset, closing.end, "baseframe[%d].position" % scaled[0])
