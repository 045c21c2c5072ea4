"""`report --ledger FILE`: the executions of all campaigns, summed, as a page that keeps a row for each campaign.

The rows are read from the page itself: that of the campaign is put in or replaced, and the page written anew.
"""

import os
import re
import time

import kept
import terminal
import tree

AIM = 10**9  # executions
HEAD = """# Executions of all campaigns

A row a campaign, put in by `animproof fuzz report NAME --ledger docs/evidence/ledger.md`. Hours are those of one process. What ran elsewhere (in
`make test`, sweeps, trials of mutators) is not counted.

| campaign | until | engines | targets | hours | executions | crashes told apart |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""
ROW = re.compile(r"\| `([^`|]+)` \| (\d{4}-\d\d-\d\d) \| ([^|]+) \| (\d+) \| ([\d.]+) \| ([\d,]+) \| ([\d,]+|not yet) \|")


def rows_of(path):
    """{name: the cells of its row}; fails where the page is not such a page."""
    if not os.path.lexists(path):
        return {}
    folder = os.path.dirname(os.path.realpath(path))
    text = kept.read_text(folder, os.path.realpath(path), kept.MOST_OF_DOCUMENT)
    rows = [ROW.fullmatch(line) for line in text.split("\n") if line.startswith("| `")]
    if not text.startswith(HEAD.partition("\n")[0]) or None in rows:
        raise kept.refused(path, "it is not a page of executions that this command has written")
    return {row[1]: row.groups() for row in rows}


def row_of(campaign, targets):
    last = [rows[-1] for rows in (campaign.rows(target.name) for target in targets) if rows]
    runs = campaign.about["runs"]
    ended = max((run.get("began") or 0) + (run.get("seconds") or 0) for run in runs) if runs else 0
    crashes = kept.read_crashes(campaign.folder, os.path.join(campaign.folder, "triage", "index.json"))
    return (campaign.name, time.strftime("%Y-%m-%d", time.gmtime(ended)), ", ".join(sorted({run["engine"] for run in runs})),
            str(len(targets)), "%.2f" % (sum(row["busy"] for row in last) / 3600),
            format(sum(row["execs"] for row in last), ","), "not yet" if crashes is None else format(len(crashes), ","))  # fmt: skip


def page_of(rows):
    total = sum(int(row[5].replace(",", "")) for row in rows)
    hours = sum(float(row[4]) for row in rows)
    left = max(0, AIM - total)
    lines = ["| `%s` | %s |" % (row[0], " | ".join(row[1:])) for row in rows]
    return "%s%s\n\n**%s executions** in %.2f hours; %s are missing to 10^9, %.2f %% of which are done.\n" % (
        HEAD, "\n".join(lines), format(total, ","), hours, format(left, ","), 100.0 * total / AIM)  # fmt: skip


def enter(path, campaign, targets):
    rows = rows_of(path)
    rows[campaign.name] = row_of(campaign, targets)
    tree.write_atomically(path, page_of(sorted(rows.values(), key=lambda row: (row[1], row[0]))))
    tree.say("entered in %s" % terminal.name(path))
