"""animproof generate: equal files on all machines, complete or not written, in the memory of one file. Messages are in generate.session."""

import os
import stat

import pytest
from cli_case import open_full_device, path_in_tree, read
from formats import EXTENSIONS
from golden_files import EACH

OF_A_FOLDER = {"md5mesh/set-skeleton"}     # rules on the files of a folder, which do not belong to each other
COMPANIONS = {"memg": (".obj", "--obj"), "md5anim": (".md5mesh", "--mesh")}


def files_of_folder(folder):
    """Returns {name: content} of the files of a folder."""
    return {name: read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if os.path.isfile(os.path.join(folder, name))}


@pytest.fixture
def generate_to_stdout(animproof):
    """Returns the standard output for a format and a seed."""
    return lambda form, seed, *arguments: animproof.exits(0, "generate", "--format", form, "--seed", seed, *arguments, says_only=b"").stdout


@pytest.mark.parametrize("form", EXTENSIONS)
def test_1000_files_have_no_finding(animproof, form):
    count = 1000 // EACH
    animproof.exits(0, "generate", "--format", form, "--seed", "61", "--count", str(count), "-o", "files")
    entries = animproof.json(None, "lint", "--no-config", "--max-per-rule", "0", "files")["files"]
    found = {one["rule"] for entry in entries for one in entry["findings"]}
    assert len(entries) >= count and found - OF_A_FOLDER == set()


@pytest.mark.parametrize("form", EXTENSIONS)
def test_a_file_depends_on_its_seed_and_number(animproof, generate_to_stdout, form):
    animproof.exits(0, "generate", "--format", form, "--seed", "7", "--count", "12", "-o", "files")
    files = files_of_folder("files")
    endings = [EXTENSIONS[form], *COMPANIONS.get(form, ())[:1]]
    assert sorted(files) == sorted("%s-7-%06d%s" % (form, i, ending) for i in range(1, 13) for ending in endings)
    assert len(set(files.values())) == len(files)
    animproof.exits(0, "lint", "--strict", "files")
    for number in (1, 5, 12):  # a file must not depend on the files generated before it
        assert generate_to_stdout(form, "7", "--first", str(number)) == files["%s-7-%06d%s" % (form, number, EXTENSIONS[form])]
    first = files["%s-7-000001%s" % (form, EXTENSIONS[form])]
    assert first not in (generate_to_stdout(form, "8"), generate_to_stdout(form, "7", "--wild"))


@pytest.mark.parametrize("wild", [[], ["--wild"]])
@pytest.mark.parametrize("form", COMPANIONS)
def test_companions_belong_to_their_files(animproof, form, wild):
    extension, option = COMPANIONS[form]
    animproof.exits(0, "generate", "--format", form, "--seed", "9", "--count", "25", "-o", "files", *wild)
    found = [os.path.join("files", name) for name in sorted(os.listdir("files")) if name.endswith(extension)]
    assert len(found) == 25 or (wild and len(found) > 3)
    for mate in found:
        animproof.exits(0, "lint", *([] if wild else ["--strict"]), option, mate, mate[:-len(extension)] + EXTENSIONS[form])


@pytest.mark.parametrize("build", ["build/check", "build/asan"])  # builds of `make test ALL=1`; other builds may be outdated
def test_other_optimisation_levels_give_equal_files(animproof, build):
    """tests/unit/corpus/generated_same.c has checksums that builds by other compilers must reproduce."""
    other = type(animproof)(path_in_tree(build, "animproof"), animproof.directory)
    if other.program == animproof.program or not os.access(other.program, os.X_OK):
        pytest.skip("there is no other build of that name")
    for form in EXTENSIONS:
        for wild in ([], ["--wild"]):
            folders = ["-".join((form, *wild, whose)) for whose in ("mine", "theirs")]
            for one, folder in zip((animproof, other), folders):
                os.mkdir(folder)
                one.exits(0, "generate", "--format", form, "--seed", "3", "--count", "40", *wild, "-o", folder)
            assert files_of_folder(folders[0]) == files_of_folder(folders[1]), form


