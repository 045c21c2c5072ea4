"""animproof mutate: what it lists, what it writes and says, and what it refuses."""

import json
import os
import re

from cli_case import Case, mrtk, mrtk_bad, read, write
from formats import FORMATS
from golden_files import golden

case = Case()
two, = golden("memg/valid/groups-3.bin")
scene, = golden("memg/valid/groups-3.obj")
recording, = golden("mrtk/valid/keys-12.bin")
walk, = golden("md5anim/valid/joints-16.md5anim")
mesh, = golden("md5anim/valid/joints-16.md5mesh")


def mutate(code, name, *arguments, **options):
    return case.exits(code, "mutate", "--defect", name, *arguments, **options)


def findings(*arguments):
    """Of all files: (rule, offset, length, path)."""
    report = json.loads(case.run("lint", "--format", "json", *arguments).stdout)
    return [(f["rule"], f["offset"], f["length"], f["path"]) for file in report["files"] for f in file["findings"]]


def told(result, word="expect"):
    lines = [line.split(" ", 4) for line in result.stderr.decode().splitlines()]
    return [(line[1], int(line[2]), int(line[3]), line[4]) for line in lines if line[0] == word]


# The list
listed = case.exits(0, "mutate", "--list").stdout.decode().splitlines()
names = [line.split()[0] for line in listed]
case.check(len(names) == len(set(names)) and len(names) > 400, "names are unique")
case.check(all(re.fullmatch(r"(%s)/\S+ +\S+/\S+ +.+" % "|".join(FORMATS), line) for line in listed), "name, rule, reason")
for form in FORMATS:
    some = case.exits(0, "mutate", "--list", "--format", form).stdout.decode().splitlines()
    case.check(some == [line for line in listed if line.startswith(form + "/")], "of one format: " + form)
case.check(any(line.endswith("(near miss)") for line in listed) and any("(changes the .obj)" in line for line in listed),
           "says what is special")
special = {line.split()[0]: line for line in listed}
for name, option, ending in (("memg/obj-number_nan", "--obj", ".obj"),
                             ("md5anim/md5mesh-number_nan", "--mesh", ".md5mesh")):
    case.check(special[name].endswith(" (needs %s) (changes the %s)" % (option, ending)), "what it needs: " + name)

# What is said is what lint says, and is the same for the same seed.
write("camera.bin", mrtk(times=(0.0, 1.0, 2.0), markers=[(0.0, b"a"), (1.0, b"b")]))
for name in ("mrtk/magic_byte-swapped", "time-order_equal", "count-exceeds-file_keys-most", "mrtk/truncated_anywhere",
             "trailing-bytes_markers-one-less", "marker-name_one-more", "mrtk/trailing-bytes_3"):
    result = mutate(0, name, "camera.bin", "-o", "out.bin", "--seed", "3", "--input-format", "mrtk")
    found = findings("--input-format", "mrtk", "out.bin")
    case.check(told(result) != [] and sorted(told(result)) == sorted(found), "%s: what lint says: %r" % (name, found),
               result)
    again = mutate(0, name, "camera.bin", "--seed", "3", "--input-format", "mrtk")
    case.check(again.stdout == read("out.bin") and again.stderr == result.stderr, "again, to standard output", again)
outs = {mutate(0, "value-not-finite_nan", "camera.bin", "--seed", str(seed)).stdout for seed in range(12)}
case.check(len(outs) > 5, "seeds pick places")
result = mutate(0, "mrtk/truncated_empty", "-", "-o", "empty.bin", input=read("camera.bin"))
case.check(read("empty.bin") == b"" and told(result) == [("mrtk/truncated", 0, 0, "magic")], "standard input", result)

# Near misses add nothing.
result = mutate(0, "marker-name_128", "camera.bin", "-o", "out.bin")
case.check(result.stderr == b"" and findings("out.bin") == [] and read("out.bin") != read("camera.bin"), "a near miss",
           result)

