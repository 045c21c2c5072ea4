// Projects points in space onto a canvas: rotation, distance and perspective.

const DEPTH = 3;   // distance from the eye to the centre of the box, in radii of the box
const FILL = 0.36; // size of the box's radius on the canvas, as a share of the canvas size

class Camera {
    constructor() {
        this.reset();
    }

    reset() {
        Object.assign(this, { yaw: 0.6, pitch: 0.25, zoom: 1 });
    }

    // Aims the camera at a box; a box whose numbers are not finite means an empty picture. `up` is the axis that points up;
    // `left` is true for left-handed axes.
    aim(box, up, left) {
        const known = box.every(Number.isFinite);
        this.middle = known ? [0, 1, 2].map(i => (box[i] + box[i + 3]) / 2) : [0, 0, 0];
        this.radius = known && Math.hypot(...[0, 1, 2].map(i => box[i + 3] - box[i])) / 2 || 1;
        this.up = up;
        this.deep = left ? 1 : -1;
    }

    turn(yaw, pitch) {
        this.yaw += yaw;
        this.pitch = Math.min(Math.max(this.pitch + pitch, -Math.PI / 2), Math.PI / 2);
    }

    magnify(factor) {
        this.zoom = Math.min(Math.max(this.zoom * factor, 0.1), 50);
    }

    // Writes canvas x, y and depth of each point into the array `flat`; NaN for a point that is hidden or behind the camera.
    project(points, flat, width, height) {
        const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
        const size = Math.min(width, height) * FILL * DEPTH * this.zoom / this.radius;
        const [mx, my, mz] = this.middle, far = DEPTH * this.radius;
        for (let i = 0; i < points.length; i += 3) {
            const x = points[i] - mx;
            const [y, z] = [points[i + 1] - my, points[i + 2] - mz];
            const [side, high] = this.up === 'z' ? [y, z] : [this.deep * z, y];
            const right = cy * x - sy * side, into = sy * x + cy * side;
            const above = cp * high + sp * into, away = far + cp * into - sp * high;
            const scale = away > far / 100 ? size * this.radius / away : NaN;
            flat[i] = width / 2 + right * scale;
            flat[i + 1] = height / 2 - above * scale;
            flat[i + 2] = away;
        }
        return flat;
    }
}
