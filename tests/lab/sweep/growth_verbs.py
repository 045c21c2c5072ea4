"""Lists the verbs that growth.py measures. prepare() of a verb gives its command line for a family, and may run other commands,
which are not measured."""

import collections
import json
import os
import shutil
import subprocess

import lsp_client
from cli_case import read, write
from formats import REPORTS

Run = collections.namedtuple("Run", "words stdin", defaults=(b"",))
Verb = collections.namedtuple("Verb", "name kinds prepare")
TEXT, BINARY = ("md5anim", "md5mesh", "md5camera"), ("mrtk", "memg")
FILES = TEXT + BINARY
VALUE_AT = {".mrtk": 35, ".memg": -1}  # a byte of the value of the first key, and of the last coefficient, in files of growth_other.py


def prepare_with_paths(*words):
    """Returns a prepare() with the words and then the family's paths as command line."""
    return lambda program, folder, family: Run([*words, *family.paths])


def prepare_conversion(form):
    return lambda program, folder, family: Run(["convert", "--to", form, family.paths[0], "-o", "out"])


def prepare_all_reports(program, folder, family):
    outputs = [word for form in REPORTS for word in ("--output", "%s=out.%s" % (form, form))]
    return Run(["lint", "-j1", "--max-findings", "0", "--max-per-rule", "0", "--statistics", *outputs, *family.paths])


def run_quietly(program, folder, *words):
    subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False, timeout=600)


def prepare_merge(program, folder, family):
    run_quietly(program, folder, "shard", "--count", "2", "--output", "lists", *family.paths)
    for shard in "01":
        run_quietly(program, folder, "lint", "--files-from", "lists/" + shard, "--output", "jsonl=%s.jsonl" % shard)
    return Run(["report", "merge", "0.jsonl", "1.jsonl"])


def prepare_shard(program, folder, family):
    return Run(["shard", "--count", "3", "--output", "lists", *family.paths])


def lsp_message(identity, method, parameters):
    value = {"jsonrpc": "2.0", "method": method, "params": parameters}
    return lsp_client.encode_message({**value, "id": identity} if identity else value)


def edit_copy(path):
    """Changes a copied file so that it can still be read: adds a comment line to a text, or changes a bit of a value in a binary
    file.
    """
    content = bytearray(read(path))
    at = VALUE_AT.get(os.path.splitext(os.fsdecode(path))[1])
    if at is not None and len(content) > abs(at):
        content[at] ^= 1
    else:
        content += b"\n// edited\n"
    write(path, content)


def prepare_versions(program, folder, family):
    """Makes an edited copy of the family's file or folder. Returns the command line that compares it with the original."""
    path = os.path.join(folder, family.paths[0])
    if os.path.isdir(path):
        subprocess.run(["cp", "-R", path, folder + "/old"], check=True)  # shutil.copytree cannot copy deeply nested folders
        copies = subprocess.run(["find", folder + "/old", "-type", "f"], check=True, stdout=subprocess.PIPE).stdout
        for copied in copies.splitlines():
            edit_copy(copied)
        return Run(["compare", "old", family.paths[0]])
    old = folder + "/old" + os.path.splitext(path)[1]
    shutil.copyfile(path, old)
    edit_copy(old)
    return Run(["compare", os.path.basename(old), family.paths[0]])


