"""Standard input, fifos, and files that change during a run."""

import json
import os

import commands
from cli_case import Case, mrtk, mrtk_bad, mrtk_many, write

case = Case()
write("bad.bin", mrtk_bad())

# Standard input as a pipe, as a file, and as a file from its middle on.
case.exits(1, "lint", "-", input=mrtk_bad(), prints_first=b"-:0x13: error: camera.position_x.pre_wrap ")  # a pipe
with open("bad.bin", "rb") as file:
    case.exits(1, "lint", "-", stdin=file)
write("offset.bin", b"junk" + mrtk())
with open("offset.bin", "rb", buffering=0) as file:
    file.seek(4)
    case.exits(0, "lint", "-", stdin=file)
case.exits(1, "lint", "-", input=b"", prints=(b"file/unrecognized", b"empty"))  # an empty stream

# A stream of 1.6 MB, larger than the initial buffer of the program.
large = mrtk_many(200000)
result = case.exits(0, "lint", "--format=json", "-", input=large)
case.check(json.loads(result.stdout)["files"][0]["size"] == len(large), "a large stream is read to its end", result)
case.exits(0, "lint", "--max-input", str(len(large)), "-", input=large)
case.exits(4, "lint", "--max-input", str(len(large) - 1), "-", input=large, says=b"is longer than")  # one byte over the limit
case.exits(0, "lint", "--max-input=0", "-", input=large)

# A named fifo is read to its end; lint waits for the writer.
os.mkfifo("fifo")
program = commands.start([case.program, "lint", "fifo"], stdout=commands.PIPE, stderr=commands.PIPE)
with open("fifo", "wb", buffering=0) as fifo:
    fifo.write(mrtk_bad()[:10])
    fifo.write(mrtk_bad()[10:])
output, errors = program.communicate(timeout=300)
case.check(program.returncode == 1 and b"fifo:0x13" in output, "the finding in a fifo is reported: %r %r" % (output, errors))

# A scene that shrinks after lint has read it: lint waits for the fifo until the scene has shrunk.
scene = b"v 0 0 0\nv 1 0 0\nv 0 1 0\ng part\nf 1 2 3\n" + b"# filling\n" * 20000
write("scene.obj", scene)
program = commands.start([case.program, "lint", "--format=json", "--obj", "scene.obj", "fifo"],
                         stdout=commands.PIPE, stderr=commands.PIPE)
with open("fifo", "wb", buffering=0) as fifo:
    os.truncate("scene.obj", 100)
    fifo.write(mrtk())
output, errors = program.communicate(timeout=300)
case.check(program.returncode == 3, "a scene that shrank gives exit 3: %d %r" % (program.returncode, errors))
case.check(errors == b"animproof: scene.obj: became shorter while it was read\n", "the message names the scene that shrank: %r" % errors)
entries = {e["file"]: e for e in json.loads(output)["files"]}
case.check(entries["fifo"]["valid"] and "error" in entries["scene.obj"], "the motion is checked without the scene")

# Files of /proc have the size 0 although they have content.
if os.path.exists("/proc/self/status"):
    case.exits(1, "lint", "/proc/self/status", prints=b'[4e 61 6d 65 3a 09 ')  # the excerpt has its first bytes

case.finish()
