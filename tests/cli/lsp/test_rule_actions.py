"""animproof lsp: the code actions that explain a rule, or suppress a finding by a comment."""

import pytest
from cli_case import MD5ANIM, md5anim
from lsp_client import A, apply_edits, lsp_range

GOOD, BAD = MD5ANIM.decode(), md5anim(b"7").decode()
WARNED = MD5ANIM.decode().replace("frameRate 24", "frameRate 2400")
RATE = "md5anim/frame-rate-high"
SHOWS = {"window": {"showDocument": {"support": True}}}
EVERYWHERE = ((0, 0), (999, 0))


def actions_of(client, word, only=None, where=EVERYWHERE):
    return [one for one in client.all_actions(A, *where, only) if one["title"].startswith(word)]


def explain(client, *arguments, command="animproof.explain"):
    return client.request_answer("workspace/executeCommand", {"command": command, "arguments": list(arguments)})


def test_each_rule_has_one_explanation(start_server):
    client = start_server(BAD.replace("( -1 -1 -1 )", "( -1,5 -1 -1 )"))
    got = actions_of(client, "Explain")
    assert [one["title"] for one in got] == ["Explain md5anim/parent-order", "Explain md5anim/decimal-comma"]
    assert all(one["kind"] == "quickfix" for one in got) and got[0]["diagnostics"] == client.check_and_get_diagnostics(A)[:1]
    assert got[0]["command"] == {"title": got[0]["title"], "command": "animproof.explain", "arguments": ["md5anim/parent-order"]}
    assert actions_of(client, "Explain", where=((0, 0), (1, 0))) == [], "the range has no finding"
    assert actions_of(client, "Explain", ["source.fixAll"]) == [] and len(actions_of(client, "Explain", ["quickfix"])) == 2


def test_the_command_returns_and_shows_the_text_of_the_rule(start_server):
    client = start_server(BAD)
    text = explain(client, "md5anim/parent-order")["result"]
    assert text.startswith("md5anim/parent-order (error): ") and "\n\nSource: " in text and "\n\nBreaks: " in text and "\n\nFix: " in text
    client.hover(A, 0, 0)
    assert [one["params"] for one in client.other_messages] == [{"type": 3, "message": text}]


def test_a_client_that_shows_documents_is_asked_for_the_page_of_rules(start_server):
    client = start_server(BAD, capabilities=SHOWS)
    explain(client, "md5anim/parent-order")
    client.hover(A, 0, 0)
    sent = client.other_messages
    assert len(sent) == 1 and sent[0]["method"] in ("window/showDocument", "window/showMessage"), "the program may have no page of rules"
    if sent[0]["method"] == "window/showDocument":
        assert sent[0]["params"]["external"] is True and sent[0]["params"]["uri"].endswith("#md5animparent-order") and sent[0]["id"] == "server-1"


@pytest.mark.parametrize("arguments", [(), ("",), ("md5anim",), ("md5anim/*",), (5,), ([],), ("\0",), ("x" * 100000,)],
                         ids=["none", "empty", "a format", "a pattern", "a number", "a list", "NUL", "long"])
def test_a_wrong_argument_of_the_command_is_refused(start_server, arguments):
    assert explain(start_server(BAD), *arguments)["error"]["code"] == -32602


@pytest.mark.parametrize("params", [None, {}, [], {"command": 5}, {"command": "rm"}, {"command": "animproof.explain", "arguments": {}},
                                    {"command": "animproof.explain", "arguments": "md5anim/layout"}], ids=str)
def test_a_wrong_command_is_refused(start_server, params):
    assert start_server(BAD).request_answer("workspace/executeCommand", params)["error"]["code"] == -32602


def test_the_explanation_of_a_rule_of_the_configuration(client, tmp_path):
    (tmp_path / ".animproof.ini").write_text("[rule slow]\nfigure = rate\nmost = 30\nmessage = slow only\n")
    path = tmp_path / "a.md5anim"
    client.open("file://%s" % path, WARNED)
    assert "own/slow" in [one["code"] for one in client.check_and_get_diagnostics("file://%s" % path)]
    text = explain(client, "own/slow")["result"]
    assert text.startswith("own/slow (error): slow only\n") and "allows at most 30 frames/s" in text


