"""Measures which lines each test enters, and its CPU time. Results are kept in build/mutants.

A test has a name, a command (None for a unit test), seconds of CPU, and the lines that it enters, by file. A test that takes longer
than SLOW_UNIT or SLOW_COMMAND uses every 8th or 32nd of its inputs (`each`: tests/unit/support/test_sample.h for unit tests,
tests/cli/lib/golden_files.py for commands). A test is not quick if it still takes longer, or fails on the unchanged program. Only
changed tests are measured again. For sources that changed after the measurement, the lines that a test enters are unknown.
"""

import functools
import hashlib
import importlib.util
import os
import pathlib
import resource
import subprocess
import time

import builds
from builds import PLACE, ROOT

SLOW_UNIT = 0.2         # seconds of CPU; a slower unit test runs with fewer inputs
EVERY_NTH_IF_SLOW = (8, 32)
SLOW_COMMAND = 9.0
LONGEST_WALL = 150      # seconds for a command, on a busy machine
PROGRAM = "PROGRAM"
# Parts of tests/run.py that run the program.
PARTS = ("golden", "mistakes", "samples", "rules page", "cascades", "options", "readers", "defects", "fixing", "cli",
         "fast paths")
# Tests that use more than the given program, depend on its size, or take minutes.
LEFT_OUT = ("large_files", "fuzz_command", "broken_campaigns", "conform",
            "hostile_names", "hooks", "pages", "action", "lsp/test_hostile", "watch", "asan")


def test_file_of_command(words):
    """Returns the path of the test that a command runs: python3 FILE ..., or python3 -m pytest -q FILE ..."""
    return words[4 if "pytest" in words else 1]


def commands_of_tests():
    """Returns {name: command} of the tests that run the program, without those that LEFT_OUT names."""
    spec = importlib.util.spec_from_file_location("run_parts", os.path.join(ROOT, "tests", "run.py"))
    run = importlib.util.module_from_spec(spec)
    before = os.getcwd()
    os.chdir(ROOT)
    spec.loader.exec_module(run)
    os.chdir(before)
    found = {}
    for part in PARTS:
        for command in run.commands_of_cli_tests(run.CHECKED, (), one_by_one=True) if part == "cli" else run.PARTS[part]:
            words = [PROGRAM if word == run.CHECKED else word for word in command]
            name = " ".join([os.path.relpath(test_file_of_command(words), "tests"), *([] if "pytest" in words else words[3:])])
            if PROGRAM in words and not any(word in " ".join(command) for word in LEFT_OUT):
                found[name] = words
    return found


