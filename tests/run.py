#!/usr/bin/python3
"""Runs the parts of `make test`, and prints what it ran in one table: run.py [--all] [--times] [PART|FILE|CASE...]

Without a PART it runs all parts but LONG_PARTS, which need minutes and more builds; --all runs these as well.
FILE is a file or folder of tests/cli, or the script of a part, such as tests/golden.py. CASE is a case of pytest, such as
tests/cli/lint/test_jobs.py::NAME, or a unit test SUITE/NAME (a pattern of Criterion). --only LIST gives them separated by commas.
With a PART, FILE or CASE, run.py first builds the programs that it runs; without one, those that are missing.

A part is a list of commands that end with `N passed, N failed`, or Criterion programs. A command without a count, or with an exit
status that contradicts its count, counts as one failure. So does a command that takes longer than LONGEST, which is killed with
its child processes, and a command that leaves a process running. The failures are printed again before the last line, with the
commands that repeat them. Each part has a JUnit file in build/junit. Seconds of CPU time are those of a command and its children;
--times lists them for each command, in descending order.
"""

import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULES = [os.path.join(ROOT, folder) for folder in ("tests/cli/lib", "tests/ref", "fuzz")]  # folders of modules that tests share
sys.path[:0] = [*MODULES, os.path.join(ROOT, "tests")]
os.environ["PYTHONPATH"] = os.pathsep.join(MODULES)
import commands  # noqa: E402  (the path is set above)
import run_results  # noqa: E402
from formats import EXTENSIONS, FORMATS  # noqa: E402

PYTHON = run_results.PYTHON
CHECKED = "build/check/animproof"
SANITIZED = "build/asan/animproof"
GOLDEN = ["golden"]
FILE_SHARE = "8"    # sanitized tests try one file, option or random model in 8; tests of the plain build try all
UNIT_SHARE = "24"   # sanitized unit tests try one in 24
MODEL_SHARE = "3"   # unit tests of the plain build try one random model in 3
QUARANTINE = "quarantine_size_mb=16"  # megabytes of freed memory that ASan does not reuse; the default of 256 takes time to clear
LONGEST = 1200  # seconds; time limit of one command
CRITERION = ["-j2", "--color=never", "--timeout", "600"]  # --timeout: seconds of each unit test
MEMORY_FILES = "/dev/shm"
FREE_BYTES = 4 << 30  # free bytes that /dev/shm must have to be used; the tests' files take 0.7 GB
AT_ONCE = 2 + max(2, os.cpu_count() or 2)  # commands that run in parallel: more than processors, since commands wait for timeouts


# Tests that take half a minute, and are not repeated in the sanitized build: test_large_files.py has gigabytes, which take minutes with
# a sanitizer; test_broken_campaigns.py runs only Python, which `animproof fuzz` executes.
LONG_CLI = ("tests/cli/limits/test_large_files.py", "tests/cli/corpora/test_broken_campaigns.py")


# Tests that take several seconds, and folders with such tests, start first.
LONG_TESTS = ("tests/cli/lint/test_one_large_file.py", "tests/cli/lint/test_jobs.py")
LONG_FOLDERS = ("corpora", "limits", "shards", "ci")


PYTEST = [PYTHON, "-m", "pytest", "-q"]


def commands_of_cli_tests(program, left_out=LONG_CLI, one_by_one=False):
    """Returns the commands that test the program's command line: one for all files of tests/cli, or one for each."""
    paths = sorted(glob.glob("tests/cli/*/test_*.py") + glob.glob("tests/cli/*/*.session"),
                   key=lambda path: (path not in LONG_TESTS, path.split("/")[2] not in LONG_FOLDERS, path))
    paths = [path for path in paths if path not in left_out]
    # pytest finds tests/conftest.py, which declares --program, only through files before the first option with a separate value.
    return [[*PYTEST, *files, "--program", program] for files in ([[path] for path in paths] if one_by_one else [[*paths, "-n2"]])]


# One valid file of each format.
VALID = [path for form in FORMATS for path in sorted(glob.glob("golden/%s/valid/*%s" % (form, EXTENSIONS[form]), root_dir=ROOT))[:1]]

