"""The hooks for pre-commit, in a temporary repository: a broken file is refused with its name and line, a valid file passes.

With ANIMPROOF_TEST_BUILD the hook builds the program; otherwise the test's own `make` links the program under test.
"""

import os
import shutil

import commands
from cli_case import ROOT, Case, in_tree, md5anim, mrtk_bad, write

BROKEN = md5anim(parent=b"7")
PLACE = b"anims/odd name.md5anim:11:9: error: "

case = Case()
if shutil.which("pre-commit") is None or shutil.which("git") is None:
    print("SKIPPED: hooks.py: pre-commit or git is missing (make test-hooks installs it)")
    case.finish()

os.mkdir("bin")
os.symlink(case.program, "bin/animproof")
if "ANIMPROOF_TEST_BUILD" not in os.environ:
    write("bin/make", b'#!/bin/sh\nwhile [ "$1" != -C ]; do shift; done\nmkdir -p "$2/build"\n'
                      b'ln -s "%s" "$2/build/animproof"\n' % os.fsencode(case.program))
    os.chmod("bin/make", 0o755)
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
ENVIRONMENT.update(PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], HOME=case.directory,
                   PRE_COMMIT_HOME=os.path.abspath("cache"), GIT_CONFIG_NOSYSTEM="1", ASAN_OPTIONS="detect_leaks=0",
                   GIT_AUTHOR_NAME="t", GIT_AUTHOR_EMAIL="t@t.example", GIT_COMMITTER_NAME="t",
                   GIT_COMMITTER_EMAIL="t@t.example")


def run(*command, cwd="game"):
    return commands.run(command, cwd=cwd, env=ENVIRONMENT, stdout=commands.PIPE, stderr=commands.STDOUT)


def run_checked(*command, cwd="game"):
    result = run(*command, cwd=cwd)
    case.check(result.returncode == 0, "%r succeeds" % (command,), result)
    return result


def commit(code, message):
    run_checked("git", "add", "-A")
    result = run("git", "commit", "-q", "-m", message)
    case.check(result.returncode == code, message, result)
    return result


def copy_project():
    """Makes a repository of the files of this tree, for the configuration of pre-commit. Returns its revision."""
    listed = commands.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                          stdout=commands.PIPE, check=True).stdout
    for name in map(os.fsdecode, filter(None, listed.split(b"\0"))):
        if name.startswith("golden/") or not os.path.isfile(in_tree(name)):
            continue
        os.makedirs(os.path.dirname(os.path.join("project", name)), exist_ok=True)
        shutil.copy(in_tree(name), os.path.join("project", name))
    run_checked("git", "init", "-q", cwd="project")
    run_checked("git", "add", "-A", cwd="project")
    run_checked("git", "commit", "-q", "-m", "all", cwd="project")
    return run_checked("git", "rev-parse", "HEAD", cwd="project").stdout.decode().strip()


def check_hook(hook, revision):
    """Tests the hook in a new repository: a commit of a broken file fails, other commits pass."""
    shutil.rmtree("game", ignore_errors=True)
    os.makedirs("game/anims")
    run_checked("git", "init", "-q")
    write("game/.pre-commit-config.yaml", b"repos:\n  - repo: %s\n    rev: %s\n    hooks:\n      - id: %s\n"
          b"        exclude: ^broken/\n"
          % (os.fsencode(os.path.abspath("project")), revision.encode(), hook.encode()))
    run_checked("pre-commit", "install")
    write("game/anims/good.md5anim", md5anim())
    write("game/notes.txt", b"not an animation")
    commit(0, "%s: a valid file passes" % hook)
    write("game/anims/odd name.md5anim", BROKEN)
    result = commit(1, "%s: a broken file is refused" % hook)
    case.check(PLACE in result.stdout, "%s prints the line of the finding" % hook, result)
    write("game/anims/odd name.md5anim", md5anim())
    write("game/-strange'\n.MD5ANIM", md5anim())
    write("game/broken/one.md5anim", BROKEN)
    commit(0, "%s: a repaired file and an excluded file pass" % hook)
    write("game/.animproof.ini", b"[animproof]\nexclude = made/\n")
    write("game/made/one.md5anim", BROKEN)
    commit(0, "%s: a file that .animproof.ini excludes passes" % hook)
    write("game/InputAnimation 1.bin", mrtk_bad())
    write("game/model.md5mesh", b"")
    write("game/path.MD5Camera", b"")
    result = commit(1, "%s: a broken binary file is refused" % hook)
    case.check(b"model.md5mesh:1:1: error: " in result.stdout and b"path.MD5Camera:1:1: error: " in result.stdout,
               "%s checks meshes and camera paths" % hook, result)
    case.check(b"InputAnimation 1.bin:0x13: error: " in result.stdout, "%s prints the byte of the finding" % hook, result)


REVISION = copy_project()
for name in ("animproof", "animproof-system"):
    check_hook(name, REVISION)
run_checked("pre-commit", "validate-manifest", "project/.pre-commit-hooks.yaml", cwd=".")
case.finish()
