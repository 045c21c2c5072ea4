"""Independent reader of mrtk files (MRTK input animation), versions 1.0 and 1.1."""

import math
import struct

import mrtk_curve_rules
import mrtk_choice
from content import recording_rules
from finding import Result
from mrtk_text import MAGIC, offset_of_first_converted_line_end, reencoded_magic_length
from mrtk_structure import (SHORTEST_MARKER, VERSIONS, WRAP_BITS, is_of_other_version, is_subnormal, layouts_of_version, name_prefix,
                            sizes_of_keys, vectors_and_booleans)

NORM_TOLERANCE = 1e-3
KEY_FIELDS = {"time": 0, "value": 4, "in_tangent": 8, "out_tangent": 12,
              "in_weight": 16, "out_weight": 20, "weighted_mode": 24}

ERRORS = {"magic", "version", "truncated", "flag", "count-negative", "count-exceeds-file",
          "wrap-mode", "weighted-mode", "boolean-value", "marker-name", "trailing-bytes", "text-mode", "key-count"}
NOTES = {"time-negative", "quaternion-zero", "no-keys", "hands-untracked", "components-apart", "hand-axes", "no-duration", "tail-lost",
         "marker-after-end"}
# Warnings that are notes in the profile `published`.
NOTES_IF_PUBLISHED = {"mrtk/" + name for name in (
    "layout-published", "wrap-mode-combined", "component-mismatch", "section-empty", "direction-norm", "hand-hidden", "hand-size",
    "time-scale", "late-start")}
# Warnings after which the layout is in doubt, as after an error: they are in a curve's head or keys.
DOUBTFUL_WARNINGS = {"wrap-mode-combined", "time-order", "time-not-finite", "value-not-finite"}


class StructureFault(Exception):
    """Raised after a fault of the structure, since the rest of the file cannot be read."""


class Curve:
    """One curve: the offsets of its head and of its key count, and the times and values of its keys."""

    def __init__(self, path, key_size, is_boolean):
        self.path = path
        self.key_size = key_size
        self.is_boolean = is_boolean
        self.start = self.count_offset = 0
        self.times = []
        self.values = []

    def key_field(self, index, field):
        """(offset, path) of one field of one key."""
        offset = self.count_offset + 4 + index * self.key_size + KEY_FIELDS[field]
        return offset, f"{self.path}.keys[{index}].{field}"


def dot_product(one, other):
    """The dot product in float64. The order of the sum is fixed, so that the result equals the program's to the last bit."""
    total = 0.0
    for a, b in zip(one, other):
        total += a * b
    return total