# Parts that take longest start first.
PARTS = {
    "units sanitized": [["build/asan/unit-tests", *CRITERION]],
    "fuzz": [[PYTHON, "tests/fuzz_%s.py" % name] for name in ("smoke", "harness", "mutator", "oss")],
    "compare": [[PYTHON, "tests/lab/machines/fuzz_compare.py", CHECKED]],
    "same reports": [[PYTHON, "tests/lab/machines/same_reports.py", CHECKED, "--files", "300"]],
    "campaign": [[PYTHON, "tests/fuzz_campaign.py", CHECKED], [PYTHON, "tests/lab/machines/fuzz_sync.py", CHECKED]],
    "sweeps": [[PYTHON, "tests/lab/sweep/sweep.py", "--short"],
               [PYTHON, "tests/lab/sweep/fixed_faults.py", "--shim", "build/check/sweep/faults.so", CHECKED]],
    "growth": [[PYTHON, "tests/lab/sweep/growth.py", "--short", "build/work/animproof"]],
    "valgrind": [[PYTHON, "tests/valgrind.py", CHECKED]],
    "floors": [[PYTHON, "tests/floors.py"], [PYTHON, "tests/words.py"]],
    "hardening": [[PYTHON, "tests/hardening.py", CHECKED]],
    "headers": [[PYTHON, "tests/headers.py", "build/check/libanimproof.a"]],
    "laboratory tables": [[PYTHON, "tests/lab/mutants/mutants.py", "--check"], [PYTHON, "tests/lab/coverage/coverage.py", "--check"],
                          [PYTHON, "tests/lab/proofs/prove.py", "--check"]],
    "fuzz table": [[PYTHON, "tests/fuzz_table.py", CHECKED]],
    "library": [[PYTHON, "tests/library/library.py", "check"],
                [PYTHON, "tests/library/python_package.py", CHECKED, "build/check/public/libanimproof.so"],
                ["build/check/hostile", *VALID],
                [PYTHON, "tests/library/abi.py", "check", "build/check/public/libanimproof.so"]],
    "library sanitized": [["build/asan/hostile", *VALID]],
    "fast path marks": [[PYTHON, "tests/fast_path_marks.py"]],
    "units": [["build/check/unit-tests", *CRITERION]],
    "golden sanitized": [[PYTHON, "tests/golden.py", SANITIZED, "check"]],
    "fixing sanitized": [[PYTHON, "tests/fixing.py", SANITIZED, "--each", "5"]],
    "samples sanitized": [[PYTHON, "tests/samples.py", SANITIZED]],
    "readers sanitized": [[PYTHON, "tests/ref/compare.py", SANITIZED, *GOLDEN, "--files", "200", "--seed", "2"],
                          [PYTHON, "tests/ref/compare_content.py", SANITIZED, "--pairs", "40", "--seed", "2"],
                          [PYTHON, "tests/ref/compare_motion.py", SANITIZED, "--files", "30", "--seed", "2"],
                          [PYTHON, "tests/ref/compare_folders.py", SANITIZED, "--folders", "10", "--seed", "2"]],
    "fast paths": [[PYTHON, "tests/fast_paths.py", CHECKED]],
    "cli": commands_of_cli_tests(CHECKED),
    "cli long": [[*PYTEST, *LONG_CLI, "-n2", "--program", CHECKED]],
    "golden": [[PYTHON, "tests/golden.py", CHECKED, "check"]],
    "editors": [[PYTHON, "tests/editors/editors.py", CHECKED]],
    "samples": [[PYTHON, "tests/samples.py", CHECKED]],
    "readers": [[PYTHON, "tests/ref/compare.py", CHECKED, *GOLDEN, "--files", "1200"],
                [PYTHON, "tests/ref/compare_content.py", CHECKED, "--pairs", "200"],
                [PYTHON, "tests/ref/compare_motion.py", CHECKED, "--files", "150"],
                [PYTHON, "tests/ref/compare_folders.py", CHECKED, "--folders", "50"],
                [PYTHON, "tests/lab/bench/detection/false_alarms.py", CHECKED, "--sets", "20"]],
    "defects": [[PYTHON, "tests/ref/compare_defects.py", CHECKED]],
    "options": [[PYTHON, "tests/option_tables.py", CHECKED]],
    "options sanitized": [[PYTHON, "tests/option_tables.py", SANITIZED]],
    "witnesses": [[PYTHON, "tests/lab/coverage/witnesses.py", "check", CHECKED]],
    "rules page": [[PYTHON, "tests/pages/rules_page.py", CHECKED], [PYTHON, "tests/pages/formats_page.py", CHECKED],
                   [PYTHON, "tests/pages/fix_page.py", CHECKED], [PYTHON, "tests/pages/reader_table.py", CHECKED],
                   [PYTHON, "tests/pages/stats_page.py", CHECKED]],
    "page sessions": [[PYTHON, "tests/pages/page_sessions.py", CHECKED], [PYTHON, "tests/pages/page_links.py"],
                 [PYTHON, "tests/pages/page_commands.py", CHECKED], [PYTHON, "tests/pages/release.py", CHECKED],
                 [PYTHON, "tests/pages/page_trust.py"]],
    "mistakes": [[PYTHON, "tests/mistakes.py", CHECKED, "check"]],
    "cascades": [[PYTHON, "tests/cascades.py", CHECKED]],
    "fixing": [[PYTHON, "tests/fixing.py", CHECKED]],
    "cli sanitized": commands_of_cli_tests(SANITIZED),
}