# Expectations as JSON
result = mutate(0, "time-order_equal", recording, "-o", "out.bin", "--expect", "out.json")
document = json.loads(read("out.json"))
case.check([(f["rule"], f["offset"], f["length"], f["path"]) for f in document["findings"]] == told(result)
           and document["defect"] == "time-order_equal" and document["format"] == "mrtk"
           and document["rule"] == "mrtk/time-order" and document["verdict"] == "differ", "JSON", result)
mutate(0, "time-order_equal", recording, "-o", "out.bin", "--expect", "-", prints_only=read("out.json"))  # JSON to standard output

# With a scene: the motion file changes, or the scene does.
result = mutate(0, "group-not-in-obj_renamed", two, "--obj", scene, "-o", "out.bin")
case.check(sorted(told(result) + told(result, "expect-obj")) == sorted(findings("--obj", scene, "out.bin")),
           "a group renamed", result)
result = mutate(0, "obj-number_nan", two, "--obj", scene, "-o", "out.obj")
case.check(told(result) == [] and told(result, "expect-obj") == findings("--obj", "out.obj", two), "the scene", result)
mutate(1, "obj-number_nan", two, "-o", "none.obj", says=b"needs the .obj", unmade="none.obj")  # no scene
write("bad.obj", read(scene) + b"v 1 2\n")
mutate(1, "obj-number_nan", two, "--obj", "bad.obj", "-o", "none.obj", says=b"obj/statement", unmade="none.obj")  # a scene with errors
write("other.obj", b"v 0 0 0\ng other\nf 1 1 1\n")
mutate(1, "framerate_0", two, "--obj", "other.obj", "-o", "none.bin", says=b"memg/", unmade="none.bin")  # the scene of another file
mutate(3, "obj-number_nan", two, "--obj", "missing.obj")

# With a mesh: the animation changes, or the mesh does.
result = mutate(0, "mesh-joint-name_other", walk, "--mesh", mesh, "-o", "out.md5anim")
case.check(len(told(result)) == 1 and told(result) == findings("--mesh", mesh, "out.md5anim"), "a joint renamed", result)
result = mutate(0, "md5anim/parent-order_self", walk, "--mesh", mesh, "-o", "out.md5anim")
case.check({one[0] for one in told(result)} == {"md5anim/parent-order", "md5anim/mesh-joint-parent"}
           and sorted(told(result)) == sorted(findings("--mesh", mesh, "out.md5anim")), "both files at odds", result)
result = mutate(0, "md5anim/parent-order_self", walk, "-o", "out.md5anim")
case.check([one[0] for one in told(result)] == ["md5anim/parent-order"], "without the mesh, one finding", result)
result = mutate(0, "md5mesh-number_nan", walk, "--mesh", mesh, "-o", "out.md5mesh")
case.check(told(result) == [] and len(told(result, "expect-mesh")) == 1
           and told(result, "expect-mesh") == findings("--mesh", "out.md5mesh", walk), "the mesh", result)
result = mutate(0, "md5mesh-joint-name-long_32", walk, "--mesh", mesh, "-o", "out.md5mesh", "--expect", "out.json")
in_mesh = told(result, "expect-mesh")
case.check([one[0] for one in in_mesh] == ["md5mesh/joint-name-long"] and sorted(told(result) + in_mesh)
           == sorted(findings("--mesh", "out.md5mesh", walk)), "the mesh, and the animation with it", result)
case.check([f["companion"] for f in json.loads(read("out.json"))["findings"]] == [True, False], "JSON of both", result)
result = mutate(0, "md5mesh-parent-order_before", walk, "--mesh", mesh, "-o", "out.md5mesh")
case.check(result.stderr == b"" and findings("--mesh", "out.md5mesh", walk) == []
           and read("out.md5mesh") != read(mesh), "a near miss in the mesh", result)
