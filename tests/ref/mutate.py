"""Mutates files at random. A seed determines all edits."""

import re
import struct

# Values at the limits of the formats' rules: integers, bits of float32 numbers, tokens, and texts of numbers.
EDGE_INTEGERS = [-2**31, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 16, 255, 256, 65536, 2**28, 2**30, 2**31 - 1]
EDGE_FLOATS = [0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 0x80000000, 0x3f800000, 0xbf800000, 1]
TOKENS = ["-1", "0", "1", "63", "64", "2147483648", "{", "}", "(", ")", '"', '""', '"x"', "//", "/*", "*/", "nan",
          "1e5", "1E5", "1e39", "0x10", "00.5", "1,5", "-", "+1", "hierarchy", "bounds", "baseframe", "frame",
          "frame 1", "MD5Version", "MD5Version 10", "numJoints", "numFrames 2", "commandline", "three", "3.0", ".5",
          "5.", "\0", "\r", "\r\n", "\n", "\t", " ", "/* */", "/* */1", "// x\n", "1.5f", "\xa0", "-0",
          "-1,25", "1,2,3", "joints", "mesh", "camera", "numMeshes",
          "0.99999", "0.70710678", "1e-5", "12345678901234567890123", "340282366920938463463374607431768211456",
          "0e5", "0.e5", "4294967295", "4294967296", "18446744073709551616.0", "1e99", "1e-100", "1e0099", "/*/",
          "/*/ */", "hierarchy// x\n", "frame/* */ ", "}// x\n", "\f", "\x1a", "\x01", "\\\"", "hierarchy {",
          " " * 511, "1 " * 300, "name", "shader", "name \"x\"", "numverts", "vert", "numtris", "tri", "numweights", "weight",
          "vert// x\n", "mesh {", "} mesh {", "}", "cuts", "numCuts", "cuts {", "camera {", "180", "179.99", "0.999", "1.001",
          "1.0011"]
EDGE_NUMBERS = ["-1", "0", "1", "2", "3", "4", "5", "7", "8", "33", "6145", "8193", "2147483647", "-2147483648", "0.5", "-0.5", "1.5",
                "1e3", "nan", "010", "1,5", "4294967296", "x"]

# Bytes that are inserted at the start of a file: most begin files of other types.
STARTS = [b"\x1f\x8b", b"PK\x03\x04", b"glTF ", b"BLENDER", b"version https://git-lfs.github.com", b"<!DOCTYPE html>", b" \t<",
          b"{", b"\n[", b"; FBX 7", b"%YAML 1.1", b"diff --git a b", b"--- a", b"Index: a", b"HIERARCHY\nROOT hips\n",
          b"HIERARCHY ROOT", b"hello ", b"\xef\xbb\xbf", b"\xef\xbb\xbf{", b"// x\n", b"\0", b"\xff\xfe"]
MERGE_MARKERS = [b"<<<<<<< ours", b"=======", b">>>>>>> theirs"]


def _edit_binary(random, data):
    at = random.randrange(len(data)) if data else 0
    kind = random.randrange(8)
    if kind == 0:
        return data[:at]
    if kind == 7:               # damage of a transfer in text mode
        return random.choice((data.replace(b"\n", b"\r\n"), data.decode("latin-1").encode("utf-8"), b"\r\n" + data))
    if kind == 1:
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1:] if data else b"\0"
    if kind in (2, 3):
        return data[:at] + struct.pack("<i", random.choice(EDGE_INTEGERS)) + data[at + 4:]
    if kind == 4:
        return data[:at] + struct.pack("<I", random.choice(EDGE_FLOATS)) + data[at + 4:]
    if kind == 5:
        return data[:at] + data[at + random.randrange(1, 30):]
    return data[:at] + bytes(random.randrange(256) for _ in range(random.randrange(1, 9))) + data[at:]


def _edit_integer(random, data):
    """Changes an int32 that may be a count."""
    at = random.randrange(max(1, len(data) - 3))
    if len(data) < at + 4:
        return data
    value = struct.unpack_from("<i", data, at)[0]
    if not -1000 < value < 100000:
        return _edit_binary(random, data)
    value = random.choice([value + 1, value - 1, value * 2, -value, random.choice(EDGE_INTEGERS)])
    return data[:at] + struct.pack("<i", max(-2**31, min(2**31 - 1, value))) + data[at + 4:]


_NUMBER = re.compile(rb"(?<![\w.])-?[0-9]+(?:\.[0-9]+)?(?![\w.])")
_BRACED = re.compile(rb"\{[^{}]*\}\n?")
_BASEFRAME = re.compile(rb"baseframe[^{}]*\{([^{}]*)\}")
_POSITION = re.compile(rb"(\([^()]*\))(\s*\([^()]*\))")


