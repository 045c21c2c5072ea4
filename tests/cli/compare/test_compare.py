"""animproof compare: each edit of a model has its one line and impact, and files are matched by path and by content."""

import itertools
import json
import os
import re
import zipfile

import pytest
from cli_case import files_below, open_full_device, read, read_text_in_tree, write
from compare_model import BASES, make_edited_model
from formats import BINARY, EXTENSIONS, FORMATS
from golden_files import EACH, every_nth, golden
from md5_texts import FLAT, animation_text
from schema_check import Checker



def read_table_rows(table):
    return [line.split("\t") for line in read_text_in_tree("tests/cli/compare/" + table).splitlines() if not line.startswith("#")]


def missing_rewrites_of_unedited_files(rows):
    """Yields a row for each format and command that `rows` do not have."""
    present = {(base, command) for base, _, command, _ in rows}
    for form, command in itertools.product(FORMATS, ("format", "prune", "fix", "json")):
        refused = command == "prune" or (command == "format" and EXTENSIONS[form] in BINARY)
        if (form, command) not in present:
            yield [form, "file", command, "refused" if refused else "1 file: 1 unchanged"]


EDITS, REWRITES = read_table_rows("compare_edits.tsv"), read_table_rows("compare_rewrites.tsv")
REWRITES += list(missing_rewrites_of_unedited_files(REWRITES))


@pytest.mark.parametrize("base, edit, impact, line, lines", EDITS, ids=["%s %s" % (row[0], row[3]) for row in EDITS])
def test_each_edit_has_its_line_and_impact(animproof, base, edit, impact, line, lines):
    old, new = make_edited_model(animproof, base, "pass", "old"), make_edited_model(animproof, base, edit, "new")
    result = animproof.exits(impact == "breaks", "compare", "-q", old, new)
    printed = result.stdout.decode().splitlines()
    assert printed[0] == "%s: %s: %s" % (new, impact, line)
    assert len(printed) == int(lines), printed
    never, always = (0, 1) if impact != "bytes only" else (0, 0)
    animproof.exits(never, "compare", "--fail-on=never", old, new)
    animproof.exits(always, "compare", "--fail-on=seen", old, new)
    animproof.exits(1, "compare", "--fail-on=bytes", old, new)


@pytest.mark.parametrize("base", BASES)
def test_a_file_compared_with_itself_is_unchanged(animproof, base):
    old = make_edited_model(animproof, base, "pass", "old")
    animproof.exits(0, "compare", "--fail-on=bytes", old, old, prints_only=b"1 file: 1 unchanged\n")


def rewrite_file_by_command(animproof, command, old, new, code):
    """Writes a file again by a command. `code` is the exit code of a command that may refuse the file."""
    if command == "json":
        animproof.exits(0, "convert", old, "-o", "exchange.json")
        animproof.exits(0, "convert", "exchange.json", "-o", new)
    elif command == "fix":
        write(new, read(old))
        animproof.exits(0, "fix", "-w", new)
    else:
        animproof.exits(code, "format", *(["--prune"] if command == "prune" else []), old, "-o", new)


@pytest.mark.parametrize("base, edit, command, line", REWRITES, ids=["%s %s %d" % (row[0], row[2], i) for i, row in enumerate(REWRITES)])
def test_format_prune_fix_and_an_exchange_by_json_change_bytes_only(animproof, base, edit, command, line):
    old = make_edited_model(animproof, base, "pass", "old")
    new = "new" + os.path.splitext(old)[1]
    file = read(old)
    write(old, eval(edit))
    assert edit == "file" or read(old) != file
    rewrite_file_by_command(animproof, command, old, new, 2 if line == "refused" else 0)
    if line != "refused":
        expected = line if line.startswith("1 file") else "%s: %s" % (new, line)
        animproof.exits(line.startswith("breaks"), "compare", old, new, prints_first=expected.encode() + b"\n")


def test_fix_changes_bytes_only_of_files_without_errors(animproof):
    fixed = 0
    for path in every_nth(golden("md5*/bad/*.md5anim", "md5*/bad/*.md5mesh", "md5*/bad/*.md5camera", "m*/bad/*.bin")):
        name = os.path.basename(path)
        write(name, read(path))
        animproof.run("fix", "-w", name)
        if read(path) == read(name) or animproof.run("lint", "-q", path).returncode:
            continue
        animproof.exits(0, "compare", "--fail-on=seen", path, name)
        fixed += 1
    assert fixed > 8 // EACH


