"""`--sync`: tasks of one campaign, on as many machines as there are, share what they find through folders.

    ROOT/TASK/                       TASK is NAME.I-of-N; as a campaign's folder, and only this task writes there
        campaign.json, series/       how it goes
        corpus/TARGET/HASH           inputs that no other task had shared
        crashes/TARGET/KIND-HASH     with NAME.log
        pruned/TARGET                of task 0: hashes of inputs that its others make superfluous, a line each

A file is written under a name that begins with '.', and renamed. So whatever copies a root elsewhere, and at whatever
moment a task ends, what is there is whole; inputs are compared with their names besides.
"""

import os
import re
import shutil
import threading

import corpora
import kept
import terminal
import tree

TASK = re.compile(r"(?P<name>.+)\.(?P<index>\d{1,4})-of-(?P<count>\d{1,4})")
HASH = re.compile(r"[0-9a-f]{40}")
CRASH = re.compile(r"(crash|timeout|oom|leak)-[0-9a-f]{40}")
PRUNED_FROM = 500  # inputs of a target; then again whenever there are twice as many as the last time left


def task_name(name, index, count):
    return "%s.%d-of-%d" % (name, index, count)


def tasks_in(roots, name):
    """[(index, count, folder)] of the tasks of a campaign; the same task twice where two roots have it."""
    found = []
    for root in roots:
        for entry in sorted(os.listdir(root)):
            task = TASK.fullmatch(entry)
            if task and task["name"] == name and os.path.isdir(os.path.join(root, entry)):
                found.append((int(task["index"]), int(task["count"]), os.path.join(root, entry)))
    return found


def put(path, content):
    """Writes a file that is there only when it is whole. The folder is made."""
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    aside = os.path.join(folder, "." + name)
    with open(aside, "wb") as file:
        file.write(content)
    os.rename(aside, path)


def read(root, path, most=kept.MOST_OF_INPUT):
    """The content of a file of another task; None where it has gone meanwhile."""
    try:
        kept.check_file(root, path, most)
        return tree.read(path)
    except FileNotFoundError:
        return None


def content_of(root, path):
    """(None, an input that another task has shared), or (why it is not taken, None); (None, None): it has gone meanwhile."""
    try:
        content = read(root, path)
    except tree.Failure as failure:
        return str(failure), None
    if content is None or tree.name_of(content) == os.path.basename(path).rpartition("-")[2]:
        return None, content
    return "%s: it is not what its name says, and not taken" % terminal.name(path), None


def names_in(folder, pattern):
    """Names of that shape in a folder; none where there is no folder."""
    try:
        return [name for name in os.listdir(folder) if pattern.fullmatch(name)]
    except FileNotFoundError:
        return []


def pruned_of(folder, target):
    """The hashes that a task's list names; none where it has no list."""
    path = os.path.join(folder, "pruned", target)
    content = read(folder, path, kept.MOST_OF_SERIES) if os.path.lexists(path) else None
    return set((content or b"").decode("ascii", "replace").split())


def target_names(folder, what):
    """Names of the targets that a task has shared something of."""
    place = os.path.join(folder, what)
    kept.check_folder(folder, place)
    return sorted(name for name in (os.listdir(place) if os.path.isdir(place) else []) if kept.is_name(name))


