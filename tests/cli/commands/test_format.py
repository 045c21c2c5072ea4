"""animproof format: canonical .md5anim files, compared with the tests' own parser; attributes of files; outputs that cannot be written.

Commands with all their output are in format.session.
"""

import errno
import os
import re
import resource
import signal

import pytest
from animation import Animation
from cli_case import MD5ANIM, open_full_device, read, write
from golden_files import EACH, every_nth, golden, sample_paths_or_empty
from md5_texts import FLAT, animation_text

CANONICAL = MD5ANIM.replace(b'""\n\n', b'""\n').replace(b'"hips" 0 0 0', b'"hips" 0 0 0 // root')
# Numbers from 2^32 on are spelled with a point, numbers from 2^64 on with an exponent.
NUMBER = rb"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?|[1-9][0-9]{9,19}\.0|[1-9](?:\.[0-9]*[1-9])?e[1-9][0-9])"
HUGE = re.compile(rb"[0-9]{20}|e\+?[1-9]")     # numbers that may be 2^64 or more
VECTOR = rb"\( " + b" ".join([NUMBER] * 3) + rb" \)"
CANONICAL_FORM = re.compile(rb'MD5Version 10\ncommandline "[^"\n]*"\nnumFrames \d+\nnumJoints \d+\nframeRate ' + NUMBER
                  + rb'\nnumAnimatedComponents \d+\n\n'
                  rb'hierarchy \{\n(?:\t"[^"\n]*" -?\d+ \d+ \d+(?: // [^"\n]*)?\n)+\}\n\n'
                  rb'bounds \{\n(?:\t' + VECTOR + b" " + VECTOR + rb'\n)+\}\n\n'
                  rb'baseframe \{\n(?:\t' + VECTOR + b" " + VECTOR + rb'\n)+\}\n'
                  rb'(?:\nframe \d+ \{\n(?:\t' + NUMBER + rb'(?: ' + NUMBER + rb')*\n)*\}\n)+')


def has_right_start_indices(text):
    """Returns true if the start index of each joint is the number of components before it, or 0 for a joint without components."""
    entries = [line.split(b'"')[2].split() for line in text.split(b"\nhierarchy {\n")[1].split(b"\n}")[0].splitlines()]
    starts, at = [], 0
    for _, flags, *_ in entries:
        starts.append(at if int(flags) else 0)
        at += bin(int(flags)).count("1")
    return [int(start) for _, _, start, *_ in entries] == starts


@pytest.fixture
def noncanonical_file(animproof):
    """Makes odd.md5anim, which is not in canonical form. Returns the name."""
    write("odd.md5anim", MD5ANIM)
    return "odd.md5anim"


def lint_and_get_code_rules_and_result(animproof, path):
    """Returns (exit code, rules of the findings, result of the run)."""
    lint = animproof.run("lint", "--no-companions", "--format=concise", "-q", path)
    return lint.returncode, set(re.findall(rb"\[(md5anim/[a-z-]+)\] *(?:\(|$)", lint.stdout, re.MULTILINE)), lint


def test_the_canonical_form_keeps_the_values_and_adds_no_finding(animproof):
    count = 0
    paths = golden("md5anim/valid/*.md5anim", "md5anim/bad/*.md5anim", "reference/md5anim/*.md5anim")
    for path in every_nth(paths + sample_paths_or_empty("md5anim/*/*.md5anim")):
        code, before, lint = lint_and_get_code_rules_and_result(animproof, path)
        result = animproof.exits(code, "format", path)
        if code != 0:
            assert (result.stdout, result.stderr) == (b"", lint.stdout), path
            continue
        count += 1
        text = result.stdout
        assert re.fullmatch(rb"(.*(left out|kept: a form feed|pose changes in Doom 3).*\n)*", result.stderr), path
        write("canonical.md5anim", text)
        code, after, _ = lint_and_get_code_rules_and_result(animproof, "canonical.md5anim")
        if HUGE.search(read(path)):
            after -= {b"md5anim/number-exponent"}   # such large numbers get an exponent, the only notation that all readers read alike
        assert code == 0 and after <= before, path
        animproof.exits(0, "format", "canonical.md5anim", prints_only=text)
        animproof.exits(0, "format", "--check", "canonical.md5anim")
        assert CANONICAL_FORM.fullmatch(text) and has_right_start_indices(text), path
        animproof.check(Animation(read(path)).all_parts_to_compare() == Animation(text).all_parts_to_compare(), "the canonical form keeps the values of " + path)
    assert count > 5 // EACH


