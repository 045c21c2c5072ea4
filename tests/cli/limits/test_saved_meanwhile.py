"""A file that another program saves during a command is never overwritten. lib/save_between.c saves at chosen system calls."""

import contextlib
import os
import shlex

import pytest
from cli_case import MD5ANIM, path_in_tree, mrtk, preload_environment, read, write

LOOSE = MD5ANIM.replace(b"frameRate 24", b"frameRate  24")  # an animation that is not in canonical form
LARGE = LOOSE.replace(b"frameRate", b"// " + 100000 * b"x" + b"\nframeRate")  # an animation large enough to be mapped
FIXABLE = b"\xef\xbb\xbf" + MD5ANIM
FIXABLE_TOO = FIXABLE.replace(b"frameRate 24", b"frameRate 25")
CHANGED = b"was changed by another program: nothing is written"

# Ways in which editors save: each shell command writes the content of the file "saved" to the file "it".
SAVE = "cp saved saved.new; mv -f saved.new it"
IN_PLACE = "dd if=saved of=it conv=notrunc status=none"
SAVES = [SAVE, "cat saved >it", IN_PLACE, "rm it; cp saved it"]

# {command: (content before it, saved content)}
CONTENTS = {
    "format -w it": (LOOSE, LOOSE.replace(b"frameRate  24", b"frameRate  25")),
    "format --prune -w it": (LOOSE, LOOSE.replace(b"frameRate  24", b"frameRate  25")),
    "format -o it it": (LOOSE, LOOSE.replace(b"frameRate  24", b"frameRate  25")),
    "fix -w --input-format=md5anim it": (FIXABLE, FIXABLE_TOO),
}
COMMANDS = [*((command, *contents) for command, contents in CONTENTS.items()),
            ("format -w it", LARGE, LARGE.replace(b"frameRate  24", b"frameRate  25"))]
FORMAT, BEFORE, SAVED = COMMANDS[0]
FORMAT_LARGE = COMMANDS[-1]
each_command = pytest.mark.parametrize(("command", "before", "saved"), COMMANDS, ids=[*CONTENTS, "format -w it, mapped"])


@pytest.fixture(scope="module")
def preloading_environment(tmp_path_factory):
    with contextlib.chdir(tmp_path_factory.mktemp("library")):
        return preload_environment("save_between")


@pytest.fixture
def environment_with_saves(preloading_environment):
    """Returns an environment in which the preloaded library runs each shell command before or after the chosen system call."""
    return lambda *moments, **more: {**preloading_environment, **{"SAVE_%d" % (i + 1): moment for i, moment in enumerate(moments)}, **more}


@pytest.fixture
def check_saved_content_kept(animproof, environment_with_saves):
    """Runs the command on the file `it`, with saves at `moments`. Afterwards `it` must have the content `wanted`, by default the
    saved content, and no temporary file may be left."""
    def check(command, before, saved, *moments, says=CHANGED, wanted=None, code=3, **more):
        write("it", before)
        write("saved", saved)
        what = "%s; %r, %r: " % (command, moments, more)
        result = animproof.run(*shlex.split(command), env=environment_with_saves(*moments, **more))
        animproof.check(result.returncode == code, what + "exit %d" % code, result)
        animproof.check(says in result.stderr, what + "%r is said" % says, result)
        animproof.check(os.path.exists("it") and read("it") == (saved if wanted is None else wanted), what + "the saved content is kept", result)
        left = [name for name in os.listdir(".") if name.startswith(".animproof")]
        animproof.check(not left, what + "temporary files are left: %r" % left)
    return check


@each_command
@pytest.mark.parametrize("more", [{}, {"NO_EXCHANGE": "1"}], ids=["exchanged", "no exchange of files"])
def test_a_file_is_replaced_if_no_program_saves_it(animproof, environment_with_saves, command, before, saved, more):
    write("it", before)
    animproof.exits(0, *command.split(), env=environment_with_saves(**more))
    assert read("it") not in (before, saved)


