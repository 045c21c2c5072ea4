"""Splits the md5 text formats into tokens: words, strings, braces and numbers, without comments and blanks.

The lexer gives one token at a time and reports faults of characters and comments. The readers check the order of tokens.
"""

import bisect
import re
import struct
from decimal import Decimal

from text_lines import LINE_END, LineIndex

WORD = "word"
STRING = "string"
UNTERMINATED = "unterminated string"
END = "end of file"
# kind of the token at which id Tech 4 stops reading: an unclosed comment or "/*/" after the last block
STOPPED = "end of what is read"
# The kind of a brace or a parenthesis is the character itself.

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xfe\xff", b"\xff\xfe")
BLANKS = bytes(range(0x21))     # NUL is reported, then read as a blank

INT32_MIN, INT32_MAX = -2 ** 31, 2 ** 31 - 1
INT32_MAX_CHARACTERS = 11       # length of "-2147483648"
# Half way from the largest float32 to 2^128: from here on rounding gives infinity.
FLOAT32_OVERFLOW = 2.0 ** 128 - 2.0 ** 103

_LONE_CR = re.compile(rb"\r(?!\n)")
_BLANK_RUN = re.compile(rb"[\x00-\x20]*")
_UNUSUAL_BLANK = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f]")
_FORM_FEED = re.compile(rb"\x0c")
_WORD = re.compile(rb'(?:[^\x00-\x20{}()"/]|/(?![/*]))+')
# A word or a brace, after common blanks only; a word has no slash in it and is followed by no slash.
_PLAIN = re.compile(rb'[ \t\r\n]*(?:([^\x00-\x20{}()"/]+)(?![^\x00-\x20{}()"])|([{}()]))')
_STRING_STOP = re.compile(rb'["\n]|\r(?!\n)')
_DECIMAL_COMMA = re.compile(rb"-?[0-9]+,[0-9]+")
_INTEGER = re.compile(rb"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(rb"-?(?:(?P<whole>0(?!e)|[1-9][0-9]*)(?P<point>\.[0-9]*)?|(?P<bare>\.[0-9]+))"
                     rb"(?:e[+-]?(?P<exponent>[0-9]+))?")
ID_MODULUS = 2 ** 32            # id Tech 4 reads digits without a point into 32 bits
LARGEST_WHOLE = 2 ** 64 - 1
LARGEST_EXPONENT = 99
MOST_CACHED_NUMBERS = 100000
_CACHED_NUMBERS = {}            # results of parse_number by text: files repeat the same numbers


class Token:
    __slots__ = ("kind", "offset", "end", "text", "follows_directly", "blank_nul")

    def __init__(self, kind, offset, end, text, follows_directly=False, blank_nul=None):
        self.kind = kind
        self.offset = offset
        self.end = end
        self.text = text
        # true if there are no blanks and no comments between the previous token and this token
        self.follows_directly = follows_directly
        # offset of the first NUL in the blanks before the token, or None; NULs in comments do not count
        self.blank_nul = blank_nul

    @property
    def content(self):
        """The text of a name: a string without its quotes, or a whole word."""
        return self.text[1:-1] if self.kind == STRING else self.text

    def is_word(self, words):
        return self.kind == WORD and self.text in words

    def starts_with_digit_or_point(self):
        return self.text[:1] in b"0123456789."


