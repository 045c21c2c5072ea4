#!/usr/bin/python3
"""Holds the golden files against what the program makes, writes and finds today.

    golden.py ANIMPROOF check     a golden file that is other, missing, stale or unlisted is a failure
    golden.py ANIMPROOF bless     writes golden/ anew and shows what changed

golden/FORMAT/valid and golden/FORMAT/bad are the first round of the conformance corpus with seed 1:
    valid/SHAPE.ext             a valid file; its map (every field with offset, bytes and value) stands beside it
    valid/near-RULE__what.ext   a change by which RULE is narrowly not broken
    bad/RULE__what.ext          a change by which it is
Beside each stands FILE.findings, a line a finding, `severity rule offset length path`: what the defect knows must be
found, which the linter was not asked for. golden/reference holds files that this program did not write; their findings
are the linter's (and tests/ref/compare.py holds them against independent readers), their maps too. golden/mistakes
belongs to tests/mistakes.py.

golden/FORMAT/messages.tsv and golden/reference/messages.tsv are the linter's words: message, expected and found of each
finding, and how many checks were skipped. They notice change and prove nothing; .findings are the witness.
"""

import difflib
import json
import os
import sys
import tempfile

import commands
from cli_case import GOLDEN, Count, read
from formats import COMPANIONS, EXTENSIONS, FORMATS

OTHERS = ("README.md", "mistakes")
MESSAGES = "messages.tsv"
COLUMNS = ("file", "offset", "rule", "message", "expected", "found")
LARGEST_SHAPE = 16 * 1024   # bytes; maps of larger files are long and show nothing new


class Program:
    """The animproof under test."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.reports = {}

    def run(self, *arguments, codes=(0,)):
        run = commands.run([self.path, *arguments], stdout=commands.PIPE, stderr=commands.PIPE)
        if run.returncode not in codes:
            raise SystemExit("animproof %s: exit %d\n%s" % (" ".join(arguments), run.returncode,
                                                            run.stderr.decode(errors="replace")))
        return run.stdout

    def map_of(self, path):
        head, rest = self.run("dump", "--flat", path, codes=(0, 1)).split(b"\n", 1)
        return head.split(b": ", 1)[1] + b"\n" + rest     # without the path, which says where it was made

    def field_at(self, path, offset, form):
        """The field that holds a byte, as one line; damaged files are read as what they are meant to be."""
        lines = self.run("dump", "--flat", "--at", str(offset), "--input-format", form, path, codes=(0, 1))
        return lines.decode("ascii").strip().split("\n")[-1]

    def entries_of(self, path, form, companion=None):
        """What `lint` reports of a file and of its companion; each is asked for once."""
        if (path, companion) not in self.reports:
            options = ["--input-format", form]
            if companion:
                options += ["--obj" if form == "memg" else "--mesh", companion]
            text = self.run("lint", "--no-config", "--format", "json", "--max-per-rule", "0", *options, path, codes=(0, 1))
            self.reports[path, companion] = json.loads(text)["files"]
        return self.reports[path, companion]

    def findings_of(self, path, form, companion=None):
        entries = self.entries_of(path, form, companion)
        head = []
        if not companion and entries[0]["layout"] and "reference" in path:
            head.append("layout %s" % entries[0]["layout"])
        return text_of(head + finding_lines(found_in(entries)))


def found_in(entries):
    """(in the companion, finding) of each finding."""
    return [(place > 0, finding) for place, entry in enumerate(entries) for finding in entry["findings"]]


def in_order(found):
    """Those at one offset are a set, so their rules order them."""
    return sorted(found, key=lambda pair: (pair[0], pair[1]["offset"], pair[1]["rule"], pair[1]["path"]))


def finding_lines(found):
    """A line a finding, the companion's last."""
    found = in_order(found)
    lines = ["%s%s %s %d %d %s" % ("companion: " if in_companion else "", finding["severity"], finding["rule"],
                                   finding["offset"], finding["length"], finding["path"])
             for in_companion, finding in found]
    return [line.rstrip() for line in lines]


def cell(text):
    """A text of the report as one cell of a table, ASCII; nothing and an empty text are two things."""
    return "-" if text is None else json.dumps(text)[1:-1].replace('\\"', '"') or "(empty)"


