"""init: the configuration that it writes for a folder, what it reports, and what it refuses."""

import os
import zipfile

import pytest
from cli_case import MD5ANIM, md5anim, md5mesh, mrtk, read_text, write

BROKEN = md5anim(b"7")


def init_and_read_report_and_keys(animproof, *folder):
    """Runs init and returns its report without the first line, and the keys that the configuration sets."""
    report = animproof.exits(0, "init", *folder).stdout.decode().splitlines()
    path = os.path.join(*folder, ".animproof.ini")
    assert report[0] == "%s was written" % path
    lines = [line for line in read_text(path).splitlines() if line and not line.startswith("#")]
    return report[1:], lines[1:]


def test_init_writes_every_key_with_its_description(animproof):
    write("walk.md5anim", MD5ANIM)
    assert init_and_read_report_and_keys(animproof) == (["found: 1 md5anim", "next: animproof lint ."], [])
    written = read_text(".animproof.ini")
    keys = [line[1:].split(" = ")[0] for line in written.partition("#[rule ")[0].splitlines() if line.startswith("#") and not line.startswith("# ")]
    shown = animproof.exits(0, "config", "walk.md5anim").stdout.decode().splitlines()
    assert shown[0] == "walk.md5anim: .animproof.ini" or shown[0].endswith("/.animproof.ini"), "the new configuration is found"
    assert {line.split()[0] for line in shown[1:]} <= set(keys)
    assert all(line.endswith("default") for line in shown[1:])
    assert max(map(len, written.splitlines())) <= 100, "columns"
    write("mrtk", b"")
    for key in keys:
        value = {"profile": "doom3", "fail-on": "note", "severity": "mrtk/magic=note"}.get(key)
        value = value or ("yes" if key in ("strict", "force-exclude", "no-ignore") else "9" if key.startswith("max-") else "mrtk")
        write(".animproof.ini", ("[animproof]\n%s = %s\n" % (key, value)).encode())
        animproof.exits(0, "config", "walk.md5anim")


def test_the_example_of_a_rule_holds_when_its_lines_are_no_comments(animproof):
    write("walk.md5anim", MD5ANIM)
    animproof.exits(0, "init")
    keys, mark, rule = read_text(".animproof.ini").partition("#[rule ")
    write(".animproof.ini", (keys + (mark + rule).replace("\n#", "\n").lstrip("#")).encode())
    animproof.exits(0, "rules", "--test", prints=b"1 rule, 2 examples: all as expected")
    animproof.exits(0, "lint", "walk.md5anim")


@pytest.mark.parametrize("path, profile, program", [
    ("base/models.mtr", "doom3", "Doom 3"), ("progs/ogre.md5anim", "rerelease", "a Quake re-release"),
    ("a.md5scale", "rerelease", "a Quake re-release"), ("models/tank/md5/tris.md5anim", "rerelease", "a Quake re-release")])
def test_the_profile_follows_from_the_names_of_files(animproof, path, profile, program):
    write("in/a.md5anim", MD5ANIM)
    write("in/" + path, MD5ANIM if path.endswith("anim") else b"\n")
    report, keys = init_and_read_report_and_keys(animproof, "in")
    assert "profile %s: %s is named like a file of %s" % (profile, path, program) in report
    assert keys == ["profile = " + profile]


def test_names_that_point_to_two_programs_set_no_profile(animproof):
    write("in/md5/a.md5anim", MD5ANIM)
    write("in/a.mtr", b"\n")
    assert init_and_read_report_and_keys(animproof, "in") == (
        ["found: 1 md5anim", "no profile: a.mtr is named like a file of Doom 3, and md5/a.md5anim like a file of a Quake re-release",
         "next: animproof lint in"], [])


def test_names_alone_that_resemble_those_of_a_program_set_no_profile(animproof):
    write("in/notprogs/a.md5anim", MD5ANIM)
    write("in/progs/readme.txt", b"\n")
    assert init_and_read_report_and_keys(animproof, "in")[1] == []


def pack_into_zip(path, files):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def test_files_of_archives_are_counted_and_excluded_as_those_of_folders(animproof):
    write("in/walk.md5anim", MD5ANIM)
    pack_into_zip("in/base.pk4", {"models/a.md5anim": MD5ANIM, "models/b.md5anim": MD5ANIM, "test/broken/c.md5anim": BROKEN, "readme.txt": b"hello",
                         "inner.pk4": b"PK", "walk-invalid.md5anim": BROKEN, "plain.md5anim": BROKEN})
    pack_into_zip("in/more/rig.zip", {"rig.md5mesh": md5mesh(["origin"]), "take.bin": mrtk()})
    pack_into_zip("in/more/texts.zip", {"readme.txt": b"hello"})
    pack_into_zip("in/none.zip", {})
    report, keys = init_and_read_report_and_keys(animproof, "in")
    assert report == [
        "found: 1 mrtk, 6 md5anim, 1 md5mesh; 1 file with errors", "in base.pk4: 5 md5anim", "in more/rig.zip: 1 mrtk, 1 md5mesh",
        "profile doom3: base.pk4 is named like a file of Doom 3",
        "excluded base.pk4/test/broken/: the name means broken files, and 1 of 1 has errors",
        "excluded base.pk4/walk-invalid.md5anim: the name means a broken file, and it has errors",
        "next: animproof lint in, or to accept today's findings: animproof lint --write-baseline known.txt in"]
    assert keys == ["profile = doom3", "exclude = /base.pk4/test/broken/", "    /base.pk4/walk-invalid.md5anim"]
    linted = animproof.exits(1, "lint", "--format=gcc", "in").stdout.decode()
    assert {line.split(":")[0] for line in linted.splitlines() if " error: " in line} == {"in/base.pk4!plain.md5anim"}


