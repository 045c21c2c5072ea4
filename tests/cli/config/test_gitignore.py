"""lint skips the files that git ignores, as `git check-ignore` decides, and reads any .gitignore in bounded time."""

import json
import os
import random
import time

import commands
import pytest
from cli_case import mrtk, write
from golden_files import EACH, every_nth

NAMES = ["a", "b", "ab", "a b", "[a]", "\\a", "-", "é", "#a", "!b", "a.bin", "b "]
PIECES = ["a", "b", "ab", "*", "**", "?", "/", "/", "/", "/", "[ab]", "[!a]", "[^-b]", "[a-b]", "[]-a]", "[[:alpha:]]",
          "[[:x:]]", "[a", "\\", "\\a", "\\*", "\\/", ".", ".bin", "***", " ", "\\ ", "#", "!", "-", "é", "\r", "\t", "[\\]]", "b"]


def run_git_without_config(*words, cwd="tree", **options):
    """Runs git without the configuration of the machine and of the user."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment.update(GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL="/dev/null", HOME=os.getcwd(), XDG_CONFIG_HOME=os.getcwd())
    return commands.run(["git", *words], cwd=cwd, env=environment, stdout=commands.PIPE, check=options.pop("check", True), **options)


@pytest.fixture
def lint_and_list_checked_and_skipped(animproof):
    """Lints, and returns the checked files, and the skipped files with their reasons."""
    def lint_and_read_checked_and_skipped(*words, code=0, **options):
        found = animproof.json(code, "lint", "--allow-empty", *words, **options)
        return [entry["file"] for entry in found["files"]], {entry["file"]: entry["reason"] for entry in found["skipped"]}
    return lint_and_read_checked_and_skipped


class RandomTree:
    """A tree of files of random names, and random .gitignore files that match many of them."""

    def __init__(self, seed):
        self.choices = random.Random(seed)
        paths = {"/".join(self.choices.choice(NAMES) for _ in range(self.choices.randint(1, 4))) for _ in range(150)}
        self.files = sorted(path for path in paths if not any(other.startswith(path + "/") for other in paths))
        self.folders = sorted({os.path.dirname(path) for path in self.files} | {""})
        for path in self.files:
            write("tree/" + path, mrtk())
        run_git_without_config("init", "-q")

    def random_pattern_line(self):
        choices = self.choices
        text = "!" if choices.random() < 0.2 else ""
        if choices.random() < 0.4:
            path = choices.choice(self.files + self.folders)
            text += choices.choice(["", "/", "**/"]) + path + choices.choice(["", "/", "/*", "/**", " ", "\r"])
        elif choices.random() < 0.2:
            path = choices.choice([name for name in self.files if "/" in name])
            text += path[:choices.randint(0, path.index("/"))] + choices.choice(["**/", "**\\/", "*/**/", "***"]) + os.path.basename(path)
        else:
            text += "".join(choices.choice(PIECES) for _ in range(choices.randint(1, 6)))
        return text + choices.choice(["\n", "\n", "\r\n", "/\n"])

    def random_patterns(self):
        text = ("\ufeff" if self.choices.random() < 0.1 else "") + "".join(self.random_pattern_line() for _ in range(self.choices.randint(1, 7)))
        return (text[:-1] if self.choices.random() < 0.2 else text).encode()

    def write_random_patterns(self, with_excludes):
        """Writes four .gitignore files and, if asked, the repository's excludes; returns {path: content} of them."""
        places = self.choices.sample(self.folders[1:], 3) + [""]
        names = ["%s/.gitignore" % os.path.join("tree", place) for place in places]
        made = {name: self.random_patterns() for name in names + ["tree/.git/info/exclude"] * with_excludes}
        for name, content in made.items():
            write(name, content)
        return made

    def files_not_ignored(self):
        """Returns the files that git does not ignore."""
        listed = run_git_without_config("check-ignore", "--no-index", "--stdin", "-z", input="\0".join(self.files).encode(), check=False).stdout
        return sorted(set(self.files) - set(listed.decode().split("\0")))


