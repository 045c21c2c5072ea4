"""Writes docs/evidence/detection.md from what detection.py measured."""

import os

from wrong_counts import AMBIGUOUS, AT_FIELD, BESIDES, CHANGES, ELSEWHERE, EVERY, FIRST, FORMATS, LATER, NAMED, ROOT, VALID, WRONGLY

GOAL = 10 ** 6
PAGE = os.path.join(ROOT, "docs/evidence/detection.md")
HEAD = """# What is detected

How much of what is wrong is found, and found where it is. `make detection` measures it and writes this page
(SEEDS=%(seeds)d for the figures below; they are the same each time, but for the comparison with readers, which goes on where it stopped).

## Conformance corpora

%(seeds)d corpora of each format (`animproof corpus build --format FORMAT --seed 1` to `%(seeds)d`), each checked with
`animproof corpus verify --matrix`. A case is a file with one fault. False alarms are counted over valid files and near misses,
which are files that are nearly at fault.

"""
DIFFERENTIAL = """
## Against independent readers

Mutated golden files, judged by the program and by the readers in `tests/ref`, which share no code with it. The two agree on a
file when verdict, rules, severities, offsets, lengths and paths are the same, finding by finding. The goal is a million files a
format. `make detection SECONDS=3600 ONLY=comparison` goes on; `tests/bench/detection/differential.tsv` lists the steps done, each of which
`tests/ref/compare.py build/animproof golden --formats FORMAT --seed SEED --files DRAWN` repeats, with the samples of that checksum.
A step was judged by the program of its day; one with a disagreement is done again when the program, or the reader, was
mended. Files with their companions (`memg+obj`, `md5anim+md5mesh`) are compared in `make test` alone.

"""
COUNTS = """
## Wrong counts

Files with one wrong count, the rest as it was. The right count is *named* when a finding says it: "with N the rest reads to the end of
the file", another field that asks for N, or the layout of a known mistake. *Undecidable* is a file that has no error with
the wrong count, or in which another, smaller count of the same field reads to the end as well (both the program and the reader
in `tests/ref` get there): nothing in it tells which one was meant. *Share* leaves those out. The goal is 95 %%. *Named first*: the share in which the first
finding says it, notes apart.

The corpus is `animproof corpus build --format FORMAT --originals FOLDER`: each case that differs from its original in one count of four
bytes. In the others such counts of the files of `golden/FORMAT/valid` are changed: all of memg, and of mrtk one change in %(mrtk)d.

"""
MEANING = """
A count that cannot be is reported where it is. A wrong count that can be is noticed where what follows is read at the wrong place. If
that looks like a count, a number with which this count reads to the end may be named there, which is not the right one
(*a count elsewhere*); or a finding tells what is wrong with what was read, and no number (*reported later*). The first finding behind
the wrong count begins with it then: "FIELD at byte 0x1b is M; with N the rest reads to the end of the file without an error", where one value of
one count leaves fewer findings than any other value of the counts that may be at fault (`core/layout/suspects.c`,
`validators/mrtk/mrtk_suspect.c`, `validators/memg/other_layouts/memg_suspect.c`). `animproof fix --unsafe` writes that one. Tried are, of mrtk, the 14
counts before the first traces of a fault and before the finding, and the markers'; of memg the counts of the first four groups whose counts do not
fit each other, and the header's. Each count is asked for up to 2^20 values (a name's length for 4,096), a file for 2^20 records read for
their structure and 64 MiB and four times its size judged; a file of 82 MB took 0.2 seconds. Where that is not enough, no count is named.
"""
CANONICAL = """
## Canonical text

Every valid file of a standard corpus after `animproof format`, loaded by Assimp (`make loaders`, then `build/loaders/assimp FILE`).
[assimp.md](assimp.md) tells what Assimp makes of the corpus itself.

"""


def share(part, whole):
    return "%.2f %%" % (100 * part / whole) if whole else "-"


