"""Holds findings of the md5 text formats with line and column, and the severity of each rule."""

import finding


class TextResult(finding.Result):
    """The findings of one file of a text format."""

    def __init__(self, text_format):
        super().__init__()
        self._format = text_format

    def add_span(self, rule, offset, end, path, lines):
        """Adds the finding `format/rule` on the bytes from offset to end."""
        position = lines.line(offset), lines.column(offset)
        self.add(self._format + "/" + rule, severity_and_class_of(rule)[0], offset, end - offset, path, *position)

    def has_rule(self, rule):
        return any(one.rule == self._format + "/" + rule for one in self.findings)


SEVERITIES_AND_CLASSES = {}  # (severity, class) by rule


def set_severity_and_class(severity, kind, *rules):
    """Sets severity and class of rules. The class is `malformed` for errors after which the rest of a section cannot be read,
    `invalid` for other errors, `suspicious` for warnings and `info` for notes. tests/pages/rules_page.py compares the program
    with this table."""
    for rule in rules:
        if SEVERITIES_AND_CLASSES.setdefault(rule, (severity, kind)) != (severity, kind):
            raise ValueError(rule + " is declared with two severities or classes")


# Warnings and notes that are errors in a profile, by format: readers of the profile refuse such a file, read it wrongly or crash.
_IN_ALL = ("before-version", "comment-block", "layout", "number-size", "blank", "trailing-content")
_PLAIN = _IN_ALL + ("commandline-long", "number-exponent", "line-length", "commandline-text")
_JOINTS = _PLAIN + ("several-roots", "joint-name-duplicate", "joint-name-long")
_QUAKE = ("commandline-long", "joint-name-duplicate", "joint-name-long", "layout")
PROFILES = {
    "default": {},
    "doom3": {"md5anim": ("several-roots",)},
    "rerelease": {"md5anim": _QUAKE + ("start-index-order", "frame-limit"), "md5mesh": _QUAKE + ("mesh-name", "mesh-limit", "weight-range")},
    "portable": {
        "md5anim": _JOINTS + ("start-index-order", "frame-rate-fraction", "joint-limit", "frame-limit"),
        "md5mesh": _JOINTS + ("mesh-name", "vert-unused", "mesh-empty", "weight-range", "vert-weight-limit", "mesh-limit"),
        "md5camera": _IN_ALL + ("single-frame",),
    },
    "published": {},
}
PROFILE_WARNINGS = {"portable": {"md5mesh": ("shader-empty",)}}  # notes that are warnings in a profile


def severity_in_profile(text_format, rule, profile):
    """The severity of the format's rule in the profile."""
    if rule in PROFILES[profile].get(text_format, ()):
        return "error"
    if rule in PROFILE_WARNINGS.get(profile, {}).get(text_format, ()):
        return "warning"
    return severity_and_class_of(rule)[0]


def severity_and_class_of(rule):
    """(severity, class) of a rule of the md5 formats; None if the formats' pages have no such rule."""
    return SEVERITIES_AND_CLASSES.get(rule)


def is_error(rule):
    """Returns true if the rule is an error in every profile."""
    return SEVERITIES_AND_CLASSES.get(rule, (None,))[0] == "error"
