"""Checks that programs linked with the released libanimproof.so run with this one: abi.py check|bless LIBRARY

`check` compares the interface of LIBRARY, built with debugging information, with tests/library/libanimproof.abi, which `bless`
writes at a release. New functions are allowed, new members at the end of structures that grow, and new enumerators with new
values. libabigail makes the comparison. To test the comparison, `check` makes the CHANGES to a copy of the header; libabigail must
refuse those that are not allowed.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

from cli_case import ROOT, CheckCounter

HEADER = "./validators/library/animproof.h"  # spelled as the compiler records it
BASE = "tests/library/libanimproof.abi"
DUMP = ["abidw", "--header-file", HEADER, "--drop-private-types", "--drop-undefined-syms", "--exported-interfaces-only",
        "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-architecture", "--no-elf-needed",
        "--no-parameter-names"]
COMPARE = ["abidiff", "--no-added-syms", "--harmless"]  # abidiff calls a change of a callback's parameters harmless
GROWING = {"animproof_finding", "animproof_result", "animproof_field", "animproof_rule", "animproof_change", "animproof_fix_outcome"}
# Changes of the header: pattern, replacement, whether it is allowed, and its name.
CHANGES = [
    (r"(size_t dropped, companion_dropped;)", r"\1 size_t one_more;", True, "a member at the end of a result"),
    (r"(const char \*hint;)", r"const char *one_more; \1", False, "a member before the last of a finding"),
    (r"const char \*version;( +/\* \"1.0\")", r"size_t version; \1", False, "a member of another type"),
    (r"ANIMPROOF_LIMIT = 3", "ANIMPROOF_LIMIT = 13", False, "an enumerator of another value"),
    (r"(ANIMPROOF_ERROR = 3)", r"\1, ANIMPROOF_ONE_MORE = 4", True, "an enumerator with a new value"),
    (r"(ANIMPROOF_ERROR = 3)", r"ANIMPROOF_ONE_MORE = 3, ANIMPROOF_ERROR = 4", False, "an enumerator before the last"),
    (r"void \*user;\n\} animproof_memory;", "void *user; int one_more; } animproof_memory;", False, "a larger animproof_memory"),
]


def write_abi_dump(library, path):
    subprocess.run([*DUMP, "--out-file", path, library], check=True, cwd=ROOT)


def growing_structures_by_name(tree):
    """Returns the elements of the structures that may gain members, by the names of the structures."""
    return {one.get("name"): one for one in tree.iter("class-decl") if one.get("name") in GROWING}


def enumerators(tree):
    """Returns the names and values of the enumerators, by the name of their enum."""
    return {one.get("name"): {(item.get("name"), item.get("value")) for item in one.iter("enumerator")} for one in tree.iter("enum-decl")}


def remove_enumerators_added_at_end(before, tree):
    """Removes enumerators from the end of each enum if the base has neither their name nor their value."""
    known = enumerators(before)
    for one in tree.iter("enum-decl"):
        names = {name for name, _ in known.get(one.get("name"), ())}
        values = {value for _, value in known.get(one.get("name"), ())}
        for item in reversed(one.findall("enumerator") if values else []):
            if item.get("name") in names or item.get("value") in values:
                break
            one.remove(item)


def write_dump_without_allowed_additions(base, path, written):
    """Writes the dump without the new members of growing structures and without new enumerators."""
    tree = ElementTree.parse(path)
    base_tree = ElementTree.parse(base)
    before = growing_structures_by_name(base_tree)
    remove_enumerators_added_at_end(base_tree, tree)
    for name, now in growing_structures_by_name(tree).items():
        known = before[name].findall("data-member") if name in before else []
        for member in now.findall("data-member")[len(known):]:
            now.remove(member)
        if known:
            now.set("size-in-bits", before[name].get("size-in-bits"))
    tree.write(written)


def forbidden_abi_differences(base, path):
    """Returns the report of abidiff about changes other than allowed additions, or "" if there are no such changes."""
    known = path + ".known"
    write_dump_without_allowed_additions(base, path, known)
    run = subprocess.run([*COMPARE, base, known], check=False, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return run.stdout.decode() or "exit %d" % run.returncode if run.returncode else ""


def build_stub(header, folder):
    """Builds a library with the functions of the header. A program that calls one of them ends with a trap."""
    declared = re.findall(r"^ANIMPROOF_API (.*?\));", header, re.MULTILINE | re.DOTALL)
    place = os.path.join(folder, os.path.dirname(HEADER))
    os.makedirs(place, exist_ok=True)
    pathlib.Path(os.path.join(folder, HEADER)).write_text(header, encoding="utf-8")
    source = os.path.join(folder, "stub.c")
    pathlib.Path(source).write_text('#include <validators/library/animproof.h>\n' + "".join(
        "%s\n{\n    __builtin_trap();\n}\n" % one for one in declared), encoding="utf-8")
    library = os.path.join(folder, "stub.so")
    subprocess.run(["gcc", "-std=c11", "-g", "-shared", "-fPIC", "-I.", "-o", library, "stub.c"], check=True, cwd=folder)
    return library


def write_stub_dump(header, folder):
    path = os.path.join(folder, "stub.abi")
    write_abi_dump(build_stub(header, folder), path)
    return path


def main():
    os.chdir(ROOT)
    what, library = sys.argv[1:]
    if what == "bless":
        write_abi_dump(library, BASE)
        return
    header = pathlib.Path(HEADER).read_text(encoding="utf-8")
    count = CheckCounter()
    with tempfile.TemporaryDirectory(prefix="animproof-abi-") as folder:
        now = os.path.join(folder, "now.abi")
        write_abi_dump(library, now)
        report = forbidden_abi_differences(BASE, now)
        count.check(not report, "programs of the last release do not run with this library:\n" + report)
        before = os.path.join(folder, "before.abi")
        os.rename(write_stub_dump(header, folder), before)
        for pattern, put, allowed, name in CHANGES:
            changed, made = re.subn(pattern, put, header)
            report = forbidden_abi_differences(before, write_stub_dump(changed, folder))
            count.check(made == 1 and allowed != bool(report), "%s (made %d times, must be 1): %s" % (name, made, report or "must be refused"))
    count.finish()


if __name__ == "__main__":
    main()
