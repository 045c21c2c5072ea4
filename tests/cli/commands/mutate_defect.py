"""animproof mutate: the list of defects, output and expected findings, and refused files."""

import json
import os
import re

from cli_case import Case, mrtk, mrtk_bad, read, write
from formats import FORMATS
from golden_files import golden

case = Case()
motion, = golden("memg/valid/groups-3.bin")
scene, = golden("memg/valid/groups-3.obj")
recording, = golden("mrtk/valid/keys-12.bin")
walk, = golden("md5anim/valid/joints-16.md5anim")
mesh, = golden("md5anim/valid/joints-16.md5mesh")


def mutate(code, name, *arguments, **options):
    return case.exits(code, "mutate", "--defect", name, *arguments, **options)


def findings(*arguments):
    """Returns (rule, offset, length, path) of each finding of all files."""
    report = json.loads(case.run("lint", "--format", "json", *arguments).stdout)
    return [(f["rule"], f["offset"], f["length"], f["path"]) for file in report["files"] for f in file["findings"]]


def expected_findings(result, word="expect"):
    lines = [line.split(" ", 4) for line in result.stderr.decode().splitlines()]
    return [(line[1], int(line[2]), int(line[3]), line[4]) for line in lines if line[0] == word]


# The list of defects.
listed = case.exits(0, "mutate", "--list").stdout.decode().splitlines()
names = [line.split()[0] for line in listed]
case.check(len(names) == len(set(names)) and len(names) > 400, "more than 400 defects have unique names")
case.check(all(re.fullmatch(r"(%s)/\S+ +\S+/\S+ +.+" % "|".join(FORMATS), line) for line in listed), "each line has name, rule and reason")
for form in FORMATS:
    some = case.exits(0, "mutate", "--list", "--format", form).stdout.decode().splitlines()
    case.check(some == [line for line in listed if line.startswith(form + "/")], "--format lists the defects of " + form)
case.check(any(line.endswith("(near miss)") for line in listed) and any("(changes the .obj)" in line for line in listed),
           "the list marks near misses and defects of companions")
line_of = {line.split()[0]: line for line in listed}
for name, option, ending in (("memg/obj-number_nan", "--obj", ".obj"),
                             ("md5anim/md5mesh-number_nan", "--mesh", ".md5mesh")):
    case.check(line_of[name].endswith(" (needs %s) (changes the %s)" % (option, ending)), "the list names the needed companion of " + name)

# The expected findings are those of lint. A seed gives equal output each time.
write("camera.bin", mrtk(times=(0.0, 1.0, 2.0), markers=[(0.0, b"a"), (1.0, b"b")]))
for name in ("mrtk/magic_byte-swapped", "time-order_equal", "count-exceeds-file_keys-most", "mrtk/truncated_anywhere",
             "trailing-bytes_markers-one-less", "marker-name_one-more", "mrtk/trailing-bytes_3"):
    result = mutate(0, name, "camera.bin", "-o", "out.bin", "--seed", "3", "--input-format", "mrtk")
    found = findings("--input-format", "mrtk", "out.bin")
    case.check(expected_findings(result) != [] and sorted(expected_findings(result)) == sorted(found),
               "%s: the expected findings are those of lint: %r" % (name, found), result)
    again = mutate(0, name, "camera.bin", "--seed", "3", "--input-format", "mrtk")
    case.check(again.stdout == read("out.bin") and again.stderr == result.stderr, "a second run with the seed gives equal output", again)
outputs = {mutate(0, "value-not-finite_nan", "camera.bin", "--seed", str(seed)).stdout for seed in range(12)}
case.check(len(outputs) > 5, "different seeds choose different fields")
result = mutate(0, "mrtk/truncated_empty", "-", "-o", "empty.bin", input=read("camera.bin"))
case.check(read("empty.bin") == b"" and expected_findings(result) == [("mrtk/truncated", 0, 0, "magic")], "the file on standard input is changed", result)

# Near misses cause no finding.
result = mutate(0, "marker-name_128", "camera.bin", "-o", "out.bin")
case.check(result.stderr == b"" and findings("out.bin") == [] and read("out.bin") != read("camera.bin"),
           "a near miss changes the file and causes no finding",
           result)

