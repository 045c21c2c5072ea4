"""lint skips the files that git ignores, as `git check-ignore` decides, and reads any .gitignore in bounded time."""

import json
import os
import random
import shutil
import time

import commands
from cli_case import Case, mrtk, write
from golden_files import EACH, every_nth

case = Case()
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
ENVIRONMENT.update(GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL="/dev/null", HOME=case.directory, XDG_CONFIG_HOME=case.directory)


def git(*words, cwd="tree", **options):
    return commands.run(["git", *words], cwd=cwd, env=ENVIRONMENT, stdout=commands.PIPE, **options)


def report(*words, code=0, **options):
    """Returns the checked files, and the skipped files with their reasons."""
    found = json.loads(case.exits(code, "lint", "--allow-empty", "--format", "json", *words, **options).stdout)
    return [entry["file"] for entry in found["files"]], {entry["file"]: entry["reason"] for entry in found["skipped"]}


# A tree of files, for random patterns of characters with a meaning for git.
NAMES = ["a", "b", "ab", "a b", "[a]", "\\a", "-", "é", "#a", "!b", "a.bin", "b "]
PIECES = ["a", "b", "ab", "*", "**", "?", "/", "/", "/", "/", "[ab]", "[!a]", "[^-b]", "[a-b]", "[]-a]", "[[:alpha:]]",
          "[[:x:]]", "[a", "\\", "\\a", "\\*", "\\/", ".", ".bin", "***", " ", "\\ ", "#", "!", "-", "é", "\r", "\t", "[\\]]", "b"]
choices = random.Random(7)
paths = set()
for _ in range(150):
    paths.add("/".join(choices.choice(NAMES) for _ in range(choices.randint(1, 4))))
files = sorted(path for path in paths if not any(other.startswith(path + "/") for other in paths))
files = [path for path in files if not any(path.startswith(other + "/") for other in files)]
folders = sorted({os.path.dirname(path) for path in files} | {""})
for path in files:
    write("tree/" + path, mrtk())
os.rename(shutil.copy("tree/" + files[0], "copy"), "tree/last") if "last" not in files else None
files.append("last")
assert git("init", "-q").returncode == 0


def random_patterns():
    text = "\ufeff" if choices.random() < 0.1 else ""
    for _ in range(choices.randint(1, 7)):
        text += "!" if choices.random() < 0.2 else ""
        if choices.random() < 0.4:
            text += choices.choice(["", "/", "**/"]) + choices.choice(files + folders) + choices.choice(["", "/", "/*", "/**", " ", "\r"])
        elif choices.random() < 0.2:
            path = choices.choice([name for name in files if "/" in name])
            text += path[:choices.randint(0, path.index("/"))] + choices.choice(["**/", "**\\/", "*/**/", "***"]) + os.path.basename(path)
        else:
            text += "".join(choices.choice(PIECES) for _ in range(choices.randint(1, 6)))
        text += choices.choice(["\n", "\n", "\r\n", "/\n"])
    return (text[:-1] if choices.random() < 0.2 else text).encode()


def ignored_by_git(names, cwd="tree"):
    listed = git("check-ignore", "--no-index", "--stdin", "-z", cwd=cwd, input="\0".join(names).encode()).stdout
    return set(filter(None, listed.decode().split("\0")))


tried = kept = ignored = 0
for round_ in every_nth(range(90)):
    places = choices.sample(folders[1:], 3) + [""] + ([".git/info"] if round_ % 3 == 0 else [])
    made = []
    for place in places:
        name = "exclude" if place == ".git/info" else ".gitignore"
        made.append(os.path.join("tree", place, name))
        write(made[-1], random_patterns())
        tried += open(made[-1], "rb").read().count(b"\n")
    wanted = sorted(set(files) - ignored_by_git(files))
    checked, skipped = report(".", cwd="tree")
    checked = sorted(name[2:] for name in checked)
    kept += len(wanted)
    ignored += len(files) - len(wanted)
    case.check(checked == wanted, "checked files with the patterns %r: git ignores %r, git keeps %r" % (
        [(name, open(name, "rb").read()) for name in made], sorted(set(checked) - set(wanted))[:5],
        sorted(set(wanted) - set(checked))[:5]))
    for name in made:
        os.remove(name)
case.check(tried > 300 // EACH and kept > 1000 // EACH and ignored > 800 // EACH, "the patterns ignore enough files: %d patterns, %d of %d"
           % (tried, ignored, kept + ignored))
shutil.rmtree("tree")

# An ignored folder is not walked. A named ignored file is checked, and a named ignored folder is walked.
for folder in ("tree/out/deep", "tree/src", "tree/nested/.git", "tree/nested/out", "plain"):
    os.makedirs(folder)
for path in ("tree/out/deep/a.bin", "tree/src/a.bin", "tree/src/b.bin", "tree/nested/out/a.bin", "plain/a.bin"):
    write(path, mrtk())
assert git("init", "-q").returncode == 0
write("tree/.gitignore", b"out\n/src/b.bin\n")
write("plain/.gitignore", b"a.bin\n")
write(".gitignore", b"*\n")
WHY = {"tree/out": "git ignores it", "tree/src/b.bin": "git ignores it", "tree/.git": "git keeps its own files there",
       "tree/nested/.git": "git keeps its own files there"}
