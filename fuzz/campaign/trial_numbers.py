"""What trials come to: medians, ranks, and how sure it is that one way reaches more than another."""

import statistics

import trial
import tree

SURE = 0.05  # a difference with a p below this one is significant


def load_statistics():
    try:
        from scipy import stats
    except ImportError as error:
        raise tree.Failure("fuzz compare needs Python's scipy: apt-get install python3-scipy") from error
    return stats


def edges_of(rows, subject, way):
    return [row["edges"] for row in rows if row["subject"] == subject and row["way"] == way]


def against(rows, subject, way, other):
    """(p of Mann and Whitney's test, two-sided; A12: how likely a trial of `way` reaches more than one of `other`)"""
    one, two = edges_of(rows, subject, way), edges_of(rows, subject, other)
    found = load_statistics().mannwhitneyu(one, two, alternative="two-sided")
    return float(found.pvalue), float(found.statistic) / (len(one) * len(two))


def ranks(rows, subjects):
    """{way: its mean rank over the subjects, by median edges}; 1 is the best, equal medians share theirs."""
    totals = dict.fromkeys(trial.WAYS, 0.0)
    for subject in subjects:
        medians = {way: statistics.median(edges_of(rows, subject, way)) for way in trial.WAYS}
        for way, median in medians.items():
            more = sum(other > median for other in medians.values())
            totals[way] += more + (1 + sum(other == median for other in medians.values())) / 2
    return {way: total / len(subjects) for way, total in totals.items()}


def rate(rows, subject, way):
    """Executions a second of processor time, the median of the trials."""
    return statistics.median(row["executions"] / row["seconds"] for row in rows
                             if row["subject"] == subject and row["way"] == way)


def wins(rows, subject):
    """Whether the structured mutator reaches more than each other way, and that for sure."""
    for other in trial.WAYS[:-1]:
        p, a12 = against(rows, subject, "structured", other)
        if p >= SURE or a12 <= 0.5:
            return False
    return True


def at(series, seconds):
    """Edges after so many seconds."""
    reached = 0
    for when, edges in series:
        if when > seconds:
            break
        reached = edges
    return reached


def band(rows, subject, way, seconds, points=40):
    """[(seconds, lower quartile, median, upper quartile)] of the edges."""
    curves = [row["series"] for row in rows if row["subject"] == subject and row["way"] == way]
    result = []
    for number in range(1, points + 1):
        when = seconds * number / points
        low, middle, high = statistics.quantiles([at(series, when) for series in curves], n=4, method="inclusive")
        result.append((when, low, middle, high))
    return result
