"""A reader of patterns as `animproof spec --format hexpat` writes them: the part of ImHex's pattern language that they use.

ImHex itself is in no distribution that tests can install from. This is written from the language's documentation, and
knows nothing of how the patterns are made: what a pattern says that is not in it is an error here.
"""

import re
import struct

TOKEN = re.compile(r'\s*(?:(//[^\n]*|/\*.*?\*/)|(0x[0-9a-fA-F]+|\d+)|([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)|("[^"]*")'
                   r'|(\|\||&&?|==|!=|<=|>=|[-+*<>(){}\[\];:,.=?@!]))', re.DOTALL)
NUMBERS = {"u8": "B", "s32": "i", "u64": "Q", "float": "f", "double": "d"}
IMPORTS = {"std.core": ("std::core::set_endian",), "std.mem": ("std::mem::eof", "std::mem::Endian::Big"), "std.sys": ("std::assert",),
           "type.leb128": ("type::uLEB128",)}


class Wrong(Exception):
    """The pattern is not one of the language, or of the part of it that is known here."""


class Refused(Exception):
    """The pattern does not fit the file."""


class Struct:
    def __init__(self, parameters, members):
        self.parameters, self.members = parameters, members


class Parser:
    """Types are known before they are used, as in the language."""

    def __init__(self, text):
        self.pragmas = re.findall(r"^#pragma (\w+) (.*)$", text, re.MULTILINE)
        self.tokens = []
        text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
        at = 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            if not match:
                raise Wrong("no token at %r" % text[at:at + 30])
            if not match.group(1):
                self.tokens.append(match.group(0).strip())
            at = match.end()
        self.at, self.types, self.functions, self.root = 0, {}, set(), None
        self.parse()

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted):
        token = self.peek()
        if wanted and token not in wanted:
            raise Wrong("%r where %s is needed" % (token, " or ".join(wanted)))
        self.at += 1
        return token

    def name(self):
        token = self.take()
        if not re.fullmatch(r"[A-Za-z_]\w*", token) or token in KEYWORDS:
            raise Wrong("%r is not a name" % token)
        return token

    def parse(self):
        while self.peek():
            word = self.peek()
            if word == "import":
                self.take()
                parts = [self.name()]
                while self.peek() == ".":
                    self.take()
                    parts.append(self.name())
                self.functions.update(IMPORTS[".".join(parts)])
                self.take(";")
            elif word == "enum":
                self.enum()
            elif word == "struct":
                self.struct()
            else:
                self.placed()

    def declare(self, name, what):
        if name in self.types:
            raise Wrong("%s is defined twice" % name)
        self.types[name] = what

    def enum(self):
        self.take("enum")
        name = self.name()
        self.take(":")
        base = self.take(*NUMBERS)
        self.take("{")
        members = {}
        while self.peek() != "}":
            member = self.name()
            self.take("=")
            members[member] = int(self.take(), 0)
            if self.peek() != "}":
                self.take(",")
        self.take("}")
        self.take(";")
        if len(set(members.values())) != len(members) or not members:
            raise Wrong("members of %s" % name)
        self.declare(name, base)

    def struct(self):
        self.take("struct")
        name = self.name()
        parameters = []
        if self.peek() == "<":
            while self.take("<", ",", ">") != ">":
                if self.peek() == "auto":
                    self.take("auto")
                    parameters.append(self.name())
        members = self.block(set(parameters))
        self.take(";")
        self.declare(name, Struct(parameters, members))

    def block(self, known):
        """Statements in braces; names are known from where they stand on."""
        self.take("{")
        statements = []
        while self.peek() != "}":
            statements.append(self.statement(known))
        self.take("}")
        return statements

    def statement(self, known):
        if self.peek() == "if":
            self.take()
            self.take("(")
            condition = self.expression(known, ")")
            self.take(")")
            then = self.block(known) if self.peek() == "{" else [self.statement(known)]
            return ("if", condition, then)
        if self.peek() in self.functions and self.peek() in ("std::assert", "std::core::set_endian"):
            return self.call(known)
        return self.member(known)

    def call(self, known):
        function = self.take()
        self.take("(")
        if function == "std::core::set_endian":
            self.take("std::mem::Endian::Big")
            result = ("big",)
        else:
            condition = self.expression(known, ",")
            self.take(",")
            if not self.peek().startswith('"'):
                raise Wrong("an assertion without words")
            result = ("assert", condition, self.take())
        self.take(")")
        self.take(";")
        return result

    def member(self, known):
        order = self.take() if self.peek() in ("le", "be") else None
        kind = self.take()
        if kind not in self.types and kind not in NUMBERS and kind != "char" and kind not in self.functions:
            raise Wrong("type %r is not known" % kind)
        arguments = []
        if self.peek() == "<":
            while self.take("<", ",", ">") != ">":
                arguments.append(self.expression(known, ",", ">"))
                if self.peek() == ">":
                    self.take()
                    break
        wanted = self.types[kind].parameters if isinstance(self.types.get(kind), Struct) else []
        if len(wanted) != len(arguments):
            raise Wrong("%s takes %d parameters" % (kind, len(wanted)))
        name = self.name()
        if name in known or name in self.types:
            raise Wrong("%s stands for two things" % name)
        size = None
        if self.peek() == "[":
            self.take()
            if self.peek() == "while":
                self.take()
                self.take("(")
                size = ("while", self.expression(known, ")"))
                self.take(")")
            else:
                size = ("count", self.expression(known, "]"))
            self.take("]")
        self.take(";")
        known.add(name)
        return ("member", order, kind, arguments, name, size)

    def expression(self, known, *ends):
        """Python of the tokens up to one of the ends, outside of parentheses."""
        words, depth = [], 0
        while depth or self.peek() not in ends:
            token = self.take()
            depth += (token == "(") - (token == ")")
            if token == "sizeof":
                self.take("(")
                words.append("size_of(%r)" % self.reference(known))
                self.take(")")
            elif token == "std::mem::eof" and token in self.functions:
                words.append("eof")
            elif re.fullmatch(r"[A-Za-z_]\w*", token):
                self.at -= 1
                words.append("value_of(%r)" % self.reference(known))
            elif token in PYTHON or re.fullmatch(r"0x[0-9a-fA-F]+|\d+", token):
                words.append(PYTHON.get(token, token))
            else:
                raise Wrong("%r in an expression" % token)
        text = " ".join(words)
        choice = re.fullmatch(r"(.*) \? (.*) : (.*)", text)
        return compile("(%s) if (%s) else (%s)" % (choice.group(2), choice.group(1), choice.group(3)) if choice else text, "pattern",
                       "eval")

    def reference(self, known):
        parts = [self.name()]
        if parts[0] not in known:
            raise Wrong("%s is not known here" % parts[0])
        while self.peek() == ".":
            self.take()
            parts.append(self.name())
        return ".".join(parts)

    def placed(self):
        kind = self.take()
        if not isinstance(self.types.get(kind), Struct) or self.types[kind].parameters or self.root:
            raise Wrong("%r is placed" % kind)
        self.name()
        self.take("@")
        if int(self.take(), 0) != 0:
            raise Wrong("the file does not begin at its beginning")
        self.take(";")
        self.root = self.types[kind]


