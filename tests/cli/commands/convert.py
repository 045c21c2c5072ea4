"""animproof convert: conversions and back, messages of lost data, positions of vertices, outputs that cannot be written."""

import os
import re
import resource
import signal
import stat
import struct

from cli_case import Case, full_device, mrtk, mrtk_bad, mrtk_curve, mrtk_many, read, read_text, write
from golden_files import EACH, golden, memg_files, mrtk_files, every_nth

case = Case()


def convert(code, source, out, *arguments, **options):
    return case.exits(code, "convert", source, "-o", out, *arguments, **options)


def version_of(content):
    return "%d.%d" % struct.unpack_from("<ii", content, 8)


def layout_of(path):
    result = case.run("lint", "-v", path)
    return re.search(rb"layout (\w+)", result.stdout).group(1).decode()


# MRTK files of every version and layout, converted and back: the bytes are the first ones unless a message reports a loss.
lossless = 0
for path in every_nth(mrtk_files()):
    if case.run("lint", "-q", path).returncode != 0:
        convert(1, path, "refused.bin", "--to=1.1", says=b"error: ", unwritten="refused.bin")
        continue
    first, layout = read(path), layout_of(path)
    for to in ("1.0", "1.1"):
        for to_layout in ("writer", "published"):
            result = convert(0, path, "there.bin", "--to", to, "--layout", to_layout)
            case.check(version_of(read("there.bin")) == to and layout_of("there.bin") == to_layout,
                       "the converted file has the requested version and layout", result)
            case.exits(0, "roundtrip", "-q", "there.bin")
            convert(0, "there.bin", "back.bin", "--to", version_of(first), "--layout", layout, "--mrtk-layout", to_layout)
            case.check(result.stderr != b"" or read("back.bin") == first,
                       "%s converted to %s %s and back has its bytes, or a message reports a loss" % (path, to, to_layout))
            lossless += result.stderr == b""
