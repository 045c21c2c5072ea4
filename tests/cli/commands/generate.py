"""animproof generate: equal files on all machines, complete or not written, in the memory of one file."""

import os
import stat

from cli_case import Case, full_device, in_tree, read
from formats import EXTENSIONS

CASE = Case()
COMPANIONS = {"memg": (".obj", "--obj"), "md5anim": (".md5mesh", "--mesh")}
OTHER_BUILDS = ["build/check", "build/asan"]  # builds of `make test`; other builds may be outdated


def generate(*arguments, **options):
    return CASE.run("generate", *arguments, **options)


def files_of_folder(folder):
    """Returns {name: content} of the files of a folder."""
    files = {}
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(os.path.join(folder, name)):
            files[name] = read(os.path.join(folder, name))
    return files


def generate_to_stdout(form, seed, *arguments):
    result = generate("--format", form, "--seed", str(seed), *arguments)
    CASE.check(result.returncode == 0 and not result.stderr, "generate %s with %r succeeds" % (form, arguments), result)
    return result.stdout


def check_names_and_numbers():
    for form, extension in EXTENSIONS.items():
        CASE.exits(0, "generate", "--format", form, "--seed", "7", "--count", "12", "-o", form)
        files = files_of_folder(form)
        wanted = ["%s-7-%06d%s" % (form, i, extension) for i in range(1, 13)]
        check_companions = ["%s-7-%06d%s" % (form, i, COMPANIONS[form][0]) for i in range(1, 13)] if form in COMPANIONS else []
        CASE.check(sorted(files) == sorted(wanted + check_companions), "names of the generated %s files: %r" % (form, sorted(files)))
        CASE.check(len(set(files.values())) == len(files), "the generated %s files differ" % form)
        CASE.exits(0, "lint", "--strict", form)
        for number in (1, 5, 12):  # a file depends on its seed and number, not on earlier files
            alone = generate_to_stdout(form, 7, "--first", str(number))
            CASE.check(alone == files[wanted[number - 1]], "file %d of %s generated alone is the file of the series" % (number, form))
        CASE.check(generate_to_stdout(form, 8) != files[wanted[0]], "another seed gives another %s file" % form)
        CASE.check(generate_to_stdout(form, 7, "--wild") != files[wanted[0]], "--wild gives another %s file" % form)


def check_companions():
    """Checks that generated companions belong to their files."""
    for form, (extension, option) in COMPANIONS.items():
        for wild in (False, True):
            folder = form + ("-wild" if wild else "-tame")
            CASE.exits(0, "generate", "--format", form, "--seed", "9", "--count", "25", "-o", folder,
                       *(["--wild"] if wild else []))
            found = [name for name in sorted(os.listdir(folder)) if name.endswith(extension)]
            CASE.check(len(found) == 25 or (wild and len(found) > 3), "the number of companions: %d in %s" % (len(found), folder))
            for name in found:
                mate = os.path.join(folder, name)
                CASE.exits(0, "lint", *([] if wild else ["--strict"]), option, mate,
                           mate[:-len(extension)] + EXTENSIONS[form])


def check_other_builds():
    """Checks that other optimisation levels give equal files. tests/unit/corpus/generated_same.c has sums for other compilers."""
    for build in OTHER_BUILDS:
        program = in_tree(build, "animproof")
        if program == CASE.program or not os.access(program, os.X_OK):
            continue
        other = Case.__new__(Case)
        other.program = program
        if b"generate" not in other.run("--help").stdout:
            continue  # an older program
        for form in EXTENSIONS:
            for wild in ([], ["--wild"]):
                arguments = ["generate", "--format", form, "--seed", "3", "--count", "40", *wild, "-o"]
                for run, folder in ((CASE, "mine"), (other, "theirs")):
                    os.makedirs(folder)
                    result = run.run(*arguments, folder)
                    CASE.check(result.returncode == 0, "generate %s of %s succeeds" % (form, run.program), result)
                CASE.check(files_of_folder("mine") == files_of_folder("theirs"), "generated %s files with options %s are equal to those of %s" % (form, wild, build))
                for folder in ("mine", "theirs"):
                    for name in os.listdir(folder):
                        os.remove(os.path.join(folder, name))
                    os.rmdir(folder)


