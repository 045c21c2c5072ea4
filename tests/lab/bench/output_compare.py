#!/usr/bin/python3
"""Checks that a program has the output of the program of a commit: output_compare.py [--every N] COMMIT PROGRAM [PATH...]

For a change without visible effect. Both programs run each command on golden/, on each PATH and on a small corpus; standard
output, standard error, exit status and every written file must be equal. Both work in a folder of the same name, so that
names in messages are equal. With --every N, commands on one file run only on each N-th file. Prints the differences and
the number of compared commands.
"""

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

import bench_compare
from bench_inputs import ROOT
from cli_case import contents_below, files_below
from formats import ENDINGS, FORMATS

SHOWN = 12          # most differences that are printed
AT_ONCE = 2         # commands that run in parallel

# Commands on one file. OUT is the name of an output file.
EACH = [["lint", "--color", "always", "FILE"], ["lint", "--format", "json", "FILE"],
        ["lint", "--format", "concise", "--strict", "FILE"], ["lint", "--profile", "portable", "--verbose", "FILE"],
        ["dump", "FILE"], ["dump", "--flat", "FILE"], ["dump", "--json", "FILE"], ["roundtrip", "FILE"],
        ["format", "FILE"], ["format", "--diff", "FILE"], ["convert", "--to", "json", "FILE", "-o", "OUT"],
        ["mutate", "--seed", "7", "FILE", "-o", "OUT"]]
OF_MRTK = [["convert", "--to", "1.0", "FILE", "-o", "OUT"], ["convert", "--layout", "published", "FILE", "-o", "OUT"],
           ["lint", "--mrtk-layout", "published", "FILE"]]
OF_MEMG = [["convert", "--byte-order", "big", "FILE", "-o", "OUT"], ["lint", "--memg-order", "row", "FILE"],
           ["convert", "--matrix-order", "row", "FILE", "-o", "OUT"]]
OF_JSON = [["convert", "FILE", "-o", "OUT"]]
# Commands without a file.
ONCE = [["rules"], ["rules", "--format", "json"], ["rules", "--format", "markdown"], ["rules", "--format", "html"], ["mutate", "--list"]]
ONCE += [["generate", "--format", name, "--list-knobs"] for name in FORMATS]
ONCE += [["generate", "--format", name, "--seed", str(seed), "--count", "20", *wild, "-o", "OUT"]
         for name in FORMATS for seed in (1, 2) for wild in ([], ["--wild"])]
ONCE += [["corpus", "build", "OUT", "--size", "small", "--seed", "3"]]
# Commands on folders.
WALKS = [["lint", "FOLDER"], ["lint", "--format", "jsonl", "-j1", "FOLDER"], ["lint", "--format", "json", "FOLDER"],
         ["corpus", "verify", "--matrix", "FOLDER"]]


def companion_option_or_none(path):
    """Returns [option, path] for a companion with the file's name in the same folder, or None."""
    stem = os.path.splitext(path)[0]
    return next(([option, stem + end] for option, end in (("--obj", ".obj"), ("--mesh", ".md5mesh"))
                 if path.endswith((".memg.bin", ".memg", ".bin", ".md5anim")) and os.path.exists(stem + end)), None)


def commands_for(path):
    yield from ([word if word != "FILE" else path for word in command] for command in EACH)
    further = OF_JSON if path.endswith(".json") else OF_MRTK if "mrtk" in path else OF_MEMG if "memg" in path else []
    yield from ([word if word != "FILE" else path for word in command] for command in further)
    if companion_option_or_none(path):
        yield ["lint", *companion_option_or_none(path), path]
        yield ["mutate", "--seed", "5", *companion_option_or_none(path), path, "-o", "OUT"]


def run_in_folder(program, command, work):
    """Runs a command in the empty folder `work`; returns (status, output, errors, written files)."""
    out = os.path.join(work, "out")
    os.makedirs(out)
    words = [os.path.join("out", "written") if word == "OUT" else word for word in command]
    run = subprocess.run([program, *words], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         stdin=subprocess.DEVNULL, timeout=300, check=False)
    files = contents_below(out)
    shutil.rmtree(out)
    return run.returncode, run.stdout, run.stderr, files


def compare_programs(programs, command):
    """Runs a command with both programs; returns a description of the first difference, or None."""
    results = []
    for program in programs:
        with tempfile.TemporaryDirectory() as work:
            results.append(run_in_folder(program, command, work))
    for name, old, new in zip(("exit status", "output", "errors", "written files"), *results):
        if old != new:
            return "%s\n    %s" % (name, first_difference(old, new))
    return None


def first_difference(old, new):
    if isinstance(old, dict):
        names = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
        return "%d files, first %s" % (len(names), names[0])
    if isinstance(old, int):
        return "%d, now %d" % (old, new)
    before, after = old.splitlines(), new.splitlines()
    number = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
    pick = [lines[number][:200].decode(errors="replace") if number < len(lines) else "(no line)" for lines in (before, after)]
    return "line %d: %s\n    now: %s" % (number + 1, *pick)


def commands_to_compare(folders, every):
    """Returns all commands to compare: without a file, on the folders, and on each N-th file in the folders."""
    files = [path for folder in folders for path in files_below(folder) if path.endswith((*ENDINGS, ".memg", ".json"))][::every]
    walks = [[word if word != "FOLDER" else folder for word in command] for folder in folders for command in WALKS]
    return ONCE + walks + [command for path in files for command in commands_for(path)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("commit")
    parser.add_argument("program")
    parser.add_argument("paths", nargs="*")
    given = parser.parse_args()
    programs = [bench_compare.build_program_of_commit(given.commit), os.path.abspath(given.program)]
    with tempfile.TemporaryDirectory() as scratch:
        corpus = os.path.join(scratch, "corpus")
        subprocess.run([programs[0], "corpus", "build", corpus], check=True, stdout=subprocess.DEVNULL)
        folders = [os.path.join(ROOT, "golden"), *map(os.path.abspath, given.paths), corpus]
        commands = commands_to_compare(folders, given.every)
        failed = 0
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for command, difference in zip(commands, pool.map(lambda job: compare_programs(programs, job), commands)):
                failed += difference is not None
                if difference and failed <= SHOWN:
                    print("animproof %s: %s" % (" ".join(command), difference), flush=True)
    print("commands: %d passed, %d failed" % (len(commands) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