# Parts that only `make test ALL=1` runs: those of the sanitized build, those that fuzz, inject failures or measure, and long tests.
LONG_PARTS = {name for name in PARTS if name.endswith(" sanitized")} | {"cli long", "fuzz", "campaign", "sweeps", "growth"}

# {folder of programs: the make targets that build them}
BUILT_BY = {"build/check/": ["need-check", "test-check"], "build/check/sweep/": ["sweep-build-plain"], "build/asan/": ["need-test", "test-sanitized"],
            "build/work/": ["growth-made"]}

IN_ORDER = {"fuzz", "campaign"}  # parts with commands that run make: in parallel these would write to the same files


def environment_of(command):
    """Returns the environment variables that tell the tests of a command which share of their inputs to try."""
    if any("build/asan/" in word for word in command):
        return {"ANIMPROOF_TEST_EACH": UNIT_SHARE if command[0].endswith("unit-tests") else FILE_SHARE}
    return {"ANIMPROOF_TEST_SHARE": MODEL_SHARE}


def run_command(command, reports, junit):
    """Runs a command. Returns its EndedCommand. reports: the beginning of the names of the sanitizers' report files. junit: the JUnit file
    of the part."""
    environment = dict(environment_of(command), **os.environ)
    environment.update(ASAN_OPTIONS="log_path=%s:%s" % (reports, QUARANTINE), UBSAN_OPTIONS="print_stacktrace=1")
    timed = ["/bin/sh", "-c", TIMED, reports + "-times", *command, *run_results.junit_option(command, junit)]
    start = time.monotonic()
    code, output = run_and_end_processes(timed, environment, "%d-%s" % (os.getpid(), os.path.basename(reports)))
    took = time.monotonic() - start
    for line in re.findall(r"^SKIPPED: .*", output, re.MULTILINE):
        print(line, flush=True)
    counted = run_results.parse_counts(output)
    if counted is None:
        counted = (0, 1)
        output += "\nFAILED: the command ended without a count\n"
    elif (code != 0) != (counted[1] > 0):
        counted = (counted[0], counted[1] + 1)
        output += "\nFAILED: the exit status is %d, but %d failed\n" % (code, counted[1] - 1)
    report = take_sanitizer_reports(reports)
    title = "$ %s (exit %d)\n" % (" ".join(command), code)
    output = title + output + "\n" + report if counted[1] or report else None
    return run_results.EndedCommand(command, counted[0], counted[1] + bool(report), output, took, *take_seconds(reports + "-times"))


# Runs a command, and writes the CPU time of the shell and of its children to the file $0.
TIMED = '"$@"; code=$?; times >"$0"; exit $code'


