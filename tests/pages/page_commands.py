#!/usr/bin/python3
"""Checks that commands and options on the pages exist: page_commands.py ANIMPROOF

If a page or an example of a help text shows `animproof WORD ...` as code, WORD must be a command with each of the options,
unabbreviated. Sessions of the pages are also run (page_sessions.py).
"""

import re
import sys

import commands
from cli_case import CheckCounter, markdown_pages_in_tree, read_text_in_tree

CODE = re.compile(r"^( *)```[a-z]*\n(.*?)^\1```$|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"(?:^|[\s/(=\"'])(?:animproof +)+([a-z][a-z-]*)([^|;&#)\n]*)")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]+|-[a-zA-Z0-9])(?![\w-])")


def exit_code_and_output(*words):
    result = commands.run(words, stdout=commands.PIPE, stderr=commands.STDOUT)
    return result.returncode, result.stdout.decode("utf-8")


class HelpTexts:
    """The help text of each command, printed once."""

    def __init__(self, program):
        self.program, self.kept = program, {}
        self.commands = {name: self.subcommand_names(name) for name in self.subcommand_names()}

    def subcommand_names(self, *words):
        """Returns the names of all commands, or of the commands of a command, from the completion."""
        found = exit_code_and_output(self.program, "completions", "next", "--", *words, "")[1].split()[1:]
        return [word for word in found if "help" in found and word != "help" and not word.startswith("-")]

    def exit_code_and_help(self, *words):
        if words not in self.kept:
            self.kept[words] = exit_code_and_output(self.program, *words, "--help")
        return self.kept[words]


def code_blocks_of_page(page):
    for match in CODE.finditer(page):
        yield re.sub(r"\\\n", " ", match.group(2) or match.group(3))


def commands_shown_in(page):
    for code in code_blocks_of_page(page):
        for match in SHOWN.finditer(code):
            if code[: match.start()].endswith(".py build"):  # `animproof` is an argument of a script
                continue
            yield match.group(1), match.group(2)


def has_option(text, option):
    return re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(option), text) is not None


def fault_of_command(helps, command, rest):
    words = rest.split()
    if command == "help":
        return None if words[0] == "COMMAND" else fault_of_command(helps, words[0], "")
    inner = words[:1] if words and words[0] in helps.commands.get(command, ()) else []
    code, text = helps.exit_code_and_help(command, *inner)
    if code != 0:
        return "%s is not a command" % command
    of_animproof = re.split(r"--loader\b|--command\b|--program\b", rest)[0]  # later options are those of a loader
    options = text.partition("\nExamples\n")[0]
    wrong = [option for option in OPTION.findall(of_animproof) if not has_option(options, option)]
    return "%s has no %s" % (" ".join([command, *inner]), ", ".join(wrong)) if wrong else None


def examples_of(helps):
    """Yields (command, its arguments) of each example in a help text."""
    for command in [(name, *part) for name, parts in helps.commands.items() for part in [(), *((part,) for part in parts)]]:
        for line in re.findall(r"^  (animproof .*)$", helps.exit_code_and_help(*command)[1].partition("\nExamples\n")[2], re.MULTILINE):
            yield from (match.groups() for match in SHOWN.finditer(line))


def main():
    helps, count = HelpTexts(sys.argv[1]), CheckCounter()
    shown = [(name, *call) for name in markdown_pages_in_tree() for call in sorted(set(commands_shown_in(read_text_in_tree(name))))]
    for place, command, rest in shown + [("an example of help", *call) for call in examples_of(helps)]:
        fault = fault_of_command(helps, command, rest)
        count.check(fault is None, "%s: animproof %s%s: %s" % (place, command, rest, fault))
    count.finish()


main()
