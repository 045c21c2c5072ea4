"""`--sync`: tasks of one campaign, on any number of machines, exchange inputs and crashes through folders.

    ROOT/TASK/                       the files that the task NAME.I-of-N shares; only this task writes to the folder
        campaign.json, series/       the task's runs and time series
        corpus/TARGET/HASH           inputs that no other task had shared before
        crashes/TARGET/KIND-HASH     crashes, each with its report NAME.log
        pruned/TARGET                written by task 0: hashes of superfluous inputs, a line each

A file is written under a name that begins with '.', and renamed when it is complete. So files are complete if ROOT is copied,
or a task is killed, at any time. An input is also checked against its name, which is the hash of its content.
"""

import os
import re
import shutil
import threading

import campaign_files
import corpora
import terminal
import tree

TASK_FOLDER = re.compile(r"(?P<name>.+)\.(?P<index>\d{1,4})-of-(?P<count>\d{1,4})")
HASH_NAME = re.compile(r"[0-9a-f]{40}")
CRASH_NAME = re.compile(r"(crash|timeout|oom|leak)-[0-9a-f]{40}")
PRUNED_FROM = 500  # inputs of a target at its first pruning; each later pruning waits until the corpus has doubled


def task_name(name, index, count):
    return "%s.%d-of-%d" % (name, index, count)


def tasks_in(roots, name):
    """Returns (index, count, folder) of each task of a campaign in each root."""
    found = []
    for root in roots:
        for entry in sorted(os.listdir(root)):
            task = TASK_FOLDER.fullmatch(entry)
            if task and task["name"] == name and os.path.isdir(os.path.join(root, entry)):
                found.append((int(task["index"]), int(task["count"]), os.path.join(root, entry)))
    return found


def write_file(path, content):
    """Makes the folder and writes the file; other tasks see only the complete file."""
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    unfinished = os.path.join(folder, "." + name)
    with open(unfinished, "wb") as file:
        file.write(content)
    os.rename(unfinished, path)


def read_shared_file_or_none_if_removed(root, path, most=campaign_files.MOST_OF_INPUT):
    """Returns the content of another task's file; None if the task has removed the file."""
    try:
        campaign_files.check_file(root, path, most)
        return tree.read_file(path)
    except FileNotFoundError:
        return None


def read_input(root, path):
    """Reads another task's input. Returns (None, content), (reason for refusing it, None), or (None, None) if it was removed."""
    try:
        content = read_shared_file_or_none_if_removed(root, path)
    except tree.Failure as failure:
        return str(failure), None
    if content is None or tree.hash_name_of_content(content) == os.path.basename(path).rpartition("-")[2]:
        return None, content
    return "%s: ignored, its content does not match its name" % terminal.escape_name(path), None


def names_in(folder, pattern):
    """Returns the names in a folder that match the pattern; [] if the folder does not exist."""
    try:
        return [name for name in os.listdir(folder) if pattern.fullmatch(name)]
    except FileNotFoundError:
        return []


def read_pruned_hashes(folder, target):
    """Returns the hashes in a task's pruned/TARGET; empty if the file does not exist."""
    path = os.path.join(folder, "pruned", target)
    content = read_shared_file_or_none_if_removed(folder, path, campaign_files.MOST_OF_SERIES) if os.path.lexists(path) else None
    return set((content or b"").decode("ascii", "replace").split())


