"""Files that are checked with others of their folder: the .md5scale of an animation."""

import json
import os
import shutil
import zipfile

from cli_case import in_tree, read, write

SETS = in_tree("tests", "lab", "coverage", "sets")


def copy(source, target):
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    shutil.copyfile(os.path.join(SETS, source), target)


def findings_of(animproof, *arguments, code=1):
    """{file: rules of its findings} of the files in the report, in their order."""
    report = json.loads(animproof.exits(code, "lint", "--format", "json", *arguments).stdout)
    return {f["file"]: [finding["rule"] for finding in f["findings"]] for f in report["files"]}


SCALE_RULES = ["md5anim/scale-joint", "md5anim/scale-frame", "md5anim/scale-syntax"]


def test_findings_of_an_md5scale_are_those_of_a_file_of_its_own(animproof):
    copy("walk.md5anim", "scale/walk.md5anim")
    copy("walk.md5scale", "scale/walk.md5scale")
    expected = {"scale/walk.md5anim": [], "scale/walk.md5scale": SCALE_RULES}
    assert findings_of(animproof, "scale") == expected
    assert findings_of(animproof, "scale/walk.md5anim") == expected
    with zipfile.ZipFile("scale.zip", "w") as archive:
        for name in ("walk.md5anim", "walk.md5scale"):
            archive.write("scale/" + name, "md5/" + name)
    assert findings_of(animproof, "scale.zip") == {"scale.zip!md5/walk.md5anim": [], "scale.zip!md5/walk.md5scale": SCALE_RULES}
    assert findings_of(animproof, "--no-companions", "scale", code=0) == {"scale/walk.md5anim": []}
    animproof.exits(1, "lint", "--format", "concise", "scale", prints=b"scale/walk.md5scale:4:19: error: ")
    animproof.exits(1, "lint", "--write-baseline", "known.txt", "scale")
    animproof.exits(0, "lint", "--baseline", "known.txt", "scale")


def test_an_md5scale_belongs_to_the_animation_of_its_name_alone(animproof):
    for number in range(30):
        copy("walk.md5anim", "named/%02d.md5anim" % number)
    copy("walk.md5scale", "named/07.MD5SCALE")
    copy("walk.md5scale", "named/walk.md5scale")
    copy("walk.md5scale", "named/sub/08.md5scale")
    found = findings_of(animproof, "named")
    assert {file: rules for file, rules in found.items() if rules} == {"named/07.MD5SCALE": SCALE_RULES}
    assert len({animproof.exits(1, "lint", "--format", "json", "-j", jobs, "named").stdout for jobs in "124"}) == 1


def test_an_md5scale_is_read_only_beside_an_animation_without_errors(animproof):
    write("broken/walk.md5anim", read(os.path.join(SETS, "walk.md5anim")).replace(b"frameRate 24", b"frameRate 0"))
    copy("walk.md5scale", "broken/walk.md5scale")
    assert findings_of(animproof, "broken") == {"broken/walk.md5anim": ["md5anim/frame-rate-range"], "broken/walk.md5scale": []}