class Lexer:
    """Gives tokens in file order. Calls report(rule, offset, end) for faults of characters and comments."""

    def __init__(self, data, report, keywords=frozenset()):
        self.data = data
        # Offsets of blanks other than NUL, space, tab, LF and CR, and of form feeds in strings and comments, ascending.
        self.unusual_blanks = []
        self.token_end = None       # offset after the last token
        self._keywords = keywords
        self._is_last_token_keyword = False
        self.lines = LineIndex(data)
        self.comment_open = False   # true if a block comment without */ ran to the end of the file
        self._report = report
        self._quiet = False
        self._position = 0
        self._peeked = None
        self._comments = {}         # start offset of each block comment, by its end offset
        self._reported = set()      # kinds of findings that are reported once per file
        self._held_nul = None
        self._lone_crs = [match.start() for match in _LONE_CR.finditer(data)]
        self._nuls = [match.start() for match in re.finditer(rb"\x00", data)]
        self._allows_fast_path = not self._lone_crs and not self._nuls

    def set_keywords(self, keywords):
        """Replaces the keywords for tokens that are not read yet."""
        self._keywords = keywords

    # -- tokens ---------------------------------------------------------------------------

    def skip_utf8_mark_or_refuse_utf16(self):
        """Skips a UTF-8 byte order mark. Returns false if the file begins with a mark of UTF-16, which is not read."""
        if self.data[:2] in UTF16_MARKS:
            self._report("encoding", 0, 2)
            return False
        if self.data.startswith(UTF8_MARK):
            self._report("encoding", 0, len(UTF8_MARK))
            self._position = len(UTF8_MARK)
        return True

    def peek(self, hold_nul=False, after_last_block=False):
        """The next token, which stays unread. hold_nul: a NUL before the token is reported only when report_held_nul is called.
        after_last_block: the file may end here, so an unclosed comment gives STOPPED."""
        if self._peeked is None:
            self._peeked = self._read_token(hold_nul, after_last_block)
        return self._peeked

    def take(self):
        token = self.peek()
        self._peeked = None
        return token

    def report_held_nul(self):
        if self._held_nul is not None:
            self._report_once("nul", "encoding", self._held_nul, self._held_nul + 1)
            self._held_nul = None

    def skip_to(self, words):
        """Skips tokens up to one of the words or the end of the file, and returns that token. Of what is skipped, only faults
        in comments and blanks, and NULs, are reported."""
        self._quiet = True
        token = self.peek()
        while token.kind != END and not token.is_word(words):
            self.take()
            token = self.peek()
        self._quiet = False
        return token

    def _read_token(self, hold_nul, after_last_block):
        begin = self._position
        plain = _PLAIN.match(self.data, begin) if self._allows_fast_path else None
        if plain:
            return self._plain_token(plain, begin)
        self._check_touching_comment()
        blank_nul, is_stopped = self._skip_gap(after_last_block)
        start = self._position
        kind, end = (STOPPED, start) if is_stopped else self._kind_and_end_of_token(start)
        self._position = end
        self.token_end = end
        if kind in (STRING, UNTERMINATED):
            self._note_form_feeds(start, end)
        self._is_last_token_keyword = kind == WORD and self.data[start:end] in self._keywords
        self._report_nul_or_lone_cr(begin, start, end, hold_nul)
        return Token(kind, start, end, self.data[start:end], start == begin, blank_nul)

    def _plain_token(self, match, begin):
        """The fast path of _read_token, for a token without findings in the token and in the blanks before it."""
        which = match.lastindex
        start, text = match.start(which), match[which]
        self._position = self.token_end = end = match.end()
        self._is_last_token_keyword = which == 1 and text in self._keywords
        return Token(WORD if which == 1 else text.decode("ascii"), start, end, text, start == begin)

    def _kind_and_end_of_token(self, start):
        data = self.data
        if start >= len(data):
            return END, len(data)
        character = data[start:start + 1]
        if character in b"{}()":
            return character.decode("ascii"), start + 1
        if character == b'"':
            return self._kind_and_end_of_string(start)
        return WORD, _WORD.match(data, start).end()

    def _kind_and_end_of_string(self, start):
        data = self.data
        stop = _STRING_STOP.search(data, start + 1)
        if stop is None:
            return UNTERMINATED, len(data)
        if stop.group() == b'"':
            return STRING, stop.end()
        end = stop.start()
        if stop.group() == b"\n" and data[end - 1:end] == b"\r":
            end -= 1        # the CR belongs to the line end
        return UNTERMINATED, end

    # -- blanks and comments --------------------------------------------------------------

    def _check_touching_comment(self):
        """Reports a comment that begins directly after the last token."""
        start = self._position
        if start != self.token_end or self.data[start:start + 2] not in (b"//", b"/*"):
            return
        if self._is_last_token_keyword:
            self._report("keyword-comment", start, start + 2)
        elif not self._quiet:
            self._report_once("touching", "layout", start, start + 2)

    def _skip_gap(self, after_last_block):
        """Skips blanks and comments. Returns (offset of the first NUL in the blanks or None, true if a comment ends reading)."""
        data, blank_nul = self.data, None
        while True:
            start = self._position
            self._position = _BLANK_RUN.match(data, start).end()
            if blank_nul is None and self._nuls:
                blank_nul = self._first_offset_in(self._nuls, start, self._position)
            self.unusual_blanks += [match.start()
                                for match in _UNUSUAL_BLANK.finditer(data, start, self._position)]
            opening = data[self._position:self._position + 2]
            if opening == b"//":
                stop = LINE_END.search(data, self._position)
                begin, self._position = self._position, stop.start() if stop else len(data)
                self._note_form_feeds(begin, self._position)
            elif opening != b"/*":
                return blank_nul, False
            elif not self._skip_block_comment_unless_trailing(after_last_block):
                return blank_nul, True

    def _skip_block_comment_unless_trailing(self, after_last_block):
        """Skips a comment. Returns false if the comment ends reading, and then does not skip it."""
        data, start = self.data, self._position
        is_slash = data[start:start + 3] == b"/*/"
        closing = data.find(b"*/", start + 2)
        if after_last_block and (is_slash or closing < 0):
            return False
        end = start + 3 if is_slash else len(data) if closing < 0 else closing + 2
        self._comments[end] = start
        self._note_form_feeds(start, end)
        if is_slash:
            self._position = start + 3
            self._report("comment-slash", start, start + 3)
            return True
        if closing < 0:
            self._position = len(data)
            self.comment_open = True
            self._report("comment-unterminated", start, len(data))
            return True
        self._position = end
        if "block" not in self._reported:
            self._reported.add("block")
            self._report("comment-block", start, end)
        if end < len(data) and data[end] not in BLANKS and not after_last_block:
            self._report("comment-block-joined", end, end + 1)
        return True

    def _note_form_feeds(self, begin, end):
        """Records form feeds in a string or a comment: some readers end the line there."""
        self.unusual_blanks += [match.start() for match in _FORM_FEED.finditer(self.data, begin, end)]

    # -- findings -------------------------------------------------------------------------

    def _report_nul_or_lone_cr(self, begin, start, end, hold_nul):
        """Reports a NUL or a lone CR in the token at `start`, or between it and the previous token, which ends at `begin`."""
        if self._lone_crs:
            offset = self._first_offset_in(self._lone_crs, begin, end)
            if offset is not None and not self._quiet:
                self._report_once("cr", "encoding", offset, offset + 1)
        if self._nuls:
            offset = self._first_offset_in(self._nuls, begin, end)
            if offset is not None and hold_nul and offset < start:
                self._held_nul = offset
            elif offset is not None:
                self._report_once("nul", "encoding", offset, offset + 1)

    @staticmethod
    def _first_offset_in(offsets, begin, end):
        index = bisect.bisect_left(offsets, begin)
        if index < len(offsets) and offsets[index] < end:
            return offsets[index]
        return None

    def _report_once(self, key, rule, offset, end):
        if key not in self._reported:
            self._reported.add(key)
            self._report(rule, offset, end)

    # -- positions ------------------------------------------------------------------------

    def is_first_on_line(self, offset):
        """Returns true if only blanks or a byte order mark are before the offset on its line."""
        start = self.lines.line_start(offset)
        if start == 0 and self.data.startswith(UTF8_MARK):
            start = len(UTF8_MARK)
        return not self.data[start:offset].strip(BLANKS)

    def begins_line(self, offset):
        """Returns true if only blanks, a byte order mark and block comments are before the offset on its line."""
        while not self.is_first_on_line(offset):
            line = self.lines.line_start(offset)
            offset = line + len(self.data[line:offset].rstrip(BLANKS))
            if offset not in self._comments:
                return False
            offset = self._comments[offset]
            if offset < line:
                return True
        return True

    def has_blank_before(self, offset):
        return offset > 0 and self.data[offset - 1] in BLANKS

    def touches_previous_or_next_token(self, token):
        """Returns true if another token is directly before or after this token."""
        following = self.data[token.end:token.end + 2]
        begins_token = (following and following[0] not in BLANKS and following not in (b"//", b"/*"))
        return token.follows_directly or bool(begins_token)


