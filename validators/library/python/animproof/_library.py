"""Declares structures and functions of animproof.h for ctypes."""

import ctypes
import os

SIZE, TEXT, HANDLE = ctypes.c_size_t, ctypes.c_char_p, ctypes.c_void_p
SONAME = "libanimproof.so.0"


def structure_with_struct_size(name, *members):
    """Returns a structure that begins with struct_size; a member is (name, type)."""
    return type(name, (ctypes.Structure,), {"_fields_": [("struct_size", SIZE), *members]})


def texts(names):
    return [(name, TEXT) for name in names.split()]


def sizes(names):
    return [(name, SIZE) for name in names.split()]


Finding = structure_with_struct_size(
    "Finding", ("rule", TEXT), ("severity", ctypes.c_int), *texts("kind companion"), *sizes("offset length line column"),
    *texts("path message expected found hint fix"))
Result = structure_with_struct_size(
    "Result", *texts("format version variant"), ("size", SIZE), ("valid", ctypes.c_int),
    *sizes("errors warnings notes truncated skipped_checks companion_errors companion_warnings companion_notes"
           " companion_truncated dropped companion_dropped"))
Field = structure_with_struct_size(
    "Field", *texts("path type role"), *sizes("offset length"), ("text", ctypes.c_void_p), ("text_length", SIZE),
    ("number", ctypes.c_double), ("meaning", TEXT))
Rule = structure_with_struct_size(
    "Rule", ("id", TEXT), ("severity", ctypes.c_int), *texts("kind grade summary points meaning source breaks mend fix"))
Change = structure_with_struct_size(
    "Change", ("kind", TEXT), ("impact", ctypes.c_int), *texts("meaning message old_path new_path old_value new_value"),
    ("largest", ctypes.c_double), ("places", SIZE))
FixOutcome = structure_with_struct_size("FixOutcome", *texts("rule does refused adds"), *sizes("offset line column"))
SetMember = structure_with_struct_size(
    "SetMember", ("file", SIZE), *texts("name format companion"), ("companion_file", SIZE), ("sidecar", TEXT),
    ("members", SIZE), ("reason", TEXT))
FindingCallback, FieldCallback, RuleCallback, ChangeCallback, FixCallback, SetCallback = (
    ctypes.CFUNCTYPE(ctypes.c_int, HANDLE, ctypes.POINTER(items)) for items in (Finding, Field, Rule, Change, FixOutcome, SetMember))


class SetFile(ctypes.Structure):
    _fields_ = [("name", TEXT), ("bytes", TEXT), ("size", SIZE)]


RemarkCallback = ctypes.CFUNCTYPE(ctypes.c_int, HANDLE, TEXT)

# The types of arguments and of the result of each function.
FUNCTIONS = {
    "version": ([], TEXT), "status_name": ([ctypes.c_int], TEXT), "why": ([HANDLE], TEXT),
    "new": ([HANDLE], HANDLE), "free": ([HANDLE], None), "set": ([HANDLE, TEXT, TEXT], ctypes.c_int),
    "on_finding": ([HANDLE, FindingCallback, HANDLE], ctypes.c_int),
    "open_buffer": ([HANDLE, TEXT, TEXT, SIZE], ctypes.c_int), "open_file": ([HANDLE, TEXT], ctypes.c_int),
    "companion_buffer": ([HANDLE, TEXT, TEXT, SIZE], ctypes.c_int), "companion_file": ([HANDLE, TEXT, TEXT], ctypes.c_int),
    "lint": ([HANDLE, ctypes.POINTER(Result), SIZE], ctypes.c_int),
    "compare": ([HANDLE, TEXT, TEXT, SIZE, ChangeCallback, HANDLE], ctypes.c_int),
    "sets": ([HANDLE, ctypes.POINTER(SetFile), SIZE, SetCallback, HANDLE], ctypes.c_int),
    "poses": ([HANDLE, ctypes.c_void_p, SIZE, ctypes.POINTER(HANDLE), ctypes.POINTER(SIZE), ctypes.POINTER(SIZE)], ctypes.c_int),
    "to_gltf": ([HANDLE, ctypes.c_int, ctypes.POINTER(HANDLE), ctypes.POINTER(SIZE), RemarkCallback, HANDLE], ctypes.c_int),
    "fix": ([HANDLE, ctypes.c_int, FixCallback, HANDLE], ctypes.c_int),
    "fields": ([HANDLE, FieldCallback, HANDLE], ctypes.c_int), "get": ([HANDLE, TEXT, ctypes.POINTER(Field), SIZE], ctypes.c_int),
    "put": ([HANDLE, TEXT, TEXT], ctypes.c_int), "put_number": ([HANDLE, TEXT, ctypes.c_double], ctypes.c_int),
    "bytes": ([HANDLE, ctypes.POINTER(SIZE)], ctypes.c_void_p), "canonical": ([HANDLE], ctypes.c_int),
    "to_json": ([HANDLE, ctypes.POINTER(HANDLE), ctypes.POINTER(SIZE)], ctypes.c_int), "from_json": ([HANDLE, TEXT, SIZE], ctypes.c_int),
    "rules": ([RuleCallback, HANDLE], ctypes.c_int),
}


def load():
    """Loads the library: $ANIMPROOF_LIBRARY, or the library in the folder of the package, or that of the system."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)
    library = ctypes.CDLL(os.environ.get("ANIMPROOF_LIBRARY") or (beside if os.path.exists(beside) else SONAME))
    for name, (arguments, result) in FUNCTIONS.items():
        function = getattr(library, "animproof_" + name)
        function.argtypes, function.restype = arguments, result
    return library
