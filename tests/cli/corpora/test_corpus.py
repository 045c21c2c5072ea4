"""animproof corpus: equal seeds give equal files, the manifest is right, and incomplete corpora are recognized."""

import base64
import filecmp
import hashlib
import json
import os
import re
import shutil
import signal
import tarfile
import time

import commands
import pytest
from cli_case import contents_below, corpus_cases, md5anim, read, read_text, rules_readers_and_profiles_of, write
from formats import RULES_OF_MORE_FILES
from small_corpus import build_small_corpus, case_and_content

FROZEN = "corpus-41694c932a9fcd7546fa5fb8"  # id of a corpus of two files with bytes that never change
VERDICTS = {"n": "refuse", "i": "differ", "y": "accept"}


def paths_below(folder):
    return sorted(contents_below(folder))


@pytest.fixture(scope="module")
def small_built_corpus(request, tmp_path_factory):
    """Builds a small corpus and its archive, which no test changes. Returns its folder, cases and files."""
    folder = str(tmp_path_factory.mktemp("corpora") / "small")
    commands.run([os.path.abspath(request.config.getoption("--program")), "corpus", "build", folder, "--size=small", "--tar=%s.tar" % folder],
                 stdout=commands.DEVNULL, check=True)
    return folder, corpus_cases(folder), contents_below(folder)


@pytest.fixture
def cases_of_corpus_few(animproof):
    """Builds the corpus `few` of 40 cases, and in `originals` the valid files from which they were made. Returns the cases."""
    animproof.exits(0, "corpus", "build", "few", "--count=40", "--format=memg", "--originals=originals")
    return corpus_cases("few")


def is_defect_but_no_near_miss(case):
    return case["defect"] is not None and "_near_" not in case["id"]


def test_a_corpus_has_the_files_of_its_manifest_and_their_hashes(small_built_corpus):
    _, cases, files = small_built_corpus
    about = json.loads(files["corpus.json"])
    assert [about[name] for name in ("files", "size", "seed")] == [len(cases), "small", 1]
    assert about["manifest_sha256"] == hashlib.sha256(files["manifest.jsonl"]).hexdigest()
    assert about["id"] == "corpus-" + about["manifest_sha256"][:24]
    assert len({case["id"] for case in cases}) == len(cases)
    listed = {"manifest.jsonl", "corpus.json", "values.json", "README.md"}
    for case in cases:
        listed.add(case["file"])
        assert hashlib.sha256(files[case["file"]]).hexdigest() == case["sha256"], case["id"]
        if case["companion"]:
            listed.add(case["companion"])
            assert hashlib.sha256(files[case["companion"]]).hexdigest() == case["companion_sha256"], case["id"]
    assert set(files) == listed
    assert b"manifest.jsonl" in files["README.md"] and b"seed 1" in files["README.md"]


def test_a_case_is_described_by_its_name_verdict_expected_findings_and_flags(small_built_corpus):
    _, cases, files = small_built_corpus
    for case in cases:
        name, flags = case["id"], set(case["flags"])
        assert VERDICTS[name[0]] == case["verdict"], name
        assert case["file"].startswith(case["format"] + "/" + name + "."), name
        assert (case["verdict"] == "refuse") == any(one["severity"] == "error" and one["in"] == "file" for one in case["expected"]), name
        assert case["reason"] != "" and "source" in case, name
        for finding in case["expected"]:
            assert finding["offset"] + finding["length"] <= len(files[case["file" if finding["in"] == "file" else "companion"]]), name
        assert set(case["notes"]) == flags and all(case["notes"].values()), name
        assert ("companion" in flags) == (case["companion"] is not None), name
        assert ("near-miss" in flags) == ("_near_" in name), name
        assert bool(case["cves"]) == ("cve" in flags), name
        assert (case["breaks"] is None) == (case["defect"] is None or "near-miss" in flags), name


def test_every_rule_has_a_case(animproof, small_built_corpus):
    """Policy rules have no case, since they need a configuration. A case has at most two files."""
    shown = {finding["rule"] for case in small_built_corpus[1] for finding in case["expected"]}
    for rule in rules_readers_and_profiles_of(animproof.program)["rules"]:
        form, name = rule["id"].split("/")
        assert rule["id"] in shown or form in ("file", "policy") or name in RULES_OF_MORE_FILES, rule["id"]


