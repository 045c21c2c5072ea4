"""The standard corpus with seed 1 is frozen.

frozen_ids.tsv has the id of the corpus, the hash of its values, and for each format the number of files and a hash over the
hashes of the files and their companions. A change of a generator, defect or rule that changes the corpus changes its id, and must
be deliberate: `make bless` rewrites the table and the number of files in docs/use/loaders.md. Published corpora keep the old id.
"""

import hashlib
import json
import os
import re

from cli_case import in_tree, read_text, text_of_tree, write
from formats import FORMATS

TABLE = os.path.join(os.path.dirname(__file__), "frozen_ids.tsv")
PAGE = "docs/use/loaders.md"


def rows_of(folder):
    """Yields the lines of the table for this corpus."""
    about = json.loads(read_text(folder + "/corpus.json"))
    hashes = {}
    for case in map(json.loads, read_text(folder + "/manifest.jsonl").splitlines()):
        hashes.setdefault(case["format"], []).append("%s %s %s\n" % (case["id"], case["sha256"], case["companion_sha256"]))
    yield "id\t%d\t%s" % (about["files"], about["id"])
    yield "values.json\t%d\t%s" % (1, about["values_sha256"])
    for form, lines in sorted(hashes.items()):
        yield "%s\t%d\t%s" % (form, len(lines), hashlib.sha256("".join(lines).encode()).hexdigest())


def test_the_standard_corpus_is_the_frozen_one(animproof, request):
    animproof.exits(0, "corpus", "build", "--seed=1", "--size=standard", "standard")
    built = list(rows_of("standard"))
    files = "# {:,} files: y_ must load".format(int(built[0].split("\t")[1]))
    if request.config.getoption("--bless"):
        write(TABLE, "\n".join(built) + "\n")
        write(in_tree(PAGE), re.sub("# [0-9,]+ files: y_ must load", files, text_of_tree(PAGE)))
    assert read_text(TABLE).splitlines() == built, "`make bless` accepts the change"
    assert len(built) == len(FORMATS) + 2
    assert files in text_of_tree(PAGE)
