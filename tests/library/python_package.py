#!/usr/bin/python3
"""Runs the session of docs/use/python.md, and compares the Python package with the program: python_package.py PROGRAM [LIBRARY]

Without LIBRARY, the installed package is tested. Lines that need numpy are left out if it is missing.
"""

import doctest
import glob
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from cli_case import CheckCounter, lint_entries, path_in_tree, read, read_text_in_tree, rules_readers_and_profiles_of

count = CheckCounter()
check = count.check
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BROKEN = "golden/md5anim/bad/parent-order__self."
COMPARED = ("rule", "severity", "offset", "length", "line", "column", "path", "message", "expected", "found")


def run_session(folder):
    for name, path in (("walk.md5anim", BROKEN + "md5anim"), ("walk.md5mesh", BROKEN + "md5mesh"),
                       ("run.md5anim", "golden/md5anim/valid/joints-2.md5anim")):
        shutil.copyfile(path_in_tree(path), os.path.join(folder, name))
    text = "\n".join(BLOCK.findall(read_text_in_tree("docs/use/python.md")))
    if importlib.util.find_spec("numpy") is None:
        text = text[:text.index(">>> import numpy")] + text[text.index(">>> document ="):]
    os.chdir(folder)
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", "docs/use/python.md", 0)
    ended = doctest.DocTestRunner().run(test)
    check(ended.attempted > 20 and ended.failed == 0, "the session of docs/use/python.md: %d of %d fail" % (ended.failed, ended.attempted))


def check_findings(animproof, program):
    """Compares findings, the validity of files, rules and the version with the program."""
    paths = sorted(path for form in ("md5mesh", "md5camera", "mrtk") for path in glob.glob(path_in_tree("golden/%s/*/*" % form)))[::4]
    entries = lint_entries(program, "--no-companions", "--ignore=*/set-skeleton", *paths)
    check(len(entries) > 100, "golden files are compared")
    for path, entry in entries.items():
        for source in (path, bytearray(read(path))):
            report = animproof.lint(source, path if source is not path else "")
            found = [[getattr(one, name) for name in COMPARED] for one in report.findings]
            check(found == [[one[name] for name in COMPARED] for one in entry["findings"]], "the findings of %s" % path)
            check(report.valid == entry["valid"], "validity of %s" % path)
    check([one.id for one in animproof.rules()] == [one["id"] for one in rules_readers_and_profiles_of(program)["rules"]], "all rules in their order")
    check("animproof %s\n" % animproof.version() == subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True).stdout.decode(),
          "the version: %s" % animproof.version())


