"""Runs a verb while the world fails under it (faults.c), and judges what came of it.

What must hold: the same exit code and output as ever, or a status: a documented exit code and a sentence on standard error.
Never a signal of its own, a hang, a leak that a sanitizer tells, half a file under a final name, nor anything left behind.
"""

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
LAYOUT = struct.Struct("<IIIiQI%dI" % len(KINDS))
SECONDS = 60  # for one run: far more than any takes
SAID = b"animproof: "
TEMPORARY = re.compile(r"\.animproof-[0-9A-Za-z]{6}$|corpus\.json\.new$")


class World:
    """Memory that is shared with the program that runs: what is to fail, and what was called."""

    def __init__(self):
        self.file = os.memfd_create("faults")
        os.ftruncate(self.file, mmap.PAGESIZE)
        os.set_inheritable(self.file, True)
        self.memory = mmap.mmap(self.file, mmap.PAGESIZE)

    def fail(self, kind="any", number=0, all_after=False, error=0, above=0):
        seen = [0] * len(KINDS)
        LAYOUT.pack_into(self.memory, 0, KINDS.index(kind), number, all_after, error, above, 0, *seen)

    def told(self):
        """(how many failed, {kind: calls})"""
        values = LAYOUT.unpack_from(self.memory, 0)
        return values[5], dict(zip(KINDS, values[6:]))


class Outcome:
    """code: the exit status, negative for a signal, None for a hang. files: what is there besides the inputs as they were."""

    def __init__(self, code, stdout, stderr, files, gone, fired, seen):
        self.code, self.stdout, self.stderr, self.files, self.gone = code, stdout, stderr, files, gone
        self.fired, self.seen = fired, seen


class Runner:
    """Runs verbs of one program, which some words start, in one workplace."""

    def __init__(self, words, workplace, environment):
        self.words = words
        self.workplace, self.world = workplace, World()
        self.environment = {**os.environ, "SWEEP_FAULTS": str(self.world.file), **environment}

    def run(self, verb, preexec=None, **fault):
        self.workplace.prepare(verb)
        self.world.fail(**fault)
        try:
            ended = commands.run([*self.words, *verb.arguments], SECONDS, input=verb.stdin, stdout=commands.PIPE,
                                 stderr=commands.PIPE, env=self.environment, pass_fds=[self.world.file], preexec_fn=preexec)
            code, stdout, stderr = ended.returncode, ended.stdout, ended.stderr
        except commands.TooLong:
            code, stdout, stderr = None, b"", b""
        return Outcome(code, stdout, stderr, *self.workplace.clear(verb), *self.world.told())


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
    """What is wrong with the files after a run that did not end as ever; None for nothing.

    docs/REPORTS.md and docs/CONFORM.md say what else may be there: a corpus is none until its corpus.json is there, and what
    is killed, or may not remove a file, can leave one with a name of TEMPORARY.
    """
    if now.gone:
        return "inputs are gone: %s" % ", ".join(sorted(now.gone))
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


def fault_of(verb, now, whole, survived=False, ends_by=None, keeps=False, lacks_memory=False):
    """What does not hold of a run; None where all does.

    survived: it must end as ever. ends_by: a signal by which it may end. keeps: it cannot remove what it has made.
    lacks_memory: if it does not end as ever, it ends with 4.
    """
    if now.code is None:
        return "it hangs"
    killed = keeps or (ends_by is not None and (ends_by == signal.SIGKILL or verb.folder is not None))
    if ends_by is not None and now.code == -ends_by:
        return files_fault(verb, now, whole, killed)
    if now.code < 0:
        return "it ends by signal %d" % -now.code
    if verb.serves and not survived and now.stdout != whole.stdout and now.code in (0, 1):
        return session_fault(now.stdout)
    if ends_by is not None and verb.reports and now.code == whole.code:
        return files_fault(verb, now, whole, killed)  # it was a loader that the signal ended
    other_lists = verb.lists and now.files != whole.files and now.files.keys() == whole.files.keys()
    if now.code == whole.code:
        if other_lists:
            return lists_fault(verb, now, whole)
        if now.files != whole.files:
            return "exit %d as ever, and %s" % (now.code, files_fault(verb, now, whole) or "fewer files")
        return None if now.stdout == whole.stdout else "exit %d as ever, and another output" % now.code
    if survived:
        return "exit %d where it must go on" % now.code
    if now.code != 4 and (now.code != 3 or lacks_memory and not verb.unread):
        return "exit %d" % now.code
    if SAID not in now.stderr:
        return "exit %d, and no sentence says why" % now.code
    return lists_fault(verb, now, whole) if other_lists else files_fault(verb, now, whole, killed)