def test_standard_input_is_formatted(animproof):
    animproof.exits(0, "format", "-", input=MD5ANIM, prints_only=CANONICAL)


@pytest.mark.parametrize(("start", "told"), [(b"1", True), (b"2", False)])
def test_joints_that_share_components_with_joint_0_are_reported(animproof, start, told):
    """id's reader moves joint 0, and with it the joints that share its components."""
    write("shared.md5anim", MD5ANIM.replace(b"numAnimatedComponents 0", b"numAnimatedComponents 4").replace(
        b'"root" -1 0 0', b'"root" -1 3 0').replace(b'"hips" 0 0 0', b'"hips" 0 3 ' + start).replace(
            b"frame 0 {\n", b"frame 0 {\n\t1 2 3 4\n"))
    assert (b"the pose changes in Doom 3" in animproof.exits(0, "format", "shared.md5anim").stderr) == told


def apply_diff(before, diff):
    """Returns `before` with the diff applied, and checks the context lines. The patch program may be missing."""
    lines, out, at = before.split(b"\n"), [], 0
    for hunk in re.split(rb"^(?=@@ )", diff, flags=re.MULTILINE)[1:]:
        head, *body = hunk.split(b"\n")
        first, count = re.match(rb"@@ -(\d+)(?:,(\d+))? ", head).groups()
        start = int(first) - (count != b"0")
        out += lines[at:start]
        at = start
        for line in body[:-1]:
            if line[:1] in (b" ", b"-"):
                if lines[at] != line[1:]:
                    pytest.fail("line %d of the context differs" % at)
                at += 1
            if line[:1] in (b" ", b"+"):
                out.append(line[1:])
    return b"\n".join(out + lines[at:])


def animation_partly_canonical(frames, every):
    """Returns a canonical animation in which one frame in `every` is not canonical; no frame if `every` is 0."""
    frames = [["%d.0 1" % (frame % 7) if every and frame % every == 0 else "%d 1" % (frame % 7)] for frame in range(frames)]
    boxes = ["( 0 0 0 ) ( 1 1 %d )" % number for number in range(len(frames))]
    return animation_text(['"root" -1 3 0'], boxes, [FLAT], frames, 2).replace('""\n\n', '""\n').encode()


