"""Independent reader of memg files (compressed mesh-ensemble motion) and of their .obj scenes."""

import array
import itertools
import math
import operator
import re
import struct
import sys

import memg_layouts
from content import scene_rules
from finding import Result

ORTHONORMAL_TOLERANCE = 1e-6
USUAL_FRAMERATES = (30, 120)
FLOAT_1, FLOAT_1000 = 0x3f800000, 0x447a0000   # the bits of 1 and 1000 as float32
TRANSFORM_SIZE = 96
VERTEX_SIZE = 28     # an int32 of the mapping, three float64 of the mean
ROTATION_ROWS = ((0, 1, 2), (4, 5, 6), (8, 9, 10))
LARGEST_INTEGER = (1 << 31) - 1
UNMATCHABLE = re.compile(rb"[\x00-\x20\x7f]")    # bytes that a group name of an .obj cannot have

WARNINGS = {"name-character", "mapping-duplicate", "not-finite", "rotation", "reflection",
            "no-frames", "no-timesteps", "no-vertices", "no-groups", "vertex-unmapped",
            "transform-order", "mapping-local", "mapping-foreign", "obj-scale", "transform-spike"}
NOTES = {"framerate-unusual", "name-not-ascii", "matrix-order", "modes-exceed", "rigid-group"}

class StructureFault(Exception):
    """Raised after a fault of the structure, since the rest of the file cannot be read."""


def are_orthonormal(columns):
    """Returns true if max |UᵀU − I| is within the tolerance, and false if a product overflows."""
    def product(first, second):
        return sum(map(operator.mul, first, second))

    # Lengths are compared first, which takes the least time to exclude a matrix.
    return (all(abs(product(column, column) - 1.0) <= ORTHONORMAL_TOLERANCE
                for column in columns)
            and all(abs(product(first, second)) <= ORTHONORMAL_TOLERANCE
                    for first, second in itertools.combinations(columns, 2)))


def begins_with_rotation(values):
    """Returns true if all twelve values are finite and the first nine are three orthonormal rows."""
    return (all(map(math.isfinite, values))
            and are_orthonormal([values[0:3], values[3:6], values[6:9]]))


def broken_rotation_rule(values):
    """The rule that the 3 × 3 part of one transform breaks, or None; also None for a part with a number that is not finite."""
    rows = [[values[element] for element in row] for row in ROTATION_ROWS]
    if not all(math.isfinite(value) for row in rows for value in row):
        return None
    for first in rows:
        for second in rows:
            product = first[0] * second[0] + first[1] * second[1] + first[2] * second[2]
            if abs(product - (1.0 if first is second else 0.0)) > ORTHONORMAL_TOLERANCE:
                return "rotation"
    (a, b, c), (d, e, f), (g, h, i) = rows
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return "reflection" if determinant < 0 else None


class Group:
    """The fields of one group that are compared with other groups or with the scene."""

    def __init__(self, path, name, mapping, mapping_offset):
        self.path = path
        self.name = name                # name of the group; None if it is empty, a duplicate, or not in the scene
        self.mapping = mapping
        self.mapping_offset = mapping_offset
        self.mean = self.basis = self.coefficients = ()
        self.parent = self.rows = self.modes = self.coefficient_rows = self.columns = 0


