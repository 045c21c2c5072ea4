#!/usr/bin/python3
"""Runs every part of `make test` and adds up what they counted: run.py [PART...]

Each part is a command that ends with `N passed, N failed`, or a Criterion program. A part that ends otherwise, or
whose exit status and count disagree, counts as one failure.
"""

import glob
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PYTHON = "/usr/bin/python3"
CHECKED = "build/check/animproof"
SANITIZED = "build/asan/animproof"
GOLDEN = ["golden"]


def cli_tests(program, left_out=""):
    return [[PYTHON, path, program] for path in sorted(glob.glob("tests/cli/*.py")) if path != left_out]


PARTS = {
    "floors": [[PYTHON, "tests/floors.py"]],
    "units": [["build/check/unit-tests", "-j2"]],
    "cli": cli_tests(CHECKED),
    "golden": [[PYTHON, "tests/golden.py", CHECKED, "check"]],
    "samples": [[PYTHON, "tests/samples.py", CHECKED]],
    "readers": [[PYTHON, "tests/ref/compare.py", CHECKED, *GOLDEN, "--files", "1200"]],
    "defects": [[PYTHON, "tests/ref/compare_defects.py", CHECKED]],
    "rules page": [[PYTHON, "tests/rules_page.py", CHECKED]],
    "units, sanitized": [["build/asan/unit-tests", "-j2"]],
    "cli, sanitized": cli_tests(SANITIZED, "tests/cli/large_files.py"),  # gigabytes take minutes there
    "golden, sanitized": [[PYTHON, "tests/golden.py", SANITIZED, "check"]],
    "samples, sanitized": [[PYTHON, "tests/samples.py", SANITIZED]],
    "readers, sanitized": [[PYTHON, "tests/ref/compare.py", SANITIZED, *GOLDEN, "--files", "200", "--seed", "2"]],
    "valgrind": [[PYTHON, "tests/valgrind.py", CHECKED]],
    "fuzz": [[PYTHON, "tests/fuzz_smoke.py"], [PYTHON, "tests/fuzz_harness.py"], [PYTHON, "tests/fuzz_oss.py"]],
}


def counts(output):
    """(passed, failed) as the last line that counts says it; None where there is none."""
    criterion = re.findall(r"Tested: .*?(\d+) .*?Passing: .*?(\d+) ", re.sub(r"\x1b\[[0-9;]*m", "", output))
    if criterion:
        tested, passing = map(int, criterion[-1])
        return passing, tested - passing
    plain = re.findall(r"(\d+) passed, (\d+) failed", output)
    if plain:
        return tuple(map(int, plain[-1]))
    cases = re.findall(r"(\d+) checks, (\d+) failed", output)
    if cases:
        checks, failed = map(int, cases[-1])
        return checks - failed, failed
    return None


def run_command(command, reports):
    environment = dict(os.environ, ASAN_OPTIONS="log_path=" + reports, UBSAN_OPTIONS="print_stacktrace=1")
    run = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         stdin=subprocess.DEVNULL, check=False)
    output = run.stdout.decode(errors="replace")
    counted = counts(output)
    if counted is None or (run.returncode != 0) != (counted[1] > 0):
        counted = (counted[0] if counted else 0, (counted[1] if counted else 0) + 1)
    if counted[1]:
        print("$ %s\n%s(exit %d)" % (" ".join(command), output[-6000:], run.returncode))
    return counted


def leftovers(reports):
    """What sanitizers wrote: a leak fails no Criterion test, so its report is looked for."""
    failed = 0
    for path in sorted(glob.glob(reports + "*")):
        with open(path, encoding="utf-8", errors="replace") as file:
            print(file.read()[:4000])
        os.remove(path)
        failed = 1
    return failed


def run_part(name):
    reports = os.path.join(ROOT, "build", "sanitizer-report")
    start = time.monotonic()
    passed = failed = 0
    for command in PARTS[name]:
        counted = run_command(command, reports)
        passed += counted[0]
        failed += counted[1]
    failed += leftovers(reports)
    print("%-20s %6d passed, %d failed  (%.1f s)" % (name, passed, failed, time.monotonic() - start), flush=True)
    return passed, failed


def main():
    os.chdir(ROOT)
    passed = failed = 0
    for name in sys.argv[1:] or PARTS:
        part = run_part(name)
        passed += part[0]
        failed += part[1]
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
