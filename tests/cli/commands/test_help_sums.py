"""Checksums of the help and of the manual page of each command in help_sums.tsv, so that no text changes by accident.

`make bless` rewrites the table.
"""

import re
import zlib

from cli_case import path_in_tree, read_text, write

TABLE = path_in_tree("tests/cli/commands/help_sums.tsv")
USAGE = re.compile(r"^  animproof ([a-z]+)(?: ([a-z|]+))?", re.MULTILINE)
WITH_SUBCOMMANDS = ("corpus", "report")   # commands with subcommands that have their own help


def help_and_manual_pages(animproof):
    """Yields command, help and manual page, first of the program itself. The manual page of a subcommand is empty."""
    usage = animproof.exits(0, "--help").stdout
    yield "animproof", usage, animproof.exits(0, "manual").stdout
    for command, parts in sorted(set(USAGE.findall(usage.decode()))):
        yield command, animproof.exits(0, command, "--help").stdout, animproof.exits(0, "manual", command).stdout
        for part in parts.split("|") if command in WITH_SUBCOMMANDS else ():
            yield command + " " + part, animproof.exits(0, command, part, "--help").stdout, b""


def test_help_and_manual_pages_have_their_checksums(animproof, request):
    made = ["%s\t%08x\t%08x" % (name, zlib.crc32(text), zlib.crc32(page)) for name, text, page in help_and_manual_pages(animproof)]
    if request.config.getoption("--bless"):
        write(TABLE, "\n".join(made) + "\n")
    assert read_text(TABLE).splitlines() == made and len(made) > 20, "`make bless` accepts a change"
