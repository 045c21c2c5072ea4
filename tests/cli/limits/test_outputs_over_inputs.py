"""A report never overwrites an input file or another report of the run: exit 2, and every file keeps its content."""

import json
import os

import pytest
from cli_case import md5anim, mrtk, read, write
from loader_scripts import write_script
from small_corpus import build_small_corpus, case_and_content

KEPT = ("clip.bin", "scene.obj", "list", "assets/walked.bin", "corpus/manifest.jsonl", "corpus/corpus.json",
        "corpus/md5anim/y_clean.md5anim")
CONFORM = "conform --loader x=./takes.sh corpus --output json="


@pytest.fixture
def make_input_files(animproof):
    os.mkdir("assets")
    write("clip.bin", mrtk())
    write("scene.obj", b"v 0 0 0\n")
    write("list", b"clip.bin\n")
    write("assets/walked.bin", mrtk())
    os.symlink("clip.bin", "link.bin")
    os.link("clip.bin", "hard.bin")
    build_small_corpus("corpus", [case_and_content("y_clean", md5anim())])
    write_script("takes.sh", "exit 0")


@pytest.mark.parametrize("words", [
    *("lint clip.bin --output json=" + name for name in ("clip.bin", "./clip.bin", "assets/../clip.bin", "link.bin", "hard.bin", "PWD/clip.bin")),
    "lint clip.bin --obj scene.obj --output json=scene.obj",
    "lint --files-from list --output json=list",
    "lint --files-from list --output json=clip.bin",    # an input from a list
    "lint assets --output json=assets/walked.bin",      # an input from a directory walk
    *(CONFORM + "corpus/" + name for name in ("manifest.jsonl", "corpus.json", "md5anim/y_clean.md5anim")),
    "lint clip.bin --output json=a.json --output jsonl=./a.json",
    "lint clip.bin --output json=a.json --output jsonl=assets/../a.json",
    CONFORM + "r --output html=./r",
])
def test_a_report_over_an_input_or_another_report_is_refused(animproof, make_input_files, words):
    before = {name: read(name) for name in KEPT}
    said = b"are the same file" if words.count("--output") == 2 else b"is an input of this run; choose another file"
    animproof.exits(2, *expand_arguments(words), says=said)
    for name in KEPT:
        assert read(name) == before[name], name


@pytest.mark.parametrize("words", [
    "lint clip.bin --output json=/dev/null", "lint clip.bin --output json=report.json", "lint assets --output json=assets/report.json",
    CONFORM + "corpus/report.json"])
def test_a_device_and_a_file_that_is_not_an_input_are_written(animproof, make_input_files, words):
    path = words.rpartition("json=")[2]
    for _ in range(2):  # the second report replaces the first
        animproof.exits(0, *expand_arguments(words))
        if path != "/dev/null":
            assert json.loads(read(path))["tool"]["name"] == "animproof"
            write(path, b"old")


def expand_arguments(words):
    """Returns the words of a command line with the current folder for PWD, and for ./takes.sh its absolute path and the argument
    {}."""
    return [word.replace("PWD", os.getcwd()).replace("./takes.sh", os.path.abspath("takes.sh") + " {}") for word in words.split()]
