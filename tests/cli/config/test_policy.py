"""[policy] of .animproof.ini: limits that a project sets beyond the format. A finding is at the field and names the line of the
configuration; without a policy there are no such findings."""

import json
import os
import shutil
import struct

import pytest
from cli_case import GOLDEN, md5anim, md5mesh, mrtk, write

FRAMES = 25
WALK = md5anim().replace(b"numFrames 1", b"numFrames %d" % FRAMES).replace(
    b"\t( -1 -1 -1 ) ( 1 1 1 )\n", b"\t( -1 -1 -1 ) ( 1 1 1 )\n" * FRAMES).replace(
    b"frame 0 {\n}\n", b"".join(b"frame %d {\n}\n" % i for i in range(FRAMES)))
CUT = (b'MD5Version 10\ncommandline ""\n\nnumFrames 4\nframeRate 30\nnumCuts 0\n\ncuts {\n}\n\ncamera {\n'
       + b"\t( 0 0 0 ) ( 0 0 0 ) 90\n" * 4 + b"}\n")
# Valid files with the duration in seconds and the path of the field that gives it.
DURATIONS = {"walk.md5anim": (1, "num_frames"), "run.bin": (2.5, "camera.position_x.keys[1].time"),
             "cloth.bin": (0.1, "timestep_count"), "cut.md5camera": (0.1, "num_frames")}
FILES = [*DURATIONS, "body.md5mesh"]


@pytest.fixture
def lint_with_policy(animproof):
    """Makes FILES. Calling it lints files with a configuration, and returns (file, rule, path, message) of each policy finding."""
    write("walk.md5anim", WALK)
    write("body.md5mesh", md5mesh(["root", "hips"]))
    write("run.bin", mrtk(times=(0.0, 2.5)))
    shutil.copy(os.path.join(GOLDEN, "memg/valid/frames-4.bin"), "cloth.bin")  # 3 timesteps at 30 Hz
    write("cut.md5camera", CUT)

    def lint_and_list_findings(configuration, *options, files=FILES):
        write("policy.ini", configuration.encode())
        result = animproof.run("lint", "--config", "policy.ini", "--no-companions", "--format", "json", *options, *files)
        found = [(file["file"], one["rule"], one["path"], one["message"]) for file in json.loads(result.stdout)["files"]
                 for one in file["findings"] if one["rule"].startswith("policy/")]
        animproof.check(result.returncode == (1 if found else result.returncode) and result.returncode in (0, 1), "exit code", result)
        return found
    return lint_and_list_findings


@pytest.fixture
def lint_and_drop_messages(lint_with_policy):
    """Returns (file, rule, path) of each policy finding."""
    return lambda *words, **options: [one[:3] for one in lint_with_policy(*words, **options)]


@pytest.mark.parametrize("configuration", [
    "[animproof]\n", "[policy]\n", "[policy]\nframe-rates = 24, 30\n", "[policy]\njoint-names = root, h?ps\n", "[policy]\nlargest-file = 1M\n"])
def test_files_within_the_policy_have_no_findings(lint_with_policy, configuration):
    assert lint_with_policy(configuration) == []


def test_frame_rates_that_are_not_allowed_are_reported(lint_with_policy):
    found = lint_with_policy("[policy]\nframe-rates = 25\n    29.97, 60\n")
    assert sorted(one[:3] for one in found) == [("cloth.bin", "policy/frame-rate", "framerate"), ("cut.md5camera", "policy/frame-rate", "frame_rate"),
                                                ("walk.md5anim", "policy/frame-rate", "frame_rate")]
    assert found[0][3] == "frame_rate is 24; it must be 25, 29.97 or 60: the policy allows no other frame rate (policy.ini:2)"


@pytest.mark.parametrize(("allowed", "count"), [("29.97", 0), ("29.98", 1)])
def test_frame_rates_may_be_fractions(lint_and_drop_messages, allowed, count):
    write("half.md5anim", WALK.replace(b"frameRate 24", b"frameRate 29.97"))
    assert len(lint_and_drop_messages("[policy]\nframe-rates = %s\n" % allowed, files=["half.md5anim"])) == count


