"""Configuration files: which file applies, what its sections mean, how errors in it are reported, and what `config` prints."""

import os
import re
import zipfile

import pytest
from cli_case import path_in_tree, md5anim, mrtk, mrtk_with_error, mrtk_with_note, mrtk_with_warning, read_text, write
from golden_files import EACH

BAD, WARNED, NOTED = "error mrtk/wrap-mode", "warning mrtk/marker-order", "note mrtk/no-keys"
ALL = (BAD, WARNED, NOTED)


@pytest.fixture
def lint_and_list_findings(animproof):
    """Makes the folders a, a/b and a/b/c, each with a bad, a warned and a noted file. Calling it lints, and returns the folder,
    severity and rule of each finding, sorted."""
    for folder in ("a", "a/b", "a/b/c"):
        write(folder + "/bad.bin", mrtk_with_error())
        write(folder + "/warned.bin", mrtk_with_warning())
        write(folder + "/noted.bin", mrtk_with_note())

    def lint_and_sort_findings(*arguments):
        lines = animproof.run("lint", "--format", "concise", "-q", *arguments).stdout.decode().splitlines()
        return sorted(re.sub(r"/[a-z]+\.bin:.*: (\w+): .* \[(.*)\]$", r" \1 \2", line) for line in lines)
    return lint_and_sort_findings


def write_configuration(text, path="a/.animproof.ini"):
    write(path, text if isinstance(text, bytes) else text.encode())


def expected_lines_of(*folders_with_all, **findings):
    """Returns the lines of `lint` for these findings, given by folder: a=(BAD,), b=..., c=...; a folder given without findings has all
    three."""
    found = {**{folder: ALL for folder in folders_with_all}, **findings}
    paths = {"a": "a", "b": "a/b", "c": "a/b/c"}
    return sorted("%s %s" % (paths[folder], finding) for folder, those in found.items() for finding in those)


@pytest.mark.parametrize(("text", "options", "expected"), [
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
])
def test_each_key_of_a_configuration_has_its_effect(lint_and_list_findings, text, options, expected):
    write_configuration("\xef\xbb\xbf".encode("latin-1") + ("[animproof]\n" + text).encode())
    assert lint_and_list_findings(*options, "a") == expected_lines_of(a=expected, b=expected, c=expected)
    write_configuration(("[animproof]\n" + text).replace("\n", "\r\n"))
    assert lint_and_list_findings(*options, "a/b/c") == expected_lines_of(c=expected), "with CRLF line ends"


def test_only_the_nearest_configuration_applies_for_every_spelling_of_a_path(animproof, lint_and_list_findings):
    write_configuration("[animproof]\nignore = mrtk/wrap-mode\n")
    write_configuration("[animproof]\nignore = mrtk/no-keys\n", "a/b/.animproof.ini")
    assert lint_and_list_findings("a") == expected_lines_of(a=(WARNED, NOTED), b=(BAD, WARNED), c=(BAD, WARNED))
    assert lint_and_list_findings("a/b/c/noted.bin") == []
    assert lint_and_list_findings("a/b/../noted.bin") == ["a/b/.. " + NOTED]
    animproof.exits(0, "lint", "noted.bin", "../c/noted.bin", "--fail-on", "note", cwd="a/b/c")
    os.symlink("a/b", "link")
    assert lint_and_list_findings("link/noted.bin") == [], "a path through a link uses the configuration of the link's target"


def test_option_config_replaces_the_configurations_that_were_found(lint_and_list_findings):
    write_configuration("[animproof]\nignore = mrtk/wrap-mode\n")
    write_configuration("[animproof]\nselect = mrtk/magic\n", "other.ini")
    assert lint_and_list_findings("--config", "other.ini", "a") == []
    os.symlink("other.ini", "to-other.ini")
    assert lint_and_list_findings("--config", "to-other.ini", "a") == [], "a link that --config names is followed"


def test_a_later_path_section_overrides_an_earlier_one(animproof, lint_and_list_findings):
    write_configuration("[path b/]\nignore = mrtk/wrap-mode\n[path b/c/]\nselect = mrtk/wrap-mode\n[path **/noted.bin]\nselect = mrtk\n")
    assert lint_and_list_findings("a") == expected_lines_of("a", b=(WARNED, NOTED), c=(BAD, NOTED))
    for jobs in ("1", "4"):
        assert animproof.run("lint", "-j", jobs, "a").stdout == animproof.run("lint", "a").stdout


