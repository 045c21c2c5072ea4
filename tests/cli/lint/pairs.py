"""Companions that lint finds by itself: which file is the companion, what reports say, and which findings are reported once."""

import glob
import json
import os
import shutil

from cli_case import GOLDEN, Case, md5anim, md5mesh, write

case = Case()


def report_of(*arguments, code=0, **options):
    return json.loads(case.exits(code, "lint", "--format", "json", *arguments, **options).stdout)


def companions_of(report):
    """Returns for each file its companion, or the reason why it has none."""
    return {f["file"]: f["companion"] or f["no_companion"] for f in report["files"] if "companion" in f}


def rules_of(report, name):
    return [finding["rule"] for f in report["files"] if f["file"] == name for finding in f["findings"]]


# A mesh with the stem of the animation is chosen before a mesh with its joint names. The extension may be in upper case.
write("stem/walk.md5anim", md5anim())
write("stem/walk.md5mesh", md5mesh(["root", "tail"]))
write("stem/other.md5mesh", md5mesh(["root", "hips"]))
report = report_of("stem", code=1)
case.check(companions_of(report) == {"stem/walk.md5anim": "stem/walk.md5mesh"}, "the mesh with the animation's stem is chosen: %r" % companions_of(report))
case.check(rules_of(report, "stem/walk.md5anim") == ["md5anim/mesh-joint-name"], "the animation is checked against the chosen mesh")
os.rename("stem/walk.md5mesh", "stem/walk.MD5MESH")
case.check(companions_of(report_of("stem", code=1)) == {"stem/walk.md5anim": "stem/walk.MD5MESH"}, "an extension in upper case is found")
os.rename("stem/walk.MD5MESH", "stem/walk.Md5Mesh")
case.check(companions_of(report_of("stem", code=1)) == {"stem/walk.md5anim": "stem/walk.Md5Mesh"}, "an extension in mixed case is found")
os.rename("stem/walk.Md5Mesh", "stem/walk.MD5MESH")
report = report_of("--no-companions", "stem")
case.check(companions_of(report) == {} and not rules_of(report, "stem/walk.md5anim"), "--no-companions checks no companions")
report = report_of("--mesh", "stem/other.md5mesh", "stem")
case.check(companions_of(report) == {"stem/walk.md5anim": "stem/other.md5mesh"}, "the mesh of --mesh is used")
os.rename("stem/walk.MD5MESH", "stem/walk.md5mesh")

# Without such a mesh, the only mesh with the same joint names in the same order is chosen.
write("joints/run.md5anim", md5anim())
write("joints/turned.md5mesh", md5mesh(["hips", "root"]))
case.check(companions_of(report_of("joints")) == {"joints/run.md5anim": "no .md5mesh file in its folder has the same name "
                                             "or the same joint names; other folders are not searched: its joint names are unknown or too few"}, "the report says that no mesh matches")
write("joints/fits.md5mesh", md5mesh(["root", "hips"]))
write("joints/walk.md5anim", md5anim(parent=b"7"))
report = report_of("joints", code=1)
case.check(companions_of(report) == {"joints/run.md5anim": "joints/fits.md5mesh", "joints/walk.md5anim":
                                "joints/fits.md5mesh"}, "the mesh with the animation's joint names is chosen: %r" % companions_of(report))
write("joints/fits-too.md5mesh", md5mesh(["root", "hips"]))
case.check(set(companions_of(report_of("joints", code=1)).values()) ==
           {"2 .md5mesh files in its folder have the same joint names, and none has the same name"}, "no mesh is chosen if two meshes have the joint names")
write("joints/broken.md5anim", b"MD5Version 10\n")
case.check("are unknown" in companions_of(report_of("joints", code=1))["joints/broken.md5anim"], "the report says that the joints of a broken animation are unknown")
write("lone/walk.md5anim", md5anim())
case.check(companions_of(report_of("lone")) == {"lone/walk.md5anim": "its folder has no .md5mesh file"}, "the report says that the folder has no mesh")
case.check(b"24 bytes" not in case.exits(0, "lint", "-v", "lone").stdout and
           b", alone: its folder has no .md5mesh file\n" in case.exits(0, "lint", "-v", "lone").stdout, "-v prints why a file has no companion")
case.check(b"with stem/walk.md5mesh (the same name)\n" in case.exits(1, "lint", "-v", "stem").stdout, "-v names the companion")

# A mesh with several animations is reported once, also if the command line names the animations.
for number in range(40):
    write("many/%02d.md5anim" % number, md5anim().replace(b"hips", b"a b"))
