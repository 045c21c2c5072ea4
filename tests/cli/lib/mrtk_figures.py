"""The figures of a valid MRTK recording, computed from the file alone, without its markers."""

from value_loader import curve_keys


def seconds_of_true_value(keys, end):
    """Returns the time in which a boolean curve is 1."""
    ends = [time for time, _ in keys[1:]] + [end]
    return sum(max(after - time, 0) for (time, value), after in zip(keys, ends) if value == 1)


def figures(data):
    curves = {name: keys for name, keys in curve_keys(data) if keys}
    times = sorted({time for keys in curves.values() for time, _ in keys})
    end = max((keys[-1][0] for keys in curves.values()), default=0)
    tracked = [curves.get("hand_tracked_" + side, []) for side in ("left", "right")]
    most = max(map(len, curves.values()), default=0)
    return {
        "duration": end, "hands": sum(any(value == 1 for _, value in keys) for keys in tracked),
        "gaze": int(any(name.startswith("gaze") for name in curves)), "curves": len(curves),
        "keys": sum(map(len, curves.values())), "key-rate": most / end if end > 0 else None,
        "gap": max((after - before for before, after in zip(times, times[1:])), default=0),
        "tracked-left": seconds_of_true_value(tracked[0], end), "tracked-right": seconds_of_true_value(tracked[1], end)}
