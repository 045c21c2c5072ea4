"""Reads the table of fuzz targets, targets.tsv. docs/use/fuzzing.md describes its columns."""

import os
from typing import NamedTuple


class Row(NamedTuple):
    """A row of targets.tsv: one fuzz target."""

    target: str      # "read-mrtk"
    source: str      # file in fuzz/targets/: "fuzz_read.c"
    format: str      # format of the file in an input; "" for any format or no file
    front: int       # number of choice bytes before the file
    companion: str   # extension of the companion before the file and SEAM; "" for none
    dictionary: str  # name of the dictionary: build/fuzz/NAME.dict
    extension: str   # extension of an input; the format's extension if an input is one file of the format
    is_mutated: bool  # true if the structure-aware mutator may change inputs
    library: str  # name of a library to link in addition to those of all targets
    runs: int  # number of executions in a short run by tests/fuzz_smoke.py

    @property
    def oracle(self):
        """The first word of the target's name: "read" of "read-mrtk"."""
        return self.target.partition("-")[0]

    @property
    def input_is_file(self):
        """True if an input is one file of the format without choice bytes or a companion."""
        return self.extension != ANY_INPUT


ANY_INPUT = ".input"
SEAM = b"\n--8<--\n"  # FUZZ_SEAM of fuzz/oracle.h


def read_table():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "targets.tsv")
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines[1:]:
        cells = ["" if cell == "-" else cell for cell in line.split("\t")]
        yield Row(*cells[:3], int(cells[3]), *cells[4:7], cells[7] == "yes", cells[8], int(cells[9]))


TARGETS = {row.target: row for row in read_table()}
EXTENSIONS = {row.format: row.extension for row in TARGETS.values() if row.input_is_file}
FORMATS = tuple(EXTENSIONS)
