"""animproof corpus: the same files for the same seed, a manifest that is right, and no half corpus taken for whole."""

import base64
import hashlib
import json
import os
import re
import shutil
import signal
import tarfile
import time

import commands
from cli_case import Case, md5anim, read, write
from small_corpus import build, case as frozen

case = Case()
FROZEN = "corpus-41694c932a9fcd7546fa5fb8"  # of bytes that never change
VERDICTS = {"n": "refuse", "i": "differ", "y": "accept"}


def content_of(folder):
    """Path below the folder to bytes."""
    files = {}
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in names:
            path = os.path.join(place, name)
            files[os.path.relpath(path, folder)] = read(path)
    return files


def names_of(files):
    """The cases, whatever is to be made of them; whether one has a companion depends on the file that it changes."""
    return set(re.sub(r"/[niy]_", "/", path) for path in files if not path.endswith((".obj", ".md5mesh")))


def manifest_of(folder):
    with open(os.path.join(folder, "manifest.jsonl"), encoding="ascii") as file:
        return [json.loads(line) for line in file]


# A small corpus: every case is what the manifest says.
case.exits(0, "corpus", "build", "small", "--size=small", "--tar=one.tar")
cases = manifest_of("small")
files = content_of("small")
about = json.loads(read("small/corpus.json"))
case.check(about["files"] == len(cases) and about["size"] == "small" and about["seed"] == 1, "corpus.json")
case.check(about["manifest_sha256"] == hashlib.sha256(files["manifest.jsonl"]).hexdigest(), "the manifest's hash")
case.check(about["id"] == "corpus-" + about["manifest_sha256"][:24], "the corpus' id: the same id, the same bytes")
case.check(len(set(entry["id"] for entry in cases)) == len(cases), "ids are unique")
listed = {"manifest.jsonl", "corpus.json", "values.json", "README.md"}
for entry in cases:
    listed.add(entry["file"])
    case.check(hashlib.sha256(files[entry["file"]]).hexdigest() == entry["sha256"], "hash of " + entry["id"])
    if entry["companion"]:
        listed.add(entry["companion"])
        case.check(hashlib.sha256(files[entry["companion"]]).hexdigest() == entry["companion_sha256"], "its companion's")
    case.check(VERDICTS[entry["id"][0]] == entry["verdict"], "verdict of " + entry["id"])
    case.check(entry["file"].startswith(entry["format"] + "/" + entry["id"] + "."), "name of " + entry["id"])
    errors = [f for f in entry["expected"] if f["severity"] == "error" and f["in"] == "file"]
    case.check((entry["verdict"] == "refuse") == bool(errors), "errors of " + entry["id"])
    case.check(entry["reason"] != "" and ("source" in entry), "reason of " + entry["id"])
    for finding in entry["expected"]:
        size = len(files[entry["file" if finding["in"] == "file" else "companion"]])
        case.check(finding["offset"] + finding["length"] <= size, "place of a finding of " + entry["id"])
case.check(set(files) == listed, "no other files: %r" % sorted(set(files) ^ listed)[:3])
readme = files["README.md"].decode("ascii")
case.check("manifest.jsonl" in readme and "seed 1" in readme, "the page for strangers")
for entry in cases:
    flags = set(entry["flags"])
    case.check(set(entry["notes"]) == flags and all(entry["notes"].values()), "each flag has a note: " + entry["id"])
    case.check(("companion" in flags) == (entry["companion"] is not None), "a companion's flag: " + entry["id"])
    case.check(("near-miss" in flags) == ("_near_" in entry["id"]), "a near miss' flag: " + entry["id"])
    case.check(bool(entry["cves"]) == ("cve" in flags), "vulnerabilities: " + entry["id"])
    case.check((entry["breaks"] is None) == (entry["defect"] is None or "near-miss" in flags), "readers: " + entry["id"])

# Every rule of the formats is shown by a file; those of the policy need a configuration.
rules = json.loads(case.run("rules", "--format=json").stdout)["rules"]
shown = set(finding["rule"] for entry in cases for finding in entry["expected"])
for rule in rules:
    case.check(rule["id"] in shown or rule["id"].startswith(("file/", "policy/")), rule["id"] + " is shown")

result = case.exits(0, "corpus", "verify", "small", "--matrix")
total = re.search(rb"recall (\S+) % \((\d+) of (\d+)\), wrong rule (\d+), offset error (\d+), false alarms (\d+)",
                  result.stdout)
case.check(total is not None and total.group(1) == b"100.00" and total.group(4, 5, 6) == (b"0", b"0", b"0"), "matrix",
           result)
