"""animproof lsp: the progress of a check of many documents."""

import pytest
from cli_case import MD5ANIM

TEXT = MD5ANIM.decode()


def open_documents_and_get_progress(client, count):
    """Opens documents and lets the server check them when no message waits. Returns the messages about the progress."""
    for number in range(count):
        client.open("file:///absent/%d.md5anim" % number, TEXT)
    client.hover("file:///absent/0.md5anim", 0, 0)
    for number in range(count):
        client.notify("textDocument/didSave", {"textDocument": {"uri": "file:///absent/0.md5anim"}})
    last = "file:///absent/%d.md5anim" % (count - 1)
    while last not in client.last_diagnostics:
        client.hover("file:///absent/0.md5anim", 0, 0)
    for _ in range(20):
        client.hover("file:///absent/0.md5anim", 0, 0)
    return [one for one in client.other_messages if "rogress" in one["method"]]


@pytest.mark.parametrize(("count", "supported"), [(7, True), (20, False), (20, None)])
def test_no_progress_is_shown_for_few_documents_or_to_other_clients(start_client, count, supported):
    client = start_client(capabilities={"window": {"workDoneProgress": supported}})
    assert open_documents_and_get_progress(client, count) == []


def test_the_progress_begins_advances_and_ends(start_client):
    client = start_client(capabilities={"window": {"workDoneProgress": True}})
    sent = open_documents_and_get_progress(client, 20)
    assert sent[0]["method"] == "window/workDoneProgress/create" and sent[0]["id"] != sent[0]["params"]["token"]
    runs = {}
    for one in sent:
        runs.setdefault(one["params"]["token"], []).append(one)
    for token, messages in runs.items():
        values = [one["params"]["value"] for one in messages[1:]]
        assert messages[0]["method"] == "window/workDoneProgress/create" and {one["method"] for one in messages[1:]} == {"$/progress"}, token
        assert [one["kind"] for one in values] == ["begin"] + ["report"] * (len(values) - 2) + ["end"]
        assert values[0]["title"] and values[0]["percentage"] == 0 and values[-1]["message"] == "%d of %d documents" % (len(values) - 1, len(values) - 1)
        assert [one.get("percentage", 100) for one in values] == [100 * i // (len(values) - 1) for i in range(len(values))]
        assert len(values) > 8
