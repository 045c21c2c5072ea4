"""A file that another program saves during a command is never overwritten. lib/save_between.c saves at chosen system calls."""

import os

from cli_case import MD5ANIM, Case, in_tree, mrtk, preloaded, read, write

case = Case()
LIBRARY = preloaded("save_between")
LOOSE = MD5ANIM.replace(b"frameRate 24", b"frameRate  24")  # not in canonical form
LARGE = LOOSE.replace(b"frameRate", b"// " + 100000 * b"x" + b"\nframeRate")  # large enough to be mapped
FIXABLE = b"\xef\xbb\xbf" + MD5ANIM
FIXABLE_TOO = FIXABLE.replace(b"frameRate 24", b"frameRate 25")
CHANGED = b"was changed by another program: nothing is written"

# Ways in which editors save: each shell command writes the content of the file "saved" to the file "it".
SAVES = {
    "a new file is renamed over it": "cp saved saved.new; mv -f saved.new it",
    "it is truncated and written": "cat saved >it",
    "it is written in place": "dd if=saved of=it conv=notrunc status=none",
    "it is removed and made anew": "rm it; cp saved it",
}


def with_saves(*moments, **more):
    return {**LIBRARY, **{"SAVE_%d" % (i + 1): moment for i, moment in enumerate(moments)}, **more}


def check_kept(what, command, before, saved, *moments, says=CHANGED, wanted=None, code=3, **more):
    """Runs the command on the file `it`. Afterwards `it` must have the saved content, and no temporary file may be left."""
    write("it", before)
    write("saved", saved)
    case.exits(code, *command, env=with_saves(*moments, **more), says=says)
    case.check(os.path.exists("it") and read("it") == (saved if wanted is None else wanted), "%s: the saved content is kept" % what)
    left = [name for name in os.listdir(".") if name.startswith(".animproof")]
    case.check(not left, "%s: temporary files are left: %r" % (what, left))


COMMANDS = [
    (["format", "-w", "it"], LOOSE, LOOSE.replace(b"frameRate  24", b"frameRate  25")),
    (["format", "-w", "it"], LARGE, LARGE.replace(b"frameRate  24", b"frameRate  25")),
    (["format", "--prune", "-w", "it"], LOOSE, LOOSE.replace(b"frameRate  24", b"frameRate  25")),
    (["format", "-o", "it", "it"], LOOSE, LOOSE.replace(b"frameRate  24", b"frameRate  25")),
    (["fix", "-w", "--input-format=md5anim", "it"], FIXABLE, FIXABLE_TOO),
]

for command, before, saved in COMMANDS:
    # Without a save the file is replaced, also on file systems that cannot exchange two files.
    for more in ({}, {"NO_EXCHANGE": "1"}):
        write("it", before)
        result = case.run(*command, env=with_saves(**more))
        case.check(result.returncode == 0 and read("it") not in (before, saved), "%r replaces the file" % command, result)
    for how, save in SAVES.items():
        for moment in ("before fsync 1", "before renameat2 1"):
            for more in ({}, {"COARSE_TIMES": "1"}):
                check_kept("%s: %s %s, %r" % (" ".join(command), how, moment, more), command, before, saved, "%s %s" % (moment, save), **more)
        check_kept("%s: %s, no exchange" % (" ".join(command), how), command, before, saved, "before fsync 1 " + save, NO_EXCHANGE="1")
        # A save after the exchange is kept, as is a save after the end of the program.
        if "conv=notrunc" not in save:  # writing in place would leave the end of the longer new file
            check_kept("%s: %s after the exchange" % (" ".join(command), how), command, before, saved, "after renameat2 1 " + save, says=b"",
                  code=0)

SAVE = SAVES["a new file is renamed over it"]
FORMAT, BEFORE, SAVED = COMMANDS[0]

