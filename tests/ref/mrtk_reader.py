#!/usr/bin/env python3
"""Reference reader of mrtk files: MRTK input animation, versions 1.0 and 1.1.

Usage: mrtk_reader.py [--layout auto|writer|published] FILE...
"""

import argparse
import json
import math
import struct

from finding import Result

MAGIC = bytes.fromhex("c6429e0f6eaf8f6a")
WRAP_BITS = 1 | 2 | 4 | 8
NORM_TOLERANCE = 1e-3
MARKER_MINIMUM = 5              # a float32 time and the prefix of an empty name
KEY_FIELDS = {"time": 0, "value": 4, "in_tangent": 8, "out_tangent": 12,
              "in_weight": 16, "out_weight": 20, "weighted_mode": 24}

ERRORS = {"magic", "version", "truncated", "flag", "count-negative", "count-exceeds-file",
          "wrap-mode", "weighted-mode", "boolean-value", "marker-name", "trailing-bytes"}
NOTES = {"time-negative", "quaternion-zero", "no-keys"}

# How far the search for a count that would do may go.
MOST_COUNTS = 1 << 20
MOST_PARTS = 1 << 22            # curves and markers together


class Broken(Exception):
    """The structure does not hold; nothing after this point can be trusted."""


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

    def __init__(self, data, key_sizes, has_markers):
        self.data = data
        self.key_sizes = key_sizes              # of every curve, in order
        self.has_markers = has_markers
        self.parts_left = MOST_PARTS

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


class Curve:
    """One curve as read: where its keys are, their times and values."""

    def __init__(self, path, key_size, is_boolean):
        self.path = path
        self.key_size = key_size
        self.is_boolean = is_boolean
        self.count_offset = 0
        self.times = []
        self.values = []

    def key_field(self, index, field):
        """Offset and path of one field of one key."""
        offset = self.count_offset + 4 + index * self.key_size + KEY_FIELDS[field]
        return offset, f"{self.path}.keys[{index}].{field}"


