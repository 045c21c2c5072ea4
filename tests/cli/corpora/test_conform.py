"""animproof conform with loaders that work: statuses, the table, the arguments of a loader's command, and the order of results."""

import glob
import os

import pytest
from cli_case import path_in_tree, md5anim, mrtk, mrtk_with_error, preload_environment, read, write
from golden_files import EACH
from loader_scripts import write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content


def build_plain_corpus():
    build_small_corpus("plain", [case_and_content("y_a", md5anim()), case_and_content("n_b", b"bad"), case_and_content("i_c", b"either"), case_and_content("y_d", mrtk(), "mrtk")])


def test_a_run_without_disagreements_prints_a_table_alone(conform):
    build_plain_corpus()
    good = write_script("good.sh", 'case "$1" in */n_*) exit 1;; esac')
    conform(0, "--loader", "good=%s {}" % good, "--loader", "other=%s {}" % good, "--loader-format", "other=mrtk,memg", "plain",
            prints=b"\ngood         4       3            0            0      0        0        0       1        0\n"
            b"other        1       1            0 ", prints_last=b"\n\n2 loaders on 4 files: 0 disagreements.\n", says_only=b"")


def test_disagreements_are_listed(animproof, conform):
    build_plain_corpus()
    words = ["--loader", "wrong=%s {}" % write_script("wrong.sh", 'case "$1" in */y_*) exit 1;; esac'), "plain"]
    conform(1, *words, "--show", "1", prints=b"wrong: y_a: should have accepted: a reason: y_a\n... and 2 more (--show 0 shows all)\n")
    conform(1, *words, "--show", "0", prints=b"wrong: n_b: should have refused: md5anim/count at 0x7: a reason: n_b\n", prints_never=b"more")
    animproof.check_closed_pipe(3, "conform", *words)
    conform(1, *words, "--progress", "always", says=b"\r[", says_last=b"\r\x1b[K")


def test_a_loader_that_reads_no_companion_may_accept_a_fault_of_the_companion(conform):
    build_small_corpus("pairs", [case_and_content("n_names", b"a", defect="md5anim/mesh-joint-name_other"),
                    case_and_content("n_parent", b"b", defect="md5anim/parent-order_forward")])
    accepting = write_script("takes.sh", "exit 0")
    conform(1, "--loader", "alone=%s {}" % accepting, "--loader", "both=%s {} {companion}" % accepting, "--output", "json=pairs.json", "pairs")
    assert statuses_by_case_and_loader("pairs.json", "status") == {
        ("n_names", "alone"): "may-differ", ("n_names", "both"): "should-have-refused",
        ("n_parent", "alone"): "should-have-refused", ("n_parent", "both"): "should-have-refused"}


def test_the_message_on_a_file_with_two_errors_names_the_rule_for_which_the_file_was_made(conform):
    two = [{"rule": "md5anim/" + rule, "severity": "error", "offset": 1, "length": 1, "path": ""}
           for rule in ("mesh-joint-parent", "parent-order")]
    build_small_corpus("two", [case_and_content("n_two", b"a", defect="md5anim/parent-order_forward", expected=two)])
    conform(1, "--loader", "x=%s {}" % write_script("takes.sh", "exit 0"), "two", prints=b"x: n_two: should have refused: md5anim/parent-order at 0x1: ")


def test_results_are_in_the_order_of_the_manifest_with_any_number_of_jobs(conform):
    names = ["%s_%03d" % ("nyi"[i % 3], i) for i in range(60)]
    build_small_corpus("many", [case_and_content(name, name.encode()) for name in names])
    good = write_script("echoes.sh", 'echo "$1"; case "$1" in *7.*|*/n_*) exit 1;; *9.*) exit 4;; esac')
    outputs = []
    for jobs in ("1", "2", "16"):
        result = conform(1, "-j", jobs, "--output", "json=out.json", "--output", "junit=out.xml", "--loader", "a=%s {}" % good,
                         "--loader", "b=%s {}" % good, "many")
        outputs.append((result.stdout, read("out.json"), read("out.xml")))
    assert outputs[0] == outputs[1] == outputs[2]
    assert [name for name, loader in statuses_by_case_and_loader("out.json") if loader == "a"] == names