mutate(1, "md5mesh-number_nan", walk, "-o", "none.md5mesh", says=(b"needs the .md5mesh", b"--mesh"), unmade="none.md5mesh")  # no mesh
mutate(1, "md5mesh-number_nan", walk, "--obj", scene, "-o", "none.md5mesh", says=b"needs the .md5mesh")  # a scene is no mesh
mutate(1, "obj-number_nan", two, "--mesh", mesh, "-o", "none.obj", says=b"needs the .obj")  # a mesh is no scene
write("bad.md5mesh", read(mesh).replace(b"numMeshes 1", b"numMeshes 0"))
mutate(1, "mesh-joint-name_other", walk, "--mesh", "bad.md5mesh", "-o", "none.md5anim",
       says=(b"bad.md5mesh", b"md5mesh/mesh-count-range"), unmade="none.md5anim")  # a mesh with errors
write("other.md5mesh", read(mesh).replace(b'"origin"', b'"other"'))
mutate(1, "md5anim/frame-rate-range_zero", walk, "--mesh", "other.md5mesh", "-o", "none.md5anim",
       says=b"md5anim/mesh-joint-name", unmade="none.md5anim")  # the mesh of another file
mutate(3, "md5mesh-number_nan", walk, "--mesh", "missing.md5mesh")
case.exits(2, "mutate", "--defect", "md5mesh-number_nan", walk, "--mesh", mesh, "--obj", scene)

# Refused
write("bad.bin", mrtk_bad())
write("kept.bin", b"kept")
mutate(1, "time-order_equal", "bad.bin", "-o", "kept.bin", says=b"error: ", leaves=("kept.bin", b"kept"))  # a file with errors
result = mutate(1, "mrtk/boolean-value_half", "camera.bin", "-o", "kept.bin")
case.check(b"cannot be applied: the file has no field for the defect" in result.stderr and read("kept.bin") == b"kept", "no place", result)
result = mutate(2, "mrtk/time-order_equal", two, "-o", "kept.bin")
case.check(b"cannot be applied to a file of the format memg" in result.stderr and read("kept.bin") == b"kept", "format", result)
mutate(3, "time-order_equal", "missing.bin")
mutate(3, "time-order_equal", "camera.bin", "-o", "missing/out.bin")
result = mutate(3, "time-order_equal", "camera.bin", "-o", "out.bin", "--expect", "missing/out.json")
mutate(4, "time-order_equal", "camera.bin", "-o", "kept.bin", "--max-memory=40K")
case.check(read("kept.bin") == b"kept" and not [n for n in os.listdir(".") if n.startswith(".")], "nothing left behind")

# Memory: what a file takes is bounded, and without an option, too.
case.exits(0, "generate", "--format=mrtk", "--seed=1", "--knob=version=1.1", "--knob=layout=writer",
           "--knob=has_camera=yes", "--knob=has_hand=yes", "--knob=keys=1400", "-o", "large.bin")
size = os.path.getsize("large.bin")
case.check(size > 2000000, "a large file")
for options in (["--defect=mrtk/flag_camera-2"], ["--seed=4"]):
    case.exits(0, "mutate", *options, "large.bin", "-o", "out.bin", "--max-memory=%d" % (26 * size))
with open("vast.bin", "wb") as file:  # 600 MB of nothing, which take no room on the disk
    file.write(read("large.bin"))
    file.truncate(600 << 20)
result = case.exits(4, "mutate", "--seed=4", "vast.bin", "-o", "kept.bin")
case.check(b"vast.bin: memory ran out (--max-memory)" in result.stderr and read("kept.bin") == b"kept", "512 MB", result)

# Usage
for arguments in ([], ["camera.bin"], ["--defect", "no-such", "camera.bin"], ["--defect", "time-order_equal"],
                  ["--defect", "mrtk/time-order_equal", "camera.bin", "camera.bin"], ["--list", "camera.bin"],
                  ["--list", "--defect", "time-order_equal"], ["--list", "--format", "png"],
                  ["--defect", "truncated_empty", "camera.bin"],  # of several formats
                  ["--defect", "time-order_equal", "camera.bin", "--seed", "x"],
                  ["--defect", "time-order_equal", "camera.bin", "--format", "mrtk"],
                  ["--defect", "time-order_equal", "camera.bin", "--expect", "-"], ["--no-such"]):
    case.exits(2, "mutate", *arguments, says_first=b"animproof: mutate: ")
case.exits(0, "mutate", "--help", prints_first=b"usage: animproof mutate")

case.finish()