class Reader:
    """Reads one file in one layout, from the byte after the version on."""

    def __init__(self, data, minor, layout):
        self.data = data
        self.minor = minor
        self.position = 16
        self.has_markers = layout == "writer"
        self.float_key_size = 8 if minor == 1 and layout == "writer" else 28
        self.result = Result(layout)
        self.structure = None
        self.curves_read = 0
        self.keys_read = 0
        self.curves_before_error = None
        self.is_exact = False       # read to the last byte, no structure broken
        self.infer_count = None     # set where a count is at fault

    def report(self, rule, offset, length, path):
        severity = "error" if rule in ERRORS else "note" if rule in NOTES else "warning"
        # The choice of a layout counts the curves before any error; a flag says nothing of it.
        if severity == "error" and rule != "flag" and self.curves_before_error is None:
            self.curves_before_error = self.curves_read
        self.result.add("mrtk/" + rule, severity, offset, length, path)

    def report_key(self, rule, curve, index, field):
        offset, path = curve.key_field(index, field)
        self.report(rule, offset, 4, path)

    def left(self):
        return len(self.data) - self.position

    def take(self, code, size, path):
        """The next scalar; one that is cut off ends the reading."""
        if self.left() < size:
            self.report("truncated", self.position, self.left(), path)
            raise Broken
        self.position += size
        return struct.unpack_from("<" + code, self.data, self.position - size)[0]

    def take_count(self, element_size, path, infer):
        """The next count; one that does not fit ends the reading."""
        count = self.take("i", 4, path)
        if 0 <= count * element_size <= self.left():
            return count
        rule = "count-negative" if count < 0 else "count-exceeds-file"
        self.report(rule, self.position - 4, 4, path)
        self.infer_count = infer
        raise Broken

    def read(self):
        """Reads all there is. An inferred count is left to `mend`, for it may take long."""
        if not self.has_markers:
            self.report("layout-published", 8, 8, "")
        try:
            flags = (True, True, False) if self.minor == 0 else self.read_flags()
            self.read_curves(vectors_and_booleans(*flags))
            if self.has_markers:
                self.read_markers()
        except Broken:
            return
        self.is_exact = not self.left()
        if self.left():
            self.report("trailing-bytes", self.position, self.left(), "")

    def mend(self):
        """Gives a broken count, always the last finding made, the value that would do."""
        count = self.infer_count() if self.infer_count else None
        if count is not None:
            finding = self.result.findings[-1]
            finding.mend = [finding.path, count]

    def read_flags(self):
        for path in ("has_camera", "has_hand", "has_gaze"):
            flag = self.take("B", 1, path)
            if flag > 1:
                self.report("flag", self.position - 1, 1, path)
            yield flag != 0

    def read_curves(self, parts):
        key_sizes = [size for _, components in parts
                     for size in [self.float_key_size] * len(components) or [8]]
        self.structure = Structure(self.data, key_sizes, self.has_markers)
        for base, components in parts:
            if not components:
                self.read_curve(Curve(base, 8, True))
                continue
            curves = [self.read_curve(Curve(f"{base}_{component}", self.float_key_size, False))
                      for component in components]
            if self.check_components(curves) and len(components) == 4:
                self.check_quaternions(curves)
        if self.keys_read == 0:
            self.report("no-keys", 8, 8, "")

    def read_curve(self, curve):
        for path in (curve.path + ".pre_wrap", curve.path + ".post_wrap"):
            mode = self.take("i", 4, path)
            if mode & ~WRAP_BITS:
                self.report("wrap-mode", self.position - 4, 4, path)
            elif mode & (mode - 1):
                self.report("wrap-mode-combined", self.position - 4, 4, path)
        curve.count_offset = offset = self.position
        index = self.curves_read
        count = self.take_count(curve.key_size, curve.path + ".key_count",
                                lambda: self.structure.infer_key_count(offset + 4, index))
        self.read_keys(curve, count)
        self.curves_read += 1
        self.keys_read += count
        return curve

    def read_keys(self, curve, count):
        end = self.position + count * curve.key_size
        shape = "<ffffffi" if curve.key_size == 28 else "<ff"
        keys = struct.iter_unpack(shape, memoryview(self.data)[self.position:end])
        self.position = end
        for index, key in enumerate(keys):
            before = curve.times[-1] if index else None
            self.check_time(key[0], before, "time-order", *curve.key_field(index, "time"))
            if curve.is_boolean:
                self.check_boolean(curve, index, key[1])
            elif not math.isfinite(key[1]):
                self.report_key("value-not-finite", curve, index, "value")
            if len(key) > 2:
                self.check_tangents_and_weights(curve, index, key)
            curve.times.append(key[0])
            curve.values.append(key[1])

    def check_time(self, time, before, order_rule, offset, path):
        """A key's or a marker's time against the one before it, None for the first."""
        if not math.isfinite(time):
            self.report("time-not-finite", offset, 4, path)
            return
        if self.minor == 1 and time < 0:
            self.report("time-negative", offset, 4, path)
        if before is None or not math.isfinite(before):
            return
        # Two keys cannot share a time, two markers can.
        if time < before or (time == before and order_rule == "time-order"):
            self.report(order_rule, offset, 4, path)

    def check_boolean(self, curve, index, value):
        if value not in (0.0, 1.0):
            self.report_key("boolean-value", curve, index, "value")
        elif index and curve.values[-1] == value:
            self.report_key("boolean-no-flip", curve, index, "value")

    def check_tangents_and_weights(self, curve, index, key):
        _, _, in_tangent, out_tangent, in_weight, out_weight, mode = key
        if math.isnan(in_tangent):
            self.report_key("tangent-nan", curve, index, "in_tangent")
        if math.isnan(out_tangent):
            self.report_key("tangent-nan", curve, index, "out_tangent")
        # Written so that a NaN is out of range too.
        if mode in (1, 3) and not 0.0 <= in_weight <= 1.0:
            self.report_key("weight-range", curve, index, "in_weight")
        if mode in (2, 3) and not 0.0 <= out_weight <= 1.0:
            self.report_key("weight-range", curve, index, "out_weight")
        if mode not in (0, 1, 2, 3):
            self.report_key("weighted-mode", curve, index, "weighted_mode")

    def check_components(self, curves):
        """Whether the curves of one vector have the same keys; reports the first that has not."""
        first = curves[0]
        for curve in curves[1:]:
            if len(curve.times) != len(first.times):
                self.report("component-mismatch", curve.count_offset, 4, curve.path + ".key_count")
                return False
            for index, (time, expected) in enumerate(zip(curve.times, first.times)):
                if time != expected and not (math.isnan(time) and math.isnan(expected)):
                    self.report_key("component-mismatch", curve, index, "time")
                    return False
        return True

    def check_quaternions(self, curves):
        zero_seen = False
        for index, (x, y, z, w) in enumerate(zip(*(curve.values for curve in curves))):
            if not all(map(math.isfinite, (x, y, z, w))):
                continue
            if x == y == z == w == 0.0:
                if not zero_seen:
                    self.report_key("quaternion-zero", curves[3], index, "value")
                zero_seen = True
            elif abs(math.sqrt(x * x + y * y + z * z + w * w) - 1.0) > NORM_TOLERANCE:
                self.report_key("quaternion-norm", curves[3], index, "value")

    def read_markers(self):
        offset = self.position + 4
        count = self.take_count(MARKER_MINIMUM, "marker_count",
                                lambda: self.structure.infer_marker_count(offset))
        before = None
        for index in range(count):
            path = f"markers[{index}]"
            time = self.take("f", 4, path + ".time")
            self.check_time(time, before, "marker-order", self.position - 4, path + ".time")
            before = time
            self.read_marker_name(path + ".name")

    def read_marker_name(self, path):
        prefix = self.position
        length, prefix_size, overlong = name_prefix(self.data, prefix)
        if length is None or length > self.left() - prefix_size:
            # Without its first byte the prefix is a missing scalar, later a bad name.
            self.report("marker-name" if prefix_size else "truncated", prefix, prefix_size, path)
            raise Broken
        if overlong:
            self.report("marker-name-overlong", prefix, prefix_size, path)
        name = prefix + prefix_size
        self.position = name + length
        try:
            self.data[name:self.position].decode("utf-8")
        except UnicodeDecodeError:
            self.report("marker-name-utf8", name, length, path)


