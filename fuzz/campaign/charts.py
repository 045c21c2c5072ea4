"""Plots of a campaign as SVG: for each target, the edges reached over the time that the target ran."""

import html

WIDTH, HEIGHT = 300, 170  # pixels of one plot
COLUMNS = 3
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 26, 26
# colours: of texts, of grid lines, of the curve, and of crashes and a second curve
INK, FAINT, CURVE_COLOUR, SECOND_COLOUR = "#333333", "#dddddd", "#1f6fb2", "#c8781e"
STYLE = 'font-family="sans-serif" font-size="10" fill="%s"' % INK


def round_up(value):
    """Returns a round number that is at least `value`, for the end of an axis."""
    if value <= 0:
        return 1
    step = 1
    while step * 10 <= value:
        step *= 10
    return next(step * factor for factor in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * factor >= value)


def sample_points(points, most=240):
    """Returns about `most` points at even distances, always with the last point."""
    if len(points) <= most:
        return points
    step = len(points) / most
    return [points[int(i * step)] for i in range(most)] + [points[-1]]


def step_path(points, to_x, to_y):
    """Returns an SVG path in steps: horizontal until the next point, then vertical."""
    x, y = points[0]
    path = "M%.1f %.1f" % (to_x(x), to_y(y))
    for x, y in points[1:]:
        path += "H%.1fV%.1f" % (to_x(x), to_y(y))
    return path


def format_number(value):
    return "%gk" % (value / 1000) if value >= 10000 else "%g" % value


def draw_axes(title, x_end, y_end, y_start=0):
    """Returns (SVG of the title and the axes, to_x, to_y); to_x and to_y convert a value to a coordinate."""
    def to_x(x):
        return LEFT + (WIDTH - LEFT - RIGHT) * x / x_end

    def to_y(y):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - y_start) / (y_end - y_start)

    parts = ['<text x="%d" y="15" font-weight="bold" %s>%s</text>' % (LEFT, STYLE, html.escape(title))]
    for part in (0, 0.5, 1):
        value = y_start + (y_end - y_start) * part
        parts.append('<path d="M%d %.1fH%d" stroke="%s"/>' % (LEFT, to_y(value), WIDTH - RIGHT, FAINT))
        parts.append('<text x="%d" y="%.1f" text-anchor="end" %s>%s</text>' % (
            LEFT - 4, to_y(value) + 3, STYLE, format_number(value)))  # fmt: skip
        label = format_number(x_end * part) + (" s" if part == 1 else "")
        parts.append('<text x="%.1f" y="%d" text-anchor="%s" %s>%s</text>' % (
            to_x(x_end * part), HEIGHT - BOTTOM + 14, "end" if part == 1 else "middle", STYLE, label))  # fmt: skip
    return parts, to_x, to_y


def draw_plot(title, rows, key="edges"):
    """Returns the SVG elements of one plot, drawn with its top left corner at 0, 0."""
    points = [(row["busy"], row[key]) for row in rows if row["execs"]]
    x_end = round_up(max((x for x, _ in points), default=1))
    parts, to_x, to_y = draw_axes(title, x_end, round_up(max((y for _, y in points), default=1)))
    if points:
        parts.append('<path d="%s" fill="none" stroke="%s" stroke-width="1.5"/>' % (
            step_path([(0, points[0][1])] + sample_points(points), to_x, to_y), CURVE_COLOUR))  # fmt: skip
        parts.append('<text x="%d" y="15" text-anchor="end" %s>%d</text>' % (WIDTH - RIGHT, STYLE, points[-1][1]))
    crashes = [row["busy"] for row, last in zip(rows, [{"crashes": 0}, *rows]) if row["crashes"] > last["crashes"]]
    for x in sample_points(crashes, 40):
        parts.append('<path d="M%.1f %d v5" stroke="%s"/>' % (to_x(min(x, x_end)), HEIGHT - BOTTOM, SECOND_COLOUR))
    return "".join(parts)


def draw_plots(named_rows, key="edges"):
    """Returns one SVG document with a plot for each (title, rows) of `named_rows`."""
    return arrange_plots([draw_plot(title, rows, key) for title, rows in named_rows])


def arrange_plots(groups):
    """Arranges plots, each drawn with its top left corner at 0, 0, in columns of one SVG document."""
    columns = min(COLUMNS, max(1, len(groups)))
    lines = (len(groups) + columns - 1) // columns
    width, height = columns * WIDTH, max(1, lines) * HEIGHT
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">' % (
        width, height, width, height), '<rect width="100%" height="100%" fill="#ffffff"/>']  # fmt: skip
    for index, group in enumerate(groups):
        x, y = index % columns * WIDTH, index // columns * HEIGHT
        parts.append('<g transform="translate(%d %d)">%s</g>' % (x, y, group))
    return "\n".join(parts + ["</svg>"]) + "\n"
