"""Measures which lines and branches of core/ and validators/ the corpora of a campaign reach, and which rules their files
break.
"""

import collections
import concurrent.futures
import json
import os
import subprocess
import tempfile

import children
import corpora
import linting
import terminal
import tree

CONFIG = "coverage-llvm"
WATCHED = ("core/", "validators/")
NOTES = os.path.join(tree.ROOT, "fuzz", "unreached.tsv")
SECONDS = 600  # seconds, time limit of one target's corpus
JOBS = 2


class Source:
    """Coverage of one source file: {line: executions}, [(first line, function)], number of branches, number of taken branches."""

    def __init__(self, path):
        self.path = path
        self.lines, self.starts = {}, []
        self.branches = self.branches_taken = 0

    def count_reached(self):
        return sum(1 for count in self.lines.values() if count)

    def lines_not_reached(self):
        return [line for line, count in sorted(self.lines.items()) if not count]

    def function_at(self, line):
        before = [(start, name) for start, name in self.starts if start <= line]
        return max(before)[1] if before else ""


def write_profile(target, folder, place):
    """Runs the target's coverage build on a folder; returns the path of the profile, None if no profile was written."""
    if not tree.files_in(folder):
        return None
    path = os.path.join(place, target.name + ".profraw")
    status, output = children.run_program([target.program(CONFIG), folder],
                                     children.environment_of_program(False, LLVM_PROFILE_FILE=path), SECONDS)
    if status != 0:
        tree.print_message("%s: no coverage, replaying its corpus ended with %s:\n%s" % (target.name, status, output[-800:]))
    return path if os.path.exists(path) else None


def sources_by_path_of_lcov(lines):
    """Parses lcov output; returns {path from the root: Source} of the files below WATCHED."""
    sources, source = {}, None
    for line in lines:
        key, _, value = line.strip().partition(":")
        if key == "SF":
            path = os.path.relpath(value, tree.ROOT)
            source = sources.setdefault(path, Source(path)) if path.startswith(WATCHED) else None
        if source is None:
            continue
        if key == "DA":
            number, count = value.split(",")[:2]
            source.lines[int(number)] = source.lines.get(int(number), 0) + int(count)
        elif key == "FN":
            number, name = value.split(",", 1)
            source.starts.append((int(number), name.rpartition(":")[2]))
        elif key == "BRF":
            source.branches = int(value)
        elif key == "BRH":
            source.branches_taken = int(value)
    return sources


def run_tool(command):
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode != 0:
        raise tree.Failure("%s failed: %s" % (command[0], run.stderr.decode(errors="replace")[-1000:]))
    return run.stdout.decode(errors="replace")


def measure_coverage(campaign, targets):
    """Builds the project's own targets for coverage and runs their corpora; returns [Source] sorted by path."""
    targets = [target for target in targets if target.is_own]
    if not targets:
        return []
    profdata, cov = (tree.need_tool(name + "-19", name) for name in ("llvm-profdata", "llvm-cov"))
    tree.build_targets(CONFIG, targets)
    with tempfile.TemporaryDirectory() as place:
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            folders = [corpora.minimised_or_whole_corpus(campaign, target) for target in targets]
            raw = [path for path in pool.map(write_profile, targets, folders, [place] * len(targets)) if path]
        if not raw:
            return []
        merged = os.path.join(place, "all.profdata")
        run_tool([profdata, "merge", "-sparse", "-o", merged, *raw])
        programs = [target.program(CONFIG) for target in targets]
        objects = [word for program in programs[1:] for word in ("-object", program)]
        exported = run_tool([cov, "export", "-format=lcov", "-instr-profile=" + merged, programs[0], *objects])
    sources = sources_by_path_of_lcov(exported.splitlines())
    return [sources[path] for path in sorted(sources) if sources[path].lines]


class Notes:
    """Reasons why lines are not reached, from unreached.tsv. Columns: path; text of the line, function() or *; reason."""

    def __init__(self, path):
        self.why, self.used = {}, set()
        if path is None:
            path = NOTES if os.path.exists(NOTES) else None
        if path:
            with open(path, encoding="utf-8", errors="replace") as file:
                rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
            for row in rows:
                if len(row) != 3:
                    raise tree.Failure("%s: a row must have three columns, separated by tabs: %s" % (terminal.escape_name(path), row))
                self.why[row[0], row[1].strip()] = row[2]

    def reason_for(self, source, line, text):
        """Returns the reason for the line, else for its function, else for its file; "" if there is no row."""
        for key in (text, source.function_at(line) + "()", "*"):
            if (source.path, key) in self.why:
                self.used.add((source.path, key))
                return self.why[source.path, key]
        return ""

    def unused_rows(self):
        """Returns (path, second column) of each row of unreached.tsv that has matched no line."""
        return [key for key in self.why if key not in self.used]


def unreached_lines(sources, notes):
    """Returns [(path, line, function, text, reason)] of the lines that no target reached."""
    rows = []
    for source in sources:
        with open(os.path.join(tree.ROOT, source.path), encoding="utf-8") as file:
            texts = file.read().splitlines()
        for line in source.lines_not_reached():
            text = texts[line - 1].strip() if line <= len(texts) else ""
            rows.append((source.path, line, source.function_at(line), text, notes.reason_for(source, line, text)))
    return rows


def line_ranges(numbers):
    """Returns sorted line numbers as text, such as "3, 7-9"."""
    parts = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join("%d" % first if first == last else "%d-%d" % (first, last) for first, last in parts)


def group_rows_by_reason(rows):
    """Groups the rows of unreached_lines() as [(reason, number of lines, [(path, "3, 7-9", [function])])]; lines without a
    reason first.
    """
    found = {}
    for path, line, function, _, why in rows:
        lines, functions = found.setdefault(why, {}).setdefault(path, ([], []))
        lines.append(line)
        if function and function not in functions:
            functions.append(function)
    return [(why, sum(len(lines) for lines, _ in of.values()),
             [(path, line_ranges(lines), functions) for path, (lines, functions) in of.items()])
            for why, of in sorted(found.items(), key=lambda each: each[0] != "")]  # fmt: skip


# Rules


def count_files_by_broken_rule(campaign, target):
    """Returns {rule: number of files of the target's corpus that break it}."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        for path in tree.files_in(corpora.minimised_or_whole_corpus(campaign, target)):
            pair = linting.write_files_of_input(target, CONFIG, path, os.path.join(place, os.path.basename(path)))
            if pair[1]:
                found += linting.lint_file(target, *pair)
                for each in pair:
                    os.remove(each)
        found += linting.lint_file(target, place)
    return collections.Counter(rule for findings in found for rule in {finding["rule"] for finding in findings})


def measure_rules(campaign, targets):
    """Returns ({rule: number of files that break it}, [all rules]) over the corpora of all targets, companions included."""
    if not os.path.exists(tree.PROGRAM):
        tree.build_program()
    listed = json.loads(run_tool([tree.PROGRAM, "rules", "--format", "json"]))["rules"]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for each in pool.map(lambda target: count_files_by_broken_rule(campaign, target), targets):
            counts.update(each)
    return counts, [rule["id"] for rule in listed]
