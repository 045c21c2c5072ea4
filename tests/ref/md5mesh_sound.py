"""What is said of a `mesh` block as a whole, once all of it was read without a fault.

Each rule is reported once a block, at the first entry that it holds for.
"""

MIN_SUM, MAX_SUM = 0.999, 1.001
MANY_WEIGHTS_OF_VERTEX = 4


def check_sound_block(reader, keyword, path, entries):
    """entries: md5mesh_block.Entry by keyword; every field of them is sound."""
    verts, tris, weights = entries[b"vert"], entries[b"tri"], entries[b"weight"]
    if not verts or not tris:
        reader.report_token("mesh-empty", keyword, path)
        return
    _say(reader, "weight-sum", path + ".verts", verts, lambda vert: _is_sum_off(vert, weights))
    _say(reader, "vert-joint-repeated", path + ".verts", verts, lambda vert: _has_joint_twice(vert, weights))
    _say(reader, "vert-weight-limit", path + ".verts", verts,
         lambda vert: vert.values[1] > MANY_WEIGHTS_OF_VERTEX)
    _say_unused(reader, "vert-unused", path + ".verts", verts,
                {corner for tri in tris for corner in tri.values})
    _say_unused(reader, "weight-unused", path + ".weights", weights, _used_weights(verts))
    _say(reader, "tri-degenerate", path + ".tris", tris, _is_degenerate)
    seen = set()
    _say(reader, "tri-duplicate", path + ".tris", tris, lambda tri: _is_seen(tri, seen))


def _say(reader, rule, path, entries, is_bad):
    for number, entry in enumerate(entries):
        if is_bad(entry):
            reader.report(rule, entry.first.offset, entry.last.end, "%s[%d]" % (path, number))
            return


def _say_unused(reader, rule, path, entries, used):
    numbers = {id(entry): number for number, entry in enumerate(entries)}
    _say(reader, rule, path, entries, lambda entry: numbers[id(entry)] not in used)


def _weights_of(vert, weights):
    first, count = vert.values
    return weights[first:first + count]


def _is_sum_off(vert, weights):
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


def _is_seen(tri, seen):
    """Whether an earlier triangle has these corners, turned or not; remembers them."""
    if _is_degenerate(tri):
        return False
    a, b, c = tri.values
    turned = min((a, b, c), (b, c, a), (c, a, b))
    if turned in seen:
        return True
    seen.add(turned)
    return False
