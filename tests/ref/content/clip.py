"""The joints, boxes and frames of an .md5anim without errors, with the places of their values in the file."""

from content.pose import diagonal, lower_median
from md5anim_positions import quaternion, world_transforms
from md5anim_values import count_bits

POSITION, ORIENTATION = 0, 1
FLAGS = ((1, 2, 4), (8, 16, 32))    # flags of x, y, z of the position, and of the orientation


class Clip:
    """The content of an animation.

    boxes: (first token, last token, low, high) of each frame. base: for each joint two vectors (first token, last token, values),
    the position and the orientation. frames: (token, value) of each component of each frame.
    """

    def __init__(self, reader):
        self.names = [joint.name for joint in reader.joint_list.joints]
        self.parents = [joint.parent for joint in reader.joint_list.joints]
        self.flags = [joint.flags for joint in reader.animated]
        self.base = list(zip(reader.base_positions, reader.base_orientations))
        self.boxes = reader.boxes
        self.frames = reader.frames
        self._starts = [joint.start for joint in reader.animated]
        self._poses = {}

    def joint_indices(self):
        return range(len(self.names))

    def _indices_of_values(self, joint, part):
        """Returns the index in a frame's values of x, y and z of a joint's position or orientation; None for a component that
        is not animated.
        """
        flags, start = self.flags[joint], self._starts[joint]
        return [start + count_bits(flags & (flag - 1)) if flags & flag else None for flag in FLAGS[part]]

    def values(self, frame, joint, part):
        """x, y, z of a joint's position or orientation in a frame, relative to the parent."""
        base, values = self.base[joint][part][2], self.frames[frame]
        return [base[axis] if slot is None else values[slot][1] for axis, slot in enumerate(self._indices_of_values(joint, part))]

    def base_span(self, joint, part):
        """(offset, end, path) of the vector in the baseframe."""
        opening, closing, _ = self.base[joint][part]
        return opening.offset, closing.end, "baseframe[%d].%s" % (joint, ("position", "orientation")[part])

    def span(self, frame, joint, part):
        """Returns (offset, end, path) of the components of the vector that the frame has; if it has none, of the vector in the
        baseframe.
        """
        used = [slot for slot in self._indices_of_values(joint, part) if slot is not None]
        if not used:
            return self.base_span(joint, part)
        values = self.frames[frame]
        return values[used[0]][0].offset, values[used[-1]][0].end, "frames[%d].values[%d]" % (frame, used[0])

    def pose(self, frame):
        """(positions, rotations) of all joints in model space."""
        if frame not in self._poses:
            parts = [(self.values(frame, joint, POSITION), quaternion(*self.values(frame, joint, ORIENTATION)))
                     for joint in self.joint_indices()]
            self._poses[frame] = world_transforms(parts, self.parents)
        return self._poses[frame]

    def median_pose_size(self):
        """Returns the size of the animation: the lower median over the frames of the diagonal of the joints' box."""
        return lower_median([diagonal(self.pose(frame)[0]) for frame in range(len(self.frames))])

    def are_boxes_zero(self):
        return not any(value != 0 for _, _, low, high in self.boxes for value in low + high)
