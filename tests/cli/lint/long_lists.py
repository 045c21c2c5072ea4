"""Long lists: more than 400 triangles at one vertex, and policies that allow many names and frame rates."""

import json

from cli_case import Case, md5anim, write

case = Case()


def lint_findings(*arguments):
    result = case.run("lint", "--format", "json", *arguments)
    case.check(result.returncode in (0, 1), "lint %r" % (arguments,), result)
    report = json.loads(result.stdout)
    return [finding for entry in report["files"] for finding in entry["findings"]]


def make_mesh(triangles):
    """Returns a mesh with vertices 0 to 101, all weighted to one joint, and these triangles."""
    verts = "".join("\tvert %d ( 0 0 ) %d 1\n" % (i, i) for i in range(102))
    tris = "".join("\ttri %d %d %d %d\n" % (i, *corners) for i, corners in enumerate(triangles))
    weights = "".join("\tweight %d 0 1 ( %d %d 0 )\n" % (i, i, i * i) for i in range(102))
    return ('MD5Version 10\ncommandline ""\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t"root" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n\n'
            'mesh {\n\tshader "a"\n\n\tnumverts 102\n%s\n\tnumtris %d\n%s\n\tnumweights 102\n%s}\n'
            % (verts, len(triangles), tris, weights)).encode()


def lint_duplicates(triangles):
    write("fan.md5mesh", make_mesh(triangles))
    return [(one["path"], one["message"]) for one in lint_findings("fan.md5mesh") if one["rule"] == "md5mesh/tri-duplicate"]


# In a list of any length, a triangle with the corners of an earlier triangle is a duplicate. A triangle with the opposite
# orientation is not, and a triangle with two equal corners breaks another rule.
FAN = [(0, i, j) for i in range(1, 30) for j in range(i + 1, 31)]
case.check(len(FAN) > 400 and lint_duplicates(FAN) == [], "different triangles at one vertex are not duplicates: %r" % lint_duplicates(FAN))
TURNED = FAN + [(5, 4, 0), (3, 3, 7), (3, 3, 7)]
case.check(lint_duplicates(TURNED) == [], "a triangle of opposite orientation is not a duplicate: %r" % lint_duplicates(TURNED))
TWICE = FAN + [(7, 0, 3)[::-1], (0, 3, 7)]
case.check(len(lint_duplicates(TWICE)) == 1 and lint_duplicates(TWICE)[0][0] == "meshes[0].tris[%d]" % (len(FAN) + 1),
           "one repeated triangle is reported: %r" % lint_duplicates(TWICE))
MORE = FAN + [(4, 5, 0), (0, 4, 5), (9, 0, 8)]
case.check(lint_duplicates(MORE)[0][0] == "meshes[0].tris[%d]" % len(FAN) and "this mesh has 3 such triangles" in lint_duplicates(MORE)[0][1],
           "three repeated triangles are counted: %r" % lint_duplicates(MORE))

# A message names the first allowed values of a policy and the number of the others.
write("walk.md5anim", md5anim())
write("policy.ini", b"[policy]\nframe-rates = %s\njoint-names = %s\n" % (
    b", ".join(b"%d" % (100 + i) for i in range(12)), b", ".join(b"never_%d_*" % i for i in range(12))))
said = {one["rule"]: one["expected"] for one in lint_findings("--config", "policy.ini", "walk.md5anim")}
case.check(said.get("policy/frame-rate", "").endswith("107 or one of 4 more"), "the message shortens a list of 12 frame rates: %r" % said)
case.check(said.get("policy/joint-name", "").endswith(" or one of 4 more"), "the message shortens a list of 12 joint names: %r" % said)
write("policy.ini", b"[policy]\njoint-names = %s\n" % b", ".join(b"never_%d_" % i + b"x" * 54 for i in range(9)))
said = {one["rule"]: one["expected"] for one in lint_findings("--config", "policy.ini", "walk.md5anim")}
text = said.get("policy/joint-name", "")
case.check("never_0_" in text and " more" in text and len(text) < 520, "the message shortens a list of long joint names: %r" % text)

case.finish()