def test_fail_on_and_limits_apply_to_each_file_by_its_own_configuration(animproof, lint_and_list_findings):
    write_configuration("[animproof]\nfail-on = never\n[path c]\nfail-on = note\n")
    animproof.exits(0, "lint", "a/bad.bin", "a/b/bad.bin")
    animproof.exits(1, "lint", "a/b/c/noted.bin")
    animproof.exits(0, "lint", "a/b/c/noted.bin", "--fail-on", "error")
    write_configuration("[animproof]\nmax-memory = 1\n")
    write("a/x.md5anim", md5anim())
    animproof.exits(4, "lint", "a/x.md5anim")
    animproof.exits(0, "lint", "a/x.md5anim", "--max-memory", "2G")
    write_configuration("[animproof]\nmax-input = 8\n")
    animproof.exits(4, "lint", "-", cwd="a", input=mrtk())
    animproof.exits(0, "lint", "-", input=mrtk())
    write_configuration("[animproof]\nmax-findings = 0\nmax-per-rule = 1\n")
    write("a/two.md5anim", md5anim(parent=b"7") + b"\x01\x02\x03")
    animproof.exits(1, "lint", "a/two.md5anim")


@pytest.mark.parametrize(("globs", "expected"), [
    ("b", expected_lines_of("a")),
    ("b/\n  /noted.bin", expected_lines_of(a=(BAD, WARNED))),
    ("/b/c, wa*.bin", expected_lines_of(a=(BAD, NOTED), b=(BAD, NOTED))),
    ("**/c/**", expected_lines_of("a", "b")),
    ("/c/, b/*.md5anim, x", expected_lines_of("a", "b", "c")),
])
def test_exclude_skips_files_that_a_walk_finds(lint_and_list_findings, globs, expected):
    write_configuration("[animproof]\nexclude = %s\n" % globs)
    assert lint_and_list_findings("a") == expected


def test_what_the_command_line_names_is_checked_though_it_is_excluded(animproof, lint_and_list_findings):
    write_configuration("[animproof]\nexclude = b/, bad.bin\n")
    assert lint_and_list_findings("a/b") == expected_lines_of(b=(WARNED, NOTED), c=(WARNED, NOTED)), "a named folder is walked, and its other patterns hold"
    assert lint_and_list_findings("a/b/bad.bin") == expected_lines_of(b=(BAD,))
    options = ("--no-config", "--exclude", "b/c,a/b/bad.bin,/a/noted.bin,warned.bin,a")
    assert lint_and_list_findings(*options, "a") == expected_lines_of(a=(BAD,), b=(NOTED,), c=(BAD, NOTED))
    for words in (("a", "a/bad.bin"), ("a/bad.bin", "a")):
        assert lint_and_list_findings(*words) == expected_lines_of("a"), "a named excluded file is checked also if its folder is walked"
    assert lint_and_list_findings("a", "a/warned.bin") == expected_lines_of(a=(WARNED, NOTED)), "a file that is walked and named is checked once"
    result = animproof.run("lint", "-v", "a")
    animproof.check(result.stdout.count(b"it is excluded") == 2 and b"a/b: skipped" in result.stdout,
                    "--verbose prints that entries are excluded, and lists an excluded folder once", result)
    animproof.exits(0, "config", "a", prints=b"  exclude       b/           %s" % os.path.realpath("a").encode())


@pytest.mark.parametrize(("words", "text"), [(("--force-exclude",), ""), ((), "force-exclude = yes\n")])
def test_force_exclude_skips_named_files_too(animproof, lint_and_list_findings, words, text):
    write_configuration("[animproof]\nexclude = b/, bad.bin\n" + text)
    assert lint_and_list_findings(*words, "a/b", "a/bad.bin", "a/noted.bin", "a/b/c/noted.bin") == expected_lines_of(a=(NOTED,))
    animproof.exits(3, "lint", *words, "-v", "a/bad.bin", "a/b", prints=b"a/bad.bin: skipped: it is excluded\n")
    animproof.exits(0, "lint", *words, "--allow-empty", "a/bad.bin")


