#!/usr/bin/python3
"""Lint files with libanimproof through ctypes: lint.py FILE..."""
import ctypes
import sys

library = ctypes.CDLL("libanimproof.so.0")


class Finding(ctypes.Structure):
    """The first members of animproof_finding. Later versions only add members at its end."""
    _fields_ = [("struct_size", ctypes.c_size_t), ("rule", ctypes.c_char_p), ("severity", ctypes.c_int),
                ("kind", ctypes.c_char_p), ("companion", ctypes.c_char_p), ("offset", ctypes.c_size_t),
                ("length", ctypes.c_size_t), ("line", ctypes.c_size_t), ("column", ctypes.c_size_t),
                ("path", ctypes.c_char_p), ("message", ctypes.c_char_p)]


Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Finding))
library.animproof_new.restype = ctypes.c_void_p
library.animproof_why.restype = ctypes.c_char_p
for name in ("free", "why", "on_finding", "open_file", "lint"):
    getattr(library, "animproof_" + name).argtypes = {
        "on_finding": [ctypes.c_void_p, Callback, ctypes.c_void_p],
        "open_file": [ctypes.c_void_p, ctypes.c_char_p],
        "lint": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t],
    }.get(name, [ctypes.c_void_p])


def lint(handle, path):
    """Return the findings of a file as a list of (offset, rule, message)."""
    findings = []

    def add_finding(_, finding):
        findings.append((finding[0].offset, finding[0].rule.decode(), finding[0].message.decode()))
        return 0

    callback = Callback(add_finding)  # keep a reference until animproof_lint has returned
    if (library.animproof_on_finding(handle, callback, None) != 0
            or library.animproof_open_file(handle, path.encode()) != 0
            or library.animproof_lint(handle, None, 0) != 0):
        raise OSError(library.animproof_why(handle).decode())
    return findings


if __name__ == "__main__":
    animproof = library.animproof_new(None)
    for word in sys.argv[1:]:
        for offset, rule, message in lint(animproof, word):
            print("%s:0x%x: %s: %s" % (word, offset, rule, message))
    library.animproof_free(animproof)