def test_a_command_is_split_into_words_as_a_shell_does_without_expansion(conform):
    build_small_corpus("words", [case_and_content("y_scene", b"x", "memg", companion="memg/y_scene.obj"), case_and_content("y_alone", b"y", "memg")])
    write("words/memg/y_scene.obj", b"")
    write_script("tell.sh", 'for word; do echo "[$word]"; done')
    command = """ ./tell.sh  "a  b" 'c"d' e\\ f x={} '{companion}' {}{} "" $HOME """
    conform(0, "--loader", "tell=" + command, "--output", "json=words.json", "words")
    said = statuses_by_case_and_loader("words.json", "output")
    assert said["y_scene", "tell"] == "[a  b]\n[c\"d]\n[e f]\n[x=%sscene.bin]\n[%sscene.obj]\n[%sscene.bin%sscene.bin]\n[]\n[$HOME]\n" % (
        ("words/memg/y_",) * 4)
    assert "]\n[]\n[words/memg/" in said["y_alone", "tell"], "{companion} is an empty word if there is no companion"
    os.rename("words", "-words")
    conform(0, "--loader", "tell=./tell.sh {}", "--output", "json=words.json", "--", "-words")
    assert statuses_by_case_and_loader("words.json", "output")["y_alone", "tell"] == "[./-words/memg/y_alone.bin]\n"


def test_a_loader_that_cannot_start_ends_the_run_and_replaces_no_report(animproof, conform):
    build_plain_corpus()
    write("keep.json", b"as it was")
    write("not.sh", b"#!/bin/sh\n")
    write_script("good.sh", "")
    write_script("lost.sh", "", animproof.absent_path("interpreter"))
    for command in ("./absent {}", "no-such-program-anywhere {}", "./not.sh {}", "./lost.sh {}", "/ {}", "./good.sh/{}"):
        conform(3, "--loader", "x=" + command, "--output", "json=keep.json", "--output", "html=new.html", "plain", says=b"cannot start loader x: ")
    assert read("keep.json") == b"as it was"
    assert glob.glob("*.json.*") + glob.glob("new.html*") == []


def test_the_independent_readers_agree(conform):
    """The readers of tests/ref exit with 2 if they fail themselves."""
    build_small_corpus("real", [case_and_content("y_mrtk", mrtk(), "mrtk"), case_and_content("n_mrtk", mrtk_with_error(), "mrtk"), case_and_content("n_memg", b"x", "memg"),
                   case_and_content("y_md5", md5anim()), case_and_content("n_md5", md5anim(b"5"))])
    conform(0, "--loader", "ref=%s {} {companion}" % path_in_tree("tests/ref/loader.py"), "--memory", "0", "real")


# A preloaded library in which an allocation of 110000 to 130000 bytes fails, such as that of a loader's name of 120000 bytes.
NO_ROOM_FOR_NAME = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
void *malloc(size_t bytes)
{
    static void *(*next)(size_t);
    if (next == 0)
        next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    return bytes >= 110000 && bytes <= 130000 ? 0 : next(bytes);
}
"""


@pytest.mark.skipif(EACH > 1, reason="a preloaded library does not replace the functions of a sanitizer")
def test_a_name_without_memory_for_its_copy_is_not_wrong_usage(animproof):
    environment = preload_environment("no_room", NO_ROOM_FOR_NAME)
    for option, rest in (("--loader", "true {}"), ("--loader-format", "mrtk")):
        animproof.exits(4, "conform", "--loader", "x=true {}", option, "%s=%s" % (120000 * "n", rest), "all", env=environment,
                        says_only=b"animproof: no memory for the loaders\n")
