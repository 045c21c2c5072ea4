"""Which usual mistake of writers explains all of a memg file whose structure breaks ("Other layouts")."""

import itertools
import struct

# (kind, name), in the order in which they are tried and named.
MISTAKES = (
    ("matrix", "matrix4"), ("scalar", "float32"), ("integers", "int64"), ("integers", "mapping-int64"),
    ("framerate", "framerate-float64"), ("padding", "aligned"), ("padding", "name-padded-4"),
    ("padding", "name-padded-8"), ("name", "no-name-length"), ("name", "name-terminated"), ("counts", "inclusive"),
    ("counts", "timesteps+1"), ("counts", "timesteps-1"), ("counts", "frames+1"), ("counts", "frames-1"))
SIZES = {"i": 4, "q": 8, "f": 4, "d": 8}
LARGEST = (1 << 31) - 1
LONGEST_NAME = 255


class Unexplained(Exception):
    """The file cannot have been written so."""


def demand(condition):
    if not condition:
        raise Unexplained


def is_rotation(rows):
    """Whether three rows are orthonormal within 1e-6; what is not finite is not."""
    return all(abs(sum(a * b for a, b in zip(rows[i], rows[j])) - (i == j)) <= 1e-6
               for i in range(3) for j in range(3))


class Layout:
    """Reads a file as somebody with these mistakes would have written it."""

    def __init__(self, data, mistakes):
        self.data = data
        self.mistakes = mistakes
        self.order = "<" if data[:4] == b"\1\0\0\0" else ">"
        self.position = 0
        self.places = []            # (path, offset) of each number and array, in file order
        self.gap = None             # the same of the first padding: the field is the one after it
        self.frames = self.timesteps = 0
        self.scalar = "f" if "float32" in mistakes else "d"
        self.is_aligned = "aligned" in mistakes
        self.integer_code = "q" if "int64" in mistakes else "i"

    # Bytes

    def skip(self, code, count, path):
        """Where `count` numbers of one type begin; aligned, if everything is and there are any."""
        size = SIZES[code]
        if self.is_aligned and count:
            self.skip_zeros(size, path)
        self.places.append((path, self.position))
        demand(count * size <= len(self.data) - self.position)
        start = self.position
        self.position += count * size
        return start

    def take(self, code, count, path):
        """The numbers themselves."""
        start = self.skip(code, count, path)
        return struct.unpack_from("%s%d%s" % (self.order, count, code), self.data, start)

    def skip_zeros(self, multiple, path):
        end = -(-self.position // multiple) * multiple
        demand(end <= len(self.data))
        if end > self.position and self.gap is None:
            self.gap = (path, self.position)
        demand(not any(self.data[self.position:end]))
        self.position = end

    def integer(self, path):
        value, = self.take(self.integer_code, 1, path)
        demand(-LARGEST - 1 <= value <= LARGEST)
        return value

    def count(self, path):
        value = self.integer(path)
        demand(value >= 0)
        return value

    # Fields

    def read(self):
        """Reads all; raises Unexplained where the file is not such a one."""
        demand(self.integer("endian") == 1)
        if "framerate-float64" in self.mistakes:
            demand(1 <= self.take("d", 1, "framerate")[0] <= 1000)
        else:
            self.integer("framerate")
        self.read_transforms()
        has_vertices, number = False, 0
        while self.position < len(self.data):
            has_vertices |= self.read_group("groups[%d]" % number) > 0
            number += 1
        demand(has_vertices)

    def read_transforms(self):
        more_frames, more_timesteps = {
            "inclusive": (1, 1), "timesteps+1": (0, 1), "timesteps-1": (0, -1), "frames+1": (1, 0),
            "frames-1": (-1, 0)}.get(next((name for name in self.mistakes if name in COUNTS), None), (0, 0))
        self.frames = self.count("frame_count") + more_frames
        self.timesteps = self.count("timestep_count") + more_timesteps
        demand(self.frames >= 1 and self.timesteps >= 1)
        entries = 16 if "matrix4" in self.mistakes else 12
        number = self.frames * self.timesteps
        stored = (self.frames - more_frames) * (self.timesteps - more_timesteps)
        are_judged = entries == 16 or stored < number
        values = (self.take if are_judged else self.skip)(self.scalar, number * entries, "transforms[0][0]")
        self.places.append(("frames", self.frames))
        if entries == 16:
            last = [0, 0, 0, 1]
            for at in range(0, len(values), 16):
                demand(list(values[at + 12:at + 16]) == last or list(values[at + 3:at + 16:4]) == last)
        for at in range(stored * entries, number * entries, entries):   # almost any further bytes are numbers, but not these
            demand(any(is_rotation([values[at + step * row:at + step * row + 3] for row in range(3)])
                       for step in (4, 3)))

    def read_group(self, group):
        """How many vertices the group has, which is sound."""
        if "no-name-length" not in self.mistakes:
            return self.read_rest(group, self.read_name(group))
        self.places.append((group + ".name", self.position))
        start, kept, gap = self.position, len(self.places), self.gap
        for length in range(1, LONGEST_NAME + 1):
            name = self.data[start:start + length]
            demand(len(name) == length and 0x21 <= name[-1] <= 0x7e)
            self.position = start + length
            try:
                return self.read_rest(group, name)
            except Unexplained:
                del self.places[kept:]
                self.gap = gap
        raise Unexplained

    def read_name(self, group):
        if "name-terminated" in self.mistakes:
            self.places.append((group + ".name", self.position))
            name = self.data[self.position:self.position + LONGEST_NAME + 1].partition(b"\0")[0]
            self.position += len(name) + 1
            demand(1 <= len(name) <= LONGEST_NAME and self.position <= len(self.data))
            return name
        length = self.count(group + ".name_length")
        demand(length <= len(self.data) - self.position)
        self.position += length
        return self.data[self.position - length:self.position]

    def read_rest(self, group, name):
        demand(name and min(name) >= 0x20 and 0x7f not in name)
        for multiple in (4, 8):
            if "name-padded-%d" % multiple in self.mistakes:
                self.skip_zeros(multiple, group + ".vertex_count")
        vertices = self.count(group + ".vertex_count")
        wide = "int64" in self.mistakes or "mapping-int64" in self.mistakes
        mapping = self.take("q" if wide else "i", vertices, group + ".mapping[0]")
        demand(all(0 <= entry <= LARGEST for entry in mapping))
        self.skip(self.scalar, 3 * vertices, group + ".mean[0]")
        demand(0 <= self.integer(group + ".parent_frame") < self.frames)
        rows, modes = self.matrix(group + ".basis")
        demand(rows == 3 * vertices)
        rows, columns = self.matrix(group + ".coefficients")
        demand(rows == modes)
        demand(columns == self.timesteps or "inclusive" in self.mistakes and columns == self.timesteps - 1)
        return vertices

    def matrix(self, path):
        rows, columns = self.count(path + ".rows"), self.count(path + ".columns")
        self.skip(self.scalar, rows * columns, path + ".values[0]")
        return rows, columns

    def place(self, name):
        """Where the mistake shows first: offset, length, path."""
        paths = {"matrix4": "transforms[0][0]", "float32": "transforms[0][0]", "int64": "framerate",
                 "framerate-float64": "framerate", "mapping-int64": "groups[0].mapping[0]",
                 "inclusive": "frame_count", "no-name-length": "groups[0].name_length",
                 "name-terminated": "groups[0].name_length"}
        fixed = {"framerate": 4, "frame_count": 8, "timestep_count": 12}
        if name in ("aligned", "name-padded-4", "name-padded-8"):
            path, offset = self.gap
            return offset, 4, path
        path = paths.get(name, "timestep_count" if "timesteps" in name else "frame_count")
        if path in fixed:
            return fixed[path], 4, path
        of_name = path == "groups[0].name_length" and "groups[0].name"
        return dict(self.places)[of_name or path], 96 if path == "transforms[0][0]" else 4, path


ROUNDS = (
    [(name,) for _, name in MISTAKES],
    [(first[1], second[1]) for first, second in itertools.combinations(MISTAKES, 2) if first[0] != second[0]])
COUNTS = tuple(name for kind, name in MISTAKES if kind == "counts")


def explains(data, mistakes):
    layout = Layout(data, mistakes)
    try:
        layout.read()
    except Unexplained:
        return None
    return layout


def explain(data):
    """(mistakes, offset, length, path) of what explains the file, or None."""
    if len(data) < 16:
        return None
    for mistaken in ROUNDS:
        layouts = [layout for layout in (explains(data, names) for names in mistaken) if layout]
        if not layouts:
            continue
        if any(layout.places != layouts[0].places for layout in layouts):
            return None
        offset, length, path = min((layouts[0].place(name) for name in layouts[0].mistakes), key=lambda place: place[0])
        return layouts[0].mistakes, offset, min(length, len(data) - offset), path
    return None