def prepare_editor_session(*asked):
    """Returns a prepare() for an editor session: opens a document, makes the requests named in `asked`, and inserts a line at its
    start."""
    def prepare(program, folder, family):
        path = family.paths[0]
        text = read(os.path.join(folder, path)).decode("utf-8", "replace")
        uri = lsp_client.uri_of(os.path.join(folder, path))
        document, start, end = {"uri": uri}, {"line": 0, "character": 0}, {"line": text.count("\n") + 1, "character": 0}
        whole = {"start": start, "end": end}
        diagnostics = {"context": {"diagnostics": []}, "range": whole}
        middle = {"line": text.count("\n") // 2, "character": 3}
        requests = {
            "hover": [("textDocument/hover", {"position": middle})],
            "codeAction": [("textDocument/codeAction", diagnostics)],
            "fixAll": [("textDocument/codeAction", {"context": {"diagnostics": [], "only": ["source.fixAll"]}, "range": whole})],
            "formatting": [("textDocument/formatting", {"options": {"tabSize": 4, "insertSpaces": False}})],
            "symbols": [("textDocument/documentSymbol", {}), ("textDocument/foldingRange", {})],
            "references": [("textDocument/references", {"position": middle}), ("textDocument/definition", {"position": middle})],
        }
        messages = lsp_message(1, "initialize", {"processId": None, "rootUri": None, "capabilities": {}}) + lsp_message(0, "initialized", {})
        messages += lsp_message(0, "textDocument/didOpen", {"textDocument": {**document, "languageId": path.rpartition(".")[2], "version": 1, "text": text}})
        for number, (method, parameters) in enumerate(request for name in asked for request in requests[name]):
            messages += lsp_message(10 + number, method, {"textDocument": document, **parameters})
        messages += lsp_message(0, "textDocument/didChange", {"textDocument": {**document, "version": 2},
                                                          "contentChanges": [{"range": {"start": start, "end": start}, "text": "\n"}]})
        return Run(["lsp"], messages + lsp_message(99, "shutdown", None) + lsp_message(0, "exit", None))
    return prepare


def prepare_conversion_from_json(program, folder, family):
    run_quietly(program, folder, "convert", "--to", "json", family.paths[0], "-o", "made.json")
    if not os.path.exists(folder + "/made.json"):
        with open(folder + "/made.json", "w", encoding="ascii") as file:
            json.dump({"format": family.kind, "fields": {}}, file)
    return Run(["convert", "made.json", "-o", "out"])


VERBS = [
    Verb("lint", FILES + ("tree", "archive"), prepare_with_paths("lint", "-j1")),
    Verb("lint, all reports", FILES + ("tree", "archive"), prepare_all_reports),
    Verb("fix", FILES + ("tree",), prepare_with_paths("fix")),
    Verb("fix --unsafe", FILES, prepare_with_paths("fix", "--unsafe")),
    Verb("format", TEXT, prepare_with_paths("format")),
    Verb("format --diff", TEXT, prepare_with_paths("format", "--diff")),
    Verb("roundtrip", FILES, prepare_with_paths("roundtrip")),
    Verb("stats", FILES + ("tree", "archive"), prepare_with_paths("stats")),
    Verb("sets", FILES + ("tree", "archive"), prepare_with_paths("sets")),
    Verb("compare", FILES + ("tree",), prepare_versions),
    Verb("convert to json", FILES, prepare_conversion("json")),
    Verb("convert from json", FILES, prepare_conversion_from_json),
    Verb("convert to gltf", FILES, prepare_conversion("gltf")),
    Verb("convert to csv", FILES, prepare_conversion("csv")),
    Verb("convert to bvh", ("md5anim",), prepare_conversion("bvh")),
    Verb("convert to positions", ("md5anim",), lambda program, folder, family: Run(
        ["convert", "--to", "positions", "--at", "0,0.5", family.paths[0], "-o", "out"])),
    Verb("convert to 1.0", ("mrtk",), prepare_conversion("1.0")),
    Verb("convert to big", ("memg",), lambda program, folder, family: Run(
        ["convert", "--byte-order", "big", family.paths[0], "-o", "out"])),
    Verb("dump", FILES, prepare_with_paths("dump")),
    Verb("view", FILES, lambda program, folder, family: Run(["view", "--page", os.path.join(os.path.dirname(os.path.dirname(
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))))), "web/page/page.html"), *family.paths, "-o", "out.html"])),
    Verb("mutate", FILES, prepare_with_paths("mutate", "--seed", "1", "-o", "out")),
    Verb("report merge", FILES + ("tree",), prepare_merge),
    Verb("shard", ("tree",), prepare_shard),
    Verb("lsp, hover and symbols", TEXT, prepare_editor_session("hover", "symbols")),
    Verb("lsp, references", TEXT, prepare_editor_session("references")),
    Verb("lsp, code actions", TEXT, prepare_editor_session("codeAction", "fixAll")),
    Verb("lsp, formatting", TEXT, prepare_editor_session("formatting")),
    Verb("config", ("tree",), lambda program, folder, family: Run(["config", *family.paths])),
    Verb("convert from json", ("document",), lambda program, folder, family: Run(["convert", family.paths[0], "-o", "out"])),
    Verb("lsp", ("session",), lambda program, folder, family: Run(["lsp"], read(folder + "/session"))),
    Verb("lint --baseline", ("baseline",), lambda program, folder, family: Run(["lint", "-j1", "--baseline", "known", *family.paths])),
    Verb("lint --files-from", ("list",), lambda program, folder, family: Run(["lint", "-j1", "--files-from", "list"])),
    Verb("lint --obj", ("obj",), lambda program, folder, family: Run(["lint", "-j1", "--obj", "scene.obj", *family.paths])),
    Verb("lint --mesh", ("mesh",), lambda program, folder, family: Run(["lint", "-j1", "--mesh", "scene.md5mesh", *family.paths])),
    Verb("words", ("words",), lambda program, folder, family: Run(family.words_of(family.size))),
]
