"""Finds single keys of positions and rotations that are far from both neighbours ("Spikes" in shared/formats/mrtk.md)."""

import math

from content.pose import distance, length

LONGEST_GAP = 0.25          # seconds: longest time between the keys before and after a spike
LEAST_DISTANCE = 0.25       # metres: least distance of a spike of positions from the keys before and after it
# least ratio of the distance of a spike from its neighbours to the distance between these neighbours
LEAST_RATIO = 5
COSINE_AWAY = math.cos(math.radians(30))        # a spike turns by at least 60 degrees: cosine of half this angle
COSINE_NEAR = math.cos(math.radians(7.5))       # the neighbours of a spike differ by at most 15 degrees: cosine of half this angle


def is_position_spike(before, key, after):
    away = min(distance(before, key), distance(key, after))
    return away >= LEAST_DISTANCE and away >= LEAST_RATIO * distance(before, after)


def cosine_of_half_angle(one, other):
    """The cosine of half the angle between two rotations."""
    return abs(sum(a * b for a, b in zip(one, other))) / (length(one) * length(other))


def is_rotation_spike(before, key, after):
    if not (any(before) and any(key) and any(after)):
        return False
    return (cosine_of_half_angle(before, key) <= COSINE_AWAY and cosine_of_half_angle(key, after) <= COSINE_AWAY
            and cosine_of_half_angle(before, after) >= COSINE_NEAR)


def spike_keys(track, is_spike):
    """The numbers of the keys that are spikes."""
    times, values = track.times, track.values
    return [i for i in range(1, len(times) - 1)
            if times[i + 1] - times[i - 1] <= LONGEST_GAP and is_spike(*values[i - 1:i + 2])]


def position_spikes(tracks):
    """{path: numbers of keys} of the positions and origins that have spikes."""
    found = {path: spike_keys(track, is_position_spike) for path, track in tracks.items()
             if path.endswith(("position", "origin"))}
    return {path: keys for path, keys in found.items() if keys}


def rotation_spikes(tracks):
    found = {path: spike_keys(track, is_rotation_spike) for path, track in tracks.items() if path.endswith("rotation")}
    return {path: keys for path, keys in found.items() if keys}


def span_and_path_of_first_spike_in_file(tracks, found, component):
    """(offset, 4, path) of the first spike in file order, in the curve of a component; tracks are in file order."""
    path, keys = next(iter(found.items()))
    offset, name = tracks[path].curves[component].key_field(keys[0], "value")
    return offset, 4, name
