#!/usr/bin/python3
"""Tests `animproof fuzz compare`, and fuzz/harness/forked.c for loaders that crash: fuzz_compare.py PROGRAM"""

import json
import os
import re
import sys
import tempfile
import xml.dom.minidom

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from fuzz_campaign import CAMPAIGNS, NAME, ROOT, commands, run_test_parts  # noqa: E402  (the path is set above)

# A script with libFuzzer's output. It prints a number of edges that depends on the way, and runs until it is stopped.
ENGINE = r"""import os, re, signal, sys, time
edges = {"structured": 30, "dictionary": 20, "plain": 10}[
    "structured" if "structured" in sys.argv[0] else "dictionary" if "-dict=" in " ".join(sys.argv) else "plain"]
edges += int(re.search(r"-seed=(\d+)", " ".join(sys.argv)).group(1)) % 5
def print_executions_and_exit(*_):
    print("stat::number_of_executed_units: 1000", file=sys.stderr)
    sys.exit(72)
signal.signal(signal.SIGINT, print_executions_and_exit)
print("INFO: Seed: 1\n#2\tINITED cov: 5 ft: 6 corp: 1/1b exec/s: 0 rss: 30Mb", file=sys.stderr, flush=True)
if "broken" in sys.argv[0]:
    sys.exit(1)
forking = "forking" in sys.argv[0]  # a child process uses nearly all of the processor time
if forking and os.fork() == 0:
    while time.process_time() < 0.3:
        pass
    os._exit(0)
if forking:
    os.wait()
while not forking and time.process_time() < 0.1:
    pass
print("#900\tNEW    cov: %d ft: 60 corp: 2/2b lim: 4 exec/s: 90 rss: 30Mb" % edges, file=sys.stderr, flush=True)
while True:
    signal.pause() if forking else None
"""
# A target that crashes, hangs or exhausts memory on inputs that begin with 'C', 'L' or 'M', and has new edges for each letter.
MORTAL = r"""#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static volatile int reached;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char first = size > 0 ? (char)data[0] : 0;
    if (first == 'C')
        abort();
    while (first == 'L')
        reached++;
    for (char *more = first == 'M' ? malloc(1 << 24) : NULL; more != NULL; more = malloc(1 << 24))
        memset(more, 1, 1 << 24);
    if (first == 'M' || first == 'R')
        reached = first == 'M' ? 2 : 3;
    return 0;
}
"""
PAGE = "before\n<!-- fuzz compare: begin -->\nold\n<!-- fuzz compare: end -->\nafter\n"


def test_forked_engine_continues_after_crash(test):
    """With fuzz/harness/forked.c the engine continues after a crash, and counts the edges that the crashing input reached."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "mortal.c"), "w", encoding="utf-8") as file:
            file.write(MORTAL)
        inputs = os.path.join(folder, "inputs")
        os.mkdir(inputs)
        build = ["clang-19", "-O1", "-w", "-D_GNU_SOURCE", "-fsanitize=fuzzer", os.path.join(folder, "mortal.c"), "-o"]
        forked = os.path.join(ROOT, "fuzz/harness/forked.c")
        commands.run([*build, os.path.join(folder, "alone")], check=True)
        commands.run([*build, os.path.join(folder, "forked"), "-Wl,--wrap=LLVMFuzzerTestOneInput", forked], check=True)
        edges = []
        for name in ("R", "C", "L", "M"):
            with open(os.path.join(inputs, name), "w", encoding="ascii") as file:
                file.write(name)
            result = commands.run([os.path.join(folder, "forked"), "-runs=0", inputs], cwd=folder, stderr=commands.PIPE,
                                  limit=60)
            edges += re.findall(rb"INITED cov: (\d+)", result.stderr)
            test.check(result.returncode == 0, "with %s: %s" % (name, result.stderr[-500:]))
        test.check(len(edges) == 4 and list(map(int, edges)) == sorted(set(map(int, edges))), "the edges increase with each input: %s" % edges)
        result = commands.run([os.path.join(folder, "alone"), os.path.join(inputs, "C")], cwd=folder, stderr=commands.PIPE, limit=60)
        test.check(result.returncode == 77, "the target crashes without forked.c: %s" % result.stderr[-500:])


def test_compare(test):
    """Runs trials of three ways with a scripted engine; they are counted, stored, continued, compared and written to a page."""
    folder = os.path.join(CAMPAIGNS, NAME)
    os.makedirs(folder, exist_ok=True)
    for name in ("structured", "other", "broken", "forking"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("#!/usr/bin/python3\n" + ENGINE)
        os.chmod(os.path.join(folder, name), 0o755)
    with open(os.path.join(folder, "page.md"), "w", encoding="utf-8") as file:
        file.write(PAGE)
    fake = "x=%s,%s" % (os.path.join(folder, "structured"), os.path.join(folder, "other"))
    common = ["compare", "--formats", "", "--seconds", "0.2", "--name", NAME, "--no-build"]
    test.fuzz_exits(2, "compare", "--formats", "no-such-format")
    test.fuzz_exits(2, *common)
    test.fuzz_exits(2, *common, "--program", "x=y")
    test.fuzz_exits(3, *common, "--program", "x=/no/such,/no/such")
    if commands.run(["/usr/bin/python3", "-c", "import scipy"], stderr=commands.DEVNULL).returncode != 0:
        result = test.fuzz_exits(3, *common, "--program", fake)
        test.check(b"python3-scipy" in result.stdout, "the message names the missing package", result)
        return
    kept = os.path.join(ROOT, "build", "fuzz", "trials", NAME + ".jsonl")
    result = test.fuzz_exits(3, *common, "--program", "x=%s,%s" % ((os.path.join(folder, "broken"),) * 2), "--trials", "2")
    test.check(b"ended early, with status 1" in result.stdout, "an engine that ends early is reported", result)
    forking = "y=%s,%s" % ((os.path.join(folder, "forking"),) * 2)
    test.fuzz_exits(1, *common[:6], NAME + "-forking", *common[7:], "--program", forking, "--trials", "2")  # the time of children counts
    os.remove(kept.replace(NAME, NAME + "-forking"))
    test.fuzz_exits(1, *common, "--program", fake, "--trials", "2")  # no difference of two trials is significant
    with open(kept, "a", encoding="utf-8") as file:
        file.write('{"subject": "x", "wa')
    page = os.path.join(folder, "page.md")
    result = test.fuzz_exits(0, *common, "--program", fake, "--trials", "5", "--jobs", "3", "--page", page)
    with open(kept, encoding="utf-8") as file:
        made = [json.loads(line) for line in file]
    test.check(len(made) == 15 and len({row["seed"] for row in made}) == 15, "15 trials with different seeds: %s" % made)
    test.check(all(row["executions"] == 1000 and row["seconds"] >= 0.2 and row["edges"] == row["series"][-1][1]
                   and row["series"][0][1] == 5 for row in made), "the values of each trial: %s" % made)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    test.check(text.startswith("before\n") and text.endswith("after\n") and "old" not in text, "the page: %s" % text)
    test.check("1.00 |" in text and "plain 3.00, dictionary 2.00, structured 1.00" in text, "the page has the statistics: %s" % text)
    plots = xml.dom.minidom.parse(os.path.join(folder, "page.svg")).getElementsByTagName("path")
    test.check(sum(path.getAttribute("fill-opacity") == "0.25" for path in plots) == 3, "the plot has three bands")
    test.fuzz_exits(2, *common[:4], "0.3", *common[5:], "--program", fake)
    os.remove(kept)


if __name__ == "__main__":
    run_test_parts((test_forked_engine_continues_after_crash, test_compare))
