"""Broken or hostile campaign folders: the command prints one sentence, ends with 3, and sends no raw text to the terminal."""

import json
import os
import shutil

from cli_case import ROOT, Case, in_tree, read, write
from loader_scripts import script

CAMPAIGNS = in_tree("build/fuzz/campaigns")
NAME = "test-broken-%d" % os.getpid()
FOLDER = os.path.join(CAMPAIGNS, NAME)
HOSTILE = "\x1b[31m\x1b]0;title\x07\u202egnp\u2066"  # escapes for colours, a window title and reversed text
RAW_BYTES = (b"\x1b", b"\x07", "\u202e".encode(), "\u2066".encode())
ROW = {"t": 1.5, "busy": 1.5, "execs": 10, "execs_per_s": 7, "edges": 3, "features": 1, "corpus": 1, "crashes": 0, "faults": 0}
RUN = {"engine": "libfuzzer", "targets": ["x"], "jobs": 1, "minutes": 1, "seconds": 60.0, "mutator": None}
CRASH = {"target": "x", "name": "a__b", "kind": "SEGV", "message": "", "frames": ["f"], "count": 1, "minimised_bytes": 3,
         "rules": []}  # fmt: skip
COMMANDS = {"triage": ["triage", NAME, "--seconds", "1"], "report": ["report", NAME, "--no-coverage"],
            "cmin": ["cmin", NAME], "replay": ["replay", "--name", NAME]}  # fmt: skip

case = Case()
passing = script("quiet.sh", "exit 0")
crashing = script("dies.sh", "kill -SEGV $$")


def path_in_campaign(path):
    return os.path.normpath(os.path.join(FOLDER, path))


def replace_file(path, text):
    remove(path)
    write(path_in_campaign(path), text)


def remove(path):
    if os.path.isdir(path_in_campaign(path)) and not os.path.islink(path_in_campaign(path)):
        shutil.rmtree(path_in_campaign(path))
    elif os.path.lexists(path_in_campaign(path)):
        os.remove(path_in_campaign(path))


def campaign_json(run=(), target=(), **more):
    """Returns a campaign.json with changed values in its run and its target."""
    plain = {"seeds": [], "dictionary": None, "program": passing, "command": None, "kind": "md5anim"}
    document = {"name": NAME, "runs": [dict(RUN, **dict(run))], "targets": {"x": dict(plain, **dict(target))}}
    document.update(more)
    return json.dumps(document)


def build_campaign(**options):
    remove(".")
    replace_file("campaign.json", campaign_json(**options))
    replace_file("corpus/x/input", "MD5Version 10\n")
    replace_file("crashes/x/crash-1", "MD5Version 10\n")
    replace_file("crashes/x/crash-1.log", "said\n")
    replace_file("series/x.jsonl", json.dumps(ROW) + "\n")


def place_link(to):
    return lambda path: (remove(path), os.symlink(to, path_in_campaign(path)))


def fifo(path):
    remove(path)
    os.mkfifo(path_in_campaign(path))


def folder(path):
    remove(path)
    os.makedirs(path_in_campaign(path))


def place_text(content):
    return lambda path: replace_file(path, content)


def sparse(path):
    replace_file(path, "")
    os.truncate(path_in_campaign(path), 1 << 32)


def unreadable(path):
    os.chmod(path_in_campaign(path), 0)


ALL = tuple(COMMANDS)
NOT_FILES = ((fifo, "it is not a regular file"), (folder, "it is not a regular file"), (sparse, "it is larger than"),
       (place_link("/dev/zero"), "it leads out of the campaign's folder"), (place_link("/etc/passwd"), "it leads out of"))  # fmt: skip
