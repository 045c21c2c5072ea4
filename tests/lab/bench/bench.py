#!/usr/bin/python3
"""Measures the speed of the program and, for comparison, the limits of the machine: bench.py [--quick]

Writes the table of docs/evidence/performance.md between its marks, docs/evidence/performance.svg and build/bench/results.json.
Times are processor times on one core unless the table says "by the clock": medians of several runs with the file in the page
cache. Compare the ratios to the yardsticks of the same run: rates depend on the machine. --quick: files of up to 1 GB, not 8 GB.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile

import bench_inputs as inputs
from bench_inputs import PROGRAM, input_path, reload_page_cache, input_size
from bench_memory import write_table_of_memory
from bench_plot import write_svg_of_rates
from bench_time import (BILLION, Sample, measure_alternately, measure_anonymous_peak_and_seconds, measure_command,
                        measure_one_and_two_threads, run_yardstick_if_built, run_yardsticks_together, time_one_run)
from formats import REPORTS

QUICK = "--quick" in sys.argv
LARGEST = 10 ** 9 if QUICK else 8 * 10 ** 9
PYTHON_STRUCT = ("import struct,sys\nd=open(sys.argv[1],'rb').read()[%d:]\nd=d[:len(d)//%d*%d]\ns=0\n"
                 "for r in struct.iter_unpack('%s',d): s+=r[1]")
PYTHON_JSON = "import json,sys\njson.load(open(sys.argv[1]))"
PYTHON_NUMPY = ("import numpy,sys\nd=numpy.fromfile(sys.argv[1],dtype='%s',offset=%d)\n"
                "with numpy.errstate(all='ignore'): numpy.isfinite(d).all()")
ROWS, GOALS, RESULTS = [], [], {}


def rate_text(sample):
    return "%.2f GB/s" % (sample.rate() / BILLION) if sample.rate() > 5e7 else "%.1f MB/s" % (sample.rate() / 1e6)


def add_table_row(work, sample, against, text=None, written=None):
    """Adds a row to the table. `against`: [(name, sample)] to compare with. `written`: size in bytes of the text written."""
    if sample is None:
        return
    if written is not None:
        text = "%s, %.0f MB/s of text" % (rate_text(sample), written / sample.median / 1e6)
    ratios = ", ".join("%.2f × %s" % (sample.rate() / other.rate(), name) for name, other in against if other)
    ROWS.append((work, text or rate_text(sample), "±%.0f %%" % (100 * sample.spread()), ratios))
    RESULTS[work] = dict(sample.as_json(), ratios={name: sample.rate() / other.rate() for name, other in against if other})
    print("%-44s %-16s %-6s %s" % ROWS[-1], flush=True)


def add_goal_row(work, wanted, got, reached):
    GOALS.append((work, wanted, got, "yes" if reached else "**no**"))


def add_rate_goal(work, wanted, rate, unit="MB/s"):
    add_goal_row(work, "≥ %d %s" % (wanted, unit), "%.0f %s" % (rate / 1e6, unit), rate >= wanted * 1e6)


def measure_lint(name, *words):
    return measure_command([PROGRAM, "lint", "-j1", "-q", *words, input_path(name)], input_size(name))


def measure_yardstick(kind, name):
    return run_yardstick_if_built("yardsticks", kind, input_path(name), 5, amount=input_size(name))


def bench_md5anim():
    name = "64mb.md5anim"
    summed, walked = measure_yardstick("sum-mapped", name), measure_yardstick("strtod", name)
    add_table_row("md5anim: bytes summed", summed, [])
    add_table_row("md5anim: strtod walk", walked, [])
    for text in (name, "510mb.md5anim", "2mb-files"):
        reload_page_cache(text)
        sample = measure_lint(text)
        add_table_row("md5anim lint, %s" % text, sample, [("strtod", walked), ("sum", summed)])
        ratio = sample.rate() / walked.rate()
        add_goal_row("md5anim lint, %s" % text, "≥ 12 × strtod", "%.1f ×" % ratio, ratio >= 12)
    assimp = run_yardstick_if_built("assimp_load", input_path(name), 3, amount=input_size(name))
    add_table_row("md5anim: assimp loads it", assimp, [("strtod", walked)])
    if assimp:
        ratio = measure_lint(name).rate() / assimp.rate()
        add_goal_row("md5anim lint", "≥ 5 × assimp", "%.1f ×" % ratio, ratio >= 5)
    os.environ["ANIMPROOF_PORTABLE"] = "1"
    add_table_row("md5anim lint without AVX2", measure_lint(name), [("strtod", walked)])
    del os.environ["ANIMPROOF_PORTABLE"]
    for words, wanted in ((["format", "-o", "/dev/null"], 500), (["roundtrip", "-q"], 400)):
        sample = measure_command([PROGRAM, *words, input_path(name)], input_size(name))
        add_table_row("md5anim %s" % words[0], sample, [("strtod", walked)])
        add_rate_goal("md5anim %s" % words[0], wanted, sample.rate())
    bench_two_threads("md5anim", "2mb-files", [], 31)
    alone, both = (Sample([time_one_run([PROGRAM, "lint", "-q", "-j%d" % jobs, input_path("2mb-files")], False)[0] for _ in range(9)],
                          input_size("2mb-files")) for jobs in (1, 2))
    add_table_row("md5anim lint -j2, by processor time", both, [("-j1", alone)])  # processor time shows the cost of threads


def bench_two_threads(work, name, words, times):
    """Measures lint with one thread, with two threads, and two processes with one thread each that run at the same time."""
    one, shared, apart = measure_one_and_two_threads([PROGRAM, "lint", "-q", *words, input_path(name)], input_size(name), times)
    add_table_row("%s lint -j2, by the clock" % work, shared, [("-j1", one)])
    add_table_row("%s lint, two programs at once" % work, apart, [("-j1", one)])
    # the best rate is compared, since other load of the machine changes it less than the median
    ratio = shared.best_rate() / one.best_rate()
    limit = apart.best_rate() / one.best_rate()
    add_goal_row("two cores, %s (best of %d)" % (work, times), "≥ 1.8 × one",
         "%.2f × (two programs: %.2f ×)" % (ratio, limit), ratio >= 1.8)


def bench_pairs():
    """Measures lint of a folder of animations with meshes, and of the same files without looking for meshes."""
    command = [PROGRAM, "lint", "-j1", "-q", input_path("pairs")]
    paired, alone = measure_alternately([command, [*command, "--no-companions"]], input_size("pairs"))
    add_table_row("%d animations with meshes, pairs" % inputs.PAIRS, paired, [("--no-companions", alone)])


def bench_one_file():
    """Measures large files, each read by one thread and by two threads."""
    for name in ("510mb.md5anim", "490mb.memg.bin"):
        reload_page_cache(name)
        bench_two_threads("one file: %s" % name, name, ["--no-companions"], 15)
    # Each process sums a copy of its own, so that the processes share no cache: the limit of the memory's bandwidth.
    one, two = (run_yardsticks_together(count, "yardsticks", "sum-memory", input_path("240mb-1.0.mrtk.bin"), 15,
                                 amount=input_size("240mb-1.0.mrtk.bin")) for count in (1, 2))
    add_table_row("own copies summed, by two programs at once", two, [("one", one)])


def bench_md5mesh_and_md5camera():
    """Measures meshes, with the most blocks that the format's page allows (32), and cameras."""
    for text in ("20mb.md5mesh", "20mb-meshes", "40mb.md5camera"):
        sample = measure_lint(text)
        add_table_row("%s lint" % text, sample, [])
        add_goal_row("%s lint" % text, "≥ 1 GB/s", rate_text(sample), sample.rate() >= BILLION)


