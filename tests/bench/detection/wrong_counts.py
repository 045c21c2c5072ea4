"""Which of the counts of a binary file are wrong, and whether the findings name the right ones.

A case is a valid file with one other count. The right count is named where a finding says it: with it the rest reads to
the end of the file, another count of the file asks for it, or the file is read in the layout of a known mistake.
"""

import collections
import glob
import itertools
import json
import os
import re
import struct
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/ref"))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
import commands  # noqa: E402  (the path is set above)
import compare   # noqa: E402
import readings  # noqa: E402

BATCH = 250
EVERY = {"mrtk": 3, "memg": 1}  # of the patched files, one in so many is judged
FORMATS = ("mrtk", "memg")
CHANGES = {"+1": lambda n: n + 1, "-1": lambda n: n - 1, "x2": lambda n: 2 * n, "0": lambda n: 0,
           "2147483647": lambda n: 2 ** 31 - 1}
END = re.compile(r"with (?:([a-z_.0-9\[\]]+) )?(-?\d+) the rest reads to the end of the file")
CAUSE = re.compile(r"([a-z_.0-9\[\]]+) at byte (0x[0-9a-f]+) is -?\d+; with (\d+) the rest reads to the end of the file without an error")
NOT_TO_END = ("/truncated", "/count-negative", "/count-exceeds-file", "/trailing-bytes", "/other-layout", "/flag")
AN_ORDER = {"little-endian": "<", "big-endian": ">"}

# What becomes of a case. The first two are no faults: nothing shows that the count was another one.
VALID, AMBIGUOUS = "the changed file has no error", "another count of the same field reads to the end, too"
NAMED = ("the rest reads to the end with it", "another field asks for it", "the layout of a known mistake")
ELSEWHERE = "a count of another field is named"
AT_FIELD = "the field is reported without the number"
LATER = "what follows is reported, read at the wrong place"
BESIDES, WRONGLY = "named besides, rightly", "named besides, wrongly"   # counts of places, not of cases
FIRST = "named by the first finding: "  # before a change: of the cases in which the count is named

