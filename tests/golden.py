#!/usr/bin/python3
"""Compares the files of golden/ with the files that the program writes now, and with its findings.

    golden.py ANIMPROOF check     fails for a golden file that differs, is missing, or is not written any more
    golden.py ANIMPROOF bless     rewrites golden/ and prints the differences

golden/FORMAT/valid and golden/FORMAT/bad have cases of the conformance corpus with seed 1:
    valid/SHAPE.ext             a valid file; SHAPE.ext.map has every field with offset, bytes and value
    valid/near-RULE__what.ext   a near miss: a change that does not break RULE
    bad/RULE__what.ext          a change that breaks RULE
FILE.findings has a line `severity rule offset length path` for each finding that the change must cause. These findings come from the
corpus, not from the linter. golden/reference has files that other programs have written; their findings and maps come from the
linter, and tests/ref/compare.py compares the findings with those of independent readers. tests/mistakes.py checks golden/mistakes.

golden/FORMAT/messages.tsv and golden/reference/messages.tsv have the linter's messages: message, expected and found of each
finding, and the number of skipped checks. They show changes of the texts, and do not prove a finding right.
"""

import difflib
import json
import os
import sys
import tempfile

import commands
from cli_case import GOLDEN, CheckCounter, corpus_cases, files_below, json_report, read, write
from formats import COMPANIONS, EXTENSIONS, FORMATS, RULES_OF_MORE_FILES

NOT_GENERATED = ("README.md", "mistakes")
MESSAGES = "messages.tsv"
COLUMNS = ("file", "offset", "rule", "message", "expected", "found")
LARGEST_SHAPE = 16 * 1024   # bytes of a valid file: maps of larger files are long and test nothing new


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

    def field_map_of(self, path):
        head, rest = self.run("dump", "--flat", path, codes=(0, 1)).split(b"\n", 1)
        return head.split(b": ", 1)[1] + b"\n" + rest     # removes the path, which differs between machines

    def field_at(self, path, offset, form):
        """Returns the line of `dump` for the field that holds the byte. --input-format is given, since a damaged file may not be
        recognized."""
        lines = self.run("dump", "--flat", "--at", str(offset), "--input-format", form, path, codes=(0, 1))
        return lines.decode("ascii").strip().split("\n")[-1]

    def entries_of(self, path, form, companion=None):
        """Returns the entries of the JSON report of a file and its companion. Each pair is linted once."""
        if (path, companion) not in self.reports:
            options = ["--input-format", form]
            if companion:
                options += ["--obj" if form == "memg" else "--mesh", companion]
            else:
                options.append("--no-companions")  # another file of the folder may have the same skeleton
            self.reports[path, companion] = json_report(self.path, "lint", "--max-per-rule", "0", *options, path)["files"]
        return self.reports[path, companion]

    def findings_of(self, path, form, companion=None):
        entries = self.entries_of(path, form, companion)
        head = []
        if not companion and entries[0]["layout"] and "reference" in path:
            head.append("layout %s" % entries[0]["layout"])
        return lines_as_bytes(head + finding_lines(findings_with_owner(entries)))


def findings_with_owner(entries):
    """Returns [(true for a finding of the companion, false for one of the file, finding)]."""
    return [(index > 0, finding) for index, entry in enumerate(entries) for finding in entry["findings"]]


def sort_findings(found):
    """Sorts findings of the file before those of the companion, then by offset, rule and path."""
    return sorted(found, key=lambda pair: (pair[0], pair[1]["offset"], pair[1]["rule"], pair[1]["path"]))


def finding_lines(found):
    """Returns the lines of a .findings file."""
    found = sort_findings(found)
    lines = ["%s%s %s %d %d %s" % ("companion: " if in_companion else "", finding["severity"], finding["rule"],
                                   finding["offset"], finding["length"], finding["path"])
             for in_companion, finding in found]
    return [line.rstrip() for line in lines]


def table_cell(text):
    """Returns a text of the report as a cell of a table, in ASCII: "-" for null, "(empty)" for an empty text."""
    return "-" if text is None else json.dumps(text)[1:-1].replace('\\"', '"') or "(empty)"


