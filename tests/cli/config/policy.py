"""[policy] of .animproof.ini: limits that a project sets beyond the format. A finding is at the field and names the line of the
configuration; without a policy there are no such findings."""

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


def findings_with(ini, *options, files=FILES, code=None):
    """Returns (file, rule, path, message) of each policy finding."""
    write("policy.ini", ini.encode())
    result = case.run("lint", "--config", "policy.ini", "--no-companions", "--format", "json", *options, *files)
    case.check(result.returncode in ((0, 1) if code is None else (code,)), "exit of %r" % ini, result)
    report = json.loads(result.stdout)
    return [(f["file"], one["rule"], one["path"], one["message"]) for f in report["files"] for one in f["findings"]
            if one["rule"].startswith("policy/")]


def places_with(ini, *options, **more):
    return [one[:3] for one in findings_with(ini, *options, **more)]


case.check(places_with("[animproof]\n") == [] and places_with("[policy]\n", code=0) == [], "without limits there are no policy findings")

# Frame rates of each format with a frame rate.
case.check(places_with("[policy]\nframe-rates = 24, 30\n", code=0) == [], "allowed frame rates give no findings")
rates = findings_with("[policy]\nframe-rates = 25\n    29.97, 60\n", code=1)
case.check([one[:3] for one in rates] == [("walk.md5anim", "policy/frame-rate", "frame_rate"),
                                          ("cloth.bin", "policy/frame-rate", "framerate"),
                                          ("cut.md5camera", "policy/frame-rate", "frame_rate")], "other frame rates are reported: %r" % rates)
case.check(rates[0][3] == "frame_rate is 24; it must be 25, 29.97 or 60: the policy allows no other frame rate (policy.ini:2)",
           "the message names the allowed rates and the line: " + rates[0][3])
write("half.md5anim", anim.replace(b"frameRate 24", b"frameRate 29.97"))
case.check(places_with("[policy]\nframe-rates = 29.97\n", files=["half.md5anim"]) == [], "a fractional frame rate is allowed")
case.check(len(places_with("[policy]\nframe-rates = 29.98\n", files=["half.md5anim"])) == 1, "another fractional frame rate is reported")
shutil.copy("cloth.bin", "slow.bin")
with open("slow.bin", "r+b") as file:
    file.seek(4)
    file.write(struct.pack("<i", 1))
case.check(places_with("[policy]\nframe-rates = 25\n", files=["slow.bin"]) == [("slow.bin", "policy/frame-rate", "framerate")],
           "a frame rate of 1 is reported")
for name in ("framerate__0", "framerate-float__30"):
    wrong = os.path.join(golden, "memg/bad", name + ".bin")
    case.check(places_with("[policy]\nframe-rates = 25\n", files=[wrong], code=1) == [], name + ": a frame rate with an error gets no policy finding")

# Joint names: each name is tested, on the fast path too.
case.check(places_with("[policy]\njoint-names = root, h?ps\n", code=0) == [], "allowed joint names give no findings")
names = findings_with("[policy]\njoint-names = r*t, b_*\n", code=1)
case.check([one[:3] for one in names] == [("walk.md5anim", "policy/joint-name", "hierarchy[1].name"),
                                          ("body.md5mesh", "policy/joint-name", "joints[1].name")], "other joint names are reported: %r" % names)
POLICY_REASON = ": the policy allows no other name of a joint (policy.ini:2)"
case.check(names[0][3] == 'joint 1, name is "hips"; it must be like "r*t" or "b_*"' + POLICY_REASON, "the message names the allowed patterns and the line: " + names[0][3])
for allowed, patterns in (("a", '"a"'), ("a,b,c", '"a", "b" or "c"'), ("a,b,c,d,e,f,g,h", '"a", "b", "c", "d", "e", "f", "g" or "h"'),
                      ("a,b,c,d,e,f,g,h,i", '"a", "b", "c", "d", "e", "f", "g", "h" or one more'),
                      ("a,b,c,d,e,f,g,h,i,j", '"a", "b", "c", "d", "e", "f", "g", "h" or one of 2 more')):
    names = findings_with("[policy]\njoint-names = %s\n" % allowed, code=1)
    case.check(names[0][3] == 'joint 0, name is "root"; it must be like ' + patterns + POLICY_REASON, "the list of patterns in the message: " + names[0][3])
