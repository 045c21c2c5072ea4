"""`planted`: measures after how many seconds a campaign finds each of the ten faults of fuzz/harness/fragile.c.

A fault is found when a crash's stack has its function, planted_NN_NAME. Crashes of AFL++ are run again with libFuzzer's
build, which prints a stack.
"""

import json
import os
import re
import shutil
import time

import campaign_files
import campaign_run
import crash_signature
import minimise
import series
import tree
import triage

PLANTED = re.compile(r"\bplanted_(\d\d)_\w+")
PLANTED_FAULTS = 10


class Finder:
    """Looks for planted faults in new crashes, each time the campaign's progress is updated."""

    def __init__(self, campaign, target):
        self.campaign, self.target = campaign, target
        self.start = None
        self.found = {}  # {function of a fault: seconds from the start of the run to its first crash}
        self.seen = set()  # paths of crashes that were looked at

    def signature_from_log_or_rerun(self, path):
        if os.path.exists(path + ".log"):
            return tree.read_file(path + ".log").decode(errors="replace").partition("\n")[0]
        command, more = triage.crash_command(self.campaign, self.target)
        return str(minimise.run_input_for_signature(command, path, triage.SECONDS, **more)[0])

    def look_for_faults_in_new_crashes(self):
        for path in tree.files_in(self.campaign.ensure_folder("crashes", self.target.name)):
            # A crash's report NAME.log is written after the crash: skip crashes younger than two seconds.
            if path in self.seen or path.endswith(".log") or time.time() - os.path.getmtime(path) < 2.0:
                continue
            self.seen.add(path)
            function = PLANTED.search(self.signature_from_log_or_rerun(path))
            if function and function.group(0) not in self.found:
                self.found[function.group(0)] = round(os.path.getmtime(path) - self.start, 1)
                tree.print_message("%d of %d: %s" % (len(self.found), PLANTED_FAULTS, function.group(0)))

    def __call__(self, run):
        """Looks for faults. Returns true if all are found, which ends the run."""
        self.start = self.start or run.campaign.about["runs"][-1]["began"]
        self.look_for_faults_in_new_crashes()
        return len(self.found) >= PLANTED_FAULTS


def find_last_crashes(finder, run):
    """Waits two seconds and calls the finder again, since it skips crashes younger than two seconds."""
    if len(finder.found) < PLANTED_FAULTS:
        time.sleep(2.1)
        finder(run)


def command_planted(options):
    campaign_files.check_name("a campaign", options.name)
    shutil.rmtree(os.path.join(tree.CAMPAIGNS, options.name), ignore_errors=True)
    crash_signature.addresses_and_names_of_symbols.cache_clear()
    campaign = series.Campaign(options.name, create=True)
    target = tree.Target("fragile")
    if options.engine.startswith("afl") and options.build:
        tree.build_targets("libfuzzer", [target])
    finder = Finder(campaign, target)
    run = campaign_run.run_campaign(campaign, [target], options, until=finder)
    find_last_crashes(finder, run)
    for function, seconds in sorted(finder.found.items()):
        print("%-36s after %.0f s" % (function, seconds))
    print("%d of %d planted faults found in %.0f s" % (len(finder.found), PLANTED_FAULTS, campaign.about["runs"][-1]["seconds"]))
    tree.write_atomically(campaign.make_path_and_folders("planted.json"), json.dumps(finder.found, indent=1) + "\n")
    return 0 if len(finder.found) == PLANTED_FAULTS else 1
