#!/usr/bin/python3
"""Tests tasks of one campaign on several machines: fuzz_sync.py PROGRAM. Each machine is simulated by a sync folder.

A task shares its complete inputs and crashes; a killed task loses only inputs that it had not shared; a run fails if a target
did not run properly. Most engines here are scripts with libFuzzer's output. The last part fuzzes fuzz/harness/fragile.c, and is
skipped without clang-19.
"""

import hashlib
import os
import re
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
import fuzz_campaign  # noqa: E402  (the path is set above)
from fuzz_campaign import CAMPAIGNS, ROOT, commands  # noqa: E402
import series  # noqa: E402
import sync  # noqa: E402
import tree  # noqa: E402
import triage  # noqa: E402

NAME = "test-sync-%d" % os.getpid()
LONGEST = 120  # time limit of one command in seconds

# The first lines of every engine script. The last argument is the corpus; -artifact_prefix is the folder of crashes.
HEAD = """#!/bin/sh
for corpus in "$@"; do case $corpus in
    -artifact_prefix=*) crashes=${corpus#*=};;
    -max_total_time=*) seconds=${corpus#*=};;
esac; done
status() { echo "#$1	NEW    cov: 10 ft: 20 corp: 3/9b exec/s: 5 rss: 9Mb" >&2; }
crash() { status 9; printf 'MD5Version 10' > "$crashes$1-%s"; echo "$2" >&2
    echo "Test unit written to $crashes$1-%s" >&2; exit 77; }
""" % ((hashlib.sha1(b"MD5Version 10").hexdigest(),) * 2)
FINDS = """
i=0
while [ $i -lt $((seconds * 15)) ]; do
    i=$((i + 1))
    printf 'unit %s of %s' $i $$ > "$corpus/.new"
    mv "$corpus/.new" "$corpus/$(sha1sum < "$corpus/.new" | cut -c1-40)"
    status $i
    sleep 0.05
done
"""
# {engine: (its script, expected exit code of the run, expected text in the output)}
ENGINES = {
    "absent": ("exit 1", 3, "absent ends with 1"),
    "idle": ("sleep 0.2", 3, "idle did not run: it has no executions in this run"),
    "killed": ("status 5; [ -e $0.was ] && exec sleep $seconds; : > $0.was; kill -KILL $$", 3,
               "killed failed 1 times without a crashing input: SIGKILL (Linux sends it when out of memory)"),
    "slow": ("sleep 1; crash timeout 'ERROR: libFuzzer: timeout after 10 seconds'", 1, "inputs took too long (--timeout)"),
    "big": ("sleep 1; crash oom 'ERROR: libFuzzer: out-of-memory (used: 2049Mb)'", 1, "inputs needed more memory than 2048 MiB"),
    "working": ("status 7; exec sleep $seconds", 0, "kept in"),
}  # fmt: skip


class Test(fuzz_campaign.Test):
    def __init__(self):
        super().__init__()
        self.place = self.directory
        self.seeds = os.path.join(self.place, "seeds")
        write(os.path.join(self.seeds, "seed"), b"MD5Version 10\n")

    def command(self, *arguments):
        return [self.program, "fuzz", *arguments]

    def write_engine(self, name, text):
        path = os.path.join(self.place, name)
        write(path, (HEAD + text).encode())
        os.chmod(path, 0o755)
        return ["--program", "%s=%s" % (name, path), "--seeds", self.seeds, "--no-build"]

    def sync_options(self, index):
        """Returns the --sync options of a machine: its own folder, and the folder of the other machine."""
        folders = [os.path.join(self.place, "root%d" % each) for each in (index, 1 - index)]
        return ["--sync", folders[0], "--sync", folders[1], "--shard", "%d/2" % index, "--sync-seconds", "0.2"]

    def shared_task_path(self, index, *parts):
        """Returns a path in the folder of a task below the sync folder of its machine."""
        return os.path.join(self.place, "root%d" % index, "%s.%d-of-2" % (NAME, index), *parts)


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def write_and_get_hash_name(content, folder):
    path = os.path.join(folder, hashlib.sha1(content).hexdigest())
    write(path, content)
    return os.path.basename(path)


