"""lint --files-from: lists of paths separated by lines or NUL bytes, and files that are not such lists."""

import commands
import pytest
from cli_case import mrtk, mrtk_with_error, write

ONE = b"1 file: 0 errors"


@pytest.fixture(autouse=True)
def make_files_to_list(animproof):
    write("good.bin", mrtk())
    write("bad.bin", mrtk_with_error())
    write("two\nlines.bin", mrtk_with_error())


@pytest.mark.parametrize(("text", "options", "code", "said"), [
    (b"good.bin\n", [], 0, ONE),
    (b"good.bin", [], 0, ONE),  # the last line has no line break
    (b"\n\ngood.bin\n\n", [], 0, ONE),
    (b"good.bin\ngood.bin\n./good.bin\n", [], 0, ONE),  # repeated paths are checked once
    (b"good.bin\nbad.bin\n", [], 1, b"2 files: 1 error"),
    (b"good.bin\0two\nlines.bin\0", ["--null"], 1, b"2 files: 1 error"),
    (b"two\nlines.bin\0", ["-0"], 1, rb"two\nlines.bin:"), (b"good.bin\0good.bin\0bad.bin", ["-0"], 1, b"2 files: 1 error")])
def test_the_files_of_a_list_are_checked(animproof, text, options, code, said):
    write("list", text)
    animproof.exits(code, "lint", "--no-config", "--files-from=list", *options, prints=said)
    animproof.exits(code, "lint", "--no-config", "--files-from=-", *options, prints=said, input=text)
    if options:
        animproof.exits(code, "lint", "--no-config", "--files-from0=list", prints=said)
        animproof.exits(code, "lint", "--no-config", "--files-from0=-", prints=said, input=text)


@pytest.mark.parametrize("text", [b"good.bin\0bad.bin\0", b"good.bin\0x\nbad.bin\n", b"good.bin\nx\0\nbad.bin\n"])
def test_a_nul_byte_in_a_list_of_lines_is_refused_and_no_later_path_is_checked(animproof, text):
    write("list", text)
    animproof.exits(3, "lint", "--no-config", "--format=concise", "--files-from=list", prints_never=b"bad.bin:",
                    says=b"list: contains a NUL byte: a list separated by NUL bytes needs --null")
    animproof.exits(3, "lint", "--files-from=-", input=text, says=b"--null")


def test_a_list_through_a_pipe_is_read_to_its_end(animproof):
    names = ["many_files/%d.bin" % number for number in range(2000)]
    for name in names:
        write(name, mrtk())
    write("paths", "\n".join(names))
    with commands.start(["cat", "paths"], stdout=commands.PIPE) as cat:
        animproof.exits(0, "lint", "--no-config", "--files-from=/dev/stdin", stdin=cat.stdout, prints=b"2000 files: 0 errors")
