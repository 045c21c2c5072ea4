"""`run`: builds the targets of a campaign, fuzzes them, and prints a table of results."""

import os
import resource
import shutil
import signal
import threading
import time

import engine_afl
import engine_libfuzzer
import schedule
import series
import sync
import terminal
import tree

PROGRESS_SECONDS = 0.5  # seconds between two updates of the progress line


class CampaignRun:
    """One run of a campaign: the state that its workers share."""

    def __init__(self, campaign, targets, options):
        self.campaign, self.targets, self.options = campaign, targets, options
        self.progress = {target.name: series.Progress(campaign, target) for target in targets}
        self.stopping = threading.Event()
        self.is_leak_detection_off = False
        self.engine_options = list(options.engine_option or [])
        self.mutator = find_mutator(options)
        self.failures, self.failed = [], set()  # messages of failures; names of targets that failed
        self.interrupted = False
        self.mains = {}  # {target: worker of its main AFL++ instance}
        self.sync = make_sync_or_none(campaign, targets, options)
        self.progress_line = None
        self.lock = threading.Lock()

    def seed_of_task(self):
        return 1000000 * self.sync.index if self.sync else 0

    def report_crash(self, target, signature, name):
        with self.lock:
            if self.progress_line:
                self.progress_line.clear()
            tree.print_message("%s: %s  (%s)" % (target.name, terminal.escape_line(str(signature)), terminal.escape_name(name)))

    def run_plan_and_record_failures(self, worker, plan):
        """Runs the time slots of a worker's plan, [(target, seconds)], one after the other."""
        by_name = {target.name: target for target in self.targets}
        overrun = 0.0  # seconds by which earlier slots exceeded their time
        for name, seconds in plan:
            start = time.monotonic()
            engine = engine_afl if self.options.engine.startswith("afl") else engine_libfuzzer
            try:
                engine.Slot(self, by_name[name], worker, seconds - overrun).work()
            except (tree.Failure, OSError) as failure:
                self.failed.add(name)
                self.record_and_print_failure(str(tree.convert_to_failure(failure)))
            # Not below 0: if a target ends early, for example on an error, later slots do not get longer.
            overrun = max(0.0, overrun + time.monotonic() - start - seconds)

    def print_failure(self, failure):
        with self.lock:
            tree.print_message(str(failure))

    def record_and_print_failure(self, message):
        self.failures.append(message)
        self.print_failure(message)

    def record_failures_of_targets(self):
        """Records a failure for each target without executions, unless the run was interrupted, and one if the last exchange
        with other tasks failed; prints how many inputs exceeded a time or memory limit.
        """
        for name, each in self.progress.items():
            if each.execs_of_this_run() == 0 and not self.interrupted and name not in self.failed:
                self.record_and_print_failure("%s did not run: it has no executions in this run" % name)
            for kind, message in (("timeout", "took too long (--timeout)"), ("oom", "needed more memory than 2048 MiB")):
                if each.kinds.get(kind):
                    tree.print_message("%s: %d inputs %s" % (name, each.kinds[kind], message))
        for fault in self.sync.faults if self.sync else ():
            self.record_and_print_failure(fault)


def make_sync_or_none(campaign, targets, options):
    if not getattr(options, "sync", None):
        return None
    index, count = options.shard
    return sync.Sync(campaign, targets, options.sync, (options.name or options.engine, index, count), options.sync_seconds)


def find_mutator(options):
    """Returns the path of AFL++'s custom mutator library: the path in --mutator, else the library in build/; None if there is
    neither, or with --mutator none.
    """
    if options.mutator == "none":
        return None
    if options.mutator:
        return os.path.abspath(options.mutator)
    for folder in (os.path.join(tree.BUILD, "fuzz"), tree.BUILD):
        for path in tree.files_in(folder):
            if path.endswith(".so") and "mutator" in os.path.basename(path):
                return path
    return None


def add_seeds(campaign, target):
    """Copies seeds and regressions to the corpus, named by their hashes, except large inputs and inputs that crashed in earlier
    runs.
    """
    corpus = campaign.ensure_folder("corpus", target.name)
    for what in ("corpus", "crashes"):
        campaign.inputs(what, target.name)
    known = {name.partition("-")[2] for name in os.listdir(campaign.ensure_folder("crashes", target.name))}
    for folder in target.seeds + target.regression_folders():
        for path in tree.files_in(folder):
            content = tree.read_file(path)
            name = tree.hash_name_of_content(content)
            if len(content) <= tree.MAX_LEN and name not in known and not os.path.exists(os.path.join(corpus, name)):
                shutil.copyfile(path, os.path.join(corpus, name))
    if not os.listdir(corpus):
        raise tree.Failure("%s has no seeds: %s" % (target.name, ", ".join(map(terminal.escape_name, target.seeds))))


