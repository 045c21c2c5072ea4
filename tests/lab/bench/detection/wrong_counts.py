"""Changes one count of a valid binary file, and checks if a finding names the right count.

A finding names the right count in three ways: with that count the file can be read to its end; another field needs
that count; or the file has the layout of a known mistake.
"""

import collections
import glob
import itertools
import json
import os
import re
import struct
import tempfile

import commands
import compare
import readings
from cli_case import GOLDEN, corpus_cases, read, write

BATCH = 250
EVERY = {"mrtk": 3, "memg": 1}  # one of N patched files is linted, to save time
FORMATS = ("mrtk", "memg")
CHANGES = {"+1": lambda n: n + 1, "-1": lambda n: n - 1, "x2": lambda n: 2 * n, "0": lambda n: 0,
           "2147483647": lambda n: 2 ** 31 - 1}
END = re.compile(r"with (?:([a-z_.0-9\[\]]+) )?(-?\d+) the file can be read to its end")
CAUSE = re.compile(r"([a-z_.0-9\[\]]+) at byte (0x[0-9a-f]+) is -?\d+; with (\d+) the file can be read to its end without an error")
NOT_TO_END = ("/truncated", "/count-negative", "/count-exceeds-file", "/trailing-bytes", "/other-layout", "/flag")
BYTE_ORDERS = {"little-endian": "<", "big-endian": ">"}

# Outcomes of a case. The first two cannot be detected: the file does not show that the count was changed.
VALID, AMBIGUOUS = "the changed file has no error", "another count of the same field lets the file be read to its end, too"
NAMED = ("named: the file can be read to its end with it", "named: another field needs it", "named: the layout of a known mistake")
ELSEWHERE = "a count of another field is named"
AT_FIELD = "the field is reported without the number"
LATER = "a later field is reported, read at the wrong place"
# for findings that name the count of a field other than the changed one
RIGHT_PLACE, WRONG_PLACE = "other field, right", "other field, wrong"
FIRST = "named by the first finding: "  # prefix of a change, counted over the cases with the right count named

Case = collections.namedtuple("Case", "change field order data name")


def read_count_fields(program, kind, path):
    """Returns the count fields of four bytes of a file, and its byte order as in struct."""
    run = commands.run([program, "dump", "--json", "--input-format", kind, path], stdout=commands.PIPE, check=True)
    document = json.loads(run.stdout)
    fields = [field for field in document["fields"] if field["role"] == "count" and field["length"] == 4]
    return fields, BYTE_ORDERS.get(document["layout"], "<")


def file_with_count(data, field, order, value):
    start = field["offset"]
    return data[:start] + struct.pack(order + "i", value) + data[start + 4:]


def sampled_patch_cases(program, kind):
    """Yields one in EVERY of all_patch_cases()."""
    return itertools.islice(all_patch_cases(program, kind), 0, None, EVERY[kind])


def all_patch_cases(program, kind):
    """Yields a case for each count of each valid golden file and each change of CHANGES that alters the value."""
    for path in sorted(glob.glob(os.path.join(GOLDEN, kind, "valid", "*.bin"))):
        data = read(path)
        fields, order = read_count_fields(program, kind, path)
        for field in fields:
            for change, of in CHANGES.items():
                value = of(field["value"])
                if value != field["value"]:
                    yield Case(change, field, order, file_with_count(data, field, order, value), os.path.basename(path))


def count_field_that_differs(fields, before, after):
    """Returns the count field with all differences of two files, or None if they differ elsewhere."""
    places = [at for at in range(len(before)) if before[at] != after[at]] if len(before) == len(after) else []
    for field in fields if places else []:
        if field["offset"] <= places[0] and places[-1] < field["offset"] + 4:
            return field
    return None


def defect_cases(program, kind, corpus, originals):
    """Yields a case for each file of a corpus that differs from its valid original in one count."""
    for case in corpus_cases(corpus):
        original = os.path.join(originals, case["file"])
        if case["format"] != kind or case["verdict"] != "refuse" or not os.path.exists(original):
            continue
        before, after = read(original), read(os.path.join(corpus, case["file"]))
        fields, order = read_count_fields(program, kind, original)
        field = count_field_that_differs(fields, before, after)
        if field:
            yield Case("defects of a corpus", field, order, after, case["id"])


