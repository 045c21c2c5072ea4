"""Configuration files: which file applies, what its sections mean, how errors in it are reported, and what `config` prints."""

import os
import re
import zipfile

from cli_case import Case, in_tree, md5anim, mrtk, mrtk_bad, mrtk_noted, mrtk_warned, read_text, write
from golden_files import every_nth

PAGE = in_tree("docs/use/config.md")
case = Case()
for folder in ("a", "a/b", "a/b/c"):
    write(folder + "/bad.bin", mrtk_bad())
    write(folder + "/warned.bin", mrtk_warned())
    write(folder + "/noted.bin", mrtk_noted())


def configure(text, path="a/.animproof.ini"):
    write(path, text if isinstance(text, bytes) else text.encode())


def found_lines(*arguments):
    """Returns the folder, severity and rule of each finding that `lint` prints."""
    lines = case.run("lint", "--format", "concise", "-q", *arguments).stdout.decode().splitlines()
    return sorted(re.sub(r"/[a-z]+\.bin:.*: (\w+): .* \[(.*)\]$", r" \1 \2", line) for line in lines)


def lines_of(folder, *findings):
    return sorted("%s %s" % (folder, finding) for finding in findings)


BAD, WARNED, NOTED = "error mrtk/wrap-mode", "warning mrtk/marker-order", "note mrtk/no-keys"

# Each key of the configuration, by itself and with options of the command line.
for text, options, expected in (
    ("", (), (BAD, WARNED, NOTED)),
    ("ignore = mrtk/wrap-mode", (), (WARNED, NOTED)),
    ("ignore = mrtk/wrap-mode , mrtk/no-*,", (), (WARNED,)),
    ("ignore =\n  mrtk/wrap-mode\n\n# and\n  mrtk/no-keys", (), (WARNED,)),
    ("ignore = mrtk/wrap-mode\nignore = mrtk/no-keys", (), (WARNED,)),
    ("select = mrtk/wrap-mode", (), (BAD,)),
    ("select = mrtk\nignore = mrtk/wrap-mode", (), (WARNED, NOTED)),
    ("strict = yes", (), (BAD, "error mrtk/marker-order", NOTED)),
    ("strict = no", ("--strict",), (BAD, "error mrtk/marker-order", NOTED)),
    ("severity = mrtk/no-keys=warning", (), (BAD, WARNED, "warning mrtk/no-keys")),
    ("[severity]\nmrtk/no-*   =  warning  \n", (), (BAD, WARNED, "warning mrtk/no-keys")),
    ("[severity]\nmrtk/no-keys = off\n", ("--severity", "mrtk/no-keys=error"), (BAD, WARNED, "error mrtk/no-keys")),
    ("ignore = mrtk/wrap-mode", ("--select", "mrtk/wrap-mode"), (BAD,)),
    ("ignore = mrtk/wrap-mode", ("--ignore", "mrtk/no-keys"), (WARNED,)),
    ("ignore = mrtk/wrap-mode", ("--no-config",), (BAD, WARNED, NOTED)),
):
    configure("\xef\xbb\xbf".encode("latin-1") + ("[animproof]\n" + text).encode())
    case.check(found_lines(*options, "a") == sorted(lines_of("a", *expected) + lines_of("a/b", *expected) + lines_of("a/b/c", *expected)),
               "findings with the configuration %r and the options %r: %r" % (text, options, found_lines(*options, "a")))
    configure(("[animproof]\n" + text).replace("\n", "\r\n"))
    case.check(found_lines(*options, "a/b/c") == lines_of("a/b/c", *expected), "the configuration %r works with CRLF line ends" % text)

# Only the nearest configuration applies to a file, for every spelling of the file's path.
configure("[animproof]\nignore = mrtk/wrap-mode\n")
configure("[animproof]\nignore = mrtk/no-keys\n", "a/b/.animproof.ini")
case.check(found_lines("a") == sorted(lines_of("a", WARNED, NOTED) + lines_of("a/b", BAD, WARNED) + lines_of("a/b/c", BAD, WARNED)),
           "the configuration of the nearest folder applies")
case.check(found_lines("a/b/c/noted.bin") == [] and found_lines("a/b/../noted.bin") == lines_of("a/b/..", NOTED),
           "the configuration of a named file is that of its folder")
