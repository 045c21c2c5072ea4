"""The standard corpus with seed 1 is frozen: frozen_ids.py ANIMPROOF [bless]

frozen_ids.tsv has the id of the corpus, the hash of its values, and for each format the number of files and a hash over the
hashes of the files and their companions. A change of a generator, defect or rule that changes the corpus changes its id, and must
be deliberate: `make bless` rewrites the table and the number of files in docs/use/loaders.md. Published corpora keep the old id.
"""

import hashlib
import json
import os
import re
import sys

bless = sys.argv[2:] == ["bless"] and sys.argv.pop()
from cli_case import Case, in_tree, read, read_text, text_of_tree, write
from formats import FORMATS

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen_ids.tsv")


def rows_of(folder):
    """Yields the lines of the table for this corpus."""
    about = json.loads(read(os.path.join(folder, "corpus.json")))
    hashes = {}
    with open(os.path.join(folder, "manifest.jsonl"), encoding="ascii") as file:
        for entry in map(json.loads, file):
            hashes.setdefault(entry["format"], []).append("%s %s %s\n" % (
                entry["id"], entry["sha256"], entry["companion_sha256"]))  # fmt: skip
    yield "id\t%d\t%s" % (about["files"], about["id"])
    yield "values.json\t%d\t%s" % (1, about["values_sha256"])
    for form, lines in sorted(hashes.items()):
        yield "%s\t%d\t%s" % (form, len(lines), hashlib.sha256("".join(lines).encode()).hexdigest())


case = Case()
case.exits(0, "corpus", "build", "--seed=1", "--size=standard", "standard")
built = list(rows_of("standard"))
files = "# {:,} files: y_ must load".format(int(built[0].split("\t")[1]))
if bless:
    write(TABLE, "\n".join(built) + "\n")
    write(in_tree("docs/use/loaders.md"), re.sub("# [0-9,]+ files: y_ must load", files, text_of_tree("docs/use/loaders.md")))
frozen = read_text(TABLE).splitlines()
for row in sorted(set(built) ^ set(frozen)):
    case.check(False, "%s: %s; `make bless` accepts the change" % (row, "new row" if row in built else "frozen row"))
case.check(built == frozen and len(built) == len(FORMATS) + 2, "frozen_ids.tsv has the rows of the corpus")
case.check(files in text_of_tree("docs/use/loaders.md"), "docs/use/loaders.md has the number of files")
case.finish()
