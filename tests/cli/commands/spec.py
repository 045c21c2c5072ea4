"""Descriptions for Kaitai Struct and ImHex: equal to docs/formats/spec/, complete, and in agreement with `dump`.

Python reads both (tests/cli/lib/hexpat.py, ksy.py); `make test-spec` tests readers made by Kaitai's compiler."""

import json
import re

import described
import hexpat
import ksy
from cli_case import Case, full_device, in_tree, read, read_text
from golden_files import EACH, every_nth

STEP = 6  # the patterns read one in STEP files of golden/, and all files of golden/reference/
case = Case()
described.set_program(case.program)

# Arguments of spec, and their errors.
for arguments, words in (
        ([], "no format given"),
        (["mrtk", "memg", "--format=ksy"], "one format at a time"),
        (["mrtk"], "no --format given: ksy (Kaitai Struct) or hexpat (ImHex)"),
        (["fbx", "--format=ksy"], "'fbx' is not a format; mrtk and memg can be described"),
        (["memg", "--format=ksy", "--mrtk-layout=published"], "--mrtk-layout is an option of mrtk, not of memg"),
        *((["--format=hexpat", form], "%s is a text format: it has no bytes to describe; mrtk and memg can be described" % form)
          for form in ("md5anim", "md5mesh", "md5camera"))):
    result = case.exits(2, "spec", *arguments)
    case.check(result.stderr.decode() == "animproof: spec: %s (see animproof spec --help)\n" % words, "the message: " + words, result)
case.check(case.exits(0, "spec", "mrtk", "--format=ksy").stdout
           == case.exits(0, "spec", "mrtk", "--format=ksy", "--mrtk-layout=auto").stdout
           == case.exits(0, "spec", "mrtk", "--format=ksy", "--mrtk-layout=writer").stdout, "the default layout is that of the writer")
case.check(case.exits(0, "spec", "mrtk", "--format=ksy", "--max-memory=1").stdout
           == case.exits(0, "spec", "mrtk", "--format=ksy").stdout, "--max-memory does not change the output")
case.exits(3, "spec", "memg", "--format=ksy", "-o", "missing/memg.ksy")
case.exits(3, "spec", "memg", "--format=hexpat", stdout=full_device())

# spec prints the files of docs/formats/spec/. Their first line has the command and the version.
texts = {}
version = case.exits(0, "--version").stdout.decode().split()[1]
for language in described.LANGUAGES:
    for key, path in described.write_specs(language, ".").items():
        texts[key, language] = read_text(path)
        case.check(read_text(in_tree("docs", "formats", "spec", described.file_name_of(key, language))) == texts[key, language],
                   "spec prints docs/formats/spec/%s" % described.file_name_of(key, language))
        first = texts[key, language].split("\n")[0]
        call = re.search(r"Made by `animproof (.*)` \(animproof (.*)\)\.$", first)
        case.check(call and call.group(2) == version and case.exits(0, *call.group(1).split()).stdout.decode() == texts[key, language],
                   "docs/formats/spec/%s begins with the command that prints it, and version %s: %s" % (
                       described.file_name_of(key, language), version, first))

# The descriptions have the name of each field in dump, the name of each enum value in dump, and the summary of each rule.
rules = {rule["id"]: rule["summary"] for rule in json.loads(case.exits(0, "rules", "--format=json").stdout)["rules"]}
paths = described.golden_files()
reference_files = [path for path in paths if "/reference/" in path]
chosen = every_nth(sorted(set(paths[::STEP] + reference_files)))
dumps = [(path, described.dump(path)) for path in chosen]
for (key, language), text in texts.items():
    names = set(re.findall(r"- id: (\w+)" if language == "ksy" else r"^ +(?:le )?[\w:]+(?:<[^>]*>)? (\w+)(?:\[.*\])?;", text, re.MULTILINE))
    shown = {re.sub(r"\[\d+\]", "", part) for _, dump in dumps if described.layout_of(dump) == key
             for field in dump["fields"] for part in field["path"].split(".")}
    case.check(len(shown) > 10 or EACH > 1, "golden/ has fields of %s: %d" % (key, len(shown)))
    case.check(shown <= names, "the %s description of %s lacks the fields %s" % (language, key, sorted(shown - names)))
    named = set(re.findall(r"(?:^ +|// )((?:mrtk|memg)/[\w-]+): (.*)", text, re.MULTILINE))
    case.check(named <= set(rules.items()) and len(dict(named)) > 15,
               "rules in the %s description of %s that differ: %r" % (language, key, sorted(named - set(rules.items()))))
    values = {(int(value), re.sub("_mode$", "", name).replace("_", "").lower()) for value, name in (
        re.findall(r"^    (\d+): (\w+)", text, re.MULTILINE) if language == "ksy" else
        [pair[::-1] for pair in re.findall(r"^    (\w+) = (\d+)", text, re.MULTILINE)])}
    meant = {(field["value"], field["meaning"].lower()) for _, dump in dumps if described.layout_of(dump) == key
             for field in dump["fields"] if "meaning" in field and re.fullmatch(r"\w+", field["meaning"])}
    case.check(meant <= values, "enum values that the %s description of %s lacks: %r" % (language, key, sorted(meant - values)))

# The descriptions read the fields that dump shows, and refuse broken files.
outcomes = {True: 0, False: 0}
READ_BY = {"ksy": ksy.Description, "hexpat": hexpat.Parser}
parsed = {(key, language): READ_BY[language](text) for (key, language), text in texts.items()}
for path, dump in dumps:
    for language in described.LANGUAGES:
        reader = hexpat.Reader(parsed[described.layout_of(dump), language], read(path))
        refused = reader.run()
        outcomes[refused is None] += 1
        for fault in described.faults_of(dump, reader.fields, refused):
            case.check(False, "%s of %s: %s" % (language, path, fault))
        case.check(True, "the description agrees with dump: " + path)
case.check(EACH > 1 or min(outcomes.values()) > 40, "more than 40 files are read to the end, and more than 40 are refused: %r" % outcomes)

# The test's pattern reader notices errors in a pattern.
memg_pattern = texts[("memg", None), "hexpat"]
for was, becomes in (("s32 rows;", "s32 in;"), ("Matrix basis", "Matrx basis"), ("3 * vertex_count", "3 * vertices"),
                     ("Timestep<frame_count>", "Timestep"), ("};", "}"), ("import std.mem;\n", "")):
    case.check(was in memg_pattern, "the pattern contains %r" % was)
    try:
        hexpat.Parser(memg_pattern.replace(was, becomes, 1))
        case.check(False, "the reader refuses a pattern with %r for %r" % (becomes, was))
    except hexpat.Wrong:
        case.check(True, "the reader refuses a pattern with " + becomes)
case.finish()
