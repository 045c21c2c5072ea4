#!/usr/bin/python3
"""Checks that a run on a cluster gives the report of one process, also if tasks are killed: cluster.py ANIMPROOF

Starts Debian's munged, slurmctld and slurmd on the loopback, and stops them at the end. docs/use/cluster/slurm.sh runs eight
tasks. Two tasks are killed: one before its work, one while it writes its report. The second run of the script must run only
the two missing tasks, and print the report of one process. Then docs/use/cluster/slurm-array.sh builds a corpus in three tasks,
which must equal that of one process. Needs root. Not in make test.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SCRIPTS = os.path.join(ROOT, "docs/use/cluster")
SHARDS = 8                # number of tasks
BEFORE, AMID = 2, 5       # tasks that are killed: before the work, and while it writes its report
LONGEST = 120             # time limit of each step in seconds
PROGRAM = """#!/bin/bash
# Replaces animproof in the tasks. While FOLDER/first exists, task {before} waits before its work, and task {amid} blocks
# after 3000 bytes of an additional report, because no process reads the rest of the fifo.
[ -e "{folder}/first" ] && case ${{SLURM_ARRAY_TASK_ID:-}} in
{before}) sleep 600;;
{amid}) (head -c 3000; sleep 600) < "{folder}/fifo" > /dev/null & set -- "$@" --output "sarif={folder}/fifo";;
esac
exec "{program}" "$@"
"""
CONFIGURATION = """ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
MaxArraySize=100001
ReturnToService=2
SlurmdParameters=config_overrides
MailProg=/bin/true
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
"""


def print_and_flush(text):
    print(text, flush=True)


def wait_for(what, ready):
    end = time.monotonic() + LONGEST
    while not ready():
        if time.monotonic() > end:
            sys.exit("FAILED: no %s after %d s" % (what, LONGEST))
        time.sleep(0.2)


def find_two_free_ports():
    sockets = [socket.socket() for _ in range(2)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """The daemons munged, slurmctld and slurmd of this test; `environment` is the environment in which clients find the
    daemons.
    """

    def __init__(self, folder):
        self.folder, self.started = folder, []
        self.environment = dict(os.environ, SLURM_CONF=folder + "/slurm.conf")
        host = socket.gethostname().split(".")[0]
        with open(folder + "/slurm.conf", "w") as file:
            file.write(CONFIGURATION.format(host=host, folder=folder, ports=find_two_free_ports()))
        with open(folder + "/cgroup.conf", "w") as file:
            file.write("CgroupPlugin=cgroup/v1\n")  # without this line slurmd searches /sys, which a chroot may lack
        with open(folder + "/key", "wb") as file:
            os.chmod(folder + "/key", 0o400)
            file.write(os.urandom(1024))
        os.mkdir(folder + "/state")
        os.mkdir(folder + "/spool")

    def start_daemon(self, *command):
        log = open("%s/%s.log" % (self.folder, os.path.basename(command[0])), "w")
        self.started.append(subprocess.Popen(command, stdout=log, stderr=log, env=self.environment, start_new_session=True))

    def start_daemons(self):
        self.start_daemon("munged", "--foreground", "--force", "--socket=%s/munge.socket" % self.folder, "--key-file=%s/key" % self.folder,
                   "--pid-file=%s/munged.pid" % self.folder, "--log-file=%s/munged.txt" % self.folder,
                   "--seed-file=%s/munged.seed" % self.folder)
        wait_for("munged", lambda: os.path.exists(self.folder + "/munge.socket"))
        self.start_daemon("slurmctld", "-D", "-f", self.folder + "/slurm.conf")
        self.start_daemon("slurmd", "-D", "-f", self.folder + "/slurm.conf")
        try:
            wait_for("idle node", lambda: b"idle" in self.run("sinfo", "--noheader", "--format=%T").stdout)
        except SystemExit:
            self.report_logs()
            raise

    def report_logs(self):
        """Prints the last lines of the daemons' logs."""
        for name in ("munged.log", "slurmctld.log", "slurmd.log"):
            with open("%s/%s" % (self.folder, name), errors="replace") as file:
                print_and_flush("%s:\n  %s" % (name, "  ".join(file.readlines()[-12:])))

    def run(self, *command, **options):
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False, **options)

    def stop_daemons(self):
        self.run("scancel", "--user=root", "--signal=KILL", "--full")
        self.run("scancel", "--user=root")
        for one in reversed(self.started):
            one.terminate()
            try:
                one.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(one.pid, signal.SIGKILL)
                one.wait()


