"""animproof generate: the same files everywhere, whole or not at all, in memory for one file at a time."""

import os
import stat

from cli_case import Case, full_device, in_tree, read
from formats import EXTENSIONS

CASE = Case()
MATES = {"memg": (".obj", "--obj"), "md5anim": (".md5mesh", "--mesh")}
OTHER_BUILDS = ["build/check", "build/asan"]  # what `make test` builds: others may be old


def generate(*arguments, **options):
    return CASE.run("generate", *arguments, **options)


def content(folder):
    """The files of a folder by name."""
    files = {}
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(os.path.join(folder, name)):
            files[name] = read(os.path.join(folder, name))
    return files


def standard_output(form, seed, *arguments):
    result = generate("--format", form, "--seed", str(seed), *arguments)
    CASE.check(result.returncode == 0 and not result.stderr, "generate %s %r" % (form, arguments), result)
    return result.stdout


def names_and_numbers():
    for form, extension in EXTENSIONS.items():
        CASE.exits(0, "generate", "--format", form, "--seed", "7", "--count", "12", "-o", form)
        files = content(form)
        wanted = ["%s-7-%06d%s" % (form, i, extension) for i in range(1, 13)]
        mates = ["%s-7-%06d%s" % (form, i, MATES[form][0]) for i in range(1, 13)] if form in MATES else []
        CASE.check(sorted(files) == sorted(wanted + mates), "names of %s: %r" % (form, sorted(files)))
        CASE.check(len(set(files.values())) == len(files), "no two files of %s are the same" % form)
        CASE.exits(0, "lint", "--strict", form)
        for number in (1, 5, 12):  # a file depends on its seed and number, not on those before it
            alone = standard_output(form, 7, "--first", str(number))
            CASE.check(alone == files[wanted[number - 1]], "file %d of %s alone" % (number, form))
        CASE.check(standard_output(form, 8) != files[wanted[0]], "another seed of %s" % form)
        CASE.check(standard_output(form, 7, "--wild") != files[wanted[0]], "wild %s" % form)


def mates():
    """What stands beside a file belongs with it."""
    for form, (extension, option) in MATES.items():
        for wild in (False, True):
            folder = form + ("-wild" if wild else "-tame")
            CASE.exits(0, "generate", "--format", form, "--seed", "9", "--count", "25", "-o", folder,
                       *(["--wild"] if wild else []))
            found = [name for name in sorted(os.listdir(folder)) if name.endswith(extension)]
            CASE.check(len(found) == 25 or (wild and len(found) > 3), "%d files beside %s" % (len(found), folder))
            for name in found:
                mate = os.path.join(folder, name)
                CASE.exits(0, "lint", *([] if wild else ["--strict"]), option, mate,
                           mate[:-len(extension)] + EXTENSIONS[form])


def other_builds():
    """With more and less optimisation, the same bytes. (Of other compilers, tests/unit/corpus/generated_same.c knows.)"""
    for build in OTHER_BUILDS:
        program = in_tree(build, "animproof")
        if program == CASE.program or not os.access(program, os.X_OK):
            continue
        other = Case.__new__(Case)
        other.program = program
        if b"generate" not in other.run("--help").stdout:
            continue  # an older one
        for form in EXTENSIONS:
            for wild in ([], ["--wild"]):
                arguments = ["generate", "--format", form, "--seed", "3", "--count", "40", *wild, "-o"]
                for run, folder in ((CASE, "mine"), (other, "theirs")):
                    os.makedirs(folder)
                    result = run.run(*arguments, folder)
                    CASE.check(result.returncode == 0, "%s of %s" % (form, run.program), result)
                CASE.check(content("mine") == content("theirs"), "%s %s of %s is the same" % (form, wild, build))
                for folder in ("mine", "theirs"):
                    for name in os.listdir(folder):
                        os.remove(os.path.join(folder, name))
                    os.rmdir(folder)


def places():
    whole = standard_output("memg", 1)
    CASE.exits(0, "generate", "--format", "memg", "--seed", "1", "-o", "one.bin")
    CASE.check(content(".")["one.bin"] == whole, "-o FILE")
    CASE.exits(0, "lint", "--strict", "--obj", "one.obj", "one.bin")
    CASE.exits(0, "generate", "--format", "memg", "--seed", "1", "-o", "new/")
    CASE.check(sorted(content("new")) == ["memg-1-000001.bin", "memg-1-000001.obj"], "-o DIR/ is made")
    CASE.exits(0, "generate", "--format", "mrtk", "--seed", "1", "-o", "new")
    CASE.check("mrtk-1-000001.bin" in content("new"), "-o DIR that is there")
    mode = stat.S_IMODE(os.stat("one.bin").st_mode)
    umask = os.umask(0)
    os.umask(umask)
    CASE.check(mode == 0o666 & ~umask, "rights are those of any file: %o" % mode)


