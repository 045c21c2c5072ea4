#!/usr/bin/python3
"""Runs the parts of `make test` and adds their counts: run.py [--times] [PART...|FILE...]

FILE is a test of tests/cli, such as tests/cli/lint/test_jobs.py. If a program that a part runs is missing, run.py first runs the make
target that builds the program.

A part is a list of commands that end with `N passed, N failed`, or Criterion programs. A command without a count, or with an exit
status that contradicts its count, counts as one failure. So does a command that takes longer than LONGEST, which is killed with
its child processes, and a command that leaves a process running. The failures are printed again before the last line, so that the
end of the output shows them. Seconds are CPU time of a command and its children; --times lists them for each command, in
descending order.
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
FILE_SHARE = "8"    # sanitized tests try one file, option or random model in 8; tests of the plain build try all
UNIT_SHARE = "24"   # sanitized unit tests try one in 24
MODEL_SHARE = "3"   # unit tests of the plain build try one random model in 3
QUARANTINE = "quarantine_size_mb=16"  # megabytes of freed memory that ASan does not reuse; the default of 256 takes time to clear
LONGEST = 1200  # seconds; time limit of one command
MEMORY_FILES = "/dev/shm"
FREE_BYTES = 4 << 30  # free bytes that /dev/shm must have to be used; the tests' files take 0.7 GB
AT_ONCE = 2 + max(2, os.cpu_count() or 2)  # commands that run in parallel: more than processors, since commands wait for timeouts


# test_large_files.py has gigabytes, which take minutes with a sanitizer. test_broken_campaigns.py runs only Python: `animproof fuzz`
# executes it.
NOT_SANITIZED = ("tests/cli/limits/test_large_files.py", "tests/cli/corpora/test_broken_campaigns.py")


# Tests that take several seconds, and folders with such tests, start first.
LONG_TESTS = ("tests/cli/lint/test_one_large_file.py", "tests/cli/lint/test_jobs.py")
LONG_FOLDERS = ("corpora", "limits", "shards", "ci")


PYTEST = [PYTHON, "-m", "pytest", "-q"]


def cli_tests(program, left_out=(), one_by_one=False):
    """Returns the commands that test the program's command line: one of pytest, or with `one_by_one` one for each of its files,
    and one for each other file."""
    paths = sorted(glob.glob("tests/cli/*/*.py") + glob.glob("tests/cli/*/*.session"),
                   key=lambda path: (path not in LONG_TESTS, path.split("/")[2] not in LONG_FOLDERS, path))
    paths = [path for path in paths if path not in left_out and "/lib/" not in path]
    of_pytest = [path for path in paths if is_of_pytest(path)]
    # pytest finds tests/conftest.py, which declares --program, only through files before the first option with a separate value.
    return [[*PYTEST, *files, "--program", program] for files in ([[path] for path in of_pytest] if one_by_one else [[*of_pytest, "-n2"]])] + [
        [PYTHON, path, program] for path in paths if path not in of_pytest]


def is_of_pytest(path):
    return os.path.basename(path).startswith("test_") or path.endswith(".session")


def file_part(path):
    """Returns the command that runs one file of tests/cli."""
    return [[*PYTEST, path, "--program", CHECKED] if is_of_pytest(path) else [PYTHON, path, CHECKED]]


# One valid file of each format.
VALID = [path for form in FORMATS for path in sorted(glob.glob("golden/%s/valid/*%s" % (form, EXTENSIONS[form]), root_dir=ROOT))[:1]]

# Parts that take longest start first.
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
    "readers, sanitized": [[PYTHON, "tests/ref/compare.py", SANITIZED, *GOLDEN, "--files", "200", "--seed", "2"],
                           [PYTHON, "tests/ref/compare_content.py", SANITIZED, "--pairs", "40", "--seed", "2"],
                           [PYTHON, "tests/ref/compare_motion.py", SANITIZED, "--files", "30", "--seed", "2"]],
    "fast paths": [[PYTHON, "tests/fast_paths.py", CHECKED]],
    "cli": cli_tests(CHECKED),
    "golden": [[PYTHON, "tests/golden.py", CHECKED, "check"]],
    "editors": [[PYTHON, "tests/editors/editors.py", CHECKED]],
    "samples": [[PYTHON, "tests/samples.py", CHECKED]],
    "readers": [[PYTHON, "tests/ref/compare.py", CHECKED, *GOLDEN, "--files", "1200"],
                [PYTHON, "tests/ref/compare_content.py", CHECKED, "--pairs", "200"],
                [PYTHON, "tests/ref/compare_motion.py", CHECKED, "--files", "150"]],
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

# {folder of programs: the make targets that build them}
BUILT_BY = {"build/check/": ["need-check", "test-check"], "build/asan/": ["need-test", "test-sanitized"],
            "build/work/": ["growth-made"]}

# Words of commands, Criterion, sanitizers, compilers and Python in lines that report a failure.
FAILURE_WORDS = re.compile(r"FAIL|Assert|\bassert|[Ee]rror\b|ERROR|Error:|Sanitizer:|CRASH|Unexpected|: exit |No space|expected")
BRIEF_LINES = 12    # lines of a failed command that are printed again at the end
BRIEF_WIDTH = 400   # columns of such a line

# passed, failed: counts. shown, brief: the output of a failed command and its most important lines; None if it passed. user,
# system: seconds of CPU time.
Ended = collections.namedtuple("Ended", "command passed failed shown brief user system")

IN_ORDER = {"fuzz", "campaign"}  # parts with commands that run make: in parallel these would write to the same files


def counts(output):
    """(passed, failed) from the last line with counts; None if the output has no counts."""
    criterion = re.findall(r"Tested: .*?(\d+) .*?Passing: .*?(\d+) ", re.sub(r"\x1b\[[0-9;]*m", "", output))
    if criterion:
        tested, passing = map(int, criterion[-1])
        return passing, tested - passing
    plain = re.findall(r"(\d+) passed, (\d+) failed", output)
    return tuple(map(int, plain[-1])) if plain else None


def run_command(command, reports):
    """Runs a command. Returns its Ended. reports: the beginning of the names of the sanitizers' report files."""
    environment = dict(os.environ, ASAN_OPTIONS="log_path=%s:%s" % (reports, QUARANTINE), UBSAN_OPTIONS="print_stacktrace=1")
    if any("build/asan/" in word for word in command):
        environment.setdefault("ANIMPROOF_TEST_EACH", UNIT_SHARE if command[0].endswith("unit-forks") else FILE_SHARE)
    else:
        environment.setdefault("ANIMPROOF_TEST_SHARE", MODEL_SHARE)
    timed = ["/bin/sh", "-c", TIMED, reports + "-times", *command]
    code, output = finish_command(timed, environment, "%d-%s" % (os.getpid(), os.path.basename(reports)))
    for line in re.findall(r"^SKIPPED: .*", output, re.MULTILINE):
        print(line, flush=True)
    counted = counts(output)
    if counted is None:
        counted = (0, 1)
        output += "\nFAILED: the command ended without a count\n"
    elif (code != 0) != (counted[1] > 0):
        counted = (counted[0], counted[1] + 1)
        output += "\nFAILED: the exit status is %d, but %d failed\n" % (code, counted[1] - 1)
    report = sanitizer_reports(reports)
    shown = brief = None
    if counted[1] or report:
        title = "$ %s (exit %d)\n" % (" ".join(command), code)
        shown = "%s%s\n%s" % (title, output[-6000:], report)
        brief = title + failure_lines(output + report)
    return Ended(" ".join(command), counted[0], counted[1] + bool(report), shown, brief, *seconds_in(reports + "-times"))


