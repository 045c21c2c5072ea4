"""Runs sweeps and prints a table of their counts: sweep.py [--short] [--publish] [--every N] [WORD...]

A WORD is a build or a kind of sweep (ROWS). Without a WORD all builds run all kinds except `patch-all`. sweep.mk builds the
programs.

  --every N  run one case in N instead of the share in ROWS; 1 for all cases
  --short    run the sample of `make test ALL=1`, which is the same each time
  --publish  replace rows of the table in docs/evidence/sweeps.md by those of this run

Ends with `N passed, N failed`. Exits with 1 after a fault.
"""

import argparse
import collections
import os
import pathlib
import re
import resource
import sys

import commands

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PAGE = os.path.join(ROOT, "docs/evidence/sweeps.md")
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
LONGEST = 24 * 3600  # seconds; time limit of one sweep
INPUTS = "build/sweep/inputs"

# After a finding, a sanitizer ends the program by a signal, or with an exit code that the program does not use.
SANITIZER_OPTIONS = {"ASAN_OPTIONS": "abort_on_error=1:quarantine_size_mb=16", "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1",
           "MSAN_OPTIONS": "abort_on_error=1", "TSAN_OPTIONS": "halt_on_error=1:abort_on_error=1"}
VALGRIND = "valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"

# config: a build's configuration. name: in the table. runner: a command that runs the programs. only, without: parts of the names
# of verbs, see sweep_verbs.py.
Build = collections.namedtuple("Build", "config name runner only without")
BUILDS = {
    "plain": Build("check", "plain", "", "", ""),
    "asan": Build("asan", "ASan, UBSan", "", "", ""),
    # libzip and the C library are not built with MSan. If a verb writes bytes one at a time, the C library fills the buffer of the
    # stream, and MSan takes that buffer for uninitialised in the function that writes it.
    "msan": Build("msan", "MSan", "", "", "pack.pk4|corpus build packed|manual -o"),
    "tsan": Build("tsan", "TSan", "", "tree", ""),      # verbs with several threads
    "valgrind": Build("check", "valgrind", VALGRIND, "", ""),
}
BYTES = ("truncate", "patch", "patch-all", "memory")
# (kind, build, N): the sweep runs one case in N; with N = 0 one case for each stack of callers.
ROWS = [(kind, "plain", 1) for kind in (
    "truncate", "patch", "memory", "allocations", "sizes", "calls", "signals", "address-space")]
ROWS += [("truncate", "asan", 16), ("patch", "asan", 128), ("memory", "asan", 32), ("allocations", "asan", 1), ("sizes", "asan", 1),
         ("calls", "asan", 1), ("signals", "asan", 1)]
ROWS += [("truncate", "msan", 64), ("patch", "msan", 512), ("memory", "msan", 128), ("allocations", "msan", 4),
         ("calls", "msan", 4)]
ROWS += [("allocations", "tsan", 1), ("sizes", "tsan", 1), ("calls", "tsan", 1)]
ROWS += [("truncate", "valgrind", 8000), ("patch", "valgrind", 32000), ("memory", "valgrind", 8000),
         ("allocations", "valgrind", 128), ("calls", "valgrind", 128)]
LONG = [("patch-all", "plain", 1)]
SHORT = [("truncate", "plain", 800), ("patch", "plain", 4000), ("memory", "plain", 160), ("allocations", "plain", 0),
         ("address-space", "plain", 16), ("sizes", "plain", 16), ("calls", "plain", 0), ("signals", "plain", 0)]
HEAD = ["| sweep | build | over | cases | what came of them | faults | minutes |", "| --- | --- | --- | --- | --- | --- | --- |"]


def input_files():
    listed = commands.run([sys.executable, "tests/lab/sweep/inputs.py", "build/check/animproof", INPUTS], LONGEST, check=True,
                          stdout=commands.PIPE).stdout.decode().split("\n")
    return [path for path in listed if path]


def program_of(kind, build):
    if kind in BYTES:
        return "build/%s/sweep/sweep_bytes" % build.config
    return "build/check/animproof" if build == BUILDS["plain"] else "build/%s/sweep/animproof" % build.config


