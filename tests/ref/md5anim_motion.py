"""Reports joints that turn abruptly in an animation, and animations without motion ("Another file" in shared/formats/md5anim.md).

Needs a file without errors, with all frames and values.
"""

from md5anim_positions import quaternion

# Limits of |dot|², the squared cosine of half the angle between two orientations, for angles of 60, 90 and 120 degrees.
AT_60, AT_90, AT_120 = 0.75, 0.5, 0.25


def check_motion(reader, count_token, frames, turns):
    """Reports the first rotation-jump, and nothing-moves.

    frames: the values of each frame. turns: [(joint, [(vector, offset, end, slot) of each frame])]; the slot is the index of the
    orientation's first value in the frame.
    """
    if len(frames) < 2:
        return
    if all(values == frames[0] for values in frames):
        reader.report_token("nothing-moves", count_token, "num_frames")
    jumps = [(frame, joint, turn[frame]) for joint, turn in turns for frame in _jump_frames(turn)]
    if jumps:
        frame, _, (_, offset, end, slot) = min(jumps, key=lambda jump: jump[:2])
        reader.report("rotation-jump", offset, end, "frames[%d].values[%d]" % (frame, slot))


def _jump_frames(turn):
    """Yields the frames at which a joint turns by more than 120 degrees although it turns slowly before and after, or turns
    away and back.
    """
    poses = [quaternion(*vector) for vector, *_ in turn]

    def squared_cosine(one, other):
        """The squared cosine of half the angle between the orientations in two frames."""
        dot = sum(a * b for a, b in zip(poses[one], poses[other]))
        return dot * dot

    def has_previous_frame(number):
        return 1 <= number < len(poses)

    def turns_over_120_degrees(number):
        return has_previous_frame(number) and squared_cosine(number - 1, number) < AT_120

    def turns_under_90_degrees_or_at_end(number):
        return not has_previous_frame(number) or squared_cosine(number - 1, number) > AT_90

    for frame in range(1, len(poses)):
        if turns_over_120_degrees(frame) and turns_under_90_degrees_or_at_end(frame - 1):
            is_undone = turns_over_120_degrees(frame + 1) and squared_cosine(frame - 1, frame + 1) > AT_60
            if turns_under_90_degrees_or_at_end(frame + 1) or (is_undone and turns_under_90_degrees_or_at_end(frame + 2)):
                yield frame
