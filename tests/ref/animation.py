"""The values of a .md5anim, by a parse of the tests' own."""

import ctypes
import re
import struct

from md5anim_positions import places_at

TOKEN = re.compile(rb'"[^"\n]*"|//[^\n]*|/\*.*?\*/|[{}()]|[^\x00-\x20{}()"]+', re.DOTALL)

strtof = ctypes.CDLL(None).strtof
strtof.restype = ctypes.c_float
strtof.argtypes = [ctypes.c_char_p, ctypes.c_void_p]


def bits(word):
    """A float32 as it is, with the sign of a zero."""
    return bytes(ctypes.c_float(strtof(word, None)))


def tokens(text):
    """Of any md5 text: comments are left out."""
    return [token for token in TOKEN.findall(text) if token[:2] not in (b"//", b"/*")]


class Animation:
    """The values of a file without errors; frames by joint and component, wherever they were stored."""

    def __init__(self, text):
        self.words = iter(tokens(text))
        self.header = [self.value(key) for key in (b"MD5Version", b"commandline", b"numFrames", b"numJoints",
                                                   b"frameRate", b"numAnimatedComponents")]
        frames, joints, components = int(self.header[2]), int(self.header[3]), int(self.header[5])
        self.header[4] = bits(self.header[4])
        self.expect(b"hierarchy", b"{")
        entries = [[next(self.words) for _ in range(4)] for _ in range(joints)]
        self.expect(b"}")
        self.joints = [(name, int(parent), int(flags)) for name, parent, flags, _ in entries]  # -0 is 0
        self.bounds = self.pairs(b"bounds", frames)
        self.baseframe = self.pairs(b"baseframe", joints)
        self.frames = []
        for index in range(frames):
            self.expect(b"frame", b"%d" % index, b"{")
            values = [bits(next(self.words)) for _ in range(components)]
            self.expect(b"}")
            self.frames.append([values[int(start):int(start) + bin(int(flags)).count("1")]
                                for _, _, flags, start in entries])

    def expect(self, *words):
        for word in words:
            found = next(self.words)
            assert found == word, (found, word)

    def value(self, key):
        self.expect(key)
        return next(self.words)

    def vector(self):
        self.expect(b"(")
        values = [bits(next(self.words)) for _ in range(3)]
        self.expect(b")")
        return values

    def pairs(self, key, count):
        self.expect(key, b"{")
        values = [self.vector() + self.vector() for _ in range(count)]
        self.expect(b"}")
        return values

    def all(self):
        return self.header, self.joints, self.bounds, self.baseframe, self.frames

    def poses(self):
        """Of each frame, joint by joint the six components that it is posed by: the frame's, or else the baseframe's."""
        return [[self.pose(joint, values) for joint, values in enumerate(frame)] for frame in self.frames]

    def pose(self, joint, values):
        rest, flags = iter(values), self.joints[joint][2]
        return [next(rest) if flags >> bit & 1 else base for bit, base in enumerate(self.baseframe[joint])]


class Skeleton:
    """The joints of an .md5anim at any time, in id's axes."""

    def __init__(self, text):
        animation = Animation(text)
        self.rate, = struct.unpack("<f", animation.header[4])
        self.names = [joint[0] for joint in animation.joints]
        self.parents = [joint[1] for joint in animation.joints]
        self.frames = [[[struct.unpack("<f", bits)[0] for bits in joint] for joint in pose] for pose in animation.poses()]

    def places_at(self, seconds):
        return places_at(self.frames, self.parents, self.rate, seconds)