def message_lines(name, entries):
    """The linter's words of a file: a line a finding, and one for the checks that were skipped."""
    for in_companion, finding in in_order(found_in(entries)):
        words = [cell(finding[member]) for member in ("message", "expected", "found")]
        yield "\t".join(["companion of " * in_companion + name, str(finding["offset"]), finding["rule"], *words])
    skipped = sum(entry["skipped_checks"] for entry in entries)
    if skipped:
        yield "%s\t-\tskipped_checks\t%d" % (name, skipped)


def text_of(lines):
    return "".join(line + "\n" for line in lines).encode("ascii")


def expected_of(case):
    """The findings that the manifest knows."""
    return text_of(finding_lines([(finding["in"] == "companion", finding) for finding in case["expected"]]))


def name_of(case, taken):
    """Where a case of the corpus stands below golden/, without its ending; None where it is not one of them."""
    kind = case["id"].split("_")[0]
    shape = case["id"][len(kind) + len(case["format"]) + 2:]
    if case["defect"] is None:
        return "%s/valid/%s" % (case["format"], shape) if kind == "y" and case["size"] <= LARGEST_SHAPE else None
    rule, what = case["defect"].split("/")[1].split("_", 1)
    near = shape.startswith("near_")
    if (case["format"], rule, near) in taken:
        return None
    taken.add((case["format"], rule, near))
    return "%s/%s%s__%s" % (case["format"], "valid/near-" if near else "bad/", rule, what)


def made_today(program):
    """What golden/ has to hold besides reference/: path to bytes."""
    files, taken = {}, set()
    with tempfile.TemporaryDirectory(prefix="animproof-golden-") as folder:
        corpus = os.path.join(folder, "corpus")
        program.run("corpus", "build", corpus, "--size", "small", "--seed", "1")
        with open(os.path.join(corpus, "manifest.jsonl"), encoding="ascii") as manifest:
            cases = [json.loads(line) for line in manifest]
        for case in cases:
            path = os.path.join(corpus, case["file"])
            case["size"] = os.path.getsize(path)
            name = name_of(case, taken)
            if name is None:
                continue
            name += os.path.splitext(case["file"])[1]
            files[name] = read(path)
            files[name + ".findings"] = expected_of(case)
            if case["companion"]:
                ending = os.path.splitext(case["companion"])[1]
                files[os.path.splitext(name)[0] + ending] = read(os.path.join(corpus, case["companion"]))
            if case["defect"] is None:
                files[name + ".map"] = program.map_of(path)
    return files


def golden_paths(*folders):
    for folder in folders:
        for place, inner, names in os.walk(os.path.join(GOLDEN, folder)):
            inner.sort()
            for name in sorted(names):
                yield os.path.relpath(os.path.join(place, name), GOLDEN)


def form_of(path):
    return next(part for part in path.split(os.sep) if part in FORMATS)


def is_main(path):
    """Whether it is a file of its folder's format, and not what belongs with one."""
    return any(part in FORMATS for part in path.split(os.sep)) and path.endswith(EXTENSIONS[form_of(path)])


def reference_today(program):
    """The findings and maps of files that somebody else made."""
    files = {}
    for path in golden_paths("reference"):
        if not is_main(path):
            continue
        whole = os.path.join(GOLDEN, path)
        findings = program.findings_of(whole, form_of(path))
        files[path + ".findings"] = findings
        if b"error " not in findings and os.path.getsize(whole) <= LARGEST_SHAPE:
            files[path + ".map"] = program.map_of(whole)
    return files


def show(path, before, after):
    lines = difflib.unified_diff(before.decode("ascii", "replace").splitlines(),
                                 after.decode("ascii", "replace").splitlines(), "golden/" + path, "today", lineterm="")
    print("\n".join(list(lines)[:40]))


