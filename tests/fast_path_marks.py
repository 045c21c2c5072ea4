"""Comments name the fast path and the reference path of each rule: fast_path_marks.py

A fast predicate first checks whether an array has any findings; the reference path checks element by element. A rule that
can fire in such an array has the comment

    /* Reference path of PREDICATE for RULE and RULE. */

above the function that checks the rule, and the predicate has the comment `/* Fast path of FUNCTION. */`. The test fails
unless predicate, function and rules exist and the two comments name each other. A rule that a golden file shows in such an
array must be in a `Reference path of` comment, or in a table below with the reason.
"""

import collections
import glob
import re

from cli_case import ROOT, CheckCounter, path_in_tree, read_text, read_text_in_tree

# Names of the arrays with a fast path, by format, as in field paths.
ARRAYS = {
    "mrtk": {"keys"},
    "memg": {"transforms", "mapping", "mean", "values"},
    "md5anim": {"bounds", "baseframe", "values"},
    "md5camera": {"frames"},
}

# Rules that compare the entries of the array after all have been read.
AFTERWARDS = {
    "mrtk": {"component-mismatch", "components-apart", "rotation-flip", "quaternion-norm", "quaternion-zero", "direction-norm",
             "bone-length", "position-spike", "rotation-spike", "time-scale", "late-start", "tail-lost"},
    "memg": {"mapping-duplicate", "mapping-foreign", "other-layout"},
    "md5anim": {"bounds-count", "bounds-joints", "mesh-bounds", "mesh-pose", "mesh-rotation", "mesh-scale", "frame-values",
                "position-jump", "rotation-values"},
    "md5camera": {"camera-count"},
}

# Rules about a token or a comment: the fast path of text reads only plain tokens (core/text/text_fast.h).
TOKENS = {
    "md5anim": {"comment-block", "comment-block-joined", "decimal-comma", "number",
                "number-exponent", "number-range", "number-size", "number-wraps", "truncated"},
    "md5camera": {"comment-block", "comment-block-joined", "decimal-comma", "layout", "number", "number-exponent",
                  "number-range", "number-size", "number-wraps", "truncated", "unexpected-token"},
}

COMMENT = re.compile(r"/\*\s*(Fast|Reference) path of (.*?)\.\s*\*/\s*(?:/\*.*?\*/\s*)*((?:static |inline )*\w+ \*?(\w+)\()",
                     re.DOTALL)
MARK = re.compile(r"(Fast|Reference) path of ")

Mark = collections.namedtuple("Mark", "kind function names rules path")


def list_source_files():
    paths = glob.glob("validators/**/*.[ch]", root_dir=ROOT, recursive=True)
    return {path: read_text_in_tree(path) for path in sorted(paths)}


def split_list_of_words(words):
    """Returns ["A", "B", "C"] for "A, B and C"."""
    return re.split(", | and ", words) if words else []


def fast_path_marks_in_file(path, text):
    for found in COMMENT.finditer(text):
        names, _, rules = " ".join(found[2].split()).partition(" for ")
        yield Mark(found[1], found[4], split_list_of_words(names), split_list_of_words(rules), path)


def format_of(path):
    return path.split("/")[1]


def rules_of(folder):
    """Returns the names of the rules that a comment in the folder may name: those of all md5 formats for a folder md5..., else those
    of the folder's own format.
    """
    folders = ("md5", "md5anim", "md5camera", "md5mesh") if folder.startswith("md5") else (folder,)
    return {name for part in folders for path in glob.glob("validators/%s/*_table*.inc" % part, root_dir=ROOT)
            for name in re.findall(r'^RULE\(\w+, "([\w-]+)"', read_text_in_tree(path), re.MULTILINE)}


def faults_of_mark(mark, by_function, defined):
    where = "%s: the comment of %s" % (mark.path, mark.function)
    other = "Fast" if mark.kind == "Reference" else "Reference"
    if mark.kind == "Reference" and not mark.rules:
        yield where + " names no rule"
    for rule in mark.rules:
        if rule not in rules_of(format_of(mark.path)):
            yield "%s: %s is not a rule" % (where, rule)
    for name in mark.names:
        if name not in defined:
            yield "%s: %s does not exist" % (where, name)
        elif mark.function not in by_function[other, name] and not name.endswith("_avx2"):
            yield "%s: that of %s must say `%s path of` this function" % (where, name, other)


def golden_findings_in_arrays():
    """Yields (format, rule, path) of every golden finding inside an array with a fast path."""
    for path in glob.glob(path_in_tree("golden/**/*.findings"), recursive=True):
        for found in re.finditer(r"^\w+ (\w+)/([\w-]+) \d+ \d+ (\S+)", read_text(path), re.MULTILINE):
            arrays = re.findall(r"(\w+)\[", found[3])
            if arrays and arrays[-1] in ARRAYS.get(found[1], ()):
                yield found.groups()


count = CheckCounter()
texts = list_source_files()
marks = [mark for path, text in texts.items() for mark in fast_path_marks_in_file(path, text)]
defined = {name for text in texts.values() for name in re.findall(r"^[a-z][\w *]*?(\w+)\(", text, re.MULTILINE)}
comments = sum(len(MARK.findall(text)) for text in texts.values())
count.check(comments == len(marks), "%d comments name a path, but only %d of them are above a function" % (comments, len(marks)))
by_function = collections.defaultdict(set)
for mark in marks:
    by_function[mark.kind, mark.function].update(mark.names)
for mark in marks:
    faults = list(faults_of_mark(mark, by_function, defined))
    count.check(not faults, "; ".join(faults))
named = {(format_of(mark.path)[:3], rule) for mark in marks if mark.kind == "Reference" for rule in mark.rules}
shown = collections.defaultdict(set)
for form, rule, path in golden_findings_in_arrays():
    shown[form, rule].add(path)
for (form, rule), paths in sorted(shown.items()):
    count.check((form[:3], rule) in named or rule in AFTERWARDS[form] or rule in TOKENS.get(form, ()),
                "rule %s/%s is found at %s, but no `Reference path of` comment names it" % (form, rule, ", ".join(sorted(paths))))
count.finish()
