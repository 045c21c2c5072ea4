"""Writes docs/evidence/detection.md with the measurements of detection.py."""

import os

import measured
from cli_case import ROOT, read_text, write
from wrong_counts import AMBIGUOUS, AT_FIELD, RIGHT_PLACE, CHANGES, ELSEWHERE, EVERY, FIRST, FORMATS, LATER, NAMED, VALID, WRONG_PLACE

GOAL = 10 ** 6
PAGE = os.path.join(ROOT, "docs/evidence/detection.md")
HEAD = """# Detection

This page measures the share of faults that the program finds at the right position. `make detection` writes the page. The figures are of SEEDS=%(seeds)d at %(at)s; a
run repeats them, except for the comparison with readers, which continues where it stopped.

## Conformance corpora

%(seeds)d corpora of each format (`animproof corpus build --format FORMAT --seed 1` to `%(seeds)d`), each checked with
`animproof corpus verify --matrix`. A case is a file with one fault. False alarms are counted over valid files and near misses,
which are valid files close to a fault.

"""
DIFFERENTIAL = """
## Against independent readers

The program and the readers in `tests/ref`, which share no code with it, check mutated golden files. They agree on a
file if result, rules, severities, offsets, lengths and paths are the same, finding by finding. The goal is a million files a
format. `make detection SECONDS=3600 ONLY=comparison` continues; `tests/lab/bench/detection/differential.tsv` lists the finished steps.
`tests/ref/compare.py build/animproof golden --formats FORMAT --seed SEED --files DRAWN` repeats a step, with the samples of that checksum.
Each step ran with the program of its day; a step with a disagreement is repeated after the program or the reader is
fixed. Files with their companions (`memg+obj`, `md5anim+md5mesh`) are compared only in `make test`.

"""
SETS = """
## Sets of files

Generated sets of what a modder has: a mesh and its animations in one folder or in several, gib models and levels of detail, an `.md5scale`, motions with
their scenes, recordings and cameras, a fifth of them in an archive. `lint --strict` must report nothing, not even a note, and `animproof sets` must give each animation the
mesh that the search of `tests/ref` finds, which shares no code with the program. `make false-alarms` repeats it with SETS=%(sets)d SEED=%(seed)d and the real
animations of the samples, if they are installed. The figures are of %(at)s.

"""
COUNTS = """
## Wrong counts

These files have one wrong count and are otherwise unchanged. The right count is *named* if a finding gives it: "with N the file can be read to its
end", another field that needs N, or the layout of a known mistake. A file is *undecidable* if it has no error with
the wrong count, or if another, smaller count of the same field also lets the file be read to its end (both the program and the reader
in `tests/ref` find it): the file does not show which count was meant. *Share* excludes these files. The goal is 95 %%. *Named first* is the share in which the first
finding, other than a note, gives the count.

The corpus is `animproof corpus build --format FORMAT --originals FOLDER`: each case that differs from its original in one count of four
bytes. The other rows change such counts in the files of `golden/FORMAT/valid`: all of memg, and of mrtk one change in %(mrtk)d.

"""
MEANING = """
An impossible count is reported at its field. A possible but wrong count shows only later, when other fields are read at the wrong position. If
these bytes look like a count, the finding may name a number for that count, which is not the wrong one
(*a count elsewhere*), or describe the field without a number (*reported later*). The message of the first finding after
the wrong count therefore begins with the wrong count: "FIELD at byte 0x1b is M; with N the file can be read to its end without an error", if one value of
one count leaves fewer findings than any other value of the counts that may be wrong (`core/layout/candidates.c`,
`validators/mrtk/mrtk_marker_count.c`, `validators/memg/other_layouts/memg_wrong_count.c`). `animproof fix --unsafe` writes that value. A key count of mrtk has the rule
`mrtk/key-count` (`validators/mrtk/mrtk_wrong_count.c`). Of the markers of mrtk, the program tries their count; of memg, the counts of the first four groups with counts that do not
fit each other, and those of the header. It tries up to 2^20 values of a count (4,096 of a name's length), and reads up to 2^20 records for
their structure and 64 MiB plus four times the file's size in full; a file of 82 MB took 0.2 seconds. Beyond these limits no count is named.
"""
PAGE_COUNTS = """
## Wrong key counts of `mrtk`

These files are built from the page of the format alone (`tests/lab/bench/detection/mrtk_page_counts.py`): each curve of both versions and both layouts, with a key count of
-1, 2147483647, one more, one fewer, 0 and twice. The goals are a first error at the count in 99 %% and the right layout in 99.9 %%. A file is *undecidable* if it has no
error: zeros in its keys are read as curves, so another division into curves fits exactly. It counts as missed.

"""
CANONICAL = """
## Canonical text

Assimp loads every valid file of a standard corpus after `animproof format` (`make loaders`, then `build/loaders/assimp FILE`).
[assimp.md](assimp.md) has the corpus without `format`.

"""


def percent_text(part, whole):
    return "%.2f %%" % (100 * part / whole) if whole else "-"