def test_an_included_file_is_checked_once_with_any_content(animproof, lint_and_list_findings):
    write("a/b/torn.anim", b"torn")
    write_configuration("[animproof]\ninclude = *.anim\n")
    torn = "a/b/torn.anim:0x0: error: "
    for words, times in ((("a/b",), 1), (("a/b", "a/b/torn.anim"), 1), (("a/b/torn.anim", "a/b"), 1), (("--exclude", "torn*", "a/b"), 0)):
        lines = animproof.run("lint", "--format", "concise", *words).stdout.decode().splitlines()
        assert sum(line.startswith(torn) for line in lines) == times, words
    assert b"torn.anim" not in animproof.run("lint", "--no-config", "a/b").stdout
    assert torn.encode() in animproof.run("lint", "--no-config", "--include", "/a/b/t*", "--format", "concise", "a").stdout
    animproof.exits(0, "config", "a", prints=b"  include       *.anim ")


@pytest.mark.parametrize(("text", "line", "said"), [
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
    ("[animproof]\nprofile = dom3", 2, "profile: 'dom3' is not one of default, doom3, rerelease, portable, published, id, iqm, daemon, fte, vkquake, ironwail, q2pro, darkradiant, assimp, blender, dsma; did you mean 'doom3'?"),
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
])
def test_an_error_in_a_configuration_is_reported_with_its_line(animproof, lint_and_list_findings, text, line, said):
    write_configuration(text)
    start = "animproof: %s/.animproof.ini:%d: %s" % (os.path.realpath("a"), line, said)
    for arguments in (("lint", "a"), ("lint", "-j1", "a/bad.bin"), ("config", "a/bad.bin")):
        animproof.exits(2, *arguments, says_first=start.encode(), says_lines=1)
    animproof.exits(0, "lint", "--no-config", "a/warned.bin")


def test_1000_patterns_and_one_of_4096_bytes_are_accepted(lint_and_list_findings):
    write_configuration("[animproof]\nexclude = %s\n" % ",".join(["x"] * 999 + ["y" * 4096]))
    assert lint_and_list_findings("a/b") == expected_lines_of("b", "c")


def test_config_prints_the_line_of_each_pattern(animproof, lint_and_list_findings):
    text = "[animproof]\nexclude =\n" + "".join("# %s\n  p%03d\n" % ("c" * (i % 97), i) for i in range(900))
    write_configuration(text)
    shown = animproof.exits(0, "config", "a/bad.bin").stdout.decode()
    for number, line in enumerate(text.split("\n"), 1):
        assert not line.startswith("  p") or re.search(r" %s +\S*:%d$" % (line.strip(), number), shown, re.M), line


SLOW = ["*%sb%d" % ("a" * 120, number) for number in range(900)]
SLOW_COMMANDS = [(key, command, path) for key, path in (("exclude", "slow"), ("include", "slow"), ("exclude", "slow.zip"))
                 for command in ("lint", "lint -j1", "fix", "shard -o shards --count 2 --allow-empty")
                 if path != "slow.zip" or command.startswith("lint")]


@pytest.fixture
def write_slowly_matched_names():
    """Makes a folder and an archive of names that take long to match."""
    with zipfile.ZipFile("slow.zip", "w") as archive:
        for number in range(30):
            write("slow/%s%02d.bin" % ("a" * 240, number), mrtk_with_note())
            archive.writestr("%s%02d.bin" % ("a" * 240, number), mrtk_with_note())


@pytest.mark.parametrize(("key", "command", "path"), SLOW_COMMANDS if EACH == 1 else SLOW_COMMANDS[-1:])
def test_patterns_that_take_too_long_end_each_command(animproof, write_slowly_matched_names, key, command, path):
    write_configuration("[animproof]\n%s = x\n  %s" % (key, ",".join(SLOW)), ".animproof.ini")
    said = "animproof: %s:3: matching the patterns takes too long (--no-config ignores them)\n" % os.path.realpath(".animproof.ini")
    animproof.exits(4, *command.split(), path, says=said.encode())
    animproof.exits(0, "lint", "--no-config", path)


