#!/usr/bin/python3
"""Tests a small fuzzing campaign: running, interrupting, grouping crashes, minimising, replaying and reporting: fuzz_campaign.py
PROGRAM

The target is fuzz/harness/fragile.c, which crashes within seconds. Without clang-19 the test prints SKIPPED.
"""

import json
import os
import re
import shutil
import signal
import sys
import time
import types
import unittest.mock
import xml.dom.minidom

import commands
from cli_case import ROOT, Case, read, read_text, read_text_in_tree, write

CAMPAIGNS = os.path.join(ROOT, "build", "fuzz", "campaigns")
NAME = "test-%d" % os.getpid()
LONGEST = 240  # time limit of one command in seconds

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "fuzz", "campaign"))
import charts  # noqa: E402
import crash_signature  # noqa: E402
import engine_afl  # noqa: E402
import reached  # noqa: E402
import schedule  # noqa: E402
import tree  # noqa: E402

ASAN = """==1==ERROR: AddressSanitizer: %s on address 0x50c000000cb8 at pc 0x55 bp 0x7f sp 0x7f
WRITE of size 12 at 0x50c000000cb8 thread T0
    #0 0x55edba8a855d in __asan_memcpy (/x/fragile+0x16055d) (BuildId: 4ec)
    #1 0x55edba8ed5af in planted_01_count_trusted /x/fuzz/harness/fragile.c:182:24
    #2 0x55edba8ed5bf in planted_01_count_trusted /x/fuzz/harness/fragile.c:182:24
    #3 0x5575e20d111e in %s /x/fuzz/harness/fragile.c:196:5
    #4 0x55edba7f1656 in fuzzer::Fuzzer::ExecuteCallback(unsigned char const*, unsigned long) (/x/fragile+0xa9656)

0x50c000000cb8 is located 0 bytes after 120-byte region
allocated by thread T0 here:
    #0 0x55edba8a855d in calloc (/x/fragile+0x1)
    #1 0x55edba8ed5af in read_header /x/fuzz/harness/fragile.c:1:1
"""
ORACLE = """oracle: the map ends at %d of 4096
==1== ERROR: libFuzzer: deadly signal
    #0 0x55edba8a855d in __sanitizer_print_stack_trace (/x/read+0x1)
    #1 0x55edba8a855d in abort (/lib/x86_64-linux-gnu/libc.so.6+0x2)
    #2 0x55edba8ed5af in fuzz_fail /x/fuzz/oracle.c:18:5
    #3 0x55edba8ed5af in check_slowly /x/fuzz/targets/fuzz_read.c:66:5
"""
UNDEFINED = """/x/fragile.c:150:17: runtime error: division by zero
    #0 0x55edba8ed5af in planted_05_frame_rate_zero /x/fuzz/harness/fragile.c:150:17
"""
ADDRESS = "==7==ERROR: AddressSanitizer: "
# {first line of a report: kind of the crash}
KINDS_OF_REPORTS = {
    ADDRESS + "attempting free on address which was not malloc()-ed: 0x602000000012 in thread T0": "bad-free",
    ADDRESS + "attempting double-free on 0x602000000010 in thread T0:": "double-free",
    ADDRESS + "requested allocation size 0xffffffffffffff9c (0x7a8 after adjustments) exceeds maximum": "allocation-size-too-big",
    ADDRESS + "calloc parameters overflow: count * size (4 * 9223372036854775807)": "allocation-overflow",
    ADDRESS + "allocator is out of memory trying to allocate 0x1000 bytes": "out-of-memory",
    ADDRESS + "stack-overflow on address 0x7ffe (pc 0x55 bp 0x7f sp 0x7f T0)": "stack-overflow",
    "free(): double free detected in tcache 2": "double-free",
    "double free or corruption (fasttop)": "double-free",
    "free(): invalid pointer": "bad-free",
    "munmap_chunk(): invalid pointer": "bad-free",
    "free(): invalid next size (fast)": "heap-corruption",
    "malloc(): corrupted top size": "heap-corruption",
    "corrupted size vs. prev_size": "heap-corruption",
    "*** stack smashing detected ***: terminated": "stack-smashing",
}
STACK = """    #0 0x7f0000001000 in free (/lib/x86_64-linux-gnu/libc.so.6+0x2)
    #1 0x55edba8ed5af in load /x/loader.c:150:17
"""
LCOV = """SF:%(root)s/core/base/arena.c
FN:3,first
FN:9,arena.c:second
DA:4,7
DA:10,0
DA:11,2
BRF:4
BRH:3
end_of_record
SF:/usr/include/stdio.h
DA:1,0
end_of_record
"""


