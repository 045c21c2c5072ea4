"""Independent reader of the .obj scene of a memg file."""

import math
import re

from finding import Result
from text_lines import LineIndex

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WARNINGS = {"obj/byte-order-mark", "obj/forward-reference", "obj/line-ending"}
NOTES = {"obj/call"}

LINE_END = re.compile(rb"\r\n|\n|\r")
WORD = re.compile(rb"[^ \t]+")
NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
INDEX = rb"([+-]?[0-9]+)"
# v, v/vt, v//vn or v/vt/vn. KINDS has the kind of index (v, vt, vn) that each group of the pattern matches.
REFERENCE = re.compile(INDEX + rb"(?:/" + INDEX + rb"|//" + INDEX + rb"|/" + INDEX + rb"/" + INDEX
                       + rb")?")
KINDS = (b"v", b"vt", b"vn", b"vt", b"vn")

NUMBER_COUNTS = {b"v": (3, 4, 6, 7), b"vt": (1, 2, 3), b"vn": (3,)}
# Statements that do not change what a motion file is checked against.
WITHOUT_EFFECT = frozenset(
    b"o s usemtl mtllib l p vp deg bmat step cstype curv curv2 surf parm trim hole scrv sp end con mg bevel c_interp d_interp lod"
    b" shadow_obj trace_obj ctech stech maplib usemap bsp bzp cdc cdp res call csh".split())

# Digits of the largest index that is computed. A longer index is out of range for any file.
MAX_INDEX_DIGITS = 18


class Statement:
    """One logical line: its keyword and arguments with their offsets, and its span in the file."""

    def __init__(self, words, ends_in_backslash):
        self.offset = words[0][0]
        self.length = words[-1][0] + len(words[-1][1]) - self.offset
        # true if the statement is on the last line of the file and ends with a backslash
        self.ends_in_backslash = ends_in_backslash
        if ends_in_backslash:
            offset, last = words.pop()
            words += [(offset, last[:-1])] if last != b"\\" else []
        self.keyword = words[0][1] if words else b""
        self.arguments = words[1:]


class Face:
    """The vertices of a face, counted from 1."""

    def __init__(self):
        self.corners = []
        self.has_error = False


class GroupSet:
    """The faces of the groups that one `g` statement names together."""

    def __init__(self, names):
        self.names = names
        self.faces = []
        self.used_vertices = set()


class Group:
    """A group of faces."""

    def __init__(self):
        self.line = None                # offset and length of the first `g` with the group's name
        self.first_face = None  # offset and length of a face before any `g`, which is in the group `default`
        self.members = []  # a GroupSet for each set of names in a `g` statement that contains the group's name


class Scene:
    """The vertices and groups of an .obj, with which a motion file is compared."""

    def __init__(self, data):
        self.result = Result()
        self.lines = LineIndex(data)
        self.vertex_count = 0
        self.positions = []             # the coordinates of each `v`; None if the `v` has an error
        self.groups = {}                # by name, in order of appearance

    def report(self, rule, offset, length):
        severity = "warning" if rule in WARNINGS else "note" if rule in NOTES else "error"
        self.result.add(rule, severity, offset, length, "", self.lines.line(offset), self.lines.column(offset))

    def vertices_of(self, groups):
        """The vertices that faces of the groups use."""
        return {vertex for group in groups for members in group.members for vertex in members.used_vertices
                if vertex <= self.vertex_count}

    def edges_of(self, name):
        """The pairs of different vertices that are neighbours in a face of the group without an error."""
        faces = [face.corners for members in self.groups[name].members for face in members.faces if not face.has_error]
        pairs = {frozenset(pair) for corners in faces for pair in zip(corners, corners[1:] + corners[:1])}
        return [sorted(pair) for pair in pairs if len(pair) == 2]

    def report_groups_without_motion(self, names_in_motion):
        for name, group in self.groups.items():
            if name not in names_in_motion and any(members.faces and not set(members.names) & names_in_motion for members in group.members):
                offset, length = group.line or group.first_face
                self.report("memg/obj-group-without-motion", offset, length)


