"""`animproof reduce`: its answers, limits, messages and results."""

import os
import signal
import subprocess
import time

import pytest
from cli_case import md5anim, md5mesh, read, write
from loader_scripts import write_script


@pytest.fixture
def walk_animation(animproof):
    animproof.exits(0, "generate", "--format", "md5anim", "--seed", "3", "--knob", "joints=5", "--knob", "frames=4", "-o", "walk.md5anim")
    return read("walk.md5anim")


def test_the_result_is_written_beside_the_file_which_stays(animproof, walk_animation):
    said = animproof.exits(0, "reduce", "--test", "grep -q 'frame 2' {}", "walk.md5anim").stdout
    assert read("walk.reduced.md5anim") == b"frame 2" and read("walk.md5anim") == walk_animation
    assert said.startswith(b"walk.md5anim: %d bytes, reduced to 7 (exit 0; " % len(walk_animation)) and said.endswith(b"written to walk.reduced.md5anim\n")


def test_the_answer_is_the_exit_code_or_the_signal(animproof, walk_animation):
    code = write_script("code.sh", "grep -q 'frame 3' $1 && exit 7; grep -q frame $1 && exit 8; exit 0")
    animproof.exits(0, "reduce", "--test", code + " {}", "walk.md5anim", "-o", "code", prints=b"(exit 7; ")
    assert read("code") == b"frame 3"
    ends = write_script("ends.sh", "grep -q numJoints $1 && kill -SEGV $$; exit 139")
    animproof.exits(0, "reduce", "--test", ends + " {}", "walk.md5anim", "-o", "ends", prints=b"(SIGSEGV; ")
    assert read("ends") == b"numJoints"


def test_a_text_counts_however_the_command_ends(animproof, walk_animation):
    script = write_script("said.sh", "grep -q hierarchy $1 && echo 'bad joint'; exit $(wc -c < $1 | tail -c 2)")
    animproof.exits(0, "reduce", "--test", script + " {}", "--text", "bad joint", "walk.md5anim", "-o", "small")
    assert read("small") == b"hierarchy"
    animproof.exits(1, "reduce", "--test", script + " {}", "--text", "no such text", "walk.md5anim", "-o", "none",
                    says=b"the output of the command does not contain 'no such text'")
    assert not os.path.exists("none")


def test_the_kind_of_a_sanitizer_report_is_kept(animproof):
    script = write_script("report.sh", """if grep -q b $1; then echo "==$$==ERROR: AddressSanitizer: heap-use-after-free on address 0x$$"; exit 1; fi
if grep -q a $1; then echo "==$$==ERROR: AddressSanitizer: SEGV on unknown address 0x$$"; exit 1; fi""")
    write("x.txt", b"aabb")
    animproof.exits(0, "reduce", "--test", script + " {}", "x.txt", prints=b"heap-use-after-free")
    assert read("x.reduced.txt") == b"b"


def test_without_braces_the_file_is_standard_input(animproof, walk_animation):
    animproof.exits(0, "reduce", "--test", "grep -q 'frame 1'", "walk.md5anim", "-o", "small")
    assert read("small") == b"frame 1"


def test_a_valid_file_stays_valid(animproof, walk_animation):
    animproof.exits(0, "reduce", "--valid", "--test", "grep -q 'frame 2 {' {}", "walk.md5anim", "-o", "small.md5anim")
    animproof.exits(0, "lint", "--fail-on", "error", "small.md5anim")
    small = read("small.md5anim")
    assert len(small) < 300 and small.count(b"frame ") == 3 and b"numJoints 1\n" in small
    write("bad.md5anim", md5anim(parent=b"7"))
    animproof.exits(1, "reduce", "--valid", "--test", "true {}", "bad.md5anim", says=b"the file has errors, so --valid cannot be kept")
    write("x.txt", b"text")
    animproof.exits(1, "reduce", "--valid", "--test", "true {}", "x.txt", says=b"the format is not recognised, so --valid")


@pytest.mark.parametrize("options", [[], ["--valid"], ["--tries", "9"]])
def test_several_jobs_give_the_result_of_one(animproof, walk_animation, options):
    for jobs in ("1", "2", "7"):
        animproof.exits(0, "reduce", "-j", jobs, *options, "--test", "grep -q 'frame 1 {' {}", "walk.md5anim", "-o", "small" + jobs)
    assert read("small1") == read("small2") == read("small7")


