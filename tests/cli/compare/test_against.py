"""lint --against: what the changes since a revision of git mean, below the findings, and revisions and files that cannot be compared."""

import json
import os
import re
import shutil
import zipfile

import pytest
from cli_case import md5anim, read, write
from compare_model import make_edited_model
from git_repository import Repository
from loader_scripts import write_script
from schema_check import Checker


class ModelRepository(Repository):
    """A repository of one commit with animations and a camera path. It has no mesh, so that no finding of a pair distracts from
    the changes."""

    def __init__(self, animproof):
        super().__init__(animproof)
        os.makedirs("a/deep")
        for path in ("walk", "a/run", "a/deep/idle", "a/gone", "a/same"):
            self.write_edited_model("md5anim", 'f["commandline"] = "%s"' % path, path + ".md5anim")
        self.write_edited_model("md5camera", "pass", "fly.md5camera")
        write("notes.txt", b"text")
        self.commit()

    def write_edited_model(self, base, edit, path):
        make_edited_model(self.animproof, base, edit, path)

    def change_files(self):
        """Edits a file for each grade of change, adds a file, deletes a file, and moves a file."""
        self.write_edited_model("md5anim", 'f["commandline"] = "walk"; f["hierarchy"][2]["name"] = "spine1"', "walk.md5anim")
        self.write_edited_model("md5anim", 'f["commandline"] = "a/run"; f["frame_rate"] = 30', "a/run.md5anim")
        write("a/deep/idle.md5anim", read("a/deep/idle.md5anim").replace(b" )", b"  )"))
        os.remove("a/gone.md5anim")
        os.rename("fly.md5camera", "a/fly.md5camera")
        self.write_edited_model("memg", "pass", "new.bin")
        write("notes.txt", b"another text")

    def lint(self, code, *words, **options):
        return self.animproof.exits(code, "lint", "--format=concise", *words, env=self.environment, **options)

    def reported_changes(self, code, *words, **options):
        """Returns the lines of changes and their summary."""
        lines = self.lint(code, "--against", *words, **options).stdout.decode().splitlines()
        return [line for line in lines if not re.search(": (note|warning): ", line) and not line.endswith("skipped.") and "0 warnings" not in line]


@pytest.fixture
def repository(animproof):
    return ModelRepository(animproof)


LINES = ["a/deep/idle.md5anim: bytes only: the bytes differ, and the contents are equal [spelling]",
         'a/fly.md5camera: breaks: moved from "fly.md5camera" [file-moved]',
         "a/gone.md5anim: breaks: the file is gone [file-removed]",
         "a/run.md5anim: seen: 30 frames a second instead of 24: 5 frames take 0.1333 s instead of 0.1667 s [frame-rate]",
         "new.bin: seen: the file is new [file-added]",
         'walk.md5anim: breaks: joint 2 renamed from "spine" to "spine1" [joint-renamed]']
SUMMARY = "6 files changed since HEAD: 3 break users, 2 change what is seen, 1 changes bytes only"


def test_each_change_has_its_line_from_any_folder(repository):
    assert repository.reported_changes(0, "HEAD", ".") == ["0 files changed since HEAD"]
    repository.change_files()
    assert repository.reported_changes(1, "HEAD", ".") == repository.reported_changes(1, "HEAD", "--changed=HEAD") == [*LINES, SUMMARY]
    assert repository.reported_changes(1, "HEAD", "-q", "-j3", ".") == repository.reported_changes(1, "HEAD", "--quiet", "--no-companions", ".") == LINES
    assert repository.reported_changes(1, "HEAD", "-q", "a/run.md5anim", "walk.md5anim") == [LINES[3], LINES[5]]
    assert repository.reported_changes(1, "HEAD", "-q", "--exclude=*.md5camera", "--exclude=walk.*", ".") == [LINES[0], *LINES[2:5]]
    assert repository.reported_changes(0, "HEAD", "-q", "deep", "run.md5anim", cwd="a") == ["deep/" + LINES[0][7:], LINES[3][2:]]
    repository.commit("two")
    assert repository.reported_changes(0, "HEAD", ".") == ["0 files changed since HEAD"]
    assert repository.reported_changes(1, "HEAD^", "-q", ".") == LINES


