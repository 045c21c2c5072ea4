// Shows the picture of a file. The user can turn it, play it and choose a point.

class Picture {
    constructor({ canvas, play, slider, moment, skin, names, note, dots, until }, { show, choose }) {
        Object.assign(this, { canvas, play, slider, moment, skin, names, note, dots, until, ask: show, choose });
        this.context = canvas.getContext('2d');
        this.camera = new Camera();
        this.playing = false;
        this.chosen = -1;
        play.addEventListener('click', () => (this.playing ? this.stop() : this.start()));
        slider.addEventListener('input', () => this.go(Number(slider.value)));
        skin.addEventListener('change', () => this.draw());
        names.addEventListener('change', () => this.draw());
        dots.addEventListener('change', () => this.choosePoint(dots.selectedIndex));
        new ResizeObserver(() => this.draw()).observe(canvas);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
        this.listen();
    }

    listen() {
        const { canvas, camera } = this;
        let from = null, moved = 0;
        canvas.addEventListener('pointerdown', event => {
            from = event;
            moved = 0;
            canvas.setPointerCapture(event.pointerId);
        });
        canvas.addEventListener('pointermove', event => {
            if (from === null)
                return;
            moved += Math.abs(event.clientX - from.clientX) + Math.abs(event.clientY - from.clientY);
            camera.turn((event.clientX - from.clientX) / 120, (event.clientY - from.clientY) / 120);
            from = event;
            this.draw();
        });
        canvas.addEventListener('pointerup', event => {
            from = null;
            if (moved < 4)
                this.pick(event.offsetX, event.offsetY);
        });
        canvas.addEventListener('wheel', event => {
            event.preventDefault();
            camera.magnify(Math.exp(-event.deltaY / 500));
            this.draw();
        }, { passive: false });
        canvas.addEventListener('keydown', event => this.press(event));
        this.slider.addEventListener('keydown', event => [' ', ',', '.'].includes(event.key) && this.press(event));
    }

