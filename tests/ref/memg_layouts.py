"""Finds the known mistakes of writers with which a memg file of broken structure can be read ("Other layouts")."""

import itertools
import struct

# (kind, name), in the order in which they are tried. A file has at most one mistake of a kind.
MISTAKES = (
    ("matrix", "matrix4"), ("scalar", "float32"), ("integers", "int64"), ("integers", "mapping-int64"),
    ("framerate", "framerate-float64"), ("padding", "aligned"), ("padding", "name-padded-4"),
    ("padding", "name-padded-8"), ("name", "no-name-length"), ("name", "name-terminated"), ("counts", "inclusive"),
    ("counts", "timesteps+1"), ("counts", "timesteps-1"), ("counts", "frames+1"), ("counts", "frames-1"))
SIZES = {"i": 4, "q": 8, "f": 4, "d": 8}
LARGEST = (1 << 31) - 1
LONGEST_NAME = 255


class MistakesDoNotFit(Exception):
    """Raised if the file was not written with the assumed mistakes."""


def require_fitting_mistakes(condition):
    if not condition:
        raise MistakesDoNotFit


def is_rotation(rows):
    """Returns true if three rows are orthonormal within 1e-6, and false for values that are not finite."""
    return all(abs(sum(a * b for a, b in zip(rows[i], rows[j])) - (i == j)) <= 1e-6
               for i in range(3) for j in range(3))


