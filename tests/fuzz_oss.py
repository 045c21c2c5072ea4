#!/usr/bin/python3
"""Tests .clusterfuzzlite/build.sh: the files that it must write to $OUT, and a short run of each target from some of its seeds.

build.sh runs in a copy of the tree. To save time the copy has the objects of config=libfuzzer, built by an equal compiler with
equal flags, and for the tool that writes dictionaries those of config=check. One object, BUILT_ANEW, is removed and built by
build.sh. tests/fuzz_smoke.py runs the same objects with all seeds.
"""

import glob
import os
import shutil
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor

import commands
import fixed_fuzzing
from cli_case import ROOT, CheckCounter

FLAGS = ("-O1 -gline-tables-only -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer "
         "-fsanitize=fuzzer-no-link")  # flags.libfuzzer of fuzz/engines.mk
LINKER = " -fuse-ld=lld" if shutil.which("ld.lld-19") else ""  # lld takes a third of the time
SHARED = ("core", "validators", "corpus")
FOLDERS = ("core", "validators", "corpus", "cli", "fuzz", "golden", "tests", "web", ".clusterfuzzlite")
BUILT_ANEW = "fuzz/targets/read-mrtk.o"
RUNS = 100
SEEDS = 30
JOBS = 2


def link_or_copy(source, to):
    """Links an object, or copies it to another disk. A hard link is safe for files that are removed before they are built again."""
    try:
        os.link(source, to)
    except OSError:  # `to` is on another disk
        shutil.copy2(source, to)


def build_and_copy_tree(folder):
    source = os.path.join(folder, "animproof")
    for name in FOLDERS:
        shutil.copytree(os.path.join(ROOT, name), os.path.join(source, name))
    shutil.copy(os.path.join(ROOT, "Makefile"), source)
    commands.run(["make", "-s", "config=libfuzzer", "build/libfuzzer/libanimproof.a"], cwd=ROOT, check=True)
    commands.run(["make", "-s", "config=check", "build/check/libanimproof.a"], cwd=ROOT, check=True)
    for made, used in (("sanitized", "oss-fuzz"), ("check", "debug")):
        for name in SHARED + (("fuzz",) if used == "oss-fuzz" else ("cli",)):
            shutil.copytree(os.path.join(ROOT, "build", made, "obj", name), os.path.join(source, "build", used, "obj", name),
                            copy_function=link_or_copy, ignore=shutil.ignore_patterns("*.d"))  # the compiler would write into a linked .d
    os.remove(os.path.join(source, "build/oss-fuzz/obj", BUILT_ANEW))
    return source


def build_fuzz_targets(folder, source):
    out = os.path.join(folder, "out")
    os.mkdir(out)
    environment = dict(os.environ, CC="clang-19", CXX="clang++-19", CFLAGS=FLAGS + LINKER, CXXFLAGS=FLAGS + LINKER, SRC=folder, OUT=out,
                       LIB_FUZZING_ENGINE="-fsanitize=fuzzer")
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "config"):
        environment.pop(name, None)
    result = commands.run([os.path.join(source, ".clusterfuzzlite/build.sh")], env=environment,
                          stdout=commands.PIPE, stderr=commands.STDOUT)
    return out, result.returncode, result.stdout.decode(errors="replace")


def fault_of_target_run(folder, target):
    """Runs a target on some seeds. Returns a description of a fault, or None."""
    program, seeds = os.path.join("out", target), os.path.join("seeds", target)
    for extension in ("", ".dict", ".options", "_seed_corpus.zip"):
        if not os.path.exists(os.path.join(folder, program + extension)):
            return target + extension + " is missing"
    with zipfile.ZipFile(os.path.join(folder, program + "_seed_corpus.zip")) as archive:
        names = sorted(archive.namelist())
        archive.extractall(os.path.join(folder, seeds), names[:: max(1, len(names) // SEEDS)])
    options = ["-runs=%d" % RUNS, "-dict=%s.dict" % program, "-artifact_prefix=%s." % seeds]
    succeeded, output = fixed_fuzzing.fuzz_with_fixed_addresses(program, options, os.path.join("runs", target), [seeds], folder)
    return None if succeeded else output[-4000:]


def main():
    count = CheckCounter()
    with tempfile.TemporaryDirectory(prefix="oss-fuzz-", dir=os.path.join(ROOT, "build")) as folder:  # for hard links to objects
        out, code, output = build_fuzz_targets(folder, build_and_copy_tree(folder))
        targets = sorted(os.path.basename(path)[: -len(".options")] for path in glob.glob(out + "/*.options"))
        count.check(code == 0 and len(targets) >= 10, "build.sh: exit %d, %d targets\n%s" % (code, len(targets), output[-4000:]))
        with ThreadPoolExecutor(JOBS) as pool:
            faults = list(pool.map(lambda target: fault_of_target_run(folder, target), targets))
        for target, wrong in zip(targets, faults):
            count.check(wrong is None, "%s: %s" % (target, wrong))
    count.finish()


if __name__ == "__main__":
    main()
