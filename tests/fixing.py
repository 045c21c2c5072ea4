#!/usr/bin/env python3
"""What `animproof fix` mends is what was broken: fixing.py ANIMPROOF

Each defect of a rule with a fix is made in a file of a maker, and the result is fixed. Then the rule's findings must be
gone and the file must mean what it meant (binary formats: the same bytes; text: the same canonical form), or the file
must be as it was, with a reason for each finding. In both cases a second fix changes nothing, and no rule has more
findings than before, but for warnings and notes that the defect hid.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile


def points_for_commas(text):
    return re.sub(rb'"[^"\n]*"|//[^\n]*|(?<=[0-9]),(?=[0-9])', lambda found: b"." if found[0] == b"," else found[0], text)


def with_commandline(text):
    """The text with its commandline in quotes, or an empty one where it has none."""
    quoted = re.sub(rb"(?m)^(commandline) (?!\")'?([^\n]*?)'?$", rb'\1 "\2"', re.sub(rb"(?m)^commandline$", b"commandline ", text))
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
# leave, out of the broken file and the fixed one: whether it did, or a text that means the same.
OTHER = {
    "md5anim/joint-name-unquoted": lambda broken, fixed: fixed.replace(b'"', b"") == broken.replace(b'"', b""),
    "md5anim/decimal-comma": lambda broken, fixed: fixed == points_for_commas(broken),
    "md5anim/frame-rate-fraction": lambda broken, fixed: fixed == re.sub(rb"(frameRate\s+\d+)\.0*", rb"\1", broken),
    "md5anim/number": lambda broken, _: plain_numbers(broken),
    "md5anim/integer": lambda broken, _: re.sub(rb"(?<=\s)\+?(-?[0-9]+)\.0*(?=\s)", rb"\1", broken),
    "md5anim/number-wraps": lambda broken, fixed: fixed == re.sub(rb"(?<![^\s])(-?\d{10,})(?![^\s])", rb"\1.0", broken),
    "md5anim/commandline": lambda broken, _: with_commandline(broken),
    "memg/name-character": without_terminator,
    "mrtk/layout-published": lambda broken, fixed: fixed == broken + bytes(4),
}


class Fixing:
    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = folder
        self.mended = collections.Counter()
        self.left = collections.Counter()
        self.reasons = collections.Counter()
        self.faults = []

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, check=False, cwd=self.folder, timeout=300)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def findings(self, name):
        report = json.loads(self.run("lint", "--format=json", "--max-findings=0", "--max-per-rule=0", name).stdout)
        return report["files"][0]["findings"] if report["files"] else []

    def meaning(self, name):
        return self.run("format", name).stdout if name.endswith(".md5anim") else self.read(name)

    def check(self, fine, what):
        if not fine:
            self.faults.append(what)

    def try_defect(self, base, defect, rule, seed):
        broken = "broken" + os.path.splitext(base)[1]
        label = "%s of %s, seed %d" % (defect, base, seed)
        if self.run("mutate", "--defect", defect, "--seed", str(seed), "-o", broken, base).returncode != 0:
            return
        before, bytes_before = self.findings(broken), self.read(broken)
        formatted = self.run("format", broken)  # a text without errors keeps what it holds
        meaning = formatted.stdout if broken.endswith(".md5anim") and formatted.returncode == 0 else self.base_meaning
        result = self.run("fix", "-w", broken)
        after = self.findings(broken)
        self.check(result.returncode in (0, 1), "%s: exit %d" % (label, result.returncode))
        self.check_no_worse(label, rule, before, after)
        if [one for one in after if one["rule"] == rule and one not in self.base_findings]:
            self.left[rule] += 1
            why = re.search(rb"not fixed %s: ([^\n]+)" % rule.encode(), result.stdout)
            self.check(why, "%s: a finding is left without a reason" % label)
            self.reasons[defect, why and why[1].decode()] += 1
        else:
            self.mended[rule] += 1
            self.check(meaning == self.meaning(broken) or self.means_other(rule, bytes_before, broken),
                       "%s: not what it was" % label)
        fixed = self.read(broken)
        again = self.run("fix", "-w", broken)
        self.check(b": fixed " not in again.stdout and self.read(broken) == fixed, "%s: a second fix changes more" % label)
        self.check(fixed == bytes_before or b": fixed " in result.stdout, "%s: changed in silence" % label)

    def means_other(self, rule, before, name):
        wanted = OTHER.get(rule, lambda *_: False)(before, self.read(name))
        if isinstance(wanted, bool):
            return wanted
        with open(self.path("wanted.md5anim"), "wb") as file:
            file.write(wanted)
        return self.run("format", "wanted.md5anim").stdout == self.meaning(name) != b""

    def check_no_worse(self, label, rule, before, after):
        had = collections.Counter(one["rule"] for one in before)
        has = collections.Counter(one["rule"] for one in after)
        base = collections.Counter(one["rule"] for one in self.base_findings)
        errors = {one["rule"] for one in after if one["severity"] == "error"}
        for name, count in has.items():
            hidden = name not in errors and rule in {one["rule"] for one in before if one["severity"] == "error"}
            self.check(hidden or count <= max(had[name], base[name]), "%s: %d of %s, there were %d" % (label, count, name, had[name]))

    def try_file(self, name, defects, seeds):
        self.base_findings, self.base_meaning = self.findings(name), self.meaning(name)
        for defect, rule in defects:
            for seed in range(seeds):
                self.try_defect(name, defect, rule, seed)

    def try_format(self, form, fixable, files, seeds):
        listed = self.run("mutate", "--list", "--format", form).stdout.decode()
        defects = [(name, rule) for name, rule, what in re.findall(r"^(\S+) +(\S+/\S+) +(.*)", listed, re.M)
                   if rule in fixable and "near miss" not in what]
        for number in range(files):
            name = "base%d.%s" % (number, "md5anim" if form == "md5anim" else "bin")
            self.run("generate", "--format", form, "--seed", str(number), "-o", name)
            self.try_file(name, defects, seeds)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=2, help="made of each format")
    parser.add_argument("--seeds", type=int, default=1, help="places of each defect in each file")
    parser.add_argument("--reasons", action="store_true", help="print why findings are left, and how often")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="animproof-fixing-") as folder:
        fixing = Fixing(options.program, folder)
        rules = json.loads(fixing.run("rules", "--fixable", "--format=json").stdout)["rules"]
        fixable = sorted(rule["id"] for rule in rules)
        for form in sorted({rule.split("/")[0] for rule in fixable}):
            fixing.try_format(form, fixable, options.files, options.seeds)
    if options.reasons:
        for rule in fixable:
            print("%-36s %4d mended %4d left" % (rule, fixing.mended[rule], fixing.left[rule]))
        for (defect, why), count in sorted(fixing.reasons.items(), key=str):
            print("left: %s %d: %s" % (defect, count, why))
    for fault in fixing.faults[:100]:
        print("FAILED: " + fault)
    print("fixing: %d mended, %d left as they were" % (sum(fixing.mended.values()), sum(fixing.left.values())))
    print("fixing: %d passed, %d failed" % (sum(fixing.mended.values()) + sum(fixing.left.values()), len(fixing.faults)))
    return 1 if fixing.faults else 0


if __name__ == "__main__":
    sys.exit(main())