def check_fixes(animproof, program):
    """Fixes broken files with the program and with the package: the bytes and what is said about each finding must be equal."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for path in sorted(path for form in ("md5mesh", "md5camera", "mrtk") for path in glob.glob(path_in_tree("golden/%s/bad/*.*[!s]" % form)))[::3]:
            paths.append(shutil.copy(path, folder))
        files = {path: animproof.File(path) for path in paths}
        said = subprocess.run([program, "fix", "--write", "--no-config", *paths], stdout=subprocess.PIPE, check=False).stdout.decode()
        fixed = 0
        for path, file in files.items():
            fixes = file.fix()
            fixed += len([one for one in fixes if one.refused is None])
            place = lambda one: "%d:%d" % (one.line, one.column) if one.line else "0x%x" % one.offset  # noqa: E731
            lines = ["%s:%s: %s %s: %s%s" % (path, place(one), "not fixed" if one.refused else "fixed", one.rule, one.refused or one.does,
                                             " (%s)" % one.adds if one.adds else "") for one in fixes]
            told = [line for line in said.splitlines() if line.startswith(path + ":") and "fixed" in line]
            check(lines == told, "the fixes of %s: %s, not %s" % (path, lines, told))
            check(bytes(file) == read(path), "the fixed bytes of %s" % path)
        check(len(paths) > 50 and fixed > 10, "%d files, %d fixes" % (len(paths), fixed))


def check_poses(animproof, program):
    """Compares poses with the positions that the program writes as float32, and the poses at frames with those at their times."""
    paths = sorted(glob.glob(path_in_tree("golden/md5anim/valid/*.md5anim")))[::6]
    for path in paths:
        file = animproof.File(path)
        names = [field.text for field in file if field.path.endswith("].name")]
        out = subprocess.run([program, "convert", "--to", "positions", "--format", "json", "--at", "0.3,0,0.011", "-o", "-", path],
                             stdout=subprocess.PIPE, check=True).stdout
        wanted = json.loads(out)
        poses = file.poses([0.3, 0, 0.011])
        check(poses.shape == (3, len(names), 7) and names == [joint["name"] for joint in wanted["joints"]], "the joints of %s" % path)
        found = [[[struct.unpack("f", struct.pack("f", value))[0] for value in joint[:3]] for joint in pose] for pose in poses.tolist()]
        written = [[[struct.unpack("f", struct.pack("f", value))[0] for value in joint] for joint in pose["positions"]] for pose in wanted["poses"]]
        check(found == written, "the poses of %s" % path)
        rate = float(file["frame_rate"])
        frames, times = file.poses(), file.poses(index / rate for index in range(int(file["num_frames"])))
        check(frames.shape == times.shape and all(abs(one - other) <= 1e-9 * max(1, abs(one)) for frame, time in
              zip(frames.tolist(), times.tolist()) for a, b in zip(frame, time) for one, other in zip(a, b)), "the frames of %s" % path)
    check(len(paths) > 10, "%d animations" % len(paths))
    check(raises(ValueError, file.poses, []), "poses at no time")


def check_gltf(animproof, program):
    """Compares glTF documents with those of the program, which finds the mesh of an animation by itself."""
    paths = [path for form in ("md5anim", "md5mesh", "md5camera", "mrtk", "memg") for path in sorted(glob.glob(path_in_tree("golden/%s/valid/*[!jst]" % form)))[::12]]
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            mesh = re.sub(r"anim\Z", "mesh", path)
            file = animproof.File(path, **({"mesh": mesh} if mesh != path and os.path.exists(mesh) else {}))
            for extension, binary in ((".glb", True), (".gltf", False)):
                written = os.path.join(folder, "out" + extension)
                ran = subprocess.run([program, "convert", path, "-o", written], stderr=subprocess.PIPE, check=False)
                if ran.returncode:
                    check(raises(animproof.Error, file.gltf, binary), "%s has no glTF: %s" % (path, ran.stderr.decode()))
                    continue
                check(file.gltf(binary) == read(written), "%s of %s" % (extension, path))
                said = [line.rsplit(": ", 1)[1] for line in ran.stderr.decode().splitlines() if "lost: " in line]
                check([one.rsplit(": ", 1)[1] for one in file.remarks if "lost: " in one] == said, "the remarks about %s" % path)
    check(len(paths) > 30, "%d files" % len(paths))


def raises(kind, call, *words, **options):
    try:
        call(*words, **options)
    except kind:
        return True
    return False


def check_errors(animproof):
    valid = path_in_tree("golden/md5anim/valid/joints-2.md5anim")
    file = animproof.File(valid)
    check(raises(animproof.Error, file.__setitem__, "num_frames", "two words"), "a value that the field cannot hold")
    check(raises(animproof.Error, animproof.File, valid, profile="absent"), "a value that the option cannot have")
    check(raises(animproof.Error, animproof.File, valid, absent=True), "an unknown option")
    check(raises(animproof.Error, animproof.File().lint), "no open file")
    check(raises(animproof.Error, animproof.from_document, {"format": "absent"}), "a document of no format")
    check(raises(TypeError, animproof.File, 7.5), "a source of another type")
    check(file.numbers("absent[*]").nbytes == 0, "numbers of a pattern that no field has")
    check(file.numbers("num_frames").tolist() == [3.0], "a number")
    check(file.canonical() == bytes(file), "canonical returns the bytes")
    file.close()
    file.close()
    check(all(raises(ValueError, call) for call in (file.lint, file.fields, file.__bytes__)), "a closed file")
    with animproof.File(valid, mesh=path_in_tree("golden/md5anim/bad/parent-order__self.md5mesh")) as other:
        check(other.lint().errors > 0 and other.lint() == other.lint(), "an animation with the mesh of another")


def main():
    program = os.path.abspath(sys.argv[1])
    if len(sys.argv) > 2:
        os.environ["ANIMPROOF_LIBRARY"] = os.path.abspath(sys.argv[2])
        sys.path.insert(0, path_in_tree("validators/library/python"))
    sys.dont_write_bytecode = True
    import animproof
    with tempfile.TemporaryDirectory() as folder:
        run_session(folder)
        check_findings(animproof, program)
        check_fixes(animproof, program)
        check_poses(animproof, program)
        check_gltf(animproof, program)
        check_errors(animproof)
        os.chdir("/")
    count.finish()


main()
