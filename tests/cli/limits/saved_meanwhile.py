"""Files that other programs save meanwhile are never overwritten: lib/save_between.c saves at chosen moments."""

import os

from cli_case import MD5ANIM, Case, in_tree, mrtk, preloaded, read, write

case = Case()
SHIM = preloaded("save_between")
ODD = MD5ANIM.replace(b"frameRate 24", b"frameRate  24")  # not canonical
LARGE = ODD.replace(b"frameRate", b"// " + 100000 * b"x" + b"\nframeRate")  # is mapped when it is read
FIXABLE = b"\xef\xbb\xbf" + MD5ANIM
FIXABLE_TOO = FIXABLE.replace(b"frameRate 24", b"frameRate 25")
CHANGED = b"was changed by another program: nothing is written"

# How editors save the file "saved" in the place of "it".
SAVES = {
    "a new file is renamed over it": "cp saved saved.new; mv -f saved.new it",
    "it is truncated and written": "cat saved >it",
    "it is written in place": "dd if=saved of=it conv=notrunc status=none",
    "it is removed and made anew": "rm it; cp saved it",
}


def shimmed(*moments, **more):
    return {**SHIM, **{"SAVE_%d" % (i + 1): moment for i, moment in enumerate(moments)}, **more}


def stays(what, command, before, saved, *moments, says=CHANGED, wanted=None, code=3, **more):
    """Runs the command over `it`; afterwards the file is what was saved, and nothing else is left."""
    write("it", before)
    write("saved", saved)
    case.exits(code, *command, env=shimmed(*moments, **more), says=says)
    case.check(os.path.exists("it") and read("it") == (saved if wanted is None else wanted), "%s: the save stays" % what)
    left = [name for name in os.listdir(".") if name.startswith(".animproof")]
    case.check(not left, "%s: %r stays behind" % (what, left))


COMMANDS = [
    (["format", "-w", "it"], ODD, ODD.replace(b"frameRate  24", b"frameRate  25")),
    (["format", "-w", "it"], LARGE, LARGE.replace(b"frameRate  24", b"frameRate  25")),
    (["format", "--prune", "-w", "it"], ODD, ODD.replace(b"frameRate  24", b"frameRate  25")),
    (["format", "-o", "it", "it"], ODD, ODD.replace(b"frameRate  24", b"frameRate  25")),
    (["fix", "-w", "--input-format=md5anim", "it"], FIXABLE, FIXABLE_TOO),
]

for command, before, saved in COMMANDS:
    # Without a save the file is replaced, also where files cannot be exchanged.
    for more in ({}, {"NO_EXCHANGE": "1"}):
        write("it", before)
        result = case.run(*command, env=shimmed(**more))
        case.check(result.returncode == 0 and read("it") not in (before, saved), "%r replaces" % command, result)
    for how, save in SAVES.items():
        for moment in ("before fsync 1", "before renameat2 1"):
            for more in ({}, {"COARSE_TIMES": "1"}):
                stays("%s: %s %s, %r" % (" ".join(command), how, moment, more), command, before, saved, "%s %s" % (moment, save), **more)
        stays("%s: %s, no exchange" % (" ".join(command), how), command, before, saved, "before fsync 1 " + save, NO_EXCHANGE="1")
        # A save over the new file stays, as after the program's end.
        if "conv=notrunc" not in save:  # which would leave the end of the existing file
            stays("%s: %s after the exchange" % (" ".join(command), how), command, before, saved, "after renameat2 1 " + save, says=b"",
                  code=0)

SAVE = SAVES["a new file is renamed over it"]
FORMAT, BEFORE, SAVED = COMMANDS[0]

# In a mapped file a save shows while it is read. What is saved before the first byte is read is formatted; what is saved
# later (the new file is opened after the first pass) must not be mixed with what was read before.
IN_PLACE = SAVES["it is written in place"]
write("it", COMMANDS[1][2])
case.exits(0, "format", "-w", "it")
stays("saved as soon as it is mapped", *COMMANDS[1], "after mmap64 1 " + IN_PLACE, says=b"", wanted=read("it"), code=0, COARSE_TIMES="1")
stays("saved between two passes", *COMMANDS[1], "before fchmod 1 " + IN_PLACE, COARSE_TIMES="1")
for what, text in (("no frames", LARGE.replace(b"frame 0", b"frame x")), ("another count", LARGE.replace(b"numJoints 2", b"numJoints 9")),
                   ("no file", b"{" * len(LARGE))):
    stays("%s saved between two passes" % what, *COMMANDS[1][:2], text, "before fchmod 1 " + IN_PLACE)

# A second save, while the first one is put back, is the newest. So is one over it.
NEWER = SAVED.replace(b"frameRate  25", b"frameRate  26")
write("newer", NEWER)
AGAIN = "cp newer newer.new; mv -f newer.new it"
for moment in ("after renameat2 1", "before renameat2 2"):
    stays("two saves, one %s" % moment, FORMAT, BEFORE, SAVED, "before renameat2 1 " + SAVE, "%s %s" % (moment, AGAIN), wanted=NEWER)
stays("removed while it is put back", FORMAT, BEFORE, SAVED, "before renameat2 1 " + SAVE, "before renameat2 2 rm it")

# What cannot be put back stays beside it, and the message says so. What cannot be removed is put back.
write("it", BEFORE)
write("saved", SAVED)
case.exits(3, *FORMAT, env=shimmed("before renameat2 1 " + SAVE, NO_EXCHANGE="2"), says=b"was changed by another program and could not be restored")
left = [name for name in os.listdir(".") if name.startswith(".animproof-")]
case.check(len(left) == 1 and read(left[0]) == SAVED and read("it") not in (BEFORE, SAVED), "the save is beside it: %r" % left)
os.remove(left[0])
stays("not removed", FORMAT, BEFORE, BEFORE, NO_UNLINK="1", says=b"Operation not permitted")

