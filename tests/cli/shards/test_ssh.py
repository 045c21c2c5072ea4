"""docs/use/cluster/ssh.sh passes its arguments unchanged to the tasks: neither a shell nor GNU parallel expands them."""

import json
import os
import shutil

import commands
from cli_case import path_in_tree, read, write

# A replacement for GNU parallel with what the script needs: each text on its input is a command for the shell of a host.
STAND_IN = rb"""#!/usr/bin/python3
import subprocess, sys
for word in sys.argv[1:]:
    if "/" in word and "task.sh" in word:
        sys.exit("a command in the arguments")
results = [subprocess.run(["/bin/sh", "-c", text], check=False).returncode for text in sys.stdin.read().split("\0") if text]
sys.exit(sum(code != 0 for code in results))
"""
ANIMPROOF = b"""#!/usr/bin/python3
import json, os, sys
if sys.argv[1] == 'report': sys.exit(0)
with open(sys.argv[-1].split('=', 1)[1], 'w') as report: json.dump(sys.argv[1:], report)
"""
OPTIONS = ["--ignore", "mrtk/*", "--ignore", "md5anim/*;touch PWNED", "--select=$(touch PWNED)`touch PWNED`", "a'b\"c\\d", "", "  x  ",
           "two\nlines\n", "{}", "{.}", "{1}", "{= system('touch PWNED') =}", "-j2", "~", "é\t"]


def test_the_tasks_get_the_arguments_unchanged(animproof):
    os.mkdir("a 'b' $(touch PWNED)")
    os.chdir("a 'b' $(touch PWNED)")
    shutil.copytree(path_in_tree("docs/use/cluster"), "the scripts;touch PWNED")
    write("bin/animproof", ANIMPROOF)
    if shutil.which("parallel") is None:
        write("bin/parallel", STAND_IN)
    for name in os.listdir("bin"):
        os.chmod("bin/" + name, 0o755)
    write("hosts", b"2/:\n")
    for shard in range(3):
        write("li  st/%d" % shard, b"")
    environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], ANIMPROOF=os.path.abspath("bin/animproof"),
                       HOME=animproof.directory)
    result = commands.run(["/bin/sh", "the scripts;touch PWNED/ssh.sh", "hosts", "li  st", "re $x", *OPTIONS], env=environment,
                          stdout=commands.PIPE, stderr=commands.PIPE)
    animproof.check(result.returncode == 0, "ssh.sh ends with 0", result)
    for shard in range(3):
        path = "re $x/%d.jsonl" % shard
        assert json.loads(read(path)) == ["lint", "--files-from", "li  st/%d" % shard, *OPTIONS, "--quiet", "--output", "jsonl=" + path]
    assert sorted(os.listdir(".")) == ["bin", "hosts", "li  st", "re $x", "the scripts;touch PWNED"], "no argument is run as a command"