DOCUMENT = "campaign.json"
# Path in the campaign folder, change of the path, expected words, commands that read the path.
TABLE = [
    (".", remove, "there is no campaign", ALL),
    (".", lambda _: (remove("."), os.makedirs(FOLDER)), "there is no campaign", ALL),
    (DOCUMENT, place_text(""), "it is empty", ALL),
    (DOCUMENT, place_text(campaign_json()[:80]), "it is not whole JSON", ALL),
    (DOCUMENT, place_text("\x7fELF" * 20), "it is not whole JSON", ALL),
    (DOCUMENT, place_text(b'{"runs": "\xff"}'), "it is not UTF-8 at byte 10", ALL),
    (DOCUMENT, place_text("[" * 200000), "nested too deeply", ALL),
    (DOCUMENT, place_text('{"runs": [%s]}' % ("9" * 5000)), "too many digits", ALL),
    (DOCUMENT, place_text("[]"), "it is not an object", ALL),
    (DOCUMENT, place_text("{}"), "runs is missing", ALL),
    (DOCUMENT, place_text(campaign_json(runs={})), "runs is not a list", ALL),
    (DOCUMENT, place_text(campaign_json(runs=[3])), "runs[0] is not an object", ALL),
    (DOCUMENT, place_text(campaign_json(run={"engine": ["libfuzzer"]})), "runs[0].engine is not an engine", ALL),
    (DOCUMENT, place_text(campaign_json(run={"jobs": True})), "runs[0].jobs is not a whole number", ALL),
    (DOCUMENT, place_text(campaign_json(run={"minutes": float("nan")})), "runs[0].minutes is not a number", ALL),
    (DOCUMENT, place_text(campaign_json(run={"seconds": "60"})), "runs[0].seconds is not a number", ALL),
    (DOCUMENT, place_text(campaign_json(run={"targets": "x"})), "runs[0].targets is not a list", ALL),
    (DOCUMENT, place_text(campaign_json(targets=[])), "targets is not an object", ALL),
    (DOCUMENT, place_text(campaign_json(targets={"x": None})), "targets.x is not an object", ALL),
    (DOCUMENT, place_text(campaign_json(target={"program": 3})), "targets.x.program is not a string", ALL),
    (DOCUMENT, place_text(campaign_json(target={"program": "a\0b"})), "targets.x.program is not a string", ALL),
    (DOCUMENT, place_text(campaign_json(target={"command": []})), "targets.x.command is not the words", ALL),
    (DOCUMENT, place_text(campaign_json(target={"kind": "bvh"})), "targets.x.kind is not a format", ALL),
    (DOCUMENT, place_text(campaign_json(target={"seeds": [1]})), "targets.x.seeds is not a list", ALL),
    (DOCUMENT, place_text(campaign_json(targets={HOSTILE: {}})), "it has a target named '\\x1b[31m", ALL),
    (DOCUMENT, place_text(campaign_json(targets={"../x": {}})), "it has a target named '../x'", ALL),
    (DOCUMENT, place_text(campaign_json(target={"program": case.absent_path(HOSTILE)})), "\\x1b[31m", ("triage", "cmin", "replay")),
    ("series/x.jsonl", place_text("{\n"), "line 1: it is not whole JSON", ("report",)),
    ("series/x.jsonl", place_text("3\n"), "line 1 is not an object", ("report",)),
    ("series/x.jsonl", place_text(json.dumps(dict(ROW, busy="1")) + "\n"), "line 1.busy is not a number", ("report",)),
    ("series/x.jsonl", place_text(json.dumps(dict(ROW, edges=1e999)) + "\n"), "line 1.edges is not a whole number", ("report",)),
    ("series/x.jsonl", place_text('{"t": 1}\n'), "line 1.busy is missing", ("report",)),
    ("triage/index.json", place_text("{}"), "it is not a list", ("report",)),
    ("triage/index.json", place_text("[{"), "it is not whole JSON", ("report",)),
    ("triage/index.json", place_text("[1]"), "[0] is not an object", ("report",)),
    ("triage/index.json", place_text(json.dumps([dict(CRASH, frames="f")])), "[0].frames is not a list", ("report",)),
    ("corpus/x", place_text("a file"), "it is not a folder", ("report", "cmin", "replay")),
    ("corpus", place_text("a file"), "it is not a folder", ("report", "cmin", "replay")),
    ("corpus/x", place_link("/etc"), "it leads out of", ("report", "cmin", "replay")),
    ("crashes/x", place_link("../../.."), "it leads out of", ("report", "triage", "replay")),
    ("crashes", place_text("a file"), "it is not a folder", ("report", "triage", "replay")),
    ("triage", place_link("/tmp"), "it leads out of", ("triage",)),
    ("minimised", place_link("/tmp"), "it leads out of", ("cmin", "report")),
]
TABLE += [(place, make, words, commands) for make, words in NOT_FILES
          for place, commands in ((DOCUMENT, ALL), ("series/x.jsonl", ("report",)), ("triage/index.json", ("report",)),
                                  ("corpus/x/input", ("report", "cmin", "replay")),
                                  ("crashes/x/crash-1", ("report", "triage", "replay")))]  # fmt: skip
TABLE = TABLE[:: int(os.environ.get("ANIMPROOF_TEST_EACH", "1"))]  # a slow build tries fewer rows: the commands run Python, not the slow program
if os.geteuid() != 0:
    TABLE += [(DOCUMENT, unreadable, "it may not be read", ALL), ("crashes/x/crash-1", unreadable, "may not be", ("triage",))]


