"""The figures of a valid .md5anim, computed from the file alone."""

import math

from animation import AnimatedSkeleton, Animation
from box_extents import box_extents_of_points
from md5anim_positions import transforms_at


def count_prunable_components(animation):
    """Returns the number of animated components that have the same bits in all frames, except for the position of joint 0."""
    prunable = 0
    for joint, (_, _, flags) in enumerate(animation.joints):
        bits = [bit for bit in range(6) if flags >> bit & 1]
        for index, bit in enumerate(bits):
            values = {frame[joint][index] for frame in animation.frames}
            prunable += len(values) == 1 and (joint > 0 or bit >= 3)
    return prunable


def figures(data):
    animation, skeleton = Animation(data), AnimatedSkeleton(data)
    poses = [transforms_at([pose], skeleton.parents, skeleton.rate, 0)[0] for pose in skeleton.frames]
    boxes = [box_extents_of_points([pose[joint] for pose in poses]) for joint in range(len(animation.joints))]
    return {
        "joints": len(animation.joints), "frames": len(poses), "duration": (len(poses) - 1) / skeleton.rate, "rate": skeleton.rate,
        "animated": sum(bin(flags).count("1") for _, _, flags in animation.joints), "prunable": count_prunable_components(animation),
        "motion": max(math.hypot(*box.values()) for box in boxes),
        "step": max([math.dist(one, other) for before, after in zip(poses, poses[1:]) for one, other in zip(before, after)] + [0.0]),
        **box_extents_of_points([point for pose in poses for point in pose])}