def visible_names(folder):
    return {name for name in (os.listdir(folder) if os.path.isdir(folder) else []) if not name.startswith(".")}


def local_task_path(index, *parts):
    """Returns a path in the folder of a task's own campaign, which the task shares."""
    return os.path.join(CAMPAIGNS, "%s.%d-of-2" % (NAME, index), *parts)


def wait_for(test, what, ready):
    end = time.monotonic() + LONGEST
    while not ready() and time.monotonic() < end:
        time.sleep(0.05)
    test.check(ready(), what)


def remove_campaigns():
    for name in os.listdir(CAMPAIGNS) if os.path.isdir(CAMPAIGNS) else []:
        if name.startswith(NAME) or name.startswith("." + NAME):
            shutil.rmtree(os.path.join(CAMPAIGNS, name))


def test_exits_of_runs(test):
    """A run of each engine in ENGINES fails, with a message, unless the engine works."""
    running = {}
    for name, (text, _, _) in ENGINES.items():
        words = test.command("run", "--name", "%s-%s" % (NAME, name), *test.write_engine(name, text), "--minutes", "0.05")
        running[name] = commands.start(words, cwd=ROOT, stdin=commands.DEVNULL, stdout=commands.PIPE, stderr=commands.STDOUT)
    for name, (_, code, message) in ENGINES.items():
        out = running[name].communicate(timeout=LONGEST)[0].decode(errors="replace")
        test.check(running[name].returncode == code and message in out, "%s: exit %d, %r: %d, %s" % (
            name, code, message, running[name].returncode, out))  # fmt: skip
        about = series.Campaign("%s-%s" % (NAME, name)).about["runs"][-1]
        test.check(about["ended"] and bool(about["failures"]) == (code == 3), "campaign.json has the failures: %s" % about)


def make_two_tasks(test, target="x"):
    """Returns the Sync objects of two tasks with one target, which exchange files without running engines."""
    tasks = []
    for index in (0, 1):
        campaign = series.Campaign("%s.%d-of-2" % (NAME, index), create=True)
        roots = [os.path.join(test.place, "root%d" % each) for each in (index, 1 - index)]
        for root in roots:
            os.makedirs(root, exist_ok=True)
        tasks.append(sync.Sync(campaign, [tree.Target(target, program="/bin/true")], roots, (NAME, index, 2), 1.0))
    return tasks


