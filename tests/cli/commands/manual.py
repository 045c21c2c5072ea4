"""Manual pages have the texts of help and rules, and groff reads them without warnings."""

import json
import os
import re
import shutil
import subprocess

import commands
from cli_case import Case, read

case = Case()


def subcommands_of(*words):
    lines = case.exits(0, "completions", "next", "--", *words, "").stdout.decode().splitlines()
    return [word for word in lines[1:] if word != "help" and not word.startswith("-")]


def without_markup(page):
    """Returns the text of a page without fonts and escapes, with one space between words."""
    return re.sub(r"\s+", " ", re.sub(r"\\f[BIR]|\\&", "", page).replace("\\-", "-").replace("\\e", "\\"))


def page_of(*words):
    return case.exits(0, "manual", *words).stdout.decode()


all_commands = [(one,) for one in subcommands_of()]
all_commands += [(group, part) for group in ("corpus", "fuzz", "report") for part in subcommands_of(group)]
case.check(len(all_commands) > 20, "the program has more than 20 commands: %d" % len(all_commands))
for words in all_commands:
    page, text = page_of(*words), without_markup(page_of(*words))
    help_page = case.exits(0, *words, "--help").stdout.decode()
    case.check(page.startswith(".TH animproof-%s 1 " % "-".join(words)), "the manual page of %r begins with its title" % (words,))
    run_by_script = words[0] == "fuzz" and len(words) == 2
    case.check(not run_by_script or "animproof %s --help lists them" % " ".join(words) in text,
               "the page of %r refers to the help for the options" % (words,))
    for option in [] if run_by_script else re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", help_page, re.MULTILINE):
        case.check(" %s " % option in text, "the option %s is in the page of %r" % (option, words))
    exits = re.search(r"^Exit: (.*)", help_page, re.MULTILINE | re.DOTALL)
    for code, meaning in re.findall(r"(\d) (.*?)(?:[,;] (?=\d )|$)", re.sub(r"\s+", " ", exits.group(1)).strip() if exits else ""):
        case.check(".TP %s %s" % (code, meaning) in text, "exit code %s is in the page of %r: %s" % (code, words, meaning))
    shown = re.findall(r"^  (animproof .*)\n      (.*(?:\n      .*)*)", help_page.partition("\nExamples\n")[2], re.MULTILINE)
    case.check(shown or words[0] not in ("lint", "fix", "convert"), "the help of %r has examples" % (words,))
    for call, meaning in shown:
        case.check(".TP %s %s" % (call, re.sub(r"\s+", " ", meaning)) in text, "the page has the example %s" % call)
    case.check(not re.search(r"^[.'](?!(TH|SH|SS|TP|PP|br|B|BR)\b)", page, re.MULTILINE), "the page of %r uses only known requests" % (words,))
program_page, helps = without_markup(page_of()), "".join(case.exits(0, *words, "--help").stdout.decode() for words in all_commands)
case.check(program_page.count("?") >= 5 and "// animproof: ignore RULE" in program_page, "the page of the program has questions and answers")
for option in sorted(set(re.findall(r"(--[a-z][a-z-]+)", program_page)) - {"--help", "--version"}):
    case.check(re.search(r"^  (-\w, )?%s\b" % option, helps, re.MULTILINE), "the option %s of the program's page exists" % option)
rules = without_markup(page_of("rules(7)"))
for rule in json.loads(case.exits(0, "rules", "--format", "json").stdout)["rules"]:
    for text in (rule["id"], rule["meaning"], rule["breaks"]):
        case.check(re.sub(r"\s+", " ", text) in rules, "rules(7) has the texts of %s: %s" % (rule["id"], text[:40]))

case.exits(0, "manual", "-o", "pages")
pages = sorted(os.listdir("pages"))
case.check(len(pages) == len(all_commands) + 2, "manual -o writes all pages: %r" % pages)
for words in all_commands:
    case.check(read("pages/animproof-%s.1" % "-".join(words)).decode() == page_of(*words), "the file of %r equals the printed page" % (words,))
if shutil.which("groff") is None:
    print("SKIPPED: manual.py: groff is missing")
else:
    for name in pages:
        result = commands.run(["groff", "-man", "-Tutf8", "-ww", "-z", "pages/" + name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        case.check(result.returncode == 0 and result.stdout == b"", "groff reads %s without warnings" % name, result)
case.check(case.exits(2, "manual", "lnit").stderr.startswith(b"animproof: manual: 'lnit' is not a command"), "an unknown command is reported")
case.exits(2, "manual", "-o", "pages", "lint")
case.exits(3, "manual", "-o", "pages/no/such")
case.finish()