def test_lint_checks_the_files_that_git_does_not_ignore(lint_and_list_checked_and_skipped):
    tree = RandomTree(1)
    patterns = kept = ignored = 0
    for number in every_nth(range(90)):
        made = tree.write_random_patterns(with_excludes=number % 3 == 0)
        wanted = tree.files_not_ignored()
        assert sorted(name[2:] for name in lint_and_list_checked_and_skipped(".", cwd="tree")[0]) == wanted, made
        patterns += sum(content.count(b"\n") for content in made.values())
        kept += len(wanted)
        ignored += len(tree.files) - len(wanted)
        for name in made:
            os.remove(name)
    assert patterns > 300 // EACH and kept > 1000 // EACH and ignored > 800 // EACH, "the patterns ignore enough files"


@pytest.fixture
def make_git_repository(animproof):
    """Makes a repository with an inner repository, and the folder plain/ outside of both."""
    for folder in ("tree/out/deep", "tree/src", "tree/nested/.git", "tree/nested/out", "plain"):
        os.makedirs(folder)
    for path in ("tree/out/deep/a.bin", "tree/src/a.bin", "tree/src/b.bin", "tree/nested/out/a.bin", "plain/a.bin"):
        write(path, mrtk())
    run_git_without_config("init", "-q")
    write("tree/.gitignore", b"out\n/src/b.bin\n")
    write("plain/.gitignore", b"a.bin\n")
    write(".gitignore", b"*\n")


ALL_FILES = ["tree/nested/out/a.bin", "tree/out/deep/a.bin", "tree/src/a.bin", "tree/src/b.bin"]


@pytest.mark.parametrize("jobs", ["-j1", "-j4"])
def test_an_ignored_folder_is_not_walked_and_the_reason_is_reported(animproof, lint_and_list_checked_and_skipped, make_git_repository, jobs):
    checked, skipped = lint_and_list_checked_and_skipped(jobs, "tree")
    assert checked == ["tree/nested/out/a.bin", "tree/src/a.bin"], "an inner repository uses only its own ignore files"
    assert {name: why for name, why in skipped.items() if not name.endswith(".gitignore")} == {
        "tree/out": "git ignores it", "tree/src/b.bin": "git ignores it", "tree/.git": "the folder holds git's own files",
        "tree/nested/.git": "the folder holds git's own files"}
    animproof.exits(0, "lint", "-v", "tree", prints=b"tree/out: skipped: git ignores it")


def test_what_the_command_line_names_is_checked_though_git_ignores_it(lint_and_list_checked_and_skipped, make_git_repository):
    assert lint_and_list_checked_and_skipped("tree/out")[0] == ["tree/out/deep/a.bin"]
    assert lint_and_list_checked_and_skipped("tree/src/b.bin")[0] == ["tree/src/b.bin"]


def test_the_gitignore_of_a_parent_folder_applies_within_the_working_tree(lint_and_list_checked_and_skipped, make_git_repository):
    assert lint_and_list_checked_and_skipped("src", "nested", cwd="tree")[0] == ["src/a.bin", "nested/out/a.bin"]
    assert lint_and_list_checked_and_skipped("plain")[0] == ["plain/a.bin"], "outside of a working tree, .gitignore is not used"


def test_no_ignore_checks_ignored_files(animproof, lint_and_list_checked_and_skipped, make_git_repository):
    assert lint_and_list_checked_and_skipped("--no-ignore", "tree")[0] == ALL_FILES
    animproof.exits(0, "config", "tree", prints=b"  no-ignore     no  ")
    write("tree/.animproof.ini", b"[animproof]\nno-ignore = yes\n")
    assert lint_and_list_checked_and_skipped("tree")[0] == ALL_FILES
    write("tree/.animproof.ini", b"[path x]\nno-ignore = yes\n")
    animproof.exits(2, "lint", "tree", says=b"no-ignore belongs in [animproof]")