def test_the_linter_finds_what_the_manifest_expects(animproof, small_built_corpus):
    folder, cases, _ = small_built_corpus
    result = animproof.exits(0, "corpus", "verify", folder, "--matrix", prints_last=b"%s: %d files, 0 wrong\n" % (folder.encode(), len(cases)))
    total = re.search(rb"recall (\S+) % \((\d+) of (\d+)\), wrong rule (\d+), offset error (\d+), false alarms (\d+)", result.stdout)
    assert total.group(1, 4, 5, 6) == (b"100.00", b"0", b"0", b"0")
    assert int(total.group(3)) == sum(map(is_defect_but_no_near_miss, cases)), "the matrix counts all cases with a defect"
    animproof.exits(0, "corpus", "verify", "-q", folder, prints_only=b"")


def test_jsonl_has_the_manifest_with_the_bytes_of_files_of_at_most_64_kib(animproof, small_built_corpus):
    _, cases, files = small_built_corpus
    animproof.exits(0, "corpus", "build", "lines", "--size=small", "--jsonl=lines.jsonl")
    for case, line in zip(cases, map(json.loads, read_text("lines.jsonl").splitlines()), strict=True):
        for key, name in (("bytes", "file"), ("companion_bytes", "companion")):
            text, content = line.pop(key), files.get(case[name])
            assert (text is None) == (content is None or len(content) > 65536), case["id"]
            animproof.check(text is None or base64.b64decode(text, validate=True) == content, case["id"])
        assert line == case


def test_the_id_of_a_corpus_is_that_of_its_bytes(conform):
    build_small_corpus("frozen", [case_and_content("y_frozen", md5anim()), case_and_content("n_frozen", b"bad", "memg")], id=FROZEN)
    conform(1, "--loader", "x=true {}", "frozen", prints=b"2 files")
    build_small_corpus("frozen", [case_and_content("y_frozen", md5anim()), case_and_content("n_frozen", b"bae", "memg")], id=FROZEN)
    conform(3, "--loader", "x=true {}", "frozen", says=b'corpus.json: "id" is missing or invalid')


def paths_without_verdicts_and_companions(files):
    """Returns the paths without the verdicts in their names, and without companions, since both depend on the seed."""
    return set(re.sub(r"/[niy]_", "/", path) for path in files if not path.endswith((".obj", ".md5mesh")))


def test_equal_seeds_give_equal_files_and_archives_and_another_seed_gives_others(animproof, small_built_corpus):
    folder, _, files = small_built_corpus
    animproof.exits(0, "corpus", "build", "again", "--size=small", "--tar=two.tar", env={"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"})
    animproof.check(contents_below("again") == files, "equal files")
    animproof.check(read(folder + ".tar") == read("two.tar"), "equal archives")
    with tarfile.open("two.tar") as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
    assert sorted(os.path.normpath(member.name) for member in members) == sorted(files)
    assert {(member.mtime, member.uid) for member in members} == {(0, 0)}
    animproof.exits(0, "corpus", "build", "other", "--size=small", "--seed=2")
    other = contents_below("other")
    assert paths_without_verdicts_and_companions(other) == paths_without_verdicts_and_companions(files)
    assert sum(other.get(path) != content for path, content in files.items()) > len(files) // 2


def test_a_case_does_not_depend_on_the_other_cases_and_originals_are_the_files_before_the_fault(animproof, small_built_corpus, cases_of_corpus_few):
    assert len(cases_of_corpus_few) == 40
    broken, originals = contents_below("few"), contents_below("originals")
    shared = [path for path in broken if path.startswith("memg/") and path in small_built_corpus[2]]
    assert len(shared) > 10 and all(small_built_corpus[2][path] == broken[path] for path in shared)
    animproof.exits(0, "corpus", "verify", "few")
    assert {case["file"] for case in cases_of_corpus_few if case["defect"] and case["expected"]} & set(originals) and set(originals) <= set(broken)
    assert all(originals[name] != broken[name] for name in originals)


ONE_WRONG = b"few: 40 files, 1 wrong\n"


@pytest.fixture
def verify_changed_corpus(animproof, cases_of_corpus_few):
    """Calling it runs `corpus verify` on the changed corpus, and checks that its output contains each of `words`."""
    def verify_and_check_output_contains(code, *words):
        result = animproof.exits(code, "corpus", "verify", "--matrix", "few")
        for said in words:
            animproof.check(said in b"\n" + result.stdout + result.stderr, "verify prints %r" % said, result)
        return result.stdout
    return verify_and_check_output_contains


