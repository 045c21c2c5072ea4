"""animproof mutate without --defect: random changes, equal for equal seeds."""

import glob
import os

import pytest
from cli_case import md5anim, mrtk, mrtk_with_error, read, write
from golden_files import golden

KINDS = {"count", "enum", "number", "name", "duplicate", "delete", "reorder", "splice", "cut", "bytes"}
FILES = {"camera.bin": mrtk(times=(0.0, 1.0, 2.0), markers=[(0.0, b"a"), (1.0, b"b")]), "bad.bin": mrtk_with_error(), "walk.md5anim": md5anim(),
         "other.md5anim": md5anim().replace(b'"hips"', b'"only_here"').replace(b"( 1 1 1 )", b"( 7 7 7 )"), "InputAnimation.bin": b"",
         "memg.bin": read(golden("memg/valid/groups-1.bin")[0]), "text.txt": b"neither this nor that\n", "cut.bin": mrtk()[:40]}


@pytest.fixture
def mutate(animproof):
    """Makes FILES. Calling it returns the result and the kinds of changes, from the lines `animproof: PATH: KIND`."""
    for name, content in FILES.items():
        write(name, content)

    def mutate_and_return_result_and_kinds(seed, *words, **options):
        result = animproof.exits(0, "mutate", "--seed", str(seed), *words, **options)
        told = [line.rpartition(": ") for line in result.stderr.decode().splitlines()]
        animproof.check(all(head.startswith("animproof: ") and kind in KINDS for head, _, kind in told), "each line names a kind of change", result)
        return result, [kind for _, _, kind in told]
    return mutate_and_return_result_and_kinds


def contents_by_file_name(path):
    return {os.path.basename(name): read(name) for name in glob.glob(path + "/*")}


@pytest.mark.parametrize("path", ["camera.bin", "bad.bin", "walk.md5anim", "memg.bin"])
def test_a_seed_gives_equal_output_and_other_seeds_other_output(animproof, mutate, path):
    one, kinds = mutate(5, path)
    again, same = mutate(5, path, "-o", "again", says_first=b"animproof: again: ", leaves=("again", one.stdout))
    assert kinds == same and len(kinds) == 1
    assert len({mutate(seed, path)[0].stdout for seed in range(12)}) > 8
    mutate(5, "-", input=read(path))


def test_several_files_are_numbered_in_a_folder(animproof, mutate):
    _, kinds = mutate(7, "--count", "200", "-o", "many", "walk.md5anim")
    many = contents_by_file_name("many")
    assert sorted(many) == ["md5anim-7-%06d.md5anim" % number for number in range(1, 201)]
    assert many["md5anim-7-000001.md5anim"] == mutate(7, "walk.md5anim")[0].stdout, "the first is that of --count=1"
    assert set(kinds) == KINDS - {"splice"} and len(set(many.values())) > 120
    sizes = [len(content) for content in many.values()]
    usual = len(md5anim())
    assert min(sizes) < usual - 50 and usual + 50 < max(sizes) < 4 * usual + 65536
    lints = [animproof.run("lint", "many/" + name).returncode for name in sorted(many)[:60]]
    assert 2 < lints.count(0) < 55 and set(lints) <= {0, 1}
    mutate(7, "-o", "many/", "camera.bin")
    assert os.path.exists("many/mrtk-7-000001.bin"), "one file in a folder"


def test_splice_inserts_records_of_another_file(mutate):
    _, kinds = mutate(1, "--count", "300", "--splice", "other.md5anim", "-o", "spliced/", "walk.md5anim")
    assert "splice" in kinds
    assert sum(b"only_here" in content or b"( 7 7 7 )" in content for content in contents_by_file_name("spliced").values()) > 2


def test_broken_and_empty_files_are_changed_too(animproof, mutate):
    for path in ("cut.bin", "InputAnimation.bin"):
        mutate(2, "--count", "20", "-o", "broken/", path)
    mutate(2, "--input-format", "md5anim", "text.txt")
    animproof.exits(4, "mutate", "--seed", "2", "-", "--max-input=100", input=FILES["camera.bin"])
