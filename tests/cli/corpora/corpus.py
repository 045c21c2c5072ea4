"""animproof corpus: equal seeds give equal files, the manifest is right, and incomplete corpora are recognized."""

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
from small_corpus import build, entry as frozen

case = Case()
FROZEN = "corpus-41694c932a9fcd7546fa5fb8"  # the id of two files with bytes that never change
VERDICTS = {"n": "refuse", "i": "differ", "y": "accept"}


def content_of(folder):
    """Returns {path below the folder: bytes}."""
    files = {}
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in names:
            path = os.path.join(place, name)
            files[os.path.relpath(path, folder)] = read(path)
    return files


def names_of(files):
    """Returns the cases without verdicts and companions, which depend on the seed."""
    return set(re.sub(r"/[niy]_", "/", path) for path in files if not path.endswith((".obj", ".md5mesh")))


def manifest_of(folder):
    with open(os.path.join(folder, "manifest.jsonl"), encoding="ascii") as file:
        return [json.loads(line) for line in file]


# A small corpus: every case agrees with the manifest.
case.exits(0, "corpus", "build", "small", "--size=small", "--tar=one.tar")
cases = manifest_of("small")
files = content_of("small")
about = json.loads(read("small/corpus.json"))
case.check(about["files"] == len(cases) and about["size"] == "small" and about["seed"] == 1, "corpus.json has files, size and seed")
case.check(about["manifest_sha256"] == hashlib.sha256(files["manifest.jsonl"]).hexdigest(), "corpus.json has the hash of the manifest")
case.check(about["id"] == "corpus-" + about["manifest_sha256"][:24], "the id of the corpus is made from the manifest's hash")
case.check(len(set(entry["id"] for entry in cases)) == len(cases), "ids of cases are unique")
listed = {"manifest.jsonl", "corpus.json", "values.json", "README.md"}
for entry in cases:
    listed.add(entry["file"])
    case.check(hashlib.sha256(files[entry["file"]]).hexdigest() == entry["sha256"], "the manifest has the hash of " + entry["id"])
    if entry["companion"]:
        listed.add(entry["companion"])
        case.check(hashlib.sha256(files[entry["companion"]]).hexdigest() == entry["companion_sha256"], "the manifest has the hash of the companion")
    case.check(VERDICTS[entry["id"][0]] == entry["verdict"], "the first letter gives the verdict of " + entry["id"])
    case.check(entry["file"].startswith(entry["format"] + "/" + entry["id"] + "."), "the file name is made of format and id: " + entry["id"])
    errors = [f for f in entry["expected"] if f["severity"] == "error" and f["in"] == "file"]
    case.check((entry["verdict"] == "refuse") == bool(errors), "a case has errors if it must be refused: " + entry["id"])
    case.check(entry["reason"] != "" and ("source" in entry), "the manifest has reason and source of " + entry["id"])
    for finding in entry["expected"]:
        size = len(files[entry["file" if finding["in"] == "file" else "companion"]])
        case.check(finding["offset"] + finding["length"] <= size, "an expected finding is inside the file: " + entry["id"])
case.check(set(files) == listed, "the corpus has no other files: %r" % sorted(set(files) ^ listed)[:3])
readme = files["README.md"].decode("ascii")
case.check("manifest.jsonl" in readme and "seed 1" in readme, "README.md names the manifest and the seed")
for entry in cases:
    flags = set(entry["flags"])
    case.check(set(entry["notes"]) == flags and all(entry["notes"].values()), "each flag of a case has a note: " + entry["id"])
    case.check(("companion" in flags) == (entry["companion"] is not None), "the flag companion marks cases with a companion: " + entry["id"])
    case.check(("near-miss" in flags) == ("_near_" in entry["id"]), "the flag near-miss marks near misses: " + entry["id"])
    case.check(bool(entry["cves"]) == ("cve" in flags), "the flag cve marks cases with CVEs: " + entry["id"])
    case.check((entry["breaks"] is None) == (entry["defect"] is None or "near-miss" in flags),
               "cases with a defect name affected readers: " + entry["id"])

# Every rule of the formats has a case. Policy rules have none, since they need a configuration.
rules = json.loads(case.run("rules", "--format=json").stdout)["rules"]
shown = set(finding["rule"] for entry in cases for finding in entry["expected"])
for rule in rules:
    case.check(rule["id"] in shown or rule["id"].startswith(("file/", "policy/")), rule["id"] + " has a case")

result = case.exits(0, "corpus", "verify", "small", "--matrix")
total = re.search(rb"recall (\S+) % \((\d+) of (\d+)\), wrong rule (\d+), offset error (\d+), false alarms (\d+)",
                  result.stdout)
case.check(total is not None and total.group(1) == b"100.00" and total.group(4, 5, 6) == (b"0", b"0", b"0"),
           "the matrix has full recall and no false alarms",
           result)