def knobs():
    listed = CASE.exits(0, "generate", "--format", "mrtk", "--list-knobs").stdout.decode()
    CASE.check("keys" in listed and "writer..published" in listed, "--list-knobs: %s" % listed)
    text = standard_output("md5anim", 1, "--knob", "joints=9", "--knob", "frames=3..3", "--knob", "style=max")
    CASE.check(b"numJoints 9\r\n" in text and b"numFrames 3\r\n" in text, "joints, frames, style")
    big = standard_output("memg", 1, "--knob", "byte_order=big", "--knob", "frames=3", "--knob", "timesteps=5")
    CASE.check(big[:4] == b"\0\0\0\1" and big[8:16] == b"\0\0\0\3\0\0\0\5", "byte order, frames, timesteps")
    old = standard_output("mrtk", 1, "--knob", "version=1.0")
    CASE.check(old[8:16] == b"\1\0\0\0\0\0\0\0", "version")
    new = standard_output("mrtk", 1, "--knob", "version=1.1", "--knob", "has_hand=no", "--knob", "has_gaze=yes")
    CASE.check(new[8:16] == b"\1\0\0\0\1\0\0\0" and new[17:19] == b"\0\1", "version and flags")


def usage():
    enough = ["--format", "mrtk", "--seed", "1"]
    for arguments, word in [
            ([], b"--format"), (["--format", "mrtk"], b"--seed"), (["--format", "fbx", "--seed", "1"], b"fbx"),
            (["--seed", "x"], b"'x'"), (enough + ["--count", "0"], b"--count"), (enough + ["--count", "2"], b"-o"),
            (enough + ["--count", "2", "-o", "-"], b"-o"), (enough + ["--knob", "size=1"], b"'size'"),
            (enough + ["--knob", "keys"], b"'keys'"), (enough + ["--knob", "keys=2..1"], b"range"),
            (enough + ["--knob", "version=2.0"], b"version=2.0"), (enough + ["file"], b"'file'"),
            (enough + ["--first", "18446744073709551615", "--count", "2", "-o", "d"], b"--count"),
            (enough + ["--max-memory", "much"], b"much"), (enough + ["--bogus"], b"bogus")]:
        result = CASE.exits(2, "generate", *arguments)
        CASE.check(word in result.stderr and not result.stdout, "message of %r" % arguments, result)
    CASE.exits(0, "generate", "--help", prints=b"--wild")  # --help


def failures():
    """A message, exit 3, and nothing that looks whole."""
    result = generate("--format", "mrtk", "--seed", "1", "--knob", "version=1.0", stdout=full_device())
    CASE.check(result.returncode == 3 and b"No space left" in result.stderr, "full standard output", result)
    CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "-o", "/dev/full", says=b"No space left")  # a full device
    result = CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "none/such")
    CASE.check(b"none/such" in result.stderr and not os.path.exists("none"), "no such directory", result)
    with open("plain", "wb"):
        pass
    CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "plain")
    os.makedirs("taken/memg-1-000002.obj")  # the companion cannot be put in its place: nor is the file
    result = CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "taken")
    CASE.check(sorted(os.listdir("taken")) == ["memg-1-000001.bin", "memg-1-000001.obj", "memg-1-000002.obj"],
               "a companion that cannot be written: %r" % sorted(os.listdir("taken")), result)
    os.makedirs("full")  # the same, but only when it is written
    os.symlink("/dev/full", "full/memg-1-000001.obj")
    result = CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "-o", "full")
    CASE.check(os.listdir("full") == ["memg-1-000001.obj"] and b"No space left" in result.stderr,
               "a companion on a full disk: %r" % os.listdir("full"), result)


def memory():
    """Files are made one at a time: what is enough for one is enough for all."""
    for form in EXTENSIONS:
        CASE.exits(0, "generate", "--format", form, "--seed", "2", "--count", "150", "--max-memory", "1M", "-o",
                   "lean-" + form)
    CASE.exits(4, "generate", "--format", "md5anim", "--seed", "2", "--knob", "joints=100000", "-o", "fat",
               "--max-memory", "1M", says=b"memory", unmade="fat")  # out of memory
    many = ["--format", "mrtk", "--seed", "2", "--knob", "keys=200000", "--knob", "has_hand=no", "--knob",
            "version=1.1", "--knob", "has_camera=yes", "--max-memory", "1M"]
    CASE.check(len(standard_output(*many[1:4:2], *many[4:])) > 10000000, "keys take no memory")


def main():
    names_and_numbers()
    mates()
    other_builds()
    places()
    knobs()
    usage()
    failures()
    memory()
    CASE.finish()


main()
