"""Links to rules lead to the rules page installed with the program. Without the page there are no links.

Reports and schemas, which are read on other machines, have no links until docs/ has an address on the web (AP_DOCS).
"""

import glob
import json
import os
import re
import shutil
import urllib.parse

from cli_case import Case, in_tree, md5anim, read, write
from lsp_client import Client, uri_of

case = Case()
BAD = md5anim(b"7").decode()
A = uri_of(case.directory) + "/a.md5anim"


def links():
    """Returns the link targets of a diagnostic and of its hover, None for a missing link."""
    client = Client(case)
    client.open(A, BAD)
    found = client.diagnostics(A)
    hover = client.hover(A, 10, 8)["contents"]["value"]
    client.close(A)
    case.check([one["code"] for one in found] == ["md5anim/parent-order"], "the document has one diagnostic: %r" % found)
    text = re.match(r"error (\[md5anim/parent-order\]\(<([^ >]*)>\)|md5anim/parent-order): joint", hover)
    case.check(text is not None, "the hover text begins with the finding: %r" % hover)
    return found[0].get("codeDescription", {}).get("href"), text and text.group(2)


# The program without an installation.
bare_folder = os.path.join(case.directory, "alone", "bin")
os.makedirs(bare_folder)
own = case.program
case.program = shutil.copy(own, bare_folder)
case.check(links() == (None, None), "without the rules page there are no links")

# The program installed in a folder with a name that needs escapes.
prefix = os.path.join(case.directory, "an 'in(stall\u00e9)")
os.makedirs(prefix + "/bin")
os.makedirs(prefix + "/share/animproof")
case.program = shutil.copy(own, prefix + "/bin")
page = case.exits(0, "rules", "--format", "html").stdout
write(prefix + "/share/animproof/rules.html", page)
for link in links():
    address, _, anchor = (link or "").partition("#")
    path = urllib.parse.unquote(address[len("file://"):])
    case.check(address.startswith("file:///") and re.fullmatch(r"[\x21-\x7e]+", address) is not None
               and path == prefix + "/share/animproof/rules.html", "the link leads to the installed rules page: %r" % link)
    case.check(page.decode().count('<h3 id="%s">md5anim/parent-order</h3>' % anchor) == 1, "the anchor of the link is that of the rule: %r" % link)
os.remove(prefix + "/share/animproof/rules.html")
case.check(links() == (None, None), "after the removal of the rules page there are no links")

# The rules page has each rule once, with all its texts.
rules = json.loads(case.exits(0, "rules", "--format", "json").stdout)["rules"]
text = page.decode("utf-8")
anchors = re.findall(r'<h3 id="([^"]*)">([^<]*)</h3>', text)
case.check(anchors == [(rule["id"].replace("/", ""), rule["id"]) for rule in rules], "the rules page has an anchor for each rule")
case.check(len({anchor for anchor, _ in anchors}) == len(anchors), "the anchors of the rules page are unique")
for rule in rules:
    for field in ("summary", "points", "meaning", "source", "breaks", "how_to_fix"):
        escaped = rule[field].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
        case.check(escaped in text or escaped.replace("'", "&#39;") in text, "the rules page has the %s of %s" % (field, rule["id"]))
case.exits(2, "rules", "--fixable", "--format=html")

# Reports and schemas have no links.
write("bad.md5anim", BAD.encode())
for form in ("sarif", "sarif-github", "json", "html", "gitlab"):
    report = case.exits(1, "lint", "--no-config", "--format", form, "bad.md5anim").stdout.decode()
    case.check(".invalid" not in report and "helpUri" not in report and "informationUri" not in report, "the %s report has no links" % form)
for schema in glob.glob(in_tree("docs/*.schema.json")):
    about = json.loads(read(schema))
    case.check("$id" not in about, "%s has no $id: %r" % (schema, about.get("$id")))

case.finish()
