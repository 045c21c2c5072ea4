"""A reader for the part of ImHex's pattern language that docs/formats/spec/ uses.

No distribution has ImHex to install in tests, so this reader follows the language's documentation. A statement is one line, and
unknown syntax is an error.
"""

import re
import struct

NUMBERS = {"u8": "B", "s32": "i", "u64": "Q", "float": "f", "double": "d"}
IMPORTS = {"std.core": ["std::core::set_endian"], "std.mem": ["std::mem::eof", "std::mem::Endian::Big"], "std.sys": ["std::assert"],
           "type.leb128": ["type::uLEB128"]}
MEMBER = re.compile(r"(?:(le|be) )?([\w:]+)(?:<([^>]*)>)? (\w+)(?:\[(.*)\])?;")
TOKEN = re.compile(r"(std::mem::eof)(?=\(\))|sizeof\(([A-Za-z_]\w*)\)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|0x[0-9a-fA-F]+|\d+"
                   r"|&&?|\|\||[=!<>]=|[-?:()*+<>!]| +|(.)")
PYTHON = {"&&": " and ", "||": " or ", "!": " not "}
KEYWORDS = set("struct union using enum bitfield fn if else match while for break continue return in out ref null const namespace "
               "parent this try catch import as is from auto le be addressof sizeof typenameof padding unsigned signed true false "
               "reference str char char16 bool float double u8 u16 u24 u32 u48 u64 u96 u128 s8 s16 s24 s32 s48 s64 s96 s128".split())


class InvalidPattern(Exception):
    """The pattern is not valid, or uses a part of the language that this reader does not support."""


class FileRefused(Exception):
    """The file does not match the pattern."""


class Struct:
    """A record type: the names of its parameters, and its statements as Parser.parse_statement returns them."""

    def __init__(self, parameters, members):
        self.parameters, self.members = parameters, members


class Parser:
    """Parses a pattern. Types and names must be declared before their use, as in the language."""

    def __init__(self, text):
        lines = [re.sub(r"//.*", "", line).strip() for line in text.split("\n")]
        self.lines = iter([line for line in lines if line and not line.startswith("#pragma ")])
        self.types, self.functions, self.root = {}, set(), None
        for line in self.lines:
            self.parse_declaration(line)

    def next_line(self):
        line = next(self.lines, None)
        if line is None:
            raise InvalidPattern("the pattern ends in a block")
        return line

    def check_new_name(self, name, taken):
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or name in KEYWORDS or name in taken or name in self.types:
            raise InvalidPattern("%s cannot be the name of a new member or type" % name)
        return name

    def check_imported(self, name):
        if name not in self.functions:
            raise InvalidPattern("%s is not imported" % name)

    def parse_declaration(self, line):
        imported = re.fullmatch(r"import (\w+\.\w+);", line)
        enum = re.fullmatch(r"enum (\w+) : (\w+) {", line)
        struct = re.fullmatch(r"struct (\w+)(?:<auto (\w+(?:, auto \w+)*)>)? {", line)
        placed = re.fullmatch(r"(\w+) [A-Za-z_]\w* @ 0x00;", line)
        if imported and imported.group(1) in IMPORTS:
            self.functions.update(IMPORTS[imported.group(1)])
        elif enum and enum.group(2) in NUMBERS:
            self.types[self.check_new_name(enum.group(1), ())] = self.parse_enum_and_return_base(enum.group(2))
        elif struct:
            parameters = struct.group(2).split(", auto ") if struct.group(2) else []
            members = self.parse_block(set(parameters), "};")
            self.types[self.check_new_name(struct.group(1), ())] = Struct(parameters, members)
        elif placed and isinstance(self.types.get(placed.group(1)), Struct) and not self.types[placed.group(1)].parameters and not self.root:
            self.root = self.types[placed.group(1)]
        else:
            raise InvalidPattern(line)

    def parse_enum_and_return_base(self, base):
        """Parses an enum of different values, separated by commas. Returns the base type."""
        text = "".join(iter(self.next_line, "};"))
        if not re.fullmatch(r"[A-Za-z_]\w* = \d+(,[A-Za-z_]\w* = \d+)*", text):
            raise InvalidPattern(text)
        values = re.findall(r"\d+(?=,|$)", text)
        if len(set(values)) < len(values) or KEYWORDS & set(re.findall(r"\w+(?= =)", text)):
            raise InvalidPattern("an enum: " + text)
        return base

    def parse_block(self, known, end):
        """Parses statements up to the end of their block. Later statements may use earlier members."""
        return [self.parse_statement(line, known) for line in iter(self.next_line, end)]

    def parse_statement(self, line, known):
        condition = re.fullmatch(r"if \((.*)\)( {)?", line)
        if condition:
            code = self.compile_expression(condition.group(1), known)
            return ("if", code, self.parse_block(known, "}") if condition.group(2) else [self.parse_statement(self.next_line(), known)])
        if line == "std::core::set_endian(std::mem::Endian::Big);":
            self.check_imported("std::core::set_endian")
            self.check_imported("std::mem::Endian::Big")
            return ("big",)
        assertion = re.fullmatch(r'std::assert\((.*), "([^"]+)"\);', line)
        if assertion:
            self.check_imported("std::assert")
            return ("assert", self.compile_expression(assertion.group(1), known), assertion.group(2))
        member = MEMBER.fullmatch(line)
        if not member:
            raise InvalidPattern(line)
        return self.parse_member(*member.groups(), known)

    def parse_member(self, order, kind, arguments, name, size, known):
        if kind not in self.types and kind not in NUMBERS and kind != "char":
            self.check_imported(kind)
        arguments = arguments.split(", ") if arguments else []
        parameters = self.types[kind].parameters if isinstance(self.types.get(kind), Struct) else []
        if len(parameters) != len(arguments):
            raise InvalidPattern("%s takes %d parameters" % (kind, len(parameters)))
        arguments = [self.compile_expression(argument, known) for argument in arguments]
        if size is not None:
            ends = re.fullmatch(r"while\((.*)\)", size)
            size = ("while", self.compile_expression(ends.group(1), known)) if ends else ("count", self.compile_expression(size, known))
        known.add(self.check_new_name(name, known))
        return ("member", order, kind, arguments, name, size)

    def compile_expression(self, text, known):
        """Compiles an expression to Python code."""
        def translate_name(match):
            eof, sized, name, unknown = match.groups()
            parts = (sized or name or "").split(".")
            if unknown or parts != [""] and parts[0] not in known or KEYWORDS & set(parts):
                raise InvalidPattern("%s is not known in %r" % (match.group(0), text))
            if eof:
                self.check_imported(eof)
                return "eof"
            return "size_of(%r)" % sized if sized else "value_of(%r)" % name if name else PYTHON.get(match.group(0), match.group(0))

        python = re.sub(r"(.+) \? (.+) : (.+)", r"(\2) if (\1) else (\3)", TOKEN.sub(translate_name, text))
        try:
            return compile(python.strip(), "pattern", "eval")
        except SyntaxError as error:
            raise InvalidPattern(text) from error


