"""Finds the line of an offset in a text."""

import bisect
import re

LINE_END = re.compile(rb"\n|\r(?!\n)")
_LINE = re.compile(rb"[^\r\n]+")


class LineIndex:
    """The offsets at which lines begin: a line ends at LF, CR LF or a lone CR."""

    def __init__(self, data):
        self._data = data
        # list of line starts; None for a text without a CR, which needs no list because its LFs can be counted
        self._starts = [0] + [match.end() for match in LINE_END.finditer(data)] if b"\r" in data else None

    def line(self, offset):
        """The number of the line on which the offset is, from 1."""
        if self._starts is None:
            return self._data.count(b"\n", 0, offset) + 1
        return bisect.bisect_right(self._starts, offset)

    def are_on_one_line(self, first, last):
        """Returns true if the offsets `first` <= `last` are on one line."""
        if self._starts is None:
            return self._data.find(b"\n", first, last) < 0
        return self.line(first) == self.line(last)

    def line_start(self, offset):
        """The offset of the first byte of the line on which `offset` is."""
        if self._starts is None:
            return self._data.rfind(b"\n", 0, offset) + 1
        return self._starts[self.line(offset) - 1]

    def span_of_first_long_line(self, most, first, last):
        """(start, end) of the first line of more than `most` bytes; None if no line from offset `first` to `last` is longer."""
        last_line = self.line(last)
        for match in _LINE.finditer(self._data, self.line_start(first)):
            if match.end() - match.start() > most:
                return match.span() if self.line(match.start()) <= last_line else None
        return None

    def column(self, offset):
        """The column of the offset, in bytes from 1."""
        return offset - self.line_start(offset) + 1
