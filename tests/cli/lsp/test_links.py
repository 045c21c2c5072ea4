"""Links to rules lead to the rules page installed with the program. Without the page there are no links.

Reports and schemas, which are read on other machines, have no links until docs/ has an address on the web (AP_DOCS).
"""

import glob
import json
import os
import re
import shutil
import urllib.parse

import pytest
from cli_case import path_in_tree, md5anim, read, write
from lsp_client import uri_of

BAD = md5anim(b"7").decode()


@pytest.fixture
def install_and_get_links(animproof, start_server):
    """Calling it installs the program in a folder, with a rules page if `page` is given. Returns the link targets of a diagnostic and of
    its hover, None for a missing link."""
    uri = uri_of(animproof.directory) + "/a.md5anim"
    own = animproof.program

    def targets_of_diagnostic_and_hover(prefix, page=None):
        os.makedirs(prefix + "/bin", exist_ok=True)
        if page is not None:
            write(prefix + "/share/animproof/rules.html", page)
        animproof.program = shutil.copy(own, os.path.abspath(prefix + "/bin"))
        client = start_server(BAD, uri=uri)
        found = client.check_and_get_diagnostics(uri)
        hover = client.hover(uri, 10, 8)["contents"]["value"]
        assert [one["code"] for one in found] == ["md5anim/parent-order"]
        text = re.match(r"error (\[md5anim/parent-order\]\(<([^ >]*)>\)|md5anim/parent-order): joint", hover)
        assert text is not None, hover
        assert "**Readers:** " in hover and "refuses: id" in hover, "what each reader does"
        return found[0].get("codeDescription", {}).get("href"), text.group(2)
    return targets_of_diagnostic_and_hover


@pytest.mark.parametrize("folder", ["bin", "share/animproof"])
def test_without_the_rules_page_there_are_no_links(install_and_get_links, folder):
    os.makedirs(os.path.join("installed", folder))
    assert install_and_get_links("installed") == (None, None)


def test_links_lead_to_the_rule_on_the_installed_page(animproof, install_and_get_links):
    page = animproof.exits(0, "rules", "--format", "html").stdout
    prefix = os.path.join(animproof.directory, "an 'in(stall\u00e9)")  # needs escapes
    for link in install_and_get_links(prefix, page):
        address, _, anchor = link.partition("#")
        assert address.startswith("file:///") and re.fullmatch(r"[\x21-\x7e]+", address)
        assert urllib.parse.unquote(address[len("file://"):]) == prefix + "/share/animproof/rules.html"
        assert page.decode().count('<h3 id="%s">md5anim/parent-order</h3>' % anchor) == 1, link


def test_the_rules_page_has_each_rule_once_with_all_its_texts(animproof):
    text = animproof.exits(0, "rules", "--format", "html").stdout.decode()
    rules = animproof.json(0, "rules")["rules"]
    anchors = re.findall(r'<h3 id="([^"]*)">([^<]*)</h3>', text)
    assert anchors == [(rule["id"].replace("/", ""), rule["id"]) for rule in rules]
    assert len({anchor for anchor, _ in anchors}) == len(anchors), "anchors are unique"
    for rule in rules:
        for field in ("summary", "points", "meaning", "source", "breaks", "how_to_fix"):
            escaped = rule[field].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
            assert escaped in text or escaped.replace("'", "&#39;") in text, (rule["id"], field)


def test_the_rules_page_has_all_rules_not_only_fixable_ones(animproof):
    animproof.exits(2, "rules", "--fixable", "--format=html")


@pytest.mark.parametrize("form", ["sarif", "sarif-github", "json", "html", "gitlab"])
def test_reports_have_no_links(animproof, form):
    write("bad.md5anim", BAD)
    animproof.exits(1, "lint", "--no-config", "--format", form, "bad.md5anim", prints_never=(b".invalid", b"helpUri", b"informationUri"))


def test_schemas_have_no_id(animproof):
    schemas = glob.glob(path_in_tree("docs/*.schema.json"))
    assert len(schemas) > 3
    for schema in schemas:
        assert "$id" not in json.loads(read(schema)), schema
