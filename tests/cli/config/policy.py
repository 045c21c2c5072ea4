"""[policy] of .animproof.ini: what a project allows of each format besides what the format says, at the field, and which line
said so; nothing where nobody says anything."""

import json
import os
import shutil
import struct

from cli_case import GOLDEN, Case, md5anim, md5mesh, mrtk, write

case = Case()
golden = GOLDEN
anim = md5anim().replace(b"numFrames 1", b"numFrames 25").replace(
    b"\t( -1 -1 -1 ) ( 1 1 1 )\n", b"\t( -1 -1 -1 ) ( 1 1 1 )\n" * 25).replace(
    b"frame 0 {\n}\n", b"".join(b"frame %d {\n}\n" % i for i in range(25)))
write("walk.md5anim", anim)  # 25 frames at 24: 1 s
write("body.md5mesh", md5mesh(["root", "hips"]))
write("run.bin", mrtk(times=(0.0, 2.5)))
shutil.copy(os.path.join(golden, "memg/valid/frames-4.bin"), "cloth.bin")  # 3 timesteps at 30: 0.1 s
write("cut.md5camera", b'MD5Version 10\ncommandline ""\n\nnumFrames 4\nframeRate 30\nnumCuts 0\n\ncuts {\n}\n\ncamera {\n'
      + b"\t( 0 0 0 ) ( 0 0 0 ) 90\n" * 4 + b"}\n")  # 0.1 s
FILES = ["walk.md5anim", "body.md5mesh", "run.bin", "cloth.bin", "cut.md5camera"]


def found(ini, *options, files=FILES, code=None):
    """(file, rule, path) of each finding of the policy, and the report."""
    write("policy.ini", ini.encode())
    result = case.run("lint", "--config", "policy.ini", "--no-companions", "--format", "json", *options, *files)
    case.check(result.returncode in ((0, 1) if code is None else (code,)), "exit of %r" % ini, result)
    report = json.loads(result.stdout)
    return [(f["file"], one["rule"], one["path"], one["message"]) for f in report["files"] for one in f["findings"]
            if one["rule"].startswith("policy/")]


def places(ini, *options, **more):
    return [one[:3] for one in found(ini, *options, **more)]


case.check(places("[animproof]\n") == [] and places("[policy]\n", code=0) == [], "nothing where nobody says anything")

# Frame rates: of each format that has one.
case.check(places("[policy]\nframe-rates = 24, 30\n", code=0) == [], "rates that are allowed")
rates = found("[policy]\nframe-rates = 25\n    29.97, 60\n", code=1)
case.check([one[:3] for one in rates] == [("walk.md5anim", "policy/frame-rate", "frame_rate"),
                                          ("cloth.bin", "policy/frame-rate", "framerate"),
                                          ("cut.md5camera", "policy/frame-rate", "frame_rate")], "rates: %r" % rates)
case.check(rates[0][3] == "frame_rate is 24; it must be 25, 29.97 or 60: the policy allows no other frame rate (policy.ini:2)",
           rates[0][3])
write("half.md5anim", anim.replace(b"frameRate 24", b"frameRate 29.97"))
case.check(places("[policy]\nframe-rates = 29.97\n", files=["half.md5anim"]) == [], "a fraction")
case.check(len(places("[policy]\nframe-rates = 29.98\n", files=["half.md5anim"])) == 1, "another fraction")
shutil.copy("cloth.bin", "slow.bin")
with open("slow.bin", "r+b") as file:
    file.seek(4)
    file.write(struct.pack("<i", 1))
case.check(places("[policy]\nframe-rates = 25\n", files=["slow.bin"]) == [("slow.bin", "policy/frame-rate", "framerate")], "a rate of 1")
for name in ("framerate__0", "framerate-float__30"):
    wrong = os.path.join(golden, "memg/bad", name + ".bin")
    case.check(places("[policy]\nframe-rates = 25\n", files=[wrong], code=1) == [], name + ": it has a finding of its own")

# Names of joints: each of them, whatever reads them fast.
case.check(places("[policy]\njoint-names = root, h?ps\n", code=0) == [], "names that are allowed")
names = found("[policy]\njoint-names = r*t, b_*\n", code=1)
case.check([one[:3] for one in names] == [("walk.md5anim", "policy/joint-name", "hierarchy[1].name"),
                                          ("body.md5mesh", "policy/joint-name", "joints[1].name")], "names: %r" % names)
REST = ": the policy allows no other name of a joint (policy.ini:2)"
case.check(names[0][3] == 'joint 1, name is "hips"; it must be like "r*t" or "b_*"' + REST, names[0][3])
for allowed, like in (("a", '"a"'), ("a,b,c", '"a", "b" or "c"'), ("a,b,c,d,e,f,g,h", '"a", "b", "c", "d", "e", "f", "g" or "h"'),
                      ("a,b,c,d,e,f,g,h,i", '"a", "b", "c", "d", "e", "f", "g", "h" or one more'),
                      ("a,b,c,d,e,f,g,h,i,j", '"a", "b", "c", "d", "e", "f", "g", "h" or one of 2 more')):
    names = found("[policy]\njoint-names = %s\n" % allowed, code=1)
    case.check(names[0][3] == 'joint 0, name is "root"; it must be like ' + like + REST, names[0][3])
