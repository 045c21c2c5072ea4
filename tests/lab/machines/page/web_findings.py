#!/usr/bin/python3
"""Checks that the page and the program have equal findings: web_findings.py PROGRAM MODULE

Lints golden/, a standard corpus and a small tree with the page's code in node (desk.mjs), as dropped folders, and with `lint --format json`.
Both must lint and skip the same files, and the entries of a file must be equal: format, layout, companion and findings.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from cli_case import ROOT, files_below, lint_entries

# set-skeleton compares the files of a folder; the page checks each file alone
PLAIN = ["--no-ignore", "--ignore=*/set-skeleton"]
SHOWN = 5


def finding_key(finding):
    return json.dumps(finding, sort_keys=True)


def entries_of_page(module, paths):
    """Returns {path: entry} of the files that the page lints. The page repeats a companion's findings for each file with that
    companion; duplicates are removed."""
    run = subprocess.run(["node", os.path.join(ROOT, "tests/lab/machines/page/desk.mjs"), "findings", module],
                         input="".join(path + "\n" for path in paths), stdout=subprocess.PIPE, text=True, check=True)
    entries = {}
    for line in run.stdout.splitlines():
        report = json.loads(line)
        for entry in report.get("files", []):
            known = entries.setdefault(entry["file"], {**entry, "findings": []})
            seen = {finding_key(one) for one in known["findings"]}
            known["findings"] += [one for one in entry["findings"] if finding_key(one) not in seen]
            if entry["file"] == report["file"]:
                known.update({name: value for name, value in entry.items() if name != "findings"})
        if "error" in report:
            entries[report["file"]] = report
    return entries


def compared_members(entry):
    """Returns the members that are compared. Not compared: why a file has no companion, which only the program reports; and
    counts, since the program reports findings of a companion such as an .obj once, and the page once for each file."""
    names = ["format", "layout", "size", "companion", "error"]
    kept = {name: entry.get(name) for name in names}
    kept["valid"] = entry.get("valid")
    kept["findings"] = sorted(finding_key(one) for one in entry.get("findings", []))
    return kept


def differing_entries(wanted, found):
    for path in sorted(wanted.keys() | found.keys()):
        if path not in found or path not in wanted:
            yield "%s: only %s lints the file" % (path, "the program" if path in wanted else "the page")
        elif compared_members(wanted[path]) != compared_members(found[path]):
            yield "%s:\n  program %s\n  page    %s" % (path, compared_members(wanted[path]), compared_members(found[path]))


def write_tree(program, folder):
    """Writes six animations, copies of them, and their meshes in different folders. The first two animations have one mesh each,
    the others two equal meshes. Each second animation has a mesh with its name, the others only meshes with other names.
    """
    for seed in range(6):
        animation = os.path.join(folder, "assets/anim/deep/Walk%d.md5anim" % seed)
        os.makedirs(os.path.dirname(animation), exist_ok=True)
        subprocess.run([program, "generate", "--format", "md5anim", "--seed", str(seed), "--knob", "joints=%d" % (seed + 2), "-o", animation],
                       check=True, stdout=subprocess.DEVNULL)
        mesh = os.path.join(folder, ("assets/anim/mesh%d.md5mesh", "assets/mesh/far/walk%d.MD5MESH")[seed % 2] % seed)
        os.makedirs(os.path.dirname(mesh), exist_ok=True)
        os.rename(animation[:-4] + "mesh", mesh)
        if seed > 1:
            shutil.copy(mesh, os.path.join(os.path.dirname(mesh), "other%d.md5mesh" % seed))
        shutil.copy(animation, os.path.join(folder, "assets"))


def main():
    program, module = (os.path.abspath(word) for word in sys.argv[1:])
    os.chdir(ROOT)
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        corpus, tree = os.path.join(scratch, "corpus"), os.path.join(scratch, "tree")
        write_tree(program, tree)
        subprocess.run([program, "corpus", "build", corpus], check=True, stdout=subprocess.DEVNULL)
        for name, folder in (("golden/", "golden"), ("a standard corpus", corpus), ("a tree", tree)):
            wanted, shown = lint_entries(program, *PLAIN, folder), entries_of_page(module, list(files_below(folder)))
            found = list(differing_entries(wanted, shown))
            if folder == tree and sum(bool(entry.get("companion")) for entry in wanted.values()) < 4:
                found.append("the program finds too few meshes in other folders")
            findings = sum(len(entry["findings"]) for entry in wanted.values())
            print("web findings: %d files of %s, %d findings, %d differ" % (len(wanted), name, findings, len(found)))
            faults += found
    for fault in faults[:SHOWN]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