Case = collections.namedtuple("Case", "change field order data name")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def manifest(corpus):
    with open(os.path.join(corpus, "manifest.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def counts(program, kind, path):
    """The fields of a file that hold counts of four bytes, and the byte order of its integers."""
    run = commands.run([program, "dump", "--json", "--input-format", kind, path], stdout=commands.PIPE, check=True)
    told = json.loads(run.stdout)
    fields = [field for field in told["fields"] if field["role"] == "count" and field["length"] == 4]
    return fields, AN_ORDER.get(told["layout"], "<")


def patched(data, field, order, value):
    start = field["offset"]
    return data[:start] + struct.pack(order + "i", value) + data[start + 4:]


def patches(program, kind):
    """Each count of each valid golden file, changed in each way that changes it: one in EVERY of these."""
    return itertools.islice(all_patches(program, kind), 0, None, EVERY[kind])


def all_patches(program, kind):
    for path in sorted(glob.glob(os.path.join(ROOT, "golden", kind, "valid", "*.bin"))):
        data = read(path)
        fields, order = counts(program, kind, path)
        for field in fields:
            for change, of in CHANGES.items():
                value = of(field["value"])
                if value != field["value"]:
                    yield Case(change, field, order, patched(data, field, order, value), os.path.basename(path))


def changed_count(fields, before, after):
    """The one count in which two files differ, or None."""
    places = [at for at in range(len(before)) if before[at] != after[at]] if len(before) == len(after) else []
    for field in fields if places else []:
        if field["offset"] <= places[0] and places[-1] < field["offset"] + 4:
            return field
    return None


def defects(program, kind, corpus, originals):
    """The files of a corpus that differ from the valid file they were made of in one count."""
    for case in manifest(corpus):
        original = os.path.join(originals, case["file"])
        if case["format"] != kind or case["verdict"] != "refuse" or not os.path.exists(original):
            continue
        before, after = read(original), read(os.path.join(corpus, case["file"]))
        fields, order = counts(program, kind, original)
        field = changed_count(fields, before, after)
        if field:
            yield Case("defects of a corpus", field, order, after, case["id"])


def parent(path):
    return path.rpartition(".")[0]


def is_right(place, field):
    """Whether a place that a finding speaks of besides is the field, and names its right count."""
    end = END.search(place["label"])
    return end is not None and (place["offset"], end.group(1), int(end.group(2))) == (field["offset"], field["path"], field["value"])


def is_the_cause(message, field):
    """Whether a message begins with the field as the cause, and names its right count. None: it begins with no cause."""
    cause = CAUSE.match(message)
    return cause and (int(cause.group(2), 16), cause.group(1), int(cause.group(3))) == (field["offset"], field["path"], field["value"])


def besides(findings, field):
    """Of each count that a finding names besides its own: whether it is the field's right one."""
    for finding in findings:
        cause = is_the_cause(finding["message"], field)
        if cause is not None:
            yield cause
        yield from (is_right(place, field) for place in finding["related"] if END.search(place["label"]))


def names(finding, field):
    """How a finding names the right count of the field, or None."""
    name, right = field["path"].rpartition(".")[2], str(field["value"])
    if finding["rule"].endswith("/other-layout") and re.search(r"\b%s is %s\b" % (re.escape(name), right), finding["message"]):
        return NAMED[2]
    end = END.search(finding["message"])
    here = finding["offset"] == field["offset"]
    if end and end.group(2) == right and (end.group(1) == name or (here and not end.group(1))):
        return NAMED[0]
    if is_the_cause(finding["message"], field) or any(is_right(place, field) for place in finding["related"]):
        return NAMED[0]
    return NAMED[1] if here and finding.get("expected") == right else None


def leading(findings):
    """The first finding, and the notes before it, which a sound file has too."""
    for finding in findings:
        yield finding
        if finding["severity"] != "note":
            return


def offered(findings):
    """The first finding that names a count with which the rest reads to the end, and that count."""
    for finding in findings:
        end = END.search(finding["message"])
        if end:
            return finding, end.group(1), int(end.group(2))
    return None


def reads_to_end(kind, data):
    """Whether the independent reader comes to the end of the file, and to no byte behind it."""
    return not any(finding.rule.endswith(NOT_TO_END) for finding in readings.read(kind, data)[0].findings)


def outcome(kind, case, findings):
    field = case.field
    for finding in findings:
        how = names(finding, field)
        if how:
            return how
    if all(finding["severity"] != "error" for finding in findings):
        return VALID
    offer = offered(findings)
    if offer:
        finding, name, value = offer
        here = finding["offset"] == field["offset"] or finding["path"] == parent(field["path"])
        same = name in (None, field["path"].rpartition(".")[2])
        if here and same and reads_to_end(kind, patched(case.data, field, case.order, value)):
            return AMBIGUOUS
        return ELSEWHERE
    return AT_FIELD if any(finding["offset"] == field["offset"] for finding in findings) else LATER


def judge(program, kind, cases, tally, examples):
    """Adds to tally[kind, change][outcome], and to examples[outcome] the first case of each."""
    cases = list(cases)
    assert cases, "no case of %s" % kind
    for start in range(0, len(cases), BATCH):
        with tempfile.TemporaryDirectory() as folder:
            paths = {}
            for number, case in enumerate(cases[start:start + BATCH]):
                path = os.path.join(folder, "%06d" % number)
                with open(path, "wb") as file:
                    file.write(case.data)
                paths[path] = case
            said = compare.lint_with_program(program, kind, list(paths))
            for path, case in paths.items():
                found = outcome(kind, case, said[path]["findings"])
                tally[kind, case.change][found] += 1
                if found in NAMED:
                    first = any(names(finding, case.field) for finding in leading(said[path]["findings"]))
                    tally[kind, FIRST + case.change][first] += 1
                for right in besides(said[path]["findings"], case.field):
                    tally[kind, BESIDES][BESIDES if right else WRONGLY] += 1
                examples.setdefault((kind, found), case)