# A file that was removed is not created again. A file whose permissions were changed is not overwritten.
for moment in ("before fsync 1", "before renameat2 1"):
    write("it", BEFORE)
    case.exits(3, *FORMAT, env=shimmed(moment + " rm it"), says=CHANGED, unmade="it")  # removed meanwhile
stays("other rights", FORMAT, BEFORE, BEFORE, "before fsync 1 chmod 600 it")
case.check(os.stat("it").st_mode & 0o777 == 0o600, "other rights stay")

# A directory takes the file's place after any of the looks at it. Some look twice, and open it in between.
taken = []
for command, before, _ in COMMANDS[0], COMMANDS[3], COMMANDS[4]:
    for number in range(1, 12):
        write("it", before)
        result = case.run(*command, env=shimmed("after stat64 %d rm it; mkdir it" % number))
        taken.append(os.path.isdir("it"))
        case.check(result.returncode == (3 if taken[-1] else 0), "a directory in its place, %r %d" % (command, number), result)
        if taken[-1]:
            case.check(not os.listdir("it"), "the directory is empty")
            os.rmdir("it")
case.check(True in taken and False in taken, "each look was tried: %r" % taken)

# A program that has the file open may write at any time; one that reads it is no obstacle.
write("it", BEFORE)
with open("it", "r+b"):
    result = case.run(*FORMAT)
case.check(result.returncode == 3 and b"is open for writing in another program: nothing is written" in result.stderr
           and read("it") == BEFORE, "open for writing", result)
with open("it", "rb"):
    result = case.run(*FORMAT)
case.check(result.returncode == 0 and read("it") != BEFORE, "open for reading", result)

# A link takes the file's place: it is put back.
write("other", SAVED)
stays("a link in its place", FORMAT, BEFORE, SAVED, "before renameat2 1 ln -sf other it")
case.check(os.readlink("it") == "other", "the link stays")

# A link that leads elsewhere meanwhile: neither file is overwritten.
write("one", BEFORE)
write("other", SAVED)
os.remove("it")
os.symlink("one", "it")
result = case.run(*FORMAT, env=shimmed("before fsync 1 ln -sf other it"))
case.check(read("one") != BEFORE and read("other") == SAVED, "the file that was read is replaced", result)
write("one", BEFORE)
os.remove("it")
os.symlink("one", "it")
result = case.run(*FORMAT, env=shimmed("before fsync 1 cp saved saved.new; mv -f saved.new one"))
case.check(result.returncode == 3 and read("one") == read("saved") and os.readlink("it") == "one", "saved behind a link", result)
os.remove("it")

# Other files of the run are written all the same.
write("it", FIXABLE)
write("next.md5anim", FIXABLE)
write("saved", FIXABLE_TOO)
result = case.run("fix", "-w", "--input-format=md5anim", "it", "next.md5anim", env=shimmed("before fsync 1 " + SAVE))
case.check(result.returncode == 3 and read("it") == FIXABLE_TOO and read("next.md5anim") not in (FIXABLE, FIXABLE_TOO),
           "the next file is fixed", result)

# Other commands that replace a file that they have read.
write("x.bin", mrtk())
case.exits(0, "convert", "x.bin", "--to=json", "-o", "x.json")
DOCUMENT = read("x.json")
OTHER = DOCUMENT.replace(b'"time": 1', b'"time": 2')
case.check(OTHER != DOCUMENT, "there is something to save")
stays("convert to a file, over the document", ["convert", "it", "-o", "it"], DOCUMENT, OTHER, "before fsync 1 " + SAVE)
stays("convert to JSON, over the file", ["convert", "it", "--to=json", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)
stays("mutate", ["mutate", "--defect=mrtk/flag_camera-2", "it", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)
stays("mutate by chance", ["mutate", "--seed=1", "it", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)

case.exits(0, "lint", "--fail-on=never", "--write-baseline=base", "--input-format=md5anim", "next.md5anim")
BASE = read("base")
NO_SANDBOX = {"ANIMPROOF_NO_SANDBOX": "1"}  # which would keep the shim from saving
stays("a baseline", ["lint", "--baseline=it", "--write-baseline=it", "--input-format=md5anim", "next.md5anim"], BASE,
      BASE + b"next.md5anim\tmd5anim/parent-order\t\t\n", "before fsync 1 " + SAVE, **NO_SANDBOX)
stays("a baseline that is not read", ["lint", "--write-baseline=it", "--input-format=md5anim", "next.md5anim"], BASE,
      BASE + b"next.md5anim\tmd5anim/parent-order\t\t\n", "before fsync 1 " + SAVE, says=b"", wanted=BASE, code=0,
      **NO_SANDBOX)
write("elsewhere/base", BASE)
case.exits(0, "lint", "--baseline=elsewhere/base", "--write-baseline=elsewhere/base", "--input-format=md5anim", "next.md5anim")
PAGE = in_tree("web/page/page.html")
stays("a page over its own file", ["view", "--page", PAGE, "it", "-o", "it"], mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)

case.exits(0, "corpus", "build", "made", "--format=mrtk", "--count=1")
KNOWN = b"never n_* # of old\n"
stays("a list of known failures", ["conform", "--loader=never=false {}", "--known-failures=it", "--write-known-failures=it", "made"],
      KNOWN, KNOWN + b"other n_* # new\n", "before renameat2 1 " + SAVE)
case.finish()
