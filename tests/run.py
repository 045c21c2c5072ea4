#!/usr/bin/python3
"""Runs every part of `make test` and adds up what they counted: run.py [--times] [PART...|FILE...]

A file of tests/cli is run by itself: tests/run.py tests/cli/lint/jobs.py. Other programs get the path of the shared modules
from the Makefile. Builds first what `make test` builds, if a program that a part runs is missing.

Each part is a command that ends with `N passed, N failed`, or a Criterion program. A part that ends otherwise, or
whose exit status and count disagree, counts as one failure. So does one that takes longer than LONGEST, which is ended
with all that it started, and one that leaves a process running. What failed is listed once more before the last line,
so that the end of the output is enough to know the cause. Seconds are of CPU, with all that a command started; --times
lists them for each command, the most first.
"""

import collections
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULES = [os.path.join(ROOT, folder) for folder in ("tests/cli/lib", "tests/ref", "fuzz")]  # that tests share
sys.path[:0] = MODULES
os.environ["PYTHONPATH"] = os.pathsep.join(MODULES)
import commands  # noqa: E402  (the path is set above)
from formats import EXTENSIONS, FORMATS  # noqa: E402

PYTHON = "/usr/bin/python3"
CHECKED = "build/check/animproof"
SANITIZED = "build/asan/animproof"
GOLDEN = ["golden"]
EACH, UNIT_EACH = "8", "24"  # file, option or random model is tried sanitized; the plain build takes all
SHARE = "3"  # of its random models a plain build tries a third
QUARANTINE = "quarantine_size_mb=16"  # of freed memory is not used anew, in place of 256: fewer pages to clear
LONGEST = 1200  # seconds for one command of a part
MEMORY_FILES = "/dev/shm"
ROOM = 4 << 30  # bytes that are to be free in it, and as many besides: the tests' files take 0.7 GB there
AT_ONCE = 2 + max(2, os.cpu_count() or 2)  # commands: some wait for ten seconds, most now and then


# Of gigabytes, which take minutes there; and of Python alone, which `animproof fuzz` becomes.
NOT_SANITIZED = ("tests/cli/limits/large_files.py", "tests/cli/corpora/broken_campaigns.py")


# Tests of several seconds begin, and folders with some: the last ones are short.
LONG_TESTS = ("tests/cli/lint/one_large_file.py", "tests/cli/lint/jobs.py")
LONG_FOLDERS = ("corpora", "limits", "shards", "ci")


PYTEST = [PYTHON, "-m", "pytest", "-q"]


def cli_tests(program, left_out=(), one_by_one=False):
    """Returns the commands that test the program's command line: one of pytest, or with `one_by_one` one for each of its files,
    and one for each other file."""
    paths = sorted(glob.glob("tests/cli/*/*.py"), key=lambda path: (path not in LONG_TESTS, path.split("/")[2] not in LONG_FOLDERS, path))
    paths = [path for path in paths if path not in left_out and "/lib/" not in path]
    of_pytest = [path for path in paths if is_of_pytest(path)]
    return [[*PYTEST, "--program", program, *files] for files in ([[path] for path in of_pytest] if one_by_one else [["-n2", *of_pytest]])] + [
        [PYTHON, path, program] for path in paths if path not in of_pytest]


def is_of_pytest(path):
    return os.path.basename(path).startswith("test_")


def file_part(path):
    """Returns the command that runs one file of tests/cli."""
    return [[*PYTEST, "--program", CHECKED, path] if is_of_pytest(path) else [PYTHON, path, CHECKED]]


# Files without errors, one of each format that golden/ has files of.
VALID = [path for form in FORMATS for path in sorted(glob.glob("golden/%s/valid/*%s" % (form, EXTENSIONS[form]), root_dir=ROOT))[:1]]