class MrtkReader:
    """Reads one file in one layout, from the byte after the version. is_chosen: true if the layout was not given.
    miscounted_curve: number of the curve with a wrong key count, where reading stops."""

    def __init__(self, data, minor, layout, is_chosen, miscounted_curve=None):
        self.data = data
        self.minor = minor
        self.position = 16
        self.layout = next(found for found in layouts_of_version(minor) if found.name == layout)
        self.is_chosen = is_chosen
        self.miscounted_curve = miscounted_curve
        self.result = Result(layout)
        self.curves_read = 0
        self.key_sizes = []         # bytes of a key of each curve that the flags announce
        self.begun_curves = []             # a Curve for each curve that reading has reached
        # number of the curve with the first fault in its head or keys; None if there is no such fault
        self.faulty_curve = None
        self.has_doubt = False      # true after a wrap mode with an unknown bit, or a subnormal time
        self.curves = []            # a list of Curve for each complete vector: x, y, z or x, y, z, w
        self.flips = []             # (curve, key) of rotations with a negative dot product with the previous key
        self.curves_before_error = None     # number of curves before the first error; None without an error
        self.is_exact = False       # the layout ends with the file's last byte

    def report(self, rule, offset, length, path):
        severity = "error" if rule in ERRORS else "note" if rule in NOTES else "warning"
        # The layout with more curves before its first error is chosen. An invalid flag is an error in both layouts.
        if severity == "error" and rule != "flag" and self.curves_before_error is None:
            self.curves_before_error = self.curves_read
        if severity == "error" or rule in DOUBTFUL_WARNINGS:
            self.note_fault_in_curve()
        self.result.add("mrtk/" + rule, severity, offset, length, path)

    def note_fault_in_curve(self):
        """Records a fault as `faulty_curve` if reading is inside a curve: one has begun and has not ended."""
        if self.faulty_curve is None and len(self.begun_curves) > self.curves_read:
            self.faulty_curve = self.curves_read

    def report_key(self, rule, curve, index, field):
        offset, path = curve.key_field(index, field)
        self.report(rule, offset, 4, path)

    def bytes_left(self):
        return len(self.data) - self.position

    def take(self, code, size, path):
        """Reads the next scalar. Raises StructureFault if the file ends before it or in it."""
        if self.bytes_left() < size:
            self.report("truncated", self.position, self.bytes_left(), path)
            raise StructureFault
        self.position += size
        return struct.unpack_from("<" + code, self.data, self.position - size)[0]

    def take_count(self, element_size, path):
        """Reads the next count. Raises StructureFault if it is negative, or the rest of the file is too short for the
        elements."""
        count = self.take("i", 4, path)
        if 0 <= count * element_size <= self.bytes_left():
            return count
        rule = "count-negative" if count < 0 else "count-exceeds-file"
        self.report(rule, self.position - 4, 4, path)
        raise StructureFault

    def read(self):
        if not self.layout.has_markers and self.is_chosen:
            self.report("layout-published", 8, 8, "")
        try:
            flags = self.read_flags() if VERSIONS[self.minor].has_flags else (True, True, False)
            self.read_curves(vectors_and_booleans(*flags))
            if self.layout.has_markers:
                self.read_markers()
        except StructureFault:
            return
        finally:
            if self.flips:
                self.report_key("rotation-flip", *self.flips[0], "value")
        self.is_exact = not self.bytes_left()
        if self.bytes_left():
            self.report("trailing-bytes", self.position, self.bytes_left(), "")

    def read_flags(self):
        for path in ("has_camera", "has_hand", "has_gaze"):
            flag = self.take("B", 1, path)
            if flag > 1:
                self.report("flag", self.position - 1, 1, path)
            yield flag != 0

    def read_curves(self, parts):
        self.key_sizes = sizes_of_keys(parts, self.layout.float_key_size)
        for base, components in parts:
            if not components:
                self.curves.append([self.read_curve(Curve(base, 8, True))])
                continue
            curves = [self.read_curve(Curve(f"{base}_{component}", self.layout.float_key_size, False))
                      for component in components]
            self.curves.append(curves)
            if self.check_components(curves):
                self.check_vector(curves)
        for finding in mrtk_curve_rules.findings(self.minor, self.layout.has_markers, self.curves):
            self.report(*finding)

    def read_curve(self, curve):
        curve.start = self.position
        self.begun_curves.append(curve)
        for path in (curve.path + ".pre_wrap", curve.path + ".post_wrap"):
            mode = self.take("i", 4, path)
            if mode & ~WRAP_BITS:
                self.has_doubt = True
                self.report("wrap-mode", self.position - 4, 4, path)
            elif mode & (mode - 1):
                self.report("wrap-mode-combined", self.position - 4, 4, path)
        curve.count_offset = self.position
        if self.miscounted_curve == self.curves_read:
            self.report("key-count", self.position, 4, curve.path + ".key_count")
            raise StructureFault
        self.read_keys(curve, self.take_count(curve.key_size, curve.path + ".key_count"))
        self.curves_read += 1
        return curve

    def read_keys(self, curve, count):
        end = self.position + count * curve.key_size
        shape = "<ffffffi" if curve.key_size == 28 else "<ff"
        keys = struct.iter_unpack(shape, memoryview(self.data)[self.position:end])
        self.position = end
        for index, key in enumerate(keys):
            before = curve.times[-1] if index else None
            self.report_if_time_wrong(key[0], before, "time-order", *curve.key_field(index, "time"))
            if is_subnormal(key[0]):
                self.has_doubt = True
                self.note_fault_in_curve()
            if curve.is_boolean:
                self.report_if_boolean_invalid_or_unchanged(curve, index, key[1])
            elif not math.isfinite(key[1]):
                self.report_key("value-not-finite", curve, index, "value")
            if len(key) > 2:
                self.check_tangents_and_weights(curve, index, key)
            curve.times.append(key[0])
            curve.values.append(key[1])

    def report_if_time_wrong(self, time, before, order_rule, offset, path):
        """Checks the time of a key or marker. before: the time of the previous key or marker, None for the first."""
        if not math.isfinite(time):
            self.report("time-not-finite", offset, 4, path)
            return
        if VERSIONS[self.minor].times_from_zero and time < 0:
            self.report("time-negative", offset, 4, path)
        if before is None or not math.isfinite(before):
            return
        # Two keys of a curve cannot share a time; two markers can.
        if time < before or (time == before and order_rule == "time-order"):
            self.report(order_rule, offset, 4, path)

    def report_if_boolean_invalid_or_unchanged(self, curve, index, value):
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
        # `not a <= w <= b` also reports a weight that is NaN.
        if mode in (1, 3) and not 0.0 <= in_weight <= 1.0:
            self.report_key("weight-range", curve, index, "in_weight")
        if mode in (2, 3) and not 0.0 <= out_weight <= 1.0:
            self.report_key("weight-range", curve, index, "out_weight")
        if mode not in (0, 1, 2, 3):
            self.report_key("weighted-mode", curve, index, "weighted_mode")

    def check_components(self, curves):
        """Returns true if the curves of one vector have keys at equal times; otherwise reports the first curve with other
        times.
        """
        first = curves[0]
        rule = "component-mismatch" if VERSIONS[self.minor].drops_keys and self.layout.has_markers else "components-apart"
        for curve in curves[1:]:
            if len(curve.times) != len(first.times):
                self.report(rule, curve.count_offset, 4, curve.path + ".key_count")
                return False
            for index, (time, expected) in enumerate(zip(curve.times, first.times)):
                if time != expected and not (math.isnan(time) and math.isnan(expected)):
                    self.report_key(rule, curve, index, "time")
                    return False
        return True

    def check_vector(self, curves):
        """Checks the length of rotations and gaze directions, and the turn of a rotation from one key to the next."""
        rotation = len(curves) == 4
        if not rotation and not curves[0].path.startswith("gaze.direction"):
            return
        zero_seen, before = False, None
        for index, vector in enumerate(zip(*(curve.values for curve in curves))):
            if not all(map(math.isfinite, vector)):
                before = None
                continue
            if not any(vector):
                if rotation and not zero_seen:
                    self.report_key("quaternion-zero", curves[3], index, "value")
                zero_seen = True
            elif abs(math.sqrt(dot_product(vector, vector)) - 1.0) > NORM_TOLERANCE:
                rule = "quaternion-norm" if rotation else "direction-norm"
                self.report_key(rule, curves[-1], index, "value")
            if rotation and before and dot_product(before, vector) < 0.0:
                self.flips.append((curves[3], index))
            before = vector

    def read_markers(self):
        before, last = None, recording_rules.last_finite_time_or_none(self.curves)
        for index in range(self.take_count(SHORTEST_MARKER, "marker_count")):
            path = f"markers[{index}]"
            time = self.take("f", 4, path + ".time")
            self.report_if_time_wrong(time, before, "marker-order", self.position - 4, path + ".time")
            before = time
            if last is not None and math.isfinite(time) and time > last:
                self.report("marker-after-end", self.position - 4, 4, path + ".time")
            self.read_marker_name(path + ".name")

    def read_marker_name(self, path):
        prefix = self.position
        length, prefix_size, overlong = name_prefix(self.data, prefix)
        if length is None or length > self.bytes_left() - prefix_size:
            # A missing length is a missing scalar (truncated); an incomplete length is an invalid name.
            self.report("marker-name" if prefix_size else "truncated", prefix, prefix_size, path)
            raise StructureFault
        if overlong:
            self.report("marker-name-overlong", prefix, prefix_size, path)
        name = prefix + prefix_size
        self.position = name + length
        try:
            self.data[name:self.position].decode("utf-8")
        except UnicodeDecodeError:
            self.report("marker-name-utf8", name, length, path)