# Runs a command, and writes the CPU time of the shell and of its children to the file $0.
TIMED = '"$@"; code=$?; times >"$0"; exit $code'


def seconds_in(path):
    """(user, system) seconds of the children, from the second line of `times`; 0 for a command that was killed."""
    try:
        with open(path, encoding="ascii") as file:
            line = file.read().split("\n")[1]
        os.remove(path)
    except (OSError, IndexError):
        return 0.0, 0.0
    return tuple(60 * int(minutes) + float(seconds) for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", line))


def failure_lines(output):
    """The lines of a failed command with FAILURE_WORDS, and its last lines."""
    lines = [line for line in output.split("\n") if line.strip()]
    failures = [number for number, line in enumerate(lines) if FAILURE_WORDS.search(line)][:BRIEF_LINES]
    chosen = sorted({*failures, *range(max(0, len(lines) - BRIEF_LINES // 2), len(lines))})
    return "".join("    %s\n" % lines[number][:BRIEF_WIDTH] for number in chosen)


def finish_command(command, environment, mark):
    """(exit status, output) of a command. A command that takes too long or leaves a process running has status 1. mark: a value
    in the environment, by which the processes are found."""
    environment["ANIMPROOF_TEST_PART"] = mark
    try:
        run = commands.run(command, LONGEST, cwd=ROOT, env=environment, stdout=commands.PIPE, stderr=commands.STDOUT)
        code, output = run.returncode, run.stdout
    except commands.TooLong as too_long:
        code, output = 1, too_long.output + b"\nFAILED: " + str(too_long).encode() + b"\n"
    left = commands.end_processes("ANIMPROOF_TEST_PART=" + mark)
    if left:
        code, output = 1, output + b"\nFAILED: processes still run: %s\n" % ", ".join(left).encode()
    return code, without_passed(output.decode(errors="replace"))


def without_passed(output):
    """Criterion's output without lines of passed and skipped tests, and without the [RUN] lines of finished tests."""
    ended = set(re.findall(r"^\[(?:PASS|FAIL)\] (\S+): ", output, re.MULTILINE))
    lines = [line for line in output.split("\n") if not re.match(r"\[(PASS|SKIP)\]|\[====\] Running", line)
             and not (line.startswith("[RUN ]") and line[7:].strip() in ended)]
    return "\n".join(lines)


# Warnings of the sanitizer runtime about the program that symbolizes its reports. The tested program has not failed.
HARMLESS = re.compile(r"^==\d+==WARNING: (?:invalid path to external symbolizer|"
                      r"Failed to use and restart external symbolizer)!\n", re.MULTILINE)


def sanitizer_reports(reports):
    """The reports that sanitizers wrote, which are deleted. A leak does not fail a Criterion test, so only its report shows
    it."""
    found = ""
    for path in sorted(glob.glob(reports + ".*")):
        with open(path, encoding="utf-8", errors="replace") as file:
            found += HARMLESS.sub("", file.read())[:4000]
        os.remove(path)
    return found


def run_commands(chain, reports):
    """Runs commands in sequence. Returns the list of their Ended."""
    return [run_command(command, reports) for command in chain]


def finish_part(name, runs):
    """Waits for the commands of a part and prints their failures and counts. Returns the list of their Ended."""
    ended = [one for run in runs for one in run.result()]
    for one in ended:
        if one.shown:
            print(one.shown)
    print("%-20s %6d passed, %d failed  (%.1f + %.1f s)" % (
        name, sum(one.passed for one in ended), sum(one.failed for one in ended),
        sum(one.user for one in ended), sum(one.system for one in ended)), flush=True)
    return ended


def free_memory():
    """Bytes of available memory."""
    with open("/proc/meminfo", encoding="ascii") as file:
        return sum(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable:"))


def temp_folder_parent():
    """The parent of the tests' temporary folder: /dev/shm if it and the memory have enough space, otherwise None for the default.

    Tests make and remove some 100,000 small files. On ext4 these take a tenth of the tests' CPU time.
    """
    try:
        free = shutil.disk_usage(MEMORY_FILES).free if os.path.ismount(MEMORY_FILES) else 0
        return MEMORY_FILES if "TMPDIR" not in os.environ and free >= FREE_BYTES and free_memory() >= 2 * FREE_BYTES else None
    except OSError:
        return None


def main():
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="animproof-tests-", dir=temp_folder_parent(), ignore_cleanup_errors=True) as temp_folder:
        os.chmod(temp_folder, 0o755)  # some commands run as another user
        os.environ["TMPDIR"] = temp_folder
        return run_parts()


def missing_builds(names):
    """The make targets that build missing programs of the parts, in order."""
    words = [word for name in names for command in PARTS[name] for word in command]
    return [target for place, targets in BUILT_BY.items() for target in targets
            if any(word.startswith(place) and not os.path.exists(word) for word in words)]


def build_missing(names):
    """Builds the missing programs of the parts. Exits if a build fails."""
    for target in missing_builds(names):
        print("run.py: a program is missing: running make %s" % target, flush=True)
        if subprocess.run(["make", "-s", "-j2", target], check=False).returncode != 0:
            sys.exit("run.py: make %s failed" % target)


def run_parts():
    words = sys.argv[1:]
    names = [word for word in words if word != "--times"] or list(PARTS)
    PARTS.update({name: file_part(name) for name in names if name.startswith("tests/cli/") and os.path.isfile(name)})
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit("run.py: unknown part '%s'; the parts are: %s" % (unknown[0], ", ".join(PARTS)))
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
