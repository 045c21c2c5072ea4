#!/usr/bin/python3
"""Checks that the table of rules and readers, the texts about readers and the profiles agree: reader_table.py ANIMPROOF

Reads `rules --format json`. Every row must name an existing rule and reader. The levels of profiles must follow from the effects,
and must be those of tests/ref/md5_result.py and mrtk_reader.py, which were written by hand from the formats' pages. If a rule's
Breaks describes an effect on a reader, the table must have that effect.
"""

import glob
import importlib
import os
import re
import sys

import md5_result
import mrtk_reader
from cli_case import CheckCounter, path_in_tree, read_text, rules_readers_and_profiles_of
from formats import MD5

for reader in MD5:
    importlib.import_module(reader + "_reader")  # declares its rules

COLUMNS = 12  # number of readers' columns in the table
EFFECTS = ("loads", "ignores", "wrong", "refuses", "crashes", "hangs")
ANSWERS = {"loads", "wrong", "refuses", "crashes", "hangs", "unknown"}
LEVELS = ("off", "note", "warning", "error")
OF_PROFILE = {"default": set(), "published": set(), "doom3": {"id"}, "rerelease": {"vkquake", "ironwail", "q2pro"}}  # the profile portable has all readers
IMPORTERS = {"blender", "dsma"}  # readers that raise a rule at most to a warning, and only if they refuse the file, crash or hang

# Names of readers in texts. At least one of the table's readers with this name must have the effect.
NAMES = {
    r"\bDoom 3\b": {"id"}, r"\biqm\b": {"iqm"}, r"\bDaemon\b": {"daemon"}, r"\bFTE\b": {"fte"}, r"\bvkQuake\b": {"vkquake"},
    r"\bironwail\b": {"ironwail"}, r"\bQ2PRO\b": {"q2pro"}, r"\bDarkRadiant\b": {"darkradiant"}, r"\bassimp\b": {"assimp5", "assimp6"},
    r"\bKozGit's importer\b": {"blender"}, r"\bdsma\b": {"dsma"}, r"\bRBDOOM-3-BFG\b": {"bfg"}, r"\bCube ?2\b": {"cube2"},
    r"\bET:QW\b": {"etqw"}, r"\bXreaL\b": {"xreal"}, r"\bTerasology\b": {"terasology"}, r"\bMRTK's readers?\b": {"mrtk"},
}
VERBS = {
    r"takes seconds": {"loads", "ignores"},
    r"\bcuts? (it|the name)|\buse \d": {"loads", "ignores", "wrong"},
    r"crash|overflow|out of bounds|past (its|their) (heap|buffers?)|without bound|\bdoes not end|\bdo not end|\btakes? over|OutOfMemory"
    r"|divides by zero|stops the game|ends at it": {"crashes", "hangs"},
    r"refuse|\bthrow|\bfails? on": {"refuses"},
    r"nonsense|garbage|\blose|doubles|\bdrops?\b|other values|another number|\bcuts? the line|wrong|animates|\bwrap |swallow|nothing above|truncates"
    r"|assumes|\bmoves\b|\bkeeps? |load the meshes of|reads only|other readers": {"wrong"},
    r"\bloads? (it|some)|\baccepts?\b|\btakes? (any|most|it)|\bignores\b|does not (check|compare)|plays back": {"loads", "ignores"},
}


def clauses_with_readers(text):
    """Yields (part, readers named in the part, effects of its verbs). A part without a verb has the effects of the previous part
    ("ironwail refuses the file; vkQuake from 4096 bytes on")."""
    described = set()
    for part in text.split(";"):
        named = [readers for pattern, readers in NAMES.items() if re.search(pattern, part)]
        effects = set().union(*(effects for pattern, effects in VERBS.items() if re.search(pattern, part)))
        described = effects or described
        yield part.strip(), named, described


def faults_of_texts(rules):
    """Yields a fault for each part of the Breaks of a rule with an effect that the table does not have for the reader."""
    for rule in rules.values():
        for part, named, described in clauses_with_readers(rule["breaks"]):
            for readers in named if described and "all but" not in part else ():
                shown = set().union(*(rule["readers"].get(reader, ()) for reader in readers))
                if readers == {"id"} and shown & {"loads", "ignores"}:
                    shown.add("wrong")  # the table never calls id's reading wrong, since id defines the format
                if not shown & described:
                    yield "%s: the table does not have the effect of %r for %s" % (rule["id"], part, "/".join(sorted(readers)))


