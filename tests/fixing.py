"""Checks that `animproof fix` restores broken files: fixing.py ANIMPROOF [--corpora N]

Fixes each file of N standard corpora that breaks a rule with a fix. Then either the rule's findings must be gone, and the file
must mean what its original means: equal bytes in binary formats, equal canonical forms in text formats. Or the file is unchanged,
and the report gives a reason for each remaining finding. In both cases a second fix must change nothing, and no rule may have
more findings than before, except warnings and notes that the error hid. With --unsafe a fixed file may mean something else.
"""

import argparse
import collections
import os
import pathlib
import re
import struct
import subprocess
import tempfile

from cli_case import CheckCounter, corpus_cases, lint_entries, rules_readers_and_profiles_of
from formats import EXTENSIONS, MD5


TEXTS = tuple(EXTENSIONS[form] for form in MD5)

# A folder in memory: on a disk, fsync takes time for each file.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def with_decimal_points(text):
    return re.sub(rb'"[^"\n]*"|//[^\n]*|(?<=[0-9]),(?=[0-9])', lambda found: b"." if found[0] == b"," else found[0], text)


def with_commandline(text):
    """Returns the text with its commandline in quotes, or with an empty commandline if it has none."""
    quoted = re.sub(rb"(?m)^(commandline) (?!\")'?([^\n]*?)'?$", rb'\1 "\2"', re.sub(rb"(?m)^commandline$", b"commandline ", text.replace(b"\r\n", b"\n")))
    return quoted if b"\ncommandline" in quoted else quoted.replace(b"\n", b'\ncommandline ""\n', 1)


NUMBER = re.compile(rb"(?<![^\s()])\+?(-?)0*([0-9][0-9.]*)(?:[eE]([+-]?[0-9]+))?[fF]?(?![^\s()])")


def with_plain_numbers(text):
    """Returns the text with each number in the spelling of the grammar: without plus sign, leading zeros and the suffix f."""
    return NUMBER.sub(lambda n: n[1] + n[2] + (b"e" + n[3] if n[3] else b""), text)


def has_lost_final_nul(broken, fixed):
    """Returns true if `fixed` differs from `broken` by a name that lost its final NUL, in its length and bytes."""
    at = next(i for i in range(len(fixed)) if broken[i] != fixed[i])
    length = int.from_bytes(broken[at:at + 4], "little")
    last = at + 3 + length
    name = (length - 1).to_bytes(4, "little") + broken[at + 4:last]
    return broken[last] == 0 and fixed == broken[:at] + name + broken[last + 1:]


# The defects of these rules replace a value or a name, or remove the markers, so no fix can restore the original. Each function
# gets the broken and the fixed file. It returns true if the fix is right, or a text with the meaning that the fixed file must
# have. Rules that the MD5 formats share are listed under md5anim/.
EXPECTED = {
    "md5anim/joint-name-unquoted": lambda broken, fixed: fixed.replace(b'"', b"") == broken.replace(b'"', b""),
    "md5anim/shader-unquoted": lambda broken, fixed: fixed.replace(b'"', b"") == broken.replace(b'"', b""),
    "md5anim/decimal-comma": lambda broken, fixed: fixed == with_decimal_points(broken),
    "md5anim/frame-rate-fraction": lambda broken, fixed: fixed == re.sub(rb"(frameRate\s+\d+)\.0*", rb"\1", broken),
    "md5anim/number": lambda broken, _: with_plain_numbers(broken),
    "md5anim/integer": lambda broken, _: re.sub(rb"(?<=\s)\+?(-?[0-9]+)\.0*(?=\s)", rb"\1", broken),
    "md5anim/number-wraps": lambda broken, fixed: fixed == re.sub(rb"(?<![^\s])(-?\d{10,})(?![^\s])", rb"\1.0", broken),
    "md5anim/comment-slash": lambda broken, fixed: fixed == broken.replace(b"/*/", b" "),
    "md5anim/keyword-comment": lambda broken, fixed: fixed == re.sub(rb"([a-z])(/[/*])", rb"\1 \2", broken),
    "md5anim/commandline": lambda broken, _: with_commandline(broken),
    "memg/name-character": has_lost_final_nul,
    "memg/framerate-float": lambda broken, fixed: fixed == broken[:4] + int(struct.unpack_from("<f", broken, 4)[0]).to_bytes(
        4, "little") + broken[8:],
    "mrtk/layout-published": lambda broken, fixed: fixed == broken + bytes(4),
}


