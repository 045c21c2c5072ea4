"""Each finding's message is a complete sentence that needs no context: in the concise report, in JSON, in an editor.

Messages are taken from all files of golden/ and of a standard corpus, with their companions. golden/mistakes has files broken by
tools and people. Each fault is reported once per rule, with the first file. Text that a message quotes from a file is not tested.
"""

import os
import re

from cli_case import GOLDEN, files_below
from golden_files import EACH, every_nth

COMPANIONS = {".bin": (".obj", "--obj"), ".md5anim": (".md5mesh", "--mesh")}
NOUNS = ("bit", "block", "bone", "bound", "byte", "character", "check", "column", "component", "count", "curve", "digit",
         "double", "edge", "entry", "error", "exponent", "face", "file", "flag", "frame", "group", "index", "joint", "key",
         "letter", "line", "marker", "matrix", "mesh", "name", "number", "quaternion", "root", "row", "second", "slash",
         "section", "step", "tangent", "time", "timestep", "token", "transform", "triangle", "value", "vector", "vertex",
         "weight", "word", "zero")
PLURALS = {"entry": "entries", "index": "indices", "matrix": "matrices", "mesh": "meshes", "slash": "slashes",
           "vertex": "vertices", "zero": "zeros"}
ONE_OF_MANY = re.compile(r"(?<![\w.,/-])1 (%s)\b" % "|".join(PLURALS.get(noun, noun + "s") for noun in NOUNS))
MANY_OF_ONE = re.compile(r"(?<![\w.,/-])(?<! x )(?!1 )\d+ (%s)\b(?![-'])" % "|".join(NOUNS))
DISCOURAGED = re.compile(r"(?<!there )\bis no\b|\bis none of\b|\bstands?\b|\bpassed over\b|\bmend(ed|s)?\b|\bbehind\b"
                 r"|\bin front of\b|\bof which nothing\b|\(s\)")
LEXICAL = re.compile("comment|encoding|layout|blank|line-length|before-version|string-|unexpected-token|truncated")
VERBS = ("are", "be", "begins", "belongs", "can", "cannot", "combines", "comes", "contains", "could", "did", "differs",
         "disagrees", "does", "ends", "equals", "exceeds", "falls", "follows", "gives", "goes", "has", "have", "holds", "is",
         "jumps", "lacks", "leads", "leaves", "lies", "makes", "may", "misses", "must", "names", "needs", "occurs",
         "overflows", "points", "precedes", "reads", "refers", "repeats", "says", "sets", "shall", "should", "stays",
         "takes", "touches", "turns", "uses", "was", "were", "will", "would")
OPENINGS = ("as", "at", "because", "but", "for", "from", "in", "of", "on", "or", "so", "than", "that", "to", "with", "without")


def without_quoted_text(message):
    """Returns the message with empty quotation marks: without the text quoted from the file."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', message)


def has_subject(message):
    first = message.split(" ")[0]
    return first not in VERBS and first not in OPENINGS and re.match(r"[\w\"'$-]", message) is not None


def begins_without_capitalised_word(message):
    """Returns true unless the message begins with a capitalised plain word. Keywords such as MD5Version, NUL and Q may begin
    it."""
    first = re.match(r"[^\s.\[]*", message).group()
    return not first[:1].isupper() or len(first) == 1 or re.search("[A-Z0-9]", first[1:]) is not None


CALLED = {"hierarchy": "joint"}  # the word that messages use for an entry of this list


def names_field_or_found_value(finding):
    """Returns true if the message has a word of the field's path, or the found value. Findings without a path and those of
    LEXICAL rules need neither."""
    if finding["path"] == "" or LEXICAL.search(finding["rule"]):
        return True
    message = finding["message"].lower()
    words = [re.sub("(?<=sh)es$|s$", "", word) for word in re.findall("[a-z]{3,}", finding["path"].lower()) if word != "values"]
    found = (finding["found"] or "").strip('"').lower()
    return any(word in message or CALLED.get(word, word) in message for word in words) or (found != "" and found in message)


def message_faults(finding):
    """Yields the faults of a finding's message."""
    message = finding["message"]
    words = without_quoted_text(message)
    if len(message.split()) < 4:
        yield "has fewer than four words"
    if not has_subject(message):
        yield "begins without a subject"
    if message.endswith(".") and not message.endswith("..."):
        yield "ends with a full stop"
    if not begins_without_capitalised_word(message):
        yield "begins with a capital letter"
    if not names_field_or_found_value(finding):
        yield "names neither its field nor the value"
    if DISCOURAGED.search(words):
        yield "says %r" % DISCOURAGED.search(words).group()
    if ONE_OF_MANY.search(words) or MANY_OF_ONE.search(words):
        yield "has a wrong plural"
    if "  " in words or words != words.strip():
        yield "has a space too many"
    if re.search(r"\bexpected\b.*\bexpected\b|; ;|: :|\(null\)|%[dsz]", words):
        yield "is composed wrongly"


def findings_of_all_files(animproof):
    """Yields (path, finding) of all files; a file with a companion is linted together with the companion."""
    without_companion = []
    for path in every_nth([path for root in (GOLDEN, "corpus") for path in files_below(root) if os.path.splitext(path)[1] in COMPANIONS]):
        stem, ending = os.path.splitext(path)
        other, option = COMPANIONS[ending]
        if os.path.exists(stem + other):
            yield from animproof.findings("--max-per-rule", "20", option, stem + other, path)
        else:
            without_companion.append(path)
    yield from animproof.findings("--max-per-rule", "20", *without_companion)


def test_the_message_of_each_finding_is_a_sentence_that_needs_no_context(animproof):
    animproof.exits(0, "corpus", "build", "corpus", *(["--count=300"] if EACH > 1 else []))
    faults = {}
    for path, finding in findings_of_all_files(animproof):
        of_rule = faults.setdefault(finding["rule"], {})
        for fault in message_faults(finding):
            of_rule.setdefault(fault, "%r (%s; %s)" % (finding["message"], finding["path"] or "the file", os.path.basename(path)))
    assert len(faults) > (150 if EACH == 1 else 20), "many rules have findings"
    for rule, of_rule in sorted(faults.items()):
        assert of_rule == {}, rule