result = case.exits(0, "lint", "noted.bin", "../c/noted.bin", "--fail-on", "note", cwd="a/b/c")
os.symlink("a/b", "link")
case.check(found_lines("link/noted.bin") == [], "a path through a link uses the configuration of the link's target")
configure("[animproof]\nselect = mrtk/magic\n", "other.ini")
case.check(found_lines("--config", "other.ini", "a") == [], "--config replaces the found configurations")
os.remove("a/b/.animproof.ini")

# [path] sections apply in their order.
configure("[path b/]\nignore = mrtk/wrap-mode\n[path b/c/]\nselect = mrtk/wrap-mode\n[path **/noted.bin]\nselect = mrtk\n")
case.check(found_lines("a") == sorted(lines_of("a", BAD, WARNED, NOTED) + lines_of("a/b", WARNED, NOTED) + lines_of("a/b/c", BAD, NOTED)),
           "a later [path] section overrides an earlier one: %r" % found_lines("a"))
for jobs in ("1", "4"):
    result = case.run("lint", "-j", jobs, "a")
    case.check(result.stdout == case.run("lint", "a").stdout, "the report with [path] sections is the same with -j%s" % jobs, result)

# fail-on and the limits apply to each file by its own configuration.
configure("[animproof]\nfail-on = never\n[path c]\nfail-on = note\n")
case.exits(0, "lint", "a/bad.bin", "a/b/bad.bin")
case.exits(1, "lint", "a/b/c/noted.bin")
case.exits(0, "lint", "a/b/c/noted.bin", "--fail-on", "error")
configure("[animproof]\nmax-memory = 1\n")
write("a/x.md5anim", md5anim())
case.exits(4, "lint", "a/x.md5anim")
case.exits(0, "lint", "a/x.md5anim", "--max-memory", "2G")
configure("[animproof]\nmax-input = 8\n")
case.exits(4, "lint", "-", cwd="a", input=mrtk())
case.exits(0, "lint", "-", input=mrtk())
configure("[animproof]\nmax-findings = 0\nmax-per-rule = 1\n")
write("a/two.md5anim", md5anim(parent=b"7") + b"\x01\x02\x03")
case.exits(1, "lint", "a/two.md5anim")

# An excluded file is skipped if a walk finds it, and checked if the command line names it.
os.remove("a/two.md5anim")
os.remove("a/x.md5anim")
for globs, expected in (
    ("b", lines_of("a", BAD, WARNED, NOTED)),
    ("b/\n  /noted.bin", lines_of("a", BAD, WARNED)),
    ("/b/c, wa*.bin", lines_of("a", BAD, NOTED) + lines_of("a/b", BAD, NOTED)),
    ("**/c/**", lines_of("a", BAD, WARNED, NOTED) + lines_of("a/b", BAD, WARNED, NOTED)),
    ("/c/, b/*.md5anim, x", lines_of("a", BAD, WARNED, NOTED) + lines_of("a/b", BAD, WARNED, NOTED) + lines_of("a/b/c", BAD, WARNED, NOTED)),
):
    configure("[animproof]\nexclude = %s\n" % globs)
    case.check(found_lines("a") == sorted(expected), "findings with exclude = %r: %r" % (globs, found_lines("a")))
configure("[animproof]\nexclude = b/, bad.bin\n")
case.check(found_lines("a/b") == lines_of("a/b", WARNED, NOTED) + lines_of("a/b/c", WARNED, NOTED),
           "a named excluded folder is walked, and its other patterns hold: %r" % found_lines("a/b"))
case.check(found_lines("a/b/bad.bin") == lines_of("a/b", BAD), "a named excluded file is checked")
case.check(found_lines("--no-config", "--exclude", "b/c,a/b/bad.bin,/a/noted.bin,warned.bin,a", "a") == lines_of("a", BAD) + lines_of("a/b", NOTED)
           + lines_of("a/b/c", BAD, NOTED),
           "findings with --exclude: %r" % found_lines("--no-config", "--exclude", "b/c,a/b/bad.bin,/a/noted.bin,warned.bin,a", "a"))
result = case.run("lint", "-v", "a")
case.check(result.stdout.count(b"it is excluded") == 2 and b"a/b: skipped" in result.stdout,
           "--verbose prints that entries are excluded, and lists an excluded folder once", result)
case.check(b"  exclude       b/           %s" % os.path.realpath("a").encode() in case.run("config", "a").stdout,
           "config prints the exclude patterns in columns")

# With force-exclude, named files and folders are skipped too.
for words, text in ((("--force-exclude",), ""), ((), "force-exclude = yes\n")):
    configure("[animproof]\nexclude = b/, bad.bin\n" + text)
    case.check(found_lines(*words, "a/b", "a/bad.bin", "a/noted.bin", "a/b/c/noted.bin") == lines_of("a", NOTED),
               "named excluded files are skipped, forced by %r" % text)
