"""Checks flags and start indices of an .md5anim's hierarchy, and the orientations that frames store by them."""

from md5_joints import check_quaternion

ALL_FLAGS = 63
POSITION_FLAGS = 7
ORIENTATION_FLAGS = (8, 16, 32)


def count_bits(flags):
    return bin(flags).count("1")


class JointComponents:
    """The components of one joint that frames store. Fields that were not read or are invalid are None."""

    def __init__(self):
        self.flags = None           # bits of ALL_FLAGS; None also if other bits are set
        self.flags_token = None
        self.start = None
        self.start_token = None
        self.is_start_valid = False

    def stored_component_count(self):
        return count_bits(self.flags)

    def orientation_slots(self):
        """Indices of the orientation's x, y and z in a frame's values; None for a component that is not animated."""
        slot = self.start + count_bits(self.flags & POSITION_FLAGS)
        slots = []
        for flag in ORIENTATION_FLAGS:
            slots.append(slot if self.flags & flag else None)
            slot += 1 if self.flags & flag else 0
        return slots


def total_component_count(animated):
    """The number of components of all joints; None if a joint's flags are invalid."""
    if any(joint.flags is None for joint in animated):
        return None
    return sum(joint.stored_component_count() for joint in animated)


def check_range_and_order_of_starts(reader, animated, component_count):
    """Checks the range of each start index, then its order after the previous joints.

    component_count: the header's number, None if unknown.
    """
    running = 0         # number of components of the previous joints; None after a joint with invalid flags
    previous = None     # the last joint before this one that has components; None before the first
    for index, joint in enumerate(animated):
        if joint.flags is None:
            running = None
            continue
        if joint.start is not None:
            path = "hierarchy[%d].start_index" % index
            joint.is_start_valid = component_count is None or _is_start_in_range(joint, component_count)
            if not joint.is_start_valid:
                reader.report_token("start-index-range", joint.start_token, path)
            elif running is not None and not _is_start_in_order(joint, running, previous,
                                                          component_count):
                reader.report_token("start-index-order", joint.start_token, path)
        if running is not None:
            running += joint.stored_component_count()
        if joint.flags:
            previous = joint


def _is_start_in_order(joint, running, previous, component_count):
    """Returns true if the joint's components begin after those of all previous joints, or after those of `previous`. A joint
    without components may have any start index, but must have 0 if the header says that the file has no components."""
    if not joint.flags:
        return component_count != 0 or joint.start == 0
    if joint.start == running:
        return True
    if previous is None:
        return False
    # The start index of the previous joint is None if it is not an integer.
    return previous.start is None or joint.start == previous.start + previous.stored_component_count()


def _is_start_in_range(joint, component_count):
    if joint.flags:
        return 0 <= joint.start and joint.start + joint.stored_component_count() <= component_count
    return component_count <= 0 or 0 <= joint.start < component_count


class FrameQuaternions:
    """Checks the orientations of each frame, with baseframe values filled in."""

    def __init__(self, animated, component_count):
        """animated and component_count are those of a complete hierarchy."""
        self._joints = []   # (index, orientation slots) of each joint with an animated orientation
        self.turns = {}     # [(vector, offset, end, slot) of each frame] by the joint's index
        for index, joint in enumerate(animated):
            if joint.is_start_valid and joint.flags & ~POSITION_FLAGS:
                self._joints.append((index, joint.orientation_slots()))
        slots = sum(3 - slots.count(None) for _, slots in self._joints)
        if slots > component_count:
            # Joints share values, and use more of them together than a frame holds: no joint is checked, since the work would not
            # be bounded by the size of the frames.
            self._joints = []

    def check_frame(self, reader, frame, values, base_orientations):
        """Checks one frame. values: (token, float32) of each value. base_orientations: (first token, last token, values)
        of each joint; None if the baseframe is incomplete."""
        for index, slots in self._joints:
            vector = self._orientation_of_joint(index, slots, values, base_orientations)
            if vector is None:
                continue
            used = [slot for slot in slots if slot is not None]
            offset, end = values[used[0]][0].offset, values[used[-1]][0].end
            check_quaternion(reader, vector, offset, end, "frames[%d].values[%d]" % (frame, used[0]))
            self.turns.setdefault(index, []).append((vector, offset, end, used[0]))

    @staticmethod
    def _orientation_of_joint(index, slots, values, base_orientations):
        """x, y and z of the orientation; None if one of the three was not read."""
        base = (None, None, None)
        if base_orientations is not None and index < len(base_orientations):
            base = base_orientations[index][2]
        vector = [base[axis] if slot is None else values[slot][1]
                  for axis, slot in enumerate(slots)]
        return None if None in vector else vector
