"""Statistics of trials: medians, ranks, and the significance of differences between kinds of mutation."""

import statistics

import trial
import tree

SIGNIFICANT = 0.05  # differences with a smaller p are significant


def load_statistics():
    try:
        from scipy import stats
    except ImportError as error:
        raise tree.Failure("fuzz compare needs Python's scipy: apt-get install python3-scipy") from error
    return stats


def edges_of(rows, subject, way):
    return [row["edges"] for row in rows if row["subject"] == subject and row["way"] == way]


def compare_ways(rows, subject, way, other):
    """Returns (p of the two-sided Mann-Whitney test, A12). A12 is the probability that a trial of `way` reaches more edges than
    a trial of `other`; equal numbers count half."""
    one, two = edges_of(rows, subject, way), edges_of(rows, subject, other)
    found = load_statistics().mannwhitneyu(one, two, alternative="two-sided")
    return float(found.pvalue), float(found.statistic) / (len(one) * len(two))


def mean_ranks(rows, subjects):
    """Returns {way: mean rank over the subjects}, by median edges. Rank 1 is the best; equal medians share the mean rank."""
    totals = dict.fromkeys(trial.WAYS, 0.0)
    for subject in subjects:
        medians = {way: statistics.median(edges_of(rows, subject, way)) for way in trial.WAYS}
        for way, median in medians.items():
            more = sum(other > median for other in medians.values())
            totals[way] += more + (1 + sum(other == median for other in medians.values())) / 2
    return {way: total / len(subjects) for way, total in totals.items()}


def executions_per_second(rows, subject, way):
    """Returns the median over the trials of executions per second of processor time."""
    return statistics.median(row["executions"] / row["seconds"] for row in rows
                             if row["subject"] == subject and row["way"] == way)


def structured_wins(rows, subject):
    """Returns true if the structure-aware mutator reaches significantly more edges than each other way."""
    for other in trial.WAYS[:-1]:
        p, a12 = compare_ways(rows, subject, "structured", other)
        if p >= SIGNIFICANT or a12 <= 0.5:
            return False
    return True


def edges_after(series, seconds):
    """Returns the number of edges that a series had reached after a number of seconds."""
    reached = 0
    for when, edges in series:
        if when > seconds:
            break
        reached = edges
    return reached


def quartile_curve(rows, subject, way, seconds, points=40):
    """Returns [(seconds, lower quartile, median, upper quartile)] of the edges at evenly spaced times."""
    curves = [row["series"] for row in rows if row["subject"] == subject and row["way"] == way]
    result = []
    for number in range(1, points + 1):
        when = seconds * number / points
        low, middle, high = statistics.quantiles([edges_after(series, when) for series in curves], n=4, method="inclusive")
        result.append((when, low, middle, high))
    return result
