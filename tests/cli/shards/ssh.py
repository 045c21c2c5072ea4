"""docs/use/cluster/ssh.sh passes its arguments unchanged to the tasks: neither a shell nor GNU parallel expands them."""

import json
import os
import shutil

import commands
from cli_case import Case, in_tree, read, write

SCRIPTS = in_tree("docs/use/cluster")
# A replacement for GNU parallel with what the script needs: each text on its input is a command for the shell of a host.
STAND_IN = r"""#!/usr/bin/python3
import subprocess, sys
for word in sys.argv[1:]:
    if "/" in word and "task.sh" in word:
        sys.exit("a command in the arguments")
results = [subprocess.run(["/bin/sh", "-c", text], check=False).returncode for text in sys.stdin.read().split("\0") if text]
sys.exit(sum(code != 0 for code in results))
"""

case = Case()
folder = os.path.join(case.directory, "a 'b' $(touch PWNED)")
os.makedirs(folder + "/bin")
os.chdir(folder)
shutil.copytree(SCRIPTS, "the scripts;touch PWNED")
for path in ("bin/parallel", "bin/animproof"):
    write(path, STAND_IN.encode() if path.endswith("parallel") else
          b"#!/usr/bin/python3\nimport json, os, sys\n"
          b"if sys.argv[1] == 'report': sys.exit(0)\n"
          b"with open(sys.argv[-1].split('=', 1)[1], 'w') as report: json.dump(sys.argv[1:], report)\n")
    os.chmod(path, 0o755)
if shutil.which("parallel") is not None:
    os.remove("bin/parallel")
write("hosts", b"2/:\n")
for shard in range(3):
    write("li  st/%d" % shard, b"")
OPTIONS = ["--ignore", "mrtk/*", "--ignore", "md5anim/*;touch PWNED", "--select=$(touch PWNED)`touch PWNED`", "a'b\"c\\d", "", "  x  ",
           "two\nlines\n", "{}", "{.}", "{1}", "{= system('touch PWNED') =}", "-j2", "~", "é\t"]
environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], ANIMPROOF=os.path.abspath("bin/animproof"),
                   HOME=case.directory)
result = commands.run(["/bin/sh", "the scripts;touch PWNED/ssh.sh", "hosts", "li  st", "re $x", *OPTIONS], env=environment,
                      stdout=commands.PIPE, stderr=commands.PIPE)
case.check(result.returncode == 0, "ssh.sh ends with 0", result)
for shard in range(3):
    path = "re $x/%d.jsonl" % shard
    words = json.loads(read(path))
    case.check(words == ["lint", "--files-from", "li  st/%d" % shard, *OPTIONS, "--quiet", "--output", "jsonl=" + path],
               "the task of shard %d gets the arguments unchanged: %r" % (shard, words))
case.check(sorted(os.listdir(".")) == ["bin", "hosts", "li  st", "re $x", "the scripts;touch PWNED"], "no argument is run as a command")
case.finish()