case.exits(3, "lint", "-v", "a/bad.bin", "a/b", prints=b"a/bad.bin: skipped: it is excluded\n")  # --verbose says why
case.exits(0, "lint", "--allow-empty", "a/bad.bin")
configure("[animproof]\nexclude = b/, bad.bin\n")
for words in (("a", "a/bad.bin"), ("a/bad.bin", "a")):
    case.check(found_lines(*words) == lines_of("a", BAD, WARNED, NOTED), "a named excluded file is checked also if its folder is walked: %r" % (words,))
case.check(found_lines("a", "a/warned.bin") == lines_of("a", WARNED, NOTED), "a file that is walked and named is checked once")

# An included file is checked once, with any content. An excluded file is not checked.
write("a/b/torn.anim", b"torn")
configure("[animproof]\ninclude = *.anim\n")
TORN = "a/b/torn.anim:0x0: error: "
for words, times in ((("a/b",), 1), (("a/b", "a/b/torn.anim"), 1), (("a/b/torn.anim", "a/b"), 1), (("--exclude", "torn*", "a/b"), 0)):
    lines = case.run("lint", "--format", "concise", *words).stdout.decode().splitlines()
    case.check(sum(line.startswith(TORN) for line in lines) == times, "reports of the included file for %r: %r" % (words, lines))
case.check(b"torn.anim" not in case.run("lint", "--no-config", "a/b").stdout, "without include, the file is skipped")
case.check(TORN.encode() in case.run("lint", "--no-config", "--include", "/a/b/t*", "--format", "concise", "a").stdout, "--include checks the file")
case.check(b"  include       *.anim " in case.run("config", "a").stdout, "config prints the include patterns")
os.remove("a/b/torn.anim")

# Errors in a configuration.
for text, line, said in (
    ("[animproof]\nselct = x", 2, "unknown key 'selct'; did you mean 'select'?"),
    ("[animproof]\nhelp = x", 2, "unknown key 'help'"),
    ("\n[animprof]\nselect = x", 2, "unknown section 'animprof'; did you mean 'animproof'?"),
    ("[path]\nselect = x", 1, "unknown section 'path'"),
    ("[animproof]\n[polciy]\n# nothing is said", 2, "unknown section 'polciy'; did you mean 'policy'?"),
    ("select = x", 1, "'select' is before the first section; is [animproof] missing?"),
    ("[animproof]\nselect = mrtk/boolean-valeu", 2, "select: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?"),
    ("[animproof]\nselect = mrtk\n  nix", 3, "select: no rule is named 'nix'"),
    ("[animproof]\nignore = mrtk,,memg", 2, "ignore: no rule is named ''"),
    ("[animproof]\nfoo", 2, "expected 'key = value' or '[section]'"),
    ("[animproof]\n= foo", 2, "expected 'key = value' or '[section]'"),
    ("[animproof", 1, "']' is missing at the end of the section's name"),
    ("[", 1, "']' is missing at the end of the section's name"),
    (" foo", 1, "an indented line must follow the line of its key"),
    ("[severity]\nmrtk = warn", 2, "severity: 'warn' is not one of error, warning, note, off; did you mean 'warning'?"),
    ("[severity]\nnix = note", 2, "severity: no rule is named 'nix'"),
    ("[severity]\nmrtk = note\n  memg", 3, "expected 'RULE = LEVEL' or '[section]'"),
    ("[animproof]\nmax-memory = x", 2, "max-memory: 'x' is not a number of bytes, which may end in K, M, G or T"),
    ("[animproof]\nprofile = dom3", 2, "profile: 'dom3' is not one of default, doom3, rerelease, portable; did you mean 'doom3'?"),
    ("[animproof]\nstrict = maybe", 2, "strict: 'maybe' is not yes or no"),
    ("[animproof]\nstrict = yes\nstrict = yes", 3, "strict is set twice in this section"),
    ("[animproof]\nstrict = yes\n  no", 3, "strict is set twice in this section"),
    ("[animproof]\nselect = mrtk\0", 2, "contains a NUL byte: a configuration must be a text file"),
    ("[animproof]\n\x1b\n = x\n", 2, "expected 'key = value' or '[section]'"),
    ("[animproof]\n%s = x\n" % ("y" * 5000), 2, "unknown key 'yyyy"),
    ("[path x]\nexclude = y", 2, "exclude belongs in [animproof]"),
    ("[path x]\nforce-exclude = yes", 2, "force-exclude belongs in [animproof]"),
    ("[path x]\ninclude = x", 2, "include belongs in [animproof]"),
    ("[animproof]\nno-ignore = on", 2, "no-ignore: 'on' is not yes or no"),
    ("[path x]\nstrict=no\n" * 65, 129, "more than 64 sections [path GLOB]"),
    ("[animproof]\nexclude = a,\n  " + "x" * 4097, 3, "exclude: a pattern is longer than 4096 bytes"),
    ("[path %s]\nstrict = no" % ("x" * 5000), 1, "path: a pattern is longer than 4096 bytes"),
    ("[animproof]\nexclude = %s\n" % ",".join(["x"] * 1001), 2, "exclude: the file has more than 1000 patterns"),
    ("[animproof]\nexclude = x\ninclude = %s\n" % ",".join(["x"] * 999) + "[path y]\nignore = mrtk", 4,
     "path: the file has more than 1000 patterns"),
    ("[severity]\n" + "mrtk = note\n" * 1001, 1002, "severity: the file has more than 1000 patterns"),
    ("[animproof]\nignore = %s" % ("y" * 200), 2, "ignore: no rule is named '%s...'\n" % ("y" * 100)),
    ("[policy]\njoint-names = %s" % ("\u00e9" * 2000), 2,
     "joint-names: '%s...' is not a pattern of 63 bytes or fewer\n" % ("\u00e9" * 50)),
    ("[policy]\njoint-names = a%s" % ("\u00e9" * 2000), 2,
     "joint-names: 'a%s...' is not a pattern of 63 bytes or fewer\n" % ("\u00e9" * 49)),
    ("[animproof]\nstrict = %s" % ("y" * 101), 2, "strict: '%s...' is not yes or no\n" % ("y" * 100)),
    ("[animproof]\nstrict = %s" % ("y" * 100), 2, "strict: '%s' is not yes or no\n" % ("y" * 100)),
):
    configure(text)
    for arguments in (("lint", "a"), ("lint", "-j1", "a/bad.bin"), ("config", "a/bad.bin")):
        result = case.exits(2, *arguments)
        start = "animproof: %s/.animproof.ini:%d: %s" % (os.path.realpath("a"), line, said)
        case.check(result.stderr.startswith(start.encode()) and result.stderr.count(b"\n") == 1,
                   "the error in the configuration %r is reported with its line" % text[:80], result)
    result = case.exits(0, "lint", "--no-config", "a/warned.bin")