# Those that take longest begin: the other cores have the rest.
PARTS = {
    "units, sanitized": [["build/asan/unit-forks"]],
    "fuzz": [[PYTHON, "tests/fuzz_%s.py" % name] for name in ("smoke", "harness", "mutator", "oss")],
    "compare": [[PYTHON, "tests/machines/fuzz_compare.py", CHECKED]],
    "same reports": [[PYTHON, "tests/machines/same_reports.py", CHECKED, "--files", "300"]],
    "campaign": [[PYTHON, "tests/fuzz_campaign.py", CHECKED], [PYTHON, "tests/machines/fuzz_sync.py", CHECKED]],
    "sweeps": [[PYTHON, "tests/sweep/sweep.py", "--short"],
               [PYTHON, "tests/sweep/fixed_faults.py", "--shim", "build/check/sweep/faults.so", CHECKED]],
    "growth": [[PYTHON, "tests/sweep/growth.py", "--short", "build/work/animproof"]],
    "valgrind": [[PYTHON, "tests/valgrind.py", CHECKED]],
    "floors": [[PYTHON, "tests/floors.py"], [PYTHON, "tests/words.py"]],
    "hardening": [[PYTHON, "tests/hardening.py", CHECKED]],
    "headers": [[PYTHON, "tests/headers.py", "build/check/libanimproof.a"]],
    "mutants table": [[PYTHON, "tests/mutants/mutants.py", "--check"]],
    "fuzz table": [[PYTHON, "tests/fuzz_table.py", CHECKED]],
    "library": [[PYTHON, "tests/library/library.py", "check"], ["build/check/hostile", *VALID],
                [PYTHON, "tests/library/abi.py", "check", "build/check/public/libanimproof.so"]],
    "library, sanitized": [["build/asan/hostile", *VALID]],
    "fast path marks": [[PYTHON, "tests/fast_path_marks.py"]],
    "units": [["build/check/unit-forks"]],
    "golden, sanitized": [[PYTHON, "tests/golden.py", SANITIZED, "check"]],
    "fixing, sanitized": [[PYTHON, "tests/fixing.py", SANITIZED, "--each", "5"]],
    "samples, sanitized": [[PYTHON, "tests/samples.py", SANITIZED]],
    "readers, sanitized": [[PYTHON, "tests/ref/compare.py", SANITIZED, *GOLDEN, "--files", "200", "--seed", "2"]],
    "fast paths": [[PYTHON, "tests/fast_paths.py", CHECKED]],
    "cli": cli_tests(CHECKED),
    "golden": [[PYTHON, "tests/golden.py", CHECKED, "check"]],
    "editors": [[PYTHON, "tests/editors/editors.py", CHECKED]],
    "samples": [[PYTHON, "tests/samples.py", CHECKED]],
    "readers": [[PYTHON, "tests/ref/compare.py", CHECKED, *GOLDEN, "--files", "1200"]],
    "defects": [[PYTHON, "tests/ref/compare_defects.py", CHECKED]],
    "options": [[PYTHON, "tests/option_tables.py", CHECKED], [PYTHON, "tests/option_tables.py", SANITIZED]],
    "witnesses": [[PYTHON, "tests/coverage/witnesses.py", "check", CHECKED]],
    "rules page": [[PYTHON, "tests/pages/rules_page.py", CHECKED], [PYTHON, "tests/pages/formats_page.py", CHECKED],
                   [PYTHON, "tests/pages/fix_page.py", CHECKED], [PYTHON, "tests/pages/reader_table.py", CHECKED]],
    "sessions": [[PYTHON, "tests/pages/page_sessions.py", CHECKED], [PYTHON, "tests/pages/page_links.py"],
                 [PYTHON, "tests/pages/page_commands.py", CHECKED], [PYTHON, "tests/pages/release.py", CHECKED],
                 [PYTHON, "tests/pages/page_trust.py"]],
    "mistakes": [[PYTHON, "tests/mistakes.py", CHECKED, "check"]],
    "cascades": [[PYTHON, "tests/cascades.py", CHECKED]],
    "fixing": [[PYTHON, "tests/fixing.py", CHECKED]],
    "cli, sanitized": cli_tests(SANITIZED, NOT_SANITIZED),
}

