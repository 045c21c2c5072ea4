"""animproof lsp: a request for fixes can be cancelled while the server answers it; a message reports untried fixes."""

import pytest
from cli_case import MD5ANIM
from lsp_client import A, lsp_range, notification_message, request_message

CANCELLED = -32800
TEXT = MD5ANIM.decode().replace("( -1 -1 -1 )", "( +1 -1 -1 )")


def code_action_message(name):
    return request_message(name, "textDocument/codeAction", {
        "textDocument": {"uri": A}, "range": lsp_range(0, 0, 1000000, 0), "context": {"diagnostics": []}})


def cancel_notification(name):
    return notification_message("$/cancelRequest", {"id": name})


def unknown_notification(text):
    return notification_message("unknown", {"text": text})


# The messages are sent at once, so that a cancellation waits while the server answers.
@pytest.mark.parametrize(("sent", "asked", "cancelled"), [
    (code_action_message(100) + cancel_notification(100), [100], {100}),
    (code_action_message(101) + cancel_notification(100) + cancel_notification("101"), [101], set()),
    (code_action_message("a") + cancel_notification("a"), ["a"], {"a"}),
    (code_action_message("b") + cancel_notification(98), ["b"], set()),
    (code_action_message(102) + unknown_notification("$/cancelRequest") + unknown_notification("x" * 70000) + cancel_notification(102), [102], None),
    (code_action_message(103) + code_action_message(104) + cancel_notification(104), [103, 104], {104}),
    (code_action_message(105) + b"Content-Length: 7\r\n\r\nnotjson" + cancel_notification(105), [105], {105}),
], ids=["it", "others", "a name", "another number", "late", "the second", "after an error"])
def test_cancelled_requests_are_not_answered_and_others_are(client, sent, asked, cancelled):
    client.open(A, TEXT)
    all_actions = client.all_actions(A, (0, 0), (1000, 0))
    assert len(all_actions) == 4, "the document has a quick fix, a fix of all findings, and two actions of the rule"
    client.send(sent)
    for name in asked:
        answer = client.wait_for_answer_and_store_others(name)
        if cancelled is None:  # the cancellation does not fit into the pipe and may come too late
            assert "result" in answer or answer["error"]["code"] == CANCELLED
        elif name in cancelled:
            assert answer.get("error", {}).get("code") == CANCELLED
        else:
            assert answer.get("result") == all_actions
    client.hover(A, 0, 0)
    assert client.all_actions(A, (0, 0), (1000, 0)) == all_actions, "the next request is answered"


def test_a_message_reports_fixes_over_the_limit_of_one_request(client):
    """The fixes of one request may read 32 MiB, which is 17 times this document. The fixes of its rules need more."""
    frames = 48000
    box = "\t( -1 -1 -1 ) ( 1 1 1 )\n"
    head = MD5ANIM.decode().replace("numFrames 1\n", "numFrames %d\n" % frames).partition("frame 0 {")[0]
    long = head.replace(box, box * (frames - 9) + box.replace("-1", "+1", 1) * 9)
    long += "".join("frame %d {\n}\n\n" % index for index in range(frames))
    long = long.replace("MD5Version", "md5version").replace("numFrames ", "numFrames 1").replace('"root" -1', 'root -1').replace(
        "frame 0 {", "frame 0/* x */{")
    client.open(A, long)
    assert len(client.fix_actions(A, (0, 0), (1000000, 0))) > 0, "the server offers the fixes that it tried"
    client.hover(A, 0, 0)  # the message comes after the answer
    assert any("some fixes were not tried" in one["params"]["message"] for one in client.other_messages if one["method"] == "window/showMessage")
