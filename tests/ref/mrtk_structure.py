"""What an mrtk file is made of, in file order, and where its counts lead; no value is judged."""

import struct
import typing

MARKER_MINIMUM = 5              # a float32 time and the prefix of an empty name


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


def count_at(data, offset, element_size):
    """The count, or None where it is missing or does not fit."""
    left = len(data) - offset - 4
    if left < 0:
        return None
    count = struct.unpack_from("<i", data, offset)[0]
    return count if 0 <= count * element_size <= left else None


def marker_end(data, offset):
    length, prefix_size, _ = name_prefix(data, offset + 4)
    end = offset + 4 + prefix_size + (length or 0)
    return end if length is not None and end <= len(data) else None


def ends_exactly(data, offset, key_sizes, has_markers):
    """Whether curves of these keys, and the markers, end where the file ends; no value is judged."""
    for key_size in key_sizes:
        count = count_at(data, offset + 8, key_size)
        if count is None:
            return False
        offset += 12 + count * key_size
    count = count_at(data, offset, MARKER_MINIMUM) if has_markers else 0
    offset += 4 * has_markers
    for _ in range(count or 0):
        offset = marker_end(data, offset)
        if offset is None:
            return False
    return count is not None and offset == len(data)


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
    return any(ends_exactly(data, offset, [key for _, components in parts for key in [size] * len(components) or [8]], has_markers)
               for _, size, has_markers in layouts(minor))
