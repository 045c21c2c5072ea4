"""Rules with a fast twin name it: twins.py

An array is first asked by a predicate whether a walk would find anything. A rule that can fire in such an array has

    /* clean twin: PREDICATE (rule rule) */

over the function that judges it, and the predicate has `/* slow twin: FUNCTION */` over it. Each names the other, both
exist, and so do the rules. Every rule that a golden file shows in such an array is named by a clean twin, or listed
here with those that are judged otherwise.
"""

import collections
import glob
import re

from cli_case import ROOT, Count, in_tree, read_text, text_of_tree

# Format: the arrays with a fast reading, as paths name them.
ARRAYS = {
    "mrtk": {"keys"},
    "memg": {"transforms", "mapping", "mean", "values"},
    "md5anim": {"bounds", "baseframe", "values"},
    "md5camera": {"frames"},
}

# Judged when the array was read, of all its entries together.
AFTERWARDS = {
    "mrtk": {"component-mismatch", "rotation-flip", "quaternion-norm", "quaternion-zero", "direction-norm"},
    "memg": {"mapping-duplicate", "other-layout"},
    "md5anim": {"bounds-count", "mesh-scale", "frame-values"},
    "md5camera": {"camera-count"},
}

# Judged of a token or a comment: a fast reading of text takes plain tokens alone (core/text/text_fast.h).
TOKENS = {
    "md5anim": {"comment-block", "comment-block-joined", "decimal-comma", "number",
                "number-exponent", "number-range", "number-size", "number-wraps", "truncated"},
    "md5camera": {"comment-block", "comment-block-joined", "decimal-comma", "layout", "number", "number-exponent",
                  "number-range", "number-size", "number-wraps", "truncated", "unexpected-token"},
}

COMMENT = re.compile(r"/\*\s*(clean|slow) twin: (.*?)\*/\s*(?:/\*.*?\*/\s*)*((?:static |inline )*\w+ \*?(\w+)\()",
                     re.DOTALL)
MARK = re.compile(r"(clean|slow) twin:")

Twin = collections.namedtuple("Twin", "kind function names rules path")


def sources():
    paths = glob.glob("validators/**/*.[ch]", root_dir=ROOT, recursive=True)
    return {path: text_of_tree(path) for path in sorted(paths)}


def twins_of(path, text):
    for found in COMMENT.finditer(text):
        words = " ".join(found[2].split())
        names, _, rules = words.partition(" (")
        yield Twin(found[1], found[4], names.strip().split(", "), rules.strip(" )").split(), path)


def format_of(path):
    return path.split("/")[1]


def rules_of(folder):
    """Names of the rules of the formats that the folder's code judges."""
    folders = ("md5", "md5anim", "md5camera", "md5mesh") if folder.startswith("md5") else (folder,)
    return {name for part in folders for path in glob.glob("validators/%s/*_table*.inc" % part, root_dir=ROOT)
            for name in re.findall(r'^RULE\(\w+, "([\w-]+)"', text_of_tree(path), re.MULTILINE)}


def faults_of(twin, by_function, defined):
    where = "%s: %s twin of %s" % (twin.path, twin.kind, twin.function)
    other = "slow" if twin.kind == "clean" else "clean"
    if twin.kind == "clean" and not twin.rules:
        yield where + " names no rule"
    for rule in twin.rules:
        if rule not in rules_of(format_of(twin.path)):
            yield "%s: %s is not a rule" % (where, rule)
    for name in twin.names:
        if name not in defined:
            yield "%s: %s does not exist" % (where, name)
        elif twin.function not in by_function[other, name] and not name.endswith("_avx2"):
            yield "%s: %s does not name it as its %s twin" % (where, name, other)


def shown_in_arrays():
    """(format, rule, path) of every golden finding inside an array with a fast reading."""
    for path in glob.glob(in_tree("golden/**/*.findings"), recursive=True):
        for found in re.finditer(r"^\w+ (\w+)/([\w-]+) \d+ \d+ (\S+)", read_text(path), re.MULTILINE):
            arrays = re.findall(r"(\w+)\[", found[3])
            if arrays and arrays[-1] in ARRAYS.get(found[1], ()):
                yield found.groups()


count = Count()
texts = sources()
twins = [twin for path, text in texts.items() for twin in twins_of(path, text)]
defined = {name for text in texts.values() for name in re.findall(r"^[a-z][\w *]*?(\w+)\(", text, re.MULTILINE)}
marks = sum(len(MARK.findall(text)) for text in texts.values())
count.check(marks == len(twins), "%d comments name a twin, %d of them stand over a function" % (marks, len(twins)))
by_function = collections.defaultdict(set)
for twin in twins:
    by_function[twin.kind, twin.function].update(twin.names)
for twin in twins:
    faults = list(faults_of(twin, by_function, defined))
    count.check(not faults, "; ".join(faults))
named = {(format_of(twin.path)[:3], rule) for twin in twins if twin.kind == "clean" for rule in twin.rules}
shown = collections.defaultdict(set)
for form, rule, path in shown_in_arrays():
    shown[form, rule].add(path)
for (form, rule), paths in sorted(shown.items()):
    count.check((form[:3], rule) in named or rule in AFTERWARDS[form] or rule in TOKENS.get(form, ()),
                "%s/%s is found at %s, and no `clean twin:` names it" % (form, rule, ", ".join(sorted(paths))))
count.finish()