def bench_binary_format_and_get_sum(form, names, wanted):
    """Measures lint and round trip of files of a binary format. Returns the Sample of summing the last file, mapped."""
    for name in names:
        reload_page_cache(name)
        mapped, memory, copied = (measure_yardstick(kind, name) for kind in ("sum-mapped", "sum-memory", "memcpy"))
        add_table_row("%s: bytes summed, mapped" % name, mapped, [])
        add_table_row("%s: bytes summed, in memory" % name, memory, [])
        add_table_row("%s: memcpy" % name, copied, [])
        sample = measure_lint(name, "--no-companions")
        add_table_row("%s lint, no companion" % name, sample, [("sum mapped", mapped), ("sum in memory", memory)])
        ratio = sample.rate() / memory.rate()
        add_goal_row("%s lint, %s" % (form, name), "≥ %.1f of the sum in memory" % wanted, "%.2f" % ratio, ratio >= wanted)
        sample = measure_command([PROGRAM, "roundtrip", "-q", input_path(name)], input_size(name))
        add_table_row("%s roundtrip" % name, sample, [("memcpy", copied)])
        ratio = sample.rate() / copied.rate()
        add_goal_row("round trip, %s" % name, "≥ 0.4 × memcpy", "%.2f" % ratio, ratio >= 0.4)
    return mapped


