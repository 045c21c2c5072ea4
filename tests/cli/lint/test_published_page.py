"""Recordings built word by word from the tables of MRTK's published page: they pass `lint --strict --profile published`."""

import itertools
import json
import math
import struct

import pytest
from cli_case import write

# The tables of the page. A section has a name and a type.
JOINTS = ("None", "Wrist", "Palm", "ThumbMetacarpalJoint", "ThumbProximalJoint", "ThumbDistalJoint", "ThumbTip", "IndexMetacarpal",
          "IndexKnuckle", "IndexMiddleJoint", "IndexDistalJoint", "IndexTip", "MiddleMetacarpal", "MiddleKnuckle",
          "MiddleMiddleJoint", "MiddleDistalJoint", "MiddleTip", "RingMetacarpal", "RingKnuckle", "RingMiddleJoint",
          "RingDistalJoint", "RingTip", "PinkyMetacarpal", "PinkyKnuckle", "PinkyMiddleJoint", "PinkyDistalJoint", "PinkyTip")
TYPES = {
    "joint pose curves": tuple((joint, "pose curves") for joint in JOINTS),
    "pose curves": tuple((part, "float curve") for part in ("Position X", "Position Y", "Position Z",
                                                            "Rotation X", "Rotation Y", "Rotation Z", "Rotation W")),
    "ray curves": tuple((part, "float curve") for part in ("Origin X", "Origin Y", "Origin Z",
                                                           "Direction X", "Direction Y", "Direction Z")),
}
HAND = (("Hand Tracked Left", "boolean curve"), ("Hand Tracked Right", "boolean curve"), ("Hand Pinching Left", "boolean curve"),
        ("Hand Pinching Right", "boolean curve"), ("Hand Joints Left", "joint pose curves"), ("Hand Joints Right", "joint pose curves"))
CAMERA, GAZE = ("Camera", "pose curves"), ("Eye Gaze", "ray curves")
FLAGS = list(itertools.product((True, False), repeat=3))  # flags of a file of version 1.1: it has camera, hand, gaze data
WITH_ALL = ((1, 1, FLAGS[0]), (1, 0, None))
CLAMP_FOREVER, BOTH = 8, 3
BONE = 0.02  # metres