def test_a_frame_rate_of_1_is_reported(lint_and_drop_messages):
    with open("cloth.bin", "r+b") as file:
        file.seek(4)
        file.write(struct.pack("<i", 1))
    assert lint_and_drop_messages("[policy]\nframe-rates = 25\n", files=["cloth.bin"]) == [("cloth.bin", "policy/frame-rate", "framerate")]


@pytest.mark.parametrize("name", ["framerate__0", "framerate-float__30"])
def test_a_frame_rate_with_an_error_has_no_policy_finding(lint_and_drop_messages, name):
    assert lint_and_drop_messages("[policy]\nframe-rates = 25\n", files=[os.path.join(GOLDEN, "memg/bad", name + ".bin")]) == []


@pytest.mark.parametrize("rate", [b"0", b"2147484", b"x"])
def test_an_animation_with_a_wrong_frame_rate_has_no_policy_finding(lint_and_drop_messages, rate):
    write("walk.md5anim", WALK.replace(b"frameRate 24", b"frameRate " + rate))
    assert lint_and_drop_messages("[policy]\nframe-rates = 25\n", files=["walk.md5anim"]) == []


def test_joint_names_that_are_not_allowed_are_reported(lint_with_policy):
    found = lint_with_policy("[policy]\njoint-names = r*t, b_*\n")
    assert [one[:3] for one in found] == [("walk.md5anim", "policy/joint-name", "hierarchy[1].name"),
                                          ("body.md5mesh", "policy/joint-name", "joints[1].name")]
    assert found[0][3] == 'joint 1, name is "hips"; it must be like "r*t" or "b_*": the policy allows no other name of a joint (policy.ini:2)'


@pytest.mark.parametrize(("allowed", "said"), [
    ("a", '"a"'), ("a,b,c", '"a", "b" or "c"'), ("a,b,c,d,e,f,g,h", '"a", "b", "c", "d", "e", "f", "g" or "h"'),
    ("a,b,c,d,e,f,g,h,i", '"a", "b", "c", "d", "e", "f", "g", "h" or one more'),
    ("a,b,c,d,e,f,g,h,i,j", '"a", "b", "c", "d", "e", "f", "g", "h" or one of 2 more')])
def test_a_message_names_at_most_eight_patterns(lint_with_policy, allowed, said):
    assert lint_with_policy("[policy]\njoint-names = %s\n" % allowed)[0][3] == (
        'joint 0, name is "root"; it must be like %s: the policy allows no other name of a joint (policy.ini:2)' % said)


@pytest.mark.parametrize(("allowed", "said"), [("21,22,23,25,26,27,28,29,30", "21, 22, 23, 25, 26, 27, 28, 29 or one more: the policy"),
                                               ("21,22,23,25,26,27,28,29", "21, 22, 23, 25, 26, 27, 28 or 29: the policy")])
def test_a_message_names_at_most_eight_rates(lint_with_policy, allowed, said):
    assert "; it must be " + said in lint_with_policy("[policy]\nframe-rates = %s\n" % allowed)[0][3]


@pytest.mark.parametrize(("allowed", "count"), [("joint_?, joint_??", 400), ("*_*", 0)])
def test_each_name_is_checked_on_the_fast_path_too(lint_and_drop_messages, allowed, count):
    joints = b"".join(b'\t"joint_%d" %d 0 0\n' % (i, i - 1) for i in range(500))
    write("many.md5anim", md5anim().replace(b"numJoints 2", b"numJoints 500").replace(
        b'\t"root" -1 0 0\n\t"hips" 0 0 0\n', joints).replace(
        b"\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n", b"\t( 0 0 0 ) ( 0 0 0 )\n" * 500))
    assert len(lint_and_drop_messages("[policy]\njoint-names = %s\n" % allowed, files=["many.md5anim"])) == count


@pytest.mark.parametrize("name", DURATIONS)
def test_durations_outside_the_limits_are_reported(lint_and_drop_messages, name):
    seconds, path = DURATIONS[name]
    reported = [(name, "policy/duration", path)]
    for most, least, expected in ((0.99, 0, reported), (2, 1.01, reported), (1.01, 0.99, []), (1, 1, [])):
        limits = "[policy]\nmost-duration = %s\n" % (seconds * most)
        limits += "least-duration = %s\n" % (seconds * least) if least else ""
        assert lint_and_drop_messages(limits, files=[name]) == expected, limits


