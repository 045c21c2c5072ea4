"""A position, a rotation or a direction of an mrtk file: the vectors that curves with equal times hold together."""

import bisect
import math


class Track:
    """The vectors of the keys in order. Between two keys, values are interpolated linearly."""

    def __init__(self, curves):
        self.curves = curves
        self.times = curves[0].times
        self.values = list(zip(*(curve.values for curve in curves)))
        self.key_of = {time: index for index, time in enumerate(self.times)}

    def interpolated_vector_at(self, time):
        """Returns the vector at a time: before the first key that of the first key, after the last key that of the last key."""
        if time in self.key_of:
            return self.values[self.key_of[time]]
        after = bisect.bisect_right(self.times, time)
        if after in (0, len(self.times)):
            return self.values[0 if after == 0 else -1]
        start, end = self.times[after - 1:after + 1]
        share = (time - start) / (end - start)
        return [a + (b - a) * share for a, b in zip(*self.values[after - 1:after + 1])]


def tracks_of_vectors_with_equal_times(curves):
    """{path such as "camera.position": Track} of the vectors that have equal, increasing times in all curves, and finite
    values."""
    found = {}
    for vector in curves:
        first = vector[0]
        if first.is_boolean or not first.times or any(curve.times != first.times for curve in vector):
            continue
        numbers = [*first.times, *(value for curve in vector for value in curve.values)]
        if all(map(math.isfinite, numbers)) and all(a < b for a, b in zip(first.times, first.times[1:])):
            found[first.path.rsplit("_", 1)[0]] = Track(vector)
    return found
