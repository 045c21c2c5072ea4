"""animproof convert --to positions: positions of joints equal those of an independent computation in Python."""

import json
import os
import re

from animation import Skeleton
from cli_case import Case, md5mesh, read, write
from golden_files import EACH, golden, samples, every_nth

TOLERANCE = 1e-6  # of the largest coordinate of a pose
FLOAT_LIMIT = 2.0 ** 128 - 2.0 ** 103
LARGEST = 200000  # bytes, so that parsing in Python stays fast

case = Case()


def convert(code, source, *arguments, **options):
    return case.exits(code, "convert", source, "--to=positions", "-o", "-", *arguments, **options)


def parse_poses(text):
    """Returns [(time, [(name, position)])] from the text output."""
    result = []
    for line in text.splitlines():
        if line.startswith(b"at "):
            result.append((float(line[3:]), []))
        else:
            name, *place = re.fullmatch(rb'("[^"]*") (\S+) (\S+) (\S+)', line).groups()
            result[-1][1].append((name, tuple(map(float, place))))
    return result


def check_file(path):
    """Returns the largest error, relative to the largest coordinate, or None if the file is refused."""
    result = case.run("convert", path, "--to=positions", "-o", "-", "--at=0")
    if b": error: " in result.stderr:
        case.check(result.returncode == 1 and result.stdout == b"", "a file with errors is refused without output: " + path, result)
        return None
    skeleton = Skeleton(read(path))
    end = (len(skeleton.frames) - 1) / skeleton.rate
    times = ["%.9f" % time for time in (0, end, 0.37 * end, 0.71 * end, -1, end + 1)]
    wanted = [skeleton.positions_at(float(time))[0] for time in times]
    if any(abs(value) >= FLOAT_LIMIT for pose in wanted for place in pose for value in place):
        convert(1, path, "--at", ",".join(times), says=b"does not fit float32", prints_only=b"")
        return None
    found = parse_poses(convert(0, path, "--at", ",".join(times)).stdout)
    case.check([time for time, _ in found] == list(map(float, times)), "the output has the requested times of " + path)
    worst = 0.0
    for (time, places), right in zip(found, wanted):
        case.check([name for name, _ in places] == skeleton.names, "the output has the joints of " + path)
        size = max([abs(value) for place in right for value in place] + [1e-30])
        off = max(abs(a - b) for (_, place), other in zip(places, right) for a, b in zip(place, other)) / size
        case.check(off <= TOLERANCE, "positions of %s at %s s: error %g" % (path, time, off))
        worst = max(worst, off)
    return worst


