"""The commands of docs/use/ci.md and of README's CI section work as described, and the steps of the Dockerfile build an image."""

import json
import os
import re
import shutil
import xml.etree.ElementTree

import commands
from cli_case import ROOT, Case, md5anim, mrtk, mrtk_bad, read, text_of_tree, write

case = Case()
os.mkdir("bin")
os.symlink(case.program, "bin/animproof")
ENVIRONMENT = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"])


def shell(code, command):
    result = commands.run(["sh", "-c", command], env=ENVIRONMENT, stdout=commands.PIPE, stderr=commands.PIPE)
    case.check(result.returncode == code, "exit %d of %s" % (code, command), result)
    return result


def run_section(page, least):
    """Runs the section of a page in a repository without faults, and then with a broken file."""
    section = re.search(r"\n## In CI\n(?:<!--.*-->\n)?```sh\n(.*?)```", text_of_tree(page), re.DOTALL).group(1)
    case.check(len(section.splitlines()) <= 10 and section.count("animproof lint") >= least,
               "the section of %s has at most 10 lines and all commands" % page)
    os.makedirs("game%d/assets" % least)
    os.chdir("game%d" % least)
    write("assets/walk.md5anim", md5anim())
    shell(0, "git init -q && git add -A && git -c user.name=t -c user.email=t@t.example commit -q -m t")
    shell(0, "set -e\n" + section)
    write("assets/walk.md5anim", md5anim(parent=b"7"))
    for line in section.splitlines():
        shell(0 if "--baseline" in line else 1, line)
    write("assets/new.md5anim", md5anim(parent=b"8"))
    for line in section.splitlines():
        if "--write-baseline" not in line:
            shell(1, line)
    os.chdir(case.directory)


if shutil.which("git") is None:
    print("SKIPPED: pages.py: git is missing")
else:
    run_section("README.md", 4)
    run_section("docs/use/ci.md", 6)
PAGE = text_of_tree("docs/use/ci.md")
COMMANDS = re.findall(r"^ *(?:- |sh ')(animproof lint [^'\n]*)", PAGE, re.MULTILINE)
COMMANDS += re.findall(r"`(animproof lint --format github [^`]*)`", PAGE)
case.check(len(COMMANDS) == 3, "docs/use/ci.md has three lint commands: %r" % COMMANDS)
write("assets/walk.md5anim", md5anim())
write("assets/InputAnimation.bin", mrtk())
for line in COMMANDS:
    shell(0, line)
write("assets/walk.md5anim", md5anim(parent=b"7"))
write("assets/InputAnimation.bin", mrtk_bad())
for line in COMMANDS:
    shell(1, line)
case.check(len(json.loads(read("animproof.json"))) == 2, "the GitLab report has two problems")
for name in ("animproof.xml", "animproof-checkstyle.xml"):
    case.check(xml.etree.ElementTree.parse(name).getroot() is not None, "%s is XML" % name)
for name in re.findall(r"^ *- id: (\S+)", PAGE, re.MULTILINE) + re.findall(r"^\| `(animproof\S*)`", PAGE, re.MULTILINE):
    case.check("- id: %s\n" % name in text_of_tree(".pre-commit-hooks.yaml"), "the hook %s of the page exists" % name)
for name in re.findall(r"^          (\w+): \|", PAGE, re.MULTILINE):
    case.check("\n  %s:\n" % name in text_of_tree("action.yml"), "the action has the input %s of the page" % name)


def check_image():
    """Runs the steps of the Dockerfile except for packages: copies and builds the sources, runs the program in its own root."""
    steps = re.findall(r"^(COPY|RUN|WORKDIR|CMD) (.*)$", text_of_tree("Dockerfile"), re.MULTILINE)
    builds = [text for step, text in steps if step == "RUN" and "apt-get" not in text]
    made = [text.split()[1:] for step, text in steps if step == "COPY" and text.startswith("--from=build")]
    case.check(len(builds) == 1 and len(made) == 1, "the Dockerfile has one build step and copies one program: %r" % steps)
    ignored = text_of_tree(".dockerignore").split()
    shutil.copytree(ROOT, "src", ignore=lambda folder, names: [n for n in names if folder == ROOT and n in ignored])
    shell(0, builds[0].replace(" /src ", " src "))
    os.makedirs("root/data")
    shutil.copy(made[0][0].lstrip("/"), "root/animproof")
    shutil.copytree("assets", "root/data/assets")
    if os.getuid() == 0:
        result = commands.run(["chroot", "root", "/animproof", "lint", "--format", "gcc", "data"], stdout=commands.PIPE)
        case.check(result.returncode == 1 and b"data/assets/walk.md5anim:11:9: error: " in result.stdout,
                   "the program runs in a root without other files", result)


if "ANIMPROOF_TEST_BUILD" in os.environ:
    check_image()
case.finish()
