"""The folder of a campaign, and the counts and time series of each target.

    campaign.json         engine, targets, options, start and duration of each run
    corpus/TARGET/        inputs that reach new code, named by their hashes
    crashes/TARGET/       inputs that crashed; libFuzzer's have a report, NAME.log
    series/TARGET.jsonl   at most one line a second, and one at each end of a process, with the members t, busy, execs,
                          execs_per_s, edges, features, corpus, crashes and faults
"""

import io
import json
import os
import threading
import time

import campaign_files
import terminal
import tree

LEAST_SECONDS = 1.0  # least time between two lines of a time series
KEPT_OF_A_FAULT = 5  # most crashes stored with an equal signature


class Campaign:
    def __init__(self, name, create=False):
        campaign_files.check_name("a campaign", name)
        self.name = name
        self.folder = os.path.join(tree.CAMPAIGNS, name)
        self.path = os.path.join(self.folder, "campaign.json")
        self.about = {"name": name, "runs": [], "targets": {}}  # the content of campaign.json
        campaign_files.check_folder_if_exists(self.folder, self.folder)
        if os.path.lexists(self.path):
            self.about = campaign_files.read_campaign(self.folder, self.path)
        elif not create:
            names = tree.campaigns()
            known = "; there are: %s" % " ".join(map(terminal.escape_name, names)) if names else ", which has no campaign"
            raise tree.Failure("there is no campaign '%s' in %s%s" % (
                name, terminal.escape_name(os.path.relpath(tree.CAMPAIGNS)), known))  # fmt: skip

    def make_path_and_folders(self, *parts):
        """Joins the parts to a path inside the campaign's folder, and makes the folders on the way."""
        path = os.path.join(self.folder, *parts)
        self.make_folder(os.path.dirname(path))
        return path

    def ensure_folder(self, what, target):
        """Returns the path of a target's folder for `what`, such as "corpus", and makes the folder."""
        path = os.path.join(self.folder, what, target)
        self.make_folder(path)
        return path

    def make_folder(self, path):
        """Makes a folder inside the campaign's; fails if a link leads out of it or a file is in the way."""
        inner = os.path.relpath(path, self.folder)
        for depth in range(inner.count(os.sep) + 1):
            campaign_files.check_folder_if_exists(self.folder, os.path.join(self.folder, *inner.split(os.sep)[: depth + 1]))
        os.makedirs(path, exist_ok=True)

    def inputs(self, what, target):
        """Returns the checked paths of a target's inputs. `what` is "corpus", "minimised" or "crashes"; reports of crashes are
        left out.
        """
        campaign_files.check_folder_if_exists(self.folder, os.path.join(self.folder, what))
        return campaign_files.check_and_list_input_paths(self.folder, os.path.join(self.folder, what, target))

    def save(self):
        os.makedirs(self.folder, exist_ok=True)
        tree.write_atomically(self.path, json.dumps(self.about, indent=1) + "\n")

    def record_targets(self, targets):
        for target in targets:
            self.about["targets"][target.name] = {
                "seeds": target.seeds, "dictionary": target.dictionary,
                "program": target.fixed_program, "command": target.command, "kind": target.format,
            }  # fmt: skip

    def targets(self, names=None):
        """Returns the campaign's targets, or those with the given names."""
        known = self.about["targets"]
        for name in names or []:
            if name != "all" and name not in known:
                raise tree.Failure("the campaign %s has no target %s" % (self.name, terminal.escape_name(name)), 2)
        wanted = known if not names or "all" in names else names
        return [tree.Target(name, **{field: known[name].get(field) for field in campaign_files.TARGET_FIELDS}) for name in wanted]

    def engine_of_last_run(self):
        return self.about["runs"][-1]["engine"] if self.about["runs"] else "libfuzzer"

    def rows(self, target):
        """Returns the rows of the time series of a target."""
        return campaign_files.read_series(self.folder, os.path.join(self.folder, "series", target + ".jsonl"))


