"""animproof lint --engines: the answers are those of animproof engines, and nothing else in the report changes."""

import json
import os
import zipfile

from cli_case import MD5ANIM, md5anim, md5mesh, moving_md5anim, mrtk, read, write
from schema_check import Checker


def write_files():
    write("in/good.md5anim", MD5ANIM)
    write("in/bad.md5anim", md5anim(b"7"))
    write("in/walk.md5mesh", md5mesh(["origin", "hips", "chest"]))
    write("in/walk.md5anim", moving_md5anim(["origin", "hips", "tail"]))
    write("in/take.bin", mrtk())
    with zipfile.ZipFile("in/base.pk4", "w") as archive:
        archive.writestr("models/bad.md5anim", md5anim(b"7"))


def readers_by_file(report):
    return {file["file"]: file["readers"] for file in report["files"] if "readers" in file}


def test_the_answers_are_those_of_the_command_engines(animproof):
    write_files()
    found = animproof.json(1, "lint", "--engines", "in")
    engines = animproof.json(0, "engines", "in")
    assert readers_by_file(found) == readers_by_file(engines) and len(engines["files"]) == 6
    assert Checker("report").list_first_error(found) == []


def test_nothing_else_in_the_report_changes(animproof):
    write_files()
    found, plain = animproof.json(1, "lint", "--engines", "in"), animproof.json(1, "lint", "in")
    for file in found["files"]:
        file.pop("readers")
    assert found == plain


def test_rules_that_are_off_and_known_findings_count_for_readers(animproof):
    write("bad.md5anim", md5anim(b"7"))
    write("known.txt", b"")
    animproof.exits(1, "lint", "--write-baseline", "known.txt", "bad.md5anim")
    for words in (["--ignore", "md5anim/*"], ["--baseline", "known.txt"], ["--max-findings", "1"]):
        found = animproof.json(1 if "1" in words else 0, "lint", "--engines", *words, "bad.md5anim")
        assert readers_by_file(found)["bad.md5anim"]["id"] == {"answer": "refuses", "because": ["md5anim/parent-order"]}


def test_threads_and_standard_input_give_the_same_answers(animproof):
    write_files()
    assert animproof.json(1, "lint", "--engines", "-j1", "in") == animproof.json(1, "lint", "--engines", "-j4", "in")
    file = animproof.json(1, "lint", "--engines", "-", input=md5anim(b"7"))["files"][0]
    assert file["readers"]["id"]["answer"] == "refuses"
    assert "readers" not in animproof.json(1, "lint", "--engines", "-", input=b"hello")["files"][0]


def test_shards_carry_the_answers_and_do_not_mix_with_others(animproof):
    write_files()
    animproof.exits(0, "shard", "--count", "2", "-o", "lists", "in")
    lists = sorted(os.path.join("lists", name) for name in os.listdir("lists"))
    reports = ["%d.jsonl" % i for i in range(2)]
    for name, report in zip(lists, reports):
        animproof.run("lint", "-q", "--engines", "--files-from", name, "--output", "jsonl=" + report)
        for line in read(report).splitlines():
            assert Checker("report").list_first_error(json.loads(line), "#/$defs/line") == []
    merged = json.loads(animproof.exits(1, "report", "merge", "--format=json", *reports).stdout)
    assert merged == animproof.json(1, "lint", "--engines", "in")
    animproof.run("lint", "-q", "--files-from", lists[1], "--output", "jsonl=other.jsonl")
    animproof.exits(3, "report", "merge", reports[0], "other.jsonl", says=b"was linted with another choice of --engines than 0.jsonl")
    for name in reports:
        write(name, read(name).replace(b'"answer": "refuses"', b'"answer": "eats"'))
    animproof.exits(3, "report", "merge", *reports, says=b'is not one that lint writes: "answer" is missing or invalid')