def test_exchange(test):
    """Complete inputs are shared once; inputs that crash or do not match their names are ignored; listed inputs are removed."""
    first, second = make_two_tasks(test)
    mine, half = write_and_get_hash_name(b"one", local_task_path(0, "corpus", "x")), local_task_path(0, "corpus", "x", "0" * 40)
    write(half, b"half of it")
    write(local_task_path(0, "corpus", "x", "any name"), b"named by hand")
    by_hand = hashlib.sha1(b"named by hand").hexdigest()
    bad = write_and_get_hash_name(b"crashes", local_task_path(0, "crashes", "x"))
    os.rename(local_task_path(0, "crashes", "x", bad), local_task_path(0, "crashes", "x", "crash-" + bad))
    write(local_task_path(0, "crashes", "x", "crash-%s.log" % bad), b"signature: x\n")
    write_and_get_hash_name(b"crashes", local_task_path(0, "corpus", "x"))
    write(local_task_path(0, "crashes", "x", "crash-" + "4" * 40), b"half a crash")
    first.exchange()
    test.check(not first.faults, "shared: %s" % first.faults)
    test.check(visible_names(test.shared_task_path(0, "corpus", "x")) == {mine, by_hand}, "complete inputs that do not crash are shared: %s" % (
        visible_names(test.shared_task_path(0, "corpus", "x"))))  # fmt: skip
    test.check(visible_names(test.shared_task_path(0, "crashes", "x")) == {"crash-" + bad, "crash-%s.log" % bad}, "a complete crash is shared with its report")
    write(test.shared_task_path(0, "corpus", "x", "1" * 40), b"changed on the way")
    write(test.shared_task_path(0, "corpus", "x", ".half"), b"being written")
    other = write_and_get_hash_name(b"two", local_task_path(1, "corpus", "x"))
    write_and_get_hash_name(b"one", local_task_path(1, "corpus", "x"))
    second.exchange()
    test.check(visible_names(local_task_path(1, "corpus", "x")) == {mine, by_hand, other}, "inputs of the other task are copied: %s" % visible_names(local_task_path(1, "corpus", "x")))
    test.check(visible_names(test.shared_task_path(1, "corpus", "x")) == {other}, "inputs that another task has shared are not shared again")
    first.exchange()
    test.check(other in visible_names(local_task_path(0, "corpus", "x")), "the first task has the input of the second")
    sync.write_file(test.shared_task_path(0, "pruned", "x"), ("%s\n%s\n" % (mine, other)).encode())
    first.exchange()
    second.exchange()
    left = [visible_names(folder) for folder in (test.shared_task_path(0, "corpus", "x"), test.shared_task_path(1, "corpus", "x"), local_task_path(1, "corpus", "x"))]
    test.check(left == [{by_hand, "1" * 40}, set(), {by_hand}], "each task removes what task 0 lists: %s" % left)
    os.symlink("/etc/passwd", test.shared_task_path(1, "corpus", "x", "3" * 40))
    late = write_and_get_hash_name(b"three", test.shared_task_path(1, "corpus", "x"))
    first.exchange()
    corpus = visible_names(local_task_path(0, "corpus", "x"))
    test.check(first.faults == [] and late in corpus and "3" * 40 not in corpus, "a link out of the folder is not followed")
    shutil.rmtree(test.shared_task_path(1))
    write(test.shared_task_path(1), b"a file in place of the task's folder")
    second.exchange()
    test.check(len(second.faults) == 1 and "sharing failed" in second.faults[0], "the failure is reported: %s" % second.faults)
    os.remove(test.shared_task_path(1))


def test_killed_task(test):
    """If a machine dies while it shares, the shared files are complete, others copy them, and the task continues from them."""
    engine = test.write_engine("finds", FINDS)
    words = ["run", "--name", NAME, *engine, "--minutes"]
    dying = commands.start(test.command(*words, "1", *test.sync_options(0)), cwd=ROOT, stdin=commands.DEVNULL,
                           stdout=commands.DEVNULL, stderr=commands.DEVNULL)  # fmt: skip
    shared = test.shared_task_path(0, "corpus", "finds")
    wait_for(test, "the task shares inputs", lambda: len(visible_names(shared)) > 10)
    running = [int(pid) for pid in filter(str.isdigit, os.listdir("/proc"))
               if engine[1].partition("=")[2].encode() in commandline(pid)]  # fmt: skip
    dying.send_signal(signal.SIGKILL)
    dying.wait()
    wait_for(test, "the engine ends with its task", lambda: not any(os.path.exists("/proc/%d/exe" % pid) and is_alive(pid)
                                                              for pid in running if pid != dying.pid))  # fmt: skip
    kept = visible_names(shared)
    test.check(all(hashlib.sha1(tree.read_file(os.path.join(shared, name))).hexdigest() == name for name in kept),
               "all shared inputs are complete")
    lost = len(visible_names(local_task_path(0, "corpus", "finds"))) - len(kept)
    test.check(0 <= lost < 200, "only inputs that were not shared are lost: %d, %d were shared" % (lost, len(kept)))
    write(test.shared_task_path(0, "corpus", "finds", "." + "2" * 40), b"half")
    test.fuzz_exits(0, *words, "0.04", *test.sync_options(1))
    test.check(kept <= visible_names(local_task_path(1, "corpus", "finds")), "the other task has all shared inputs")
    shutil.rmtree(local_task_path(0))
    result = test.fuzz_exits(0, *words, "0.04", *test.sync_options(0))
    test.check(b"continues from" in result.stdout and kept <= visible_names(local_task_path(0, "corpus", "finds")),
               "the restarted task has all shared inputs", result)
    test.check(not os.path.exists(test.shared_task_path(0, "corpus", "finds", "." + "2" * 40)), "half-written files are removed")
    about = series.Campaign("%s.0-of-2" % NAME).about["runs"]
    test.check([run.get("ended") for run in about] == [None, True], "campaign.json has the run that died: %s" % about)
    test_gather(test, kept)
    task = [os.path.join(ROOT, "docs/use/cluster/fuzz-task.sh"), NAME, os.path.join(test.place, "root0"), "0/2", "1", *engine]
    result = commands.run(task, cwd=ROOT, env=dict(os.environ, ANIMPROOF="false"), limit=LONGEST)
    test.check(result.returncode == 0, "a task that has ended is not run again")
    task[3] = "2/3"
    result = commands.run(task, cwd=ROOT, env=dict(os.environ, ANIMPROOF="false"), limit=LONGEST)
    test.check(result.returncode == 1, "another task is run")