# A program that reads a mapped file sees a save at once. A save before the first byte is read is formatted. A later save, after
# the first pass when the new file is opened, must not be mixed with the bytes read before.
IN_PLACE = SAVES["it is written in place"]
write("it", COMMANDS[1][2])
case.exits(0, "format", "-w", "it")
check_kept("saved as soon as the file is mapped", *COMMANDS[1], "after mmap64 1 " + IN_PLACE, says=b"", wanted=read("it"), code=0, COARSE_TIMES="1")
check_kept("saved between two reading passes", *COMMANDS[1], "before fchmod 1 " + IN_PLACE, COARSE_TIMES="1")
for what, text in (("no frames", LARGE.replace(b"frame 0", b"frame x")), ("another count", LARGE.replace(b"numJoints 2", b"numJoints 9")),
                   ("no file", b"{" * len(LARGE))):
    check_kept("%s saved between two reading passes" % what, *COMMANDS[1][:2], text, "before fchmod 1 " + IN_PLACE)

# Of two saves during the command, the newer is kept.
NEWER = SAVED.replace(b"frameRate  25", b"frameRate  26")
write("newer", NEWER)
AGAIN = "cp newer newer.new; mv -f newer.new it"
for moment in ("after renameat2 1", "before renameat2 2"):
    check_kept("two saves, the second %s" % moment, FORMAT, BEFORE, SAVED, "before renameat2 1 " + SAVE, "%s %s" % (moment, AGAIN), wanted=NEWER)
check_kept("removed while the first save is restored", FORMAT, BEFORE, SAVED, "before renameat2 1 " + SAVE, "before renameat2 2 rm it")

# If the saved file cannot be restored, it is kept under a temporary name, and the message says so.
write("it", BEFORE)
write("saved", SAVED)
case.exits(3, *FORMAT, env=with_saves("before renameat2 1 " + SAVE, NO_EXCHANGE="2"), says=b"was changed by another program and could not be restored")
left = [name for name in os.listdir(".") if name.startswith(".animproof-")]
case.check(len(left) == 1 and read(left[0]) == SAVED and read("it") not in (BEFORE, SAVED), "one temporary file has the saved content: %r" % left)
os.remove(left[0])
check_kept("the replaced file cannot be removed", FORMAT, BEFORE, BEFORE, NO_UNLINK="1", says=b"Operation not permitted")

# A file removed during the command is not created again. A file with changed permissions is not overwritten.
for moment in ("before fsync 1", "before renameat2 1"):
    write("it", BEFORE)
    case.exits(3, *FORMAT, env=with_saves(moment + " rm it"), says=CHANGED, unwritten="it")  # removed during the command
check_kept("changed permissions", FORMAT, BEFORE, BEFORE, "before fsync 1 chmod 600 it")
case.check(os.stat("it").st_mode & 0o777 == 0o600, "changed permissions are kept")

# A directory replaces the file after each stat call of the command. Some commands call stat twice and open the file in between.
taken = []
for command, before, _ in COMMANDS[0], COMMANDS[3], COMMANDS[4]:
    for number in range(1, 12):
        write("it", before)
        result = case.run(*command, env=with_saves("after stat64 %d rm it; mkdir it" % number))
        taken.append(os.path.isdir("it"))
        case.check(result.returncode == (3 if taken[-1] else 0),
                   "exit 3 if a directory replaced the file: %r, stat call %d" % (command, number), result)
        if taken[-1]:
            case.check(not os.listdir("it"), "the command writes no file into the directory")
            os.rmdir("it")
case.check(True in taken and False in taken, "the directory came before and after the last stat call: %r" % taken)

# A file that another program has open for writing is not replaced; a reader does not matter.
write("it", BEFORE)
with open("it", "r+b"):
    result = case.run(*FORMAT)
case.check(result.returncode == 3 and b"is open for writing in another program: nothing is written" in result.stderr
           and read("it") == BEFORE, "a file open for writing is not replaced", result)
with open("it", "rb"):
    result = case.run(*FORMAT)
case.check(result.returncode == 0 and read("it") != BEFORE, "a file open for reading is replaced", result)

