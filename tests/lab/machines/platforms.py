#!/usr/bin/python3
"""Checks that other compilers and machines give equal output: platforms.py [--every N] PROGRAM VERBS [NAME...]

Builds the program and tests/lab/machines/verbs.c for each machine of MACHINES, or for the machines with these NAMEs, and compares
their output with that of PROGRAM and VERBS, which this machine's compiler built. VERBS runs once on each machine, on every file
of golden/ and of a standard corpus, and prints a hash of each report, field, JSON text, rewritten and generated file. The
program runs the commands of tests/lab/bench/output_compare.py, those on one file only for each N-th file (60). Prints the first
differences and a table; exits 1 if there is a difference.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests/lab/bench"))
import output_compare  # noqa: E402  (the path is set above)

os.environ["ANIMPROOF_NO_SANDBOX"] = "1"  # qemu-user does not implement the system calls of Landlock
SHOWN = 3           # differences that are printed of each machine
AT_ONCE = 2         # commands that run in parallel
WASM = ["node", "--no-warnings", "tests/lab/machines/run_wasm.mjs"]

# flags: of the compiler; link: flags of the linker; runner: command that runs the machine's programs, [] for this machine.
Machine = collections.namedtuple("Machine", "name compiler flags link runner packages")
HEADERS = "-idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu"  # Linux headers, which musl-gcc does not find

MACHINES = [Machine("%s -O%d" % (compiler, level), compiler, "-O%d" % level, "", [], [compiler])
            for compiler in ("gcc-12", "clang-14", "clang-19") for level in range(4)]
MACHINES += [
    Machine("musl", "musl-gcc", "-O2 -DAP_NO_ARCHIVES " + HEADERS, "-static", [], ["musl-tools"]),
    Machine("i386", "i686-linux-gnu-gcc", "-O2 -msse2 -mfpmath=sse -Wno-psabi", "-static", [],
            ["gcc-i686-linux-gnu", "libc6-dev-i386-cross"]),
    Machine("aarch64", "aarch64-linux-gnu-gcc", "-O2", "-static", ["qemu-aarch64"],
            ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"]),
    Machine("s390x", "s390x-linux-gnu-gcc", "-O2", "-static", ["qemu-s390x"],
            ["gcc-s390x-linux-gnu", "libc6-dev-s390x-cross", "qemu-user"]),
    Machine("wasm32", "clang-19 --target=wasm32-wasi", None, None, WASM,
            ["clang-19", "lld-19", "llvm-19", "wasi-libc", "libclang-rt-19-dev-wasm32", "nodejs"]),
]


def runs_wasm(machine):
    return machine.flags is None


def build_folder(machine):
    return "build/wasm" if runs_wasm(machine) else "build/machines/" + machine.name.replace(" ", "")


def build_programs(machine):
    """Builds the machine's programs; on failure, prints the reason and returns false."""
    place = build_folder(machine)
    compiler = " ".join(filter(None, [os.environ.get("LAUNCHER"), machine.compiler]))
    packages = [package for package in machine.packages if package != "nodejs" or shutil.which("node") is None]
    if subprocess.run([".ci/need", *packages], cwd=ROOT, check=False).returncode != 0:
        return False
    words = ["make", "--no-print-directory", "-s", "-j2", "CC=" + compiler]
    if runs_wasm(machine):
        words += ["config=wasm", "all"]
    else:
        words += ["config=release", "build=" + place, "flags=" + machine.flags,
                  "LDFLAGS=%s -pthread" % machine.link, place + "/animproof"]
    result = subprocess.run([*words, place + "/machine-verbs"], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        print("%s: build failed\n%s" % (machine.name, result.stderr[-2000:]))
    return result.returncode == 0


def verbs_input(files):
    """Returns the input of verbs.c: a path on each line, and after a tab the path of its companion."""
    lines = []
    for path in files:
        companion = output_compare.companion_option_or_none(path)
        lines.append(path + ("\t" + companion[1] if companion else "") + "\n")
    return "".join(lines)


def output_lines_of_command(words, text):
    run = subprocess.run(words, cwd=ROOT, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    errors = run.stderr.decode(errors="replace")
    return run.stdout.decode().splitlines() + (["(exit %d) %s" % (run.returncode, errors[-500:])] if run.returncode else [])


def differing_lines(wanted, lines):
    if hashlib.sha256("\n".join(wanted).encode()).digest() == hashlib.sha256("\n".join(lines).encode()).digest():
        return []
    found = ["%s, on this machine %s" % (other, own) for own, other in zip(wanted, lines) if own != other]
    return found or ["%d lines, on this machine %d" % (len(lines), len(wanted))]


def compare_verbs(machine, files, wanted):
    """Runs verbs.c on a machine; returns (number of compared lines, differences)."""
    verbs = [*machine.runner, build_folder(machine) + "/machine-verbs"]
    found = differing_lines(wanted, output_lines_of_command(verbs, verbs_input(files)))
    if not runs_wasm(machine):
        return len(wanted), found
    pages = [line for line in wanted if line.split(" ")[1:] and line.split(" ", 2)[1] == "page" and "golden/" in line]
    lines = output_lines_of_command([*machine.runner, "--lint", "build/wasm/animproof.wasm"], "".join(path + "\n" for path in files))
    return len(wanted) + len(pages), found + differing_lines(pages, lines)


def output_hash(program, job):
    """Returns a hash of the exit code, the output and the written files of a command."""
    with tempfile.TemporaryDirectory() as work:
        code, output, errors, files = output_compare.run_in_folder(program, job, work)
    return hashlib.sha256(repr((code, output, errors, sorted(files.items()))).encode()).digest()


def output_hashes(program, jobs):
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda job: output_hash(program, job), jobs))