rates = found("[policy]\nframe-rates = 21,22,23,25,26,27,28,29,30\n", code=1)
case.check("; it must be 21, 22, 23, 25, 26, 27, 28, 29 or one more: the policy" in rates[0][3], rates[0][3])
rates = found("[policy]\nframe-rates = 21,22,23,25,26,27,28,29\n", code=1)
case.check("; it must be 21, 22, 23, 25, 26, 27, 28 or 29: the policy" in rates[0][3], rates[0][3])
many = b"".join(b'\t"joint_%d" %d 0 0\n' % (i, i - 1) for i in range(500))
write("many.md5anim", md5anim().replace(b"numJoints 2", b"numJoints 500").replace(
    b'\t"root" -1 0 0\n\t"hips" 0 0 0\n', many).replace(
    b"\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n", b"\t( 0 0 0 ) ( 0 0 0 )\n" * 500))
case.check(len(places("[policy]\njoint-names = joint_?, joint_??\n", files=["many.md5anim"])) == 400, "all of many joints")
case.check(places("[policy]\njoint-names = *_*\n", files=["many.md5anim"]) == [], "a star in the middle")

# Durations: a frame more or less decides.
DURATIONS = (("walk.md5anim", "num_frames", 1), ("run.bin", "camera.position_x.keys[1].time", 2.5),
             ("cloth.bin", "timestep_count", 0.1), ("cut.md5camera", "num_frames", 0.1))
for name, path, seconds in DURATIONS:
    wanted = [(name, "policy/duration", path)]
    case.check(places("[policy]\nmost-duration = %s\n" % (seconds * 0.99), files=[name]) == wanted, "%s is too long" % name)
    case.check(places("[policy]\nleast-duration = %s\n" % (seconds * 1.01), files=[name]) == wanted, "%s is too short" % name)
    fits = "[policy]\nmost-duration = %s\nleast-duration = %s\n" % (seconds * 1.01, seconds * 0.99)
    case.check(places(fits, files=[name]) == [], "%s fits" % name)
    exact = "[policy]\nmost-duration = %s\nleast-duration = %s\n" % (seconds, seconds)
    case.check(places(exact, files=[name]) == [], "%s lasts what is allowed, to the digit" % name)
later = bytearray(mrtk(times=(0.0, 2.5)))
later[67:71] = struct.pack("<f", 2.75)  # the last key of the second curve
write("later.bin", bytes(later))
case.check(places("[policy]\nmost-duration = 2.6\n", files=["later.bin"]) == [
    ("later.bin", "policy/duration", "camera.position_y.keys[1].time")], "the last key of all curves")
message = found("[policy]\nmost-duration = 0.5\n", files=["walk.md5anim"])[0][3]
case.check(message == "num_frames is 25; at 24 frames a second they last 1 s, and the policy allows at most 0.5 s (policy.ini:2)",
           message)

# Sizes, of any format.
size = os.path.getsize("run.bin")
case.check(places("[policy]\nlargest-file = %d\n" % size, files=["run.bin"]) == [], "as large as may be")
case.check(places("[policy]\nlargest-file = %d\n" % (size - 1), files=["run.bin"]) == [("run.bin", "policy/file-size", "")],
           "a byte larger")
case.check(len(places("[policy]\nlargest-file = 1\n")) == len(FILES) and places("[policy]\nlargest-file = 1K\n",
                                                                              files=["run.bin"]) == [], "each format")


# The tolerance of rotations takes the place of the rules' own.
def rotated(ini, x, y=b"0"):
    write("policy.ini", ini)
    write("turned.md5anim", md5anim().replace(b"( 0 0 0 ) ( 0 0 0 )\n}", b"( 0 0 0 ) ( %s %s 0 )\n}" % (x, y)))
    out = json.loads(case.run("lint", "--config", "policy.ini", "--format", "json", "turned.md5anim").stdout)
    return [one["rule"] for one in out["files"][0]["findings"]]


for x, alone, loose, tight in ((b"1.0001", ["md5anim/quaternion-rounding"], [], ["md5anim/quaternion-length"]),
                               (b"1.004", ["md5anim/quaternion-length"], [], ["md5anim/quaternion-length"]),
                               (b"1.006", ["md5anim/quaternion-length"], ["md5anim/quaternion-length"],
                                ["md5anim/quaternion-length"]),
                               (b"1.000002", [], [], ["md5anim/quaternion-length"])):
    told = [rotated(ini, x) for ini in (b"[policy]\n", b"[policy]\nquaternion-tolerance = 0.01\n",
                                        b"[policy]\nquaternion-tolerance = 0.000001\n")]
    case.check(told == [alone, loose, tight], "x of %s: %r" % (x, told))
