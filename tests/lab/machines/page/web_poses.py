#!/usr/bin/python3
"""Checks the positions that a page draws: web_poses.py PROGRAM MODULE [FORMAT...], or web_poses.py --shown FILE

Draws generated files, and the valid files of golden/ and of the samples if they exist, of up to LARGEST bytes, each with and
without its companion. Draws them with the page's code in node (desk.mjs), and compares with drawn_positions.py, which also
chooses the moments. A coordinate may differ by 1e-5 of the picture's largest coordinate. Generated texts with an error are drawn
up to the error. --shown FILE checks pictures that a page in a browser has drawn, a line of JSON each.
"""

import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

from cli_case import ROOT, read, write
from drawn_positions import moments_to_draw, positions_at_moments

TOLERANCE = 1e-5
FIRST_INFINITE = float.fromhex("0x1.ffffffp127")  # numbers from here on are infinite as float32, in which a page draws: such a point is hidden
LARGEST = 30000  # bytes of a file and of its companion: the readers in Python are slow
GENERATED = {"md5anim": 40, "md5mesh": 10, "md5camera": 20, "mrtk": 10, "memg": 20}
COMPANIONS = {".md5anim": ".md5mesh", ".bin": ".obj"}


def is_valid(program, path, *options):
    run = subprocess.run([program, "lint", "--no-config", *options, path], stdout=subprocess.DEVNULL, check=False)
    return run.returncode == 0


def companion_of(path):
    stem, extension = os.path.splitext(path)
    companion = stem + COMPANIONS.get(extension, extension)
    return companion if companion != path and os.path.exists(companion) else None


def generate_test_files(program, folder):
    for form, count in GENERATED.items():
        subprocess.run([program, "generate", "--format", form, "--seed", "1", "--count", str(count), "-o",
                        os.path.join(folder, form)], check=True, stdout=subprocess.DEVNULL)


def generate_and_list_valid_files(program, scratch, forms):
    """Generates files, and returns {format: [(path, companion or None)]} of the valid files to draw."""
    generate_test_files(program, scratch)
    found = {form: [] for form in forms}
    for form in forms:
        extension = "bin" if form in ("mrtk", "memg") else form
        for folder in (scratch, ROOT + "/golden", ROOT + "/../shared/samples"):
            for path in sorted(glob.glob("%s/%s/**/*.%s" % (folder, form, extension), recursive=True)):
                pair = companion_of(path)
                if max(os.path.getsize(one) for one in (path, pair or path)) > LARGEST or not is_valid(program, path, "--no-companions"):
                    continue
                found[form].append((path, None))
                if pair and is_valid(program, path):
                    found[form].append((path, pair))
    return found


