"""The hooks for pre-commit, in a temporary repository: a broken file is refused with its name and line, a valid file passes.

With ANIMPROOF_TEST_BUILD the hook builds the program; otherwise the test's own `make` links the program under test.
"""

import os
import shutil

import commands
import pytest
from cli_case import ROOT, path_in_tree, md5anim, mrtk_with_error, write

BROKEN = md5anim(parent=b"7")
MAKE = """#!/bin/sh
while [ "$1" != -C ]; do shift; done
mkdir -p "$2/build"
ln -s "%s" "$2/build/animproof"
"""

pytestmark = pytest.mark.skipif(None in map(shutil.which, ("pre-commit", "git")), reason="pre-commit or git is missing (make test-hooks installs it)")


@pytest.fixture
def run_in_folder_and_return_output(animproof):
    """Runs a command in a folder, checks its exit code, and returns its output. The program under test is in PATH."""
    os.mkdir("bin")
    os.symlink(animproof.program, "bin/animproof")
    if "ANIMPROOF_TEST_BUILD" not in os.environ:
        write("bin/make", MAKE % animproof.program)
        os.chmod("bin/make", 0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment.update({"GIT_%s_%s" % (who, what): "t@t.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
                       PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], HOME=animproof.directory,
                       PRE_COMMIT_HOME=os.path.abspath("cache"), GIT_CONFIG_NOSYSTEM="1", ASAN_OPTIONS="detect_leaks=0")

    def check_exit_code_and_return_output(*command, cwd="game", code=0):
        result = commands.run(command, cwd=cwd, env=environment, stdout=commands.PIPE, stderr=commands.STDOUT)
        animproof.check(result.returncode == code, "exit %d of %r" % (code, command), result)
        return result.stdout.decode()
    return check_exit_code_and_return_output


@pytest.fixture
def revision_of_source_tree(run_in_folder_and_return_output):
    """Makes a repository of the files of this tree except golden/, for the configuration of pre-commit. Returns its revision."""
    listed = commands.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=commands.PIPE, check=True).stdout
    for name in map(os.fsdecode, filter(None, listed.split(b"\0"))):
        if not name.startswith("golden/") and os.path.isfile(path_in_tree(name)):
            os.makedirs(os.path.dirname(os.path.join("project", name)), exist_ok=True)
            shutil.copy(path_in_tree(name), os.path.join("project", name))
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        run_in_folder_and_return_output("git", *words, cwd="project")
    return run_in_folder_and_return_output("git", "rev-parse", "HEAD", cwd="project").strip()


@pytest.mark.parametrize("hook", ["animproof", "animproof-system"])
def test_a_commit_of_a_broken_file_fails_and_others_pass(run_in_folder_and_return_output, revision_of_source_tree, hook):
    def commit(code, what):
        run_in_folder_and_return_output("git", "add", "-A")
        return run_in_folder_and_return_output("git", "commit", "-q", "-m", what, code=code)

    write("game/.pre-commit-config.yaml", "repos:\n  - repo: %s\n    rev: %s\n    hooks:\n      - id: %s\n        exclude: ^broken/\n"
          % (os.path.abspath("project"), revision_of_source_tree, hook))
    write("game/anims/good.md5anim", md5anim())
    write("game/notes.txt", b"not an animation")
    run_in_folder_and_return_output("git", "init", "-q")
    run_in_folder_and_return_output("pre-commit", "install")
    commit(0, "a valid file passes")
    write("game/anims/odd name.md5anim", BROKEN)
    assert "anims/odd name.md5anim:11:9: error: " in commit(1, "a broken file is refused")
    write("game/anims/odd name.md5anim", md5anim())
    write("game/-strange'\n.MD5ANIM", md5anim())
    write("game/broken/one.md5anim", BROKEN)
    commit(0, "a repaired file and an excluded file pass")
    write("game/.animproof.ini", b"[animproof]\nexclude = made/\n")
    write("game/made/one.md5anim", BROKEN)
    commit(0, "a file that .animproof.ini excludes passes")
    write("game/InputAnimation 1.bin", mrtk_with_error())
    write("game/model.md5mesh", b"")
    write("game/path.MD5Camera", b"")
    said = commit(1, "broken files of other formats are refused")
    assert all(place in said for place in ("model.md5mesh:1:1: error: ", "path.MD5Camera:1:1: error: ", "InputAnimation 1.bin:0x13: error: "))


def test_the_list_of_hooks_is_valid(run_in_folder_and_return_output):
    run_in_folder_and_return_output("pre-commit", "validate-manifest", path_in_tree(".pre-commit-hooks.yaml"), cwd=".")