def test_the_page_lists_each_kind_with_its_impact():
    table = re.sub(r'"\s+"', "", read_text_in_tree("validators/services/compare/changes_table.inc"))
    rows = ["| `%s` | %s | %s |" % (kind, impact.lower(), means) for kind, impact, means in re.findall(r'\(\w+, "([^"]+)", (\w+),\s*"([^"]+)"\)', table)]
    page = read_text_in_tree("docs/use/compare.md").splitlines()
    assert len(rows) > 50 and page[-len(rows):] == rows


def make_old_and_new_folders(animproof):
    """Writes the folders old/ and new/: of six models one has a renamed joint, one another frame rate, one is gone, one is new, one
    moved, and one is unchanged."""
    for folder in ("old/sub", "new/sub"):
        os.makedirs(folder)
    same = read(make_edited_model(animproof, "md5anim", "pass", "same"))
    renamed = read(make_edited_model(animproof, "md5anim", 'f["hierarchy"][2]["name"] = "spine1"', "renamed"))
    faster = read(make_edited_model(animproof, "md5anim", 'f["frame_rate"] = 30', "faster"))
    mesh, camera = read(make_edited_model(animproof, "md5mesh", "pass", "mesh")), read(make_edited_model(animproof, "md5camera", "pass", "camera"))
    for path, content in (("old/walk.md5anim", same), ("new/walk.md5anim", renamed), ("old/sub/run.md5anim", same),
                          ("new/sub/run.md5anim", faster), ("old/gone.md5anim", renamed), ("new/new.md5camera", camera),
                          ("old/ogre.md5mesh", mesh), ("new/sub/ogre.md5mesh", mesh), ("old/idle.md5anim", same), ("new/idle.md5anim", same),
                          ("old/notes.txt", b"no model"), ("new/notes.txt", b"other text")):
        write(path, content)


LINES = b"""gone.md5anim: breaks: the file is gone [file-removed]
new.md5camera: seen: the file is new [file-added]
sub/ogre.md5mesh: breaks: moved from "ogre.md5mesh" [file-moved]
sub/run.md5anim: seen: 30 frames a second instead of 24: 5 frames take 0.1333 s instead of 0.1667 s [frame-rate]
walk.md5anim: breaks: joint 2 renamed from "spine" to "spine1" [joint-renamed]
6 files: 3 break users, 2 change what is seen, 1 unchanged
"""


def pack_into_zip(folder, archive):
    with zipfile.ZipFile(archive, "w") as packed:
        for path in files_below(folder):
            packed.write(path, os.path.relpath(path, folder))


def test_files_of_folders_and_archives_are_matched_by_path_then_by_content(animproof):
    make_old_and_new_folders(animproof)
    for folder in ("old", "new"):
        pack_into_zip(folder, folder + ".pk4")
    for old, new in (("old", "new"), ("old/", "new/"), ("old.pk4", "new.pk4"), ("old", "new.pk4"), ("old.pk4", "new")):
        animproof.exits(1, "compare", old, new, prints_only=LINES, says_only=b"")
    animproof.exits(1, "compare", "--exclude=*.md5mesh", "old", "new", prints_last=b"5 files: 2 break users, 2 change what is seen, 1 unchanged\n")


def test_json_follows_its_schema_and_has_exact_values_with_paths(animproof):
    make_old_and_new_folders(animproof)
    document = animproof.json(1, "compare", "old", "new")
    assert not Checker("compare").list_first_error(document)
    assert document["summary"] == {"unchanged": 1, "changed": 2, "added": 1, "removed": 1, "moved": 1, "failed": 0,
                                   "breaks": 3, "seen": 2, "bytes": 0}
    files = {row["file"]: row for row in document["files"]}
    assert files["walk.md5anim"]["changes"][0] == {
        "impact": "breaks", "kind": "joint-renamed", "message": 'joint 2 renamed from "spine" to "spine1"',
        "old_path": "hierarchy[2].name", "new_path": "hierarchy[2].name", "old": "spine", "new": "spine1"}


@pytest.mark.parametrize("base, edit, impact, line, lines", EDITS, ids=["%s %s" % (row[0], row[3]) for row in EDITS])
def test_paths_of_json_name_fields_of_the_files(animproof, base, edit, impact, line, lines):
    old, new = make_edited_model(animproof, base, "pass", "old"), make_edited_model(animproof, base, edit, "new")
    document = animproof.json(None, "compare", old, new)
    assert not Checker("compare").list_first_error(document)
    fields = {path: {field["path"]: field["value"] for field in json.loads(animproof.run("dump", "--json", path).stdout)["fields"]}
              for path in (old, new)}
    for change in document["files"][0]["changes"]:
        for path, key, value in ((old, "old_path", change["old"]), (new, "new_path", change["new"])):
            named = change[key]
            if named is None or "*" in named:
                continue
            assert any(field == named or field.startswith((named + ".", named + "[")) for field in fields[path]), named
            if named in fields[path] and value is not None:
                assert str(fields[path][named]) == str(value), (named, fields[path][named], value)