# Expected findings as JSON.
result = mutate(0, "time-order_equal", recording, "-o", "out.bin", "--expect", "out.json")
document = json.loads(read("out.json"))
case.check([(f["rule"], f["offset"], f["length"], f["path"]) for f in document["findings"]] == expected_findings(result)
           and document["defect"] == "time-order_equal" and document["format"] == "mrtk"
           and document["rule"] == "mrtk/time-order" and document["verdict"] == "differ", "JSON has the expected findings and the defect", result)
mutate(0, "time-order_equal", recording, "-o", "out.bin", "--expect", "-", prints_only=read("out.json"))

# With a scene, the motion file or the scene changes.
result = mutate(0, "group-not-in-obj_renamed", motion, "--obj", scene, "-o", "out.bin")
case.check(sorted(expected_findings(result) + expected_findings(result, "expect-obj")) == sorted(findings("--obj", scene, "out.bin")),
           "the expected findings of a renamed group are those of lint", result)
result = mutate(0, "obj-number_nan", motion, "--obj", scene, "-o", "out.obj")
case.check(expected_findings(result) == [] and expected_findings(result, "expect-obj") == findings("--obj", "out.obj", motion),
           "the expected findings in the scene are those of lint", result)
mutate(1, "obj-number_nan", motion, "-o", "none.obj", says=b"needs the .obj", unwritten="none.obj")  # the scene is missing
write("bad.obj", read(scene) + b"v 1 2\n")
mutate(1, "obj-number_nan", motion, "--obj", "bad.obj", "-o", "none.obj", says=b"obj/statement", unwritten="none.obj")  # a scene with errors
write("other.obj", b"v 0 0 0\ng other\nf 1 1 1\n")
mutate(1, "framerate_0", motion, "--obj", "other.obj", "-o", "none.bin", says=b"memg/", unwritten="none.bin")  # the scene does not match
mutate(3, "obj-number_nan", motion, "--obj", "missing.obj")

# With a mesh, the animation or the mesh changes.
result = mutate(0, "mesh-joint-name_other", walk, "--mesh", mesh, "-o", "out.md5anim")
case.check(len(expected_findings(result)) == 1 and expected_findings(result) == findings("--mesh", mesh, "out.md5anim"),
           "the expected finding of a renamed joint is that of lint", result)
result = mutate(0, "md5anim/parent-order_self", walk, "--mesh", mesh, "-o", "out.md5anim")
case.check({one[0] for one in expected_findings(result)} == {"md5anim/parent-order", "md5anim/mesh-joint-parent"}
           and sorted(expected_findings(result)) == sorted(findings("--mesh", mesh, "out.md5anim")), "a changed parent also differs from the mesh", result)
result = mutate(0, "md5anim/parent-order_self", walk, "-o", "out.md5anim")
case.check([one[0] for one in expected_findings(result)] == ["md5anim/parent-order"], "without the mesh only the parent is reported", result)
result = mutate(0, "md5mesh-number_nan", walk, "--mesh", mesh, "-o", "out.md5mesh")
case.check(expected_findings(result) == [] and len(expected_findings(result, "expect-mesh")) == 1
           and expected_findings(result, "expect-mesh") == findings("--mesh", "out.md5mesh", walk), "the expected finding in the mesh is that of lint", result)
result = mutate(0, "md5mesh-joint-name-long_32", walk, "--mesh", mesh, "-o", "out.md5mesh", "--expect", "out.json")
in_mesh = expected_findings(result, "expect-mesh")
case.check([one[0] for one in in_mesh] == ["md5mesh/joint-name-long"] and sorted(expected_findings(result) + in_mesh)
           == sorted(findings("--mesh", "out.md5mesh", walk)), "a joint renamed in the mesh also differs from the animation", result)
case.check([f["companion"] for f in json.loads(read("out.json"))["findings"]] == [True, False],
           "JSON says which expected finding is in the companion", result)
result = mutate(0, "md5mesh-parent-order_before", walk, "--mesh", mesh, "-o", "out.md5mesh")
case.check(result.stderr == b"" and findings("--mesh", "out.md5mesh", walk) == []
           and read("out.md5mesh") != read(mesh), "a near miss in the mesh causes no finding", result)