case.check(lossless > 30 // EACH, "enough conversions have no loss")

# Messages report lost and added data.
markers = [(0.0, b"a"), (1.0, b"b")]
write("camera.bin", mrtk(markers=markers))
convert(0, "camera.bin", "out.bin", "--to=1.0", says_only=b"animproof: camera.bin: added: hands with empty curves\n")
convert(0, "camera.bin", "out.bin", "--layout=published", says_only=b"animproof: camera.bin: lost: 2 markers\n")
gaze = mrtk()[:18] + b"\1" + mrtk()[19:-4] + 6 * mrtk_curve([(0.0, 1.0)]) + bytes(4)
write("gaze.bin", gaze)
convert(0, "gaze.bin", "out.bin", "--to=1.0", says=b"gaze.bin: lost: the gaze, 6 keys\n")
stepped = golden("reference/mrtk/s10_07_infinite_tangents_wrapmodes.bin")[0]
result = convert(0, stepped, "out.bin", "--to=1.1")
case.check(re.search(rb"lost: tangents, weights and weighted mode of \d+ keys?\n", result.stderr),
           "a message counts the keys that lose tangents", result)

# Keys converted from 1.1 to 1.0 get tangents 0, weights 0 and weighted mode 3.
convert(0, "camera.bin", "long.bin", "--to=1.0")
keys = read("long.bin")[16 + 12 :]
case.check(struct.unpack_from("<7I", keys, 28) == (0x3F800000, 0, 0, 0, 0, 0, 3), "the second key has tangents 0, weights 0 and weighted mode 3")

# MEMG files in both byte orders and matrix orders, converted and back.
for path in every_nth(memg_files()):
    big = read(path)[:4] == b"\0\0\0\1"
    if case.run("lint", "-q", *(["--ignore=memg/byte-order"] if big else []), path).returncode != 0:
        convert(1, path, "refused.bin", "--byte-order=big")
        continue
    own, other = ("big", "little") if big else ("little", "big")
    convert(0, path, "there.bin", "--byte-order", other)
    case.check(read("there.bin")[:4] == (b"\1\0\0\0" if big else b"\0\0\0\1"), "the converted file has the other byte order")
    convert(0, "there.bin", "back.bin", "--byte-order", own)
    case.check(read("back.bin") == read(path), "converting the byte order and back keeps the bytes of " + path)
    convert(0, path, "there.bin", "--byte-order", "little", "--matrix-order", "row")
    case.exits(0, "roundtrip", "-q", "there.bin")
    convert(0, "there.bin", "back.bin", "--byte-order", own, "--memg-order", "row", "--matrix-order", "column")
    case.check(read("back.bin") == read(path), "converting the matrix order and back keeps the bytes of " + path)
big_endian = golden("reference/memg/good/04_two_big_endian.bin")[0]
result = convert(1, big_endian, "refused.bin", "--matrix-order=row")
case.check(b"memg/byte-order" in result.stderr, "a big-endian file is refused unless the byte order is converted", result)


# Positions of vertices, compared with the output of another program.
def vertices(text):
    words = [line.split() for line in text.decode("latin-1").splitlines()]
    return [tuple(map(float, word[1:4])) for word in words if word[:1] == ["v"]]


def other_lines(text):
    return [line for line in text.splitlines() if not line.startswith(b"v ")]


def check_positions(answer):
    base, timestep = re.fullmatch(r"(.*)\.g\d+\.t(\d+)\.txt", answer).groups()
    scene = base.replace("04_two_big_endian", "02_two") + ".obj"
    if not os.path.exists(scene):
        return False
    convert(0, base + ".bin", "out.obj", "--obj-positions", scene, "--timestep", timestep)
    placed, largest, error = vertices(read("out.obj")), 0.0, 0.0
    for line in read_text(answer).splitlines():
        vertex, *wanted = line.split()
        for value, right in zip(placed[int(vertex) - 1], map(float, wanted)):
            largest, error = max(largest, abs(right)), max(error, abs(value - right))
    case.check(error <= 1e-12 * largest, "positions of %s: error %g of at most %g" % (answer, error, largest))
    case.check(other_lines(read("out.obj")) == other_lines(read(scene)), "the other lines of the scene are unchanged")
    case.exits(0, "lint", "--obj", "out.obj", "--ignore=memg/byte-order", base + ".bin")
    return True


case.check(sum(check_positions(path) for path in golden("reference/memg/good/*.txt")) > 15, "more than 15 files of positions were compared")

two, scene = golden("reference/memg/good/04_two_big_endian.bin")[0], golden("reference/memg/good/04_*.obj")[0]
convert(0, two, "little.bin", "--byte-order=little")
two = "little.bin"
steps = struct.unpack_from("<i", read(two), 12)[0]
result = convert(2, two, "none.obj", "--obj-positions", scene, "--timestep", str(steps))
case.check(b"--timestep: %d is too large, the file has %d timesteps (from 0)" % (steps, steps) in result.stderr,
           "a timestep after the last is refused", result)
write("short.obj", b"\n".join(read(scene).splitlines()[:4]))
convert(1, two, "none.obj", "--obj-positions", "short.obj", "--timestep", "0", says=b"error: ")  # a scene with too few vertices
write("more.obj", read(scene) + b"\ng unmoved\nf 1 2 3\n")
result = convert(1, two, "none.obj", "--obj-positions", "more.obj", "--timestep", "0")
case.check(b"memg/obj-group-without-motion" in result.stderr, "a scene with a group without motion is refused", result)
write("broken.obj", read(scene) + b"\nhello\n")
convert(1, two, "none.obj", "--obj-positions", "broken.obj", "--timestep", "0", says=b"obj/statement")  # a scene with an error
convert(3, two, "none.obj", "--obj-positions", "missing.obj", "--timestep", "0")
infinite = read(two)[:16] + struct.pack("<d", float("inf")) + read(two)[24:]
write("infinite.bin", infinite)
result = convert(1, "infinite.bin", "none.obj", "--obj-positions", scene, "--timestep", "0")
case.check(b"is not finite" in result.stderr, "an infinite position is refused, since .obj has no infinity", result)
case.check(not os.path.exists("none.obj"), "no refused conversion writes a file")

# Output files: a replaced file keeps its permissions, a link is kept, and the output may be the input.
write("kept.bin", b"kept")
os.chmod("kept.bin", 0o640)
convert(0, "camera.bin", "kept.bin", "--to=1.0")
case.check(stat.S_IMODE(os.stat("kept.bin").st_mode) == 0o640, "the replaced file keeps its permissions")
write("target.bin", b"old")
os.symlink("target.bin", "link.bin")
convert(0, "camera.bin", "link.bin", "--to=1.0")
case.check(os.path.islink("link.bin") and read("target.bin") == read("kept.bin"), "the link is kept and its target is replaced")
write("itself.bin", mrtk_many(100000))
once = read("itself.bin")
convert(0, "itself.bin", "itself.bin", "--layout=published")
convert(0, "itself.bin", "itself.bin", "--layout=writer")
case.check(read("itself.bin") == once, "a file converted onto itself and back has its bytes")
convert(0, "camera.bin", "-", "--to=1.0", prints_only=read("kept.bin"))  # standard output
convert(0, "-", "-", "--to=1.0", input=mrtk(markers=markers), prints_only=read("kept.bin"))  # standard input


# Outputs that cannot be written: a message and exit 3, and an existing file keeps its content.
def limit_file_size():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))


