"""Files that are checked with others of their folder: the .md5scale of an animation, and skeletons that differ."""

import os
import shutil
import zipfile

from cli_case import path_in_tree, read, write

SETS = path_in_tree("tests", "lab", "coverage", "sets")


def copy_sets_file(source, target):
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    shutil.copyfile(os.path.join(SETS, source), target)


def lint_and_get_rules_by_file(animproof, *arguments, code=1):
    """Returns {file: rules of its findings} for the files of the report, in the order of the report."""
    report = animproof.json(code, "lint", *arguments)
    return {f["file"]: [finding["rule"] for finding in f["findings"]] for f in report["files"]}


SCALE_RULES = ["md5anim/scale-joint", "md5anim/scale-frame", "md5anim/scale-syntax"]


def test_findings_of_an_md5scale_are_those_of_a_file_of_its_own(animproof):
    copy_sets_file("walk.md5anim", "scale/walk.md5anim")
    copy_sets_file("walk.md5scale", "scale/walk.md5scale")
    expected = {"scale/walk.md5anim": [], "scale/walk.md5scale": SCALE_RULES}
    assert lint_and_get_rules_by_file(animproof, "scale") == expected
    assert lint_and_get_rules_by_file(animproof, "scale/walk.md5anim") == expected
    with zipfile.ZipFile("scale.zip", "w") as archive:
        for name in ("walk.md5anim", "walk.md5scale"):
            archive.write("scale/" + name, "md5/" + name)
    assert lint_and_get_rules_by_file(animproof, "scale.zip") == {"scale.zip!md5/walk.md5anim": [], "scale.zip!md5/walk.md5scale": SCALE_RULES}
    assert lint_and_get_rules_by_file(animproof, "--no-companions", "scale", code=0) == {"scale/walk.md5anim": []}
    animproof.exits(1, "lint", "--format", "concise", "scale", prints=b"scale/walk.md5scale:4:19: error: ")
    animproof.exits(1, "lint", "--write-baseline", "known.txt", "scale")
    animproof.exits(0, "lint", "--baseline", "known.txt", "scale")


def test_an_md5scale_belongs_to_the_animation_of_its_name_alone(animproof):
    for number in range(30):
        copy_sets_file("walk.md5anim", "named/%02d.md5anim" % number)
    copy_sets_file("walk.md5scale", "named/07.MD5SCALE")
    copy_sets_file("walk.md5scale", "named/walk.md5scale")
    copy_sets_file("walk.md5scale", "named/sub/08.md5scale")
    found = lint_and_get_rules_by_file(animproof, "named")
    assert {file: rules for file, rules in found.items() if rules} == {"named/07.MD5SCALE": SCALE_RULES}
    assert len({animproof.exits(1, "lint", "--format", "json", "-j", jobs, "named").stdout for jobs in "124"}) == 1


def test_an_md5scale_is_read_only_beside_an_animation_without_errors(animproof):
    write("broken/walk.md5anim", read(os.path.join(SETS, "walk.md5anim")).replace(b"frameRate 24", b"frameRate 0"))
    copy_sets_file("walk.md5scale", "broken/walk.md5scale")
    assert lint_and_get_rules_by_file(animproof, "broken") == {"broken/walk.md5anim": ["md5anim/frame-rate-range"], "broken/walk.md5scale": []}


SKELETON_FINDINGS = {"served/count.md5anim": ["md5anim/set-skeleton"], "served/name.md5mesh": ["md5mesh/set-skeleton"],
        "most/parent.md5anim": ["md5anim/set-skeleton"]}


def copy_sets_folders(target="."):
    for folder in ("served", "most"):
        for name in os.listdir(os.path.join(SETS, folder)):
            copy_sets_file(os.path.join(folder, name), os.path.join(target, folder, name))


def files_with_findings(rules_by_file):
    return {file: rules for file, rules in rules_by_file.items() if rules}


def test_files_of_a_folder_are_compared_by_their_skeletons(animproof):
    copy_sets_folders()
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "served", "most", code=0)) == SKELETON_FINDINGS
    files = sorted(os.path.join(folder, name) for folder in ("served", "most") for name in os.listdir(folder))
    assert files_with_findings(lint_and_get_rules_by_file(animproof, *files, code=0)) == SKELETON_FINDINGS
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "served/count.md5anim", "most/a.md5anim", code=0)) == {
        "served/count.md5anim": ["md5anim/set-skeleton"]}, "the folder decides, not the files that are named"
    for file in files:
        assert files_with_findings(lint_and_get_rules_by_file(animproof, file, code=0)) == {}, "a file alone is not compared"
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "--no-companions", "served", "most", code=0)) == {}
    assert len({animproof.exits(0, "lint", "--format", "json", "-j", jobs, "served", "most").stdout for jobs in "124"}) == 1
    animproof.exits(0, "lint", "--format", "concise", "served", prints=b"count.md5anim:5:11: warning: num_joints is 4; 2 files of its")


