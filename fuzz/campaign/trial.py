"""One trial of `fuzz compare`: fuzzes a loader from three files with one kind of mutation, for a given processor time."""

import glob
import os
import select
import subprocess
import tempfile
import time

import children
import tree
from engine_libfuzzer import COUNTED, STATUS

# Seeds of a trial by format: three small files, which leave most code unreached. Other formats start with their three smallest
# files.
SEEDS = {
    "mrtk": ["mrtk/valid/has_hand-no.bin", "mrtk/valid/near-marker-order__equal.bin", "mrtk/valid/keys-12.bin"],
    "memg": ["memg/valid/groups-1.bin", "memg/valid/byte_order-little.bin", "memg/valid/frames-4.bin"],
    "md5anim": ["md5anim/valid/frames-1.md5anim", "md5anim/valid/joints-2.md5anim",
                "md5anim/valid/near-frame-rate-range__one.md5anim"],
    "md5mesh": ["md5mesh/valid/joints-2.md5mesh", "md5mesh/valid/near-vert-unused__fan.md5mesh",
                "md5mesh/valid/near-joint-name-duplicate__commandline.md5mesh"],
    "md5camera": ["md5camera/valid/frames-2.md5camera", "md5camera/valid/cuts-3.md5camera",
                  "md5camera/valid/near-frame-rate-range__one.md5camera"],
}  # fmt: skip
# the kinds of mutation: of bytes alone; with the format's dictionary; with the dictionary and the structure-aware mutator
WAYS = ("plain", "dictionary", "structured")
INTERRUPTED = 72  # libFuzzer's exit status after SIGINT
LOOK = 0.1  # seconds between two reads of a process's processor time
LEAST_PART = 0.02  # least share of a core; a trial that has had less when its time limit ends is treated as hanging
SLACK = 30.0  # seconds added to the time limit, which is the processor time divided by LEAST_PART
TICKS = os.sysconf("SC_CLK_TCK")


class Subject:
    """A loader to fuzz: its program with the mutator, its program without, and its format."""

    def __init__(self, name, form, structured, plain):
        self.name, self.format, self.structured, self.plain = name, form, structured, plain

    def command(self, way, seed, folder):
        inputs = ",".join(paths_of_seeds_of_format(self.format))
        command = [self.structured if way == "structured" else self.plain, "-seed=%d" % seed, "-max_len=%d" % tree.MAX_LEN,
                   "-artifact_prefix=" + folder + "/", "-seed_inputs=" + inputs, "-print_funcs=0", "-print_final_stats=1"]  # fmt: skip
        if way != "plain":
            command.append("-dict=" + os.path.join(tree.BUILD, "fuzz", self.format + ".dict"))
        return command


def paths_of_seeds_of_format(form):
    """Returns the paths of a format's seeds. Fails if a seed is missing, because libFuzzer ignores missing files."""
    valid = glob.glob(os.path.join(tree.ROOT, "golden", form, "valid", "*" + tree.EXTENSIONS[form]))
    smallest = sorted(valid, key=lambda path: (os.path.getsize(path), path))[:3]
    paths = [os.path.join(tree.ROOT, "golden", path) for path in SEEDS.get(form, smallest)]
    for path in paths:
        if not os.path.exists(path):
            raise tree.Failure("%s: the seed of a trial does not exist" % path)
    return paths


def own_subject(form):
    base = os.path.join(tree.BUILD, "libfuzzer-fast", "fuzz", "read-" + form)
    return Subject("read-" + form, form, base, base + "-plain")


def processor_seconds_or_none_if_ended(process):
    """Returns the processor time of a process and its children in seconds; None if the process has ended."""
    try:
        with open("/proc/%d/stat" % process.pid, encoding="ascii", errors="replace") as file:
            words = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return None if words[0] in "ZX" else sum(map(int, words[11:15])) / TICKS


class OutputCounts:
    """Parses the output of a libFuzzer process: edges, features, executions and the last 3000 bytes."""

    def __init__(self):
        self.edges = self.features = self.executions = 0
        self.rest = b""
        self.last = b""

    def read(self, data):
        lines = (self.rest + data).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            status, counted = (pattern.match(line.decode(errors="replace")) for pattern in (STATUS, COUNTED))
            if status:
                self.executions, self.edges, self.features = map(int, status.groups()[:3])
            elif counted:
                self.executions = int(counted.group(1))
        self.last = (self.last + data)[-3000:]


def read_until_time_is_used(process, output, seconds):
    """Reads a process's output until it has used `seconds` of processor time; returns [(processor time, edges)] at each
    increase.
    """
    series, deadline = [], time.monotonic() + seconds / LEAST_PART + SLACK
    while True:
        readable = select.select([process.stderr], [], [], LOOK)[0]
        data = os.read(process.stderr.fileno(), 1 << 20) if readable else None
        if data:
            output.read(data)
        used = processor_seconds_or_none_if_ended(process)
        if data == b"" or used is None:
            return series
        if output.edges and (not series or output.edges > series[-1][1]):
            series.append((round(used, 2), output.edges))
        if used >= seconds:
            return series
        if time.monotonic() > deadline:
            raise tree.Failure("a trial got only %.1f of its %g seconds of processor time in %.0f seconds" % (
                used, seconds, seconds / LEAST_PART + SLACK))  # fmt: skip
        if readable:
            time.sleep(LOOK / 4)  # let output accumulate in the pipe: libFuzzer prints many lines at the start


def run_trial(subject, way, seed, seconds):
    """Runs one trial; returns its row: subject, way, seed, wanted and used seconds of processor time, edges, features,
    executions, series.
    """
    output = OutputCounts()
    with tempfile.TemporaryDirectory() as folder:
        process = children.start_process(subject.command(way, seed, folder), subprocess.DEVNULL, subprocess.PIPE,
                                 children.environment_of_program(False, ANIMPROOF_FORMAT=subject.format), folder)
        try:
            series = read_until_time_is_used(process, output, seconds)
            used = processor_seconds_or_none_if_ended(process)
        finally:
            children.stop_process(process)
        output.read(process.stderr.read() + b"\n")
        process.stderr.close()
    if used is None or process.returncode not in (0, INTERRUPTED) or not series:
        raise tree.Failure("%s, %s, -seed=%d: the trial ended early, with status %s:\n%s" % (
            subject.name, way, seed, process.returncode, output.last.decode(errors="replace")))  # fmt: skip
    return {"subject": subject.name, "way": way, "seed": seed, "asked": seconds, "seconds": round(used, 2), "edges": output.edges,
            "features": output.features, "executions": output.executions, "series": series}  # fmt: skip
