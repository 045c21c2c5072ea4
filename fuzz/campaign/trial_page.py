"""Composes the result of `fuzz compare`: a part of a page such as docs/evidence/mutators.md, between two marks, and the plots."""

import datetime
import os
import platform
import re
import statistics

import charts
import trial
import trial_numbers as numbers

BEGIN, END = "<!-- fuzz compare: begin -->", "<!-- fuzz compare: end -->"
COLOURS = {"plain": "#888888", "dictionary": charts.SECOND_COLOUR, "structured": charts.CURVE_COLOUR}


def processor_name():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return (re.findall(r"model name\s*: (.*)", file.read()) or [platform.machine()])[0]


def table_row(cells):
    return "| " + " | ".join(cells) + " |"


def difference_cell(p, a12):
    return "%s, %.2f%s" % ("< 0.001" if p < 0.001 else "%.3f" % p, a12, "" if p < numbers.SIGNIFICANT else " (not significant)")


def compose_table(rows, subjects):
    head = ["subject"] + ["%s: edges (least to most)" % way for way in trial.WAYS]
    head += ["%s: runs/s" % way for way in trial.WAYS] + ["over plain: p, A12", "over dictionary: p, A12"]
    lines = [table_row(head), table_row(["---"] * len(head))]
    for subject in subjects:
        cells = [subject]
        for way in trial.WAYS:
            edges = numbers.edges_of(rows, subject, way)
            cells.append("%g (%d to %d)" % (statistics.median(edges), min(edges), max(edges)))
        cells += ["{:,.0f}".format(numbers.executions_per_second(rows, subject, way)) for way in trial.WAYS]
        cells += [difference_cell(*numbers.compare_ways(rows, subject, "structured", other)) for other in trial.WAYS[:-1]]
        lines.append(table_row(cells))
    return "\n".join(lines)


def compose_text(rows, subjects, options):
    ranks = numbers.mean_ranks(rows, subjects)
    trials = min(len(numbers.edges_of(rows, subject, way)) for subject in subjects for way in trial.WAYS)
    return "%s\n%s, %s; %d trials a cell of %g seconds of processor time each, in random order.\n\n" \
        "%s\n\nMean ranks: %s (1 is the best).\n%s\n" % (
            BEGIN, processor_name(), datetime.date.today(), trials, options.seconds, compose_table(rows, subjects),
            ", ".join("%s %.2f" % (way, ranks[way]) for way in trial.WAYS), END)  # fmt: skip


def replace_between_marks(page, made):
    """Returns the page with the part between its marks replaced by `made`, which has the marks. Raises ValueError without marks.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if not begin or not end:
        raise ValueError("it has no lines '%s' and '%s'" % (BEGIN, END))
    return before + made + after


def draw_plot(title, bands, seconds):
    """Returns the SVG of one plot: the median of each way, and a band from the lower to the upper quartile."""
    least = min(point[1] for band in bands.values() for point in band)
    floor = least - least % 50
    most = floor + charts.round_up(max(point[3] for band in bands.values() for point in band) - floor)

    parts, to_x, to_y = charts.draw_axes(title, seconds, most, floor)
    for way, band in bands.items():
        edge = ["%.1f %.1f" % (to_x(when), to_y(high)) for when, _, _, high in band]
        edge += ["%.1f %.1f" % (to_x(when), to_y(low)) for when, low, _, _ in reversed(band)]
        middle = ["%.1f %.1f" % (to_x(when), to_y(median)) for when, _, median, _ in band]
        parts.append('<path d="M%sZ" fill="%s" fill-opacity="0.25"/>' % ("L".join(edge), COLOURS[way]))
        parts.append('<path d="M%s" fill="none" stroke="%s" stroke-width="1.5"/>' % ("L".join(middle), COLOURS[way]))
    for number, way in enumerate(bands):
        parts.append('<text x="%d" y="%d" text-anchor="end" font-family="sans-serif" font-size="10" fill="%s">%s</text>' % (
            charts.WIDTH - charts.RIGHT, charts.HEIGHT - charts.BOTTOM - 6 - 12 * number, COLOURS[way], way))  # fmt: skip
    return "".join(parts)


def draw_plots(rows, subjects, seconds):
    groups = [draw_plot(subject, {way: numbers.quartile_curve(rows, subject, way, seconds) for way in trial.WAYS}, seconds)
              for subject in subjects]
    return charts.arrange_plots(groups)


def path_of_plot(page):
    return os.path.splitext(page)[0] + ".svg"
