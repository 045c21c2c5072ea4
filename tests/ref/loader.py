#!/usr/bin/python3
"""Makes the independent readers a loader for `animproof conform`: loader.py FILE [COMPANION]

Exits with 0 if the readers find no error in the file and in its companion, and with 1 if they find one; then prints the errors.
COMPANION is the .obj scene of a memg file or the .md5mesh of an md5anim file; "" means no companion. Exits with 2 after an
exception: Python itself would exit with 1, which means that the file is refused.
"""

import os
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../cli/lib")]

import mrtk_reader  # noqa: E402  (the path is set above)
import readings     # noqa: E402

MOST_SHOWN = 20     # errors that are printed


def format_of_file(path, data):
    extension = os.path.splitext(path)[1][1:]
    if extension != "bin":
        return extension
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    if folder in ("mrtk", "memg"):  # a corpus has a folder for each format
        return folder
    return "mrtk" if data.startswith(mrtk_reader.MAGIC) else "memg"


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    data = read_file(sys.argv[1])
    results = readings.lint_file_and_companion(format_of_file(sys.argv[1], data), data, read_file(sys.argv[2]) if sys.argv[2:] > [""] else None)
    errors = [one for result in results if result for one in result.findings_as_dictionaries() if one["severity"] == "error"]
    for one in errors[:MOST_SHOWN]:
        print("0x%x: %s %s" % (one["offset"], one["rule"], one["path"]))
    return 1 if errors else 0


if __name__ == "__main__":
    try:
        CODE = main()
    except BaseException:  # also a MemoryError
        traceback.print_exc()
        CODE = 2
    sys.exit(CODE)