def test_verify_names_a_changed_or_missing_file(cases_of_corpus_few, verify_changed_corpus):
    first, name = "few/" + cases_of_corpus_few[0]["file"], cases_of_corpus_few[0]["file"].encode()
    content = read(first)
    write(first, bytes([content[0] ^ 1]) + content[1:])
    verify_changed_corpus(1, name + b": the hash of the file is not the one in the manifest\n", ONE_WRONG)
    os.remove(first)
    verify_changed_corpus(3, b"few/%s: No such file" % name, b"\n%s: cannot be read\n" % name, ONE_WRONG, b"wrong rule 0, offset error 0, false alarms 0 of")
    write("few/memg/stray.bin", content)
    verify_changed_corpus(3, b": cannot be read\n", b"few: holds 1 file that", b"few: 40 files, 2 wrong\n")
    write(first, content)
    verify_changed_corpus(1, b"few: holds 1 file that the manifest does not list\n", ONE_WRONG)
    os.remove("few/memg/stray.bin")
    companion = next(case["companion"] for case in cases_of_corpus_few if case["companion"])
    os.remove("few/" + companion)
    verify_changed_corpus(3, b"\n%s: cannot be read\n" % companion.encode(), ONE_WRONG)
    os.remove("few/corpus.json")
    verify_changed_corpus(1, b"corpus.json, which is written last, is missing")


def test_verify_names_a_changed_manifest(cases_of_corpus_few, verify_changed_corpus):
    write("few/manifest.jsonl", b"")
    verify_changed_corpus(1, b"manifest")


def line_of_expected_finding(finding):
    return ("%s at %d, length %d, %s" % (finding["rule"], finding["offset"], finding["length"], finding["path"] or "(the file)")).encode()


@pytest.mark.parametrize(("changes", "counts"), [(lambda one: {"offset": one["offset"] + 1}, b"wrong rule 0, offset error 1, false alarms 0 of"),
                                                 (lambda one: {"rule": "memg/no-groups"}, b"wrong rule 1, offset error 0, false alarms 0 of"),
                                                 (None, b"wrong rule 0, offset error 0, false alarms 1 of")], ids=["offset", "rule", "added"])
def test_the_matrix_counts_the_kinds_of_differences(cases_of_corpus_few, verify_changed_corpus, changes, counts):
    """Changes an expected finding, or adds it to a valid file, and updates the manifest's hash, so that only linting shows the change."""
    case = next(case for case in cases_of_corpus_few if case["verdict"] == "refuse" and is_defect_but_no_near_miss(case) and case["defect"].startswith(case["expected"][0]["rule"] + "_"))
    finding = case["expected"][0]
    if changes is None:
        changed, case = finding, next(case for case in cases_of_corpus_few if case["defect"] is None and case["expected"] == [])
    else:
        changed = {**finding, **changes(finding)}
    case["expected"][:1] = [changed]
    text = "".join(json.dumps(line) + "\n" for line in cases_of_corpus_few).encode()
    sha256 = hashlib.sha256(text).hexdigest()
    write("few/manifest.jsonl", text)
    write("few/corpus.json", json.dumps(dict(json.loads(read("few/corpus.json")), manifest_sha256=sha256, id="corpus-" + sha256[:24])))
    said = verify_changed_corpus(1, case["file"].encode() + b": the linter's findings differ from the manifest\n", counts, ONE_WRONG,
                  b"  missing: %s\n" % line_of_expected_finding(changed))
    assert (b"  unexpected: %s\n" % line_of_expected_finding(finding) in said) == (changed != finding)
    assert said.count(b"  unexpected: ") == (changed != finding)


@pytest.fixture
def interrupt_corpus_build(animproof):
    """Calling it sends a signal to a build after it has begun. Returns the exit code and standard error."""
    def build_and_send_signal(end, *arguments, **options):
        building = animproof.start("corpus", "build", "broken-off", *arguments, stdout=commands.DEVNULL, stderr=commands.PIPE, **options)
        while not os.path.isdir("broken-off/mrtk") and building.poll() is None:
            time.sleep(0.001)
        building.send_signal(end)
        messages = building.communicate(timeout=commands.LONGEST)[1]
        return building.returncode, messages
    return build_and_send_signal


def test_a_killed_build_leaves_an_incomplete_corpus(animproof, interrupt_corpus_build):
    assert interrupt_corpus_build(signal.SIGKILL, "--count=20000") == (-signal.SIGKILL, b"")
    animproof.exits(1, "corpus", "verify", "broken-off", says=b"incomplete corpus")
    animproof.exits(3, "corpus", "build", "broken-off", says=b"broken-off: contains an unfinished corpus; remove the folder or choose another")


