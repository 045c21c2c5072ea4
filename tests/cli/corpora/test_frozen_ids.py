"""The standard corpus with seed 1 is frozen.

frozen_ids.tsv has the id of the corpus, the hash of its values, and for each format the number of cases and a hash over their ids
and the hashes of their files and companions. A change of a generator, defect or rule that changes the corpus changes its id, and
must be deliberate: `make bless` rewrites the table and the number of files in docs/use/loaders.md. Published corpora keep the old
id.
"""

import hashlib
import json
import os
import re

from cli_case import corpus_cases, path_in_tree, read_text, read_text_in_tree, write
from formats import FORMATS

TABLE = os.path.join(os.path.dirname(__file__), "frozen_ids.tsv")
PAGE = "docs/use/loaders.md"


def table_rows_of_corpus(folder, cases):
    """Yields the lines of the table for this corpus."""
    about = json.loads(read_text(folder + "/corpus.json"))
    hashes = {}
    for case in cases:
        hashes.setdefault(case["format"], []).append("%s %s %s\n" % (case["id"], case["sha256"], case["companion_sha256"]))
    yield "id\t%d\t%s" % (about["files"], about["id"])
    yield "values.json\t%d\t%s" % (1, about["values_sha256"])
    for form, lines in sorted(hashes.items()):
        yield "%s\t%d\t%s" % (form, len(lines), hashlib.sha256("".join(lines).encode()).hexdigest())


def test_the_standard_corpus_is_the_frozen_one_with_1000_cases_and_three_to_be_refused_for_two_to_be_accepted(animproof, request):
    animproof.exits(0, "corpus", "build", "standard")
    cases = corpus_cases("standard")
    built = list(table_rows_of_corpus("standard", cases))
    files = "# {:,} files: y_ must load".format(int(built[0].split("\t")[1]))
    if request.config.getoption("--bless"):
        write(TABLE, "\n".join(built) + "\n")
        write(path_in_tree(PAGE), re.sub("# [0-9,]+ files: y_ must load", files, read_text_in_tree(PAGE)))
    assert read_text(TABLE).splitlines() == built, "`make bless` accepts the change"
    assert len(built) == len(FORMATS) + 2
    assert files in read_text_in_tree(PAGE)
    flags = {flag for case in cases for flag in case["flags"]}
    assert {"count-wraps-32", "count-wraps-64", "cve", "overlap", "companion", "cut"} <= flags
    assert all(case["cves"] == ["CVE-2025-2757"] and "CVE-2025-2757" in case["breaks"] for case in cases if "cve" in case["flags"])
    kinds = [case["verdict"] for case in cases]
    assert len(cases) >= 1000 and 2 * kinds.count("refuse") >= 3 * kinds.count("accept")
    animproof.exits(0, "corpus", "verify", "standard")
