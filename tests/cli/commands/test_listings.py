"""Lists of rules by format, pattern and id; and help that is asked for before or after the name of a command."""

import pytest


def test_rules_with_a_format_prints_its_section(animproof):
    for section in animproof.exits(0, "rules").stdout.decode().split("\n\n"):
        name = section.partition(":")[0]
        assert animproof.exits(0, "rules", name).stdout.decode().strip() == section.strip(), name


def test_rules_with_patterns_and_ids_lists_these_rules(animproof):
    lines = animproof.exits(0, "rules", "md5anim/joint-name-*", "md5mesh/weight-sum").stdout.decode().splitlines()
    assert [line.split()[2] for line in lines if line.startswith("  ")][-1] == "md5mesh/weight-sum"
    assert all("md5anim/joint-name-" in line for line in lines[1:-3]) and len(lines) > 6
    animproof.exits(0, "rules", "--fixable", "mrtk", prints_never=b"md5anim")
    listed = animproof.json(0, "rules", "md5anim/parent-order")["rules"]
    assert [rule["id"] for rule in listed] == ["md5anim/parent-order"]
    animproof.exits(2, "rules", "--format", "markdown", "mrtk")


@pytest.mark.parametrize("words", [["lint"], ["corpus", "build"], ["convert"]])
def test_help_before_a_command_prints_the_help_of_the_command(animproof, words):
    page = animproof.exits(0, *words, "--help").stdout
    for asked in (["--help", *words], ["-h", *words], ["help", *words], [words[0], "--help", *words[1:]]):
        animproof.exits(0, *asked, prints_only=page)