def message_lines(name, entries):
    """Yields the lines of messages.tsv for a file: one for each finding, and one if checks were skipped."""
    for in_companion, finding in sort_findings(findings_with_owner(entries)):
        words = [table_cell(finding[member]) for member in ("message", "expected", "found")]
        yield "\t".join(["companion of " * in_companion + name, str(finding["offset"]), finding["rule"], *words])
    skipped = sum(entry["skipped_checks"] for entry in entries)
    if skipped:
        yield "%s\t-\tskipped_checks\t%d" % (name, skipped)


def lines_as_bytes(lines):
    return "".join(line + "\n" for line in lines).encode("ascii")


def expected_findings_file(case):
    """Returns the .findings file of a case, from the expected findings of the manifest."""
    return lines_as_bytes(finding_lines([(finding["in"] == "companion", finding) for finding in case["expected"]]))


def golden_name(case, names_used):
    """Returns the path of a corpus case below golden/, without extension; None if golden/ does not have the case. names_used: the
    (format, rule, near miss) that have a case already; the new case is added."""
    kind = case["id"].split("_")[0]
    shape = case["id"][len(kind) + len(case["format"]) + 2:]
    if case["defect"] is None:
        return "%s/valid/%s" % (case["format"], shape) if kind == "y" and case["size"] <= LARGEST_SHAPE else None
    rule, what = case["defect"].split("/")[1].split("_", 1)
    near = shape.startswith("near_")
    if (case["format"], rule, near) in names_used:
        return None
    names_used.add((case["format"], rule, near))
    return "%s/%s%s__%s" % (case["format"], "valid/near-" if near else "bad/", rule, what)


def corpus_files(program):
    """Returns {path: bytes} of the files of golden/ that come from the corpus."""
    files, names_used = {}, set()
    with tempfile.TemporaryDirectory(prefix="animproof-golden-") as folder:
        corpus = os.path.join(folder, "corpus")
        program.run("corpus", "build", corpus, "--size", "small", "--seed", "1")
        for case in corpus_cases(corpus):
            path = os.path.join(corpus, case["file"])
            case["size"] = os.path.getsize(path)
            name = golden_name(case, names_used)
            if name is None:
                continue
            name += os.path.splitext(case["file"])[1]
            files[name] = read(path)
            files[name + ".findings"] = expected_findings_file(case)
            if case["companion"]:
                extension = os.path.splitext(case["companion"])[1]
                files[os.path.splitext(name)[0] + extension] = read(os.path.join(corpus, case["companion"]))
            if case["defect"] is None:
                files[name + ".map"] = program.field_map_of(path)
    return files


def golden_paths(*folders):
    for folder in folders:
        for path in files_below(os.path.join(GOLDEN, folder)):
            yield os.path.relpath(path, GOLDEN)


def format_of(path):
    return next(part for part in path.split(os.sep) if part in FORMATS)


def is_of_folder_format(path):
    """Returns true if the file has its folder's format; false for companions, findings and maps."""
    return any(part in FORMATS for part in path.split(os.sep)) and path.endswith(EXTENSIONS[format_of(path)])


def findings_and_maps_of_reference(program):
    """Returns {path: bytes} of the findings and maps of golden/reference."""
    files = {}
    for path in golden_paths("reference"):
        if not is_of_folder_format(path):
            continue
        whole = os.path.join(GOLDEN, path)
        findings = program.findings_of(whole, format_of(path))
        files[path + ".findings"] = findings
        if b"error " not in findings and os.path.getsize(whole) <= LARGEST_SHAPE:
            files[path + ".map"] = program.field_map_of(whole)
    return files


def print_difference(path, before, after):
    lines = difflib.unified_diff(before.decode("ascii", "replace").splitlines(),
                                 after.decode("ascii", "replace").splitlines(), "golden/" + path, "now", lineterm="")
    print("\n".join(list(lines)[:40]))


