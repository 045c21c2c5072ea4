"""Whatever allocation fails, no command ends with 0 and an empty or cut document, and none by a signal."""

import itertools
import os
import zipfile

from cli_case import Case, in_tree, md5anim, mrtk, mrtk_warned, preloaded, write

case = Case()
failed = os.open("failed", os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)  # a byte for each allocation that failed
write("clean.bin", mrtk())
write("warned.bin", mrtk_warned())
write("parent.md5anim", md5anim(parent=b"7"))
write("walk.md5anim", md5anim())
case.exits(0, "convert", "clean.bin", "--to=json", "-o", "clean.json")
case.exits(0, "corpus", "build", "made", "--format=mrtk", "--count=3")
LONG = "\x01" * 200 + "/" + "\x01" * 200 + "/long.md5anim"  # a head of more than one block of memory
LONG = "./" * 1500 + LONG
write(LONG, md5anim().replace(b"frameRate 24", b"frameRate  24"))

# Files that are excluded: by the command line and by a configuration, as files, in folders and in an archive; and by git.
EXCLUDED = {
    ".animproof.ini": b"[animproof]\nexclude = bad.md5anim, out/\ninclude = *.odd\n[path special/]\nignore = md5anim/parent-order\n",
    ".gitignore": b"ignored.md5anim\n", ".git/HEAD": b"ref: refs/heads/main\n", ".git/info/exclude": b"hidden.md5anim\n",
    "bad.md5anim": md5anim(parent=b"7"), "out/worse.md5anim": md5anim(parent=b"8"), "asked.md5anim": md5anim(parent=b"9"),
    "ignored.md5anim": md5anim(parent=b"7"), "hidden.md5anim": md5anim(parent=b"7"), "good.md5anim": md5anim(),
    "notes.odd": md5anim(), "special/good.md5anim": md5anim(),
}
for name, content in EXCLUDED.items():
    write("excluded/" + name, content)
with zipfile.ZipFile("excluded/pack.pk4", "w") as pack:
    for name in ("bad.md5anim", "out/worse.md5anim", "asked.md5anim", "good.md5anim"):
        pack.writestr(name, EXCLUDED[name])
PAGE = in_tree("web/page/page.html")
os.makedirs("begun")
os.makedirs("takes")
case.exits(0, "generate", "--format=memg", "--seed=1", "-o", "takes/take.bin")
EXCLUDE = ["--exclude", "asked.md5anim", "excluded"]

# Each with the files that it writes besides standard output.
COMMANDS = [
    (["rules", "--format", "json"], []),
    (["rules", "--format", "markdown"], []),
    (["rules", "--format", "html"], []),
    (["explain", "mrtk/flag"], []),
    (["lint", "--format", "json", "--fail-on=never", "warned.bin", "parent.md5anim"], []),
    (["lint", "--format", "jsonl", "--fail-on=never", "warned.bin", "parent.md5anim"], []),
    (["lint", "--fail-on=never", "warned.bin", "parent.md5anim"], []),
    (["lint", "made"], []),
    (["lint", *EXCLUDE], []),
    (["lint", "--force-exclude", *EXCLUDE, "excluded/bad.md5anim", "excluded/good.md5anim"], []),
    (["fix", *EXCLUDE], []),
    (["config", "excluded/special/good.md5anim"], []),
    (["dump", "--json", "clean.bin"], []),
    (["mutate", "--defect", "mrtk/flag_camera-2", "clean.bin", "--expect", "e.json", "-o", "m.bin"], ["e.json", "m.bin"]),
    (["convert", "clean.json", "-o", "back.bin"], ["back.bin"]),
    (["convert", "clean.bin", "--to=json", "-o", "there.json"], ["there.json"]),
    (["convert", "walk.md5anim", "--to=positions", "--at=0,1", "-o", "places"], ["places"]),
    (["corpus", "verify", "made"], []),
    (["spec", "memg", "--format=ksy", "-o", "memg.ksy"], ["memg.ksy"]),
    (["format", "--diff", LONG], []),
    (["format", "--check", *EXCLUDE], []),
    (["roundtrip", *EXCLUDE], []),
    (["view", "--page", PAGE, "-o", "page.html", *EXCLUDE, "takes", os.path.abspath("walk.md5anim")], ["page.html"]),
    (["config", "--init", "begun"], ["begun/.animproof.ini"]),
]


def outputs_of(arguments, names, **environment):
    for name in names:
        if os.path.exists(name):
            os.remove(name)
    os.ftruncate(failed, 0)
    result = case.run(*arguments, env={**environment, "FAIL_TELLS": str(failed)}, pass_fds=[failed])
    files = {name: open(name, "rb").read() for name in names if os.path.exists(name)}
    return result, files


def try_all(shim, arguments, names, **more):
    whole, whole_files = outputs_of(arguments, names)
    case.check(whole.returncode in (0, 1) and len(whole_files) == len(names), "%r without failures" % arguments, whole)
    for number in itertools.count(1):
        result, files = outputs_of(arguments, names, FAIL_ALLOCATION=str(number), **shim, **more)
        if os.fstat(failed).st_size == 0:  # it has fewer allocations
            break
        what = "%r, allocation %d fails" % (arguments, number)
        case.check(result.returncode in (0, 1, 3, 4), what + ": no signal", result)
        if result.returncode == whole.returncode:
            case.check(result.stdout == whole.stdout and files == whole_files, what + ": exit as without failures, and another output",
                       result)
        else:
            case.check(result.stderr != b"", what + ": says why", result)
            # libzip, and the system when it loads libzip, do not always say that memory is what they lack.
            archive = result.returncode == 3 and b"excluded/pack.pk4" in result.stderr
            case.check(result.returncode == 4 or archive, what + ": a lack of memory ends with 4", result)
            case.check(all(content == whole_files[name] for name, content in files.items()),
                       what + ": a file that is not whole")


if "/asan/" in case.program:  # it has an allocator of its own
    print("SKIPPED: failing allocations, with a sanitizer's allocator")
else:
    shim = preloaded("fail_malloc")
    for arguments, names in COMMANDS:
        try_all(shim, arguments, names, FAIL_ALL="1")
        try_all(shim, arguments, names)

case.finish()
