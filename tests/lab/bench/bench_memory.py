"""Measures the peak anonymous memory of commands for two files of each format, and writes the table of memory to the page."""

import bench_inputs as inputs
from bench_inputs import PROGRAM, input_path, input_size
from bench_time import measure_anonymous_peak_and_seconds

RUNS = 3  # runs of each command; the greatest peak counts, since memory is sampled
FILES = {"md5anim": ("10mb.md5anim", "40mb.md5anim"), "md5mesh": ("5mb.md5mesh", "20mb.md5mesh"),
         "md5camera": ("10mb.md5camera", "40mb.md5camera"), "mrtk": ("10mb.mrtk.bin", "40mb.mrtk.bin"),
         "memg": ("10mb.memg.bin", "40mb.memg.bin")}
TEXTS = ("md5anim", "md5mesh", "md5camera")
# (row of the table, command, formats). FILE is the path of the file.
COMMANDS = [("lint", "lint -j1 -q FILE", FILES), ("fix", "fix FILE", FILES), ("format", "format -o /dev/null FILE", TEXTS),
            ("roundtrip", "roundtrip -q FILE", FILES), ("dump --flat", "dump --flat FILE", FILES),
            ("convert to JSON", "convert --to json -o /dev/null FILE", FILES),
            ("stats", "stats FILE", FILES)]


def peak_of(command, name):
    """Returns the peak of anonymous memory, in bytes, of a command of COMMANDS for an input."""
    words = [input_path(name) if word == "FILE" else word for word in command.split()]
    return max(measure_anonymous_peak_and_seconds([PROGRAM, *words])[0] for _ in range(RUNS))


def peak_and_growth_cell(command, form):
    """Returns a cell of the table: the peak for the greater file, and the bytes by which it grows with each byte of the file."""
    small, great = FILES[form]
    peaks = [peak_of(command, name) for name in (small, great)]
    growth = (peaks[1] - peaks[0]) / (input_size(great) - input_size(small))
    return "%.1f MB, %.2f" % (peaks[1] / 1e6, max(growth, 0))


def write_table_of_memory():
    lines = ["| command | %s |" % " | ".join("%s, %.0f and %.0f MB" % (form, *(input_size(name) / 1e6 for name in names))
                                             for form, names in FILES.items()), "| --- |" + " --- |" * len(FILES)]
    for row, command, formats in COMMANDS:
        cells = [peak_and_growth_cell(command, form) if form in formats else "–" for form in FILES]
        lines.append("| %s | %s |" % (row, " | ".join(cells)))
        print("memory: " + lines[-1], flush=True)
    inputs.replace_part_of_page("memory", "\n".join(lines) + "\n")


if __name__ == "__main__":
    inputs.make_all_inputs()
    write_table_of_memory()
