"""Checks animation files, and reads, changes and writes their values, with libanimproof. The manual is docs/use/python.md.

>>> import animproof
>>> for finding in animproof.lint("walk.md5anim").findings:
...     print(finding.line, finding.rule, finding.message)
"""

import array
import ctypes
import json
import os
import re
import typing
import weakref

from . import _library
from ._results import Change, Field, Finding, Fix, Report, Rule, SetMember, make_field, members_of, text_of

__all__ = ["Change", "Error", "Field", "File", "Finding", "Fix", "Report", "Rule", "SetMember", "compare", "from_document", "lint",
           "rules", "sets", "version"]

_functions = _library.load()
_SEVERITIES = {1: "note", 2: "warning", 3: "error"}
_IMPACTS = {1: "bytes", 2: "seen", 3: "breaks"}
_POSE_NUMBERS = 7  # of a joint at a time: position x y z, rotation x y z w

Source = typing.Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]


class Error(Exception):
    """A call of the library failed. A file with errors is not a failure: lint() reports its findings.

    `status` is the name of a status of animproof.h, such as "cannot read".
    """

    def __init__(self, status: str, why: str):
        super().__init__(why or status)
        self.status = status


class File:
    """An open file. `source` is a path or the bytes of a file; the format of bytes is recognised by `name` and content.

    `mesh` and `obj` are companions. Options are those of `animproof lint`, with _ for -: profile="doom3", strict=True,
    ignore=["md5anim/bounds-joints"]. A file is an iterable of its fields, and file[path] is the value of a field.
    """

    def __init__(self, source: typing.Optional[Source] = None, name: str = "", *, mesh: typing.Optional[Source] = None,
                 obj: typing.Optional[Source] = None, **options: typing.Any):
        self._handle = _functions.animproof_new(None)
        if not self._handle:
            raise MemoryError
        self._close = weakref.finalize(self, _functions.animproof_free, self._handle)
        self.remarks: typing.Tuple[str, ...] = ()  # data that the last call of gltf left out or added
        self._kept: typing.Dict[str, bytes] = {}  # the library does not copy the bytes of files
        for option, value in options.items():
            self._set(option.replace("_", "-"), value)
        for companion, content in (("mesh", mesh), ("obj", obj)):
            if content is not None:
                self._open("companion", (companion.encode(),), content)
        if source is not None:
            self._open("open", (), source, name)

    def _call(self, function: str, *arguments: typing.Any) -> None:
        if not self._close.alive:
            raise ValueError("the file is closed")
        status = getattr(_functions, "animproof_" + function)(self._handle, *arguments)
        if status != 0:
            raise Error(text_of(_functions.animproof_status_name(status)) or "", text_of(_functions.animproof_why(self._handle)) or "")

    def _set(self, option: str, value: typing.Any) -> None:
        for one in value if isinstance(value, (list, tuple)) else [value]:
            text = ("yes" if one else "no") if isinstance(one, bool) else str(one)
            self._call("set", option.encode(), text.encode())

    def _open(self, function: str, words: typing.Tuple[bytes, ...], source: Source, name: str = "") -> None:
        if isinstance(source, (bytes, bytearray, memoryview)):
            content = bytes(source)
            named = words or (os.fsencode(name),)
            self._call(function + "_buffer", *named, content, len(content))
            self._kept[function + repr(words)] = content
        else:
            self._call(function + "_file", *words, os.fsencode(source))

    def close(self) -> None:
        """Frees the memory of the file. Later calls raise ValueError."""
        self._close()

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_: typing.Any) -> None:
        self.close()

    def lint(self) -> Report:
        """Checks the file with its companion."""
        findings: typing.List[Finding] = []

        def add(_: typing.Any, items: typing.Any) -> int:
            found = items[0]
            members = members_of(Finding, found)
            members.update(severity=_SEVERITIES[found.severity], line=found.line or None, column=found.column or None)
            findings.append(Finding(**members))
            return 0

        callback = _library.FindingCallback(add)
        result = _library.Result()
        self._call("on_finding", callback, None)
        try:
            self._call("lint", ctypes.byref(result), ctypes.sizeof(result))
        finally:
            self._call("on_finding", _library.FindingCallback(), None)
        return Report(**{**members_of(Report, result), "valid": bool(result.valid), "findings": tuple(findings)})

    def fix(self, unsafe: bool = False) -> typing.List[Fix]:
        """Fixes the file, as `animproof fix` does; bytes(file) is the fixed file. The boxes of an animation are fixed only with a `mesh`.

        Returns the fixes that were made, then the findings that were not fixed although their rules have a fix. With `unsafe`, also
        applies fixes that guess, or that lose something such as comments.
        """
        fixes: typing.List[Fix] = []

        def add(_: typing.Any, items: typing.Any) -> int:
            fixes.append(Fix(**{**members_of(Fix, items[0]), "line": items[0].line or None, "column": items[0].column or None}))
            return 0

        self._call("fix", int(unsafe), _library.FixCallback(add), None)
        return fixes

    def compare(self, old: Source, name: str = "") -> typing.List[Change]:
        """Returns what changed from the old version to this file, causes before their consequences."""
        changes: typing.List[Change] = []

        def add(_: typing.Any, items: typing.Any) -> int:
            changes.append(Change(**{**members_of(Change, items[0]), "impact": _IMPACTS[items[0].impact]}))
            return 0

        if not isinstance(old, (bytes, bytearray, memoryview)):
            name = name or os.fspath(old)
            with open(old, "rb") as file:
                old = file.read()
        content = bytes(old)
        self._call("compare", os.fsencode(name), content, len(content), _library.ChangeCallback(add), None)
        return changes

    def fields(self) -> typing.List[Field]:
        """Returns all fields, in file order. In a broken file these are the fields that can be read."""
        fields: typing.List[Field] = []

        def add(_: typing.Any, items: typing.Any) -> int:
            fields.append(make_field(items[0]))
            return 0

        self._call("fields", _library.FieldCallback(add), None)
        return fields

    def __iter__(self) -> typing.Iterator[Field]:
        return iter(self.fields())

    def field(self, path: str) -> Field:
        """Returns the field with the path. Raises KeyError if the file has no such field."""
        found = _library.Field()
        try:
            self._call("get", path.encode(), ctypes.byref(found), ctypes.sizeof(found))
        except Error as error:
            if error.status == "no field":
                raise KeyError(path) from error
            raise
        return make_field(found)

    def __getitem__(self, path: str) -> typing.Union[int, float, str]:
        return self.field(path).value

    def __setitem__(self, path: str, value: typing.Union[int, float, str]) -> None:
        """Changes one field, and for a name also its length. A text is the value as file.field(path).text has it."""
        if isinstance(value, float):
            self._call("put_number", path.encode(), value)
        else:
            self._call("put", path.encode(), str(value).encode())

    def numbers(self, pattern: str) -> memoryview:
        """Returns the numbers of the fields with paths such as "frames[*].values[*]", in file order, as float64.

        [*] is any index. NaN is left out. If the pattern has two or more [*], and each first index has equally many numbers, the
        buffer has two dimensions. numpy.asarray takes the buffer without a copy.
        """
        matched = re.compile(re.escape(pattern).replace(r"\[\*\]", r"\[(\d+)\]").encode() + rb"\Z", re.ASCII).match
        numbers = array.array("d")
        rows: typing.Dict[bytes, int] = {}

        def add(_: typing.Any, items: typing.Any) -> int:
            found = matched(items[0].path)
            if found is not None and items[0].number == items[0].number:
                numbers.append(items[0].number)
                row = found.group(1) if found.groups() else b""
                rows[row] = rows.get(row, 0) + 1
            return 0

        self._call("fields", _library.FieldCallback(add), None)
        view = memoryview(numbers)
        widths = set(rows.values())
        if len(widths) == 1 and pattern.count("[*]") > 1:
            return view.cast("B").cast("d", [len(rows), widths.pop()])
        return view

    def poses(self, seconds: typing.Optional[typing.Iterable[float]] = None) -> memoryview:
        """Returns where the joints of an md5anim file are, at the times in seconds or at each frame.

        The buffer of float64 has three dimensions: time, joint, and the seven numbers x y z of the position and x y z w of the rotation
        in model space. numpy.asarray takes the buffer without a copy.
        """
        times = array.array("d", () if seconds is None else seconds)
        if seconds is not None and not times:
            raise ValueError("at least one time is needed")
        at, poses, joints = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t()
        self._call("poses", (ctypes.c_double * len(times)).from_buffer(times) if times else None, len(times), ctypes.byref(at),
                   ctypes.byref(poses), ctypes.byref(joints))
        numbers = array.array("d", ctypes.string_at(at.value or 0, poses.value * joints.value * _POSE_NUMBERS * 8))
        return memoryview(numbers).cast("B").cast("d", [poses.value, joints.value, _POSE_NUMBERS])

    def gltf(self, binary: bool = True) -> bytes:
        """Returns a glTF 2.0 document, as `animproof convert` writes a .glb; with binary=False, as it writes a .gltf.

        An animation is exported with the `mesh` of the file, if it has one. Afterwards, file.remarks has a message for each kind of data
        that was left out or added.
        """
        remarks: typing.List[str] = []

        def add(_: typing.Any, text: bytes) -> int:
            remarks.append(text_of(text) or "")
            return 0

        at, size = ctypes.c_void_p(), ctypes.c_size_t()
        self._call("to_gltf", int(binary), ctypes.byref(at), ctypes.byref(size), _library.RemarkCallback(add), None)
        self.remarks = tuple(remarks)
        return ctypes.string_at(at.value or 0, size.value)

    def document(self) -> typing.Any:
        """Returns the complete file as the value of a JSON document, as `animproof convert --to json` writes it."""
        at, size = ctypes.c_void_p(), ctypes.c_size_t()
        self._call("to_json", ctypes.byref(at), ctypes.byref(size))
        return json.loads(ctypes.string_at(at.value or 0, size.value))

    def canonical(self) -> bytes:
        """Rewrites the file in its canonical form, as `animproof format` does, and returns its bytes."""
        self._call("canonical")
        return bytes(self)

    def __bytes__(self) -> bytes:
        if not self._close.alive:
            raise ValueError("the file is closed")
        size = ctypes.c_size_t()
        at = _functions.animproof_bytes(self._handle, ctypes.byref(size))
        return ctypes.string_at(at, size.value) if at else b""


