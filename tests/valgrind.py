#!/usr/bin/python3
"""Lints every golden file, and lists them in shards, under valgrind's memcheck: no error, no leak. valgrind.py ANIMPROOF"""

import os
import sys
import tempfile

import commands

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "golden")
SCENE = os.path.join(GOLDEN, "reference", "memg", "good", "02_two.obj")
MOTION = os.path.join(GOLDEN, "reference", "memg", "good", "02_two.bin")
ALL = sorted(os.path.join(folder, name) for folder, _, names in os.walk(GOLDEN) for name in names)  # named: each is judged
RUNS = {
    "human": ["lint", "--no-config", "--format", "human", "--verbose", GOLDEN],
    "json": ["lint", "--no-config", "--format", "json", "--max-per-rule", "0", GOLDEN],
    "forced mrtk": ["lint", "--format", "jsonl", "--input-format", "mrtk", *ALL],
    "forced memg": ["lint", "--format", "concise", "--input-format", "memg", *ALL],
    "forced md5anim": ["lint", "--format", "concise", "--input-format", "md5anim", *ALL],
    "scene": ["lint", "--obj", SCENE, MOTION],
    "shard": ["shard", "--count", "2", "-o", "FOLDER", GOLDEN],
}


def main():
    animproof = sys.argv[1]
    passed = failed = 0
    for name, arguments in RUNS.items():
        with tempfile.NamedTemporaryFile("r", encoding="utf-8", errors="replace") as log, tempfile.TemporaryDirectory() as folder:
            arguments = [os.path.join(folder, "lists") if one == "FOLDER" else one for one in arguments]
            run = commands.run(["valgrind", "-q", "--leak-check=full", "--error-exitcode=99",
                                "--log-file=" + log.name, animproof, *arguments],
                               env=dict(os.environ, ANIMPROOF_NO_SANDBOX="1"), stdout=commands.DEVNULL)
            said = log.read()
        if run.returncode not in (0, 1) or said:
            failed += 1
            print("%s: exit %d\n%s" % (name, run.returncode, said[:4000]))
        else:
            passed += 1
    print("valgrind: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