class FixCorpus:
    """The files of one corpus that break a rule with a fix. Stages are folders: original, broken, fixed."""

    def __init__(self, fixing, folder, seed):
        self.fixing = fixing
        self.folder = folder
        self.seed = seed
        self.run("corpus", "build", "all", "--originals", "original", "--seed", str(seed))
        self.rules = {}  # {file name: the rule that the file breaks}
        for case in corpus_cases(self.path("all")):
            rule = (case["defect"] or "").rsplit("_", 1)[0]
            if rule in fixing.fixable and rule in [one["rule"] for one in case["expected"]] and self.has("original", case["file"]):
                self.rules[case["file"]] = rule
                self.write("broken", case["file"], self.read("all", case["file"]))
        self.names = sorted(self.rules)[::fixing.every]
        self.shown = {}

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def has(self, stage, name):
        return os.path.exists(self.path(stage, name))

    def read(self, stage, name):
        return pathlib.Path(self.path(stage, name)).read_bytes()

    def write(self, stage, name, content):
        os.makedirs(os.path.dirname(self.path(stage, name)), exist_ok=True)
        pathlib.Path(self.path(stage, name)).write_bytes(content)

    def run(self, *arguments):
        return subprocess.run([self.fixing.program, *arguments], capture_output=True, check=False, cwd=self.folder, timeout=600)

    def findings(self, stage):
        """Returns {name: findings of the file} of a stage."""
        files = [os.path.join(stage, name) for name in self.names]
        entries = lint_entries(self.fixing.program, "--max-findings=0", "--max-per-rule=0", *files, cwd=self.folder)
        return {os.path.relpath(path, stage): entry["findings"] for path, entry in entries.items()}

    def canonical_texts_or_bytes(self, stage, findings, texts=None):
        """Returns {name: canonical form of a text without errors, or bytes of any other file}. texts: {name: content} instead of
        the stage's."""
        result = {name: (texts or {}).get(name) or self.read(stage, name) for name in self.names if not texts or name in texts}
        formatted = [name for name in result if name.endswith(TEXTS) and (texts or not has_errors(findings[name]))]
        for name in formatted:
            self.write("canonical", name, result[name])
        if formatted:
            self.run("format", "-w", *[os.path.join("canonical", name) for name in formatted])
        result.update({name: self.read("canonical", name) for name in formatted})
        return result

    def fix(self, stage):
        """Fixes the files of a stage. Returns {name: lines of the report}."""
        files = [os.path.join(stage, name) for name in self.names]
        result = self.run("fix", "--no-config", "-w", *(["--unsafe"] if self.fixing.unsafe else []), *files)
        self.fixing.check(result.returncode in (0, 1), "seed %d: exit %d: %r" % (self.seed, result.returncode, result.stderr[-500:]))
        messages = collections.defaultdict(list)
        for line in result.stdout.decode().splitlines():
            messages[line.split(":")[0][len(stage) + 1:]].append(line)
        return messages

    def check_all_fixes(self):
        for name in self.names:
            self.write("fixed", name, self.read("broken", name))
        messages = self.fix("fixed")
        for name in self.names:
            self.write("again", name, self.read("fixed", name))
        again = self.fix("again")
        for name in self.names:
            self.write("better", name, self.read("original", name))
        self.fix("better")  # also fixes the faults that the original file has
        states = {stage: self.findings(stage) for stage in ("original", "broken", "fixed", "better")}
        meanings_at = {stage: self.canonical_texts_or_bytes(stage, states[stage]) for stage in states}
        wanted = self.expected_meanings()
        for name in self.names:
            found = [states[stage][name] for stage in ("original", "broken", "fixed")]
            label = "%s, seed %d" % (name, self.seed)
            check_no_new_findings(self.fixing, label, self.rules[name], found)
            is_unchanged = self.read("broken", name) == self.read("fixed", name)
            if not new_findings(self.rules[name], found[0], found[1]):
                continue  # the finding needs the companion, which is not linted here
            if new_findings(self.rules[name], found[0], found[2]):
                self.check_reason_of_remaining(label, self.rules[name], messages[name])
            else:
                means = meanings_at["fixed"][name]
                originals = meanings_at[stage_with_meaning(name, found[1])][name], meanings_at["better"][name]
                is_restored = means in originals or wanted.get(name) in (True, means)
                self.fixing.fixed[self.rules[name]] += 1
                self.fixing.restored[self.rules[name]] += is_restored
                self.fixing.check(is_restored or self.fixing.unsafe, label + ": the fix does not restore the original")
            self.fixing.check(is_unchanged or any(": fixed " in line for line in messages[name]), label + ": the file changed without a message")
            self.fixing.check(not any(": fixed " in line for line in again[name])
                              and self.read("again", name) == self.read("fixed", name), label + ": a second fix changes more")

    def check_reason_of_remaining(self, label, rule, messages):
        """Checks that a remaining finding has a reason, and counts both."""
        self.fixing.unchanged[rule] += 1
        why = re.search(r": not fixed %s: (.+)" % rule, "\n".join(messages))
        self.fixing.check(why, label + ": a finding remains without a reason")
        self.fixing.reasons[label.split("/")[1].split(".")[0], why and why[1]] += 1

    def expected_meanings(self):
        """Returns {name: True if the fix is right, or the meaning that the fixed file must have} of files with a rule of EXPECTED."""
        result, texts = {}, {}
        for name in self.names:
            expected = EXPECTED.get(re.sub("^md5(mesh|camera)/", "md5anim/", self.rules[name]))
            broken, fixed = self.read("broken", name), self.read("fixed", name)
            wanted = expected(broken, fixed) if expected and broken != fixed else None
            if isinstance(wanted, bool):
                result[name] = wanted or None
            elif wanted is not None:
                texts[name] = wanted
        if texts:
            result.update(self.canonical_texts_or_bytes("", {}, texts))
        return result