write("many/hero.md5mesh", md5mesh(["root", "a b"]).replace(b'"a b"\t0', b'"a b"\t7'))
for jobs in ("1", "3"):
    report = report_of("-j", jobs, "many", code=1)
    case.check(len(rules_of(report, "many/hero.md5mesh")) > 0 and
               [f["file"] for f in report["files"]].count("many/hero.md5mesh") == 1, "the findings of the shared mesh are reported once with -j%s" % jobs)
texts = {case.exits(1, "lint", "--format", "json", "-j", jobs, "many", "stem", "joints").stdout for jobs in "124"}
case.check(len(texts) == 1, "-j2 and -j4 give the report of -j1")
named = report_of("many/03.md5anim", "many/05.md5anim", code=1)
case.check([f["file"] for f in named["files"]].count("many/hero.md5mesh") == 1, "the shared mesh of two named files is reported once")
both = report_of("many/03.md5anim", "many", code=1)
case.check([f["file"] for f in both["files"]].count("many/hero.md5mesh") == 1, "the shared mesh of a file and of its folder is reported once")
known = case.run("lint", "--write-baseline", "known.txt", "many")
case.exits(0, "lint", "--baseline", "known.txt", "many")
os.chdir("many")
case.check(companions_of(report_of("03.md5anim", code=1)) == {"03.md5anim": "hero.md5mesh"}, "a companion in the working folder is found")
os.chdir("..")

# A companion that cannot be read fails the run. A folder with a companion's name is ignored.
write("closed/walk.md5anim", md5anim())
os.symlink("nothing", "closed/walk.md5mesh")
case.exits(3, "lint", "closed/walk.md5anim", says=b"closed/walk.md5mesh: No such file")  # a dangling link
os.remove("closed/walk.md5mesh")
os.mkdir("closed/walk.md5mesh")
case.check("its folder has no" in companions_of(report_of("closed/walk.md5anim"))["closed/walk.md5anim"], "a folder is not a companion")
os.rmdir("closed/walk.md5mesh")
os.mkfifo("waits")
for make in (lambda: os.mkfifo("closed/walk.md5mesh"), lambda: os.symlink("../waits", "closed/walk.md5mesh")):
    make()
    case.exits(0, "lint", "closed/walk.md5anim", limit=20)  # a fifo that lint found itself is not opened
    case.exits(0, "convert", "closed/walk.md5anim", "--to", "gltf", "-o", "walk.gltf", limit=20)
    os.remove("closed/walk.md5mesh")

# A scene is found only by its stem. The pair gets the findings that need both files.
os.mkdir("scene")
for path in glob.glob(os.path.join(GOLDEN, "memg/bad/obj-group-without-motion__*")):
    name = os.path.basename(path)
    if name.endswith((".bin", ".obj")):
        shutil.copy(path, "scene/" + name)
binaries = sorted(name for name in os.listdir("scene") if name.endswith(".bin"))
case.check(len(binaries) > 0, "golden/ has scenes for this test")
report = report_of("scene", code=1)
for name in binaries:
    scene = "scene/" + name[:-4] + ".obj"
    case.check([one["reason"] for one in report["skipped"] if one["file"] == scene]
               == ["it is a companion, linted together with the file that it belongs to"], "a scene is skipped as the companion of a motion")
    case.check(companions_of(report)["scene/" + name] == scene, "%s is checked with its scene" % name)
    given = report_of("--obj", scene, "scene/" + name, code=1)
    case.check(rules_of(report, scene) == rules_of(given, scene) and rules_of(given, scene) != [],
               "%s: the findings are those of --obj: %r, %r" % (name, rules_of(report, scene), rules_of(given, scene)))
shutil.copy("scene/" + binaries[0], "scene/" + binaries[0][:-4] + ".memg")
again = report_of("scene", code=1)
case.check(len(rules_of(again, "scene/" + binaries[0][:-4] + ".obj")) ==
           2 * len(rules_of(report, "scene/" + binaries[0][:-4] + ".obj")), "each of two motions gets its own findings for the shared scene")
shutil.copy("scene/" + binaries[0], "odd.obj")
odd = case.run("lint", "--format", "json", "odd.obj")
case.check([(f["file"], f["companion"]) for f in json.loads(odd.stdout)["files"]] == [("odd.obj", None)],
           "a motion with the extension .obj is not its own companion", odd)

sarif = json.loads(case.run("lint", "--format", "sarif", "stem").stdout)
case.check(sarif["runs"][0]["results"][0]["properties"]["companion"] == "stem/walk.md5mesh", "SARIF names the companion")
case.finish()
