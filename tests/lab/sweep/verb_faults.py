"""Runs a verb with an injected failure (faults.c), and checks the outcome.

A run must have the exit code and output of the reference, which is a run without failure, or a documented exit code and a
message on standard error. A crash, a hang, a leak that a sanitizer reports, an incomplete file under a final name, and a
remaining temporary file are faults.
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
from verbs import OLD, fault_of_shard_lists, session_fault

# Kinds of calls, in the order of enum kind in faults.c.
KINDS = ("open", "read", "pread", "write", "close", "fstat", "stat", "lseek", "mmap", "fsync", "fchmod", "linkat", "rename",
         "unlink", "mkdir", "readdir", "poll", "pipe", "fork", "wait", "thread", "path", "allocation", "any")
SHORT = -1
MOST_PLACES = 400  # calls of a kind with a recorded place, as in faults.c
LAYOUT = struct.Struct("<IIIiQQ%dI" % len(KINDS))
LONGEST_SECONDS = 60  # time limit of a run; runs take far less
MESSAGE_START = b"animproof: "
TEMPORARY = re.compile(r"\.animproof-[0-9A-Za-z]{6}$|corpus\.json\.new$")


class FaultMemory:
    """The memory shared with the running program (struct faults in faults.c): the failure to inject, and the calls made."""

    def __init__(self):
        self.file = os.memfd_create("faults")
        os.ftruncate(self.file, LAYOUT.size + 8 * MOST_PLACES * len(KINDS))
        os.set_inheritable(self.file, True)
        self.memory = mmap.mmap(self.file, 0)

    def set_failure(self, kind="any", number=0, all_after=False, error=0, above=0, space=0):
        LAYOUT.pack_into(self.memory, 0, KINDS.index(kind), number, all_after, error, above, space, *[0] * len(KINDS))

    def places(self):
        """Returns {kind: the place of each of the first calls} after a run without failure. A place is a number for a stack of callers."""
        seen = LAYOUT.unpack_from(self.memory)[-len(KINDS):]
        kept = memoryview(self.memory)[LAYOUT.size:].cast("Q")
        return {kind: kept[MOST_PLACES * i:MOST_PLACES * i + min(seen[i], MOST_PLACES)].tolist() for i, kind in enumerate(KINDS)}


# code: exit code, negative for a signal, None for a hang. files: {path: content} of new files and of inputs that the verb
# rewrites. damaged: paths of inputs that are missing, or have changed although the verb does not rewrite them.
Outcome = collections.namedtuple("Outcome", "code stdout stderr files damaged")


class Runner:
    """Runs verbs in one WorkFolder. words: the command that starts the program."""

    def __init__(self, words, work_folder, environment):
        self.words = words
        self.work_folder, self.fault_memory = work_folder, FaultMemory()
        self.environment = {**os.environ, "SWEEP_FAULTS": str(self.fault_memory.file), **environment}

    def run(self, verb, **fault):
        self.work_folder.prepare(verb)
        self.fault_memory.set_failure(**fault)
        try:
            ended = commands.run([*self.words, *verb.arguments], LONGEST_SECONDS, input=verb.stdin, stdout=commands.PIPE,
                                 stderr=commands.PIPE, env=self.environment, pass_fds=[self.fault_memory.file])
            code, stdout, stderr = ended.returncode, ended.stdout, ended.stderr
        except commands.TimeLimitExceeded:
            code, stdout, stderr = None, b"", b""
        return Outcome(code, stdout, stderr, *self.work_folder.restore_after_run(verb))


def is_in_folder(verb, name):
    """Returns true if the verb writes a folder, such as a corpus, and the file is in it."""
    return verb.folder is not None and name.startswith(verb.folder + "/")


def is_report(name, content):
    """Returns true if the file is a complete report. A report names the files that could not be checked, so it may differ."""
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


def files_fault(verb, outcome, reference, killed=False, kept=None):
    """Describes a wrong file after a run with other files than the reference; None if no file is wrong.

    docs/evidence/sweeps.md allows two kinds of remaining files: parts of a corpus without corpus.json, and, if `killed`, a file
    with a name of TEMPORARY. `killed` is true if the run was killed or could not remove its files. `kept`: bytes in a written
    file that make it a right one (see Verb), or None.
    """
    begun = "%s/corpus.json" % verb.folder in reference.files and "%s/corpus.json" % verb.folder not in outcome.files
    for name, content in outcome.files.items():
        is_old = name in verb.written and content == OLD
        if is_old or content == reference.files.get(name) or (name in verb.written and verb.reports and is_report(name, content)):
            continue
        if kept and name in verb.written and kept in content:
            continue
        if begun and name.startswith(verb.folder + "/") and (killed or name.endswith(("/manifest.jsonl", "/values.json"))):
            continue
        if killed and TEMPORARY.match(os.path.basename(name)):
            continue
        if name not in reference.files:
            return "the file %s remains after the run" % name
        return "the file %s is not complete" % name
    missing = [name for name in verb.written if name not in outcome.files and not verb.fresh]
    if missing:
        return "neither the old nor the new %s exists" % missing[0]
    if verb.folder and "%s/corpus.json" % verb.folder in outcome.files and any(
            is_in_folder(verb, name) and name not in outcome.files for name in reference.files):
        return "corpus.json exists although the corpus is incomplete"
    return None


def exit_code_fault(verb, outcome, reference, survived, ends_by, lacks_memory):
    """Describes a wrong exit code; None if it is right."""
    if outcome.code == reference.code or (ends_by is not None and outcome.code == -ends_by):
        return None
    if outcome.code < 0:
        return "the program ends by signal %d" % -outcome.code
    if survived:
        return "exit %d, but the failure must not change the run" % outcome.code
    answers = verb.serves and outcome.code in (0, 1) and outcome.stdout != reference.stdout
    known = outcome.code == 4 or (outcome.code == 3 and (verb.unread or not lacks_memory))
    return None if known or answers else "exit %d" % outcome.code


def output_fault(verb, outcome, reference, survived):
    """Describes a wrong output, or returns None. With the reference's exit code the output must be the reference's; with another exit
    code standard error must have a sentence, or a server's session must be complete.
    """
    same = outcome.stdout == reference.stdout or (verb.lists and outcome.files != reference.files)
    if verb.serves and not survived and not same and outcome.code in (0, 1):
        return session_fault(outcome.stdout)
    if outcome.code == reference.code:
        return None if same else "exit %d is that of the reference, but the output differs" % outcome.code
    return None if MESSAGE_START in outcome.stderr else "exit %d without a sentence on standard error" % outcome.code


def faults_of_outcome(verb, outcome, reference, survived=False, ends_by=None, keeps=False, lacks_memory=False):
    """Returns [fault or None] for each promise of a run: exit code, files, inputs and messages.

    survived: true if the run must equal the reference. ends_by: a signal that may end the run. keeps: true if the run cannot
    remove its files. lacks_memory: true if the run must exit with 4 unless its exit code is the reference's.
    """
    if outcome.code is None:
        return ["the program hangs"]
    killed = keeps or (ends_by is not None and (ends_by == signal.SIGKILL or verb.folder is not None))
    # True if the signal may have ended a loader or a tried command instead of the program.
    loader_ended = ends_by is not None and (outcome.code in (0, 1) if verb.kept else verb.reports and outcome.code == reference.code)
    needs_message = not loader_ended and (ends_by is None or outcome.code != -ends_by)
    if verb.lists and outcome.files != reference.files and outcome.files.keys() == reference.files.keys():
        files = fault_of_shard_lists(verb, outcome, reference)
    else:
        files = outcome.files != reference.files and files_fault(verb, outcome, reference, killed, verb.kept if ends_by else None)
        if outcome.files != reference.files and outcome.code == reference.code and not loader_ended:
            files = "exit %d is that of the reference, but %s" % (outcome.code, files or "files are missing")
    return [None if loader_ended else exit_code_fault(verb, outcome, reference, survived, ends_by, lacks_memory), files or None,
            "inputs are missing or changed: %s" % ", ".join(sorted(outcome.damaged)) if outcome.damaged else None,
            *([output_fault(verb, outcome, reference, survived)] if needs_message else [])]
