#!/usr/bin/python3
"""Whether other compilers and machines say and make the same: platforms.py [--every N] PROGRAM VERBS [NAME...]

Builds the program and tests/machines/verbs.c for each machine of MACHINES, or those NAMEd, and compares them with PROGRAM
and VERBS, which this machine's compiler built. VERBS is run once on each, over every file of golden/ and a standard
corpus: each report, field, JSON text, rewritten and made file is a line with a hash. PROGRAM is run as
tests/bench/output_compare.py does, folders whole and commands of one file on each N-th (60).
The first differences are shown, and a table of all is printed; 1 where anything differs.
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

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/bench"))
import output_compare  # noqa: E402  (the path is set above)

os.environ["ANIMPROOF_NO_SANDBOX"] = "1"  # Landlock is the kernel's: qemu-user passes none of its calls on
SHOWN = 3           # differences of a machine
AT_ONCE = 2
WASM = ["node", "--no-warnings", "tests/machines/run_wasm.mjs"]

# flags are the compiler's, link the linker's; runner is what runs a program there, none where this machine does.
Machine = collections.namedtuple("Machine", "name compiler flags link runner packages")
HEADERS = "-idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu"  # of Linux, which musl has not

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


def is_wasm(machine):
    return machine.flags is None


def folder(machine):
    return "build/wasm" if is_wasm(machine) else "build/machines/" + machine.name.replace(" ", "")


def build(machine):
    """Whether it could be; says why not."""
    place = folder(machine)
    compiler = " ".join(filter(None, [os.environ.get("LAUNCHER"), machine.compiler]))
    packages = [package for package in machine.packages if package != "nodejs" or shutil.which("node") is None]
    if subprocess.run([".ci/need", *packages], cwd=ROOT, check=False).returncode != 0:
        return False
    words = ["make", "--no-print-directory", "-s", "-j2", "CC=" + compiler]
    if is_wasm(machine):
        words += ["config=wasm", "all"]
    else:
        words += ["config=release", "build=" + place, "flags=" + machine.flags,
                  "LDFLAGS=%s -pthread" % machine.link, place + "/animproof"]
    made = subprocess.run([*words, place + "/machine-verbs"], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    if made.returncode != 0:
        print("%s: is not built\n%s" % (machine.name, made.stderr[-2000:]))
    return made.returncode == 0


def listed(files):
    """What verbs.c reads: a path a line, and that of its companion."""
    lines = []
    for path in files:
        companion = output_compare.companion(path)
        lines.append(path + ("\t" + companion[1] if companion else "") + "\n")
    return "".join(lines)


def say(words, text):
    run = subprocess.run(words, cwd=ROOT, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    errors = run.stderr.decode(errors="replace")
    return run.stdout.decode().splitlines() + (["(exit %d) %s" % (run.returncode, errors[-500:])] if run.returncode else [])


def differences(wanted, said):
    if hashlib.sha256("\n".join(wanted).encode()).digest() == hashlib.sha256("\n".join(said).encode()).digest():
        return []
    found = ["%s, here %s" % (there, here) for here, there in zip(wanted, said) if here != there]
    return found or ["%d lines, here %d" % (len(said), len(wanted))]


def compare_verbs(machine, files, wanted):
    """(lines compared, what differs)."""
    verbs = [*machine.runner, folder(machine) + "/machine-verbs"]
    found = differences(wanted, say(verbs, listed(files)))
    if not is_wasm(machine):
        return len(wanted), found
    pages = [line for line in wanted if line.split(" ")[1:] and line.split(" ", 2)[1] == "page" and "golden/" in line]
    said = say([*machine.runner, "--lint", "build/wasm/animproof.wasm"], "".join(path + "\n" for path in files))
    return len(wanted) + len(pages), found + differences(pages, said)


def told(program, job):
    """A hash of all that a command says and makes."""
    with tempfile.TemporaryDirectory() as work:
        code, output, errors, files = output_compare.result(program, job, work)
    return hashlib.sha256(repr((code, output, errors, sorted(files.items()))).encode()).digest()


def report_all(program, jobs):
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda job: told(program, job), jobs))


def compare_program(machine, program, jobs, wanted):
    """(commands compared, what differs)."""
    if is_wasm(machine):
        return 0, []
    other = os.path.join(ROOT, folder(machine), "animproof")
    if machine.runner:
        script = os.path.join(ROOT, folder(machine), "run")
        with open(script, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nexec %s %s "$@"\n' % (" ".join(machine.runner), other))
        os.chmod(script, 0o755)
        other = script
    found = [job for job, was, now in zip(jobs, wanted, report_all(other, jobs)) if was != now]
    return len(jobs), ["animproof %s: %s" % (" ".join(job), output_compare.compare((program, other), job)
                                             if number < SHOWN else "differs") for number, job in enumerate(found)]


def check(machine, given, files, wanted, jobs):
    """A row of the table; whether all was the same. wanted: the lines of verbs.c, and a hash for each job."""
    if not build(machine):
        return [machine.name, "-", "-", "not built"], False
    lines, found = compare_verbs(machine, files, wanted[0])
    commands, more = compare_program(machine, os.path.abspath(given.program), jobs, wanted[1])
    found += more
    for one in found[:SHOWN]:
        print("%s: %s" % (machine.name, one), flush=True)
    return [machine.name, str(lines), str(commands), "%d differ" % len(found) if found else "same"], not found


def version(machine):
    words = [*machine.compiler.split(), "--version"] if machine.name != "musl" else ["gcc", "--version"]
    first = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()[0]
    return "%s %s" % (machine.compiler.split()[0], next(word for word in reversed(first.split()) if word[0].isdigit()))


def processor_minutes():
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
    files = [os.path.relpath(path, ROOT) for path in output_compare.sources([os.path.join(ROOT, "golden")])]
    lines = say([os.path.abspath(given.verbs)], listed(files))
    if not lines[-1].endswith(" lines"):
        sys.exit("this machine's own: " + lines[-1])
    same = True
    with tempfile.TemporaryDirectory() as scratch:
        corpus = os.path.join(scratch, "corpus")
        subprocess.run([given.program, "corpus", "build", corpus], check=True, stdout=subprocess.DEVNULL)
        jobs = output_compare.jobs([os.path.join(ROOT, "golden"), corpus], given.every)
        wanted = lines, report_all(os.path.abspath(given.program), jobs)
        rows = []
        for machine in chosen:
            before = processor_minutes()
            row, fine = check(machine, given, files, wanted, jobs)
            rows.append([*row[:1], version(machine), *row[1:]])
            same = same and fine
            print("%s: %s (%.1f minutes)" % (machine.name, row[-1], processor_minutes() - before), flush=True)
    print("%.1f minutes of processor time" % processor_minutes())
    cases = sum(" case " in line for line in lines)
    print("\n%d files of golden/, %d of a standard corpus, on each of:\n" % (len(files), cases))
    rows = [["platform", "compiler", "lines of hashes", "commands", "result"], ["---"] * 5, *rows]
    print("\n".join("| %s |" % " | ".join(row) for row in rows))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
