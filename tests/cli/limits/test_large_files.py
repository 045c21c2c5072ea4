"""Sparse files of gigabytes: lint maps them instead of copying them, and reads offsets above 4 GiB."""

import os
import resource
import struct

import commands
import pytest
from cli_case import mrtk, preload_environment, read, write

GIB = 1 << 30


def make_sparse_file(path, start, size):
    write(path, start)
    os.truncate(path, size)


@pytest.fixture
def lint_with_memory_limit(animproof):
    """Runs lint, without sanitizers with a limit of 256 MiB for allocated memory; mapped files do not count. Returns the JSON entry of the
    file. map_holes_as_zeros: the holes of the file are mapped as zeros without a page of cache for each (lib/holes.c)."""
    def lint_and_read_entry(code, *arguments, map_holes_as_zeros=False):
        options = {}
        if b"__asan_init" not in read(animproof.program):
            options["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_DATA, (256 << 20, 256 << 20))
            if map_holes_as_zeros:
                options["env"] = preload_environment("holes")
        return animproof.json(code, "lint", *arguments, **options)["files"][0]
    return lint_and_read_entry


def rule_offset_and_length_of_findings(entry):
    return [(finding["rule"], finding["offset"], finding["length"]) for finding in entry["findings"]]


@pytest.mark.parametrize("size", [3 * GIB, 5 * GIB])
def test_a_file_filled_with_zeros_is_unrecognized(lint_with_memory_limit, size):
    make_sparse_file("zeros.bin", b"", size)
    entry = lint_with_memory_limit(1, "zeros.bin")
    assert entry["size"] == size and entry["findings"][0]["rule"] == "file/unrecognized"


@pytest.mark.parametrize("size", [3 * GIB, 5 * GIB, 65535, 65536, 65537])
def test_trailing_bytes_are_reported_in_files_of_each_size(lint_with_memory_limit, size):
    """lint maps files of 64 KiB and more."""
    make_sparse_file("trailing.bin", mrtk(), size)
    assert rule_offset_and_length_of_findings(lint_with_memory_limit(1, "--mrtk-layout=writer", "trailing.bin")) == [("mrtk/trailing-bytes", len(mrtk()), size - len(mrtk()))]


def test_a_finding_after_4_gib_of_transforms_has_its_offset(lint_with_memory_limit):
    """The group after the transforms is cut off after two bytes, so lint must read all transforms."""
    frames, timesteps = 1000, 4 * GIB // 96000 + 1
    size = 16 + 96 * frames * timesteps
    make_sparse_file("motion.bin", struct.pack("<iiii", 1, 30, frames, timesteps), size + 2)
    assert rule_offset_and_length_of_findings(lint_with_memory_limit(1, "--select", "memg/trailing-bytes", "motion.bin", map_holes_as_zeros=True)) == [("memg/trailing-bytes", size, 2)]


def test_a_pipe_is_read_up_to_max_input(animproof):
    make_sparse_file("zeros.bin", b"", 3 * GIB)
    with open("zeros.bin", "rb") as file, commands.start(["cat"], stdin=file, stdout=commands.PIPE) as cat:
        animproof.exits(4, "lint", "-", "--max-input=8M", stdin=cat.stdout, says=b"is longer than 8388608 bytes")
        cat.stdout.close()
