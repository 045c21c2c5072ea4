"""Writes a memg file with its .obj scene from random choices: files that fit each other, until scene_mutations.py changes them."""

import math
import struct

NAMES = (b"body", b"cloth", b"hair", b"tail")


class SceneGroup:
    """A group: its vertices in the scene, its faces and its motion. Vertices are numbers of the scene, from 1."""

    def __init__(self, name, vertices, faces):
        self.name = name
        self.names = [name]             # the names in the group's `g` statement
        self.vertices = vertices
        self.faces = faces
        self.mapping = list(vertices)
        self.mean = []
        self.parent = 0
        self.rows, self.modes, self.basis = 0, 0, []
        self.weight_rows, self.columns, self.weights = 0, 0, []
        self.is_written = True          # false if the group is only in the scene and not in the motion


class ScenePair:
    """The content of both files. Mutations change the members; memg_file_bytes() writes the motion, and obj_file_bytes() the scene."""

    def __init__(self, random):
        self.random = random
        self.framerate = random.choice([30, 120])
        self.frames, self.timesteps = random.choice([1, 1, 2, 3]), random.choice([1, 2, 3, 4, 6, 9, 12])
        self.points = []
        self.blocks = [self.make_strip_and_add_its_vertices(name) for name in NAMES[:random.choice([1, 2, 2, 3])]]
        if random.random() < 0.3:       # vertices that no face uses
            self.points += [[9.0, 9.0, 9.0]] * 2
        self.before, self.between, self.after = [], [], []      # lines of the scene before, between and after the groups
        self.transforms = [[self.compute_transform(frame, timestep) for frame in range(self.frames)] for timestep in range(self.timesteps)]

    # -- content --------------------------------------------------------------------------

    def make_strip_and_add_its_vertices(self, name):
        """Returns a group that is a strip of quads or triangles, and adds its vertices to the scene."""
        random, length, first = self.random, self.random.choice([2, 2, 3, 4, 5]), len(self.points) + 1
        width, slope = random.uniform(0.5, 2), random.uniform(-0.5, 0.5)
        for index in range(length):
            self.points += [[index * width, slope * index, 0.0], [index * width, slope * index + 1, 0.3]]
        quads = [[first + 2 * i, first + 2 * i + 1, first + 2 * i + 3, first + 2 * i + 2] for i in range(length - 1)]
        if random.randrange(2):
            faces = [corners for a, b, c, d in quads for corners in ([a, b, c], [a, c, d])]
        else:
            faces = quads
        block = SceneGroup(name, list(range(first, first + 2 * length)), faces)
        self.add_motion(block)
        return block

    def add_motion(self, block):
        random, count = self.random, len(block.vertices)
        random.shuffle(block.mapping)
        block.mean = [value for vertex in block.mapping for value in self.points[vertex - 1]]
        block.parent = random.randrange(self.frames)
        block.rows, block.modes = 3 * count, random.choice([0, 1, 2])
        block.basis = [random.uniform(-0.3, 0.3) for _ in range(block.rows * block.modes)]
        block.weight_rows, block.columns = block.modes, self.timesteps
        block.weights = [random.uniform(-0.3, 0.3) for _ in range(block.modes * self.timesteps)]

    def compute_transform(self, frame, timestep):
        angle = 0.1 * timestep * frame
        cosine, sine = math.cos(angle), math.sin(angle)
        return [cosine, -sine, 0.0, 0.02 * timestep * frame, sine, cosine, 0.0, 1.0 * frame, 0.0, 0.0, 1.0, 0.01 * timestep]

    # -- bytes ----------------------------------------------------------------------------

    def memg_file_bytes(self):
        out = [struct.pack("<4i", 1, self.framerate, self.frames, self.timesteps)]
        out += [struct.pack("<12d", *transform) for transforms in self.transforms for transform in transforms]
        for block in self.blocks:
            if block.is_written:
                out += [struct.pack("<i", len(block.name)), block.name, struct.pack("<i", len(block.mapping)),
                        struct.pack("<%di" % len(block.mapping), *block.mapping), pack_doubles(block.mean), struct.pack("<i", block.parent),
                        struct.pack("<2i", block.rows, block.modes), pack_doubles(block.basis),
                        struct.pack("<2i", block.weight_rows, block.columns), pack_doubles(block.weights)]
        return b"".join(out)

    def obj_file_bytes(self):
        lines = list(self.before) + [b"v " + b" ".join(b"%.9g" % value for value in point) for point in self.points]
        for block in self.blocks:
            lines += [b"g " + b" ".join(block.names), *self.between]
            lines += [b"f " + b" ".join(b"%d" % vertex for vertex in face) for face in block.faces]
        return b"\n".join(lines + list(self.after)) + b"\n"


def pack_doubles(values):
    return struct.pack("<%dd" % len(values), *values)