def label_names_right_count_of_field(place, field):
    """Returns true if a related place of a finding is the field, and its label names the right count."""
    end = END.search(place["label"])
    return end is not None and (place["offset"], end.group(1), int(end.group(2))) == (field["offset"], field["path"], field["value"])


def message_names_right_count_or_none(message, field):
    """Returns true if a message begins with the field as the cause and names the right count; None if it has no cause."""
    cause = CAUSE.match(message)
    return cause and (int(cause.group(2), 16), cause.group(1), int(cause.group(3))) == (field["offset"], field["path"], field["value"])


def each_named_count_is_right(findings, field):
    """Yields, for each count that a message or a label names, true if it is the right count of `field`, otherwise false."""
    for finding in findings:
        cause = message_names_right_count_or_none(finding["message"], field)
        if cause is not None:
            yield cause
        yield from (label_names_right_count_of_field(place, field) for place in finding["related"] if END.search(place["label"]))


def how_finding_names_count(finding, field):
    """Returns the way of NAMED in which a finding names the right count of the field, or None."""
    name, right = field["path"].rpartition(".")[2], str(field["value"])
    if finding["rule"].endswith("/other-layout") and re.search(r"\b%s is %s\b" % (re.escape(name), right), finding["message"]):
        return NAMED[2]
    end = END.search(finding["message"])
    here = finding["offset"] == field["offset"]
    if end and end.group(2) == right and (end.group(1) == name or (here and not end.group(1))):
        return NAMED[0]
    if message_names_right_count_or_none(finding["message"], field) or any(label_names_right_count_of_field(place, field) for place in finding["related"]):
        return NAMED[0]
    return NAMED[1] if here and finding.get("expected") == right else None


def notes_and_first_other_finding(findings):
    """Yields the first finding that is not a note, and the notes before it: valid files have notes too."""
    for finding in findings:
        yield finding
        if finding["severity"] != "note":
            return


def first_named_count(findings):
    """Returns (finding, field name or None, count) for the first message "with N the file can be read to its end", or None."""
    for finding in findings:
        end = END.search(finding["message"])
        if end:
            return finding, end.group(1), int(end.group(2))
    return None


def reads_to_end(kind, data):
    """Returns true if the independent reader reads exactly to the end of the file."""
    return not any(finding.rule.endswith(NOT_TO_END) for finding in readings.lint_file_and_companion(kind, data)[0].findings)


def case_outcome(kind, case, findings):
    field = case.field
    for finding in findings:
        how = how_finding_names_count(finding, field)
        if how:
            return how
    if all(finding["severity"] != "error" for finding in findings):
        return VALID
    named = first_named_count(findings)
    if named:
        finding, name, value = named
        here = finding["offset"] == field["offset"] or finding["path"] == field["path"].rpartition(".")[0]
        same = name in (None, field["path"].rpartition(".")[2])
        if here and same and reads_to_end(kind, file_with_count(case.data, field, case.order, value)):
            return AMBIGUOUS
        return ELSEWHERE
    return AT_FIELD if any(finding["offset"] == field["offset"] for finding in findings) else LATER


def lint_cases(program, kind, cases, tally, examples):
    """Lints the cases; counts their outcomes in tally[kind, change], and stores the first case of each in examples."""
    cases = list(cases)
    assert cases, "no case of %s" % kind
    for start in range(0, len(cases), BATCH):
        with tempfile.TemporaryDirectory() as folder:
            paths = {}
            for number, case in enumerate(cases[start:start + BATCH]):
                path = os.path.join(folder, "%06d" % number)
                write(path, case.data)
                paths[path] = case
            results = compare.lint_with_program(program, kind, list(paths))
            for path, case in paths.items():
                found = case_outcome(kind, case, results[path]["findings"])
                tally[kind, case.change][found] += 1
                if found in NAMED:
                    first = any(how_finding_names_count(finding, case.field) for finding in notes_and_first_other_finding(results[path]["findings"]))
                    tally[kind, FIRST + case.change][first] += 1
                for right in each_named_count_is_right(results[path]["findings"], case.field):
                    tally[kind, RIGHT_PLACE][RIGHT_PLACE if right else WRONG_PLACE] += 1
                examples.setdefault((kind, found), case)
