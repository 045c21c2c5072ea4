#!/usr/bin/python3
"""Checks that the first finding of files with common mistakes names the cause at its position, and that few findings follow.

    mistakes.py ANIMPROOF check|bless

golden/mistakes/mistakes.tsv lists the files: the mistake, the rule that names the cause, and the position (line:column, or 0x… in
a binary file). People write this table; it comes neither from the defects of corpus/ nor from the linter.
golden/mistakes/messages.tsv has the messages of all findings, as tests/golden.py writes it for other files.

A fifth column says how the file is linted. Empty: by its path and by its folder, with equal findings. `named`: only by its path,
since name and content do not show the format. `format`: only by its path and with --input-format. docs/formats/mistakes.md shows
the first findings. `bless` writes that page and messages.tsv.
"""

import difflib
import os
import statistics
import sys

import golden
from cli_case import ROOT, CheckCounter, lint_entries, path_in_tree, read_text, write

FOLDER = path_in_tree("golden", "mistakes")
MESSAGES = os.path.join(FOLDER, golden.MESSAGES)
PAGE = path_in_tree("docs", "formats", "mistakes.md")
FORMATS = {"md5anim": "`.md5anim`", "md5mesh": "`.md5mesh`", "mrtk": "MRTK recordings", "memg": "MEMG recordings"}
MIN_FILES = {"md5anim": 30, "md5mesh": 7, "mrtk": 10, "memg": 10}     # number of files that each format needs
MOST_FINDINGS = 10                                  # errors and warnings of one file, the cause included
WAYS_TO_LINT = ("", "named", "format")

HEAD = """# Common mistakes, and the first finding of each

This page lists common mistakes in files, and the first finding of each. The files are in [golden/mistakes](../../golden/mistakes); each was broken by hand in one way.
`make test` checks that the first finding is the cause, at its position. *More* is the number of findings after the first.
"""


def file_linted_for_row(path):
    """Returns the file that is linted for a row: an .obj is linted with the motion of its name."""
    return path[:-len(".obj")] + ".bin" if path.endswith(".obj") else path


def companions_without_row(row):
    """Returns the files that have no row and are linted with the file of a row: the mesh of an animation, the .obj of a motion or
    the motion of an .obj."""
    stem, extension = os.path.splitext(row)
    return {stem + other for other in {".md5anim": (".md5mesh",), ".bin": (".obj",), ".obj": (".bin",)}.get(extension, ())}


class Mistake:
    """A row of mistakes.tsv, and the linter's findings on the file."""

    def __init__(self, line):
        fields = line.rstrip("\n").split("\t")
        self.file, self.what, self.rule, self.position = fields[:4]
        self.how_linted = fields[4] if len(fields) > 4 else ""
        self.format = self.file.split("/")[0]
        self.path = os.path.join(FOLDER, self.file)
        self.entry = None       # the file's entry in the JSON report
        self.findings = []


def read_table():
    return [Mistake(line) for line in read_text(os.path.join(FOLDER, "mistakes.tsv")).splitlines()[1:]]


def position_of(finding):
    if finding["line"] is None:
        return "0x%x" % finding["offset"]
    return "%d:%d" % (finding["line"], finding["column"])


def without_folder_findings(findings):
    """Returns the findings without those that compare the file with the other files of its folder."""
    return [finding for finding in findings if not finding["rule"].endswith("/set-skeleton")]


def faults_of_mistake(mistake, in_folder):
    """Yields the differences from the table. in_folder: the entries of the report of the file's folder."""
    if mistake.how_linted not in WAYS_TO_LINT:
        yield "has an unknown fifth column in mistakes.tsv: %r" % mistake.how_linted
    if not mistake.findings:
        yield "has no finding, the table says %s at %s" % (mistake.rule, mistake.position)
        return
    first = mistake.findings[0]
    if (first["rule"], position_of(first)) != (mistake.rule, mistake.position):
        yield "begins with %s at %s, the cause is %s at %s" % (first["rule"], position_of(first), mistake.rule,
                                                               mistake.position)
    serious = sum(finding["severity"] != "note" for finding in mistake.findings)
    if serious > MOST_FINDINGS:
        yield "has %d errors and warnings, %d are allowed" % (serious, MOST_FINDINGS)
    if mistake.how_linted == "" and mistake.path not in in_folder:
        yield "is not in the report when its folder is linted"
    elif mistake.path in in_folder and without_folder_findings(in_folder[mistake.path]["findings"]) != mistake.findings:
        yield "has different findings when its folder is linted"