@pytest.mark.parametrize("save", SAVES)
@each_command
def test_a_save_during_a_command_is_kept(check_saved_content_kept, command, before, saved, save):
    for moment in ("before fsync 1", "before renameat2 1"):
        for more in ({}, {"COARSE_TIMES": "1"}):
            check_saved_content_kept(command, before, saved, "%s %s" % (moment, save), **more)
    check_saved_content_kept(command, before, saved, "before fsync 1 " + save, NO_EXCHANGE="1")
    # A save after the program has exchanged the files counts as one after the end of the program: it is kept without a message.
    if save != IN_PLACE:  # saving in place would leave the end of the longer new file
        check_saved_content_kept(command, before, saved, "after renameat2 1 " + save, says=b"", code=0)


def test_a_save_of_a_mapped_file_before_it_is_read_is_formatted(animproof, check_saved_content_kept):
    """A program that reads a mapped file sees a save at once."""
    write("it", FORMAT_LARGE[2])
    animproof.exits(0, "format", "-w", "it")
    check_saved_content_kept(*FORMAT_LARGE, "after mmap64 1 " + IN_PLACE, says=b"", wanted=read("it"), code=0, COARSE_TIMES="1")


def test_a_save_of_a_mapped_file_between_two_reading_passes_is_kept(check_saved_content_kept):
    """The new file is opened after the first pass. The saved bytes must not be mixed with the bytes read before."""
    check_saved_content_kept(*FORMAT_LARGE, "before fchmod 1 " + IN_PLACE, COARSE_TIMES="1")
    for saved in (LARGE.replace(b"frame 0", b"frame x"), LARGE.replace(b"numJoints 2", b"numJoints 9"), b"{" * len(LARGE)):
        check_saved_content_kept(*FORMAT_LARGE[:2], saved, "before fchmod 1 " + IN_PLACE)


@pytest.mark.parametrize("moment", ["after renameat2 1", "before renameat2 2"])
def test_the_newer_of_two_saves_is_kept(check_saved_content_kept, moment):
    newer = SAVED.replace(b"frameRate  25", b"frameRate  26")
    write("newer", newer)
    check_saved_content_kept(FORMAT, BEFORE, SAVED, "before renameat2 1 " + SAVE, moment + " cp newer newer.new; mv -f newer.new it", wanted=newer)


def test_a_file_removed_while_the_save_is_restored_has_the_saved_content(check_saved_content_kept):
    check_saved_content_kept(FORMAT, BEFORE, SAVED, "before renameat2 1 " + SAVE, "before renameat2 2 rm it")


def test_a_save_that_cannot_be_restored_is_kept_under_a_temporary_name(animproof, environment_with_saves):
    write("it", BEFORE)
    write("saved", SAVED)
    animproof.exits(3, *FORMAT.split(), env=environment_with_saves("before renameat2 1 " + SAVE, NO_EXCHANGE="2"),
                    says=b"was changed by another program and could not be restored")
    left, = (name for name in os.listdir(".") if name.startswith(".animproof-"))
    assert read(left) == SAVED and read("it") not in (BEFORE, SAVED)


def test_a_replaced_file_that_cannot_be_removed_is_restored(check_saved_content_kept):
    check_saved_content_kept(FORMAT, BEFORE, BEFORE, NO_UNLINK="1", says=b"Operation not permitted")


@pytest.mark.parametrize("moment", ["before fsync 1", "before renameat2 1"])
def test_a_file_removed_during_the_command_is_not_created_again(animproof, environment_with_saves, moment):
    write("it", BEFORE)
    animproof.exits(3, *FORMAT.split(), env=environment_with_saves(moment + " rm it"), says=CHANGED, unwritten="it")


def test_a_file_with_changed_permissions_is_not_overwritten(check_saved_content_kept):
    check_saved_content_kept(FORMAT, BEFORE, BEFORE, "before fsync 1 chmod 600 it")
    assert os.stat("it").st_mode & 0o777 == 0o600


def test_a_directory_that_replaces_the_file_after_a_stat_call_is_kept(animproof, environment_with_saves):
    """Some commands call stat twice and open the file in between."""
    replaced = []
    for command, (before, _) in CONTENTS.items():
        if "--prune" in command:
            continue
        for number in range(1, 12):
            write("it", before)
            result = animproof.run(*command.split(), env=environment_with_saves("after stat64 %d rm it; mkdir it" % number))
            replaced.append(os.path.isdir("it"))
            animproof.check(result.returncode == (3 if replaced[-1] else 0), "%s, stat call %d" % (command, number), result)
            if replaced[-1]:
                assert os.listdir("it") == []
                os.rmdir("it")
    assert set(replaced) == {True, False}, "the directory comes before and after the last stat call"


