"""Shared code of the tests of `animproof spec`: files, their dumps, and the comparison of dumps with what a description reads."""

import glob
import json
import math
import os
import re
import struct

import commands
from cli_case import path_in_tree

LANGUAGES = ("ksy", "hexpat")
SPECS = {  # (format, layout): the arguments of spec, and the file name
    ("mrtk", "writer"): (["mrtk"], "mrtk"),
    ("mrtk", "published"): (["mrtk", "--mrtk-layout", "published"], "mrtk-published"),
    ("memg", None): (["memg"], "memg"),
}
# A line of a description about a rule: the text before the id, the id, and the summary.
RULE_LINE = re.compile(r"(^ +|// )((?:mrtk|memg)/[\w-]+): (.*)", re.MULTILINE)
program = ""


def set_program(path):
    """Sets the program that the functions of this module run."""
    global program
    program = os.path.abspath(path)


def run(*arguments):
    return commands.run([program, *arguments], stdout=commands.PIPE, check=True).stdout


def spec_file_name(key, language):
    return "%s.%s" % (SPECS[key][1], language)


def write_format_specs(language, folder):
    """Writes all descriptions. Returns their paths by (format, layout)."""
    paths = {}
    for key, (call, _) in SPECS.items():
        paths[key] = os.path.join(folder, spec_file_name(key, language))
        run("spec", *call, "--format", language, "-o", paths[key])
    return paths


def golden_binary_files():
    return sorted(glob.glob(path_in_tree("golden/**/*.bin"), recursive=True))


def generated_files(folder):
    """Returns the binary files of a standard corpus, valid and broken, and valid files with extreme values."""
    corpus = os.path.join(folder, "corpus")
    run("corpus", "build", corpus)
    paths = sorted(glob.glob(os.path.join(corpus, "**", "*.bin"), recursive=True))
    for form in ("mrtk", "memg"):
        out = os.path.join(folder, "wild", form)
        os.makedirs(out)
        run("generate", "--format", form, "--seed", "5", "--count", "20", "--wild", "-o", out)
        paths += sorted(glob.glob(os.path.join(out, "*.bin")))
    return paths


def dump_as_json(path):
    """Returns the dump of a file as JSON. The format is that of the file's folder, even if the file is broken."""
    form = [part for part in path.split(os.sep)[:-1] if part in ("mrtk", "memg")]
    return json.loads(run("dump", "--json", *(["--input-format", form[0]] if form else []), path))


def format_and_layout_of_dump(dumped):
    if dumped["format"] == "memg":
        return ("memg", None)
    return ("mrtk", dumped["layout"] or "writer")


def expected_field_value(field):
    """Returns the value that a reader must get: an integer, a float, or the bytes in hexadecimal."""
    value = field["value"]
    if field["type"] in ("bytes", "u64"):
        return field["bytes"]
    if field["type"] not in ("f32", "f64"):
        return value
    if isinstance(value, str):
        return float(value.split(" ")[0])
    return struct.unpack("<f", struct.pack("<f", value))[0] if field["type"] == "f32" else float(value)


def are_equal_values(one, other):
    """Returns true if two values are equal bit by bit; all NaNs are equal. `other` may be a string, such as "-0" or "nan"."""
    if not isinstance(one, float):
        return one == other
    other = float(other)
    return math.isnan(one) and math.isnan(other) or one == other and math.copysign(1, one) == math.copysign(1, other)


def compare_fields_with_dump(dumped, fields, error):
    """Compares the fields (path, offset, length, value) and the error of a description with the dump. Returns the faults."""
    wanted = [field for field in dumped["fields"] if field["length"] > 0]
    fields = [field for field in fields if field[2] > 0]
    broken = bool(dumped["unread"]) or any(finding["class"] == "malformed" for finding in dumped["findings"])
    for field, (path, offset, length, value) in zip(wanted, fields):
        place = (field["path"], field["offset"], field["length"])
        if (path, offset, length) != place:
            return ["%s at %d, %d bytes; dump has %s at %d, %d bytes" % (path, offset, length, *place)]
        if not are_equal_values(expected_field_value(field), value):
            return ["%s is %r; dump has %r" % (path, value, expected_field_value(field))]
    if broken == (error is None):
        return ["the broken file was read to its end" if broken else "the valid file was refused: %s" % error]
    if not broken and len(fields) != len(wanted) or len(fields) < len(wanted) - 1:
        return ["%d fields are read, dump has %d" % (len(fields), len(wanted))]
    return []