def bench_convert():
    name = "240mb-1.0.mrtk.bin"
    command = [PROGRAM, "convert", input_path(name), "--to", "1.1", "-o", "/dev/null"]
    add_table_row("mrtk convert 1.0 to 1.1", measure_command(command, input_size(name), 3), [])
    name = "490mb.memg.bin"
    add_table_row("memg convert to big-endian", measure_command([PROGRAM, "convert", input_path(name), "--byte-order", "big", "-o", "/dev/null"],
                                              input_size(name), 3), [])
    for name in ("10mb.md5anim", "10mb.mrtk.bin", "10mb.memg.bin"):  # large enough that the start of the program takes a hundredth of the time
        bench_text_output(name)


def bench_text_output(name):
    """Measures dump and conversion to JSON, in MB of input and of output a second, and conversion from JSON."""
    for form in ([], ["--flat"], ["--json"]):
        command = [PROGRAM, "dump", *form, input_path(name)]
        measure_text_output(" ".join([name, "dump", *form]), command, name, output_size(command))
    document = os.path.join(inputs.BENCH, "document.json")
    subprocess.run([PROGRAM, "convert", input_path(name), "--to", "json", "-o", document], check=True)
    size = os.path.getsize(document)
    measure_text_output("%s convert to JSON" % name, [PROGRAM, "convert", input_path(name), "--to", "json", "-o", "/dev/null"], name, size)
    python = measure_command([sys.executable, "-c", PYTHON_JSON, document], size, 3)
    sample = measure_command([PROGRAM, "convert", document, "-o", "/dev/null"], size, 3)
    add_table_row("%s JSON back to a file" % name, sample, [("Python's json.load", python)])
    add_rate_goal("%s JSON back to a file" % name, 200, sample.rate(), "MB/s of JSON")
    os.remove(document)


def measure_text_output(work, command, name, written):
    sample = measure_command(command, input_size(name), 3)
    add_table_row(work, sample, [], written=written)
    add_rate_goal(work, 400, written / sample.median, "MB/s of text")


def output_size(command):
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        size = sum(len(piece) for piece in iter(lambda: process.stdout.read(1 << 20), b""))
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return size


def bench_generate():
    for name in ("64mb.md5anim", "140mb-1.1.mrtk.bin", "490mb.memg.bin"):
        form, knobs = inputs.GENERATED[name]
        command = [PROGRAM, "generate", "--format", form, "--seed", "1"]  # a file would get a companion next to it
        for knob in knobs:
            command += ["--knob", knob]
        sample = measure_command(command, input_size(name), 3)
        add_table_row("%s generate" % name, sample, [])
        add_rate_goal("%s generate" % name, 500, sample.rate())


