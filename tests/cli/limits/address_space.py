"""However little address space there is, no command ends by a signal, nor with 0 or 1 and another output."""

import glob
import json
import os
import resource
import shutil

import small_corpus
from cli_case import Case, md5anim, mrtk, mrtk_many, write

LEAST, MOST = 6, 60  # MB
ENOUGH = 3           # runs one after the other with the output of a run without a limit: more changes nothing

case = Case()
RAN_OUT = {}  # exit codes other than the one without a limit, over all commands


def make_inputs():
    def make(name, *options):
        case.exits(0, "generate", "--seed=3", "-o", name, *options)

    make("motion.bin", "--format=memg", "--knob=timesteps=2000", "--knob=vertices=2000", "--knob=groups=4")
    make("big.md5anim", "--format=md5anim", "--knob=frames=600", "--knob=joints=50")
    write("many.bin", mrtk_many(6000))
    write("clean.bin", mrtk(times=[float(i) for i in range(20000)]))
    case.exits(0, "convert", "clean.bin", "--to=json", "-o", "clean.json")
    case.exits(0, "convert", "big.md5anim", "--to=json", "-o", "text.json")
    write("few.bin", mrtk(times=[float(i) for i in range(1000)]))
    write("loose.md5anim", open("big.md5anim", "rb").read().replace(b"frameRate 24", b"frameRate  24"))
    for i in range(50):
        write("tree/%03d.bin" % i, mrtk())
        write("tree/deep/%03d.md5anim" % i, md5anim(parent=b"7"))
    case.exits(0, "corpus", "build", "made", "--size=small", "--count=60")
    small_corpus.build("judged", [small_corpus.case("n_bad", b"x" * 1000000), small_corpus.case("y_good", md5anim())])


# Each with what it writes besides standard output: files, or a folder. {} is the input of a verb that writes in place.
ALL = ["--max-findings=0", "--max-per-rule=0", "--fail-on=never"]
COMMANDS = [
    (["lint", "--fail-on=never", "many.bin", "big.md5anim"], []),
    (["lint", "--format=concise", "many.bin", *ALL], []),
    (["lint", "--format=json", "many.bin", "tree", *ALL], []),
    (["lint", "--format=jsonl", "many.bin", "tree", *ALL], []),
    (["lint", "--output=json=report.json", "-q", "many.bin", *ALL], ["report.json"]),
    (["lint", "-j4", "--fail-on=never", "tree", "many.bin", "big.md5anim"], []),
    (["lint", "--obj", "motion.obj", "motion.bin", "--fail-on=never"], []),
    (["lint", "--mesh", "big.md5mesh", "big.md5anim", "--fail-on=never"], []),
    (["rules"], []),
    (["rules", "--format=json"], []),
    (["rules", "--format=markdown"], []),
    (["rules", "--format=html"], []),
    (["explain", "mrtk/flag"], []),
    (["dump", "clean.bin"], []),
    (["dump", "--json", "big.md5anim"], []),
    (["format", "big.md5anim"], []),
    (["format", "--diff", "loose.md5anim"], []),
    (["format", "-w", "{loose.md5anim}"], ["{loose.md5anim}"]),
    (["roundtrip", "clean.bin", "big.md5anim", "motion.bin"], []),
    (["convert", "clean.bin", "--to=json", "-o", "out.json"], ["out.json"]),
    (["convert", "clean.json", "-o", "out.bin"], ["out.bin"]),
    (["convert", "text.json", "-o", "out.md5anim"], ["out.md5anim"]),
    (["convert", "clean.bin", "--layout=published", "--to=1.0", "-o", "out.bin"], ["out.bin"]),
    (["convert", "motion.bin", "--byte-order=big", "-o", "out.bin"], ["out.bin"]),
    (["convert", "motion.bin", "--obj-positions=motion.obj", "--timestep=1", "-o", "out.obj"], ["out.obj"]),
    (["convert", "big.md5anim", "--to=positions", "--at=0,1", "-o", "out.txt"], ["out.txt"]),
    (["generate", "--format=mrtk", "--seed=1", "--count=3", "-o", "made-mrtk/"], ["made-mrtk"]),
    (["generate", "--format=memg", "--seed=1", "--count=3", "-o", "made-memg/"], ["made-memg"]),
    (["generate", "--format=md5anim", "--seed=1", "--count=3", "-o", "made-md5/"], ["made-md5"]),
    (["mutate", "--defect=mrtk/flag_camera-2", "few.bin", "--expect=e.json", "-o", "m.bin"], ["e.json", "m.bin"]),
    (["mutate", "--defect=md5anim/parent-order_self", "big.md5anim", "--expect=e.json", "-o", "m"], ["e.json", "m"]),
    (["mutate", "--seed=4", "few.bin", "-o", "m.bin"], ["m.bin"]),
    (["corpus", "build", "built", "--size=small", "--count=40", "--tar=built.tar"], ["built", "built.tar"]),
    (["corpus", "verify", "made"], []),
    (["conform", "--loader=ok=/bin/true {}", "-j2", "--progress=never", "--output=json=c.json", "judged"], ["c.json"]),
]