def commandline(pid):
    try:
        return tree.read_file("/proc/%s/cmdline" % pid)
    except OSError:
        return b""


def is_alive(pid):
    try:
        return tree.read_file("/proc/%d/stat" % pid).rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


def test_gather(test, kept):
    """A gathered campaign has each input once and the sums of executions; a message names a missing task."""
    roots = ["--sync", os.path.join(test.place, "root0"), "--sync", os.path.join(test.place, "root1")]
    result = test.fuzz_exits(0, "gather", NAME, *roots)
    union = visible_names(test.shared_task_path(0, "corpus", "finds")) | visible_names(test.shared_task_path(1, "corpus", "finds"))
    test.check(visible_names(os.path.join(CAMPAIGNS, NAME, "corpus", "finds")) == union and union >= kept, "the corpus is the union of both", result)
    sums = sum(series.Campaign("%s.%d-of-2" % (NAME, index)).rows("finds")[-1]["execs"] for index in (0, 1))
    test.check(series.Campaign(NAME).rows("finds")[-1]["execs"] == sums and b" %d executions" % sums in result.stdout,
               "the executions are the sum of both: %d" % sums, result)  # fmt: skip
    moved = os.path.join(test.place, "moved")
    os.rename(os.path.join(test.place, "root1"), moved)
    result = test.fuzz_exits(3, "gather", NAME, *roots[:2])
    test.check(b"task 1/2 has shared no files" in result.stdout, "the message names the missing task", result)
    test.fuzz_exits(0, "gather", NAME, *roots[:2], "--partial")
    os.rename(moved, os.path.join(test.place, "root1"))
    test.fuzz_exits(3, "gather", NAME + ".0-of-2", *roots)
    test.fuzz_exits(3, "gather", "none-" + NAME, *roots)


def test_usage(test):
    test.fuzz_exits(2, "run", "--shard", "0/2")
    for shard in ("2/2", "0", "-1/2", "a/b", "0/1001"):
        test.fuzz_exits(2, "run", "--sync", test.place, "--shard=" + shard)
    test.fuzz_exits(2, "run", "--sync", test.place, "--sync-seconds", "0")
    test.fuzz_exits(2, "gather", "x")


def count_covered_edges(program, folder):
    output = commands.run([program, "-runs=0", folder], cwd=os.path.dirname(folder), stdout=commands.PIPE,
                          stderr=commands.STDOUT).stdout.decode()  # fmt: skip
    return max(map(int, re.findall(r"cov: (\d+)", output)))