def parse_integer(text):
    """The value of an INT of the grammar, or None if the text is not an INT or exceeds int32."""
    if len(text) > INT32_MAX_CHARACTERS or not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if INT32_MIN <= value <= INT32_MAX else None


def parse_decimal_with_point(text):
    """The exact value of a FLOAT with a point and without an exponent, or None for any other text."""
    match = _NUMBER.fullmatch(text)
    if not match or match["exponent"] is not None or not (match["point"] or match["bare"]):
        return None
    return Decimal(text.decode("ascii"))


class Number:
    """A FLOAT of the grammar. `value` is the nearest float32; None if the number exceeds float32 or id Tech 4 reads another
    value. `rules` lists the rules that the number breaks."""
    __slots__ = ("value", "rules")

    def __init__(self, value, rules):
        self.value = value
        self.rules = rules


def has_decimal_comma(text):
    return _DECIMAL_COMMA.fullmatch(text) is not None


def parse_number(text):
    """A Number, or None if the text is not a FLOAT."""
    if text not in _CACHED_NUMBERS:
        if len(_CACHED_NUMBERS) > MOST_CACHED_NUMBERS:
            _CACHED_NUMBERS.clear()
        _CACHED_NUMBERS[text] = _parse_number(text)
    return _CACHED_NUMBERS[text]


def _parse_number(text):
    match = _NUMBER.fullmatch(text)
    if not match:
        return None
    whole, exponent = match["whole"], match["exponent"]
    if whole and not match["point"] and exponent is None and is_at_least(whole, ID_MODULUS):
        return Number(None, ["number-wraps"])
    rules = [] if exponent is None else ["number-exponent"]
    value = float(text)
    if overflows_float32(text, value):
        return Number(None, rules + ["number-range"])
    if ((whole and is_at_least(whole, LARGEST_WHOLE + 1))
            or (exponent is not None and is_at_least(exponent, LARGEST_EXPONENT + 1))):
        rules.append("number-size")
    return Number(to_float32(value), rules)


def is_at_least(digits, limit):
    """Returns true if a number given as digits is at least `limit`. Python's int() refuses more than 4300 digits."""
    digits = digits.lstrip(b"0")
    return len(digits) > len(str(limit)) or int(digits or b"0") >= limit


def overflows_float32(text, value):
    size = abs(value)
    if size == FLOAT32_OVERFLOW:
        # The double may have been rounded up to the limit, so the digits are compared.
        return Decimal(text.decode("ascii")).copy_abs() >= Decimal(FLOAT32_OVERFLOW)
    return size > FLOAT32_OVERFLOW


def to_float32(value):
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:       # the digits are just below the limit, and the double was rounded up to the limit
        return struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