class Test(Case):
    def fuzz_exits(self, code, *arguments):
        """Runs `animproof fuzz …` and checks its exit code. The result's stdout also has the standard error."""
        return self.exits(code, "fuzz", *arguments, cwd=ROOT, stderr=commands.STDOUT, limit=LONGEST)


def campaign_path(*parts):
    return os.path.join(CAMPAIGNS, NAME, *parts)


def list_campaign_files(*parts):
    return [name for name in sorted(os.listdir(campaign_path(*parts))) if not name.endswith(".log")]


def read_series_rows():
    with open(campaign_path("series", "fragile.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_division(test):
    for names, jobs, seconds in (("abc", 2, 60.0), ("a", 3, 10.0), ("abcdefghijklmno", 2, 3600.0), ("ab", 4, 9.0)):
        plans = schedule.divide_time(names, jobs, seconds)
        of_name = {name: sum(part for plan in plans for each, part in plan if each == name) for name in names}
        share = seconds * jobs / len(names)
        test.check(all(abs(sum(part for _, part in plan) - seconds) < 1e-3 for plan in plans) and len(plans) == jobs,
                   "each of %d workers has %g seconds" % (jobs, seconds))
        test.check(all(abs(each - share) < 1e-3 for each in of_name.values()), "targets have equal times: %s" % of_name)


def test_signatures(test):
    def signature_key(report, status=1):
        signature = crash_signature.signature_of_crash_or_none(report, status)
        return signature.key() if signature else None

    one, other = ASAN % ("heap-buffer-overflow", "read_joint"), ASAN % ("SEGV", "read_joint")
    signature = crash_signature.signature_of_crash_or_none(one)
    test.check(signature.frames == ["planted_01_count_trusted", "read_joint"], "the signature has each function of the stack once: %s" % signature.frames)
    test.check(signature.kind == "heap-buffer-overflow", "the signature has the kind of the crash: %s" % signature.kind)
    runners = set(re.findall(r"^static void (run_\w+)\(", read_text_in_tree("fuzz/replay.c"), re.MULTILINE))
    for runner in runners:
        found = crash_signature.signature_of_crash_or_none(ASAN % ("SEGV", runner))
        test.check(found.frames == ["planted_01_count_trusted"], "the signature has no function of fuzz/replay.c: %s" % found.frames)
    test.check(len(runners) == 3, "fuzz/replay.c runs files and directories: %s" % runners)
    test.check(signature_key(one) == signature_key(other), "crashes of one fault have one signature, for any kind of read after the end")
    test.check(signature_key(one) != signature_key(ASAN % ("SEGV", "read_frame")), "crashes with different callers have different signatures")
    test.check(signature_key(ORACLE % 17) == signature_key(ORACLE % 4095), "numbers in an oracle's message do not change the signature")
    test.check("check_slowly" in signature_key(ORACLE % 17) and "map ends" in signature_key(ORACLE % 17), signature_key(ORACLE % 17))
    test.check(signature_key(ORACLE.replace("map", "path") % 17) != signature_key(ORACLE % 17), "different messages of an oracle have different signatures")
    test.check("division by zero" in signature_key(UNDEFINED) and "planted_05" in signature_key(UNDEFINED), signature_key(UNDEFINED))
    for line, kind in KINDS_OF_REPORTS.items():
        found = crash_signature.signature_of_crash_or_none(line + "\n" + STACK, -6)
        test.check(found.kind == kind and found.frames == ["load"], "the signature has kind %s and function load: %s" % (kind, found))
        test.check(str(found) == kind + " in load", "the headline of a crash of kind %s is %s" % (kind, found))
    test.check(signature_key("all is well\n", 0) is None and signature_key("", -11) is not None, "a signature needs a signal or a report")


def test_parts_of_report(test):
    sources = reached.sources_by_path_of_lcov((LCOV % {"root": ROOT}).splitlines())
    test.check(list(sources) == ["core/base/arena.c"], "only files of the tree are listed: %s" % list(sources))
    source = sources["core/base/arena.c"]
    test.check((source.count_reached(), source.lines_not_reached(), source.function_at(10)) == (2, [10], "second"), "the reached and unreached lines are known")
    notes = reached.Notes(os.devnull)
    notes.why = {("core/base/arena.c", "second()"): "memory", ("core/base/arena.c", "third()"): "gone"}
    text = reached.unreached_lines([source], notes)
    test.check(len(text) == 1 and text[0][:3] == ("core/base/arena.c", 10, "second") and text[0][4] == "memory", str(text))
    test.check(notes.unused_rows() == [("core/base/arena.c", "third()")], "rows without an unreached line: %s" % notes.unused_rows())
    rows = [("a.c", 3, "f", "", "x"), ("a.c", 7, "f", "", "y"), ("a.c", 8, "g", "", "y"), ("b.c", 9, "h", "", "y"),
            ("b.c", 11, "", "", "")]  # fmt: skip
    grouped = reached.group_rows_by_reason(rows)
    test.check(grouped == [("", 1, [("b.c", "11", [])]), ("x", 1, [("a.c", "3", ["f"])]),
                           ("y", 3, [("a.c", "7-8", ["f", "g"]), ("b.c", "9", ["h"])])], str(grouped))  # fmt: skip
    series = [{"busy": i, "execs": i, "edges": 10 * i, "crashes": i // 300, "faults": 1} for i in range(1, 700)]
    svg = charts.draw_plots([("a < b", series), ("empty", [])])
    test.check(len(xml.dom.minidom.parseString(svg).getElementsByTagName("g")) == 2, "the picture has two plots")
    test.check(svg.count(" v5") == 2, "the plot has a mark for each row with more crashes than the row before: %d" % svg.count(" v5"))
    test.check("6990" in svg and len(svg) < 20000, "the plot has the last value, and not every point of a long series")


def test_afl_timeout(test):
    slot = engine_afl.Slot.__new__(engine_afl.Slot)
    options = types.SimpleNamespace(timeout=10, seed=None, runs=0, engine="afl")
    slot.run = types.SimpleNamespace(options=options, engine_options=[], sync=None)
    slot.target, slot.deadline = tree.Target("fragile"), time.monotonic() + 60
    slot.corpus, slot.out, slot.instance = "corpus", "out", "worker0"
    with unittest.mock.patch.object(tree, "need_tool", lambda name: name):
        words = slot.command()
    test.check(words[words.index("-t") + 1] == "10000", "afl-fuzz gets --timeout 10 in milliseconds: %s" % words)


def test_run(test):
    result = test.fuzz_exits(1, "run", "--name", NAME, "--targets", "fragile", "--runs", "2500", "--seed", "1", "--minutes", "2")
    test.check(b"planted_" in result.stdout and b"executions" in result.stdout, "the output names crashes and has a table", result)
    before = read_series_rows()
    test.check(all(a["execs"] <= b["execs"] and a["t"] <= b["t"] and a["edges"] <= b["edges"]
                   for a, b in zip(before, before[1:])), "counts only grow: %s" % before[-3:])
    last = before[-1]
    test.check(last["execs"] >= 2500 and last["edges"] > 80 and last["crashes"] > 0, "the last row has the run's counts: %s" % last)
    crashes = list_campaign_files("crashes", "fragile")
    test.check(crashes and all(os.path.exists(campaign_path("crashes", "fragile", name + ".log")) for name in crashes),
               "each crash has a report: %s" % crashes)
    test.check(len(list_campaign_files("corpus", "fragile")) > 60, "the corpus has files")
    with open(campaign_path("series", "fragile.jsonl"), "a", encoding="utf-8") as file:
        file.write('{"t": 99, "busy')  # a row that a killed campaign has not finished
    test.fuzz_exits(1, "run", "--name", NAME, "--targets", "fragile", "--runs", "500", "--minutes", "2", "--no-build")
    test.check(read_series_rows()[-1]["execs"] >= last["execs"] + 500, "a second run with the name continues the campaign: %s" % read_series_rows()[-1])


def test_triage(test):
    test.fuzz_exits(1, "triage", NAME, "--seconds", "2", "--most", "3", "--promote")
    index = json.loads(read_text(campaign_path("triage", "index.json")))
    test.check(0 < len(index) <= 3, "triage has at most three crashes: %s" % index)
    for crash in index:
        folder = campaign_path("triage", "fragile", crash["name"])
        test.check(crash["frames"][0].startswith("planted_") and "__planted_" in crash["name"], "a crash is named after its function: %s" % crash)
        test.check(crash["minimised_bytes"] <= crash["bytes"], "the minimised input is not larger: %s" % crash)
        test.check(crash["frames"][0] in read_text(os.path.join(folder, "report.txt")), "report.txt names the function of %s" % crash["name"])
        minimised = os.path.join(folder, "minimised.md5anim")
        result = test.fuzz_exits(1, "replay", "--targets", "fragile", minimised)
        test.check(crash["frames"][0].encode() in result.stdout, "the minimised input crashes in the same function: %s" % crash, result)
    test.check(any(crash["minimised"] == "by animproof reduce" for crash in index), "an input is reduced: %s" % index)
    test.check(not os.path.exists(os.path.join(ROOT, "fuzz", "regressions", "fragile")), "a crash of a loader is not promoted")
    calls = re.findall(r"^animproof lint (.*)$", read_text(campaign_path("triage", "README.md")), re.M)
    test.check(calls == ["fragile/%s/minimised.md5anim" % crash["name"] for crash in index], "README.md has a lint command for each crash: %s" % calls)
    test.check(all(os.path.isfile(campaign_path("triage", call)) for call in calls), "the lint commands name files")


def test_corpora(test):
    test.fuzz_exits(0, "cmin", NAME)
    test.check(0 < len(list_campaign_files("minimised", "fragile")) <= len(list_campaign_files("corpus", "fragile")), "the minimised corpus is not larger")
    result = test.fuzz_exits(0, "replay", "--targets", "fragile-fixed", campaign_path("minimised", "fragile"))
    test.check(re.search(rb"\d+ files, \d+ runs", result.stdout), "the loader without faults runs the minimised corpus", result)
    test.fuzz_exits(1, "replay", "--targets", "fragile", campaign_path("crashes", "fragile"))
    test.fuzz_exits(3, "replay", "--targets", "fragile", test.absent_path())


def test_report(test):
    test.fuzz_exits(0, "report", NAME, "--no-coverage")
    page = read_text(campaign_path("report.html"))
    markdown = read_text(campaign_path("report.md"))
    outside = re.findall(r'(?:src|href)="[^"]*"|https?://[^"\s]+', page)
    test.check(set(outside) <= {"http://www.w3.org/2000/svg"}, "the page needs no other file: %s" % outside[:3])
    execs = format(read_series_rows()[-1]["execs"], ",")
    test.check(execs in page and execs in markdown and "<svg" in page, "the page has executions and plots")
    test.fuzz_exits(0, "report", NAME, "--no-coverage", "--ledger", campaign_path("ledger.md"))
    page = read_text(campaign_path("ledger.md"))
    other = page.replace("`%s`" % NAME, "`other`").replace("| %s |" % execs, "| 999,000,000 |")
    write(campaign_path("ledger.md"), other)
    test.fuzz_exits(0, "report", NAME, "--no-coverage", "--ledger", campaign_path("ledger.md"))
    test.fuzz_exits(0, "report", NAME, "--no-coverage", "--ledger", campaign_path("ledger.md"))  # replaces the campaign's row
    page = read_text(campaign_path("ledger.md"))
    both = 999000000 + read_series_rows()[-1]["execs"]
    test.check(page.count("| `") == 2 and "**%s executions**" % format(both, ",") in page
               and "%s are missing" % format(10**9 - both, ",") in page, "the ledger has the sum of two campaigns: %s" % page)
    test.fuzz_exits(3, "report", NAME, "--no-coverage", "--ledger", campaign_path("report.md"))
    test.check("planted_" in markdown and os.path.exists(campaign_path("report.svg")), "the Markdown report names crashes and has a picture")


def campaign_processes():
    """Returns the command lines of all processes that contain the path of the campaign's folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = read("/proc/%s/cmdline" % pid)
        except OSError:
            continue
        if campaign_path().encode() in line:
            found.append(line)
    return found


def test_interruption(test):
    process = commands.start([test.program, "fuzz", "run", "--name", NAME, "--targets", "fragile-fixed", "--no-build",
                              "--minutes", "5", "--program", "mended=build/libfuzzer/fuzz/fragile-fixed"],
                             cwd=ROOT, stdout=commands.PIPE, stderr=commands.STDOUT)  # fmt: skip
    deadline = time.monotonic() + LONGEST
    while not os.path.exists(campaign_path("series", "mended.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.1)
    test.check(bool(campaign_processes()), "the campaign runs")
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=LONGEST)[0]
    test.check(process.returncode == 0 and b"kept in" in output,
               "an interrupted campaign exits with 0 and names its folder: %r" % output[-500:])
    test.check(not campaign_processes(), "no process remains: %s" % campaign_processes())
    test.check(len(list_campaign_files("corpus", "mended")) > 20, "the corpus remains")


def test_usage(test):
    test.fuzz_exits(2, "run", "--targets", "no-such-target")
    test.fuzz_exits(2, "run", "--name", "../x")
    test.fuzz_exits(2, "run", "--jobs", "0")
    test.fuzz_exits(2, "run", "--command", "cat", "--seeds", "golden")
    test.fuzz_exits(2, "run", "--program", "a")
    test.fuzz_exits(3, "run", "--program", "a=b")
    test.fuzz_exits(2, "replay")
    result = test.fuzz_exits(2, "replay", "golden")
    test.check(b"--targets NAME" in result.stdout, "the message names the missing option of replay", result)
    result = test.fuzz_exits(3, "triage", "no-such-campaign")
    test.check(b"there is no campaign 'no-such-campaign' in " in result.stdout, "the message names the missing campaign", result)
    os.makedirs(campaign_path(), exist_ok=True)
    with open(campaign_path("campaign.json"), "w", encoding="utf-8") as file:
        json.dump({"name": NAME, "runs": [], "targets": {}}, file)
    result = test.fuzz_exits(3, "triage", "no-such-campaign")
    test.check(re.search(rb"; there are: [^\n]*\b%s\b" % NAME.encode(), result.stdout), "the message lists the existing campaigns", result)
    shutil.rmtree(campaign_path())
    result = test.fuzz_exits(2, "run")
    test.check(b"run needs --targets all or names of targets (read-mrtk " in result.stdout and b" fragile " in result.stdout,
               "the message of a run without targets lists the targets", result)


def run_test_parts(parts):
    """Runs the parts of a test file, and removes the campaign."""
    test = Test()
    if not shutil.which("clang-19"):
        print("SKIPPED: %s: clang-19 is not installed (make fuzz-setup)" % os.path.basename(sys.argv[0]))
        parts = ()
    for name in [name for name in os.environ if name.endswith("SAN_OPTIONS")]:
        del os.environ[name]
    try:
        for part in parts:
            part(test)
    finally:
        shutil.rmtree(os.path.join(CAMPAIGNS, NAME), ignore_errors=True)
    test.finish()


def build_fragile_loader(_):
    commands.run(["make", "-s", "config=libfuzzer", "build/libfuzzer/fuzz/fragile-fixed"], cwd=ROOT, check=True)


if __name__ == "__main__":
    run_test_parts((test_division, test_signatures, test_parts_of_report, test_afl_timeout, build_fragile_loader, test_usage, test_run,
                    test_triage, test_corpora, test_report, test_interruption))  # fmt: skip
