"""Every verb of the program with small inputs, and what each run of it writes: for sweeps that make the world fail."""

import json
import os
import shutil
import zipfile

import commands
import lsp_client
import small_corpus
from cli_case import ROOT, md5anim, md5mesh, mrtk, mrtk_many, mrtk_warned, read, write

OLD = b"what was there before\n"
DEEP = "./" * 500 + "\x01" * 200 + "/" + "\x01" * 200 + "/deep.md5anim"  # its name in messages takes more than one block of memory


class Verb:
    """One run. `made` are files that are new or replaced (reports: which say what failed), `mended` those written in place,
    `folder` one that is made (lists: of shards). fresh: what is made must not be there.
    unread: what it has no memory to read may be reported as what it cannot read."""

    def __init__(self, *arguments, made=(), mended=(), folder=None, stdin=None, reports=False, serves=False, lists=False,
                 fresh=False, unread=False):
        self.reports, self.serves, self.lists, self.fresh, self.unread = reports, serves, lists, fresh, unread
        self.arguments, self.made, self.mended, self.folder, self.stdin = list(arguments), made, mended, folder, stdin
        self.name = " ".join(self.arguments)
        self.writes = bool(made or mended or folder)


def lsp_session():
    """What an editor sends for one document, from the first message to the last."""
    uri = "file:///walk.md5anim"
    document = {"textDocument": {"uri": uri}}
    said = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "md5anim", "version": 1, "text": md5anim(parent=b"7").decode()}}},
        {"id": 2, "method": "textDocument/documentSymbol", "params": document},
        {"id": 3, "method": "textDocument/formatting", "params": {**document, "options": {"tabSize": 4, "insertSpaces": False}}},
        {"id": 4, "method": "shutdown"},
        {"method": "exit"},
    ]
    return b"".join(lsp_client.message({"jsonrpc": "2.0", **one}) for one in said)


