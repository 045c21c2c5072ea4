"""Writes an .md5anim with its .md5mesh from random choices: valid files that fit each other, until pair_mutations.py changes them.

A rotation is the vector x, y, z of a unit quaternion with w <= 0, as the files have it.
"""

import math

from content.pose import multiply_quaternions, random_quaternion, skinned_positions, transpose, rotate_vector
from md5anim_positions import quaternion, rotation_matrix, world_transforms

COMPONENTS = ("Tx", "Ty", "Tz", "Qx", "Qy", "Qz")
NAMES = ("origin", "hips", "spine", "neck", "head", "luparm", "ruparm", "lhand", "rhand", "tail")
MARGIN = 1e-4       # margin of a box around its vertices


class Pair:
    """The content of both files. Mutations change the members; texts() writes them."""

    def __init__(self, random):
        self.random = random
        count = random.choice([1, 2, 3, 3, 4, 5, 6])
        self.names = list(NAMES[:count])
        self.parents = [-1] + [random.choice([joint - 1, random.randrange(joint)]) for joint in range(1, count)]
        self.flags = [63 if random.random() < 0.8 else random.randrange(64) for _ in range(count)]
        self.rate = "24"
        self.header = {}                    # counts of the header that differ from the right ones, by key
        self.base = [(_random_vector(random, 1.0 if joint == 0 else 4.0), random_rotation(random, 3.0)) for joint in range(count)]
        self.mesh_names, self.mesh_parents = list(self.names), list(self.parents)
        self.mesh_pose, self.mesh_rotations = self._model_space_pose(self.base)
        self.frames = [[(_move_randomly(random, p, 0.3), _turn_randomly(random, v, 0.2)) for p, v in self.base]
                       for _ in range(random.choice([1, 2, 3, 4, 5]))]
        self.blocks = [(vertices, triangles) for vertices, triangles in [self._tube_around_joints() for _ in range(random.choice([1, 1, 2]))]]
        self.comments = [self._joint_comment(joint) for joint in range(count)]
        self.parent_texts = {}              # {joint: text that the file has in place of the parent's index}
        self.boxes = self.fitting_boxes()

    # -- geometry -------------------------------------------------------------------------

    def _model_space_pose(self, parts):
        """(places, rotations) in model space of joints given relative to their parents."""
        places, turns = [], []
        for (position, vector), parent in zip(parts, self.parents):
            q = quaternion(*vector)
            if parent >= 0:
                moved = rotate_vector(rotation_matrix(turns[parent]), position)
                position = [a + b for a, b in zip(places[parent], moved)]
                q = multiply_quaternions(turns[parent], q)
            places.append(position)
            turns.append(q)
        return places, [xyz_of_quaternion(q) for q in turns]

    def bind_pose(self):
        return self.mesh_pose, [rotation_matrix(quaternion(*vector)) for vector in self.mesh_rotations]

    def values(self, frame):
        """Returns (position, orientation) of each joint of a frame. A component without a flag comes from the baseframe."""
        joints = []
        for flags, (position, vector), (base, still) in zip(self.flags, self.frames[frame], self.base):
            joints.append(([a if flags >> axis & 1 else b for axis, (a, b) in enumerate(zip(position, base))],
                           [a if flags >> axis + 3 & 1 else b for axis, (a, b) in enumerate(zip(vector, still))]))
        return joints

    def pose(self, frame):
        return world_transforms([(p, quaternion(*v)) for p, v in self.values(frame)], self.parents)

    def all_vertices(self):
        return [weights for vertices, _ in self.blocks for weights in vertices]

    def fitting_boxes(self):
        """Returns for each frame the smallest box around all vertices, with a margin for the digits of the text."""
        boxes = []
        for frame in range(len(self.frames)):
            columns = list(zip(*skinned_positions(self.all_vertices(), self.pose(frame))))
            boxes.append(([min(column) - MARGIN for column in columns], [max(column) + MARGIN for column in columns]))
        return boxes

    # -- the mesh -------------------------------------------------------------------------

    def _tube_around_joints(self):
        """(vertices, triangles) of a closed tube around the joints, seen from outside as id Tech 4 draws it."""
        random, rings, sides = self.random, self.random.choice([2, 3, 4]), self.random.choice([3, 4, 5])
        lowest = min(place[2] for place in self.mesh_pose) - 1
        height = max(place[2] for place in self.mesh_pose) + 1 - lowest
        radius = 1 + max(max(abs(place[0]), abs(place[1])) for place in self.mesh_pose)
        points = [[0, 0, lowest - 0.5], [0, 0, lowest + height + 0.5]]
        for ring in range(rings):
            for side in range(sides):
                angle = 2 * math.pi * side / sides
                points.append([radius * math.cos(angle), radius * math.sin(angle), lowest + height * ring / (rings - 1)])
        triangles = []
        for side in range(sides):
            other = (side + 1) % sides
            triangles += [[0, 2 + side, 2 + other], [1, 2 + (rings - 1) * sides + other, 2 + (rings - 1) * sides + side]]
            for ring in range(rings - 1):
                a, b = 2 + ring * sides + side, 2 + ring * sides + other
                triangles += [[a, a + sides, b], [b, a + sides, b + sides]]
        weights = random.choice([1, 2, 2, 2, 3])
        return [self.make_weights_meeting_at(point, weights) for point in points], triangles

    def make_weights_meeting_at(self, point, most):
        """Makes weights of up to `most` joints, drawn at random, that all put a vertex at the point."""
        joints = self.random.sample(range(len(self.mesh_pose)), min(most, len(self.mesh_pose)))
        places, rotations = self.bind_pose()
        biases = [1.0] if len(joints) == 1 else [0.5, 0.5] if len(joints) == 2 else [0.5, 0.46, 0.04]
        return [[joint, bias, rotate_vector(transpose(rotations[joint]), [a - b for a, b in zip(point, places[joint])])]
                for joint, bias in zip(joints, biases)]

    def _joint_comment(self, joint):
        """Returns the comment that id's exporter writes after a joint, or an empty text."""
        if self.random.random() < 0.3:
            return ""
        parent = self.parents[joint]
        names = [name for bit, name in enumerate(COMPONENTS) if self.flags[joint] >> bit & 1]
        return "\t// %s ( %s )" % (self.names[parent] if parent >= 0 else "", " ".join(names))

    # -- texts ----------------------------------------------------------------------------

    def texts(self):
        """(.md5anim, .md5mesh)"""
        return self._animation_text().encode("latin-1"), self._mesh_text().encode("latin-1")

    def _animation_text(self):
        count = sum(bin(flags).count("1") for flags in self.flags)
        right = {"numFrames": len(self.frames), "numJoints": len(self.names), "frameRate": self.rate, "numAnimatedComponents": count}
        lines = ["MD5Version 10", 'commandline ""', ""]
        lines += ["%s %s" % (key, self.header.get(key, value)) for key, value in right.items()] + ["", "hierarchy {"]
        start = 0
        for joint, name in enumerate(self.names):
            parent = self.parent_texts.get(joint, self.parents[joint])
            lines.append('\t"%s"\t%s %d %d%s' % (name, parent, self.flags[joint], start, self.comments[joint]))
            start += bin(self.flags[joint]).count("1")
        lines += ["}", "", "bounds {", *("\t%s %s" % (vector_text(low), vector_text(high)) for low, high in self.boxes), "}", ""]
        lines += ["baseframe {", *("\t%s %s" % (vector_text(p), vector_text(v)) for p, v in self.base), "}", ""]
        for number, frame in enumerate(self.frames):
            lines.append("frame %d {" % number)
            for flags, (position, vector) in zip(self.flags, frame):
                words = ["%.9g" % round(value, 9) for bit, value in enumerate([*position, *vector]) if flags >> bit & 1]
                lines += ["\t" + " ".join(words)] if words else []
            lines += ["}", ""]
        return "\n".join(lines)

    def _mesh_text(self):
        lines = ["MD5Version 10", 'commandline ""', "", "numJoints %d" % len(self.mesh_names), "numMeshes %d" % len(self.blocks), ""]
        lines.append("joints {")
        for name, parent, place, vector in zip(self.mesh_names, self.mesh_parents, self.mesh_pose, self.mesh_rotations):
            lines.append('\t"%s"\t%d %s %s' % (name, parent, vector_text(place), vector_text(vector)))
        lines += ["}", ""]
        for vertices, triangles in self.blocks:
            weights = [weight for vertex in vertices for weight in vertex]
            lines += ["mesh {", '\tshader "skin"', "", "\tnumverts %d" % len(vertices)]
            first = 0
            for number, vertex in enumerate(vertices):
                lines.append("\tvert %d ( 0 0 ) %d %d" % (number, first, len(vertex)))
                first += len(vertex)
            lines += ["", "\tnumtris %d" % len(triangles)]
            lines += ["\ttri %d %d %d %d" % (number, *corners) for number, corners in enumerate(triangles)]
            lines += ["", "\tnumweights %d" % len(weights)]
            lines += ["\tweight %d %d %.9g %s" % (number, joint, bias, vector_text(position))
                      for number, (joint, bias, position) in enumerate(weights)]
            lines += ["}", ""]
        return "\n".join(lines)


def vector_text(vector):
    return "( %s )" % " ".join(_number_text(value) for value in vector)


def _number_text(value):
    return ("%.9f" % value).rstrip("0").rstrip(".")


def xyz_of_quaternion(q):
    """x, y, z of the quaternion with w <= 0."""
    return [-value for value in q[:3]] if q[3] > 0 else list(q[:3])


def _random_vector(random, size):
    return [random.uniform(-size, size) for _ in range(3)]


def random_rotation(random, angle):
    """A rotation of up to `angle` radians about a random axis."""
    return xyz_of_quaternion(random_quaternion(random, angle))


def _move_randomly(random, position, size):
    return [value + random.uniform(-size, size) for value in position]


def _turn_randomly(random, vector, angle):
    return xyz_of_quaternion(multiply_quaternions(quaternion(*vector), quaternion(*random_rotation(random, angle))))
