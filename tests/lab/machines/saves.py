#!/usr/bin/python3
"""Checks that no save of an editor is lost while `fix -w` or `format -w` runs.

saves.py ANIMPROOF [--saves N] [--seed N] [--folder DIR]

For each command and each way to save (a new file renamed over the old one; truncated and written; written in place), N saves
happen at random moments from the start of the command until shortly after its end. The file must then be the saved version, or
the command's output for that version. Then bursts of saves happen while the command runs repeatedly; the last save must not be
lost. Not in make test, because the moments depend on the machine's speed: tests/cli/limits/test_saved_meanwhile.py tests the critical
moments.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

JOINTS, FRAMES = 30, 800  # a file of 1 MB, which takes the commands some tens of milliseconds
COMMANDS = {"fix -w": (["fix", "-w"], b"\xef\xbb\xbf"), "format -w": (["format", "-w"], b"")}  # name: (arguments, start of the file)


def save_by_rename(path, text, choices):
    with open(path + ".new", "wb") as file:
        file.write(text)
    os.rename(path + ".new", path)


def write_in_parts(file, text, choices):
    """Writes in one to five parts, as an editor does if its buffer is smaller than the file."""
    parts = choices.randrange(1, 6)
    size = -(-len(text) // parts)
    for start in range(0, len(text), size):
        file.write(text[start:start + size])
        file.flush()


def save_by_truncation(path, text, choices):
    with open(path, "wb") as file:
        write_in_parts(file, text, choices)


def save_in_place(path, text, choices):
    with open(path, "r+b") as file:
        write_in_parts(file, text, choices)
        file.truncate()


WAYS = {"rename": save_by_rename, "truncation": save_by_truncation, "write in place": save_in_place}


class SaveTrial:
    def __init__(self, program, folder, words, start):
        self.program, self.words = program, words
        self.path = os.path.join(folder, "a.md5anim")
        self.copy = os.path.join(folder, "copy.md5anim")
        made = subprocess.run([program, "generate", "--format", "md5anim", "--seed", "7", "--knob", "joints=%d" % JOINTS,
                               "--knob", "frames=%d" % FRAMES], check=True, stdout=subprocess.PIPE).stdout
        head, rest = made.split(b"frameRate ", 1)
        self.head, self.rest = start + head + b"frameRate  ", rest.split(b"\n", 1)[1]

    def text_of_saved_version(self, number):
        """Returns a version of the file; all versions have one size."""
        return self.head + b"%d\n" % (100000 + number) + self.rest

    def run_command_on_copy_of_version(self, number):
        """Returns what the command writes for a version."""
        with open(self.copy, "wb") as file:
            file.write(self.text_of_saved_version(number))
        subprocess.run([self.program, *self.words, self.copy], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        with open(self.copy, "rb") as file:
            return file.read()

    def start_command(self):
        return subprocess.Popen([self.program, *self.words, self.path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def wait_for_outcome(self, process):
        """Waits for the command; returns "exit N", or "refused" if the command did not write because the file had changed."""
        errors = process.communicate(timeout=120)[1]
        refused = process.returncode == 3 and (b"changed by another program" in errors or b"open for writing" in errors
                                               or b"shorter" in errors)
        return "refused" if refused else "exit %d" % process.returncode

    def has_version(self, number):
        with open(self.path, "rb") as file:
            now = file.read()
        return now == self.text_of_saved_version(number) or now == self.run_command_on_copy_of_version(number)

    def measure_seconds(self):
        save_by_rename(self.path, self.text_of_saved_version(0), None)
        begin = time.monotonic()
        self.wait_for_outcome(self.start_command())
        return time.monotonic() - begin


def save_at_random_moments(trial, save, saves, choices):
    """Saves once in each of `saves` runs of the command, at random moments. Returns the number of lost saves and {outcome:
    number}.
    """
    longest = max(trial.measure_seconds() for _ in range(3)) * 1.2
    lost, outcomes = 0, {}
    for number in range(1, saves + 1):
        save_by_rename(trial.path, trial.text_of_saved_version(0), choices)
        process = trial.start_command()
        time.sleep(choices.random() * longest)
        save(trial.path, trial.text_of_saved_version(number), choices)
        outcome = trial.wait_for_outcome(process)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        lost += not trial.has_version(number)
    return lost, outcomes


def save_in_bursts(trial, save, runs, choices):
    """Saves repeatedly during each run, with pauses of up to the length of a run, so that some runs end without a change.
    Returns the number of runs after which the last save was lost, the number of saves, and {outcome: number}.
    """
    longest = trial.measure_seconds()
    lost, number, outcomes = 0, 0, {}
    for _ in range(runs):
        process = trial.start_command()
        while process.poll() is None:
            number += 1
            save(trial.path, trial.text_of_saved_version(number), choices)
            time.sleep(choices.random() * longest)
        outcome = trial.wait_for_outcome(process)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        lost += not trial.has_version(number)
    return lost, number, outcomes


def outcomes_text(outcomes):
    return ", ".join("%d %s" % (count, outcome) for outcome, count in sorted(outcomes.items()))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--saves", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", help="folder for the files (default: the folder of temporary files)")
    asked = options.parse_args()
    folder = tempfile.mkdtemp(prefix="animproof-saves-", dir=asked.folder)
    faults = 0
    try:
        for command, (words, start) in COMMANDS.items():
            trial = SaveTrial(os.path.abspath(asked.program), folder, words, start)
            for way, save in WAYS.items():
                choices = random.Random("%d %s %s" % (asked.seed, command, way))
                lost, outcomes = save_at_random_moments(trial, save, asked.saves, choices)
                print("%s, saved by %s: %d saves, %d lost (%s)" % (command, way, asked.saves, lost, outcomes_text(outcomes)), flush=True)
                gone, number, outcomes = save_in_bursts(trial, save, asked.saves // 4, choices)
                print("%s, bursts of saves by %s: %d saves in %d runs, the last save lost %d times (%s)"
                      % (command, way, number, asked.saves // 4, gone, outcomes_text(outcomes)), flush=True)
                faults += lost + gone
        left = [name for name in os.listdir(folder) if name.startswith(".animproof")]
        if left:
            print("temporary files remain: %s" % left)
    finally:
        shutil.rmtree(folder)
    print("saves: %s" % ("FAILED" if faults or left else "no save is lost"))
    return 1 if faults or left else 0


if __name__ == "__main__":
    sys.exit(main())