def test_an_interrupted_build_removes_what_it_has_made(interrupt_corpus_build):
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        code, messages = interrupt_corpus_build(end, "--count=20000", "--originals", "before", "--jsonl", "broken.jsonl", "--tar", "broken.tar")
        assert code == -end
        assert re.fullmatch(rb"animproof: broken-off: interrupted after \d+ files?; the files written so far were removed\n", messages), messages
        assert os.listdir(".") == []
    os.makedirs("before")
    _, messages = interrupt_corpus_build(signal.SIGINT, "--count=20000", "--originals", "before")
    assert b"were removed" in messages and os.listdir("before") == [], "an existing folder is kept and emptied"


def test_a_hangup_that_nohup_ignores_does_not_end_the_build(interrupt_corpus_build):
    assert interrupt_corpus_build(signal.SIGHUP, "--count=500", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) == (0, b"")


def test_a_folder_with_files_is_not_changed(animproof):
    write("taken/mine", b"mine")
    animproof.exits(3, "corpus", "build", "taken")
    assert contents_below("taken") == {"mine": b"mine"}


@pytest.mark.parametrize(("option", "line"), [("--count=50", rb"\r1 of 50 files"), ("--size=small", rb"\r1 files"),
                                              ("--size=huge", rb"\r1 files, round 1 of 20")])
def test_a_terminal_shows_a_progress_line_and_erases_it(animproof, option, line):
    reading, writing = os.openpty()
    building = animproof.start("corpus", "build", "shown", option, stdout=commands.DEVNULL, stderr=writing)
    os.close(writing)
    messages = os.read(reading, 4096)
    if option == "--size=huge":
        building.send_signal(signal.SIGINT)
    try:
        while more := os.read(reading, 4096):
            messages += more
    except OSError:  # EIO: the other end is closed
        pass
    building.wait(timeout=commands.LONGEST)
    os.close(reading)
    assert re.match(line, messages) and b"\r\x1b[K" in messages, messages


@pytest.fixture
def build_shards_and_complete_corpus(animproof):
    """Returns a function that builds three shards and the complete corpus. 40 cases cannot be divided evenly by 3. The number of cases of
    a small corpus follows from its formats. The function returns the folders of the shards."""
    def build_three_shards_and_complete_corpus(prefix, *words):
        names = [prefix + str(index) for index in range(3)]
        for index, name in enumerate(names):
            animproof.exits(0, "corpus", "build", name, "--shard", "%d/3" % index, *words)
        animproof.exits(0, "corpus", "build", "complete", *words)
        return names
    return build_three_shards_and_complete_corpus


@pytest.mark.parametrize("words", ["--format memg --count 40", "--format md5camera --size small --seed 7"])
def test_merged_shards_equal_the_corpus_of_one_build(animproof, build_shards_and_complete_corpus, words):
    names = build_shards_and_complete_corpus("part", *words.split())
    for name in names:
        animproof.exits(0, "corpus", "verify", name, prints=b" 0 wrong")
    animproof.exits(0, "corpus", "merge", "merged", names[2], names[0], names[1])
    same, different, unreadable = filecmp.cmpfiles("complete", "merged", paths_below("complete"), shallow=False)
    assert paths_below("complete") == paths_below("merged") and not different and not unreadable and len(same) > 20
    of_shards = [case["id"] for name in names for case in corpus_cases(name)]
    assert sorted(of_shards) == sorted(case["id"] for case in corpus_cases("complete")), "each case is in one shard"


def test_a_missing_foreign_or_changed_shard_is_named(animproof, build_shards_and_complete_corpus):
    build_shards_and_complete_corpus("other", "--format", "md5camera", "--count", "6", "--seed", "8")
    shutil.rmtree("complete")
    names = build_shards_and_complete_corpus("part", "--format", "md5camera", "--count", "6")

    def check_shards_refused(said, *parts):
        animproof.exits(3, "corpus", "merge", "never", *parts, says=said.encode(), unwritten="never/corpus.json")
        shutil.rmtree("never", ignore_errors=True)

    check_shards_refused("part2: a shard before this one is missing", "part0", "part2")
    check_shards_refused("part1: a shard after this one is missing", "part0", "part1")
    check_shards_refused("is given twice", *names, "part1")
    check_shards_refused("is a shard of another corpus", "part0", "part1", "other2")
    check_shards_refused("complete: is not a shard of a corpus", "part0", "complete")
    check_shards_refused("none: ", "part0", "none")
    path = "part1/" + corpus_cases("part1")[0]["file"]
    write(path, read(path) + b"\n")
    check_shards_refused("was changed after it was written", *names)
    os.remove(path)
    check_shards_refused("part1: ", *names)
