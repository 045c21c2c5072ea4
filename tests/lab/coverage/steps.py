"""Runs memory_steps on all files of golden/, changed_bytes and edited_files on some: steps.py FOLDER

FOLDER contains the programs. Prints the sum as "N passed, N failed".
"""

import glob
import os
import re
import subprocess
import sys

from formats import ENDINGS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
EACH_TEXT = 60  # every 60th valid text of golden/ for changed_bytes
EACH_FILE, SMALL_BYTES = 2, 4000  # every second file of golden/ below 4000 bytes for edited_files
EACH_WORD = "2"  # every second word of a file for edited_files


def golden_files_in_folder(folder):
    found = [path for ending in ENDINGS for path in glob.glob(os.path.join(ROOT, "golden", "*", folder, "*" + ending))]
    return sorted(found)


def run_and_parse_counts(program, files):
    ended = subprocess.run([program, *files], stdout=subprocess.PIPE, encoding="utf-8", check=False)
    print(ended.stdout, end="")
    counted = re.search(r"(\d+) passed, (\d+) failed$", ended.stdout.strip())
    passed, failed = map(int, counted.groups()) if counted else (0, 0)
    return passed, failed + (ended.returncode != (1 if failed else 0))


def main():
    folder = sys.argv[1]
    small = [path for path in golden_files_in_folder("*") if os.path.getsize(path) < SMALL_BYTES]
    texts = [path for path in golden_files_in_folder("valid") if not path.endswith(".bin")]
    results = [run_and_parse_counts(os.path.join(folder, "memory_steps"), golden_files_in_folder("*")),
               run_and_parse_counts(os.path.join(folder, "changed_bytes"), texts[::EACH_TEXT]),
               run_and_parse_counts(os.path.join(folder, "edited_files"), [EACH_WORD, *small[::EACH_FILE]])]
    passed, failed = (sum(column) for column in zip(*results))
    print("steps: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
