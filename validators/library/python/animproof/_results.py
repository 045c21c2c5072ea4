"""The objects that calls of the package return, and how they are made from structures of the library."""

import ctypes
import dataclasses
import re
import typing

_INTEGER = re.compile(r"[-+]?\d+", re.ASCII)


@dataclasses.dataclass(frozen=True)
class Finding:
    """One violation of a rule. Offsets and lengths are bytes; lines and columns count from 1, and are None in binary formats."""
    rule: str
    severity: str  # "error", "warning" or "note"
    kind: str  # "malformed", "invalid", "suspicious" or "info"
    companion: typing.Optional[str]  # "mesh" or "obj": the file with the violation; None for the file itself
    offset: int
    length: int
    line: typing.Optional[int]
    column: typing.Optional[int]
    path: str  # path of the field: "hierarchy[3].parent"; "" for the file as a whole
    message: str
    expected: typing.Optional[str]
    found: typing.Optional[str]
    fix: str  # how to fix the file

    def __str__(self) -> str:
        place = "0x%x" % self.offset if self.line is None else "%d:%d" % (self.line, self.column or 0)
        return "%s: %s: %s [%s]" % (place, self.severity, self.message, self.rule)


@dataclasses.dataclass(frozen=True)
class Report:
    """The result of linting."""
    format: typing.Optional[str]  # "md5anim"; None if the format is unknown
    version: typing.Optional[str]
    variant: typing.Optional[str]
    size: int
    valid: bool  # file and companion were checked to the end and have no errors
    errors: int
    warnings: int
    notes: int
    truncated: int  # findings that are counted but not listed
    skipped_checks: int
    findings: typing.Tuple[Finding, ...]


@dataclasses.dataclass(frozen=True)
class Field:
    """One value of a file."""
    path: str
    type: str  # "u8" … "f64", "bytes", "length" or "text"
    role: str  # "number", "magic", "version", "flag", "count", "enum", "index" or "name"
    offset: int
    length: int
    text: str  # the value as the file has it, or a number in the fewest digits
    meaning: typing.Optional[str]  # name of an enum value
    value: typing.Union[int, float, str]


@dataclasses.dataclass(frozen=True)
class Change:
    """One difference between two versions of a file."""
    kind: str  # "joint-renamed"; docs/use/compare.md lists all
    impact: str  # "bytes", "seen" or "breaks"
    meaning: str
    message: str
    old_path: str
    new_path: str
    old_value: typing.Optional[str]
    new_value: typing.Optional[str]
    largest: float
    places: int


@dataclasses.dataclass(frozen=True)
class SetMember:
    """One of the files given to sets(), and the files that it belongs together with."""
    name: str
    format: typing.Optional[str]  # "md5anim"; None if the format is unknown
    companion: typing.Optional[str]  # name of the mesh of an animation, or of the .obj of a motion; None if none was found
    sidecar: typing.Optional[str]  # name of the .md5scale of an animation
    members: int  # number of files that have this file as companion or sidecar
    reason: typing.Optional[str]  # how the companion was found, or why not; None if `members` is not 0


@dataclasses.dataclass(frozen=True)
class Fix:
    """A fix that was made, or a finding that was not fixed although its rule has a fix."""
    rule: str
    does: str  # what the fix of the rule does
    refused: typing.Optional[str]  # why the finding was not fixed; None if it was fixed
    adds: typing.Optional[str]  # rule of a finding that the fix would have added, if it was undone for that
    offset: int  # position of the finding in the bytes before this fix
    line: typing.Optional[int]
    column: typing.Optional[int]


@dataclasses.dataclass(frozen=True)
class Rule:
    """The description of a rule."""
    id: str
    severity: str
    kind: str
    grade: str
    summary: str
    points: str
    meaning: str
    source: str
    breaks: str
    fix: str


def text_of(value: typing.Optional[bytes]) -> typing.Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")


def members_of(kind: type, items: typing.Any) -> typing.Dict[str, typing.Any]:
    """Returns the members of a structure of the library that the dataclass has, with texts decoded."""
    values = {}
    for field in dataclasses.fields(kind):
        value = getattr(items, field.name, None)
        values[field.name] = text_of(value) if isinstance(value, bytes) else value
    return values


def value_of(field: typing.Any, text: str) -> typing.Union[int, float, str]:
    if field.role == b"name" or field.type in (b"bytes",):
        return text
    if _INTEGER.fullmatch(text) and field.type not in (b"f32", b"f64"):
        return int(text)
    is_number = field.type in (b"f32", b"f64") or field.number == field.number
    return field.number if is_number else text


def make_field(field: typing.Any) -> Field:
    text = ctypes.string_at(field.text, field.text_length).decode("utf-8", "replace")
    return Field(text_of(field.path) or "", text_of(field.type) or "", text_of(field.role) or "", field.offset, field.length, text,
                 text_of(field.meaning), value_of(field, text))
