"""Computes the position of each joint of a .bvh at its frames. Written from the format's description, without the program's code.

    motion = BvhMotion(text)
    motion.names
    motion.seconds_per_frame
    motion.joint_positions(frame)   (x, y, z) of each joint, in the order of the file

joint_positions() adds position channels to the joint's offset, as some readers do. With `channels_replace_offset` the channels
replace the offset, as in other readers.
"""

import math

from md5anim_positions import matrix_product

AXES = {"X": 0, "Y": 1, "Z": 2}


def rotation_matrix(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix = [[float(i == k) for k in range(3)] for i in range(3)]
    matrix[one][one] = matrix[other][other] = c
    matrix[one][other], matrix[other][one] = -s, s
    return matrix


class BvhMotion:
    def __init__(self, text):
        words = text.split()
        self.names, self.parents, self.offsets, self.channels = [], [], [], []
        assert words[0] == "HIERARCHY"
        at, open_joints = 1, []
        while words[at] != "MOTION":
            if words[at] in ("ROOT", "JOINT"):
                assert words[at + 2] == "{" and (words[at] == "ROOT") == (not open_joints)
                self.parents.append(open_joints[-1] if open_joints else -1)
                self.names.append(words[at + 1])
                open_joints.append(len(self.names) - 1)
                assert words[at + 3] == "OFFSET" and words[at + 7] == "CHANNELS"
                self.offsets.append([float(word) for word in words[at + 4:at + 7]])
                count = int(words[at + 8])
                self.channels.append(words[at + 9:at + 9 + count])
                at += 9 + count
            elif words[at] == "End":
                assert words[at:at + 4] == ["End", "Site", "{", "OFFSET"] and words[at + 7] == "}"
                at += 8
            else:
                assert words[at] == "}"
                open_joints.pop()
                at += 1
        assert not open_joints and words[at + 1] == "Frames:" and words[at + 3:at + 5] == ["Frame", "Time:"]
        self.seconds_per_frame = float(words[at + 5])
        width = sum(map(len, self.channels))
        values = [float(word) for word in words[at + 6:]]
        assert len(values) == width * int(words[at + 2]), "the number of values is not channels × frames"
        self.frames = [values[i:i + width] for i in range(0, len(values), width)] if width else []

    def joint_positions(self, frame, channels_replace_offset=False):
        values = iter(self.frames[frame])
        positions, rotations = [], []
        for parent, offset, channels in zip(self.parents, self.offsets, self.channels):
            moved = [channel for channel in channels if channel.endswith("position")]
            at = [0.0, 0.0, 0.0] if channels_replace_offset and moved else list(offset)
            matrix = [[float(i == k) for k in range(3)] for i in range(3)]
            for channel in channels:
                if channel.endswith("position"):
                    at[AXES[channel[0]]] += next(values)
                else:
                    matrix = matrix_product(matrix, rotation_matrix(AXES[channel[0]], next(values)))
            if parent >= 0:
                at = [a + sum(rotations[parent][i][k] * at[k] for k in range(3)) for i, a in enumerate(positions[parent])]
                matrix = matrix_product(rotations[parent], matrix)
            positions.append(at)
            rotations.append(matrix)
        return positions
