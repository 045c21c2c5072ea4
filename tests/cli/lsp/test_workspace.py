"""animproof lsp: folders of the workspace that change, its symbols, and formatting of some lines."""

import os

import pytest
from cli_case import MD5ANIM, md5mesh, moving_md5anim, read, write
from lsp_client import A, apply_edits, lsp_range, real_uri

JOINTS = ["origin", "hips", "chest"]
GOOD = MD5ANIM.decode()
REFUSED = {"code": -32803, "message": "not formatted: these lines cannot be formatted without the others"}


@pytest.fixture
def start_in_workspace(start_client):
    write("anim/walk.md5anim", moving_md5anim(JOINTS).replace(b'"chest"\t1', b'"chest"\t0'))
    write("mesh/hero.md5mesh", md5mesh(JOINTS))
    return lambda *folders: start_client(folders=list(map(os.path.realpath, folders)))


def change_folders(client, added=(), removed=()):
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {
        "added": [{"uri": real_uri(path), "name": path} for path in added], "removed": [{"uri": real_uri(path), "name": path} for path in removed]}})


def rules_of_walk(client):
    return [one["code"] for one in client.check_and_get_diagnostics(real_uri("anim/walk.md5anim"))]


def test_a_folder_that_is_added_later_is_searched_for_the_mesh(start_in_workspace):
    client = start_in_workspace("anim")
    assert client.capabilities["capabilities"]["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    client.open(real_uri("anim/walk.md5anim"), read("anim/walk.md5anim"))
    assert rules_of_walk(client) == []
    change_folders(client, added=["."], removed=["anim"])
    assert rules_of_walk(client) == ["md5anim/mesh-joint-parent"]
    change_folders(client, added=["anim", "mesh"])
    assert rules_of_walk(client) == [], "the innermost folder has no mesh"
    change_folders(client, removed=["anim"])
    assert rules_of_walk(client) == ["md5anim/mesh-joint-parent"]
    change_folders(client, removed=["anim", ".", "mesh", "mesh"])
    assert rules_of_walk(client) == []


@pytest.mark.parametrize("params", [None, {}, {"event": 5}, {"event": {"added": 5, "removed": {}}}, {"event": {"added": [5, {}, {"uri": 7}, {"uri": "x"}, {"uri": ""}]}},
                                    {"event": {"removed": [{"uri": "file:///none"}, {"uri": "file:///"}]}}], ids=str)
def test_a_wrong_change_of_folders_has_no_effect(start_in_workspace, params):
    client = start_in_workspace(".")
    client.open(real_uri("anim/walk.md5anim"), read("anim/walk.md5anim"))
    client.notify("workspace/didChangeWorkspaceFolders", params)
    assert rules_of_walk(client) == ["md5anim/mesh-joint-parent"]


def workspace_symbols(client, query):
    return client.request("workspace/symbol", {"query": query})


def test_symbols_are_names_of_open_documents_and_files(start_in_workspace):
    client = start_in_workspace(".")
    assert [(one["name"], one["kind"]) for one in workspace_symbols(client, "")] == [("hero.md5mesh", 1)]
    client.open(real_uri("anim/walk.md5anim"), read("anim/walk.md5anim"))
    assert [one["name"] for one in workspace_symbols(client, "")] == ["walk.md5anim", *JOINTS, "hero.md5mesh"]
    got = workspace_symbols(client, "HES")
    assert len(got) == 1 and got[0]["name"] == "chest" and got[0]["containerName"] == "walk.md5anim"
    line = next(i for i, text in enumerate(read("anim/walk.md5anim").decode().split("\n")) if '"chest"' in text)
    assert got[0]["location"] == {"uri": real_uri("anim/walk.md5anim"), "range": lsp_range(line, 1, line, 8)}
    assert [one["location"]["uri"] for one in workspace_symbols(client, "hero")] == [real_uri("mesh/hero.md5mesh")]
    client.open(real_uri("mesh/hero.md5mesh"), read("mesh/hero.md5mesh"), "md5mesh")
    assert sorted(one["name"] for one in workspace_symbols(client, "h")) == ["chest", "chest", "hero.md5mesh", "hips", "hips"]
    assert [one["name"] for one in workspace_symbols(client, "skin")] == ["skin"] and workspace_symbols(client, "skinn") == []


def test_an_open_file_is_listed_once_although_its_uri_leads_over_a_link(start_in_workspace):
    os.symlink("mesh", "link")
    client = start_in_workspace(".")
    client.open(real_uri(".") + "/link/hero.md5mesh", read("mesh/hero.md5mesh"), "md5mesh")
    assert [one["location"]["uri"] for one in workspace_symbols(client, "hero")] == [real_uri(".") + "/link/hero.md5mesh"]


def test_symbols_are_limited(start_in_workspace):
    client = start_in_workspace()
    client.open("file:///absent/b.md5mesh", md5mesh(["joint%d" % i for i in range(1000)]), "md5mesh")
    assert len(workspace_symbols(client, "joint")) == 256 and len(workspace_symbols(client, "joint99")) == 11


@pytest.mark.parametrize("query", [None, 5, [], {}, "\0"], ids=str)
def test_a_wrong_query_is_refused(start_in_workspace, query):
    assert start_in_workspace(".").request_answer("workspace/symbol", {"query": query})["error"]["code"] == -32602


@pytest.mark.parametrize("query", ["\u00e9", "x" * 100000, "%s%n", "\x01", ".*"], ids=["letter", "long", "format", "control", "pattern"])
def test_other_queries_find_nothing(start_in_workspace, query):
    assert workspace_symbols(start_in_workspace("."), query) == []


def formatted_text_or_error(client, text, first, last):
    client.open(A, text)
    answer = client.request_answer("textDocument/rangeFormatting", {
        "textDocument": {"uri": A}, "range": lsp_range(first, 0, last, 0), "options": {"tabSize": 4, "insertSpaces": False}})
    return apply_edits(text, answer["result"], "utf-8") if "result" in answer else answer["error"]


def test_only_the_lines_of_the_range_are_formatted(start_in_workspace, animproof):
    write("good.md5anim", MD5ANIM)
    canonical = animproof.exits(0, "format", "good.md5anim").stdout.decode()
    wild = canonical.replace("\t( -1", "  (  -1.000").replace("\t( 0 0 0 )", "( 0.0 0 0 )   ").replace('\t"hips" 0', '\t"hips"   0')
    client = start_in_workspace()
    lines, good = wild.split("\n"), canonical.split("\n")
    assert lines != good and len(lines) == len(good)
    for first in range(len(lines)):
        for last in range(first, len(lines)):
            got = formatted_text_or_error(client, wild, first, last)
            assert got == "\n".join(lines[:first] + good[first:last + 1] + lines[last + 1:]), (first, last)


WILD = (GOOD.replace('-1 0 0\n', "-1 0 0 /* u\nv */\n", 1).replace("numJoints", "/* a\nb */ numJoints", 1).replace("baseframe {", "baseframe { /* one\ntwo */", 1)
        .replace('\t"hips" 0 0 0', '\t"hips" 0 /* x\ny */ 0 0 // animproof').replace("bounds {\n", "bounds {", 1)
        .replace("\t( 0 0 0 ) ( 0 0 0 )\n}", "(0 0.0 -0)(0 0 /*) */ 0 )}", 1).replace("frameRate 24", "frameRate\n24", 1))


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_formatted_lines_leave_the_content_as_it_is(start_in_workspace, end):
    client = start_in_workspace()
    text = WILD.replace("\n", end)
    client.open(A, text)
    whole = {"textDocument": {"uri": A}, "options": {"tabSize": 4, "insertSpaces": False}}
    canonical = apply_edits(text, client.request("textDocument/formatting", whole), "utf-8")
    lines, refused = text.count(end), 0
    for first in range(lines):
        for last in {first, first + 2, lines}:
            got = formatted_text_or_error(client, text, first, last)
            refused += got == REFUSED
            if got != REFUSED:
                client.open(A, got)
                assert apply_edits(got, client.request("textDocument/formatting", whole), "utf-8") == canonical, (first, last, got)
    assert 0 < refused < lines


def test_a_comment_before_the_formatted_lines_is_kept(start_in_workspace, animproof):
    write("good.md5anim", MD5ANIM)
    canonical = animproof.exits(0, "format", "good.md5anim").stdout.decode()
    wild = canonical.replace('\t"hips" 0', '// note\n\t"hips"   0')
    line = wild[:wild.index("// note")].count("\n")
    assert formatted_text_or_error(start_in_workspace(), wild, line, line + 1) == wild.replace('"hips"   0', '"hips" 0')


def test_lines_without_comments_are_formatted_alone_or_together(start_in_workspace, animproof):
    write("good.md5anim", MD5ANIM)
    good = animproof.exits(0, "format", "good.md5anim").stdout.decode().split("\n")
    wild = [one.replace("\t(", "  (") for one in good]
    changed = [number for number, one in enumerate(good) if wild[number] != one]
    assert len(changed) > 1 and "/" not in "".join(wild[changed[0]:changed[-1]])
    client = start_in_workspace()
    for first, last in ((changed[0], changed[0]), (changed[-1], changed[-1]), (changed[0], changed[-1])):
        assert formatted_text_or_error(client, "\n".join(wild), first, last) == "\n".join(wild[:first] + good[first:last + 1] + wild[last + 1:])


def test_entries_that_share_a_line_are_formatted_together(start_in_workspace):
    client = start_in_workspace()
    text = GOOD.replace("\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )", "\t( 0 0 0 ) ( 0 0 0 ) ( 0 0 0 )\n( 0 0 0 )")
    line = text[:text.index("baseframe")].count("\n") + 1
    assert formatted_text_or_error(client, text, line, line) == text.replace("( 0 0 0 )\n( 0 0 0 )", "\n\t( 0 0 0 ) ( 0 0 0 )").replace(" ) \n", " )\n")
    assert formatted_text_or_error(client, text, 0, 0) == text


def test_lines_that_cannot_be_formatted_alone_are_refused(start_in_workspace):
    client = start_in_workspace()
    split = GOOD.replace("numFrames 1", "numFrames\n1")
    assert formatted_text_or_error(client, split, 4, 4) == REFUSED
    assert formatted_text_or_error(client, GOOD.replace('"hips" 0', '"hips" 7'), 0, 99)["message"] == "not formatted: the file has 1 error"
    assert formatted_text_or_error(client, GOOD, 99, 0)["code"] == -32803 and formatted_text_or_error(client, GOOD, 99, 2 ** 40) == GOOD
    for params in (None, {}, {"textDocument": {"uri": A}}, {"textDocument": {"uri": A}, "range": 5}):
        assert client.request_answer("textDocument/rangeFormatting", params)["error"]["code"] == -32602
