"""animproof convert: there and back, what is lost, positions of vertices, and outputs that cannot be written."""

import os
import re
import resource
import signal
import stat
import struct

from cli_case import Case, full_device, mrtk, mrtk_bad, mrtk_curve, mrtk_many, read, read_text, write
from golden_files import EACH, golden, memg_files, mrtk_files, some

case = Case()


def convert(code, source, out, *arguments, **options):
    return case.exits(code, "convert", source, "-o", out, *arguments, **options)


def version_of(content):
    return "%d.%d" % struct.unpack_from("<ii", content, 8)


def layout_of(path):
    result = case.run("lint", "-v", path)
    return re.search(rb"layout (\w+)", result.stdout).group(1).decode()


# MRTK, every version and layout, and back: the first bytes unless something was said.
kept = 0
for path in some(mrtk_files()):
    if case.run("lint", "-q", path).returncode != 0:
        convert(1, path, "refused.bin", "--to=1.1", says=b"error: ", unmade="refused.bin")
        continue
    first, layout = read(path), layout_of(path)
    for to in ("1.0", "1.1"):
        for to_layout in ("writer", "published"):
            result = convert(0, path, "there.bin", "--to", to, "--layout", to_layout)
            case.check(version_of(read("there.bin")) == to and layout_of("there.bin") == to_layout, "the form", result)
            case.exits(0, "roundtrip", "-q", "there.bin")
            convert(0, "there.bin", "back.bin", "--to", version_of(first), "--layout", layout, "--mrtk-layout", to_layout)
            case.check(result.stderr != b"" or read("back.bin") == first, "%s to %s %s and back" % (path, to, to_layout))
            kept += result.stderr == b""
case.check(kept > 30 // EACH, "conversions without a loss")

# What is lost is said.
markers = [(0.0, b"a"), (1.0, b"b")]
write("camera.bin", mrtk(markers=markers))
convert(0, "camera.bin", "out.bin", "--to=1.0", says_only=b"animproof: camera.bin: added: hands with empty curves\n")  # hands
convert(0, "camera.bin", "out.bin", "--layout=published", says_only=b"animproof: camera.bin: lost: 2 markers\n")  # markers
gaze = mrtk()[:18] + b"\1" + mrtk()[19:-4] + 6 * mrtk_curve([(0.0, 1.0)]) + bytes(4)
write("gaze.bin", gaze)
convert(0, "gaze.bin", "out.bin", "--to=1.0", says=b"gaze.bin: lost: the gaze, 6 keys\n")  # gaze
stepped = golden("reference/mrtk/s10_07_infinite_tangents_wrapmodes.bin")[0]
result = convert(0, stepped, "out.bin", "--to=1.1")
case.check(re.search(rb"lost: tangents, weights and weighted mode of \d+ keys?\n", result.stderr), "tangents", result)

# The keys of 1.0 that are made of those of 1.1: tangents 0, weights 0, weighted mode 3.
convert(0, "camera.bin", "long.bin", "--to=1.0")
keys = read("long.bin")[16 + 12 :]
case.check(struct.unpack_from("<7I", keys, 28) == (0x3F800000, 0, 0, 0, 0, 0, 3), "the second key")

# MEMG, both byte orders and orders of elements, and back.
for path in some(memg_files()):
    big = read(path)[:4] == b"\0\0\0\1"
    if case.run("lint", "-q", *(["--ignore=memg/byte-order"] if big else []), path).returncode != 0:
        convert(1, path, "refused.bin", "--byte-order=big")
        continue
    own, other = ("big", "little") if big else ("little", "big")
    convert(0, path, "there.bin", "--byte-order", other)
    case.check(read("there.bin")[:4] == (b"\1\0\0\0" if big else b"\0\0\0\1"), "the other order")
    convert(0, "there.bin", "back.bin", "--byte-order", own)
    case.check(read("back.bin") == read(path), "byte order there and back: " + path)
    convert(0, path, "there.bin", "--byte-order", "little", "--matrix-order", "row")
    case.exits(0, "roundtrip", "-q", "there.bin")
    convert(0, "there.bin", "back.bin", "--byte-order", own, "--memg-order", "row", "--matrix-order", "column")
    case.check(read("back.bin") == read(path), "order of elements there and back: " + path)
big_endian = golden("reference/memg/good/04_two_big_endian.bin")[0]
result = convert(1, big_endian, "refused.bin", "--matrix-order=row")
case.check(b"memg/byte-order" in result.stderr, "big-endian is an error unless it is what is converted", result)


# Positions, against answers that another program gave.
def vertices(text):
    words = [line.split() for line in text.decode("latin-1").splitlines()]
    return [tuple(map(float, word[1:4])) for word in words if word[:1] == ["v"]]


def others(text):
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
    case.check(error <= 1e-12 * largest, "%s: %g of %g" % (answer, error, largest))
    case.check(others(read("out.obj")) == others(read(scene)), "all else of the scene stays")
    case.exits(0, "lint", "--obj", "out.obj", "--ignore=memg/byte-order", base + ".bin")
    return True


case.check(sum(check_positions(path) for path in golden("reference/memg/good/*.txt")) > 15, "there were answers")

two, scene = golden("reference/memg/good/04_two_big_endian.bin")[0], golden("reference/memg/good/04_*.obj")[0]
convert(0, two, "little.bin", "--byte-order=little")
two = "little.bin"
steps = struct.unpack_from("<i", read(two), 12)[0]
result = convert(2, two, "none.obj", "--obj-positions", scene, "--timestep", str(steps))
case.check(b"--timestep: %d is too large, the file has %d timesteps (from 0)" % (steps, steps) in result.stderr, "no such timestep", result)
write("short.obj", b"\n".join(read(scene).splitlines()[:4]))
convert(1, two, "none.obj", "--obj-positions", "short.obj", "--timestep", "0", says=b"error: ")  # a scene that does not fit
write("more.obj", read(scene) + b"\ng unmoved\nf 1 2 3\n")
result = convert(1, two, "none.obj", "--obj-positions", "more.obj", "--timestep", "0")
case.check(b"memg/obj-group-without-motion" in result.stderr, "a group that does not move", result)
write("broken.obj", read(scene) + b"\nhello\n")
convert(1, two, "none.obj", "--obj-positions", "broken.obj", "--timestep", "0", says=b"obj/statement")  # a scene with an error
convert(3, two, "none.obj", "--obj-positions", "missing.obj", "--timestep", "0")
infinite = read(two)[:16] + struct.pack("<d", float("inf")) + read(two)[24:]
write("infinite.bin", infinite)
result = convert(1, "infinite.bin", "none.obj", "--obj-positions", scene, "--timestep", "0")
case.check(b"is not finite" in result.stderr, "a position that no .obj can say", result)
case.check(not os.path.exists("none.obj"), "nothing is written")

# Where it is written: a file that stands there keeps its rights, a link stays a link, the input may be it.
write("kept.bin", b"kept")
os.chmod("kept.bin", 0o640)
convert(0, "camera.bin", "kept.bin", "--to=1.0")
case.check(stat.S_IMODE(os.stat("kept.bin").st_mode) == 0o640, "the rights stay")
write("behind.bin", b"old")
os.symlink("behind.bin", "link.bin")
convert(0, "camera.bin", "link.bin", "--to=1.0")
case.check(os.path.islink("link.bin") and read("behind.bin") == read("kept.bin"), "the link stays")
write("itself.bin", mrtk_many(100000))
once = read("itself.bin")
convert(0, "itself.bin", "itself.bin", "--layout=published")
convert(0, "itself.bin", "itself.bin", "--layout=writer")
case.check(read("itself.bin") == once, "onto itself and back")
convert(0, "camera.bin", "-", "--to=1.0", prints_only=read("kept.bin"))  # standard output
convert(0, "-", "-", "--to=1.0", input=mrtk(markers=markers), prints_only=read("kept.bin"))  # standard input


# Outputs that cannot be written: a message, exit 3, and what stood there stays.
def small_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))


