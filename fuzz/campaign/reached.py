"""What the corpora of a campaign reach: lines and branches of core/ and validators/, and rules of the linter."""

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
SECONDS = 600  # for one target's corpus
JOBS = 2


class Source:
    """One source file: {line: how often}, branches taken of all, where functions begin."""

    def __init__(self, path):
        self.path = path
        self.lines, self.starts = {}, []
        self.branches = self.branches_taken = 0

    def reached(self):
        return sum(1 for count in self.lines.values() if count)

    def unreached(self):
        return [line for line, count in sorted(self.lines.items()) if not count]

    def function_at(self, line):
        before = [(start, name) for start, name in self.starts if start <= line]
        return max(before)[1] if before else ""


def profile(target, folder, place):
    """Runs the target's coverage build on a folder of inputs; the path of what it recorded, or None."""
    if not tree.files_in(folder):
        return None
    path = os.path.join(place, target.name + ".profraw")
    status, said = children.run_once([target.program(CONFIG), folder],
                                     children.environment(False, LLVM_PROFILE_FILE=path), SECONDS)
    if status != 0:
        tree.tell("%s: no coverage, replaying its corpus ended with %s:\n%s" % (target.name, status, said[-800:]))
    return path if os.path.exists(path) else None


def parse_lcov(lines):
    """{path from the root: Source} of what is watched."""
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


def tool(command):
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode != 0:
        raise tree.Failure("%s failed: %s" % (command[0], run.stderr.decode(errors="replace")[-1000:]))
    return run.stdout.decode(errors="replace")


def lines_reached(campaign, targets):
    """[Source] in order of their paths; of our own targets, built for it."""
    targets = [target for target in targets if target.own]
    if not targets:
        return []
    profdata, cov = (tree.need_tool(name + "-19", name) for name in ("llvm-profdata", "llvm-cov"))
    tree.build(CONFIG, targets)
    with tempfile.TemporaryDirectory() as place:
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            folders = [corpora.corpus_of(campaign, target) for target in targets]
            raw = [path for path in pool.map(profile, targets, folders, [place] * len(targets)) if path]
        if not raw:
            return []
        merged = os.path.join(place, "all.profdata")
        tool([profdata, "merge", "-sparse", "-o", merged, *raw])
        programs = [target.program(CONFIG) for target in targets]
        objects = [word for program in programs[1:] for word in ("-object", program)]
        exported = tool([cov, "export", "-format=lcov", "-instr-profile=" + merged, programs[0], *objects])
    sources = parse_lcov(exported.splitlines())
    return [sources[path] for path in sorted(sources) if sources[path].lines]


class Notes:
    """Why lines are not reached. A line of the file: path, line's text or function() or *, and why, between tabs."""

    def __init__(self, path):
        self.why, self.used = {}, set()
        if path is None:
            path = NOTES if os.path.exists(NOTES) else None
        if path:
            with open(path, encoding="utf-8", errors="replace") as file:
                rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
            for row in rows:
                if len(row) != 3:
                    raise tree.Failure("%s: three columns between tabs are wanted: %s" % (terminal.name(path), row))
                self.why[row[0], row[1].strip()] = row[2]

    def of(self, source, line, text):
        """Of the line, else of its function, else of its file; "" where none is given."""
        for key in (text, source.function_at(line) + "()", "*"):
            if (source.path, key) in self.why:
                self.used.add((source.path, key))
                return self.why[source.path, key]
        return ""

    def stale(self):
        """[(path, key)] of what has explained no line so far."""
        return [key for key in self.why if key not in self.used]


def unreached_lines(sources, notes):
    """[(path, line, function, text, why)]"""
    rows = []
    for source in sources:
        with open(os.path.join(tree.ROOT, source.path), encoding="utf-8") as file:
            texts = file.read().splitlines()
        for line in source.unreached():
            text = texts[line - 1].strip() if line <= len(texts) else ""
            rows.append((source.path, line, source.function_at(line), text, notes.of(source, line, text)))
    return rows


def ranges(numbers):
    """"3, 7-9" of lines in order."""
    parts = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join("%d" % first if first == last else "%d-%d" % (first, last) for first, last in parts)


def by_reason(rows):
    """[(why, how many lines, [(path, "3, 7-9", [function])])] of unreached_lines(); the unexplained come first."""
    found = {}
    for path, line, function, _, why in rows:
        lines, functions = found.setdefault(why, {}).setdefault(path, ([], []))
        lines.append(line)
        if function and function not in functions:
            functions.append(function)
    return [(why, sum(len(lines) for lines, _ in of.values()),
             [(path, ranges(lines), functions) for path, (lines, functions) in of.items()])
            for why, of in sorted(found.items(), key=lambda each: each[0] != "")]  # fmt: skip


# Rules


def rules_of_target(campaign, target):
    """{rule: files of the target's corpus that break it}"""
    found = []
    with tempfile.TemporaryDirectory() as place:
        for path in tree.files_in(corpora.corpus_of(campaign, target)):
            pair = linting.unpack(target, CONFIG, path, os.path.join(place, os.path.basename(path)))
            if pair[1]:
                found += linting.lint(target, *pair)
                for each in pair:
                    os.remove(each)
        found += linting.lint(target, place)
    return collections.Counter(rule for findings in found for rule in {finding["rule"] for finding in findings})


def rules_reached(campaign, targets):
    """({rule: files}, [rules there are]) over all corpora; sides of formats that no target reads count, too."""
    if not os.path.exists(tree.PROGRAM):
        tree.build_program()
    listed = json.loads(tool([tree.PROGRAM, "rules", "--format", "json"]))["rules"]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for each in pool.map(lambda target: rules_of_target(campaign, target), targets):
            counts.update(each)
    return counts, [rule["id"] for rule in listed]