def test_the_start_of_a_branch_is_a_revision(repository):
    repository.git("branch", "main2")
    repository.git("checkout", "-q", "-b", "topic")
    repository.change_files()
    repository.commit("two")
    repository.git("checkout", "-q", "main2")
    repository.write_edited_model("md5camera", 'f["frame_rate"] = 60', "fly.md5camera")
    repository.commit("three")
    repository.git("checkout", "-q", "topic")
    assert repository.reported_changes(1, "main2...", "-q", ".") == LINES
    assert repository.reported_changes(1, "main2", "-q", ".") != LINES


def test_the_exit_code_depends_on_the_worst_change(repository):
    repository.change_files()
    for path, codes in (("walk.md5anim", {"breaks": 1, "seen": 1, "bytes": 1, "never": 0}), ("a/run.md5anim", {"breaks": 0, "seen": 1, "bytes": 1}),
                        ("a/deep", {"breaks": 0, "seen": 0, "bytes": 1, "never": 0})):
        for level, code in codes.items():
            repository.lint(code, "--against=HEAD", "--fail-on-change", level, path)
    write("bad.md5anim", md5anim(parent=b"7"))
    repository.lint(1, "--against=HEAD", "--fail-on-change=never", "bad.md5anim")
    repository.lint(2, "--against=HEAD", "--fail-on-change=error", ".", says=b"--fail-on-change")


def test_reports_have_the_changes_in_their_form(repository):
    repository.change_files()
    document = repository.animproof.json(1, "lint", "--against=HEAD", ".", env=repository.environment)
    assert not Checker("report").list_first_error(document) and not Checker("compare").list_first_error(document["changes"])
    assert [row["file"] for row in document["changes"]["files"]] == [line.split(":")[0] for line in LINES]
    assert document["changes"]["files"][-1]["old"] == "HEAD:walk.md5anim" and document["changes"]["old"] == "HEAD"
    lines = repository.animproof.exits(1, "lint", "--against=HEAD", "--format=jsonl", ".", env=repository.environment).stdout.splitlines()
    line = json.loads(lines[-2])
    assert line == {"type": "changes", "changes": document["changes"]} and not Checker("report").list_first_error(line, "#/$defs/line")
    table = repository.animproof.exits(1, "lint", "--against=HEAD", "--format=sarif", "--output", "markdown=../out.md", "--output", "human=../out.txt", ".",
                                   env=repository.environment)
    runs = json.loads(table.stdout)["runs"]
    assert [run["properties"] for run in runs] == [{"changes": document["changes"]}] and b'"ruleId": "file-moved"' not in table.stdout
    plain = repository.animproof.exits(1, "lint", "--against=HEAD", "--format=sarif-github", ".", env=repository.environment)
    assert json.loads(plain.stdout)["runs"][0]["properties"] == runs[0]["properties"]
    text = read("../out.md").decode()
    assert "| a/run.md5anim | seen | frame-rate | 30 frames a second" in text and "\n\n%s\n\n" % SUMMARY in text
    assert "\n".join([*LINES, SUMMARY]) in read("../out.txt").decode()


