"""Calls the functions of animproof.h through ctypes, for tests."""

import ctypes

OK, MISUSE, NO_MEMORY, LIMIT, CANNOT_READ, NOT_OPEN, UNRECOGNIZED, NO_FIELD, BAD_VALUE, HAS_ERRORS, BAD_DOCUMENT = range(11)
SEVERITIES = {1: "note", 2: "warning", 3: "error"}
TEXT, SIZE = ctypes.c_char_p, ctypes.c_size_t


class Finding(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("rule", TEXT), ("severity", ctypes.c_int), ("kind", TEXT), ("companion", TEXT),
                ("offset", SIZE), ("length", SIZE), ("line", SIZE), ("column", SIZE), ("path", TEXT), ("message", TEXT),
                ("expected", TEXT), ("found", TEXT), ("hint", TEXT), ("fix", TEXT)]


class Result(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("format", TEXT), ("version", TEXT), ("variant", TEXT), ("size", SIZE),
                ("valid", ctypes.c_int), ("errors", SIZE), ("warnings", SIZE), ("notes", SIZE), ("truncated", SIZE),
                ("skipped_checks", SIZE), ("companion_errors", SIZE), ("companion_warnings", SIZE),
                ("companion_notes", SIZE), ("companion_truncated", SIZE), ("dropped", SIZE), ("companion_dropped", SIZE)]


class Field(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("path", TEXT), ("type", TEXT), ("role", TEXT), ("offset", SIZE), ("length", SIZE),
                ("text", ctypes.c_void_p), ("text_length", SIZE), ("number", ctypes.c_double), ("meaning", TEXT)]

    def value_bytes(self):
        return ctypes.string_at(self.text, self.text_length)


class Rule(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("id", TEXT), ("severity", ctypes.c_int), ("kind", TEXT), ("grade", TEXT),
                ("summary", TEXT), ("points", TEXT), ("meaning", TEXT), ("source", TEXT), ("breaks", TEXT), ("mend", TEXT),
                ("fix", TEXT)]


class Change(ctypes.Structure):
    _fields_ = [("struct_size", SIZE), ("kind", TEXT), ("impact", ctypes.c_int), ("meaning", TEXT), ("message", TEXT),
                ("old_path", TEXT), ("new_path", TEXT), ("old_value", TEXT), ("new_value", TEXT), ("largest", ctypes.c_double),
                ("places", SIZE)]


FindingCallback, FieldCallback, RuleCallback, ChangeCallback = (
    ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(items)) for items in (Finding, Field, Rule, Change))
HANDLE = ctypes.c_void_p
ARGUMENTS = {
    "free": [HANDLE], "close": [HANDLE], "canonical": [HANDLE], "new": [HANDLE],
    "set": [HANDLE, TEXT, TEXT], "open_file": [HANDLE, TEXT], "open_buffer": [HANDLE, TEXT, TEXT, SIZE],
    "companion_file": [HANDLE, TEXT, TEXT], "companion_buffer": [HANDLE, TEXT, TEXT, SIZE],
    "on_finding": [HANDLE, FindingCallback, HANDLE], "fields": [HANDLE, FieldCallback, HANDLE],
    "rules": [RuleCallback, HANDLE], "lint": [HANDLE, ctypes.POINTER(Result), SIZE],
    "get": [HANDLE, TEXT, ctypes.POINTER(Field), SIZE], "put": [HANDLE, TEXT, TEXT],
    "put_number": [HANDLE, TEXT, ctypes.c_double], "to_json": [HANDLE, ctypes.POINTER(HANDLE), ctypes.POINTER(SIZE)],
    "compare": [HANDLE, TEXT, TEXT, SIZE, ChangeCallback, HANDLE],
    "from_json": [HANDLE, TEXT, SIZE], "bytes": [HANDLE, ctypes.POINTER(SIZE)], "why": [HANDLE], "version": [],
}


def decode_text(value):
    return None if value is None else value.decode("utf-8", "replace")


class Library:
    """A handle of the library. A method raises an error if its call fails, except `may_fail`, which returns the status."""

    def __init__(self, path):
        self.functions = ctypes.CDLL(path)
        for name, arguments in ARGUMENTS.items():
            getattr(self.functions, "animproof_" + name).argtypes = arguments
        self.functions.animproof_why.restype = self.functions.animproof_version.restype = TEXT
        self.functions.animproof_new.restype = self.functions.animproof_bytes.restype = HANDLE
        self.handle = self.functions.animproof_new(None)
        self.findings = []
        self.callback = FindingCallback(self.add_finding)
        self.call("on_finding", self.callback, None)

    def may_fail(self, name, *arguments):
        return getattr(self.functions, "animproof_" + name)(self.handle, *arguments)

    def call(self, name, *arguments):
        status = self.may_fail(name, *arguments)
        assert status == OK, "%s: status %d: %s" % (name, status, self.why())

    def why(self):
        return decode_text(self.functions.animproof_why(self.handle))

    def add_finding(self, _, items):
        finding = items[0]
        self.findings.append({
            "rule": decode_text(finding.rule), "severity": SEVERITIES[finding.severity], "class": decode_text(finding.kind),
            "offset": finding.offset, "length": finding.length, "line": finding.line or None,
            "column": finding.column or None, "path": decode_text(finding.path), "message": decode_text(finding.message),
            "expected": decode_text(finding.expected), "found": decode_text(finding.found), "companion": decode_text(finding.companion)})
        return 0

    def lint(self):
        """Lints the open file; returns (result, findings)."""
        self.findings = []
        result = Result()
        self.call("lint", ctypes.byref(result), ctypes.sizeof(result))
        return result, self.findings

    def fields(self):
        """Returns [(path, type, role, offset, length, value)] of the open file."""
        items = []

        def add_field(_, field):
            one = field[0]
            items.append((decode_text(one.path), decode_text(one.type), decode_text(one.role), one.offset, one.length, one.value_bytes()))
            return 0
        self.call("fields", FieldCallback(add_field), None)
        return items

    def get_value_bytes(self, path):
        field = Field()
        self.call("get", path.encode(), ctypes.byref(field), ctypes.sizeof(field))
        return field.value_bytes()

    def bytes(self):
        size = SIZE()
        at = self.functions.animproof_bytes(self.handle, ctypes.byref(size))
        return ctypes.string_at(at, size.value)

    def file_as_json(self):
        at, size = HANDLE(), SIZE()
        self.call("to_json", ctypes.byref(at), ctypes.byref(size))
        return ctypes.string_at(at, size.value)