# A symbolic link replaces the file during the command: the link is restored.
write("other", SAVED)
check_kept("a link replaces the file", FORMAT, BEFORE, SAVED, "before renameat2 1 ln -sf other it")
case.check(os.readlink("it") == "other", "the link is kept")

# A link that changes its target during the command: only the file that was read is replaced.
write("one", BEFORE)
write("other", SAVED)
os.remove("it")
os.symlink("one", "it")
result = case.run(*FORMAT, env=with_saves("before fsync 1 ln -sf other it"))
case.check(read("one") != BEFORE and read("other") == SAVED, "the old target is replaced, the new target keeps its content", result)
write("one", BEFORE)
os.remove("it")
os.symlink("one", "it")
result = case.run(*FORMAT, env=with_saves("before fsync 1 cp saved saved.new; mv -f saved.new one"))
case.check(result.returncode == 3 and read("one") == read("saved") and os.readlink("it") == "one", "a save to the target of a link is kept", result)
os.remove("it")

# The other files of the run are still written.
write("it", FIXABLE)
write("next.md5anim", FIXABLE)
write("saved", FIXABLE_TOO)
result = case.run("fix", "-w", "--input-format=md5anim", "it", "next.md5anim", env=with_saves("before fsync 1 " + SAVE))
case.check(result.returncode == 3 and read("it") == FIXABLE_TOO and read("next.md5anim") not in (FIXABLE, FIXABLE_TOO),
           "the next file is fixed, the saved file is kept", result)

# Other commands that replace a file after reading it.
write("x.bin", mrtk())
case.exits(0, "convert", "x.bin", "--to=json", "-o", "x.json")
DOCUMENT = read("x.json")
OTHER = DOCUMENT.replace(b'"time": 1', b'"time": 2')
case.check(OTHER != DOCUMENT, "the other document differs")
check_kept("convert a JSON document over itself", ["convert", "it", "-o", "it"], DOCUMENT, OTHER, "before fsync 1 " + SAVE)
check_kept("convert a file to JSON over itself", ["convert", "it", "--to=json", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)
check_kept("mutate with a defect", ["mutate", "--defect=mrtk/flag_camera-2", "it", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)
check_kept("mutate with random changes", ["mutate", "--seed=1", "it", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)

case.exits(0, "lint", "--fail-on=never", "--write-baseline=base", "--input-format=md5anim", "next.md5anim")
BASE = read("base")
NO_SANDBOX = {"ANIMPROOF_NO_SANDBOX": "1"}  # the sandbox would forbid the save of the preloaded library
check_kept("lint replaces a baseline", ["lint", "--baseline=it", "--write-baseline=it", "--input-format=md5anim", "next.md5anim"], BASE,
      BASE + b"next.md5anim\tmd5anim/parent-order\t\t\n", "before fsync 1 " + SAVE, **NO_SANDBOX)
check_kept("lint replaces a baseline that it has not read", ["lint", "--write-baseline=it", "--input-format=md5anim", "next.md5anim"], BASE,
      BASE + b"next.md5anim\tmd5anim/parent-order\t\t\n", "before fsync 1 " + SAVE, says=b"", wanted=BASE, code=0,
      **NO_SANDBOX)
write("elsewhere/base", BASE)
case.exits(0, "lint", "--baseline=elsewhere/base", "--write-baseline=elsewhere/base", "--input-format=md5anim", "next.md5anim")
PAGE = in_tree("web/page/page.html")
check_kept("view writes the page over its input", ["view", "--page", PAGE, "it", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)

case.exits(0, "corpus", "build", "made", "--format=mrtk", "--count=1")
KNOWN = b"never n_* # of old\n"
check_kept("conform replaces a list of known failures", ["conform", "--loader=never=false {}", "--known-failures=it", "--write-known-failures=it", "made"],
      KNOWN, KNOWN + b"other n_* # new\n", "before renameat2 1 " + SAVE)
case.finish()
