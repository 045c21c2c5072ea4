"""animproof conform --batch: file names on standard input, one line for each answer, and loaders that end early."""

import json
import os
import re

import pytest
from cli_case import md5anim, read_text, read_text_in_tree, write
from loader_scripts import read_valid_report, write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content, write_values_and_hash

# The loader acts by the name of the file. It writes a line to "notes" at its start and for each line it reads.
BATCH_LOADER = r'''
import os, sys, time
note = open(os.path.dirname(os.path.abspath(__file__)) + "/notes", "a")
note.write("start\n")
for line in sys.stdin:
    note.write(line)
    note.flush()
    path, companion, times = line.rstrip("\n").split("\t")
    name = os.path.basename(path).split(".")[0]
    print("about " + name, file=sys.stderr, flush=True)
    if "segv" in name: os.kill(os.getpid(), 11)
    if "exit" in name: os._exit(int(name[-1]))
    if "hang" in name: time.sleep(1000)
    if "half" in name: sys.stdout.write("acc"); sys.stdout.flush(); os._exit(0)
    if "memory" in name: print("MemoryError", file=sys.stderr, flush=True); os._exit(3)
    if "other" in name: print("accepted\n accept\nwell accept\nREFUSE")
    if "last" in name: os.write(1, b"accept\n"); os._exit(0)
    if times: print('{"at": %s, "joint": 0, "value": [1, 2, 3]}' % times)
    print("refuse" if name[0] == "n" or "wrong" in name else "accept\r", flush=True)
'''
WANTED = {"y_one": "agrees accepted", "n_two": "agrees refused", "i_three": "may-differ accepted", "y_wrong": "should-have-accepted refused",
          "n_segv": "crash SIGSEGV", "y_exit0": "crash 0", "n_exit1": "crash 1", "y_after": "agrees accepted", "y_exit7": "crash 7",
          "n_hang": "timeout SIGKILL", "n_then": "agrees refused", "y_half": "crash 0", "y_memory": "out-of-memory 3",
          "y_other": "agrees accepted", "y_last": "agrees accepted", "y_end": "agrees accepted"}
ACCEPTING = "while read -r line; do echo accept; done"


@pytest.fixture
def value_of_batch_option(animproof):
    """Makes the loader, and the corpora `some` and `two`, which has a companion, values and a file with a fault of its companion.
    Returns the value of --batch for the loader."""
    build_small_corpus("some", [case_and_content(name, name.encode()) for name in WANTED])
    build_small_corpus("two", [case_and_content("y_a", md5anim(), companion="md5anim/y_a.md5mesh"), case_and_content("y_b", b"b"),
                  case_and_content("n_names", b"c", defect="md5anim/mesh-joint-name_other")])
    write("two/md5anim/y_a.md5mesh", b"")
    things = {"id": "y_a", "thing": "joint", "tolerance": 0.1, "times": [0.5], "values": [{"joint": 0, "values": [[1, 2, 3]]}]}
    write_values_and_hash("two", json.dumps({"cases": [things]}).encode())
    return "b=" + write_script("batch.py", BATCH_LOADER, "/usr/bin/python3")


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_loader_that_ends_early_is_started_again_for_the_other_files(animproof, conform, value_of_batch_option, jobs):
    conform(1, "--batch", value_of_batch_option, "--timeout", "3", "-j", jobs, "--output", "json=some.json", "some",
            prints=[b"b: y_exit0: crash (exit code 0 without an answer): ", b"b: n_hang: timeout (killed after 3 s): "])
    for (name, _), found in statuses_by_case_and_loader("some.json").items():
        assert found == WANTED[name], name
    lines = read_text("notes").splitlines()
    assert sorted(re.sub(r".*/|\..*", "", line) for line in lines if line != "start") == sorted(WANTED), "the loader gets each file once"
    assert jobs != "1" or lines.count("start") == 9, "a loader is started again only after it has ended"
    read_valid_report(animproof, "some.json")
    said = statuses_by_case_and_loader("some.json", "output")
    for name in ("y_wrong", "n_segv", "n_hang", "y_after"):
        assert said[name, "b"] == "about %s\n" % name, "each file has its own standard error"


