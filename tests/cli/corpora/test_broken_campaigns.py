"""Broken or hostile campaign folders: the command prints one sentence, ends with 3, and sends no raw text to the terminal."""

import json
import os
import shutil

import pytest
from cli_case import ROOT, path_in_tree, read, write
from golden_files import every_nth
from loader_scripts import write_script

CAMPAIGNS = path_in_tree("build/fuzz/campaigns")
NAME = "test-broken-%d" % os.getpid()
FOLDER = os.path.join(CAMPAIGNS, NAME)
HOSTILE = "\x1b[31m\x1b]0;title\x07\u202egnp\u2066"  # escapes for colours, a window title and reversed text
RAW_BYTES = (b"\x1b", b"\x07", "\u202e".encode(), "\u2066".encode())
ROW = {"t": 1.5, "busy": 1.5, "execs": 10, "execs_per_s": 7, "edges": 3, "features": 1, "corpus": 1, "crashes": 0, "faults": 0}
RUN = {"engine": "libfuzzer", "targets": ["x"], "jobs": 1, "minutes": 1, "seconds": 60.0, "mutator": None}
TARGET = {"seeds": [], "dictionary": None, "program": "/bin/true", "command": None, "kind": "md5anim"}
CRASH = {"target": "x", "name": "a__b", "kind": "SEGV", "message": "", "frames": ["f"], "count": 1, "minimised_bytes": 3, "rules": []}
COMMANDS = {"triage": ["triage", NAME, "--seconds", "1"], "report": ["report", NAME, "--no-coverage"],
            "cmin": ["cmin", NAME], "replay": ["replay", "--name", NAME]}


def path_in_campaign(path):
    return os.path.normpath(os.path.join(FOLDER, path))


def replace_file(path, text):
    remove_from_campaign(path)
    write(path_in_campaign(path), text)


def remove_from_campaign(path):
    if os.path.isdir(path_in_campaign(path)) and not os.path.islink(path_in_campaign(path)):
        shutil.rmtree(path_in_campaign(path))
    elif os.path.lexists(path_in_campaign(path)):
        os.remove(path_in_campaign(path))


def campaign_json(run=(), target=(), **more):
    """Returns a campaign.json with changed values in its run and its target."""
    return json.dumps({"name": NAME, "runs": [{**RUN, **dict(run)}], "targets": {"x": {**TARGET, **dict(target)}}, **more})


def build_campaign(**options):
    remove_from_campaign(".")
    replace_file("campaign.json", campaign_json(**options))
    replace_file("corpus/x/input", "MD5Version 10\n")
    replace_file("crashes/x/crash-1", "MD5Version 10\n")
    replace_file("crashes/x/crash-1.log", "said\n")
    replace_file("series/x.jsonl", json.dumps(ROW) + "\n")


@pytest.fixture
def run_on_campaign_and_check(animproof):
    """Builds a campaign. Calling it runs a command and checks that it prints `words`, without raw escapes, and only one line on standard
    error if it ends with 3."""
    build_campaign()

    def run_and_check_output(code, words, *command):
        result = animproof.exits(code, "fuzz", *command, cwd=ROOT)
        said = result.stdout + result.stderr
        animproof.check(b"Traceback" not in said and not any(raw in said for raw in RAW_BYTES), "no traceback and no raw escapes", result)
        animproof.check(words.encode() in said, "%s prints %r" % (command, words), result)
        if code == 3:
            animproof.check(result.stderr.startswith(b"animproof fuzz: ") and result.stderr.count(b"\n") == 1, "one line on standard error", result)
    yield run_and_check_output
    shutil.rmtree(FOLDER, ignore_errors=True)


def link_replacement(to):
    return lambda path: (remove_from_campaign(path), os.symlink(to, path_in_campaign(path)))


def replace_by_fifo(path):
    remove_from_campaign(path)
    os.mkfifo(path_in_campaign(path))


def replace_by_folder(path):
    remove_from_campaign(path)
    os.makedirs(path_in_campaign(path))


def text_replacement(content):
    return lambda path: replace_file(path, content)


def replace_by_sparse_file(path):
    replace_file(path, "")
    os.truncate(path_in_campaign(path), 1 << 32)


ALL = tuple(COMMANDS)
NOT_FILES = ((replace_by_fifo, "it is not a regular file"), (replace_by_folder, "it is not a regular file"), (replace_by_sparse_file, "it is larger than"),
             (link_replacement("/dev/zero"), "it leads out of the campaign's folder"), (link_replacement("/etc/passwd"), "it leads out of"))