class MistakenLayoutReader:
    """Reads a file as if it was written with the mistakes."""

    def __init__(self, data, mistakes):
        self.data = data
        self.mistakes = mistakes
        self.order = "<" if data[:4] == b"\1\0\0\0" else ">"
        self.position = 0
        self.positions = []         # (path, offset) of each number and array in file order, and ("frames", number of frames)
        # (path of the field after the padding, offset of the padding), for the first padding; None before
        self.first_padding = None
        self.frames = self.timesteps = 0
        self.scalar = "f" if "float32" in mistakes else "d"
        self.is_aligned = "aligned" in mistakes
        self.integer_code = "q" if "int64" in mistakes else "i"

    # Bytes

    def take_span(self, code, count, path):
        """Skips `count` numbers of one type, and the padding before them. Returns the offset of the first number."""
        size = SIZES[code]
        if self.is_aligned and count:
            self.skip_zeros(size, path)
        self.positions.append((path, self.position))
        require_fitting_mistakes(count * size <= len(self.data) - self.position)
        start = self.position
        self.position += count * size
        return start

    def take(self, code, count, path):
        """Reads `count` numbers of one type."""
        start = self.take_span(code, count, path)
        return struct.unpack_from("%s%d%s" % (self.order, count, code), self.data, start)

    def skip_zeros(self, multiple, path):
        end = -(-self.position // multiple) * multiple
        require_fitting_mistakes(end <= len(self.data))
        if end > self.position and self.first_padding is None:
            self.first_padding = (path, self.position)
        require_fitting_mistakes(not any(self.data[self.position:end]))
        self.position = end

    def read_one_integer(self, path):
        value, = self.take(self.integer_code, 1, path)
        require_fitting_mistakes(-LARGEST - 1 <= value <= LARGEST)
        return value

    def read_nonnegative_count(self, path):
        value = self.read_one_integer(path)
        require_fitting_mistakes(value >= 0)
        return value

    # Fields

    def read(self):
        """Reads the whole file. Raises MistakesDoNotFit if it cannot be read with the mistakes."""
        require_fitting_mistakes(self.read_one_integer("endian") == 1)
        if "framerate-float64" in self.mistakes:
            require_fitting_mistakes(1 <= self.take("d", 1, "framerate")[0] <= 1000)
        else:
            self.read_one_integer("framerate")
        self.read_transforms()
        has_vertices, number = False, 0
        while self.position < len(self.data):
            has_vertices |= self.read_group("groups[%d]" % number) > 0
            number += 1
        require_fitting_mistakes(has_vertices)

    def read_transforms(self):
        more_frames, more_timesteps = {
            "inclusive": (1, 1), "timesteps+1": (0, 1), "timesteps-1": (0, -1), "frames+1": (1, 0),
            "frames-1": (-1, 0)}.get(next((name for name in self.mistakes if name in COUNTS), None), (0, 0))
        self.frames = self.read_nonnegative_count("frame_count") + more_frames
        self.timesteps = self.read_nonnegative_count("timestep_count") + more_timesteps
        require_fitting_mistakes(self.frames >= 1 and self.timesteps >= 1)
        entries = 16 if "matrix4" in self.mistakes else 12
        number = self.frames * self.timesteps
        stored = (self.frames - more_frames) * (self.timesteps - more_timesteps)
        are_checked = entries == 16 or stored < number
        values = (self.take if are_checked else self.take_span)(self.scalar, number * entries, "transforms[0][0]")
        self.positions.append(("frames", self.frames))
        if entries == 16:
            last = [0, 0, 0, 1]
            for at in range(0, len(values), 16):
                require_fitting_mistakes(list(values[at + 12:at + 16]) == last or list(values[at + 3:at + 16:4]) == last)
        # Transforms beyond the stored count must be rotations: almost any bytes can be read as float64.
        for at in range(stored * entries, number * entries, entries):
            require_fitting_mistakes(any(is_rotation([values[at + step * row:at + step * row + 3] for row in range(3)])
                       for step in (4, 3)))

    def read_group(self, group):
        """Reads a group and returns its number of vertices."""
        if "no-name-length" not in self.mistakes:
            return self.read_group_after_name(group, self.read_name(group))
        self.positions.append((group + ".name", self.position))
        start, kept, first_padding = self.position, len(self.positions), self.first_padding
        for length in range(1, LONGEST_NAME + 1):
            name = self.data[start:start + length]
            require_fitting_mistakes(len(name) == length and 0x21 <= name[-1] <= 0x7e)
            self.position = start + length
            try:
                return self.read_group_after_name(group, name)
            except MistakesDoNotFit:
                del self.positions[kept:]
                self.first_padding = first_padding
        raise MistakesDoNotFit

    def read_name(self, group):
        if "name-terminated" in self.mistakes:
            self.positions.append((group + ".name", self.position))
            name = self.data[self.position:self.position + LONGEST_NAME + 1].partition(b"\0")[0]
            self.position += len(name) + 1
            require_fitting_mistakes(1 <= len(name) <= LONGEST_NAME and self.position <= len(self.data))
            return name
        length = self.read_nonnegative_count(group + ".name_length")
        require_fitting_mistakes(length <= len(self.data) - self.position)
        self.position += length
        return self.data[self.position - length:self.position]

    def read_group_after_name(self, group, name):
        require_fitting_mistakes(name and min(name) >= 0x20 and 0x7f not in name)
        for multiple in (4, 8):
            if "name-padded-%d" % multiple in self.mistakes:
                self.skip_zeros(multiple, group + ".vertex_count")
        vertices = self.read_nonnegative_count(group + ".vertex_count")
        wide = "int64" in self.mistakes or "mapping-int64" in self.mistakes
        mapping = self.take("q" if wide else "i", vertices, group + ".mapping[0]")
        require_fitting_mistakes(all(0 <= entry <= LARGEST for entry in mapping))
        self.take_span(self.scalar, 3 * vertices, group + ".mean[0]")
        require_fitting_mistakes(0 <= self.read_one_integer(group + ".parent_frame") < self.frames)
        rows, modes = self.read_matrix(group + ".basis")
        require_fitting_mistakes(rows == 3 * vertices)
        rows, columns = self.read_matrix(group + ".coefficients")
        require_fitting_mistakes(rows == modes)
        require_fitting_mistakes(columns == self.timesteps or "inclusive" in self.mistakes and columns == self.timesteps - 1)
        return vertices

    def read_matrix(self, path):
        rows, columns = self.read_nonnegative_count(path + ".rows"), self.read_nonnegative_count(path + ".columns")
        self.take_span(self.scalar, rows * columns, path + ".values[0]")
        return rows, columns

    def span_of_mistake(self, name):
        """(offset, length, path) of the first field that shows the mistake."""
        paths = {"matrix4": "transforms[0][0]", "float32": "transforms[0][0]", "int64": "framerate",
                 "framerate-float64": "framerate", "mapping-int64": "groups[0].mapping[0]",
                 "inclusive": "frame_count", "no-name-length": "groups[0].name_length",
                 "name-terminated": "groups[0].name_length"}
        fixed = {"framerate": 4, "frame_count": 8, "timestep_count": 12}
        if name in ("aligned", "name-padded-4", "name-padded-8"):
            path, offset = self.first_padding
            return offset, 4, path
        path = paths.get(name, "timestep_count" if "timesteps" in name else "frame_count")
        if path in fixed:
            return fixed[path], 4, path
        of_name = path == "groups[0].name_length" and "groups[0].name"
        return dict(self.positions)[of_name or path], 96 if path == "transforms[0][0]" else 4, path


# The sets of mistakes that are tried: first one mistake, then two of different kinds.
ROUNDS = (
    [(name,) for _, name in MISTAKES],
    [(first[1], second[1]) for first, second in itertools.combinations(MISTAKES, 2) if first[0] != second[0]])
COUNTS = tuple(name for kind, name in MISTAKES if kind == "counts")


def read_with_mistakes(data, mistakes):
    layout = MistakenLayoutReader(data, mistakes)
    try:
        layout.read()
    except MistakesDoNotFit:
        return None
    return layout


def find_fewest_mistakes_if_unambiguous(data):
    """Returns (mistakes, offset, length, path) for the fewest mistakes with which the file can be read; None if no mistakes
    fit, or if several sets fit that place fields differently."""
    if len(data) < 16:
        return None
    for mistaken in ROUNDS:
        layouts = [layout for layout in (read_with_mistakes(data, names) for names in mistaken) if layout]
        if not layouts:
            continue
        if any(layout.positions != layouts[0].positions for layout in layouts):
            return None
        offset, length, path = min((layouts[0].span_of_mistake(name) for name in layouts[0].mistakes), key=lambda span: span[0])
        return layouts[0].mistakes, offset, min(length, len(data) - offset), path
    return None
