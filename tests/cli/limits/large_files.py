"""Files of gigabytes that take no disk: read without copying, at offsets over 4 GiB too."""

import json
import os
import resource
import struct

import commands
from cli_case import Case, mrtk, preloaded, write

GIB = 1 << 30

case = Case()
SANITIZED = b"__asan_init" in open(case.program, "rb").read()


def sparse(path, start, size):
    write(path, start)
    os.truncate(path, size)


def lint(code, *arguments, **options):
    """Runs with little memory of its own: what is mapped does not count."""

    def small():
        resource.setrlimit(resource.RLIMIT_DATA, (256 << 20, 256 << 20))

    if not SANITIZED:
        options["preexec_fn"] = small
    return case.exits(code, "lint", "--format", "json", *arguments, **options)


for size in (3 * GIB, 5 * GIB):
    sparse("zeros.bin", b"", size)
    entry = json.loads(lint(1, "zeros.bin").stdout)["files"][0]
    case.check(entry["size"] == size and entry["findings"][0]["rule"] == "file/unrecognized", "%d zeros" % size)
    sparse("trailing.bin", mrtk(), size)
    entry = json.loads(lint(1, "--mrtk-layout=writer", "trailing.bin").stdout)["files"][0]
    case.check([(f["rule"], f["offset"], f["length"]) for f in entry["findings"]]
               == [("mrtk/trailing-bytes", len(mrtk()), size - len(mrtk()))], "trailing bytes of %d" % size)

# Mesh-ensemble motion with one frame and as many timesteps as fill over 4 GiB of transforms, then a cut group. All of it is read.
timesteps = 4 * GIB // 96 + 1000
header = struct.pack("<iiii", 1, 30, 1, timesteps)
size = 16 + 96 * timesteps
sparse("motion.bin", header, size + 2)
cheaply = {} if SANITIZED else {"env": preloaded("holes")}
entry = json.loads(lint(1, "--select", "memg/trailing-bytes", "motion.bin", **cheaply).stdout)["files"][0]
case.check([(f["rule"], f["offset"], f["length"]) for f in entry["findings"]]
           == [("memg/trailing-bytes", size, 2)], "a finding over 4 GiB: %r" % entry)

# Both sides of the size from which files are mapped.
for size in (65535, 65536, 65537):
    sparse("edge.bin", mrtk(), size)
    entry = json.loads(lint(1, "--mrtk-layout=writer", "edge.bin").stdout)["files"][0]
    case.check(entry["findings"][0]["length"] == size - len(mrtk()), "a file of %d bytes" % size)

# From a pipe, up to the bound and not beyond.
with open("zeros.bin", "rb") as file, commands.start(["cat"], stdin=file, stdout=commands.PIPE) as cat:
    case.exits(4, "lint", "-", "--max-input=8M", stdin=cat.stdout, says=b"is longer than 8388608 bytes")  # a stream without end
    cat.stdout.close()

case.finish()
