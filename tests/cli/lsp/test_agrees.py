"""animproof lsp reports the findings of `animproof lint` for each golden text file with its mesh, in both encodings of positions,
except for set-skeleton, which compares the files of a folder. Edits of a document give the intended text."""

import random
import re

import pytest
from cli_case import MD5ANIM, md5anim, read
from golden_files import golden, every_nth
from lsp_client import A, apply_edits, notification_message, uri_of

SEVERITIES = {"error": 1, "warning": 2, "note": 3}
LINE_END = re.compile(rb"\r\n|\r|\n")
B = uri_of("/absent/b.md5anim")
JOINT = '"\U0001f9b4\u00e9"'  # a joint name of two characters: one of two UTF-16 units and four bytes, one of one unit and two bytes
TEXT = MD5ANIM.decode().replace('"hips" 0 ', JOINT + " 7 ")
PIECES = ["", "x", "7", " ", "{", "}", '"', "\n", "\r", "\r\n", "\U0001f9b4", "\u00e9", "// c", "-1 0 0", "frame 0 {\n}\n", "( 1"]


def utf16_units(line):
    """Returns the number of UTF-16 code units of a line. A byte that is not part of a character counts as one unit."""
    return len(line.decode("utf-8", "surrogateescape").encode("utf-16-le", "surrogatepass")) // 2


def position_of(content, offset, utf16):
    """Returns line and character of an offset, from 0. An offset between CR and LF has the position of the CR."""
    if content[offset - 1:offset + 1] == b"\r\n" and offset > 0:
        offset -= 1
    ends = [found.end() for found in LINE_END.finditer(content) if found.end() <= offset]
    line = content[ends[-1] if ends else 0:offset]
    return len(ends), utf16_units(line) if utf16 else len(line)


def sorted_diagnostics(diagnostics):
    return sorted((one["code"], one["range"]["start"]["line"], one["range"]["start"]["character"], one["severity"],
                   one["message"]) for one in diagnostics)


def apply_change(text, change, utf16):
    """Returns the text after a change, as the protocol defines the change."""
    lines = re.split("(\r\n|\r|\n)", text) + [""]
    offsets = []
    for line, character in (change[:2], change[2:4]):
        if line * 2 >= len(lines) - 1:
            offsets.append(len(text))
            continue
        used = at = 0
        for one in lines[line * 2]:
            size = (2 if one > "\uffff" else 1) if utf16 else len(one.encode())
            if used + size > character:
                break
            used += size
            at += 1
        offsets.append(sum(map(len, lines[:line * 2])) + at)
    return text[:min(offsets)] + change[4] + text[max(offsets):]


def has_same_answers(client, one, other):
    """Returns true if two documents of a server have equal diagnostics and symbols."""
    return client.check_and_get_diagnostics(one) == client.check_and_get_diagnostics(other) and client.symbols(one) == client.symbols(other)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_diagnostics_are_the_findings_of_lint(animproof, start_client, encoding):
    paths = every_nth([path for path in golden("*/*/*") if path.endswith((".md5anim", ".md5mesh", ".md5camera"))])
    report = animproof.json(None, "lint", "--no-config", "--ignore=*/set-skeleton", *paths)
    assert len(report["files"]) > len(paths) // 3, "golden/ has text files for this test"
    client = start_client("--no-config", "--ignore=*/set-skeleton", "--max-findings=10000", encodings=("utf-32", encoding))
    assert client.capabilities["capabilities"]["positionEncoding"] == encoding
    for entry in (entry for entry in report["files"] if entry["file"] in paths):
        content, uri = read(entry["file"]), uri_of(entry["file"])
        client.open(uri, content)
        wanted = sorted((f["rule"], *position_of(content, f["offset"], encoding == "utf-16"), SEVERITIES[f["severity"]], f["message"])
                        for f in entry["findings"])
        assert sorted_diagnostics(client.check_and_get_diagnostics(uri)) == wanted, entry["file"]
        if encoding == "utf-8":
            assert [(line + 1, at + 1) for _, line, at, _, _ in wanted] == [
                (f["line"], f["column"]) for f in sorted(entry["findings"], key=lambda f: (
                    f["rule"], f["line"], f["column"], SEVERITIES[f["severity"]], f["message"]))], entry["file"]
        client.close(uri)