checked, skipped = report("tree")
case.check(checked == ["tree/nested/out/a.bin", "tree/src/a.bin"], "an inner repository uses only its own ignore files: %r" % checked)
case.check({name: why for name, why in skipped.items() if not name.endswith(".gitignore")} == WHY, "reasons of the skipped entries: %r" % skipped)
case.check(report("tree/out")[0] == ["tree/out/deep/a.bin"], "a named ignored folder is walked")
case.check(report("tree/src/b.bin")[0] == ["tree/src/b.bin"], "a named ignored file is checked")
case.check(report("plain")[0] == ["plain/a.bin"], "outside of a working tree, .gitignore is not used")
case.check(report("src", "nested", cwd="tree")[0] == ["src/a.bin", "nested/out/a.bin"], "the .gitignore of a parent folder applies")
all_files = ["tree/nested/out/a.bin", "tree/out/deep/a.bin", "tree/src/a.bin", "tree/src/b.bin"]
case.check(report("--no-ignore", "tree")[0] == all_files, "--no-ignore")
write("tree/.animproof.ini", b"[animproof]\nno-ignore = yes\n")
case.check(report("tree")[0] == all_files, "no-ignore = yes")
write("tree/.animproof.ini", b"[path x]\nno-ignore = yes\n")
case.check(b"no-ignore belongs in [animproof]" in case.exits(2, "lint", "tree").stderr, "no-ignore is refused in a [path] section")
os.remove("tree/.animproof.ini")
case.check(b"tree/out: skipped: git ignores it" in case.run("lint", "-v", "tree").stdout, "--verbose prints the reason")
case.check(b"  no-ignore     no  " in case.run("config", "tree").stdout, "config prints no-ignore")
for jobs in ("-j1", "-j4"):
    case.check(report(jobs, "tree")[0] == checked, "checked files with " + jobs)
assert git("add", "-A").returncode == 0 and git("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-qm", "all").returncode == 0
write("tree/src/b.bin", mrtk() + b"x")
git("add", "-f", "src/b.bin")
case.check(report("--changed", "HEAD", cwd="tree") == ([], {"src/b.bin": "git ignores it"}), "--changed skips a changed file that git ignores")

# An additional working tree uses the excludes of its repository.
write("tree/.git/info/exclude", b"a.bin\n")
assert git("worktree", "add", "-q", "../other", "HEAD").returncode == 0
write("other/src/c.bin", mrtk())
case.check(report("other")[0] == ["other/src/c.bin"], "the additional working tree skips the excluded file: %r" % (report("other"),))
os.remove("tree/.git/info/exclude")

# Extreme .gitignore files. One that cannot be read is not applied, and is reported once.
def lint_with_ignore_file(content, code, said=None):
    if content is not None:
        write("tree/.gitignore", content)
    began = time.monotonic()
    result = case.exits(code, "lint", "--allow-empty", "--format", "json", "tree")
    case.check(time.monotonic() - began < 60, "the run ends within 60 seconds")
    if said is not None:
        name = os.path.realpath("tree/.gitignore").encode()
        case.check(result.stderr.count(said) == 1 and (code == 4 or name in result.stderr), "%r is reported once" % said, result)
    return [entry["file"] for entry in json.loads(result.stdout)["files"]]


os.remove("tree/src/b.bin")
write("tree/src/b.bin", mrtk())
case.check("tree/src/a.bin" not in lint_with_ignore_file(b"\n".join(b"x%d" % i for i in range(100000)) + b"\na.bin\n", 0), "a .gitignore of 100,000 lines is applied")
lint_with_ignore_file(b"a" * 10000000, 3, b"larger than 1 MiB")
lint_with_ignore_file(b"a.bin\n" + b"[a]" * 2000, 3, b"a pattern is longer than 4096 bytes")
case.check("tree/src/a.bin" not in lint_with_ignore_file(b"\xff\xfe[\xc3-\n\x00\n\xe2\x80\xa8\na.bin\n#" + b"c" * 5000, 0), "a .gitignore that is not UTF-8 is applied")
os.remove("tree/.gitignore")
for make in (lambda: os.mkfifo("tree/.gitignore"), lambda: os.symlink(".gitignore", "tree/.gitignore"),
             lambda: os.mkdir("tree/.gitignore"), lambda: os.symlink("/dev/zero", "tree/.gitignore")):
    make()
    case.check("tree/out/deep/a.bin" in lint_with_ignore_file(None, 0), "a .gitignore that is not a regular file is not applied")
    os.rmdir("tree/.gitignore") if os.path.isdir("tree/.gitignore") and not os.path.islink("tree/.gitignore") else os.remove("tree/.gitignore")
for i in range(12):
    write("tree/slow/%s%02d" % ("a" * 240, i), b"")
if EACH == 1:  # nine seconds with sanitizers
    lint_with_ignore_file(b"*a*a*a*a*a*a*a*b\n" * 61000, 4, b"the patterns of .gitignore take too long (use --no-ignore to skip them)")
shutil.rmtree("tree/slow")
write("tree/.gitignore", b"out\n")
os.chmod("tree/.gitignore", 0)
os.chmod("tree", 0o755)
result = case.run_as_nobody("lint", "tree")
if result is not None:
    case.check(result.returncode == 3 and b"/tree/.gitignore: Permission denied" in result.stderr,
               "a .gitignore without read permission is reported", result)

case.finish()
