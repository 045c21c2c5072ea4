"""Builds programs with wrong changes: compiles, compares and links them below build/mutants. The source tree is not changed."""

import glob
import hashlib
import json
import os
import pathlib
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PLACE = os.path.join(ROOT, "build", "mutants")
# Code that is not valid C must not compile: a program built from such code proves nothing.
STRICT = ["-Werror=incompatible-pointer-types", "-Werror=int-conversion", "-Werror=return-type"]
LINKER = ["gcc", "-fuse-ld=lld", "-Wl,--threads=1", "-pthread", "-o"]
LINKERS = {"mutants": LINKER,
           "asan": ["clang-19", "-fsanitize=address,undefined", "-no-pie", *LINKER[1:]]}


def build_all_objects(config):
    """Builds all objects of a configuration. Returns those of the program and of the unit tests, as paths below
    build/CONFIG/obj."""
    run = subprocess.run(["make", "-s", "--no-print-directory", "-j2", "config=" + config, "mutant-objects"],
                         cwd=ROOT, stdout=subprocess.PIPE, check=True)
    program, units = run.stdout.decode().strip().split("\n")[-2:]
    return program.split(), units.split()


def source_of_object(path):
    return path.split("/obj/", 1)[1][:-2] + ".c"


def sha1_of_file(path):
    return hashlib.sha1(pathlib.Path(path).read_bytes()).hexdigest()


class UnchangedBuild:
    """The unchanged objects of a configuration, and the sources that include each header."""

    def __init__(self, config="mutants"):
        program, units = build_all_objects(config)
        self.linker = LINKERS[config]
        self.program = {source_of_object(path): os.path.join(ROOT, path) for path in program}
        self.units = {source_of_object(path): os.path.join(ROOT, path) for path in units}
        self.needed_by = {}     # header -> the sources of the program that include it
        for source, path in self.program.items():
            with open(path[:-2] + ".d", encoding="utf-8") as file:
                for name in re.findall(r"[\w/.-]+", file.read().split("\n\n")[0].split(":", 1)[1]):
                    self.needed_by.setdefault(os.path.normpath(name), []).append(source)
        run = subprocess.run(["make", "-s", "--no-print-directory", "config=" + config, "mutant-flags"], cwd=ROOT,
                             stdout=subprocess.PIPE, check=True)
        self.compiler_words = run.stdout.decode().split()


class BuildFolder:
    """A build folder with its own copies of sources, objects and programs."""

    def __init__(self, base, number):
        self.base = base
        self.place = os.path.join(PLACE, "build-%s" % number)
        self.tree = os.path.join(self.place, "tree")
        self.program = os.path.join(self.place, "animproof")
        self.units = os.path.join(self.place, "quick-tests")
        self.plain_program = os.path.join(PLACE, "build-98", "animproof")    # the unchanged program
        os.makedirs(self.tree, exist_ok=True)

    def clear_source_tree(self):
        subprocess.run(["rm", "-rf", self.tree], check=True)
        os.makedirs(self.tree)

    def compile(self, texts):
        """Compiles files with changed texts, {path: text}. Returns {source: object}, or None if the compiler refuses a file."""
        self.clear_source_tree()
        for path, text in texts.items():
            self.write_source(path, text)
        sources = set()
        for path in texts:
            sources.update([path] if path.endswith(".c") else self.base.needed_by.get(path, ()))
        objects = {}
        for source in sorted(sources):
            full_path = os.path.join(self.tree, source)
            if not os.path.exists(full_path):
                os.makedirs(os.path.dirname(full_path), exist_ok=True)
                os.symlink(os.path.join(ROOT, source), full_path)
            objects[source] = os.path.join(self.place, source.replace("/", "-")[:-2] + ".o")
            command = [*self.base.compiler_words, *STRICT, "-I.", "-I" + ROOT, "-c", "-o", objects[source], source]
            if subprocess.run(command, cwd=self.tree, stderr=subprocess.DEVNULL).returncode != 0:
                return None
        return objects

    def write_source(self, path, text):
        full_path = os.path.join(self.tree, path)
        os.makedirs(os.path.dirname(full_path), exist_ok=True)
        pathlib.Path(full_path).write_text(text, encoding="utf-8")

    def digest_of(self, objects):
        return hashlib.sha1("".join(sha1_of_file(objects[source]) for source in sorted(objects)).encode()).hexdigest()

    def digest_of_unchanged_objects(self, path):
        """Returns the digest of the objects that are compiled from the unchanged file."""
        kept = os.path.join(PLACE, "unchanged", path.replace("/", "-") + "-" + sha1_of_file(os.path.join(ROOT, path)))
        if not os.path.exists(kept):
            found = self.digest_of(self.compile({path: pathlib.Path(os.path.join(ROOT, path)).read_text(encoding="utf-8")}))
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            pathlib.Path(kept).write_text(found, encoding="ascii")
        return pathlib.Path(kept).read_text(encoding="ascii")

    def link_or_raise(self, target, objects):
        """Links the program or the unit tests, with these objects instead of the unchanged ones."""
        listed = self.base.program if target == self.program else self.base.units
        paths = [objects.get(source, path) for source, path in listed.items()]
        words = os.path.join(self.place, "objects.txt")
        pathlib.Path(words).write_text("\n".join(paths), encoding="utf-8")
        subprocess.run([*self.base.linker, target, "@" + words, "-lm"], check=True)


def read_stored_value(name, otherwise):
    """Returns the value that an earlier run stored in build/mutants, or `otherwise`."""
    path = os.path.join(PLACE, name)
    if not os.path.exists(path):
        return otherwise
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def store_value(name, value):
    os.makedirs(PLACE, exist_ok=True)
    with open(os.path.join(PLACE, name + ".new"), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=0)
    os.replace(os.path.join(PLACE, name + ".new"), os.path.join(PLACE, name))


def read_matching_files(*patterns):
    """Returns {path: text} of the files that match the glob patterns."""
    texts = {}
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            texts[os.path.relpath(path, ROOT)] = pathlib.Path(path).read_text(encoding="utf-8")
    return texts