def take_seconds(path):
    """Returns (user, system) seconds of the children, from the second line of `times`, and deletes the file; 0 for a command that was
    killed.
    """
    try:
        with open(path, encoding="ascii") as file:
            line = file.read().split("\n")[1]
        os.remove(path)
    except (OSError, IndexError):
        return 0.0, 0.0
    return tuple(60 * int(minutes) + float(seconds) for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", line))


def run_and_end_processes(command, environment, mark):
    """Runs a command, and ends the processes that it leaves running. Returns (exit status, output). A command that takes too long or
    leaves a process running has status 1. mark: a value in the environment, by which the processes are found."""
    environment["ANIMPROOF_TEST_PART"] = mark
    try:
        run = commands.run(command, LONGEST, cwd=ROOT, env=environment, stdout=commands.PIPE, stderr=commands.STDOUT)
        code, output = run.returncode, run.stdout
    except commands.TimeLimitExceeded as too_long:
        code, output = 1, too_long.output + b"\nFAILED: " + str(too_long).encode() + b"\n"
    left = commands.end_processes_and_list_commands("ANIMPROOF_TEST_PART=" + mark)
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


def take_sanitizer_reports(reports):
    """Returns the reports that sanitizers wrote, which are deleted. A leak does not fail a Criterion test, so only its report shows it."""
    found = ""
    for path in sorted(glob.glob(reports + ".*")):
        with open(path, encoding="utf-8", errors="replace") as file:
            found += HARMLESS.sub("", file.read())[:4000]
        os.remove(path)
    return found


def run_commands(chain, reports, junit):
    """Runs commands in sequence. Returns the list of their EndedCommand."""
    return [run_command(command, reports, junit) for command in chain]


def finish_part(name, runs, junit):
    """Waits for the commands of a part, and prints their failures and counts. Returns the part."""
    part = run_results.EndedPart(name, [one for run in runs for one in run.result()])
    for one in part.ended:
        if one.output:
            print(one.output[-6000:])
    print("%s: %d passed, %d failed" % (name, part.passed, part.failed), flush=True)
    if not os.path.exists(junit):
        run_results.write_junit(part, junit)
    return part


def available_memory():
    """Returns the number of bytes of available memory."""
    with open("/proc/meminfo", encoding="ascii") as file:
        return sum(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable:"))


def temp_folder_parent():
    """Returns the parent of the tests' temporary folder: /dev/shm if it and the memory have enough space, otherwise None for the default.

    Tests make and remove some 100,000 small files. On ext4 these take a tenth of the tests' CPU time.
    """
    try:
        free = shutil.disk_usage(MEMORY_FILES).free if os.path.ismount(MEMORY_FILES) else 0
        return MEMORY_FILES if "TMPDIR" not in os.environ and free >= FREE_BYTES and available_memory() >= 2 * FREE_BYTES else None
    except OSError:
        return None


def main():
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="animproof-tests-", dir=temp_folder_parent(), ignore_cleanup_errors=True) as temp_folder:
        os.chmod(temp_folder, 0o755)  # some commands run as another user
        os.environ["TMPDIR"] = temp_folder
        return run_parts()


def build_targets_of(names, rebuild):
    """Returns the make targets of the programs of the parts, in order: those of missing programs, with `rebuild` of all."""
    words = [word for name in names for command in PARTS[name] for word in command]
    return [target for place, targets in BUILT_BY.items() for target in targets
            if any(word.startswith(place) and (rebuild or not os.path.exists(word)) for word in words)]


def build_programs(names, rebuild):
    """Builds the missing programs of the parts, with `rebuild` all. Exits if a build fails."""
    for target in build_targets_of(names, rebuild):
        print("run.py: running make %s" % target, flush=True)
        if subprocess.run(["make", "-s", "-j2", target], check=False).returncode != 0:
            sys.exit("run.py: make %s failed" % target)


def commands_of_part(word):
    """Returns the commands that a part, a file or a case selects; [] for any other word."""
    if word in PARTS:
        return PARTS[word]
    if word.startswith("tests/cli/") and os.path.exists(word.split("::")[0]):
        return [[*PYTEST, word, "--program", CHECKED]]
    if os.path.isfile(word):
        return [command for part in PARTS.values() for command in part if word in command]
    return [["build/check/unit-tests", *CRITERION, "--filter", word]] if "/" in word else []


def choose_parts(words):
    """Returns the names of the parts to run. Adds files and cases to PARTS as parts with their own names. Without a name: all parts, but
    LONG_PARTS only with --all. Exits for an unknown name."""
    names = [word for word in words if not word.startswith("--")]
    if "--only" in words:
        names = [name.strip() for name in names[0].split(",")]
    for name in names:
        PARTS[name] = commands_of_part(name)
        if not PARTS[name]:
            del PARTS[name]
            sys.exit("run.py: '%s' is not a part, file or case; the parts are: %s" % (name, ", ".join(PARTS)))
    return names or [name for name in PARTS if "--all" in words or name not in LONG_PARTS]


def start_test_part(pool, number, name, junit):
    """Starts the commands of a part. Returns the futures of the lists of their EndedCommand."""
    listed = PARTS[name]
    chains = [listed] if name in IN_ORDER else [[command] for command in listed]
    reports = os.path.join(ROOT, "build", "sanitizer-report-%d-%%d" % number)
    return [pool.submit(run_commands, chain, reports % at, junit) for at, chain in enumerate(chains)]


def run_parts():
    words = sys.argv[1:]
    names = choose_parts(words)
    build_programs(names, any(not word.startswith("--") for word in words))
    junit = run_results.prepare_junit_files(names, set(words) <= {"--all"})
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        started = [start_test_part(pool, number, name, junit[name]) for number, name in enumerate(names)]
        parts = [finish_part(name, runs, junit[name]) for name, runs in zip(names, started)]
    if "--times" in words:
        for one in sorted((one for part in parts for one in part.ended), key=lambda one: -one.user - one.system):
            print("%7.2f + %6.2f s  %s" % (one.user, one.system, " ".join(one.command)))
    return run_results.print_results(parts, environment_of)


if __name__ == "__main__":
    sys.exit(main())
