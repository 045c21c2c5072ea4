#!/usr/bin/python3
"""fuzz/targets.tsv against what repeats it: fuzz_table.py PROGRAM

The formats of the program, the sources in fuzz/targets/, the table of docs/use/fuzzing.md, the seeds that fuzz/make_seeds.py makes
and those that fuzz/campaign/trial.py begins with. Besides, the files of fuzz/assimp/found/, on which Assimp breaks: each is
FORMAT/RULE__PLACE.ext by a rule that the linter finds broken in it.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "fuzz/campaign"))
sys.dont_write_bytecode = True
import make_seeds  # noqa: E402  (the path is set above)
import trial  # noqa: E402
from fuzz_targets import FORMATS, TARGETS  # noqa: E402

ROWS = list(TARGETS.values())
ORACLES = {row.oracle: row for row in ROWS}  # the last row of each: all of an oracle take the same shape


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def is_of_each(oracle):
    """Whether the oracle has a target for each format."""
    return [row.target for row in ROWS if row.oracle == oracle] == ["%s-%s" % (oracle, form) for form in FORMATS]


def formats_of_program():
    listed = subprocess.run([sys.argv[1], "mutate", "--list"], check=True, text=True, stdout=subprocess.PIPE).stdout
    return list(dict.fromkeys(line.partition("/")[0] for line in listed.splitlines()))


def page_rows():
    """[(oracle, formats, input)]"""
    table = text_of("docs/use/fuzzing.md").partition("\n| oracle | formats |")[2].partition("\n\n")[0]
    cells = [line.split(" | ") for line in table.splitlines()[2:]]
    return [(row[0].strip("| `"), row[1], row[2]) for row in cells]


def is_told(row, formats, what):
    """Whether a row of the page says what the table says."""
    front = sum(map(int, re.findall(r"(\d+) (?:choice bytes?\b|of a name)", what)))
    companion = (re.match(r"`(\.\w+)`, seam,", what) or ["", ""])[1]
    wanted = "each" if is_of_each(row.oracle) else "`%s`" % row.format if row.format else None
    return front == row.front and companion == row.companion and wanted in (None, formats)


def not_mutated_in_page():
    told = re.search(r"All targets but (.*?) have a structure-aware mutator", text_of("docs/use/fuzzing.md").replace("\n", " "))
    return re.findall(r"`(\w+)(?:-\*)?`", told[1]) if told else []


def rules_found(path):
    command = [sys.argv[1], "lint", "--format", "json", "--fail-on", "never", path]
    said = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    return [finding["rule"].partition("/")[2] for file in json.loads(said)["files"] for finding in file["findings"]]


def files_that_no_rule_warns_of():
    for folder, _, names in os.walk(os.path.join(ROOT, "fuzz/assimp/found")):
        for name in sorted(names):
            if name.partition("__")[0] not in rules_found(os.path.join(folder, name)):
                yield name


def faults():
    """What does not agree, or None, for each check."""
    yield formats_of_program() != list(FORMATS) and "the program's formats: %s" % formats_of_program()
    sources = sorted(os.listdir(os.path.join(ROOT, "fuzz/targets")))
    yield sorted({row.source for row in ROWS}) != sources and "fuzz/targets/ has %s" % sources
    yield list(make_seeds.SEEDS_OF) != list(ORACLES) and "make_seeds.py: %s" % list(make_seeds.SEEDS_OF)
    begins = {path for form in FORMATS for path in trial.files_of(form)}  # stops if one does not exist
    yield len(begins) != 3 * len(FORMATS) and "trial.py: no three files for each format: %s" % sorted(begins)
    told = {row[0]: row[1:] for row in page_rows()}
    yield sorted(told) != sorted(ORACLES) and "docs/use/fuzzing.md has %s" % sorted(told)
    for oracle in sorted(set(told) & set(ORACLES)):
        yield not is_told(ORACLES[oracle], *told[oracle]) and "docs/use/fuzzing.md: %s: %s" % (oracle, told[oracle])
    unnoticed = list(files_that_no_rule_warns_of())
    yield unnoticed and "fuzz/assimp/found: the linter says nothing of what their names say: %s" % unnoticed
    alone = [oracle for oracle, row in ORACLES.items() if not row.is_mutated]
    yield not_mutated_in_page() != alone and "docs/use/fuzzing.md: no mutator for %s, the table: %s" % (
        not_mutated_in_page(), alone)


def main():
    found = list(faults())
    for fault in filter(None, found):
        print("FAILED: " + fault)
    failed = sum(map(bool, found))
    print("fuzz table: %d passed, %d failed" % (len(found) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