def check_command(code, words, *command):
    """Runs a command. Checks that it prints `words`, and only one line on standard error if it ends with 3."""
    result = case.exits(code, "fuzz", *command, cwd=ROOT)
    said = result.stdout + result.stderr
    case.check(b"Traceback" not in said and not any(raw in said for raw in RAW_BYTES), "no traceback and no raw escapes: %s" % (command,), result)
    case.check(words.encode() in said, "%s prints %r" % (command, words), result)
    if code == 3:
        case.check(result.stderr.startswith(b"animproof fuzz: ") and result.stderr.count(b"\n") == 1,
                   "one line on standard error: %s" % (command,), result)  # fmt: skip
    return result


def check_broken_folders():
    for place, make, words, commands in TABLE:
        build_campaign()
        if place == "triage/index.json":
            folder("triage")
        make(place)
        for name in commands:
            check_command(3, words, *COMMANDS[name])


def check_valid_folders():
    """Checks a valid folder, a folder with a truncated last line, and crashes: their exit codes."""
    build_campaign()
    for name in ALL:
        check_command(0, "", *COMMANDS[name])
    replace_file("series/x.jsonl", json.dumps(ROW) + '\n{"t": 2')
    check_command(0, "written", *COMMANDS["report"])
    replace_file("triage/index.json", json.dumps([dict(CRASH, name=HOSTILE, message=HOSTILE, frames=[HOSTILE])]))
    check_command(0, "written", *COMMANDS["report"])
    for name in ("report.md", "report.html"):
        page = read(path_in_campaign(name))
        case.check(b"\\x1b[31m" in page and not any(raw in page for raw in RAW_BYTES), name + " has escapes only")
    for code in (2, 3, 127):  # wrong usage, a missing file, a missing library
        build_campaign(target={"program": script("fails.sh", "echo first; printf 'no \\033[31m\\n'; exit %d" % code)})
        check_command(3, "fails.sh ends with %d: no \\x1b[31m" % code, *COMMANDS["replay"])
    build_campaign(target={"program": crashing})
    check_command(1, "signal 11", *COMMANDS["replay"])
    check_command(1, "1 distinct crashes", *COMMANDS["triage"])


def check_hostile_names():
    """Checks hostile names of files, campaigns and targets: existing names are escaped, new names are refused."""
    build_campaign()
    replace_file("crashes/x/" + HOSTILE, "MD5Version 10\n")
    replace_file("crashes/x/" + os.fsdecode(b"\xff"), "MD5Version 10\n")
    check_command(0, "", *COMMANDS["triage"])
    page = read(path_in_campaign("triage/README.md"))
    case.check(b"\\x1b[31m" in page and b"\\xff" in page and not any(raw in page for raw in RAW_BYTES), "triage/README.md escapes names")
    replace_file("campaign.json", campaign_json(target={"program": crashing}))
    check_command(1, "\\x1b[31m", *COMMANDS["replay"])
    precious = os.path.join(CAMPAIGNS, "..", NAME + "-kept")
    os.makedirs(precious)
    refused = "a campaign's name is 1 to 100 letters"
    for name in ("a b", "..", ".a", "-a", "a/b", "a\n", "ä", "a" * 101):
        check_command(2, refused, "run", "--name=" + name)
    for name in (HOSTILE, "../%s-kept" % NAME):
        for command in (["run", "--name=" + name], ["planted", "--name=" + name], ["triage", name], ["report", name],
                        ["cmin", name], ["replay", "--name=" + name]):  # fmt: skip
            check_command(2, refused, *command)
    check_command(2, refused, "triage", "")
    case.check(os.path.isdir(precious), "planted removes no folder outside of the campaigns")
    os.rmdir(precious)
    check_command(2, "a target's name is", "run", "--name", NAME, "--program", "%s=%s" % (HOSTILE, passing))
    check_command(2, "a target's name is", "run", "--command", "/bin/c++filt @@")
    for minutes in ("nan", "inf", "0"):
        check_command(2, "--minutes", "run", "--name", NAME, "--minutes", minutes)
    check_command(2, "No closing quotation", "run", "--command", "'a @@")
    check_command(2, "\\x1b[31m", "triage", NAME, HOSTILE)
    check_command(2, "\\x1b[31m", "triage", NAME, "--targets", HOSTILE)
    check_command(3, "\\x1b[31m", "replay", "--targets", "x", case.absent_path(HOSTILE))
    strange = os.path.join(CAMPAIGNS, NAME + HOSTILE)
    os.makedirs(strange)
    check_command(0, NAME + "\\x1b[31m", "list")
    os.rmdir(strange)


try:
    check_valid_folders()
    check_hostile_names()
    check_broken_folders()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
case.finish()