def _edit_number(random, data):
    """Changes a number slightly, or replaces it by one of EDGE_NUMBERS."""
    spans = [match.span() for match in _NUMBER.finditer(data)]
    if not spans:
        return data
    start, end = random.choice(spans)
    text = data[start:end]
    changed = random.choice(EDGE_NUMBERS).encode("ascii")
    if random.randrange(2) and len(text) < 18:
        changed = text + b"1" if b"." in text else b"%d" % (int(text) + random.choice([-1, 1]))
    return data[:start] + changed + data[end:]


def _block_spans(data):
    """Yields (start, end) of each text in braces, with the text before it on its line."""
    before = 0
    for match in _BRACED.finditer(data):
        start = max(before, *(data.rfind(stop, before, match.start()) + 1 for stop in (b"\n", b"{", b"}")))
        yield start, match.end()
        before = match.end()


def _edit_block(random, data):
    """Removes, repeats or moves a block in braces."""
    spans = list(_block_spans(data))
    if not spans:
        return data
    start, end = random.choice(spans)
    to = random.choice(spans)[random.randrange(2)]
    kind = random.randrange(3)
    if kind == 0:
        return data[:start] + data[end:]
    if kind == 1:
        return data[:to] + data[start:end] + data[to:]
    rest = data[:start] + data[end:]
    return rest[:min(to, len(rest))] + data[start:end] + rest[min(to, len(rest)):]


def scale_baseframe(random, data):
    """Multiplies the baseframe positions of an animation by a factor; in half of the cases only those of some joints."""
    factor, share = random.choice([0.5, 0.97, 0.985, 1.01, 1.03, 39.37]), random.choice([1.0, 1.0, 0.8, 0.7])

    def scale_position(match):
        if random.random() > share:
            return match.group()
        return _NUMBER.sub(lambda number: b"%.6f" % (float(number.group()) * factor), match[1]) + match[2]

    return _BASEFRAME.sub(lambda match: _POSITION.sub(scale_position, match.group()), data)


def _edit_text(random, data):
    """Replaces, inserts, removes, repeats or swaps tokens, or edits a number, a block, a line or bytes."""
    kind = random.randrange(10)
    if kind == 0:
        return _edit_number(random, data)
    if kind == 1 and random.randrange(3) == 0:
        return _edit_block(random, data)
    words = data.split(b" ")
    at = random.randrange(len(words))
    token = random.choice(TOKENS).encode("latin-1")
    kind = random.randrange(8)
    if kind == 0:
        words[at] = token
    elif kind == 1:
        words.insert(at, token)
    elif kind == 2:
        del words[at:at + random.randrange(1, 4)]
    elif kind == 3:
        words[at:at] = words[at:at + random.randrange(1, 12)]
    elif kind == 4:
        other = random.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    elif kind == 5:
        return _edit_line(random, data)
    else:
        return _cut_insert_or_replace_bytes(random, data, token)
    return b" ".join(words)


def _edit_line(random, data):
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    kind = random.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[random.randrange(len(lines))])
    elif kind == 2:
        other = random.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at:at + 2] = [b" ".join(lines[at:at + 2])]
    elif kind == 4:
        _insert_merge_markers(random, lines)
    else:
        lines[0] = random.choice(STARTS) + lines[0]
    return b"\n".join(lines)


def _insert_merge_markers(random, lines):
    """Inserts the three markers of a merge conflict, sometimes in a wrong order or with an extra byte."""
    markers = list(MERGE_MARKERS)
    if random.randrange(3) == 0:
        random.shuffle(markers)
    positions = sorted(random.randrange(len(lines) + 1) for _ in markers)
    for position, marker in reversed(list(zip(positions, markers))):
        lines.insert(position, random.choice([marker, marker, marker, marker + b"x", b" " + marker, marker + b"\r"]))


def _cut_insert_or_replace_bytes(random, data, inserted):
    at = random.randrange(len(data)) if data else 0
    kind = random.randrange(4)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[at + 1:]
    if kind == 2:
        return data[:at] + inserted + data[at:]
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1:]


def mutate_data(random, data, is_text):
    """Makes one to three edits, most often one."""
    for _ in range(random.choice([1, 1, 1, 1, 2, 2, 3])):
        if is_text:
            data = _edit_text(random, data)
        else:
            data = random.choice([_edit_binary, _edit_integer])(random, data)
    return data
