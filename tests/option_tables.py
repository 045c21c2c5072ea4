"""Tests the tables of options. Each option is on its help page and completes, and a wrong value is refused with a complete
sentence. Options cannot be shortened. Every option that the documentation names exists."""

import glob
import os
import re

import commands
from cli_case import ROOT, Case, path_in_tree, mrtk, read, write
from golden_files import every_nth

COLUMNS = 100  # the most columns of a help page
# Words that a help page must not have.
FORBIDDEN_WORDS = re.compile(r"(?<!there )\bis no\b|\bis none of\b|\bstands?\b|\bbehind\b|\bin front of\b|\bof which\b|\bwho\b|\bwhose\b")
ROW = re.compile(r"^  (?:-(\w), )?--([a-z][a-z0-9-]*)(?: ('[^']*'|\S+))?(?:  |$)", re.MULTILINE)
# Names of values that the table of options accepts for any text.
FREE_VALUES = {"TEXT", "CMD", "FILE", "FOLDER", "REV", "OUT", "OTHER", "SCENE", "PATH", "PATTERN", "I/N", "RULE,...", "RULE=LEVEL", "NAME=RANGE", "NAME=F,F"}
# Options of other programs that the documentation names.
OTHER_PROGRAMS_OPTIONS = {"--bless", "--cflags", "--collect-only", "--filter", "--full", "--install-extension", "--lf", "--libs", "--modversion", "--ours", "--signal", "--theirs", "--times",
                          "--validate", "--wrap"}
REMOVED = {"--init", "--merge"}  # options that only CHANGELOG.md may name

case = Case()
write("clean.bin", mrtk())


def check_and_return_help_page(*words):
    """Returns the help page of a command. Checks that -h, --help and `help` print it, and checks its width and words."""
    result = case.exits(0, *words, "--help")
    name = " ".join(words) or "the program"
    for other in ([*words, "-h"], ["help", *words]):
        case.check(case.exits(0, *other).stdout == result.stdout, "%r prints the page of --help" % other)
    text = result.stdout.decode()
    case.check(max(map(len, text.splitlines())) <= COLUMNS, "lines of the page of %s have at most 100 columns" % name)
    case.check(not FORBIDDEN_WORDS.search(text), "the page of %s has none of FORBIDDEN_WORDS: %r" % (name, FORBIDDEN_WORDS.findall(text)))
    for place in ("{}", "{companion}", "{times}", "{values}"):  # placeholders of a loader's command
        text = text.replace(place, "")
    case.check("{" not in text, "no placeholder remains on the page of %s" % name, result)
    return text


def completions_of(*words):
    """Returns (kind of the completion, words that complete the last word)."""
    lines = case.exits(0, "completions", "next", "--", *words).stdout.decode().splitlines()
    return (lines[0], lines[1:]) if lines else ("", [])


def subcommands_of(*words):
    return [word for word in completions_of(*words, "")[1] if word != "help" and not word.startswith("-")]


def expect_arguments_refused(command, arguments, message):
    """Checks that the arguments are refused with one sentence that names the help page. ANY in the message matches any text."""
    result = case.exits(2, *command, *arguments)
    wanted = "animproof: %s: %s (see animproof %s --help)\n" % (" ".join(command), message, " ".join(command))
    pattern = "[^\n]*".join(map(re.escape, wanted.split("ANY")))
    case.check(re.fullmatch(pattern, result.stderr.decode()) and result.stdout == b"" and not FORBIDDEN_WORDS.search(result.stderr.decode()),
               "%r of %s is refused: %s" % (arguments, command, message), result)


