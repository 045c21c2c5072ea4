// Projects points in space onto a canvas. The eye looks at a target from a distance; it turns, moves, zooms and fits points.

const FOCAL = 1.3;      // focal length, as a share of the smaller side of the canvas
const MARGIN_PIXELS = 28; // free space around fitted points
const NEAREST = 0.01;   // least depth of a drawn point, as a share of the distance
// First directions of the eye: models of id Tech 4 face +x; hands are seen from above, a little from behind, as their owner sees them.
const START = { hands: { yaw: 0.25, pitch: 0.8 }, y: { yaw: 0.6, pitch: 0.45 }, z: { yaw: -0.95, pitch: 0.25 } };

const dot = (one, x, y, z) => one[0] * x + one[1] * y + one[2] * z;

class Camera {
    // Turns to the first direction for a kind of picture. `up` is the axis that points up, 'y' or 'z'; axes of hands are left-handed.
    orient(kind, up) {
        Object.assign(this, { up, deep: kind === 'hands' ? 1 : -1, target: [0, 0, 0], distance: 1, fitted: 1, bone: Infinity, reach: 0 }, START[kind] ?? START[up]);
    }

    // Returns the directions to the right, up and into the picture, as vectors in space.
    axes() {
        const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
        return [[cy, -sy, 0], [sp * sy, sp * cy, cp], [cp * sy, cp * cy, -sp]]
            .map(([x, side, high]) => (this.up === 'z' ? [x, side, high] : [x, high, this.deep * side]));
    }

    resize(width, height) {
        Object.assign(this, { width, height, focal: FOCAL * Math.min(width, height) });
    }

    turn(yaw, pitch) {
        this.yaw += yaw;
        this.pitch = Math.min(Math.max(this.pitch + pitch, -Math.PI / 2), Math.PI / 2);
    }

    // Moves the target by a vector (right, up, into the picture).
    shift(...way) {
        this.axes().forEach((axis, i) => axis.forEach((part, j) => { this.target[j] += part * way[i]; }));
    }

    // Moves the picture by pixels: what was at the target's depth follows the pointer.
    pan(x, y) {
        const unit = this.distance / this.focal;
        this.shift(-x * unit, y * unit, 0);
    }

    // Zooms by a factor; the point at the pixel (x, y) and the target's depth stays at that pixel. The least distance is a 500th
    // of the fitted one, or the length of a bone if that is less. The greatest distance shows all points at any moment, also those
    // that a fitted view leaves out.
    magnify(factor, x = this.width / 2, y = this.height / 2) {
        const before = this.distance;
        this.distance = Math.min(Math.max(before / factor, Math.min(this.fitted / 500, this.bone)), Math.max(this.fitted * 20, this.reach * 4));
        const unit = (before - this.distance) / this.focal;
        this.shift((x - this.width / 2) * unit, (this.height / 2 - y) * unit, 0);
    }

    focus(point) {
        this.target = [...point];
        this.distance = Math.max(Math.min(this.distance, this.fitted) / 2, Math.min(this.fitted / 40, this.bone * 4));
    }

    // Moves the eye, without a turn, to where the points fill the canvas: each point bounds the eye's place by four planes.
    fit(points) {
        const [right, above, into] = this.axes();
        const [tx, ty] = [this.width, this.height].map(side => Math.max(side / 2 - MARGIN_PIXELS, side / 4) / this.focal);
        const most = [-Infinity, -Infinity, -Infinity], least = [Infinity, Infinity, Infinity];
        for (let i = 0; i < points.length; i += 3) {
            const [x, y, z] = [right, above, into].map(axis => dot(axis, points[i], points[i + 1], points[i + 2]));
            [x - z * tx, y - z * ty, z].forEach((one, axis) => { most[axis] = Math.max(most[axis], one); });
            [x + z * tx, y + z * ty, z].forEach((one, axis) => { least[axis] = Math.min(least[axis], one); });
        }
        this.target = [0, 0, 0];
        this.distance = this.fitted = 10;
        if (!(least[2] < Infinity))
            return;
        const middle = (least[2] + most[2]) / 2, eye = Math.min((least[0] - most[0]) / (2 * tx), (least[1] - most[1]) / (2 * ty));
        this.shift((least[0] + most[0]) / 2, (least[1] + most[1]) / 2, middle);
        if (middle - eye > 1e-6 * (1 + Math.abs(middle)))
            this.distance = this.fitted = middle - eye;
    }

    // Writes canvas x, y and depth of each point into the array `flat`; x and y are NaN for a point that is hidden or behind the eye.
    project(points, flat = new Float32Array(points.length)) {
        const [[rx, ry, rz], [ax, ay, az], [dx, dy, dz]] = this.axes(), [tx, ty, tz] = this.target;
        const { distance, focal, width, height } = this, nearest = NEAREST * distance;
        for (let i = 0; i < points.length; i += 3) {
            const x = points[i] - tx, y = points[i + 1] - ty, z = points[i + 2] - tz;
            const depth = distance + dx * x + dy * y + dz * z, scale = depth > nearest ? focal / depth : NaN;
            flat[i] = width / 2 + (rx * x + ry * y + rz * z) * scale;
            flat[i + 1] = height / 2 - (ax * x + ay * y + az * z) * scale;
            flat[i + 2] = depth;
        }
        return flat;
    }
}
