"""Lists command lines of every verb with small inputs, and the files that each writes, for sweeps that inject failures."""

import json
import os
import shutil
import zipfile

import commands
import lsp_client
import small_corpus
from cli_case import ROOT, md5anim, md5mesh, mrtk, mrtk_with_many_warnings, mrtk_with_warning, read, write

OLD = b"the content before the run\n"
DEEP = "./" * 500 + "\x01" * 200 + "/" + "\x01" * 200 + "/deep.md5anim"  # in a message this path needs several blocks of memory


class Verb:
    """One command line.

    written: files that the run creates or replaces. rewritten: inputs that the run changes. folder: a folder that the run
    creates. reports: `written` are reports, which name files that could not be checked. serves: the verb is the language server.
    lists: `folder` has lists of shards. fresh: the files of `written` must not exist before the run. unread: when out of memory,
    the verb may report an input that cannot be read. kept: the verb tries versions of a file with a command. A signal may end the
    command, or the search: then each version with these bytes is a right one.
    """

    def __init__(self, *arguments, written=(), rewritten=(), folder=None, stdin=None, reports=False, serves=False, lists=False,
                 fresh=False, unread=False, kept=None):
        self.reports, self.serves, self.lists, self.fresh, self.unread, self.kept = reports, serves, lists, fresh, unread, kept
        self.arguments, self.written, self.rewritten, self.folder, self.stdin = list(arguments), written, rewritten, folder, stdin
        self.name = " ".join(self.arguments)
        self.writes = bool(written or rewritten or folder)