KEYWORDS = set("struct union using enum bitfield fn if else match while for break continue return in out ref null const namespace "
               "parent this try catch import as is from auto le be addressof sizeof typenameof padding unsigned signed true false "
               "reference str char char16 bool float double u8 u16 u24 u32 u48 u64 u96 u128 s8 s16 s24 s32 s48 s64 s96 s128".split())
PYTHON = {word: word for word in "? : ( ) * + - & == != < <= > >=".split()} | {"&&": "and", "||": "or", "!": "not "}


class Reader:
    """Runs a pattern over a file. Fields are [path, offset, length, value], with the paths of `animproof dump`."""

    def __init__(self, parser, data):
        self.parser, self.data, self.at, self.big, self.fields = parser, data, 0, False, []

    def run(self):
        """The reason why the file was refused; None: it was not."""
        try:
            self.record(self.parser.root, {}, "")
        except Refused as refused:
            return str(refused)
        return None

    def evaluate(self, code, scope):
        def find(path):
            value = scope
            for part in path.split("."):
                if part not in value:
                    raise Wrong("%s is asked for, and was not read" % path)
                value = value[part]
            return value
        return eval(code, {"value_of": lambda path: find(path)[0], "size_of": lambda path: find(path)[1],
                           "eof": lambda: self.at >= len(self.data)})

    def record(self, kind, scope, path):
        self.statements(kind.members, scope, path)
        return scope

    def statements(self, statements, scope, path):
        for statement in statements:
            if statement[0] == "if":
                if self.evaluate(statement[1], scope):
                    self.statements(statement[2], scope, path)
            elif statement[0] == "big":
                self.big = True
            elif statement[0] == "assert":
                if not self.evaluate(statement[1], scope):
                    raise Refused(statement[2])
            else:
                self.member(statement, scope, path)

    def member(self, statement, scope, path):
        _, order, kind, arguments, name, size = statement
        here = path + "." + name if path else name
        values = [self.evaluate(argument, scope) for argument in arguments]
        if size is None:
            scope[name] = self.one(kind, order, values, here)
        elif kind == "char":
            start = self.at
            text = self.bytes(self.evaluate(size[1], scope))
            self.fields.append([here, start, len(text), text.hex()])
        else:
            members = self.parser.types[kind].members if isinstance(self.parser.types.get(kind), Struct) else []
            self.array(kind, order, values, size, scope, here, members)

    def array(self, kind, order, values, size, scope, here, members):
        """An array of records that hold an array and nothing else is one of arrays."""
        bare = len(members) == 1 and members[0][0] == "member" and members[0][5] is not None
        count = self.evaluate(size[1], scope) if size[0] == "count" else 0
        index = 0
        while index < count if size[0] == "count" else self.evaluate(size[1], scope):
            place = "%s[%d]" % (here, index)
            if bare:
                inner = dict(zip(self.parser.types[kind].parameters, [(value, 0) for value in values]))
                _, its_order, its_kind, its_arguments, _, its_size = members[0]
                its_values = [self.evaluate(argument, inner) for argument in its_arguments]
                its_members = self.parser.types[its_kind].members if its_kind in self.parser.types else []
                self.array(its_kind, its_order, its_values, its_size, inner, place, its_members)
            else:
                self.one(kind, order, values, place)
            index += 1

    def bytes(self, count):
        if count > len(self.data) - self.at:
            raise Refused("%d bytes at %d, after the end" % (count, self.at))
        self.at += count
        return self.data[self.at - count:self.at]

    def one(self, kind, order, values, here):
        """(Value, size) of a number; the scope of a record."""
        start = self.at
        if kind == "type::uLEB128":
            value, shift = 0, 0
            while True:
                byte = self.bytes(1)[0]
                value |= (byte & 0x7f) << shift
                shift += 7
                if not byte & 0x80:
                    break
            self.fields.append([re.sub("_length$", "", here), start, self.at - start, value & 0xffffffff])
            return (value, self.at - start)
        what = self.parser.types.get(kind, kind)
        if isinstance(what, Struct):
            return self.record(what, dict(zip(what.parameters, [(value, 0) for value in values])), here)
        big = self.big if order is None else order == "be"
        code = (">" if big else "<") + NUMBERS[what]
        data = self.bytes(struct.calcsize(code))
        value = struct.unpack(code, data)[0]
        self.fields.append([here, start, len(data), data.hex() if what == "u64" else value])
        return (value, len(data))
