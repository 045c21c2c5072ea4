"""lint --changed: what git says has changed, wherever the command is run; and git that fails."""

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


def names(code, *words, cwd="."):
    document = json.loads(lint(code, *words, cwd=cwd).stdout)
    return sorted(entry["file"] for entry in document["files"])


def is_told(wanted, code, *words, cwd="."):
    found = names(code, *words, cwd=cwd)
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
case.check(b"nothing to check" in result.stderr, "nothing has changed", result)
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
is_told(ALL, 1, "--changed", "HEAD")
is_told(ALL, 1, "--changed=HEAD", ".")
git("add", "b")
is_told(ALL, 1, "--changed", "HEAD")
is_told(["a/deep/changed.md5anim"], 1, "--changed", "HEAD", "a")
is_told(["a/deep/changed.md5anim"], 1, "--changed", "HEAD", "a/deep/changed.md5anim", "a/old.md5anim")
is_told(sorted(["../-", "../-q.md5anim", "deep/changed.md5anim", "../" + NEW, "../b/there.md5anim"]), 1,
        "--changed", "HEAD", cwd="a")
is_told(["../../b/there.md5anim", "changed.md5anim"], 1, "--changed", "HEAD", ".", "../../b/there.md5anim", cwd="a/deep")
git("config", "diff.relative", "true")
git("config", "diff.noprefix", "true")
is_told(["../b/there.md5anim"], 0, "--changed", "HEAD", "../b/there.md5anim", cwd="a")
git("add", "-A", "a", "b", "notes.txt")
git("commit", "-q", "-m", "two")
is_told(["-", "-q.md5anim"], 0, "--changed", "HEAD")
is_told(ALL, 1, "--changed", "HEAD^")
os.remove("b/there.md5anim")
is_told([name for name in ALL if name != "b/there.md5anim"], 1, "--changed", "HEAD^..HEAD")

# A directory whose name has a line end.
write("new\nline/x.md5anim", md5anim())
is_told(["x.md5anim"], 0, "--changed", "HEAD", ".", cwd="new\nline")

# A configuration excludes them as it does in a walk, by their folders too.
write("out/in/y.md5anim", md5anim(parent=b"7"))
write(".animproof.ini", b"[animproof]\nexclude = /out/\n")
is_told(["-", "-q.md5anim", "new\nline/x.md5anim"], 0, "--changed", "HEAD")
is_told(["../-", "../-q.md5anim", "../new\nline/x.md5anim"], 0, "--changed", "HEAD", cwd="a")
os.remove(".animproof.ini")

# Programs that the configuration of the repository names: the monitor of files and a promisor's transport are not started.
os.makedirs(case.directory + "/partial")
write("monitor", b"#!/bin/sh\n: > " + case.directory.encode() + b"/STARTED-monitor\nexit 1\n")
write("transport", b"#!/bin/sh\n: > " + case.directory.encode() + b"/STARTED-transport\nexit 1\n")
for name in ("monitor", "transport"):
    os.chmod(name, 0o755)
git("config", "core.fsmonitor", os.path.abspath("monitor"))
write("a/old.md5anim", md5anim(parent=b"7"))
commands.run(["git", "status", "--short"], env=dict(os.environ, **ENVIRONMENT), stdout=commands.DEVNULL, stderr=commands.DEVNULL)
case.check(os.path.exists(case.directory + "/STARTED-monitor"), "git itself starts it")
os.remove(case.directory + "/STARTED-monitor")
is_told(["a/old.md5anim"], 1, "--changed", "HEAD", "a")
case.check(not os.path.exists(case.directory + "/STARTED-monitor"), "core.fsmonitor is not started")
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
case.check(os.path.exists(case.directory + "/STARTED-transport"), "git itself starts it")
os.remove(case.directory + "/STARTED-transport")
lint(3, "--changed", blob)
case.check(not os.path.exists(case.directory + "/STARTED-transport"), "no transport is started")
os.rename("kept-blob", missing)
for name in ("extensions.partialClone", "remote.origin.url", "remote.origin.promisor", "core.repositoryFormatVersion"):
    git("config", "--unset", name)

# What cannot be done.
for words in (["--changed", "no-such"], ["--changed", ""], ["--changed", "HEAD", "/"]):
    result = lint(3, *words)
    case.check(result.stdout == b"" and b"animproof: git: it failed with exit status 128" in result.stderr,
               "git fails: %r" % words, result)
result = lint(3, "--changed", "HEAD", "no-such", "--allow-empty")
case.check(result.stderr == b"animproof: no-such: No such file or directory\n", "a path that is nowhere", result)
for words in (["--changed", "--output=x"], ["--changed", "HEAD", "-"], ["--changed", "HEAD", "--files-from", "notes.txt"],
              ["--changed"]):
    lint(2, *words)
case.check(not os.path.exists("x"), "no option reaches git")
os.chdir(case.directory)
lint(3, "--changed", "HEAD")
os.mkdir("bin")
path = os.path.abspath("bin")
case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path}, says=b"animproof: git: No such file or directory")  # no git
write("bin/git", b"#!/bin/sh\necho; kill -9 $$\n")
os.chmod("bin/git", 0o755)
case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin"}, says=b"signal 9")  # git that is killed
write("bin/git", b"#!/bin/sh\n")
case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin"}, says=b"does not name")  # git that says nothing
write("bin/git", b"#!/bin/sh\nprintf '%s\\n' \"$GIT_NO_LAZY_FETCH\" \"$*\" > said\n")
case.run("lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin", "GIT_NO_LAZY_FETCH": "0"})
case.check(read_text("said").splitlines() == ["1", "-c core.fsmonitor=false -c protocol.ext.allow=never rev-parse --show-cdup --show-prefix"],
           "how git is run")

# A git that does not answer is ended: while it prints nothing, and after it has closed its output, also if it ignores SIGTERM.
for script in (b"exec sleep 1000", b"trap '' TERM; exec 1>&-; while :; do sleep 0.1; done"):
    write("bin/git", b"#!/bin/sh\n" + script + b"\n")
    case.exits(3, "lint", "--changed", "HEAD", env={"PATH": path + ":/bin:/usr/bin", "ANIMPROOF_GIT_SECONDS": "1"},
               says_only=b"animproof: git: it did not answer within 1 second (ANIMPROOF_GIT_SECONDS) and was ended\n")
case.finish()
