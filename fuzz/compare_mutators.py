#!/usr/bin/python3
"""Whether the structure-aware mutator reaches more than plain libFuzzer: compare_mutators.py [--seconds S] [--runs N]
[--markdown FILE] [FORMAT...]

For each format, read-FORMAT (libfuzzer-fast) with and without the mutator, side by side on one core each, from the
same few seeds, with the same dictionary, for the same time, N times with other random seeds. Prints the edges (`cov:`)
of each run and their medians, and how many mutations a second the mutator makes of the seeds (through the library for
AFL++, called from here). Exit 1 where a median is not above the plain one. `make fuzz-compare` builds what it needs.
"""

import argparse
import ctypes
import datetime
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from fuzz_targets import FORMATS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build/libfuzzer-fast/fuzz")
# Few and small, so that there is much that they do not reach.
SEEDS = {
    "mrtk": ["mrtk/valid/has_hand-no.bin", "mrtk/valid/near-marker-order__equal.bin", "mrtk/valid/keys-1.bin"],
    "memg": ["memg/valid/groups-1.bin", "memg/valid/byte_order-little.bin", "memg/valid/frames-4.bin"],
    "md5anim": ["md5anim/valid/frames-1.md5anim", "md5anim/valid/joints-2.md5anim",
                "md5anim/valid/near-frame-rate-range__one.md5anim"],
    "md5mesh": ["md5mesh/valid/joints-2.md5mesh", "md5mesh/valid/near-vert-unused__fan.md5mesh",
                "md5mesh/valid/near-joint-name-duplicate__commandline.md5mesh"],
    "md5camera": ["md5camera/valid/frames-2.md5camera", "md5camera/valid/cuts-3.md5camera",
                  "md5camera/valid/near-frame-rate-range__one.md5camera"],
}  # fmt: skip
WAYS = ("plain", "structured")
DONE = re.compile(r"#(\d+)\s+DONE\s+cov: (\d+) ft: (\d+)")


def program(form, way):
    return os.path.join(BUILD, "read-" + form + ("-plain" if way == "plain" else ""))


def run(form, way, seconds, seed):
    """(edges, features, executions a second)"""
    inputs = ",".join(os.path.join(ROOT, "golden", path) for path in SEEDS[form])
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([program(form, way), "-seed=%d" % seed, "-max_total_time=%d" % seconds,
                                 "-max_len=16384", "-dict=" + os.path.join(ROOT, "build/fuzz/%s.dict" % form),
                                 "-artifact_prefix=" + folder + "/", "-seed_inputs=" + inputs],
                                cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, check=False)
    said = result.stderr.decode(errors="replace")
    found = DONE.search(said)
    if result.returncode != 0 or not found:
        sys.exit("%s, %s:\n%s" % (form, way, said[-3000:]))
    executions, edges, features = map(int, found.groups())
    return edges, features, executions // seconds


def compare(form, options):
    """{way: [(edges, features, executions a second)]}: both ways at the same time, so that load hits them alike."""
    found = {way: [] for way in WAYS}
    for seed in range(1, options.runs + 1):
        with ThreadPoolExecutor(len(WAYS)) as pool:
            runs = {way: pool.submit(run, form, way, options.seconds, seed) for way in WAYS}
        for way, one in runs.items():
            found[way].append(one.result())
        print("%s %d: %s" % (form, seed, ", ".join("%s %d edges" % (way, found[way][-1][0]) for way in WAYS)),
              flush=True)
    return found


def mutations_a_second(form):
    os.environ["ANIMPROOF_TARGET"] = "read-" + form
    library = ctypes.CDLL(os.path.join(ROOT, "build/fuzz/animproof-mutator.so"))
    library.afl_custom_init.restype = ctypes.c_void_p
    fuzz, out, most = library.afl_custom_fuzz, ctypes.byref(ctypes.c_void_p()), ctypes.c_size_t(16384)
    fuzz.restype = ctypes.c_size_t
    data = ctypes.c_void_p(library.afl_custom_init(None, 1))
    files = []
    for path in SEEDS[form]:
        with open(os.path.join(ROOT, "golden", path), "rb") as file:
            files.append(file.read())
    sized = [(content, ctypes.c_size_t(len(content))) for content in files]
    start, made = time.process_time(), 0
    while time.process_time() < start + 1:
        for content, size in sized:
            fuzz(data, content, size, out, *sized[0], most)
        made += len(sized)
    library.afl_custom_deinit(data)
    return made


def row(form, found):
    cells = [form, "%d" % mutations_a_second(form)]
    for way in WAYS:
        cells += ["%d" % statistics.median(one[0] for one in found[way]),
                  " ".join("%d" % edges for edges in sorted(one[0] for one in found[way])),
                  "%d" % statistics.median(one[1] for one in found[way]),
                  "%d" % statistics.median(one[2] for one in found[way])]
    return "| " + " | ".join(cells) + " |"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return (re.findall(r"model name\s*: (.*)", file.read()) or [platform.machine()])[0]


def markdown(results, options):
    head = ["format", "mutations/s"] + ["%s: %s" % (way, what) for way in WAYS for what in ("edges", "each run", "features", "exec/s")]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join(["---"] * len(head)) + " |"]
    lines += [row(form, found) for form, found in results.items()]
    return "%s, %d cores, %s; medians of %d runs of %d seconds:\n\n%s\n" % (
        processor(), os.cpu_count(), datetime.date.today(), options.runs, options.seconds, "\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--markdown", metavar="FILE", help="where the table goes as well")
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    options = parser.parse_args()
    results = {form: compare(form, options) for form in options.formats or FORMATS}
    table = markdown(results, options)
    print(table)
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write(table)
    behind = [form for form, found in results.items()
              if statistics.median(one[0] for one in found["structured"]) <= statistics.median(one[0] for one in found["plain"])]
    if behind:
        print("the structured mutator does not reach more: " + ", ".join(behind))
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
