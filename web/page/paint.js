// Draws lines, dots and texts of a picture on a canvas: the grid, the axes, the box, bones and names.

const EDGES = [[0, 1], [1, 3], [3, 2], [2, 0], [4, 5], [5, 7], [7, 6], [6, 4], [0, 4], [1, 5], [2, 6], [3, 7]].flat();
const GRID_CELLS = 10;

// Returns the eight corners of a box, given its least and its greatest corner.
function cornersOfBox(box) {
    const points = new Float32Array(24);
    for (let i = 0; i < 8; i++)
        points.set([box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]], 3 * i);
    return points;
}

// Strokes lines between pairs of points, or closed rings of `corners` points each. A line to a hidden point is left out.
function strokeLines(context, flat, lines, corners = 2) {
    context.beginPath();
    for (let i = 0; i < lines.length; i += corners) {
        let hidden = 0;
        for (let corner = 0; corner < corners; corner++)
            hidden += flat[3 * lines[i + corner]];
        if (Number.isNaN(hidden))
            continue;
        context.moveTo(flat[3 * lines[i]], flat[3 * lines[i] + 1]);
        for (let corner = 1; corner < corners; corner++)
            context.lineTo(flat[3 * lines[i + corner]], flat[3 * lines[i + corner] + 1]);
        if (corners > 2)
            context.closePath();
    }
    context.stroke();
}

function drawDots(context, flat, count, size) {
    for (let i = 0; i < count; i++) {
        if (!Number.isNaN(flat[3 * i]))
            context.fillRect(flat[3 * i] - size, flat[3 * i + 1] - size, 2 * size, 2 * size);
    }
}

function drawRing(context, x, y) {
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    context.stroke();
}

const TEXT_PIXELS = 16; // height of a line of text

// Returns the place of a text that begins at (x, y), moved so that it is inside a canvas of this width.
function textPlace(context, text, x, y, width) {
    const wide = context.measureText(escapeHidden(text)).width, left = Math.max(4, Math.min(x, width - wide - 6));
    return { left, right: left + wide, bottom: y };
}

const overlap = (one, other) => one.left < other.right && other.left < one.right && Math.abs(one.bottom - other.bottom) < TEXT_PIXELS;

// Draws text with an outline, so that it is readable on any background. The text stays inside the canvas.
function drawText(context, text, x, y, ground, width = Infinity) {
    const { strokeStyle, lineWidth } = context, words = escapeHidden(text), { left } = textPlace(context, text, x, y, width);
    Object.assign(context, { strokeStyle: ground, lineWidth: 4, lineJoin: 'round' });
    context.strokeText(words, left, y);
    Object.assign(context, { strokeStyle, lineWidth });
    context.fillText(words, left, y);
}

// Returns a level grid around the points: at 0 of the up axis, or under the points if all are more than a cell above or below 0. Its
// members: step (size of a cell), level (position on the up axis), points, and lines as pairs of points.
function gridAround(points, up) {
    const [x, y, z] = up === 'z' ? [0, 1, 2] : [0, 2, 1], least = [0, 0, 0].fill(Infinity), most = [0, 0, 0].fill(-Infinity);
    for (let i = 0; i < points.length; i++) {
        least[i % 3] = Math.min(least[i % 3], points[i]);
        most[i % 3] = Math.max(most[i % 3], points[i]);
    }
    if (!(least[0] < Infinity))
        return { step: 0, level: 0, points: new Float32Array(0), lines: [] };
    const rough = Math.max(...[0, 1, 2].map(axis => most[axis] - least[axis]), 1e-6) / GRID_CELLS * 2, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(one => one * power >= rough * 0.999), middle = axis => Math.round((least[axis] + most[axis]) / 2 / step);
    const level = least[z] > step || most[z] < -step ? Math.floor(least[z] / step) * step : 0;
    const ends = [], half = GRID_CELLS / 2;
    for (let i = -half; i <= half; i++) {
        for (const end of [-half, half])
            ends.push([x, y, i, end]);
        for (const end of [-half, half])
            ends.push([y, x, i, end]);
    }
    const made = new Float32Array(3 * ends.length);
    ends.forEach(([one, other, i, end], at) => {
        made[3 * at + one] = (middle(one) + i) * step;
        made[3 * at + other] = (middle(other) + end) * step;
        made[3 * at + z] = level;
    });
    return { step, level, points: made, lines: ends.map((_, i) => i) };
}

// Draws the directions of the three axes into the lower left corner.
function drawAxes(context, camera, height, ground) {
    const [right, above] = camera.axes(), start = [34, height - 34];
    ['X', 'Y', 'Z'].forEach((name, axis) => {
        const [x, y] = [start[0] + 22 * right[axis], start[1] - 22 * above[axis]];
        context.strokeStyle = context.fillStyle = `hsl(${[0, 120, 220][axis]} 70% 50%)`;
        context.lineWidth = 2;
        context.beginPath();
        context.moveTo(...start);
        context.lineTo(x, y);
        context.stroke();
        drawText(context, name, x + (x < start[0] ? -12 : 3), y + 4, ground);
    });
}