class Parser:
    """Reads one .obj file, statement by statement."""

    def __init__(self, data):
        self.data = data
        self.scene = Scene(data)
        self.counts = {b"v": 0, b"vt": 0, b"vn": 0}
        self.members_of = {}            # {names of a `g`: GroupSet}; a second `g` with equal names continues the first
        self.current = None             # the GroupSet to which the next face is added
        # (kind, index, offset, length, face) of indices that were not defined yet when they were read
        self.forward_references = []

    def parse(self):
        self.check_bytes()
        start = len(BYTE_ORDER_MARK) if self.data.startswith(BYTE_ORDER_MARK) else 0
        for statement in self.statements(start):
            if not self.read_statement_and_is_valid(statement):
                self.scene.report("obj/statement", statement.offset, statement.length)
        for kind, index, offset, length, face in self.forward_references:
            is_defined = index <= self.counts[kind]
            face.has_error = face.has_error or not is_defined
            self.scene.report("obj/forward-reference" if is_defined else "obj/index-range", offset, length)
        self.scene.vertex_count = self.counts[b"v"]
        return self.scene

    def check_bytes(self):
        """Reports a byte order mark, each NUL byte and the first lone CR. NULs are then read as blanks."""
        if self.data.startswith(BYTE_ORDER_MARK):
            self.scene.report("obj/byte-order-mark", 0, len(BYTE_ORDER_MARK))
        for nul in re.finditer(rb"\0", self.data):
            self.scene.report("obj/nul", nul.start(), 1)
        self.data = self.data.replace(b"\0", b" ")     # reported above; read as a blank from here
        lone = re.search(rb"\r(?!\n)", self.data)
        if lone:
            self.scene.report("obj/line-ending", lone.start(), 1)

    def lines(self, start):
        """Yields (start, end, true if the line has a line end) of each line."""
        for end in LINE_END.finditer(self.data, start):
            yield start, end.start(), True
            start = end.end()
        yield start, len(self.data), False

    def words_of_line(self, start, end):
        """([(offset, word)] before a comment, true if the line has a comment)"""
        words = []
        for match in WORD.finditer(self.data, start, end):
            if match.group().startswith(b"#"):
                return words, True
            words.append((match.start(), match.group()))
        return words, False

    def statements(self, start):
        words = []
        for line_start, line_end, is_ended in self.lines(start):
            line_words, has_comment = self.words_of_line(line_start, line_end)
            words += line_words
            continues = bool(line_words) and not has_comment and (
                self.data[line_end - 1:line_end] == b"\\")
            if continues and is_ended:
                # Removes the backslash, which is the last byte of the last word. The next line continues the statement.
                offset, last = words.pop()
                words += [(offset, last[:-1])] if last != b"\\" else []
                continue
            if words:
                yield Statement(words, continues)
            words = []

    def read_statement_and_is_valid(self, statement):
        """Returns true if the statement is known and has valid arguments."""
        keyword = statement.keyword
        if keyword in NUMBER_COUNTS:
            return self.read_numbers_and_is_valid(statement)
        if keyword in (b"f", b"fo"):
            return self.read_face_and_is_valid(statement)
        if keyword == b"g":
            self.read_g_statement(statement)
            return not statement.ends_in_backslash
        if keyword == b"call":
            self.scene.report("obj/call", statement.offset, statement.length)
        return keyword in WITHOUT_EFFECT and not statement.ends_in_backslash

    def read_numbers_and_is_valid(self, statement):
        self.counts[statement.keyword] += 1
        numbers = []
        for offset, word in statement.arguments:
            if NUMBER.fullmatch(word) and not math.isinf(float(word)):
                numbers.append(float(word))
            else:
                self.scene.report("obj/number", offset, len(word))
        is_valid = len(statement.arguments) in NUMBER_COUNTS[statement.keyword] and not statement.ends_in_backslash
        if statement.keyword == b"v":
            is_sound = is_valid and len(numbers) == len(statement.arguments)
            self.scene.positions.append(numbers[:3] if is_sound else None)
        return is_valid

    def read_g_statement(self, statement):
        names = [name for _, name in statement.arguments] or [b"default"]
        self.start_or_continue_group_set(tuple(dict.fromkeys(names)))
        for name in names:
            group = self.scene.groups[name]
            group.line = group.line or (statement.offset, statement.length)

    def start_or_continue_group_set(self, names):
        self.current = self.members_of.get(names)
        if self.current is None:
            self.current = self.members_of[names] = GroupSet(names)
            for name in names:
                self.scene.groups.setdefault(name, Group()).members.append(self.current)

    def read_face_and_is_valid(self, statement):
        if self.current is None:
            self.start_or_continue_group_set((b"default",))
            self.scene.groups[b"default"].first_face = (statement.offset, statement.length)
        face, forms = Face(), set()
        self.current.faces.append(face)
        for offset, word in statement.arguments:
            reference = REFERENCE.fullmatch(word)
            if reference is None:
                self.scene.report("obj/number", offset, len(word))
                face.has_error = True
                continue
            forms.add(tuple(part is None for part in reference.groups()))
            for position, digits in enumerate(reference.groups()):
                if digits is not None:
                    index_offset = offset + reference.start(position + 1)
                    self.read_index(face, KINDS[position], digits, index_offset)
        is_valid = len(statement.arguments) >= 3 and len(forms) <= 1 and not statement.ends_in_backslash
        face.has_error = face.has_error or not is_valid
        return is_valid

    def read_index(self, face, kind, digits, offset):
        magnitude = digits.lstrip(b"+-").lstrip(b"0")
        index = int(magnitude or b"0") if len(magnitude) <= MAX_INDEX_DIGITS else 10 ** MAX_INDEX_DIGITS
        defined = self.counts[kind]
        if digits.startswith(b"-"):
            index = defined + 1 - index if 0 < index <= defined else 0
        if index == 0:
            self.scene.report("obj/index-range", offset, len(digits))
            face.has_error = True
            return
        if index > defined:
            self.forward_references.append((kind, index, offset, len(digits), face))
        if kind == b"v":
            face.corners.append(index)
            self.current.used_vertices.add(index)


def parse(data):
    """The Scene of one .obj file, with its findings."""
    return Parser(data).parse()
