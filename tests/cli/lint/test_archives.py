"""lint reads archives as folders. A damaged archive or a damaged file in an archive is reported and fails the run."""

import json
import os
import random
import struct
import warnings
import zipfile

import pytest
from cli_case import md5anim, md5mesh, mrtk, mrtk_with_error, read, write
from formats import REPORTS

CENTRAL, LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def write_zip(path, files, method=zipfile.ZIP_DEFLATED):
    """Writes a zip file. `files` are pairs of a name or ZipInfo and a content; names and their order are kept."""
    with zipfile.ZipFile(path, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of a name that is given twice
        for name, content in files:
            archive.writestr(name, content)


def edit_file_bytes(path, edit_in_place):
    """Changes the bytes of a file: `edit_in_place` gets a bytearray."""
    content = bytearray(read(path))
    edit_in_place(content)
    write(path, bytes(content))


@pytest.fixture
def lint_archive(animproof):
    def lint_and_read_report(code, *arguments):
        result = animproof.exits(code, "lint", "--format", "json", *arguments)
        return json.loads(result.stdout) if result.stdout else {"files": [], "skipped": [], "summary": {}}
    return lint_and_read_report


def error_texts_in_report(report):
    return [f["error"] for f in report["files"] if "error" in f]


@pytest.fixture
def expect_archive_refused(lint_archive):
    """Calling it checks that an archive or the single file inside the archive gets an error message that contains `words`."""
    def check_refused(path, words, *options):
        errors = error_texts_in_report(lint_archive(3, *options, path))
        assert any(words in error for error in errors), (path, words, errors)
    return check_refused


FILES = [("models/walk.md5anim", md5anim(parent=b"7")), ("readme.txt", b"hello"), ("b.bin", mrtk()),
         ("models/", b""), ("models/hero.md5mesh", md5mesh(["root", "hips"])), ("a/b/c.md5anim", md5anim()),
         ("in.pk4", b"PK"), ("models/empty.md5anim", b"")]
PAK = "game/pak0.pk4"


@pytest.fixture
def make_game_archive(animproof):
    os.mkdir("game")
    write_zip(PAK, FILES)


def test_a_file_of_an_archive_is_linted_as_a_file_of_a_folder(animproof, make_game_archive, lint_archive):
    report = lint_archive(1, "game")
    found = {f["file"]: f for f in report["files"]}
    assert [name for name in found if "mesh" not in name] == [
        PAK + "!" + name for name in ("a/b/c.md5anim", "b.bin", "models/empty.md5anim", "models/walk.md5anim")]
    walk = found[PAK + "!models/walk.md5anim"]
    assert walk["companion"] == PAK + "!models/hero.md5mesh" and [walk["findings"][0][name] for name in ("line", "column")] == [11, 9]
    assert found[PAK + "!a/b/c.md5anim"]["no_companion"] == "its folder has no .md5mesh file; other folders are not searched: "\
        "the file's joint names are unknown or too few"
    skipped = {s["file"]: s["reason"] for s in report["skipped"]}
    assert skipped[PAK + "!in.pk4"] == "an archive in an archive is not entered" and PAK + "!readme.txt" in skipped
    assert lint_archive(1, PAK) == report
    for name in ("a.PK3", "a.dpk", "a.zip"):
        write_zip(name, [("x.md5anim", md5anim())])
        assert [f["file"] for f in lint_archive(0, name)["files"]] == [name + "!x.md5anim"]


def test_reports_name_the_file_in_the_archive(animproof, make_game_archive):
    animproof.exits(1, "lint", *("--output=%s=%s" % (name, name) for name in REPORTS), "game")
    for name in set(REPORTS) - {"sarif", "sarif-github"}:  # the SARIF reports write file names as URIs
        assert b"game/pak0.pk4!models/walk.md5anim" in read(name), name
    write_zip("odd.zip", [("a b#%41?.bin", mrtk_with_error())])
    sarif = json.loads(animproof.run("lint", "--format", "sarif", "odd.zip").stdout)
    uri = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.replace("%21", "!") == "odd.zip!a%20b%23%2541%3F.bin"


def test_archives_are_read_by_several_threads_and_excluded_as_folders_are(animproof, make_game_archive, lint_archive):
    for number in range(3):
        write_zip("game/more%d.pk4" % number, [("m%02d/%s" % (i, n), c) for i in range(40) for n, c in FILES])
    texts = {animproof.run("lint", "--format", "json", "-j", jobs, "game").stdout for jobs in "124"}
    assert len(texts) == 1 and len(texts.pop()) > 10000
    assert not any("m07/" in f["file"] for f in lint_archive(1, "--exclude", "m07", "game")["files"])
    animproof.check_closed_pipe(3, "lint", "--format", "gcc", "game")


def test_an_archive_that_cannot_be_opened_fails_the_run(animproof, make_game_archive, expect_archive_refused, lint_archive):
    valid = read(PAK)
    for name, content in (("empty.zip", b""), ("text.zip", b"version https://git-lfs.github.com/spec/v1\n"),
                          ("cut.zip", valid[:-10]), ("half.zip", valid[:len(valid) // 2])):
        write("broken/" + name, content)
        expect_archive_refused("broken/" + name, "not a zip archive, or is cut off")
    assert len(error_texts_in_report(lint_archive(3, "broken"))) == 4
    os.mkfifo("broken/fifo.zip")
    expect_archive_refused("broken/fifo.zip", "not a regular file")
    write_zip("none.zip", [])
    animproof.exits(3, "lint", "none.zip")
    animproof.exits(0, "lint", "--allow-empty", "none.zip")


def test_names_that_lead_out_of_the_archive_or_have_two_meanings_are_refused(expect_archive_refused, lint_archive):
    for name, words in (("../x.md5anim", "leads out"), ("a/../../x.md5anim", "leads out"), ("/x.md5anim", "absolute"),
                        ("a\\x.md5anim", "backslash"), ("a\nx.md5anim", "control character")):
        write_zip("name.zip", [("_" * len(name), md5anim())])
        write("name.zip", read("name.zip").replace(b"_" * len(name), name.encode()))
        expect_archive_refused("name.zip", words)
    write_zip("dots.zip", [("a..b/..c.md5anim", md5anim())])
    assert len(lint_archive(0, "dots.zip")["files"]) == 1
    link = zipfile.ZipInfo("link.md5anim")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    write_zip("link.zip", [(link, b"x.md5anim"), ("x.md5anim", md5anim())])
    assert [s["reason"] for s in lint_archive(0, "link.zip")["skipped"]] == ["a symbolic link is not followed"]
    write_zip("twice.zip", [("x.md5anim", md5anim()), ("x.md5anim", md5anim(parent=b"7"))])
    expect_archive_refused("twice.zip", "the same name as another file")


def edit_of_both_headers(central, local, value):
    """Returns an edit that writes `value` into the first central header at offset `central` and into the first local header at `local`."""
    def edit_in_place(content):
        for mark, at in ((CENTRAL, central), (LOCAL, local)):
            start = content.find(mark) + at
            content[start:start + len(value)] = value
    return edit_in_place


@pytest.mark.parametrize(("edit", "words"), [
    *((edit_of_both_headers(10, 8, struct.pack("<H", number)), words) for number, words in (
        (9, "Deflate64"), (12, "not supported"), (14, "not supported"), (93, "not supported"))),
    (edit_of_both_headers(8, 6, b"\x01"), "encrypted"),
    (lambda content: content.__setitem__(slice(60, 70), b"\xff" * 10), "damaged"),
    (edit_of_both_headers(16, 14, bytes(4)), "CRC"),
    (edit_of_both_headers(24, 22, struct.pack("<I", 10)), "is longer than the size"),
    (edit_of_both_headers(24, 22, struct.pack("<I", 9999999)), "is shorter than the size")])
def test_a_file_that_cannot_be_unpacked_is_refused(expect_archive_refused, edit, words):
    write_zip("one.zip", [("x.md5anim", md5anim() * 20)])
    edit_file_bytes("one.zip", edit)
    expect_archive_refused("one.zip", words)


def overlap_entries_in_place(content):
    """Makes all entries of the central directory point to the first file, and removes what is between offset 1000 and the
    directory."""
    at = content.find(CENTRAL)
    while at >= 0:
        content[at + 42:at + 46] = bytes(4)
        at = content.find(CENTRAL, at + 4)
    del content[1000:content.find(CENTRAL)]
    end = content.rfind(b"PK\x05\x06")
    content[end + 16:end + 20] = struct.pack("<I", 1000)


def test_zip_bombs_are_refused(expect_archive_refused, lint_archive):
    write_zip("large.zip", [("x.md5anim", b"MD5Version 10 //" + bytes(5 << 20))])
    expect_archive_refused("large.zip", "is larger than --max-input", "--max-input", "1M")
    write_zip("ratio.zip", [("%d.md5anim" % i, b"MD5Version 10 //" + b" " * (900 << 10)) for i in range(20)])
    errors = error_texts_in_report(lint_archive(3, "--max-input", "1M", "ratio.zip"))
    assert 0 < len(errors) < 20 and all("a hundred times" in error for error in errors)
    write_zip("overlap.zip", [("%d.md5anim" % i, random.Random(i).randbytes(900)) for i in range(50)], zipfile.ZIP_STORED)
    edit_file_bytes("overlap.zip", overlap_entries_in_place)
    expect_archive_refused("overlap.zip", "overlap")


def test_many_files_are_skipped_or_do_not_fit_in_memory(expect_archive_refused, lint_archive):
    write_zip("many.zip", [("%06d.txt" % i, b"") for i in range(20000)], zipfile.ZIP_STORED)
    assert lint_archive(3, "many.zip")["summary"]["skipped"] == 20000
    expect_archive_refused("many.zip", "too many files for --max-memory", "--max-memory", "4M")


def test_600_randomly_damaged_archives_are_reported(animproof):
    write_zip("seed.zip", [("x.md5anim", md5anim()), ("y.md5mesh", md5mesh(["root", "hips"])), ("z.bin", mrtk())])
    seed, choices = read("seed.zip"), random.Random(1)
    for number in range(600):
        content = bytearray(seed)
        for _ in range(choices.choice((1, 1, 2, 8))):
            at = choices.choice((choices.randrange(len(content)), choices.randrange(seed.find(CENTRAL), len(content))))
            content[at] = choices.choice((0, 1, 0xff, content[at] ^ 1 << choices.randrange(8)))
        if choices.randrange(8) == 0:
            del content[choices.randrange(len(content)):]
        write("mutants/%03d.zip" % number, bytes(content))
    assert len(animproof.json(3, "lint", "-j", "2", "mutants")["files"]) > 600
