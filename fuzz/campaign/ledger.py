"""`report --ledger FILE`: adds a campaign's row to a page that has a row for each campaign and the sum of all executions.

The page itself stores the rows: they are read, the campaign's row is added or replaced, and the page is rewritten.
"""

import os
import re
import time

import campaign_files
import terminal
import tree

AIM = 10**9  # executions
HEAD = """# Executions of all campaigns

This page counts the executions of all fuzz campaigns. `animproof fuzz report NAME --ledger docs/evidence/ledger.md` adds the row of a campaign. Hours are
those of one process. Executions outside campaigns (`make test`, sweeps, trials of mutators) are not counted.

| campaign | until | engines | targets | hours | executions | distinct crashes |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""
ROW_PATTERN = re.compile(r"\| `([^`|]+)` \| (\d{4}-\d\d-\d\d) \| ([^|]+) \| (\d+) \| ([\d.]+) \| ([\d,]+) \| ([\d,]+|not yet) \|")


def read_rows(path):
    """Returns {campaign: cells of its row}; fails if the file was not written by this command."""
    if not os.path.lexists(path):
        return {}
    folder = os.path.dirname(os.path.realpath(path))
    text = campaign_files.read_text(folder, os.path.realpath(path), campaign_files.MOST_OF_DOCUMENT)
    rows = [ROW_PATTERN.fullmatch(line) for line in text.split("\n") if line.startswith("| `")]
    if not text.startswith(HEAD.partition("\n")[0]) or None in rows:
        raise campaign_files.failure_in_file(path, "it was not written by report --ledger")
    return {row[1]: row.groups() for row in rows}


def row_of_campaign(campaign, targets):
    last = [rows[-1] for rows in (campaign.rows(target.name) for target in targets) if rows]
    runs = campaign.about["runs"]
    ended = max((run.get("began") or 0) + (run.get("seconds") or 0) for run in runs) if runs else 0
    crashes = campaign_files.read_crashes_or_none(campaign.folder, os.path.join(campaign.folder, "triage", "index.json"))
    return (campaign.name, time.strftime("%Y-%m-%d", time.gmtime(ended)), ", ".join(sorted({run["engine"] for run in runs})),
            str(len(targets)), "%.2f" % (sum(row["busy"] for row in last) / 3600),
            format(sum(row["execs"] for row in last), ","), "not yet" if crashes is None else format(len(crashes), ","))  # fmt: skip


def compose_page(rows):
    total = sum(int(row[5].replace(",", "")) for row in rows)
    hours = sum(float(row[4]) for row in rows)
    left = max(0, AIM - total)
    lines = ["| `%s` | %s |" % (row[0], " | ".join(row[1:])) for row in rows]
    return "%s%s\n\n**%s executions** in %.2f hours: %.2f %% of the goal of 10^9 executions; %s are missing.\n" % (
        HEAD, "\n".join(lines), format(total, ","), hours, 100.0 * total / AIM, format(left, ","))  # fmt: skip


def add_campaign(path, campaign, targets):
    rows = read_rows(path)
    rows[campaign.name] = row_of_campaign(campaign, targets)
    tree.write_atomically(path, compose_page(sorted(rows.values(), key=lambda row: (row[1], row[0]))))
    tree.print_result("entered in %s" % terminal.escape_name(path))