class Sync:
    """One task's part. All methods may be called by any thread."""

    def __init__(self, campaign, targets, roots, task, seconds):
        self.campaign, self.targets, self.roots, self.seconds = campaign, targets, roots, seconds
        self.name, self.index, self.count = task
        self.own = os.path.join(roots[0], campaign.name)
        self.lock = threading.Lock()
        self.crashed = {}  # target: hashes of inputs that crashed here, those that are not kept among them
        self.shared = {}  # target: names in the corpus that need not be read again
        self.pruned_to = {}  # target: how many inputs were left
        self.refused = set()  # paths of others' inputs that are not what their names say
        self.faults = []  # sentences: what could not be shared or read, the last time

    def others(self):
        return [folder for _, _, folder in tasks_in(self.roots, self.name) if os.path.basename(folder) != self.campaign.name]

    def pruned(self, target):
        """What task 0 has said to be superfluous, in whichever root its list is."""
        first = task_name(self.name, 0, self.count)
        return set().union(*(pruned_of(os.path.join(root, first), target) for root in self.roots))

    def forget(self, target, name):
        """An input that crashes is shared no longer: a seed may have been before it was run."""
        with self.lock:
            self.crashed.setdefault(target, set()).add(name)

    def exchange(self):
        """Shares what is new, takes what others have shared. What fails is kept in `faults`: the next time may do."""
        with self.lock:
            self.faults = []
            try:
                others = self.others()
                for target in self.targets:
                    self.exchange_inputs(target.name, others)
                    self.share_crashes(target.name)
                    self.share_document("series/%s.jsonl" % target.name)
                self.share_document("campaign.json")
            except (OSError, tree.Failure) as problem:
                self.faults.append("sharing failed: %s" % tree.failure_of(problem))

    def exchange_inputs(self, target, others):
        corpus = self.campaign.folder_of("corpus", target)
        place = os.path.join(self.own, "corpus", target)
        kept.check_folder(self.own, place)
        theirs = {}
        crashing = set(names_in(os.path.join(self.campaign.folder, "crashes", target), CRASH))
        for folder in others:
            for name in names_in(os.path.join(folder, "corpus", target), HASH):
                theirs.setdefault(name, (folder, os.path.join(folder, "corpus", target, name)))
            crashing.update(names_in(os.path.join(folder, "crashes", target), CRASH))
        crashing = {name.partition("-")[2] for name in crashing} | self.crashed.get(target, set())
        superfluous = self.pruned(target)
        self.share_inputs(target, corpus, place, set(theirs) | superfluous | crashing)
        self.take_inputs(corpus, theirs, superfluous | crashing)
        for folder in (corpus, place):
            for name in (superfluous | crashing).intersection(os.listdir(folder) if os.path.isdir(folder) else []):
                os.remove(os.path.join(folder, name))

    def share_inputs(self, target, corpus, place, without):
        """Of a file that an engine still writes the name is not yet its content's: it has its turn the next time."""
        done = self.shared.setdefault(target, set(names_in(place, HASH)))
        for path in tree.files_in(corpus):
            name = os.path.basename(path)
            if name in done or name in without:
                continue
            content = tree.read(path)
            known_by = tree.name_of(content)
            if HASH.fullmatch(name) and known_by != name:
                continue
            if known_by not in without and known_by not in done:
                put(os.path.join(place, known_by), content)
            done.update((name, known_by))

    def take_inputs(self, corpus, theirs, without):
        for name in set(theirs).difference(os.listdir(corpus), without):
            folder, path = theirs[name]
            why, content = content_of(folder, path)
            if content is not None:
                put(os.path.join(corpus, name), content)
            elif why and path not in self.refused:
                self.refused.add(path)
                tree.tell(why)

    def share_crashes(self, target):
        """An engine may still write the last of them."""
        folder = self.campaign.folder_of("crashes", target)
        for name in names_in(folder, CRASH):
            there = os.path.join(self.own, "crashes", target, name)
            log = os.path.join(folder, name + ".log")
            if os.path.exists(log) and not os.path.exists(there + ".log"):
                put(there + ".log", tree.read(log))
            content = None if os.path.exists(there) else tree.read(os.path.join(folder, name))
            if content is not None and tree.name_of(content) == name.rpartition("-")[2]:
                put(there, content)

    def share_document(self, name):
        path = os.path.join(self.campaign.folder, name)
        if os.path.exists(path):
            put(os.path.join(self.own, name), tree.read(path))

    def share_end(self):
        """That the run has ended, and how."""
        try:
            self.share_document("campaign.json")
        except OSError as problem:
            tree.tell("sharing failed: %s" % tree.failure_of(problem))

    def loop(self, stopping):
        while not stopping.wait(self.seconds):
            self.exchange()

    def prune_if_due(self, target):
        """Task 0, when it begins with a target whose corpus has grown much: says which inputs nobody needs."""
        names = names_in(self.campaign.folder_of("corpus", target.name), HASH)
        if self.index == 0 and len(names) >= max(PRUNED_FROM, 2 * self.pruned_to.get(target.name, 0)):
            self.prune(target, set(names))

    def prune(self, target, names):
        """A list only grows: what it has not named stays where it is, so two of them never agree to lose an input."""
        program = corpora.merge_program(self.campaign, target)
        if program is None:
            return
        fresh = self.campaign.place("pruning", target.name)
        corpora.merge(self.campaign, target, program, fresh)
        left = names.intersection(os.listdir(fresh))
        shutil.rmtree(fresh)
        superfluous = (names - left) | self.pruned(target.name)
        put(os.path.join(self.own, "pruned", target.name), "".join("%s\n" % name for name in sorted(superfluous)).encode())
        self.pruned_to[target.name] = len(left)
        tree.tell("%s: %d of %d inputs are superfluous" % (target.name, len(names) - len(left), len(names)))


def restore(folder, own):
    """Where this machine has nothing of a task that has shared before, it goes on from that; leaves nothing half-written."""
    kept.check_folder(own, own)
    for place, _, names in os.walk(own):
        for name in names:
            if name.startswith("."):
                os.remove(os.path.join(place, name))
    if os.path.lexists(os.path.join(folder, "campaign.json")) or not os.path.exists(os.path.join(own, "campaign.json")):
        return
    for what in ("corpus", "crashes", "series"):
        for place, _, names in os.walk(os.path.join(own, what)):
            for name in sorted(names):
                path = os.path.join(place, name)
                put(os.path.join(folder, os.path.relpath(path, own)), read(own, path, kept.MOST_OF_SERIES) or b"")
    put(os.path.join(folder, "campaign.json"), read(own, os.path.join(own, "campaign.json")) or b"")
    tree.tell("goes on from %s" % terminal.name(own))
