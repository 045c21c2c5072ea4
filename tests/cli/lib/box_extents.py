"""The lengths of the box around points, as figures."""


def box_extents_of_points(points):
    """Returns the lengths of the box around points, one figure for each axis."""
    return {"extent-" + axis: max(values) - min(values) for axis, values in zip("xyz", zip(*points))}
