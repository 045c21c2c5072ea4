"""What every independent reader returns: findings, as shared/formats lists them.

The readers in this folder are written from the format pages alone. They share no code with the C
parsers; they exist to disagree with them.
"""


class Finding:
    """One thing wrong: the rule, where, and on which field."""

    def __init__(self, rule, severity, offset, length, path="", mend=None):
        self.rule = rule            # "mrtk/magic"
        self.severity = severity    # "error", "warning" or "note"
        self.offset = offset        # of the first byte at fault
        self.length = length        # in bytes; 0 at the end of the file
        self.path = path            # the field, "" for the file as a whole
        self.mend = mend            # (path of the count, value) that would make the rest parse, or None

    def as_dict(self):
        return {"rule": self.rule, "severity": self.severity, "offset": self.offset,
                "length": self.length, "path": self.path, "mend": self.mend}


class Result:
    """What a reader says of one file."""

    def __init__(self, layout=None):
        self.layout = layout        # "writer", "published" or None
        self.findings = []

    def add(self, *args, **kwargs):
        self.findings.append(Finding(*args, **kwargs))

    def drop(self, rule):
        """Takes back what was found of a rule; whether there was any."""
        kept = [finding for finding in self.findings if finding.rule != rule]
        dropped = len(kept) < len(self.findings)
        self.findings = kept
        return dropped

    def sorted_findings(self):
        """By offset; findings at one offset keep the order in which they were made."""
        return sorted(self.findings, key=lambda finding: finding.offset)

    def as_dict(self):
        return {"layout": self.layout,
                "findings": [finding.as_dict() for finding in self.sorted_findings()]}