mutate(1, "md5mesh-number_nan", walk, "-o", "none.md5mesh", says=(b"needs the .md5mesh", b"--mesh"), unwritten="none.md5mesh")  # the mesh is missing
mutate(1, "md5mesh-number_nan", walk, "--obj", scene, "-o", "none.md5mesh", says=b"needs the .md5mesh")  # a scene instead of the mesh
mutate(1, "obj-number_nan", motion, "--mesh", mesh, "-o", "none.obj", says=b"needs the .obj")  # a mesh instead of the scene
write("bad.md5mesh", read(mesh).replace(b"numMeshes 1", b"numMeshes 0"))
mutate(1, "mesh-joint-name_other", walk, "--mesh", "bad.md5mesh", "-o", "none.md5anim",
       says=(b"bad.md5mesh", b"md5mesh/mesh-count-range"), unwritten="none.md5anim")  # a mesh with errors
write("other.md5mesh", read(mesh).replace(b'"origin"', b'"other"'))
mutate(1, "md5anim/frame-rate-range_zero", walk, "--mesh", "other.md5mesh", "-o", "none.md5anim",
       says=b"md5anim/mesh-joint-name", unwritten="none.md5anim")  # the mesh does not match
mutate(3, "md5mesh-number_nan", walk, "--mesh", "missing.md5mesh")
case.exits(2, "mutate", "--defect", "md5mesh-number_nan", walk, "--mesh", mesh, "--obj", scene)

# Refused files, defects and outputs.
write("bad.bin", mrtk_bad())
write("kept.bin", b"kept")
mutate(1, "time-order_equal", "bad.bin", "-o", "kept.bin", says=b"error: ", leaves=("kept.bin", b"kept"))  # a file with errors
result = mutate(1, "mrtk/boolean-value_half", "camera.bin", "-o", "kept.bin")
case.check(b"cannot be applied: the file has no field for the defect" in result.stderr and read("kept.bin") == b"kept",
           "a defect without a suitable field is refused", result)
result = mutate(2, "mrtk/time-order_equal", motion, "-o", "kept.bin")
case.check(b"cannot be applied to a file of the format memg" in result.stderr and read("kept.bin") == b"kept",
           "a defect of another format is refused", result)
mutate(3, "time-order_equal", "missing.bin")
mutate(3, "time-order_equal", "camera.bin", "-o", "missing/out.bin")
result = mutate(3, "time-order_equal", "camera.bin", "-o", "out.bin", "--expect", "missing/out.json")
mutate(4, "time-order_equal", "camera.bin", "-o", "kept.bin", "--max-memory=40K")
case.check(read("kept.bin") == b"kept" and not [n for n in os.listdir(".") if n.startswith(".")],
           "refused runs keep the output file and leave no temporary file")

# Memory is bounded by the size of the file, and without an option by 512 MB.
case.exits(0, "generate", "--format=mrtk", "--seed=1", "--knob=version=1.1", "--knob=layout=writer",
           "--knob=has_camera=yes", "--knob=has_hand=yes", "--knob=keys=1400", "-o", "large.bin")
size = os.path.getsize("large.bin")
case.check(size > 2000000, "the file has more than 2 MB")
for options in (["--defect=mrtk/flag_camera-2"], ["--seed=4"]):
    case.exits(0, "mutate", *options, "large.bin", "-o", "out.bin", "--max-memory=%d" % (26 * size))
with open("vast.bin", "wb") as file:  # a sparse file of 600 MB
    file.write(read("large.bin"))
    file.truncate(600 << 20)
result = case.exits(4, "mutate", "--seed=4", "vast.bin", "-o", "kept.bin")
case.check(b"vast.bin: memory ran out (--max-memory)" in result.stderr and read("kept.bin") == b"kept",
           "a file beyond the default memory is refused", result)

# Wrong usage.
for arguments in ([], ["camera.bin"], ["--defect", "no-such", "camera.bin"], ["--defect", "time-order_equal"],
                  ["--defect", "mrtk/time-order_equal", "camera.bin", "camera.bin"], ["--list", "camera.bin"],
                  ["--list", "--defect", "time-order_equal"], ["--list", "--format", "png"],
                  ["--defect", "truncated_empty", "camera.bin"],  # several formats have this defect
                  ["--defect", "time-order_equal", "camera.bin", "--seed", "x"],
                  ["--defect", "time-order_equal", "camera.bin", "--format", "mrtk"],
                  ["--defect", "time-order_equal", "camera.bin", "--expect", "-"], ["--no-such"]):
    case.exits(2, "mutate", *arguments, says_first=b"animproof: mutate: ")
case.exits(0, "mutate", "--help", prints_first=b"usage: animproof mutate")

case.finish()