case.check(total is not None and int(total.group(3)) == sum(e["defect"] is not None and "_near_" not in e["id"]
                                                            for e in cases), "all defects are in the table", result)
case.check(result.stdout.endswith(b"small: %d files, 0 wrong\n" % len(cases)), "says so", result)
case.exits(0, "corpus", "verify", "-q", "small", prints_only=b"")  # quiet

# One file of lines: the manifest, and the bytes.
result = case.exits(0, "corpus", "build", "lines", "--size=small", "--jsonl=lines.jsonl")
with open("lines.jsonl", encoding="ascii") as lines:
    for entry, line in zip(cases, map(json.loads, lines)):
        for key, name in (("bytes", "file"), ("companion_bytes", "companion")):
            text, content = line.pop(key), files.get(entry[name])
            small = content is not None and len(content) <= 65536
            case.check((text is None) != small and (not small or base64.b64decode(text, validate=True) == content), "bytes of " + entry["id"])
        case.check(line == entry, "the line of " + entry["id"])
    case.check(lines.read() == "", "as many lines as cases")
case.exits(3, "corpus", "build", "lines-again", "--size=small", "--jsonl=lines.jsonl")
case.exits(3, "corpus", "build", "lines-full", "--size=small", "--jsonl=/dev/full")

# A corpus' name is frozen: these bytes have this one, and no other.
build("frozen", [frozen("y_frozen", md5anim()), frozen("n_frozen", b"bad", "memg")], id=FROZEN)
result = case.run("conform", "--loader", "x=true {}", "frozen")
case.check(b"2 files" in result.stdout, "the frozen id", result)
build("frozen", [frozen("y_frozen", md5anim()), frozen("n_frozen", b"bae", "memg")], id=FROZEN)
result = case.exits(3, "conform", "--loader", "x=true {}", "frozen")
case.check(b'corpus.json: "id" is missing or invalid' in result.stderr, "one byte, another id", result)

# The same seed, the same bytes, and the same archive; another seed, others.
case.exits(0, "corpus", "build", "again", "--size=small", "--tar=two.tar", env={"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"})
case.check(content_of("again") == files, "the same files again")
with open("one.tar", "rb") as one, open("two.tar", "rb") as two:
    case.check(one.read() == two.read(), "the same archive")
with tarfile.open("one.tar") as archive:
    members = [m for m in archive.getmembers() if m.isfile()]
    case.check(sorted(os.path.normpath(m.name) for m in members) == sorted(files), "the archive holds the corpus")
    case.check(all(m.mtime == 0 and m.uid == 0 for m in members), "nobody's files, of no time")
