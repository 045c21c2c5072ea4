"""What an mrtk file is made of, in file order, and where its counts lead; no value is judged."""

import struct
import typing

MARKER_MINIMUM = 5              # a float32 time and the prefix of an empty name

# How far the search for a count that would do may go.
MOST_COUNTS = 1 << 20
MOST_PARTS = 1 << 22            # curves and markers together


def pose(path):
    return [(path + ".position", "xyz"), (path + ".rotation", "xyzw")]


def vectors_and_booleans(has_camera, has_hand, has_gaze):
    """What a file holds, in order: (base path, components), without components for a boolean."""
    parts = pose("camera") if has_camera else []
    if has_hand:
        parts += [(f"hand_{state}_{side}", "") for state in ("tracked", "pinching")
                  for side in ("left", "right")]
        for side in ("left", "right"):
            for joint in range(27):
                parts += pose(f"hand_joints_{side}[{joint}]")
    return parts + [("gaze.origin", "xyz"), ("gaze.direction", "xyz")] * has_gaze


def name_prefix(data, offset):
    """Name length (None where there is none), size of its prefix, whether that is overlong."""
    value = used = 0
    while used < 5 and offset + used < len(data):
        byte = data[offset + used]
        value |= (byte & 0x7F) << (7 * used)
        used += 1
        if byte < 0x80:
            length = value & 0xFFFFFFFF         # MRTK drops the bits above
            overlong = length != value or (used > 1 and byte == 0)
            return (length if length < 1 << 31 else None), used, overlong
    return None, used, False


class Structure:
    """The bare skeleton of a file: where the counts lead, no value judged."""

    def __init__(self, data, sizes, has_markers, most_parts=MOST_PARTS):
        self.data = data
        self.key_sizes = sizes                  # of every curve, in order
        self.has_markers = has_markers
        self.parts_left = float("inf") if most_parts is None else most_parts

    def count_at(self, offset, element_size):
        """The count, or None where it is missing or does not fit."""
        left = len(self.data) - offset - 4
        if left < 0:
            return None
        count = struct.unpack_from("<i", self.data, offset)[0]
        return count if 0 <= count * element_size <= left else None

    def marker_end(self, offset):
        self.parts_left -= 1
        length, prefix_size, _ = name_prefix(self.data, offset + 4)
        end = offset + 4 + prefix_size + (length or 0)
        return end if length is not None and end <= len(self.data) else None

    def ends_exactly(self, offset, curve):
        """Whether the curves from one on, and the markers, end where the file ends."""
        for index in range(curve, len(self.key_sizes)):
            self.parts_left -= 1
            key_size = self.key_sizes[index]
            count = self.count_at(offset + 8, key_size)
            if count is None or self.parts_left < 0:
                return False
            offset += 12 + count * key_size
        if not self.has_markers:
            return offset == len(self.data)
        count = self.count_at(offset, MARKER_MINIMUM)
        offset += 4
        for _ in range(count or 0):
            offset = self.marker_end(offset)
            if offset is None or self.parts_left < 0:
                return False
        return count is not None and offset == len(self.data)

    def infer_key_count(self, keys_offset, curve):
        key_size = self.key_sizes[curve]
        most = min(MOST_COUNTS, (len(self.data) - keys_offset) // key_size + 1)
        found = (count for count in range(most) if self.parts_left >= 0
                 and self.ends_exactly(keys_offset + count * key_size, curve + 1))
        return next(found, None)

    def infer_marker_count(self, offset):
        count = 0
        while offset is not None and offset != len(self.data):
            offset = self.marker_end(offset)
            count += 1
        return count if offset is not None and count < MOST_COUNTS else None


def key_sizes(parts, float_key_size):
    """The key size of every curve of the parts, in order."""
    return [size for _, components in parts for size in [float_key_size] * len(components) or [8]]


class Version(typing.NamedTuple):
    """What the page says that versions differ in."""
    has_flags: bool         # three bytes after the version; otherwise a camera and hands, and no gaze
    float_key_size: int     # as MRTK writes it
    times_from_zero: bool
    drops_keys: bool


VERSIONS = {0: Version(False, 28, False, False), 1: Version(True, 8, True, True)}  # by the minor number
FLAGS = 3


def layouts(minor):
    """The layouts of a version: name, size of a float key, whether there are markers."""
    return (("writer", VERSIONS[minor].float_key_size, True), ("published", 28, False))


def consumed(data, minor):
    """Whether a layout takes the bytes from the version on to the last one."""
    has_flags = VERSIONS[minor].has_flags
    if has_flags and len(data) < 16 + FLAGS:
        return False
    offset, flags = (16 + FLAGS, [byte != 0 for byte in data[16:16 + FLAGS]]) if has_flags else (16, (True, True, False))
    parts = vectors_and_booleans(*flags)
    return any(Structure(data, key_sizes(parts, size), has_markers, None).ends_exactly(offset, 0)
               for _, size, has_markers in layouts(minor))