def stage_with_meaning(name, broken):
    """Returns the stage with the meaning that the fixed file must have: a text without errors keeps its values, other files are
    restored."""
    return "broken" if name.endswith(TEXTS) and not has_errors(broken) else "original"


def has_errors(findings):
    return any(one["severity"] == "error" for one in findings)


def new_findings(rule, original, fixed):
    return [one for one in fixed if one["rule"] == rule and one not in original]


def check_no_new_findings(fixing, label, rule, found):
    base, had, has = [collections.Counter(one["rule"] for one in findings) for findings in found]
    errors = {one["rule"] for one in found[2] if one["severity"] == "error"}
    for name, count in has.items():
        hidden = name not in errors and rule in {one["rule"] for one in found[1] if one["severity"] == "error"}
        fixing.check(hidden or count <= max(had[name], base[name]), "%s: %d findings of %s after the fix, %d before" % (
            label, count, name, had[name]))


class FixRun(CheckCounter):
    def __init__(self, options):
        super().__init__()
        self.program = os.path.abspath(options.program)
        self.unsafe = options.unsafe
        self.every = options.each
        self.fixed, self.restored, self.unchanged, self.reasons = [collections.Counter() for _ in range(4)]
        self.fixable = sorted(rule["id"] for rule in rules_readers_and_profiles_of(self.program)["rules"] if rule["fix"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--corpora", type=int, default=1, metavar="N", help="number of standard corpora; their seeds are 1 to N")
    parser.add_argument("--each", type=int, default=1, metavar="N", help="fix one file in N")
    parser.add_argument("--unsafe", action="store_true", help="fix with --unsafe")
    parser.add_argument("--reasons", action="store_true",
                        help="print the number of fixed files of each rule, and the reasons of remaining findings")
    options = parser.parse_args()
    fixing = FixRun(options)
    for seed in range(1, options.corpora + 1):
        with tempfile.TemporaryDirectory(prefix="animproof-fixing-", dir=MEMORY) as folder:
            FixCorpus(fixing, folder, seed).check_all_fixes()
    if options.reasons:
        for rule in fixing.fixable:
            restored = "" if fixing.restored[rule] == fixing.fixed[rule] else ", %d restored" % fixing.restored[rule]
            print("%-36s %4d fixed, %4d unchanged%s" % (rule, fixing.fixed[rule], fixing.unchanged[rule], restored))
        for (defect, why), count in sorted(fixing.reasons.items(), key=str):
            print("unchanged: %s %d: %s" % (defect, count, why))
    print("fixing: %d fixed, %d unchanged" % (sum(fixing.fixed.values()), sum(fixing.unchanged.values())))
    fixing.check(fixing.fixed, "no file was fixed")
    fixing.finish()


if __name__ == "__main__":
    main()
