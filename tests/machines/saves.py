#!/usr/bin/python3
"""Checks that no save of an editor is lost while `fix -w` or `format -w` runs: saves.py ANIMPROOF [--saves N] [--seed N] [--folder DIR]

For each command and each way to save (a new file renamed over the old one; truncated and written; written in place), N
saves at random moments from the start of the command to a moment after its end. In the end the file must be what was
saved, or what the command makes of that. Then a storm: saves one after the other, each some microseconds after the one
before, while the command runs again and again; the last save must be there whenever the command has ended. Not in make test:
the moments are those of the machine. tests/cli/limits/saved_meanwhile.py tries the critical ones.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

JOINTS, FRAMES = 30, 800  # a file of 1 MB, over which the commands take some tens of milliseconds
COMMANDS = {"fix -w": (["fix", "-w"], b"\xef\xbb\xbf"), "format -w": (["format", "-w"], b"")}  # and how the file begins


def save_by_rename(path, text, choices):
    with open(path + ".new", "wb") as file:
        file.write(text)
    os.rename(path + ".new", path)


def write_in_parts(file, text, choices):
    """As an editor writes whose buffer is smaller than the file."""
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


class Trial:
    def __init__(self, program, folder, words, start):
        self.program, self.words = program, words
        self.path = os.path.join(folder, "a.md5anim")
        self.copy = os.path.join(folder, "copy.md5anim")
        made = subprocess.run([program, "generate", "--format", "md5anim", "--seed", "7", "--knob", "joints=%d" % JOINTS,
                               "--knob", "frames=%d" % FRAMES], check=True, stdout=subprocess.PIPE).stdout
        head, rest = made.split(b"frameRate ", 1)
        self.head, self.rest = start + head + b"frameRate  ", rest.split(b"\n", 1)[1]

    def text(self, number):
        """One version of the file; all have the same size."""
        return self.head + b"%d\n" % (100000 + number) + self.rest

    def made_of(self, number):
        """Returns what the command writes for a version."""
        with open(self.copy, "wb") as file:
            file.write(self.text(number))
        subprocess.run([self.program, *self.words, self.copy], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        with open(self.copy, "rb") as file:
            return file.read()

    def start(self):
        return subprocess.Popen([self.program, *self.words, self.path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def end(self, process):
        """Returns what became of the run: its exit code, or "refused" if the file was changed meanwhile."""
        said = process.communicate(timeout=120)[1]
        refused = process.returncode == 3 and (b"changed by another program" in said or b"open for writing" in said or b"shorter" in said)
        return "refused" if refused else "exit %d" % process.returncode

    def has(self, number):
        with open(self.path, "rb") as file:
            now = file.read()
        return now == self.text(number) or now == self.made_of(number)

    def duration(self):
        save_by_rename(self.path, self.text(0), None)
        begin = time.monotonic()
        self.end(self.start())
        return time.monotonic() - begin


def try_moments(trial, save, saves, choices):
    """Returns the numbers of lost saves and of each outcome."""
    longest = max(trial.duration() for _ in range(3)) * 1.2
    lost, outcomes = 0, {}
    for number in range(1, saves + 1):
        save_by_rename(trial.path, trial.text(0), choices)
        process = trial.start()
        time.sleep(choices.random() * longest)
        save(trial.path, trial.text(number), choices)
        outcome = trial.end(process)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        lost += not trial.has(number)
    return lost, outcomes


def storm(trial, save, runs, choices):
    """Saves with pauses between nothing and the length of a run, so that some runs find the file unchanged to their end."""
    longest = trial.duration()
    lost, number, outcomes = 0, 0, {}
    for _ in range(runs):
        process = trial.start()
        while process.poll() is None:
            number += 1
            save(trial.path, trial.text(number), choices)
            time.sleep(choices.random() * longest)
        outcome = trial.end(process)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        lost += not trial.has(number)
    return lost, number, outcomes


def tell(outcomes):
    return ", ".join("%d %s" % (count, outcome) for outcome, count in sorted(outcomes.items()))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--saves", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", help="where the files lie; by default in that of temporary files")
    asked = options.parse_args()
    folder = tempfile.mkdtemp(prefix="animproof-saves-", dir=asked.folder)
    faults = 0
    try:
        for command, (words, start) in COMMANDS.items():
            trial = Trial(os.path.abspath(asked.program), folder, words, start)
            for way, save in WAYS.items():
                choices = random.Random("%d %s %s" % (asked.seed, command, way))
                lost, outcomes = try_moments(trial, save, asked.saves, choices)
                print("%s, saved by %s: %d saves, %d lost (%s)" % (command, way, asked.saves, lost, tell(outcomes)), flush=True)
                gone, number, outcomes = storm(trial, save, asked.saves // 4, choices)
                print("%s, a storm of saves by %s: %d saves in %d runs, the last one lost %d times (%s)"
                      % (command, way, number, asked.saves // 4, gone, tell(outcomes)), flush=True)
                faults += lost + gone
        left = [name for name in os.listdir(folder) if name.startswith(".animproof")]
        if left:
            print("left behind: %s" % left)
    finally:
        shutil.rmtree(folder)
    print("saves: %s" % ("FAILED" if faults or left else "nothing is lost"))
    return 1 if faults or left else 0


if __name__ == "__main__":
    sys.exit(main())
