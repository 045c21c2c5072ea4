"""Makes families of text files in which one quantity grows.

A list is a repeated production of a text format's grammar, such as joints; the tokens of an entry are a line. A way changes the
tokens, the line ends, or the list's count in the header. A family is a list of growing length with a way, or a growing text in
place of one token (REPLACEMENTS).
"""

import collections
import functools
import os
import pathlib

Way = collections.namedtuple("Way", "line count end", defaults=(None, None, None))

NUMBER_LIKE = "-0123456789"


def join_words(words):
    return " ".join(words)


def number_changer(end, change):
    """Returns a Way's function `line` that changes the first (end 0) or the last (end -1) number of each line."""
    def line_with_changed_number(words, index, count):
        numbers = [i for i, word in enumerate(words) if word[0] in NUMBER_LIKE]
        at = numbers[end] if numbers else len(words)
        return join_words(words[:at] + [change(word, index, count) for word in words[at:at + 1]] + words[at + 1:])
    return line_with_changed_number


# `make growth` measures the usual ways; growth.py --wide measures all ways.
USUAL_WAYS = {
    "valid": Way(),
    "more than the header says": Way(count=lambda count: 2),
    "fewer than the header says": Way(count=lambda count: 2 * count),
    "a comment on each line": Way(lambda words, i, n: join_words(words) + " // comment"),
    "a block comment in each line": Way(lambda words, i, n: join_words(words[:1]) + " /* comment */ " + join_words(words[1:])),
    "a suppressed rule on each line": Way(lambda words, i, n: join_words(words) + " // animproof: ignore md5anim/number, md5mesh/number"),
    "an unknown rule suppressed on each line": Way(lambda words, i, n: join_words(words) + " // animproof: ignore md5anim/no-such"),
    "blank lines between": Way(lambda words, i, n: "\n\n\t" + join_words(words)),
    "all on one line": Way(lambda words, i, n: join_words(words), end=" "),
    "a word that is not a number": Way(number_changer(-1, lambda word, i, n: "x%d" % i)),
    "NaN": Way(number_changer(-1, lambda word, i, n: "nan")),
    "many digits": Way(number_changer(-1, lambda word, i, n: "%d.%s" % (i, "123456789" * 4))),
    "negative": Way(number_changer(0, lambda word, i, n: "-%d" % (i + 2))),
    "huge": Way(number_changer(0, lambda word, i, n: "%d" % (2000000000 + i))),
    "backwards": Way(number_changer(0, lambda word, i, n: "%d" % (n - 1 - i))),
    "all the same": Way(number_changer(0, lambda word, i, n: "0")),
    "a token missing": Way(lambda words, i, n: join_words(words[:-1])),
    "a token too many": Way(lambda words, i, n: join_words(words) + " 7"),
    "quotes left open": Way(lambda words, i, n: '"' + join_words(words)),
    "a brace in each line": Way(lambda words, i, n: join_words(words) + " }"),
}
WAYS = {
    **USUAL_WAYS,
    "count of zero": Way(count=lambda count: 0),
    "a comment before each line": Way(lambda words, i, n: "// comment %d\n\t%s" % (i, join_words(words))),
    "an open block comment in each line": Way(lambda words, i, n: join_words(words) + " /* open"),
    "many blanks": Way(lambda words, i, n: "     ".join(words) + "     "),
    "CR LF": Way(end="\r\n"),
    "CR alone": Way(end="\r"),
    "a number with junk": Way(number_changer(-1, lambda word, i, n: word + "px")),
    "infinite": Way(number_changer(-1, lambda word, i, n: "-inf")),
    "an exponent": Way(number_changer(-1, lambda word, i, n: "%d.5e-3" % i)),
    "out of range": Way(number_changer(-1, lambda word, i, n: "1e999")),
    "from one": Way(number_changer(0, lambda word, i, n: "%d" % (i + 1))),
    "keywords misspelt": Way(lambda words, i, n: "x" + join_words(words)),
    "an open brace in each line": Way(lambda words, i, n: join_words(words) + " {"),
    "NULs": Way(lambda words, i, n: join_words(words) + "\0"),
    "form feeds": Way(lambda words, i, n: join_words(words) + "\f"),
    "bytes that are not UTF-8": Way(lambda words, i, n: join_words(words) + " // \udcff\udcfe"),
}


