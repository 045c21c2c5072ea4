"""Tests the settings of docs/use/editors.md with the editors of Debian: Neovim as a client of `animproof lsp`, and the
errorformat of Neovim and Vim with the lines of `--format gcc`. Prints SKIPPED for an editor that is not installed; `make
test-editors` installs the editors."""

import json
import os
import re
import shutil

import commands
from cli_case import MD5ANIM, Case, md5anim, read_text_in_tree, write

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = read_text_in_tree("docs/use/editors.md")
INIT = re.search(r"```lua\n(.*?)```", PAGE, re.DOTALL).group(1)
ERRORFORMAT = re.search(r"^set errorformat=(.*)", PAGE, re.MULTILINE).group(1)
BONE = '"hips\U0001f9b4"'.encode()

case = Case()
os.symlink(case.program, "animproof")
environment = dict(os.environ, PATH=case.directory + ":" + os.environ["PATH"], HOME=case.directory, XDG_CONFIG_HOME=case.directory, XDG_STATE_HOME=case.directory,
                   XDG_DATA_HOME=case.directory, XDG_CACHE_HOME=case.directory, LC_ALL="C.UTF-8")


def is_installed_or_skipped(program):
    if shutil.which(program) is None:
        print("SKIPPED: editors.py: %s is not installed" % program)
        return False
    return True


def check_neovim_client():
    broken = md5anim(b"7").replace(b'"hips"', BONE).replace(b"( -1 -1 -1 )", b"( -1,5 -1 -1 )")
    write("broken.md5anim", broken)
    write("init.lua", INIT.encode())
    result = commands.run(
        ["nvim", "-n", "--headless", "-u", "init.lua", "-i", "NONE", "-c", "luafile " + os.path.join(HERE, "neovim.lua"), "-c", "qall!"],
        env=environment, stdout=commands.PIPE, stderr=commands.PIPE)
    try:
        answers = dict(map(json.loads, result.stdout.decode().splitlines()))
    except ValueError:
        answers = {}
    parent = [10, 12, 13, 1, "md5anim/parent-order", "animproof"]
    comma = [14, 3, 7, 1, "md5anim/decimal-comma", "animproof"]
    name = [10, 1, 11, 3, "md5anim/joint-name-character", "animproof"]
    case.check(sorted(answers.get("broken", [])) == [name, parent, comma],
               "Neovim shows the diagnostics: %r" % answers.get("broken"), result)
    case.check("md5anim/parent-order" in answers.get("hover", ""), "the hover explains the rule", result)
    case.check(answers.get("symbols", 0) >= 12, "Neovim gets the symbols of the document", result)
    case.check(answers.get("tokens", 0) > 100 and answers.get("hints") == [], "Neovim gets tokens and hints: %r" % answers.get("hints"), result)
    case.check(answers.get("definition") == 9, "Neovim finds the parent of a joint", result)
    case.check(answers.get("renamed") == ['\t"origin" -1 0 0', '\t"root" -1 0 0'], "Neovim renames a joint: %r" % answers.get("renamed"), result)
    case.check(answers.get("action") == "Fix md5anim/decimal-comma: writes points for the commas", "Neovim offers the fix", result)
    case.check(answers.get("completed") == "frameRate", "Neovim completes a keyword", result)
    case.check(answers.get("explained", "").startswith("md5anim/"), "Neovim shows the explanation of a rule", result)
    case.check(answers.get("fixed") == [name, parent] and answers.get("typed") == [name],
               "a fix and an edit remove their diagnostics", result)
    write("fixed.md5anim", broken.replace(b"-1,5", b"-1.5").replace(b" 7 ", b" 0 "))
    wanted = case.exits(0, "format", "fixed.md5anim").stdout.decode()
    case.check(answers.get("formatted") == wanted, "Neovim formats the document as `animproof format` does", result)
    case.check(answers.get("stopped") is True and result.returncode == 0, "the server stops", result)


def parse_gcc_lines(editor, *options):
    """Returns [file, line, column, type, message, true if the errorformat matches] of each line in the editor's list of errors."""
    script = ("set errorformat=%s | cgetexpr readfile('lines') | call writefile([json_encode(map(getqflist(), "
              "{_, e -> [bufname(e.bufnr), e.lnum, e.col, e.type, e.text, e.valid]}))], 'parsed') | qall!" % ERRORFORMAT)
    if os.path.exists("parsed"):
        os.remove("parsed")
    result = commands.run([editor, *options, "-c", script], env=environment, stdin=commands.DEVNULL,
                          stdout=commands.PIPE, stderr=commands.PIPE)
    case.check(os.path.exists("parsed"), "%s writes its list of errors" % editor, result)
    return json.load(open("parsed", encoding="utf-8")) if os.path.exists("parsed") else []


def check_gcc_lines():
    os.mkdir("d")
    write("d/a name.md5anim", md5anim(b"7").replace(b'"hips"', BONE))
    write("d/warned.md5anim", MD5ANIM.replace(b"frameRate 24", b"frameRate 2400"))
    write("d/noted.bin", bytes.fromhex("c6429e0f6eaf8f6a0100000001000000000000") + bytes(4))
    found = json.loads(case.run("lint", "--format=json", "d").stdout)["files"]
    wanted = [[entry["file"], f.get("line") or 0, f.get("column") or 0, f["severity"][0], 1]
              for entry in found for f in entry["findings"]]
    case.check({one[3] for one in wanted} >= {"e", "n"} and any(one[1] == 0 for one in wanted),
               "the files have errors, notes, and findings without a line: %r" % wanted)
    write("lines", case.run("lint", "--format=gcc", "d").stdout)
    for editor, options in (("nvim", ("--headless", "--clean")), ("vim", ("-es", "-u", "NONE", "-N"))):
        if is_installed_or_skipped(editor):
            parsed = parse_gcc_lines(editor, *options)
            case.check([[*one[:3], one[3].lower(), one[5]] for one in parsed if one[5]] == wanted,
                       "%s lists %r, expected %r" % (editor, parsed, wanted))
            case.check(all("[" in one[4] for one in parsed if one[5]), "%s lists messages with the rule in brackets: %r" % (editor, parsed))


if is_installed_or_skipped("nvim"):
    check_neovim_client()
check_gcc_lines()
case.finish()
