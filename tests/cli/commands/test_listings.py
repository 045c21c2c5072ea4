"""Lists of rules by format, pattern and id; the help of each command; and the configuration that config --init writes."""

import json
import os

import pytest
from cli_case import MD5ANIM, read_text, write


def test_rules_with_a_format_prints_its_section(animproof):
    for section in animproof.exits(0, "rules").stdout.decode().split("\n\n"):
        name = section.partition(":")[0]
        assert animproof.exits(0, "rules", name).stdout.decode().strip() == section.strip(), name


def test_rules_with_patterns_and_ids_lists_these_rules(animproof):
    lines = animproof.exits(0, "rules", "md5anim/joint-name-*", "md5mesh/weight-sum").stdout.decode().splitlines()
    assert [line.split()[2] for line in lines if line.startswith("  ")][-1] == "md5mesh/weight-sum"
    assert all("md5anim/joint-name-" in line for line in lines[1:-3]) and len(lines) > 6
    animproof.exits(0, "rules", "--fixable", "mrtk", prints_never=b"md5anim")
    listed = json.loads(animproof.exits(0, "rules", "--format", "json", "md5anim/parent-order").stdout)["rules"]
    assert [rule["id"] for rule in listed] == ["md5anim/parent-order"]
    animproof.exits(2, "rules", "--format", "markdown", "mrtk")


@pytest.mark.parametrize("words", [["lint"], ["corpus", "build"], ["convert"]])
def test_help_before_a_command_prints_the_help_of_the_command(animproof, words):
    page = animproof.exits(0, *words, "--help").stdout
    for asked in (["--help", *words], ["-h", *words], ["help", *words], [words[0], "--help", *words[1:]]):
        animproof.exits(0, *asked, prints_only=page)


def test_config_init_writes_every_key_as_a_comment(animproof):
    write("walk.md5anim", MD5ANIM)
    animproof.exits(0, "config", "--init", prints_only=b".animproof.ini was written; all keys in it are comments\n")
    written = read_text(".animproof.ini")
    keys = [line[1:].split(" = ")[0] for line in written.splitlines() if line.startswith("#") and not line.startswith("# ")]
    shown = animproof.exits(0, "config", "walk.md5anim").stdout.decode().splitlines()
    assert shown[0] == "walk.md5anim: .animproof.ini" or shown[0].endswith("/.animproof.ini"), "the new configuration is found"
    assert {line.split()[0] for line in shown[1:]} <= set(keys)
    assert all(line.endswith("default") for line in shown[1:])
    assert max(map(len, written.splitlines())) <= 100, "columns"
    for key in keys:
        value = {"profile": "doom3", "fail-on": "note", "severity": "mrtk/magic=note"}.get(key)
        value = value or ("yes" if key in ("strict", "force-exclude", "no-ignore") else "9" if key.startswith("max-") else "mrtk")
        write(".animproof.ini", ("[animproof]\n%s = %s\n" % (key, value)).encode())
        animproof.exits(0, "config", "walk.md5anim")


@pytest.mark.parametrize("make", [lambda path: write(path, b"[animproof]\n"), lambda path: os.symlink("absent", path)], ids=["file", "link to nothing"])
def test_config_init_replaces_no_configuration(animproof, make):
    make(".animproof.ini")
    animproof.exits(3, "config", "--init", says=b".animproof.ini: ")


def test_config_init_takes_a_folder(animproof):
    os.mkdir("in")
    animproof.exits(0, "config", "--init", "in")
    assert os.path.exists("in/.animproof.ini")
    animproof.exits(2, "config", "--init", "in", ".")
    animproof.exits(3, "config", "--init", "absent")
