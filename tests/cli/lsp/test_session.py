"""animproof lsp: its answers in the order of a session, by the Language Server Protocol 3.17."""

import pytest
from cli_case import MD5ANIM, open_full_device, md5anim, md5mesh, write
from lsp_client import A, apply_edits, encode_message, lsp_range, notification_message, parse_messages, request_message, uri_of

GOOD = MD5ANIM.decode()
BAD = md5anim(b"7").decode()
MARKED = "\ufeff" + GOOD
MOVING = GOOD.replace("Components 0", "Components 3").replace('"hips" 0 0', '"hips" 0 44').replace("frame 0 {\n", "frame 0 {\n\t1 .2 .5\n")
B = "file:///absent/b%20%C3%A9.md5anim"
OPTIONS = {"tabSize": 4, "insertSpaces": True}
START = request_message(1, "initialize", {"capabilities": {}})
SHUTDOWN, EXIT = request_message(2, "shutdown"), notification_message("exit")


@pytest.fixture
def run_lsp_session(animproof):
    """Calling it sends all messages at once, closes the input, and checks the exit code. Returns the messages of the server."""
    return lambda code, *messages: parse_messages(animproof.exits(code, "lsp", input=b"".join(messages)).stdout)


def rule_ids_of_diagnostics(diagnostics):
    return [one["code"] for one in diagnostics]


def test_a_session_of_initialize_shutdown_and_exit(animproof):
    got = parse_messages(animproof.exits(0, "lsp", input=START + SHUTDOWN + EXIT, says_only=b"").stdout)
    assert [one["id"] for one in got] == [1, 2] and got[1]["result"] is None
    animproof.exits(0, "lsp", "--stdio", input=START + SHUTDOWN + EXIT)


@pytest.mark.parametrize(("code", "sent"), [(1, START + EXIT), (1, START), (1, b""), (0, START + SHUTDOWN)],
                         ids=["exit without shutdown", "no shutdown", "nothing", "no exit"])
def test_the_server_ends_with_0_only_after_shutdown(run_lsp_session, code, sent):
    run_lsp_session(code, sent)


def test_the_server_does_not_answer_after_exit(run_lsp_session):
    assert run_lsp_session(1, EXIT, START) == []


@pytest.mark.parametrize(("code", "sent"), [
    (-32002, request_message(7, "textDocument/hover", {})), (-32600, START + START), (-32601, START + request_message(7, "nothing")),
    (-32601, START + request_message(7, "$/own")), (-32600, START + request_message(7, "shutdown") + request_message(8, "shutdown")),
    (-32700, START + encode_message(b"{\"jsonrpc\": \"2.0\", \"id\": 5")), (-32700, START + encode_message(b"\x80")),
    (-32600, START + encode_message(b"[]")), (-32600, START + encode_message(b"17")), (-32700, START + encode_message(b"")),
    (-32600, START + encode_message({"id": 3, "method": "shutdown"})), (-32600, START + encode_message({"jsonrpc": "2.0", "id": 3})),
    (-32600, START + encode_message({"jsonrpc": "2.0", "id": {}, "method": "shutdown"})),
    (-32600, START + encode_message({"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"})),
    (-32600, START + encode_message({"jsonrpc": "2.0", "id": 3, "method": 4})),
    (-32700, START + encode_message(b"[" * 70 + b"]" * 70)),
    (-32602, START + request_message(9, "textDocument/hover", {})), (-32602, START + request_message(9, "textDocument/hover")),
    (-32602, START + request_message(9, "textDocument/hover", [1])),
    (-32602, START + request_message(9, "textDocument/codeAction", {"textDocument": {"uri": A}})),
    (-32600, START + b"Content-Length: 1000000000\r\n\r\n" + bytes(100)),
    (-32600, START + b"Content-Length: 99999999999999999999999999\r\n\r\n"),
    (-32700, START + b"Length: 2\r\n\r\n{}"), (-32700, START + b"Content-Length: -2\r\n\r\n{}"),
    (-32700, START + b"Content-Length: 0x2\r\n\r\n{}"), (-32700, START + b"Content-Length: \r\n\r\n{}"),
    (-32700, START + b"x" * 5000 + b"\n\n"),
], ids=lambda value: value[len(START):][:60].decode("latin-1") if isinstance(value, bytes) else None)
def test_a_wrong_message_is_answered_with_an_error(animproof, code, sent):
    result = animproof.run("lsp", input=sent)
    got = parse_messages(result.stdout)
    animproof.check(result.returncode in (0, 1) and got and got[-1].get("error", {}).get("code") == code and got[-1]["error"]["message"],
                    "the last answer is the error %d" % code, result)