write("kept.bin", b"kept")
before = sorted(os.listdir("."))
os.mkdir("folder")
for place in ("folder", "missing/out.bin", "camera.bin/out.bin", "/dev/full", "/proc/out.bin"):
    for source in ("camera.bin", "itself.bin"):
        convert(3, source, place, "--layout=published",
                says_first=b"animproof: " + place.encode() + b": ", says_never=b"lost")  # no loss is reported
result = convert(3, "itself.bin", "kept.bin", "--layout=published", preexec_fn=limit_file_size)
case.check(result.stderr == b"animproof: kept.bin: File too large\n", "a file over the size limit is reported", result)
case.check(read("kept.bin") == b"kept", "the existing file keeps its content")
os.chmod("folder", 0o555)
result = case.run_as_nobody("convert", "camera.bin", "-o", "folder/out.bin", "--to=1.0")
case.check(result is None or result.returncode == 3 and result.stderr == b"animproof: folder/out.bin: Permission denied\n",
           "a folder without write permission is reported", result)
case.check_closed_pipe(3, "convert", "itself.bin", "-o", "-", "--layout=published")
convert(3, "camera.bin", "-", "--to=1.0", stdout=full_device())
write("bad.bin", mrtk_bad())
convert(1, "bad.bin", "kept.bin", "--to=1.0", says=b"mrtk/wrap-mode", leaves=("kept.bin", b"kept"))
convert(3, "missing.bin", "kept.bin", "--to=1.0")
convert(4, "camera.bin", "kept.bin", "--to=1.0", "--max-memory=30K")
case.check(read("kept.bin") == b"kept", "the existing file keeps its content")
case.check(os.listdir("folder") == [] and sorted(os.listdir(".")) == sorted(before + ["folder", "bad.bin"]),
           "no temporary file is left")

# Wrong usage.
for arguments in ([], ["camera.bin"], ["camera.bin", "-o", "x"], ["-o", "x", "--to=1.0"], ["camera.bin", "-o", "x", "--to=1.2"],
                  ["camera.bin", "camera.bin", "-o", "x", "--to=1.0"], ["camera.bin", "-o", "x", "--byte-order=big"],
                  ["camera.bin", "-o", "x", "--byte-order=middle"], ["camera.bin", "-o", "x", "--to=1.0", "--byte-order=big"],
                  [two, "-o", "x", "--to=1.0"], [two, "-o", "x", "--obj-positions", scene], [two, "-o", "x", "--timestep=0"],
                  [two, "-o", "x", "--obj-positions", scene, "--timestep=-1"], ["camera.bin", "-o"], ["--no-such"]):
    case.exits(2, "convert", *arguments, says_first=b"animproof: convert: ", unwritten="x")
case.exits(0, "convert", "--help", prints_first=b"usage: animproof convert")

case.finish()
