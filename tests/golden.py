#!/usr/bin/python3
"""Holds the golden files: what the program says of each must be what stands beside it.

    golden.py ANIMPROOF check     compares; a missing, stale or unlisted expectation is a failure
    golden.py ANIMPROOF bless     writes the expectations anew and shows what changed

FILE.findings stands beside each FILE of golden/*/valid, golden/*/bad and golden/reference: a line a finding,
`severity rule offset length path`, and before them `layout NAME` where the format has several. A file of bad/
is named RULE__what.ext, and RULE must be among its findings; a file of valid/ has no error and no warning.
"""

import difflib
import json
import os
import subprocess
import sys

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "golden")
ENDINGS = (".bin", ".md5anim")


def golden_files():
    """Every linted file below golden/, as a path relative to it."""
    for place, folders, names in os.walk(GOLDEN):
        folders.sort()
        for name in sorted(names):
            if name.endswith(ENDINGS):
                yield os.path.relpath(os.path.join(place, name), GOLDEN)


def input_format(path):
    """The format of a file's folder: damaged files are read as what they are meant to be."""
    return next(part for part in path.split(os.sep) if part in ("mrtk", "memg", "md5anim"))


def findings_text(animproof, path):
    command = [animproof, "lint", "--format", "json", "--input-format", input_format(path), "--max-per-rule", "0",
               os.path.join(GOLDEN, path)]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        raise SystemExit("%s: exit %d" % (path, run.returncode))
    entry = json.loads(run.stdout)["files"][0]
    lines = ["layout %s" % entry["layout"]] if entry["layout"] else []
    for finding in entry["findings"]:
        lines.append("%s %s %d %d %s" % (finding["severity"], finding["rule"], finding["offset"], finding["length"],
                                         finding["path"]))
    return "".join(line.rstrip() + "\n" for line in lines)


def broken_promise(path, text):
    """What a file's folder and name promise of its findings and they do not keep; None when they do."""
    name = os.path.basename(path)
    folder = os.path.basename(os.path.dirname(path))
    if path.startswith("reference" + os.sep):
        return None     # named by others
    if folder == "valid" and ("error " in text or "warning " in text):
        return "a valid file has errors or warnings"
    if folder == "bad" and "/%s " % name.split("__")[0] not in text:
        return "the rule of its name is not among the findings"
    return None


def read(path):
    try:
        with open(path, encoding="ascii") as file:
            return file.read()
    except FileNotFoundError:
        return None


def stale(expectations):
    """Expectations without their file."""
    for place, folders, names in os.walk(GOLDEN):
        folders.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(place, name), GOLDEN)
            if name.endswith(".findings") and path not in expectations:
                yield path


def show(path, before, after):
    lines = difflib.unified_diff((before or "").splitlines(), after.splitlines(), "golden/" + path, "today",
                                 lineterm="")
    print("\n".join(lines))


def main():
    animproof, action = sys.argv[1:]
    passed = failed = 0
    expectations = set()
    for path in golden_files():
        text = findings_text(animproof, path)
        expected = path + ".findings"
        expectations.add(expected)
        before = read(os.path.join(GOLDEN, expected))
        promise = broken_promise(path, text)
        if promise:
            print("golden/%s: %s" % (path, promise))
        if before != text:
            show(expected, before, text)
        if action == "bless" and before != text:
            with open(os.path.join(GOLDEN, expected), "w", encoding="ascii") as file:
                file.write(text)
        if promise or (action == "check" and before != text):
            failed += 1
        else:
            passed += 1
    for path in stale(expectations):
        print("golden/%s: no file stands beside it" % path)
        failed += 1
    print("golden: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