def test_the_latest_key_of_all_curves_gives_the_duration(lint_with_policy):
    later = bytearray(mrtk(times=(0.0, 2.5)))
    later[67:71] = struct.pack("<f", 2.75)  # the last key of the second curve
    write("later.bin", bytes(later))
    assert lint_with_policy("[policy]\nmost-duration = 2.6\n", files=["later.bin"])[0][2] == "camera.position_y.keys[1].time"
    assert lint_with_policy("[policy]\nmost-duration = 0.5\n", files=["walk.md5anim"])[0][3] == (
        "num_frames is 25; at 24 frames a second they last 1 s, and the policy allows at most 0.5 s (policy.ini:2)")


def test_files_of_too_many_bytes_are_reported(lint_and_drop_messages):
    size = os.path.getsize("run.bin")
    assert lint_and_drop_messages("[policy]\nlargest-file = %d\n" % size, files=["run.bin"]) == []
    assert lint_and_drop_messages("[policy]\nlargest-file = %d\n" % (size - 1), files=["run.bin"]) == [("run.bin", "policy/file-size", "")]
    assert len(lint_and_drop_messages("[policy]\nlargest-file = 1\n")) == len(FILES), "of each format"
    assert lint_and_drop_messages("[policy]\nlargest-file = 1K\n", files=["run.bin"]) == []


ROUNDING, LENGTH = ["md5anim/quaternion-rounding"], ["md5anim/quaternion-length"]


@pytest.mark.parametrize(("x", "y", "tolerance", "rules"), [
    ("1.0001", "0", None, ROUNDING), ("1.0001", "0", "0.01", []), ("1.0001", "0", "0.000001", LENGTH),
    ("1.004", "0", None, LENGTH), ("1.004", "0", "0.01", []), ("1.004", "0", "0.000001", LENGTH),
    ("1.006", "0", None, LENGTH), ("1.006", "0", "0.01", LENGTH), ("1.006", "0", "0.000001", LENGTH),
    ("1.000002", "0", None, []), ("1.000002", "0", "0.01", []), ("1.000002", "0", "0.000001", LENGTH),
    ("1", "0.125", "0.015625", []), ("1", "0.125", "0.0156249", LENGTH)])
def test_quaternion_tolerance_replaces_the_tolerance_of_the_rotation_rules(animproof, x, y, tolerance, rules):
    write("policy.ini", "[policy]\n" + ("quaternion-tolerance = %s\n" % tolerance if tolerance else ""))
    write("turned.md5anim", md5anim().replace(b"( 0 0 0 ) ( 0 0 0 )\n}", ("( 0 0 0 ) ( %s %s 0 )\n}" % (x, y)).encode()))
    report = animproof.json(None, "lint", "--config", "policy.ini", "turned.md5anim")
    assert [one["rule"] for one in report["files"][0]["findings"]] == rules


POLICY = "[policy]\nframe-rates = 60\nlargest-file = 10\n"


def test_policy_rules_are_selected_suppressed_and_overridden_as_others_are(lint_with_policy):
    def lint_and_get_rules(*words, **options):
        return {one[1] for one in lint_with_policy(*words, **options)}

    assert lint_and_get_rules(POLICY) == {"policy/frame-rate", "policy/file-size"}
    assert lint_and_get_rules(POLICY, "--ignore", "policy") == set()
    assert lint_and_get_rules(POLICY, "--select", "policy/file-size") == {"policy/file-size"}
    write("silent.md5anim", WALK.replace(b"frameRate 24", b"frameRate 24 // animproof: ignore policy/frame-rate"))
    assert lint_and_get_rules(POLICY, files=["silent.md5anim"]) == {"policy/file-size"}
    assert lint_and_get_rules(POLICY + "[path cut.*]\nframe-rates = 30\nlargest-file = 1M\n", files=["cut.md5camera"]) == set()
    assert lint_with_policy("[path walk.*]\njoint-names = b_*\n")[0][:3] == ("walk.md5anim", "policy/joint-name", "hierarchy[0].name")


