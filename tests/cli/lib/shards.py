"""Shared code of the tests of shards: a tree with all kinds of files, and the reports of its shards."""

import os
import shutil
import zipfile

from cli_case import GOLDEN, md5anim, md5mesh, mrtk, mrtk_with_error, mrtk_with_many_warnings, mrtk_with_note, mrtk_with_warning, read, write
from formats import REPORTS

BAD_MESH = md5mesh(["root", "hips"]).replace(b"weight 0 0 1", b"weight 0 9 1")


def make_tree_to_shard(root="tree"):
    """Writes files of all kinds that a directory walk finds, some of them broken, with unusual bytes in names."""
    for folder in ("", "/.git", "/clean", "/deep/er", "/policy", "/pairs", "/scenes", "/other", "/ignored"):
        os.makedirs(root + folder)
    files = {
        "clean/%d.bin" % i: mrtk() for i in range(12)
    }
    files.update({
        "deep/er/walk.md5anim": md5anim(b"7"),
        "deep/er/\xff\xfe.md5anim".encode("latin-1"): md5anim(b"9").replace(b'"hips"', b'"h\xffps"'),
        "deep/er/a\nb\tc\\d.md5anim": md5anim(b"3"),
        "deep/er/\u00e9t\u00e9.md5anim": md5anim().replace(b'"root"', '"\u00e9t\u00e9"'.encode()).replace(b'"hips" 0', b'"hips" 5'),
        "deep/empty.md5anim": b"",
        "deep/notes.txt": b"nothing\n",
        "deep/silent.md5anim": md5anim(b"8").replace(b'\t"hips"', b'\t// animproof: ignore md5anim/parent-order\n\t"hips"'),
        "bad.bin": mrtk_with_error(), "warned.bin": mrtk_with_warning(), "noted.bin": mrtk_with_note(), "many.bin": mrtk_with_many_warnings(1200),
        "few.bin": mrtk_with_many_warnings(5),
        "deep/unquoted.md5anim": md5anim().replace(b'"hips"', b"hips"),  # this file has a safe fix
        "policy/.animproof.ini": b"[animproof]\nfail-on = warning\n",
        "policy/warned.bin": mrtk_with_warning(),
        ".gitignore": b"ignored/\n", "ignored/bad.bin": mrtk_with_error(),
        "pairs/walk.md5anim": md5anim(), "pairs/walk.md5mesh": md5mesh(["root", "tail"]),
        "pairs/run.md5anim": md5anim(), "pairs/run.md5mesh": BAD_MESH,
    })
    for name, content in files.items():
        path = name if isinstance(name, bytes) else name.encode()
        write(os.path.join(root.encode(), path), content)
    for name in ("group-not-in-obj__renamed", "mapping-range__0"):
        for ending in (".bin", ".obj"):
            shutil.copy(os.path.join(GOLDEN, "memg/bad", name + ending), root + "/scenes")
    with open(root + "/scenes/mapping-range__0.obj", "ab") as scene:
        scene.write(b"f 1 2 999999\nv x\n")
    # This scene has more findings than --max-per-rule=2 allows, and a finding that is reported only if lint reads the scene with
    # its motion.
    scene = read(root + "/scenes/group-not-in-obj__renamed.obj")
    write(root + "/scenes/group-not-in-obj__renamed.obj", b"g early\n" + b"f 1 2 3\n" * 4 + scene)
    # One scene under two names is reported once, whichever shard lints it first.
    shutil.copy(root + "/scenes/mapping-range__0.bin", root + "/other/again.bin")
    os.link(root + "/scenes/mapping-range__0.obj", root + "/other/again.obj")
    os.symlink("bad.bin", root + "/link.bin")
    os.mkfifo(root + "/fifo.bin")
    with zipfile.ZipFile(root + "/pak.pk4", "w") as pak:
        pak.writestr("models/walk.md5anim", md5anim(b"4"))
        pak.writestr("models/readme.txt", b"nothing")
        pak.writestr("models/bad.bin", mrtk_with_error())


def make_and_lint_shards(case, count, paths, path_options=(), lint_options=(), folder="shards"):
    """Makes the lists of `count` shards and lints each. Returns the paths of the reports."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    case.exits(0, "shard", "-n", str(count), "-o", folder + "/lists", *path_options, *paths)
    reports = []
    for index in range(count):
        reports.append("%s/%d.jsonl" % (folder, index))
        result = case.run("lint", "--files-from", "%s/lists/%d" % (folder, index), *lint_options,
                          "--output", "jsonl=" + reports[-1])
        case.check(result.returncode in (0, 1, 3), "lint of shard %d ends with 0, 1 or 3" % index, result)
    return reports


def all_report_format_options(prefix):
    """Returns options for a report of each format, in files with names that begin with `prefix`."""
    return [word for name in REPORTS for word in ("--output", "%s=%s%s" % (name, prefix, name))]
