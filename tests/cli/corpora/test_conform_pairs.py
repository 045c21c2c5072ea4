"""animproof conform --pairs: loaders that treat a file and a changed file of the same meaning differently."""

import json
import os

from cli_case import mrtk_with_error, read
from loader_scripts import read_valid_report, write_script
from small_corpus import build_small_corpus, case_and_content, write_values_and_hash



def build_corpus_of_walk_and_bad_file(animproof):
    animproof.exits(0, "generate", "--format=md5anim", "--seed=7", "--knob", "joints=3", "--knob", "frames=2", "-o", "walk.md5anim")
    build_small_corpus("one", [case_and_content("y_walk", read("walk.md5anim")), case_and_content("n_bad", b"bad")])


def read_changed_count_and_differences(animproof, path):
    report = read_valid_report(animproof, path)
    return report["changed_files"], report["pair_differences"]


def test_a_loader_that_reads_no_exponents_is_found_out(animproof, conform):
    build_corpus_of_walk_and_bad_file(animproof)
    faulty = write_script("faulty.sh", "case $1 in */n_*) exit 1;; esac\n! grep -q '[0-9]e' \"$1\"")
    conform(1, "--loader", "mine=%s {}" % faulty, "--pairs", "64", "--output", "json=out.json", "one",
            prints=b"1 loader on 2 files: 0 disagreements.\n", prints_last=b"mine: y_walk, exponents: accepted; changed file: refused\n", says_only=b"")
    count, differences = read_changed_count_and_differences(animproof, "out.json")
    assert count > 15 and differences == [
        {"case": "y_walk", "loader": "mine", "kind": "exponents", "result": "accepted", "changed_result": "refused"}]
    animproof.exits(0, "mutate", "--equivalent", "--kind", "exponents", "--seed", "1", "one/md5anim/y_walk.md5anim", "-o", "again.md5anim")
    assert os.system("%s again.md5anim" % faulty) != 0 and os.system("%s walk.md5anim" % faulty) == 0


def test_a_loader_that_treats_pairs_alike_passes_in_a_sandbox_too(animproof, conform):
    build_corpus_of_walk_and_bad_file(animproof)
    os.mkdir("temporary")
    good = write_script("good.sh", 'case $1 in */n_*) exit 1;; esac\ngrep -q MD5Version "$1"')
    for words in ([], ["--sandbox"]):
        conform(0, "--loader", "mine=%s {}" % good, "--pairs", "3", *words, "one", env={"TMPDIR": os.path.abspath("temporary")},
                prints_last=b"\n3 changed files with an equal meaning: 0 differences.\n")
    assert os.listdir("temporary") == []


def test_values_that_differ_in_a_pair_are_reported(animproof, conform):
    build_corpus_of_walk_and_bad_file(animproof)
    write_values_and_hash("one", json.dumps({"cases": [{"id": "y_walk", "thing": "joint", "times": [0], "tolerance": 0.1,
                                     "values": [{"joint": 0, "values": [[1, 2, 3]]}]}]}).encode())
    faulty = write_script("values.sh", 'case $2 in */n_*) exit 1;; esac\nx=1; grep -q "\r" "$2" && x=9\n'
                          'echo "{\\"at\\": 0, \\"joint\\": 0, \\"value\\": [$x, 2, 3]}"')
    conform(1, "--loader", "mine=%s {times} {}" % faulty, "--pairs", "64", "--values", "--output", "json=out.json", "one")
    differences = read_changed_count_and_differences(animproof, "out.json")[1]
    assert [(one["kind"], one["result"], one["changed_result"]) for one in differences] == [
        ("line-ends", "accepted", "accepted with wrong values")] and "joint 0" in differences[0]["values"]


def test_values_of_joints_with_other_numbers_are_not_compared(animproof, conform):
    build_corpus_of_walk_and_bad_file(animproof)
    write_values_and_hash("one", json.dumps({"cases": [{"id": "y_walk", "thing": "joint", "times": [0], "tolerance": 0.1,
                                               "values": [{"joint": 0, "values": [[1, 2, 3]]}]}]}).encode())
    wrong = write_script("wrong.sh", 'case $2 in */n_*) exit 1;; esac\necho "{\\"at\\": 0, \\"joint\\": 0, \\"value\\": [9, 2, 3]}"')
    conform(1, "--loader", "mine=%s {times} {}" % wrong, "--pairs", "64", "--values", "--output", "json=out.json", "one")
    assert read_changed_count_and_differences(animproof, "out.json")[1] == []


def test_broken_files_have_no_pairs(conform):
    build_small_corpus("bad", [case_and_content("n_a", mrtk_with_error(), "mrtk")])
    conform(0, "--loader", "mine=%s {}" % write_script("refuses.sh", "exit 1"), "--pairs", "2", "bad",
            prints_last=b"\n0 changed files with an equal meaning: 0 differences.\n")
