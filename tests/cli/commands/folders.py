"""format, roundtrip and view on folders process exactly the files that lint checks there."""

import base64
import json
import os
import re

from cli_case import MD5ANIM, Case, in_tree, md5anim, mrtk, mrtk_bad, read, write

PAGE = in_tree("web/page/page.html")
INSIDE = re.compile(rb'<script type="application/json" id="inside">(.*?)</script>', re.S)


def write_files(**files):
    for name, data in files.items():
        name = "in/" + name.replace("__", "/").replace("_", ".")
        write(name, data)


case = Case()
write("one.md5anim", MD5ANIM)
CANONICAL = case.exits(0, "format", "one.md5anim").stdout
case.check(CANONICAL != MD5ANIM, "the file is not in canonical form")
write_files(a_md5anim=MD5ANIM, b_md5anim=CANONICAL, c_bin=mrtk(), deep__er__d_md5anim=MD5ANIM, deep__e_md5anim=md5anim(b"7"), f_txt=b"hello",
     skip__g_md5anim=MD5ANIM, git__h_md5anim=MD5ANIM)
os.symlink("a.md5anim", "in/link.md5anim")
os.mkfifo("in/fifo.md5anim")
os.mkdir("in/.git")
write("in/.gitignore", b"git/\n")
write("in/.animproof.ini", b"[animproof]\nexclude = skip/\n")
linted = case.run("lint", "--format=jsonl", "in").stdout.splitlines()
walked = [json.loads(line)["file"] for line in linted if b'"type": "file"' in line]
case.check(walked == ["in/a.md5anim", "in/b.md5anim", "in/c.bin", "in/deep/e.md5anim", "in/deep/er/d.md5anim"],
           "the files that lint checks: %r" % walked)

# format --check prints the names in the order of the walk. Files with errors are reported, files of other formats counted.
SUMMARY = b"4 files: 2 %s, 1 in canonical form, 1 with errors; skipped 1 of other formats\n"
result = case.exits(1, "format", "--check", "in")
case.check(result.stdout == b"in/a.md5anim\nin/deep/er/d.md5anim\n", "format --check prints the names of files not in canonical form", result)
case.check(result.stderr.startswith(b"in/deep/e.md5anim:") and result.stderr.endswith(b"\n" + SUMMARY % b"not in canonical form"),
           "errors and the summary are on standard error", result)
result = case.exits(1, "format", "--diff", "in")
case.check(re.findall(rb"^--- (.*)$", result.stdout, re.M) == [b"in/a.md5anim", b"in/deep/er/d.md5anim"],
           "format --diff prints a diff of each file not in canonical form", result)
case.exits(1, "format", "--check", "--no-config", "--no-ignore", "in", prints_lines=4)
result = case.exits(1, "format", "--check", "--exclude=deep", "in", "in/a.md5anim")
case.check(result.stdout == b"in/a.md5anim\n" and b"errors" not in result.stderr,
           "--exclude holds, and a file named with its folder is listed once", result)
for words in (["in"], ["in", "-o", "x"], ["in/"]):
    case.exits(2, "format", *words, says=b"is a folder; a folder needs --check, --diff or --write")
case.exits(1, "format", "--check", "--prune", "in", says=b"skipped 1 of other formats")
case.exits(2, "format", "--check", "in/c.bin")

# format -w writes the other files if one cannot be written, and changes no other file of the folder.
before = {name: read("in/" + name) for name in ("b.md5anim", "c.bin", "deep/e.md5anim", "f.txt", "skip/g.md5anim", "git/h.md5anim")}
kept = os.stat("in/b.md5anim")
os.chmod("in/a.md5anim", 0o444)
os.chmod("in/f.txt", 0o444)
for folder in ("in", "in/deep", "in/deep/er"):
    os.chmod(folder, 0o777)
os.chmod("in/deep/er/d.md5anim", 0o666)
result = case.run_as_nobody("format", "-w", "in")
if result is not None:
    case.check(result.returncode == 3 and b"in/a.md5anim: Permission denied" in result.stderr and b"f.txt" not in result.stderr,
               "a file that cannot be written is reported", result)
    case.check(result.stdout == b"4 files: 1 written, 1 in canonical form, 1 with errors, 1 failed; skipped 1 of other formats\n",
               "the summary counts the file that cannot be written", result)
    case.check(read("in/a.md5anim") == MD5ANIM and read("in/deep/er/d.md5anim") == CANONICAL, "the file is unchanged, the others are formatted")
os.chmod("in/a.md5anim", 0o644)
write("in/deep/er/d.md5anim", MD5ANIM)
case.exits(1, "format", "-w", "in", prints_only=SUMMARY % b"written")
case.check(read("in/a.md5anim") == read("in/deep/er/d.md5anim") == CANONICAL, "format -w writes the canonical form")
case.check(all(read("in/" + name) == text for name, text in before.items()), "format -w changes no other file")
case.check(os.stat("in/b.md5anim").st_mtime_ns == kept.st_mtime_ns and os.path.islink("in/link.md5anim"),
           "format -w does not rewrite a canonical file or replace a link")
