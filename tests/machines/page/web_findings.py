#!/usr/bin/python3
"""Whether a page finds what the program finds: web_findings.py PROGRAM MODULE

Every file of golden/ and of a standard corpus, as a folder that is dropped: the page's own desk in node (desk.mjs), and
`lint --format json` on that folder. The same files are judged and skipped, and each file's entry is the same: format,
layout, companion, counts and findings with all their members.
"""

import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
PLAIN = ["--no-config", "--no-ignore"]
SHOWN = 5


def files_of(folder):
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            yield os.path.join(place, name)


def program_says(program, folder):
    """{path: entry} of the files that are judged."""
    run = subprocess.run([program, "lint", "--format", "json", *PLAIN, folder], stdout=subprocess.PIPE, check=False)
    assert run.returncode in (0, 1), run.returncode
    return {entry["file"]: entry for entry in json.loads(run.stdout)["files"]}


def key(finding):
    return json.dumps(finding, sort_keys=True)


def page_says(module, paths):
    """The same. A companion's findings are told with each file that it belongs to; each counts once."""
    run = subprocess.run(["node", os.path.join(ROOT, "tests/machines/page/desk.mjs"), "findings", module],
                         input="".join(path + "\n" for path in paths), stdout=subprocess.PIPE, text=True, check=True)
    entries = {}
    for line in run.stdout.splitlines():
        told = json.loads(line)
        for entry in told.get("files", []):
            known = entries.setdefault(entry["file"], {**entry, "findings": []})
            seen = {key(one) for one in known["findings"]}
            known["findings"] += [one for one in entry["findings"] if key(one) not in seen]
            if entry["file"] == told["file"]:
                known.update({name: value for name, value in entry.items() if name != "findings"})
        if "error" in told:
            entries[told["file"]] = told
    return entries


def facts(entry):
    """What is compared. Why there is no companion is told by the program alone; a companion that is no file of a format is
    told by the program once, with what both have together, so its counts are those of one run or another."""
    names = ["format", "layout", "size", "companion", "error"]
    kept = {name: entry.get(name) for name in names}
    kept["valid"] = entry.get("valid")
    kept["findings"] = sorted(key(one) for one in entry.get("findings", []))
    return kept


def differences(wanted, said):
    for path in sorted(wanted.keys() | said.keys()):
        if path not in said or path not in wanted:
            yield "%s: %s alone judges it" % (path, "the program" if path in wanted else "the page")
        elif facts(wanted[path]) != facts(said[path]):
            yield "%s:\n  program %s\n  page    %s" % (path, facts(wanted[path]), facts(said[path]))


def main():
    program, module = (os.path.abspath(word) for word in sys.argv[1:])
    os.chdir(ROOT)
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        corpus = os.path.join(scratch, "corpus")
        subprocess.run([program, "corpus", "build", corpus], check=True, stdout=subprocess.DEVNULL)
        for name, folder in (("golden/", "golden"), ("a standard corpus", corpus)):
            wanted, said = program_says(program, folder), page_says(module, list(files_of(folder)))
            found = list(differences(wanted, said))
            findings = sum(len(entry["findings"]) for entry in wanted.values())
            print("web findings: %d files of %s, %d findings, %d differ" % (len(wanted), name, findings, len(found)))
            faults += found
    for fault in faults[:SHOWN]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