class Progress:
    """The progress of one target. Several workers may run the target at once; any thread may call any method."""

    def __init__(self, campaign, target):
        self.campaign, self.target = campaign, target
        self.lock = threading.Lock()
        rows = campaign.rows(target.name)
        last = rows[-1] if rows else {}
        self.before = {key: last.get(key, 0) for key in ("t", "busy", "execs")}  # sums of earlier runs
        self.done_execs = 0  # executions of ended processes of this run
        self.running = {}  # {worker: (executions, executions a second)} of running processes
        self.busy = 0.0  # seconds that ended processes ran
        self.since = {}  # {worker: start time of its running process}
        self.edges, self.features = last.get("edges", 0), last.get("features", 0)
        self.corpus, self.crashes = last.get("corpus", 0), last.get("crashes", 0)
        self.faults = {}  # {key of a crash signature: number of crashes}
        self.kinds = {}  # {kind of crash ("crash", "timeout", "oom" or "leak"): number of inputs}
        self.start = time.monotonic()
        self.written = 0.0
        self.file = None

    def record_process_start(self, worker):
        with self.lock:
            self.running[worker] = (0, 0)
            self.since[worker] = time.monotonic()

    def record_process_end(self, worker):
        with self.lock:
            self.done_execs += self.running.pop(worker, (0, 0))[0]
            self.busy += time.monotonic() - self.since.pop(worker, time.monotonic())
        self.write(True)

    def update(self, worker, execs, per_second, edges, features, corpus):
        with self.lock:
            was = self.running.get(worker, (0, 0))
            self.running[worker] = (max(execs, was[0]), per_second or was[1])
            self.edges, self.features = max(self.edges, edges), max(self.features, features)
            self.corpus = max(self.corpus, corpus)
        self.write(False)

    def count_crash_and_ask_to_store(self, signature, kind):
        """Counts a crash. `signature` is None if its stack is unknown; `kind` is "crash", "timeout", "oom" or "leak".
        Returns true if the crash is to be stored: for the first KEPT_OF_A_FAULT crashes of a fault."""
        key = signature.key() if signature else "?"
        with self.lock:
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
            self.faults[key] = self.faults.get(key, 0) + 1
            self.crashes += 1
            return self.faults[key] <= KEPT_OF_A_FAULT

    def count_distinct_faults(self):
        """Returns the number of faults with different stacks."""
        return len([key for key in self.faults if key != "?"])

    def execs(self):
        return self.before["execs"] + self.done_execs + sum(each[0] for each in self.running.values())

    def execs_of_this_run(self):
        """Returns the executions of this run, without those of earlier runs."""
        return self.execs() - self.before["execs"]

    def busy_seconds(self):
        now = time.monotonic()
        return self.before["busy"] + self.busy + sum(now - since for since in self.since.values())

    def rate(self):
        """Returns the executions a second: the sum over the running processes, or the mean over all runs of the target if no
        running process has a rate yet.
        """
        rates = [each[1] for each in self.running.values() if each[1]]
        busy = self.busy_seconds()
        return sum(rates) if rates else self.execs() / busy if busy > 0 else 0.0

    def write(self, always):
        now = time.monotonic()
        with self.lock:
            if not always and now - self.written < LEAST_SECONDS:
                return
            self.written = now
            row = {
                "t": round(self.before["t"] + now - self.start, 2), "busy": round(self.busy_seconds(), 2),
                "execs": self.execs(), "execs_per_s": round(self.rate(), 1), "edges": self.edges,
                "features": self.features, "corpus": self.corpus, "crashes": self.crashes, "faults": self.count_distinct_faults(),
            }  # fmt: skip
            if self.file is None:
                self.file = self.open_series_file()
            self.file.write(json.dumps(row) + "\n")
            self.file.flush()

    def open_series_file(self):
        """Opens the series for appending, after cutting a last line without a newline. close_series_file() closes the file."""
        path = self.campaign.make_path_and_folders("series", self.target.name + ".jsonl")
        file = open(path, "a+b")
        file.seek(max(0, file.seek(0, os.SEEK_END) - 4096))
        torn = len(file.read().rpartition(b"\n")[2])
        file.truncate(file.seek(0, os.SEEK_END) - torn)
        return io.TextIOWrapper(file, encoding="utf-8")

    def close_series_file(self):
        if self.file:
            self.file.close()
            self.file = None
