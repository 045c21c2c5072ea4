"""The result of an independent reader: the findings that the pages of shared/formats define.

The readers in this folder are written from the format pages alone and share no code with the C parsers, so that a mistake in
one of the two shows as a difference.
"""

import typing


class Finding(typing.NamedTuple):
    """A rule that is broken, with the position and the field."""
    rule: str           # id, such as "mrtk/magic"
    severity: str       # "error", "warning" or "note"
    offset: int         # offset of the finding's first byte from the start of the file
    length: int         # length of the finding in bytes; 0 at the end of the file
    path: str           # path of the field, such as "groups[0].name"; "" for the whole file
    line: int = 0       # line of the first byte, from 1; 0 in a binary file
    column: int = 0     # column of the first byte in bytes, from 1; 0 in a binary file


class Result:
    """The layout and the findings of one file."""

    def __init__(self, layout=None):
        self.layout = layout        # layout of an mrtk file: "writer" or "published"; otherwise None
        self.findings = []

    def add(self, rule, *members):
        self.findings.append(Finding(rule, *members))

    def drop_and_return_whether_found(self, rule):
        """Removes the findings of a rule. Returns true if a finding was removed."""
        kept = [finding for finding in self.findings if finding.rule != rule]
        has_dropped = len(kept) < len(self.findings)
        self.findings = kept
        return has_dropped

    def findings_as_dictionaries(self):
        """The findings as dictionaries, ordered by offset; findings at one offset keep the order in which they were added."""
        return [finding._asdict() for finding in sorted(self.findings, key=lambda finding: finding.offset)]