os.remove("in/deep/e.md5anim")
case.exits(0, "format", "--check", "in",
           prints_only=b"", says_only=b"3 files: 0 not in canonical form, 3 in canonical form; skipped 1 of other formats\n")

# roundtrip on a folder.
write_files(deep__z_bin=mrtk_bad())
result = case.exits(1, "roundtrip", "in")
case.check(re.findall(rb"^(in/[^:]*):", result.stdout, re.M)
           == [b"in/a.md5anim", b"in/b.md5anim", b"in/c.bin", b"in/deep/er/d.md5anim", b"in/deep/z.bin"],
           "roundtrip processes the files that lint checks", result)
case.check(result.stdout.endswith(b"\n5 files: 4 unchanged, 1 with errors\n"), "the summary of roundtrip counts the files", result)
os.remove("in/deep/z.bin")
case.check(case.exits(0, "roundtrip", "-q", "in").stdout == b"", "roundtrip -q prints nothing for files without errors")

# A wrong configuration ends the run before a file is written. A run with no files to process fails.
write("in/a.md5anim", MD5ANIM)
write("in/.animproof.ini", b"[animproof]\nexclud = skip/\n")
for command in (["format", "-w"], ["roundtrip"], ["view", "--page", PAGE, "-o", "wrong.html"]):
    case.exits(2, *command, "in", says=b".animproof.ini:2")
case.check(read("in/a.md5anim") == MD5ANIM and not os.path.exists("wrong.html"), "a wrong configuration leaves files and outputs unwritten")
os.remove("in/.animproof.ini")
os.makedirs("empty")
write("other/f.txt", b"hello")
write("binary/c.bin", mrtk())
for command in (["format", "--check"], ["format", "-w"], ["roundtrip"], ["view", "--page", PAGE, "-o", "none.html"]):
    for folder in ("empty", "other"):
        case.exits(3, *command, folder, says=b"nothing to " + command[0].encode())
        case.exits(0, *command, "--allow-empty", folder)
        case.exits(3, *command, "absent", folder)
case.exits(3, "format", "--check", "binary", says=b"nothing to format: 1 file is of other formats")  # the folder has only other formats
case.exits(0, "format", "--check", "--allow-empty", "binary")


# view has the same files, and companions of no format, with paths that do not name folders of the machine.
def names_in_page(*words, **options):
    case.exits(0, "view", "--page", PAGE, "-o", os.path.join(case.directory, "out.html"), *words, **options)
    inside = json.loads(INSIDE.search(read(os.path.join(case.directory, "out.html"))).group(1))
    return {one["name"]: base64.b64decode(one["base64"]) for one in inside}


case.exits(0, "generate", "--format=memg", "--seed=1", "-o", "in/deep/take.bin")
write("in/deep/other.obj", b"o other\n")
found = names_in_page("in")
case.check(list(found) == ["in/a.md5anim", "in/b.md5anim", "in/c.bin", "in/deep/er/d.md5anim", "in/deep/take.bin", "in/deep/take.obj",
                           "in/skip/g.md5anim"], "names of the files of a folder: %r" % list(found))
case.check(found["in/deep/take.obj"] == read("in/deep/take.obj"), "the companion is complete")
whole = os.path.join(case.directory, "in")
case.check(list(names_in_page(whole)) == [name[3:] for name in found], "names of an absolute folder are relative to the folder")
case.check(list(names_in_page(whole + "/deep/take.bin", whole + "/a.md5anim")) == ["deep/take.bin", "a.md5anim"],
           "names of absolute files are relative to their common folder")
case.check(list(names_in_page(whole + "/deep/take.bin", "in/a.md5anim", "-", input=b"x")) == ["deep/take.bin", "a.md5anim", "standard input"],
           "names of a relative path, an absolute path and standard input")
case.check(list(names_in_page("in/deep/take.obj", "in/deep", "in/deep/take.obj")) == ["in/deep/take.obj", "in/deep/er/d.md5anim",
                                                                            "in/deep/take.bin"], "a companion named twice is in the page once")
case.check(list(names_in_page("./in//a.md5anim", "in/./deep/../b.md5anim")) == ["in/a.md5anim", "in/b.md5anim"], "names have no . and .. parts")
case.check(list(names_in_page("in/deep", "in/deep/take.obj")) == ["in/deep/er/d.md5anim", "in/deep/take.bin", "in/deep/take.obj"],
           "a companion named after its folder is in the page once")
os.chdir("in/deep")
case.check(list(names_in_page("../a.md5anim", "take.bin")) == ["a.md5anim", "deep/take.bin"], "names of files above the working folder")
os.chdir("../..")
case.check(list(names_in_page(whole + "/a.md5anim", in_tree("golden/mrtk/valid/has_hand-no.bin"), env={"HOME": case.directory}))[0]
           == "~/in/a.md5anim", "the home folder is shown as ~")
case.finish()
