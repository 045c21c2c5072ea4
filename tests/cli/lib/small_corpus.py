"""Small conformance corpora, made without the program: what a test of `animproof conform` needs."""

import hashlib
import json
import os
from cli_case import read, write


def finding(rule, offset=0, length=0, path="", severity="error"):
    return {"rule": rule, "severity": severity, "offset": offset, "length": length, "path": path}


def case(name, content, kind="md5anim", **members):
    """One case; the verdict follows from the first letter of the name: n_, y_ or i_."""
    verdict = {"n": "refuse", "y": "accept", "i": "differ"}[name[0]]
    ending = ".md5anim" if kind == "md5anim" else ".bin"
    made = {
        "id": name, "file": kind + "/" + name + ending, "companion": None,
        "sha256": hashlib.sha256(content).hexdigest(), "format": kind, "version": "10", "layout": None,
        "verdict": verdict, "expected": [finding(kind + "/count", 7, 2, "numJoints")] if verdict == "refuse" else [],
        "defect": "count_more" if verdict == "refuse" else None, "seed": 1, "reason": "a reason: " + name,
        "source": None,
    }
    made.update(members)
    return made, content


def with_values(folder, text):
    """Puts values.json there, and its hash into corpus.json."""
    write(os.path.join(folder, "values.json"), text)
    path = os.path.join(folder, "corpus.json")
    about = json.loads(read(path))
    write(path, json.dumps(dict(about, values_sha256=hashlib.sha256(text).hexdigest())))


def build(folder, cases, **about):
    """Writes the cases into the folder, and corpus.json as `about` changes it (None: no corpus.json)."""
    lines = []
    for made, content in cases:
        path = os.path.join(folder, made["file"])
        write(path, content)
        lines.append(json.dumps(made) + "\n")
    manifest = "".join(lines).encode()
    write(os.path.join(folder, "manifest.jsonl"), manifest)
    whole = {"animproof": "0.1.0", "seed": 1, "size": "small", "files": len(cases),
             "manifest_sha256": hashlib.sha256(manifest).hexdigest()}
    whole.update(about)
    write(os.path.join(folder, "corpus.json"), json.dumps(whole))