def check_header(data):
    """The minor version, or None and the result where reading stops at magic or version."""
    result = Result()
    if len(data) < 8:
        result.add("mrtk/truncated", "error", 0, len(data), "magic")
    elif data[:8] != MAGIC:
        result.add("mrtk/magic", "error", 0, 8, "magic")
    elif len(data) < 16:
        offset, path = (8, "version.major") if len(data) < 12 else (12, "version.minor")
        result.add("mrtk/truncated", "error", offset, len(data) - offset, path)
    else:
        major, minor = struct.unpack_from("<ii", data, 8)
        if major == 1 and minor in (0, 1):
            return minor, None
        result.add("mrtk/version", "error", 8, 8, "version")
    return None, result


def lint(data, layout="auto"):
    """What is wrong with the bytes of one mrtk file."""
    minor, stopped = check_header(data)
    if stopped is not None:
        return stopped
    best = None
    for name in ("writer", "published") if layout == "auto" else (layout,):
        reader = Reader(data, minor, name)
        reader.read()
        # A file that no layout consumes always has an error, so the curves can be compared.
        if best is None or reader.is_exact or reader.curves_before_error > best.curves_before_error:
            best = reader
        if reader.is_exact:
            break
    best.mend()
    return best.result


def main():
    parser = argparse.ArgumentParser(description="Reference reader of mrtk files.")
    parser.add_argument("--layout", choices=("auto", "writer", "published"), default="auto")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    for name in arguments.files:
        with open(name, "rb") as file:
            result = lint(file.read(), arguments.layout)
        print(json.dumps({"file": name, **result.as_dict()}))


if __name__ == "__main__":
    main()
