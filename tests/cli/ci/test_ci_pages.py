"""The commands of docs/use/ci.md and of README's CI section work as described, and the steps of the Dockerfile build an image."""

import json
import os
import re
import shutil
import xml.etree.ElementTree

import commands
import pytest
from cli_case import ROOT, md5anim, mrtk, mrtk_with_error, read, read_text_in_tree, write

PAGE = read_text_in_tree("docs/use/ci.md")
BROKEN = md5anim(parent=b"7")


@pytest.fixture
def run_in_shell(animproof):
    """Runs a shell command with the program under test in PATH, and checks its exit code."""
    os.mkdir("bin")
    os.symlink(animproof.program, "bin/animproof")
    environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"])

    def run_and_check_exit_code(code, command):
        result = commands.run(["sh", "-c", command], env=environment, stdout=commands.PIPE, stderr=commands.PIPE)
        animproof.check(result.returncode == code, "exit %d of %s" % (code, command), result)
    return run_and_check_exit_code


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
@pytest.mark.parametrize(("page", "least"), [("README.md", 4), ("docs/use/ci.md", 6)])
def test_the_commands_of_the_section_work_in_a_repository(run_in_shell, page, least):
    """Runs the commands first on valid files, then with a broken file."""
    section = re.search(r"\n## In CI\n(?:<!--.*-->\n)?```sh\n(.*?)```", read_text_in_tree(page), re.DOTALL).group(1)
    lines = section.splitlines()
    assert len(lines) <= 10 and section.count("animproof lint") >= least
    write("assets/walk.md5anim", md5anim())
    run_in_shell(0, "git init -q && git add assets && git -c user.name=t -c user.email=t@t.example commit -q -m t")
    run_in_shell(0, "set -e\n" + section)
    write("assets/walk.md5anim", BROKEN)
    for line in lines:
        run_in_shell(0 if "--baseline" in line else 1, line)
    write("assets/new.md5anim", md5anim(parent=b"8"))
    for line in lines:
        if "--write-baseline" not in line:
            run_in_shell(1, line)


def test_the_lint_commands_of_the_page_write_reports(run_in_shell):
    found = re.findall(r"^ *(?:- |sh ')(animproof lint [^'\n]*)", PAGE, re.MULTILINE) + re.findall(r"`(animproof lint --format github [^`]*)`", PAGE)
    assert len(found) == 3
    for code, walk, recording in ((0, md5anim(), mrtk()), (1, BROKEN, mrtk_with_error())):
        write("assets/walk.md5anim", walk)
        write("assets/InputAnimation.bin", recording)
        for line in found:
            run_in_shell(code, line)
    assert len(json.loads(read("animproof.json"))) == 2, "the GitLab report"
    for name in ("animproof.xml", "animproof-checkstyle.xml"):
        assert xml.etree.ElementTree.parse(name).getroot() is not None


def test_the_hooks_and_inputs_of_the_page_exist():
    hooks = re.findall(r"^ *- id: (\S+)", PAGE, re.MULTILINE) + re.findall(r"^\| `(animproof\S*)`", PAGE, re.MULTILINE)
    inputs = re.findall(r"^          (\w+): \|", PAGE, re.MULTILINE)
    assert len(set(hooks)) > 2 and "paths" in inputs, "the patterns find the names on the page"
    for name in hooks:
        assert "- id: %s\n" % name in read_text_in_tree(".pre-commit-hooks.yaml")
    for name in inputs:
        assert "\n  %s:\n" % name in read_text_in_tree("action.yml")


@pytest.mark.skipif("ANIMPROOF_TEST_BUILD" not in os.environ, reason="builds the program (make test-hooks)")
def test_the_steps_of_the_dockerfile_build_a_program_that_runs_in_its_own_root(run_in_shell):
    """Runs the step that builds the program on a copy of the tree, without Docker. If the user is root, also runs the program in
    a root folder of its own."""
    steps = re.findall(r"^(COPY|RUN|WORKDIR|CMD) (.*)$", read_text_in_tree("Dockerfile"), re.MULTILINE)
    build, = [text for step, text in steps if step == "RUN" and "apt-get" not in text]
    (made, _), = [text.split()[1:] for step, text in steps if step == "COPY" and text.startswith("--from=build")]
    ignored = read_text_in_tree(".dockerignore").split()
    shutil.copytree(ROOT, "src", ignore=lambda folder, names: [n for n in names if folder == ROOT and n in ignored])
    run_in_shell(0, build.replace(" /src ", " src "))
    write("root/data/assets/walk.md5anim", BROKEN)
    shutil.copy(made.lstrip("/"), "root/animproof")
    if os.getuid() == 0:
        result = commands.run(["chroot", "root", "/animproof", "lint", "--format", "gcc", "data"], stdout=commands.PIPE)
        assert result.returncode == 1 and b"data/assets/walk.md5anim:11:9: error: " in result.stdout