def make_inputs(program):
    """Writes them into the folder that this process is in."""
    def run(*arguments):
        commands.run([program, *arguments], check=True, stdout=commands.DEVNULL)

    write("clean.bin", mrtk())
    write("warned.bin", mrtk_warned())
    write("walk.md5anim", md5anim())
    write("walk.md5mesh", md5mesh(["root", "hips"]))
    write("parent.md5anim", md5anim(parent=b"7"))
    write("loose.md5anim", md5anim().replace(b"frameRate 24", b"frameRate  24"))
    write("marked.md5anim", b"\xef\xbb\xbf" + md5anim())
    write("long.md5anim", md5anim().replace(b"frameRate 24", b"// " + 200000 * b"x" + b"\nframeRate  24"))  # takes several writes
    write(DEEP, md5anim().replace(b"frameRate 24", b"frameRate  24"))
    os.mkdir("begun")
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
                                 b"[path deep/]\nfail-on = never\n")
    write("tree/.gitignore", b"*.tmp\nno.md5anim\n")
    write("tree/.git/info/exclude", b"nor.md5anim\n")
    for name in ("no.bin", "out/no.bin", "asked.bin"):
        write("tree/" + name, mrtk_warned())
    for name in ("no.md5anim", "nor.md5anim"):
        write("tree/" + name, md5anim(parent=b"7"))
    write("tree/notes.odd", md5anim())
    with zipfile.ZipFile("pack.pk4", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.write("walk.md5anim")
        pack.write("walk.md5mesh")
    small_corpus.build("judged", [small_corpus.entry("n_bad", b"x" * 100), small_corpus.entry("y_good", md5anim())])
    write("many.bin", mrtk_many(6000))
    write("large.bin", mrtk(times=[float(i) for i in range(3000)]))  # is mapped, not read
    write("names", b"clean.bin\0walk.md5anim\0")
    shutil.copy(os.path.join(ROOT, "web/page/page.html"), "page.html")
    run("shard", "--count=2", "-o", "lists", "clean.bin", "walk.md5anim", "parent.md5anim")
    for i in "01":
        commands.run([program, "lint", "--files-from", "lists/" + i, "--output", "jsonl=%s.jsonl" % i], stdout=commands.DEVNULL)


# What a verb reads is above, what it writes is its own.
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
    Verb("config", "--init", "begun", made=("begun/.animproof.ini",), fresh=True),
    Verb("lint", "clean.bin", "warned.bin", "walk.md5anim", "parent.md5anim"),
    Verb("lint", "large.bin"),
    Verb("lint", "--format=json", "many.bin", "--max-findings=0", "--max-per-rule=0", "--fail-on=never"),
    Verb("lint", "tree"),
    Verb("lint", "-j4", "tree"),
    Verb("lint", "--strict", "--exclude=asked.bin", "tree", "tree/no.bin"),
    Verb("lint", "--force-exclude", "--exclude=asked.bin", "tree", "tree/no.bin", "tree/0.bin"),
    Verb("fix", "--exclude=asked.bin", "tree"),
    Verb("format", "--check", "--exclude=asked.bin", "tree"),
    Verb("roundtrip", "--exclude=asked.bin", "tree"),
    Verb("view", "--page=page.html", "--exclude=asked.bin", "tree", "-o", "view.html", made=("view.html",)),
    Verb("lint", "pack.pk4", unread=True),  # libzip does not always say that memory is what it lacks
    Verb("lint", "--files-from0=names"),
    Verb("lint", "-", stdin=mrtk_warned()),
    Verb("lint", "--obj=motion.obj", "motion.bin", "--fail-on=never"),
    Verb("lint", "--format=json", "parent.md5anim", "--output=sarif=r.sarif", "--output=junit=r.xml", "--output=html=r.html",
         made=("r.sarif", "r.xml", "r.html"), reports=True),
    Verb("lint", "--write-baseline=base.txt", "parent.md5anim", made=("base.txt",)),
    Verb("dump", "clean.bin"),
    Verb("dump", "--json", "walk.md5anim"),
    Verb("dump", "--json", "large.bin"),
    Verb("roundtrip", "clean.bin", "walk.md5anim", "cut.md5camera", "motion.bin"),
    Verb("format", "loose.md5anim"),
    Verb("format", "--diff", DEEP),
    Verb("format", "loose.md5anim", "-o", "out.md5anim", made=("out.md5anim",)),
    Verb("format", "-w", "loose.md5anim", mended=("loose.md5anim",)),
    Verb("format", "-w", "long.md5anim", mended=("long.md5anim",)),
    Verb("format", "--prune", "-w", "loose.md5anim", mended=("loose.md5anim",)),
    Verb("fix", "marked.md5anim", "warned.bin"),
    Verb("fix", "-w", "marked.md5anim", "loose.md5anim", mended=("marked.md5anim",)),
    Verb("convert", "clean.bin", "--to=json", "-o", "out.json", made=("out.json",)),
    Verb("convert", "large.bin", "--to=json", "-o", "out.json", made=("out.json",)),
    Verb("convert", "clean.json", "-o", "out.bin", made=("out.bin",)),
    Verb("convert", "walk.json", "-o", "out.md5anim", made=("out.md5anim",)),
    Verb("convert", "clean.bin", "--layout=published", "--to=1.0", "-o", "out.bin", made=("out.bin",)),
    Verb("convert", "motion.bin", "--byte-order=big", "-o", "out.bin", made=("out.bin",)),
    Verb("convert", "motion.bin", "--obj-positions=motion.obj", "--timestep=1", "-o", "out.obj", made=("out.obj",)),
    Verb("convert", "walk.md5anim", "--to=positions", "--at=0", "-o", "out.txt", made=("out.txt",)),
    Verb("convert", "walk.md5anim", "--to=gltf", "-o", "out.gltf", made=("out.gltf",)),
    Verb("convert", "motion.bin", "--to=gltf", "-o", "out.glb", made=("out.glb",)),
    Verb("convert", "walk.md5anim", "--to=bvh", "-o", "out.bvh", made=("out.bvh",)),
    Verb("convert", "clean.bin", "--to=csv", "-o", "out.csv", made=("out.csv",)),
    Verb("view", "--page=page.html", "walk.md5anim", "walk.md5mesh", "-o", "view.html", made=("view.html",)),
    Verb("generate", "--format=mrtk", "--seed=1", "-o", "out.bin", made=("out.bin",)),
    Verb("generate", "--format=md5mesh", "--seed=1", "--count=3", "-o", "made-md5/", folder="made-md5"),
    Verb("generate", "--format=memg", "--seed=1", "--count=2", "-o", "made-memg/", folder="made-memg"),
    Verb("mutate", "--defect=mrtk/flag_camera-2", "clean.bin", "--expect", "e.json", "-o", "m.bin", made=("e.json", "m.bin")),
    Verb("mutate", "--seed=4", "clean.bin", "-o", "m.bin", made=("m.bin",)),
    Verb("corpus", "build", "built", "--format=md5camera", "--count=3", "--tar=built.tar", folder="built", made=("built.tar",)),
    Verb("corpus", "build", "packed", "--format=mrtk", "--count=2", "--jsonl=packed.jsonl", folder="packed", made=("packed.jsonl",), fresh=True),
    Verb("corpus", "verify", "made"),
    Verb("conform", "--loader=ok=/bin/true {}", "--progress=never", "--output=json=c.json", "judged", made=("c.json",), reports=True),
    Verb("conform", "--batch=ok=/bin/sed -u s/.*/accept/", "--progress=never", "judged"),
    Verb("report", "merge", "0.jsonl", "1.jsonl", "--output=junit=r.xml", made=("r.xml",), reports=True),
    Verb("shard", "--count=2", "-o", "made-lists", "tree", "clean.bin", folder="made-lists", lists=True),
    Verb("spec", "--format=ksy", "mrtk"),
    Verb("spec", "--format=hexpat", "memg", "-o", "memg.hexpat", made=("memg.hexpat",)),
    Verb("fuzz", "list"),
    Verb("manual", "lint"),
    Verb("manual", "-o", "man", folder="man"),
    Verb("lsp", stdin=lsp_session(), serves=True),
]


