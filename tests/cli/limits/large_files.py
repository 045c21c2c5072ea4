"""Sparse files of gigabytes: lint maps them instead of copying them, and reads offsets above 4 GiB."""

import json
import os
import resource
import struct

import commands
from cli_case import Case, mrtk, preloaded, write

GIB = 1 << 30

case = Case()
SANITIZED = b"__asan_init" in open(case.program, "rb").read()


def make_sparse(path, start, size):
    write(path, start)
    os.truncate(path, size)


def lint(code, *arguments, **options):
    """Runs lint with a limit of 256 MiB for allocated memory; mapped files do not count."""

    def limit_memory():
        resource.setrlimit(resource.RLIMIT_DATA, (256 << 20, 256 << 20))

    if not SANITIZED:
        options["preexec_fn"] = limit_memory
    return case.exits(code, "lint", "--format", "json", *arguments, **options)


for size in (3 * GIB, 5 * GIB):
    make_sparse("zeros.bin", b"", size)
    entry = json.loads(lint(1, "zeros.bin").stdout)["files"][0]
    case.check(entry["size"] == size and entry["findings"][0]["rule"] == "file/unrecognized", "a file of %d zero bytes is unrecognized" % size)
    make_sparse("trailing.bin", mrtk(), size)
    entry = json.loads(lint(1, "--mrtk-layout=writer", "trailing.bin").stdout)["files"][0]
    case.check([(f["rule"], f["offset"], f["length"]) for f in entry["findings"]]
               == [("mrtk/trailing-bytes", len(mrtk()), size - len(mrtk()))], "trailing bytes in a file of %d bytes are reported" % size)

# A .memg file with 4 GiB of transforms and then a group cut off after two bytes. lint reads all transforms.
timesteps = 4 * GIB // 96 + 1000
header = struct.pack("<iiii", 1, 30, 1, timesteps)
size = 16 + 96 * timesteps
make_sparse("motion.bin", header, size + 2)
cheaply = {} if SANITIZED else {"env": preloaded("holes")}
entry = json.loads(lint(1, "--select", "memg/trailing-bytes", "motion.bin", **cheaply).stdout)["files"][0]
case.check([(f["rule"], f["offset"], f["length"]) for f in entry["findings"]]
           == [("memg/trailing-bytes", size, 2)], "a finding at an offset above 4 GiB: %r" % entry)

# Sizes around 64 KiB, from which on files are mapped.
for size in (65535, 65536, 65537):
    make_sparse("edge.bin", mrtk(), size)
    entry = json.loads(lint(1, "--mrtk-layout=writer", "edge.bin").stdout)["files"][0]
    case.check(entry["findings"][0]["length"] == size - len(mrtk()), "the finding in a file of %d bytes covers the trailing bytes" % size)

# lint reads a pipe up to --max-input.
with open("zeros.bin", "rb") as file, commands.start(["cat"], stdin=file, stdout=commands.PIPE) as cat:
    case.exits(4, "lint", "-", "--max-input=8M", stdin=cat.stdout, says=b"is longer than 8388608 bytes")  # 3 GiB through the pipe
    cat.stdout.close()

case.finish()
