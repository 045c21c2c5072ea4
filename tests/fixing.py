"""What `animproof fix` mends is what was broken: fixing.py ANIMPROOF [--corpora N]

Each file with a fault of a rule with a fix, of N standard corpora, is fixed. Then the rule's findings must be gone and the
file must mean what the file meant that it was made of (binary formats: the same bytes; text: the same canonical form), or
it is as it was, with a reason for each finding. In both cases a second fix changes nothing, and no rule has more findings
than before, but for warnings and notes that the fault hid. With --unsafe, what is mended may mean something else, and the
rest holds all the same.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from formats import EXTENSIONS, MD5


TEXTS = tuple(EXTENSIONS[form] for form in MD5)

# Each file that is fixed waits for the disk, but there.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def points_for_commas(text):
    return re.sub(rb'"[^"\n]*"|//[^\n]*|(?<=[0-9]),(?=[0-9])', lambda found: b"." if found[0] == b"," else found[0], text)


def with_commandline(text):
    """The text with its commandline in quotes, or an empty one where it has none."""
    quoted = re.sub(rb"(?m)^(commandline) (?!\")'?([^\n]*?)'?$", rb'\1 "\2"', re.sub(rb"(?m)^commandline$", b"commandline ", text.replace(b"\r\n", b"\n")))
    return quoted if b"\ncommandline" in quoted else quoted.replace(b"\n", b'\ncommandline ""\n', 1)


NUMBER = re.compile(rb"(?<![^\s()])\+?(-?)0*([0-9][0-9.]*)(?:[eE]([+-]?[0-9]+))?[fF]?(?![^\s()])")


def plain_numbers(text):
    """The text with each number as those that read it at all do."""
    return NUMBER.sub(lambda n: n[1] + n[2] + (b"e" + n[3] if n[3] else b""), text)


def without_terminator(broken, fixed):
    """Whether one name, at the first difference, is counted without the NUL that it ends in."""
    at = next(i for i in range(len(fixed)) if broken[i] != fixed[i])
    length = int.from_bytes(broken[at:at + 4], "little")
    last = at + 3 + length
    name = (length - 1).to_bytes(4, "little") + broken[at + 4:last]
    return broken[last] == 0 and fixed == broken[:at] + name + broken[last + 1:]


# The defects of these rules put something new where a value or a name was, or take the markers away: what the fix must
# leave, out of the broken file and the fixed one: whether it did, or a text that means the same. What the MD5 formats share
# is under md5anim/.
OTHER = {
    "md5anim/joint-name-unquoted": lambda broken, fixed: fixed.replace(b'"', b"") == broken.replace(b'"', b""),
    "md5anim/shader-unquoted": lambda broken, fixed: fixed.replace(b'"', b"") == broken.replace(b'"', b""),
    "md5anim/decimal-comma": lambda broken, fixed: fixed == points_for_commas(broken),
    "md5anim/frame-rate-fraction": lambda broken, fixed: fixed == re.sub(rb"(frameRate\s+\d+)\.0*", rb"\1", broken),
    "md5anim/number": lambda broken, _: plain_numbers(broken),
    "md5anim/integer": lambda broken, _: re.sub(rb"(?<=\s)\+?(-?[0-9]+)\.0*(?=\s)", rb"\1", broken),
    "md5anim/number-wraps": lambda broken, fixed: fixed == re.sub(rb"(?<![^\s])(-?\d{10,})(?![^\s])", rb"\1.0", broken),
    "md5anim/comment-slash": lambda broken, fixed: fixed == broken.replace(b"/*/", b" "),
    "md5anim/keyword-comment": lambda broken, fixed: fixed == re.sub(rb"([a-z])(/[/*])", rb"\1 \2", broken),
    "md5anim/commandline": lambda broken, _: with_commandline(broken),
    "memg/name-character": without_terminator,
    "memg/framerate-float": lambda broken, fixed: fixed == broken[:4] + int(struct.unpack_from("<f", broken, 4)[0]).to_bytes(
        4, "little") + broken[8:],
    "mrtk/layout-published": lambda broken, fixed: fixed == broken + bytes(4),
}


class Corpus:
    """The files of one corpus with a fault that has a fix, as they were, are, and become."""

    def __init__(self, fixing, folder, seed):
        self.fixing = fixing
        self.folder = folder
        self.seed = seed
        self.run("corpus", "build", "all", "--originals", "original", "--seed", str(seed))
        with open(self.path("all/manifest.jsonl"), encoding="ascii") as file:
            cases = [json.loads(line) for line in file]
        self.rules = {}  # of each file
        for case in cases:
            rule = (case["defect"] or "").rsplit("_", 1)[0]
            if rule in fixing.fixable and rule in [one["rule"] for one in case["expected"]] and self.has("original", case["file"]):
                self.rules[case["file"]] = rule
                self.put("broken", case["file"], self.read("all", case["file"]))
        self.names = sorted(self.rules)[::fixing.each]
        self.shown = {}

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def has(self, stage, name):
        return os.path.exists(self.path(stage, name))

    def read(self, stage, name):
        return pathlib.Path(self.path(stage, name)).read_bytes()

    def put(self, stage, name, content):
        os.makedirs(os.path.dirname(self.path(stage, name)), exist_ok=True)
        pathlib.Path(self.path(stage, name)).write_bytes(content)

    def run(self, *arguments):
        return subprocess.run([self.fixing.program, *arguments], capture_output=True, check=False, cwd=self.folder, timeout=600)

    def findings(self, stage):
        """Of each file, by its name."""
        files = [os.path.join(stage, name) for name in self.names]
        report = self.run("lint", "--no-config", "--format=json", "--max-findings=0", "--max-per-rule=0", *files).stdout
        return {os.path.relpath(file["file"], stage): file["findings"] for file in json.loads(report)["files"]}

    def meanings(self, stage, findings, texts=None):
        """Of each file: its bytes, or of a text without errors its canonical form; `texts`: not those of the stage."""
        result = {name: (texts or {}).get(name) or self.read(stage, name) for name in self.names if not texts or name in texts}
        formatted = [name for name in result if name.endswith(TEXTS) and (texts or not has_errors(findings[name]))]
        for name in formatted:
            self.put("canonical", name, result[name])
        if formatted:
            self.run("format", "-w", *[os.path.join("canonical", name) for name in formatted])
        result.update({name: self.read("canonical", name) for name in formatted})
        return result

    def fix(self, stage):
        """What is said of each file."""
        files = [os.path.join(stage, name) for name in self.names]
        result = self.run("fix", "--no-config", "-w", *(["--unsafe"] if self.fixing.unsafe else []), *files)
        self.fixing.check(result.returncode in (0, 1), "seed %d: exit %d: %r" % (self.seed, result.returncode, result.stderr[-500:]))
        said = collections.defaultdict(list)
        for line in result.stdout.decode().splitlines():
            said[line.split(":")[0][len(stage) + 1:]].append(line)
        return said

    def try_all(self):
        for name in self.names:
            self.put("fixed", name, self.read("broken", name))
        said = self.fix("fixed")
        for name in self.names:
            self.put("again", name, self.read("fixed", name))
        again = self.fix("again")
        for name in self.names:
            self.put("better", name, self.read("original", name))
        self.fix("better")  # what else is wrong with the original is fixed as well
        states = {stage: self.findings(stage) for stage in ("original", "broken", "fixed", "better")}
        meant = {stage: self.meanings(stage, states[stage]) for stage in states}
        wanted = self.other_meanings()
        for name in self.names:
            found = [states[stage][name] for stage in ("original", "broken", "fixed")]
            label = "%s, seed %d" % (name, self.seed)
            check_no_worse(self.fixing, label, self.rules[name], found)
            as_it_was = self.read("broken", name) == self.read("fixed", name)
            if not rule_left(self.rules[name], found[0], found[1]):
                continue  # it takes the companion to find it
            if rule_left(self.rules[name], found[0], found[2]):
                self.report_left(label, self.rules[name], said[name])
            else:
                means = meant["fixed"][name]
                same = means in (meant[kept(name, found[1])][name], meant["better"][name]) or wanted.get(name) in (True, means)
                self.fixing.mended[self.rules[name]] += 1
                self.fixing.same[self.rules[name]] += same
                self.fixing.check(same or self.fixing.unsafe, label + ": not what it was")
            self.fixing.check(as_it_was or any(": fixed " in line for line in said[name]), label + ": changed in silence")
            self.fixing.check(not any(": fixed " in line for line in again[name])
                              and self.read("again", name) == self.read("fixed", name), label + ": a second fix changes more")

    def report_left(self, label, rule, said):
        self.fixing.left[rule] += 1
        why = re.search(r": not fixed %s: (.+)" % rule, "\n".join(said))
        self.fixing.check(why, label + ": a finding is left without a reason")
        self.fixing.reasons[label.split("/")[1].split(".")[0], why and why[1]] += 1

    def other_meanings(self):
        """Of files whose fault put something new where a value was: True where the fix has left it, or what it means."""
        result, texts = {}, {}
        for name in self.names:
            judge = OTHER.get(re.sub("^md5(mesh|camera)/", "md5anim/", self.rules[name]))
            broken, fixed = self.read("broken", name), self.read("fixed", name)
            wanted = judge(broken, fixed) if judge and broken != fixed else None
            if isinstance(wanted, bool):
                result[name] = wanted or None
            elif wanted is not None:
                texts[name] = wanted
        if texts:
            result.update(self.meanings("", {}, texts))
        return result


def kept(name, broken):
    """A text without errors keeps what it holds; all else becomes what it was."""
    return "broken" if name.endswith(TEXTS) and not has_errors(broken) else "original"


def has_errors(findings):
    return any(one["severity"] == "error" for one in findings)


def rule_left(rule, original, fixed):
    return [one for one in fixed if one["rule"] == rule and one not in original]


def check_no_worse(fixing, label, rule, found):
    base, had, has = [collections.Counter(one["rule"] for one in findings) for findings in found]
    errors = {one["rule"] for one in found[2] if one["severity"] == "error"}
    for name, count in has.items():
        hidden = name not in errors and rule in {one["rule"] for one in found[1] if one["severity"] == "error"}
        fixing.check(hidden or count <= max(had[name], base[name]), "%s: %d of %s, there were %d" % (label, count, name, had[name]))


class Fixing:
    def __init__(self, options):
        self.program = os.path.abspath(options.program)
        self.unsafe = options.unsafe
        self.each = options.each
        self.mended, self.same, self.left, self.reasons = [collections.Counter() for _ in range(4)]
        self.passed = 0
        self.faults = []
        listed = subprocess.run([self.program, "rules", "--fixable", "--format=json"], capture_output=True, check=True).stdout
        self.fixable = sorted(rule["id"] for rule in json.loads(listed)["rules"])

    def check(self, fine, what):
        if fine:
            self.passed += 1
        else:
            self.faults.append(what)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--corpora", type=int, default=1, help="standard corpora, of the seeds 1, 2, ...")
    parser.add_argument("--each", type=int, default=1, help="only each so many of their files")
    parser.add_argument("--unsafe", action="store_true", help="fix with --unsafe")
    parser.add_argument("--reasons", action="store_true", help="print how many are mended of each rule, and why others are left")
    options = parser.parse_args()
    fixing = Fixing(options)
    for seed in range(1, options.corpora + 1):
        with tempfile.TemporaryDirectory(prefix="animproof-fixing-", dir=MEMORY) as folder:
            Corpus(fixing, folder, seed).try_all()
    if options.reasons:
        for rule in fixing.fixable:
            print("%-36s %4d mended %4d left%s" % (rule, fixing.mended[rule], fixing.left[rule],
                                                   "" if fixing.same[rule] == fixing.mended[rule] else " %d as they were" % fixing.same[rule]))
        for (defect, why), count in sorted(fixing.reasons.items(), key=str):
            print("left: %s %d: %s" % (defect, count, why))
    for fault in fixing.faults[:100]:
        print("FAILED: " + fault)
    print("fixing: %d mended, %d left as they were" % (sum(fixing.mended.values()), sum(fixing.left.values())))
    fixing.check(fixing.mended, "nothing was mended")
    print("fixing: %d passed, %d failed" % (fixing.passed, len(fixing.faults)))
    return 1 if fixing.faults else 0


if __name__ == "__main__":
    sys.exit(main())