case.check(total is not None and int(total.group(3)) == sum(e["defect"] is not None and "_near_" not in e["id"]
                                                            for e in cases), "the matrix counts all cases with a defect", result)
case.check(result.stdout.endswith(b"small: %d files, 0 wrong\n" % len(cases)), "the last line counts the files", result)
case.exits(0, "corpus", "verify", "-q", "small", prints_only=b"")

# --jsonl: one file with a line for each case, with the bytes of the files.
result = case.exits(0, "corpus", "build", "lines", "--size=small", "--jsonl=lines.jsonl")
with open("lines.jsonl", encoding="ascii") as lines:
    for entry, line in zip(cases, map(json.loads, lines)):
        for key, name in (("bytes", "file"), ("companion_bytes", "companion")):
            text, content = line.pop(key), files.get(entry[name])
            small = content is not None and len(content) <= 65536
            case.check((text is None) != small and (not small or base64.b64decode(text, validate=True) == content),
                       "a line has the bytes of a file of at most 64 KiB: " + entry["id"])
        case.check(line == entry, "a line has the members of the manifest: " + entry["id"])
    case.check(lines.read() == "", "the file has one line for each case")
case.exits(3, "corpus", "build", "lines-again", "--size=small", "--jsonl=lines.jsonl")
case.exits(3, "corpus", "build", "lines-full", "--size=small", "--jsonl=/dev/full")

# The id of a corpus is frozen: these bytes have this id, other bytes have not.
build("frozen", [frozen("y_frozen", md5anim()), frozen("n_frozen", b"bad", "memg")], id=FROZEN)
result = case.run("conform", "--loader", "x=true {}", "frozen")
case.check(b"2 files" in result.stdout, "the frozen id is accepted for its bytes", result)
build("frozen", [frozen("y_frozen", md5anim()), frozen("n_frozen", b"bae", "memg")], id=FROZEN)
result = case.exits(3, "conform", "--loader", "x=true {}", "frozen")
case.check(b'corpus.json: "id" is missing or invalid' in result.stderr, "the frozen id is refused for other bytes", result)

# Equal seeds give equal files and equal archives; another seed gives other files.
case.exits(0, "corpus", "build", "again", "--size=small", "--tar=two.tar", env={"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"})
case.check(content_of("again") == files, "a second build has equal files")
with open("one.tar", "rb") as one, open("two.tar", "rb") as two:
    case.check(one.read() == two.read(), "a second build has an equal archive")
with tarfile.open("one.tar") as archive:
    members = [m for m in archive.getmembers() if m.isfile()]
    case.check(sorted(os.path.normpath(m.name) for m in members) == sorted(files), "the archive has the files of the corpus")
    case.check(all(m.mtime == 0 and m.uid == 0 for m in members), "files in the archive have no owner and no time")
