"""Lists the small wrong changes of a C source, by its tokens.

A change keeps all line ends, so that line numbers are equal in the original and in the changed file. Comments, preprocessor lines
and assertions are not changed.
"""

import bisect
import collections
import re

# path and line; offset, length and replacement of a text; operator; name of the function, "" for data; aim.
Change = collections.namedtuple("Change", "path line offset length text operator where aim")

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>\#(?:\\\n|[^\n])*)
  | (?P<string>(?:u8|L)?"(?:\\.|[^"\\\n])*")
  | (?P<char>'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark>\.\.\.|->|\+\+|--|<<=|>>=|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|.)
""", re.VERBOSE | re.DOTALL)
Token = collections.namedtuple("Token", "kind text at line")

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "++": "--", "--": "++", "+=": "-=", "-=": "+=",
              "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|", "|=": "&=", "&=": "|=", "^=": "|="}
LOGIC = {"&&": "||", "||": "&&"}
SEVERITIES = {"AP_ERROR": "AP_WARNING", "AP_WARNING": "AP_NOTE", "AP_NOTE": "AP_WARNING"}
ASSERTIONS = {"assert", "static_assert", "_Static_assert"}
KEYWORDS = {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto", "sizeof", "static", "const",
            "struct", "enum", "union", "typedef", "extern", "unsigned", "signed", "int", "char", "bool", "void", "size_t",
            "double", "float", "long", "short", "inline", "_Static_assert"}
REPORT_CALLS = re.compile(r"(ap_add_finding|ap_report|report)\w*$|\w*RULE$")
TEXT_WRITERS = re.compile(r"(ap_add_finding|ap_value_with_prefix|ap_put_bits|ap_pass_field_return_true|(ap_)?append|put|report|fprintf|snprintf|printf|fail|refuse)\w*$")


def tokens_of(text):
    """Yields the tokens, without spaces, comments and directives."""
    starts = [0] + [found.end() for found in re.finditer("\n", text)]
    for found in TOKEN.finditer(text):
        if found.lastgroup not in ("space", "directive"):
            yield Token(found.lastgroup, found.group(), found.start(), bisect.bisect_right(starts, found.start()))


def match_brackets(tokens):
    """Returns ({bracket: index of its partner}, [bracket around each token, or ""])"""
    pairs, opened, inside = {}, [], []
    for i, token in enumerate(tokens):
        inside.append(tokens[opened[-1]].text if opened else "")
        if token.kind == "mark" and token.text in "([{":
            opened.append(i)
        elif token.kind == "mark" and token.text in ")]}" and opened:
            pairs[i] = opened.pop()
            pairs[pairs[i]] = i
    return pairs, inside


class Source:
    """A file with its tokens and functions."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = list(tokens_of(text))
        self.pairs, self.inside = match_brackets(self.tokens)
        self.functions = list(self.find_functions())    # (name, first line, last line, first token, last token, result type)
        self.skipped = self.find_assertions()

    def find_functions(self):
        i = begin = 0
        while i < len(self.tokens):
            text = self.tokens[i].text
            if text == "{" and i and self.tokens[i - 1].text == ")":
                opening = self.pairs[i - 1]
                end = self.pairs.get(i, len(self.tokens) - 1)
                result = " ".join(token.text for token in self.tokens[begin:opening - 1])
                yield (self.tokens[opening - 1].text, self.tokens[begin].line, self.tokens[end].line, i, end, result)
            if text in ("{", "(", "["):
                i = self.pairs.get(i, i)
            if self.tokens[i].text in (";", "}"):
                begin = i + 1
            i += 1

    def find_assertions(self):
        skipped = set()
        for i, token in enumerate(self.tokens[:-1]):
            if token.text in ASSERTIONS and self.tokens[i + 1].text == "(":
                skipped.update(range(i, self.pairs.get(i + 1, i) + 1))
        return skipped

    def function_at(self, i):
        return next((function for function in self.functions if function[3] <= i <= function[4]), None)

    def lines_of_function_around(self, line):
        """Returns (first, last) line of the function that contains the line; None outside functions."""
        return next(((first, last) for _, first, last, *_ in self.functions if first <= line <= last), None)

    def calls_around(self, i):
        """Yields the names of the calls that have the token in an argument, innermost first."""
        depth = 0
        while i > 0 and self.tokens[i].text not in (";", "{", "}"):
            i -= 1
            if self.tokens[i].text == ")":
                i = self.pairs.get(i, i)
            elif self.tokens[i].text == "(":
                depth += 1
                yield self.tokens[i - 1].text

    def aim_of_change(self, i, function):
        """Returns the aim of a change: "rule" for a condition of a rule, "message" or "text" for texts, otherwise "code"."""
        if not self.path.startswith("validators/"):
            return "code"
        if self.path.endswith(".inc"):
            return "rule" if self.tokens[i].text in SEVERITIES else "text"
        if self.tokens[i].kind == "string":
            return "text"
        around = list(self.calls_around(i))
        if any(REPORT_CALLS.match(name) for name in around):
            return "rule" if "ap_span" in around or "RULE" in around[0] else "message"
        if function is not None and "if" in around:
            last = self.pairs.get(function[4])
            names = {token.text for token in self.tokens[last:function[4]] if token.kind == "name"}
            if any(re.match(r"ap_add_finding|\w*RULE$|report", name) for name in names):
                return "rule"
        return "code"

    def change_of_tokens(self, i, end, text, operator):
        """Returns the change that replaces the tokens from i to end - 1 by text."""
        function = self.function_at(i)
        first, last = self.tokens[i], self.tokens[end - 1]
        length = last.at + len(last.text) - first.at
        missing = self.text.count("\n", first.at, first.at + length) - text.count("\n")
        return Change(self.path, first.line, first.at, length, text + "\n" * missing, operator,
                      function[0] if function else "", self.aim_of_change(i, function))

    def changes(self):
        """Yields every change of the file."""
        for i, token in enumerate(self.tokens):
            if i in self.skipped:
                continue
            function = self.function_at(i)
            yield from self.token_changes(i, token, function)
            if function is not None:
                yield from self.statement_changes(i, token, function)
        yield from self.constant_changes()
        yield from self.argument_changes()

    def token_changes(self, i, token, function):
        one = lambda text, operator: self.change_of_tokens(i, i + 1, text, operator)  # noqa: E731
        if token.kind == "mark" and function is not None:
            if token.text in RELATIONS:
                yield one(RELATIONS[token.text], "relation")
            elif token.text in LOGIC:
                yield one(LOGIC[token.text], "logic")
            elif token.text in ARITHMETIC and self.is_binary_operator(i):
                yield one(ARITHMETIC[token.text], "arithmetic")
            elif token.text == "!":
                yield one("", "negation")
        elif token.kind == "number":
            yield from self.number_changes(one, token.text)
        elif token.kind == "char" and function is not None:
            yield one("(%s + 1)" % token.text, "literal")
        elif token.kind == "string" and len(token.text) > 2:
            yield one(token.text.replace('"', '"x', 1), "text")
        elif token.text in ("true", "false"):
            yield one("false" if token.text == "true" else "true", "literal")
        elif token.text in SEVERITIES and self.path.endswith(".inc"):
            yield one(SEVERITIES[token.text], "severity")

    def number_changes(self, one, text):
        digits = re.match(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$", text)
        if digits:
            value = int(digits.group(1), 0 if digits.group(1)[:2] in ("0x", "0X") else 8 if text[0] == "0" and text[1:2].isdigit() else 10)
            yield one("%d%s" % (value + 1, digits.group(2)), "literal")
            if value:
                yield one("%d%s" % (value - 1, digits.group(2)), "literal")
        elif re.match(r"[\d.]+(e[+-]?\d+)?[fF]?$", text):
            yield one("(%s * 1.01%s)" % (text, "f" if text[-1] in "fF" else ""), "literal")

    def is_binary_operator(self, i):
        before = self.tokens[i - 1]
        if self.tokens[i].text in ("++", "--"):
            return True
        return before.kind in ("number", "char") or before.text in (")", "]") \
            or before.kind == "name" and before.text not in KEYWORDS

    def statement_changes(self, i, token, function):
        if token.text in ("if", "while") and self.tokens[i + 1].text == "(":
            end = self.pairs[i + 1]
            condition = self.text[self.tokens[i + 1].at:self.tokens[end].at + 1]
            yield self.change_of_tokens(i + 1, end + 1, "(!%s)" % condition, "negation")
        if self.inside[i] != "{" or self.tokens[i - 1].text not in (";", "{", "}", ")", "else", ":"):
            return
        end = self.end_of_statement(i)
        if end is None:
            return
        if token.text == "return" and end > i + 1:
            yield from self.result_changes(i, end, function)
        if self.is_removable(i, end):
            yield self.change_of_tokens(i, end + 1, ";", "removal")

    def end_of_statement(self, i):
        """Returns the index of the ; that ends the statement; None for a block or a statement that begins with a keyword."""
        if self.tokens[i].text in KEYWORDS - {"return", "goto"} or self.tokens[i].text in ";{})":
            return None
        while i < len(self.tokens) and self.tokens[i].text not in (";", "}"):
            if self.tokens[i].text in ("(", "[", "{"):
                i = self.pairs.get(i, i)
            i += 1
        return i if i < len(self.tokens) and self.tokens[i].text == ";" else None

    def is_removable(self, i, end):
        """Returns false for a declaration and for the head of a for loop."""
        if self.tokens[i - 1].text == ")" and self.tokens[self.pairs[i - 1] - 1].text not in ("if", "while", "for", "switch"):
            return False
        first, second = self.tokens[i], self.tokens[i + 1]
        if first.text == "*" or first.text in ("++", "--", "return", "break", "continue"):
            return True
        return first.kind == "name" and second.kind == "mark" and second.text != "*" and second.text != ":"

    def result_changes(self, i, end, function):
        value = self.text[self.tokens[i + 1].at:self.tokens[end].at]
        words = function[5].split()
        if "*" in words or "struct" in words or "void" in words or value in ("true", "false"):
            return
        if "bool" in words:
            yield self.change_of_tokens(i + 1, end, "!(%s)" % value, "result")
        elif not value.startswith(("(ap_", "(struct")) and not re.match(r"\d+$", value):
            yield self.change_of_tokens(i + 1, end, "(%s) + 1" % value, "result")

    def constant_changes(self):
        """Yields the changes that replace a rule or another constant by a similar constant."""
        tables = collections.defaultdict(list)
        for i, token in enumerate(self.tokens):
            if token.kind == "name" and re.match(r"[A-Z][A-Z0-9_]+$", token.text) and i not in self.skipped:
                around = self.tokens[i - 2].text if i > 1 and self.tokens[i - 1].text == "(" else ""
                if around.endswith("RULE"):
                    tables[around].append(i)
                elif "_" in token.text and (i + 1 == len(self.tokens) or self.tokens[i + 1].text not in "(="):
                    tables[token.text.rsplit("_", 1)[0]].append(i)
        for name, places in tables.items():
            words = sorted({self.tokens[i].text for i in places})
            for i in places if len(words) > 1 else []:
                other = words[(words.index(self.tokens[i].text) + 1) % len(words)]
                if self.tokens[i].text not in SEVERITIES or not self.path.endswith(".inc"):
                    yield self.change_of_tokens(i, i + 1, other, "rule" if name.endswith("RULE") else "constant")

    def argument_changes(self):
        """Yields the changes that swap two arguments of a function that writes text."""
        for i, token in enumerate(self.tokens[:-1]):
            if token.kind == "name" and TEXT_WRITERS.match(token.text) and self.tokens[i + 1].text == "(" \
                    and self.function_at(i) is not None:
                parts = self.arguments(i + 1)
                for one, two in zip(parts, parts[1:]):
                    first, second = self.argument_text(one), self.argument_text(two)
                    between = self.text[self.end_offset_of_token(one[1] - 1):self.tokens[two[0]].at]
                    if first != second:
                        yield self.change_of_tokens(one[0], two[1], second + between + first, "argument")

    def end_offset_of_token(self, i):
        return self.tokens[i].at + len(self.tokens[i].text)

    def argument_text(self, part):
        return self.text[self.tokens[part[0]].at:self.end_offset_of_token(part[1] - 1)]

    def arguments(self, opening):
        """Returns (first token, token after the last) of each argument."""
        parts, begin, i = [], opening + 1, opening + 1
        while i < self.pairs[opening]:
            if self.tokens[i].text in ("(", "[", "{"):
                i = self.pairs[i]
            elif self.tokens[i].text == ",":
                parts.append((begin, i))
                begin = i + 1
            i += 1
        return parts + [(begin, i)] if i > begin else []
