"""lint --changed: the files that git lists as changed are checked, from any working folder, and failures of git are reported."""

import json
import os

import commands
import pytest
from cli_case import md5anim, mrtk, mrtk_with_error, read_text, write
from git_repository import Repository
from loader_scripts import write_script

BROKEN = md5anim(parent=b"7")
NEW = "b/new\n\"'$x\ufffd.md5anim"
ALL = sorted(["-", "-q.md5anim", "a/deep/changed.md5anim", NEW, "b/there.md5anim"])


class ChangedRepository(Repository):
    """A repository of one commit, and changed files that are not committed."""

    def __init__(self, animproof):
        super().__init__(animproof)
        write(".gitignore", b"ignored.*\n")
        for path in ("a/old.md5anim", "a/deep/changed.md5anim", "b/gone.md5anim", "b/moved.md5anim", "b/old.bin"):
            write(path, md5anim() if path.endswith("anim") else mrtk())
        write("notes.txt", b"text")
        self.commit()

    def change_files(self):
        write("a/deep/changed.md5anim", BROKEN)
        write("notes.txt", b"another text")
        for path in ("a/ignored.md5anim", "-", "-q.md5anim", "inner/x.md5anim"):
            write(path, md5anim())
        write(b"b/new\n\"'$x\xff.md5anim", mrtk_with_error())
        os.rename("b/moved.md5anim", "b/there.md5anim")
        os.remove("b/gone.md5anim")
        os.symlink("old.bin", "b/link.md5anim")
        commands.run(["git", "init", "-q", "inner"], check=True)

    def lint(self, code, *words, **options):
        return self.animproof.exits(code, "lint", "--format", "json", *words, env=self.environment, **options)

    def files(self, code, *words, **options):
        """Returns the files that lint checks."""
        return sorted(entry["file"] for entry in json.loads(self.lint(code, *words, **options).stdout)["files"])


@pytest.fixture
def repository(animproof):
    return ChangedRepository(animproof)


def test_changed_and_new_files_are_checked_from_any_folder(repository):
    repository.lint(3, "--changed", "HEAD", says=b"nothing to check")
    repository.lint(0, "--changed", "HEAD", "--allow-empty")
    repository.change_files()
    files, deep = repository.files, ["a/deep/changed.md5anim"]
    assert files(1, "--changed", "HEAD") == files(1, "--changed=HEAD", ".") == ALL
    repository.git("add", "b")
    assert files(1, "--changed", "HEAD") == ALL
    assert files(1, "--changed", "HEAD", "a") == files(1, "--changed", "HEAD", "a/deep/changed.md5anim", "a/old.md5anim") == deep
    assert files(1, "--changed", "HEAD", cwd="a") == sorted(["../-", "../-q.md5anim", "deep/changed.md5anim", "../" + NEW, "../b/there.md5anim"])
    assert files(1, "--changed", "HEAD", ".", "../../b/there.md5anim", cwd="a/deep") == ["../../b/there.md5anim", "changed.md5anim"]
    repository.git("config", "diff.relative", "true")
    repository.git("config", "diff.noprefix", "true")
    assert files(0, "--changed", "HEAD", "../b/there.md5anim", cwd="a") == ["../b/there.md5anim"]
    repository.git("add", "-A", "a", "b", "notes.txt")
    repository.git("commit", "-q", "-m", "two")
    assert files(0, "--changed", "HEAD") == ["-", "-q.md5anim"]
    assert files(1, "--changed", "HEAD^") == ALL
    os.remove("b/there.md5anim")
    assert files(1, "--changed", "HEAD^..HEAD") == [name for name in ALL if name != "b/there.md5anim"]


def test_folders_may_have_line_breaks_and_be_excluded(repository):
    write("new\nline/x.md5anim", md5anim())
    assert repository.files(0, "--changed", "HEAD", ".", cwd="new\nline") == ["x.md5anim"]
    write("out/in/y.md5anim", BROKEN)
    write(".animproof.ini", b"[animproof]\nexclude = /out/\n")
    assert repository.files(0, "--changed", "HEAD") == ["new\nline/x.md5anim"]
    assert repository.files(0, "--changed", "HEAD", cwd="a") == ["../new\nline/x.md5anim"]


def test_git_starts_no_program_that_the_configuration_of_the_repository_names(repository):
    """The configuration names a file system monitor and a transport of a promisor remote. Only git would start them."""
    started = os.path.abspath("../started")
    program = write_script("../program", ": > %s\nexit 1" % started)
    repository.git("config", "core.fsmonitor", program)
    write("a/old.md5anim", BROKEN)
    repository.git("status", "--short", check=False)
    os.remove(started)
    assert repository.files(1, "--changed", "HEAD", "a") == ["a/old.md5anim"]
    assert not os.path.exists(started)
    repository.git("config", "--unset", "core.fsmonitor")
    repository.git("commit", "-q", "-a", "-m", "two")
    blob = repository.git("rev-parse", "HEAD^:a/old.md5anim").strip()
    for name, value in (("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"), ("remote.origin.url", "ext::" + program),
                        ("remote.origin.promisor", "true"), ("protocol.ext.allow", "always"), ("diff.renames", "true")):
        repository.git("config", name, value)
    os.remove(".git/objects/%s/%s" % (blob[:2], blob[2:]))
    repository.git("show", blob, check=False)
    os.remove(started)
    repository.lint(3, "--changed", blob)
    assert not os.path.exists(started)


def test_wrong_revisions_and_paths_are_reported(repository):
    for words in (["no-such"], [""], ["HEAD", "/"]):
        repository.lint(3, "--changed", *words, says=b"animproof: git: failed with exit status 128", prints_only=b"")
    repository.lint(3, "--changed", "HEAD", "no-such", "--allow-empty", says_only=b"animproof: no-such: No such file or directory\n")
    os.chdir("..")
    repository.lint(3, "--changed", "HEAD")


IGNORES_SIGTERM = "trap '' TERM; exec 1>&-; while :; do sleep 0.1; done"
LATE = b"animproof: git: no answer within 1 second, so git was ended; ANIMPROOF_GIT_SECONDS sets another time limit\n"


@pytest.mark.parametrize(("body", "said"), [
    (None, b"animproof: git: No such file or directory\n"), ("echo; kill -9 $$", b"signal 9"), ("", b"did not print"),
    ("exec sleep 1000", LATE), (IGNORES_SIGTERM, LATE)], ids=["missing", "killed", "silent", "late", "ignores SIGTERM"])
def test_a_git_that_fails_or_does_not_answer_is_reported(animproof, body, said):
    os.mkdir("bin")
    path = os.path.abspath("bin")
    if body is not None:
        write_script("bin/git", body)
        path += ":/bin:/usr/bin"
    animproof.exits(3, "lint", "--changed", "HEAD", env={"PATH": path, "ANIMPROOF_GIT_SECONDS": "1"}, says=said, says_lines=1)


def test_git_runs_without_lazy_fetches_monitors_and_external_transports(animproof):
    os.mkdir("bin")
    write_script("bin/git", "printf '%s\\n' \"$GIT_NO_LAZY_FETCH\" \"$*\" > said")
    animproof.run("lint", "--changed", "HEAD", env={"PATH": os.path.abspath("bin") + ":/bin:/usr/bin", "GIT_NO_LAZY_FETCH": "0"})
    assert read_text("said").splitlines() == ["1", "-c core.fsmonitor=false -c protocol.ext.allow=never rev-parse --show-cdup --show-prefix"]