def hand_position(side, joint):
    """Returns the position of a joint of a flat hand: the fingers point to z, and the thumb is at positive x in a left hand."""
    if joint < JOINTS.index("ThumbMetacarpalJoint"):
        return (0.0, 0.0, BONE * joint)
    finger, bone = (0, joint - 3) if joint < 7 else ((joint - 7) // 5 + 1, (joint - 7) % 5)
    return (side * BONE * (2 - finger), 0.0, BONE * (3 + bone))


class Recording:
    """The values of a recording, and how its curves are written."""

    wrap_modes = (CLAMP_FOREVER, CLAMP_FOREVER)
    weighted_mode = BOTH
    direction = (0.0, 0.0, 1.0)
    first_boolean = 1
    metre, second, start = 1.0, 1.0, 0.0

    def key_count(self, path):
        return 3

    def value(self, path, time):
        """Returns the value of the curve at a time in seconds: metres, or parts of a unit quaternion. The head turns and moves sideways."""
        section, part = path[0], path[-1]
        kind, axis = part.split(" ")
        axis = "XYZW".index(axis)
        if kind == "Rotation":
            return (0.0, math.sin(time / 10), 0.0, math.cos(time / 10))[axis]
        if kind == "Direction":
            return self.direction[axis]
        at = (0.1 * time, 1.6, 0.0)
        if section.startswith("Hand"):
            side = 1 if section.endswith("Left") else -1
            at = tuple(map(sum, zip(at, (0.2 * -side, -0.3, 0.3), hand_position(side, JOINTS.index(path[1])))))
        return self.metre * at[axis]

    def seconds_and_file_times(self, path):
        """Returns [(time in seconds, time in the file)] of the keys of a curve."""
        return [(0.5 * key, self.start + self.second * 0.5 * key) for key in range(self.key_count(path))]

    def curve_head_bytes(self, path):
        return struct.pack("<iii", *self.wrap_modes, self.key_count(path))

    def float_curve_bytes(self, path):
        keys = [(time, self.value(path, seconds)) for seconds, time in self.seconds_and_file_times(path)]
        return self.curve_head_bytes(path) + b"".join(
            struct.pack("<6fi", time, value, 0.0, 0.0, 0.25, 0.75, self.weighted_mode) for time, value in keys)

    def boolean_curve_bytes(self, path):
        """Returns the bytes of a boolean curve. Its value changes at every key."""
        return self.curve_head_bytes(path) + b"".join(
            struct.pack("<2f", time, (key + self.first_boolean) % 2) for key, (_, time) in enumerate(self.seconds_and_file_times(path)))

    def section_bytes(self, path, kind):
        if kind == "float curve":
            return self.float_curve_bytes(path)
        if kind == "boolean curve":
            return self.boolean_curve_bytes(path)
        return b"".join(self.section_bytes((*path, name), inner) for name, inner in TYPES[kind])

    def bytes_of_file(self, major, minor, flags):
        """Returns the bytes of a file. A file of version 1.0 has no flags (None)."""
        camera, hand, gaze = flags or (True, True, False)
        sections = [CAMERA] * camera + list(HAND) * hand + [GAZE] * gaze
        magic = struct.pack("<q", 0x6a8faf6e0f9e42c6)
        booleans = b"" if flags is None else struct.pack("<3?", *flags)
        return magic + struct.pack("<ii", major, minor) + booleans + b"".join(self.section_bytes((name,), kind) for name, kind in sections)


class RecordingWithUnequalKeyCounts(Recording):
    """A recording in which curves have from 2 to 6 keyframes, depending on their names."""

    def key_count(self, path):
        return 2 + sum(map(len, path)) % 5


class RecordingWithSeveralWrapBits(Recording):
    wrap_modes = (1 | 2 | 4 | 8, 1 | 8)


class RecordingWithLongDirection(Recording):
    direction = (0.0, 0.0, 5.0)


class RecordingWithoutCameraKeys(Recording):
    def key_count(self, path):
        return 0 if path[0] == "Camera" else 3


class RecordingWithOneKeyPerTrackingCurve(Recording):
    first_boolean = 0

    def key_count(self, path):
        return 1 if path[0].startswith(("Hand Tracked", "Hand Pinching")) else 3


class RecordingInCentimetres(Recording):
    metre = 100.0


class RecordingInMilliseconds(Recording):
    second = 1000.0

    def key_count(self, path):
        return 30


class RecordingWithLateStart(Recording):
    start = 20.0


@pytest.fixture
def lint_published_recording(animproof):
    """Calling it lints published.bin with options; returns [(severity, rule, message)]. The exit code must be 1 if there are errors."""
    def lint_and_list_findings(content, *options):
        write("published.bin", content)
        lint = animproof.run("lint", "--format", "json", *options, "published.bin")
        found = [(one["severity"], one["rule"], one["message"]) for one in json.loads(lint.stdout)["files"][0]["findings"]]
        assert lint.returncode == any(severity == "error" for severity, _, _ in found)
        return found
    return lint_and_list_findings


def rules_except_notes(found):
    return [rule for severity, rule, _ in found if severity != "note"]


@pytest.mark.parametrize("recording", (Recording, RecordingWithUnequalKeyCounts))
@pytest.mark.parametrize("version", ((1, 0, None), *((1, 1, flags) for flags in FLAGS)))
def test_a_file_built_from_the_page_passes_with_the_profile_and_has_one_warning_without(lint_published_recording, recording, version):
    content = recording().bytes_of_file(*version)
    for layout in ("auto", "published"):
        assert rules_except_notes(lint_published_recording(content, "--strict", "--profile", "published", "--mrtk-layout", layout)) == []
    assert rules_except_notes(lint_published_recording(content, "--mrtk-layout", "published")) == []
    (says,) = [message for severity, _, message in lint_published_recording(content) if severity != "note"]
    keys = "28-byte keys and " if version[1] == 1 else ""  # 28 bytes are MRTK's own keys of 1.0
    assert says.startswith("MRTK cannot load the file, which follows the published page: it has %sno marker list" % keys)


@pytest.mark.parametrize("recording, version, rule", (
    *((RecordingWithSeveralWrapBits, version, "mrtk/wrap-mode-combined") for version in WITH_ALL),
    *((RecordingWithoutCameraKeys, version, "mrtk/section-empty") for version in WITH_ALL),
    *((RecordingWithOneKeyPerTrackingCurve, version, "mrtk/hand-hidden") for version in WITH_ALL),
    *((RecordingInCentimetres, version, "mrtk/hand-size") for version in WITH_ALL),
    *((RecordingInMilliseconds, version, "mrtk/time-scale") for version in WITH_ALL),
    *((RecordingWithLateStart, version, "mrtk/late-start") for version in WITH_ALL),
    (RecordingWithLongDirection, WITH_ALL[0], "mrtk/direction-norm")))
def test_what_the_page_allows_is_a_note_with_the_profile(lint_published_recording, recording, version, rule):
    content = recording().bytes_of_file(*version)
    assert set(rules_except_notes(lint_published_recording(content))) == {"mrtk/layout-published", rule}
    found = lint_published_recording(content, "--strict", "--profile", "published")
    assert rules_except_notes(found) == [] and rule in [rule for _, rule, _ in found]


@pytest.mark.parametrize("mode", range(4))
@pytest.mark.parametrize("wrap", (0, 1, 2, 4, 8))
def test_each_mode_of_the_page_passes_with_the_profile(lint_published_recording, mode, wrap):
    recording = Recording()
    recording.weighted_mode, recording.wrap_modes = mode, (wrap, wrap)
    assert rules_except_notes(lint_published_recording(recording.bytes_of_file(1, 1, FLAGS[2]), "--strict", "--profile", "published")) == []


@pytest.mark.parametrize("version", WITH_ALL)
def test_what_the_page_does_not_allow_is_reported_with_the_profile(lint_published_recording, version):
    content = Recording().bytes_of_file(*version)
    first_curve = content.index(struct.pack("<iii", CLAMP_FOREVER, CLAMP_FOREVER, 3))
    for rule, changed in (("mrtk/wrap-mode", content[:first_curve] + struct.pack("<i", 16) + content[first_curve + 4:]),
                          ("mrtk/count-exceeds-file", content[:-1]), ("mrtk/trailing-bytes", content + b"\0")):
        assert rules_except_notes(lint_published_recording(changed, "--profile", "published", "--mrtk-layout", "published")) == [rule]
    later = content[:first_curve + 12] + struct.pack("<f", 0.75) + content[first_curve + 16:]
    assert rules_except_notes(lint_published_recording(later, "--strict", "--profile", "published")) == ["mrtk/time-order"]