case.check(rotated(b"[policy]\nquaternion-tolerance = 0.015625\n", b"1", b"0.125") == [], "1.015625, which the policy bears")
case.check(rotated(b"[policy]\nquaternion-tolerance = 0.0156249\n", b"1", b"0.125") == ["md5anim/quaternion-length"], "hardly less")

# Rules like others: named by options, silenced in a file, overridden for paths; each report knows them.
POLICY = "[policy]\nframe-rates = 60\nlargest-file = 10\n"
case.check({one[1] for one in places(POLICY, "--ignore", "policy")} == set(), "--ignore policy")
case.check({one[1] for one in places(POLICY, "--select", "policy/file-size")} == {"policy/file-size"}, "--select")
write("silent.md5anim", anim.replace(b"frameRate 24", b"frameRate 24 // animproof: ignore policy/frame-rate"))
case.check([one[1] for one in places(POLICY, files=["silent.md5anim"])] == ["policy/file-size"], "silenced in the file")
case.check(places(POLICY + "[path cut.*]\nframe-rates = 30\nlargest-file = 1M\n", files=["cut.md5camera"]) == [], "for a path")
case.check(places("[path walk.*]\njoint-names = b_*\n")[:1] == [("walk.md5anim", "policy/joint-name", "hierarchy[0].name")],
           "for a path alone")
write("policy.ini", POLICY.encode())
for form in ("sarif", "junit", "gcc", "html"):
    case.exits(1, "lint", "--config", "policy.ini", "--format", form, "walk.md5anim", prints=b"policy/frame-rate")
case.check(b"frame-rates" in case.exits(0, "explain", "policy/frame-rate").stdout, "explain")

# What holds is printed with its line, and what is wrong is refused with its line.
write("policy.ini", b"[policy]\nframe-rates = 24, 30\njoint-names = b_*\nmost-duration = 60\n[path a*]\nmost-duration = 5.5\n")
lines = [line.split() for line in case.exits(0, "config", "--config", "policy.ini", "a.bin").stdout.splitlines()]
for line in ([b"frame-rates", b"24", b"policy.ini:2"], [b"frame-rates", b"30", b"policy.ini:2"],
             [b"joint-names", b"b_*", b"policy.ini:3"], [b"most-duration", b"5.5", b"policy.ini:6"]):
    case.check(line in lines, "config prints %r: %r" % (line, lines))
case.check(b"policy.ini:4" in case.exits(0, "config", "--config", "policy.ini", "b.bin").stdout, "another file")
case.check(b"frame-rates" not in case.exits(0, "config", "--no-config", "b.bin").stdout, "nothing where nothing is said")
for text, wanted in (("[house]\nframe-rates = 24\n", ":1: section [house] was renamed to [policy]"),
                     ("[policy]\nframe-rate = 24\n", ":2: unknown key 'frame-rate'; did you mean 'frame-rates'?"),
                     ("[policy]\nprofile = doom3\n", ":2: unknown key 'profile'"),
                     ("[animproof]\nframe-rates = 24\n", ":2: frame-rates belongs in [policy]"),
                     ("[policy]\n\nframe-rates = 24, fast\n", ":3: frame-rates: 'fast' is not a number above 0"),
                     ("[policy]\nframe-rates = 0\n", ":2: frame-rates: '0' is not a number above 0"),
                     ("[policy]\nmost-duration = 1\nmost-duration = 2\n", ":3: most-duration is set twice in this section"),
                     ("[policy]\nmost-duration = 1\nleast-duration = 2\n", ":3: least-duration is greater than most-duration"),
                     ("[policy]\nlargest-file = 0\n", ":2: largest-file: '0' is not a number of bytes above 0"),
                     ("[policy]\nlargest-file = big\n", ":2: largest-file: 'big' is not "),
                     ("[policy]\njoint-names = %s\n" % ("x" * 64), "is not a pattern of 63 bytes or fewer"),
                     ("[policy]\nframe-rates = %s\n" % ",".join(["1"] * 33), ":2: frame-rates: more than 32")):
    write("policy.ini", text.encode())
    result = case.exits(2, "lint", "--config", "policy.ini", "walk.md5anim")
    case.check(b"policy.ini" + wanted.encode() in result.stderr or wanted.encode() in result.stderr, wanted, result)

# The names that section and rules had before are answered with those of today.
for words, code, wanted in ((["lint", "--ignore", "house/duration", "walk.md5anim"], 2, "no rule is named 'house/duration'; it is policy/duration now"),
                            (["lint", "--ignore", "house", "walk.md5anim"], 2, "no rule is named 'house'; it is policy now"),
                            (["rules", "house/duration"], 2, "no rule is named 'house/duration'; it is policy/duration now"),
                            (["explain", "house/duration"], 2, "did you mean:\n  policy/duration"),
                            (["lint", "--baseline", "old.txt", "walk.md5anim"], 2, "old.txt: line 2: the rule house/duration was renamed to policy/duration; use the new name")):
    write("old.txt", b"# animproof baseline 1\nwalk.md5anim\thouse/duration\tframes\t3\n")
    result = case.exits(code, *words)
    case.check(wanted.encode() in result.stderr, wanted, result)
case.finish()
