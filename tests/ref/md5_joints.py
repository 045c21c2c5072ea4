"""Reads joint names, parents and quaternions, which .md5anim and .md5mesh share."""

from md5_lexer import STRING, WORD

MAX_NAME_BYTES = 31
ROUNDING_LIMIT = 1.0 + 1e-5     # greatest x² + y² + z² of a unit quaternion after rounding
LENGTH_LIMIT = 1.0 + 1e-3
MANY_JOINTS = 127               # the largest number of joints for readers with signed 8-bit indices

# Characters of names that some readers do not accept: blanks, control bytes, braces, backslash, DEL, and all outside ASCII.
_UNPORTABLE_CHARACTERS = (frozenset(range(0x21)) | frozenset(b"{}\\\x7f")
                       | frozenset(range(0x80, 0x100)))


class Joint:
    """One joint. A field that was not read or is not an integer is None."""

    def __init__(self, name_token):
        self.name_token = name_token
        self.name = name_token.content
        self.parent_token = None
        self.parent = None


class JointList:
    """The joints of one file."""

    def __init__(self):
        self.joints = []
        self.is_complete = False    # true if the list was read up to its closing brace and has the right number of entries
        self.is_miscounted = False  # true if the number of entries is known to be wrong
        self._names = set()

    def has_exactly(self, count):
        """Returns true if the list is complete and has `count` joints. `count`: the header's number, None if not read."""
        return self.is_complete and count is not None and len(self.joints) == count

    def read_section_and_check_parents(self, reader, keyword, total, read_entry, count_rule):
        """Reads the section, then checks the order of parents, unless the number of entries is wrong."""
        try:
            _, _, count = reader.read_list(keyword, total, read_entry, count_rule)
            self.is_miscounted = total is not None and count != total
            self.is_complete = not self.is_miscounted
        finally:
            # If reading broke off after the last expected entry, count_rule has a finding and the list is miscounted.
            self.is_miscounted |= reader.has_reported(count_rule)
            if not self.is_miscounted:
                self._check_parent_order(reader, keyword.text.decode("ascii"))

    def _check_parent_order(self, reader, name):
        for index, joint in enumerate(self.joints):
            if index > 0 and joint.parent is not None and joint.parent >= index:
                reader.report_token("parent-order", joint.parent_token,
                                    "%s[%d].parent" % (name, index))

    def read_name(self, reader, path):
        """Reads and checks a joint's name, and appends the joint."""
        token = reader.lexer.peek()
        is_bare = (token.kind == WORD and token.text not in reader.keywords
                   and not token.starts_with_digit_or_point() and token.text[:1] not in (b"-", b"+"))
        if token.kind != STRING and not is_bare:
            reader.report_and_stop(token, path)
        reader.lexer.take()
        if is_bare:
            reader.report_token("joint-name-unquoted", token, path)
        joint = Joint(token)
        self._check_name(reader, joint, path)
        self.joints.append(joint)
        return joint

    def _check_name(self, reader, joint, path):
        token, name = joint.name_token, joint.name
        if not name:
            reader.report_token("joint-name-empty", token, path)
            return
        if name in self._names:
            reader.report_token("joint-name-duplicate", token, path)
        self._names.add(name)
        if len(name) > MAX_NAME_BYTES:
            reader.report_token("joint-name-long", token, path)
        if b"//" in name or not _UNPORTABLE_CHARACTERS.isdisjoint(name):
            reader.report_token("joint-name-character", token, path)

    def read_parent(self, reader, path):
        """Reads and checks the parent of the last joint."""
        joint, index = self.joints[-1], len(self.joints) - 1
        token, parent = reader.read_integer(path)
        joint.parent_token, joint.parent = token, parent
        if parent is None:
            return
        if index == 0:
            if parent != -1:
                reader.report_token("root-parent", token, path)
        elif parent < -1:
            reader.report_token("parent-range", token, path)
        elif parent == -1:
            reader.report_once("several-roots", "several-roots", token.offset, token.end, path)


def joint_count_if_valid_reporting_many(reader, token, count, path, bytes_each):
    """Returns the number of joints, or None after reporting it as invalid. Reports joint-limit for a valid number above the limit."""
    valid = reader.count_if_valid(token, count, path, bytes_each, "joint-count-range")
    if valid is not None and count > MANY_JOINTS:
        reader.report_token("joint-limit", token, path)
    return valid


def check_quaternion(reader, vector, offset, end, path):
    """Checks x, y and z of a quaternion. The file does not store w: readers compute it, and need x² + y² + z² of at most 1."""
    square = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]
    if square > LENGTH_LIMIT:
        reader.report_once("quaternion-length", "quaternion-length", offset, end, path)
    elif square > ROUNDING_LIMIT:
        reader.report("quaternion-rounding", offset, end, path)
