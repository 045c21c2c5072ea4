"""Companions that files find by themselves: which is taken, what is said, and what is told once."""

import glob
import json
import os
import shutil

from cli_case import GOLDEN, Case, md5anim, md5mesh, write

case = Case()


def report_of(*arguments, code=0, **options):
    return json.loads(case.exits(code, "lint", "--format", "json", *arguments, **options).stdout)


def pairs_of(report):
    """File: companion, or why there is none."""
    return {f["file"]: f["companion"] or f["alone"] for f in report["files"] if "companion" in f}


def rules_of(report, name):
    return [finding["rule"] for f in report["files"] if f["file"] == name for finding in f["findings"]]


# The stem decides, in any case of the extension's letters, before the joints do.
write("stem/walk.md5anim", md5anim())
write("stem/walk.md5mesh", md5mesh(["root", "tail"]))
write("stem/other.md5mesh", md5mesh(["root", "hips"]))
report = report_of("stem", code=1)
case.check(pairs_of(report) == {"stem/walk.md5anim": "stem/walk.md5mesh"}, "the stem decides: %r" % pairs_of(report))
case.check(rules_of(report, "stem/walk.md5anim") == ["md5anim/mesh-joint-name"], "it is judged by the mesh")
os.rename("stem/walk.md5mesh", "stem/walk.MD5MESH")
case.check(pairs_of(report_of("stem", code=1)) == {"stem/walk.md5anim": "stem/walk.MD5MESH"}, "letters of any case")
os.rename("stem/walk.MD5MESH", "stem/walk.Md5Mesh")
case.check(pairs_of(report_of("stem", code=1)) == {"stem/walk.md5anim": "stem/walk.Md5Mesh"}, "letters of either case")
os.rename("stem/walk.Md5Mesh", "stem/walk.MD5MESH")
report = report_of("--no-companions", "stem")
case.check(pairs_of(report) == {} and not rules_of(report, "stem/walk.md5anim"), "--no-companions")
report = report_of("--mesh", "stem/other.md5mesh", "stem")
case.check(pairs_of(report) == {"stem/walk.md5anim": "stem/other.md5mesh"}, "a mesh that is named is taken")
os.rename("stem/walk.MD5MESH", "stem/walk.md5mesh")

# Then the joints: the only mesh with the same names in the same order.
write("joints/run.md5anim", md5anim())
write("joints/turned.md5mesh", md5mesh(["hips", "root"]))
case.check(pairs_of(report_of("joints")) == {"joints/run.md5anim": "no .md5mesh file in its folder has the same name "
                                             "or the same joint names"}, "none fits")
write("joints/fits.md5mesh", md5mesh(["root", "hips"]))
write("joints/walk.md5anim", md5anim(parent=b"7"))
report = report_of("joints", code=1)
case.check(pairs_of(report) == {"joints/run.md5anim": "joints/fits.md5mesh", "joints/walk.md5anim":
                                "joints/fits.md5mesh"}, "the joints decide: %r" % pairs_of(report))
write("joints/fits-too.md5mesh", md5mesh(["root", "hips"]))
case.check(set(pairs_of(report_of("joints", code=1)).values()) ==
           {"2 .md5mesh files in its folder have the same joint names, and none has the same name"}, "several fit")
write("joints/broken.md5anim", b"MD5Version 10\n")
case.check("are unknown" in pairs_of(report_of("joints", code=1))["joints/broken.md5anim"], "nothing is known")
write("lone/walk.md5anim", md5anim())
case.check(pairs_of(report_of("lone")) == {"lone/walk.md5anim": "its folder has no .md5mesh file"}, "none is there")
case.check(b"24 bytes" not in case.exits(0, "lint", "-v", "lone").stdout and
           b", alone: its folder has no .md5mesh file\n" in case.exits(0, "lint", "-v", "lone").stdout, "-v says so")
case.check(b"with stem/walk.md5mesh\n" in case.exits(1, "lint", "-v", "stem").stdout, "-v names it")

# One mesh serves many, and what is wrong with it is told once; files that are named find theirs, too.
for number in range(40):
    write("many/%02d.md5anim" % number, md5anim().replace(b"hips", b"a b"))
