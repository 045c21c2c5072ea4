"""Reads braces, numbers, lists and vectors of the md5 text formats, and reports those that break the grammar.

StructureFault is raised after a token that the structure does not allow.
"""

import md5_lexer
from md5_lexer import END, UNTERMINATED, WORD
from md5_result import is_error


_AXES_WITH_PATHS = {}    # results of axes_with_paths by path


def axes_with_paths(path):
    """[("x", path of x), ...] of a vector's three axes."""
    if path not in _AXES_WITH_PATHS:
        _AXES_WITH_PATHS[path] = [(axis, path + "." + axis) for axis in "xyz"]
    return _AXES_WITH_PATHS[path]


class StructureFault(Exception):
    """Raised after a fault of the file's structure. Reading resumes at the next keyword."""


class ReadingEnded(Exception):
    """Raised to leave the rest of the file unread."""


class Md5Grammar:
    """Reads tokens and reports those that the grammar does not allow. A subclass has the sections of one format."""

    def __init__(self, data, result, keywords):
        self.data = data
        self.result = result
        self.keywords = keywords
        self._outer_keywords = keywords
        self.lexer = md5_lexer.Lexer(data, self.report, keywords)
        self._reported_once = set()

    def enter_block(self, words):
        """Adds keywords for the following tokens, until leave_block."""
        self.keywords = self._outer_keywords | words
        self.lexer.set_keywords(self.keywords)

    def leave_block(self):
        self.keywords = self._outer_keywords
        self.lexer.set_keywords(self.keywords)

    # -- findings -------------------------------------------------------------------------

    def has_error(self):
        return any(is_error(finding.rule.split("/")[1]) for finding in self.result.findings)

    def report(self, rule, offset, end, path=""):
        self.result.add_span(rule, offset, end, path, self.lexer.lines)

    def report_token(self, rule, token, path=""):
        self.report(rule, token.offset, token.end, path)

    def report_once(self, key, rule, offset, end, path=""):
        if key not in self._reported_once:
            self._reported_once.add(key)
            self.report(rule, offset, end, path)

    def has_reported(self, rule):
        return self.result.has_rule(rule)

    def report_and_stop(self, token, path):
        """Reports a token that the grammar does not allow, and raises ReadingEnded at the end of the file, otherwise StructureFault.
        Leaves the token unread, since it may be a keyword.
        """
        if token.kind == END:
            self.report_truncated_unless_comment_open(path)
            raise ReadingEnded
        if token.kind == UNTERMINATED:
            self.report_token("string-unterminated", token, path)
        else:
            self.report_token("unexpected-token", token, path)
        raise StructureFault

    def report_truncated_unless_comment_open(self, path):
        if not self.lexer.comment_open:
            self.report("truncated", len(self.data), len(self.data), path)

    # -- lists ----------------------------------------------------------------------------

    def read_list(self, keyword, total, read_entry, count_rule, name=None):
        """Reads `{` entries `}`. read_entry(index) returns the entry's last token. `name` is the list's name in paths.

        Returns the opening brace, the closing brace and the number of entries.
        """
        name = name or keyword.text.decode("ascii")
        opening = self.open_brace(keyword, name)
        count = 0
        while True:
            first = self.lexer.peek()
            if first.kind == "}":
                break
            last = read_entry(count)
            self.check_entry(first, last)
            if count == total:
                self.report(count_rule, first.offset, last.end, "%s[%d]" % (name, count))
            count += 1
        closing = self.take_peeked_closing_brace()
        if total is not None and count < total:
            self.report_token(count_rule, closing, name)
        return opening, closing, count

    # -- tokens ---------------------------------------------------------------------------

    def open_brace(self, keyword, path):
        token = self._take_token_of_kind("{", path)
        if not self.lexer.lines.are_on_one_line(keyword.offset, token.offset):
            self.report_layout("brace line", token.offset, token.end)
        if not self.lexer.has_blank_before(token.offset):
            self.report_layout("brace blank", token.offset, token.end)
        return token

    def take_peeked_closing_brace(self):
        token = self.lexer.take()
        self._check_first_on_line(token, token.end, "closing brace")
        return token

    def take_parenthesis(self, kind, path, *indices):
        token = self._take_token_of_kind(kind, path, *indices)
        if self.lexer.touches_previous_or_next_token(token):
            self.report_layout("parenthesis", token.offset, token.end)
        return token

    def _take_token_of_kind(self, kind, path, *indices):
        token = self.lexer.peek()
        if token.kind != kind:
            self.report_and_stop(token, path % indices if indices else path)
        return self.lexer.take()

    def take_value(self, path, *indices):
        """Takes a token where a number must be. Rejects a token that is not a word or is a keyword."""
        token = self.lexer.peek()
        if token.kind != WORD or token.text in self.keywords:
            self.report_and_stop(token, path % indices)
        return self.take_token_and_join_lone_sign()

    def take_token_and_join_lone_sign(self):
        """Takes the next token. If the token is a lone sign, joins it with the digits after it to one token."""
        token = self.lexer.take()
        if token.kind != WORD or token.text not in (b"-", b"+"):
            return token
        following = self.lexer.peek()
        if following.kind != WORD or not following.starts_with_digit_or_point():
            return token
        self.lexer.take()
        return md5_lexer.Token(WORD, token.offset, following.end,
                               self.data[token.offset:following.end])

    def read_integer(self, path):
        """(token, value); the value is None if the token is not an integer."""
        token = self.take_value(path)
        value = md5_lexer.parse_integer(token.text)
        if value is None:
            self.report_token("integer", token, path)
        return token, value

    def read_number(self, path, *indices):
        """(token, Number or None). `path % indices` is computed only for a finding, which saves time."""
        token = self.take_value(path, *indices)
        number = md5_lexer.parse_number(token.text)
        if number is None and md5_lexer.has_decimal_comma(token.text):
            self.report_once("comma", "decimal-comma", token.offset, token.end, path % indices)
        elif number is None:
            self.report_token("number", token, path % indices)
        else:
            for rule in number.rules:
                self.report_token(rule, token, path % indices)
        return token, number

    def read_vector(self, path, index, after=None):
        """Reads `( x y z )`. Returns the opening token, the closing token and three values; an invalid value is None.

        Calls after(axis, token, value) for each value.
        """
        opening = self.take_parenthesis("(", path, index)
        values = []
        for axis, axis_path in axes_with_paths(path):
            token, number = self.read_number(axis_path, index)
            values.append(number.value if number else None)
            if after:
                after(axis, token, values[-1])
        return opening, self.take_parenthesis(")", path, index), values

    # -- checks of counts ----------------------------------------------------------------

    def check_count_fits(self, token, count, bytes_each, path):
        """Returns true if `count` elements of at least `bytes_each` bytes fit into the file; reports the count if not."""
        if bytes_each * count > len(self.data):
            self.report_token("count-exceeds-file", token, path)
            return False
        return True

    def count_if_valid(self, token, count, path, bytes_each, rule, least=1, most=None):
        """The count. Reports it and returns None if it is below `least`, above `most`, or more than the file can hold."""
        if count < least or (most is not None and count > most):
            self.report_token(rule, token, path)
            return None
        return count if self.check_count_fits(token, count, bytes_each, path) else None

    # -- layout on lines, which line-based readers need ------------------------------------

    def check_entry(self, first, last):
        self.check_entry_on_one_line(first, last)
        self._check_first_on_line(first, last.end, "entry")

    def check_entry_on_one_line(self, first, last):
        if not self.lexer.lines.are_on_one_line(first.offset, last.end - 1):
            self.report_layout("entry", first.offset, last.end)

    def check_first_on_line(self, token):
        self._check_first_on_line(token, token.end, "entry")

    def _check_first_on_line(self, token, end, kind):
        # Each kind of `layout` is reported once per file. After that no line is searched: long lines would take quadratic time.
        if ("layout", kind) not in self._reported_once:
            is_brace = kind == "closing brace"
            is_first = self.lexer.is_first_on_line if is_brace else self.lexer.begins_line
            if not is_first(token.offset):
                self.report_layout(kind, token.offset, end)

    def report_layout(self, kind, offset, end):
        self.report_once(("layout", kind), "layout", offset, end)