class GrowingText:
    """A file that is being written. The list named `grown` has `size` entries, each changed by `way` (a name in WAYS);
    other lists have few entries, all valid."""

    def __init__(self, grown, way, size):
        self.grown, self.way, self.size, self.text = grown, WAYS[way], size, ""

    def entry_count(self, name, few):
        """Returns the number of entries of a list: `size` for the grown list, `few` for other lists."""
        return self.size if name == self.grown else few

    def header_count(self, name, few):
        """Returns the count that the header gives for a list; for the grown list the way may change the count."""
        count = self.way.count if name == self.grown else None
        return count(self.size) if count else self.entry_count(name, few)

    def write(self, text):
        self.text += text

    def write_list_entries(self, name, entries):
        way = self.way if name == self.grown else Way()
        count = len(entries)
        lines = [way.line(words, i, count) if way.line else join_words(words) for i, words in enumerate(entries)]
        end = way.end or "\n"
        self.write("".join("\t" + line + end for line in lines) + ("" if end == "\n" else "\n"))

    def bytes(self):
        return self.text.encode("utf-8", "surrogateescape")


POINT = "( 0 0 0 )".split()


def write_md5anim(t):
    joints = t.entry_count("joints", t.entry_count("baseframe", t.entry_count("values", 2)))
    frames = t.entry_count("bounds", t.entry_count("frames", 1))
    chain = t.grown == "joints"
    each = 1 if t.grown in ("values", "joints") else 0
    t.write('MD5Version 10\ncommandline ""\n\nnumFrames %d\nnumJoints %d\nframeRate 24\nnumAnimatedComponents %d\n\nhierarchy {\n'
          % (t.header_count("bounds", t.header_count("frames", frames)), t.header_count("joints", t.header_count("baseframe", joints)),
             t.header_count("values", each * joints)))
    t.write_list_entries("joints", [['"j%d"' % i, str(i - 1 if chain or i < 1 else 0), str(each), str(each * i)] for i in range(joints)])
    t.write("}\n\nbounds {\n")
    t.write_list_entries("bounds", [POINT + "( 1 1 1 )".split() for _ in range(frames)])
    t.write("}\n\nbaseframe {\n")
    t.write_list_entries("baseframe", [POINT + POINT for _ in range(joints)])
    t.write("}\n\n")
    if t.grown == "frames":
        t.write_list_entries("frames", [["frame", str(i), "{", "\n", "}"] for i in range(frames)])
        return
    for frame in range(frames):
        t.write("frame %d {\n" % frame)
        t.write_list_entries("values", [["0.5"] for _ in range(each * joints)])
        t.write("}\n\n")