def minor_version_or_result(data):
    """(minor version, None), or (None, result) if magic or version are wrong."""
    result = Result()
    if len(data) < 8:
        result.add("mrtk/truncated", "error", 0, len(data), "magic")
    elif data[:8] != MAGIC:
        length = reencoded_magic_length(data)
        result.add("mrtk/text-mode" if length else "mrtk/magic", "error", 0, length or 8, "magic")
    elif len(data) < 16:
        offset, path = (8, "version.major") if len(data) < 12 else (12, "version.minor")
        result.add("mrtk/truncated", "error", offset, len(data) - offset, path)
    else:
        major, minor = struct.unpack_from("<ii", data, 8)
        if major == 1 and minor in VERSIONS:
            return minor, None
        result.add("mrtk/version", "error", 8, 8, "version")
    return None, result


def lint(data, layout="auto"):
    """The result of one mrtk file, read in a layout."""
    minor, header_result = minor_version_or_result(data)
    if header_result is not None:
        return header_result
    line_end = offset_of_first_converted_line_end(data, minor)
    result = Result()
    if line_end is not None:
        result.add("mrtk/text-mode", "error", line_end, 2, "")
        return result
    if is_of_other_version(data, minor):
        result.add("mrtk/version-exchanged", "error", 12, 4, "version.minor")
        return result
    readers = []
    for name in ("writer", "published") if layout == "auto" else (layout,):
        readers.append(MrtkReader(data, minor, name, layout == "auto"))
        readers[-1].read()
        if readers[-1].is_exact:
            break
    best = mrtk_choice.choose_layout(readers)
    miscounted_curve = mrtk_choice.number_of_curve_with_wrong_count(best)
    if miscounted_curve is not None:
        best = MrtkReader(data, minor, best.result.layout, best.is_chosen, miscounted_curve)
        best.read()
    return best.result
