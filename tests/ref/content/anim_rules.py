"""Checks the rotations, boxes and motion of an .md5anim without errors ("Content" in shared/formats/md5anim.md)."""

from content.pose import SMALLEST, box_of, distance
from content.clip import ORIENTATION, POSITION
from md5anim_values import ORIENTATION_FLAGS, POSITION_FLAGS

LONGEST_SQUARE = 1.21       # greatest squared length of x, y and z of a quaternion that is a rotation
# least distance by which a joint must be outside of its frame's box to be reported, as a share of the size of the pose
OUTSIDE_SHARE = 0.01
JUMP_SHARE = 0.5            # least distance of a jump that is reported, as a share of the size of the pose
# greatest distance at which the positions before and after a jump count as equal, as a share of the jump
BACK_SHARE = 0.25
HIGHEST_RATE = 240


def span_of_first_too_long_rotation(clip):
    """(offset, end, path) of the first orientation that is too long to be a rotation; None if all can be rotations."""
    for joint in clip.joint_indices():
        if _squared_length(clip.base[joint][ORIENTATION][2]) > LONGEST_SQUARE:
            return clip.base_span(joint, ORIENTATION)
    turning = [joint for joint in clip.joint_indices() if clip.flags[joint] & sum(ORIENTATION_FLAGS)]
    for frame in range(len(clip.frames)):
        spans = [clip.span(frame, joint, ORIENTATION) for joint in turning
                 if _squared_length(clip.values(frame, joint, ORIENTATION)) > LONGEST_SQUARE]
        if spans:
            return min(spans)
    return None


def _squared_length(vector):
    return sum(value * value for value in vector)


def report_first_box_not_around_joints(reader, clip):
    """Reports bounds-joints if no frame has a joint in or near its box, or for the first flat box around joints that are not flat."""
    size = clip.median_pose_size()
    if len(clip.names) < 2 or size <= SMALLEST or clip.are_boxes_zero():
        return
    frame = _find_worst_frame_if_all_outside(clip, OUTSIDE_SHARE * size)
    if frame is None:
        flat = (number for number in range(len(clip.frames)) if _is_box_wrongly_flat(clip, number, OUTSIDE_SHARE * size))
        frame = next(flat, None)
    if frame is not None:
        report_box(reader, clip, "bounds-joints", frame)


def report_box(reader, clip, rule, frame):
    opening, closing, _, _ = clip.boxes[frame]
    reader.report(rule, opening.offset, closing.end, "bounds[%d]" % frame)


def distance_outside_box_negative_inside(point, low, high):
    """Returns how far the point is below or above the box on the worst axis; negative inside the box."""
    return max(max(least - value, value - most) for value, least, most in zip(point, low, high))


def _find_worst_frame_if_all_outside(clip, least):
    """The frame with the greatest distance from its box to the nearest joint; None if a joint of any frame is outside by at most `least`."""
    nearest = []
    for frame, (_, _, low, high) in enumerate(clip.boxes):
        nearest.append(min(distance_outside_box_negative_inside(point, low, high) for point in clip.pose(frame)[0]))
        if not nearest[-1] > least:
            return None
    return nearest.index(max(nearest))


def _is_box_wrongly_flat(clip, frame, least):
    _, _, low, high = clip.boxes[frame]
    lowest, highest = box_of(clip.pose(frame)[0])
    return any(low[axis] == high[axis] and highest[axis] - lowest[axis] > least for axis in range(3))


def check_position_jump(reader, clip):
    """Reports the first joint that is far from its place for one frame only."""
    if len(clip.frames) < 3 or len(clip.names) < 2:
        return
    size = clip.median_pose_size()
    if size <= SMALLEST:
        return
    moving = [joint for joint in clip.joint_indices() if clip.flags[joint] & POSITION_FLAGS]
    for frame in range(1, len(clip.frames) - 1):
        spans = [clip.span(frame, joint, POSITION) for joint in moving if _jumps_away_and_back(clip, frame, joint, JUMP_SHARE * size)]
        if spans:
            reader.report("position-jump", *min(spans))
            return


def _jumps_away_and_back(clip, frame, joint, least):
    before, here, after = (clip.values(number, joint, POSITION) for number in (frame - 1, frame, frame + 1))
    step = min(distance(here, before), distance(after, here))
    return step > least and distance(after, before) < BACK_SHARE * step


def report_if_frame_rate_high(reader):
    """Reports a frame rate that looks like a number of milliseconds or frames."""
    if reader.frame_rate > HIGHEST_RATE:
        reader.report_token("frame-rate-high", reader.frame_rate_token, "frame_rate")