def bench_corpus():
    """Measures building and verifying the standard corpus, in /dev/shm if it exists."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        corpora = [os.path.join(folder, str(i)) for i in range(4)]
        built = Sample([time_one_run([PROGRAM, "corpus", "build", one])[0] for one in corpora], 1)
        with open(os.path.join(corpora[0], "manifest.jsonl"), "rb") as manifest:
            built.amount = manifest.read().count(b"\n")
        verified = measure_command([PROGRAM, "corpus", "verify", corpora[0]], built.amount)
    for work, sample in (("build", built), ("verify", verified)):
        add_table_row("standard corpus: %s" % work, sample, [], "%.0f files/s" % sample.rate())
        add_goal_row("standard corpus: %s" % work, "≥ 10,000 files/s", "%.0f/s" % sample.rate(), sample.rate() >= 1e4)


def bench_python_struct_and_numpy(mapped):
    for name, form, start, size, words, kind in (("490mb.memg.bin", "memg", 16, 96, "<12d", "<f8"),):
        struct = measure_command([sys.executable, "-c", PYTHON_STRUCT % (start, size, size, words), input_path(name)], input_size(name), 1)
        add_table_row("%s: Python's struct, only unpacking" % form, struct, [("sum", mapped)])
        have = subprocess.run([sys.executable, "-c", "import numpy"], stderr=subprocess.DEVNULL, check=False).returncode == 0
        if have:
            add_table_row("%s: numpy, only isfinite" % form, measure_command([sys.executable, "-c", PYTHON_NUMPY % (kind, start), input_path(name)],
                                                           input_size(name), 3), [("sum", mapped)])


def bench_small_files():
    for name in ("small-md5anim", "small-mrtk", "small-memg", "small-mixed"):
        read = run_yardstick_if_built("yardsticks", "read-files", input_path(name), 7, amount=inputs.SMALL_FILES)
        sample = measure_command([PROGRAM, "lint", "-j1", "-q", input_path(name)], inputs.SMALL_FILES, 7)
        size = input_size(name) / inputs.SMALL_FILES
        add_table_row("10,000 files of %.1f KB, %s" % (size / 1000, name), sample, [("walk + open + read", read)],
            "%.0f files/s" % sample.rate())
        ratio = sample.rate() / read.rate()
        add_goal_row("10,000 files, %s" % name, "≥ 0.7 of walk + open + read", "%.0f/s, %.2f" % (sample.rate(), ratio), ratio >= 0.7)
    true, one = measure_alternately([["/bin/true"], [PROGRAM, "lint", "-q", input_path("small.md5anim")]], 1, 41, clock=True)
    add_table_row("start: lint of one small file", one, [("true", true)], "%.2f ms" % (1000 * one.median))
    add_goal_row("start on one small file", "≤ 2 × true", "%.2f ×" % (one.median / true.median), one.median <= 2 * true.median)


def bench_reports():
    for form in REPORTS:
        command = [PROGRAM, "lint", "--format", form, "--max-findings=0", "--max-per-rule=0", input_path("findings.mrtk.bin")]
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 2:
            continue
        sample = measure_command(command, inputs.FINDINGS, 3)
        add_table_row("report of 100,000 findings, %s" % form, sample, [], "%.2f M findings/s" % (sample.rate() / 1e6))
        add_goal_row("report of 100,000 findings, %s" % form, "≥ 2 M/s", "%.2f M/s" % (sample.rate() / 1e6), sample.rate() >= 2e6)


def measure_time_and_memory_by_size():
    """Measures time and peak anonymous memory by file size: sparse memg files up to 8 GB, and the md5anim inputs."""
    memg_time, memg_memory, text_time, text_memory = [], [], [], []
    size = 10 ** 6
    while size <= LARGEST:
        name = inputs.write_sparse_memg(size)
        run = [PROGRAM, "lint", "-j1", "-q", name]
        measure_anonymous_peak_and_seconds(run)
        memory, seconds = measure_anonymous_peak_and_seconds(run)
        os.remove(name)
        memg_time.append((size, seconds))
        memg_memory.append((size, max(memory, 1) / 1e6))
        size *= 8 if size * 8 > LARGEST else 4
    for name in ("small.md5anim", "2mb.md5anim", "64mb.md5anim"):
        memory, seconds = measure_anonymous_peak_and_seconds([PROGRAM, "lint", "-j1", "-q", input_path(name)])
        text_time.append((input_size(name), seconds))
        text_memory.append((input_size(name), max(memory, 1) / 1e6))
    RESULTS["sweep"] = {"memg_seconds": memg_time, "memg_anonymous_mb": memg_memory, "md5anim_seconds": text_time,
                        "md5anim_anonymous_mb": text_memory}
    most = max(y for _, y in memg_memory)
    add_goal_row("peak anonymous memory, lint of %s" % ("1 GB" if QUICK else "8 GB"), "≤ 32 MiB", "%.1f MB" % most, most <= 33.5)


def rates_and_goals_table():
    lines = ["| work | rate | spread | ratios in the same run |", "| --- | --- | --- | --- |"]
    lines += ["| %s | %s | %s | %s |" % line for line in ROWS]
    lines += ["", "| goal | must reach | measured | reached |", "| --- | --- | --- | --- |"]
    lines += ["| %s | %s | %s | %s |" % line for line in GOALS]
    return "\n".join(lines) + "\n"


def main():
    inputs.make_all_inputs()
    bench_md5anim()
    bench_md5mesh_and_md5camera()
    bench_pairs()
    bench_one_file()
    bench_binary_format_and_get_sum("mrtk", ("240mb-1.0.mrtk.bin", "140mb-1.1.mrtk.bin"), 0.4)
    mapped = bench_binary_format_and_get_sum("memg", ("490mb.memg.bin",), 0.5)
    bench_convert()
    bench_generate()
    bench_python_struct_and_numpy(mapped)
    bench_small_files()
    bench_corpus()
    bench_reports()
    measure_time_and_memory_by_size()
    write_table_of_memory()
    RESULTS["machine"] = {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count(),
                          "load": os.getloadavg()}
    RESULTS["goals"] = GOALS
    with open(os.path.join(inputs.BENCH, "results.json"), "w", encoding="utf-8") as file:
        json.dump(RESULTS, file, indent=1)
    inputs.replace_part_of_page("measured", rates_and_goals_table())
    write_svg_of_rates(ROWS)
    print("\n" + rates_and_goals_table().split("\n\n")[1])


if __name__ == "__main__":
    main()