small_samples = [path for path in samples("md5anim/*/*.md5anim") if os.path.getsize(path) < LARGEST]
paths = golden("md5anim/valid/*.md5anim")[::4] + small_samples[::8]
off = [worst for worst in map(check_file, every_nth(paths)) if worst is not None]
case.check(len(off) > 20 // EACH, "the number of compared files: %d of %d" % (len(off), len(paths)))
print("%d files, off by %.2g of the largest coordinate" % (len(off), max(off)))

# A case computed by hand: a rotation by 90 degrees about z with negative w, and half of it between two frames.
HALF = "0.7071067811865476"
ANIMATION = """MD5Version 10
commandline ""

numFrames 2
numJoints 2
frameRate 10
numAnimatedComponents 2

hierarchy {
\t"root" -1 32 0\t//
\t"left foot" 0 1 1\t// root
}

bounds {
\t( 0 0 0 ) ( 1 1 1 )
\t( 0 0 0 ) ( 1 1 1 )
}

baseframe {
\t( 5 0 0 ) ( 0 0 0 )
\t( 9 0 2 ) ( 0 0 0 )
}

frame 0 {
\t0
\t1
}

frame 1 {
\t-%s
\t3
}
""" % HALF
write("turn.md5anim", ANIMATION.encode())
result = convert(0, "turn.md5anim", "--at=0,.1", "--at=0.05")
wanted = [(0.0, (6, 0, 2)), (0.1, (5, 3, 2)), (0.05, (5 + 2 * 0.5 ** 0.5, 2 * 0.5 ** 0.5, 2))]
for (time, ((root, origin), (foot, place))), (when, right) in zip(parse_poses(result.stdout), wanted):
    near = max(abs(a - b) for a, b in zip(place, right))
    case.check((time, root, origin, foot) == (when, b'"root"', (5, 0, 0), b'"left foot"') and near < 1e-6,
               "the position computed by hand, at %s s: %r" % (when, place), result)
case.check(result.stdout.startswith(b'at 0\n"root" 5 0 0\n"left foot" 6 0 2\nat 0.1\n'), "the text output of two poses", result)
for time, frame in (("-3", 0), ("7.5", 1)):
    clamped = parse_poses(convert(0, "turn.md5anim", "--at=" + time).stdout)[0][1]
    case.check(clamped == parse_poses(result.stdout)[frame][1], "times outside of the animation give the first or last frame: " + time)

# Two quaternions of opposite sign, for rotations by 180 and 106 degrees: the interpolation takes the shorter way, by 143 degrees.
write("arc.md5anim", ANIMATION.replace("\t0\n\t1\n", "\t1\n\t1\n").replace("-%s\n\t3" % HALF, "-0.8\n\t1").encode())
place = parse_poses(convert(0, "arc.md5anim", "--at=.05").stdout)[0][1][1][1]
case.check(max(abs(a - b) for a, b in zip(place, (4.2, 0.6, 2))) < 1e-6, "the interpolation takes the shorter way: %r" % (place,))

# A fractional frame rate is used exactly.
write("slow.md5anim", ANIMATION.replace("frameRate 10", "frameRate 2.5").encode())
case.check(parse_poses(convert(0, "slow.md5anim", "--at=.4").stdout)[0][1] == parse_poses(result.stdout)[1][1], "the position with a fractional frame rate")

# The JSON output has the joints and positions of the text output.
document = json.loads(convert(0, "turn.md5anim", "--at=0,.1,0.05", "--format=json").stdout)
case.check(document["joints"] == [{"name": "root", "parent": -1}, {"name": "left foot", "parent": 0}], "JSON has the joints with their parents")
case.check([(pose["seconds"], [tuple(place) for place in pose["positions"]]) for pose in document["poses"]]
           == [(time, [place for _, place in places]) for time, places in parse_poses(result.stdout)], "JSON has the poses of the text output")

# A generated mesh has its joints at the positions of the last frame.
for seed in range(3):
    case.exits(0, "generate", "--format=md5anim", "--seed=%d" % seed, "-o", "made.md5anim")
    mesh = re.search(rb"joints \{\n(.*?)\n\}", read("made.md5mesh"), re.DOTALL).group(1)
    right = [tuple(map(float, re.search(rb"\( (\S+) (\S+) (\S+) \)", line).groups())) for line in mesh.splitlines()]
    places = [place for _, place in parse_poses(convert(0, "made.md5anim", "--at=1000000").stdout)[0][1]]
    size = max(abs(value) for place in right for value in place)
    case.check(len(places) == len(right) and all(abs(a - b) <= TOLERANCE * size for place, other in zip(places, right)
                                                 for a, b in zip(place, other)), "the joints of the generated mesh of seed %d" % seed)
os.remove("made.md5mesh")

# The mesh must match the animation: the mesh of --mesh, the mesh with the same stem, the only mesh with the joint names.
# Standard input has no mesh.
MESH = md5mesh(["root", "left foot"])
case.exits(3, "convert", "turn.md5anim", "--to=positions", "--at=0", "-o", "-", "--mesh=missing.md5mesh")
write("turn.md5mesh", MESH.replace(b'"root"', b'"hips"'))
convert(1, "turn.md5anim", "--at=0", says=b"md5anim/mesh-joint-name", prints_only=b"")  # the mesh with the same stem
convert(0, "-", "--at=0", input=read("turn.md5anim"))
os.rename("turn.md5mesh", "hips.md5mesh")
convert(0, "turn.md5anim", "--at=0")
convert(1, "turn.md5anim", "--at=0", "--mesh=hips.md5mesh", says=b"md5anim/mesh-joint-name")  # the mesh of --mesh
write("broken.md5mesh", MESH.replace(b"numMeshes 1", b"numMeshes -1"))
convert(1, "turn.md5anim", "--at=0", says=(b"broken.md5mesh:5", b"md5mesh/"))  # a mesh with an error, chosen by its joint names
write("broken.md5mesh", MESH)
convert(0, "turn.md5anim", "--at=0")
os.remove("broken.md5mesh")

# Positions beyond float32, too little memory, and files of other formats.
write("far.md5anim", ANIMATION.replace("( 5 0 0 )", "( 3e38 0 0 )").replace("( 9 0 2 )", "( 3e38 0 2 )")
      .replace('0 1 1', '0 2 1').encode())
result = convert(1, "far.md5anim", "--at=0")
case.check(result.stderr == b'animproof: far.md5anim: the position of joint "left foot" does not fit float32\n',
           "a position beyond float32 is reported", result)
full = convert(0, "turn.md5anim", "--at=0").stdout
for limit in range(2000, 60000, 6000):
    result = case.run("convert", "turn.md5anim", "--to=positions", "-o", "-", "--at=0", "--max-memory=%d" % limit)
    case.check((result.returncode, result.stdout) in ((0, full), (4, b"")), "with %d bytes of memory the output is complete or empty" % limit, result)
convert(2, golden("mrtk/valid/*.bin")[0], "--at=0")
convert(1, golden("md5anim/bad/parent-order__self.md5anim")[0], "--at=0")
for arguments in (["--to=positions"], ["--at=0"], ["--to=positions", "--at="], ["--to=positions", "--at=1,x"],
                  ["--to=positions", "--at=nan"], ["--to=positions", "--at=1e999"], ["--to=json", "--format=json"],
                  ["--to=positions", "--at=0", "--byte-order=big"], ["--to=json", "--mesh=hips.md5mesh"]):
    case.exits(2, "convert", "turn.md5anim", "-o", "x", *arguments, says_first=b"animproof: convert: ", unwritten="x")

case.finish()
