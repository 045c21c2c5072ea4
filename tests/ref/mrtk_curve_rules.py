"""Checks the rules of mrtk on all curves of a file together."""

from content import recording_rules
from mrtk_structure import VERSIONS


def is_hand_tracked(curves, hand):
    """Returns true if the `hand_tracked` curve of the hand has a key with value 1."""
    return any(1.0 in vector[0].values for vector in curves if vector[0].path == "hand_tracked_" + hand)


def curves_of_section(curves, prefix):
    return [curve for vector in curves for curve in vector if curve.path.startswith(prefix)]


def first_curves_of_empty_sections(curves):
    """Yields the first curve of each section that must have keys and has none."""
    sections = ["camera.", "gaze."]
    sections += ["hand_joints_%s[" % hand for hand in ("left", "right") if is_hand_tracked(curves, hand)]
    for prefix in sections:
        section = curves_of_section(curves, prefix)
        if section and not any(curve.times for curve in section):
            yield section[0]


def first_curve_if_none_has_two_keys(curves):
    """The first curve of the first pose or ray in which each curve has one key; None if there is no such pose or
    ray, or if any float curve of the file has more than one key.
    """
    floats = [curve for vector in curves for curve in vector if not curve.is_boolean]
    if any(len(curve.times) > 1 for curve in floats):
        return None
    records = {}
    for curve in floats:
        records.setdefault(curve.path.rsplit(".", 1)[0], []).append(curve)
    return next((record[0] for record in records.values() if all(len(curve.times) == 1 for curve in record)), None)


def findings(minor, is_writer_layout, curves):
    """Yields (rule, offset, length, path) of each finding."""
    if not any(curve.times for vector in curves for curve in vector):
        yield "no-keys", 8, 8, ""
        return
    hands = curves_of_section(curves, "hand_joints_")
    if VERSIONS[minor].has_flags and hands and not any(curve.times for curve in hands):
        if not is_hand_tracked(curves, "left") and not is_hand_tracked(curves, "right"):
            yield "hands-untracked", 17, 1, "has_hand"
    for curve in first_curves_of_empty_sections(curves):
        yield "section-empty", curve.count_offset, 4, curve.path + ".key_count"
    first = first_curve_if_none_has_two_keys(curves) if VERSIONS[minor].drops_keys and is_writer_layout else None
    if first is not None:
        yield "collapsed", first.count_offset, 4, first.path + ".key_count"
    yield from recording_rules.content_findings(minor, is_writer_layout, first is not None, curves)
