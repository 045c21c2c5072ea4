"""animproof conform --batch: file names on standard input, one line for each answer, and loaders that end early."""

import json
import os
import re

from cli_case import Case, md5anim, read_text, text_of_tree
from loader_scripts import checked_report, script, statuses
from small_corpus import build, entry, with_values

PYTHON = "/usr/bin/python3"
case = Case()

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
    if "exit0" in name: os._exit(0)
    if "exit1" in name: os._exit(1)
    if "exit7" in name: os._exit(7)
    if "hang" in name: time.sleep(1000)
    if "half" in name: sys.stdout.write("acc"); sys.stdout.flush(); os._exit(0)
    if "memory" in name: print("MemoryError", file=sys.stderr, flush=True); os._exit(3)
    if "other" in name: print("accepted\n accept\nwell accept\nREFUSE")
    if "last" in name: os.write(1, b"accept\n"); os._exit(0)
    if times: print('{"at": %s, "joint": 0, "value": [1, 2, 3]}' % times)
    print("refuse" if name[0] == "n" or "wrong" in name else "accept\r", flush=True)
'''
NAMES = ["y_one", "n_two", "i_three", "y_wrong", "n_segv", "y_exit0", "n_exit1", "y_after", "y_exit7", "n_hang", "n_then", "y_half",
         "y_memory", "y_other", "y_last", "y_end"]
WANTED = {"y_one": "agrees accepted", "n_two": "agrees refused", "i_three": "may-differ accepted", "y_wrong": "should-have-accepted refused",
          "n_segv": "crash SIGSEGV", "y_exit0": "crash 0", "n_exit1": "crash 1", "y_after": "agrees accepted", "y_exit7": "crash 7",
          "n_hang": "timeout SIGKILL", "n_then": "agrees refused", "y_half": "crash 0", "y_memory": "out-of-memory 3",
          "y_other": "agrees accepted", "y_last": "agrees accepted", "y_end": "agrees accepted"}


def conform(code, *arguments, **options):
    return case.exits(code, "conform", *arguments, **options)


def read_and_remove_notes():
    lines = read_text("notes").splitlines()
    os.remove("notes")
    return lines


def test_crashing_batch_loader():
    build("some", [entry(name, name.encode()) for name in NAMES])
    batch = script("batch.py", BATCH_LOADER, PYTHON)
    for jobs in ("1", "3"):
        result = conform(1, "--batch", "b=%s" % batch, "--timeout", "3", "-j", jobs, "--output", "json=some.json", "some")
        found = statuses("some.json")
        for name, wanted in WANTED.items():
            case.check(found[name, "b"] == wanted, "-j %s: the status of %s is %s: %s" % (jobs, name, wanted, found[name, "b"]), result)
        lines = read_and_remove_notes()
        files = sorted(os.path.basename(line.split("\t")[0]).split(".")[0] for line in lines if line != "start")
        case.check(files == sorted(NAMES), "the loader gets each file once: %r" % files)
        if jobs == "1":
            case.check(lines.count("start") == 9, "a loader is started again only after it has ended: %d starts" % lines.count("start"))
        case.check(b"b: y_exit0: crash (exit 0 without an answer): " in result.stdout and b"b: n_hang: timeout (killed after 3 s): "
                   in result.stdout, "crash and timeout name the file", result)
    checked_report(case, "some.json")
    said = statuses("some.json", "output")
    case.check(all(said[name, "b"] == "about %s\n" % name for name in ("y_wrong", "n_segv", "n_hang", "y_after")),
               "each file has its own standard error: %r" % said)


def test_values_and_companions():
    build("two", [entry("y_a", md5anim(), companion="md5anim/y_a.md5mesh"), entry("y_b", b"b"), entry("n_names", b"c", defect="md5anim/mesh-joint-name_other")])
    with open("two/md5anim/y_a.md5mesh", "wb"):
        pass
    things = {"id": "y_a", "thing": "joint", "tolerance": 0.1, "times": [0.5], "values": [{"joint": 0, "values": [[1, 2, 3]]}]}
    with_values("two", json.dumps({"cases": [things]}).encode())
    batch = os.path.abspath("batch.py")
    conform(0, "--values", "--batch", "b=%s" % batch, "-j1", "--output", "json=two.json", "two")
    case.check(statuses("two.json", "values")["y_a", "b"]["verdict"] == "fine", "values printed before the answer are compared")
    case.check(read_and_remove_notes() == ["start", "two/md5anim/y_a.md5anim\ttwo/md5anim/y_a.md5mesh\t0.5", "two/md5anim/y_b.md5anim\t\t",
                           "two/md5anim/n_names.md5anim\t\t"], "the lines that the loader gets")
    # With other loaders and in the sandbox. A fault of the companion alone does not count against a batch loader.
    accepting = script("yes.sh", "while read -r line; do echo accept; done")
    conform(1, "--batch", "b=%s" % batch, "--batch", "yes=%s" % accepting, "--loader", "one=%s {}" % script("one.sh", 'case "$1" in */n_*) exit 1;; esac'),
            "--sandbox", "--sandbox-read", os.getcwd(), "--output", "json=two.json", "-j2", "some")
    found = statuses("two.json", "status")
    case.check({found[name, "yes"] for name in NAMES} == {"agrees", "should-have-refused", "may-differ"},
               "the batch loader has an answer for each file: %r" % found)
    conform(0, "--batch", "yes=%s" % accepting, "--output", "json=two.json", "two")
    case.check(statuses("two.json", "status")["n_names", "yes"] == "may-differ", "a file that is wrong only with its companion may be accepted")


def test_loaders_without_answers():
    """Loaders that read no line, answer before the question, or print without end."""
    build("few", [entry("y_%d" % i, b"%d" % i) for i in range(5)])
    for body, wanted in (("exec <&-; exit 0", "crash"), ("exec <&-; sleep 100", "timeout"), ("exec yes talk", "timeout"), ("exit 3", "crash"),
                         ("while read -r line; do echo accept; exit 0; done", "agrees")):
        result = case.run("conform", "--batch", "odd=%s" % script("odd.sh", body), "--timeout", "0.5" if wanted == "timeout" else "100",
                          "--output", "json=few.json", "few")
        found = set(statuses("few.json", "status").values())
        case.check(found == {wanted}, "status of the loader %s: %r" % (body, found), result)
    conform(3, "--batch", "odd=./absent", "few")
    conform(3, "--batch", "odd=%s" % script("lost.sh", "", case.absent_path("interpreter")), "few")
    for command in ("x=cat {}", "x=cat {times}", "x=", "cat", "x='cat"):
        result = conform(2, "--batch", command, "few")
        case.check(re.match(rb"animproof: (conform: )?--batch", result.stderr) is not None, "--batch %r is refused" % command, result)
    conform(2, "--batch", "x=cat", "--loader", "x=cat {}", "few")
    os.rename("few", "few\tfew")
    conform(3, "--batch", "x=cat", "few\tfew", says=b"which --batch cannot pass to a loader\n", says_lines=1)  # the folder name has a tab


def test_example_of_the_page():
    """The example of docs/use/loaders.md, with a function for `mine`."""
    text, = [block for block in re.findall(r"```python\n(.*?)```", text_of_tree("docs/use/loaders.md"), re.DOTALL) if "stdin" in block]
    example = script("example.py", "mine = lambda path: '/y_' in path\n" + text, PYTHON)
    conform(0, "--batch", "mine=%s" % example, "all")


build("all", [entry(name, name.encode()) for name in ("y_one", "n_two", "i_three")])
for test in (test_example_of_the_page, test_crashing_batch_loader, test_values_and_companions, test_loaders_without_answers):
    test()
case.finish()