def run_command(words, program, limit, each=1):
    """Runs a command with every n-th input. Returns (passed, seconds of CPU). After `limit` seconds the command and all its processes
    are ended.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # The program finds the campaign itself only if it is in build/CONFIG.
    environment = dict(every_nth_input_environment(each), ANIMPROOF_FUZZ=os.path.join(ROOT, "fuzz", "campaign", "campaign"))
    process = subprocess.Popen([program if word == PROGRAM else word for word in words], cwd=ROOT, stdin=subprocess.DEVNULL,
                               env=environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        process.terminate()     # the test ends the commands that it started in other sessions
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
        code = -1
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return code == 0, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class EnteredLinesMap:
    """The bytes that tests/lab/mutants/entered.c sets, and their source lines."""

    def __init__(self, program):
        self.path = program + ".entered"
        self.program = program
        self.size = os.path.getsize(program)
        self.lines = {}

    def clear(self):
        with open(self.path, "wb") as file:
            file.truncate(self.size)

    def entered(self):
        """Returns {source file: lines that the program entered}."""
        content = pathlib.Path(self.path).read_bytes()
        places, at = [], content.find(1)
        while at >= 0:
            places.append(at)
            at = content.find(1, at + 1)
        unknown = [at for at in places if at not in self.lines]
        if unknown:
            located = subprocess.run(["addr2line", "-e", self.program], stdout=subprocess.PIPE, check=True,
                                  input="".join("%x\n" % (at - 1) for at in unknown).encode()).stdout.decode()
            self.lines.update(zip(unknown, located.split("\n")))
        found = {}
        for at in places:
            path, _, line = self.lines[at].partition(" ")[0].rpartition(":")
            path = os.path.relpath(path, ROOT) if path.startswith("/") else os.path.normpath(path)
            if line.isdigit() and not path.startswith(("tests", "..")):
                found.setdefault(path, set()).add(int(line))
        return {path: sorted(lines) for path, lines in found.items()}


def sha1_of(*parts):
    return hashlib.sha1("\0".join(parts).encode()).hexdigest()


def build_recording_programs_and_get_folder():
    """Builds the program and the unit tests with code that records which lines run; returns the build folder."""
    build = builds.BuildFolder(None, 99)
    program, units = builds.build_all_objects("entered")
    build.base = type("Entered", (), {"linker": builds.LINKER, "program": {path: os.path.join(ROOT, path) for path in program},
                                     "units": {path: os.path.join(ROOT, path) for path in units}})
    build.link_or_raise(build.program, {})
    build.link_or_raise(build.units, {})
    return build


def measure_all_tests(base, say):
    """Measures all tests, and returns the measurements. A test with unchanged files is not measured again."""
    texts = builds.read_matching_files("core/**/*.[ch]", "validators/**/*.[ch]", "corpus/**/*.[ch]", "cli/**/*.[ch]")
    digests = {path: sha1_of(text) for path, text in texts.items()}
    state = sha1_of(*sorted(path + digest for path, digest in digests.items()))
    states = builds.read_stored_value("states.json", {})
    states[state] = digests
    builds.store_value("states.json", states)
    plain = builds.BuildFolder(base, 98)
    plain.link_or_raise(plain.program, {})
    plain.link_or_raise(plain.units, {})
    kept = builds.read_stored_value("tests.json", {})
    units = {path: text for path, text in builds.read_matching_files("tests/unit/**/*.[ch]").items()}
    support = sha1_of(*[text for path, text in sorted(units.items()) if path.endswith(".h") or "/support/" in path])
    tests = {}
    get_recording_build = functools.lru_cache(build_recording_programs_and_get_folder)

    listed = subprocess.run([plain.units, "--list"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    for line in filter(None, listed):
        name, path = line.split()
        tests[name] = measurement_of_test(kept, name, sha1_of(support, units.get(path, "")), get_recording_build, plain, None)
        tests[name].setdefault("state", state)
    builds.store_value("tests.json", {**kept, **tests})
    for name, words in commands_of_tests().items():
        tests[name] = measurement_of_test(kept, name, sha1_of(pathlib.Path(os.path.join(ROOT, test_file_of_command(words))).read_text(encoding="utf-8")), get_recording_build, plain, words)
        if tests[name] is not kept.get(name):
            tests[name]["state"] = state
            say("%-50s %.2f s%s" % (name[:50], tests[name]["seconds"], "" if tests[name]["quick"] else ", not quick"))
            builds.store_value("tests.json", {**kept, **tests})
    builds.store_value("tests.json", {**kept, **tests})
    for test in tests.values():
        test["changed_sources"] = changed_sources(states[test["state"]], digests)
    return tests


def changed_sources(before, now):
    """Returns the paths of the sources that have another digest than before."""
    return {path for path, digest in now.items() if before.get(path) != digest}


def is_up_to_date(kept, name, key, longest):
    """Returns true if the stored measurement of the test can be used again."""
    one = kept.get(name)
    return one is not None and one["key"] == key and one["quick"] == (one["passed"] and one["seconds"] < longest) \
        and (one["quick"] or one["each"] == EVERY_NTH_IF_SLOW[-1])


def measure_with_fewer_inputs_if_slow(run, longest):
    """Runs a test, with every 8th or 32nd input if it takes long. Returns (passed, seconds, each)."""
    for each in (1, *EVERY_NTH_IF_SLOW):
        passed, seconds = run(each)
        if not passed or seconds < longest:
            break
    return passed, seconds, each


def measurement_of_test(kept, name, key, get_recording_build, plain, words):
    """Returns the stored measurement of the test if it is up to date, otherwise a new measurement."""
    longest = SLOW_UNIT if words is None else SLOW_COMMAND
    if is_up_to_date(kept, name, key, longest):
        return kept[name]
    passed, seconds, each = measure_with_fewer_inputs_if_slow(
        (lambda n: run_unit(plain.units, name, 20, n)) if words is None
        else (lambda n: run_command(words, plain.program, LONGEST_WALL, n)), longest)
    quick = passed and seconds < longest
    entered = {}
    if quick:
        build = get_recording_build()
        target = build.units if words is None else build.program
        if not hasattr(build, words is None and "unit_map" or "map"):
            setattr(build, words is None and "unit_map" or "map", EnteredLinesMap(target))
        recorder = build.unit_map if words is None else build.map
        recorder.clear()
        if words is None:
            run_unit(target, name, 60, each)
        else:
            run_command(words, target, 2 * LONGEST_WALL, each)
        entered = recorder.entered()
    return {"key": key, "name": name, "command": words, "seconds": seconds, "passed": passed, "quick": quick, "each": each,
            "entered": entered, "measured": time.time()}


def every_nth_input_environment(each):
    """Returns the environment in which tests use every n-th input."""
    return dict(os.environ, ANIMPROOF_TEST_EACH=str(each))


def run_unit(program, name, seconds, each=1):
    """Runs a unit test with a limit of CPU seconds and every n-th input. Returns (passed, seconds of CPU)."""
    words = os.path.join(PLACE, "one-test-%d" % os.getpid())
    pathlib.Path(words).write_text("%s %g\n" % (name, seconds), encoding="ascii")
    said = subprocess.run([program, "--all", words], stdout=subprocess.PIPE, env=every_nth_input_environment(each), check=True).stdout.decode().split()
    return said[2] == "passed", float(said[1])
