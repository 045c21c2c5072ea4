"""Rewrites valid memg files with mistakes that writers make."""

import struct

# Names of mistakes by kind: a file gets at most one mistake of a kind. The format's page explains all that break the structure.
CHOICES = (
    ("matrix4-row", "matrix4-column", "columns", "rotation-first"), ("float32",), ("int64", "mapping-int64"),
    ("framerate-float64", "framerate-float32"), ("aligned", "name-padded-4", "name-padded-8"),
    ("no-name-length", "name-terminated"), ("inclusive", "timesteps+1", "timesteps-1", "frames+1", "frames-1", "swapped"),
    ("local",))


class ParsedMemg:
    """The content of a file. Raises struct.error or ValueError if the file cannot be read to its end."""

    def __init__(self, data):
        self.data = data
        self.position = 0
        self.order = "<" if data[:1] == b"\1" else ">"
        endian, self.framerate, self.frames, self.timesteps = self.take("4i")
        if endian != 1 or min(self.frames, self.timesteps) < 0:
            raise ValueError
        if 96 * self.frames * self.timesteps > len(data):
            raise ValueError
        self.transforms = [self.take("12d") for _ in range(self.frames * self.timesteps)]
        self.groups = []
        while self.position < len(data):
            self.groups.append(self.read_group())

    def take(self, code):
        start = self.position
        self.position += struct.calcsize(self.order + code)
        if self.position > len(self.data):
            raise ValueError
        return struct.unpack_from(self.order + code, self.data, start)

    def read_group(self):
        name, = self.take("%ds" % self.take("i"))
        vertices, = self.take("i")
        mapping, mean, parent = self.take("%di" % vertices), self.take("%dd" % (3 * vertices)), self.take("i")[0]
        matrices = []
        for _ in range(2):
            rows, columns = self.take("2i")
            matrices.append((rows, columns, self.take("%dd" % (rows * columns))))
        return name, mapping, mean, parent, matrices


class Writer:
    """Writes a ParsedMemg with the mistakes that are given by name."""

    def __init__(self, model, mistakes):
        self.model = model
        self.mistakes = mistakes
        self.out = bytearray()

    def append_values(self, code, *values):
        size = struct.calcsize("<" + code)
        if "aligned" in self.mistakes and values:
            self.pad(size)
        self.out += struct.pack(self.model.order + "%d%s" % (len(values), code), *values)

    def pad(self, multiple):
        self.out += bytes(-len(self.out) % multiple)

    def write_one_integer(self, value):
        self.append_values("q" if "int64" in self.mistakes else "i", value)

    def write_floats(self, values):
        """Appends float64 values. With the mistake float32, appends float32 values, and 1 for a value that is too large or NaN."""
        largest = 3e38
        code = "f" if "float32" in self.mistakes else "d"
        self.append_values(code, *[value if abs(value) < largest or code == "d" else 1.0 for value in values])

    def counts_with_mistakes(self):
        frames, timesteps = self.model.frames, self.model.timesteps
        more = {"inclusive": (-1, -1), "timesteps+1": (0, -1), "timesteps-1": (0, 1), "frames+1": (-1, 0),
                "frames-1": (1, 0)}
        for name in self.mistakes:
            frames, timesteps = frames + more.get(name, (0, 0))[0], timesteps + more.get(name, (0, 0))[1]
        return (timesteps, frames) if "swapped" in self.mistakes else (frames, timesteps)

    def reorder_transform(self, values):
        rows = [values[0:4], values[4:8], values[8:12]]
        if "matrix4-row" in self.mistakes:
            return (*values, 0, 0, 0, 1)
        if "matrix4-column" in self.mistakes:
            rows.append((0, 0, 0, 1))
        if {"matrix4-column", "columns"} & set(self.mistakes):
            return [row[column] for column in range(4) for row in rows]
        if "rotation-first" in self.mistakes:
            return [value for row in rows for value in row[:3]] + [row[3] for row in rows]
        return values

    def write(self):
        framerates = {"framerate-float64": "d", "framerate-float32": "f"}
        self.write_one_integer(1)
        code = [framerates[name] for name in self.mistakes if name in framerates]
        if code:
            self.append_values(code[0], float(self.model.framerate))
        else:
            self.write_one_integer(self.model.framerate)
        for count in self.counts_with_mistakes():
            self.write_one_integer(count)
        for transform in self.model.transforms:
            self.write_floats(self.reorder_transform(transform))
        for group in self.model.groups:
            self.write_group(*group)
        return bytes(self.out)

    def write_group(self, name, mapping, mean, parent, matrices):
        if not {"no-name-length", "name-terminated"} & set(self.mistakes):
            self.write_one_integer(len(name))
        self.out += name + (b"\0" if "name-terminated" in self.mistakes else b"")
        for multiple in (4, 8):
            if "name-padded-%d" % multiple in self.mistakes:
                self.pad(multiple)
        self.write_one_integer(len(mapping))
        if "local" in self.mistakes:
            mapping = range(1, len(mapping) + 1)
        self.append_values("q" if {"int64", "mapping-int64"} & set(self.mistakes) else "i", *mapping)
        self.write_floats(mean)
        self.write_one_integer(parent)
        for rows, columns, values in matrices:
            self.write_one_integer(rows)
            self.write_one_integer(columns)
            self.write_floats(values)


def write_with_mistakes(random, data):
    """The file rewritten with one to three mistakes; None if the file cannot be read."""
    kinds = random.sample(CHOICES, random.choice([1, 1, 2, 2, 2, 3]))
    try:
        return Writer(ParsedMemg(data), [random.choice(kind) for kind in kinds]).write()
    except (struct.error, ValueError, OverflowError):
        return None
