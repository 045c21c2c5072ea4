"""The first output a newcomer sees: `make run` shows a finding of each format and the next steps; README's example is exact."""

import commands
from cli_case import ROOT, path_in_tree, read_text_in_tree
from formats import FORMATS


def test_make_run_shows_a_finding_of_each_format_and_the_next_steps(animproof):
    result = commands.run([path_in_tree(".ci/show"), animproof.program], stdout=commands.PIPE, stderr=commands.PIPE)
    lines = result.stdout.decode().splitlines()
    assert result.returncode == 0 and result.stderr == b"" and 20 <= len(lines) <= 40
    for form in FORMATS:
        assert sum(" error: " in line and " [%s/" % form in line for line in lines) == 1, form
    assert "Next:" in lines and lines[-1].lstrip().startswith("make test")


def test_the_first_example_of_readme_has_the_output_of_the_program(animproof):
    command, wanted = read_text_in_tree("README.md").split("```\n$ build/animproof ")[1].split("\n```")[0].split("\n", 1)
    assert animproof.run(*command.split(), cwd=ROOT).stdout.decode() == wanted + "\n"