def lint(source: Source, name: str = "", **options: typing.Any) -> Report:
    """Checks a file; arguments are those of File."""
    with File(source, name, **options) as file:
        return file.lint()


def compare(old: Source, new: Source, name: str = "") -> typing.List[Change]:
    """Returns what changed from the old to the new version of a file."""
    with File(new, name) as file:
        return file.compare(old, name)


def sets(files: typing.Mapping[str, Source]) -> typing.List[SetMember]:
    """Finds out which files belong together, as `animproof sets` does.

    `files` has the path or the bytes of each file by its name, which has '/' between folders. Returns a member for each file, in
    the same order.
    """
    array_of_files = (_library.SetFile * len(files))()
    for place, (name, source) in zip(array_of_files, files.items()):
        if isinstance(source, (bytes, bytearray, memoryview)):
            content = bytes(source)
        else:
            with open(source, "rb") as stream:
                content = stream.read()
        place.name, place.bytes, place.size = name.encode(), content, len(content)
    found: typing.List[SetMember] = []

    def add(_: typing.Any, items: typing.Any) -> int:
        found.append(SetMember(**members_of(SetMember, items[0])))
        return 0

    File()._call("sets", array_of_files, len(files), _library.SetCallback(add), None)
    return found


def from_document(document: typing.Any) -> File:
    """Builds a file from the value of a document, and opens it. The file may have errors, which lint() reports."""
    file = File()
    text = json.dumps(document).encode()
    file._call("from_json", text, len(text))
    return file


def rules() -> typing.List[Rule]:
    """Returns all rules, in the order of docs/formats/rules.md."""
    found: typing.List[Rule] = []

    def add(_: typing.Any, items: typing.Any) -> int:
        found.append(Rule(**{**members_of(Rule, items[0]), "severity": _SEVERITIES[items[0].severity]}))
        return 0

    _functions.animproof_rules(_library.RuleCallback(add), None)
    return found


def version() -> str:
    """Returns the version of the library."""
    return text_of(_functions.animproof_version()) or ""
