#!/usr/bin/python3
"""Fails if a text has a turn of speech that CONTRIBUTING.md asks writers to avoid, and prints its file, line and text.

Searches comments and strings of C, comments and docstrings of Python, and Markdown pages. tests/words.tsv lists turns that are
right, each with a reason; these are no faults. A row that matches no text fails.
"""

import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("core", "validators", "corpus", "cli", "fuzz", "web", "tests", "docs", "examples")
# Pages generated from texts of the sources, a history, and this file.
LEFT_OUT = {"docs/formats/rules.md", "docs/evidence/assimp-matrix.md", "CHANGELOG.md", "tests/words.py"}
# {turn: pattern}. A pattern that begins with ^ is searched only at the beginning of a comment.
TURNS = {
    "What, Whether, Which or Where for the subject": r"^\W*(?:What|Whether|Which|Where)\b(?![^.]*\?)",
    "nobody, somebody": r"\b(?:nobody|somebody)\b",
    "at hand": r"\bat hand\b",
    "so many": r"\bso (?:many|much)\b",
    "as ever": r"\bas ever\b",
    "besides": r"\bbesides?\b",
    "of which": r"\bof which\b",
    "whose": r"\bwhose\b",
    "the latter": r"\bthe (?:latter|former)\b",
    "what there is": r"\bwhat there (?:is|are)\b",
    "that is there": r"\b(?:that|which) (?:is|are) there\b",
    "there is none": r"\bthere (?:is|are|was|were) (?:none|nothing|nobody)\b",
    "is no": r"(?<!there )\b(?:is|are|was|were) no(?:ne of)?\b(?! longer| more)",
    "in front of": r"\bin front of\b",
    "behind": r"\bbehind\b",
    "stands": r"\bstands?\b",
    "as above": r"\bas above\b",
    "the same": r"\bthe same(?=\s*(?:$|[.;:]))|\bThe same of\b",
    "told of": r"\b(?:told|tells?) of\b",
}
COMMENT = re.compile(r'/\*(?P<block>.*?)\*/|//(?P<line>[^\n]*)|"(?P<string>(?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\.)+\'', re.DOTALL)
PYTHON_COMMENT = re.compile(r'"""(?P<block>.*?)"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#(?P<line>[^\n]*)', re.DOTALL)
Turn = collections.namedtuple("Turn", "path line turn text")


def comments_and_strings(path, source):
    """Yields (offset, text, true for a comment) of each comment and string of a file, or of a whole page."""
    if path.endswith(".md"):
        yield 0, source, False
        return
    for match in (PYTHON_COMMENT if path.endswith(".py") else COMMENT).finditer(source):
        for kind in ("block", "line", "string"):
            if match.groupdict().get(kind) is not None:
                yield match.start(kind), match[kind], kind != "string"


def avoided_phrases_of(path, source):
    for offset, text, comment in comments_and_strings(path, source):
        # Joins the lines of a comment into one text of equal length.
        flat = re.sub(r"\n[ \t]*\*?", lambda lines: " " * len(lines[0]), text)
        for turn, pattern in TURNS.items():
            if pattern.startswith("^") and not comment:
                continue
            for match in re.finditer(pattern, flat):
                begin = source.rfind("\n", 0, offset + match.start()) + 1
                line = source.count("\n", 0, begin) + 1
                yield Turn(path, line, turn, source[begin:source.find("\n", begin)].strip())


def files_to_check():
    for folder in FOLDERS:
        for where, folders, names in os.walk(os.path.join(ROOT, folder)):
            folders.sort()
            yield from (os.path.relpath(os.path.join(where, name), ROOT) for name in sorted(names))
    yield from sorted(name for name in os.listdir(ROOT) if name.endswith(".md"))


def allowed_rows():
    """Returns [(file, part of the line, reason)] of tests/words.tsv."""
    with open(os.path.join(ROOT, "tests", "words.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return [(row[0], row[1], row[2]) for row in rows]


def main():
    rows, used, files, faults = allowed_rows(), set(), 0, []
    for path in files_to_check():
        if not path.endswith((".c", ".h", ".inc", ".py", ".md")) or path in LEFT_OUT:
            continue
        files += 1
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            for turn in avoided_phrases_of(path, file.read()):
                excuse = next((row for row in rows if row[0] == path and row[1] in turn.text), None)
                used.add(excuse)
                if not excuse:
                    faults.append("%s:%d: %s: %s" % turn)
    faults += ["tests/words.tsv: %s has no turn in a line with %r" % row[:2] for row in rows if row not in used]
    print("\n".join(faults + ["words.py: %d passed, %d failed" % (files + len(rows) - len(faults), len(faults))]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