# The targets of the Makefile that build the programs of parts, by the folder of the programs.
BUILT_BY = {"build/check/": ["need-check", "test-check"], "build/asan/": ["need-test", "test-sanitized"],
            "build/work/": ["growth-made"]}

# How the commands, Criterion, the sanitizers, compilers and Python say that something failed.
TELLING = re.compile(r"FAIL|Assert|\bassert|[Ee]rror\b|ERROR|Error:|Sanitizer:|CRASH|Unexpected|: exit |No space|expected")
BRIEF_LINES = 12
BRIEF_WIDTH = 400

# passed and failed are counts; shown and brief are texts, None where nothing failed; user and system are seconds of CPU.
Ended = collections.namedtuple("Ended", "command passed failed shown brief user system")

IN_ORDER = {"fuzz", "campaign"}  # their commands build, and would build the same files


def counts(output):
    """(passed, failed) as the last line that counts says it; None where there is none."""
    criterion = re.findall(r"Tested: .*?(\d+) .*?Passing: .*?(\d+) ", re.sub(r"\x1b\[[0-9;]*m", "", output))
    if criterion:
        tested, passing = map(int, criterion[-1])
        return passing, tested - passing
    plain = re.findall(r"(\d+) passed, (\d+) failed", output)
    return tuple(map(int, plain[-1])) if plain else None


def run_command(command, reports):
    """Ended, of one command; sanitizers write to files that begin with `reports`."""
    environment = dict(os.environ, ASAN_OPTIONS="log_path=%s:%s" % (reports, QUARANTINE), UBSAN_OPTIONS="print_stacktrace=1")
    if any("build/asan/" in word for word in command):
        environment.setdefault("ANIMPROOF_TEST_EACH", UNIT_EACH if command[0].endswith("unit-forks") else EACH)
    else:
        environment.setdefault("ANIMPROOF_TEST_SHARE", SHARE)
    timed = ["/bin/sh", "-c", TIMED, reports + "-times", *command]
    code, output = finish_command(timed, environment, "%d-%s" % (os.getpid(), os.path.basename(reports)))
    for line in re.findall(r"^SKIPPED: .*", output, re.MULTILINE):
        print(line, flush=True)
    counted = counts(output)
    if counted is None:
        counted = (0, 1)
        output += "\nFAILED: it ended without a count\n"
    elif (code != 0) != (counted[1] > 0):
        counted = (counted[0], counted[1] + 1)
        output += "\nFAILED: %d failed, which its exit status does not say\n" % (counted[1] - 1)
    report = leftovers(reports)
    shown = brief = None
    if counted[1] or report:
        began = "$ %s (exit %d)\n" % (" ".join(command), code)
        shown = "%s%s\n%s" % (began, output[-6000:], report)
        brief = began + cause(output + report)
    return Ended(" ".join(command), counted[0], counted[1] + bool(report), shown, brief, *seconds_in(reports + "-times"))


# Runs a command, and writes the CPU time of the shell and of its children to the file $0.
TIMED = '"$@"; code=$?; times >"$0"; exit $code'