def text_after_ignore_action_or_none(client, text, rule):
    """Returns the text after the action that ignores the rule, or None if none is offered."""
    got = actions_of(client, "Ignore " + rule)
    assert len(got) <= 1
    return apply_edits(text, got[0]["edit"]["changes"][A], "utf-8") if got else None


def test_a_finding_is_ignored_by_a_comment_on_its_line(start_server):
    client = start_server(WARNED)
    after = text_after_ignore_action_or_none(client, WARNED, RATE)
    assert after == WARNED.replace("frameRate 2400", "frameRate 2400 // animproof: ignore " + RATE)
    client.change(A, after)
    assert client.check_and_get_diagnostics(A) == [] and client.all_actions(A, *EVERYWHERE) == []


def test_a_second_rule_joins_the_comment(start_server):
    line = "frameRate 2400 /* x */ // animproof: ignore md5anim/comment-block"
    text = WARNED.replace("frameRate 2400", line)
    client = start_server(text)
    assert [one["code"] for one in client.check_and_get_diagnostics(A)] == [RATE]
    after = text_after_ignore_action_or_none(client, text, RATE)
    assert after == text.replace(line, line + ", " + RATE)
    client.change(A, after)
    assert client.check_and_get_diagnostics(A) == []


def test_no_comment_is_offered_where_it_has_no_effect(start_server):
    text = WARNED.replace("frameRate 2400", "frameRate 2400 // rate")
    client = start_server(text)
    assert [one["code"] for one in client.check_and_get_diagnostics(A)] == [RATE] and text_after_ignore_action_or_none(client, text, RATE) is None
    cut = GOOD.partition("frame 0")[0]
    client = start_server(cut)
    assert [one["code"] for one in client.check_and_get_diagnostics(A)] == ["md5anim/frame-missing"]
    assert text_after_ignore_action_or_none(client, cut, "md5anim/frame-missing") is None, "a missing part has no line"


def test_a_comment_is_offered_on_crlf_lines_but_not_on_lines_that_are_not_utf8(start_server):
    text = WARNED.replace("\n", "\r\n")
    client = start_server(text)
    assert "frameRate 2400 // animproof: ignore %s\r\n" % RATE in text_after_ignore_action_or_none(client, text, RATE)
    client.open(A, WARNED.encode().replace(b"frameRate 2400", b"frameRate 2400 // \xff"))
    assert RATE in [one["code"] for one in client.check_and_get_diagnostics(A)] and actions_of(client, "Ignore " + RATE) == []


def test_at_most_8_fixes_8_comments_and_8_explanations_are_offered(start_server):
    text = GOOD.replace("numJoints 2", "numJoints 11").replace('\t"hips" 0 0 0\n', "".join('\t"j%d" 0 0.0 0\n' % i for i in range(10)))
    client = start_server(text)
    assert [one["code"] for one in client.check_and_get_diagnostics(A)].count("md5anim/integer") == 10
    assert [len(actions_of(client, word)) for word in ("Fix md5anim/integer", "Ignore", "Explain", "Fix all")] == [8, 8, 2, 1]
    for old, new in (('""', "x"), ("24", "2400.0"), ('"root" -1 0', '"%s" -1 /* x */ 0' % ("h\u00fcps" * 9)), ("bounds {", "bounds\n{"),
                     ("( -1 -1 -1 )", "( +1 1e0 1,5 )"), ("(0 0 0)\n}", "( 0 0 0.00 )\n}"), ("frame 0", "frame 5")):
        text = text.replace(old, new, 1)
    client.change(A, text)
    assert len({one["code"] for one in client.check_and_get_diagnostics(A)}) > 8 and len(actions_of(client, "Explain")) == 8
    assert client.request("textDocument/codeAction", {"textDocument": {"uri": A}, "range": lsp_range(9, 9, 0, 0), "context": {"diagnostics": []}}) is not None