def check_option_values(command, name, value):
    """Checks the values of an option: they complete after a blank and after `=`, and other values are refused."""
    kind, apart = completions_of(*command, "--" + name, "")
    case.check(completions_of(*command, "--%s=" % name) == (kind, ["--%s=%s" % (name, word) for word in apart]),
               "values of --%s of %s, apart and with =" % (name, command))
    for word in apart:
        case.check(word in completions_of(*command, "--" + name, word[:1])[1], "%s of --%s completes" % (word, name))
    if value in FREE_VALUES:
        return
    expect_arguments_refused(command, ["--%s=?%%s" % name], "--%s: ANY'?%%s'ANY" % name)
    expect_arguments_refused(command, ["--" + name, ""], "--%s: ANY''ANY" % name)


def check_option(command, names, letter, name, value):
    case.check(completions_of(*command, "--" + name)[1].count("--" + name) == 1, "--%s of %s completes" % (name, command))
    if value is None:
        expect_arguments_refused(command, ["--%s=yes" % name], "option '--%s=yes' takes no value" % name)
    else:
        expect_arguments_refused(command, ["--" + name], "option '--%s' needs a value" % name)
        if letter:
            expect_arguments_refused(command, ["-" + letter], "option '-%s' needs a value" % letter)
        check_option_values(command, name, value)
    for length in range(2, len(name)):
        if name[:length] not in names:
            expect_arguments_refused(command, ["--" + name[:length]], "unknown option '--%s'ANY" % name[:length])
            break
    if len(name) > 2:
        expect_arguments_refused(command, ["--%sx" % name], "unknown option '--%sx'; did you mean '--%s'?" % (name, name))


def check_command_and_list_options(command):
    """Checks all options of a command. Returns their names."""
    page = check_and_return_help_page(*command)
    rows = ROW.findall(page)
    names = [name for _, name, _ in rows]
    completed = completions_of(*command, "-")
    case.check(completed == ("words", ["--" + name for name in names]), "%s: the options of the page are those that complete" % command)
    case.check(len(set(names)) == len(names), "%s: option names are unique" % command)
    letters = [letter for letter, _, _ in rows if letter]
    case.check(len(set(letters)) == len(letters), "%s: option letters are unique" % command)
    for letter, name, value in every_nth(rows):
        check_option(command, names, letter, name, value or None)
    expect_arguments_refused(command, ["-?"], "unknown option '-?'")
    return set(names)


def option_names_in_sources():
    """Returns the names of options in the tables of cli/ and of the formats. policy_keys.c, rule_file.c and rule_sections.c are
    left out: their rows are only keys of a configuration, which tests/cli/config/test_policy.py, test_rule_files.py and
    test_own_rules.py test."""
    names = set()
    paths = glob.glob(path_in_tree("cli", "**", "*.c"), recursive=True)
    for path in [path for path in paths if not path.endswith(("/policy_keys.c", "/rule_file.c", "/rule_sections.c"))]:
        text = read(path).decode()
        for table in re.findall(r"cli_option \w+\[\] = \{\n(.*?)\n\};", text, re.DOTALL):
            names.update(re.findall(r'\{ \.name = "([a-z0-9-]+)"', table))
    for path in glob.glob(path_in_tree("validators", "**", "*.c"), recursive=True):
        text = read(path).decode()
        names.update(re.findall(r'^    \.option = "([a-z-]+)"', text, re.MULTILINE))
        for table in re.findall(r"ap_format_option options\[\] = \{\n(.*?)\n\};", text, re.DOTALL):
            names.update(re.findall(r'^    \{ "([a-z-]+)"', table, re.MULTILINE))
    return names


def check_documents(names):
    """Checks that every option in the documentation is one of the program or of a script of the tree."""
    known = {"--" + name for name in names} | {"--version", "--help"} | OTHER_PROGRAMS_OPTIONS
    for path in glob.glob(path_in_tree("**", "*"), recursive=True):
        if path.endswith(".py") or path.endswith("/campaign"):
            if os.path.isfile(path) and "/build/" not in path:
                known.update(re.findall(r'add_argument\((?:"-\w", )?"(--[a-z-]+)"', read(path).decode()))
    pages = [path for path in glob.glob(path_in_tree("**", "*.md"), recursive=True)
             if "/golden/" not in path and "/build/" not in path]
    case.check(len(pages) > 10, "pages are found: %d" % len(pages))
    for path in pages:
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", read(path).decode()))
        named -= REMOVED if path.endswith("/CHANGELOG.md") else set()
        case.check(named <= known, "options that %s names exist: %r" % (os.path.relpath(path, ROOT), named - known))


