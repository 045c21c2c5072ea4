#!/usr/bin/python3
"""Whether a page places joints where tests/ref places them: web_poses.py PROGRAM MODULE

Made animations, those of golden/, and the samples where they are: of each, the first, the last and two frames between, as
the page's own desk in node (desk.mjs) shows them, against md5anim_positions.py. Off by at most 1e-5 of a pose's largest
coordinate. A frame is that frame exactly, so that its time is frame / rate.
"""

import glob
import json
import os
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
sys.path[:0] = [os.path.join(ROOT, "tests/cli/lib"), os.path.join(ROOT, "tests/ref")]
from animation import Animation  # noqa: E402  (the path is set above)
from md5anim_positions import positions_at  # noqa: E402

TOLERANCE = 1e-5
LARGEST = 200000  # bytes: parsing in Python takes its time
MADE = 40


def number(bits):
    return struct.unpack("<f", bits)[0]


def wanted(path):
    """{frame: positions} of four frames."""
    with open(path, "rb") as file:
        animation = Animation(file.read())
    parents = [joint[1] for joint in animation.joints]
    frames = [[[number(bits) for bits in joint] for joint in pose] for pose in animation.poses()]
    last = len(frames) - 1
    return {frame: positions_at(frames, parents, 1.0, float(frame)) for frame in {0, last // 3, last * 2 // 3, last}}


def is_sound(program, path):
    run = subprocess.run([program, "lint", "--no-config", path], stdout=subprocess.DEVNULL, check=False)
    return run.returncode == 0


def shown(module, lines):
    run = subprocess.run(["node", os.path.join(ROOT, "tests/machines/page/desk.mjs"), "poses", module],
                         input="".join(line + "\n" for line in lines), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def off_by(places, points):
    """The largest distance of a coordinate, as a share of the pose's largest."""
    numbers = [value for place in places for value in place]
    largest = max(map(abs, numbers)) or 1.0
    return max(abs(one - other) for one, other in zip(numbers, points)) / largest


def main():
    program, module = (os.path.abspath(word) for word in sys.argv[1:])
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([program, "generate", "--format", "md5anim", "--seed", "1", "--count", str(MADE), "-o", scratch],
                       check=True, stdout=subprocess.DEVNULL)
        paths = [os.path.join(scratch, name) for name in sorted(os.listdir(scratch)) if name.endswith(".md5anim")]
        for pattern in ("golden/**/*.md5anim", "../shared/samples/md5anim/**/*.md5anim"):
            paths += sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))
        paths = [path for path in paths if os.path.getsize(path) <= LARGEST and is_sound(program, path)]
        poses = [(path, frame, places) for path in paths for frame, places in sorted(wanted(path).items())]
        said = shown(module, ["%s\t%d" % (path, frame) for path, frame, _ in poses])
    worst, faults = 0.0, []
    for (path, frame, places), one in zip(poses, said):
        if one["points"] is None or len(one["dots"]) != len(places):
            faults.append("%s: there is no picture of its joints" % path)
            continue
        off = off_by(places, one["points"])
        worst = max(worst, off)
        if off > TOLERANCE:
            faults.append("%s, frame %d: off by %.2g" % (path, frame, off))
    print("web poses: %d files, %d poses, off by %.1g at most, %d faults" % (len(paths), len(poses), worst, len(faults)))
    print("\n".join(faults[:5]))
    return 1 if faults or not poses else 0


if __name__ == "__main__":
    sys.exit(main())
