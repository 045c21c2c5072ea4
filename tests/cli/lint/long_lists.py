"""Lists that are longer than usual: triangles that all begin at one vertex, names and rates that a policy allows."""

import json

from cli_case import Case, md5anim, write

case = Case()


def findings(*arguments):
    result = case.run("lint", "--format", "json", *arguments)
    case.check(result.returncode in (0, 1), "lint %r" % (arguments,), result)
    report = json.loads(result.stdout)
    return [finding for entry in report["files"] for finding in entry["findings"]]


def mesh(triangles):
    """A mesh of vertices 0 to 101, all on one joint, with these triangles."""
    verts = "".join("\tvert %d ( 0 0 ) %d 1\n" % (i, i) for i in range(102))
    tris = "".join("\ttri %d %d %d %d\n" % (i, *corners) for i, corners in enumerate(triangles))
    weights = "".join("\tweight %d 0 1 ( %d %d 0 )\n" % (i, i, i * i) for i in range(102))
    return ('MD5Version 10\ncommandline ""\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t"root" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n\n'
            'mesh {\n\tshader "a"\n\n\tnumverts 102\n%s\n\tnumtris %d\n%s\n\tnumweights 102\n%s}\n'
            % (verts, len(triangles), tris, weights)).encode()


def duplicates(triangles):
    write("fan.md5mesh", mesh(triangles))
    return [(one["path"], one["message"]) for one in findings("fan.md5mesh") if one["rule"] == "md5mesh/tri-duplicate"]


# However long the list of one vertex is, a triangle with the corners of an earlier one is found, and only such a one:
# one that turns the other way is another, and one with two equal corners has its own rule.
FAN = [(0, i, j) for i in range(1, 30) for j in range(i + 1, 31)]
case.check(len(FAN) > 400 and duplicates(FAN) == [], "a long fan has no duplicates: %r" % duplicates(FAN))
TURNED = FAN + [(5, 4, 0), (3, 3, 7), (3, 3, 7)]
case.check(duplicates(TURNED) == [], "turned the other way: %r" % duplicates(TURNED))
TWICE = FAN + [(7, 0, 3)[::-1], (0, 3, 7)]
case.check(len(duplicates(TWICE)) == 1 and duplicates(TWICE)[0][0] == "meshes[0].tris[%d]" % (len(FAN) + 1),
           "one that is there: %r" % duplicates(TWICE))
MORE = FAN + [(4, 5, 0), (0, 4, 5), (9, 0, 8)]
case.check(duplicates(MORE)[0][0] == "meshes[0].tris[%d]" % len(FAN) and "this mesh has 3 such triangles" in duplicates(MORE)[0][1],
           "three that are there: %r" % duplicates(MORE))

# A message names the first of a policy's list, and how many more there are.
write("walk.md5anim", md5anim())
write("policy.ini", b"[policy]\nframe-rates = %s\njoint-names = %s\n" % (
    b", ".join(b"%d" % (100 + i) for i in range(12)), b", ".join(b"never_%d_*" % i for i in range(12))))
said = {one["rule"]: one["expected"] for one in findings("--config", "policy.ini", "walk.md5anim")}
case.check(said.get("policy/frame-rate", "").endswith("107 or one of 4 more"), "rates: %r" % said)
case.check(said.get("policy/joint-name", "").endswith(" or one of 4 more"), "names: %r" % said)
write("policy.ini", b"[policy]\njoint-names = %s\n" % b", ".join(b"never_%d_" % i + b"x" * 54 for i in range(9)))
said = {one["rule"]: one["expected"] for one in findings("--config", "policy.ini", "walk.md5anim")}
text = said.get("policy/joint-name", "")
case.check("never_0_" in text and " more" in text and len(text) < 520, "long names: %r" % text)

case.finish()