case.exits(0, "corpus", "build", "other", "--size=small", "--seed=2")
other = content_of("other")
case.check(names_of(other) == names_of(files), "another seed has the same cases: %r" % sorted(names_of(other) ^ names_of(files))[:5])
case.check(sum(other.get(path) != content for path, content in files.items()) > len(files) // 2, "another seed has other bytes in most files")

# --format and --count: a case does not depend on the other cases.
case.exits(0, "corpus", "build", "few", "--count=40", "--format=memg", "--originals=originals")
case.check(len(manifest_of("few")) == 40, "--count 40 gives 40 cases")
shared = {path: content for path, content in content_of("few").items() if path.startswith("memg/") and path in files}
case.check(len(shared) > 10 and all(files[path] == content for path, content in shared.items()), "cases of both corpora have equal bytes")
case.exits(0, "corpus", "verify", "few")

# --originals: for each file with a fault, the valid file from which it was made.
originals, broken = content_of("originals"), content_of("few")
faults = {entry["file"] for entry in manifest_of("few") if entry["defect"] and entry["expected"]}
case.check(faults & set(originals) and not set(originals) - set(broken), "originals have the names of the changed files")
case.check(all(originals[name] != broken[name] for name in originals), "each original differs from its changed file")
case.exits(3, "corpus", "build", "more", "--count=4", "--originals=originals")

# The standard size: at least 1000 files, and at least three to be refused for two to be accepted.
case.exits(0, "corpus", "build", "standard")
standard = manifest_of("standard")
kinds = [entry["verdict"] for entry in standard]
flagged = {flag: [entry for entry in standard if flag in entry["flags"]] for entry in standard for flag in entry["flags"]}
case.check({"count-wraps-32", "count-wraps-64", "cve", "overlap", "companion", "cut"} <= set(flagged),
           "the standard corpus has the flags: %s" % sorted(flagged))
case.check(all(entry["cves"] == ["CVE-2025-2757"] and "CVE-2025-2757" in entry["breaks"] for entry in flagged["cve"]),
           "cases with the flag cve name CVE-2025-2757")
case.check(len(standard) >= 1000, "the standard corpus has 1000 files or more: %d" % len(standard))
case.check(2 * kinds.count("refuse") >= 3 * kinds.count("accept"), "cases to be refused: %d, to be accepted: %d" %
           (kinds.count("refuse"), kinds.count("accept")))
case.exits(0, "corpus", "verify", "standard")
shutil.rmtree("standard")


def check_spoiled(change, code, *words):
    """Runs verify on a changed copy of the corpus. Checks that the output contains each of `words`."""
    shutil.rmtree("copy", ignore_errors=True)
    shutil.copytree("few", "copy")
    change()
    result = case.exits(code, "corpus", "verify", "--matrix", "copy")
    for said in words:
        case.check(said in b"\n" + result.stdout + result.stderr, "verify prints %r" % said, result)
    return result


few = manifest_of("few")
first = few[0]


def flip_bit():
    path = os.path.join("copy", first["file"])
    with open(path, "r+b") as file:
        byte = file.read(1)
        file.seek(0)
        file.write(bytes([byte[0] ^ 1]))


def replace_finding(entry, first_finding):
    """Replaces the first finding of a case, and updates the manifest's hash, so that only linting shows the change."""
    lines = [dict(e, expected=[first_finding] + e["expected"][1:]) if e["id"] == entry["id"] else e
             for e in manifest_of("copy")]
    changed = "".join(json.dumps(line) + "\n" for line in lines).encode()
    write("copy/manifest.jsonl", changed)
    corpus_json = json.loads(read("copy/corpus.json"))
    corpus_json["manifest_sha256"] = hashlib.sha256(changed).hexdigest()
    corpus_json["id"] = "corpus-" + corpus_json["manifest_sha256"][:24]
    write("copy/corpus.json", json.dumps(corpus_json).encode())


def finding_text(finding):
    return "%s at %d, length %d, %s" % (finding["rule"], finding["offset"], finding["length"],
                                        finding["path"] or "(the file)")


def remove_from_copy(*paths):
    for path in paths:
        os.remove(os.path.join("copy", path))


ONE = b"copy: 40 files, 1 wrong\n"
RIGHT = b"wrong rule 0, offset error 0, false alarms 0 of"
shown = next(e for e in few if e["verdict"] == "refuse" and "_near_" not in e["id"] and e["defect"]
             and e["defect"].startswith(e["expected"][0]["rule"] + "_"))
finding = shown["expected"][0]
about_shown = shown["file"].encode() + b": the linter's findings differ from the manifest\n"

check_spoiled(flip_bit, 1, first["file"].encode() + b": the hash of the file is not the one in the manifest\n", ONE)
check_spoiled(lambda: remove_from_copy("corpus.json"), 1, b"corpus.json, which is written last, is missing")
check_spoiled(lambda: remove_from_copy(first["file"]), 3, b"copy/%s: No such file" % first["file"].encode(),
        b"\n%s: cannot be read\n" % first["file"].encode(), ONE, RIGHT)
check_spoiled(lambda: write("copy/memg/stray.bin", b""), 1,
        b"copy: holds 1 file that the manifest does not list\n", ONE)
check_spoiled(lambda: os.rename(os.path.join("copy", first["file"]), "copy/memg/stray.bin"), 3, b": cannot be read\n",
        b"copy: holds 1 file that", b"copy: 40 files, 2 wrong\n")
paired = next(e["companion"] for e in few if e["companion"])
check_spoiled(lambda: remove_from_copy(paired), 3, b"\n%s: cannot be read\n" % paired.encode(), ONE)
check_spoiled(lambda: write("copy/manifest.jsonl", b""), 1, b"manifest")

# One changed field of an expected finding: the matrix counts the kind of mistake, a line names the finding.
moved = dict(finding, offset=finding["offset"] + 1)
check_spoiled(lambda: replace_finding(shown, moved), 1, about_shown, b"wrong rule 0, offset error 1, false alarms 0 of", ONE,
        b"  missing: %s\n  unexpected: %s\n" % (finding_text(moved).encode(), finding_text(finding).encode()))
renamed = dict(finding, rule="memg/no-groups")
check_spoiled(lambda: replace_finding(shown, renamed), 1, about_shown, b"wrong rule 1, offset error 0, false alarms 0 of", ONE,
        b"  missing: %s\n  unexpected: %s\n" % (finding_text(renamed).encode(), finding_text(finding).encode()))
quiet = next(e for e in few if e["defect"] is None and e["expected"] == [])
result = check_spoiled(lambda: replace_finding(quiet, finding), 1, b"wrong rule 0, offset error 0, false alarms 1 of", ONE,
                 b"  missing: %s\n" % finding_text(finding).encode())
case.check(b"  unexpected: " not in result.stdout, "no finding is unexpected in a valid file", result)

# A folder with files is not changed. A build that is killed leaves an incomplete corpus, which is recognized.
write("taken/mine", b"mine")
result = case.exits(3, "corpus", "build", "taken")
case.check(content_of("taken") == {"mine": b"mine"}, "the files of the folder are not changed", result)


def stop_build(end, *arguments):
    """Sends the signal to a build after it has begun. Returns its standard error."""
    shutil.rmtree("broken-off", ignore_errors=True)
    building = commands.start([case.program, "corpus", "build", "broken-off", "--count=20000", *arguments],
                              stdout=commands.DEVNULL, stderr=commands.PIPE)
    while not os.path.isdir("broken-off/mrtk") and building.poll() is None:
        time.sleep(0.001)
    building.send_signal(end)
    messages = building.communicate(timeout=commands.LONGEST)[1]
    case.check(building.returncode == -end, "the build is ended by %s: %d" % (end.name, building.returncode))
    return messages


case.check(stop_build(signal.SIGKILL) == b"", "a killed build prints no message")
case.exits(1, "corpus", "verify", "broken-off", says=b"incomplete corpus")
case.exits(3, "corpus", "build", "broken-off",
           says=b"broken-off: contains an unfinished corpus; remove the folder or choose another")
case.exits(3, "corpus", "build", "small", says=b"small: already contains a corpus; remove the folder or choose another")

# An interrupted build removes the files it has written, and the folder if it created the folder.
for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    messages = stop_build(end, "--originals", "before", "--jsonl", "broken.jsonl", "--tar", "broken.tar")
    case.check(re.fullmatch(rb"animproof: broken-off: interrupted after \d+ files; the files written so far were removed\n", messages),
               "a message counts the removed files: %r" % messages)
    case.check(not {"broken-off", "before", "broken.jsonl", "broken.tar"} & set(os.listdir(".")),
               "no file of the interrupted build is left: %s" % os.listdir("."))
os.makedirs("before")
messages = stop_build(signal.SIGINT, "--originals", "before")
case.check(b"were removed" in messages and os.listdir("before") == [], "an existing folder is kept and emptied: %r" % messages)

# A signal that is ignored, as after nohup, does not end the build.
building = commands.start([case.program, "corpus", "build", "ignoring", "--count=2000"], stdout=commands.DEVNULL, stderr=commands.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
while not os.path.isdir("ignoring/mrtk") and building.poll() is None:
    time.sleep(0.001)
building.send_signal(signal.SIGHUP)
messages = building.communicate(timeout=commands.LONGEST)[1]
case.check(building.returncode == 0 and messages == b"", "an ignored SIGHUP does not end the build: %d %r" % (building.returncode, messages))
shutil.rmtree("ignoring")

# On a terminal a progress line is shown and erased.
for arguments, said in ((["--count=50"], rb"\r1 of 50 files"), (["--size=small"], rb"\r1 files"), (["--size=huge"], rb"\r1 files, round 1 of 20")):
    reading, writing = os.openpty()
    building = commands.start([case.program, "corpus", "build", "shown", *arguments], stdout=commands.DEVNULL, stderr=writing)
    messages = os.read(reading, 4096)
    if "--size=huge" in arguments:
        building.send_signal(signal.SIGINT)
    os.close(writing)
    try:
        while more := os.read(reading, 4096):
            messages += more
    except OSError:  # EIO: the other end is closed
        pass
    building.wait(timeout=commands.LONGEST)
    os.close(reading)
    case.check(re.match(said, messages) and b"\r\x1b[K" in messages, "the progress line with %s: %r" % (arguments, messages))
    shutil.rmtree("shown", ignore_errors=True)

case.exits(3, "corpus", "build", "missing/folder")
case.exits(3, "corpus", "verify", "missing")
case.exits(4, "corpus", "build", "starved", "--size=small", "--max-memory=10K")
case.exits(1, "corpus", "verify", "starved", says=b"incomplete corpus")  # the corpus of a build that ran out of memory
for wrong in ([], ["build"], ["verify"], ["build", "a", "b"], ["build", "a", "--size=tiny"], ["build", "a", "--seed=x"],
              ["build", "a", "--format=obj"], ["other"], ["verify", "small", "--no"],
              ["build", "a", "--seed=18446744073709551615"]):
    case.exits(2, "corpus", *wrong)
case.check(not os.path.exists("a"), "wrong usage creates no folder")
for page in (["--help"], ["build", "--help"], ["verify", "--help"]):
    case.exits(0, "corpus", *page, prints_first=b"usage: ")

case.finish()