@pytest.mark.parametrize(("encodings", "before"), [((), 1 + 5 + 1), (("utf-8",), 1 + 8 + 1), (("utf-16", "utf-8"), 1 + 8 + 1), (("utf-32",), 1 + 5 + 1)])
def test_positions_count_the_units_of_an_emoji_in_the_chosen_encoding(start_client, encodings, before):
    client = start_client(encodings=encodings)
    client.open(A, TEXT)
    found = [one for one in client.check_and_get_diagnostics(A) if one["code"] == "md5anim/parent-order"][0]["range"]["start"]
    assert found == {"line": 10, "character": before}
    client.change(A, (10, before, 10, before + 1, "0"))
    assert "md5anim/parent-order" not in [one["code"] for one in client.check_and_get_diagnostics(A)]


@pytest.mark.parametrize(("text", "before"), [
    (TEXT.encode().replace("\U0001f9b4".encode(), b"\xff\xc3"), 7),
    (TEXT.replace("\U0001f9b4", "\ud83e"), 6),  # an escaped half of a surrogate pair, which an editor may send
], ids=["bytes that are not UTF-8", "half of a surrogate pair"])
def test_each_wrong_byte_or_half_of_a_pair_counts_as_one_unit(start_client, text, before):
    client = start_client(encodings=())
    client.open(A, text)
    assert ("md5anim/parent-order", 10, before) in [one[:3] for one in sorted_diagnostics(client.check_and_get_diagnostics(A))]


def test_a_position_inside_a_surrogate_pair_is_that_before_the_pair(start_client):
    client = start_client(encodings=())
    client.open(A, TEXT)
    client.change(A, (10, 3, 10, 3, "x"))
    assert client.symbols(A)[6]["children"][0]["name"] == "root", "the document is readable"


def test_edits_give_the_diagnostics_of_the_whole_text(start_client):
    text = None
    for seed in range(4):
        choices = random.Random(seed)
        utf16 = seed % 2 == 1
        client = start_client(encodings=() if utf16 else ("utf-8",))
        text = [MD5ANIM.decode(), md5anim(b"7").decode().replace("\n", "\r\n"), text, MD5ANIM.decode().replace("\n", "\r")][seed]
        client.open(A, text)
        client.open(B, "")
        for step in range(25):
            changes = []
            for _ in range(choices.randrange(1, 5)):
                line, end = choices.randrange(28), choices.randrange(28)
                changes.append((line, choices.randrange(20), choices.choice((line, line, end)), choices.randrange(20),
                                choices.choice(PIECES)))
                text = apply_change(text, changes[-1], utf16)
            client.change(A, *changes)
            client.change(B, text)
            assert has_same_answers(client, A, B), "seed %d, step %d: %r" % (seed, step, text)
            if choices.randrange(5) == 0:
                text = MD5ANIM.decode()
                client.change(A, text)


def test_a_line_feed_after_a_carriage_return_joins_it_to_one_line_end(client):
    text = MD5ANIM.decode().replace("\n", "\r")
    changes = [(9, 0, 9, 0, "\n"), (10, 8, 10, 9, "7"), (8, 0, 8, 0, "\n"), (9, 0, 9, 0, "x")]  # edits that change the numbers of later lines
    client.open(A, text)
    for change in changes:
        text = apply_change(text, change, False)
    client.open(B, text)
    client.change(A, *changes)
    assert has_same_answers(client, A, B)


def test_changes_that_are_sent_at_once_cause_one_lint(client):
    client.open(A, MD5ANIM.decode())
    client.check_and_get_diagnostics(A)
    client.send(b"".join(notification_message("textDocument/didChange", {
        "textDocument": {"uri": A, "version": version}, "contentChanges": [{"text": "x"}]}) for version in range(2, 18)))
    assert client.receive_or_none()["params"].get("version") == 17, "the first diagnostics are those of the last change"


def test_each_offered_fix_removes_its_finding_and_adds_no_error(start_client):
    client = start_client("--no-config")
    fixed = 0
    for path in every_nth(golden("md5anim/bad/*.md5anim")):
        try:
            text = read(path).decode("utf-8")
        except UnicodeDecodeError:
            continue
        uri = uri_of(path)
        client.open(uri, text)
        before = client.check_and_get_diagnostics(uri)
        for action in client.fix_actions(uri, (0, 0), (10 ** 6, 0)):
            client.change(uri, apply_edits(text, action["edit"]["changes"][uri], "utf-8"))
            after = client.check_and_get_diagnostics(uri)
            client.change(uri, text)
            fixed += 1
            rules, left = ([one["code"] for one in found] for found in (before, after))
            gone = [rule for rule in rules if left.count(rule) < rules.count(rule)]
            wanted = [one["code"] for one in action.get("diagnostics", [])] or gone[:1]
            errors = [sum(one["severity"] == 1 for one in found) for found in (before, after)]
            assert wanted and wanted[0] in gone and errors[1] <= errors[0], "%s, %s: before %r, after %r" % (path, action["title"], before, after)
        client.close(uri)
    assert fixed > 3
