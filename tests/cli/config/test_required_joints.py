"""[rule NAME] of .animproof.ini with the key required-joints."""

import pytest
from cli_case import md5anim, md5mesh, write


@pytest.fixture
def lint_with_required_joints(animproof):
    """Calling it writes a rule that requires the joints `required`, and lints x.md5mesh, which has the joints `joints`. Returns
    the findings of the rule."""
    def lint_and_list_findings(required, joints, *options):
        write(".animproof.ini", ("[rule r]\nrequired-joints = %s\nmessage = m\n" % required).encode())
        write("x.md5mesh", md5mesh(joints))
        return [one for _, one in animproof.findings("--no-companions", *options, "x.md5mesh") if one["rule"] == "own/r"]
    return lint_and_list_findings


@pytest.mark.parametrize(("required", "joints", "message", "path", "found"), [
    ("root", ["Root"], 'joint "root" (it has "Root")', "joints[0].name", '"Root"'),
    ("HIPS", ["root", "hips"], 'joint "HIPS" (it has "hips")', "joints[1].name", '"hips"'),
    ("head", ["root", "hips"], 'joint "head"', "", None),
    ("head, shoulder", ["root", "sholder"], 'joint "head" and no joint "shoulder" (it has "sholder")', "joints[1].name", '"sholder"'),
    ("a1, b2, c3, d4, e5, f6", ["root"], 'joint "a1" and no joint "b2" and no joint "c3" and no joint "d4", and lacks 2 more', "", None),
])
def test_the_missing_joint_and_a_near_one_are_named(lint_with_required_joints, required, joints, message, path, found):
    got = lint_with_required_joints(required, joints)
    assert [(one["message"], one["path"], one["found"]) for one in got] == [
        ("m: the file has no %s (.animproof.ini:1)" % message, path, found)]


def test_files_with_the_joints_and_other_formats_have_no_finding(animproof, lint_with_required_joints):
    assert lint_with_required_joints("hips, root", ["root", "hips", "chest"]) == lint_with_required_joints("root", ["hips"], "--ignore", "own/r") == []
    lint_with_required_joints("left arm", ["root"])
    animproof.run("generate", "--format", "md5camera", "--seed", "1", "-o", "x.md5camera")
    animproof.exits(0, "lint", "--select", "own", "x.md5camera")
    write("x.md5anim", md5anim())
    animproof.exits(1, "lint", "--select", "own", "x.md5anim", prints=b'the file has no joint "left arm"')


J = "[rule a]\nmessage = m\nrequired-joints = root\n"


@pytest.mark.parametrize(("text", "said"), [
    (J + "most = 1\n", ":1: rule a has both required-joints and limits"),
    (J + "figure = joints\n", ":1: rule a has both figure and required-joints; it needs one of them"),
    (J + "path = version\n", ":1: rule a has both path and required-joints; it needs one of them"),
    (J + "matches = x\n", ":1: rule a has matches without path"),
    (J + "formats = md5mesh, mrtk\n", ":4: mrtk names no joints"),
    ("[rule a]\nmessage = m\nrequired-joints = root, hips\n    root\n", ":4: required-joints: 'root' is named twice"),
    ("[rule a]\nmessage = m\nrequired-joints = %s\n" % ",".join("j%d" % i for i in range(33)), ":3: required-joints: more than 32 values"),
    ("[rule a]\nrequired-joints = root\n", ":1: rule a needs the key message"),
    ("[rule a]\nmessage = m\nrequired-joints =\n", ":1: rule a needs the key figure, path or required-joints"),
])
def test_wrong_rules_name_their_line(animproof, text, said):
    write("x.md5anim", md5anim())
    write(".animproof.ini", text.encode())
    animproof.exits(2, "lint", "x.md5anim", says=said.encode())