def commit_all_files():
    run_git_without_config("add", "-A")
    run_git_without_config("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-qm", "all")


def test_a_changed_file_that_git_ignores_is_skipped(lint_and_list_checked_and_skipped, make_git_repository):
    commit_all_files()
    write("tree/src/b.bin", mrtk() + b"x")
    run_git_without_config("add", "-f", "src/b.bin")
    assert lint_and_list_checked_and_skipped("--changed", "HEAD", cwd="tree") == ([], {"src/b.bin": "git ignores it"})


def test_an_additional_working_tree_uses_the_excludes_of_its_repository(lint_and_list_checked_and_skipped, make_git_repository):
    commit_all_files()
    write("tree/.git/info/exclude", b"a.bin\n")
    run_git_without_config("worktree", "add", "-q", "../other", "HEAD")
    write("other/src/c.bin", mrtk())
    assert lint_and_list_checked_and_skipped("other")[0] == ["other/src/c.bin"]


def lint_in_time_and_list_checked(animproof, code, said=None):
    """Lints the tree within 60 seconds, and returns the checked files. If `said` is given, standard error must have this message
    once and, unless `code` is 4, the path of the .gitignore."""
    began = time.monotonic()
    result = animproof.exits(code, "lint", "--allow-empty", "--format", "json", "tree")
    assert time.monotonic() - began < 60
    if said is not None:
        animproof.check(result.stderr.count(said) == 1, "the message is printed once", result)
        animproof.check(code == 4 or os.path.realpath("tree/.gitignore").encode() in result.stderr, "with the path of the file", result)
    return [entry["file"] for entry in json.loads(result.stdout)["files"]]


@pytest.mark.parametrize("content", [b"\n".join(b"x%d" % i for i in range(100000)) + b"\na.bin\n",
                                     b"\xff\xfe[\xc3-\n\x00\n\xe2\x80\xa8\na.bin\n#" + b"c" * 5000], ids=["100,000 lines", "not UTF-8"])
def test_an_unusual_gitignore_is_applied(animproof, make_git_repository, content):
    write("tree/.gitignore", content)
    assert "tree/src/a.bin" not in lint_in_time_and_list_checked(animproof, 0)


@pytest.mark.parametrize(("content", "said"), [(b"a" * 10000000, b"larger than 1 MiB"),
                                               (b"a.bin\n" + b"[a]" * 2000, b"a pattern is longer than 4096 bytes")])
def test_a_gitignore_beyond_the_limits_is_reported_once(animproof, make_git_repository, content, said):
    write("tree/.gitignore", content)
    lint_in_time_and_list_checked(animproof, 3, said)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink(".gitignore", path), lambda path: os.symlink("/dev/zero", path)],
                         ids=["fifo", "folder", "link to itself", "link to a device"])
def test_a_gitignore_that_is_not_a_regular_file_is_not_applied(animproof, make_git_repository, make):
    os.remove("tree/.gitignore")
    make("tree/.gitignore")
    assert "tree/out/deep/a.bin" in lint_in_time_and_list_checked(animproof, 0)


@pytest.mark.skipif(EACH != 1, reason="takes nine seconds with sanitizers")
def test_slow_patterns_of_a_gitignore_end_the_run(animproof, make_git_repository):
    for number in range(12):
        write("tree/slow/%s%02d" % ("a" * 240, number), b"")
    write("tree/.gitignore", b"*a*a*a*a*a*a*a*b\n" * 61000)
    lint_in_time_and_list_checked(animproof, 4, b"matching the patterns of .gitignore takes too long (--no-ignore ignores them)")


def test_a_gitignore_without_read_permission_is_reported(animproof, make_git_repository):
    os.chmod("tree/.gitignore", 0)
    os.chmod("tree", 0o755)
    result = animproof.run_as_nobody_or_none("lint", "tree")
    if result is None:
        pytest.skip("there is no other user than root")
    animproof.check(result.returncode == 3 and b"/tree/.gitignore: Permission denied" in result.stderr, "it is reported", result)
