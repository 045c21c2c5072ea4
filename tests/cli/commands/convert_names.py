"""convert chooses the output form by the file name extension of OUT if no option does; option and extension must agree."""

import base64
import json
import re
import struct

from cli_case import Case, read, text_of_tree

case = Case()
FILES = ("anim.md5anim", "mesh.md5mesh", "input.mrtk", "motion.memg")
for name in FILES:
    case.exits(0, "generate", "--format", name.partition(".")[2], "--seed", "1", "-o", name)
FORMS = {".json": "json", ".gltf": "gltf", ".glb": "gltf", ".csv": "csv", ".bvh": "bvh"}

# An extension gives the bytes that --to gives, in lower and upper case.
for ending, form in FORMS.items():
    for name in FILES:
        if ending == ".bvh" and name != "anim.md5anim":
            case.exits(2, "convert", name, "-o", "x.bvh", says=b"these options do not apply to ", unwritten="x.bvh")
            continue
        named = case.run("convert", name, "-o", "named" + ending)
        asked = case.run("convert", name, "--to", form, "-o", "asked" + ending)
        case.check(named.returncode == asked.returncode == 0 and named.stderr == asked.stderr,
                   "-o x%s and --to succeed alike for %s" % (ending, name), named)
        case.check(read("named" + ending) == read("asked" + ending), "-o x%s and --to give the same bytes for %s" % (ending, name))
        case.exits(0, "convert", name, "-o", "capitals" + ending.upper())
        case.check(read("capitals" + ending.upper()) == read("named" + ending), "the extension %s in upper case gives the same bytes" % ending)

# A .glb is the .gltf in chunks (glTF 2.0, section 4.4): header, JSON, BIN; chunk lengths are multiples of four.
for name in FILES:
    case.exits(0, "convert", name, "-o", "x.gltf")
    case.exits(0, "convert", name, "-o", "x.glb")
    document, binary = json.loads(read("x.gltf")), read("x.glb")
    magic, version, length, json_bytes, json_kind = struct.unpack_from("<4sIII4s", binary)
    case.check((magic, version, length, json_kind) == (b"glTF", 2, len(binary), b"JSON"), "the glb header of %s" % name)
    data_bytes, data_kind = struct.unpack_from("<I4s", binary, 20 + json_bytes)
    data = binary[28 + json_bytes:]
    case.check(data_kind == b"BIN\0" and len(data) == data_bytes and json_bytes % 4 == data_bytes % 4 == 0, "the glb chunks of %s" % name)
    inner = json.loads(binary[20:20 + json_bytes])
    prefix, _, coded = document["buffers"][0].pop("uri").partition(",")
    case.check(prefix == "data:application/octet-stream;base64" and base64.b64decode(coded) == data,
               "the binary chunk of %s equals the base64 buffer of the .gltf" % name)
    case.check(inner == document, "the JSON chunk of %s equals the .gltf without its buffer" % name)
    case.check(binary[20:20 + json_bytes].rstrip(b" ").endswith(b"}") and inner["buffers"][0]["byteLength"] == data_bytes,
               "the JSON chunk of %s is padded with spaces and has the length of the buffer" % name)

# An option decides if the extension is unknown. An extension of another form is an error, and no file is written.
case.exits(0, "convert", "anim.md5anim", "--to", "csv", "-o", "x.txt")
case.exits(0, "convert", "anim.md5anim", "-o", "x.csv")
case.check(read("x.txt") == read("x.csv"), "--to csv decides for a file with an unknown extension")
case.exits(0, "convert", "anim.md5anim", "--to", "gltf", "-o", "gltf.json")
case.exits(0, "convert", "anim.md5anim", "--to", "positions", "--at", "0", "--format", "json", "-o", "positions.json")
case.exits(0, "convert", "motion.memg", "--obj-positions", "motion.obj", "--timestep", "0", "-o", "moved.obj")
case.exits(0, "convert", "input.mrtk", "--to", "1.0", "-o", "older.bin")
for arguments in (["--to", "gltf", "-o", "y.csv"], ["--to", "json", "-o", "y.gltf"], ["--to", "csv", "-o", "y.json"], ["--to", "csv", "-o", "y.glb"],
                  ["--to", "bvh", "-o", "y.obj"], ["--to", "positions", "--at", "0", "-o", "y.bvh"], ["--to", "1.1", "-o", "y.glb"],
                  ["--byte-order", "little", "-o", "y.csv"]):
    case.exits(2, "convert", "anim.md5anim", *arguments, says=b"the file name extension means ", unwritten=arguments[-1])
case.exits(2, "convert", "motion.memg", "-o", "y.obj", says=b"an .obj needs --obj-positions SCENE and --timestep T")
result = case.exits(2, "convert", "anim.md5anim", "-o", "y.txt", says=b"no output form given")  # neither an option nor an extension
listed = re.search(r"file name extension of OUT \((.*?)\)", result.stderr.decode())[1].split(", ")
case.check(listed == list(FORMS), "the message lists the extensions: %s" % listed)
table = re.findall(r"^\| (`\.[^|]*) \|", text_of_tree("docs/use/export.md"), re.MULTILINE)
case.check(set(re.findall(r"`([^`]*)`", "".join(table))) == {*FORMS, ".obj"}, "docs/use/export.md lists the extensions: %s" % table)
case.exits(2, "convert", "anim.md5anim", "-o", ".gltf", says=b"no output form given")  # a name that begins with a dot has no extension

# A document becomes a file again.
case.exits(0, "convert", "input.mrtk", "-o", "back.json")
case.exits(0, "convert", "back.json", "-o", "back.bin")
case.check(read("back.bin") == read("input.mrtk"), "conversion to JSON and back by extensions keeps the bytes")
case.finish()