def check_bash():
    """Calls the completion function as bash does."""
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
    listed = re.findall(r"^  animproof (\w+)", check_and_return_help_page(), re.MULTILINE)
    case.check(listed == subcommands_of() and len(listed) > 10, "the commands that complete are listed: %r" % listed)
    for name in listed:
        if name == "fuzz":  # the campaign program has the options of `animproof fuzz`
            check_and_return_help_page(name)
            continue
        parts = subcommands_of(name) if name in ("corpus", "report") else []
        for part in parts:
            names |= check_command_and_list_options([name, part])
        if parts:
            check_and_return_help_page(name)
        else:
            names |= check_command_and_list_options([name])
    return names


def check_commands_of_fuzz():
    """Checks that `animproof fuzz` lists the commands of the campaign program, that it refuses a shortened option, and its help."""
    campaign = path_in_tree("fuzz", "campaign", "campaign")
    page = commands.run([campaign, "--help"], stdout=commands.PIPE, stderr=commands.PIPE).stdout.decode()
    wanted = re.findall(r"^    (\w+)  ", page, re.MULTILINE)
    case.check(subcommands_of("fuzz") == wanted and wanted, "the commands of fuzz are those of the campaign program: %r" % wanted)
    case.exits(2, "fuzz", "run", "--minut", "0", "--no-build")
    case.check(case.exits(0, "help", "fuzz", "run").stdout.startswith(b"usage: animproof fuzz run "), "`help fuzz run` prints the usage")


def check_late_errors():
    """Values that are checked after the table of options are refused with a sentence of the same form."""
    expect_arguments_refused(["lint"], ["--select", "mrtk/boolean-valeu", "x"], "--select: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?")
    expect_arguments_refused(["lint"], ["--severity", "mrtk/magic", "x"], "--severity: 'mrtk/magic' is not RULE=LEVEL")
    expect_arguments_refused(["lint"], ["--severity", "mrtk/magic=loud", "x"], "--severity: 'loud' is not one of error, warning, note, off")
    expect_arguments_refused(["lint"], ["--jobs", "0", "x"], "--jobs: '0' is not a number from 1 to 1024")
    expect_arguments_refused(["lint"], ["--output", "json=a", "--output", "jsonl=a", "x"], "--output: two reports cannot share the file 'a'")
    many = [word for number in range(16) for word in ("--output", "json=f%d" % number)]
    expect_arguments_refused(["lint"], [*many, "x"], "--output: 'f15' is one report too many; at most 15 are allowed")
    expect_arguments_refused(["lint"], ["--form", "json", "x"], "unknown option '--form'; did you mean '--format'?")
    expect_arguments_refused(["generate"], ["--format", "mrtk", "--seed=1", "--knob", "x"], "--knob: ANY")
    expect_arguments_refused(["corpus"], ["bild"], "unknown command 'bild'; did you mean 'build'?")
    expect_arguments_refused(["corpus"], [], "a command is missing")
    for words, said in ((["help", "lnt"], b"unknown command 'lnt'; did you mean 'lint'? ("),
                        (["help", "corpus", "bild"], b"unknown command 'bild'; did you mean 'build'? (")):
        case.check(said in case.exits(2, *words).stderr, "%r is refused" % words)


found = check_commands()
written = option_names_in_sources()
case.check(found == written | {"help"} and len(written) > 50, "the options in the sources are those of the help pages: %r" % (found ^ written))
check_commands_of_fuzz()
check_late_errors()
check_bash()
check_documents(found)
case.finish()
