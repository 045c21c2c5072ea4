"""Reads one `mesh` block of an .md5mesh and checks its entries.

Written from shared/formats/md5mesh.md. Rules on a whole block are in md5mesh_block_rules.
"""

from md5_lexer import STRING, WORD
from md5mesh_block_rules import check_block

KEYWORDS = frozenset((b"name", b"shader", b"numverts", b"vert", b"numtris", b"tri", b"numweights", b"weight"))

# Lengths of the shortest text of one entry.
BYTES_PER_VERT = 15
BYTES_PER_TRI = 12
BYTES_PER_WEIGHT = 19
# The largest counts without mesh-limit.
MANY_VERTS = 6144
MANY_TRIS = 6144
MANY_WEIGHTS = 8192
MAX_SHADER_BYTES = 63
MAX_BIAS = 1.001


class Entry:
    """A vert, tri or weight: its first and last token, and the fields after its index. `position`: of a weight."""
    __slots__ = ("first", "last", "values", "tokens", "position")

    def __init__(self, first):
        self.first = first
        self.last = None
        self.values = []    # values of the fields in file order; None for an invalid one
        self.tokens = []
        self.position = None

    def add(self, token, value):
        self.tokens.append(token)
        self.values.append(value)
        self.last = token


class Block:
    """Reads a block for a MeshReader."""

    def __init__(self, reader, number):
        self._reader = reader
        self._path = "meshes[%d]" % number
        self.is_valid = True
        self._counts = {}   # {b"vert", b"tri" or b"weight": number of entries in the header of the list, None if invalid}
        self._wrong_biases = []
        self.entries = {b"vert": [], b"tri": [], b"weight": []}

    def read(self, keyword):
        reader = self._reader
        reader.open_brace(keyword, self._path)
        self._read_names()
        self._read_list(b"vert", BYTES_PER_VERT, MANY_VERTS, self._read_vert, b"numtris")
        self._read_list(b"tri", BYTES_PER_TRI, MANY_TRIS, self._read_tri, b"numweights")
        try:
            self._read_list(b"weight", BYTES_PER_WEIGHT, MANY_WEIGHTS, self._read_weight, b"}")
        finally:
            self._report_biases()
        reader.take_peeked_closing_brace()
        self._check_vert_weights()
        if self.is_valid:
            check_block(reader, keyword, self._path, self.entries)

    def _report_error(self, rule, offset, end, path):
        """Reports an error. Rules on the whole block are not checked after it."""
        self.is_valid = False
        self._reader.report(rule, offset, end, path)

    # -- name and shader ------------------------------------------------------------------

    def _read_names(self):
        reader = self._reader
        key = reader.lexer.peek()
        if key.is_word((b"name",)):
            reader.report_token("mesh-name", key, self._path + ".name")
            reader.lexer.take()
            name = reader.lexer.peek()
            if name.kind != STRING:
                reader.report_and_stop(name, self._path + ".name")
            reader.check_entry(key, reader.lexer.take())
        key = self._take_word(b"shader")
        shader, path = reader.lexer.peek(), self._path + ".shader"
        is_bare = shader.kind == WORD and shader.text not in reader.keywords
        if shader.kind != STRING and not is_bare:
            reader.report_and_stop(shader, path)
        reader.check_entry(key, reader.lexer.take())
        if is_bare:
            reader.report_token("shader-unquoted", shader, path)
        elif not shader.content:
            reader.report_token("shader-empty", shader, path)
        elif len(shader.content) > MAX_SHADER_BYTES:
            reader.report_token("shader-long", shader, path)

    def _take_word(self, word):
        token = self._reader.lexer.peek()
        if not token.is_word((word,)):
            self._reader.report_and_stop(token, self._path)
        return self._reader.lexer.take()

    # -- lists ----------------------------------------------------------------------------

    def _read_list(self, word, bytes_each, many, read_fields, following):
        """Reads a list's count and its entries. following: the text of the token that must come after the list."""
        reader, entries = self._reader, self.entries[word]
        name = word.decode("ascii") + "s"
        total = self._counts[word] = self._read_count(b"num" + word + b"s", bytes_each, many)
        allowed = None
        while reader.lexer.peek().is_word((word,)):
            path = "%s.%s[%d]" % (self._path, name, len(entries))
            entry = Entry(reader.lexer.take())
            allowed = self._read_index_and_get_next(len(entries), allowed, path + ".index")
            read_fields(entry, path)
            reader.check_entry(entry.first, entry.last)
            if len(entries) == total:
                self._report_error("element-count", entry.first.offset, entry.last.end, path)
            entries.append(entry)
        token = reader.lexer.peek()
        if token.text != following:
            reader.report_and_stop(token, self._path)
        if total is not None and len(entries) < total:
            self._report_error("element-count", token.offset, token.end, "%s.%s" % (self._path, name))

    def _read_count(self, key, bytes_each, many):
        """Reads and checks a count. Returns None if it is invalid."""
        reader, path = self._reader, "%s.num_%s" % (self._path, key[3:].decode("ascii"))
        keyword = self._take_word(key)
        token, count = reader.read_integer(path)
        reader.check_entry(keyword, token)
        if count is None:
            self.is_valid = False
        elif count < 0:
            self._report_error("element-count-range", token.offset, token.end, path)
        elif not reader.check_count_fits(token, count, bytes_each, path):
            self.is_valid = False
        else:
            if count > many:
                reader.report_token("mesh-limit", token, path)
            return count
        return None

    def _read_index_and_get_next(self, position, allowed, path):
        """Checks an entry's index. Returns the index that may follow, or "any" if the entry's index is not an integer."""
        token, index = self._reader.read_integer(path)
        if index is None:
            self.is_valid = False
            return "any"
        if index != position and allowed != "any" and index != allowed:
            self._report_error("element-index", token.offset, token.end, path)
        return index + 1

    def _read_integer(self, entry, path):
        token, value = self._reader.read_integer(path)
        self.is_valid = self.is_valid and value is not None
        entry.add(token, value)
        return token, value

    def _read_number(self, path):
        token, number = self._reader.read_number(path)
        value = number.value if number else None
        self.is_valid = self.is_valid and value is not None
        return token, value

    # -- entries --------------------------------------------------------------------------

    def _read_vert(self, entry, path):
        reader = self._reader
        reader.take_parenthesis("(", path)
        self._read_number(path + ".u")
        self._read_number(path + ".v")
        reader.take_parenthesis(")", path)
        self._read_integer(entry, path + ".first_weight")
        token, count = self._read_integer(entry, path + ".weight_count")
        if count == 0:
            self._report_error("vert-no-weight", token.offset, token.end, path + ".weight_count")

    def _read_tri(self, entry, path):
        for number in range(3):
            where = "%s.corners[%d]" % (path, number)
            token, corner = self._read_integer(entry, where)
            if corner is not None and not 0 <= corner < self._greater_of_declared_and_read_count(b"vert"):
                self._report_error("tri-vertex-range", token.offset, token.end, where)

    def _read_weight(self, entry, path):
        reader = self._reader
        token, joint = self._read_integer(entry, path + ".joint")
        joints = reader.joint_index_limit()
        if None not in (joint, joints) and not 0 <= joint < joints:
            self._report_error("weight-joint-range", token.offset, token.end, path + ".joint")
        token, bias = self._read_number(path + ".bias")
        if bias is not None and (bias < 0 or bias > MAX_BIAS):
            self._wrong_biases.append((token, path + ".bias"))
        entry.add(token, bias)
        _, entry.last, entry.position = reader.read_vector("%s.position", path)
        self.is_valid = self.is_valid and None not in entry.position

    def _report_biases(self):
        """Reports biases out of range. If most weights that were read have a bias out of range, reports only the first one."""
        wrong = self._wrong_biases
        is_once = len(wrong) >= 2 and 2 * len(wrong) > len(self.entries[b"weight"])
        for token, path in wrong[:1] if is_once else wrong:
            self._reader.report_token("weight-range", token, path)

    def _greater_of_declared_and_read_count(self, word):
        return max(self._counts[word] or 0, len(self.entries[word]))

    def _check_vert_weights(self):
        for number, entry in enumerate(self.entries[b"vert"]):
            first, count = entry.values
            if None in (first, count) or count == 0:
                continue
            if first < 0 or count < 0 or first + count > self._greater_of_declared_and_read_count(b"weight"):
                self._report_error("vert-weights-range", entry.tokens[0].offset, entry.tokens[1].end,
                            "%s.verts[%d]" % (self._path, number))
