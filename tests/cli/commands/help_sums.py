"""What the program says of itself: help_sums.py ANIMPROOF [bless]

help_sums.tsv has a checksum for the help and the manual page of each command. A letter of them that changes has to be meant:
`make bless` writes the table anew.
"""

import os
import re
import sys
import zlib

bless = sys.argv[2:] == ["bless"] and sys.argv.pop()
from cli_case import Case, read_text, write

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "help_sums.tsv")
USAGE = re.compile(r"^  animproof ([a-z]+)(?: ([a-z|]+))?", re.MULTILINE)
WITH_PARTS = ("corpus", "report")   # whose second word is a command of its own


def rows(case):
    """command, sums of its help and of its manual page; the program's own first."""
    usage = case.exits(0, "--help").stdout
    yield "animproof", usage, case.exits(0, "manual").stdout
    for command, parts in sorted(set(USAGE.findall(usage.decode()))):
        yield command, case.exits(0, command, "--help").stdout, case.exits(0, "manual", command).stdout
        for part in parts.split("|") if command in WITH_PARTS else ():
            yield command + " " + part, case.exits(0, command, part, "--help").stdout, b""


case = Case()
made = ["%s\t%08x\t%08x" % (name, zlib.crc32(text), zlib.crc32(page)) for name, text, page in rows(case)]
if bless:
    write(TABLE, "\n".join(made) + "\n")
kept = read_text(TABLE).splitlines()
for row in sorted(set(made) ^ set(kept)):
    case.check(False, "%s: %s: `make bless` where that is meant" % (row, "is said" if row in made else "was said"))
case.check(made == kept and len(made) > 20, "help and manual pages: %d" % len(made))
case.finish()
