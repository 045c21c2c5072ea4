#!/usr/bin/python3
"""Checks the table of figures in docs/use/stats.md, and the names of formats and figures in the schemas of stats and sets:
stats_page.py [--bless] ANIMPROOF

`animproof stats --list` gives the figures. With --bless, writes the table and the names.
"""

import json
import re
import sys

from cli_case import CheckCounter, json_report, path_in_tree, read_text_in_tree, write
from formats import FORMATS

HEAD = "| format | figure | unit | meaning |\n| --- | --- | --- | --- |\n"


def page_with_figures(page, figures):
    rows = "".join("| %(format)s | `%(name)s` | %(unit)s | %(text)s |\n" % figure for figure in figures)
    return re.sub("%s(\\|.*\n)*" % re.escape(HEAD), lambda _: HEAD + rows, page)


def schema_with_names(schema, figures):
    document = json.loads(schema)
    document["$defs"]["format"]["enum"] = [*FORMATS, None]
    document["$defs"]["name"]["enum"] = list(dict.fromkeys(figure["name"] for figure in figures))
    return json.dumps(document, indent=2) + "\n"


count, bless = CheckCounter(), sys.argv[1] == "--bless"
figures = json_report(sys.argv[-1], "stats", "--list")["list"]
for path, change in (("docs/use/stats.md", page_with_figures), ("docs/stats.schema.json", schema_with_names), ("docs/sets.schema.json", schema_with_names)):
    text = read_text_in_tree(path)
    changed = change(text, figures)
    if bless:
        write(path_in_tree(path), changed)
    count.check(bless or changed == text, "%s does not have the figures of `animproof stats --list`: make docs" % path)
count.check(HEAD in read_text_in_tree("docs/use/stats.md"), "docs/use/stats.md has no table of figures")
count.finish()