def folder_faults(name, rows):
    """Yields a fault for each file of a format without a row, and one if the format has too few files."""
    folder = os.path.join(FOLDER, name)
    files = {name + "/" + file for file in os.listdir(folder)} if os.path.isdir(folder) else set()
    for file in sorted(files.difference(rows, *map(companions_without_row, rows))):
        yield "golden/mistakes/%s: has no row in mistakes.tsv" % file
    if len(files) < MIN_FILES[name]:
        yield "golden/mistakes/%s: %d files, %d are needed" % (name, len(files), MIN_FILES[name])


def escape_markdown(text):
    """Escapes the text for a cell of a Markdown table."""
    for letter in "\\|<*_`[":
        text = text.replace(letter, "\\" + letter)
    return text


def page_of_mistakes(mistakes):
    parts = [HEAD]
    for name, title in FORMATS.items():
        of_format = [mistake for mistake in mistakes if mistake.format == name and mistake.findings]
        parts.append("\n## %s\n\n| file | mistake | position | first finding | more |\n"
                     "| --- | --- | --- | --- | ---: |\n" % title)
        for mistake in of_format:
            first = mistake.findings[0]
            parts.append("| [%s](../../golden/mistakes/%s) | %s | %s | %s: %s **%s** | %d |\n" % (
                os.path.splitext(os.path.basename(mistake.file))[0], mistake.file, escape_markdown(mistake.what),
                position_of(first), first["severity"], escape_markdown(first["message"]), first["rule"], len(mistake.findings) - 1))
    return "".join(parts)


def messages_of(mistakes):
    lines = ["\t".join(golden.COLUMNS)]
    for mistake in mistakes:
        if mistake.entry:
            lines.extend(golden.message_lines(mistake.file, [mistake.entry]))
    return golden.lines_as_bytes(lines).decode("ascii")


def rewrite_if_blessed_and_compare(path, today, is_blessed):
    """Returns the lines in which a file differs from `today`. If `is_blessed` is true, first writes `today` to the file."""
    if is_blessed:
        write(path, today)
    written = read_text(path) if os.path.exists(path) else ""
    return difflib.unified_diff(written.splitlines(), today.splitlines(), os.path.relpath(path, ROOT), "today", lineterm="")


def main():
    program, action, count = os.path.abspath(sys.argv[1]), sys.argv[2], CheckCounter()
    mistakes = read_table()
    in_folder = {}
    for name in FORMATS:
        if os.path.isdir(os.path.join(FOLDER, name)):
            in_folder.update(lint_entries(program, "--max-per-rule=0", os.path.join(FOLDER, name)))
    rows = [mistake.file for mistake in mistakes]
    for name in MIN_FILES:
        faults = list(folder_faults(name, rows))
        count.check(not faults, "\n".join(faults))
    for mistake in mistakes:
        exists = os.path.exists(mistake.path)
        count.check(exists and rows.count(mistake.file) == 1, "golden/mistakes/%s: does not exist, or has several rows" % mistake.file)
        if not exists:
            continue
        options = ["--input-format", mistake.format] if mistake.how_linted == "format" else []
        mistake.entry = lint_entries(program, "--max-per-rule=0", *options, file_linted_for_row(mistake.path))[mistake.path]
        mistake.findings = mistake.entry["findings"]
        faults = list(faults_of_mistake(mistake, in_folder))
        count.check(not faults, "golden/mistakes/%s: %s" % (mistake.file, "; ".join(faults)))
    for path, text in ((PAGE, page_of_mistakes(mistakes)), (MESSAGES, messages_of(mistakes))):
        differences = list(rewrite_if_blessed_and_compare(path, text, action == "bless"))
        count.check(not differences, "\n".join(differences))
    counts = [len(mistake.findings) for mistake in mistakes] or [0]
    print("%d files: median %g findings, maximum %d" % (len(mistakes), statistics.median(counts), max(counts)))
    count.finish()


main()
