#!/usr/bin/python3
"""A run on machines that are reached by ssh is one process's, whatever is killed: ssh_hosts.py ANIMPROOF

Starts a sshd of its own on the loopback, with keys of its own, and stops it at the end. docs/cluster/ssh.sh runs eight tasks on two
hosts (one sshd by two names); one task is killed in the middle of its report. As root. Not in make test.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cluster import ROOT, SCRIPTS, SHARDS, free_ports, tell, wait_for

PROGRAM = """#!/bin/bash
# While FOLDER/first is there, the task of shard 5 is killed in the middle of its report.
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


class Hosts:
    def __init__(self, program, folder):
        self.program, self.folder, self.port = os.path.abspath(program), folder, free_ports()[0]
        self.passed = self.failed = 0
        for name in ("host", "client"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "%s/%s" % (folder, name)], check=True)
        self.write("sshd_config", SERVER.format(folder=folder, port=self.port))
        self.write("animproof", PROGRAM.format(folder=folder, program=self.program))
        os.chmod(folder + "/animproof", 0o755)
        os.mkfifo(folder + "/fifo")
        os.makedirs("/run/sshd", exist_ok=True)
        self.server = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", folder + "/sshd_config"], stderr=subprocess.DEVNULL)

    def write(self, name, text):
        with open("%s/%s" % (self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, condition, what):
        self.passed += bool(condition)
        self.failed += not condition
        tell("%s %s" % ("  yes:" if condition else "  NO: ", what))

    def run(self, *command):
        environment = dict(os.environ, ANIMPROOF=self.folder + "/animproof")
        return subprocess.run(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False, timeout=300)  # fmt: skip

    def host(self, name):
        return CLIENT % (self.port, self.folder, self.folder, name)

    def answers(self):
        return self.run(*self.host("127.0.0.1").split(), "true").returncode == 0

    def there(self):
        names = os.listdir(self.folder + "/results")
        return {name: os.stat("%s/results/%s" % (self.folder, name)).st_ino for name in names if name.endswith(".jsonl")}

    def test(self):
        self.run(self.program, "corpus", "build", "--size", "small", "cases")
        self.run(self.program, "shard", "--count", str(SHARDS), "--output", "lists", "cases")
        self.write("hosts", "".join("4/%s\n" % self.host(name) for name in ("127.0.0.1", "localhost")))
        wait_for("answer of sshd", self.answers)
        self.write("first", "")
        script = (SCRIPTS + "/ssh.sh", "hosts", "lists", "results")
        tell("round 1: docs/cluster/ssh.sh hosts lists results")
        first = self.run(*script)
        tell("  " + first.stderr.decode(errors="replace").strip().replace("\n", "\n  "))
        self.check(first.returncode == 3 and first.stdout == b"" and b"no report of shards 5;" in first.stderr,
                   "exit 3, and the shard that is missing is named")  # fmt: skip
        before = self.there()
        self.check(len(before) == SHARDS - 1, "seven reports are there, and no half of one")
        os.remove(self.folder + "/first")
        tell("round 2: docs/cluster/ssh.sh hosts lists results")
        second = self.run(*script)
        after = self.there()
        self.check(len(after) == SHARDS and all(after[name] == inode for name, inode in before.items()),
                   "the one is made, and the seven are the files that they were")  # fmt: skip
        one = self.run(self.program, "lint", "cases")
        self.check((second.returncode, second.stdout) == (one.returncode, one.stdout) and one.returncode == 1,
                   "the report is that of one process: %d bytes" % len(one.stdout))  # fmt: skip


def main():
    if len(sys.argv) != 2 or os.getuid() != 0:
        sys.exit("usage, as root: ssh_hosts.py ANIMPROOF")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: it was ended"))
    folder = tempfile.mkdtemp(prefix="animproof-ssh-")
    hosts = Hosts(os.path.join(ROOT, sys.argv[1]), folder)
    try:
        hosts.test()
    finally:
        hosts.server.terminate()
        hosts.server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    print("ssh_hosts.py: %d passed, %d failed" % (hosts.passed, hosts.failed))
    return 1 if hosts.failed else 0


if __name__ == "__main__":
    sys.exit(main())