def test_markdown_is_one_table(animproof):
    make_old_and_new_folders(animproof)
    lines = animproof.exits(1, "compare", "--format=markdown", "old", "new").stdout.decode().splitlines()
    assert lines[:3] == ["| file | impact | change | what changed |", "| --- | --- | --- | --- |",
                         "| gone.md5anim | breaks | file-removed | the file is gone |"]
    assert len(lines) == 9 and lines[-2:] == ["", "6 files: 3 break users, 2 change what is seen, 1 unchanged"]


def test_standard_input_is_one_of_the_versions(animproof):
    old, new = make_edited_model(animproof, "md5anim", "pass", "old"), make_edited_model(animproof, "md5anim", 'f["frame_rate"] = 30', "new")
    animproof.exits(0, "compare", "-", new, input=read(old), prints_first=b"new.md5anim: seen: 30 frames a second")
    animproof.exits(0, "compare", "--stdin-filename=a.md5anim", old, "-", input=read(new), prints_first=b"a.md5anim: seen: 30 frames")
    animproof.exits(2, "compare", "-", "-")


def test_a_file_with_an_error_is_named_with_its_first_error(animproof):
    old = make_edited_model(animproof, "md5anim", "pass", "old")
    write("cut.md5anim", read(old)[:200])
    result = animproof.exits(3, "compare", old, "cut.md5anim", prints_last=b"1 file: 1 not compared\n")
    assert result.stdout.startswith(b"cut.md5anim: not compared: ") and b"[md5anim/truncated] [failed]\n" in result.stdout
    animproof.exits(3, "compare", "cut.md5anim", old, prints_first=b"cut.md5anim: not compared: ")
    document = animproof.json(3, "compare", old, "cut.md5anim")
    assert not Checker("compare").list_first_error(document)
    assert document["files"][0]["status"] == "failed" and document["files"][0]["error_file"] == "cut.md5anim"


def test_wrong_usage_and_missing_files_are_refused(animproof):
    old = make_edited_model(animproof, "md5anim", "pass", "old")
    animproof.exits(2, "compare", says_first=b"animproof: compare: two versions are needed, OLD and NEW: 0 paths are given")
    animproof.exits(2, "compare", old)
    animproof.exits(2, "compare", old, old, old)
    animproof.exits(2, "compare", "--fail-on=error", old, old)
    animproof.exits(3, "compare", old, animproof.absent_path(), prints_only=b"")
    animproof.exits(3, "compare", animproof.absent_path(), old, prints_only=b"")
    os.makedirs("empty")
    animproof.exits(3, "compare", "empty", "empty", prints_only=b"")
    animproof.exits(0, "compare", "--allow-empty", "empty", "empty")
    animproof.exits(3, "compare", old, old, stdout=open_full_device())
    animproof.exits(4, "compare", "--max-memory=1K", old, make_edited_model(animproof, "md5anim", 'f["frame_rate"] = 30', "new"))


def test_many_changes_of_one_kind_are_shortened_without_all(animproof):
    old = make_edited_model(animproof, "md5anim", "pass", "old")
    new = make_edited_model(animproof, "md5anim", '[joint.update(name="j%d" % i) for i, joint in enumerate(f["hierarchy"])]', "new")
    lines = animproof.exits(1, "compare", "-q", old, new).stdout.splitlines()
    assert len(lines) == 6 and lines[-1].startswith(b"new.md5anim: breaks: 2 more changes of this kind")
    assert len(animproof.exits(1, "compare", "-q", "--all", old, new).stdout.splitlines()) == 7


def test_files_with_2000_joints_and_20000_frames_are_compared(animproof):
    joints = ['"%s%d" %d 0 0' % ("x" * 100, i, i - 1) for i in range(2000)]
    old = animation_text(joints, ["( 0 0 0 ) ( 1 1 1 )"] * 20000, [FLAT] * 2000, [[]] * 20000, 0)
    write("old.md5anim", old)
    write("new.md5anim", old.replace('x0"', 'y"').replace("baseframe {\n\t( 0 0 0", "baseframe {\n\t( 0 0 1"))
    animproof.exits(1, "compare", "old.md5anim", "new.md5anim")
