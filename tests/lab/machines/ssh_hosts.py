#!/usr/bin/python3
"""Checks that a run on several hosts by ssh gives the report of one process, also if a task is killed: ssh_hosts.py ANIMPROOF

Starts an sshd with new keys on the loopback, and stops it at the end. docs/use/cluster/ssh.sh runs eight tasks on two hosts (two
names of the loopback); one task is killed while it writes its report. Needs root. Not in make test.
"""

import os
import signal
import subprocess
import sys

import commands
from cli_case import Case, write
from cluster import SCRIPTS, SHARDS, find_two_free_ports, print_and_flush, wait_for

PROGRAM = """#!/bin/bash
# Replaces animproof in the tasks. While FOLDER/first exists, the task of shard 5 is killed while it writes its report.
if [ -e "{folder}/first" ] && [ "$3" = lists/5 ]; then
    (head -c 3000; kill -KILL $$; sleep 1) < "{folder}/fifo" > /dev/null &
    exec "{program}" "$@" --output "sarif={folder}/fifo"
fi
exec "{program}" "$@"
"""
SERVER = """ListenAddress 127.0.0.1:{port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/client.pub
StrictModes no
UsePAM no
PidFile {folder}/sshd.pid
PermitRootLogin prohibit-password
MaxStartups 100
"""
CLIENT = "ssh -p %d -i %s/client -o BatchMode=yes -o UserKnownHostsFile=%s/known -o StrictHostKeyChecking=accept-new root@%s"


class Hosts(Case):
    def __init__(self):
        super().__init__()
        self.port = find_two_free_ports()[0]
        for name in ("host", "client"):
            commands.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name], check=True)
        write("sshd_config", SERVER.format(folder=self.directory, port=self.port))
        write("animproof", PROGRAM.format(folder=self.directory, program=self.program))
        os.chmod("animproof", 0o755)
        os.mkfifo("fifo")
        os.makedirs("/run/sshd", exist_ok=True)
        self.server = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", self.directory + "/sshd_config"], stderr=subprocess.DEVNULL)

    def check(self, condition, what, result=None):
        super().check(condition, what, result)
        print_and_flush("%s %s" % ("  yes:" if condition else "  NO: ", what))

    def run_ssh_sh(self):
        environment = dict(os.environ, ANIMPROOF=self.directory + "/animproof")
        return commands.run([SCRIPTS + "/ssh.sh", "hosts", "lists", "results"], env=environment, stdout=commands.PIPE, stderr=commands.PIPE)

    def ssh_command(self, name):
        return CLIENT % (self.port, self.directory, self.directory, name)

    def is_reachable(self):
        return commands.run([*self.ssh_command("127.0.0.1").split(), "true"], stderr=commands.DEVNULL).returncode == 0

    def report_inodes(self):
        return {name: os.stat("results/" + name).st_ino for name in os.listdir("results") if name.endswith(".jsonl")}

    def test(self):
        self.run("corpus", "build", "--size", "small", "cases")
        self.run("shard", "--count", str(SHARDS), "--output", "lists", "cases")
        write("hosts", "".join("4/%s\n" % self.ssh_command(name) for name in ("127.0.0.1", "localhost")))
        wait_for("answer of sshd", self.is_reachable)
        write("first", "")
        print_and_flush("round 1: docs/use/cluster/ssh.sh hosts lists results")
        first = self.run_ssh_sh()
        print_and_flush("  " + first.stderr.decode(errors="replace").strip().replace("\n", "\n  "))
        self.check(first.returncode == 3 and first.stdout == b"" and b"no report of shards 5;" in first.stderr,
                   "exit 3, and the message names the missing shard")  # fmt: skip
        before = self.report_inodes()
        self.check(len(before) == SHARDS - 1, "seven reports exist, and no partial report")
        os.remove("first")
        print_and_flush("round 2: docs/use/cluster/ssh.sh hosts lists results")
        second = self.run_ssh_sh()
        after = self.report_inodes()
        self.check(len(after) == SHARDS and all(after[name] == inode for name, inode in before.items()),
                   "one report is written, and the other seven are unchanged")  # fmt: skip
        one = self.run("lint", "cases")
        self.check((second.returncode, second.stdout) == (one.returncode, one.stdout) and one.returncode == 1,
                   "the report equals that of one process: %d bytes" % len(one.stdout))  # fmt: skip


def main():
    if os.getuid() != 0:
        sys.exit("usage, as root: ssh_hosts.py ANIMPROOF")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: ended by SIGTERM"))
    hosts = Hosts()
    try:
        hosts.test()
    finally:
        hosts.server.terminate()
        hosts.server.wait()
    hosts.finish()


if __name__ == "__main__":
    main()
