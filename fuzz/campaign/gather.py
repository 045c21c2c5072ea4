"""`gather`: merges the files that the tasks of a campaign shared (sync.py) into one campaign that all other commands can read.

The campaign has each input and crash once (they are named by their hashes), and the sums of executions and times.
"""

import json
import os
import shutil

import campaign_files
import series
import sync
import terminal
import tree

SUMMED = ("busy", "execs", "crashes", "execs_per_s")  # members of a row that are added up; of the others, the largest value counts
MOST_ROWS = 20000  # rows of a gathered time series


class Task:
    """A task of a campaign, with its folder below each root. The folders are copies of one folder, made at different times."""

    def __init__(self, index, count):
        self.index, self.count, self.folders = index, count, []
        self.about = None

    def name(self):
        return "%d/%d" % (self.index, self.count)

    def read(self):
        """Reads the newest campaign.json among the copies of the task's folder: the one with the most runs."""
        for folder in self.folders:
            path = os.path.join(folder, "campaign.json")
            about = campaign_files.read_campaign(folder, path) if os.path.lexists(path) else None
            if about and (self.about is None or len(about["runs"]) >= len(self.about["runs"])):
                self.about = about

    def rows(self, target):
        """Returns the longest copy of the time series of a target."""
        found = [campaign_files.read_series(folder, os.path.join(folder, "series", target + ".jsonl")) for folder in self.folders]
        return max(found, key=len)

    def superfluous_hashes(self, target, tasks):
        """Returns the hashes of a target's superfluous inputs. Task 0/N lists them for all tasks I/N; if it is missing, this
        task's own list counts.
        """
        first = next((task for task in tasks if (task.index, task.count) == (0, self.count)), self)
        return set().union(*(sync.read_pruned_hashes(folder, target) for folder in first.folders))


def find_tasks(roots, name, partial):
    tasks = {}
    for index, count, folder in sync.tasks_in(roots, name):
        tasks.setdefault((count, index), Task(index, count)).folders.append(folder)
    if not tasks:
        raise tree.Failure("no task of campaign '%s' has shared files in %s" % (name, ", ".join(map(terminal.escape_name, roots))))
    for task in tasks.values():
        task.read()
    missing = ["%d/%d" % (index, count) for count in sorted({count for count, _ in tasks}) for index in range(count)
               if (count, index) not in tasks or tasks[count, index].about is None]  # fmt: skip
    if missing and not partial:
        raise tree.Failure("task %s has shared no files: --partial gathers the other tasks" % ", ".join(missing))
    for each in missing:
        tree.print_message("task %s has shared no files" % each)
    return [tasks[key] for key in sorted(tasks) if tasks[key].about]


def gather_inputs_and_count_refused(task, what, pattern, target, out, names_to_leave_out):
    """Copies new inputs or crashes of a task; returns the number of files that were refused because they are unreadable or do
    not match the hash in their name.
    """
    refused = 0
    for folder in task.folders:
        place = os.path.join(folder, what, target)
        campaign_files.check_folder_if_exists(folder, place)
        for name in sorted(sync.names_in(place, pattern)):
            path, copy = os.path.join(place, name), os.path.join(out, what, target, name)
            if name in names_to_leave_out or os.path.exists(copy):
                continue
            why, content = sync.read_input(folder, path)
            if content is None:
                tree.print_message(why or "%s: the file was removed during the command" % terminal.escape_name(path))
                refused += 1
                continue
            log = sync.read_shared_file_or_none_if_removed(folder, path + ".log") if os.path.lexists(path + ".log") else None
            if log is not None:
                sync.write_file(copy + ".log", log)
            sync.write_file(copy, content)
    return refused


def sum_series(all_rows):
    """Merges time series: each row has the sums of executions and crashes over all tasks at that time, and the largest number
    of edges.
    """
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
    """Gathers a target of all tasks; returns (number of refused files, last row of the summed time series)."""
    refused = 0
    for task in tasks:
        refused += gather_inputs_and_count_refused(task, "corpus", sync.HASH_NAME, target, out, task.superfluous_hashes(target, tasks))
        refused += gather_inputs_and_count_refused(task, "crashes", sync.CRASH_NAME, target, out, ())
    rows = sum_series([task.rows(target) for task in tasks])
    sync.write_file(os.path.join(out, "series", target + ".jsonl"), "".join(json.dumps(row) + "\n" for row in rows).encode())
    return refused, rows[-1] if rows else {"execs": 0}


def campaign_document(name, tasks):
    """Returns the campaign.json of the gathered campaign, with the runs of all tasks in order of their start."""
    runs, targets = [], {}
    for task in tasks:
        runs += [dict(run, task=task.name()) for run in task.about["runs"]]
        for each, about in task.about["targets"].items():
            targets.setdefault(each, about)
    for each in [each for each in targets if each in tree.TARGETS and not targets[each].get("program")]:
        plain = tree.Target(each)  # gives the paths of seeds and dictionary on this machine
        targets[each] = dict(targets[each], seeds=plain.seeds, dictionary=plain.dictionary)
    runs.sort(key=lambda run: run.get("began") or 0)
    return {"name": name, "gathered": True, "runs": runs, "targets": targets}


def print_failures_and_tell_if_any(tasks):
    """Prints failures of each task's last run, and runs that did not end; returns true if there are failures."""
    red = False
    for task in tasks:
        last = task.about["runs"][-1] if task.about["runs"] else {}
        for message in last.get("failures") or []:
            red = True
            tree.print_message("task %s: %s" % (task.name(), message))
        if not last.get("ended"):
            tree.print_message("task %s: the last run did not end" % task.name())
    return red


def make_replacement_folder(name):
    """Makes an empty folder .NAME next to the campaign's folder NAME, which it will replace; returns both paths. Fails if the
    folder NAME exists and was not made by gather.
    """
    folder = os.path.join(tree.CAMPAIGNS, name)
    if os.path.lexists(folder) and not series.Campaign(name).about.get("gathered"):
        raise tree.Failure("campaign '%s' exists and was not made by gather: it is not replaced" % name)
    fresh = os.path.join(tree.CAMPAIGNS, "." + name)
    shutil.rmtree(fresh, ignore_errors=True)
    os.makedirs(fresh)
    return folder, fresh


def command_gather(options):
    campaign_files.check_name("a campaign", options.name)
    tasks = find_tasks([os.path.abspath(root) for root in options.sync], options.name, options.partial)
    folder, fresh = make_replacement_folder(options.name)
    about, refused, execs = campaign_document(options.name, tasks), 0, 0
    for target in about["targets"]:
        more, last = gather_target(tasks, target, fresh)
        refused, execs = refused + more, execs + last["execs"]
    sync.write_file(os.path.join(fresh, "campaign.json"), (json.dumps(about, indent=1) + "\n").encode())
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(fresh, folder)
    red = print_failures_and_tell_if_any(tasks)
    inputs, crashes = (sum(len(series.Campaign(options.name).inputs(what, target)) for target in about["targets"])
                       for what in ("corpus", "crashes"))  # fmt: skip
    tree.print_result("%d tasks, %d targets, %d executions, %d inputs, %d crashes; %s" % (
        len(tasks), len(about["targets"]), execs, inputs, crashes, terminal.escape_name(os.path.relpath(folder))))  # fmt: skip
    return 3 if refused or red else 0