def markdown_table(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join("| %s |\n" % " | ".join(map(str, cells)) for cells in lines)


def detection_table(sums, wrong):
    rows = []
    for kind, (cases, found, missed, rule, place, much, near, alarms) in [*sums.items(), ("all", map(sum, zip(*sums.values())))]:
        rows.append([kind, cases, percent_text(found, cases), missed, rule, place, much, "%d of %d" % (alarms, near)])
    text = markdown_table(["format", "cases", "recall", "missed", "wrong rule", "offset error", "additional findings", "false alarms"], rows)
    return text + "".join("\n- %s, seed %d: the findings of `%s` differ from those in its corpus\n" % row for row in wrong)


def comparison_table(steps):
    rows = []
    for kind, done in steps.items():
        files, findings, disagreed = (sum(step[-i] for step in done) for i in (3, 2, 1))
        rows.append([kind, files, percent_text(files, GOAL), findings, disagreed, "%.2g" % (disagreed / files) if files else "-"])
    return markdown_table(["format", "files", "of the goal", "findings compared", "disagreements", "rate a file"], rows)


def table_of_named_shares(tally):
    rows = []
    for kind in FORMATS:
        for change in ("defects of a corpus", *CHANGES):
            found = tally[kind, change]
            cases, open_ = sum(found.values()), found[VALID] + found[AMBIGUOUS]
            named = sum(found[how] for how in NAMED)
            first = tally[kind, FIRST + change][True]
            rows.append([kind + ", " + change, cases, open_, named, percent_text(named, cases - open_), percent_text(first, cases - open_),
                         found[AT_FIELD], found[ELSEWHERE], found[LATER]])
    return markdown_table(["format, change", "cases", "undecidable", "named", "share", "named first", "at the field, no number", "a count elsewhere",
                  "reported later"], rows)


def other_fields_sentence(tally):
    parts = ["%s %d of %d" % (kind, found[WRONG_PLACE], sum(found.values())) for kind in FORMATS for found in [tally[kind, RIGHT_PLACE]]]
    return "\nSome findings name a count of another field than their own. This count is not the changed one in: %s.\n\n" % ", ".join(parts)


def table_of_outcomes(tally, examples):
    """Returns a table of the outcomes (how findings name the right count, or why they do not), with the number of cases and the
    first case of each.
    """
    rows = []
    for kind in FORMATS:
        for how in (*NAMED, VALID, AMBIGUOUS, AT_FIELD, ELSEWHERE, LATER):
            number = sum(found[how] for (form, _), found in tally.items() if form == kind)
            if number:
                case = examples[kind, how]
                rows.append(["%s: %s" % (kind, how), number,
                             "`%s`, `%s` %d, %s" % (case.name, case.field["path"], case.field["value"], case.change)])
    return markdown_table(["outcome", "cases", "first case"], rows)


def page_counts_table(tally):
    rows = [["%s, %s" % name, found.files, found.undecidable, percent_text(found.first, found.files), percent_text(found.layout, found.files)]
            for name, found in tally.items()]
    total = [sum(found[part] for found in tally.values()) for part in range(4)]
    rows.append(["all", total[0], total[3], percent_text(total[1], total[0]), percent_text(total[2], total[0])])
    return markdown_table(["version, layout", "files", "undecidable", "first error at the count", "layout right"], rows)


def page_counts_section(tally):
    return PAGE_COUNTS.replace("%%", "%") + page_counts_table(tally)


def canonical_text_table(texts):
    if texts is None:
        return "Not measured: Assimp is not installed (`make loaders-setup`).\n"
    rows = [[kind, len(done), sum(status == 0 for _, status, _, _ in done), sum(before != 0 for _, _, before, _ in done)]
            for kind, done in texts.items()]
    lines = [markdown_table(["format", "valid files", "canonical text loaded", "file itself not loaded"], rows), "\n"]
    for name, status, before, said in (text for done in texts.values() for text in done if text[1] or text[2]):
        lines.append("- `%s`: exit %d with the file, exit %d with the canonical text%s\n" % (name, before, status, ", " + said if status else ""))
    return "".join(lines).rstrip("\n") + "\n"


def replace_page_section(part):
    """Replaces one section of the page."""
    heading = part.lstrip("\n").split("\n", 1)[0] + "\n"
    before, _, rest = read_text(PAGE).partition(heading)
    after = rest[rest.index("\n## "):]
    write(PAGE, before + part.lstrip("\n") + after)


def section_of_page(heading):
    """Returns the section with this heading from the page, and the empty line before the section."""
    return "\n" + heading + read_text(PAGE).split("\n" + heading, 1)[1].split("\n## ", 1)[0]


def replace_sets_section(options, rows):
    """Replaces the section of false_alarms.py, which has a row for each kind of files."""
    head = ["files", "sets", "checked files", "findings", "animations", "with a mesh", "other mesh than by the search"]
    replace_page_section(SETS % {**vars(options), "at": measured.current_commit_with_date()} + markdown_table(head, rows))


def comparison_section(steps):
    return DIFFERENTIAL + comparison_table(steps)


def wrong_counts_section(tally, examples):
    return COUNTS % EVERY + table_of_named_shares(tally) + other_fields_sentence(tally) + table_of_outcomes(tally, examples) + MEANING


def write_page(options, sums, wrong, steps, tally, examples, texts):
    sets = section_of_page("## Sets of files\n")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(HEAD % {**vars(options), "at": measured.current_commit_with_date()} + detection_table(sums, wrong) + comparison_section(steps) + sets
                   + wrong_counts_section(tally, examples) + PAGE_COUNTS.replace("%%", "%") + CANONICAL + canonical_text_table(texts))