DOCUMENT = "campaign.json"
# Contents of campaign.json, which all commands read, and the expected words.
DOCUMENTS = [
    ("", "it is empty"),
    (campaign_json()[:80], "it is not complete and valid JSON"),
    ("\x7fELF" * 20, "it is not complete and valid JSON"),
    (b'{"runs": "\xff"}', "it is not UTF-8 at byte 10"),
    ("[" * 200000, "nested too deeply"),
    ('{"runs": [%s]}' % ("9" * 5000), "too many digits"),
    ("[]", "it is not an object"),
    ("{}", "runs is missing"),
    (campaign_json(runs={}), "runs is not a list"),
    (campaign_json(runs=[3]), "runs[0] is not an object"),
    (campaign_json(run={"engine": ["libfuzzer"]}), "runs[0].engine is not an engine"),
    (campaign_json(run={"jobs": True}), "runs[0].jobs is not a whole number"),
    (campaign_json(run={"minutes": float("nan")}), "runs[0].minutes is not a number"),
    (campaign_json(run={"seconds": "60"}), "runs[0].seconds is not a number"),
    (campaign_json(run={"targets": "x"}), "runs[0].targets is not a list"),
    (campaign_json(targets=[]), "targets is not an object"),
    (campaign_json(targets={"x": None}), "targets.x is not an object"),
    (campaign_json(target={"program": 3}), "targets.x.program is not a string"),
    (campaign_json(target={"program": "a\0b"}), "targets.x.program is not a string"),
    (campaign_json(target={"command": []}), "targets.x.command is not the words"),
    (campaign_json(target={"kind": "bvh"}), "targets.x.kind is not a format"),
    (campaign_json(target={"seeds": [1]}), "targets.x.seeds is not a list"),
    (campaign_json(targets={HOSTILE: {}}), "it has a target named '\\x1b[31m"),
    (campaign_json(targets={"../x": {}}), "it has a target named '../x'"),
]
# Path in the campaign folder, change of the path, expected words, commands that read the path.
TABLE = [
    (".", remove_from_campaign, "there is no campaign", ALL),
    (".", lambda _: (remove_from_campaign("."), os.makedirs(FOLDER)), "there is no campaign", ALL),
    *((DOCUMENT, text_replacement(content), words, ALL) for content, words in DOCUMENTS),
    (DOCUMENT, text_replacement(campaign_json(target={"program": path_in_tree("build/absent-folder", HOSTILE)})), "\\x1b[31m", ("triage", "cmin", "replay")),
    *(("series/x.jsonl", text_replacement(content), words, ("report",)) for content, words in (
        ("{\n", "line 1: it is not complete and valid JSON"), ("3\n", "line 1 is not an object"),
        (json.dumps(dict(ROW, busy="1")) + "\n", "line 1.busy is not a number"),
        (json.dumps(dict(ROW, edges=1e999)) + "\n", "line 1.edges is not a whole number"), ('{"t": 1}\n', "line 1.busy is missing"))),
    *(("triage/index.json", text_replacement(content), words, ("report",)) for content, words in (
        ("{}", "it is not a list"), ("[{", "it is not complete and valid JSON"), ("[1]", "[0] is not an object"),
        (json.dumps([dict(CRASH, frames="f")]), "[0].frames is not a list"))),
    ("corpus/x", text_replacement("a file"), "it is not a folder", ("report", "cmin", "replay")),
    ("corpus", text_replacement("a file"), "it is not a folder", ("report", "cmin", "replay")),
    ("corpus/x", link_replacement("/etc"), "it leads out of", ("report", "cmin", "replay")),
    ("crashes/x", link_replacement("../../.."), "it leads out of", ("report", "triage", "replay")),
    ("crashes", text_replacement("a file"), "it is not a folder", ("report", "triage", "replay")),
    ("triage", link_replacement("/tmp"), "it leads out of", ("triage",)),
    ("minimised", link_replacement("/tmp"), "it leads out of", ("cmin", "report")),
    *((path, make, words, commands) for make, words in NOT_FILES for path, commands in (
        (DOCUMENT, ALL), ("series/x.jsonl", ("report",)), ("triage/index.json", ("report",)),
        ("corpus/x/input", ("report", "cmin", "replay")), ("crashes/x/crash-1", ("report", "triage", "replay")))),
]