write("kept.bin", b"kept")
before = sorted(os.listdir("."))
os.mkdir("folder")
for place in ("folder", "missing/out.bin", "camera.bin/out.bin", "/dev/full", "/proc/out.bin"):
    for source in ("camera.bin", "itself.bin"):
        convert(3, source, place, "--layout=published",
                says_first=b"animproof: " + place.encode() + b": ", says_never=b"lost")  # and nothing of losses
result = convert(3, "itself.bin", "kept.bin", "--layout=published", preexec_fn=small_files)
case.check(result.stderr == b"animproof: kept.bin: File too large\n", "no room for all of it", result)
case.check(read("kept.bin") == b"kept", "the old file stays")
os.chmod("folder", 0o555)
result = case.run_as_nobody("convert", "camera.bin", "-o", "folder/out.bin", "--to=1.0")
case.check(result is None or result.returncode == 3 and result.stderr == b"animproof: folder/out.bin: Permission denied\n",
           "a closed folder", result)
case.closed_pipe(3, "convert", "itself.bin", "-o", "-", "--layout=published")
convert(3, "camera.bin", "-", "--to=1.0", stdout=full_device())
write("bad.bin", mrtk_bad())
convert(1, "bad.bin", "kept.bin", "--to=1.0", says=b"mrtk/wrap-mode", leaves=("kept.bin", b"kept"))  # refused
convert(3, "missing.bin", "kept.bin", "--to=1.0")
convert(4, "camera.bin", "kept.bin", "--to=1.0", "--max-memory=30K")
case.check(read("kept.bin") == b"kept", "the old file stays")
case.check(os.listdir("folder") == [] and sorted(os.listdir(".")) == sorted(before + ["folder", "bad.bin"]),
           "nothing is left behind")

# Usage
for arguments in ([], ["camera.bin"], ["camera.bin", "-o", "x"], ["-o", "x", "--to=1.0"], ["camera.bin", "-o", "x", "--to=1.2"],
                  ["camera.bin", "camera.bin", "-o", "x", "--to=1.0"], ["camera.bin", "-o", "x", "--byte-order=big"],
                  ["camera.bin", "-o", "x", "--byte-order=middle"], ["camera.bin", "-o", "x", "--to=1.0", "--byte-order=big"],
                  [two, "-o", "x", "--to=1.0"], [two, "-o", "x", "--obj-positions", scene], [two, "-o", "x", "--timestep=0"],
                  [two, "-o", "x", "--obj-positions", scene, "--timestep=-1"], ["camera.bin", "-o"], ["--no-such"]):
    case.exits(2, "convert", *arguments, says_first=b"animproof: convert: ", unmade="x")
case.exits(0, "convert", "--help", prints_first=b"usage: animproof convert")

case.finish()