@pytest.mark.parametrize(("mode", "code", "said"), [
    ("r+b", 3, b"is open for writing in another program: nothing is written"), ("rb", 0, b"")], ids=["writing", "reading"])
def test_a_file_open_for_writing_is_not_replaced_and_a_reader_does_not_matter(animproof, mode, code, said):
    write("it", BEFORE)
    with open("it", mode):
        animproof.exits(code, *FORMAT.split(), says=said)
    assert (read("it") == BEFORE) == (code == 3)


def test_a_link_that_replaces_the_file_is_restored(check_saved_content_kept):
    write("other", SAVED)
    check_saved_content_kept(FORMAT, BEFORE, SAVED, "before renameat2 1 ln -sf other it")
    assert os.readlink("it") == "other"


def test_only_the_target_that_was_read_is_replaced_if_a_link_changes(animproof, environment_with_saves):
    write("one", BEFORE)
    write("other", SAVED)
    os.symlink("one", "it")
    animproof.run(*FORMAT.split(), env=environment_with_saves("before fsync 1 ln -sf other it"))
    assert read("one") != BEFORE and read("other") == SAVED


def test_a_save_to_the_target_of_a_link_is_kept(animproof, environment_with_saves):
    write("one", BEFORE)
    write("saved", SAVED)
    os.symlink("one", "it")
    animproof.exits(3, *FORMAT.split(), env=environment_with_saves("before fsync 1 cp saved saved.new; mv -f saved.new one"), leaves=("one", SAVED))
    assert os.readlink("it") == "one"


def test_the_other_files_of_the_run_are_written(animproof, environment_with_saves):
    write("it", FIXABLE)
    write("next.md5anim", FIXABLE)
    write("saved", FIXABLE_TOO)
    animproof.exits(3, "fix", "-w", "--input-format=md5anim", "it", "next.md5anim", env=environment_with_saves("before fsync 1 " + SAVE), leaves=("it", FIXABLE_TOO))
    assert read("next.md5anim") not in (FIXABLE, FIXABLE_TOO)


@pytest.mark.parametrize("command", [
    "convert it --to=json -o it", "mutate --defect=mrtk/flag_camera-2 it -o it", "mutate --seed=1 it -o it",
    "view --page %s it -o it" % path_in_tree("web/page/page.html")])
def test_other_commands_keep_a_save_of_the_file_that_they_replace(check_saved_content_kept, command):
    check_saved_content_kept(command, mrtk(), mrtk(pre_wrap=4), "before fsync 1 " + SAVE)


def test_a_document_that_is_converted_over_itself_is_kept(animproof, check_saved_content_kept):
    write("x.bin", mrtk())
    animproof.exits(0, "convert", "x.bin", "--to=json", "-o", "x.json")
    document = read("x.json")
    other = document.replace(b'"time": 1', b'"time": 2')
    assert other != document
    check_saved_content_kept("convert it -o it", document, other, "before fsync 1 " + SAVE)


def test_a_baseline_is_kept_if_it_was_read(animproof, check_saved_content_kept):
    write("next.md5anim", MD5ANIM)
    lint = "lint --input-format=md5anim next.md5anim --write-baseline="
    animproof.exits(0, *(lint + "base").split())
    base = read("base")
    saved = base + b"next.md5anim\tmd5anim/parent-order\t\t\n"
    sandbox = {"ANIMPROOF_NO_SANDBOX": "1"}  # the sandbox would forbid the save of the preloaded library
    check_saved_content_kept(lint + "it --baseline=it", base, saved, "before fsync 1 " + SAVE, **sandbox)
    check_saved_content_kept(lint + "it", base, saved, "before fsync 1 " + SAVE, says=b"", wanted=base, code=0, **sandbox)
    write("elsewhere/base", base)
    animproof.exits(0, *(lint + "elsewhere/base --baseline=elsewhere/base").split())


def test_a_list_of_known_failures_is_kept(animproof, check_saved_content_kept):
    animproof.exits(0, "corpus", "build", "made", "--format=mrtk", "--count=1")
    known = b"never n_* # of old\n"
    check_saved_content_kept("conform --loader='never=false {}' --known-failures=it --write-known-failures=it made", known, known + b"other n_* # new\n",
               "before renameat2 1 " + SAVE)
