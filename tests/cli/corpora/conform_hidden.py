"""animproof conform escapes invisible characters and changes of text direction from corpora, loaders and names."""

import json
import os
import re
import shutil

import commands
from cli_case import LIB, Case, read, read_text, write
from hidden_text import HIDDEN, HIDDEN_SET, split_hidden, escaped
from loader_scripts import script, statuses
from small_corpus import build, entry, finding

SOME = "a\u202eb\u200bc\u00ad\U000e0041d"
FOLDER = "corpus-%s" % SOME
FORMATS = ("json", "html", "junit", "markdown")
PIECES = split_hidden(1000)
case = Case()


def check_hidden(text, where):
    raw = sorted({"U+%04X" % ord(one) for one in text if one in HIDDEN_SET})
    case.check(not raw, "%s has no raw hidden characters: %s" % (where, raw[:10]))
    return text


def cases_with_hidden_text():
    """Yields cases that have all hidden characters in each text of the manifest."""
    for number, piece in enumerate(PIECES):
        yield entry("y_%02d" % number, b"%d" % number, reason=piece + "!", source=piece, defect=piece, version=piece, layout=piece)
        yield entry("n_%02d" % number, b"n%d" % number, reason=piece + "!", expected=[finding("md5anim/" + piece, 1, 2, piece)])
    yield entry("y_format", b"f", "mrtk", format=SOME)


def page_shows(page):
    """Returns the text that the script of the page shows. Without node, returns the escaped SOME."""
    if shutil.which("node") is None:
        print("SKIPPED: no node to run the page")
        return escaped(SOME)
    write("page.js", page[page.rindex("<script>") + len("<script>"):page.rindex("</script>")].encode())
    write("page.json", re.search(r'<script type="application/json" id="data">\n(.*?)</script>', page, re.S).group(1).encode())
    said = commands.run(["node", os.path.join(LIB, "page_stub.js"), "page.js", "page.json"], stdout=commands.PIPE, check=True)
    return said.stdout.decode()


build(FOLDER, list(cases_with_hidden_text()), size=SOME, animproof=SOME)
write("printed", "".join(PIECES[0]).encode())
printing_loader = script("prints.sh", "cat printed; echo; echo '==1==ERROR: AddressSanitizer: %s'; exit 1" % SOME)
outputs = [word for form in FORMATS for word in ("--output", "%s=out.%s" % (form, form))]
write("known-" + SOME, ("other y_%s\n" % SOME).encode())
result = case.exits(1, "conform", "--loader", "p=%s {}" % printing_loader, "--show", "0", "--known-failures", "known-" + SOME, "--write-known-failures",
                    "out.list", *outputs, FOLDER)
table = check_hidden(result.stdout.decode(), "the table")
case.check("    ERROR: AddressSanitizer: %s\n" % escaped(SOME) in table and "!\n" in table and escaped(PIECES[-1]) + "!\n" in table, "the table has escapes")
check_hidden(result.stderr.decode(), "standard error")
case.check(escaped("known-" + SOME) in result.stderr.decode(), "the message escapes the name of the list", result)
for form in (*FORMATS, "list"):
    check_hidden(read_text("out." + form), form)
report = json.loads(read("out.json"))
case.check("".join(one["source"] for one in report["cases"] if one["source"]) == "".join(HIDDEN), "a parser reads all hidden characters from JSON")
case.check(statuses("out.json", "output")["y_00", "p"].startswith(PIECES[0][:20]), "a parser reads the output of a loader from JSON")
text = check_hidden(page_shows(read_text("out.html")), "the text of the page")
case.check(escaped(SOME) in text, "the page shows escapes: %r" % text[:2000])
result = case.run("conform", "--loader", "p=./none-%s {}" % SOME, FOLDER)
check_hidden(result.stderr.decode(), "a loader that cannot be started")
case.check(escaped(SOME) in result.stderr.decode(), "the message escapes the name of the loader", result)
case.finish()
