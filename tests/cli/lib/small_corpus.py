"""Builds small conformance corpora without the program, for tests of `animproof conform`."""

import hashlib
import json
import os
from cli_case import read, write


def finding_entry(rule, offset=0, length=0, path="", severity="error"):
    return {"rule": rule, "severity": severity, "offset": offset, "length": length, "path": path}


def case_and_content(name, content, kind="md5anim", **members):
    """Returns (members of a case in the manifest, content of its file). The first letter of the name gives the verdict: n refuse, y accept,
    i differ."""
    verdict = {"n": "refuse", "y": "accept", "i": "differ"}[name[0]]
    ending = ".md5anim" if kind == "md5anim" else ".bin"
    members_of_case = {
        "id": name, "file": kind + "/" + name + ending, "companion": None,
        "sha256": hashlib.sha256(content).hexdigest(), "format": kind, "version": "10", "layout": None,
        "verdict": verdict, "expected": [finding_entry(kind + "/count", 7, 2, "numJoints")] if verdict == "refuse" else [],
        "defect": "count_more" if verdict == "refuse" else None, "seed": 1, "reason": "a reason: " + name,
        "source": None,
    }
    members_of_case.update(members)
    return members_of_case, content


def write_values_and_hash(folder, text):
    """Writes values.json, and its hash into corpus.json."""
    write(os.path.join(folder, "values.json"), text)
    path = os.path.join(folder, "corpus.json")
    about = json.loads(read(path))
    write(path, json.dumps(dict(about, values_sha256=hashlib.sha256(text).hexdigest())))


def build_small_corpus(folder, cases, **changed_corpus_members):
    """Writes a corpus of the cases that case_and_content returned; companions are not written. `changed_corpus_members` are members of
    corpus.json that replace the correct members."""
    lines = []
    for members_of_case, content in cases:
        path = os.path.join(folder, members_of_case["file"])
        write(path, content)
        lines.append(json.dumps(members_of_case) + "\n")
    manifest = "".join(lines).encode()
    write(os.path.join(folder, "manifest.jsonl"), manifest)
    corpus_json = {"animproof": "0.1.0", "seed": 1, "size": "small", "files": len(cases),
             "manifest_sha256": hashlib.sha256(manifest).hexdigest()}
    corpus_json.update(changed_corpus_members)
    write(os.path.join(folder, "corpus.json"), json.dumps(corpus_json))
