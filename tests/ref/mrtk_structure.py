"""Lists the parts of an mrtk file in file order, and checks if counts lead to the end of a file. Values are not checked."""

import struct
import typing

WRAP_BITS = 1 | 2 | 4 | 8
SMALLEST_NORMAL = 2.0 ** -126   # least normal float32
JOINTS = 27                     # number of joints of a hand
SHORTEST_MARKER = 5             # bytes: a float32 time and the length of an empty name


def vector_paths_and_axes_of_pose(path):
    return [(path + ".position", "xyz"), (path + ".rotation", "xyzw")]


def vectors_and_booleans(has_camera, has_hand, has_gaze):
    """[(base path, components)] of a file's vectors in file order. Components are "xyz", "xyzw", or "" for a boolean curve."""
    parts = vector_paths_and_axes_of_pose("camera") if has_camera else []
    if has_hand:
        parts += [(f"hand_{state}_{side}", "") for state in ("tracked", "pinching")
                  for side in ("left", "right")]
        for side in ("left", "right"):
            for joint in range(JOINTS):
                parts += vector_paths_and_axes_of_pose(f"hand_joints_{side}[{joint}]")
    return parts + [("gaze.origin", "xyz"), ("gaze.direction", "xyz")] * has_gaze


def name_prefix(data, offset):
    """(length of the name or None, bytes of its prefix, true if the prefix is longer than necessary)"""
    value = used = 0
    while used < 5 and offset + used < len(data):
        byte = data[offset + used]
        value |= (byte & 0x7F) << (7 * used)
        used += 1
        if byte < 0x80:
            length = value & 0xFFFFFFFF         # MRTK reads 32 bits
            overlong = length != value or (used > 1 and byte == 0)
            return (length if length < 1 << 31 else None), used, overlong
    return None, used, False


def count_at_if_it_fits(data, offset, element_size):
    """The count at the offset; None if it is negative, or the file has no complete count there or is too short for the
    elements."""
    bytes_left = len(data) - offset - 4
    if bytes_left < 0:
        return None
    count = struct.unpack_from("<i", data, offset)[0]
    return count if 0 <= count * element_size <= bytes_left else None


def end_of_marker_if_whole(data, offset):
    """The offset after the marker at the offset; None if the length of its name is invalid, or the file ends within the marker."""
    length, prefix_size, _ = name_prefix(data, offset + 4)
    end = offset + 4 + prefix_size + (length or 0)
    return end if length is not None and end <= len(data) else None


def has_known_wrap_modes(data, offset):
    """Returns true if the wrap modes of the curve at the offset have no unknown bit."""
    return len(data) >= offset + 8 and not any(mode & ~WRAP_BITS for mode in struct.unpack_from("<ii", data, offset))


def is_subnormal(value):
    return 0.0 < abs(value) < SMALLEST_NORMAL


class Layout(typing.NamedTuple):
    """The differences between the layouts of a version."""
    name: str
    float_key_size: int     # bytes of a float key
    has_markers: bool       # true if a list of markers follows the curves


def end_of_tail_if_whole(data, offset, layout):
    """The offset after the part that follows the curves; None if a count or a length is invalid, or the file ends too early."""
    if not layout.has_markers:
        return offset
    count = count_at_if_it_fits(data, offset, SHORTEST_MARKER)
    if count is None:
        return None
    offset += 4
    for _ in range(count):
        offset = end_of_marker_if_whole(data, offset)
        if offset is None:
            return None
    return offset


def tail_bytes(layout, markers):
    """The bytes that follow the curves. markers: [(time, name of at most 127 bytes)]."""
    if not layout.has_markers:
        return b""
    return struct.pack("<i", len(markers)) + b"".join(struct.pack("<fB", time, len(name)) + name for time, name in markers)


def curves_end_at_end_of_file(data, offset, key_sizes, layout, needs_known_wraps=False):
    """Returns true if curves with these key sizes, and the part that follows them, end exactly at the end of the file."""
    for key_size in key_sizes:
        count = count_at_if_it_fits(data, offset + 8, key_size)
        if count is None or needs_known_wraps and not has_known_wrap_modes(data, offset):
            return False
        offset += 12 + count * key_size
    return end_of_tail_if_whole(data, offset, layout) == len(data)


class Version(typing.NamedTuple):
    """The differences between versions of the format."""
    has_flags: bool         # three flags after the version; without them a file has a camera and hands, and no gaze
    float_key_size: int  # bytes of a float key that MRTK writes
    times_from_zero: bool  # true if a recording begins at time 0, so that a negative time is reported
    drops_keys: bool  # true if MRTK can lose keys when it writes this version


VERSIONS = {0: Version(False, 28, False, False), 1: Version(True, 8, True, True)}  # by minor version
FLAG_BYTES = 3  # number of flags: has_camera, has_hand, has_gaze


def start_of_curves(data, minor):
    """(offset of the first curve, (true if it has a camera, hands, a gaze)) of a file with all its flags."""
    if not VERSIONS[minor].has_flags:
        return 16, (True, True, False)
    return 16 + FLAG_BYTES, tuple(byte != 0 for byte in data[16:16 + FLAG_BYTES])


def layouts_of_version(minor):
    """(layout of MRTK's writer, published layout) of a version."""
    return Layout("writer", VERSIONS[minor].float_key_size, True), Layout("published", 28, False)


def sizes_of_keys(parts, float_key_size):
    """The bytes of a key of each curve."""
    return [size for _, components in parts for size in [float_key_size] * len(components) or [8]]


def fits_a_layout(data, minor, needs_valid_flags_and_wraps=False):
    """Returns true if a layout of the version ends exactly at the end of the file. needs_valid_flags_and_wraps: only if the flags
    are 0 or 1, one of them is 1, and no wrap mode has an unknown bit."""
    stored = data[16:16 + FLAG_BYTES]
    if VERSIONS[minor].has_flags and (len(stored) < FLAG_BYTES or needs_valid_flags_and_wraps and (max(stored) != 1)):
        return False
    offset, flags = start_of_curves(data, minor)
    parts = vectors_and_booleans(*flags)
    return any(curves_end_at_end_of_file(data, offset, sizes_of_keys(parts, layout.float_key_size), layout,
                                         needs_valid_flags_and_wraps)
               for layout in layouts_of_version(minor))


def is_of_other_version(data, minor):
    """Returns true if no layout of this version fits the file, and a layout of another version fits it with valid flags and
    wrap modes.
    """
    return not fits_a_layout(data, minor) and any(fits_a_layout(data, other, True) for other in VERSIONS if other != minor)
