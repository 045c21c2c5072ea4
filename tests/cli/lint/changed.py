"""lint --changed: the files that git lists as changed are checked, from any working folder, and failures of git are reported."""

import json
import os
import shutil

import commands
from cli_case import Case, md5anim, mrtk, mrtk_bad, read_text, write

case = Case()
if shutil.which("git") is None:
    print("SKIPPED: changed.py: git is missing")
    case.finish()
ENVIRONMENT = {"HOME": case.directory, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": case.directory,
               "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t.example", "GIT_COMMITTER_NAME": "t",
               "GIT_COMMITTER_EMAIL": "t@t.example"}


def git(*words):
    commands.run(["git", *words], check=True, env=dict(os.environ, **ENVIRONMENT), stdout=commands.DEVNULL)


def lint(code, *words, cwd="."):
    result = case.run("lint", "--format", "json", *words, cwd=cwd, env=ENVIRONMENT)
    case.check(result.returncode == code, "exit %d of %r in %s" % (code, words, cwd), result)
    return result


def linted_names(code, *words, cwd="."):
    document = json.loads(lint(code, *words, cwd=cwd).stdout)
    return sorted(entry["file"] for entry in document["files"])


def check_files(wanted, code, *words, cwd="."):
    found = linted_names(code, *words, cwd=cwd)
    case.check(found == wanted, "%r in %s: %r, not %r" % (words, cwd, found, wanted))


os.makedirs("game/a/deep")
os.makedirs("game/b")
os.chdir("game")
git("init", "-q")
write(".gitignore", b"ignored.*\n")
for path in ("a/old.md5anim", "a/deep/changed.md5anim", "b/gone.md5anim", "b/moved.md5anim", "b/old.bin"):
    write(path, md5anim() if path.endswith("anim") else mrtk())
write("notes.txt", b"text")
git("add", "-A")
git("commit", "-q", "-m", "one")
result = lint(3, "--changed", "HEAD")
case.check(b"nothing to check" in result.stderr, "without changed files, there is nothing to check", result)
lint(0, "--changed", "HEAD", "--allow-empty")

write("a/deep/changed.md5anim", md5anim(parent=b"7"))
write("notes.txt", b"another text")
write("a/ignored.md5anim", md5anim())
write(b"b/new\n\"'$x\xff.md5anim", mrtk_bad())
write("-", md5anim())
write("-q.md5anim", md5anim())
os.rename("b/moved.md5anim", "b/there.md5anim")
os.remove("b/gone.md5anim")
os.symlink("old.bin", "b/link.md5anim")
commands.run(["git", "init", "-q", "inner"], check=True)
write("inner/x.md5anim", md5anim())
NEW = "b/new\n\"'$x\ufffd.md5anim"
ALL = sorted(["-", "-q.md5anim", "a/deep/changed.md5anim", NEW, "b/there.md5anim"])
check_files(ALL, 1, "--changed", "HEAD")
check_files(ALL, 1, "--changed=HEAD", ".")
git("add", "b")
check_files(ALL, 1, "--changed", "HEAD")
check_files(["a/deep/changed.md5anim"], 1, "--changed", "HEAD", "a")
check_files(["a/deep/changed.md5anim"], 1, "--changed", "HEAD", "a/deep/changed.md5anim", "a/old.md5anim")
check_files(sorted(["../-", "../-q.md5anim", "deep/changed.md5anim", "../" + NEW, "../b/there.md5anim"]), 1,
        "--changed", "HEAD", cwd="a")
check_files(["../../b/there.md5anim", "changed.md5anim"], 1, "--changed", "HEAD", ".", "../../b/there.md5anim", cwd="a/deep")
git("config", "diff.relative", "true")
git("config", "diff.noprefix", "true")
check_files(["../b/there.md5anim"], 0, "--changed", "HEAD", "../b/there.md5anim", cwd="a")
git("add", "-A", "a", "b", "notes.txt")
git("commit", "-q", "-m", "two")
check_files(["-", "-q.md5anim"], 0, "--changed", "HEAD")
check_files(ALL, 1, "--changed", "HEAD^")
os.remove("b/there.md5anim")
check_files([name for name in ALL if name != "b/there.md5anim"], 1, "--changed", "HEAD^..HEAD")

# A directory name with a line break.
write("new\nline/x.md5anim", md5anim())
check_files(["x.md5anim"], 0, "--changed", "HEAD", ".", cwd="new\nline")

# Exclude patterns of the configuration hold for changed files and for their folders, as they do in a walk.
write("out/in/y.md5anim", md5anim(parent=b"7"))
write(".animproof.ini", b"[animproof]\nexclude = /out/\n")
check_files(["-", "-q.md5anim", "new\nline/x.md5anim"], 0, "--changed", "HEAD")
check_files(["../-", "../-q.md5anim", "../new\nline/x.md5anim"], 0, "--changed", "HEAD", cwd="a")
os.remove(".animproof.ini")

