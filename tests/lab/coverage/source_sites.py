"""Finds the calls in core/ and validators/ that make findings, in the text of the sources.

A place is named by its file and the text of the call, so that its name does not change when lines move.
"""

import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FINDING_CALLS = ("ap_add_finding", "ap_add_finding_at", "ap_findings_add")
DEFINED = {"core/layout/io.c", "core/layout/io.h", "core/finding/finding.c", "core/finding/finding.h"}
WORD = re.compile(r"\b(?:%s)\b" % "|".join(FINDING_CALLS))
DECLARES = re.compile(r"(?:\bvoid |\bap_finding \*)$")
CALL_WIDTH = 110
LITERAL_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|//[^\n]*', re.DOTALL)


def source_files(*floors):
    """Returns the paths, from the root, of all C files below these folders."""
    found = []
    for floor in floors:
        found += glob.glob(os.path.join(ROOT, floor, "**", "*.[ch]"), recursive=True)
    return sorted(os.path.relpath(path, ROOT) for path in found)


def blank_comment_or_literal(match):
    """Returns a matched comment, or literal, with spaces in place of its content. Line ends stay, so that no other byte moves."""
    text = match.group()
    inner = re.sub(r"[^\n]", " ", text[1:-1])
    return text[0] + inner + text[-1] if text[0] in "\"'" else re.sub(r"[^\n]", " ", text)


def offset_after_call(code, at):
    """Returns the index after the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place + 1
    raise ValueError("a bracket is never closed")


class CallSite:
    """A call that makes a finding: path, first and last line from 1, and its shortened text.

    The text is unique in its file: the second call with this text ends in " [2]".
    """

    def __init__(self, path, first, last, call):
        self.path, self.first, self.last, self.call = path, first, last, call

    @property
    def path_and_call(self):
        return self.path, self.call

    def __str__(self):
        return "%s:%d: %s" % (self.path, self.first, self.call)


def calls_in_file(path, text, wrong):
    """Returns the calls of one file in order. Adds a message to `wrong` for each name in FINDING_CALLS that is not called, or
    called in a macro.
    """
    code, found, seen = LITERAL_OR_COMMENT.sub(blank_comment_or_literal, text), [], {}
    for match in WORD.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        before = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
        if not code.startswith("(", match.end()):
            wrong.append("%s:%d: %s must be called by name, so that the finding has a place" % (path, line, match.group()))
        elif before.lstrip().startswith("#"):
            wrong.append("%s:%d: a macro must not call %s: all its uses would have one place" % (path, line, match.group()))
        elif path in DEFINED and (DECLARES.search(before) or before.endswith("ap_is_structure_only(io) ? NULL : ")):
            continue    # a declaration or a definition, or the call between two of these functions
        else:
            end = offset_after_call(code, match.end())
            call = re.sub(r'" "', "", " ".join(text[match.start():end].split()))[:CALL_WIDTH].rstrip()
            seen[call] = seen.get(call, 0) + 1
            if seen[call] > 1:
                call += " [%d]" % seen[call]
            found.append(CallSite(path, line, code.count("\n", 0, end) + 1, call))
    return found


def all_finding_calls():
    """Returns (all calls, messages about names that are not called directly)."""
    found, wrong = [], []
    for path in source_files("core", "validators"):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            found += calls_in_file(path, file.read(), wrong)
    return found, wrong
