"""Checksums of the program's help and manual pages: help_sums.py ANIMPROOF [bless]

help_sums.tsv has a checksum of the help and of the manual page of each command, so that no text changes by accident.
`make bless` rewrites the table.
"""

import os
import re
import sys
import zlib

bless = sys.argv[2:] == ["bless"] and sys.argv.pop()
from cli_case import Case, read_text, write

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "help_sums.tsv")
USAGE = re.compile(r"^  animproof ([a-z]+)(?: ([a-z|]+))?", re.MULTILINE)
WITH_SUBCOMMANDS = ("corpus", "report")   # commands with subcommands that have their own help


def help_and_manual_pages(case):
    """Yields command, help and manual page, first of the program itself."""
    usage = case.exits(0, "--help").stdout
    yield "animproof", usage, case.exits(0, "manual").stdout
    for command, parts in sorted(set(USAGE.findall(usage.decode()))):
        yield command, case.exits(0, command, "--help").stdout, case.exits(0, "manual", command).stdout
        for part in parts.split("|") if command in WITH_SUBCOMMANDS else ():
            yield command + " " + part, case.exits(0, command, part, "--help").stdout, b""


case = Case()
made = ["%s\t%08x\t%08x" % (name, zlib.crc32(text), zlib.crc32(page)) for name, text, page in help_and_manual_pages(case)]
if bless:
    write(TABLE, "\n".join(made) + "\n")
kept = read_text(TABLE).splitlines()
for row in sorted(set(made) ^ set(kept)):
    case.check(False, "%s: %s; `make bless` accepts the change" % (row, "new text" if row in made else "former text"))
case.check(made == kept and len(made) > 20, "help_sums.tsv has the sums of the %d help and manual pages" % len(made))
case.finish()