def command_of(kind, build, every):
    """Returns the command line of a sweep."""
    share = ["--every", str(every)]
    program = program_of(kind, build)
    if kind in BYTES:
        jobs = ["--jobs", str(os.cpu_count() or 1)]
        return [*build.runner.split(), program, *share, *jobs, kind, *input_files()]
    words = [sys.executable, "tests/lab/sweep/sweep_verbs.py", *share, "--only", build.only, "--without", build.without]
    if build == BUILDS["plain"]:
        return [*words, "--shim", "build/check/sweep/faults.so", kind, program]
    return [*words, "--runner=" + build.runner, kind, program]


def sanitizer_environment():
    """Returns the environment with sanitizer options added to those of tests/run.py, which sets the path of reports."""
    environment = dict(os.environ)
    for name, options in SANITIZER_OPTIONS.items():
        environment[name] = ":".join(text for text in (environment.get(name), options) if text)
    return environment


def run_sweep_of_row(row):
    """Returns (passed checks, faults, line of the table or None) of a sweep. Prints the output of a sweep that has faults or no counts."""
    kind, build, every = row[0], BUILDS[row[1]], row[2]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = commands.run(command_of(kind, build, every), LONGEST, env=sanitizer_environment(), stdout=commands.PIPE, stderr=commands.STDOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes = (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / 60
    output = run.stdout.decode(errors="replace")
    counts = re.search(r"^%s: (\d+ \w+), (\d+) cases, (.*), (\d+) faults\n(\d+) passed, \4 failed$" % kind, output, re.MULTILINE)
    if run.returncode or counts is None:
        print("%s\n%s, %s: exit %d\n" % (output[-16000:], kind, build.name, run.returncode))
    if counts is None or (run.returncode != 0) != (int(counts.group(4)) > 0):
        return 0, 1, None
    over, cases, results, faults, passed = counts.groups()
    share = "all" if every == 1 else "1 in %d" % every if every else "each place"
    results = ", ".join(one for one in results.split(", ") if not one.startswith("0 "))
    cells = (kind, build.name, over, "%s (%s)" % (format(int(cases), ","), share), results, faults, "%.1f" % minutes)
    return int(passed), int(faults), "| %s |" % " | ".join(cells)


def add_row_to_page(new):
    """Adds a line and the current commit to the table of the page. The line replaces that of an equal sweep and build."""
    def key(line):
        return [cell.strip() for cell in line.split("|")[1:3]]

    commit = commands.run(["git", "rev-parse", "--short=8", "HEAD"], check=True, stdout=commands.PIPE).stdout.decode().strip()
    text = pathlib.Path(PAGE).read_text(encoding="utf-8")
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    known = {tuple(key(line)): line for line in [*text[start:end].splitlines()[2:], "%s %s |" % (new, commit)]}
    order = [(kind, BUILDS[build].name) for kind, build, _ in ROWS + LONG]
    table = "\n".join([HEAD[0] + " commit |", HEAD[1] + " --- |", *(known[one] for one in order if one in known)])
    pathlib.Path(PAGE).write_text(text[:start] + table + "\n" + text[end:], encoding="utf-8")


def selected_rows(options, parser):
    if options.short:
        return SHORT
    for word in options.words:
        if word not in BUILDS and all(word != row[0] for row in ROWS + LONG):
            parser.error("neither a sweep nor a build: " + word)
    kinds = [word for word in options.words if word not in BUILDS]
    builds = [word for word in options.words if word in BUILDS] or list(BUILDS)
    rows = [row for row in (ROWS + LONG if kinds else ROWS) if row[1] in builds and (not kinds or row[0] in kinds)]
    return [(kind, build, options.every or every) for kind, build, every in rows]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--publish", action="store_true")
    parser.add_argument("--every", type=int, default=int(os.environ.get("EVERY", "0")))
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    os.chdir(ROOT)
    passed = failed = 0
    print("\n".join(HEAD), flush=True)
    for row in selected_rows(options, parser):
        checks, faults, line = run_sweep_of_row(row)
        passed, failed = passed + checks, failed + faults
        if line is not None:
            print(line, flush=True)
        if options.publish and line is not None:
            add_row_to_page(line)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