case.exits(0, "corpus", "build", "other", "--size=small", "--seed=2")
other = content_of("other")
case.check(names_of(other) == names_of(files), "the same cases: %r" % sorted(names_of(other) ^ names_of(files))[:5])
case.check(sum(other.get(path) != content for path, content in files.items()) > len(files) // 2, "other bytes")

# One format, and just so many: a case does not depend on what else there is.
case.exits(0, "corpus", "build", "few", "--count=40", "--format=memg", "--originals=originals")
case.check(len(manifest_of("few")) == 40, "as many as asked for")
shared = {path: content for path, content in content_of("few").items() if path.startswith("memg/") and path in files}
case.check(len(shared) > 10 and all(files[path] == content for path, content in shared.items()), "the same cases")
case.exits(0, "corpus", "verify", "few")

# Beside it, what each file with a fault was made of.
originals, broken = content_of("originals"), content_of("few")
faults = {entry["file"] for entry in manifest_of("few") if entry["defect"] and entry["expected"]}
case.check(faults & set(originals) and not set(originals) - set(broken), "originals by the same names")
case.check(all(originals[name] != broken[name] for name in originals), "each of them was changed")
case.exits(3, "corpus", "build", "more", "--count=4", "--originals=originals")

# The standard size: at least 1000 files, at least three that must be refused for two that must be accepted.
case.exits(0, "corpus", "build", "standard")
standard = manifest_of("standard")
kinds = [entry["verdict"] for entry in standard]
flagged = {flag: [entry for entry in standard if flag in entry["flags"]] for entry in standard for flag in entry["flags"]}
case.check({"count-wraps-32", "count-wraps-64", "cve", "overlap", "companion", "cut"} <= set(flagged), "flags: %s" % sorted(flagged))
case.check(all(entry["cves"] == ["CVE-2025-2757"] and "CVE-2025-2757" in entry["breaks"] for entry in flagged["cve"]),
           "the rule names the vulnerability, too")
case.check(len(standard) >= 1000, "%d files" % len(standard))
case.check(2 * kinds.count("refuse") >= 3 * kinds.count("accept"), "refuse %d, accept %d" %
           (kinds.count("refuse"), kinds.count("accept")))
case.exits(0, "corpus", "verify", "standard")
shutil.rmtree("standard")


def spoiled(change, code, *words):
    """verify of a copy that was changed: it says all of these, and counts one that is wrong."""
    shutil.rmtree("copy", ignore_errors=True)
    shutil.copytree("few", "copy")
    change()
    result = case.exits(code, "corpus", "verify", "--matrix", "copy")
    for said in words:
        case.check(said in b"\n" + result.stdout + result.stderr, "says %r" % said, result)
    return result


few = manifest_of("few")
first = few[0]


def flip():
    path = os.path.join("copy", first["file"])
    with open(path, "r+b") as file:
        byte = file.read(1)
        file.seek(0)
        file.write(bytes([byte[0] ^ 1]))


def reword(entry, first_finding):
    """The first finding of a case changed, and the manifest's hash with it: only what is found can tell."""
    lines = [dict(e, expected=[first_finding] + e["expected"][1:]) if e["id"] == entry["id"] else e
             for e in manifest_of("copy")]
    changed = "".join(json.dumps(line) + "\n" for line in lines).encode()
    write("copy/manifest.jsonl", changed)
    whole = json.loads(read("copy/corpus.json"))
    whole["manifest_sha256"] = hashlib.sha256(changed).hexdigest()
    whole["id"] = "corpus-" + whole["manifest_sha256"][:24]
    write("copy/corpus.json", json.dumps(whole).encode())


def finding_text(finding):
    return "%s at %d, length %d, %s" % (finding["rule"], finding["offset"], finding["length"],
                                        finding["path"] or "(the file)")


def remove(*paths):
    for path in paths:
        os.remove(os.path.join("copy", path))


ONE = b"copy: 40 files, 1 wrong\n"
RIGHT = b"wrong rule 0, offset error 0, false alarms 0 of"
shown = next(e for e in few if e["verdict"] == "refuse" and "_near_" not in e["id"] and e["defect"]
             and e["defect"].startswith(e["expected"][0]["rule"] + "_"))
finding = shown["expected"][0]
about_shown = shown["file"].encode() + b": the linter's findings differ from the manifest\n"

spoiled(flip, 1, first["file"].encode() + b": the hash of the file is not the one in the manifest\n", ONE)
spoiled(lambda: remove("corpus.json"), 1, b"corpus.json, which is written last, is missing")
spoiled(lambda: remove(first["file"]), 3, b"copy/%s: No such file" % first["file"].encode(),
        b"\n%s: cannot be read\n" % first["file"].encode(), ONE, RIGHT)
spoiled(lambda: write("copy/memg/stray.bin", b""), 1,
        b"copy: holds 1 file that the manifest does not list\n", ONE)
spoiled(lambda: os.rename(os.path.join("copy", first["file"]), "copy/memg/stray.bin"), 3, b": cannot be read\n",
        b"copy: holds 1 file that", b"copy: 40 files, 2 wrong\n")
paired = next(e["companion"] for e in few if e["companion"])
spoiled(lambda: remove(paired), 3, b"\n%s: cannot be read\n" % paired.encode(), ONE)
spoiled(lambda: write("copy/manifest.jsonl", b""), 1, b"manifest")

# One field of one finding of the manifest is another: the table says what kind of mistake that is, the line which.
moved = dict(finding, offset=finding["offset"] + 1)
spoiled(lambda: reword(shown, moved), 1, about_shown, b"wrong rule 0, offset error 1, false alarms 0 of", ONE,
        b"  missing: %s\n  unexpected: %s\n" % (finding_text(moved).encode(), finding_text(finding).encode()))
renamed = dict(finding, rule="memg/no-groups")
spoiled(lambda: reword(shown, renamed), 1, about_shown, b"wrong rule 1, offset error 0, false alarms 0 of", ONE,
        b"  missing: %s\n  unexpected: %s\n" % (finding_text(renamed).encode(), finding_text(finding).encode()))
quiet = next(e for e in few if e["defect"] is None and e["expected"] == [])
result = spoiled(lambda: reword(quiet, finding), 1, b"wrong rule 0, offset error 0, false alarms 1 of", ONE,
                 b"  missing: %s\n" % finding_text(finding).encode())
case.check(b"  unexpected: " not in result.stdout, "nothing is found of a valid file", result)

# A folder that holds something is left alone; a build that is killed leaves no whole corpus.
write("taken/mine", b"mine")
result = case.exits(3, "corpus", "build", "taken")
case.check(content_of("taken") == {"mine": b"mine"}, "what was there stays", result)


def broken_off(end, *arguments):
    """Ends a build by the signal after it has begun. Returns its standard error."""
    shutil.rmtree("broken-off", ignore_errors=True)
    building = commands.start([case.program, "corpus", "build", "broken-off", "--count=20000", *arguments],
                              stdout=commands.DEVNULL, stderr=commands.PIPE)
    while not os.path.isdir("broken-off/mrtk") and building.poll() is None:
        time.sleep(0.001)
    building.send_signal(end)
    told = building.communicate(timeout=commands.LONGEST)[1]
    case.check(building.returncode == -end, "ended by %s: %d" % (end.name, building.returncode))
    return told


case.check(broken_off(signal.SIGKILL) == b"", "a build that is killed says nothing")
case.exits(1, "corpus", "verify", "broken-off", says=b"incomplete corpus")  # half a corpus
case.exits(3, "corpus", "build", "broken-off",
           says=b"broken-off: contains an unfinished corpus; remove the folder or choose another")  # what is there
case.exits(3, "corpus", "build", "small", says=b"small: already contains a corpus; remove the folder or choose another")  # a corpus is left alone

# One that is interrupted removes what it has written: the folder if it made it, and files beside it.
for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    told = broken_off(end, "--originals", "before", "--jsonl", "broken.jsonl", "--tar", "broken.tar")
    case.check(re.fullmatch(rb"animproof: broken-off: interrupted after \d+ files; the files written so far were removed\n", told), "told: %r" % told)
    case.check(not {"broken-off", "before", "broken.jsonl", "broken.tar"} & set(os.listdir(".")), "nothing is left: %s" % os.listdir("."))
os.makedirs("before")
told = broken_off(signal.SIGINT, "--originals", "before")
case.check(b"were removed" in told and os.listdir("before") == [], "a folder that was there stays, empty: %r" % told)

# A signal that is ignored, as after nohup, ends nothing.
building = commands.start([case.program, "corpus", "build", "ignoring", "--count=2000"], stdout=commands.DEVNULL, stderr=commands.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
while not os.path.isdir("ignoring/mrtk") and building.poll() is None:
    time.sleep(0.001)
building.send_signal(signal.SIGHUP)
told = building.communicate(timeout=commands.LONGEST)[1]
case.check(building.returncode == 0 and told == b"", "an ignored signal: %d %r" % (building.returncode, told))
shutil.rmtree("ignoring")

# On a terminal, a line says how far it is, and is taken away.
for arguments, said in ((["--count=50"], rb"\r1 of 50 files"), (["--size=small"], rb"\r1 files"), (["--size=huge"], rb"\r1 files, round 1 of 20")):
    reading, writing = os.openpty()
    building = commands.start([case.program, "corpus", "build", "shown", *arguments], stdout=commands.DEVNULL, stderr=writing)
    told = os.read(reading, 4096)
    if "--size=huge" in arguments:
        building.send_signal(signal.SIGINT)
    os.close(writing)
    try:
        while more := os.read(reading, 4096):
            told += more
    except OSError:  # EIO: the other end is closed
        pass
    building.wait(timeout=commands.LONGEST)
    os.close(reading)
    case.check(re.match(said, told) and b"\r\x1b[K" in told, "the line of %s: %r" % (arguments, told))
    shutil.rmtree("shown", ignore_errors=True)

case.exits(3, "corpus", "build", "missing/folder")
case.exits(3, "corpus", "verify", "missing")
case.exits(4, "corpus", "build", "starved", "--size=small", "--max-memory=10K")
case.exits(1, "corpus", "verify", "starved", says=b"incomplete corpus")  # one that ran out of memory
for wrong in ([], ["build"], ["verify"], ["build", "a", "b"], ["build", "a", "--size=tiny"], ["build", "a", "--seed=x"],
              ["build", "a", "--format=obj"], ["other"], ["verify", "small", "--no"],
              ["build", "a", "--seed=18446744073709551615"]):
    case.exits(2, "corpus", *wrong)
case.check(not os.path.exists("a"), "wrong usage makes nothing")
for page in (["--help"], ["build", "--help"], ["verify", "--help"]):
    case.exits(0, "corpus", *page, prints_first=b"usage: ")

case.finish()