def test_two_machines(test):
    """If two machines fuzz one loader, the corpus is their union, each fault is counted once, and pruning keeps the coverage."""
    words = ["run", "--name", NAME, "--targets", "fragile", "--runs", "700", "--seed", "3", "--minutes", "1", "--no-build"]
    running = [commands.start(test.command(*words, *test.sync_options(index)), cwd=ROOT, stdin=commands.DEVNULL,
                              stdout=commands.PIPE, stderr=commands.STDOUT) for index in (0, 1)]  # fmt: skip
    output = [each.communicate(timeout=LONGEST)[0] for each in running]
    test.check([each.returncode for each in running] == [1, 1], "both found crashes: %s" % output)
    own = [visible_names(test.shared_task_path(index, "corpus", "fragile")) for index in (0, 1)]
    test.check(own[0] - own[1] and own[1] - own[0], "each has found inputs that the other has not")
    roots = ["--sync", os.path.join(test.place, "root0"), "--sync", os.path.join(test.place, "root1")]
    test.fuzz_exits(0, "gather", NAME, *roots)
    together = os.path.join(CAMPAIGNS, NAME, "corpus", "fragile")
    test.check(visible_names(together) == own[0] | own[1], "the corpus is the union of both")
    faults = [{crash.signature.key() for crash in triage.group_crashes(series.Campaign("%s.%d-of-2" % (NAME, index)),
                                                               tree.Target("fragile"), 100)[0]} for index in (0, 1)]  # fmt: skip
    test.check(faults[0] & faults[1], "both machines found the same fault: %s" % faults)
    result = test.fuzz_exits(1, "triage", NAME, "--seconds", "1")
    found = re.search(rb"(\d+) distinct crashes", result.stdout)
    test.check(found and int(found[1]) == len(faults[0] | faults[1]), "each fault is counted once: %s" % (faults[0] | faults[1]), result)
    test_pruning(test, together)


def test_pruning(test, together):
    first, second = make_two_tasks(test, "fragile")
    first.targets = second.targets = [tree.Target("fragile")]
    program = first.targets[0].program("libfuzzer")
    first.exchange()
    names = visible_names(local_task_path(0, "corpus", "fragile"))
    first.prune(first.targets[0], names)
    first.exchange()
    second.exchange()
    left = visible_names(test.shared_task_path(0, "corpus", "fragile")) | visible_names(test.shared_task_path(1, "corpus", "fragile"))
    gone = sync.read_pruned_hashes(test.shared_task_path(0), "fragile")
    test.check(gone and left and not gone & left and left | gone >= names, "%d of %d are superfluous" % (len(gone), len(names)))
    pruned = os.path.join(test.place, "pruned")
    for name in left:
        folder = 0 if os.path.exists(test.shared_task_path(0, "corpus", "fragile", name)) else 1
        write(os.path.join(pruned, name), tree.read_file(test.shared_task_path(folder, "corpus", "fragile", name)))
    counts = count_covered_edges(program, together), count_covered_edges(program, pruned)
    test.check(counts[0] == counts[1], "pruning keeps the coverage: %d and %d edges" % counts)


def main():
    test = Test()
    parts = [test_usage, test_exits_of_runs, test_exchange, test_killed_task]
    if shutil.which("clang-19"):
        commands.run(["make", "-s", "config=libfuzzer", "build/libfuzzer/fuzz/fragile"], cwd=ROOT, check=True)
        if not os.path.isdir(tree.seeds_of("read-md5anim")):
            commands.run(["make", "-s", "config=check", "fuzz-data"], cwd=ROOT, check=True)
        parts.append(test_two_machines)
    else:
        print("SKIPPED: fuzz_sync.py, fuzzing on two machines: clang-19 is not installed (make fuzz-setup)")
    try:
        for part in parts:
            part(test)
            remove_campaigns()
            for index in (0, 1):
                shutil.rmtree(os.path.join(test.place, "root%d" % index), ignore_errors=True)
    finally:
        remove_campaigns()
    test.finish()


if __name__ == "__main__":
    main()