def draw_with_page(module, lines):
    run = subprocess.run(["node", os.path.join(ROOT, "tests/lab/machines/page/desk.mjs"), "poses", module],
                         input="".join(line + "\n" for line in lines), stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def is_point_drawn(place):
    return place is not None and all(abs(value) < FIRST_INFINITE for value in place)


def largest_difference_or_infinite(wanted, points):
    """Returns the largest difference of a coordinate, as a share of the largest coordinate; infinite if a point is drawn in
    only one of the two pictures."""
    drawn = [tuple(points[3 * i:3 * i + 3]) for i in range(len(points) // 3)]
    if len(drawn) != len(wanted):
        return math.inf
    largest = max((abs(value) for place in wanted if is_point_drawn(place) for value in place), default=0.0) or 1.0
    worst = 0.0
    for place, point in zip(wanted, drawn):
        if is_point_drawn(place) != (None not in point):
            return math.inf
        if is_point_drawn(place):
            worst = max([worst, *(abs(one - other) / largest for one, other in zip(place, point))])
    return worst


def compare_drawn_points(path, pair, answers, faults):
    """Compares the drawn points of [(moment, points)]; returns the largest difference."""
    wanted, worst = positions_at_moments(path, pair, [moment for moment, _ in answers]), 0.0
    for moment, points in answers:
        off = largest_difference_or_infinite(wanted[moment], points or [])  # None if the page has no picture
        worst = max(worst, off)
        if not off <= TOLERANCE:
            faults.append("%s, with %s, at %s: off by %.2g" % (path, pair, moment, off))
    return worst


def compare_and_print_format(form, pairs, module, faults):
    wanted = [(path, pair, moment) for path, pair in pairs for moment in moments_to_draw(path)]
    answered = draw_with_page(module, ["\t".join([path, repr(moment), *([pair] if pair else [])]) for path, pair, moment in wanted])
    answers = {}
    for (path, pair, moment), one in zip(wanted, answered):
        answers.setdefault((path, pair), []).append((moment, one["points"]))
    worst = max(compare_drawn_points(path, pair, some, faults) for (path, pair), some in answers.items())
    points = sum(len(one["points"] or []) // 3 for one in answered)
    print("web poses: %s: %d files, %d with a companion, %d moments, %d points, off by %.1g at most" % (
        form, len({path for path, _ in pairs}), sum(pair is not None for _, pair in pairs), len(wanted), points, worst))


def part_count_and_text_with_error(path):
    """Returns the number of frames or meshes of a text, and the text with an error at the start of the last one."""
    text = read(path)
    pattern = {".md5anim": rb"\bframe\s+\d+\s*\{", ".md5mesh": rb"\bmesh\s*\{", ".md5camera": rb"\([^()]*\)\s*\("}
    begins = list(re.finditer(pattern[os.path.splitext(path)[1]], text))
    return len(begins), text[:begins[-1].end()] + b" nothing " + text[begins[-1].end():]


def check_drawn_up_to_error(module, scratch, faults):
    """Checks that generated texts with an error in the last frame or mesh are drawn up to the error."""
    wanted = []
    for path in sorted(glob.glob(scratch + "/md5*/*.md5*[a-z]")):
        count, text = part_count_and_text_with_error(path)
        broken = path + ".broken" + os.path.splitext(path)[1]
        write(broken, text)
        if os.path.getsize(path) <= LARGEST and count > 1:
            wanted.append((path, broken, count - 1))
    answered = draw_with_page(module, ["%s\t0" % name for _, name, _ in wanted])
    for (path, name, count), one in zip(wanted, answered):
        part = "the first %d of %d" % (count, count + 1)
        if part not in (one["drawn_part"] or "") or not largest_difference_or_infinite(positions_at_moments(path, None, [0], count)[0], one["points"] or []) <= TOLERANCE:
            faults.append("%s: draws %s instead of %s" % (name, one["drawn_part"], part))
    if not wanted:
        faults.append("no generated text has several frames or meshes")
    print("web poses: %d files with an error, drawn up to the error" % len(wanted))


def compare_browser_pictures(name):
    faults, count, worst = [], 0, 0.0
    with open(name, encoding="utf-8") as file:
        for line in file:
            one = json.loads(line)
            count += 1
            worst = max(worst, compare_drawn_points(one["path"], one["companion"], [(one["moment"], one["points"])], faults))
    print("web poses: %d moments in a browser, off by %.1g at most, %d faults" % (count, worst, len(faults)))
    return faults if count else ["the file has no pictures"]


def main():
    faults = []
    if sys.argv[1] == "--shown":
        faults = compare_browser_pictures(sys.argv[2])
    else:
        program, module = (os.path.abspath(word) for word in sys.argv[1:3])
        with tempfile.TemporaryDirectory() as scratch:
            found = generate_and_list_valid_files(program, scratch, sys.argv[3:] or list(GENERATED))
            for form, pairs in found.items():
                compare_and_print_format(form, pairs, module, faults)
            check_drawn_up_to_error(module, scratch, faults)
        print("web poses: %d faults" % len(faults))
    print("\n".join(faults[:5]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
