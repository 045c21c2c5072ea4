"""A plot of time and memory against size, as SVG, both axes logarithmic."""

import math

WIDTH, HEIGHT, LEFT, TOP = 640, 400, 70, 30
PLOT_WIDTH, PLOT_HEIGHT = 480, 310
COLOURS = ("#1f6fb4", "#c7511f", "#2f8f4e", "#7a4fa3")


def bytes_text(size):
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1000:
            break
        size /= 1000
    return "%g %s" % (round(size), unit)


def axis(low, high):
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def curve(points, place, colour, name, row, dashed):
    where = " ".join("%.1f,%.1f" % place(x, y) for x, y in points)
    dash = ' stroke-dasharray="6 4"' if dashed else ""
    yield '<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>' % (where, colour, dash)
    for x, y in points:
        yield '<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (*place(x, y), colour)
    y = TOP + 16 + 18 * row
    yield '<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2"%s/>' % (LEFT + 12, y, LEFT + 36, y, colour, dash)
    yield '<text x="%d" y="%d">%s</text>' % (LEFT + 42, y + 4, name)


def plot(curves, title):
    """curves: [(name, [(size, seconds or bytes)], is_memory)]; seconds and megabytes share the axis."""
    sizes = [x for _, points, _ in curves for x, _ in points]
    values = [y for _, points, _ in curves for _, y in points]
    x_ticks, y_ticks = axis(min(sizes), max(sizes)), axis(min(values), max(values))

    def place(x, y):
        across = (math.log10(x) - x_ticks[0]) / (x_ticks[-1] - x_ticks[0])
        up = (math.log10(y) - y_ticks[0]) / (y_ticks[-1] - y_ticks[0])
        return LEFT + PLOT_WIDTH * across, TOP + PLOT_HEIGHT * (1 - up)

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'
             % (WIDTH, HEIGHT),
             '<rect width="%d" height="%d" fill="#ffffff"/>' % (WIDTH, HEIGHT),
             '<text x="%d" y="18" font-size="14">%s</text>' % (LEFT, title)]
    for tick in x_ticks:
        x, y = place(10.0 ** tick, 10.0 ** y_ticks[0])
        lines.append('<line x1="%.1f" y1="%d" x2="%.1f" y2="%.1f" stroke="#dddddd"/>' % (x, TOP, x, y))
        lines.append('<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>' % (x, y + 18, bytes_text(10.0 ** tick)))
    for tick in y_ticks:
        x, y = place(10.0 ** x_ticks[0], 10.0 ** tick)
        lines.append('<line x1="%.1f" y1="%.1f" x2="%d" y2="%.1f" stroke="#dddddd"/>' % (x, y, LEFT + PLOT_WIDTH, y))
        lines.append('<text x="%.1f" y="%.1f" text-anchor="end">%g</text>' % (x - 6, y + 4, 10.0 ** tick))
    for row, (name, points, memory) in enumerate(curves):
        lines.extend(curve(points, place, COLOURS[row % len(COLOURS)], name, row, memory))
    lines.append('<text x="%d" y="%d" text-anchor="middle">size of the file</text>' % (LEFT + PLOT_WIDTH // 2, HEIGHT - 16))
    lines.append("</svg>")
    return "\n".join(lines) + "\n"
