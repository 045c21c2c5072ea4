"""Reads the .md5scale of an animation ("Sets" in shared/formats/md5anim.md): JSON with a scale for frames of joints."""

import re

from md5_result import TextResult
from text_lines import LineIndex

MOST_TOKENS = 4096
POSITIONS = b"scale_positions"

_BLANKS = re.compile(rb"[ \t\r\n]*")
_TOKEN = re.compile(rb'(?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(?P<mark>[{}:,])|'
                    rb'(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![^\s{}\[\]:,"]))|'
                    rb'(?P<truth>(?:true|false)(?![^\s{}\[\]:,"]))|'
                    rb'(?P<other>"[^"\r\n]*"?|[^\s{}\[\]:,"]+|.)', re.DOTALL)
_FRAME = re.compile(rb"0|[1-9][0-9]*")


class ScaleSyntaxError(Exception):
    """Raised after scale-syntax was reported: the rest of the file is not read."""


class ScaleFileChecker:
    """Checks one .md5scale. names: of the animation's joints."""

    def __init__(self, data, names, frame_count):
        self.result = TextResult("md5anim")
        self._data = data
        self._lines = LineIndex(data)
        self._names = names
        self._frame_count = frame_count
        self._at = 0
        self._tokens = 0

    def check_and_get_result(self):
        try:
            self._check_object(self._check_joint_member)
            if self._peek_token():
                self._raise_syntax_error()
        except ScaleSyntaxError:
            pass
        return self.result

    def _report(self, rule, start, end):
        self.result.add_span(rule, start, end, "", self._lines)

    def _peek_token(self):
        """The next token, or None at the end of the file."""
        self._at = _BLANKS.match(self._data, self._at).end()
        return _TOKEN.match(self._data, self._at)

    def _raise_syntax_error(self):
        token = self._peek_token()
        self._report("scale-syntax", self._at, token.end() if token else self._at)
        raise ScaleSyntaxError

    def _take_token(self, kind, text=None):
        """Takes a token of a kind; raises an error for another. More than MOST_TOKENS strings, values and `{` are an error."""
        token = self._peek_token()
        if token is None or token.lastgroup != kind or text not in (None, token[0]):
            self._raise_syntax_error()
        if text in (None, b"{"):
            self._tokens += 1
            if self._tokens > MOST_TOKENS:
                self._raise_syntax_error()
        self._at = token.end()
        return token

    def _next_token_is(self, text):
        token = self._peek_token()
        return token is not None and token[0] == text

    def _check_object(self, check_member):
        self._take_token("mark", b"{")
        while not self._next_token_is(b"}"):
            key = self._take_token("string")
            self._take_token("mark", b":")
            check_member(key)
            if not self._next_token_is(b"}"):
                self._take_token("mark", b",")
                if self._next_token_is(b"}"):
                    self._raise_syntax_error()
        self._take_token("mark", b"}")

    def _check_joint_member(self, key):
        if key[0][1:-1] not in self._names:
            self._report("scale-joint", *key.span())
        self._check_object(self._check_frame_member)

    def _check_frame_member(self, key):
        name = key[0][1:-1]
        if name == POSITIONS:
            self._take_token("truth")
            return
        if not _FRAME.fullmatch(name) or len(name) > 10 or int(name) >= self._frame_count:
            self._report("scale-frame", *key.span())
        self._take_token("number")