# git does not start the programs that the repository's configuration names: a file system monitor, a promisor's transport.
os.makedirs(case.directory + "/partial")
write("monitor", b"#!/bin/sh\n: > " + case.directory.encode() + b"/STARTED-monitor\nexit 1\n")
write("transport", b"#!/bin/sh\n: > " + case.directory.encode() + b"/STARTED-transport\nexit 1\n")
for name in ("monitor", "transport"):
    os.chmod(name, 0o755)
git("config", "core.fsmonitor", os.path.abspath("monitor"))
write("a/old.md5anim", md5anim(parent=b"7"))
commands.run(["git", "status", "--short"], env=dict(os.environ, **ENVIRONMENT), stdout=commands.DEVNULL, stderr=commands.DEVNULL)
case.check(os.path.exists(case.directory + "/STARTED-monitor"), "plain git starts the monitor")
os.remove(case.directory + "/STARTED-monitor")
check_files(["a/old.md5anim"], 1, "--changed", "HEAD", "a")
case.check(not os.path.exists(case.directory + "/STARTED-monitor"), "lint --changed does not start the monitor")
git("config", "--unset", "core.fsmonitor")
blob = commands.run(["git", "rev-parse", "HEAD^:a/deep/changed.md5anim"], check=True, stdout=commands.PIPE,
                    env=dict(os.environ, **ENVIRONMENT)).stdout.decode().strip()
git("config", "core.repositoryFormatVersion", "1")
git("config", "extensions.partialClone", "origin")
git("config", "remote.origin.url", "ext::" + os.path.abspath("transport"))
git("config", "remote.origin.promisor", "true")
git("config", "protocol.ext.allow", "always")
git("config", "diff.renames", "true")
missing = ".git/objects/%s/%s" % (blob[:2], blob[2:])
os.rename(missing, "kept-blob")
commands.run(["git", "show", blob], env=dict(os.environ, **ENVIRONMENT), stdout=commands.DEVNULL, stderr=commands.DEVNULL)
case.check(os.path.exists(case.directory + "/STARTED-transport"), "plain git starts the transport")
os.remove(case.directory + "/STARTED-transport")
lint(3, "--changed", blob)
case.check(not os.path.exists(case.directory + "/STARTED-transport"), "lint --changed does not start the transport")
os.rename("kept-blob", missing)
for name in ("extensions.partialClone", "remote.origin.url", "remote.origin.promisor", "core.repositoryFormatVersion"):
    git("config", "--unset", name)

# Wrong revisions, paths and options.
for words in (["--changed", "no-such"], ["--changed", ""], ["--changed", "HEAD", "/"]):
    result = lint(3, *words)
    case.check(result.stdout == b"" and b"animproof: git: failed with exit status 128" in result.stderr,
               "the exit status of git is reported: %r" % words, result)
result = lint(3, "--changed", "HEAD", "no-such", "--allow-empty")
case.check(result.stderr == b"animproof: no-such: No such file or directory\n", "a missing path is reported", result)
for words in (["--changed", "--output=x"], ["--changed", "HEAD", "-"], ["--changed", "HEAD", "--files-from", "notes.txt"],
              ["--changed"]):
    lint(2, *words)
case.check(not os.path.exists("x"), "a revision that looks like an option is not passed to git")
os.chdir(case.directory)
lint(3, "--changed", "HEAD")
os.mkdir("bin")
path = os.path.abspath("bin")
case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path}, says=b"animproof: git: No such file or directory")  # git is not installed
write("bin/git", b"#!/bin/sh\necho; kill -9 $$\n")
os.chmod("bin/git", 0o755)
case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin"}, says=b"signal 9")  # git is killed
write("bin/git", b"#!/bin/sh\n")
case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin"}, says=b"does not name")  # git prints nothing
write("bin/git", b"#!/bin/sh\nprintf '%s\\n' \"$GIT_NO_LAZY_FETCH\" \"$*\" > said\n")
case.run("lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin", "GIT_NO_LAZY_FETCH": "0"})
case.check(read_text("said").splitlines() == ["1", "-c core.fsmonitor=false -c protocol.ext.allow=never rev-parse --show-cdup --show-prefix"],
           "git runs without lazy fetches, monitors and external transports")

# A git process that does not answer is ended: one that prints nothing, and one that ignores SIGTERM after closing its output.
for script in (b"exec sleep 1000", b"trap '' TERM; exec 1>&-; while :; do sleep 0.1; done"):
    write("bin/git", b"#!/bin/sh\n" + script + b"\n")
    case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin", "ANIMPROOF_GIT_SECONDS": "1"},
               says_only=b"animproof: git: no answer within 1 second, so git was ended; ANIMPROOF_GIT_SECONDS sets another time limit\n")
case.finish()
