"""Findings of the text formats: with line and column."""

from finding import Finding, Result


class TextFinding(Finding):
    def __init__(self, rule, severity, offset, length, path="", line=1, column=1):
        super().__init__(rule, severity, offset, length, path)
        self.line = line            # 1-based
        self.column = column        # 1-based, in bytes

    def as_dict(self):
        fields = super().as_dict()
        mend = fields.pop("mend")
        return {"rule": self.rule, "severity": self.severity, "offset": self.offset,
                "length": self.length, "line": self.line, "column": self.column,
                "path": self.path, "mend": mend}


class TextResult(Result):
    """Findings of one file of the format, with the severities of a profile."""

    def __init__(self, text_format, profile):
        super().__init__()
        self._format = text_format
        self._strict = PROFILES[profile]

    def say(self, rule, offset, end, path, lines):
        """Adds the finding `format/rule` on the bytes from offset to end."""
        severity = "error"
        if rule in WARNINGS and rule not in self._strict:
            severity = "warning"
        elif rule in NOTES:
            severity = "note"
        self.findings.append(TextFinding(
            self._format + "/" + rule, severity, offset, end - offset, path,
            lines.line(offset), lines.column(offset)))


    def has(self, rule):
        return any(finding.rule == self._format + "/" + rule for finding in self.findings)


WARNINGS = frozenset((
    "commandline-long", "frame-rate-fraction", "several-roots", "joint-name-duplicate",
    "joint-name-long", "start-index-order", "bounds-inverted", "quaternion-length",
    "number-exponent", "number-size", "comment-block", "before-version", "layout", "line-length",
    "blank", "commandline-text", "trailing-content"))

NOTES = frozenset((
    "joint-name-character", "bounds-zero", "quaternion-rounding", "joint-limit"))

# Warnings that are errors in a profile.
PROFILES = {
    "default": frozenset(),
    "doom3": frozenset(("several-roots",)),
    "portable": frozenset(("layout", "line-length", "blank", "number-exponent", "number-size",
                           "commandline-text", "joint-name-long", "several-roots")),
}
