"""The tables of options: each row is on its help page, completes, and is refused with a wrong value in a whole sentence;
names are not guessed from their beginnings; documentation names no option that has no row."""

import glob
import os
import re

import commands
from cli_case import ROOT, Case, in_tree, mrtk, read, write
from golden_files import every_nth

COLUMNS = 100
# What is not for a page that people read (the same as in sentences.py).
ODD = re.compile(r"(?<!there )\bis no\b|\bis none of\b|\bstands?\b|\bbehind\b|\bin front of\b|\bof which\b|\bwho\b|\bwhose\b")
ROW = re.compile(r"^  (?:-(\w), )?--([a-z][a-z0-9-]*)(?: ('[^']*'|\S+))?(?:  |$)", re.MULTILINE)
# Values that may be any text, as far as the table knows.
FREE = {"FILE", "FOLDER", "REV", "OUT", "OTHER", "SCENE", "PATH", "PATTERN", "I/N", "RULE,...", "RULE=LEVEL", "NAME=RANGE", "NAME=F,F"}
# Options that documentation names of other programs.
OF_OTHERS = {"--cflags", "--full", "--libs", "--modversion", "--ours", "--signal", "--theirs", "--times", "--validate",
             "--wrap"}
REMOVED = {"--merge"}  # CHANGELOG.md says so, and no other page names them

case = Case()
write("clean.bin", mrtk())


def page_of(*words):
    """The help page, after a look at it: three ways lead there, its lines fit, its words are plain."""
    result = case.exits(0, *words, "--help")
    name = " ".join(words) or "the program"
    for other in ([*words, "-h"], ["help", *words]):
        case.check(case.exits(0, *other).stdout == result.stdout, "%r tells the same" % other)
    text = result.stdout.decode()
    case.check(max(map(len, text.splitlines())) <= COLUMNS, "lines of the page of %s fit" % name)
    case.check(not ODD.search(text), "plain words on the page of %s: %r" % (name, ODD.findall(text)))
    for place in ("{}", "{companion}", "{times}", "{values}"):  # of a loader's command
        text = text.replace(place, "")
    case.check("{" not in text, "nothing is left to replace: %s" % name, result)
    return text


def next_of(*words):
    """(kind, words) that may come next; the last word is being typed."""
    lines = case.exits(0, "completions", "next", "--", *words).stdout.decode().splitlines()
    return (lines[0], lines[1:]) if lines else ("", [])


def parts_of(*words):
    return [word for word in next_of(*words, "")[1] if word != "help" and not word.startswith("-")]


def refused(command, arguments, message):
    """One sentence on standard error, which says where help is; ANY in the message is any text."""
    result = case.exits(2, *command, *arguments)
    wanted = "animproof: %s: %s (see animproof %s --help)\n" % (" ".join(command), message, " ".join(command))
    pattern = "[^\n]*".join(map(re.escape, wanted.split("ANY")))
    case.check(re.fullmatch(pattern, result.stderr.decode()) and result.stdout == b"" and not ODD.search(result.stderr.decode()),
               "%r of %s is refused: %s" % (arguments, command, message), result)


def check_values(command, name, value):
    """What the option may be, completed in both spellings; anything else is refused."""
    kind, apart = next_of(*command, "--" + name, "")
    case.check(next_of(*command, "--%s=" % name) == (kind, ["--%s=%s" % (name, word) for word in apart]),
               "values of --%s of %s, apart and with =" % (name, command))
    for word in apart:
        case.check(word in next_of(*command, "--" + name, word[:1])[1], "%s of --%s completes" % (word, name))
    if value in FREE:
        return
    refused(command, ["--%s=?%%s" % name], "--%s: ANY'?%%s'ANY" % name)
    refused(command, ["--" + name, ""], "--%s: ANY''ANY" % name)