def seconds_in(path):
    """(user, system) of the children, which the second line of `times` tells; 0 of a command that was ended."""
    try:
        with open(path, encoding="ascii") as file:
            line = file.read().split("\n")[1]
        os.remove(path)
    except (OSError, IndexError):
        return 0.0, 0.0
    return tuple(60 * int(minutes) + float(seconds) for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", line))


def cause(output):
    """The lines of a failed command that say what failed, and its last ones."""
    lines = [line for line in output.split("\n") if line.strip()]
    said = [number for number, line in enumerate(lines) if TELLING.search(line)][:BRIEF_LINES]
    chosen = sorted({*said, *range(max(0, len(lines) - BRIEF_LINES // 2), len(lines))})
    return "".join("    %s\n" % lines[number][:BRIEF_WIDTH] for number in chosen)


def finish_command(command, environment, mark):
    """(exit status, output) of a command that ends by itself, in its time, and leaves no process."""
    environment["ANIMPROOF_TEST_PART"] = mark
    try:
        run = commands.run(command, LONGEST, cwd=ROOT, env=environment, stdout=commands.PIPE, stderr=commands.STDOUT)
        code, output = run.returncode, run.stdout
    except commands.TooLong as too_long:
        code, output = 1, too_long.output + b"\nFAILED: " + str(too_long).encode() + b"\n"
    left = commands.end_processes("ANIMPROOF_TEST_PART=" + mark)
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
    """Tells of a part when all of its commands have ended; returns them."""
    ended = [one for run in runs for one in run.result()]
    for one in ended:
        if one.shown:
            print(one.shown)
    print("%-20s %6d passed, %d failed  (%.1f + %.1f s)" % (
        name, sum(one.passed for one in ended), sum(one.failed for one in ended),
        sum(one.user for one in ended), sum(one.system for one in ended)), flush=True)
    return ended


def free_memory():
    """Bytes that programs can still have."""
    with open("/proc/meminfo", encoding="ascii") as file:
        return sum(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable:"))


def scratch_parent():
    """Where the tests' own files go: memory where there is plenty, else what TMPDIR says.

    Tests make and remove some 100,000 small files, for which ext4 takes a tenth of their CPU time.
    """
    try:
        room = shutil.disk_usage(MEMORY_FILES).free if os.path.ismount(MEMORY_FILES) else 0
        return MEMORY_FILES if "TMPDIR" not in os.environ and room >= ROOM and free_memory() >= 2 * ROOM else None
    except OSError:
        return None


def main():
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="animproof-tests-", dir=scratch_parent(), ignore_cleanup_errors=True) as scratch:
        os.chmod(scratch, 0o755)  # some commands run as another user
        os.environ["TMPDIR"] = scratch
        return run_parts()


def missing_builds(names):
    """Targets, in order, that build the programs of these parts; none if all programs are there."""
    words = [word for name in names for command in PARTS[name] for word in command]
    return [target for place, targets in BUILT_BY.items() for target in targets
            if any(word.startswith(place) and not os.path.exists(word) for word in words)]


def build_missing(names):
    """Exits with the compiler's messages if a build fails."""
    for target in missing_builds(names):
        print("run.py: a program is missing; runs make %s" % target, flush=True)
        if subprocess.run(["make", "-s", "-j2", target], check=False).returncode != 0:
            sys.exit("run.py: make %s failed" % target)


def run_parts():
    words = sys.argv[1:]
    names = [word for word in words if word != "--times"] or list(PARTS)
    PARTS.update({name: file_part(name) for name in names if name.startswith("tests/cli/") and os.path.isfile(name)})
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit("run.py: there is no part '%s'; the parts are: %s" % (unknown[0], ", ".join(PARTS)))
    build_missing(names)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        started = []
        for name in names:
            runs = []
            listed = PARTS[name]
            for chain in [listed] if name in IN_ORDER else [[command] for command in listed]:
                reports = os.path.join(ROOT, "build", "sanitizer-report-%d-%d" % (len(started), len(runs)))
                runs.append(pool.submit(run_commands, chain, reports))
            started.append((name, runs))
        ended = [one for name, runs in started for one in finish_part(name, runs)]
    if "--times" in words:
        for one in sorted(ended, key=lambda one: -one.user - one.system):
            print("%7.2f + %6.2f s  %s" % (one.user, one.system, one.command))
    failed = sum(one.failed for one in ended)
    if failed:
        print("\nFailed:\n" + "".join(one.brief for one in ended if one.brief), end="")
    print("%d passed, %d failed" % (sum(one.passed for one in ended), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
