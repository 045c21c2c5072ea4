"""The bare structure of a memg file, for the count that should stand where a wrong one does."""

import re

VERTEX_SIZE = 28                # an int32 of the mapping, three float64 of the mean
UNPRINTABLE = re.compile(rb"[\x00-\x1f\x7f]")

# How far the search for a count that would do may go.
MOST_COUNTS = 1 << 20
MOST_GROUPS = 1 << 22

# The parts of a group after which its structure can be taken up again.
NAME, VERTICES, BASIS, COEFFICIENTS = range(4)


class Structure:
    """The bare skeleton of a file: where the counts lead, no value judged."""

    def __init__(self, data, integer):
        self.data = data
        self.integer = integer
        self.counts_left = MOST_COUNTS
        self.groups_left = MOST_GROUPS

    def stored(self, offset):
        """The integer, or -1 where the file ends before it does."""
        if offset + 4 > len(self.data):
            return -1
        return self.integer.unpack_from(self.data, offset)[0]

    def after(self, offset, counts, element_size):
        """Where the array after these counts ends, None where it does not fit."""
        elements = 1
        for index in range(counts):
            count = self.stored(offset + 4 * index)
            if count < 0:
                return None
            elements *= count
        end = offset + 4 * counts + elements * element_size
        return end if end <= len(self.data) else None

    def group_end(self, offset, part):
        """Where a group ends of which the parts before this one are behind."""
        if part <= NAME and offset is not None:
            offset = self.after(offset, 1, 1)
        if part <= VERTICES and offset is not None:
            offset = self.after(offset, 1, VERTEX_SIZE)
        if part <= BASIS and offset is not None:
            offset = self.after(offset + 4, 2, 8)
        if part <= COEFFICIENTS and offset is not None:
            offset = self.after(offset, 2, 8)
        return offset

    def ends_exactly(self, offset, part):
        """Whether the groups from this part on end where the file ends."""
        while offset is not None and self.groups_left > 0:
            if offset == len(self.data) and part == NAME:
                return True
            self.groups_left -= 1
            offset = self.group_end(offset, part)
            part = NAME
        return False

    def infer_name_length(self, offset):
        """The same for a name at the offset: one byte or more, none below 0x20 and no 0x7f."""
        unprintable = UNPRINTABLE.search(self.data, offset)
        most = (unprintable.start() if unprintable else len(self.data)) - offset
        return self.infer_count(offset, 1, VERTICES, range(1, most + 1))

    def infer_count(self, offset, element_size, part, counts=None):
        """The smallest count of elements at the offset with which the rest parses."""
        if counts is None:
            counts = range((len(self.data) - offset) // element_size + 1)
        for count in counts:
            if not self.counts_left or not self.groups_left:
                return None
            self.counts_left -= 1
            if self.ends_exactly(offset + count * element_size, part):
                return count
        return None

    def infer_pair(self, offset, paths, element_size, part):
        """The first of two counts that would do with the second as stored, else the second."""
        stored = self.stored(offset), self.stored(offset + 4)
        for path, factor in zip(paths, reversed(stored)):
            if factor > 0:
                count = self.infer_count(offset + 8, factor * element_size, part)
                if count is not None:
                    return [path, count]
        return None