def test_an_id_may_be_a_string(run_lsp_session):
    assert run_lsp_session(1, START, encode_message({"jsonrpc": "2.0", "id": "a\"\u20ac", "method": "x"}))[-1]["id"] == "a\"\u20ac"


@pytest.mark.parametrize(("before", "answers"), [
    (b"", 2), (notification_message("$/cancelRequest", {"id": 1}) + notification_message("$/setTrace", {"value": "off"}) + notification_message("unknown"), 2),
    (encode_message({"jsonrpc": "2.0", "id": "client/registerCapability", "result": None}), 2), (b"junk\r\n\r\n", 3),
    (b"{}\n\nContent-Length: x\n\n\n", 3), (b"Content-Length: 99000000\r\n\r\n" + bytes(99000000), 3), (b"{\"broken\": 1}", 2),
    (encode_message(b"{}{}") + b"more", 3)],
    ids=["nothing", "notices", "an answer", "a wrong header", "wrong headers", "a long message", "no header", "more text"])
def test_the_server_answers_the_request_after(run_lsp_session, before, answers):
    after = request_message(5, "shutdown").replace(b"Content-Length", b"Content-Type: application/vscode-jsonrpc\r\ncontent-length")
    got = run_lsp_session(0, START, before, after, EXIT)
    assert len(got) == answers and got[-1].get("id") == 5


def test_the_server_recovers_from_a_wrong_length(run_lsp_session):
    lost = request_message(4, "textDocument/hover", {}).replace(b"Length: ", b"Length: 1")  # with this length the server reads the next messages as part of this one
    got = run_lsp_session(0, START, lost, request_message(5, "shutdown"), request_message(6, "shutdown"), request_message(7, "shutdown"), EXIT)
    assert got[-1].get("id") == 7


def test_diagnostics_have_the_findings_and_the_version_of_the_document(start_server):
    client = start_server(GOOD)
    assert client.capabilities["capabilities"]["positionEncoding"] == "utf-8", "the client offers it"
    client.open(A, BAD, version=41)
    assert client.check_and_get_diagnostics(A) == [{
        "range": lsp_range(10, 8, 10, 9), "severity": 1, "code": "md5anim/parent-order", "source": "animproof",
        "message": 'joint "hips", parent is 7; it must be less than 1: a parent comes before its children'}]
    assert client.last_diagnostics[A]["version"] == 41
    client.change(A, (10, 8, 10, 9, "0"))
    assert client.check_and_get_diagnostics(A) == [] and client.last_diagnostics[A]["version"] == 42


def test_changes_apply_in_their_order(start_server):
    client = start_server(GOOD)
    client.change(A, (10, 8, 10, 9, ""), (10, 8, 10, 8, "0"), (0, 0, 0, 0, "\n"), (0, 0, 1, 0, ""))
    assert client.check_and_get_diagnostics(A) == []
    client.change(A, BAD)  # replaces the whole text
    assert len(client.check_and_get_diagnostics(A)) == 1
    client.change(A, (10, 99, 10, 99, "//"), (999, 0, 999, 5, "x"), (11, 0, 10, 99, ""))  # a position after the end of a line or of the text counts as this end
    assert rule_ids_of_diagnostics(client.check_and_get_diagnostics(A))[:1] == ["md5anim/parent-order"]


def test_requests_on_a_closed_document_are_refused(start_server):
    client = start_server(BAD)
    client.open(B, GOOD)
    assert len(client.check_and_get_diagnostics(A)) == 1 and client.check_and_get_diagnostics(B) == [] and len(client.last_diagnostics) == 2, "the server keeps two documents"
    client.close(A)
    answer = client.request_answer("textDocument/hover", {"textDocument": {"uri": A}, "position": {"line": 0, "character": 0}})
    assert answer["error"]["code"] == -32602 and client.last_diagnostics[A]["diagnostics"] == []


