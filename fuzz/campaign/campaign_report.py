"""`report`: writes a page with the executions, crashes and coverage of a campaign as one HTML file, and as Markdown with an SVG
picture.
"""

import html
import os
import re

import campaign_files
import charts
import ledger
import reached
import series
import terminal
import tree

PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>%(title)s</title>
<style>
body { font: 15px/1.45 sans-serif; color: #222; background: #fff; max-width: 72em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0; font-size: 13px }
th, td { border-bottom: 1px solid #ddd; padding: 2px 8px; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
code { font-size: 12px } svg { max-width: 100%%; height: auto }
</style>
%(body)s
"""


class Table:
    """A table. Columns with names that begin with '#' hold numbers, and are aligned right."""

    def __init__(self, *columns):
        self.columns, self.rows = columns, []

    def add_row(self, *cells):
        self.rows.append([format(cell, ",") if isinstance(cell, int) else terminal.escape_line(str(cell)) for cell in cells])

    def markdown(self):
        heads = [column.lstrip("#") for column in self.columns]
        rules = ["---:" if column.startswith("#") else "---" for column in self.columns]
        rows = [[cell.replace("|", "\\|") for cell in row] for row in self.rows]
        return "\n".join("| %s |" % " | ".join(row) for row in [heads, rules, *rows]) + "\n"

    def html(self):
        kinds = [' class="n"' if column.startswith("#") else "" for column in self.columns]
        rows = ["<tr>%s</tr>" % "".join("<th%s>%s</th>" % (kind, html.escape(column.lstrip("#")))
                                        for kind, column in zip(kinds, self.columns))]
        for row in self.rows:
            rows.append("<tr>%s</tr>" % "".join(
                "<td%s>%s</td>" % (kind, convert_backticks_to_html(cell)) for kind, cell in zip(kinds, row)))  # fmt: skip
        return "<table>\n%s\n</table>" % "\n".join(rows)


def convert_backticks_to_html(text):
    """Converts a text to HTML; parts between backticks become <code>."""
    parts = re.split(r"`([^`]+)`", text)
    return "".join("<code>%s</code>" % html.escape(part) if i % 2 else html.escape(part)
                   for i, part in enumerate(parts))


class Page:
    """A page of headings, paragraphs, tables and one picture, which can be written as HTML and as Markdown."""

    def __init__(self, title):
        self.title, self.parts = title, []

    def add_heading(self, text):
        self.parts.append(("heading", text))

    def add_text(self, text):
        self.parts.append(("text", text))

    def add_table(self, table):
        self.parts.append(("table", table))

    def add_picture(self, svg, name):
        self.parts.append(("picture", (svg, name)))

    def markdown(self):
        out = ["# %s\n" % self.title]
        for kind, part in self.parts:
            out.append({"heading": lambda p: "## %s" % p, "text": lambda p: p + "\n", "table": lambda p: p.markdown(),
                        "picture": lambda p: "![plots](%s)\n" % p[1]}[kind](part))  # fmt: skip
        return "\n".join(out)

    def html(self):
        out = ["<h1>%s</h1>" % html.escape(self.title)]
        for kind, part in self.parts:
            out.append({"heading": lambda p: "<h2>%s</h2>" % html.escape(p), "text": lambda p: "<p>%s</p>" % convert_backticks_to_html(p),
                        "table": lambda p: p.html(), "picture": lambda p: p[0]}[kind](part))  # fmt: skip
        return PAGE % {"title": html.escape(self.title), "body": "\n".join(out)}


def percentage(part, whole):
    return "%.2f %%" % (100.0 * part / whole) if whole else "–"


def add_summary(page, campaign, rows_of):
    runs = Table("run", "engine", "#targets", "#jobs", "#minutes", "#processor minutes", "structured mutator")
    for number, run in enumerate(campaign.about["runs"], 1):
        mutator = {None: "the one linked into the target", True: "yes", False: "no"}[run.get("mutator")]
        runs.add_row(number, run["engine"], len(run["targets"]), run["jobs"], "%.1f" % (run.get("seconds", 0) / 60),
                 "%.1f" % (run.get("processor_seconds", 0) / 60), mutator)
    busy = sum(rows[-1]["busy"] for rows in rows_of.values() if rows)
    execs = sum(rows[-1]["execs"] for rows in rows_of.values() if rows)
    page.add_text("This page is the report of a fuzz campaign: %.2f hours of one process over all targets, %s executions."
              % (busy / 3600, format(execs, ",")))
    page.add_table(runs)


def add_targets(page, campaign, targets, rows_of):
    table = Table("target", "#hours", "#executions", "#a second", "#edges", "#corpus", "#minimised", "#crashes", "#kept")
    for target in targets:
        last = rows_of[target.name][-1] if rows_of[target.name] else {"busy": 0, "execs": 0, "edges": 0, "crashes": 0}
        counts = [len(campaign.inputs(what, target.name)) for what in ("corpus", "minimised", "crashes")]
        table.add_row(target.name, "%.3f" % (last["busy"] / 3600), last["execs"],
                  int(last["execs"] / last["busy"]) if last["busy"] else 0, last["edges"], counts[0],
                  counts[1] or "–", last["crashes"], counts[2])  # fmt: skip
    page.add_heading("Targets")
    page.add_text("\"a second\": executions per second that a process of the target ran, including the loading of the corpus. Edges: counted by the engine. Crashes: inputs that crashed. Kept: stored crashes, at most five of each fault.")
    page.add_table(table)


def add_crashes(page, campaign):
    crashes = campaign_files.read_crashes_or_none(campaign.folder, os.path.join(campaign.folder, "triage", "index.json"))
    page.add_heading("Crashes")
    if crashes is None:
        page.add_text("Not grouped by cause yet: run `animproof fuzz triage %s`." % campaign.name)
        return
    if not crashes:
        folder = os.path.join(campaign.folder, "crashes")
        left = sum(name.startswith(("crash-", "leak-", "timeout-", "oom-")) and not name.endswith(".log")
                   for _, _, names in os.walk(folder) for name in names)
        page.add_text("None." if left == 0 else
                  "None. `triage` ran %d inputs that crashed in earlier runs, and none crashes now." % left)  # fmt: skip
        return
    table = Table("target", "name", "kind", "functions", "#inputs", "#bytes", "rules")
    for crash in crashes:
        table.add_row(crash["target"], crash["name"], "%s %s" % (crash["kind"], crash["message"]),
                  " < ".join(crash["frames"][:3]), crash["count"], crash["minimised_bytes"],
                  ", ".join(crash["rules"][:3]))  # fmt: skip
    page.add_table(table)


def coverage_sums_or_empty(sources):
    """Returns the sums over the files: [lines, reached lines, branches, taken branches]."""
    return [sum(column) for column in zip(*[(len(s.lines), s.count_reached(), s.branches, s.branches_taken) for s in sources])]


def add_files(page, sources):
    """Adds a table of the files that a target reaches, and the names of the other files. The share in the heading is that of
    all files.
    """
    reached_sources = [source for source in sources if source.count_reached()]
    other_sources = [source for source in sources if not source.count_reached()]
    of_all, of_reached = coverage_sums_or_empty(sources), coverage_sums_or_empty(reached_sources) or [0, 0, 0, 0]
    page.add_heading("Lines reached: %s" % percentage(of_all[1], of_all[0]))
    page.add_text("The corpora above reach %s of %s lines of `core/` and `validators/`. In files that a target reaches: "
              "%s of %s lines, %s; %s of %s branches, %s." % (
                  format(of_all[1], ","), format(of_all[0], ","), format(of_reached[1], ","),
                  format(of_reached[0], ","), percentage(of_reached[1], of_reached[0]), format(of_reached[3], ","),
                  format(of_reached[2], ","), percentage(of_reached[3], of_reached[2])))  # fmt: skip
    page.add_text("Files that no target reaches: %s." % (
        ", ".join("`%s` (%d lines)" % (source.path, len(source.lines)) for source in other_sources) or "none"))  # fmt: skip
    table = Table("file", "#lines", "#reached", "#share", "#branches", "#taken", "#share")
    for source in reached_sources:
        table.add_row("`%s`" % source.path, len(source.lines), source.count_reached(), percentage(source.count_reached(), len(source.lines)),
                  source.branches, source.branches_taken, percentage(source.branches_taken, source.branches))  # fmt: skip
    page.add_table(table)


def add_unreached(page, rows, unused_notes):
    unexplained = sum(1 for row in rows if not row[4])
    page.add_heading("Lines that are not reached: %d" % len(rows))
    page.add_text("%d of these lines have no reason in `fuzz/unreached.tsv`. Rows of that file without such a line: %s." % (
        unexplained, ", ".join("`%s` `%s`" % row for row in unused_notes) or "none"))  # fmt: skip
    table = Table("why", "#lines", "where")
    for why, count, sources in reached.group_rows_by_reason(rows):
        table.add_row(why or "not explained", count, "; ".join("`%s:%s`%s" % (
            path, lines, "".join(" `%s`" % function for function in functions)) for path, lines, functions in sources))  # fmt: skip
    if rows:
        page.add_table(table)


def add_rules(page, counts, rules):
    missing = [rule for rule in rules if not counts[rule]]
    page.add_heading("Rules reached: %d of %d" % (len(rules) - len(missing), len(rules)))
    page.add_text("Number of files of all corpora that break each rule. Rules that no file breaks: %s." % (
        ", ".join("`%s`" % rule for rule in missing) or "none"))  # fmt: skip
    table = Table("rule", "#files")
    for rule in rules:
        if counts[rule]:
            table.add_row("`%s`" % rule, counts[rule])
    page.add_table(table)


def measure_and_compose_page(campaign, targets, options, svg, svg_name):
    """Returns the page. With options.coverage, measures the coverage and the rules of the corpora, and prints the results."""
    rows_of = {target.name: campaign.rows(target.name) for target in targets}
    page = Page("Fuzz campaign %s" % campaign.name)
    add_summary(page, campaign, rows_of)
    add_targets(page, campaign, targets, rows_of)
    page.add_heading("Edges over time")
    page.add_text("The horizontal axis counts seconds that the target ran; marks below the axis are crashes.")
    page.add_picture(svg, svg_name)
    add_crashes(page, campaign)
    if options.coverage:
        sources = reached.measure_coverage(campaign, targets)
        if sources:
            notes = reached.Notes(options.notes)
            rows = reached.unreached_lines(sources, notes)
            add_files(page, sources)
            add_unreached(page, rows, notes.unused_rows())
            lines = sum(len(source.lines) for source in sources)
            unexplained = sum(1 for row in rows if not row[4])
            print("lines reached: %s; %d lines not reached, %d of them without a reason" % (
                percentage(lines - len(rows), lines), len(rows), unexplained))  # fmt: skip
        counts, rules = reached.measure_rules(campaign, targets)
        add_rules(page, counts, rules)
        print("rules reached: %d of %d" % (sum(1 for rule in rules if counts[rule]), len(rules)))
    return page


def command_report(options):
    campaign = series.Campaign(options.name)
    targets = campaign.targets(options.targets)
    markdown = options.markdown or os.path.join(campaign.folder, "report.md")
    picture = os.path.splitext(markdown)[0] + ".svg"
    svg = charts.draw_plots([(target.name, campaign.rows(target.name)) for target in targets])
    page = measure_and_compose_page(campaign, targets, options, svg, os.path.basename(picture))
    tree.write_atomically(picture, svg)
    tree.write_atomically(markdown, page.markdown())
    path = os.path.join(campaign.folder, "report.html")
    tree.write_atomically(path, page.html())
    written = tuple(terminal.escape_name(os.path.relpath(each)) for each in (path, markdown, picture))
    tree.print_result("written: %s, %s, %s" % written)
    if options.ledger:
        ledger.add_campaign(options.ledger, campaign, targets)
    return 0