def build_and_add_seeds(campaign, targets, options):
    if options.build:
        tree.print_message("building %s for %s" % (", ".join(target.name for target in targets), options.engine))
        tree.build_data()
        tree.build_targets(options.engine, targets)
        if options.engine.startswith("afl") and options.mutator is None:
            tree.run_make("fuzz-mutator")
    for target in targets:
        if target.command is None and not os.access(target.program(options.engine), os.X_OK):
            raise tree.Failure("%s is not built" % terminal.escape_name(target.program(options.engine)))
        add_seeds(campaign, target)
    campaign.record_targets(targets)
    campaign.about["dislocator"] = options.dislocator


def wait_for_or_stop_threads(run, threads, until):
    """Waits until all workers are done, a signal interrupts the run, or `until(run)` returns true; then stops the other workers.
    """
    def interrupt(*_):
        run.interrupted = True
        run.stopping.set()

    handlers = {number: signal.signal(number, interrupt)
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        while any(thread.is_alive() for thread in threads):
            time.sleep(PROGRESS_SECONDS / 5 if run.options.runs else PROGRESS_SECONDS)
            run.progress_line.show()
            if until is not None and until(run):
                run.stopping.set()
    finally:
        run.stopping.set()
        for thread in threads:
            thread.join()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        run.progress_line.clear()


def processor_seconds_of_children():
    """Returns the seconds of processor time of all ended child processes. On a busy machine, this is less than the time for which
    they ran.
    """
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_workers(run, seconds, until):
    names = [target.name for target in run.targets]
    run.progress_line = schedule.ProgressLine(run, seconds)
    plans = schedule.divide_time(rotate_names(names, run.sync), run.options.jobs, seconds)
    run.mains = {name: worker for worker, plan in reversed(list(enumerate(plans))) for name, _ in plan}
    threads = [threading.Thread(target=run.run_plan_and_record_failures, args=(worker, plan)) for worker, plan in enumerate(plans)]
    start, before = time.time(), processor_seconds_of_children()
    about = {"engine": run.options.engine, "targets": names, "jobs": run.options.jobs, "minutes": run.options.minutes,
             "runs": run.options.runs, "seed": run.options.seed, "began": int(start),
             "mutator": bool(run.mutator) if run.options.engine.startswith("afl") else None}  # fmt: skip
    run.campaign.about["runs"].append(about)
    sharing = exchange_once_and_make_threads(run)
    for thread in threads + sharing:
        thread.start()
    wait_for_or_stop_threads(run, threads, until)
    for thread in sharing:
        thread.join()
    about["seconds"] = round(time.time() - start, 1)
    about["processor_seconds"] = round(processor_seconds_of_children() - before, 1)
    for each in run.progress.values():
        each.close_series_file()
    if run.sync:
        run.sync.exchange()
    run.record_failures_of_targets()
    about.update(failures=run.failures, ended=True)
    run.campaign.save()
    if run.sync:
        run.sync.share_final_document()


def rotate_names(names, task):
    """Rotates the targets by the task's index: tasks that start with different targets can share inputs earlier."""
    first = task.index * len(names) // task.count if task else 0
    return names[first:] + names[:first]


def exchange_once_and_make_threads(run):
    """Saves the campaign, and exchanges inputs once. Returns a list with the thread that repeats the exchange, not yet started;
    an empty list without --sync.
    """
    run.campaign.save()
    if run.sync is None:
        return []
    run.sync.exchange()
    return [threading.Thread(target=run.sync.run_exchanges, args=(run.stopping,))]


def print_table(run):
    print("%-20s %12s %9s %8s %8s %8s %7s" % ("target", "executions", "a second", "edges", "files", "crashes", "faults"))
    for name, each in run.progress.items():
        busy = each.busy_seconds()
        print("%-20s %12d %9d %8d %8d %8d %7d" % (
            name, each.execs(), each.execs() / busy if busy else 0, each.edges,
            len(tree.files_in(run.campaign.ensure_folder("corpus", name))), each.crashes, each.count_distinct_faults()))  # fmt: skip


def run_campaign(campaign, targets, options, until=None):
    """Runs the campaign and returns its CampaignRun."""
    build_and_add_seeds(campaign, targets, options)
    run = CampaignRun(campaign, targets, options)
    run_workers(run, options.minutes * 60.0, until)
    print_table(run)
    tree.print_result("kept in %s" % terminal.escape_name(os.path.relpath(campaign.folder)))
    return run
