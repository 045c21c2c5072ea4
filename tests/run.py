#!/usr/bin/python3
"""Runs every part of `make test` and adds up what they counted: run.py [PART...]

Each part is a command that ends with `N passed, N failed`, or a Criterion program. A part that ends otherwise, or
whose exit status and count disagree, counts as one failure. So does one that takes longer than LONGEST, which is ended
with all that it started, and one that leaves a process running.
"""

import concurrent.futures
import glob
import os
import re
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/cli/lib"))
import commands  # noqa: E402  (the path is set above)

PYTHON = "/usr/bin/python3"
CHECKED = "build/check/animproof"
SANITIZED = "build/asan/animproof"
GOLDEN = ["golden"]
LONGEST = 1200  # seconds for one command of a part
UNIT = ["-j1", "--verbose"]  # the last test that began is the one that never ends
AT_ONCE = max(2, os.cpu_count() or 2)  # commands: each mostly keeps one core busy


def cli_tests(program, left_out=""):
    return [[PYTHON, path, program] for path in sorted(glob.glob("tests/cli/*.py")) if path != left_out]


# Those that take longest begin: the other cores have the rest.
PARTS = {
    "units, sanitized": [["build/asan/unit-tests", *UNIT]],
    "fuzz": [[PYTHON, "tests/fuzz_%s.py" % name] for name in ("smoke", "harness", "mutator", "oss")],
    "campaign": [[PYTHON, "tests/fuzz_campaign.py", CHECKED]],
    "floors": [[PYTHON, "tests/floors.py"]],
    "units": [["build/check/unit-tests", *UNIT]],
    "cli": cli_tests(CHECKED),
    "golden": [[PYTHON, "tests/golden.py", CHECKED, "check"]],
    "samples": [[PYTHON, "tests/samples.py", CHECKED]],
    "readers": [[PYTHON, "tests/ref/compare.py", CHECKED, *GOLDEN, "--files", "1200"]],
    "defects": [[PYTHON, "tests/ref/compare_defects.py", CHECKED]],
    "rules page": [[PYTHON, "tests/rules_page.py", CHECKED]],
    "mistakes": [[PYTHON, "tests/mistakes.py", CHECKED, "check"]],
    "cascades": [[PYTHON, "tests/cascades.py", CHECKED]],
    "cli, sanitized": cli_tests(SANITIZED, "tests/cli/large_files.py"),  # gigabytes take minutes there
    "golden, sanitized": [[PYTHON, "tests/golden.py", SANITIZED, "check"]],
    "samples, sanitized": [[PYTHON, "tests/samples.py", SANITIZED]],
    "readers, sanitized": [[PYTHON, "tests/ref/compare.py", SANITIZED, *GOLDEN, "--files", "200", "--seed", "2"]],
    "fast paths": [[PYTHON, "tests/fast_paths.py", CHECKED]],
    "valgrind": [[PYTHON, "tests/valgrind.py", CHECKED]],
}

IN_ORDER = {"fuzz"}     # its commands build, and would build the same files


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
    """(passed, failed, what to show) of one command; sanitizers write to files that begin with `reports`."""
    environment = dict(os.environ, ASAN_OPTIONS="log_path=" + reports, UBSAN_OPTIONS="print_stacktrace=1")
    if any("build/asan/" in word for word in command):
        environment["ANIMPROOF_TEST_EACH"] = "6"  # golden file, where the plain build takes all: it is so slow
    start = time.monotonic()
    code, output = finish_command(command, environment, "%d-%s" % (os.getpid(), os.path.basename(reports)))
    for line in re.findall(r"^SKIPPED: .*", output, re.MULTILINE):
        print(line, flush=True)
    counted = counts(output)
    if counted is None or (code != 0) != (counted[1] > 0):
        counted = (counted[0] if counted else 0, (counted[1] if counted else 0) + 1)
    shown = leftovers(reports)
    failed = counted[1] + bool(shown)
    if failed:
        shown = "$ %s\n%s(exit %d)\n%s" % (" ".join(command), output[-6000:], code, shown)
    return counted[0], failed, shown, time.monotonic() - start


def finish_command(command, environment, mark):
    """(exit status, output) of a command that ends by itself, in its time, and leaves no process."""
    environment["ANIMPROOF_TEST_PART"] = mark
    try:
        run = commands.run(command, LONGEST, cwd=ROOT, env=environment, stdout=commands.PIPE, stderr=commands.STDOUT)
        code, output = run.returncode, run.stdout
    except commands.TooLong as too_long:
        code, output = 1, too_long.output + b"\nFAILED: " + str(too_long).encode() + b"\n"
    left = commands.end_marked("ANIMPROOF_TEST_PART=" + mark)
    if left:
        code, output = 1, output + b"\nFAILED: left running: %s\n" % ", ".join(left).encode()
    return code, without_passed(output.decode(errors="replace"))


def without_passed(output):
    """Criterion's output without the tests that passed, and the beginnings of those that ended."""
    ended = set(re.findall(r"^\[(?:PASS|FAIL)\] (\S+): ", output, re.MULTILINE))
    lines = [line for line in output.split("\n") if not re.match(r"\[(PASS|SKIP)\]|\[====\] Running", line)
             and not (line.startswith("[RUN ]") and line[7:].strip() in ended)]
    return "\n".join(lines)


# The runtime's own words about the program that names functions in its reports; they report nothing.
HARMLESS = re.compile(r"^==\d+==WARNING: (?:invalid path to external symbolizer|"
                      r"Failed to use and restart external symbolizer)!\n", re.MULTILINE)


def leftovers(reports):
    """What sanitizers wrote: a leak fails no Criterion test, so its report is looked for."""
    found = ""
    for path in sorted(glob.glob(reports + ".*")):
        with open(path, encoding="utf-8", errors="replace") as file:
            found += HARMLESS.sub("", file.read())[:4000]
        os.remove(path)
    return found


def run_commands(chain, reports):
    """Several, one after the other."""
    return [run_command(command, reports) for command in chain]


def finish_part(name, runs):
    passed = failed = 0
    seconds = 0.0
    for one in (one for run in runs for one in run.result()):
        passed += one[0]
        failed += one[1]
        seconds += one[3]
        if one[1]:
            print(one[2])
    print("%-20s %6d passed, %d failed  (%.1f s)" % (name, passed, failed, seconds), flush=True)
    return passed, failed


def main():
    os.chdir(ROOT)
    passed = failed = 0
    names = sys.argv[1:] or list(PARTS)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        started = []
        for name in names:
            runs = []
            listed = PARTS[name]
            for chain in [listed] if name in IN_ORDER else [[command] for command in listed]:
                reports = os.path.join(ROOT, "build", "sanitizer-report-%d-%d" % (len(started), len(runs)))
                runs.append(pool.submit(run_commands, chain, reports))
            started.append((name, runs))
        for name, runs in started:
            part = finish_part(name, runs)
            passed += part[0]
            failed += part[1]
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
