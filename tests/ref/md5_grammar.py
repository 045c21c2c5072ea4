"""Tokens as the grammar of the md5 text formats needs them: braces, numbers, lists, vectors.

What is not as it must be is reported here; a fault of the structure then raises Broken.
"""

import md5_lexer
from md5_lexer import END, UNTERMINATED, WORD


_AXIS_PATHS = {}    # path to what axis_paths returns


def axis_paths(path):
    """(axis, its path) of a vector."""
    if path not in _AXIS_PATHS:
        _AXIS_PATHS[path] = [(axis, path + "." + axis) for axis in "xyz"]
    return _AXIS_PATHS[path]


class Broken(Exception):
    """The structure does not hold; reading resumes at the next keyword."""


class Ended(Exception):
    """Nothing more is to be read."""


class Md5Grammar:
    """Reads tokens, reports those that are wrong; knows nothing of sections."""

    def __init__(self, data, result, keywords):
        self.data = data
        self.result = result
        self.keywords = keywords
        self._outer_keywords = keywords
        self.lexer = md5_lexer.Lexer(data, self.report, keywords)
        self._reported_once = set()

    def enter_block(self, words):
        """From here on these words are keywords as well."""
        self.keywords = self._outer_keywords | words
        self.lexer.set_keywords(self.keywords)

    def leave_block(self):
        self.keywords = self._outer_keywords
        self.lexer.set_keywords(self.keywords)

    # -- findings -------------------------------------------------------------------------

    def report(self, rule, offset, end, path=""):
        self.result.say(rule, offset, end, path, self.lexer.lines)

    def report_token(self, rule, token, path=""):
        self.report(rule, token.offset, token.end, path)

    def report_once(self, key, rule, offset, end, path=""):
        if key not in self._reported_once:
            self._reported_once.add(key)
            self.report(rule, offset, end, path)

    def has_reported(self, rule):
        return self.result.has(rule)

    def reject(self, token, path):
        """The token is not what the grammar needs here. It stays unread: it may be a keyword."""
        if token.kind == END:
            self.report_truncated(path)
            raise Ended
        if token.kind == UNTERMINATED:
            self.report_token("string-unterminated", token, path)
        else:
            self.report_token("unexpected-token", token, path)
        raise Broken

    def report_truncated(self, path):
        if not self.lexer.comment_open:
            self.report("truncated", len(self.data), len(self.data), path)

    # -- lists ----------------------------------------------------------------------------

    def read_list(self, keyword, total, read_entry, count_rule, name=None):
        """`{` entries `}`. read_entry(index) returns the entry's last token; name: in paths."""
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
        closing = self.close_brace()
        if total is not None and count < total:
            self.report_token(count_rule, closing, name)
        return opening, closing, count

    # -- tokens ---------------------------------------------------------------------------

    def open_brace(self, keyword, path):
        token = self._take_kind("{", path)
        if not self.lexer.lines.are_same(keyword.offset, token.offset):
            self.report_layout("brace line", token.offset, token.end)
        if not self.lexer.has_blank_before(token.offset):
            self.report_layout("brace blank", token.offset, token.end)
        return token

    def close_brace(self):
        token = self.lexer.take()
        self._check_first_on_line(token, token.end, "closing brace")
        return token

    def parenthesis(self, kind, path, *indices):
        token = self._take_kind(kind, path, *indices)
        if self.lexer.touches_token(token):
            self.report_layout("parenthesis", token.offset, token.end)
        return token

    def _take_kind(self, kind, path, *indices):
        token = self.lexer.peek()
        if token.kind != kind:
            self.reject(token, path % indices if indices else path)
        return self.lexer.take()

    def take_value(self, path, *indices):
        """A token that stands where a number is needed."""
        token = self.lexer.peek()
        if token.kind != WORD or token.text in self.keywords:
            self.reject(token, path % indices)
        return self.take_with_sign()

    def take_with_sign(self):
        """The next token; a lone sign takes the digits that follow it along."""
        token = self.lexer.take()
        if token.kind != WORD or token.text not in (b"-", b"+"):
            return token
        following = self.lexer.peek()
        if following.kind != WORD or not following.starts_like_number():
            return token
        self.lexer.take()
        return md5_lexer.Token(WORD, token.offset, following.end,
                               self.data[token.offset:following.end])

    def read_integer(self, path):
        """(token, value); the value is None when the token is no integer."""
        token = self.take_value(path)
        value = md5_lexer.parse_integer(token.text)
        if value is None:
            self.report_token("integer", token, path)
        return token, value

    def read_number(self, path, *indices):
        """(token, Number); the path is put together only when there is something to say."""
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
        """( x y z ): opening and closing token, values (None where a value is not sound).

        after(axis, token, value) is called behind each value.
        """
        opening = self.parenthesis("(", path, index)
        values = []
        for axis, place in axis_paths(path):
            token, number = self.read_number(place, index)
            values.append(number.value if number else None)
            if after:
                after(axis, token, values[-1])
        return opening, self.parenthesis(")", path, index), values

    # -- layout that line-based readers need ----------------------------------------------

    def fits(self, token, count, bytes_each, path):
        """Whether the file can hold so many; reports the count where it cannot."""
        if bytes_each * count > len(self.data):
            self.report_token("count-exceeds-file", token, path)
            return False
        return True

    def sound_count(self, token, count, path, bytes_each, rule, least=1, most=None):
        """The count, None where it is out of its range, which is reported by the rule, or more than the file can hold."""
        if count < least or (most is not None and count > most):
            self.report_token(rule, token, path)
            return None
        return count if self.fits(token, count, bytes_each, path) else None

    def check_entry(self, first, last):
        self.check_entry_on_one_line(first, last)
        self._check_first_on_line(first, last.end, "entry")

    def check_entry_on_one_line(self, first, last):
        if not self.lexer.lines.are_same(first.offset, last.end - 1):
            self.report_layout("entry", first.offset, last.end)

    def check_first_on_line(self, token):
        self._check_first_on_line(token, token.end, "entry")

    def _check_first_on_line(self, token, end, kind):
        # Asked only until the first fault: a look back along a long line takes its time.
        if ("layout", kind) not in self._reported_once:
            is_brace = kind == "closing brace"
            is_first = self.lexer.is_first_on_line if is_brace else self.lexer.begins_line
            if not is_first(token.offset):
                self.report_layout(kind, token.offset, end)

    def report_layout(self, kind, offset, end):
        self.report_once(("layout", kind), "layout", offset, end)
