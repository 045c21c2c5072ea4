"""Checks what the keys of an mrtk file mean, not their syntax: hands, spikes and times."""

import math

from content.hands import Hand
from content.spikes import span_and_path_of_first_spike_in_file, position_spikes, rotation_spikes
from content.pose import lower_median
from content.track import tracks_of_vectors_with_equal_times
from mrtk_structure import VERSIONS

SIDES = ("left", "right")
X, W = 0, 3
FEWEST_KEYS = 30        # fewest keys of the longest curve for which time-scale is checked
LONGEST_STEP = 1        # seconds: greatest median time between two keys
LATEST_START = 10       # seconds: latest time of the first key that is never reported


def finite_times(curves):
    return [time for vector in curves for curve in vector for time in curve.times if math.isfinite(time)]


def last_finite_time_or_none(curves):
    """Returns the greatest finite key time; None if no key has a finite time."""
    return max(finite_times(curves), default=None)


def content_findings(minor, is_writer_layout, is_collapsed, curves):
    """Yields (rule, offset, length, path) of each finding."""
    if not finite_times(curves):
        return
    by_path = {curve.path: curve for vector in curves for curve in vector}
    tracks = tracks_of_vectors_with_equal_times(curves)
    spiked = position_spikes(tracks)
    for side in SIDES if "hand_tracked_left" in by_path else ():
        yield from Hand(side, by_path, tracks, spiked).findings()
    if spiked:
        yield "position-spike", *span_and_path_of_first_spike_in_file(tracks, spiked, X)
    turned = rotation_spikes(tracks)
    if turned:
        yield "rotation-spike", *span_and_path_of_first_spike_in_file(tracks, turned, W)
    yield from time_scale_and_late_start_findings(by_path, curves)
    if not is_collapsed:
        yield from duration_and_tail_findings(by_path, curves, VERSIONS[minor].drops_keys and is_writer_layout)


def time_scale_and_late_start_findings(by_path, curves):
    floats = [curve for curve in by_path.values() if not curve.is_boolean]
    longest = max(floats, key=lambda curve: len(curve.times), default=None)
    if longest and len(longest.times) >= FEWEST_KEYS and all(map(math.isfinite, longest.times)):
        steps = [b - a for a, b in zip(longest.times, longest.times[1:])]
        if lower_median(steps) > LONGEST_STEP:
            yield "time-scale", *place_of_key_time(longest, 1)
    times = finite_times(curves)
    start = min(times)
    if start > LATEST_START and start > max(times) - start:
        yield "late-start", *next(place_of_key_time(curve, index) for curve in by_path.values()
                                  for index, time in enumerate(curve.times) if time == start)


def place_of_key_time(curve, index):
    offset, path = curve.key_field(index, "time")
    return offset, 4, path


def duration_and_tail_findings(by_path, curves, can_lose_tail):
    if last_finite_time_or_none(curves) <= 0:
        yield "no-duration", 8, 8, ""
    ends = [by_path[path].times[-1] for path in ("camera.position_x", "gaze.origin_x") if path in by_path and by_path[path].times]
    if not can_lose_tail or not ends or not math.isfinite(ends[0]):
        return
    for curve in by_path.values():
        for index, time in enumerate(curve.times if curve.is_boolean else ()):
            if math.isfinite(time) and time > ends[0]:
                yield "tail-lost", *place_of_key_time(curve, index)
                return
