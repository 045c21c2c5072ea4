#!/usr/bin/python3
"""Draws the rates in the table of docs/evidence/performance.md as bars: bench_plot.py writes docs/evidence/performance.svg."""

import os
import re

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "evidence", "performance.md")
PICTURE = os.path.join(os.path.dirname(PAGE), "performance.svg")
WIDTH, LEFT, RIGHT, TOP, BAR, GAP = 760, 250, 70, 46, 20, 34
OURS, YARDSTICK = "#1f6fb4", "#b9bec4"

# (group, ((work in the table, label in the picture), ...)); yardsticks come last in a group.
GROUPS = (
    ("md5anim, 64 MB of text", (
        ("md5anim lint, 64mb.md5anim", "lint"), ("md5anim lint without AVX2", "lint without AVX2"),
        ("md5anim format", "format"), ("md5anim: assimp loads it", "assimp loads it"),
        ("md5anim: strtod walk", "strtod walk, no checks"), ("md5anim: bytes summed", "bytes summed"))),
    ("MRTK 1.0, 240 MB", (
        ("240mb-1.0.mrtk.bin lint, no companion", "lint"), ("240mb-1.0.mrtk.bin roundtrip", "roundtrip"),
        ("240mb-1.0.mrtk.bin: bytes summed, mapped", "bytes summed"),
        ("240mb-1.0.mrtk.bin: bytes summed, in memory", "bytes summed in memory"))),
    ("MRTK 1.1, 140 MB", (
        ("140mb-1.1.mrtk.bin lint, no companion", "lint"), ("140mb-1.1.mrtk.bin roundtrip", "roundtrip"),
        ("140mb-1.1.mrtk.bin: bytes summed, mapped", "bytes summed"),
        ("140mb-1.1.mrtk.bin: bytes summed, in memory", "bytes summed in memory"))),
    ("MEMG, 490 MB", (
        ("490mb.memg.bin lint, no companion", "lint"), ("490mb.memg.bin roundtrip", "roundtrip"),
        ("490mb.memg.bin: bytes summed, mapped", "bytes summed"),
        ("490mb.memg.bin: bytes summed, in memory", "bytes summed in memory"))),
)  # fmt: skip
NOT_OURS = {"assimp loads it", "strtod walk, no checks", "bytes summed", "bytes summed in memory"}
MOST_TICKS = 12


def rates_by_work(rows):
    """Returns {work: GB/s} from rows (work, rate, ...)."""
    found = {}
    for work, rate, *_ in rows:
        number = re.fullmatch(r"([\d.]+) GB/s", rate)
        if number:
            found[work] = float(number.group(1))
    return found


def bars_by_group(rates):
    """Yields (group, [(label, rate)]). Fails if a rate of this program is missing; a yardstick may be missing."""
    for group, rows in GROUPS:
        bars = [(label, rates[work]) for work, label in rows if work in rates or label not in NOT_OURS]
        if bars:
            yield group, bars


def svg_text(x, y, words, more=""):
    return '<text x="%.1f" y="%.1f"%s>%s</text>' % (x, y, more, words)


def svg_of_rates(rows):
    groups = list(bars_by_group(rates_by_work(rows)))
    most = int(max(rate for _, bars in groups for _, rate in bars)) + 1
    height = TOP + sum(GAP + BAR * len(bars) for _, bars in groups) + 50
    scale = (WIDTH - LEFT - RIGHT) / most
    end = height - 44
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">'
             % (WIDTH, height), '<rect width="%d" height="%d" fill="#ffffff"/>' % (WIDTH, height),
             svg_text(16, 24, "GB/s on one core, from the table (grey: other programs and limits of the machine)", ' font-size="15"')]
    for tick in range(0, most + 1, -(-most // MOST_TICKS)):
        x = LEFT + scale * tick
        lines.append('<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#e3e3e3"/>' % (x, TOP, x, end))
        lines.append(svg_text(x, end + 18, tick, ' text-anchor="middle"'))
    lines.append(svg_text(LEFT + scale * most / 2, end + 36, "GB/s", ' text-anchor="middle"'))
    y = TOP
    for group, bars in groups:
        lines.append(svg_text(16, y + 22, group, ' font-weight="bold"'))
        y += GAP - 4
        for label, rate in bars:
            colour = YARDSTICK if label in NOT_OURS else OURS
            lines.append(svg_text(LEFT - 8, y + 14, label, ' text-anchor="end"'))
            lines.append('<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>' % (LEFT, y + 2, scale * rate, BAR - 5, colour))
            lines.append(svg_text(LEFT + scale * rate + 6, y + 14, "%.2f" % rate))
            y += BAR
        y += 4
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def rows_of_page():
    with open(PAGE, encoding="utf-8") as file:
        return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in file if line.startswith("| ")]


def write_svg_of_rates(rows):
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(svg_of_rates(rows))


if __name__ == "__main__":
    write_svg_of_rates([row for row in rows_of_page() if len(row) == 4])
