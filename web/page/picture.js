// Shows the picture of a file at a moment, and lets the user choose a point.

const PICK_PIXELS = 14;
const FILLED = { filled: true, weights: true, sides: true }; // ways to draw the skin that fill its triangles
const OUTSIDE_SHARE = 0.001; // a point is outside of the box if it is off by more than this share of the box's diagonal

class Picture {
    // `options` has the elements that choose what is drawn: skin, grid, normals. `choose(point)` is called for a picked point.
    constructor(canvas, options, { choose }) {
        Object.assign(this, { canvas, options, choose, chosen: -1, joint: -1, hovered: -1, weights: null });
        this.context = canvas.getContext('2d');
        this.camera = new Camera();
        this.raster = new Raster();
        this.controls = new Controls(canvas, this.camera, {
            moved: () => this.requestDrawing(true),
            hover: (x, y) => this.hover(this.nearestPoint(x, y, this.picture?.dots.length)),
            pick: (x, y) => this.choose(this.pick(x, y)),
            focus: (x, y) => this.focus(this.nearestPoint(x, y, this.picture.points, 40)),
            fit: turns => (turns ? this.fitWhole(true) : this.fit()),
        });
        for (const option of Object.values(options))
            option.addEventListener('change', () => this.requestDrawing());
        new ResizeObserver(() => this.requestDrawing()).observe(canvas);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.requestDrawing());
    }

    // Opens a picture at its first moment. `whole` has the points that a view of all moments is fitted to, `reach` is the largest
    // absolute value of a coordinate at any moment.
    open(picture, shown, whole, reach) {
        Object.assign(this, { picture, shown, whole, reach, outermost: whole, chosen: -1, joint: -1, triangle: null, hovered: -1, weights: null, flat: null, moved: false, other: null, otherWhole: null });
        this.orient();
        this.grid = gridAround(whole, picture.up);
        this.options.skin.parentElement.hidden = picture.triangles.length === 0;
        this.options.normals.parentElement.hidden = picture.triangles.length === 0;
        this.canvas.setAttribute('aria-label', `Picture of ${this.description()}`);
        this.draw();
    }

    description() {
        const { kind, points, lines, triangles, dots } = this.picture;
        const parts = { skeleton: plural(dots.length, 'joint'), mesh: plural(dots.length, 'joint'), camera: 'the path of a camera',
            hands: 'head, gaze and hands', points: plural(points, 'point') };
        return `${parts[kind]}${triangles.length > 0 ? ` with ${plural(triangles.length / 3, 'triangle')}` : ''}`;
    }

    // Returns what the picture shows, in words: its content, the grid, and how many points are outside of the frame's bounding box.
    noteText() {
        const { step, level } = this.grid, unit = this.picture.kind === 'hands' ? ' m' : step === 1 ? ' unit' : ' units';
        const up = this.picture.up.toUpperCase(), height = level === 0 ? '' : ` at ${up} = ${Number(level.toPrecision(3))}`;
        const scale = step > 0 ? `; ${up} is up, a cell of the grid${height} is ${Number(step.toPrecision(3))}${unit}` : '';
        const left = this.outsideCount > 0 ? `; red: ${this.outsideCount} of the ${this.outsideOf} ${this.outsideCount === 1 ? 'is' : 'are'} outside of the frame's box` : '';
        const back = this.options.skin.value === 'sides' && this.picture.triangles.length > 0 ? '; violet: faces seen from behind, which the game does not draw' : '';
        return `${this.description()}${scale}${left}${back}`;
    }

    setShown(shown) {
        this.shown = shown;
        this.draw();
    }

    orient() {
        const { camera, picture: { kind, up, lines }, shown: { points } } = this;
        const bones = Array.from({ length: lines.length / 2 }, (_, i) => Math.hypot(...[0, 1, 2].map(axis => points[3 * lines[2 * i] + axis] - points[3 * lines[2 * i + 1] + axis])));
        camera.orient(kind, up);
        Object.assign(camera, { bone: medianOf(bones.filter(one => one > 0).sort((one, other) => one - other)) ?? Infinity, reach: this.reach });
    }

    // Fits the view to the points at this moment, except points far away from most.
    fit() {
        const { shown, picture, other } = this;
        this.fitTo(outermostOf([shown.points], picture.framed_from), other && shown.other ? outermostOf([shown.other], other.framed_from) : []);
    }

    // Fits the view to the points at all moments, except points far away from most; if `turns`, also turns to the first direction.
    fitWhole(turns = false) {
        if (turns)
            this.orient();
        this.fitTo(this.whole, this.otherWhole ?? []);
    }

    fitTo(own, other) {
        this.outermost = Float32Array.from([...own, ...other]);
        this.requestDrawing(false);
    }

    focus(point) {
        const { points } = this.shown;
        if (point >= 0)
            this.camera.focus(points.slice(3 * point, 3 * point + 3));
        this.requestDrawing(true);
    }

    hover(point) {
        if (point !== this.hovered) {
            this.hovered = point;
            this.requestDrawing();
        }
    }

    // Marks a point and a joint; -1 clears the mark. `weights` are the weights of the joint for each point, or null.
    mark(point, joint, weights) {
        Object.assign(this, { chosen: point, joint, weights, triangle: null });
        this.requestDrawing();
    }

    // Marks a triangle, by its index.
    markTriangle(triangle) {
        this.triangle = triangle;
        this.requestDrawing();
    }

    // Draws the picture of another file over this one, in another colour, and fits the view to both, unless the user has moved it; null
    // draws none. `outermost` has the points that a view of the other file is fitted to.
    setOther(picture, outermost) {
        Object.assign(this, { other: picture, otherWhole: outermost });
        if (this.moved)
            this.requestDrawing();
        else
            this.fitWhole();
    }

    // Returns the joint at a pixel, or else the vertex; -1 if there is none.
    pick(x, y) {
        const joint = this.nearestPoint(x, y, this.picture.dots.length);
        return joint >= 0 ? joint : this.nearestPoint(x, y, this.picture.points, PICK_PIXELS, this.picture.dots.length);
    }

    // Returns the point that is drawn nearest to a pixel, of those from `first` on, before `count`; -1 if each is farther than `most`
    // pixels. Vertices behind a filled triangle do not count.
    nearestPoint(x, y, count, most = PICK_PIXELS, first = 0) {
        const { flat, raster, picture } = this;
        let best = -1, nearest = most;
        for (let i = first; flat && i < count; i++) {
            const away = Math.hypot(flat[3 * i] - x, flat[3 * i + 1] - y);
            if (away < nearest && (i < picture.dots.length || !this.filled || !raster.hides(flat, i)))
                [best, nearest] = [i, away];
        }
        return best;
    }

    // Draws before the next frame of the screen. `moved`: the user has moved the camera, so that it keeps its place.
    requestDrawing(moved = this.moved) {
        this.moved = moved;
        this.requested ??= requestAnimationFrame(() => this.draw());
    }

    draw() {
        this.requested = null;
        const { canvas, context, camera } = this, ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
        if (!this.picture || width === 0)
            return;
        if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio))
            Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        camera.resize(width, height);
        if (!this.moved)
            camera.fit(this.outermost);
        this.flat = camera.project(this.shown.points, this.flat ?? undefined);
        const style = getComputedStyle(canvas), color = name => style.getPropertyValue(name);
        context.fillStyle = color('--ground');
        context.fillRect(0, 0, width, height);
        context.font = '13px system-ui, sans-serif';
        this.findOutside();
        this.drawGround(color, height);
        this.drawSkin(color, width, height);
        this.drawBones(color);
        this.drawOther(color);
        this.drawTriangle(color);
        this.drawNames(color, width);
        this.onnote?.(this.noteText());
    }

    // Sets outside[i] to 1 for each point i outside of the frame's box, and counts these points; `outside` is null if there is no box.
    // Joints count only if there is no skin.
    findOutside() {
        const { picture, shown: { points, box } } = this, skin = picture.triangles.length > 0, first = skin ? picture.dots.length : 0;
        this.outside = null;
        this.outsideCount = 0;
        this.outsideOf = skin ? 'vertices' : 'joints';
        const diagonal = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]), slack = OUTSIDE_SHARE * diagonal;
        if (!picture.bounded || !(diagonal > 0) || this.shown.moment === null)
            return;
        this.outside = new Uint8Array(picture.points);
        for (let i = first; i < picture.points; i++) {
            for (let axis = 0; axis < 3; axis++) {
                const at = points[3 * i + axis];
                if (at < box[axis] - slack || at > box[3 + axis] + slack)
                    this.outside[i] = 1;
            }
            this.outsideCount += this.outside[i];
        }
    }

    drawGround(color, height) {
        const { context, camera, grid } = this;
        if (!this.options.grid.checked)
            return;
        context.lineWidth = 1;
        context.strokeStyle = color('--line');
        strokeLines(context, camera.project(grid.points), grid.lines);
        drawAxes(context, camera, height, color('--ground'));
    }

    drawSkin(color, width, height) {
        const { context, picture, picture: { triangles }, flat, raster, options } = this, way = options.skin.value;
        this.filled = triangles.length > 0 && way in FILLED;
        if (triangles.length === 0)
            return;
        if (this.filled) {
            raster.begin(width, height, triangles.length / 3);
            raster.fill(flat, triangles, this.camera.focal, way === 'weights' ? this.weights : null, this.outside, way === 'sides');
            raster.end(context, width, height);
        }
        if (way === 'weights' && this.weights !== null)
            raster.drawLegend(context, width, color('--text'), color('--ground'), picture.dots[this.joint].name);
        context.lineWidth = 0.6;
        context.strokeStyle = color('--wire');
        if (way === 'wire')
            strokeLines(context, flat, triangles, 3);
        context.strokeStyle = color('--box');
        if (options.normals.checked)
            strokeLines(context, this.camera.project(normalEnds(this.shown.points, triangles, 0.03 * this.camera.fitted)), Array.from({ length: 2 * this.picture.points }, (_, i) => i));
    }

    drawBones(color) {
        const { context, camera, flat, picture, shown } = this;
        if (picture.bounded && shown.moment !== null) {
            context.lineWidth = 1;
            context.strokeStyle = color('--box');
            strokeLines(context, camera.project(cornersOfBox(shown.box)), EDGES);
        }
        context.lineWidth = 1.4;
        context.strokeStyle = color('--bone');
        strokeLines(context, flat, picture.lines);
        const loose = picture.kind === 'points' && picture.triangles.length === 0 || picture.kind === 'camera';
        context.fillStyle = color('--dot');
        drawDots(context, flat, loose ? picture.points : picture.dots.length, loose ? 1.5 : 2.2);
        context.fillStyle = color('--error');
        for (let i = 0; this.outsideCount > 0 && i < picture.dots.length; i++) {
            if (this.outside[i])
                context.fillRect(flat[3 * i] - 3.5, flat[3 * i + 1] - 3.5, 7, 7);
        }
    }

    // Draws the other file: its bones, its triangles as wire, or its points, and its box.
    drawOther(color) {
        const { context, camera, other, shown } = this;
        if (other === null || !shown.other)
            return;
        const flat = camera.project(shown.other), { lines, triangles, points, kind, bounded } = other;
        context.strokeStyle = context.fillStyle = color('--other');
        context.lineWidth = 1;
        if (bounded && shown.moment !== null)
            strokeLines(context, camera.project(cornersOfBox(shown.otherBox)), EDGES);
        context.lineWidth = 0.6;
        if (this.options.skin.value !== 'none')
            strokeLines(context, flat, triangles, 3);
        context.lineWidth = 2;
        strokeLines(context, flat, lines);
        if (kind === 'points')
            drawDots(context, flat, points, 1.5);
    }

    // Draws the marked triangle over all others, so that it is also seen from behind.
    drawTriangle(color) {
        const { context, flat, triangle, picture: { triangles } } = this;
        if (triangle === null)
            return;
        const corners = triangles.subarray(3 * triangle, 3 * triangle + 3);
        context.strokeStyle = context.fillStyle = color('--mark');
        context.lineWidth = 2.5;
        strokeLines(context, flat, corners, 3);
        context.globalAlpha = 0.45;
        context.fill();
        context.globalAlpha = 1;
    }

    // Draws rings around the chosen point, the chosen joint and that under the pointer, and the names of joints; a name that would lie
    // on an earlier one is left out.
    drawNames(color, width) {
        const { context, flat, chosen, joint, hovered, picture } = this, written = [];
        for (const [point, ink] of [[chosen, '--mark'], [joint, '--mark'], [hovered, '--text']]) {
            if (point < 0 || Number.isNaN(flat[3 * point]))
                continue;
            context.strokeStyle = context.fillStyle = color(ink);
            context.lineWidth = 2.5;
            drawRing(context, flat[3 * point], flat[3 * point + 1]);
            const name = picture.dots[point]?.name ?? '', place = textPlace(context, name, flat[3 * point] + 11, flat[3 * point + 1] - 6, width);
            if (written.every(other => !overlap(place, other)))
                drawText(context, name, place.left, place.bottom, color('--ground'));
            written.push(place);
        }
    }
}

// Returns two points for each point: its position, and the end of its normal, which is `length` long and has the mean direction of the
// point's triangles; NaN for a point without triangles.
function normalEnds(points, triangles, length) {
    const sums = new Float32Array(points.length), ends = new Float32Array(2 * points.length).fill(NaN);
    for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map(corner => 3 * triangles[i + corner]);
        const [u, v] = [b, c].map(other => [0, 1, 2].map(axis => points[other + axis] - points[a + axis]));
        // Triangles of id Tech 4 turn clockwise if they are seen from the front.
        const normal = [v[1] * u[2] - v[2] * u[1], v[2] * u[0] - v[0] * u[2], v[0] * u[1] - v[1] * u[0]];
        for (const corner of [a, b, c])
            normal.forEach((part, axis) => { sums[corner + axis] += part; });
    }
    for (let i = 0; i < points.length; i += 3) {
        const size = Math.hypot(sums[i], sums[i + 1], sums[i + 2]);
        for (let axis = 0; size > 0 && axis < 3; axis++) {
            ends[2 * i + axis] = points[i + axis];
            ends[2 * i + 3 + axis] = points[i + axis] + sums[i + axis] / size * length;
        }
    }
    return ends;
}
