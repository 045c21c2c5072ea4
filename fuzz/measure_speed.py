#!/usr/bin/python3
"""How often a second each target runs on its seeds, and what its time goes to: measure_speed.py TARGET...

Plain programs (fuzz/replay.c) of the release build and of the sanitized one, one core, processor time, median of
ROUNDS. Where the time goes is sampled by perf in the sanitized program, which has frame pointers. Prints a table in
Markdown.
"""

import collections
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILDS = (("without sanitizers", "build/fuzz", 100000), ("AddressSanitizer and UBSan", "build/asan/fuzz", 10000))
ROUNDS = 5
LEAK_CHECK_OFF = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")  # at the end of the process, not of a run
SAMPLED_RUNS = 5000
LEAST_SHARE = 0.05  # that is told

# What a sample is counted as: the first row of which a function is in its stack. What replay does besides is left out.
KINDS = (
    ("system calls", r"entry_SYSCALL_64\w*|do_syscall_64"),
    ("memory", r"ap_alloc|add_block|(_+interceptor_)?(malloc|free|calloc|realloc)|__asan::.*[aA]llocat|take|give_back"
               r"|ap_arena_\w+|(allocate|release)_block|fuzz_copy"),
    ("likelier counts", r"ap_suspects_\w+|ap_\w+_name_suspect|infer|count_exceeds|ap_search_\w+|ap_memg_report_other"),
    ("jansson", r".* \(.*/libjansson.*\)"),
    ("JSON", r"ap_json_\w+|ap_\w+_fill|fill|json_\w+|animproof_(to|from)_json"),
    ("rules' levels", r"ap_policy_\w+|lists_all_rules|ap_find_rule|make_policy"),
    ("reports", r"ap_report_\w+|tell|tell_somehow|ap_sarif_\w+|ap_put_json\w+|ap_excerpts"),
    ("writing", r"ap_rewrite_check|ap_\w+_write\w*|write_wrongly|animproof_canonical|ap_\w+_convert"
                r"|convert_(mrtk|memg)"),
    ("making and breaking", r"make_file|make_\w+|ap_apply_defect|ap_write_damaged|ap_detect"),
    ("companion", r"ap_use_companion|ap_md5_mesh_parse|ap_obj_\w+|parse_mesh"),
    ("field by field", r"take_piece|walk|ap_field_map_\w+|ap_handle_walk|ap_find_field_\w+|spell"),
    ("oracle", r"fuzz_\w+"),
    ("reading", r"ap_lint_as|lint|read_with|ap_recognize\w*|recognize|animproof_\w+"),
    ("numbers", r"ap_(float|double)_\w+|ap_scan_\w+|ap_parse_\w+|.*(printf|strto)\w*"),
)  # fmt: skip
PATTERNS = [(name, re.compile(r"(%s)( \(.*\))?$" % pattern)) for name, pattern in KINDS]


def seeds_of(target):
    """The folder, the sizes of the files in it."""
    folder = os.path.join(ROOT, "build/fuzz/seeds", target)
    return folder, [os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)]


def rate(program, folder, times):
    said = subprocess.run([program, "--times", str(times), folder], env=LEAK_CHECK_OFF, check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return int(re.search(r"(\d+) a second", said).group(1))


def rates(target):
    folder, sizes = seeds_of(target)
    for _, programs, runs in BUILDS:
        program = os.path.join(ROOT, programs, target)
        yield statistics.median(rate(program, folder, max(1, runs // (10 * len(sizes)))) for _ in range(ROUNDS))


def kind_of(stack):
    """stack: functions, innermost first; None where the target is not among them."""
    if not any(name.startswith("LLVMFuzzerTestOneInput") for name in stack):
        return None
    return next((kind for kind, pattern in PATTERNS if any(map(pattern.match, stack))), "the rest")


def sampled(target):
    """Counts of samples by kind."""
    folder, sizes = seeds_of(target)
    with tempfile.TemporaryDirectory() as place:
        data = os.path.join(place, "perf.data")
        command = [os.path.join(ROOT, BUILDS[1][1], target), "--times", str(1 + SAMPLED_RUNS // len(sizes)), folder]
        subprocess.run(["perf", "record", "-q", "-g", "-F", "1999", "-o", data, *command], env=LEAK_CHECK_OFF,
                       check=True, stdout=subprocess.DEVNULL)
        said = subprocess.run(["perf", "script", "-i", data, "-F", "ip,sym,dso"], check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    blocks = [filter(str.strip, block.splitlines()) for block in said.split("\n\n")]
    stacks = [[line.split(None, 1)[-1] for line in block] for block in blocks]
    return collections.Counter(filter(None, map(kind_of, stacks)))


def where_time_goes(target):
    counts = sampled(target)
    whole = sum(counts.values())
    told = [(kind, count / whole) for kind, count in counts.most_common() if count >= LEAST_SHARE * whole]
    return ", ".join("%s %.0f %%" % (kind, 100 * share) for kind, share in told)


def row(target):
    sizes = seeds_of(target)[1]
    speeds = ["{:,.0f}".format(each) for each in rates(target)]
    return [target, len(sizes), "{:,.0f}".format(statistics.median(sizes)), *speeds, where_time_goes(target)]


def main():
    speeds = ["%s: runs/s" % name for name, _, _ in BUILDS]
    print("| %s |" % " | ".join(["target", "seeds", "median bytes", *speeds, "what its time goes to"]))
    print("| --- | ---: | ---: |" + " ---: |" * len(BUILDS) + " --- |")
    for target in sys.argv[1:]:
        print("| " + " | ".join(map(str, row(target))) + " |", flush=True)


if __name__ == "__main__":
    main()
