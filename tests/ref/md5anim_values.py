"""What the flags and start indices of the hierarchy mean for the frames of an .md5anim."""

from md5_joints import check_quaternion

ALL_FLAGS = 63
POSITION_FLAGS = 7
ORIENTATION_FLAGS = (8, 16, 32)


def count_bits(flags):
    return bin(flags).count("1")


class Animated:
    """Which components of one joint stand in a frame. Fields not read, or not sound, are None."""

    def __init__(self):
        self.flags = None           # None also when it has bits outside 63
        self.start = None
        self.start_token = None
        self.is_start_sound = False

    def bits(self):
        return count_bits(self.flags)

    def orientation_slots(self):
        """For x, y and z the index into a frame's values, None where it is not animated."""
        slot = self.start + count_bits(self.flags & POSITION_FLAGS)
        slots = []
        for flag in ORIENTATION_FLAGS:
            slots.append(slot if self.flags & flag else None)
            slot += 1 if self.flags & flag else 0
        return slots


def sum_of_bits(animated):
    """Components of all joints, None when a joint's flags are not sound."""
    if any(joint.flags is None for joint in animated):
        return None
    return sum(joint.bits() for joint in animated)


def check_starts(reader, animated, component_count):
    """Start indices against the components there are, then against those of the joints before."""
    running = 0     # None from the first joint on whose flags are not sound
    previous = None     # the last joint with components
    for index, joint in enumerate(animated):
        if joint.flags is None:
            running = None
            continue
        if joint.start is not None:
            path = "hierarchy[%d].start_index" % index
            joint.is_start_sound = component_count is None or _is_in_range(joint, component_count)
            if not joint.is_start_sound:
                reader.report_token("start-index-range", joint.start_token, path)
            elif running is not None and not _is_in_order(joint, running, previous,
                                                          component_count):
                reader.report_token("start-index-order", joint.start_token, path)
        if running is not None:
            running += joint.bits()
        if joint.flags:
            previous = joint


def _is_in_order(joint, running, previous, component_count):
    """Whether the joint begins where all before it end, or where the one right before it does."""
    if not joint.flags:
        return component_count != 0 or joint.start == 0
    if joint.start == running:
        return True
    if previous is None:
        return False
    # What the joint before says is not known where its start index is no integer.
    return previous.start is None or joint.start == previous.start + previous.bits()


def _is_in_range(joint, component_count):
    if joint.flags:
        return 0 <= joint.start and joint.start + joint.bits() <= component_count
    return component_count <= 0 or 0 <= joint.start < component_count


class FrameQuaternions:
    """Judges the orientations of each frame, baseframe values filled in."""

    def __init__(self, animated, component_count):
        """animated and component_count come from a whole hierarchy."""
        self._joints = []
        self.turns = {}     # joint to (vector, offset, end, slot) of each frame
        for index, joint in enumerate(animated):
            if joint.is_start_sound and joint.flags & ~POSITION_FLAGS:
                self._joints.append((index, joint.orientation_slots()))
        slots = sum(3 - slots.count(None) for _, slots in self._joints)
        if slots > component_count:
            # Joints that share values: frames say nothing, and the work could grow without bound.
            self._joints = []

    def judge(self, reader, frame, values, base_orientations):
        """values: (token, float32) of one frame; base_orientations: None when not whole."""
        for index, slots in self._joints:
            vector = self._fill_in(index, slots, values, base_orientations)
            if vector is None:
                continue
            used = [slot for slot in slots if slot is not None]
            offset, end = values[used[0]][0].offset, values[used[-1]][0].end
            check_quaternion(reader, vector, offset, end, "frames[%d].values[%d]" % (frame, used[0]))
            self.turns.setdefault(index, []).append((vector, offset, end, used[0]))

    @staticmethod
    def _fill_in(index, slots, values, base_orientations):
        """x, y and z; None when a value that is needed was not read."""
        base = (None, None, None)
        if base_orientations is not None and index < len(base_orientations):
            base = base_orientations[index]
        vector = [base[axis] if slot is None else values[slot][1]
                  for axis, slot in enumerate(slots)]
        return None if None in vector else vector