def severity_by_readers(rule, profile, readers):
    """Returns the severity that follows from the effects on the profile's readers, and from the exceptions of the rule."""
    level = LEVELS.index(rule["severity"])
    for reader, effects in rule["readers"].items():
        fails = {"refuses", "crashes", "hangs"} & set(effects)
        if reader in IMPORTERS:
            level = max(level, LEVELS.index("warning") if fails and reader in readers else 0)
        elif reader in readers and (fails or "wrong" in effects):
            level = LEVELS.index("error")
    for exception in rule["exceptions"]:
        if exception["profile"] in (None, profile):
            level = min(level, LEVELS.index(exception["most"]))
    return LEVELS[level]


def severity_in_exact_profile(rule, readers):
    """Returns the severity that says what the readers do: the default severity if they were not tried."""
    effects = set().union(*(rule["readers"].get(reader, ()) for reader in readers))
    if not effects:
        return rule["severity"]
    return "error" if effects & {"refuses", "crashes", "hangs"} else "warning" if "wrong" in effects else "note"


def faults_of_tables():
    """Yields a fault for each row of *_effects.inc that does not have a word for each reader: "-", or some of the letters l, i,
    w, r, c, h in this order. Also yields one for a table that is empty or has two rows for a rule."""
    for path in sorted(glob.glob(path_in_tree("validators/readers/md5*_effects.inc"))):
        name, table = os.path.basename(path), read_text(path)
        rows = re.findall(r'^EFFECTS\((\w+), +"(.*)"\)$', table, re.MULTILINE)
        for rule, words in rows:
            if len(words.split()) != COLUMNS or not all(re.fullmatch("(?=.)l?i?w?r?c?h?|-", word) for word in words.split()):
                yield "%s: %s %r" % (name, rule, words)
        if not rows or len(dict(rows)) < len(rows):
            yield "%s: the file has no row, or two rows for a rule" % name


def faults_of_rules_json(rules_json):
    names = [reader["name"] for reader in rules_json["readers"]]
    if len(set(names)) != len(names):
        yield "two readers have one name"
    for profile in rules_json["profiles"]:
        expected = set(names) if profile["name"] == "portable" else OF_PROFILE.get(profile["name"])
        if profile["exact"]:
            expected = {"assimp5", "assimp6"} if profile["name"] == "assimp" else {profile["name"]}
        if set(profile["readers"]) != expected:
            yield "profile %s has the readers %r" % (profile["name"], profile["readers"])
    for reader in rules_json["readers"]:
        if reader["most"] != ("warning" if reader["name"] in IMPORTERS else "error") or not reader["version"]:
            yield "reader %r" % reader
    for rule in rules_json["rules"]:
        for reader, effects in rule["readers"].items():
            if reader not in names or not effects or effects != [effect for effect in EFFECTS if effect in effects]:
                yield "%s: %s %r" % (rule["id"], reader, effects)
        for known in rule["known"]:
            if not known["effects"] or set(known["effects"]) - set(rule["readers"].get(known["reader"], ())) or not known["source"]:
                yield "%s: %r" % (rule["id"], known)
        for case in rule["cases"]:
            if not case["readers"] or set(case["readers"]) - set(names) or set(case["readers"].values()) - ANSWERS:
                yield "%s: %r" % (rule["id"], case)
        for exception in rule["exceptions"]:
            least, most = LEVELS.index(rule["severity"]), LEVELS.index(exception["most"])
            if exception["profile"] == "published":
                least = LEVELS.index("note")
            without = severity_by_readers({**rule, "exceptions": []}, exception["profile"], set(names))
            if not least <= most < LEVELS.index(without) or not exception["reason"]:
                yield "%s: the exception has no effect: %r" % (rule["id"], exception)


def main():
    document, count = rules_readers_and_profiles_of(sys.argv[1]), CheckCounter()
    rules = {rule["id"]: rule for rule in document["rules"]}
    readers = {profile["name"]: set(profile["readers"]) for profile in document["profiles"]}
    exact = {profile["name"] for profile in document["profiles"] if profile["exact"]}
    for fault in (*faults_of_tables(), *faults_of_rules_json(document), *faults_of_texts(rules)):
        count.check(False, fault)
    for name, rule in rules.items():
        form, short = name.split("/")
        for profile, level in rule["profiles"].items():
            wanted = {"the effects give": severity_by_readers(rule, profile, readers[profile])}
            if profile in exact:
                wanted = {"the effects give": severity_in_exact_profile(rule, readers[profile])}
            elif form.startswith("md5"):
                wanted["md5_result.py has"] = md5_result.severity_in_profile(form, short, profile)
            if profile == "published" and form == "mrtk":
                wanted["mrtk_reader.py has"] = "note" if name in mrtk_reader.NOTES_IF_PUBLISHED else rule["severity"]
            for why, other in wanted.items():
                count.check(level == other, "%s with profile %s: %s, but %s %s" % (name, profile, level, why, other))
    count.finish()


main()