rates = findings_with("[policy]\nframe-rates = 21,22,23,25,26,27,28,29,30\n", code=1)
case.check("; it must be 21, 22, 23, 25, 26, 27, 28, 29 or one more: the policy" in rates[0][3], "the message shortens nine rates: " + rates[0][3])
rates = findings_with("[policy]\nframe-rates = 21,22,23,25,26,27,28,29\n", code=1)
case.check("; it must be 21, 22, 23, 25, 26, 27, 28 or 29: the policy" in rates[0][3], "the message lists eight rates: " + rates[0][3])
many = b"".join(b'\t"joint_%d" %d 0 0\n' % (i, i - 1) for i in range(500))
write("many.md5anim", md5anim().replace(b"numJoints 2", b"numJoints 500").replace(
    b'\t"root" -1 0 0\n\t"hips" 0 0 0\n', many).replace(
    b"\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n", b"\t( 0 0 0 ) ( 0 0 0 )\n" * 500))
case.check(len(places_with("[policy]\njoint-names = joint_?, joint_??\n", files=["many.md5anim"])) == 400, "each of 400 joint names is reported")
case.check(places_with("[policy]\njoint-names = *_*\n", files=["many.md5anim"]) == [], "a pattern with a star in the middle allows the names")

# Durations: limits 1 % below and above the actual duration.
DURATIONS = (("walk.md5anim", "num_frames", 1), ("run.bin", "camera.position_x.keys[1].time", 2.5),
             ("cloth.bin", "timestep_count", 0.1), ("cut.md5camera", "num_frames", 0.1))
for name, path, seconds in DURATIONS:
    wanted = [(name, "policy/duration", path)]
    case.check(places_with("[policy]\nmost-duration = %s\n" % (seconds * 0.99), files=[name]) == wanted, "%s is too long" % name)
    case.check(places_with("[policy]\nleast-duration = %s\n" % (seconds * 1.01), files=[name]) == wanted, "%s is too short" % name)
    fits = "[policy]\nmost-duration = %s\nleast-duration = %s\n" % (seconds * 1.01, seconds * 0.99)
    case.check(places_with(fits, files=[name]) == [], "%s fits" % name)
    exact = "[policy]\nmost-duration = %s\nleast-duration = %s\n" % (seconds, seconds)
    case.check(places_with(exact, files=[name]) == [], "%s lasts exactly the allowed time" % name)
later = bytearray(mrtk(times=(0.0, 2.5)))
later[67:71] = struct.pack("<f", 2.75)  # the last key of the second curve
write("later.bin", bytes(later))
case.check(places_with("[policy]\nmost-duration = 2.6\n", files=["later.bin"]) == [
    ("later.bin", "policy/duration", "camera.position_y.keys[1].time")], "the latest key of all curves gives the duration")
message = findings_with("[policy]\nmost-duration = 0.5\n", files=["walk.md5anim"])[0][3]
case.check(message == "num_frames is 25; at 24 frames a second they last 1 s, and the policy allows at most 0.5 s (policy.ini:2)",
           "the message has the duration and the limit: " + message)

# Sizes of files of any format.
size = os.path.getsize("run.bin")
case.check(places_with("[policy]\nlargest-file = %d\n" % size, files=["run.bin"]) == [], "a file of the allowed size gives no finding")
case.check(places_with("[policy]\nlargest-file = %d\n" % (size - 1), files=["run.bin"]) == [("run.bin", "policy/file-size", "")],
           "a file one byte too large is reported")
case.check(len(places_with("[policy]\nlargest-file = 1\n")) == len(FILES) and places_with("[policy]\nlargest-file = 1K\n",
                                                                              files=["run.bin"]) == [],
                                                                              "largest-file applies to each format and accepts suffixes")


# quaternion-tolerance replaces the tolerance of the rotation rules.
def rules_of_rotation(ini, x, y=b"0"):
    write("policy.ini", ini)
    write("turned.md5anim", md5anim().replace(b"( 0 0 0 ) ( 0 0 0 )\n}", b"( 0 0 0 ) ( %s %s 0 )\n}" % (x, y)))
    out = json.loads(case.run("lint", "--config", "policy.ini", "--format", "json", "turned.md5anim").stdout)
    return [one["rule"] for one in out["files"][0]["findings"]]


