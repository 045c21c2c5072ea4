#!/usr/bin/python3
"""Checks that fuzz/targets.tsv agrees with the places that repeat its content: fuzz_table.py PROGRAM

These are the formats of the program, the sources in fuzz/targets/, the table of docs/use/fuzzing.md, the seeds that
fuzz/make_seeds.py makes, and the first inputs of fuzz/campaign/trial.py. Also checks the files of fuzz/assimp/found/, on which
Assimp fails: a file FORMAT/RULE__SOURCE-LINE.ext must have a finding of RULE.
"""

import os
import re
import subprocess
import sys

from cli_case import ROOT, CheckCounter, files_below, lint_entries, read_text_in_tree

sys.path.insert(0, os.path.join(ROOT, "fuzz/campaign"))
sys.dont_write_bytecode = True
import make_seeds  # noqa: E402  (the path is set above)
import trial  # noqa: E402
from fuzz_targets import FORMATS, TARGETS  # noqa: E402

ROWS = list(TARGETS.values())
ORACLES = {row.oracle: row for row in ROWS}  # the last row of each oracle: all its rows have inputs of one kind


def has_target_for_each_format(oracle):
    """Returns true if the oracle has a target for each format."""
    return [row.target for row in ROWS if row.oracle == oracle] == ["%s-%s" % (oracle, form) for form in FORMATS]


def formats_of_program():
    listed = subprocess.run([sys.argv[1], "mutate", "--list"], check=True, text=True, stdout=subprocess.PIPE).stdout
    return list(dict.fromkeys(line.partition("/")[0] for line in listed.splitlines()))


def rows_of_fuzzing_page():
    """Returns [(oracle, formats, input)] of the table in docs/use/fuzzing.md."""
    table = read_text_in_tree("docs/use/fuzzing.md").partition("\n| oracle | formats |")[2].partition("\n\n")[0]
    cells = [line.split(" | ") for line in table.splitlines()[2:]]
    return [(row[0].strip("| `"), row[1], row[2]) for row in cells]


def does_page_agree(row, page_formats, page_input):
    """Returns true if a row of the page agrees with the row of targets.tsv."""
    front = sum(map(int, re.findall(r"(\d+) (?:choice bytes?\b|of a name)", page_input)))
    companion = (re.match(r"`(\.\w+)`, seam,", page_input) or ["", ""])[1]
    wanted = "each" if has_target_for_each_format(row.oracle) else "`%s`" % row.format if row.format else None
    return front == row.front and companion == row.companion and wanted in (None, page_formats)


def oracles_not_mutated_in_page():
    documented = re.search(r"All targets but (.*?) have a structure-aware mutator", read_text_in_tree("docs/use/fuzzing.md").replace("\n", " "))
    return re.findall(r"`(\w+)(?:-\*)?`", documented[1]) if documented else []


def files_without_finding_of_their_name():
    for path in files_below(os.path.join(ROOT, "fuzz/assimp/found")):
        found = [finding["rule"].partition("/")[2] for entry in lint_entries(sys.argv[1], path).values() for finding in entry["findings"]]
        if os.path.basename(path).partition("__")[0] not in found:
            yield path


def differences_from_table():
    """Yields a description of a difference, or a false value, for each check."""
    yield formats_of_program() != list(FORMATS) and "the program's formats: %s" % formats_of_program()
    sources = sorted(os.listdir(os.path.join(ROOT, "fuzz/targets")))
    yield sorted({row.source for row in ROWS}) != sources and "fuzz/targets/ has %s" % sources
    yield list(make_seeds.SEEDS_OF) != list(ORACLES) and "make_seeds.py: %s" % list(make_seeds.SEEDS_OF)
    begins = {path for form in FORMATS for path in trial.paths_of_seeds_of_format(form)}  # raises an error for a missing file
    yield len(begins) != 3 * len(FORMATS) and "trial.py: each format must have three files, but there are: %s" % sorted(begins)
    documented = {row[0]: row[1:] for row in rows_of_fuzzing_page()}
    yield sorted(documented) != sorted(ORACLES) and "docs/use/fuzzing.md has the rows %s" % sorted(documented)
    for oracle in sorted(set(documented) & set(ORACLES)):
        yield not does_page_agree(ORACLES[oracle], *documented[oracle]) and "docs/use/fuzzing.md: %s: %s" % (oracle, documented[oracle])
    unnoticed = list(files_without_finding_of_their_name())
    yield unnoticed and "fuzz/assimp/found: files without a finding of the rule in their names: %s" % unnoticed
    not_mutated = [oracle for oracle, row in ORACLES.items() if not row.is_mutated]
    yield oracles_not_mutated_in_page() != not_mutated and "docs/use/fuzzing.md: no mutator for %s, the table: %s" % (
        oracles_not_mutated_in_page(), not_mutated)


def main():
    count = CheckCounter()
    for fault in differences_from_table():
        count.check(not fault, fault)
    count.finish()


if __name__ == "__main__":
    main()