class MemgReader:
    """Reads one file. Rules that need a scene are not checked if `scene` is None."""

    def __init__(self, data, scene):
        self.data = data
        self.scene = scene
        self.result = Result()
        self.position = 0
        self.integer = struct.Struct("<i")
        self.is_swapped = False
        self.frames = self.timesteps = 0
        self.names = set()          # names of the groups read so far
        self.groups = []            # a Group for each group that was read to its end

    def report(self, rule, offset, length, path):
        severity = "warning" if rule in WARNINGS else "note" if rule in NOTES else "error"
        self.result.add("memg/" + rule, severity, offset, length, path)

    def report_integer(self, rule, path):
        """Reports a rule at the last integer that was read."""
        self.report(rule, self.position - 4, 4, path)

    def bytes_left(self):
        return len(self.data) - self.position

    def take_integer(self, path):
        if self.bytes_left() < 4:
            self.report("truncated", self.position, self.bytes_left(), path)
            raise StructureFault
        self.position += 4
        return self.integer.unpack_from(self.data, self.position - 4)[0]

    def take_count(self, path, element_size):
        """Reads an array's count. Raises StructureFault if it is negative, or the rest of the file is too short for the array."""
        count = self.take_integer(path)
        if 0 <= count * element_size <= self.bytes_left():
            return count
        self.report_integer("count-negative" if count < 0 else "count-exceeds-file", path)
        raise StructureFault

    def take_two_counts(self, paths, element_size, zero_rules=("", "")):
        """Reads two counts of an array. Raises StructureFault if one is negative, or the rest of the file is too short for count
        × count elements. zero_rules: the rules that are reported for counts of 0; "" for a count that may be 0."""
        start, counts = self.position, []
        for path, zero_rule in zip(paths, zero_rules):
            counts.append(self.take_integer(path))
            if counts[-1] < 0:
                self.report_integer("count-negative", path)
                raise StructureFault
            if counts[-1] == 0 and zero_rule:
                self.report_integer(zero_rule, path)
        if counts[0] * counts[1] * element_size > self.bytes_left():
            self.report("count-exceeds-file", start, 4, paths[0])
            raise StructureFault
        return counts

    def take_array(self, code, count):
        """Reads the next numbers. The caller has checked that the file is long enough."""
        values = array.array(code)
        end = self.position + count * values.itemsize
        values.frombytes(self.data[self.position:end])
        if self.is_swapped != (sys.byteorder == "big"):
            values.byteswap()
        self.position = end
        return values

    def take_doubles(self, count, path_of_value):
        """Reads the next float64 numbers. Reports each that is not finite, with path_of_value(index)."""
        start = self.position
        values = self.take_array("d", count)
        if not all(map(math.isfinite, values)):
            for index, value in enumerate(values):
                if not math.isfinite(value):
                    self.report("not-finite", start + 8 * index, 8, path_of_value(index))
        return values

    def read(self):
        """Returns true if the file could be read to its end."""
        try:
            self.read_header()
            self.read_transforms()
            return self.can_read_groups_to_end()
        except StructureFault:
            return False

    def read_header(self):
        endian = self.take_integer("endian")
        if endian == 1 << 24:
            self.report_integer("byte-order", "endian")
            self.integer = struct.Struct(">i")
            self.is_swapped = True
        elif endian != 1:
            self.report_integer("endian-indicator", "endian")
            raise StructureFault
        framerate = self.take_integer("framerate")
        if framerate <= 0:
            self.report_integer("framerate", "framerate")
        elif FLOAT_1 <= framerate <= FLOAT_1000:
            self.report_integer("framerate-float", "framerate")
        elif framerate not in USUAL_FRAMERATES:
            self.report_integer("framerate-unusual", "framerate")

    def read_transforms(self):
        self.frames, self.timesteps = self.take_two_counts(
            ("frame_count", "timestep_count"), TRANSFORM_SIZE, ("no-frames", "no-timesteps"))

        def transform_path(number):
            return f"transforms[{number // self.frames}][{number % self.frames}]"

        start, in_other_order, translations = self.position, True, []
        for number in range(self.frames * self.timesteps):
            offset = self.position
            values = self.take_doubles(
                12, lambda element: f"{transform_path(number)}[{element}]")
            translations.append(values[3::4] if all(map(math.isfinite, values)) else None)
            rule = broken_rotation_rule(values)
            if rule is not None:
                self.report(rule, offset, TRANSFORM_SIZE, transform_path(number))
            in_other_order = in_other_order and begins_with_rotation(values)
        if in_other_order and self.result.drop_and_return_whether_found("memg/rotation"):
            self.report("transform-order", start, self.position - start, "transforms")
        spike = scene_rules.number_of_first_spike(translations, self.frames)
        if spike is not None:
            self.report("transform-spike", start + TRANSFORM_SIZE * spike, TRANSFORM_SIZE, transform_path(spike))

    def can_read_groups_to_end(self):
        if not self.bytes_left():
            self.report("no-groups", self.position, 0, "groups")
        number = 0
        while self.bytes_left() >= 4:
            self.read_group(f"groups[{number}]")
            number += 1
        if self.bytes_left():
            self.report("trailing-bytes", self.position, self.bytes_left(), "")
            return False
        self.check_groups()
        return True

    def check_groups(self):
        """Checks the rules on all groups together. Needs a file that was read to its end."""
        groups = self.groups
        if groups and self.frames != self.timesteps and all(
                group.columns == self.frames and group.coefficient_rows == group.modes and 0 <= group.parent < self.timesteps
                for group in groups):
            for rule in ("coefficients-columns", "parent-range", "modes-exceed"):
                self.result.drop_and_return_whether_found("memg/" + rule)
            self.report("counts-swapped", 8, 4, "frame_count")
        if len(groups) >= 2 and all(
                len(group.mapping) >= 2 and list(group.mapping) == list(range(1, len(group.mapping) + 1))
                for group in groups):
            self.result.drop_and_return_whether_found("memg/vertex-unmapped")
            self.result.drop_and_return_whether_found("memg/mapping-foreign")
            self.report("mapping-local", groups[1].mapping_offset, 4 * len(groups[1].mapping), "groups[1].mapping")
        if any(0 in group.mapping for group in groups):
            self.result.drop_and_return_whether_found("memg/mapping-foreign")
        first = scene_rules.first_group_if_scale_differs(groups, self.scene, self.timesteps) if self.scene else None
        if first is not None:
            mean = first.mapping_offset + 4 * len(first.mapping)
            self.report("obj-scale", mean, 24 * len(first.mapping), first.path + ".mean")

    def read_group(self, path):
        group = self.read_mapping_and_mean(path, self.read_name(path))
        group.parent = self.take_integer(path + ".parent_frame")
        if not 0 <= group.parent < self.frames:
            self.report_integer("parent-range", path + ".parent_frame")
        self.read_basis(group)
        self.read_coefficients(group)
        self.groups.append(group)

    def read_name(self, group):
        """Reads and checks a name. Returns None if it is empty, a duplicate, or not in the scene."""
        length = self.take_count(group + ".name_length", 1)
        if length == 0:
            self.report_integer("name-empty", group + ".name_length")
            return None
        offset, path = self.position, group + ".name"
        self.position += length
        name = bytes(self.data[offset:self.position])
        if UNMATCHABLE.search(name):
            self.report("name-character", offset, length, path)
        if not name.isascii():
            self.report("name-not-ascii", offset, length, path)
        if name in self.names:
            self.report("name-duplicate", offset, length, path)
            return None
        self.names.add(name)
        if self.scene is None or name in self.scene.groups:
            return name
        self.report("group-not-in-obj", offset, length, path)
        return None

    def read_mapping_and_mean(self, path, name):
        """Reads mapping and mean. Returns the Group."""
        count_path, count_offset = path + ".vertex_count", self.position
        count = self.take_count(count_path, VERTEX_SIZE)
        if count == 0:
            self.report_integer("no-vertices", count_path)
        group = Group(path, name, self.take_array("i", count), count_offset + 4)
        self.check_mapping(group)
        if self.scene is not None and name is not None:
            self.check_vertices(group, count_offset)
        group.mean = self.take_doubles(3 * count, lambda index: f"{path}.mean[{index}]")
        return group

    def report_entry(self, rule, group, index):
        self.report(rule, group.mapping_offset + 4 * index, 4, f"{group.path}.mapping[{index}]")

    def check_mapping(self, group):
        last = LARGEST_INTEGER if self.scene is None else self.scene.vertex_count
        mapped = set()
        for index, vertex in enumerate(group.mapping):
            if not 1 <= vertex <= last:
                self.report_entry("mapping-range", group, index)
            elif vertex in mapped:
                self.report_entry("mapping-duplicate", group, index)
            else:
                mapped.add(vertex)

    def check_vertices(self, group, count_offset):
        """Compares the mapping with the faces of the group in the scene."""
        faulty, first_foreign = scene_rules.faulty_count_and_first_foreign_index(group, self.scene)
        used = self.scene.vertices_of([self.scene.groups[group.name]])
        if first_foreign is not None:
            self.report_entry("mapping-foreign", group, first_foreign)
        if len(used - set(group.mapping)) > faulty:
            self.report("vertex-unmapped", count_offset, 4, group.path + ".vertex_count")

    def read_basis(self, group):
        path, vertices = group.path + ".basis", len(group.mapping)
        rows, columns = group.rows, group.modes = self.take_two_counts((path + ".rows", path + ".columns"), 8)
        if rows != 3 * vertices:
            self.report("basis-rows", self.position - 8, 4, path + ".rows")
        if columns == 0:
            self.report_integer("rigid-group", path + ".columns")
        if columns > min(3 * vertices, self.timesteps):
            self.report_integer("modes-exceed", path + ".columns")
        offset = self.position
        values = group.basis = self.take_doubles(rows * columns, lambda index: f"{path}.values[{index}]")
        if 2 <= columns <= rows and self.is_orthonormal_by_row_only(values, rows, columns):
            self.report("matrix-order", offset, 8 * len(values), path + ".values")

    def is_orthonormal_by_row_only(self, values, rows, columns):
        """Returns true if the basis is orthonormal when read row by row, and not column by column."""
        if not all(map(math.isfinite, values)):
            return False
        by_column = [values[start:start + rows] for start in range(0, len(values), rows)]
        by_row = [values[start::columns] for start in range(columns)]
        return are_orthonormal(by_row) and not are_orthonormal(by_column)

    def read_coefficients(self, group):
        path = group.path + ".coefficients"
        rows, columns = group.coefficient_rows, group.columns = self.take_two_counts((path + ".rows", path + ".columns"), 8)
        if rows != group.modes:
            self.report("coefficients-rows", self.position - 8, 4, path + ".rows")
        if columns != self.timesteps:
            self.report_integer("coefficients-columns", path + ".columns")
        group.coefficients = self.take_doubles(rows * columns, lambda index: f"{path}.values[{index}]")


STRUCTURAL = {"memg/" + name for name in ("truncated", "count-negative", "count-exceeds-file", "trailing-bytes")}


def replace_findings_by_other_layout(reader):
    """If known mistakes of writers explain the broken structure, replaces the findings by memg/other-layout. Keeps those about
    the byte order and, unless a mistake concerns the frame rate, about the frame rate."""
    other = memg_layouts.find_fewest_mistakes_if_unambiguous(reader.data)
    if other is None:
        return
    mistakes, offset, length, path = other
    kept = {"memg/byte-order"}
    if not {"int64", "framerate-float64"} & set(mistakes):
        kept |= {"memg/framerate", "memg/framerate-float", "memg/framerate-unusual"}
    reader.result.findings = [finding for finding in reader.result.findings if finding.rule in kept]
    reader.report("other-layout", offset, length, path)


def lint(data, scene=None):
    """The result of one memg file. Scene groups without motion are added to the result of the scene."""
    reader = MemgReader(data, scene)
    is_complete = reader.read()
    if any(finding.rule in STRUCTURAL for finding in reader.result.findings):
        replace_findings_by_other_layout(reader)
    if scene is not None and is_complete:
        scene.report_groups_without_motion(reader.names)
    return reader.result