def test_files_with_an_error_are_not_compared(animproof):
    copy_sets_folders("errors")
    write("errors/served/walk.md5anim", read("errors/served/walk.md5anim").replace(b"frameRate 24", b"frameRate 0"))
    for name in "ab":
        write("errors/most/%s.md5anim" % name, read("errors/most/%s.md5anim" % name).replace(b"frameRate 24", b"frameRate 0"))
    assert set(files_with_findings(lint_and_get_rules_by_file(animproof, "errors/served", "errors/most"))) == {"errors/served/walk.md5anim", "errors/most/a.md5anim",
                                                           "errors/most/b.md5anim"}


def test_any_mesh_and_animation_without_errors_show_that_a_skeleton_is_right(animproof):
    copy_sets_folders("first")
    mesh = next(name for name in os.listdir("first/served") if name.endswith(".md5mesh") and name != "name.md5mesh")
    write("first/served/a.md5anim", read("first/served/walk.md5anim").replace(b"frameRate 24", b"frameRate 0"))
    write("first/served/a.md5mesh", read("first/served/" + mesh).replace(b"numMeshes 1", b"numMeshes 2"))
    found = files_with_findings(lint_and_get_rules_by_file(animproof, "first/served"))
    assert found.pop("first/served/a.md5anim") == ["md5anim/frame-rate-range"] and found.pop("first/served/a.md5mesh")
    assert found == {"first/" + file: rules for file, rules in SKELETON_FINDINGS.items() if "served" in file}
    animproof.exits(1, "lint", "--format", "concise", "first/served", prints=b"num_joints is 4; 2 files of its folder have")
    copy_sets_file("served/walk.md5anim", "both/one.md5anim")
    copy_sets_file("served/" + mesh, "both/one.md5mesh")
    copy_sets_file("served/count.md5anim", "both/two.md5anim")
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "both", code=0)) == {"both/two.md5anim": ["md5anim/set-skeleton"]}
    joint = b'"extra" 0 ( 0 0 0 ) ( 0 0 0 )\n}'
    write("both/two.md5mesh", read("both/one.md5mesh").replace(b"numJoints 3", b"numJoints 4").replace(b"}", joint, 1))
    write("both/two.md5anim", add_joints_to_animation(read("both/one.md5anim"), 1).replace(b'"joint0"\t1', b'"extra"\t0'))
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "both", code=0)) == {}, "each skeleton has a mesh and an animation"


def test_settings_that_turn_the_rule_off_hold_for_their_files(animproof):
    copy_sets_folders()
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "--ignore", "*/set-skeleton", "served", "most", code=0)) == {}
    write(".animproof.ini", b"[path served/]\nignore = md5anim/set-skeleton\n")
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "served", "most", code=0)) == {
        file: rules for file, rules in SKELETON_FINDINGS.items() if file != "served/count.md5anim"}


def test_files_in_folders_below_are_not_compared_and_archives_have_folders(animproof):
    copy_sets_folders("below")
    os.rename("below/most/c.md5anim", "below/c.md5anim")
    os.rename("below/served/walk.md5anim", "below/walk.md5anim")
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "below/most", code=0)) == {}
    copy_sets_folders("packed")
    for folder in ("served", "most"):
        with zipfile.ZipFile(folder + ".zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(os.listdir("packed/" + folder)):
                archive.write("packed/%s/%s" % (folder, name), "%s/%s" % (folder, name))
    found = files_with_findings(lint_and_get_rules_by_file(animproof, "served.zip", "most.zip", code=0))
    assert found == {file.split("/")[0] + ".zip!" + file: rules for file, rules in SKELETON_FINDINGS.items()}


def add_joints_to_animation(animation, count):
    names = b"".join(b'\t"joint%d"\t1 0 0\n' % number for number in range(count))
    poses = b"\t( 1 0 2 ) ( 0 0 0 )\n" * count
    return (animation.replace(b"numJoints 3", b"numJoints %d" % (3 + count)).replace(b'"chest"\t1 0 0\n', b'"chest"\t1 0 0\n' + names)
            .replace(b"\n}\n\nframe 0", b"\n" + poses + b"}\n\nframe 0"))


def test_a_file_over_the_memory_limit_is_not_compared(animproof):
    animation = read(os.path.join(SETS, "most/a.md5anim"))
    for name in "abc":
        write("limits/many/%s.md5anim" % name, add_joints_to_animation(animation, 400))
    write("limits/many/more.md5anim", add_joints_to_animation(animation, 790))
    lint = ("--ignore", "md5anim/joint-limit", "limits/many")
    assert files_with_findings(lint_and_get_rules_by_file(animproof, *lint, code=0)) == {"limits/many/more.md5anim": ["md5anim/set-skeleton"]}
    failed = animproof.exits(4, "lint", "--max-memory", "200K", *lint)
    assert failed.stderr.count(b"\n") == 1 and b"limits/many/more.md5anim" in failed.stderr, failed.stderr
    assert b"set-skeleton" not in failed.stdout


def test_files_that_are_too_large_to_keep_are_compared(animproof):
    copy_sets_folders("large")
    for folder in ("served", "most"):
        for name in os.listdir("large/" + folder):
            path = "large/%s/%s" % (folder, name)
            write(path, read(path).replace(b"\n\n", b"\n" + (b"// " + b"x" * 90 + b"\n") * 200, 1))
    assert files_with_findings(lint_and_get_rules_by_file(animproof, "large/served", "large/most", code=0)) == {"large/" + file: rules for file, rules in SKELETON_FINDINGS.items()}