for x, default, loose, tight in ((b"1.0001", ["md5anim/quaternion-rounding"], [], ["md5anim/quaternion-length"]),
                               (b"1.004", ["md5anim/quaternion-length"], [], ["md5anim/quaternion-length"]),
                               (b"1.006", ["md5anim/quaternion-length"], ["md5anim/quaternion-length"],
                                ["md5anim/quaternion-length"]),
                               (b"1.000002", [], [], ["md5anim/quaternion-length"])):
    rules_by_tolerance = [rules_of_rotation(ini, x) for ini in (b"[policy]\n", b"[policy]\nquaternion-tolerance = 0.01\n",
                                        b"[policy]\nquaternion-tolerance = 0.000001\n")]
    case.check(rules_by_tolerance == [default, loose, tight], "rules for a rotation with x = %s under three tolerances: %r" % (x, rules_by_tolerance))
case.check(rules_of_rotation(b"[policy]\nquaternion-tolerance = 0.015625\n", b"1", b"0.125") == [], "a length of 1.015625 is within the tolerance 0.015625")
case.check(rules_of_rotation(b"[policy]\nquaternion-tolerance = 0.0156249\n", b"1", b"0.125") == ["md5anim/quaternion-length"],
           "a slightly smaller tolerance reports the length")

# Policy rules are selected by options, suppressed by comments and overridden by [path] sections; each report has them.
POLICY = "[policy]\nframe-rates = 60\nlargest-file = 10\n"
case.check({one[1] for one in places_with(POLICY, "--ignore", "policy")} == set(), "--ignore policy turns the policy rules off")
case.check({one[1] for one in places_with(POLICY, "--select", "policy/file-size")} == {"policy/file-size"}, "--select selects one policy rule")
write("silent.md5anim", anim.replace(b"frameRate 24", b"frameRate 24 // animproof: ignore policy/frame-rate"))
case.check([one[1] for one in places_with(POLICY, files=["silent.md5anim"])] == ["policy/file-size"], "a comment suppresses a policy finding")
case.check(places_with(POLICY + "[path cut.*]\nframe-rates = 30\nlargest-file = 1M\n", files=["cut.md5camera"]) == [],
           "a [path] section overrides the policy")
case.check(places_with("[path walk.*]\njoint-names = b_*\n")[:1] == [("walk.md5anim", "policy/joint-name", "hierarchy[0].name")],
           "a [path] section may set a policy of its own")
write("policy.ini", POLICY.encode())
for form in ("sarif", "junit", "gcc", "html"):
    case.exits(1, "lint", "--config", "policy.ini", "--format", form, "walk.md5anim", prints=b"policy/frame-rate")
case.check(b"frame-rates" in case.exits(0, "explain", "policy/frame-rate").stdout, "explain names the key of the policy")

# config prints the effective values with their lines. A wrong value is refused with its line.
write("policy.ini", b"[policy]\nframe-rates = 24, 30\njoint-names = b_*\nmost-duration = 60\n[path a*]\nmost-duration = 5.5\n")
lines = [line.split() for line in case.exits(0, "config", "--config", "policy.ini", "a.bin").stdout.splitlines()]
for line in ([b"frame-rates", b"24", b"policy.ini:2"], [b"frame-rates", b"30", b"policy.ini:2"],
             [b"joint-names", b"b_*", b"policy.ini:3"], [b"most-duration", b"5.5", b"policy.ini:6"]):
    case.check(line in lines, "config prints %r: %r" % (line, lines))
case.check(b"policy.ini:4" in case.exits(0, "config", "--config", "policy.ini", "b.bin").stdout,
           "a file outside of the [path] section has the value of [policy]")
case.check(b"frame-rates" not in case.exits(0, "config", "--no-config", "b.bin").stdout, "config prints no policy if none is set")
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
    case.check(b"policy.ini" + wanted.encode() in result.stderr or wanted.encode() in result.stderr, "the error message says " + wanted, result)

# The former names of the section and of its rules are answered with the present names.
for words, code, wanted in ((["lint", "--ignore", "house/duration", "walk.md5anim"], 2, "no rule is named 'house/duration'; it is policy/duration now"),
                            (["lint", "--ignore", "house", "walk.md5anim"], 2, "no rule is named 'house'; it is policy now"),
                            (["rules", "house/duration"], 2, "no rule is named 'house/duration'; it is policy/duration now"),
                            (["explain", "house/duration"], 2, "did you mean:\n  policy/duration"),
                            (["lint", "--baseline", "old.txt", "walk.md5anim"], 2, "old.txt: line 2: the rule house/duration was renamed to policy/duration; use the new name")):
    write("old.txt", b"# animproof baseline 1\nwalk.md5anim\thouse/duration\tframes\t3\n")
    result = case.exits(code, *words)
    case.check(wanted.encode() in result.stderr, "the former name is answered with " + wanted, result)
case.finish()