write("many/hero.md5mesh", md5mesh(["root", "a b"]).replace(b'"a b"\t0', b'"a b"\t7'))
for jobs in ("1", "3"):
    report = report_of("-j", jobs, "many", code=1)
    case.check(len(rules_of(report, "many/hero.md5mesh")) > 0 and
               [f["file"] for f in report["files"]].count("many/hero.md5mesh") == 1, "once with -j%s" % jobs)
texts = {case.exits(1, "lint", "--format", "json", "-j", jobs, "many", "stem", "joints").stdout for jobs in "124"}
case.check(len(texts) == 1, "the report is that of -j1")
named = report_of("many/03.md5anim", "many/05.md5anim", code=1)
case.check([f["file"] for f in named["files"]].count("many/hero.md5mesh") == 1, "once for files that are named")
both = report_of("many/03.md5anim", "many", code=1)
case.check([f["file"] for f in both["files"]].count("many/hero.md5mesh") == 1, "once for a file and its folder")
known = case.run("lint", "--write-baseline", "known.txt", "many")
case.exits(0, "lint", "--baseline", "known.txt", "many")
os.chdir("many")
case.check(pairs_of(report_of("03.md5anim", code=1)) == {"03.md5anim": "hero.md5mesh"}, "in the working folder")
os.chdir("..")

# A companion that cannot be read fails the run; one that is a folder is not there.
write("closed/walk.md5anim", md5anim())
os.symlink("nothing", "closed/walk.md5mesh")
case.exits(3, "lint", "closed/walk.md5anim", says=b"closed/walk.md5mesh: No such file")  # a link to nothing is said
os.remove("closed/walk.md5mesh")
os.mkdir("closed/walk.md5mesh")
case.check("its folder has no" in pairs_of(report_of("closed/walk.md5anim"))["closed/walk.md5anim"], "a folder")
os.rmdir("closed/walk.md5mesh")
os.mkfifo("waits")
for make in (lambda: os.mkfifo("closed/walk.md5mesh"), lambda: os.symlink("../waits", "closed/walk.md5mesh")):
    make()
    case.exits(0, "lint", "closed/walk.md5anim", limit=20)  # waits for no writer: nobody named it
    case.exits(0, "convert", "closed/walk.md5anim", "--to", "gltf", "-o", "walk.gltf", limit=20)
    os.remove("closed/walk.md5mesh")

# A scene is found by its stem alone, and gets the findings that only both have.
os.mkdir("scene")
for path in glob.glob(os.path.join(GOLDEN, "memg/bad/obj-group-without-motion__*")):
    name = os.path.basename(path)
    if name.endswith((".bin", ".obj")):
        shutil.copy(path, "scene/" + name)
binaries = sorted(name for name in os.listdir("scene") if name.endswith(".bin"))
case.check(len(binaries) > 0, "golden scenes")
report = report_of("scene", code=1)
for name in binaries:
    scene = "scene/" + name[:-4] + ".obj"
    case.check([one["reason"] for one in report["skipped"] if one["file"] == scene]
               == ["it is a companion, linted together with the file that it belongs to"], "why it is not judged alone")
    case.check(pairs_of(report)["scene/" + name] == scene, "%s: its scene" % name)
    given = report_of("--obj", scene, "scene/" + name, code=1)
    case.check(rules_of(report, scene) == rules_of(given, scene) and rules_of(given, scene) != [],
               "%s: as with --obj: %r, %r" % (name, rules_of(report, scene), rules_of(given, scene)))
shutil.copy("scene/" + binaries[0], "scene/" + binaries[0][:-4] + ".memg")
again = report_of("scene", code=1)
case.check(len(rules_of(again, "scene/" + binaries[0][:-4] + ".obj")) ==
           2 * len(rules_of(report, "scene/" + binaries[0][:-4] + ".obj")), "each motion says what it lacks")
shutil.copy("scene/" + binaries[0], "odd.obj")
odd = case.run("lint", "--format", "json", "odd.obj")
case.check([(f["file"], f["companion"]) for f in json.loads(odd.stdout)["files"]] == [("odd.obj", None)],
           "a motion that is named as a scene is not its own", odd)

sarif = json.loads(case.run("lint", "--format", "sarif", "stem").stdout)
case.check(sarif["runs"][0]["results"][0]["properties"]["companion"] == "stem/walk.md5mesh", "SARIF names it")
case.finish()