def print_byte_difference(program, path, before, after):
    """Prints the first byte in which a golden file differs from the file that the program writes now, and the field in both
    files."""
    at = next((i for i, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
    print("golden/%s: byte %d of %d differs from the file that is written now (%d bytes)" % (path, at, len(before), len(after)))
    with tempfile.TemporaryDirectory(prefix="animproof-golden-") as folder:
        for side, content in (("golden", before), ("now", after)):
            copy = os.path.join(folder, os.path.basename(path))
            write(copy, content)
            print("  %s: %s" % (side, program.field_at(copy, at, format_of(path))))


def print_and_list_differences(program, wanted):
    """Prints how golden files differ from the wanted ones. Returns the paths of those that differ or are missing."""
    wrong = []
    for path, after in sorted(wanted.items()):
        whole = os.path.join(GOLDEN, path)
        before = read(whole) if os.path.exists(whole) else None
        if before == after:
            continue
        wrong.append(path)
        if before is None:
            print("golden/%s is missing" % path)
        elif is_of_folder_format(path):
            print_byte_difference(program, path, before, after)
        else:
            print_difference(path, before, after)
    return wrong


def companion_of(path, wanted):
    """Returns the path of a golden file's companion, or None."""
    candidates = (os.path.splitext(path)[0] + extension for extension in COMPANIONS)
    return next((os.path.join(GOLDEN, other) for other in candidates if other in wanted and other != path), None)


def message_tables(program, wanted):
    """Returns {path: bytes} of the messages.tsv files, from linting the golden files."""
    tables = {folder + "/" + MESSAGES: ["\t".join(COLUMNS)] for folder in FORMATS + ("reference",)}
    for path in sorted(golden_paths(*FORMATS, "reference")):
        if not is_of_folder_format(path) or path + ".findings" not in wanted:
            continue
        entries = program.entries_of(os.path.join(GOLDEN, path), format_of(path), companion_of(path, wanted))
        folder, name = path.split(os.sep, 1)
        tables[folder + "/" + MESSAGES].extend(message_lines(name, entries))
    return {path: lines_as_bytes(lines) for path, lines in tables.items()}


def check_findings(program, wanted, count):
    """Checks that linting the golden files gives the findings of the .findings files."""
    for path in sorted(wanted):
        if is_of_folder_format(path) and os.path.exists(os.path.join(GOLDEN, path)):
            found = program.findings_of(os.path.join(GOLDEN, path), format_of(path), companion_of(path, wanted))
            count.check(found == wanted[path + ".findings"], path + ".findings")
            if found != wanted[path + ".findings"]:
                print_difference(path + ".findings", wanted[path + ".findings"], found)


def rules_without_golden_files(program, wanted):
    """Yields a description of each rule without a file that breaks the rule, or without a near miss."""
    rules = json.loads(program.run("rules", "--format", "json"))["rules"]
    names = set((format_of(path), os.path.basename(path).split("__")[0]) for path in wanted if "__" in path)
    for rule in rules:
        table, name = rule["id"].split("/")
        if table in ("file", "policy"):  # tests/cli/config/test_policy.py tests the policy rules, which need a configuration
            continue
        if name in RULES_OF_MORE_FILES:  # tests/cli/lint/test_sets.py tests them
            continue
        form = {"obj": "memg"}.get(table, table)
        name = name if table in FORMATS else "%s-%s" % (table, name)
        for needed in (name, "near-" + name):
            if (form, needed) not in names:
                yield "%s: golden/ has no file %s__*" % (rule["id"], needed)


def replace_golden_files(wanted):
    for path in list(golden_paths(*FORMATS, "reference")):
        if not path.startswith("reference") or path.endswith((".findings", ".map")):
            if not path.endswith(MESSAGES):     # messages.tsv is written after the other files
                os.remove(os.path.join(GOLDEN, path))
    write_golden_files(wanted)


def write_golden_files(files):
    for path, content in files.items():
        write(os.path.join(GOLDEN, path), content)


def main():
    program, action, count = Program(sys.argv[1]), sys.argv[2], CheckCounter()
    of_corpus = corpus_files(program)
    wanted = dict(of_corpus, **findings_and_maps_of_reference(program))
    wrong = print_and_list_differences(program, wanted)
    if action == "bless":
        replace_golden_files(wanted)
    messages = message_tables(program, wanted)
    wrong += print_and_list_differences(program, messages)
    if action == "bless":
        write_golden_files(messages)
    wanted.update(messages)
    check_findings(program, of_corpus, count)
    for fault in rules_without_golden_files(program, of_corpus):
        count.check(False, fault)
    for path in golden_paths(""):
        expected = not path.startswith("reference") or path.endswith((".findings", ".map", MESSAGES))
        if expected and path not in wanted and path.split(os.sep)[0] not in NOT_GENERATED:
            count.check(False, "golden/%s: the program does not write this file any more" % path)
    for path in wanted if action == "check" else ():
        count.check(path not in wrong, "golden/%s" % path)
    count.finish()


if __name__ == "__main__":
    main()
