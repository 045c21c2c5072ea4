#!/usr/bin/python3
"""Files broken as people break them: the first finding of each names the cause at its place, and few follow.

    mistakes.py ANIMPROOF check|bless

golden/mistakes/mistakes.tsv lists the files with what was done to each, the rule that names the cause, and its place
(line:column, or 0x… in a binary file). It is written by hand: neither the defects of corpus/ nor the linter was asked.
golden/mistakes/messages.tsv is the linter's words about all of their findings, as tests/golden.py has them of other files.
A fifth column may say how the file is linted: empty (alone and met in its folder, with the same findings), `named`
(no entry when met in a folder, for its name and content do not tell its format), `format` (likewise, and a user has to
say the format, too). docs/formats/mistakes.md shows the first findings; bless writes it, and the words.
"""

import difflib
import json
import os
import statistics
import sys

import commands
import golden
from cli_case import ROOT, Count, in_tree, read_text, write

FOLDER = in_tree("golden", "mistakes")
MESSAGES = os.path.join(FOLDER, golden.MESSAGES)
PAGE = in_tree("docs", "formats", "mistakes.md")
FORMATS = {"md5anim": "`.md5anim`", "mrtk": "MRTK recordings", "memg": "MEMG recordings"}
LEAST = {"md5anim": 30, "mrtk": 10, "memg": 10}     # files of each format
MOST_FINDINGS = 10                                  # errors and warnings of one file: the cause and what follows
WAYS = ("", "named", "format")

HEAD = """# Common mistakes, and the first finding of each

This page lists common mistakes in files, and the first finding of each. The files are in [golden/mistakes](../../golden/mistakes); each was broken by hand in one way.
`make test` checks that the first finding is the cause, at its position. *More* is the number of findings after the first.
"""


class Mistake:
    """A row of the table, and what the linter says of its file."""

    def __init__(self, line):
        fields = line.rstrip("\n").split("\t")
        self.file, self.what, self.rule, self.place = fields[:4]
        self.way = fields[4] if len(fields) > 4 else ""
        self.format = self.file.split("/")[0]
        self.path = os.path.join(FOLDER, self.file)
        self.entry = None       # of the report
        self.findings = []


def table():
    return [Mistake(line) for line in read_text(os.path.join(FOLDER, "mistakes.tsv")).splitlines()[1:]]


def lint(program, *arguments):
    """The entries of a JSON report, by path."""
    run = commands.run([program, "lint", "--no-config", "--format", "json", "--max-per-rule", "0", *arguments], stdout=commands.PIPE)
    return {entry["file"]: entry for entry in json.loads(run.stdout)["files"]}


def place_of(finding):
    if finding["line"] is None:
        return "0x%x" % finding["offset"]
    return "%d:%d" % (finding["line"], finding["column"])


def faults_of(mistake, met):
    """What is not as the table says; met: the entries of its folder."""
    if mistake.way not in WAYS:
        yield "is linted in no known way: %r" % mistake.way
    if not mistake.findings:
        yield "has no finding, the table says %s at %s" % (mistake.rule, mistake.place)
        return
    first = mistake.findings[0]
    if (first["rule"], place_of(first)) != (mistake.rule, mistake.place):
        yield "begins with %s at %s, the cause is %s at %s" % (first["rule"], place_of(first), mistake.rule,
                                                               mistake.place)
    grave = sum(finding["severity"] != "note" for finding in mistake.findings)
    if grave > MOST_FINDINGS:
        yield "has %d errors and warnings, %d are allowed" % (grave, MOST_FINDINGS)
    if mistake.way == "" and mistake.path not in met:
        yield "is no entry when it is met in its folder"
    elif mistake.path in met and met[mistake.path]["findings"] != mistake.findings:
        yield "has other findings when it is met in its folder"


def listed(name, rows):
    """Files of a format without a row, and too few of them."""
    folder = os.path.join(FOLDER, name)
    files = {name + "/" + file for file in os.listdir(folder)} if os.path.isdir(folder) else set()
    for file in sorted(files - set(rows)):
        yield "golden/mistakes/%s: has no row in mistakes.tsv" % file
    if len(files) < LEAST[name]:
        yield "golden/mistakes/%s: %d files, %d are needed" % (name, len(files), LEAST[name])


def plain(text):
    """Text in a cell of a Markdown table."""
    for letter in "\\|<*_`[":
        text = text.replace(letter, "\\" + letter)
    return text


def page_of(mistakes):
    parts = [HEAD]
    for name, title in FORMATS.items():
        mine = [mistake for mistake in mistakes if mistake.format == name and mistake.findings]
        parts.append("\n## %s\n\n| file | what was done to it | place | first finding | more |\n"
                     "| --- | --- | --- | --- | ---: |\n" % title)
        for mistake in mine:
            first = mistake.findings[0]
            parts.append("| [%s](../../golden/mistakes/%s) | %s | %s | %s: %s **%s** | %d |\n" % (
                os.path.splitext(os.path.basename(mistake.file))[0], mistake.file, plain(mistake.what),
                place_of(first), first["severity"], plain(first["message"]), first["rule"], len(mistake.findings) - 1))
    return "".join(parts)


def messages_of(mistakes):
    lines = ["\t".join(golden.COLUMNS)]
    for mistake in mistakes:
        if mistake.entry:
            lines.extend(golden.message_lines(mistake.file, [mistake.entry]))
    return golden.text_of(lines).decode("ascii")


def compare(path, today, is_blessed):
    """The lines in which a file is other than today; with bless it is written anew."""
    if is_blessed:
        write(path, today)
    written = read_text(path) if os.path.exists(path) else ""
    return difflib.unified_diff(written.splitlines(), today.splitlines(), os.path.relpath(path, ROOT), "today", lineterm="")


def main():
    program, action, count = os.path.abspath(sys.argv[1]), sys.argv[2], Count()
    mistakes = table()
    met = {}
    for name in FORMATS:
        if os.path.isdir(os.path.join(FOLDER, name)):
            met.update(lint(program, os.path.join(FOLDER, name)))
    rows = [mistake.file for mistake in mistakes]
    for name in LEAST:
        faults = list(listed(name, rows))
        count.check(not faults, "\n".join(faults))
    for mistake in mistakes:
        is_there = os.path.exists(mistake.path)
        count.check(is_there and rows.count(mistake.file) == 1, "golden/mistakes/%s: has no file, or several rows" % mistake.file)
        if not is_there:
            continue
        asked = ["--input-format", mistake.format] if mistake.way == "format" else []
        mistake.entry = lint(program, *asked, mistake.path)[mistake.path]
        mistake.findings = mistake.entry["findings"]
        faults = list(faults_of(mistake, met))
        count.check(not faults, "golden/mistakes/%s: %s" % (mistake.file, "; ".join(faults)))
    for path, text in ((PAGE, page_of(mistakes)), (MESSAGES, messages_of(mistakes))):
        differences = list(compare(path, text, action == "bless"))
        count.check(not differences, "\n".join(differences))
    counts = [len(mistake.findings) for mistake in mistakes] or [0]
    print("%d files: median %g findings, at most %d" % (len(mistakes), statistics.median(counts), max(counts)))
    count.finish()


main()
