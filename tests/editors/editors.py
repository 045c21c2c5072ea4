"""Editors of Debian with animproof, set up by docs/use/editors.md: Neovim as a client of `animproof lsp`, and the lines of
`--format gcc` through the errorformat of Neovim and Vim. Skips an editor that is not there: `make test-editors` installs
them."""

import json
import os
import re
import shutil

import commands
from cli_case import MD5ANIM, Case, md5anim, write

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "..", "..", "docs", "use", "editors.md"), encoding="utf-8") as file:
    PAGE = file.read()
INIT = re.search(r"```lua\n(.*?)```", PAGE, re.DOTALL).group(1)
ERRORFORMAT = re.search(r"^set errorformat=(.*)", PAGE, re.MULTILINE).group(1)
BONE = '"hips\U0001f9b4"'.encode()

case = Case()
os.symlink(case.program, "animproof")
home = dict(os.environ, PATH=case.directory + ":" + os.environ["PATH"], HOME=case.directory, XDG_CONFIG_HOME=case.directory, XDG_STATE_HOME=case.directory,
            XDG_DATA_HOME=case.directory, XDG_CACHE_HOME=case.directory, LC_ALL="C.UTF-8")


def has(program):
    if shutil.which(program) is None:
        print("SKIPPED: editors.py: no %s" % program)
        return False
    return True


def serve_neovim():
    broken = md5anim(b"7").replace(b'"hips"', BONE).replace(b"( -1 -1 -1 )", b"( -1,5 -1 -1 )")
    write("broken.md5anim", broken)
    write("init.lua", INIT.encode())
    result = commands.run(
        ["nvim", "-n", "--headless", "-u", "init.lua", "-i", "NONE", "-c", "luafile " + os.path.join(HERE, "neovim.lua"), "-c", "qall!"],
        env=home, stdout=commands.PIPE, stderr=commands.PIPE)
    try:
        told = dict(map(json.loads, result.stdout.decode().splitlines()))
    except ValueError:
        told = {}
    parent = [10, 12, 13, 1, "md5anim/parent-order", "animproof"]
    comma = [14, 3, 7, 1, "md5anim/decimal-comma", "animproof"]
    name = [10, 1, 11, 3, "md5anim/joint-name-character", "animproof"]
    case.check(sorted(told.get("broken", [])) == [name, parent, comma], "diagnostics: %r" % told.get("broken"), result)
    case.check("md5anim/parent-order" in told.get("hover", ""), "hover", result)
    case.check(told.get("symbols", 0) >= 12, "symbols", result)
    case.check(told.get("action") == "Fix md5anim/decimal-comma: writes points for the commas", "a fix", result)
    case.check(told.get("fixed") == [name, parent] and told.get("typed") == [name], "mended", result)
    write("mended.md5anim", broken.replace(b"-1,5", b"-1.5").replace(b" 7 ", b" 0 "))
    wanted = case.exits(0, "format", "mended.md5anim").stdout.decode()
    case.check(told.get("formatted") == wanted, "formatted", result)
    case.check(told.get("stopped") is True and result.returncode == 0, "the server ends", result)


def parse_gcc_lines(editor, *options):
    """file, line, column, type and message of each line, as the editor's list of errors has them."""
    script = ("set errorformat=%s | cgetexpr readfile('lines') | call writefile([json_encode(map(getqflist(), "
              "{_, e -> [bufname(e.bufnr), e.lnum, e.col, e.type, e.text, e.valid]}))], 'parsed') | qall!" % ERRORFORMAT)
    if os.path.exists("parsed"):
        os.remove("parsed")
    result = commands.run([editor, *options, "-c", script], env=home, stdin=commands.DEVNULL,
                          stdout=commands.PIPE, stderr=commands.PIPE)
    case.check(os.path.exists("parsed"), "%s reads the lines" % editor, result)
    return json.load(open("parsed", encoding="utf-8")) if os.path.exists("parsed") else []


def read_gcc_lines():
    os.mkdir("d")
    write("d/a name.md5anim", md5anim(b"7").replace(b'"hips"', BONE))
    write("d/warned.md5anim", MD5ANIM.replace(b"frameRate 24", b"frameRate 2400"))
    write("d/noted.bin", bytes.fromhex("c6429e0f6eaf8f6a0100000001000000000000") + bytes(4))
    found = json.loads(case.run("lint", "--format=json", "d").stdout)["files"]
    wanted = [[judged["file"], f.get("line") or 0, f.get("column") or 0, f["severity"][0], 1]
              for judged in found for f in judged["findings"]]
    case.check({one[3] for one in wanted} >= {"e", "n"} and any(one[1] == 0 for one in wanted), "all kinds of lines: %r" % wanted)
    write("lines", case.run("lint", "--format=gcc", "d").stdout)
    for editor, options in (("nvim", ("--headless", "--clean")), ("vim", ("-es", "-u", "NONE", "-N"))):
        if has(editor):
            parsed = parse_gcc_lines(editor, *options)
            case.check([[*one[:3], one[3].lower(), one[5]] for one in parsed if one[5]] == wanted,
                       "%s: %r and not %r" % (editor, parsed, wanted))
            case.check(all("[" in one[4] for one in parsed if one[5]), "%s: messages: %r" % (editor, parsed))


if has("nvim"):
    serve_neovim()
read_gcc_lines()
case.finish()