    press(event) {
        const step = this.picture.unit === 'second' ? 0.05 : 1, now = Number(this.slider.value);
        const acts = {
            ArrowLeft: () => this.camera.turn(-0.15, 0), ArrowRight: () => this.camera.turn(0.15, 0),
            ArrowUp: () => this.camera.turn(0, -0.15), ArrowDown: () => this.camera.turn(0, 0.15),
            '+': () => this.camera.magnify(1.2), '=': () => this.camera.magnify(1.2), '-': () => this.camera.magnify(1 / 1.2),
            Home: () => this.camera.reset(), ' ': () => this.play.click(),
            ',': () => this.go(now - step), '.': () => this.go(now + step),
        };
        if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey)
            return;
        event.preventDefault();
        acts[event.key]();
        this.draw();
    }

    // Opens a picture at its first moment.
    open(picture, shown) {
        this.stop();
        this.picture = picture;
        this.shown = shown;
        this.chosen = -1;
        this.camera.reset();
        this.camera.aim(picture.extent, picture.up, picture.kind === 'hands');
        Object.assign(this.slider, { min: picture.first, max: picture.last, step: picture.unit === 'second' ? 'any' : 1, value: picture.first });
        const still = picture.last <= picture.first || picture.rate <= 0;
        this.play.hidden = this.slider.hidden = this.moment.hidden = still;
        this.skin.parentElement.hidden = picture.triangles.length === 0;
        this.names.parentElement.hidden = this.dots.parentElement.hidden = picture.dots.length === 0;
        this.until.hidden = picture.until === null;
        this.until.textContent = picture.until === null ? '' : `The picture shows ${picture.until}: the part before the first error of the file.`;
        this.dots.replaceChildren(...picture.dots.map(dot => part('option', {}, dot.name)));
        this.dots.selectedIndex = -1;
        this.canvas.setAttribute('aria-label', this.description());
        this.tell();
        this.draw();
    }

    description() {
        const { kind, points, lines, triangles, dots } = this.picture;
        const parts = { skeleton: plural(dots.length, 'joint'), mesh: plural(dots.length, 'joint'), camera: 'the path of a camera',
            hands: this.parts(), points: plural(points, 'point') };
        const skin = triangles.length > 0 ? ` with ${plural(triangles.length / 3, 'triangle')}` : '';
        const wire = triangles.length / 3 > MOST_FILLED ? ', drawn as wire' : '';
        this.note.textContent = `${parts[kind]}${skin}${wire}`;
        return `Picture of ${parts[kind]}${skin}. Arrows turn it, plus and minus zoom, space plays, comma and point step.`;
    }

    // Returns the names of the parts (head, gaze, left hand, right hand) that have curves, separated by commas.
    parts() {
        const { dots, curves } = this.picture, firsts = [[0, 'head'], [2, 'gaze'], [4, 'left hand'], [(dots.length + 4) / 2, 'right hand']];
        const there = firsts.filter(([first], i) => curves.some(({ point }) => point >= first && point < (firsts[i + 1] || [dots.length])[0]));
        return there.map(([, name]) => name).join(', ') || 'no point that moves';
    }

    tell() {
        const { unit, first, last, rate } = this.picture, at = Number(this.slider.value);
        this.moment.textContent = unit === 'second' ? `${at.toFixed(3)} s of ${last.toFixed(3)} s`
            : `${unit} ${at} (${first} to ${last})${rate > 0 ? `, ${(at / rate).toFixed(3)} s` : ''}`;
        this.slider.setAttribute('aria-valuetext', this.moment.textContent);
    }

    // Shows a moment. While a moment is being computed, only the latest request is kept.
    async go(moment) {
        const { first, last } = this.picture;
        this.slider.value = Math.min(Math.max(moment, first), last);
        this.tell();
        this.onmoment?.(Number(this.slider.value));
        this.wanted = Number(this.slider.value);
        if (this.busy)
            return;
        this.busy = true;
        const picture = this.picture;
        while (this.wanted !== null && this.picture === picture) {
            const wanted = this.wanted;
            this.wanted = null;
            const shown = await this.ask(wanted);
            if (shown?.points && this.picture === picture)
                this.shown = shown;
            this.draw();
        }
        this.busy = false;
    }

    start() {
        const { first, last, rate, unit } = this.picture;
        const began = performance.now(), from = Number(this.slider.value) >= last ? first : Number(this.slider.value);
        this.playing = true;
        this.play.textContent = 'Pause';
        const length = last - first + (unit === 'second' ? 0.5 : 1);
        const tick = now => {
            if (!this.playing)
                return;
            const run = from - first + (now - began) / 1000 * rate, at = first + run % length;
            const moment = Math.min(unit === 'second' ? at : Math.floor(at), last);
            if (!this.busy && moment !== this.shown.moment)
                this.go(moment);
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    stop() {
        this.playing = false;
        this.play.textContent = 'Play';
    }

    // Marks a point; -1 clears the mark.
    mark(point) {
        this.chosen = point;
        this.dots.selectedIndex = point < this.dots.length ? point : -1;
        this.draw();
    }

    choosePoint(point) {
        this.mark(point);
        this.choose(this.picture.dots[point], point);
    }

    pick(x, y) {
        let best = -1, nearest = 14;
        for (let i = 0; i < this.picture.dots.length; i++) {
            const away = Math.hypot(this.flat[3 * i] - x, this.flat[3 * i + 1] - y);
            if (away < nearest)
                [best, nearest] = [i, away];
        }
        if (best >= 0)
            this.choosePoint(best);
    }

    draw() {
        if (!this.picture || this.canvas.clientWidth === 0)
            return;
        const { canvas, context, picture, shown } = this, ratio = devicePixelRatio || 1;
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio))
            Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        this.flat = this.camera.project(shown.points, this.flat?.length === shown.points.length ? this.flat : new Float64Array(shown.points.length), width, height);
        this.drawParts(context, picture, getComputedStyle(canvas));
    }

    drawParts(context, picture, style) {
        const color = name => style.getPropertyValue(name), { flat, shown, camera } = this;
        const wire = this.skin.value === 'wire' || picture.triangles.length / 3 > MOST_FILLED;
        context.lineWidth = 0.6;
        context.strokeStyle = color('--wire');
        if (this.skin.value !== 'none' && wire)
            strokeTriangles(context, flat, picture.triangles);
        else if (this.skin.value !== 'none')
            fillTriangles(context, flat, picture.triangles, this.canvas.clientHeight / (2 * camera.radius), 210);
        if (picture.bounded) {
            const box = camera.project(corners(shown.box), new Float64Array(24), this.canvas.clientWidth, this.canvas.clientHeight);
            context.lineWidth = 1;
            context.strokeStyle = color('--box');
            strokeLines(context, box, EDGES.flat());
        }
        context.lineWidth = 1.6;
        context.strokeStyle = color('--bone');
        strokeLines(context, flat, picture.lines);
        context.fillStyle = color('--dot');
        const loose = picture.kind === 'points' && picture.triangles.length === 0 || picture.kind === 'camera';
        drawDots(context, flat, loose ? picture.points : picture.dots.length, loose ? 1.5 : 2.5);
        this.drawChosen(context, color);
    }

    drawChosen(context, color) {
        const { flat, chosen, picture } = this;
        context.fillStyle = color('--text');
        context.font = '12px system-ui, sans-serif';
        for (let i = 0; this.names.checked && i < picture.dots.length; i++)
            writeOn(context, picture.dots[i].name, flat[3 * i] + 5, flat[3 * i + 1] - 4, color('--ground'));
        if (chosen < 0 || Number.isNaN(flat[3 * chosen]))
            return;
        context.strokeStyle = context.fillStyle = color('--mark');
        context.lineWidth = 2.5;
        context.beginPath();
        context.arc(flat[3 * chosen], flat[3 * chosen + 1], 7, 0, 2 * Math.PI);
        context.stroke();
        if (!this.names.checked && chosen < picture.dots.length)
            writeOn(context, picture.dots[chosen].name, flat[3 * chosen] + 11, flat[3 * chosen + 1] - 6, color('--ground'));
    }
}