def test_limits_end_the_search_with_a_sentence(animproof, walk_animation):
    animproof.exits(0, "reduce", "--tries", "3", "--test", "grep -q 'frame 1 {' {}", "walk.md5anim", "-o", "small",
                    says=b"the limit of --tries is reached: the file has the answer, but a smaller one may too")
    slow = write_script("slow.sh", "sleep 0.4; grep -q 'frame 1 {' $1")
    animproof.exits(0, "reduce", "-j1", "--seconds", "1", "--test", slow + " {}", "walk.md5anim", "-o", "small",
                    says=b"the limit of --seconds is reached")
    assert b"frame 1 {" in read("small")
    animproof.exits(0, "reduce", "--timeout", "0.2", "--tries", "2", "--test", "sleep 9", "walk.md5anim", "-o", "small", prints=b"(the time limit; ")


def test_an_interrupt_writes_the_smallest_file_so_far(animproof, walk_animation):
    slow = write_script("slow.sh", "sleep 0.1; grep -q 'frame 1 {' $1")
    process = subprocess.Popen([animproof.program, "reduce", "-j1", "--test", slow + " {}", "walk.md5anim", "-o", "small"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 3 and b"interrupted by SIGINT: the file has the answer" in said
    assert b"frame 1 {" in read("small") and len(read("small")) < len(walk_animation)


def test_a_command_that_changes_its_answer_proves_nothing(animproof, walk_animation):
    script = write_script("changes.sh", "test -e seen && exit 1; touch seen")
    animproof.exits(1, "reduce", "--test", script, "walk.md5anim", says=b"the command does not repeat its answer: first exit 0, then exit 1")
    assert not os.path.exists("walk.reduced.md5anim")


def test_a_joint_goes_with_all_that_belongs_to_it(animproof):
    write("walk.md5mesh", md5mesh(["root", "hips", "knee"]))
    animproof.exits(0, "reduce", "--valid", "--test", "grep -q knee {}", "walk.md5mesh")
    small = read("walk.reduced.md5mesh")
    assert b"numJoints 1" in small and b"hips" not in small and b"root" not in small
    animproof.exits(0, "lint", "--fail-on", "error", "walk.reduced.md5mesh")


@pytest.mark.parametrize(("words", "code", "said"), [
    (["walk.md5anim"], 2, b"a command is missing: give --test 'CMD {}'"),
    (["--test", "true {}"], 2, b"no file given"),
    (["--test", "true {}", "walk.md5anim", "walk.md5anim"], 2, b"one file at a time"),
    (["--test", "true {}", "-"], 2, b"standard input cannot be reduced: give a file"),
    (["--test", "", "walk.md5anim"], 2, b"--test: the command is empty"),
    (["--test", "true 'x", "walk.md5anim"], 2, b"--test: a quote is not closed"),
    (["--test", "true {} {companion}", "walk.md5anim"], 2, b"--test: only {} may be in the command"),
    (["--test", "true", "--text", "", "walk.md5anim"], 2, b"--text: the text is empty"),
    (["--test", "true", "walk.md5anim", "-o", "./walk.md5anim"], 2, b"--output is the file itself, which stays as it is"),
    (["--test", "true", "--timeout", "0", "walk.md5anim"], 2, b"--timeout: '0' is not a number of seconds"),
    (["--test", "./missing {}", "walk.md5anim"], 3, b"cannot start loader test: ./missing: No such file or directory"),
    (["--test", "true", "no.md5anim"], 3, b"no.md5anim: No such file or directory"),
    (["--test", "true", "walk.md5anim", "-o", "no/small"], 3, b"no/small: No such file or directory"),
])
def test_wrong_usage_is_refused(animproof, walk_animation, words, code, said):
    animproof.exits(code, "reduce", *words, says=said)


def test_files_of_any_content_are_reduced(animproof):
    write("empty.md5anim", b"")
    animproof.exits(0, "reduce", "--test", "true", "empty.md5anim", prints=b"0 bytes, nothing can be removed")
    write("x.bin", bytes(range(256)) * 3)
    script = write_script("zero.sh", "test $(tr -cd '\\377' < $1 | wc -c) -ge 2")
    animproof.exits(0, "reduce", "--test", script + " {}", "x.bin")
    assert read("x.reduced.bin") == b"\xff\xff"
    animproof.exits(0, "reduce", "--test", script + " {}", "x.bin", "-o", "-", prints=b"\xff\xff")
