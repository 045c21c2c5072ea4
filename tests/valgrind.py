#!/usr/bin/python3
"""Checks under valgrind's memcheck that linting every golden file, and splitting them into shards, has no error or leak:
valgrind.py ANIMPROOF"""

import os

import commands
from cli_case import GOLDEN, Case, files_below, read_text

SCENE = os.path.join(GOLDEN, "reference", "memg", "good", "02_two.obj")
MOTION = os.path.join(GOLDEN, "reference", "memg", "good", "02_two.bin")
# `lint` checks a file that is named, whatever its type.
ALL = sorted(files_below(GOLDEN))
RUNS = {
    "human": ["lint", "--no-config", "--format", "human", "--verbose", GOLDEN],
    "json": ["lint", "--no-config", "--format", "json", "--max-per-rule", "0", GOLDEN],
    "forced mrtk": ["lint", "--format", "jsonl", "--input-format", "mrtk", *ALL],
    "forced memg": ["lint", "--format", "concise", "--input-format", "memg", *ALL],
    "forced md5anim": ["lint", "--format", "concise", "--input-format", "md5anim", *ALL],
    "scene": ["lint", "--obj", SCENE, MOTION],
    "shard": ["shard", "--count", "2", "-o", "lists", GOLDEN],
}


case = Case()
for name, arguments in RUNS.items():
    run = commands.run(["valgrind", "-q", "--leak-check=full", "--error-exitcode=99", "--log-file=log", case.program, *arguments],
                       env=dict(os.environ, ANIMPROOF_NO_SANDBOX="1"), stdout=commands.DEVNULL)
    reported = read_text("log")
    case.check(run.returncode in (0, 1) and not reported, "%s: exit %d\n%s" % (name, run.returncode, reported[:4000]))
case.finish()
