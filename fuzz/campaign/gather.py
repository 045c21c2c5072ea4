"""`gather`: one campaign of what the tasks of a campaign have shared (sync.py): for triage, cmin, replay and report.

Inputs and crashes are the union, each once, as their names are their contents' hashes; executions and times are sums.
"""

import json
import os
import shutil

import kept
import series
import sync
import terminal
import tree

SUMMED = ("busy", "execs", "crashes", "execs_per_s")
MOST_ROWS = 20000  # of a gathered series


class Task:
    """A task, in all the roots that have it: one is a copy of the other, older or newer."""

    def __init__(self, index, count):
        self.index, self.count, self.folders = index, count, []
        self.about = None

    def name(self):
        return "%d/%d" % (self.index, self.count)

    def read(self):
        """Takes the newest of its campaign.json."""
        for folder in self.folders:
            path = os.path.join(folder, "campaign.json")
            about = kept.read_campaign(folder, path) if os.path.lexists(path) else None
            if about and (self.about is None or len(about["runs"]) >= len(self.about["runs"])):
                self.about = about

    def rows(self, target):
        """The longest of its series."""
        found = [kept.read_series(folder, os.path.join(folder, "series", target + ".jsonl")) for folder in self.folders]
        return max(found, key=len)

    def superfluous(self, target, tasks):
        first = next((task for task in tasks if (task.index, task.count) == (0, self.count)), self)
        return set().union(*(sync.pruned_of(folder, target) for folder in first.folders))


def find_tasks(roots, name, partial):
    tasks = {}
    for index, count, folder in sync.tasks_in(roots, name):
        tasks.setdefault((count, index), Task(index, count)).folders.append(folder)
    if not tasks:
        raise tree.Failure("no task of a campaign '%s' has shared anything in %s" % (name, ", ".join(map(terminal.name, roots))))
    for task in tasks.values():
        task.read()
    missing = ["%d/%d" % (index, count) for count in sorted({count for count, _ in tasks}) for index in range(count)
               if (count, index) not in tasks or tasks[count, index].about is None]  # fmt: skip
    if missing and not partial:
        raise tree.Failure("nothing is there of task %s: --partial gathers the others" % ", ".join(missing))
    for each in missing:
        tree.tell("nothing is there of task %s" % each)
    return [tasks[key] for key in sorted(tasks) if tasks[key].about]


def gather_inputs(task, what, pattern, target, out, without):
    """Copies what is not there yet; how many were not what their names say."""
    refused = 0
    for folder in task.folders:
        place = os.path.join(folder, what, target)
        kept.check_folder(folder, place)
        for name in sorted(sync.names_in(place, pattern)):
            path, there = os.path.join(place, name), os.path.join(out, what, target, name)
            if name in without or os.path.exists(there):
                continue
            why, content = sync.content_of(folder, path)
            if content is None:
                tree.tell(why or "%s: it has gone meanwhile" % terminal.name(path))
                refused += 1
                continue
            log = sync.read(folder, path + ".log") if os.path.lexists(path + ".log") else None
            if log is not None:
                sync.put(there + ".log", log)
            sync.put(there, content)
    return refused


def summed(all_rows):
    """One series of several: at each time the sum of what each task had done, and the most that one had reached."""
    events = sorted(((row["t"], number, row) for number, rows in enumerate(all_rows) for row in rows), key=lambda event: event[:2])
    last, out = {}, []
    step = max(1, len(events) // MOST_ROWS)
    for at, (t, number, row) in enumerate(events):
        last[number] = row
        if at % step == 0 or at == len(events) - 1:
            keys = {key for each in last.values() for key in each}
            out.append({key: (sum if key in SUMMED else max)(each.get(key, 0) for each in last.values()) for key in sorted(keys)})
            out[-1].update(t=t, busy=round(out[-1]["busy"], 2))
    return out


def gather_target(tasks, target, out):
    refused = 0
    for task in tasks:
        refused += gather_inputs(task, "corpus", sync.HASH, target, out, task.superfluous(target, tasks))
        refused += gather_inputs(task, "crashes", sync.CRASH, target, out, ())
    rows = summed([task.rows(target) for task in tasks])
    sync.put(os.path.join(out, "series", target + ".jsonl"), "".join(json.dumps(row) + "\n" for row in rows).encode())
    return refused, rows[-1] if rows else {"execs": 0}


def described(name, tasks):
    """What campaign.json says of all: runs in the order in which they began."""
    runs, targets = [], {}
    for task in tasks:
        runs += [dict(run, task=task.name()) for run in task.about["runs"]]
        for each, about in task.about["targets"].items():
            targets.setdefault(each, about)
    for each in [each for each in targets if each in tree.TARGETS and not targets[each].get("program")]:
        plain = tree.Target(each)  # paths of this machine
        targets[each] = dict(targets[each], seeds=plain.seeds, dictionary=plain.dictionary)
    runs.sort(key=lambda run: run.get("began") or 0)
    return {"name": name, "gathered": True, "runs": runs, "targets": targets}


def report_runs(tasks):
    """Names what the last run of a task could not stand for; whether there is any."""
    red = False
    for task in tasks:
        last = task.about["runs"][-1] if task.about["runs"] else {}
        for said in last.get("failures") or []:
            red = True
            tree.tell("task %s: %s" % (task.name(), said))
        if not last.get("ended"):
            tree.tell("task %s: its last run has not ended" % task.name())
    return red


def make_place(name):
    """An empty folder beside the campaign's; fails where the campaign was not gathered."""
    folder = os.path.join(tree.CAMPAIGNS, name)
    if os.path.lexists(folder) and not series.Campaign(name).about.get("gathered"):
        raise tree.Failure("there is a campaign '%s' that was not gathered; it stays as it is" % name)
    fresh = os.path.join(tree.CAMPAIGNS, "." + name)
    shutil.rmtree(fresh, ignore_errors=True)
    os.makedirs(fresh)
    return folder, fresh


def command_gather(options):
    kept.check_name("a campaign", options.name)
    tasks = find_tasks([os.path.abspath(root) for root in options.sync], options.name, options.partial)
    folder, fresh = make_place(options.name)
    about, refused, execs = described(options.name, tasks), 0, 0
    for target in about["targets"]:
        more, last = gather_target(tasks, target, fresh)
        refused, execs = refused + more, execs + last["execs"]
    sync.put(os.path.join(fresh, "campaign.json"), (json.dumps(about, indent=1) + "\n").encode())
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(fresh, folder)
    red = report_runs(tasks)
    inputs, crashes = (sum(len(series.Campaign(options.name).inputs(what, target)) for target in about["targets"])
                       for what in ("corpus", "crashes"))  # fmt: skip
    tree.say("%d tasks, %d targets, %d executions, %d inputs, %d crashes; %s" % (
        len(tasks), len(about["targets"]), execs, inputs, crashes, terminal.name(os.path.relpath(folder))))  # fmt: skip
    return 3 if refused or red else 0