def test_init_recognises_a_program_by_names_of_files_in_archives(animproof):
    pack_into_zip("in/pak0.zip", {"progs/ogre.md5anim": MD5ANIM})
    animproof.prints(b"in/.animproof.ini was written\nfound: 1 md5anim\nin pak0.zip: 1 md5anim\nprofile rerelease: pak0.zip/progs/ogre.md5anim is "
                     b"named like a file of a Quake re-release\nnext: animproof lint in/\n", "init", "in/")


def test_nothing_is_written_if_an_archive_is_damaged(animproof):
    write("in/bad.pk4", b"PK\x03\x04" + bytes(40))
    animproof.exits(3, "init", "in", says=b"in/bad.pk4: ")
    assert not os.path.exists("in/.animproof.ini")


def test_recordings_in_the_published_layout_get_the_profile_published(animproof):
    write("a.bin", mrtk())
    os.mkdir("in")
    animproof.exits(0, "convert", "a.bin", "-o", "in/a.bin", "--layout=published")
    report, keys = init_and_read_report_and_keys(animproof, "in")
    assert report[1] == "profile published: all files are written as MRTK's published page says" and keys == ["profile = published"]
    os.remove("in/.animproof.ini")
    write("in/b.bin", mrtk())
    assert init_and_read_report_and_keys(animproof, "in")[1] == []


def test_files_that_are_meant_to_be_broken_are_excluded(animproof):
    for name, content in {"ok.md5anim": MD5ANIM, "bad_dog.md5anim": BROKEN, "walk-invalid.md5anim": BROKEN, "invalid.md5anim": MD5ANIM,
                          "test/broken/1.md5anim": BROKEN, "test/broken/deep/2.md5anim": MD5ANIM, "corrupt, [x]/3.md5anim": BROKEN,
                          "bad/4.md5anim": MD5ANIM, "bad/5.md5anim": MD5ANIM, "bad/6.md5anim": BROKEN}.items():
        write("in/" + name, content)
    os.rename("in/corrupt, [x]", "in/fuzz")
    os.makedirs("in/a, [b]/crash")
    os.rename("in/fuzz/3.md5anim", "in/a, [b]/crash/3.md5anim")
    report, keys = init_and_read_report_and_keys(animproof, "in")
    assert report == [
        "found: 10 md5anim; 2 files with errors",
        "excluded a, [b]/crash/: the name means broken files, and 1 of 1 has errors",
        "excluded test/broken/: the name means broken files, and 1 of 2 have errors",
        "excluded walk-invalid.md5anim: the name means a broken file, and it has errors",
        "next: animproof lint in, or to accept today's findings: animproof lint --write-baseline known.txt in"]
    assert keys == ["exclude = /a? ?b?/crash/", "    /test/broken/", "    /walk-invalid.md5anim"]
    linted = animproof.exits(1, "lint", "--format=gcc", "in").stdout.decode()
    assert {line.split(":")[0] for line in linted.splitlines() if " error: " in line} == {"in/bad_dog.md5anim", "in/bad/6.md5anim"}


def test_a_folder_without_files_gets_a_configuration(animproof):
    os.mkdir("in")
    assert init_and_read_report_and_keys(animproof, "in") == (["found: no animation files", "next: animproof lint in"], [])


@pytest.mark.parametrize("make", [lambda path: write(path, b"[animproof]\n"), lambda path: os.symlink("absent", path)], ids=["file", "link to nothing"])
def test_init_replaces_no_configuration(animproof, make):
    make(".animproof.ini")
    animproof.exits(3, "init", says=b".animproof.ini: already exists")


def test_nothing_is_written_if_a_file_cannot_be_read(animproof):
    write("in/a.md5anim", MD5ANIM)
    os.mkdir("in/.git")
    write("in/.gitignore", b"#" * (2 << 20))
    animproof.exits(3, "init", "in", says=b"in/.gitignore")
    assert not os.path.exists("in/.animproof.ini")


def test_what_is_no_folder_is_refused(animproof):
    write("a.md5anim", MD5ANIM)
    animproof.exits(2, "init", "in", ".", says=b"only one folder can be given")
    animproof.exits(3, "init", "absent", says=b"absent: No such file or directory")
    animproof.exits(3, "init", "a.md5anim", says=b"Not a directory")
