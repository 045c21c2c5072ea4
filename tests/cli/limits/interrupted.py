"""convert and generate that a signal ends: a file is whole or not there, and nothing else is left."""

import os
import shutil
import signal
import time

import commands
from cli_case import Case, read

case = Case()
case.exits(0, "generate", "--format", "md5anim", "--seed", "1", "--knob", "joints=60", "--knob", "frames=800", "-o", "large.md5anim")
os.remove("large.md5mesh")
FORMS = ("out.json", "out.glb", "out.csv", "out.bvh")
whole = {}
for name in FORMS:
    case.exits(0, "convert", "large.md5anim", "-o", name)
    whole[name] = read(name)
    os.remove(name)
names = set(os.listdir("."))


def ended(end, pause, *words):
    process = commands.start([case.program, *words], stdout=commands.DEVNULL, stderr=commands.DEVNULL)
    time.sleep(pause)
    process.send_signal(end)
    return process.wait(timeout=commands.LONGEST)


for turn, end in enumerate((signal.SIGINT, signal.SIGTERM, signal.SIGKILL)):
    for name in FORMS:
        code = ended(end, 0.004 * turn, "convert", "large.md5anim", "-o", name)
        case.check(code in (0, -end) and (not os.path.exists(name) or read(name) == whole[name]), "%s is whole or not there" % name)
        case.check(set(os.listdir(".")) - {name} == names, "nothing else is left: %s" % os.listdir("."))
        if os.path.exists(name):
            os.remove(name)

# Of many files, those that are there are whole, each with its companion.
for end in (signal.SIGINT, signal.SIGKILL):
    process = commands.start([case.program, "generate", "--format=md5anim", "--seed=1", "--count=1000000", "-o", "many/"],
                             stdout=commands.DEVNULL, stderr=commands.DEVNULL)
    while process.poll() is None and not (os.path.isdir("many") and len(os.listdir("many")) > 20):
        time.sleep(0.001)
    process.send_signal(end)
    case.check(process.wait(timeout=commands.LONGEST) == -end, "ended by %s" % end.name)
    made = os.listdir("many")
    stems = {name[:-8] for name in made if name.endswith(".md5anim")}
    case.check(all(name[:-8] in stems or name.endswith(".md5mesh") for name in made) and len(stems) >= 10, "%d files" % len(made))
    case.check(all(stem + ".md5mesh" in made for stem in stems), "each has its companion")
    case.exits(0, "lint", "-q", "many")
    shutil.rmtree("many")
case.finish()