def write_mesh_block(t, verts, tris, weights):
    t.write('mesh {\n\tshader "skin"\n\n\tnumverts %d\n' % t.header_count("verts", verts))
    each = max(1, weights // verts)
    t.write_list_entries("verts", [["vert", str(i), "(", "0", "0", ")", str(i * each % weights), str(each)] for i in range(verts)])
    t.write("\n\tnumtris %d\n" % t.header_count("tris", tris))
    t.write_list_entries("tris", [["tri", str(i), str(i % (verts - 2)), str(i % (verts - 2) + 1), str(i % (verts - 2) + 2)] for i in range(tris)])
    t.write("\n\tnumweights %d\n" % t.header_count("weights", weights))
    t.write_list_entries("weights", [["weight", str(i), "0", "1" if each == 1 else "%.9g" % (1 / each), "(", str(i), "0", str(i * i % 97), ")"]
                          for i in range(weights)])
    t.write("}\n\n")


def write_md5mesh(t):
    joints, meshes = t.entry_count("joints", 2), t.entry_count("meshes", 1)
    t.write('MD5Version 10\ncommandline ""\n\nnumJoints %d\nnumMeshes %d\n\njoints {\n' % (t.header_count("joints", 2), t.header_count("meshes", 1)))
    t.write_list_entries("joints", [['"j%d"' % i, str(i - 1), *POINT, *POINT] for i in range(joints)])
    t.write("}\n\n")
    if t.grown == "meshes":
        t.write_list_entries("meshes", ['mesh { shader "s%d" numverts 3 vert 0 ( 0 0 ) 0 1 vert 1 ( 1 0 ) 1 1 vert 2 ( 0 1 ) 2 1 numtris 1 '
                             'tri 0 0 1 2 numweights 3 weight 0 0 1 ( 0 0 0 ) weight 1 0 1 ( 1 0 0 ) weight 2 0 1 ( 0 1 0 ) }'
                             .replace("{ ", "{\n\t").replace(" num", "\n\tnum").replace(" vert ", "\n\tvert ").replace(" tri ", "\n\ttri ")
                             .replace(" weight ", "\n\tweight ").replace(" }", "\n}").__mod__(i).split(" ") for i in range(meshes)])
        return
    verts = t.entry_count("verts", t.entry_count("weights", t.entry_count("tris", 3)) // (4 if t.grown == "weights" else 1) or 3)
    write_mesh_block(t, max(3, verts), t.entry_count("tris", 1), t.entry_count("weights", max(3, verts)))


def write_md5camera(t):
    cuts = t.entry_count("cuts", 1)
    frames = t.entry_count("frames", cuts + 2)
    t.write('MD5Version 10\ncommandline ""\n\nnumFrames %d\nframeRate 24\nnumCuts %d\n\ncuts {\n' % (t.header_count("frames", frames), t.header_count("cuts", 1)))
    t.write_list_entries("cuts", [[str(i + 1)] for i in range(cuts)])
    t.write("}\n\ncamera {\n")
    t.write_list_entries("frames", [POINT + ["(", "0", "0", "0", ")", "90"] for _ in range(frames)])
    t.write("}\n")


LISTS = {"md5anim": (write_md5anim, ("joints", "bounds", "baseframe", "frames", "values")),
         "md5mesh": (write_md5mesh, ("joints", "meshes", "verts", "tris", "weights")),
         "md5camera": (write_md5camera, ("cuts", "frames"))}

# {name of the family: (text in a small file, function that returns a text of about n bytes in place of it)}. If the first is
# None, the other text is appended to the file.
REPLACEMENTS = {
    "commandline": ('commandline ""', lambda n: 'commandline "%s"' % ("c" * n)),
    "commandline of escapes": ('commandline ""', lambda n: 'commandline "%s"' % ("\\" * n)),
    "commandline of two-byte characters": ('commandline ""', lambda n: 'commandline "%s"' % ("\u00e9" * (n // 2))),
    "commandline of form feeds": ('commandline ""', lambda n: 'commandline "%s"' % ("\f" * n)),
    "commandline left open": ('commandline ""', lambda n: 'commandline "%s' % ("c\n" * (n // 2))),
    "one comment": ("commandline", lambda n: "// %s\ncommandline" % ("c" * n)),
    "one block comment": ("commandline", lambda n: "/* %s */\ncommandline" % ("*" * n)),
    "a block comment left open": ("commandline", lambda n: "/* %s\ncommandline" % ("c\n" * (n // 2))),
    "comment lines": ("commandline", lambda n: "// c\n" * (n // 5) + "commandline"),
    "block comments": ("commandline", lambda n: "/**/" * (n // 4) + "\ncommandline"),
    "blanks": ("commandline", lambda n: " " * n + "\ncommandline"),
    "blank lines": ("commandline", lambda n: "\n" * n + "commandline"),
    "NULs at the end": (None, lambda n: "\0" * n),
    "NULs in the middle": ("commandline", lambda n: "\0" * n + "commandline"),
    "Ctrl-Z and text at the end": (None, lambda n: "\x1a" + "x " * (n // 2)),
    "words at the end": (None, lambda n: "word " * (n // 5)),
    "numbers at the end": (None, lambda n: "7 " * (n // 2)),
    "open braces at the end": (None, lambda n: "{" * n),
    "closed braces at the end": (None, lambda n: "}" * n),
    "brackets at the end": (None, lambda n: "( " * (n // 2)),
    "quotes at the end": (None, lambda n: '"' * n),
    "the file again at the end": (None, lambda n: "AGAIN"),
    "digits of a version": ("MD5Version 10", lambda n: "MD5Version 10" + "0" * n),
    "zeros before a version": ("MD5Version 10", lambda n: "MD5Version " + "0" * n + "10"),
    "digits of a rate": ("frameRate 24", lambda n: "frameRate 24." + "0" * n + "1"),
    "digits before a point": ("( 0 0 0 )", lambda n: "( 0 %s.5 0 )" % ("9" * n)),
    "digits after a point": ("( 0 0 0 )", lambda n: "( 0 0.%s 0 )" % ("9" * n)),
    "digits of an exponent": ("( 0 0 0 )", lambda n: "( 0 1e%s 0 )" % ("9" * n)),
    "a word in place of a number": ("( 0 0 0 )", lambda n: "( 0 %s 0 )" % ("x" * n)),
    "a name": ('"j1"', lambda n: '"%s"' % ("j" * n)),
    "a shader": ('shader "skin"', lambda n: 'shader "%s"' % ("s" * n)),
    "a keyword": ("numFrames", lambda n: "numFrames" + "x" * n),
    "suppressions in one comment": ("commandline", lambda n: "// animproof: ignore " + ", ".join(["md5anim"] * (n // 9)) + "\ncommandline"),
    "not UTF-8 in the commandline": ('commandline ""', lambda n: 'commandline "%s"' % ("\udcff" * n)),
}


def text_with_replacement(make, replacement, size):
    t = GrowingText(None, "valid", 2)
    make(t)
    old, new = REPLACEMENTS[replacement]
    if old is None:
        return (t.text + (t.text * (size // len(t.text) + 1) if replacement.startswith("the file") else new(size))).encode("utf-8", "surrogateescape")
    return t.text.replace(old, new(size), 1).encode("utf-8", "surrogateescape")


def text_with_list(make, grown, way, size):
    t = GrowingText(grown, way, size)
    make(t)
    return t.bytes()


class Family:
    """Files in which one quantity grows. files(size) gives {path: content}. usual: true if the family is measured without --wide.
    words(size) gives a command line that grows."""

    def __init__(self, name, kind, paths, files, words=None, usual=True):
        self.name, self.kind, self.paths, self.files, self.words_of, self.usual = name, kind, list(paths), files, words, usual
        self.size = 0

    def write_files(self, folder, size):
        for path, content in self.files(size).items():
            whole = os.path.join(folder, path)
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            pathlib.Path(whole).write_bytes(content.encode() if isinstance(content, str) else content)
        self.size = size


def text_family(name, kind, content, usual):
    return Family("%s: %s" % (kind, name), kind, ["x." + kind], lambda size: {"x." + kind: content(size)}, usual=usual)


def text_families():
    for kind, (make, lists) in LISTS.items():
        for grown in lists:
            for way in WAYS:
                yield text_family("%s, %s" % (grown, way), kind, functools.partial(text_with_list, make, grown, way), way in USUAL_WAYS)
        small = GrowingText(None, "valid", 2)
        make(small)
        for replacement, (old, _) in REPLACEMENTS.items():
            if old is None or old in small.text:
                yield text_family(replacement, kind, lambda size, make=make, replacement=replacement: text_with_replacement(make, replacement, 24 * size),
                                  kind == "md5anim" or replacement == "a shader")


FAMILIES = list(text_families())