def test_after_an_invalid_change_the_document_is_closed_with_a_message(start_server):
    client = start_server(GOOD)
    client.notify("textDocument/didChange", {"textDocument": {"uri": A, "version": 9}, "contentChanges": [{"text": 5}]})
    assert client.request_answer("textDocument/documentSymbol", {"textDocument": {"uri": A}})["error"]["code"] == -32602
    assert client.other_messages[-1]["method"] == "window/showMessage"


@pytest.mark.parametrize(("uri", "text", "language", "rules"), [
    ("untitled:1", BAD, "md5anim", ["md5anim/parent-order"]), ("untitled:2", BAD, "plaintext", ["md5anim/parent-order"]),
    ("file:///absent/a.txt", "hello", "plaintext", ["file/unrecognized"]), ("file:///absent/x.md5anim", "", "x", ["md5anim/truncated"]),
    ("file:///absent/x.bin", GOOD[:4], "md5anim", ["md5anim/version-missing"]), ("file://far/a.md5anim", BAD, "", ["md5anim/parent-order"]),
    ("file:///%zz.md5anim", BAD, "", ["md5anim/parent-order"]), ("file:///a%00.md5anim", BAD, "", ["md5anim/parent-order"])])
def test_the_format_is_known_by_name_language_or_content(start_server, uri, text, language, rules):
    client = start_server(GOOD)
    client.open(uri, text, language)
    assert rule_ids_of_diagnostics(client.check_and_get_diagnostics(uri)) == rules


def test_the_hover_on_a_finding_shows_its_rule_and_fix(start_server):
    client = start_server(BAD)
    hover = client.hover(A, 10, 8)
    assert "md5anim/parent-order" in hover["contents"]["value"] and "**Fix:**" in hover["contents"]["value"]
    assert hover["contents"]["kind"] == "markdown" and hover["range"] == lsp_range(10, 8, 10, 9)
    assert client.hover(A, 7, 0) is None and client.hover(A, 999, 0) is None, "an empty line, and after the last line"


def test_the_hover_on_a_value_shows_its_field(start_server):
    client = start_server(MOVING)
    assert client.check_and_get_diagnostics(A) == []
    for line, character, words in (
            (10, 8, 'hierarchy[1 hips].parent: the parent is joint 0, "root"'), (6, 22, "num_animated_components"),
            (19, 3, 'baseframe[1 hips].position.x: of joint 1, "hips"'),
            (23, 1, 'frames[0].values[0 hips Tz]: z of the position of joint 1, "hips"'),
            (23, 4, 'frames[0].values[1 hips Qx]: x of the rotation of joint 1, "hips"'),
            (23, 6, 'frames[0].values[2 hips Qz]: z of the rotation of joint 1, "hips"')):
        assert client.hover(A, line, character)["contents"]["value"].replace("\\", "") == words


def test_the_hover_on_the_joint_of_a_weight_names_it(start_server):
    client, mesh = start_server(GOOD), md5mesh(["root", "hips"]).decode()
    client.open("file:///absent/a.md5mesh", mesh, "md5mesh")
    line, = (number for number, text in enumerate(mesh.split("\n")) if text.startswith("\tweight 0 "))
    hover = client.hover("file:///absent/a.md5mesh", line, len("\tweight 0 "))["contents"]["value"]
    assert hover.replace("\\", "") == 'meshes[0].weights[0].joint: joint 0, "root"'


def symbols_and_children(symbols):
    for one in symbols:
        yield one
        yield from symbols_and_children(one.get("children", []))


def is_inside(outer, inner):
    ends = [(place["line"], place["character"]) for place in (outer["start"], inner["start"], inner["end"], outer["end"])]
    return ends == sorted(ends)


def test_the_outline_has_sections_joints_and_ranges(start_server):
    client = start_server(MOVING)
    symbols = client.symbols(A)
    names = [one["name"] for one in symbols]
    assert names[-4:] == ["hierarchy", "bounds", "baseframe", "frames"] and len(names) == 10
    joints = symbols[6]["children"]
    assert [joints[0]["name"], joints[0]["children"][0]["name"]] == ["root", "hips"] and len(joints) == 1
    assert symbols[6]["range"] == lsp_range(8, 0, 11, 1)
    assert symbols[9]["range"] == lsp_range(22, 0, 24, 1) and symbols[0]["detail"] == "10"