def stamps_below(folder):
    """{path: what changes when the file is written, replaced or given other rights} of the files in it."""
    found = {}
    for place, _, names in os.walk(folder):
        for path in (os.path.join(place, name)[len(folder) + 1:] for name in names):
            if os.path.isfile(path):
                about = os.stat(path)
                found[path] = about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
    return found


class Workplace:
    """The folder of a verb's runs: each begins with the same files in it."""

    def __init__(self, program):
        make_inputs(program)
        self.stamps = stamps_below(".")
        self.inputs = {path: read(path) for path in self.stamps}

    def prepare(self, verb):
        for name in verb.made if not verb.fresh else ():
            write(name, OLD)
        if verb.folder:
            shutil.rmtree(verb.folder, ignore_errors=True)

    def clear(self, verb):
        """Takes away what a run has left: ({path: content} of what it left or may rewrite, inputs that are not as they were)."""
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
        hurt = gone | ((set(changed) & set(self.inputs)) - set(verb.mended))
        return {name: changed[name] for name in set(changed) - hurt}, hurt


def session_fault(output):
    """What is wrong with what a server has said while it was short of something; None for nothing."""
    try:
        messages = lsp_client.parse(output)
    except ValueError as fault:
        return str(fault)
    told = any("error" in one or one.get("method") == "window/showMessage"
               or "ran out" in json.dumps(one.get("params", {})) for one in messages)
    return None if told else "no message says why others are not there"


def entries_of(files, folder):
    """{path: what its entry says} of shards' lists, and how many entries they promise (docs/use/cluster.md)."""
    found, promised = {}, 0
    for name, content in files.items():
        if name.startswith(folder + "/"):
            head, *lines = content.decode().splitlines()
            promised += int(head.split("\t")[3])
            found.update((line.split("\t")[-1], line.split("\t")[1]) for line in lines)
    return found, promised


def lists_fault(verb, now, whole):
    """What is wrong with other lists than ever: each file must be in one, or what it is in, which lint then tells.

    What could not be listed is an entry of its own, and the exit code says so. It also says so where a folder that is skipped
    otherwise was entered, and its files are listed.
    """
    was, _ = entries_of(whole.files, verb.folder)
    found, promised = entries_of(now.files, verb.folder)
    if promised < len(found):
        return "lists have more entries than they say"
    if now.code == 0 and "unread" in found.values():
        return "exit 0, and a folder could not be listed"
    lost = [path for path in was if path not in found and not any(path.startswith(folder + "/") for folder in found)
            and not (now.code != 0 and any(file.startswith(path + "/") for file in found))]
    return "the lists lack %s" % ", ".join(lost) if lost else None
