// Draws the selected curve over time, together with the other curves of the same point.

const MARGIN = 8;

class Curves {
    constructor({ canvas, select, note }, { choose }) {
        Object.assign(this, { canvas, select, note, choose });
        this.context = canvas.getContext('2d');
        this.curves = [];
        select.addEventListener('change', () => this.take(select.selectedIndex));
        canvas.addEventListener('click', event => this.pick(event.offsetX));
        canvas.addEventListener('keydown', event => this.press(event));
        new ResizeObserver(() => this.draw()).observe(canvas);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    }

    open(picture) {
        Object.assign(this, { curves: picture.curves, first: picture.first, last: picture.last, now: picture.first, chosen: 0, key: -1 });
        this.select.replaceChildren(...picture.curves.map(curve => part('option', {}, `${curve.shown} (${plural(curve.keys.length / 2, 'key')})`)));
        this.draw();
    }

    // Selects a curve and marks one of its keys; -1 marks no key.
    mark(chosen, key = -1) {
        Object.assign(this, { chosen, key });
        this.select.selectedIndex = chosen;
        this.draw();
    }

    take(chosen, key = -1) {
        this.mark(chosen, key);
        const { path } = this.curves[chosen];
        this.choose(key < 0 ? `${path}.key_count` : `${path}.keys[${key}].value`);
    }

    at(moment) {
        this.now = moment;
        this.draw();
    }

    pick(x) {
        const { keys } = this.curves[this.chosen];
        let best = -1, nearest = Infinity;
        for (let i = 0; 2 * i < keys.length; i++) {
            const away = Math.abs(this.x(keys[2 * i]) - x);
            if (away < nearest)
                [best, nearest] = [i, away];
        }
        if (best >= 0)
            this.take(this.chosen, best);
    }

    press(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined)
            return;
        event.preventDefault();
        const last = this.curves[this.chosen].keys.length / 2 - 1;
        this.take(this.chosen, Math.min(Math.max(this.key + step, 0), last));
    }

    x(time) {
        return MARGIN + (time - this.first) / (this.last - this.first || 1) * (this.canvas.clientWidth - 2 * MARGIN);
    }

    // Returns the curves of the point that the selected curve moves, with the selected curve last, so that it is drawn on top.
    together() {
        const { point } = this.curves[this.chosen], chosen = this.curves[this.chosen];
        return [...this.curves.filter(curve => point >= 0 && curve.point === point && curve !== chosen), chosen];
    }

    draw() {
        if (this.curves.length === 0 || this.canvas.clientWidth === 0)
            return;
        const { canvas, context } = this, ratio = devicePixelRatio || 1, style = getComputedStyle(canvas);
        Object.assign(canvas, { width: Math.round(canvas.clientWidth * ratio), height: Math.round(canvas.clientHeight * ratio) });
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        const shown = this.together(), values = shown.flatMap(({ keys }) => [...keys].filter((value, i) => i % 2 === 1 && Number.isFinite(value)));
        const least = values.reduce((a, b) => Math.min(a, b), Infinity), most = values.reduce((a, b) => Math.max(a, b), -Infinity);
        this.y = value => canvas.clientHeight - MARGIN - (value - least) / (most - least || 1) * (canvas.clientHeight - 2 * MARGIN);
        for (const curve of shown)
            this.drawCurve(curve, curve === shown[shown.length - 1], style);
        context.strokeStyle = style.getPropertyValue('--mark');
        context.beginPath();
        context.moveTo(this.x(this.now), 0);
        context.lineTo(this.x(this.now), canvas.clientHeight);
        context.stroke();
        this.note.textContent = values.length > 0 ? `from ${Number(least.toPrecision(7))} to ${Number(most.toPrecision(7))}` : 'no finite value';
    }

    drawCurve({ keys }, chosen, style) {
        const { context } = this;
        context.strokeStyle = context.fillStyle = style.getPropertyValue(chosen ? '--bone' : '--wire');
        context.lineWidth = chosen ? 1.8 : 0.8;
        context.beginPath();
        for (let i = 0; i < keys.length; i += 2)
            context.lineTo(this.x(keys[i]), this.y(keys[i + 1]));
        context.stroke();
        for (let i = 0; chosen && i < keys.length; i += 2)
            context.fillRect(this.x(keys[i]) - 1.5, this.y(keys[i + 1]) - 1.5, 3, 3);
        if (!chosen || this.key < 0 || 2 * this.key >= keys.length)
            return;
        context.fillStyle = style.getPropertyValue('--mark');
        context.fillRect(this.x(keys[2 * this.key]) - 4, this.y(keys[2 * this.key + 1]) - 4, 8, 8);
    }
}
