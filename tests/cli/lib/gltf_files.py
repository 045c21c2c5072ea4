"""Meshes, camera paths and motions read by the tests' own parsers, for comparison with glTF documents and tables."""

import bisect
import json

import md5anim_positions
from animation import tokens_without_comments
from content.pose import rotate_vector
from md5anim_positions import normalize, quaternion
from value_loader import float32


def rotation_matrix(q):
    """Returns the rotation matrix of a quaternion x y z w of any length except 0."""
    return md5anim_positions.rotation_matrix(normalize(q))


class WordReader:
    """Reads the words of a text one after the other."""

    def __init__(self, text):
        self.words = tokens_without_comments(text)
        self.at = 0

    def read_words(self, count=1):
        self.at += count
        return self.words[self.at - count:self.at]

    def word_after(self, key):
        """Skips the words up to and including the next `key`. Returns the word after it without reading it."""
        self.at = self.words.index(key, self.at) + 1
        return self.words[self.at]

    def read_next_numbers(self, count):
        """Reads `count` float32 numbers; parentheses around them are skipped."""
        result = []
        while len(result) < count:
            word, = self.read_words()
            if word not in (b"(", b")"):
                result.append(float32(word))
        while self.at < len(self.words) and self.words[self.at] == b")":
            self.at += 1
        return result


class Mesh:
    """An .md5mesh: joints with the tokens of their names, and for each mesh block the vertices as lists of (joint, bias, position)."""

    def __init__(self, text):
        words = WordReader(text)
        joints, meshes = int(words.word_after(b"numJoints")), int(words.word_after(b"numMeshes"))
        words.word_after(b"joints")
        words.read_words()
        self.names, self.places, self.turns, self.blocks = [], [], [], []
        for _ in range(joints):
            self.names.append(words.read_words(2)[0])
            numbers = words.read_next_numbers(6)
            self.places.append(numbers[:3])
            self.turns.append(md5anim_positions.rotation_matrix(quaternion(*numbers[3:])))
        for _ in range(meshes):
            count = int(words.word_after(b"numverts"))
            ranges = []
            for _ in range(count):
                words.word_after(b"vert")
                words.read_words()
                words.read_next_numbers(2)
                ranges.append(tuple(int(word) for word in words.read_words(2)))
            weights = []
            for _ in range(int(words.word_after(b"numweights"))):
                words.word_after(b"weight")
                _, joint, bias = words.read_words(3)
                weights.append((int(joint), float32(bias), words.read_next_numbers(3)))
            self.blocks.append([weights[first:first + many] for first, many in ranges])

    def vertices(self, block, places, turns):
        """Returns the positions of a block's vertices. places and turns: position and rotation matrix of each joint."""
        result = []
        for weights in block:
            at = [0.0, 0.0, 0.0]
            for joint, bias, position in weights:
                moved = rotate_vector(turns[joint], position)
                at = [a + bias * (b + c) for a, b, c in zip(at, moved, places[joint])]
            result.append(at)
        return result


class CameraPath:
    """An .md5camera: frame rate, cuts and frames."""

    def __init__(self, text):
        words = WordReader(text)
        frames, rate, cuts = (words.word_after(key) for key in (b"numFrames", b"frameRate", b"numCuts"))
        self.rate = float32(rate)
        words.word_after(b"cuts")
        words.read_words()
        self.cuts = [int(word) for word in words.read_words(int(cuts))]
        words.word_after(b"camera")
        words.read_words()
        self.frames = [words.read_next_numbers(7) for _ in range(int(frames))]

    def visible_frames(self):
        """Yields (seconds, frame) of each visible frame: all frames except the last of a shot with a next shot."""
        for frame in range(len(self.frames)):
            before = bisect.bisect_left(self.cuts, frame)
            if frame not in self.cuts:
                time = (frame - before) / self.rate
                yield float32(time), frame

    def view_points(self, frame):
        """Returns the position of the camera, the point one unit ahead, and the point one unit above."""
        numbers = self.frames[frame]
        turn = md5anim_positions.rotation_matrix(quaternion(*numbers[3:6]))
        return [numbers[:3]] + [[a + b for a, b in zip(numbers, rotate_vector(turn, axis))] for axis in ((1, 0, 0), (0, 0, 1))]


def group_positions(document, group, step):
    """Returns the positions of a group's vertices at a timestep, computed from the fields of a .memg."""
    rows, modes = group["basis"]["rows"], group["basis"]["columns"]
    basis, weights = group["basis"].get("values", []), group["coefficients"].get("values", [])
    local = [group["mean"][row] + sum(basis[mode * rows + row] * weights[step * modes + mode] for mode in range(modes))
             for row in range(rows)]
    transform = document["transforms"][step][group["parent_frame"]]
    return [[transform[4 * row + 3] + sum(transform[4 * row + i] * local[at + i] for i in range(3)) for row in range(3)]
            for at in range(0, rows, 3)]


def interpolate(keys, time):
    """Interpolates linearly between keys; before the first key and after the last one, the value is constant. None without keys."""
    if not keys:
        return None
    before = [key for key in keys if key[0] <= time] or keys[:1]
    after = [key for key in keys if key[0] > time] or before[-1:]
    (start, value), (end, other) = before[-1], after[0]
    if time <= start or end == start:
        return value
    return value + (time - start) / (end - start) * (other - value)


def convert_and_read_fields(case, path):
    return json.loads(case.exits(0, "convert", path, "--to=json", "-o", "-").stdout)["fields"]
