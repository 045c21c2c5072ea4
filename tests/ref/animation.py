"""Parses the values of an .md5anim, and computes the positions of its joints, without using the program."""

import ctypes
import functools
import re
import struct

from md5anim_positions import transforms_at

TOKEN = re.compile(rb'"[^"\n]*"|//[^\n]*|/\*.*?\*/|[{}()]|[^\x00-\x20{}()"]+', re.DOTALL)

strtof = ctypes.CDLL(None).strtof
strtof.restype = ctypes.c_float
strtof.argtypes = [ctypes.c_char_p, ctypes.c_void_p]


@functools.lru_cache(1 << 20)  # the numbers of a file recur in its canonical form
def float32_bytes_of(word):
    """The four bytes of the float32 that the text spells; 0 and -0 differ."""
    return bytes(ctypes.c_float(strtof(word, None)))


def tokens_without_comments(text):
    """The tokens of any md5 text, without its comments."""
    return [token for token in TOKEN.findall(text) if token[:2] not in (b"//", b"/*")]


class Animation:
    """The values of a file without errors. `frames` has, for each joint of each frame, the list of the components that the frame
    stores for it: so two files that store equal components in another order have equal `frames`."""

    def __init__(self, text):
        self.words = iter(tokens_without_comments(text))
        self.header = [self.read_value(key) for key in (b"MD5Version", b"commandline", b"numFrames", b"numJoints",
                                                   b"frameRate", b"numAnimatedComponents")]
        frames, joints, components = int(self.header[2]), int(self.header[3]), int(self.header[5])
        self.header[4] = float32_bytes_of(self.header[4])
        self.expect(b"hierarchy", b"{")
        entries = [[next(self.words) for _ in range(4)] for _ in range(joints)]
        self.expect(b"}")
        self.joints = [(name, int(parent), int(flags)) for name, parent, flags, _ in entries]  # int(b"-0") is 0
        self.bounds = self.read_float32_bytes_of_vector_pairs(b"bounds", frames)
        self.baseframe = self.read_float32_bytes_of_vector_pairs(b"baseframe", joints)
        self.frames = []
        for index in range(frames):
            self.expect(b"frame", b"%d" % index, b"{")
            values = [float32_bytes_of(next(self.words)) for _ in range(components)]
            self.expect(b"}")
            self.frames.append([values[int(start):int(start) + bin(int(flags)).count("1")]
                                for _, _, flags, start in entries])

    def expect(self, *words):
        """Takes the next tokens, which must be `words`."""
        for word in words:
            found = next(self.words)
            assert found == word, (found, word)

    def read_value(self, key):
        self.expect(key)
        return next(self.words)

    def read_vector_as_float32_bytes(self):
        self.expect(b"(")
        values = [float32_bytes_of(next(self.words)) for _ in range(3)]
        self.expect(b")")
        return values

    def read_float32_bytes_of_vector_pairs(self, key, count):
        self.expect(key, b"{")
        values = [self.read_vector_as_float32_bytes() + self.read_vector_as_float32_bytes() for _ in range(count)]
        self.expect(b"}")
        return values

    def all_parts_to_compare(self):
        return self.header, self.joints, self.bounds, self.baseframe, self.frames

    def poses(self):
        """The six components of each joint in each frame; components that the frame does not store come from the baseframe."""
        return [[self.components_of_joint(joint, values) for joint, values in enumerate(frame)] for frame in self.frames]

    def components_of_joint(self, joint, stored):
        rest, flags = iter(stored), self.joints[joint][2]
        return [next(rest) if flags >> bit & 1 else base for bit, base in enumerate(self.baseframe[joint])]


class AnimatedSkeleton:
    """Gives the positions and rotation matrices of an .md5anim's joints at any time, in model space and in the axes of id Tech 4."""

    def __init__(self, text):
        animation = Animation(text)
        self.rate, = struct.unpack("<f", animation.header[4])
        self.names = [joint[0] for joint in animation.joints]
        self.parents = [joint[1] for joint in animation.joints]
        self.baseframe, *self.frames = [[[struct.unpack("<f", bits)[0] for bits in joint] for joint in pose]
                                        for pose in [animation.baseframe, *animation.poses()]]

    def transforms_at(self, seconds):
        return transforms_at(self.frames, self.parents, self.rate, seconds)

    def baseframe_transforms(self):
        return transforms_at([self.baseframe], self.parents, self.rate, 0)