def table(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join("| %s |\n" % " | ".join(map(str, cells)) for cells in lines)


def matrix(sums, wrong):
    rows = []
    for kind, (cases, found, missed, rule, place, much, near, alarms) in [*sums.items(), ("all", map(sum, zip(*sums.values())))]:
        rows.append([kind, cases, share(found, cases), missed, rule, place, much, "%d of %d" % (alarms, near)])
    text = table(["format", "cases", "recall", "missed", "wrong rule", "offset error", "too much said", "false alarms"], rows)
    return text + "".join("\n- %s, seed %d: `%s` is judged otherwise than its corpus says\n" % row for row in wrong)


def differential(steps):
    rows = []
    for kind, done in steps.items():
        files, findings, disagreed = (sum(step[-i] for step in done) for i in (3, 2, 1))
        rows.append([kind, files, share(files, GOAL), findings, disagreed, "%.2g" % (disagreed / files) if files else "-"])
    return table(["format", "files", "of the goal", "findings compared", "disagreements", "rate a file"], rows)


def shares(tally):
    rows = []
    for kind in FORMATS:
        for change in ("defects of a corpus", *CHANGES):
            found = tally[kind, change]
            cases, open_ = sum(found.values()), found[VALID] + found[AMBIGUOUS]
            named = sum(found[how] for how in NAMED)
            first = tally[kind, FIRST + change][True]
            rows.append([kind + ", " + change, cases, open_, named, share(named, cases - open_), share(first, cases - open_),
                         found[AT_FIELD], found[ELSEWHERE], found[LATER]])
    return table(["format, change", "cases", "undecidable", "named", "share", "named first", "at the field, no number", "a count elsewhere",
                  "reported later"], rows)


def besides(tally):
    told = ["%d of %d of %s" % (found[WRONGLY], sum(found.values()), kind) for kind in FORMATS for found in [tally[kind, BESIDES]]]
    return "\nOf the counts that findings name besides their own, these are not the changed one: %s.\n\n" % ", ".join(told)


def ways(tally, examples):
    """How right counts were named, and why others were not, each with one example."""
    rows = []
    for kind in FORMATS:
        for how in (*NAMED, VALID, AMBIGUOUS, AT_FIELD, ELSEWHERE, LATER):
            number = sum(found[how] for (form, _), found in tally.items() if form == kind)
            if number:
                case = examples[kind, how]
                rows.append(["%s: %s" % (kind, how), number,
                             "`%s`, `%s` %d, %s" % (case.name, case.field["path"], case.field["value"], case.change)])
    return table(["what is found", "cases", "the first of them"], rows)


def canonical(texts):
    if texts is None:
        return "Not measured: Assimp is not installed (`make loaders-setup`).\n"
    rows = [[kind, len(done), sum(status == 0 for _, status, _, _ in done), sum(before != 0 for _, _, before, _ in done)]
            for kind, done in texts.items()]
    lines = [table(["format", "valid files", "canonical text loaded", "not loaded as they were"], rows), "\n"]
    for name, status, before, said in (text for done in texts.values() for text in done if text[1] or text[2]):
        lines.append("- `%s`: as it was, exit %d; canonical, exit %d%s\n" % (name, before, status, ", " + said if status else ""))
    return "".join(lines).rstrip("\n") + "\n"


def rewrite(part):
    """Only one part of the page, by its heading."""
    heading = part.lstrip("\n").split("\n", 1)[0] + "\n"
    with open(PAGE, encoding="utf-8") as file:
        before, _, rest = file.read().partition(heading)
    after = rest[rest.index("\n## "):]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + part.lstrip("\n") + after)


def comparison(steps):
    return DIFFERENTIAL + differential(steps)


def wrong_counts(tally, examples):
    return COUNTS % EVERY + shares(tally) + besides(tally) + ways(tally, examples) + MEANING


def write(options, sums, wrong, steps, tally, examples, texts):
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(HEAD % vars(options) + matrix(sums, wrong) + comparison(steps)
                   + wrong_counts(tally, examples) + CANONICAL + canonical(texts))