def check_output_paths():
    whole = generate_to_stdout("memg", 1)
    CASE.exits(0, "generate", "--format", "memg", "--seed", "1", "-o", "one.bin")
    CASE.check(files_of_folder(".")["one.bin"] == whole, "-o FILE writes the file of standard output")
    CASE.exits(0, "lint", "--strict", "--obj", "one.obj", "one.bin")
    CASE.exits(0, "generate", "--format", "memg", "--seed", "1", "-o", "new/")
    CASE.check(sorted(files_of_folder("new")) == ["memg-1-000001.bin", "memg-1-000001.obj"], "-o DIR/ creates the folder")
    CASE.exits(0, "generate", "--format", "mrtk", "--seed", "1", "-o", "new")
    CASE.check("mrtk-1-000001.bin" in files_of_folder("new"), "-o DIR writes into an existing folder")
    mode = stat.S_IMODE(os.stat("one.bin").st_mode)
    umask = os.umask(0)
    os.umask(umask)
    CASE.check(mode == 0o666 & ~umask, "a generated file has the permissions of the umask: %o" % mode)


def check_knobs():
    listed = CASE.exits(0, "generate", "--format", "mrtk", "--list-knobs").stdout.decode()
    CASE.check("keys" in listed and "writer..published" in listed, "--list-knobs lists knobs with ranges: %s" % listed)
    text = generate_to_stdout("md5anim", 1, "--knob", "joints=9", "--knob", "frames=3..3", "--knob", "style=max")
    CASE.check(b"numJoints 9\r\n" in text and b"numFrames 3\r\n" in text, "the knobs joints, frames and style")
    big = generate_to_stdout("memg", 1, "--knob", "byte_order=big", "--knob", "frames=3", "--knob", "timesteps=5")
    CASE.check(big[:4] == b"\0\0\0\1" and big[8:16] == b"\0\0\0\3\0\0\0\5", "the knobs byte_order, frames and timesteps")
    old = generate_to_stdout("mrtk", 1, "--knob", "version=1.0")
    CASE.check(old[8:16] == b"\1\0\0\0\0\0\0\0", "the knob version")
    new = generate_to_stdout("mrtk", 1, "--knob", "version=1.1", "--knob", "has_hand=no", "--knob", "has_gaze=yes")
    CASE.check(new[8:16] == b"\1\0\0\0\1\0\0\0" and new[17:19] == b"\0\1", "the knobs version, has_hand and has_gaze")


def check_usage():
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
        CASE.check(word in result.stderr and not result.stdout, "the message for %r names the fault" % arguments, result)
    CASE.exits(0, "generate", "--help", prints=b"--wild")


def check_failures():
    """Checks output that cannot be written: a message, exit 3 and no incomplete file."""
    result = generate("--format", "mrtk", "--seed", "1", "--knob", "version=1.0", stdout=full_device())
    CASE.check(result.returncode == 3 and b"No space left" in result.stderr, "a full standard output is reported", result)
    CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "-o", "/dev/full", says=b"No space left")
    result = CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "none/such")
    CASE.check(b"none/such" in result.stderr and not os.path.exists("none"), "a missing parent folder is reported", result)
    with open("plain", "wb"):
        pass
    CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "plain")
    os.makedirs("taken/memg-1-000002.obj")  # a folder in place of the companion: neither file is written
    result = CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "taken")
    CASE.check(sorted(os.listdir("taken")) == ["memg-1-000001.bin", "memg-1-000001.obj", "memg-1-000002.obj"],
               "a file is not written if its companion cannot be written: %r" % sorted(os.listdir("taken")), result)
    os.makedirs("full")  # the companion fails only when its bytes are written
    os.symlink("/dev/full", "full/memg-1-000001.obj")
    result = CASE.exits(3, "generate", "--format", "memg", "--seed", "1", "-o", "full")
    CASE.check(os.listdir("full") == ["memg-1-000001.obj"] and b"No space left" in result.stderr,
               "a file is not written if its companion meets a full disk: %r" % os.listdir("full"), result)


def check_memory():
    """Checks that 150 files need no more memory than one."""
    for form in EXTENSIONS:
        CASE.exits(0, "generate", "--format", form, "--seed", "2", "--count", "150", "--max-memory", "1M", "-o",
                   "lean-" + form)
    CASE.exits(4, "generate", "--format", "md5anim", "--seed", "2", "--knob", "joints=100000", "-o", "fat",
               "--max-memory", "1M", says=b"memory", unwritten="fat")
    many = ["--format", "mrtk", "--seed", "2", "--knob", "keys=200000", "--knob", "has_hand=no", "--knob",
            "version=1.1", "--knob", "has_camera=yes", "--max-memory", "1M"]
    CASE.check(len(generate_to_stdout(*many[1:4:2], *many[4:])) > 10000000, "the number of keys does not increase the memory")


def main():
    check_names_and_numbers()
    check_companions()
    check_other_builds()
    check_output_paths()
    check_knobs()
    check_usage()
    check_failures()
    check_memory()
    CASE.finish()


main()