class Reader:
    """Reads a file by a pattern. Fields are [path, offset, length, value], with the paths of `animproof dump`."""

    def __init__(self, parser, data):
        self.parser, self.data, self.at, self.big, self.fields = parser, data, 0, False, []

    def run(self):
        """Reads the file. Returns the reason for a refusal, or None if the file matches."""
        try:
            self.read_record(self.parser.root, {}, "")
        except FileRefused as refused:
            return str(refused)
        return None

    def evaluate(self, code, scope):
        def find_read_value(path):
            value = scope
            for part in path.split("."):
                if part not in value:
                    raise InvalidPattern("%s is used before it is read" % path)
                value = value[part]
            return value
        return eval(code, {"value_of": lambda path: find_read_value(path)[0], "size_of": lambda path: find_read_value(path)[1],
                           "eof": lambda: self.at >= len(self.data)})

    def read_record(self, kind, scope, path):
        self.run_statements(kind.members, scope, path)
        return scope

    def run_statements(self, statements, scope, path):
        for statement in statements:
            if statement[0] == "if":
                if self.evaluate(statement[1], scope):
                    self.run_statements(statement[2], scope, path)
            elif statement[0] == "big":
                self.big = True
            elif statement[0] == "assert":
                if not self.evaluate(statement[1], scope):
                    raise FileRefused(statement[2])
            else:
                self.read_member(statement, scope, path)

    def read_member(self, statement, scope, path):
        _, order, kind, arguments, name, size = statement
        here = path + "." + name if path else name
        values = [self.evaluate(argument, scope) for argument in arguments]
        if size is None:
            scope[name] = self.read_number_or_record(kind, order, values, here)
        elif kind == "char":
            start = self.at
            text = self.read_bytes(self.evaluate(size[1], scope))
            self.fields.append([here, start, len(text), text.hex()])
        else:
            members = self.parser.types[kind].members if isinstance(self.parser.types.get(kind), Struct) else []
            self.read_array(kind, order, values, size, scope, here, members)

    def read_array(self, kind, order, argument_values, size, scope, here, members):
        """Reads an array. An array of records with a single array member is an array of arrays."""
        bare = len(members) == 1 and members[0][0] == "member" and members[0][5] is not None
        count = self.evaluate(size[1], scope) if size[0] == "count" else 0
        index = 0
        while index < count if size[0] == "count" else self.evaluate(size[1], scope):
            place = "%s[%d]" % (here, index)
            if bare:
                inner = dict(zip(self.parser.types[kind].parameters, [(value, 0) for value in argument_values]))
                _, its_order, its_kind, its_arguments, _, its_size = members[0]
                its_values = [self.evaluate(argument, inner) for argument in its_arguments]
                its_members = self.parser.types[its_kind].members if its_kind in self.parser.types else []
                self.read_array(its_kind, its_order, its_values, its_size, inner, place, its_members)
            else:
                self.read_number_or_record(kind, order, argument_values, place)
            index += 1

    def read_bytes(self, count):
        if count > len(self.data) - self.at:
            raise FileRefused("%d bytes at %d, after the end" % (count, self.at))
        self.at += count
        return self.data[self.at - count:self.at]

    def read_number_or_record(self, kind, order, argument_values, here):
        """Reads a number or a record. Returns (value, size) of a number, the scope of a record."""
        start = self.at
        if kind == "type::uLEB128":
            value, shift = 0, 0
            while True:
                byte = self.read_bytes(1)[0]
                value |= (byte & 0x7f) << shift
                shift += 7
                if not byte & 0x80:
                    break
            self.fields.append([re.sub("_length$", "", here), start, self.at - start, value & 0xffffffff])
            return (value, self.at - start)
        what = self.parser.types.get(kind, kind)
        if isinstance(what, Struct):
            return self.read_record(what, dict(zip(what.parameters, [(value, 0) for value in argument_values])), here)
        big = self.big if order is None else order == "be"
        code = (">" if big else "<") + NUMBERS[what]
        data = self.read_bytes(struct.calcsize(code))
        value = struct.unpack(code, data)[0]
        self.fields.append([here, start, len(data), data.hex() if what == "u64" else value])
        return (value, len(data))
