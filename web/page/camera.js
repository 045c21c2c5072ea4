// How points in space come onto a canvas: turned, moved away, and seen in perspective.

const DEPTH = 3;   // how far the eye is from the middle, in radii
const FILL = 0.36; // of the canvas, a radius at the middle: what is nearer is larger

class Camera {
    constructor() {
        this.reset();
    }

    reset() {
        Object.assign(this, { yaw: 0.6, pitch: 0.25, zoom: 1 });
    }

    // Looks at the box about these points and corners; `up` is the axis that points up, and `left` says that axes are
    // left-handed.
    aim(points, box, up, left) {
        const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
        for (const numbers of box === null ? [points] : [points, box]) {
            for (let i = 0; i < numbers.length; i++) {
                least[i % 3] = Math.min(least[i % 3], Number.isFinite(numbers[i]) ? numbers[i] : Infinity);
                most[i % 3] = Math.max(most[i % 3], Number.isFinite(numbers[i]) ? numbers[i] : -Infinity);
            }
        }
        this.middle = least.map((low, i) => (low <= most[i] ? (low + most[i]) / 2 : 0));
        const squares = least.map((low, i) => (low <= most[i] ? (most[i] - low) ** 2 : 0));
        this.radius = Math.sqrt(squares[0] + squares[1] + squares[2]) / 2 || 1;
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

    // x, y on the canvas and the depth of each point, into `flat`; NaN where a point is not there, or behind the eye.
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
