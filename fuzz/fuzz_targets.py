"""The fuzz targets: rows of targets.tsv, where docs/use/fuzzing.md says what each column means."""

import os
from typing import NamedTuple


class Row(NamedTuple):
    """One target."""

    target: str      # "read-mrtk"
    source: str      # in fuzz/targets/
    format: str      # of the file in an input; "": any, or none
    front: int       # bytes before that file, which choose
    companion: str   # extension of a file before it, which ends in SEAM; "": none
    dictionary: str  # build/fuzz/DICTIONARY.dict
    extension: str   # of an input: that of the format where it is nothing but a file
    is_mutated: bool  # by the structure-aware mutator
    library: str     # beside those of all targets
    runs: int        # executions of a short run, tests/fuzz_smoke.py

    @property
    def oracle(self):
        return self.target.partition("-")[0]

    @property
    def is_plain(self):
        """Whether an input is a file of the format and nothing else."""
        return self.extension != ANY_INPUT


ANY_INPUT = ".input"
SEAM = b"\n--8<--\n"  # FUZZ_SEAM of fuzz/oracle.h


def read():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "targets.tsv")
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines[1:]:
        cells = ["" if cell == "-" else cell for cell in line.split("\t")]
        yield Row(*cells[:3], int(cells[3]), *cells[4:7], cells[7] == "yes", cells[8], int(cells[9]))


TARGETS = {row.target: row for row in read()}
EXTENSIONS = {row.format: row.extension for row in TARGETS.values() if row.is_plain}
FORMATS = tuple(EXTENSIONS)
