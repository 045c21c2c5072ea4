"""What every independent reader returns: findings, as shared/formats lists them.

The readers in this folder are written from the format pages alone. They share no code with the C
parsers; they exist to disagree with them.
"""

import typing


class Finding(typing.NamedTuple):
    """One thing wrong: the rule, where, and on which field."""
    rule: str           # "mrtk/magic"
    severity: str       # "error", "warning" or "note"
    offset: int         # of the first byte at fault
    length: int         # in bytes; 0 at the end of the file
    path: str           # the field, "" for the file as a whole
    line: int = 0       # from 1; 0 in a binary file, also as the column
    column: int = 0     # from 1, in bytes


class Result:
    """What a reader says of one file."""

    def __init__(self, layout=None):
        self.layout = layout        # "writer", "published" or None
        self.findings = []

    def add(self, *members):
        self.findings.append(Finding(*members))

    def drop(self, rule):
        """Takes back what was found of a rule; whether there was any."""
        kept = [finding for finding in self.findings if finding.rule != rule]
        dropped = len(kept) < len(self.findings)
        self.findings = kept
        return dropped

    def listed(self):
        """By offset; findings at one offset keep the order in which they were made."""
        return [finding._asdict() for finding in sorted(self.findings, key=lambda finding: finding.offset)]
