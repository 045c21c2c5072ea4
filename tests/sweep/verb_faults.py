"""Runs a verb while the world fails under it (faults.c), and judges what came of it.

What must hold: the exit code and output of a run without a fault, or a status: a documented exit code and a sentence on standard error.
Never a signal of its own, a hang, a leak that a sanitizer tells, half a file under a final name, nor anything left behind.
"""

import collections
import json
import mmap
import os
import re
import signal
import struct
import xml.etree.ElementTree

import commands
from verbs import OLD, lists_fault, session_fault

# In the order of faults.c's enum kind.
KINDS = ("open", "read", "pread", "write", "close", "fstat", "stat", "lseek", "mmap", "fsync", "fchmod", "linkat", "rename",
         "unlink", "mkdir", "readdir", "poll", "pipe", "fork", "wait", "thread", "path", "allocation", "any")
SHORT = -1
MOST = 400  # calls of a kind whose places are kept
LAYOUT = struct.Struct("<IIIiQQ%dI" % len(KINDS))
SECONDS = 60  # for one run: far more than any takes
SAID = b"animproof: "
TEMPORARY = re.compile(r"\.animproof-[0-9A-Za-z]{6}$|corpus\.json\.new$")


class World:
    """Memory that is shared with the program that runs: what is to fail, and what was called."""

    def __init__(self):
        self.file = os.memfd_create("faults")
        os.ftruncate(self.file, LAYOUT.size + 8 * MOST * len(KINDS))
        os.set_inheritable(self.file, True)
        self.memory = mmap.mmap(self.file, 0)

    def fail(self, kind="any", number=0, all_after=False, error=0, above=0, space=0):
        LAYOUT.pack_into(self.memory, 0, KINDS.index(kind), number, all_after, error, above, space, *[0] * len(KINDS))

    def places(self):
        """{kind: where each of its first calls was made, a number for each stack of callers}, after a run without a failure."""
        seen = LAYOUT.unpack_from(self.memory)[-len(KINDS):]
        kept = memoryview(self.memory)[LAYOUT.size:].cast("Q")
        return {kind: kept[MOST * i:MOST * i + min(seen[i], MOST)].tolist() for i, kind in enumerate(KINDS)}


# code: the exit status, negative for a signal, None for a hang. files: those besides the inputs, and inputs that it rewrites.
# hurt: inputs that are gone, or changed though the verb rewrites others or none.
Outcome = collections.namedtuple("Outcome", "code stdout stderr files hurt")


class Runner:
    """Runs verbs of one program, which some words start, in one workplace."""

    def __init__(self, words, workplace, environment):
        self.words = words
        self.workplace, self.world = workplace, World()
        self.environment = {**os.environ, "SWEEP_FAULTS": str(self.world.file), **environment}

    def run(self, verb, **fault):
        self.workplace.prepare(verb)
        self.world.fail(**fault)
        try:
            ended = commands.run([*self.words, *verb.arguments], SECONDS, input=verb.stdin, stdout=commands.PIPE,
                                 stderr=commands.PIPE, env=self.environment, pass_fds=[self.world.file])
            code, stdout, stderr = ended.returncode, ended.stdout, ended.stderr
        except commands.TooLong:
            code, stdout, stderr = None, b"", b""
        return Outcome(code, stdout, stderr, *self.workplace.clear(verb))


def unfinished(verb, name):
    """Whether a file may be there of a run that failed, though the verb's last run had none: parts of a corpus."""
    return verb.folder is not None and name.startswith(verb.folder + "/")


def is_report(name, content):
    """Whether the file is a whole report: what could not be judged is said in it."""
    try:
        if name.endswith((".json", ".sarif")):
            json.loads(content)
        elif name.endswith(".xml"):
            xml.etree.ElementTree.fromstring(content)
        else:
            return name.endswith(".html") and content.rstrip().endswith(b"</html>")
    except (ValueError, xml.etree.ElementTree.ParseError):
        return False
    return True


def files_fault(verb, now, whole, killed=False):
    """What is wrong with the files after a run that ended differently; None for nothing.

    docs/use/reports.md and docs/use/loaders.md say what else may be there: a corpus is none until its corpus.json is there, and what
    is killed, or may not remove a file, can leave one with a name of TEMPORARY.
    """
    begun = "%s/corpus.json" % verb.folder in whole.files and "%s/corpus.json" % verb.folder not in now.files
    for name, content in now.files.items():
        is_old = name in verb.made and content == OLD
        if is_old or content == whole.files.get(name) or (name in verb.made and verb.reports and is_report(name, content)):
            continue
        if begun and name.startswith(verb.folder + "/") and (killed or name.endswith(("/manifest.jsonl", "/values.json"))):
            continue
        if killed and TEMPORARY.match(os.path.basename(name)):
            continue
        if name not in whole.files:
            return "%s is left behind" % name
        return "%s is not whole" % name
    missing = [name for name in verb.made if name not in now.files and not verb.fresh]
    if missing:
        return "neither the old nor the new %s is there" % missing[0]
    if verb.folder and "%s/corpus.json" % verb.folder in now.files and any(
            unfinished(verb, name) and name not in now.files for name in whole.files):
        return "a corpus that is not whole has its corpus.json"
    return None


def end_fault(verb, now, whole, survived, ends_by, lacks_memory):
    """What is wrong with an exit code; None for nothing."""
    if now.code == whole.code or (ends_by is not None and now.code == -ends_by):
        return None
    if now.code < 0:
        return "it ends by signal %d" % -now.code
    if survived:
        return "exit %d where it must go on" % now.code
    answers = verb.serves and now.code in (0, 1) and now.stdout != whole.stdout
    known = now.code == 4 or (now.code == 3 and (verb.unread or not lacks_memory))
    return None if known or answers else "exit %d" % now.code


def words_fault(verb, now, whole, survived):
    """What is wrong with what was said: it is unchanged, or a sentence says why it is not."""
    same = now.stdout == whole.stdout or (verb.lists and now.files != whole.files)
    if verb.serves and not survived and not same and now.code in (0, 1):
        return session_fault(now.stdout)
    if now.code == whole.code:
        return None if same else "exit %d unchanged, but another output" % now.code
    return None if SAID in now.stderr else "exit %d, and no sentence says why" % now.code


def promises(verb, now, whole, survived=False, ends_by=None, keeps=False, lacks_memory=False):
    """Of each promise that a run is asked for, what it breaks, or None: its exit code, words, files and inputs.

    survived: it must end as without a fault. ends_by: a signal by which it may end. keeps: it cannot remove what it has made.
    lacks_memory: if it ends differently, it ends with 4.
    """
    if now.code is None:
        return ["it hangs"]
    killed = keeps or (ends_by is not None and (ends_by == signal.SIGKILL or verb.folder is not None))
    loader_ended = ends_by is not None and verb.reports and now.code == whole.code  # by the signal
    says = not loader_ended and (ends_by is None or now.code != -ends_by)
    if verb.lists and now.files != whole.files and now.files.keys() == whole.files.keys():
        files = lists_fault(verb, now, whole)
    else:
        files = now.files != whole.files and files_fault(verb, now, whole, killed)
        if now.files != whole.files and now.code == whole.code and not loader_ended:
            files = "exit %d unchanged, but %s" % (now.code, files or "fewer files")
    return [end_fault(verb, now, whole, survived, ends_by, lacks_memory), files or None,
            "inputs are gone or changed: %s" % ", ".join(sorted(now.hurt)) if now.hurt else None,
            *([words_fault(verb, now, whole, survived)] if says else [])]