def test_a_line_has_the_file_its_companion_and_the_times_of_its_values(conform, value_of_batch_option):
    conform(0, "--values", "--batch", value_of_batch_option, "-j1", "--output", "json=two.json", "two")
    assert statuses_by_case_and_loader("two.json", "values")["y_a", "b"]["verdict"] == "fine", "values printed before the answer are compared"
    assert read_text("notes").splitlines() == ["start", "two/md5anim/y_a.md5anim\ttwo/md5anim/y_a.md5mesh\t0.5", "two/md5anim/y_b.md5anim\t\t",
                                               "two/md5anim/n_names.md5anim\t\t"]


def test_batch_loaders_run_beside_other_loaders_and_in_the_sandbox(conform, value_of_batch_option):
    conform(1, "--batch", value_of_batch_option, "--batch", "yes=%s" % write_script("yes.sh", ACCEPTING), "--loader",
            "one=%s {}" % write_script("one.sh", 'case "$1" in */n_*) exit 1;; esac'), "--sandbox", "--sandbox-read", os.getcwd(),
            "--output", "json=some.json", "-j2", "some")
    found = statuses_by_case_and_loader("some.json", "status")
    assert {found[name, "yes"] for name in WANTED} == {"agrees", "should-have-refused", "may-differ"}


def test_a_batch_loader_may_accept_a_fault_of_the_companion(conform, value_of_batch_option):
    conform(0, "--batch", "yes=%s" % write_script("yes.sh", ACCEPTING), "--output", "json=two.json", "two")
    assert statuses_by_case_and_loader("two.json", "status")["n_names", "yes"] == "may-differ"


@pytest.fixture
def build_corpus_of_five_cases(animproof):
    build_small_corpus("few", [case_and_content("y_%d" % i, b"%d" % i) for i in range(5)])


@pytest.mark.parametrize(("body", "seconds", "wanted"), [
    ("exec <&-; exit 0", "100", "crash"), ("exec <&-; sleep 100", "0.5", "timeout"), ("exec yes talk", "0.5", "timeout"), ("exit 3", "100", "crash"),
    ("while read -r line; do echo accept; exit 0; done", "100", "agrees")])
def test_loaders_that_do_not_read_or_that_print_without_end_are_rated(animproof, build_corpus_of_five_cases, body, seconds, wanted):
    animproof.run("conform", "--batch", "odd=%s" % write_script("odd.sh", body), "--timeout", seconds, "--output", "json=few.json", "few")
    assert set(statuses_by_case_and_loader("few.json", "status").values()) == {wanted}


def test_a_batch_loader_that_cannot_start_or_get_a_path_is_refused(animproof, conform, build_corpus_of_five_cases):
    conform(3, "--batch", "odd=./absent", "few")
    conform(3, "--batch", "odd=%s" % write_script("lost.sh", "", animproof.absent_path("interpreter")), "few")
    os.rename("few", "few\tfew")
    conform(3, "--batch", "x=cat", "few\tfew", says=b"which --batch cannot pass to a loader\n", says_lines=1)  # the folder name has a tab


def test_the_example_of_the_page_works(conform):
    """The example of docs/use/loaders.md, with a function for `mine`."""
    build_small_corpus("all", [case_and_content(name, name.encode()) for name in ("y_one", "n_two", "i_three")])
    text, = [block for block in re.findall(r"```python\n(.*?)```", read_text_in_tree("docs/use/loaders.md"), re.DOTALL) if "stdin" in block]
    conform(0, "--batch", "mine=%s" % write_script("example.py", "mine = lambda path: '/y_' in path\n" + text, "/usr/bin/python3"), "all")
