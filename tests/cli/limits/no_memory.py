#!/usr/bin/env python3
"""Whatever allocation fails, no command ends with 0 and an empty or cut document, and none by a signal."""

import os
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "lib"))
import commands
from cli_case import Case, md5anim, mrtk, mrtk_warned, write

MOST = 600  # allocations of a command that are made to fail, from the first on
ENOUGH = 12  # runs one after the other in which that changed nothing: there are no more allocations

case = Case()
write("clean.bin", mrtk())
write("warned.bin", mrtk_warned())
write("parent.md5anim", md5anim(parent=b"7"))
write("walk.md5anim", md5anim())
case.exits(0, "convert", "clean.bin", "--to=json", "-o", "clean.json")
case.exits(0, "corpus", "build", "made", "--format=mrtk", "--count=3")
LONG = "\x01" * 200 + "/" + "\x01" * 200 + "/long.md5anim"  # a head of more than one block of memory
os.makedirs(os.path.dirname(LONG))
LONG = "./" * 1500 + LONG
write(LONG, md5anim().replace(b"frameRate 24", b"frameRate  24"))

# Each with the files that it writes besides standard output.
COMMANDS = [
    (["rules", "--format", "json"], []),
    (["rules", "--format", "markdown"], []),
    (["explain", "mrtk/flag"], []),
    (["lint", "--format", "json", "--fail-on=never", "warned.bin", "parent.md5anim"], []),
    (["lint", "--format", "jsonl", "--fail-on=never", "warned.bin", "parent.md5anim"], []),
    (["lint", "--fail-on=never", "warned.bin", "parent.md5anim"], []),
    (["lint", "made"], []),
    (["dump", "--json", "clean.bin"], []),
    (["mutate", "--defect", "mrtk/flag_camera-2", "clean.bin", "--expect", "e.json", "-o", "m.bin"], ["e.json", "m.bin"]),
    (["convert", "clean.json", "-o", "back.bin"], ["back.bin"]),
    (["convert", "clean.bin", "--to=json", "-o", "there.json"], ["there.json"]),
    (["convert", "walk.md5anim", "--to=positions", "--at=0,1", "-o", "places"], ["places"]),
    (["corpus", "verify", "made"], []),
    (["spec", "memg", "--format=ksy", "-o", "memg.ksy"], ["memg.ksy"]),
    (["format", "--diff", LONG], []),
]


def outputs_of(arguments, names, **environment):
    for name in names:
        if os.path.exists(name):
            os.remove(name)
    result = case.run(*arguments, env=environment)
    files = {name: open(name, "rb").read() for name in names if os.path.exists(name)}
    return result, files


def try_all(shim, arguments, names, **more):
    whole, whole_files = outputs_of(arguments, names)
    case.check(whole.returncode in (0, 1) and len(whole_files) == len(names), "%r without failures" % arguments, whole)
    unharmed = 0
    for number in range(1, MOST):
        result, files = outputs_of(arguments, names, LD_PRELOAD=shim, FAIL_ALLOCATION=str(number), **more)
        what = "%r, allocation %d fails" % (arguments, number)
        case.check(result.returncode in (0, 1, 3, 4), what + ": no signal", result)
        if result.returncode == whole.returncode:
            case.check(result.stdout == whole.stdout and files == whole_files, what + ": exit as without failures, and another output",
                       result)
            unharmed += 1
        else:
            unharmed = 0
            case.check(result.stderr != b"", what + ": says why", result)
            case.check(result.returncode == 4, what + ": a lack of memory ends with 4", result)
            case.check(all(content == whole_files[name] for name, content in files.items()),
                       what + ": a file that is not whole")
        if unharmed == ENOUGH:
            break


if "/asan/" in case.program:  # it has an allocator of its own
    print("SKIPPED: failing allocations, with a sanitizer's allocator")
else:
    shim = os.path.abspath("fail_malloc.so")
    commands.run(["gcc", "-O1", "-shared", "-fPIC", "-o", shim, os.path.join(HERE, "lib", "fail_malloc.c")], check=True)
    for arguments, names in COMMANDS:
        try_all(shim, arguments, names, FAIL_ALL="1")
        try_all(shim, arguments, names)

case.finish()