def test_slow_patterns_of_path_sections_and_of_the_command_line_end_lint(animproof, write_slowly_matched_names):
    animproof.exits(4, "lint", "--no-config", "--exclude", ",".join(SLOW), "slow",
                    says=b"animproof: matching the patterns of the command line takes too long\n")
    write_configuration("".join("[path **/%s]\nstrict = yes\n" % ("*%sb%d" % ("a" * 3000, number)) for number in range(64)), ".animproof.ini")
    write("slow" + ("/" + "a" * 240) * 12 + "/a.bin", mrtk_with_note())
    result = animproof.exits(4, "lint", "slow")
    said = rb"/\.animproof\.ini:\d*[13579]: matching the patterns takes too long \(--no-config ignores them\)\n"
    animproof.check(re.search(said, result.stderr), "the message names a line with a section", result)


@pytest.mark.parametrize(("make", "said"), [
    (os.mkdir, b"not a file"),
    (os.mkfifo, b"not a file"),
    (lambda path: os.symlink(".animproof.ini", path), b""),
    (lambda path: os.symlink("gone.ini", path), b"No such file or directory"),
    (lambda path: os.symlink("../token", path), b"is a symbolic link; a linked configuration is read only if --config names the link\n"),
    (lambda path: write_configuration("#" * (1 << 20) + "#", path), b"larger than 1 MiB, the limit for a configuration"),
], ids=["folder", "fifo", "link to itself", "link to nothing", "link to another file", "too large"])
def test_a_configuration_that_cannot_be_read_ends_lint(animproof, lint_and_list_findings, make, said):
    write("token", b"TOKEN_abc = 1\n")
    make("a/.animproof.ini")
    animproof.exits(3, "lint", "a", says=b"/a/.animproof.ini: " + said, says_never=b"TOKEN")


def test_wrong_uses_of_configurations_are_refused(animproof, lint_and_list_findings):
    animproof.exits(3, "lint", "--config", "none.ini", "a")
    write_configuration("[animproof]\n", "other.ini")
    animproof.exits(2, "lint", "--config", "other.ini", "--no-config", "a")
    write_configuration("[animproof]\nselct = x\n", ".animproof.ini")
    animproof.exits(2, "lint", "a/warned.bin")


def test_config_prints_what_applies_in_the_example_of_the_page(animproof, lint_and_list_findings):
    write_configuration(re.search(r"```ini\n(.*?)```", read_text(path_in_tree("docs/use/config.md")), re.S).group(1))
    path = os.path.realpath("a/.animproof.ini")
    lines = animproof.exits(0, "config", "a/bad.bin", "a", "--max-findings", "7").stdout.decode().splitlines()
    for line in ("a/bad.bin: " + path, "  profile       doom3        %s:3" % path, "  max-findings  7            command line",
                 "  max-memory    2147483648   default", "  md5anim/line-length              off      %s:5" % path,
                 "  mrtk/no-keys                     off      %s:6" % path,
                 "  md5anim/bounds-inverted          note     %s:11" % path):
        assert line in lines
    os.mkdir("a/third-party")
    result = animproof.exits(0, "config", "a/third-party/x.md5anim", prints_never=b"mrtk/magic ")  # `config` says why a file was not checked
    lines = result.stdout.decode().splitlines()
    for line in ("  fail-on       never        %s:16" % path, "  mrtk/flag                        off      %s:15" % path):
        assert line in lines


def test_config_says_that_a_file_has_no_configuration(animproof):
    animproof.exits(0, "config", "other.bin", prints_first=b"other.bin: no configuration\n")
    animproof.exits(2, "config")
    animproof.exits(2, "config", "--ignore", "nix", "a")


def test_a_closed_folder_ends_the_run_after_the_files_before_it(animproof, lint_and_list_findings):
    write("closed/in/bad.bin", mrtk_with_error())
    write_configuration("[animproof]\nselect = mrtk/wrap-mode\n")
    os.chmod("closed", 0)
    result = animproof.run_as_nobody_or_none("lint", "-j1", "--format=concise", "a/bad.bin", "closed/in/bad.bin", "a/bad.bin")
    os.chmod("closed", 0o700)
    if result is None:
        pytest.skip("there is no other user than root")
    assert result.returncode == 3
    assert result.stderr == b"animproof: closed/in/: cannot look for a configuration in this folder: Permission denied\n"
    assert result.stdout.count(b"[mrtk/wrap-mode]") == 1