def compare_program(machine, program, jobs, wanted):
    """Runs the program's commands on a machine; returns (number of compared commands, differences)."""
    if runs_wasm(machine):
        return 0, []
    other = os.path.join(ROOT, build_folder(machine), "animproof")
    if machine.runner:
        script = os.path.join(ROOT, build_folder(machine), "run")
        with open(script, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nexec %s %s "$@"\n' % (" ".join(machine.runner), other))
        os.chmod(script, 0o755)
        other = script
    found = [job for job, was, now in zip(jobs, wanted, output_hashes(other, jobs)) if was != now]
    return len(jobs), ["animproof %s: %s" % (" ".join(job), output_compare.compare_programs((program, other), job)
                                             if number < SHOWN else "differs") for number, job in enumerate(found)]


def check_machine(machine, given, files, wanted, jobs):
    """Builds and compares a machine; returns (row of the table, True if there is no difference). `wanted`: the lines of verbs.c
    and the hash of each job on this machine."""
    if not build_programs(machine):
        return [machine.name, "-", "-", "not built"], False
    lines, found = compare_verbs(machine, files, wanted[0])
    commands, more = compare_program(machine, os.path.abspath(given.program), jobs, wanted[1])
    found += more
    for one in found[:SHOWN]:
        print("%s: %s" % (machine.name, one), flush=True)
    return [machine.name, str(lines), str(commands), "%d differ" % len(found) if found else "same"], not found


def compiler_version(machine):
    words = [*machine.compiler.split(), "--version"] if machine.name != "musl" else ["gcc", "--version"]
    first = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()[0]
    return "%s %s" % (machine.compiler.split()[0], next(word for word in reversed(first.split()) if word[0].isdigit()))


def processor_minutes_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) / 60


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=60)
    parser.add_argument("program")
    parser.add_argument("verbs")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    chosen = [one for one in MACHINES if not given.names or any(name in one.name.split() for name in given.names)]
    if not chosen:
        parser.error("the machines are: " + ", ".join(machine.name for machine in MACHINES))
    files = [os.path.relpath(path, ROOT) for path in output_compare.input_files([os.path.join(ROOT, "golden")])]
    lines = output_lines_of_command([os.path.abspath(given.verbs)], verbs_input(files))
    if not lines[-1].endswith(" lines"):
        sys.exit("verbs failed on this machine: " + lines[-1])
    same = True
    with tempfile.TemporaryDirectory() as scratch:
        corpus = os.path.join(scratch, "corpus")
        subprocess.run([given.program, "corpus", "build", corpus], check=True, stdout=subprocess.DEVNULL)
        jobs = output_compare.commands_to_compare([os.path.join(ROOT, "golden"), corpus], given.every)
        wanted = lines, output_hashes(os.path.abspath(given.program), jobs)
        rows = []
        for machine in chosen:
            before = processor_minutes_of_children()
            row, fine = check_machine(machine, given, files, wanted, jobs)
            rows.append([*row[:1], compiler_version(machine), *row[1:]])
            same = same and fine
            print("%s: %s (%.1f minutes)" % (machine.name, row[-1], processor_minutes_of_children() - before), flush=True)
    print("%.1f minutes of processor time" % processor_minutes_of_children())
    cases = sum(" case " in line for line in lines)
    print("\n%d files of golden/, %d of a standard corpus, on each of:\n" % (len(files), cases))
    rows = [["platform", "compiler", "lines of hashes", "commands", "result"], ["---"] * 5, *rows]
    print("\n".join("| %s |" % " | ".join(row) for row in rows))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