def test_the_outline_groups_frames_by_hundreds(animproof, start_server):
    animation = animproof.exits(0, "generate", "--format=md5anim", "--seed=5", "--knob=joints=30", "--knob=frames=250").stdout
    client = start_server(animation.decode())
    symbols = client.symbols(A)
    groups = symbols[-1]["children"]
    assert [one["name"] for one in groups] == ["frames[0..99]", "frames[100..199]", "frames[200..249]"] and len(groups[2]["children"]) == 50
    assert all(is_inside(one["range"], one["selectionRange"]) for one in symbols_and_children(symbols))
    assert len(list(symbols_and_children(symbols[6]["children"]))) == 30, "the joints"


def test_the_outline_has_a_chain_of_300_joints(start_server):
    client = start_server(GOOD.replace("numJoints 2", "numJoints 300").replace('\t"hips" 0 0 0\n', "".join(
        '\t"j%d" %d 0 0\n' % (i, i - 1) for i in range(1, 300))))
    assert len(list(symbols_and_children(client.symbols(A)[6]["children"]))) == 300


def test_the_outline_of_100000_frames_has_fewer_than_1000_symbols(start_server):
    client = start_server(GOOD + "".join("frame %d { }\n" % i for i in range(1, 100000)))
    symbols = client.symbols(A)
    assert len(list(symbols_and_children(symbols))) < 1000 and symbols[-1]["detail"] == "100000"


def request_formatting_answer(client):
    return client.request_answer("textDocument/formatting", {"textDocument": {"uri": A}, "options": OPTIONS})


def test_formatting_gives_the_output_of_format_in_one_edit(animproof, start_server):
    loose = GOOD.replace("\t( 0 0 0 ) ( 0 0 0 )\n", "\t( 0 0 0.0 ) ( 0 0 -0.50 )\n", 1)
    write("loose.md5anim", loose)
    wanted = animproof.exits(0, "format", "loose.md5anim").stdout.decode()
    client = start_server(loose)
    edits = request_formatting_answer(client)["result"]
    assert apply_edits(loose, edits, "utf-8") == wanted and len(edits) == 1 and edits[0]["range"] == lsp_range(2, 0, 19, 0)
    client.open(A, wanted)
    assert request_formatting_answer(client)["result"] == []


@pytest.mark.parametrize("text", [BAD, BAD.replace('"hips" 7 0 0', '"hips" 7 0 0 // animproof: ignore md5anim')], ids=["bad", "ignored"])
def test_formatting_a_document_with_errors_is_refused(start_server, text):
    client = start_server(text)
    error = request_formatting_answer(client)["error"]
    assert error["code"] == -32803 and "1 error" in error["message"]


def test_formatting_a_document_that_is_not_utf_8_is_answered(start_server):
    client = start_server(GOOD.replace("hips", "hi\xffps").encode("latin-1"))
    assert request_formatting_answer(client)


def test_fixes_of_one_finding_and_of_all_give_the_right_text(start_server):
    client = start_server(MARKED)
    actions = client.fix_actions(A, (0, 0), (0, 0))
    assert [one["kind"] for one in actions] == ["quickfix", "source.fixAll"]
    assert actions[0]["diagnostics"] == client.check_and_get_diagnostics(A)
    assert all(apply_edits(MARKED, one["edit"]["changes"][A], "utf-8") == GOOD for one in actions)


@pytest.mark.parametrize(("start", "end", "only", "offered"), [
    ((0, 0), (99, 0), ["quickfix"], ["quickfix"]), ((99, 0), (0, 0), ["source.fixAll"], ["source.fixAll"]),
    ((0, 0), (9, 0), ["refactor"], []), ((9, 0), (9, 0), None, [])])
def test_only_fixes_of_the_requested_kind_and_range_are_offered(start_server, start, end, only, offered):
    client = start_server(MARKED)
    assert [one["kind"] for one in client.fix_actions(A, start, end, only)] == offered


