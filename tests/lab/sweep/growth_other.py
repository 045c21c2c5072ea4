"""Makes families of binary files, companions, documents, folders with configurations, archives, baselines, lists, editor sessions
and command lines, in which one quantity grows."""

import io
import struct
import zipfile

import lsp_client
from cli_case import mrtk, mrtk_curve, mrtk_with_many_warnings
from growth_text import LISTS, Family, text_with_list


def grown_text(kind, grown=None, size=2, way="valid"):
    return text_with_list(LISTS[kind][0], grown, way, size)


# Binary formats

def pack_doubles(*values):
    return struct.pack("<%dd" % len(values), *values)


def memg_bytes(steps=2, groups=1, vertices=3, modes=1, frames=1, name=b"g%d", mapping=None, value=0.5, coefficients=0.25, trailing=b""):
    """Returns the bytes of a valid memg file, unless an argument makes it invalid."""
    parts = [struct.pack("<iiii", 1, 30, frames, steps)]
    turn = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    parts.append(pack_doubles(*turn) * frames * steps)
    for group in range(groups):
        label = name % group if b"%" in name else name
        parts.append(struct.pack("<i", len(label)) + label + struct.pack("<i", vertices))
        parts.append(struct.pack("<%di" % vertices, *(mapping(i, vertices) if mapping else i + 1 for i in range(vertices))))
        parts.append(pack_doubles(*[value * i for i in range(3 * vertices)]) + struct.pack("<i", 0))
        parts.append(struct.pack("<ii", 3 * vertices, modes) + pack_doubles(*[coefficients] * (3 * vertices * modes)))
        parts.append(struct.pack("<ii", modes, steps) + pack_doubles(*[coefficients] * (modes * steps)))
    return b"".join(parts) + trailing


def mrtk_with_keys(count, time=lambda i, n: float(i), value=lambda i: 0.0, curves=7):
    """Returns an mrtk recording: the first `curves` of the seven curves of the camera have `count` keys, the others two."""
    body = mrtk()[:19]
    for curve in range(7):
        keys = [(time(i, count), 1.0 if curve == 6 else value(i)) for i in range(count if curve < curves else 2)]
        body += mrtk_curve(keys)
    return body + struct.pack("<i", 0)


def mrtk_with_markers(count, time=lambda i, n: float(i), name=lambda i: b"m%d" % i):
    return mrtk(markers=[(time(i, count), name(i)) for i in range(count)])


