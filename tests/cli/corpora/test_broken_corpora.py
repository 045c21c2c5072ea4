"""Corpora that are incomplete, changed or hostile: fifos, endless devices, links out of the corpus, and text with terminal escapes."""

import hashlib
import json
import os
import resource
import shutil

import pytest
from cli_case import md5anim, read, read_text, write
from small_corpus import build_small_corpus, case_and_content, finding_entry

LOADER = ["--loader", "x=true {}"]
CASES = [case_and_content("y_one", b"1"), case_and_content("y_two", b"2")]
TWO = "broken/md5anim/y_two.md5anim"


@pytest.fixture
def expect_corpus_refused(conform):
    """Builds the corpus `broken`. Calling it checks that conform refuses the corpus with a reason, and builds the corpus again."""
    build_small_corpus("broken", CASES)

    def check_refused_and_restore_corpus(code, reason, name="broken"):
        conform(code, *LOADER, name, says=reason, prints_only=b"")
        build_small_corpus("broken", CASES)
    return check_refused_and_restore_corpus


def replace_manifest_and_hash(text):
    """Replaces the manifest of the corpus `broken`, and its hash in corpus.json."""
    write("broken/manifest.jsonl", text)
    write("broken/corpus.json", json.dumps(dict(json.loads(read_text("broken/corpus.json")), manifest_sha256=hashlib.sha256(text.encode()).hexdigest())))


def change_line_members(line, **members):
    return json.dumps(dict(json.loads(line), **members)) + "\n"


def test_an_incomplete_or_changed_corpus_is_refused(expect_corpus_refused):
    expect_corpus_refused(3, b"absent: No such file", "absent")
    expect_corpus_refused(3, b"Not a directory", TWO)
    os.mkdir("empty")
    expect_corpus_refused(1, b"empty: not a corpus: ", "empty")
    os.remove("broken/corpus.json")
    expect_corpus_refused(1, b"broken: incomplete corpus: corpus.json, which is written last, is missing")
    build_small_corpus("broken", CASES, manifest_sha256="0" * 64)
    expect_corpus_refused(1, b"broken: incomplete corpus: the hash of manifest.jsonl is not the one")
    build_small_corpus("broken", CASES, files=3)
    expect_corpus_refused(1, b"manifest.jsonl has 2 files, corpus.json says 3")
    os.remove("broken/manifest.jsonl")
    expect_corpus_refused(1, b"manifest.jsonl is missing")
    write(TWO, b"another")
    expect_corpus_refused(1, TWO.encode() + b": the file was changed: its hash differs from the manifest's")
    replace_manifest_and_hash("".join(change_line_members(line, companion="corpus.json", companion_sha256="0" * 64)
                          for line in read_text("broken/manifest.jsonl").splitlines()))
    expect_corpus_refused(1, b"broken/corpus.json: the file was changed: its hash differs from the manifest's")
    os.remove(TWO)
    expect_corpus_refused(3, TWO.encode() + b": No such file")


def test_an_invalid_corpus_json_or_manifest_is_refused(conform, expect_corpus_refused):
    for text in (b"", b"{", b"[]", b'{"animproof": "0.1.0"}'):
        write("broken/corpus.json", text)
        expect_corpus_refused(3, b"broken: corpus.json: ")
    first, second = read_text("broken/manifest.jsonl").splitlines(True)
    for members in ({"id": "a b"}, {"id": ""}, {"file": "../x"}, {"file": "/x"}, {"file": "a/../x"}, {"companion": "a/.."}, {"sha256": "0"},
                    {"verdict": "maybe"}, {"seed": -1}, {"seed": "1"}, {"reason": None}, {"expected": {}}, {"expected": [finding_entry("x", -1)]},
                    {"expected": [finding_entry("x", severity="off")]}, {"format": 1}):
        replace_manifest_and_hash(first + change_line_members(second, **members))
        expect_corpus_refused(3, b'broken: manifest.jsonl:2: "%s" is missing or invalid' % list(members)[0].encode())
    replace_manifest_and_hash(first + second[:40] + "\n")
    expect_corpus_refused(3, b"broken: manifest.jsonl:2: ")
    replace_manifest_and_hash(first + change_line_members(second, file="a..b/..c", more="kept for later"))
    shutil.copytree("broken/md5anim", "broken/a..b")
    os.rename("broken/a..b/y_two.md5anim", "broken/a..b/..c")
    conform(0, *LOADER, "broken")  # dots in names that do not lead out of the corpus, and an unknown member