def test_a_fix_that_would_lose_data_is_not_offered(start_server):
    client = start_server(GOOD + "more\n")
    assert client.fix_actions(A, (0, 0), (99, 0)) == []


def test_a_client_may_want_versions_related_places_and_watched_files(start_server):
    client = start_server(GOOD, capabilities={
        "workspace": {"workspaceEdit": {"documentChanges": True}, "didChangeWatchedFiles": {"dynamicRegistration": True}},
        "textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
    client.open(A, MARKED, version=3)
    change = client.fix_actions(A, (0, 0), (0, 0))[0]["edit"]["documentChanges"][0]
    assert change["textDocument"] == {"uri": A, "version": 3} and apply_edits(MARKED, change["edits"], "utf-8") == GOOD
    assert client.other_messages[0]["method"] == "client/registerCapability"
    watchers = client.other_messages[0]["params"]["registrations"][0]["registerOptions"]["watchers"]
    assert watchers == [{"globPattern": "**/.animproof.ini"}, {"globPattern": "**/*.md5mesh"}]
    client.open(A, GOOD.replace('"hips"', '"root"'))
    related = [one for one in client.check_and_get_diagnostics(A) if "relatedInformation" in one]
    assert len(related) == 1 and related[0]["relatedInformation"][0]["location"] == {"uri": A, "range": lsp_range(9, 1, 9, 7)}


def test_a_changed_configuration_is_read_again(animproof, start_server):
    uri = uri_of(animproof.directory) + "/a.md5anim"
    client = start_server(BAD, uri=uri)
    assert rule_ids_of_diagnostics(client.check_and_get_diagnostics(uri)) == ["md5anim/parent-order"]
    write(".animproof.ini", b"[animproof]\nignore = md5anim/parent-order\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert client.check_and_get_diagnostics(uri) == []
    write(".animproof.ini", b"[severity]\nmd5anim/parent-order = note\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert client.check_and_get_diagnostics(uri)[0]["severity"] == 3
    write(".animproof.ini", b"[animproof]\nexclude = a.*\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert client.check_and_get_diagnostics(uri) == [] and client.symbols(uri) == []


def test_a_rule_of_ones_own_may_change_200_times(animproof, start_server):
    uri = uri_of(animproof.directory) + "/a.md5anim"
    client = start_server(GOOD, uri=uri)
    for count in range(200):
        write(".animproof.ini", b"[rule r%d]\nfigure = bytes\nmost = 1\nmessage = change %d\n" % (count, count))
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        found = client.check_and_get_diagnostics(uri)
        assert rule_ids_of_diagnostics(found) == ["own/r%d" % count] and found[0]["message"].startswith("change %d: " % count)
    assert client.other_messages == []


def test_a_wrong_configuration_is_reported_once_and_not_used(animproof, start_server):
    uri = uri_of(animproof.directory) + "/a.md5anim"
    client = start_server(BAD, uri=uri)
    write(".animproof.ini", b"[animproof]\nignroe = md5anim\n")
    for _ in range(2):
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert len(client.check_and_get_diagnostics(uri)) == 1
    assert [one["method"] for one in client.other_messages] == ["window/showMessage"]
    assert ".animproof.ini:2: " in client.other_messages[-1]["params"]["message"]


def test_the_last_diagnostic_reports_the_findings_over_the_limit(start_server):
    client = start_server(GOOD.replace("numFrames 1", "numFrames 1500") + "".join("frame %d { x }\n" % i for i in range(1, 1500)),
                    "--max-findings=5")
    found = client.check_and_get_diagnostics(A)
    assert len(found) == 6 and "more findings are not shown" in found[-1]["message"]


def test_a_diagnostic_reports_that_memory_ran_out(start_server):
    assert "memory ran out" in start_server(BAD, "--max-memory=2000").check_and_get_diagnostics(A)[-1]["message"]


@pytest.mark.parametrize("words", [["a.md5anim"], ["--ignore=none"], ["--config=a", "--no-config"]])
def test_wrong_usage_prints_a_message(animproof, words):
    assert animproof.exits(2, "lsp", *words, prints_only=b"").stderr


def test_a_full_device_ends_the_server_with_3(animproof):
    animproof.exits(3, "lsp", input=START, stdout=open_full_device())