def test_the_output_is_a_file_or_a_folder(animproof, generate_to_stdout):
    animproof.exits(0, "generate", "--format", "memg", "--seed", "1", "-o", "one.bin", leaves=("one.bin", generate_to_stdout("memg", "1")))
    animproof.exits(0, "lint", "--strict", "--obj", "one.obj", "one.bin")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(os.stat("one.bin").st_mode) == 0o666 & ~umask
    animproof.exits(0, "generate", "--format", "memg", "--seed", "1", "-o", "new/")
    assert sorted(files_of_folder("new")) == ["memg-1-000001.bin", "memg-1-000001.obj"]
    animproof.exits(0, "generate", "--format", "mrtk", "--seed", "1", "-o", "new")
    assert "mrtk-1-000001.bin" in files_of_folder("new")


@pytest.mark.parametrize(("form", "knobs", "start", "part"), [
    ("md5anim", "joints=9 frames=3..3 style=max", 0, b"\r\nnumFrames 3\r\nnumJoints 9\r\n"),
    ("memg", "byte_order=big frames=3 timesteps=5", 0, b"\0\0\0\1"), ("memg", "byte_order=big frames=3 timesteps=5", 8, b"\0\0\0\3\0\0\0\5"),
    ("mrtk", "version=1.0", 8, b"\1\0\0\0\0\0\0\0"), ("mrtk", "version=1.1 has_hand=no has_gaze=yes", 8, b"\1\0\0\0\1\0\0\0"),
    ("mrtk", "version=1.1 has_hand=no has_gaze=yes", 17, b"\0\1")])
def test_knobs_choose_properties_of_the_file(generate_to_stdout, form, knobs, start, part):
    made = generate_to_stdout(form, "1", *(word for knob in knobs.split() for word in ("--knob", knob)))
    assert part in made if form == "md5anim" else made[start:start + len(part)] == part


def test_a_file_is_not_written_if_its_companion_cannot_be_written(animproof):
    animproof.exits(3, "generate", "--format", "mrtk", "--seed", "1", "--knob", "version=1.0", stdout=open_full_device(), says=b"No space left")
    os.makedirs("taken/memg-1-000002.obj")
    animproof.exits(3, "generate", "--format", "memg", "--seed", "1", "--count", "3", "-o", "taken")
    assert sorted(os.listdir("taken")) == ["memg-1-000001.bin", "memg-1-000001.obj", "memg-1-000002.obj"]
    os.mkdir("full")  # the companion fails only when its bytes are written
    os.symlink("/dev/full", "full/memg-1-000001.obj")
    animproof.exits(3, "generate", "--format", "memg", "--seed", "1", "-o", "full", says=b"No space left")
    assert os.listdir("full") == ["memg-1-000001.obj"]


@pytest.mark.parametrize("form", COMPANIONS)
def test_a_device_gets_no_companion(animproof, form):
    os.symlink("/dev/null", "sink" + EXTENSIONS[form])
    animproof.exits(0, "generate", "--format", form, "--seed", "1", "-o", "sink" + EXTENSIONS[form], says_only=b"")
    assert os.listdir() == ["sink" + EXTENSIONS[form]]


@pytest.mark.parametrize("form", EXTENSIONS)
def test_150_files_need_no_more_memory_than_one(animproof, form):
    animproof.exits(0, "generate", "--format", form, "--seed", "2", "--count", "150", "--max-memory", "1M", "-o", "lean")


def test_the_number_of_keys_does_not_increase_the_memory(generate_to_stdout):
    assert len(generate_to_stdout("mrtk", "2", "--knob", "keys=200000", "--knob", "has_hand=no", "--knob", "version=1.1", "--knob", "has_camera=yes",
                        "--max-memory", "1M")) > 10000000
