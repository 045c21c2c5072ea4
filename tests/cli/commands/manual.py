"""Manual pages have what the help pages and the rules have, and groff reads them without a warning."""

import json
import os
import re
import shutil
import subprocess

import commands
from cli_case import Case, read

case = Case()


def parts_of(*words):
    lines = case.exits(0, "completions", "next", "--", *words, "").stdout.decode().splitlines()
    return [word for word in lines[1:] if word != "help" and not word.startswith("-")]


def plain(page):
    """The text of a page: no fonts, no escapes, one blank between words."""
    return re.sub(r"\s+", " ", re.sub(r"\\f[BIR]|\\&", "", page).replace("\\-", "-").replace("\\e", "\\"))


def page_of(*words):
    return case.exits(0, "manual", *words).stdout.decode()


commands_of = [(one,) for one in parts_of()]
commands_of += [(group, part) for group in ("corpus", "fuzz", "report") for part in parts_of(group)]
case.check(len(commands_of) > 20, "%d commands" % len(commands_of))
for words in commands_of:
    page, text = page_of(*words), plain(page_of(*words))
    help_page = case.exits(0, *words, "--help").stdout.decode()
    case.check(page.startswith(".TH animproof-%s 1 " % "-".join(words)), "the title of %r" % (words,))
    of_another = words[0] == "fuzz" and len(words) == 2
    case.check(not of_another or "animproof %s --help lists them" % " ".join(words) in text, "where options of %r are" % (words,))
    for option in [] if of_another else re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", help_page, re.MULTILINE):
        case.check(" %s " % option in text, "%s of %r" % (option, words))
    exits = re.search(r"^Exit: (.*)", help_page, re.MULTILINE | re.DOTALL)
    for code, meaning in re.findall(r"(\d) (.*?)(?:[,;] (?=\d )|$)", re.sub(r"\s+", " ", exits.group(1)).strip() if exits else ""):
        case.check(".TP %s %s" % (code, meaning) in text, "what exit code %s of %r means: %s" % (code, words, meaning))
    shown = re.findall(r"^  (animproof .*)\n      (.*(?:\n      .*)*)", help_page.partition("\nExamples\n")[2], re.MULTILINE)
    case.check(shown or words[0] not in ("lint", "fix", "convert"), "%r has examples" % (words,))
    for call, meaning in shown:
        case.check(".TP %s %s" % (call, re.sub(r"\s+", " ", meaning)) in text, "the example %s" % call)
    case.check(not re.search(r"^[.'](?!(TH|SH|SS|TP|PP|br|B|BR)\b)", page, re.MULTILINE), "no line of %r is another request" % (words,))
own, helps = plain(page_of()), "".join(case.exits(0, *words, "--help").stdout.decode() for words in commands_of)
case.check(own.count("?") >= 5 and "// animproof: ignore RULE" in own, "the program's page has first questions")
for option in sorted(set(re.findall(r"(--[a-z][a-z-]+)", own)) - {"--help", "--version"}):
    case.check(re.search(r"^  (-\w, )?%s\b" % option, helps, re.MULTILINE), "the program's page names %s" % option)
rules = plain(page_of("rules(7)"))
for rule in json.loads(case.exits(0, "rules", "--format", "json").stdout)["rules"]:
    for text in (rule["id"], rule["meaning"], rule["breaks"]):
        case.check(re.sub(r"\s+", " ", text) in rules, "%s: %s" % (rule["id"], text[:40]))

case.exits(0, "manual", "-o", "pages")
pages = sorted(os.listdir("pages"))
case.check(len(pages) == len(commands_of) + 2, "all pages: %r" % pages)
for words in commands_of:
    case.check(read("pages/animproof-%s.1" % "-".join(words)).decode() == page_of(*words), "the file of %r is what is printed" % (words,))
if shutil.which("groff") is None:
    print("SKIPPED: manual.py: groff is missing")
else:
    for name in pages:
        result = commands.run(["groff", "-man", "-Tutf8", "-ww", "-z", "pages/" + name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        case.check(result.returncode == 0 and result.stdout == b"", "groff reads " + name, result)
case.check(case.exits(2, "manual", "lnit").stderr.startswith(b"animproof: manual: 'lnit' is not a command"), "an unknown command")
case.exits(2, "manual", "-o", "pages", "lint")
case.exits(3, "manual", "-o", "pages/no/such")
case.finish()