# The largest allowed number of patterns, and the longest pattern, in both kinds of lists.
configure("[animproof]\nexclude = %s\n" % ",".join(["x"] * 999 + ["y" * 4096]))
case.check(found_lines("a/b") == lines_of("a/b", BAD, WARNED, NOTED) + lines_of("a/b/c", BAD, WARNED, NOTED), "1000 patterns are accepted")

# config prints the line of each pattern.
text = "[animproof]\nexclude =\n" + "".join("# %s\n  p%03d\n" % ("c" * (i % 97), i) for i in range(900))
configure(text)
shown = case.exits(0, "config", "a/bad.bin").stdout.decode().splitlines()
for number, line in enumerate(text.split("\n"), 1):
    case.check(not line.startswith("  p") or any(re.search(r" %s +\S*:%d$" % (line.strip(), number), one) for one in shown),
               "config prints the number of line %d: %r" % (number, line))

# Patterns that take too long end each command. The message names the line of the pattern that exceeded the time limit.
for number in range(30):
    write("slow/%s%02d.bin" % ("a" * 240, number), mrtk_noted())
with zipfile.ZipFile("slow.zip", "w") as archive:
    for number in range(30):
        archive.writestr("%s%02d.bin" % ("a" * 240, number), mrtk_noted())
SLOW = ["*%sb%d" % ("a" * 120, number) for number in range(900)]
COMMANDS = ("lint", "lint -j1", "fix", "shard -o shards --count 2 --allow-empty")
for keys, command, path in every_nth([(key, command, path) for key, path in (("exclude", "slow"), ("include", "slow"), ("exclude", "slow.zip"))
                                 for command in COMMANDS[:2 if path == "slow.zip" else 4]]):
    configure("[animproof]\n%s = x\n  %s" % (keys, ",".join(SLOW)), ".animproof.ini")
    result = case.exits(4, *command.split(), path)
    said = "animproof: %s:3: the patterns take too long (use --no-config to skip them)\n" % os.path.realpath(".animproof.ini")
    case.check(said.encode() in result.stderr, "%s of %s reports the slow patterns" % (command, path), result)
    case.exits(0, "lint", "--no-config", path)