@pytest.mark.parametrize(("path", "make", "words", "commands"), every_nth(TABLE))  # the commands run Python: a slow build tries fewer rows
def test_a_broken_campaign_is_refused_in_one_sentence(run_on_campaign_and_check, path, make, words, commands):
    for name in commands:
        build_campaign()
        if path == "triage/index.json":
            replace_by_folder("triage")
        make(path)
        run_on_campaign_and_check(3, words, *COMMANDS[name])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_is_refused(run_on_campaign_and_check):
    os.chmod(path_in_campaign("crashes/x/crash-1"), 0)
    run_on_campaign_and_check(3, "may not be", *COMMANDS["triage"])
    os.chmod(path_in_campaign(DOCUMENT), 0)
    for name in ALL:
        run_on_campaign_and_check(3, "the permission to read it is missing", *COMMANDS[name])


def test_each_command_accepts_a_valid_campaign(run_on_campaign_and_check):
    for name in ALL:
        run_on_campaign_and_check(0, "", *COMMANDS[name])
    replace_file("series/x.jsonl", json.dumps(ROW) + '\n{"t": 2')  # a last line that is cut off
    run_on_campaign_and_check(0, "written", *COMMANDS["report"])


def test_reports_have_escapes_of_hostile_crashes(run_on_campaign_and_check):
    replace_file("triage/index.json", json.dumps([dict(CRASH, name=HOSTILE, message=HOSTILE, frames=[HOSTILE])]))
    run_on_campaign_and_check(0, "written", *COMMANDS["report"])
    for name in ("report.md", "report.html"):
        page = read(path_in_campaign(name))
        assert b"\\x1b[31m" in page and not any(raw in page for raw in RAW_BYTES), name


def test_exit_codes_of_a_program_are_told_from_crashes(run_on_campaign_and_check):
    for code in (2, 3, 127):  # exit codes for wrong usage, a missing file and a missing library
        build_campaign(target={"program": write_script("fails.sh", "echo first; printf 'no \\033[31m\\n'; exit %d" % code)})
        run_on_campaign_and_check(3, "fails.sh ends with %d: no \\x1b[31m" % code, *COMMANDS["replay"])
    build_campaign(target={"program": write_script("dies.sh", "kill -SEGV $$")})
    run_on_campaign_and_check(1, "signal 11", *COMMANDS["replay"])
    run_on_campaign_and_check(1, "1 distinct crashes", *COMMANDS["triage"])


def test_hostile_names_of_files_are_escaped(run_on_campaign_and_check):
    replace_file("crashes/x/" + HOSTILE, "MD5Version 10\n")
    replace_file("crashes/x/" + os.fsdecode(b"\xff"), "MD5Version 10\n")
    run_on_campaign_and_check(0, "", *COMMANDS["triage"])
    page = read(path_in_campaign("triage/README.md"))
    assert b"\\x1b[31m" in page and b"\\xff" in page and not any(raw in page for raw in RAW_BYTES)
    replace_file("campaign.json", campaign_json(target={"program": write_script("dies.sh", "kill -SEGV $$")}))
    run_on_campaign_and_check(1, "\\x1b[31m", *COMMANDS["replay"])
    os.makedirs(FOLDER + HOSTILE)
    run_on_campaign_and_check(0, NAME + "\\x1b[31m", "list")
    os.rmdir(FOLDER + HOSTILE)


def test_hostile_names_of_campaigns_and_wrong_words_are_refused(animproof, run_on_campaign_and_check):
    refused = "a campaign's name is 1 to 100 letters"
    for name in ("a b", "..", ".a", "-a", "a/b", "a\n", "ä", "a" * 101):
        run_on_campaign_and_check(2, refused, "run", "--name=" + name)
    kept = os.path.join(CAMPAIGNS, "..", NAME + "-kept")
    os.makedirs(kept)
    for name in (HOSTILE, "../%s-kept" % NAME):
        for command in (["run", "--name=" + name], ["planted", "--name=" + name], ["triage", name], ["report", name],
                        ["cmin", name], ["replay", "--name=" + name]):
            run_on_campaign_and_check(2, refused, *command)
    os.rmdir(kept)  # raises an exception if a command has removed the folder
    for words, *command in (
            [refused, "triage", ""],
            ["a target's name is", "run", "--name", NAME, "--program", HOSTILE + "=/bin/true"],
            ["a target's name is", "run", "--command", "/bin/c++filt @@"],
            *(["--minutes", "run", "--name", NAME, "--minutes", minutes] for minutes in ("nan", "inf", "0")),
            ["No closing quotation", "run", "--command", "'a @@"],
            ["\\x1b[31m", "triage", NAME, HOSTILE], ["\\x1b[31m", "triage", NAME, "--targets", HOSTILE]):
        run_on_campaign_and_check(2, words, *command)
    run_on_campaign_and_check(3, "\\x1b[31m", "replay", "--targets", "x", animproof.absent_path(HOSTILE))
