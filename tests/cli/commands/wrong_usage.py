"""Commands and options of other programs: each error message names the right command or option."""

import json
import os

from cli_case import MD5ANIM, Case, read_text, write

case = Case()
write("walk.md5anim", MD5ANIM)


def check_answer(words, told, code=2):
    result = case.exits(code, *words)
    said = result.stderr.decode()
    case.check(told in said and said.count("\n") == 1 and said.count("(animproof") <= 1 and result.stdout == b"",
               "animproof %s is answered with: %s" % (" ".join(words), told), result)


# Options and commands of other programs.
check_answer(["lint", "--fix", "walk.md5anim"], "unknown option '--fix'; did you mean 'animproof fix walk.md5anim'?")
check_answer(["lint", "walk.md5anim", "--fix"], "did you mean 'animproof fix walk.md5anim'?")
check_answer(["lint", "--fix"], "did you mean 'animproof fix PATH'?")
check_answer(["lint", "--diff", "walk.md5anim"], "did you mean 'animproof fix --diff walk.md5anim'?")
check_answer(["format", "--fix", "walk.md5anim"], "did you mean 'animproof fix walk.md5anim'?")
check_answer(["format", "--in-place", "walk.md5anim"], "did you mean '--write'?")
check_answer(["dump", "--in-place", "walk.md5anim"], "unknown option '--in-place' (")
check_answer(["lint", "--assume-filename", "x", "-"], "did you mean '--stdin-filename'?")
check_answer(["conform", "--shard", "0/2", "corpus"], "unknown option '--shard'; it was removed: one run rates a complete corpus")
check_answer(["conform", "--merge=a.json", "corpus"], "unknown option '--merge'; it was removed: one run rates a complete corpus")
check_answer(["init"], "unknown command 'init'; did you mean 'config --init'?")
check_answer(["validate", "walk.md5anim"], "did you mean 'lint'?")

# A file format given as a report format.
check_answer(["lint", "--format", "md5anim", "walk.md5anim"], "'md5anim' is a file format: use --input-format for it. --format takes one of human, ")
check_answer(["lint", "--output", "md5anim=x", "walk.md5anim"], "'md5anim' is not one of human, ")
check_answer(["convert", "--format", "mrtk", "walk.md5anim", "-o", "x"], "use --input-format for it")
check_answer(["rules", "--format", "md5anim"], "'md5anim' is a file format: `animproof rules FORMAT` lists its rules")
check_answer(["lint", "--format", "jsn", "walk.md5anim"], "did you mean 'json'?")

# Names of defects.
check_answer(["mutate", "--defect", "foo", "walk.md5anim"], "unknown defect 'foo'; `animproof mutate --list` lists all defects (see animproof mutate --help)")
check_answer(["mutate", "--defect", "md5anim/parent-order_sef", "walk.md5anim"], "did you mean 'md5anim/parent-order_self'?")
check_answer(["mutate", "--defect", "parent-order_slf", "walk.md5anim"], "did you mean 'parent-order_self'?")

# rules lists rules by format, by pattern and by id.
whole = case.exits(0, "rules").stdout.decode().split("\n\n")
for part in whole:
    name = part.partition(":")[0]
    case.check(case.exits(0, "rules", name).stdout.decode().strip() == part.strip(), "`animproof rules FORMAT` prints the section of " + name)
lines = case.exits(0, "rules", "md5anim/joint-name-*", "md5mesh/weight-sum").stdout.decode().splitlines()
case.check([line.split()[2] for line in lines if line.startswith("  ")][-1] == "md5mesh/weight-sum",
           "rules with two arguments lists both: %s" % lines)
case.check(all("md5anim/joint-name-" in line for line in lines[1:-3]) and len(lines) > 6,
           "rules with a pattern lists the rules of the pattern: %s" % lines)
case.check(b"md5anim" not in case.exits(0, "rules", "--fixable", "mrtk").stdout, "rules --fixable with a format lists only its rules")
listed = json.loads(case.exits(0, "rules", "--format", "json", "md5anim/parent-order").stdout)["rules"]
case.check([rule["id"] for rule in listed] == ["md5anim/parent-order"], "rules --format json with an id lists one rule")
check_answer(["rules", "md5anim/partent-order"], "no rule is named 'md5anim/partent-order'; did you mean md5anim/parent-order")
check_answer(["rules", "mrtk", "foo"], "no rule is named 'foo' (")
case.exits(2, "rules", "--format", "markdown", "mrtk")

# --help or help before a command prints the help of the command.
for words in (["lint"], ["corpus", "build"], ["convert"]):
    page = case.exits(0, *words, "--help").stdout
    for asked in (["--help", *words], ["-h", *words], ["help", *words]):
        case.check(case.exits(0, *asked).stdout == page, "the page of the command is printed by " + " ".join(asked))
case.check(case.exits(0, "corpus", "--help", "build").stdout == case.exits(0, "corpus", "build", "--help").stdout,
           "--help between command and subcommand prints the subcommand's page")
check_answer(["--help", "lnt"], "unknown command 'lnt'; did you mean 'lint'?")

# config --init writes a configuration that lists every key and sets none.
case.exits(0, "config", "--init", prints_only=b".animproof.ini was written; all keys in it are comments\n")
written = read_text(".animproof.ini")
keys = [line[1:].split(" = ")[0] for line in written.splitlines() if line.startswith("#") and not line.startswith("# ")]
shown = case.exits(0, "config", "walk.md5anim").stdout.decode().splitlines()
case.check(shown[0] == "walk.md5anim: .animproof.ini" or shown[0].endswith("/.animproof.ini"), "the new configuration is found: %s" % shown[0])
case.check({line.split()[0] for line in shown[1:]} <= set(keys), "the new configuration lists every key: %s" % keys)
case.check(all(line.endswith("default") for line in shown[1:]), "every setting of the new configuration is the default")
case.check(max(map(len, written.splitlines())) <= 100, "lines of the new configuration have at most 100 columns")
for key in keys:
    value = {"profile": "doom3", "fail-on": "note", "severity": "mrtk/magic=note"}.get(key)
    value = value or ("yes" if key in ("strict", "force-exclude", "no-ignore") else "9" if key.startswith("max-") else "mrtk")
    write(".animproof.ini", ("[animproof]\n%s = %s\n" % (key, value)).encode())
    case.exits(0, "config", "walk.md5anim")
write(".animproof.ini", b"[animproof]\n")
case.exits(3, "config", "--init", says=b".animproof.ini: already exists")  # an existing configuration is not replaced
os.remove(".animproof.ini")
os.symlink("nowhere", ".animproof.ini")
case.exits(3, "config", "--init")
os.mkdir("in")
case.exits(0, "config", "--init", "in")
case.check(os.path.exists("in/.animproof.ini"), "--init with a folder writes into the folder")
case.exits(2, "config", "--init", "in", ".")
case.exits(3, "config", "--init", "absent")
case.finish()