class ClusterTest:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.results, self.failed, self.passed = folder + "/results", 0, 0
        self.running = None
        self.cluster = Cluster(folder)
        self.replacement = folder + "/animproof"
        with open(self.replacement, "w") as file:
            file.write(PROGRAM.format(folder=folder, program=self.program, before=BEFORE, amid=AMID))
        os.chmod(self.replacement, 0o755)
        self.cluster.environment["ANIMPROOF"] = self.replacement

    def check(self, condition, what):
        self.passed += bool(condition)
        self.failed += not condition
        print_and_flush("%s %s" % ("  yes:" if condition else "  NO: ", what))

    def report_stamps(self):
        """Returns {shard: (inode, time of change)} of the reports that exist."""
        names = [name for name in os.listdir(self.results) if name.endswith(".jsonl")] if os.path.isdir(self.results) else []
        abouts = {name[:-6]: os.stat("%s/%s" % (self.results, name)) for name in names}
        return {int(name): (about.st_ino, about.st_mtime_ns) for name, about in abouts.items()}

    def script_command(self):
        return [SCRIPTS + "/slurm.sh", "lists", self.results]

    def job_ids_of_tasks(self):
        """Returns {task: Slurm's job id} of the tasks that have not ended."""
        output = self.cluster.run("squeue", "--noheader", "--array", "--format=%K %i").stdout.decode()
        return dict(line.split() for line in output.splitlines())

    def prepare(self):
        subprocess.run([self.program, "corpus", "build", "cases"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)
        output = subprocess.run([self.program, "shard", "--count", str(SHARDS), "--output", "lists", "cases"], cwd=self.folder,
                                check=True, stdout=subprocess.PIPE).stdout.decode()
        print_and_flush(output.rstrip())
        os.mkfifo(self.folder + "/fifo")

    def first_round(self):
        """Runs the script, waits until six tasks have ended, and kills the other two."""
        with open(self.folder + "/first", "w"):
            pass
        print_and_flush("round 1: docs/use/cluster/slurm.sh lists results")
        running = self.running = subprocess.Popen(
            self.script_command(), cwd=self.folder, env=self.cluster.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        wait_for("six reports", lambda: len(self.report_stamps()) == SHARDS - 2)
        wait_for("two tasks", lambda: len(self.job_ids_of_tasks()) == 2)
        waiting = self.job_ids_of_tasks()
        self.check(set(waiting) == {str(BEFORE), str(AMID)}, "tasks %d and %d are running" % (BEFORE, AMID))
        for task in (BEFORE, AMID):
            print_and_flush("  scancel --signal=KILL --full %s" % waiting[str(task)])
            self.cluster.run("scancel", "--signal=KILL", "--full", waiting[str(task)])
        out, err = running.communicate(timeout=LONGEST)
        print_and_flush("  " + err.decode().strip().replace("\n", "\n  "))
        self.check(running.returncode == 3 and out == b"" and b"no report of shards %d,%d:" % (BEFORE, AMID) in err,
                   "exit 3, and the message names the missing shards")
        self.check(set(self.report_stamps()) == set(range(SHARDS)) - {BEFORE, AMID}, "six reports exist, and no partial report")
        os.remove(self.folder + "/first")

    def second_round(self):
        before = self.report_stamps()
        print_and_flush("round 2: docs/use/cluster/slurm.sh lists results")
        again = self.cluster.run(*self.script_command(), cwd=self.folder, timeout=LONGEST)
        print_and_flush("  " + again.stderr.decode().strip().replace("\n", "\n  "))
        after = self.report_stamps()
        self.check(set(after) == set(range(SHARDS)) and all(after[shard] == about for shard, about in before.items()),
                   "two reports are written, and the other six are unchanged")
        return again

    def compare_with_one_process(self, merged):
        one = subprocess.run([self.program, "lint", "cases"], cwd=self.folder, stdout=subprocess.PIPE, check=False)
        print_and_flush("  one process: exit %d, %d bytes; %s" % (one.returncode, len(one.stdout), one.stdout.decode().splitlines()[-1]))
        self.check(merged.returncode == one.returncode and merged.stdout == one.stdout, "the report equals that of one process")
        files = ["%s/%d.jsonl" % (self.results, shard) for shard in range(SHARDS)]
        for name in ("json", "sarif", "junit"):
            whole, parts = ([self.program, "lint", "cases"], [self.program, "report", "merge", *files])
            outputs = [subprocess.run([*command, "--format", name], cwd=self.folder, stdout=subprocess.PIPE, check=False).stdout
                       for command in (whole, parts)]
            self.check(outputs[0] == outputs[1], "the %s report equals that of one process: %d bytes" % (name, len(outputs[0])))


class JobArrayTest:
    """Builds a corpus in three parts with docs/use/cluster/slurm-array.sh; one part has an unfinished folder of another run."""

    COUNT = "3"

    def __init__(self, test):
        self.test, self.folder = test, test.folder

    def run_job_array(self, *words):
        print_and_flush("docs/use/cluster/slurm-array.sh %s logs docs/use/cluster/%s" % (self.COUNT, " ".join(words)))
        result = self.test.cluster.run(SCRIPTS + "/slurm-array.sh", self.COUNT, "logs", SCRIPTS + "/" + words[0], *words[1:],
                                       cwd=self.folder, timeout=LONGEST)  # fmt: skip
        self.test.check(result.returncode == 0, "all tasks end with 0")

    def run_animproof_here(self, *words):
        return subprocess.run([self.test.program, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def read(self, name):
        with open("%s/%s" % (self.folder, name), "rb") as file:
            return file.read()

    def check_corpora(self):
        os.makedirs(self.folder + "/parts/1.making/md5anim")
        self.run_job_array("corpus-task.sh", "parts/{i}", "{}", "--size", "small")
        self.run_animproof_here("corpus", "build", "--size", "small", "whole")
        self.run_animproof_here("corpus", "merge", "merged", "parts/2", "parts/0", "parts/1")
        differ = subprocess.run(["diff", "-r", "whole", "merged"], cwd=self.folder, stdout=subprocess.PIPE, check=False)
        self.test.check(differ.returncode == 0, "the corpus equals that of one process: %d bytes of manifest" % (
            len(self.read("merged/manifest.jsonl"))))  # fmt: skip


def main():
    if len(sys.argv) != 2 or os.getuid() != 0:
        sys.exit("usage, as root: cluster.py ANIMPROOF")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: ended by SIGTERM"))
    folder = tempfile.mkdtemp(prefix="animproof-cluster-")
    test = ClusterTest(sys.argv[1], folder)
    try:
        test.prepare()
        test.cluster.start_daemons()
        print_and_flush(test.cluster.run("sinfo", "--version").stdout.decode().strip() + ": a node on the loopback")
        test.first_round()
        test.compare_with_one_process(test.second_round())
        JobArrayTest(test).check_corpora()
    finally:
        if test.running is not None and test.running.poll() is None:
            os.killpg(test.running.pid, signal.SIGKILL)
        test.cluster.stop_daemons()
        if os.environ.get("KEEP") is None:
            shutil.rmtree(folder, ignore_errors=True)
    print("cluster.py: %d passed, %d failed" % (test.passed, test.failed))
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
