"""Checks the hands of an mrtk file: which joints have keys, and their size, sides, axes and bones."""

from content.pose import distance, length, lower_median, subtract_vectors

JOINTS = 27
WRIST, PALM, THUMB = 1, 2, 3
FINGERS = (7, 12, 17, 22)       # the metacarpal of index, middle, ring and little finger; four joints follow each
INDEX_KNUCKLE, MIDDLE_KNUCKLE, PINKY_KNUCKLE = 8, 13, 23
BONES = ([(WRIST, joint) for joint in (PALM, THUMB, *FINGERS)] + [(joint, joint + 1) for joint in range(THUMB, THUMB + 3)]
         + [(joint, joint + 1) for first in FINGERS for joint in range(first, first + 4)])
SMALLEST, LARGEST = 0.03, 0.2   # metres: least and greatest distance from Wrist to MiddleKnuckle
MOST_STRETCH = 4                # greatest ratio of the length of a bone to its median length, or of the median to the length
FEWEST_TIMES = 3                # fewest common key times of two joints for which their bone is checked
ALONG_FINGERS = 0.5     # below this median cosine, the palm's z axis does not point along the fingers: hand-axes
# Least median cosines at which the axes of a palm count as those of the other hand: of z along the fingers, of x to the wrong
# side.
ALONG_SAME, ACROSS_OTHER = 0.9, 0.8


class Hand:
    """One hand of a file. side: "left" or "right"; by_path: the curves of the file."""

    def __init__(self, side, by_path, tracks, spiked):
        self.side = side
        self.by_path = by_path
        self.tracks = tracks
        self.spiked = spiked            # paths of the position vectors that have a spike

    def path_of_joint(self, number):
        return "hand_joints_%s[%d]" % (self.side, number)

    def position_track(self, number):
        return self.tracks.get(self.path_of_joint(number) + ".position")

    def key_count_place(self, path):
        """(offset, length, path) of a curve's key count."""
        return self.by_path[path].count_offset, 4, path + ".key_count"

    def findings(self):
        """Yields (rule, offset, length, path) of each finding."""
        with_keys = {path.split(".")[0] for path, curve in self.by_path.items() if curve.times}
        have_keys = [self.path_of_joint(number) in with_keys for number in range(JOINTS)]
        tracked = self.by_path["hand_tracked_" + self.side]
        if any(have_keys) and 1.0 not in tracked.values:
            yield "hand-hidden", *self.key_count_place(tracked.path)
        if all(have_keys[:-1]) and not have_keys[-1]:
            yield "joint-order", *self.key_count_place(self.path_of_joint(JOINTS - 1) + ".position_x")
            return
        at_wrist = self.key_count_place(self.path_of_joint(WRIST) + ".position_x")
        if self.has_wrong_size():
            yield "hand-size", *at_wrist
        rule = self.broken_axes_rule()
        if rule:
            yield rule, *at_wrist
        if not any(self.path_of_joint(number) + ".position" in self.spiked for number in range(JOINTS)):
            yield from self.finding_of_stretched_bone()

    def has_wrong_size(self):
        wrist, knuckle = self.position_track(WRIST), self.position_track(MIDDLE_KNUCKLE)
        if not wrist or not knuckle:
            return False
        size = lower_median([distance(wrist.interpolated_vector_at(time), knuckle.interpolated_vector_at(time)) for time in wrist.times])
        return 0 < size < SMALLEST or size > LARGEST

    def broken_axes_rule(self):
        """The rule on the palm's axes that the hand breaks, or None."""
        wrist, palm = self.position_track(WRIST), self.tracks.get(self.path_of_joint(PALM) + ".rotation")
        index, middle, pinky = map(self.position_track, (INDEX_KNUCKLE, MIDDLE_KNUCKLE, PINKY_KNUCKLE))
        if not (wrist and palm and index and middle and pinky):
            return None
        measured = [axis_cosines(palm.interpolated_vector_at(time),
                                 subtract_vectors(index.interpolated_vector_at(time), pinky.interpolated_vector_at(time)),
                                 subtract_vectors(middle.interpolated_vector_at(time), wrist.interpolated_vector_at(time)))
                    for time in wrist.times]
        measured = [one for one in measured if one]
        if not measured:
            return None
        across, along = map(lower_median, zip(*measured))
        if along < ALONG_FINGERS:
            return "hand-axes"
        is_other = across <= -ACROSS_OTHER if self.side == "left" else across >= ACROSS_OTHER
        return "hand-exchanged" if along >= ALONG_SAME and is_other else None

    def finding_of_stretched_bone(self):
        """Yields at most one bone-length finding: for the first bone that has an unusual length at any time, at the first such time."""
        for one, other in BONES:
            first, second = self.position_track(one), self.position_track(other)
            times = [time for time in first.times if time in second.key_of] if first and second else []
            if len(times) < FEWEST_TIMES:
                continue
            lengths = [distance(first.interpolated_vector_at(time), second.interpolated_vector_at(time)) for time in times]
            usual = lower_median(lengths)
            for time, size in zip(times, lengths):
                if usual and (size > MOST_STRETCH * usual or size < usual / MOST_STRETCH):
                    offset, path = second.curves[0].key_field(second.key_of[time], "value")
                    yield "bone-length", offset, 4, path
                    return


def axis_cosines(rotation, side, fingers):
    """(cosine between the rotation's x axis and `side`, between its z axis and `fingers`); None if one of the three is 0."""
    sizes = [length(vector) for vector in (rotation, side, fingers)]
    if not all(sizes):
        return None
    x, y, z, w = (value / sizes[0] for value in rotation)
    x_axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]
    z_axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
    return (sum(a * b for a, b in zip(x_axis, side)) / sizes[1],
            sum(a * b for a, b in zip(z_axis, fingers)) / sizes[2])