class Sync:
    """Exchanges the files of one task with the other tasks. Any thread may call any method."""

    def __init__(self, campaign, targets, roots, task, seconds):
        self.campaign, self.targets, self.roots, self.seconds = campaign, targets, roots, seconds
        self.name, self.index, self.count = task
        self.own_folder = os.path.join(roots[0], campaign.name)
        self.lock = threading.Lock()
        self.crashed = {}  # {target: hashes of inputs that crashed in this task, whether or not the crash was stored}
        self.shared = {}  # {target: names of files in the corpus that are already shared}
        self.pruned_to = {}  # {target: number of inputs left by the last pruning}
        self.refused = set()  # paths of other tasks' inputs that were refused because they do not match their names
        self.faults = []  # the message of the last exchange if it failed

    def other_tasks(self):
        return [folder for _, _, folder in tasks_in(self.roots, self.name) if os.path.basename(folder) != self.campaign.name]

    def pruned_hashes(self, target):
        """Returns the hashes of superfluous inputs, from task 0's lists in all roots."""
        first = task_name(self.name, 0, self.count)
        return set().union(*(read_pruned_hashes(os.path.join(root, first), target) for root in self.roots))

    def record_crash(self, target, name):
        """Records an input that crashed, so that it is not shared any longer. It may be shared already: seeds are shared before
        they run.
        """
        with self.lock:
            self.crashed.setdefault(target, set()).add(name)

    def exchange(self):
        """Shares new files, and copies new files of other tasks. Stores messages about failures in `faults`."""
        with self.lock:
            self.faults = []
            try:
                others = self.other_tasks()
                for target in self.targets:
                    self.exchange_inputs(target.name, others)
                    self.share_crashes(target.name)
                    self.share_document("series/%s.jsonl" % target.name)
                self.share_document("campaign.json")
            except (OSError, tree.Failure) as problem:
                self.faults.append("sharing failed: %s" % tree.convert_to_failure(problem))

    def exchange_inputs(self, target, others):
        corpus = self.campaign.ensure_folder("corpus", target)
        place = os.path.join(self.own_folder, "corpus", target)
        campaign_files.check_folder_if_exists(self.own_folder, place)
        theirs = {}
        crashing = set(names_in(os.path.join(self.campaign.folder, "crashes", target), CRASH_NAME))
        for folder in others:
            for name in names_in(os.path.join(folder, "corpus", target), HASH_NAME):
                theirs.setdefault(name, (folder, os.path.join(folder, "corpus", target, name)))
            crashing.update(names_in(os.path.join(folder, "crashes", target), CRASH_NAME))
        crashing = {name.partition("-")[2] for name in crashing} | self.crashed.get(target, set())
        superfluous = self.pruned_hashes(target)
        self.share_inputs(target, corpus, place, set(theirs) | superfluous | crashing)
        self.take_inputs(corpus, theirs, superfluous | crashing)
        for folder in (corpus, place):
            for name in (superfluous | crashing).intersection(os.listdir(folder) if os.path.isdir(folder) else []):
                os.remove(os.path.join(folder, name))

    def share_inputs(self, target, corpus, place, without):
        """Shares new inputs of the corpus. A file that an engine is still writing does not match its name yet, and is skipped."""
        done = self.shared.setdefault(target, set(names_in(place, HASH_NAME)))
        for path in tree.files_in(corpus):
            name = os.path.basename(path)
            if name in done or name in without:
                continue
            content = tree.read_file(path)
            known_by = tree.hash_name_of_content(content)
            if HASH_NAME.fullmatch(name) and known_by != name:
                continue
            if known_by not in without and known_by not in done:
                write_file(os.path.join(place, known_by), content)
            done.update((name, known_by))

    def take_inputs(self, corpus, theirs, without):
        for name in set(theirs).difference(os.listdir(corpus), without):
            folder, path = theirs[name]
            why, content = read_input(folder, path)
            if content is not None:
                write_file(os.path.join(corpus, name), content)
            elif why and path not in self.refused:
                self.refused.add(path)
                tree.print_message(why)

    def share_crashes(self, target):
        """Shares new crashes. A crash that an engine is still writing does not match its name yet, and is skipped."""
        folder = self.campaign.ensure_folder("crashes", target)
        for name in names_in(folder, CRASH_NAME):
            copy = os.path.join(self.own_folder, "crashes", target, name)
            log = os.path.join(folder, name + ".log")
            if os.path.exists(log) and not os.path.exists(copy + ".log"):
                write_file(copy + ".log", tree.read_file(log))
            content = None if os.path.exists(copy) else tree.read_file(os.path.join(folder, name))
            if content is not None and tree.hash_name_of_content(content) == name.rpartition("-")[2]:
                write_file(copy, content)

    def share_document(self, name):
        path = os.path.join(self.campaign.folder, name)
        if os.path.exists(path):
            write_file(os.path.join(self.own_folder, name), tree.read_file(path))

    def share_final_document(self):
        """Shares campaign.json, which records whether and how the run ended."""
        try:
            self.share_document("campaign.json")
        except OSError as problem:
            tree.print_message("sharing failed: %s" % tree.convert_to_failure(problem))

    def run_exchanges(self, stopping):
        while not stopping.wait(self.seconds):
            self.exchange()

    def prune_if_corpus_has_doubled(self, target):
        """In task 0, prunes a target with PRUNED_FROM inputs or more, and twice as many as after the last pruning."""
        names = names_in(self.campaign.ensure_folder("corpus", target.name), HASH_NAME)
        if self.index == 0 and len(names) >= max(PRUNED_FROM, 2 * self.pruned_to.get(target.name, 0)):
            self.prune(target, set(names))

    def prune(self, target, names):
        """Merges the corpus and adds superfluous inputs to the list. No hash is ever removed from the list, so prunings of
        different corpora never remove all inputs that reach a line."""
        program = corpora.find_or_build_merging_program_or_none(self.campaign, target)
        if program is None:
            return
        fresh = self.campaign.make_path_and_folders("pruning", target.name)
        corpora.merge_corpus_into_folder(self.campaign, target, program, fresh)
        left = names.intersection(os.listdir(fresh))
        shutil.rmtree(fresh)
        superfluous = (names - left) | self.pruned_hashes(target.name)
        write_file(os.path.join(self.own_folder, "pruned", target.name), "".join("%s\n" % name for name in sorted(superfluous)).encode())
        self.pruned_to[target.name] = len(left)
        tree.print_message("%s: %d of %d inputs are superfluous" % (target.name, len(names) - len(left), len(names)))


def restore_campaign(folder, own):
    """Copies the shared files of an earlier run of this task, if this machine has no campaign; removes half-written files."""
    campaign_files.check_folder_if_exists(own, own)
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
                write_file(os.path.join(folder, os.path.relpath(path, own)), read_shared_file_or_none_if_removed(own, path, campaign_files.MOST_OF_SERIES) or b"")
    write_file(os.path.join(folder, "campaign.json"), read_shared_file_or_none_if_removed(own, os.path.join(own, "campaign.json")) or b"")
    tree.print_message("continues from %s" % terminal.escape_name(own))
