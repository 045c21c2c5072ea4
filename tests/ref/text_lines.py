"""Finds lines of a text by offsets."""

import bisect
import re

LINE_END = re.compile(rb"\n|\r(?!\n)")
_LINE = re.compile(rb"[^\r\n]+")


class LineIndex:
    """The offsets at which lines begin: a line ends at LF, CR LF or a lone CR."""

    def __init__(self, data):
        self._data = data
        # Without a CR there is nothing to look up: the LFs before a place tell all.
        self._starts = [0] + [match.end() for match in LINE_END.finditer(data)] if b"\r" in data else None

    def line(self, offset):
        """1-based."""
        if self._starts is None:
            return self._data.count(b"\n", 0, offset) + 1
        return bisect.bisect_right(self._starts, offset)

    def are_same(self, first, last):
        """Returns true if two offsets, the smaller one first, lie on one line."""
        if self._starts is None:
            return self._data.find(b"\n", first, last) < 0
        return self.line(first) == self.line(last)

    def start(self, offset):
        """Offset of the first byte of the line on which offset lies."""
        if self._starts is None:
            return self._data.rfind(b"\n", 0, offset) + 1
        return self._starts[self.line(offset) - 1]

    def first_longer(self, most, first, last):
        """Start and end of the first line with more bytes, of those on which the two offsets lie and between; or None."""
        last_line = self.line(last)
        for match in _LINE.finditer(self._data, self.start(first)):
            if match.end() - match.start() > most:
                return match.span() if self.line(match.start()) <= last_line else None
        return None

    def column(self, offset):
        """1-based, in bytes."""
        return offset - self.start(offset) + 1