def test_versions_with_errors_and_links_are_not_compared(repository):
    repository.write_edited_model("md5anim", "pass", "once.md5anim")
    write("bad.md5anim", md5anim(parent=b"7"))
    for name in ("link", "linked"):
        os.symlink("walk.md5anim", name + ".md5anim")
    os.symlink("walk.md5anim", "README")
    write("lfs.md5anim", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n")
    repository.commit("two")
    write("once.md5anim", md5anim(parent=b"7"))
    write("bad.md5anim", md5anim())
    write("lfs.md5anim", md5anim())
    for name in ("link", "linked", "README"):
        os.remove(name + ".md5anim" if name != "README" else name)
    os.symlink("fly.md5camera", "link.md5anim")
    os.symlink("fly.md5camera", "README")
    write("linked.md5anim", md5anim())
    lines = repository.reported_changes(1, "HEAD", "-q", "bad.md5anim", "once.md5anim", "lfs.md5anim")
    assert lines[0].startswith("once.md5anim:") and lines[1].startswith("HEAD:bad.md5anim: not compared: ")
    assert lines[2].startswith("HEAD:lfs.md5anim: not compared: 1:1: the file is a Git LFS pointer")
    assert lines[3].startswith("once.md5anim: not compared: ")
    repository.lint(0, "--against=HEAD", "bad.md5anim", "lfs.md5anim")
    assert repository.reported_changes(3, "HEAD", "-q", "link.md5anim", "linked.md5anim", "README")[-2:] == [
        "HEAD:link.md5anim: not compared: is a symbolic link to another file [failed]",
        "HEAD:linked.md5anim: not compared: was a symbolic link, and is a file [failed]"]


def test_submodules_are_named(repository):
    repository.git("init", "-q", "inner")
    repository.write_edited_model("md5anim", "pass", "inner/x.md5anim")
    repository.git("-C", "inner", "add", "-A")
    repository.git("-C", "inner", "commit", "-q", "-m", "one")
    assert repository.reported_changes(0, "HEAD", "-q", ".") == []
    repository.git("add", "inner")
    assert repository.reported_changes(3, "HEAD", "-q", ".") == ["HEAD:inner: not compared: is a submodule: run --against in that folder [failed]"]
    for path in ("inner", "inner/x.md5anim", os.path.abspath("inner/x.md5anim")):
        repository.lint(3, "--against=HEAD", path, prints_only=b"",
                    says_only=b"animproof: %s: is in another repository (a submodule): run --against in that folder\n" % path.encode())
    assert repository.reported_changes(0, "HEAD", "-q", ".", cwd="inner") == []


def test_wrong_revisions_and_paths_are_reported(repository):
    for revision in ("no-such", "", "HEAD..HEAD", "HEAD:walk.md5anim", "no-such...", "x" * 2000, "HEAD\n"):
        result = repository.lint(3, "--against", revision, ".", prints_only=b"", says=b"is not a revision of this repository")
        assert result.stderr.count(b"\n") == 1, "one line"
    repository.lint(2, "--against=-x", ".", says=b"--against: '-x' is not a revision")
    repository.lint(3, "--against=HEAD", "/", prints_only=b"", says=b"failed with exit status 128")
    repository.lint(3, "--against=HEAD", "no-such", says_only=b"animproof: no-such: No such file or directory\n")
    for words in (["-"], ["--files-from=list"], ["--watch", "."], ["--fail-fast", "."]):
        repository.lint(2, "--against=HEAD", *words, says=b"--against cannot be used with ")
    repository.lint(2, "--against=HEAD", says=b"no files given")
    repository.animproof.exits(2, "lint", "--against=HEAD", "--format=gcc", ".", says=b"no report of this run shows changes")
    os.chdir("..")
    repository.lint(3, "--against", "HEAD", ".", says=b"not a git repository")


def test_objects_that_are_missing_or_too_large_are_not_compared(repository):
    repository.change_files()
    blob = repository.git("rev-parse", "HEAD:walk.md5anim").strip()
    assert repository.reported_changes(4, "HEAD", "-q", "--max-input=600", "walk.md5anim", says=b"limit")[-1].startswith("HEAD:walk.md5anim: not compared: ")
    write("huge.psd", b"x" * 100000)
    repository.commit("two")
    write("huge.psd", b"y" * 100000)
    repository.lint(0, "--against=HEAD", "--max-input=50000", ".")
    os.remove(".git/objects/%s/%s" % (blob[:2], blob[2:]))
    lines = repository.reported_changes(3, "HEAD^", "-q", ".", says=b"walk.md5anim: is not among the objects of this clone")
    assert lines == [*LINES[:5], "HEAD^:walk.md5anim: not compared: cannot be read [failed]"]


@pytest.mark.parametrize(("body", "said"), [
    (None, b"animproof: git: No such file or directory\n"), ("exit 0", b"did not print"),
    ('case "$*" in *cat-file*) exit 7;; esac\nexec /usr/bin/git "$@"', b"git did not answer"),
    ('case "$*" in *cat-file*) exec sleep 1000;; esac\nexec /usr/bin/git "$@"', b"git did not answer")], ids=["missing", "silent", "ended", "late"])
def test_a_git_that_fails_is_reported(repository, body, said):
    repository.change_files()
    os.mkdir("../bin")
    path = os.path.abspath("../bin")
    if body is not None:
        write_script("../bin/git", body)
        path += ":/bin:/usr/bin"
    repository.animproof.exits(3, "lint", "--against", "HEAD", "walk.md5anim", env={**repository.environment, "PATH": path, "ANIMPROOF_GIT_SECONDS": "1"}, says=said)


def test_conflicts_and_names_with_any_bytes_are_compared(repository):
    name = b"new\n\"'$x\xff.md5anim"
    write(name, read("walk.md5anim"))
    repository.commit("two")
    repository.git("checkout", "-q", "-b", "topic")
    repository.write_edited_model("md5anim", 'f["frame_rate"] = 30', "walk.md5anim")
    repository.commit("three")
    repository.git("checkout", "-q", "-")
    repository.write_edited_model("md5anim", 'f["frame_rate"] = 60', "walk.md5anim")
    write(name, read("walk.md5anim"))
    repository.commit("four")
    repository.git("merge", "topic", check=False)
    repository.write_edited_model("md5anim", 'f["frame_rate"] = 12', "walk.md5anim")
    document = repository.animproof.json(0, "lint", "--against=HEAD^", ".", env=repository.environment)
    assert [row["file"] for row in document["changes"]["files"]] == ["new\n\"'$x\ufffd.md5anim", "walk.md5anim"]
    assert [row["changes"][-1]["kind"] for row in document["changes"]["files"]][1] in ("frame-rate", "commandline")


def test_github_annotates_the_changed_files(repository):
    repository.change_files()
    printed = repository.animproof.exits(1, "lint", "--against=HEAD", "--format=github", ".", env=repository.environment).stdout.decode()
    assert [line for line in printed.splitlines() if line.startswith("::") and "title=md5" not in line and "title=memg" not in line] == [
        "::notice file=a/deep/idle.md5anim,title=spelling::the bytes differ, and the contents are equal",
        '::error file=a/fly.md5camera,title=file-moved::moved from "fly.md5camera"',
        "::error file=a/gone.md5anim,title=file-removed::the file is gone",
        "::warning file=a/run.md5anim,title=frame-rate::30 frames a second instead of 24: 5 frames take 0.1333 s instead of 0.1667 s",
        "::warning file=new.bin,title=file-added::the file is new",
        '::error file=walk.md5anim,title=joint-renamed::joint 2 renamed from "spine" to "spine1"']


def write_archive(path, *names, **frame_rates):
    """Writes an archive with files of the current folder; `frame_rates`: the frame rate of a file, by its name without extension."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as pack:
        for name in names:
            rate = frame_rates.get(name.split(".")[0].split("/")[-1], b"24")
            pack.writestr("models/" + name, read(name).replace(b"frameRate 24", b"frameRate " + rate))


def test_the_files_of_a_changed_archive_are_compared(repository):
    write_archive("old.pk4", "walk.md5anim", "a/run.md5anim", "a/same.md5anim", "notes.txt")
    write_archive("gone.zip", "a/same.md5anim")
    shutil.copy("old.pk4", "../old.pk4")
    repository.commit("two")
    write_archive("old.pk4", "walk.md5anim", "a/same.md5anim", walk=b"30")
    write_archive("new.dpk", "fly.md5camera")
    os.remove("gone.zip")
    rate = "30 frames a second instead of 24: 5 frames take 0.1333 s instead of 0.1667 s [frame-rate]"
    assert repository.reported_changes(1, "HEAD", ".") == [
        "gone.zip!models/a/same.md5anim: breaks: the file is gone [file-removed]", "new.dpk!models/fly.md5camera: seen: the file is new [file-added]",
        "old.pk4!models/a/run.md5anim: breaks: the file is gone [file-removed]", "old.pk4!models/walk.md5anim: seen: " + rate,
        "4 files changed since HEAD: 2 break users, 2 change what is seen"]
    lines = repository.animproof.exits(1, "compare", "-q", "../old.pk4", "old.pk4").stdout.decode().splitlines()
    assert ["old.pk4!" + line for line in lines] == repository.reported_changes(1, "HEAD", "-q", "old.pk4")
    repository.commit("three")
    os.rename("old.pk4", "a/moved.pk4")
    assert repository.reported_changes(1, "HEAD", "-q", ".") == [
        'a/moved.pk4!models/%s.md5anim: breaks: moved from "old.pk4!models/%s.md5anim" [file-moved]' % (name, name) for name in ("a/same", "walk")]
    document = repository.animproof.json(1, "lint", "--against=HEAD", ".", env=repository.environment)
    assert [(row["old"], row["new"]) for row in document["changes"]["files"]] == [
        ("HEAD:old.pk4!models/%s.md5anim" % name, "a/moved.pk4!models/%s.md5anim" % name) for name in ("a/same", "walk")]


def test_files_of_archives_are_excluded_and_repacked_without_a_change(repository):
    write_archive("old.pk4", "walk.md5anim", "a/run.md5anim")
    repository.commit("two")
    write_archive("old.pk4", "a/run.md5anim", "walk.md5anim", "notes.txt")
    assert repository.reported_changes(0, "HEAD", ".") == ["0 files changed since HEAD"]
    write_archive("old.pk4", "walk.md5anim", "a/run.md5anim", walk=b"30", run=b"25")
    assert [line.split(":")[0] for line in repository.reported_changes(0, "HEAD", "-q", "--exclude=walk.*", ".")] == ["old.pk4!models/a/run.md5anim"]
    assert repository.reported_changes(0, "HEAD", "-q", "--exclude=*.pk4", ".") == []


def test_an_archive_that_is_damaged_in_one_version_is_named_once(repository):
    write_archive("was.pk4", "walk.md5anim", "a/run.md5anim")
    write_archive("large.pk4", "walk.md5anim")
    write("is.pk3", b"PK, not more")
    write("never.zip", b"PK, not more")
    for folder in ("../old", "../new"):
        shutil.copytree(".", folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    repository.commit("two")
    shutil.copy("was.pk4", "is.pk3")
    shutil.copy("was.pk4", "../new/is.pk3")
    for path in ("was.pk4", "never.zip", "../new/was.pk4", "../new/never.zip"):
        write(path, b"PK, nothing")
    why = ": not compared: is not a zip archive, or is cut off [failed]"
    assert repository.reported_changes(0, "HEAD", "is.pk3") == ["HEAD:is.pk3" + why, "1 file changed since HEAD: 1 not compared"]
    assert repository.reported_changes(3, "HEAD", "-q", ".") == ["HEAD:is.pk3" + why, "HEAD:never.zip" + why, "was.pk4" + why]
    printed = repository.animproof.exits(3, "compare", "-q", "../old", "../new", says=b"../new/was.pk4: is not a zip archive").stdout.decode()
    assert printed.splitlines() == ["../old/is.pk3" + why, "../old/never.zip" + why, "../new/was.pk4" + why]
    write_archive("large.pk4", "walk.md5anim", walk=b"30")
    assert repository.reported_changes(4, "HEAD", "-q", "--max-input=200", "large.pk4")[-1].startswith(
        "HEAD:large.pk4: not compared: is longer than 200 bytes, the limit for a file of a revision (--max-input)")
