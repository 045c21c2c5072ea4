// Draws a picture on a canvas: triangles from far to near, lines, the box, dots.

const MOST_FILLED = 60000; // limit of filled triangles: larger meshes are drawn as wires, with a note

const EDGES = [[0, 1], [1, 3], [3, 2], [2, 0], [4, 5], [5, 7], [7, 6], [6, 4], [0, 4], [1, 5], [2, 6], [3, 7]];

// Returns the eight corners of a box, given its least and its greatest corner.
function corners(box) {
    const points = new Float32Array(24);
    for (let i = 0; i < 8; i++)
        points.set([box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]], 3 * i);
    return points;
}

function strokeLines(context, flat, lines) {
    context.beginPath();
    for (let i = 0; i < lines.length; i += 2) {
        const [a, b] = [3 * lines[i], 3 * lines[i + 1]];
        if (Number.isNaN(flat[a] + flat[b]))
            continue;
        context.moveTo(flat[a], flat[a + 1]);
        context.lineTo(flat[b], flat[b + 1]);
    }
    context.stroke();
}

function strokeTriangles(context, flat, triangles) {
    context.beginPath();
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
        if (Number.isNaN(flat[a] + flat[b] + flat[c]))
            continue;
        context.moveTo(flat[a], flat[a + 1]);
        context.lineTo(flat[b], flat[b + 1]);
        context.lineTo(flat[c], flat[c + 1]);
        context.closePath();
    }
    context.stroke();
}

// Returns the brightness of a triangle, from 0 to 1, by the angle at which it faces the eye.
function light(flat, a, b, c, scale) {
    const [ux, uy, uz] = [flat[b] - flat[a], flat[b + 1] - flat[a + 1], (flat[b + 2] - flat[a + 2]) * scale];
    const [vx, vy, vz] = [flat[c] - flat[a], flat[c + 1] - flat[a + 1], (flat[c + 2] - flat[a + 2]) * scale];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(nx, ny, nz);
    return length > 0 ? Math.abs(0.25 * nx - 0.35 * ny + 0.9 * nz) / length : 0;
}

function fillTriangles(context, flat, triangles, scale, hue) {
    const count = triangles.length / 3, depths = new Float32Array(count);
    for (let i = 0; i < count; i++)
        depths[i] = flat[3 * triangles[3 * i] + 2] + flat[3 * triangles[3 * i + 1] + 2] + flat[3 * triangles[3 * i + 2] + 2];
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort((one, other) => depths[other] - depths[one]);
    for (const i of order) {
        const [a, b, c] = [3 * triangles[3 * i], 3 * triangles[3 * i + 1], 3 * triangles[3 * i + 2]];
        if (Number.isNaN(flat[a] + flat[b] + flat[c]))
            continue;
        context.beginPath();
        context.moveTo(flat[a], flat[a + 1]);
        context.lineTo(flat[b], flat[b + 1]);
        context.lineTo(flat[c], flat[c + 1]);
        context.closePath();
        context.fillStyle = context.strokeStyle = `hsl(${hue} 25% ${25 + 50 * light(flat, a, b, c, scale)}%)`;
        context.fill();
        context.stroke();
    }
}

// Draws text with an outline, so that it is readable on any background.
function writeOn(context, text, x, y, ground) {
    const { strokeStyle, lineWidth } = context, words = visible(text);
    Object.assign(context, { strokeStyle: ground, lineWidth: 4, lineJoin: 'round' });
    context.strokeText(words, x, y);
    Object.assign(context, { strokeStyle, lineWidth });
    context.fillText(words, x, y);
}

function drawDots(context, flat, count, size) {
    context.beginPath();
    for (let i = 0; i < count; i++) {
        if (Number.isNaN(flat[3 * i]))
            continue;
        context.moveTo(flat[3 * i] + size, flat[3 * i + 1]);
        context.arc(flat[3 * i], flat[3 * i + 1], size, 0, 2 * Math.PI);
    }
    context.fill();
}