NAN, INF = float("nan"), float("inf")
MRTK = {
    "keys": lambda n: mrtk_with_keys(n),
    "keys backwards": lambda n: mrtk_with_keys(n, lambda i, m: float(m - i)),
    "keys at one time": lambda n: mrtk_with_keys(n, lambda i, m: 1.0),
    "keys in pairs": lambda n: mrtk_with_keys(n, lambda i, m: float(i // 2)),
    "keys at NaN": lambda n: mrtk_with_keys(n, lambda i, m: NAN),
    "values of NaN": lambda n: mrtk_with_keys(n, value=lambda i: NAN),
    "values that are infinite": lambda n: mrtk_with_keys(n, value=lambda i: INF),
    "values that differ": lambda n: mrtk_with_keys(n, value=lambda i: float(i * i % 97)),
    "keys of one curve": lambda n: mrtk_with_keys(n, curves=1),
    "keys at other times in each curve": lambda n: mrtk_with_keys(n, lambda i, m: i + 0.5 * (i % 2), curves=3),
    "warnings": lambda n: mrtk_with_many_warnings(n),
    "markers": lambda n: mrtk_with_markers(n),
    "markers backwards": lambda n: mrtk_with_markers(n, lambda i, m: float(m - i)),
    "markers at one time": lambda n: mrtk_with_markers(n, lambda i, m: 1.0),
    "markers of one name": lambda n: mrtk_with_markers(n, name=lambda i: b"same"),
    "markers without names": lambda n: mrtk_with_markers(n, name=lambda i: b""),
    "markers of invalid UTF-8": lambda n: mrtk_with_markers(n, name=lambda i: b"\xff\xfe\x00"),
    "markers at NaN": lambda n: mrtk_with_markers(n, lambda i, m: NAN),
    "zeros at the end": lambda n: mrtk() + bytes(24 * n),
    "text at the end": lambda n: mrtk() + b"text " * (5 * n),
    "a count that is too large": lambda n: mrtk_with_keys(n)[:-4] + struct.pack("<i", n) + mrtk_with_keys(n)[31:],
    "cut in the keys": lambda n: mrtk_with_keys(n)[:20 * n],
    "a count that is too small": lambda n: mrtk()[:27] + struct.pack("<i", n // 2) + mrtk_with_keys(n)[31:],
    "two bytes missing": lambda n: mrtk_with_keys(n)[:200] + mrtk_with_keys(n)[202:],
    "the file twice": lambda n: mrtk_with_keys(n) * 2,
}
MEMG = {
    "timesteps": lambda n: memg_bytes(steps=n),
    "frames": lambda n: memg_bytes(frames=n),
    "groups": lambda n: memg_bytes(groups=n),
    "groups of one name": lambda n: memg_bytes(groups=n, name=b"same"),
    "groups of invalid names": lambda n: memg_bytes(groups=n, name=b"a b\xff%d"),
    "vertices": lambda n: memg_bytes(vertices=n),
    "vertices backwards": lambda n: memg_bytes(vertices=n, mapping=lambda i, m: m - 1 - i),
    "vertices that repeat": lambda n: memg_bytes(vertices=n, mapping=lambda i, m: 7),
    "vertices that are negative": lambda n: memg_bytes(vertices=n, mapping=lambda i, m: -i - 1),
    "vertices out of range": lambda n: memg_bytes(vertices=n, mapping=lambda i, m: 2000000000 - i),
    "modes": lambda n: memg_bytes(modes=max(1, n // 8), vertices=3, steps=2),
    "means of NaN": lambda n: memg_bytes(vertices=n, value=NAN),
    "coefficients of NaN": lambda n: memg_bytes(steps=n, coefficients=NAN),
    "coefficients that are infinite": lambda n: memg_bytes(steps=n, coefficients=INF),
    "a name": lambda n: memg_bytes(name=b"n" * 24 * n),
    "zeros at the end": lambda n: memg_bytes(trailing=bytes(24 * n)),
    "text at the end": lambda n: memg_bytes(trailing=b"text " * (5 * n)),
    "groups cut": lambda n: memg_bytes(groups=n)[:-100],
    "a byte missing in the groups": lambda n: memg_bytes(groups=n)[:400] + memg_bytes(groups=n)[401:],
    "timesteps that are too many": lambda n: memg_bytes(steps=n)[:12] + struct.pack("<i", n + n // 2) + memg_bytes(steps=n)[16:],
    "timesteps and frames exchanged": lambda n: memg_bytes(steps=n)[:8] + struct.pack("<ii", n, 1) + memg_bytes(steps=n)[16:],
    "timesteps that are too few": lambda n: memg_bytes(steps=n)[:12] + struct.pack("<i", n // 2) + memg_bytes(steps=n)[16:],
    "the file twice": lambda n: memg_bytes(groups=n) * 2,
    "big-endian": lambda n: bytes(reversed(memg_bytes(groups=1)[:4])) + memg_bytes(groups=n)[4:],
}


def obj_family(lines):
    return lambda n: {"x.memg": memg_bytes(vertices=n), "scene.obj": "\n".join(lines(n)) + "\n"}


OBJ = {
    "points and faces": lambda n: (["v %d 0 %d" % (i, i * i % 97) for i in range(n)] + ["g g0"]
                                   + ["f %d %d %d" % (i, i + 1, i + 2) for i in range(1, n - 1)]),
    "one face of all points": lambda n: ["v %d 0 0" % i for i in range(n)] + ["g g0", "f " + " ".join(str(i + 1) for i in range(n))],
    "faces of one point": lambda n: ["v 0 0 0"] * 3 + ["g g0"] + ["f 1 1 1"] * n,
    "groups": lambda n: ["v 0 0 0"] * 3 + [word for i in range(n) for word in ("g g%d" % i, "f 1 2 3")],
    "one group again and again": lambda n: ["v 0 0 0"] * 3 + [word for i in range(n) for word in ("g g0", "f 1 2 3", "g other", "f 1 2 3")],
    "many groups on one line": lambda n: ["v 0 0 0"] * 3 + ["g " + " ".join("g%d" % i for i in range(n)), "f 1 2 3"],
    "comments": lambda n: ["# comment"] * n,
    "unknown statements": lambda n: ["xyz 1 2 3"] * n,
    "corners out of range": lambda n: ["v 0 0 0", "g g0"] + ["f 1 2 %d" % (i + 9) for i in range(n)],
    "corners counted backwards": lambda n: ["v %d 0 0" % i for i in range(n)] + ["g g0"] + ["f -1 -2 -3"] * n,
    "texture points": lambda n: ["vt 0 0"] * n + ["v 0 0 0"] * 3 + ["g g0"] + ["f 1/1 2/2 3/3"] * n,
    "points that are not numbers": lambda n: ["v x y z"] * n,
    "lines that go on": lambda n: ["v 0 0 \\"] + ["\\"] * n + ["0"],
}


def animation_with_mesh(grown, way="valid"):
    return lambda n: {"x.md5anim": grown_text("md5anim", "joints", n, way), "scene.md5mesh": grown_text("md5mesh", grown, n)}


def mesh_with_shared_weights(n):
    """Returns a mesh of n vertices that all share n weights. `convert` accepts small ones of such meshes, and refuses large ones.
    """
    weights = "".join("\tweight %d 0 1 ( 0 0 %d )\n" % (i, i) for i in range(n))
    verts = "".join("\tvert %d ( 0 0 ) 0 %d\n" % (i, n) for i in range(n))
    return ('MD5Version 10\ncommandline ""\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t"a" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n\n'
            'mesh {\n\tshader "s"\n\n' "\tnumverts %d\n%s\n\tnumtris 0\n\n\tnumweights %d\n%s}\n" % (n, verts, n, weights)).encode()


# Documents

def camera_document(fields):
    return lambda n: {"x.json": '{"format": "md5camera", "fields": {%s, %s}}' % (fields(n), CAMERA)}


CAMERA = '"version": 10, "commandline": "", "num_frames": 1, "frame_rate": 24, "num_cuts": 0, "frames": [%s]'
CAMERA %= '{"position": {"x": 0, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0}, "fov": 90}'

DOCUMENTS = {
    "lists within lists": lambda n: '"x": ' + "[" * n + "]" * n,
    "lists left open": lambda n: '"x": ' + "[" * n,
    "objects within objects": lambda n: '"x": ' + '{"a": ' * n + "1" + "}" * n,
    "members": lambda n: ", ".join('"m%d": 1' % i for i in range(n)),
    "one member again and again": lambda n: ", ".join('"version": 10' for _ in range(n)),
    "a string": lambda n: '"commandline": "%s"' % ("s" * 24 * n),
    "escapes in a string": lambda n: '"commandline": "%s"' % ("\\u00e9" * 4 * n),
    "a string left open": lambda n: '"commandline": "%s' % ("s" * 24 * n),
    "digits of a number": lambda n: '"version": 1%s' % ("0" * 24 * n),
    "digits after a point": lambda n: '"version": 1.%s' % ("7" * 24 * n),
    "blanks": lambda n: '"version": %s10' % (" " * 24 * n),
    "a list of numbers": lambda n: '"cuts": [%s]' % ", ".join(["1"] * n),
    "a list of objects": lambda n: '"x": [%s]' % ", ".join('{"position": {"x": 1}}' for _ in range(n)),
    "names of members": lambda n: '"%s": 1' % ("m" * 24 * n),
}

# Folders with configurations

SMALL = grown_text("md5anim")


def folder_tree(count, config="", ignore=None, path="t/%05d.md5anim", content=SMALL):
    files = {path % i: content for i in range(count)}
    files["t/.animproof.ini"] = config
    if ignore is not None:
        files.update({"t/.gitignore": ignore, "t/.git/HEAD": ""})
    return files


def pattern_list(count, pattern="*a%d*z"):
    return ", ".join(pattern % i for i in range(count))


TREES = {
    "files": lambda n: folder_tree(n // 8),
    "files and patterns": lambda n: folder_tree(n // 16, "[animproof]\nexclude = %s\n" % pattern_list(min(999, n // 4))),
    "files with sections": lambda n: folder_tree(n // 16, "".join("[path *%d?.md5anim]\nignore = md5anim/line-length\n" % (i % 10) for i in range(64))),
    "patterns to exclude": lambda n: folder_tree(2, "[animproof]\nexclude = %s\n" % pattern_list(min(999, n // 4))),
    "patterns to include": lambda n: folder_tree(2, "[animproof]\ninclude = %s\n" % pattern_list(min(999, n // 4))),
    "stars in a pattern": lambda n: folder_tree(2, "[animproof]\nexclude = %s\n" % ("*0" * min(2040, n))),
    "folders in a pattern": lambda n: folder_tree(2, "[animproof]\nexclude = %s\n" % ("**/" * min(1300, n) + "x")),
    "sets in a pattern": lambda n: folder_tree(2, "[animproof]\nexclude = [%s]\n" % ("a-z" * min(1300, n))),
    "rules to ignore": lambda n: folder_tree(2, "[animproof]\nignore = %s\n" % ", ".join(["md5anim/line-length"] * min(999, n // 4))),
    "rules to select": lambda n: folder_tree(2, "[animproof]\nselect = %s\n" % ", ".join(["md5anim"] * min(999, n // 4))),
    "severities": lambda n: folder_tree(2, "[severity]\n" + "md5anim/line-length = note\n" * min(999, n // 4)),
    "comments in a configuration": lambda n: folder_tree(2, "# comment\n" * n),
    "blank lines in a configuration": lambda n: folder_tree(2, "\n" * 24 * n),
    "empty keys": lambda n: folder_tree(2, "[animproof]\n" + "ignore =\n" * n),
    "empty sections": lambda n: folder_tree(2, "[severity]\n" * n),
    "an unknown key": lambda n: folder_tree(2, "[animproof]\n%s = 1\n" % ("k" * 24 * n)),
    "an unknown section": lambda n: folder_tree(2, "[%s]\n" % ("s" * 24 * n)),
    "too many patterns": lambda n: folder_tree(2, "[animproof]\nexclude = %s\n" % ",".join(["x"] * 12 * n)),
    "a pattern that is too long": lambda n: folder_tree(2, "[animproof]\nexclude = %s\n" % ("*a" * 12 * n)),
    "lines of .gitignore": lambda n: folder_tree(2, ignore="".join("*a%d*z\n" % i for i in range(n))),
    "stars of .gitignore": lambda n: folder_tree(2, ignore="*0" * min(2040, n) + "\n"),
    "files and lines of .gitignore": lambda n: folder_tree(n // 16, ignore="".join("*a%d*z\n" % i for i in range(n // 16))),
    "nested folders": lambda n: {"/".join(["t"] + ["d"] * min(1900, n // 4)) + "/x.md5anim": SMALL, "t/.animproof.ini": "[path d/]\nstrict = yes\n"},
    "folders": lambda n: {"t/%05d/x.md5anim" % i: SMALL for i in range(n // 8)},
    "findings in files": lambda n: folder_tree(n // 8, content=grown_text("md5anim", "values", 9, "a word that is not a number")),
    "pairs": lambda n: {"t/%05d.%s" % (i, kind): grown_text(kind) for i in range(n // 16) for kind in ("md5anim", "md5mesh")},
    "animations of one mesh": lambda n: {"t/one.md5mesh": grown_text("md5mesh"), **{"t/%05d.md5anim" % i: SMALL for i in range(n // 8)}},
}


def zip_archive(names, content=SMALL):
    def files_of_archive(n):
        stored = zip_bytes([(name, content) for name in names(n)])
        return {"x.zip": stored}
    return files_of_archive


def zip_bytes(members):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as pack:
        for name, content in members:
            pack.writestr(name, content)
    return held.getvalue()


ARCHIVES = {
    "members": lambda n: ["%05d.md5anim" % i for i in range(n // 8)],
    "members of no format": lambda n: ["%05d.txt" % i for i in range(n)],
    "members in nested folders": lambda n: ["d/" * min(i, 400) + "x.md5anim" for i in range(n // 32)],
    "a member's name": lambda n: ["n" * min(60000, 8 * n) + ".md5anim"],
    "members in folders": lambda n: ["%05d/x.md5anim" % i for i in range(n // 8)],
}

# Baselines and lists of files

def file_with_baseline(line):
    return lambda n: {"x.md5anim": grown_text("md5anim", "values", n, "NaN"), "known": "# animproof baseline 1\n" + "".join(line(i) for i in range(n))}


def known_nan(index):
    """Returns a line of a baseline. The findings have this value at all indices, so that they differ from the line only in the index."""
    return 'x.md5anim\tmd5anim/number\tframes[0].values[%s]\t"nan"\n' % index


BASELINES = {
    "lines that are found": known_nan,
    "lines with names of other joints": lambda i: known_nan("%d other Tx" % i),
    "equal lines with a star": lambda i: known_nan("*"),
    "lines that are wrong": lambda i: "wrong\n",
}


def file_with_list(lines):
    return lambda n: {"a.md5anim": SMALL, "list": "\n".join(lines(n)) + "\n"}


# Sessions of an editor

def open_message(identity, text):
    return lsp_client.encode_message({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///%s.md5anim" % identity, "languageId": "md5anim", "version": 1, "text": text}}})


def edit_message(version, line, text, times=1):
    position = {"line": line, "character": 0}
    return lsp_client.encode_message({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": "file:///x.md5anim", "version": version},
        "contentChanges": [{"range": {"start": position, "end": position}, "text": text}] * times}})


def request_message(identity, method, parameters):
    return lsp_client.encode_message({"jsonrpc": "2.0", "id": identity, "method": method,
                               "params": {"textDocument": {"uri": "file:///x.md5anim"}, **parameters}})


INITIALIZE = lsp_client.encode_message({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
    "processId": None, "rootUri": None, "capabilities": {}}})
POSITION = {"position": {"line": 9, "character": 3}}
SESSIONS = {
    "edits": lambda n: open_message("x", SMALL.decode()) + b"".join(edit_message(i + 2, 2, "\n") for i in range(n // 8)),
    "edits of one message": lambda n: open_message("x", SMALL.decode()) + edit_message(2, 2, " ", n // 4),
    "documents": lambda n: b"".join(open_message("d%d" % i, SMALL.decode()) for i in range(n // 16)),
    "hovers": lambda n: open_message("x", SMALL.decode()) + b"".join(request_message(i + 2, "textDocument/hover", POSITION) for i in range(n // 4)),
    "unknown methods": lambda n: b"".join(request_message(i + 2, "textDocument/nonsense", {}) for i in range(n // 4)),
    "messages that are not JSON": lambda n: b"".join(lsp_client.encode_message(b"{" * 20) for _ in range(n // 4)),
    "one message of nested lists": lambda n: lsp_client.encode_message(b"[" * 24 * n),
}


# Command lines

ONE = ["x.md5anim"]
WORDS = {
    "rules to ignore": lambda n: ["lint", "-j1", *ONE] + ["--ignore", "mrtk"] * (n // 4),
    "rules to select": lambda n: ["lint", "-j1", *ONE, "--select", ",".join(["md5anim"] * n)],
    "severities": lambda n: ["lint", "-j1", *ONE] + ["--severity", "mrtk=note"] * (n // 4),
    "patterns to exclude": lambda n: ["lint", "-j1", ".", "--exclude", ",".join("*a%d*z" % i for i in range(n))],
    "a pattern to exclude": lambda n: ["lint", "-j1", ".", "--exclude", "*a" * n],
    "a file again and again": lambda n: ["lint", "-j1"] + ONE * n,
    "files that are not there": lambda n: ["lint", "-j1"] + ["a%d" % i for i in range(n)],
    "files to fix": lambda n: ["fix"] + ONE * (n // 8),
    "files to format": lambda n: ["format", "--check"] + ONE * (n // 8),
    "files to compare": lambda n: ["roundtrip"] + ONE * (n // 8),
    "a rule to explain": lambda n: ["explain", "r" * 24 * n],
    "a pattern to explain": lambda n: ["explain", "md5anim/*" + "*m" * 4 * n],
    "rules to explain": lambda n: ["explain"] + ["md5anim/number"] * (n // 4),
    "an unknown option": lambda n: ["lint", "--" + "o" * 24 * n],
    "an unknown command": lambda n: ["c" * 24 * n],
    "files to configure": lambda n: ["config"] + ONE * (n // 4),
    "times": lambda n: ["convert", "--to", "positions", "--at", ",".join("0.%d" % i for i in range(n)), *ONE, "-o", "out"],
}


def other_families():
    for name, words in WORDS.items():
        yield Family("words: " + name, "words", ONE, lambda n: {"x.md5anim": SMALL}, words)
    for kind, table in (("mrtk", MRTK), ("memg", MEMG)):
        for name, content in table.items():
            yield Family("%s: %s" % (kind, name), kind, ["x." + kind], lambda n, kind=kind, content=content: {"x." + kind: content(n)})
    yield Family("md5mesh: shared weights", "md5mesh", ["x.md5mesh"], lambda n: {"x.md5mesh": mesh_with_shared_weights(n)})
    for name, lines in OBJ.items():
        yield Family(".obj: " + name, "obj", ["x.memg"], obj_family(lines))
    for grown in ("joints", "weights", "verts", "tris", "meshes"):
        yield Family("companion: joints, and %s of the mesh" % grown, "mesh", ["x.md5anim"], animation_with_mesh(grown))
    yield Family("companion: joints that are not the mesh's", "mesh", ["x.md5anim"], animation_with_mesh("joints", "all the same"))
    for name, fields in DOCUMENTS.items():
        yield Family("document: " + name, "document", ["x.json"], camera_document(fields))
    for name, files in TREES.items():
        yield Family("folder: " + name, "tree", ["t"], files)
    for name, names in ARCHIVES.items():
        yield Family("archive: " + name, "archive", ["x.zip"], zip_archive(names))
    for name, line in BASELINES.items():
        yield Family("baseline: " + name, "baseline", ["x.md5anim"], file_with_baseline(line))
    for name, lines in (("one path again and again", lambda n: ["a.md5anim"] * n),
                        ("paths that are not there", lambda n: ["b%d" % i for i in range(n)]),
                        ("a long path", lambda n: ["p" * 24 * n])):
        yield Family("list: " + name, "list", ["list"], file_with_list(lines))
    for name, messages in SESSIONS.items():
        yield Family("session: " + name, "session", ["session"], lambda n, messages=messages: {"session": INITIALIZE + messages(n)})


FAMILIES = list(other_families())