def contents(path):
    """What stands at a path: the bytes of a file, or of each file of a folder."""
    if os.path.isdir(path):
        inside = sorted(glob.glob(path + "/**", recursive=True))
        return {name: open(name, "rb").read() for name in inside if os.path.isfile(name)}
    return open(path, "rb").read() if os.path.exists(path) else None


def fresh(arguments, names):
    """The arguments and names of one run; nothing of an earlier one is left."""
    taken = [name.strip("{}") for name in names if name.startswith("{")]
    for name in taken:
        shutil.copyfile(name, "in-place-" + name)
    arguments = ["in-place-" + word.strip("{}") if word.startswith("{") else word for word in arguments]
    outputs = ["in-place-" + name.strip("{}") if name.startswith("{") else name for name in names]
    for name in set(names) - {"{" + name + "}" for name in taken}:
        if os.path.isdir(name):
            shutil.rmtree(name)
        elif os.path.exists(name):
            os.remove(name)
    return arguments, outputs


def run_once(command, megabytes=None):
    arguments, names = fresh(*command)
    before = {name: contents(name) for name in names}
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    bytes_ = most if megabytes is None else megabytes << 20
    result = case.run(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, most)))
    return result, before, {name: contents(name) for name in names}


def is_whole(name, after, whole):
    """Of a run that failed: each file that is there is a whole one; a folder may have fewer.

    A report says what could not be judged. A corpus whose corpus.json is missing is none yet.
    """
    if name == "report.json":
        return "error" in json.loads(after)["files"][0]
    if not isinstance(after, dict) or not isinstance(whole, dict):
        return after == whole
    made = {path: content for path, content in after.items() if path != "built/manifest.jsonl"}
    return "built/corpus.json" not in made and all(whole.get(path) == content for path, content in made.items())


def judge(what, result, before, after, whole):
    expected, _, whole_after = whole
    if result.returncode == expected.returncode:
        case.check(result.stdout == expected.stdout and after == whole_after, what + ": another output", result)
        return True
    RAN_OUT[result.returncode] = RAN_OUT.get(result.returncode, 0) + 1
    if result.returncode == 127:  # the program's start
        case.check(result.stdout == b"" and after == before, what + ": written before the start", result)
        return False
    case.check(result.returncode == 4, what + ": exit 4", result)
    case.check(b"memory" in result.stderr, what + ": says that memory ran out", result)
    for name, content in after.items():
        case.check(content == before[name] or is_whole(name, content, whole_after[name]),
                   "%s: %s is not whole" % (what, name), result)
    return False


def try_all(command):
    whole = run_once(command)
    case.check(whole[0].returncode in (0, 1) and None not in whole[2].values(), "%r without a limit" % command[0],
               whole[0])
    unharmed = 0
    threads = any(word.startswith("-j") for word in command[0])  # each that can be started changes what follows
    for megabytes in range(LEAST, MOST + 1):
        what = "%r with %d MB" % (" ".join(command[0]), megabytes)
        unharmed = unharmed + 1 if judge(what, *run_once(command, megabytes), whole) else 0
        if unharmed == ENOUGH and not threads:
            return


# A corpus of so many files ends where none can be made.
case.exits(4, "corpus", "build", "none", "--count=40", "--max-memory=1K", limit=60)
if "/asan/" in case.program:  # it maps terabytes
    print("SKIPPED: limits of address space, with a sanitizer")
else:
    make_inputs()
    for command in COMMANDS:
        try_all(command)
    case.check(RAN_OUT.get(4, 0) > 50, "memory ran out in many runs: %r" % RAN_OUT)

case.finish()
