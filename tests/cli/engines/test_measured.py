"""The answers of `engines` agree with what twelve readers did with the files of the standard corpus.

measured.tsv.xz has a line for each case that was run: its name, rule, the first bytes of the SHA-256 of its file, and a letter for
each reader: l loads, w wrong, r refuses, c crashes, h hangs, - not run. If a file has changed since, it is another file of the
same defect, for which the answers are expected to be the same, but were not measured.
"""

import collections
import hashlib
import lzma

import pytest
from cli_case import path_in_tree, read
from golden_files import EACH

FORMATS = ("md5anim", "md5mesh", "md5camera")
LETTERS = {"loads": "l", "wrong": "w", "refuses": "r", "crashes": "c", "hangs": "c", "unknown": "u"}
# {files: (largest share of unknown answers, smallest share of the others that agree)}
LIMITS = {"as measured": (0.05, 0.99), "changed": (0.06, 0.98), "of all cases": (0.05, 0.99)}


def read_measured_cases():
    """Returns the names of the readers, and the cases: [name, rule, start of the checksum, letters]."""
    with lzma.open(path_in_tree("tests/cli/engines/measured.tsv.xz"), "rt") as file:
        head, *lines = file.read().splitlines()
    return head.split("\t")[3].split(), [line.split("\t") for line in lines]


def build_corpus_and_get_answers_and_digests(animproof):
    """Returns the answers for each file of the standard corpus, and the start of the file's checksum."""
    found = {}
    for form in FORMATS:
        animproof.exits(0, "corpus", "build", form + "-corpus", "--seed", "1", "--format", form)
        folder = "%s-corpus/%s" % (form, form)
        for file in animproof.json(0, "engines", folder)["files"]:
            digest = hashlib.sha256(read(file["file"])).hexdigest()[:8]
            found[file["file"].rsplit("/", 1)[1]] = file.get("readers", {}), digest
    return found


def answers_beside_measured_answers(animproof):
    """Yields for each measured case and each reader that was run on it: case, rule, reader, True if the file is as measured, and
    the letters of the answer of `engines` and of the measured answer; a reader that hangs counts as one that crashes. Leaves out
    cases that the corpus no longer has and rules of companions."""
    found, (readers, cases) = build_corpus_and_get_answers_and_digests(animproof), read_measured_cases()
    for name, rule, digest, letters in cases:
        form = name.split("_")[1]
        of_companion = rule != "-" and not rule.startswith(form)
        if "%s.%s" % (name, form) not in found or of_companion:
            continue
        answer, now = found["%s.%s" % (name, form)]
        for reader, letter in zip(readers, letters):
            if letter != "-":
                said = LETTERS[answer[reader]["answer"]] if answer else "u"
                yield name, rule, reader, now == digest, said, letter.replace("h", "c")


@pytest.mark.skipif(EACH > 1, reason="a slow build: other tests run engines there")
def test_answers_are_those_of_the_readers(animproof):
    count, apart = collections.Counter(), collections.Counter()
    for _, rule, reader, same, said, letter in answers_beside_measured_answers(animproof):
        kind = "unknown" if said == "u" else "agree" if said == letter else "apart"
        for files in ("as measured" if same else "changed", "of all cases"):
            count[kind, files] += 1
        if kind == "apart":
            apart["%s %s: %s, measured %s" % (rule, reader, said, letter)] += 1
    for files, (most, least) in LIMITS.items():
        agree, differ, unknown = (count[kind, files] for kind in ("agree", "apart", "unknown"))
        text = "files %s: %d agree, %d differ, %d unknown" % (files, agree, differ, unknown)
        assert agree + differ > 5000, text
        assert unknown <= most * (agree + differ + unknown), text
        assert agree >= least * (agree + differ), "%s\n%s" % (text, "\n".join("%3d %s" % (n, cell) for cell, n in apart.most_common(40)))