def check_corpus_refused(animproof, folder, words, of_verify=3):
    """Checks that `corpus verify` and `conform` refuse the corpus and print `words`. Each command has a time limit."""
    animproof.exits(of_verify, "corpus", "verify", folder, says=words)
    animproof.exits(3, "conform", *LOADER, folder, says=words)


@pytest.mark.parametrize(("make", "words"), [
    (os.mkfifo, b"not a regular file"), (os.mkdir, b"not a regular file"),
    (lambda path: os.symlink("/dev/zero", path), b"the path leads out of the corpus"),
    (lambda path: os.symlink("../" * 12 + "etc/passwd", path), b"the path leads out of the corpus")], ids=["fifo", "folder", "zeros", "above"])
def test_what_is_not_a_file_of_the_corpus_is_refused(animproof, make, words):
    for place in ("manifest.jsonl", "corpus.json", "md5anim/y_clean.md5anim"):
        build_small_corpus("other", [case_and_content("y_clean", md5anim())])
        os.remove("other/" + place)
        make("other/" + place)
        check_corpus_refused(animproof, "other", words)
        shutil.rmtree("other")


def test_a_link_inside_the_corpus_is_accepted_as_a_file(conform):
    build_small_corpus("link", CASES)
    os.rename("link/md5anim/y_two.md5anim", "link/md5anim/other")
    os.symlink("other", "link/md5anim/y_two.md5anim")
    conform(0, *LOADER, "link")


def test_a_file_larger_than_any_file_of_a_corpus_is_refused(animproof):
    build_small_corpus("sparse", CASES)
    os.truncate("sparse/md5anim/y_two.md5anim", (4 << 30) + 1)  # hashing this sparse file would take minutes
    check_corpus_refused(animproof, "sparse", b"larger than 4 GiB")


def test_a_long_line_of_the_manifest_is_read_in_any_memory_or_memory_is_reported(animproof):
    build_small_corpus("line", [case_and_content("y_clean", md5anim(), reason="r" * 3000000)])
    animproof.exits(0, "corpus", "verify", "line")
    # Not with sanitizers, which map terabytes, and not with coverage: unoptimised code needs more stack than the limit leaves.
    for kib in () if "/asan/" in animproof.program or "/coverage/" in animproof.program else range(8000, 32001, 1000):
        result = animproof.run("corpus", "verify", "line", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kib * 1024, kib * 1024)))
        animproof.check(result.returncode == 0 or (result.returncode in (4, 127) and b"memory" in result.stderr),
                        "%d KiB of address space" % kib, result)
    build_small_corpus("longer", [case_and_content("y_clean", md5anim(), reason="r" * 5000000)])
    check_corpus_refused(animproof, "longer", b"manifest.jsonl:1: the line is longer than 4 MiB", of_verify=1)


HOSTILE = "\x1b[31m\x1b]0;title\x07\u202egnp\u2066"  # escapes for colours, a window title and reversed text
RAW = ("\x1b", "\x07", "\u202e", "\u2066")
OUTPUTS = [word for name in ("markdown", "html", "junit") for word in ("--output", "%s=report.%s" % (name, name))]


@pytest.mark.parametrize("words", [["corpus", "verify"], ["corpus", "verify", "--matrix"], ["conform", *LOADER, *OUTPUTS]])
def test_text_of_the_corpus_reaches_terminals_and_pages_only_escaped(animproof, words):
    signs = [finding_entry(HOSTILE, path=HOSTILE)]
    build_small_corpus("signs", [case_and_content("n_signs", md5anim(), expected=signs, reason=HOSTILE, source=HOSTILE, defect=HOSTILE, version=HOSTILE)],
          animproof=HOSTILE, size=HOSTILE)
    os.rename("signs/md5anim/n_signs.md5anim", "signs/md5anim/" + HOSTILE)
    build_small_corpus("names", [case_and_content("n_names", md5anim(), file="md5anim/" + HOSTILE, expected=signs)])
    for folder in ("signs", "names"):
        result = animproof.run(*words, folder)
        reports = b"".join(read(name) for name in ("report.markdown", "report.html", "report.junit") if os.path.exists(name))
        animproof.check(result.returncode in (1, 3), "exit 1 or 3", result)
        for raw in RAW:
            animproof.check(raw.encode() not in result.stdout + result.stderr + reports, "no raw escapes", result)
