"""animproof stats: the files are those of lint, in archives, lists, shards and standard input, and each file with a fault is listed."""

import csv
import io
import json
import os
import zipfile

import pytest
from cli_case import MD5ANIM, md5anim, md5mesh, mrtk, write
from formats import FORMATS


def names_and_error_rules(result):
    return [(entry["file"], entry.get("error", {}).get("rule")) for entry in json.loads(result.stdout)["files"]]


@pytest.fixture
def make_tree_to_measure(animproof):
    """Makes a folder with files of three formats, a file with an error, an excluded file, and a file of no format."""
    for name, content in {"a.md5anim": MD5ANIM, "b.md5mesh": md5mesh(["root", "hips"]), "c.bin": mrtk(), "deep/d.md5anim": MD5ANIM,
                          "deep/e.md5anim": md5anim(b"7"), "f.txt": b"hello", "skip/g.md5anim": MD5ANIM,
                          ".animproof.ini": b"[animproof]\nexclude = skip/\n"}.items():
        write("in/" + name, content)


WALKED = [("in/a.md5anim", None), ("in/b.md5mesh", None), ("in/c.bin", None), ("in/deep/d.md5anim", None),
          ("in/deep/e.md5anim", "md5anim/parent-order")]


def test_a_folder_has_the_files_that_lint_checks(animproof, make_tree_to_measure):
    assert names_and_error_rules(animproof.exits(1, "stats", "--format=json", "in")) == WALKED
    lines = animproof.exits(1, "lint", "--format=jsonl", "in").stdout.splitlines()
    assert [entry["file"] for entry in map(json.loads, lines) if entry["type"] == "file"] == [name for name, _ in WALKED]
    assert names_and_error_rules(animproof.exits(0, "stats", "--format=json", "--exclude=deep", "in")) == WALKED[:3]