configure("".join("[path **/%s]\nstrict = yes\n" % ("*%sb%d" % ("a" * 3000, number)) for number in range(64)), ".animproof.ini")
write("slow" + ("/" + "a" * 240) * 12 + "/a.bin", mrtk_noted())
result = case.exits(4, "lint", "slow")
case.check(re.search(rb"/\.animproof\.ini:\d*[13579]: the patterns take too long \(use --no-config to skip them\)\n", result.stderr) is not None,
           "slow patterns of [path] sections are reported", result)
os.remove(".animproof.ini")
result = case.exits(4, "lint", "--no-config", "--exclude", ",".join(SLOW), "slow")
case.check(b"animproof: the patterns of the command line take too long\n" in result.stderr, "slow patterns of the command line are reported", result)

# Configurations that cannot be read.
write("token", b"TOKEN_abc = 1\n")
for make, said in ((lambda: os.mkdir("a/.animproof.ini"), b"not a file"), (lambda: os.mkfifo("a/.animproof.ini"), b"not a file"),
                   (lambda: os.symlink(".animproof.ini", "a/.animproof.ini"), b""),
                   (lambda: os.symlink("gone.ini", "a/.animproof.ini"), b"No such file or directory"),
                   (lambda: os.symlink("../token", "a/.animproof.ini"), b"is a link; a link is followed only when --config names it\n"),
                   (lambda: configure("#" * (1 << 20) + "#"), b"larger than 1 MiB, the limit for a configuration")):
    os.remove("a/.animproof.ini") if not os.path.isdir("a/.animproof.ini") else os.rmdir("a/.animproof.ini")
    make()
    case.exits(3, "lint", "a", says=b"/a/.animproof.ini: " + said)
os.remove("a/.animproof.ini")
case.exits(3, "lint", "--config", "none.ini", "a")
os.symlink("other.ini", "to-other.ini")
case.check(found_lines("--config", "to-other.ini", "a") == [], "--config follows a link")
case.exits(2, "lint", "--config", "other.ini", "--no-config", "a")
configure("[animproof]\nselct = x\n", ".animproof.ini")
case.exits(2, "lint", "a/warned.bin")
os.remove(".animproof.ini")

# The example of docs/use/config.md, and what `config` prints for it.
example = re.search(r"```ini\n(.*?)```", read_text(PAGE), re.S).group(1)
configure(example)
result = case.exits(0, "config", "a/bad.bin", "a", "--max-findings", "7")
path = os.path.realpath("a/.animproof.ini")
for line in ("a/bad.bin: " + path, "  profile       doom3        %s:3" % path, "  max-findings  7            command line",
             "  max-memory    2147483648   default", "  md5anim/line-length              off      %s:5" % path,
             "  mrtk/no-keys                     off      %s:6" % path,
             "  md5anim/bounds-inverted          note     %s:11" % path):
    case.check(line.encode() in result.stdout.splitlines(), "config prints: " + line, result)
os.mkdir("a/third-party")
result = case.exits(0, "config", "a/third-party/x.md5anim")
case.check(b"mrtk/magic " not in result.stdout, "a rule that reports why a file was not checked stays on", result)
for line in ("  fail-on       never        %s:16" % path, "  mrtk/flag                        off      %s:15" % path):
    case.check(line.encode() in result.stdout.splitlines(), "config prints: " + line, result)
case.check(case.exits(0, "config", "other.bin").stdout.startswith(b"other.bin: no configuration\n"), "config prints that a file has no configuration")
case.exits(2, "config")
case.exits(2, "config", "--ignore", "nix", "a")

# A folder with an unreadable configuration ends the run, as a wrong configuration does. Reports printed before the end stay.
write("closed/in/bad.bin", mrtk_bad())
configure("[animproof]\nselect = mrtk/wrap-mode\n")
os.chmod("closed", 0)
result = case.run_as_nobody("lint", "-j1", "--format=concise", "a/bad.bin", "closed/in/bad.bin", "a/bad.bin")
os.chmod("closed", 0o700)
said = b"animproof: closed/in/: cannot look for a configuration in this folder: Permission denied\n"
case.check(result is None or (result.returncode == 3 and result.stderr == said and result.stdout.count(b"[mrtk/wrap-mode]") == 1),
           "a closed folder ends the run after the files before it", result)

case.finish()
