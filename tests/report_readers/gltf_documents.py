#!/usr/bin/env python3
"""Checks documents of convert --to gltf with Khronos's validator: valid files must give no error and no warning.

    gltf_documents.py ANIMPROOF NODE_MODULES

Files: golden/ (valid and reference), the samples in ../shared if they exist, a standard corpus. Every second document is a .gltf,
the others are .glb. If convert refuses a file, it must print a reason.
"""

import collections
import glob
import json
import os
import subprocess
import sys
import tempfile

from formats import ENDINGS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WARNING = 1  # the number of the severity; that of an error is 0


def files_to_convert(folder):
    return [path for path in sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*"), recursive=True))
            if path.endswith(ENDINGS) and os.path.isfile(path)]


def convert_to_gltf(program, path, out):
    result = subprocess.run([program, "convert", path, "--to=gltf", "-o", out], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return result.returncode, result.stderr.decode(errors="replace")


def main():
    program, modules = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    failures, made, refused, codes = [], {}, collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        corpus = os.path.join(folder, "corpus")
        subprocess.run([program, "corpus", "build", corpus], check=True, stdout=subprocess.DEVNULL)
        sets = [("golden", [path for path in files_to_convert(os.path.join(ROOT, "golden")) if "/valid/" in path or "/reference/" in path]),
                ("samples", files_to_convert(os.path.join(ROOT, "..", "shared", "samples"))),
                ("corpus", [path for path in files_to_convert(corpus) if os.path.basename(path).startswith("y_")])]
        for name, paths in sets:
            count = 0
            for path in paths:
                out = os.path.join(folder, "%d.%s" % (len(made), "gltf" if len(made) % 2 else "glb"))
                code, said = convert_to_gltf(program, path, out)
                if code == 0:
                    made[out] = path
                    count += 1
                elif code == 1 and ": a glTF document cannot" in said:
                    refused[said.split(": ")[2]] += 1
                elif code != 1 or ": error: " not in said and "error: " not in said:
                    failures.append("%s: exit %d: %s" % (path, code, said.strip()))
                elif "/valid/" in path or os.path.basename(path).startswith("y_"):
                    failures.append("%s is valid, but refused: %s" % (path, said.strip()))
                else:
                    refused["errors in the file or its mesh"] += 1
            print("%s: %d documents of %d files" % (name, count, len(paths)))
        result = subprocess.run(["node", os.path.join(HERE, "validate_gltf.js"), modules], input="\n".join(made).encode(),
                                stdout=subprocess.PIPE, check=True)
        reports = [json.loads(line) for line in result.stdout.splitlines()]
        for report in reports:
            for message in report["messages"]:
                codes["%s %s" % (("error", "warning", "information", "hint")[message["severity"]], message["code"])] += 1
                if message["severity"] <= WARNING:
                    failures.append("%s: %s %s at %s" % (made[report["path"]], message["code"], message["text"], message["at"]))
    for reason, count in sorted(refused.items()):
        print("refused: %s: %d" % (reason, count))
    for code, count in sorted(codes.items()):
        print("%s: %d" % (code, count))
    if len(reports) != len(made) or not made:
        failures.append("%d reports of %d documents" % (len(reports), len(made)))
    print("\n".join(failures[:20]) or "%d documents without error or warning, by gltf-validator %s"
          % (len(reports), reports[0]["version"]))
    sys.exit(1 if failures else 0)


main()