def check_option(command, names, letter, name, value):
    case.check(next_of(*command, "--" + name)[1].count("--" + name) == 1, "--%s of %s completes" % (name, command))
    if value is None:
        refused(command, ["--%s=yes" % name], "option '--%s=yes' takes no value" % name)
    else:
        refused(command, ["--" + name], "option '--%s' needs a value" % name)
        if letter:
            refused(command, ["-" + letter], "option '-%s' needs a value" % letter)
        check_values(command, name, value)
    for length in range(2, len(name)):
        if name[:length] not in names:
            refused(command, ["--" + name[:length]], "unknown option '--%s'ANY" % name[:length])
            break
    if len(name) > 2:
        refused(command, ["--%sx" % name], "unknown option '--%sx'; did you mean '--%s'?" % (name, name))


def check_command(command):
    """All options of the command."""
    page = page_of(*command)
    rows = ROW.findall(page)
    names = [name for _, name, _ in rows]
    completed = next_of(*command, "-")
    case.check(completed == ("words", ["--" + name for name in names]), "%s: the page has what completes" % command)
    case.check(len(set(names)) == len(names), "%s: no name twice" % command)
    letters = [letter for letter, _, _ in rows if letter]
    case.check(len(set(letters)) == len(letters), "%s: no letter twice" % command)
    for letter, name, value in every_nth(rows):
        check_option(command, names, letter, name, value or None)
    refused(command, ["-?"], "unknown option '-?'")
    return set(names)


def rows_in_sources():
    """Names of rows, as they are written: in cli/, and those of the formats. The rows of policy_keys.c are keys of a
    configuration alone; tests/cli/config/test_policy.py sets each."""
    names = set()
    paths = glob.glob(in_tree("cli", "**", "*.c"), recursive=True)
    for path in [path for path in paths if not path.endswith("/policy_keys.c")]:
        text = read(path).decode()
        for table in re.findall(r"cli_option \w+\[\] = \{\n(.*?)\n\};", text, re.DOTALL):
            names.update(re.findall(r'\{ \.name = "([a-z0-9-]+)"', table))
    for path in glob.glob(in_tree("validators", "**", "*.c"), recursive=True):
        text = read(path).decode()
        names.update(re.findall(r'^    \.option = "([a-z-]+)"', text, re.MULTILINE))
        for table in re.findall(r"ap_format_option options\[\] = \{\n(.*?)\n\};", text, re.DOTALL):
            names.update(re.findall(r'^    \{ "([a-z-]+)"', table, re.MULTILINE))
    return names


def check_documents(names):
    """Options that documentation names exist: of the program, or of a script of the tree."""
    known = {"--" + name for name in names} | {"--version", "--help"} | OF_OTHERS
    for path in glob.glob(in_tree("**", "*"), recursive=True):
        if path.endswith(".py") or path.endswith("/campaign"):
            if os.path.isfile(path) and "/build/" not in path:
                known.update(re.findall(r'add_argument\((?:"-\w", )?"(--[a-z-]+)"', read(path).decode()))
    pages = [path for path in glob.glob(in_tree("**", "*.md"), recursive=True)
             if "/golden/" not in path and "/build/" not in path]
    case.check(len(pages) > 10, "pages are found: %d" % len(pages))
    for path in pages:
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", read(path).decode()))
        named -= REMOVED if path.endswith("/CHANGELOG.md") else set()
        case.check(named <= known, "options that %s names exist: %r" % (os.path.relpath(path, ROOT), named - known))


