"""Compares the comment after each joint of an .md5anim with the joint ("Comments" in shared/formats/md5anim.md)."""

import re

from md5_lexer import BLANKS

COMPONENTS = (b"Tx", b"Ty", b"Tz", b"Qx", b"Qy", b"Qz")     # names of the components, in the order of the flags' bits

_COMMENT = re.compile(rb"[ \t]*//([^\r\n]*)")
_LIST = re.compile(rb"\(([^()]*)\)\Z")


def check_comments(reader, data):
    """Reports the first joint with a comment that names another parent, and the first joint with a comment that lists other
    components.
    """
    joints = reader.joint_list.joints
    names = {joint.name for joint in joints}
    for index, (joint, animated) in enumerate(zip(joints, reader.animated)):
        comment = _comment_at(data, animated.start_token.end)
        if comment is None:
            continue
        name, components = _split_comment(comment)
        parent = joints[joint.parent].name if joint.parent >= 0 else b""
        path = "hierarchy[%d]" % index
        if name and name != parent and (components is not None or name in names):
            reader.report_once("comment-parent", "comment-parent", joint.parent_token.offset, joint.parent_token.end, path + ".parent")
        if components is not None and components != _component_names_of_flags(animated.flags):
            token = animated.flags_token
            reader.report_once("comment-flags", "comment-flags", token.offset, token.end, path + ".flags")


def _comment_at(data, offset):
    """Returns the text of the comment that follows the offset on its line; None if there is no comment."""
    match = _COMMENT.match(data, offset)
    return match[1].strip(BLANKS) if match else None


def _component_names_of_flags(flags):
    return [name for bit, name in enumerate(COMPONENTS) if flags >> bit & 1]


def _split_comment(comment):
    """(name, components) of a comment; components is None if the comment has no list."""
    match = _LIST.search(comment)
    components = _split_at_blanks(match[1]) if match else None
    if components is None or not all(word in COMPONENTS for word in components):
        return comment, None
    name = comment[:match.start()].strip(BLANKS)
    if len(name) >= 2 and name[:1] == name[-1:] == b'"':
        name = name[1:-1]
    return name, components


def _split_at_blanks(text):
    return re.split(rb"[\x00-\x20]+", text.strip(BLANKS)) if text.strip(BLANKS) else []