def lsp_session():
    """Returns the messages that an editor sends in a session with one document."""
    uri = "file:///walk.md5anim"
    document = {"textDocument": {"uri": uri}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    messages = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "md5anim", "version": 1, "text": md5anim(parent=b"7").decode()}}},
        {"id": 2, "method": "textDocument/documentSymbol", "params": document},
        {"id": 5, "method": "textDocument/references", "params": {**document, "position": {"line": 10, "character": 8}}},
        {"id": 6, "method": "textDocument/foldingRange", "params": document},
        {"id": 20, "method": "textDocument/semanticTokens/full", "params": document},
        {"id": 21, "method": "textDocument/inlayHint", "params": {**document, "range": lsp_client.lsp_range(0, 0, 99, 0)}},
        {"id": 3, "method": "textDocument/formatting", "params": {**document, "options": {"tabSize": 4, "insertSpaces": False}}},
        {"id": 7, "method": "textDocument/codeAction", "params": {**document, "range": whole, "context": {"diagnostics": []}}},
        {"id": 10, "method": "textDocument/completion", "params": {**document, "position": {"line": 3, "character": 0}}},
        {"id": 11, "method": "textDocument/completion", "params": {**document, "position": {"line": 10, "character": 3}}},
        {"id": 12, "method": "workspace/symbol", "params": {"query": "hip"}},
        {"method": "textDocument/didChange", "params": {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": md5anim().decode()}]}},
        {"id": 13, "method": "textDocument/rangeFormatting", "params": {**document, "range": whole, "options": {"tabSize": 4, "insertSpaces": False}}},
        {"method": "workspace/didChangeWorkspaceFolders", "params": {"event": {"added": [{"uri": "file:///absent", "name": "a"}], "removed": []}}},
        {"id": 8, "method": "textDocument/diagnostic", "params": document},
        {"id": 9, "method": "workspace/executeCommand", "params": {"command": "animproof.explain", "arguments": ["md5anim/parent-order"]}},
        {"id": 4, "method": "shutdown"},
        {"method": "exit"},
    ]
    return b"".join(lsp_client.encode_message({"jsonrpc": "2.0", **one}) for one in messages)


def make_repository():
    """Makes the current folder a repository of git in which a file and an archive have changed since the only commit."""
    write("faster.md5anim", md5anim())
    with zipfile.ZipFile("faster.pk4", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.write("faster.md5anim")
    for words in (["init", "-q"], ["add", "faster.md5anim", "faster.pk4"],
                  ["-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-q", "-m", "one"]):
        commands.run(["git", *words], check=True)
    write("faster.md5anim", md5anim().replace(b"frameRate 24", b"frameRate 30"))
    with zipfile.ZipFile("faster.pk4", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.write("faster.md5anim")


def make_inputs(program):
    """Writes the inputs of all verbs into the current folder."""
    def run(*arguments):
        commands.run([program, *arguments], check=True, stdout=commands.DEVNULL)

    write("clean.bin", mrtk())
    write("warned.bin", mrtk_with_warning())
    write("walk.md5anim", md5anim())
    write("walk.md5mesh", md5mesh(["root", "hips"]))
    write("parent.md5anim", md5anim(parent=b"7"))
    write("loose.md5anim", md5anim().replace(b"frameRate 24", b"frameRate  24"))
    write("marked.md5anim", b"\xef\xbb\xbf" + md5anim())
    write("long.md5anim", md5anim().replace(b"frameRate 24", b"// " + 200000 * b"x" + b"\nframeRate  24"))  # takes several writes
    write(DEEP, md5anim().replace(b"frameRate 24", b"frameRate  24"))
    os.makedirs("begun/invalid")
    os.mkdir("begun/progs")
    write("begun/progs/walk.md5anim", md5anim())
    write("begun/invalid/parent.md5anim", md5anim(parent=b"7"))
    run("generate", "--format=memg", "--seed=3", "--knob=timesteps=2", "--knob=vertices=3", "-o", "motion.bin")
    run("generate", "--format=md5camera", "--seed=3", "--knob=frames=3", "-o", "cut.md5camera")
    run("convert", "clean.bin", "--to=json", "-o", "clean.json")
    run("convert", "walk.md5anim", "--to=json", "-o", "walk.json")
    run("corpus", "build", "made", "--format=md5camera", "--count=3")
    os.makedirs("tree/deep")
    for i in range(3):
        write("tree/%d.bin" % i, mrtk())
        write("tree/deep/%d.md5anim" % i, md5anim(parent=b"7"))
    os.makedirs("tree/.git/info")
    os.makedirs("tree/out")
    write("tree/.animproof.ini", b"[animproof]\nignore = mrtk/no-keys\nexclude = no.bin, out/\ninclude = *.odd\n"
                                 b"rules = own.ini\n"
                                 b"[path deep/]\nfail-on = never\n")
    write("tree/own.ini", b"[rule few-frames]\nfigure = frames\nmost = 9000\nmessage = m\n"
                          b"[rule names]\nformats = md5anim\npath = hierarchy[*].name\nmatches = *\nmessage = m\n")
    write("tree/.gitignore", b"*.tmp\nno.md5anim\n")
    write("tree/.git/info/exclude", b"nor.md5anim\n")
    for name in ("no.bin", "out/no.bin", "asked.bin"):
        write("tree/" + name, mrtk_with_warning())
    for name in ("no.md5anim", "nor.md5anim"):
        write("tree/" + name, md5anim(parent=b"7"))
    write("tree/notes.odd", md5anim())
    for folder, scale in (("scaled/old", b"2"), ("scaled/new", b"3")):
        os.makedirs(folder)
        write(folder + "/walk.md5anim", md5anim())
        write(folder + "/walk.md5scale", b'{ "hips": { "0": ' + scale + b" } }")
        write(folder + "/alone.md5scale", b"{ }")
    make_repository()
    with zipfile.ZipFile("pack.pk4", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.write("walk.md5anim")
        pack.write("walk.md5mesh")
    small_corpus.build_small_corpus("judged", [small_corpus.case_and_content("n_bad", b"x" * 100), small_corpus.case_and_content("y_good", md5anim())])
    write("many.bin", mrtk_with_many_warnings(6000))
    write("large.bin", mrtk(times=[float(i) for i in range(3000)]))  # large enough to be mapped instead of read
    write("names", b"clean.bin\0walk.md5anim\0")
    shutil.copy(os.path.join(ROOT, "web/page/page.html"), "page.html")
    run("shard", "--count=2", "-o", "lists", "clean.bin", "walk.md5anim", "parent.md5anim")
    for i in "01":
        commands.run([program, "lint", "--files-from", "lists/" + i, "--output", "jsonl=%s.jsonl" % i], stdout=commands.DEVNULL)


# The command lines of a sweep. make_inputs writes their inputs. No command reads a file that another command writes.
VERBS = [
    Verb("--version"),
    Verb("help", "lint"),
    Verb("rules"),
    Verb("rules", "--format=json"),
    Verb("rules", "--format=markdown"),
    Verb("rules", "--format=html"),
    Verb("explain", "mrtk/flag"),
    Verb("completions", "bash"),
    Verb("config", "tree/0.bin"),
    Verb("init", "begun", written=("begun/.animproof.ini",), fresh=True),
    Verb("lint", "clean.bin", "warned.bin", "walk.md5anim", "parent.md5anim"),
    Verb("lint", "large.bin"),
    Verb("lint", "--against=HEAD", "faster.md5anim", unread=True),  # git may be what lacks memory
    Verb("lint", "--against=HEAD", "faster.pk4", unread=True),  # git or libzip may be what lacks memory
    Verb("lint", "--format=json", "many.bin", "--max-findings=0", "--max-per-rule=0", "--fail-on=never"),
    Verb("lint", "tree"),
    Verb("lint", "-j4", "tree"),
    Verb("lint", "-v", "scaled"),
    Verb("lint", "--strict", "--exclude=asked.bin", "tree", "tree/no.bin"),
    Verb("lint", "--force-exclude", "--exclude=asked.bin", "tree", "tree/no.bin", "tree/0.bin"),
    Verb("fix", "--exclude=asked.bin", "tree"),
    Verb("format", "--check", "--exclude=asked.bin", "tree"),
    Verb("roundtrip", "--exclude=asked.bin", "tree"),
    Verb("view", "--page=page.html", "--exclude=asked.bin", "tree", "-o", "view.html", written=("view.html",)),
    Verb("lint", "pack.pk4", unread=True),  # libzip does not always report that it is out of memory
    Verb("lint", "--files-from0=names"),
    Verb("lint", "-", stdin=mrtk_with_warning()),
    Verb("lint", "--obj=motion.obj", "motion.bin", "--fail-on=never"),
    Verb("lint", "--format=json", "parent.md5anim", "--output=sarif=r.sarif", "--output=junit=r.xml", "--output=html=r.html",
         written=("r.sarif", "r.xml", "r.html"), reports=True),
    Verb("lint", "--write-baseline=base.txt", "parent.md5anim", written=("base.txt",)),
    Verb("dump", "clean.bin"),
    Verb("dump", "--json", "walk.md5anim"),
    Verb("dump", "--json", "large.bin"),
    Verb("stats", "clean.bin", "walk.md5anim", "walk.md5mesh", "cut.md5camera", "motion.bin", "parent.md5anim"),
    Verb("stats", "--format=json", "--exclude=asked.bin", "tree"),
    Verb("stats", "--format=csv", "--sort=bytes", "large.bin", "clean.bin"),
    Verb("sets", "clean.bin", "walk.md5anim", "walk.md5mesh", "motion.bin", "parent.md5anim"),
    Verb("sets", "--format=json", "--exclude=asked.bin", "tree", "walk.md5anim"),
    Verb("roundtrip", "clean.bin", "walk.md5anim", "cut.md5camera", "motion.bin"),
    Verb("roundtrip", "--same", "loose.md5anim", "walk.md5anim"),
    Verb("compare", "loose.md5anim", "walk.md5anim"),
    Verb("compare", "--format=json", "tree", "clean.bin"),
    Verb("engines", "--format=html", "walk.md5anim", "clean.bin"),
    Verb("engines", "loose.md5anim"),
    Verb("compare", "scaled/old", "scaled/new"),
    Verb("format", "loose.md5anim"),
    Verb("format", "--diff", DEEP),
    Verb("format", "loose.md5anim", "-o", "out.md5anim", written=("out.md5anim",)),
    Verb("format", "-w", "loose.md5anim", rewritten=("loose.md5anim",)),
    Verb("format", "-w", "long.md5anim", rewritten=("long.md5anim",)),
    Verb("format", "--prune", "-w", "loose.md5anim", rewritten=("loose.md5anim",)),
    Verb("fix", "marked.md5anim", "warned.bin"),
    Verb("fix", "-w", "marked.md5anim", "loose.md5anim", rewritten=("marked.md5anim",)),
    Verb("convert", "clean.bin", "--to=json", "-o", "out.json", written=("out.json",)),
    Verb("convert", "large.bin", "--to=json", "-o", "out.json", written=("out.json",)),
    Verb("convert", "clean.json", "-o", "out.bin", written=("out.bin",)),
    Verb("convert", "walk.json", "-o", "out.md5anim", written=("out.md5anim",)),
    Verb("convert", "clean.bin", "--layout=published", "--to=1.0", "-o", "out.bin", written=("out.bin",)),
    Verb("convert", "motion.bin", "--byte-order=big", "-o", "out.bin", written=("out.bin",)),
    Verb("convert", "motion.bin", "--obj-positions=motion.obj", "--timestep=1", "-o", "out.obj", written=("out.obj",)),
    Verb("convert", "walk.md5anim", "--to=positions", "--at=0", "-o", "out.txt", written=("out.txt",)),
    Verb("convert", "walk.md5anim", "--to=gltf", "-o", "out.gltf", written=("out.gltf",)),
    Verb("convert", "motion.bin", "--to=gltf", "-o", "out.glb", written=("out.glb",)),
    Verb("convert", "walk.md5anim", "--to=bvh", "-o", "out.bvh", written=("out.bvh",)),
    Verb("convert", "clean.bin", "--to=csv", "-o", "out.csv", written=("out.csv",)),
    Verb("view", "--page=page.html", "walk.md5anim", "walk.md5mesh", "-o", "view.html", written=("view.html",)),
    Verb("generate", "--format=mrtk", "--seed=1", "-o", "out.bin", written=("out.bin",)),
    Verb("generate", "--format=md5mesh", "--seed=1", "--count=3", "-o", "made-md5/", folder="made-md5"),
    Verb("generate", "--format=memg", "--seed=1", "--count=2", "-o", "made-memg/", folder="made-memg"),
    Verb("mutate", "--equivalent", "--kind=joint-order", "--seed=2", "walk.md5anim", "-o", "m.md5anim", written=("m.md5anim",)),
    Verb("mutate", "--defect=mrtk/flag_camera-2", "clean.bin", "--expect", "e.json", "-o", "m.bin", written=("e.json", "m.bin")),
    Verb("mutate", "--seed=4", "clean.bin", "-o", "m.bin", written=("m.bin",)),
    Verb("corpus", "build", "built", "--format=md5camera", "--count=3", "--tar=built.tar", folder="built", written=("built.tar",)),
    Verb("corpus", "build", "packed", "--format=mrtk", "--count=2", "--jsonl=packed.jsonl", folder="packed", written=("packed.jsonl",), fresh=True),
    Verb("corpus", "verify", "made"),
    Verb("conform", "--loader=ok=/bin/true {}", "--progress=never", "--output=json=c.json", "judged", written=("c.json",), reports=True),
    Verb("reduce", "--test=/bin/grep -q frame {}", "--valid", "-j1", "--tries=5", "--progress=never", "walk.md5anim", "-o", "small.md5anim",
         written=("small.md5anim",), kept=b"frame"),
    Verb("conform", "--batch=ok=/bin/sed -u s/.*/accept/", "--progress=never", "judged"),
    Verb("report", "merge", "0.jsonl", "1.jsonl", "--output=junit=r.xml", written=("r.xml",), reports=True),
    Verb("shard", "--count=2", "-o", "made-lists", "tree", "clean.bin", folder="made-lists", lists=True),
    Verb("spec", "--format=ksy", "mrtk"),
    Verb("spec", "--format=hexpat", "memg", "-o", "memg.hexpat", written=("memg.hexpat",)),
    Verb("fuzz", "list"),
    Verb("manual", "lint"),
    Verb("manual", "-o", "man", folder="man"),
    Verb("lsp", stdin=lsp_session(), serves=True),
]


def stamps_below(folder):
    """Returns {path: (inode, size and times of the file)}. They change if the file is written or replaced, or gets another mode.
    """
    found = {}
    for parent, _, names in os.walk(folder):
        for path in (os.path.join(parent, name)[len(folder) + 1:] for name in names):
            if os.path.isfile(path):
                about = os.stat(path)
                found[path] = about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
    return found


class WorkFolder:
    """The folder in which verbs run. Each run begins with the same files."""

    def __init__(self, program):
        make_inputs(program)
        self.stamps = stamps_below(".")
        self.inputs = {path: read(path) for path in self.stamps}

    def prepare(self, verb):
        for name in verb.written if not verb.fresh else ():
            write(name, OLD)
        if verb.folder:
            shutil.rmtree(verb.folder, ignore_errors=True)

    def restore_after_run(self, verb):
        """Restores the folder after a run. Returns ({path: content} of new files and of inputs that the verb rewrites, paths of
        inputs that are missing or wrongly changed)."""
        stamps = stamps_below(".")
        others = {name: read(name) for name, stamp in stamps.items() if stamp != self.stamps.get(name)}
        for name in set(stamps) - set(self.inputs):
            os.remove(name)
        if verb.folder:
            shutil.rmtree(verb.folder, ignore_errors=True)
        gone = set(self.inputs) - set(stamps)
        for name in gone | (set(others) & set(self.inputs)):
            write(name, self.inputs[name])
        if gone or others:
            self.stamps = stamps_below(".")
        changed = {name: content for name, content in others.items() if self.inputs.get(name) != content}
        damaged = gone | ((set(changed) & set(self.inputs)) - set(verb.rewritten))
        return {name: changed[name] for name in set(changed) - damaged}, damaged


def session_fault(output):
    """Describes a fault in the messages of a language server that had a failure; None if there is no fault."""
    try:
        messages = lsp_client.parse_messages(output)
    except ValueError as fault:
        return str(fault)
    reported = any("error" in one or one.get("method") == "window/showMessage"
                   or "ran out" in json.dumps(one.get("params", {})) for one in messages)
    return None if reported else "messages are missing, and no message gives the reason"


def shard_list_entries(files, folder):
    """Returns ({path: kind of its entry} of the lists of shards, the number of entries that the lists announce); see
    docs/use/cluster.md."""
    found, promised = {}, 0
    for name, content in files.items():
        if name.startswith(folder + "/"):
            head, *lines = content.decode().splitlines()
            promised += int(head.split("\t")[3])
            found.update((line.split("\t")[-1], line.split("\t")[1]) for line in lines)
    return found, promised


def fault_of_shard_lists(verb, outcome, reference):
    """Describes a fault in lists of shards that differ from the reference's; None if the difference is allowed.

    Each file must be in a list, or its folder must be, which `lint` then reports. A folder that could not be listed has its own
    entry, and the exit code is not 0. The files of a folder that is skipped otherwise may be listed if the exit code is not 0.
    """
    was, _ = shard_list_entries(reference.files, verb.folder)
    found, promised = shard_list_entries(outcome.files, verb.folder)
    if promised < len(found):
        return "the lists have more entries than they announce"
    if outcome.code == 0 and "unread" in found.values():
        return "exit 0, although a folder could not be listed"
    lost = [path for path in was if path not in found and not any(path.startswith(folder + "/") for folder in found)
            and not (outcome.code != 0 and any(file.startswith(path + "/") for file in found))]
    return "the lists lack %s" % ", ".join(lost) if lost else None