def show_bytes(program, path, before, after):
    """The first byte in which a golden file and today's differ, and its field on both sides."""
    at = next((i for i, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
    print("golden/%s: byte %d of %d is not what is made today (%d bytes)" % (path, at, len(before), len(after)))
    with tempfile.TemporaryDirectory(prefix="animproof-golden-") as folder:
        for side, content in (("golden", before), ("today", after)):
            copy = os.path.join(folder, os.path.basename(path))
            with open(copy, "wb") as file:
                file.write(content)
            print("  %s: %s" % (side, program.field_at(copy, at, form_of(path))))


def compare(program, wanted):
    """How many of the wanted files are as they must be, and the names of those that are not."""
    wrong = []
    for path, after in sorted(wanted.items()):
        whole = os.path.join(GOLDEN, path)
        before = read(whole) if os.path.exists(whole) else None
        if before == after:
            continue
        wrong.append(path)
        if before is None:
            print("golden/%s is missing" % path)
        elif is_main(path):
            show_bytes(program, path, before, after)
        else:
            show(path, before, after)
    return wrong


def companion_of(path, wanted):
    """The companion of a golden file, or None."""
    beside = (os.path.splitext(path)[0] + ending for ending in COMPANIONS)
    return next((os.path.join(GOLDEN, other) for other in beside if other in wanted and other != path), None)


def messages_today(program, wanted):
    """The tables of what the linter says of the golden files that are there."""
    tables = {folder + "/" + MESSAGES: ["\t".join(COLUMNS)] for folder in FORMATS + ("reference",)}
    for path in sorted(golden_paths(*FORMATS, "reference")):
        if not is_main(path) or path + ".findings" not in wanted:
            continue
        entries = program.entries_of(os.path.join(GOLDEN, path), form_of(path), companion_of(path, wanted))
        folder, name = path.split(os.sep, 1)
        tables[folder + "/" + MESSAGES].extend(message_lines(name, entries))
    return {path: text_of(lines) for path, lines in tables.items()}


def check_findings(program, wanted, count):
    """The linter on the golden files themselves."""
    for path in sorted(wanted):
        if is_main(path) and os.path.exists(os.path.join(GOLDEN, path)):
            found = program.findings_of(os.path.join(GOLDEN, path), form_of(path), companion_of(path, wanted))
            count.check(found == wanted[path + ".findings"], path + ".findings")
            if found != wanted[path + ".findings"]:
                show(path + ".findings", wanted[path + ".findings"], found)


def uncovered(program, wanted):
    """Rules of the formats without a file that shows them, or without one that narrowly does not."""
    rules = json.loads(program.run("rules", "--format", "json"))["rules"]
    names = set((form_of(path), os.path.basename(path).split("__")[0]) for path in wanted if "__" in path)
    for rule in rules:
        table, name = rule["id"].split("/")
        if table in ("file", "policy"):  # policy: of a configuration; tests/cli/config/test_policy.py
            continue
        form = {"obj": "memg"}.get(table, table)
        name = name if table in FORMATS else "%s-%s" % (table, name)
        for needed in (name, "near-" + name):
            if (form, needed) not in names:
                yield "%s: golden/ has no %s__*" % (rule["id"], needed)


def bless(wanted):
    for path in list(golden_paths(*FORMATS, "reference")):
        if not path.startswith("reference") or path.endswith((".findings", ".map")):
            if not path.endswith(MESSAGES):     # made when the others are there
                os.remove(os.path.join(GOLDEN, path))
    write(wanted)


def write(files):
    for path, content in files.items():
        whole = os.path.join(GOLDEN, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "wb") as file:
            file.write(content)


def main():
    program, action, count = Program(sys.argv[1]), sys.argv[2], Count()
    made = made_today(program)
    wanted = dict(made, **reference_today(program))
    wrong = compare(program, wanted)
    if action == "bless":
        bless(wanted)
    said = messages_today(program, wanted)
    wrong += compare(program, said)
    if action == "bless":
        write(said)
    wanted.update(said)
    check_findings(program, made, count)
    for fault in uncovered(program, made):
        count.check(False, fault)
    for path in golden_paths(""):
        expected = not path.startswith("reference") or path.endswith((".findings", ".map", MESSAGES))
        if expected and path not in wanted and path.split(os.sep)[0] not in OTHERS:
            count.check(False, "golden/%s: nothing makes it any more" % path)
    for path in wanted if action == "check" else ():
        count.check(path not in wrong, "golden/%s" % path)
    count.finish()


if __name__ == "__main__":
    main()