@pytest.mark.parametrize("every", [1, 3, 50, 3000])
def test_a_diff_changes_only_the_lines_that_differ(animproof, every):
    text = animation_partly_canonical(3000, every)
    write("long.md5anim", text)
    diff = animproof.exits(1, "format", "--diff", "long.md5anim").stdout
    animproof.check(apply_diff(text, diff) == animation_partly_canonical(3000, 0), "the diff gives the canonical form")
    assert len(re.findall(rb"^[-+](?![-+])", diff, re.MULTILINE)) == 2 * (3000 // every)


def test_a_diff_marks_a_missing_newline_and_escapes_names(animproof):
    animproof.exits(1, "format", "--diff", "-", input=MD5ANIM[:-1].replace(b"}\n\nframe", b"}\nframe"),
                    prints_last=b"-}\n\\ No newline at end of file\n+}\n")
    write(b"a\nb\xff.md5anim", MD5ANIM)
    animproof.exits(1, "format", "--check", "--diff", b"a\nb\xff.md5anim", prints=b"--- a\\nb\\xff.md5anim\n", prints_last=b"\na\\nb\\xff.md5anim\n")


def test_write_keeps_links_and_does_not_write_a_canonical_file(animproof, noncanonical_file):
    write("canonical.md5anim", CANONICAL)
    os.symlink(noncanonical_file, "link.md5anim")
    before = os.stat("canonical.md5anim")
    animproof.exits(0, "format", "-w", "canonical.md5anim", "link.md5anim", prints_only=b"", says_only=b"", leaves=(noncanonical_file, CANONICAL))
    after = os.stat("canonical.md5anim")
    assert os.path.islink("link.md5anim") and (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize(("text", "written", "said"), [
    (CANONICAL + MD5ANIM, CANONICAL, b"left out"), (MD5ANIM.replace(b"numFrames", b"// a\x0cb\nnumFrames"), CANONICAL, b""),
    (MD5ANIM.replace(b'""', b'"a\x0cb"'), CANONICAL.replace(b'""', b'"a\x0cb"'), b"a form feed in a string was not removed")])
def test_texts_that_are_left_out_or_unusual_are_reported(animproof, text, written, said):
    """Formatting removes a second animation that follows the first in the file, keeps a form feed in a string, and removes
    without a message a form feed in a comment."""
    write("two.md5anim", text)
    result = animproof.exits(0, "format", "-w", "two.md5anim", leaves=("two.md5anim", written))
    assert result.stderr.count(said) == 1 if said else result.stderr == b""


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_write_keeps_the_permissions(animproof, noncanonical_file, mode):
    os.chmod(noncanonical_file, mode)
    animproof.exits(0, "format", "-w", noncanonical_file, leaves=(noncanonical_file, CANONICAL))
    assert os.stat(noncanonical_file).st_mode & 0o7777 == mode


def test_write_keeps_extended_attributes(animproof, noncanonical_file):
    try:
        os.setxattr(noncanonical_file, "user.source", b"mocap \x00 7")
    except OSError as error:
        if error.errno in (errno.ENOTSUP, errno.EPERM):
            pytest.skip("the file system of temporary files has no extended attributes")
    animproof.exits(0, "format", "-w", noncanonical_file)
    assert "user.source" in os.listxattr(noncanonical_file) and os.getxattr(noncanonical_file, "user.source") == b"mocap \x00 7"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file to another user")
def test_write_keeps_owner_and_group(animproof, noncanonical_file):
    os.chown(noncanonical_file, 12345, 54321)
    animproof.exits(0, "format", "-w", noncanonical_file)
    assert (os.stat(noncanonical_file).st_uid, os.stat(noncanonical_file).st_gid) == (12345, 54321)


@pytest.mark.parametrize("length", [200, 248, 249, 255])
def test_a_file_with_a_name_of_up_to_255_bytes_is_formatted(animproof, length):
    """The name of the temporary file must not be longer than 255 bytes either."""
    name = "n" * (length - 8) + ".md5anim"
    write(name, MD5ANIM)
    animproof.exits(0, "format", "-w", name, leaves=(name, CANONICAL))
    assert os.listdir(".") == [name]


def test_the_other_hard_link_keeps_its_content_and_is_reported(animproof, noncanonical_file):
    os.link(noncanonical_file, "two.md5anim")
    animproof.exits(0, "format", "-w", noncanonical_file, says=b"odd.md5anim: 1 other name of this file (hard links) keeps the old content", leaves=(noncanonical_file, CANONICAL))
    assert read("two.md5anim") == MD5ANIM
    animproof.exits(0, "format", "-w", noncanonical_file, says_only=b"")  # no message for a file that is not written


def test_output_that_cannot_be_written_gives_exit_3(animproof, noncanonical_file):
    animproof.exits(3, "format", noncanonical_file, stdout=open_full_device(), says=b"standard output: No space left")
    animproof.exits(3, "format", "--diff", noncanonical_file, stdout=open_full_device())
    animproof.exits(3, "format", "--check", noncanonical_file, stdout=open_full_device())
    animproof.check_closed_pipe(3, "format", noncanonical_file)
    os.mkdir("folder")
    animproof.exits(3, "format", noncanonical_file, "-o", "folder", says_first=b"animproof: folder")
    animproof.exits(3, "format", "-w", "folder", says=b"nothing to format")
    os.mkfifo("fifo")
    animproof.exits(3, "format", "-w", "fifo")
    assert read(noncanonical_file) == MD5ANIM


def limit_file_size(ignores_signal):
    """Simulates a full disk: writing beyond 20 kB fails if the signal is ignored, and otherwise kills the program."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignores_signal else signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


@pytest.mark.parametrize("arguments", [["-w", "long.md5anim"], ["long.md5anim", "-o", "canonical.md5anim"]])
def test_a_failed_write_leaves_the_existing_files(animproof, arguments):
    write("long.md5anim", animation_partly_canonical(3000, 1))
    write("canonical.md5anim", CANONICAL)
    animproof.exits(3, "format", *arguments, preexec_fn=lambda: limit_file_size(True), says=b"File too large")
    assert sorted(os.listdir(".")) == ["canonical.md5anim", "long.md5anim"], "no temporary file is left"
    animproof.exits(-signal.SIGXFSZ, "format", *arguments, preexec_fn=lambda: limit_file_size(False), restore_signals=False)
    animproof.check(read("long.md5anim") == animation_partly_canonical(3000, 1) and read("canonical.md5anim") == CANONICAL, "a killed program keeps the files")