def check_bash():
    """The function that bash calls, called as bash does."""
    script = case.exits(0, "completions", "bash").stdout.decode()
    for words, wanted in (
        (["animproof", "round"], ["roundtrip"]),
        (["animproof", "corpus", "ve"], ["verify"]),
        (["animproof", "help", "expl"], ["explain"]),
        (["animproof", "lint", "--mrtk-"], ["--mrtk-layout"]),
        (["animproof", "lint", "--mrtk-layout", "p"], ["published"]),
        (["animproof", "lint", "--mrtk-layout", "=", "p"], ["published"]),
        (["animproof", "lint", "--mrtk-layout", "="], ["auto", "writer", "published"]),
        (["animproof", "lint", "--select", "mrtk/magic,mrtk/marker-o"], ["mrtk/magic,mrtk/marker-order"]),
        (["animproof", "lint", "--output", "conc"], ["concise="]),
        (["animproof", "lint", "--output", "json", "=", "cl"], ["clean.bin"]),
        (["animproof", "lint", "cl"], ["clean.bin"]),
        (["animproof", "explain", "mrtk/mag"], ["mrtk/magic"]),
        (["animproof", "nothing", "x"], []),
    ):
        line = script + 'COMP_WORDS=("$@") COMP_CWORD=%d\n_animproof %s\nprintf "%%s\\n" "${COMPREPLY[@]}"' % (
            len(words) - 1, case.program)
        result = commands.run(["bash", "-c", line, "bash", *words], stdout=commands.PIPE, stderr=commands.PIPE)
        case.check(result.stdout.decode().split() == wanted and result.stderr == b"",
                   "bash completes %r: %r" % (words, wanted), result)


def check_commands():
    names = set()
    listed = re.findall(r"^  animproof (\w+)", page_of(), re.MULTILINE)
    case.check(listed == parts_of() and len(listed) > 10, "the commands that complete are listed: %r" % listed)
    for name in listed:
        if name == "fuzz":  # its options are the campaign program's
            page_of(name)
            continue
        parts = parts_of(name) if name in ("corpus", "report") else []
        for part in parts:
            names |= check_command([name, part])
        if parts:
            page_of(name)
        else:
            names |= check_command([name])
    return names


def check_fuzz():
    """Its options are the campaign program's, which guesses none either."""
    campaign = in_tree("fuzz", "campaign", "campaign")
    page = commands.run([campaign, "--help"], stdout=commands.PIPE, stderr=commands.PIPE).stdout.decode()
    wanted = re.findall(r"^    (\w+)  ", page, re.MULTILINE)
    case.check(parts_of("fuzz") == wanted and wanted, "the commands of fuzz are those of the campaign program: %r" % wanted)
    case.exits(2, "fuzz", "run", "--minut", "0", "--no-build")
    case.check(case.exits(0, "help", "fuzz", "run").stdout.startswith(b"usage: animproof fuzz run "), "help fuzz run")


def check_words():
    """What the table cannot know is judged after it, in the same way."""
    refused(["lint"], ["--select", "mrtk/boolean-valeu", "x"], "--select: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?")
    refused(["lint"], ["--severity", "mrtk/magic", "x"], "--severity: 'mrtk/magic' is not RULE=LEVEL")
    refused(["lint"], ["--severity", "mrtk/magic=loud", "x"], "--severity: 'loud' is not one of error, warning, note, off")
    refused(["lint"], ["--jobs", "0", "x"], "--jobs: '0' is not a number from 1 to 1024")
    refused(["lint"], ["--output", "json=a", "--output", "jsonl=a", "x"], "--output: two reports cannot share the file 'a'")
    many = [word for number in range(16) for word in ("--output", "json=f%d" % number)]
    refused(["lint"], [*many, "x"], "--output: 'f15' is one report too many; at most 15 are allowed")
    refused(["lint"], ["--form", "json", "x"], "unknown option '--form'; did you mean '--format'?")
    refused(["generate"], ["--format", "mrtk", "--seed=1", "--knob", "x"], "--knob: ANY")
    refused(["corpus"], ["bild"], "unknown command 'bild'; did you mean 'build'?")
    refused(["corpus"], [], "a command is missing")
    for words, said in ((["help", "lnt"], b"unknown command 'lnt'; did you mean 'lint'? ("),
                        (["help", "corpus", "bild"], b"unknown command 'bild'; did you mean 'build'? (")):
        case.check(said in case.exits(2, *words).stderr, "%r is refused" % words)


found = check_commands()
written = rows_in_sources()
case.check(found == written | {"help"} and len(written) > 50, "each row is of a command: %r" % (found ^ written))
check_fuzz()
check_words()
check_bash()
check_documents(found)
case.finish()