@pytest.mark.parametrize("form", ["sarif", "junit", "gcc", "html"])
def test_each_report_has_policy_findings(animproof, lint_with_policy, form):
    write("policy.ini", POLICY)
    animproof.exits(1, "lint", "--config", "policy.ini", "--format", form, "walk.md5anim", prints=b"policy/frame-rate")


def test_explain_names_the_key_of_a_policy_rule(animproof):
    animproof.exits(0, "explain", "policy/frame-rate", prints=b"frame-rates")


def test_config_prints_the_values_that_apply_with_their_lines(animproof):
    write("policy.ini", b"[policy]\nframe-rates = 24, 30\njoint-names = b_*\nmost-duration = 60\n[path a*]\nmost-duration = 5.5\n")
    lines = [line.split() for line in animproof.exits(0, "config", "--config", "policy.ini", "a.bin").stdout.splitlines()]
    for line in ([b"frame-rates", b"24", b"policy.ini:2"], [b"frame-rates", b"30", b"policy.ini:2"],
                 [b"joint-names", b"b_*", b"policy.ini:3"], [b"most-duration", b"5.5", b"policy.ini:6"]):
        assert line in lines
    animproof.exits(0, "config", "--config", "policy.ini", "b.bin", prints=b"policy.ini:4")
    animproof.exits(0, "config", "--no-config", "b.bin", prints_never=b"frame-rates")


@pytest.mark.parametrize(("text", "said"), [
    ("[house]\nframe-rates = 24\n", ":1: section [house] was renamed to [policy]"),
    ("[policy]\nframe-rate = 24\n", ":2: unknown key 'frame-rate'; did you mean 'frame-rates'?"),
    ("[policy]\nprofile = doom3\n", ":2: unknown key 'profile'"),
    ("[animproof]\nframe-rates = 24\n", ":2: frame-rates belongs in [policy]"),
    ("[policy]\n\nframe-rates = 24, fast\n", ":3: frame-rates: 'fast' is not a number above 0"),
    ("[policy]\nframe-rates = 0\n", ":2: frame-rates: '0' is not a number above 0"),
    ("[policy]\nmost-duration = 1\nmost-duration = 2\n", ":3: most-duration is set twice in this section"),
    ("[policy]\nmost-duration = 1\nleast-duration = 2\n", ":3: least-duration is greater than most-duration"),
    ("[policy]\nlargest-file = 0\n", ":2: largest-file: '0' is not a number of bytes above 0"),
    ("[policy]\nlargest-file = big\n", ":2: largest-file: 'big' is not "),
    ("[policy]\njoint-names = %s\n" % ("x" * 64), ":2: joint-names: '%s' is not a pattern of 63 bytes or fewer" % ("x" * 64)),
    ("[policy]\nframe-rates = %s\n" % ",".join(["1"] * 33), ":2: frame-rates: more than 32")])
def test_a_wrong_value_is_refused_with_its_line(animproof, text, said):
    write("policy.ini", text)
    animproof.exits(2, "lint", "--config", "policy.ini", "walk.md5anim", says=b"policy.ini" + said.encode())


@pytest.mark.parametrize(("words", "said"), [
    (["lint", "--ignore", "house/duration", "walk.md5anim"], "no rule is named 'house/duration'; it was renamed to policy/duration"),
    (["lint", "--ignore", "house", "walk.md5anim"], "no rule is named 'house'; it was renamed to policy"),
    (["rules", "house/duration"], "no rule is named 'house/duration'; it was renamed to policy/duration"),
    (["explain", "house/duration"], "did you mean:\n  policy/duration"),
    (["lint", "--baseline", "old.txt", "walk.md5anim"], "old.txt: line 2: the rule house/duration was renamed to policy/duration; use the new name")])
def test_former_names_are_answered_with_the_present_ones(animproof, words, said):
    write("walk.md5anim", WALK)
    write("old.txt", b"# animproof baseline 1\nwalk.md5anim\thouse/duration\tframes\t3\n")
    animproof.exits(2, *words, says=said.encode())
