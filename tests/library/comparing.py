"""Compares versions of a file through animproof_compare."""

import animproof_api as api


def check_comparing(library, read, count_check_equal):
    """A renamed joint must be one change with its paths and values, and equal bytes none."""
    path = "golden/md5anim/valid/joints-2.md5anim"
    old, changes = read(path), []

    def take(_, change):
        one = change[0]
        changes.append((api.decode_text(one.kind), one.impact, api.decode_text(one.old_path), api.decode_text(one.new_path), api.decode_text(one.old_value), api.decode_text(one.new_value)))
        return 0
    library.call("open_buffer", path.encode(), old, len(old))
    name = library.get_value_bytes("hierarchy[1].name").decode()
    library.call("compare", None, old, len(old), api.ChangeCallback(take), None)
    count_check_equal(changes, [], "changes of equal bytes")
    library.call("put", b"hierarchy[1].name", b"elbow")
    library.call("compare", b"x.md5anim", old, len(old), api.ChangeCallback(take), None)
    count_check_equal(changes, [("joint-renamed", 3, "hierarchy[1].name", "hierarchy[1].name", '"%s"' % name, '"elbow"')], "changes of a name")
    count_check_equal(library.may_fail("compare", b"x.md5anim", b"x", 1, api.ChangeCallback(take), None), api.HAS_ERRORS, "an old version with errors")
    count_check_equal(library.may_fail("compare", None, b"x", 1, api.ChangeCallback(take), None), api.UNRECOGNIZED, "an old version of no format")