def test_an_archive_a_list_and_shards_have_the_same_files(animproof, make_tree_to_measure):
    with zipfile.ZipFile("pack.pk4", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.write("in/a.md5anim", "models/a.md5anim")
        pack.write("in/deep/e.md5anim", "models/e.md5anim")
    packed = [("pack.pk4!models/a.md5anim", None), ("pack.pk4!models/e.md5anim", "md5anim/parent-order")]
    assert names_and_error_rules(animproof.exits(1, "stats", "--format=json", "pack.pk4")) == packed
    write("list", "in/c.bin\nin/deep/e.md5anim\n")
    assert names_and_error_rules(animproof.exits(1, "stats", "--format=json", "--files-from", "list")) == [WALKED[2], WALKED[4]]
    animproof.exits(0, "shard", "--count=2", "-o", "lists", "in")
    found = []
    for shard in ("lists/0", "lists/1"):
        found += names_and_error_rules(animproof.run("stats", "--format=json", "--files-from", shard))
        animproof.exits(2, "stats", "--files-from", shard, "in", says=b"is the list of a shard: no other path can be given")
    assert sorted(found) == WALKED


def test_standard_input_is_a_file(animproof):
    assert names_and_error_rules(animproof.exits(0, "stats", "--format=json", "-", input=MD5ANIM)) == [("-", None)]
    result = animproof.exits(1, "stats", "--format=json", "--stdin-filename=x.md5anim", "-", input=b"hello")
    assert names_and_error_rules(result) == [("x.md5anim", "md5anim/other-content")]
    animproof.exits(1, "stats", "-", input=b"", prints=b"-: file/unrecognized: ")


@pytest.mark.parametrize("size", range(0, len(MD5ANIM) - 1, 7))
def test_a_file_cut_anywhere_is_listed_with_its_error(animproof, size):
    entry, = animproof.json(1, "stats", "--stdin-filename=x.md5anim", "-", input=MD5ANIM[:size])["files"]
    assert entry["error"]["rule"].startswith(("md5anim/", "file/")) and "figures" not in entry


def test_csv_has_a_line_for_each_file(animproof, make_tree_to_measure):
    rows = list(csv.DictReader(io.StringIO(animproof.exits(1, "stats", "--format=csv", "in").stdout.decode())))
    assert [row["file"] for row in rows] == [name for name, _ in WALKED]
    assert rows[0]["joints"] == "2" and rows[0]["meshes"] == "" and rows[0]["error"] == "" and rows[1]["meshes"] == "1"
    assert rows[4]["joints"] == "" and "parent is 7" in rows[4]["error"]
    head = animproof.exits(1, "stats", "--format=csv", "--columns=frames,bytes", "in").stdout.split(b"\n")[0]
    assert head == b"file,format,bytes,frames,error"
    write('odd "name",\n.bin', mrtk())
    odd, = csv.DictReader(io.StringIO(animproof.exits(0, "stats", "--format=csv", 'odd "name",\n.bin').stdout.decode()))
    assert odd["file"] == 'odd "name",\n.bin'


def test_rows_are_sorted_by_any_figure(animproof, make_tree_to_measure):
    for i, keys in enumerate((3, 1, 2, 1)):
        write("keys/%d.bin" % i, mrtk(times=[float(key) for key in range(keys)]))
    write("keys/bad.bin", mrtk()[:30])

    def order(*words):
        return [os.path.basename(name) for name, _ in names_and_error_rules(animproof.exits(1, "stats", "--format=json", *words, "keys"))]
    assert order() == ["0.bin", "1.bin", "2.bin", "3.bin", "bad.bin"]
    assert order("--sort=keys") == ["0.bin", "2.bin", "1.bin", "3.bin", "bad.bin"], "equal values keep the order of the walk"
    assert order("--sort=keys", "--reverse") == ["1.bin", "3.bin", "2.bin", "0.bin", "bad.bin"], "unknown values are last"
    assert order("--sort=file", "--reverse") == ["bad.bin", "3.bin", "2.bin", "1.bin", "0.bin"]
    table = animproof.exits(1, "stats", "--sort=keys", "keys").stdout.decode().splitlines()
    assert [line.split()[-1] for line in table[1:5]] == ["keys/0.bin", "keys/2.bin", "keys/1.bin", "keys/3.bin"]


def test_sums_are_those_of_the_files(animproof):
    for i in range(5):
        write("%d.bin" % i, mrtk(times=[float(key) for key in range(i + 1)]))
    names = ["%d.bin" % i for i in range(5)]
    document = animproof.json(0, "stats", *names)
    values = [entry["figures"]["bytes"] for entry in document["files"]]
    total, = document["sums"]
    assert values == [os.path.getsize(name) for name in names] and total["files"] == 5 and total["failed"] == 0
    assert total["figures"]["bytes"] == {"files": 5, "total": sum(values), "least": values[0], "median": values[2], "most": values[4]}


@pytest.mark.parametrize("form", ["table", "json", "csv"])
@pytest.mark.parametrize("order", [[], ["--sort=bytes"], ["--sort=rate", "--reverse"]])
def test_nothing_is_lost_with_and_without_sorting(animproof, make_tree_to_measure, form, order):
    output = animproof.exits(1, "stats", "--format", form, *order, "in").stdout
    for name, _ in WALKED:
        assert output.count(os.path.basename(name).encode()) == 1, name


def test_a_table_fits_eighty_columns(animproof, make_tree_to_measure):
    for words in ([], ["--histogram=bytes"]):
        for line in animproof.exits(1, "stats", *words, "in").stdout.decode().splitlines():
            assert len(line) <= 80 or "parent-order" in line, line
    for form in FORMATS:
        animproof.exits(0, "generate", "--format", form, "--seed=1", "-o", "made.bin")
        head = animproof.exits(0, "stats", "--input-format", form, "made.bin").stdout.decode().splitlines()[0]
        assert len(head) - len(form) <= 68, "a name of 12 letters has room after the figures of %s" % form


def test_unreadable_files_are_listed_and_the_others_measured(animproof):
    write("a.md5anim", MD5ANIM)
    entries = animproof.json(3, "stats", "absent.bin", "a.md5anim", says=b"absent.bin: No such file")["files"]
    assert entries[0] == {"file": "absent.bin", "format": None, "error": {"message": "No such file or directory"}}
    assert entries[1]["figures"]["joints"] == 2
    write("bad.pk4", b"PK\x03\x04" + bytes(40))
    entry, = animproof.json(3, "stats", "bad.pk4", says_first=b"animproof: bad.pk4: ")["files"]
    assert set(entry) == {"file", "format", "error"}
    animproof.exits(4, "stats", "--max-memory=1K", "a.md5anim", says=b"memory ran out", prints=b"a.md5anim: memory ran out")
    animproof.exits(4, "stats", "--max-input=9", "-", input=MD5ANIM, says=b"animproof: -: ")


@pytest.mark.parametrize("words, message", [
    ([], b"no files given"), (["--list", "x"], b"--list takes no file"), (["--sort=size", "x"], b"--sort"),
    (["--columns=size", "x"], b"--columns: 'size' is not a figure"), (["--reverse", "x"], b"--reverse needs --sort"),
    (["--histogram=bytes", "--format=json", "x"], b"--histogram needs the format table"), (["--null", "x"], b"--null needs --files-from"),
    (["-", "-"], b"standard input can be read only once"), (["--files-from", "-", "-"], b"standard input can be read only once"),
    (["--list", "--format=csv"], b"--list prints a table or JSON"), (["--stdin-filename=x", "y"], b"needs '-'")])
def test_wrong_usage_is_refused(animproof, words, message):
    animproof.exits(2, "stats", *words, prints_only=b"", says=message)


def test_nothing_to_measure_fails(animproof):
    write("other/f.txt", b"hello")
    animproof.exits(3, "stats", "other", says=b"nothing to measure")
    animproof.exits(0, "stats", "--allow-empty", "other", prints_only=b"")
