"""Checks the rules on a whole `mesh` block that has no errors.

Each rule is reported once per block, at the first entry that breaks it.
"""

MIN_SUM, MAX_SUM = 0.999, 1.001
MANY_WEIGHTS_OF_VERTEX = 4


def check_block(reader, keyword, path, entries):
    """entries: lists of valid md5mesh_block.Entry by keyword."""
    verts, tris, weights = entries[b"vert"], entries[b"tri"], entries[b"weight"]
    if not verts or not tris:
        reader.report_token("mesh-empty", keyword, path)
        return
    _report_first(reader, "weight-sum", path + ".verts", verts, lambda vert: _is_bias_sum_wrong(vert, weights))
    _report_first(reader, "vert-joint-repeated", path + ".verts", verts, lambda vert: _has_joint_twice(vert, weights))
    _report_first(reader, "vert-weight-limit", path + ".verts", verts,
         lambda vert: vert.values[1] > MANY_WEIGHTS_OF_VERTEX)
    _report_first_unused(reader, "vert-unused", path + ".verts", verts,
                {corner for tri in tris for corner in tri.values})
    _report_first_unused(reader, "weight-unused", path + ".weights", weights, _used_weights(verts))
    _report_first(reader, "tri-degenerate", path + ".tris", tris, _is_degenerate)
    seen = set()
    _report_first(reader, "tri-duplicate", path + ".tris", tris, lambda tri: _is_repeated_triangle(tri, seen))


def _report_first(reader, rule, path, entries, is_bad):
    for number, entry in enumerate(entries):
        if is_bad(entry):
            reader.report(rule, entry.first.offset, entry.last.end, "%s[%d]" % (path, number))
            return


def _report_first_unused(reader, rule, path, entries, used):
    numbers = {id(entry): number for number, entry in enumerate(entries)}
    _report_first(reader, rule, path, entries, lambda entry: numbers[id(entry)] not in used)


def _weights_of(vert, weights):
    first, count = vert.values
    return weights[first:first + count]


def _is_bias_sum_wrong(vert, weights):
    total = 0.0
    for weight in _weights_of(vert, weights):
        total += weight.values[1]
    return total < MIN_SUM or total > MAX_SUM


def _has_joint_twice(vert, weights):
    joints = [weight.values[0] for weight in _weights_of(vert, weights)]
    return len(set(joints)) < len(joints)


def _used_weights(verts):
    return {number for vert in verts for number in range(vert.values[0], sum(vert.values))}


def _is_degenerate(tri):
    return len(set(tri.values)) < 3


def _is_repeated_triangle(tri, seen):
    """Returns true if an earlier triangle has the same corners in the same direction, from any first corner. Adds the triangle
    to `seen`."""
    if _is_degenerate(tri):
        return False
    a, b, c = tri.values
    turned = min((a, b, c), (b, c, a), (c, a, b))
    if turned in seen:
        return True
    seen.add(turned)
    return False
