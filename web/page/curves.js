// Draws the curves of a joint or camera over time: one panel for each group of curves, such as position and orientation.

const MARGIN = 8, TITLE_PIXELS = 22, PANEL_PIXELS = 110, PICK_ROOM = 30;
const HUES = { x: 0, y: 120, z: 220, w: 290 };

class Curves {
    constructor({ box, canvas, select, note, now, title }, { choose }) {
        Object.assign(this, { box, canvas, select, note, now, title, choose, curves: [], findings: [] });
        this.context = canvas.getContext('2d');
        select.addEventListener('change', () => this.chooseKey(select.selectedIndex));
        canvas.addEventListener('click', event => this.pick(event.offsetX, event.offsetY));
        canvas.addEventListener('keydown', event => this.press(event));
        new ResizeObserver(() => this.draw()).observe(canvas);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    }

    // Opens a picture; its curves come with show().
    open({ first, last, unit }) {
        Object.assign(this, { first, last, unit, moment: first, curves: [], findings: [] });
        this.box.hidden = true;
    }

    // Shows curves under a title. `findings` are the findings to mark: [{ moment, severity, curve }].
    show(title, curves, findings) {
        Object.assign(this, { curves, findings, chosen: 0, key: -1 });
        this.box.hidden = curves.length === 0;
        this.groups = [...new Set(curves.map(curve => curve.group))];
        this.title.textContent = escapeHidden(title);
        this.canvas.style.height = `${PANEL_PIXELS * this.groups.length}px`;
        this.select.replaceChildren(...curves.map(({ group, name, keys }) => newElement('option', {}, `${group === name ? '' : `${group} `}${name} (${keys.length / 2})`)));
        this.draw();
    }

    // Selects a curve and marks its key at a moment; null marks no key.
    mark(chosen, moment) {
        const { keys } = this.curves[chosen] ?? { keys: [] };
        Object.assign(this, { chosen, key: -1 });
        for (let i = 0; moment !== null && this.key < 0 && i < keys.length; i += 2)
            this.key = Math.fround(moment) === keys[i] ? i / 2 : -1;
        this.select.selectedIndex = chosen;
        this.draw();
    }

    // Selects a key of a curve, and calls `choose` with the path of the key's field and the key's moment.
    chooseKey(chosen, key = 0) {
        Object.assign(this, { chosen, key });
        this.select.selectedIndex = chosen;
        this.draw();
        const { path, keys } = this.curves[chosen];
        this.choose(path.replace('%', key), keys[2 * key]);
    }

    setMoment(moment) {
        this.moment = moment;
        this.now.hidden = moment === null;
        if (moment !== null)
            this.now.style.left = `${this.x(moment)}px`;
    }

    pick(x, y) {
        let best = null, nearest = PICK_ROOM;
        this.curves.forEach((curve, number) => {
            for (let i = 0; i < curve.keys.length; i += 2) {
                const away = Math.abs(this.x(curve.keys[i]) - x) + Math.abs(this.y(curve, curve.keys[i + 1]) - y) / 4;
                if (away < nearest)
                    [best, nearest] = [[number, i / 2], away];
            }
        });
        if (best !== null)
            this.chooseKey(...best);
    }

    press(event) {
        const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
        if (step === undefined)
            return;
        event.preventDefault();
        const chosen = Math.min(Math.max(this.chosen + step[0], 0), this.curves.length - 1);
        const last = this.curves[chosen].keys.length / 2 - 1;
        this.chooseKey(chosen, Math.min(Math.max(this.key + step[1], 0), last));
    }

    x(moment) {
        return MARGIN + (moment - this.first) / (this.last - this.first || 1) * (this.canvas.clientWidth - 2 * MARGIN);
    }

    y({ group }, value) {
        const { least, most } = this.ranges.get(group), top = this.groups.indexOf(group) * PANEL_PIXELS;
        return top + PANEL_PIXELS - MARGIN - (value - least) / (most - least || 1) * (PANEL_PIXELS - TITLE_PIXELS - 2 * MARGIN);
    }

    // Returns the least and the greatest finite value of each group.
    rangesOfGroups() {
        const ranges = new Map(this.groups.map(group => [group, { least: Infinity, most: -Infinity }]));
        for (const { group, keys } of this.curves) {
            const range = ranges.get(group);
            for (let i = 1; i < keys.length; i += 2) {
                if (Number.isFinite(keys[i]))
                    Object.assign(range, { least: Math.min(range.least, keys[i]), most: Math.max(range.most, keys[i]) });
            }
        }
        return ranges;
    }

    draw() {
        const { canvas, context, curves } = this, ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
        if (curves.length === 0 || width === 0)
            return;
        const style = getComputedStyle(canvas), color = name => style.getPropertyValue(name);
        Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.font = '12px system-ui, sans-serif';
        this.ranges = this.rangesOfGroups();
        this.drawFindings(color, height);
        curves.forEach((curve, i) => i !== this.chosen && this.drawCurve(curve, false));
        this.drawCurve(curves[this.chosen], true);
        this.drawKey(color);
        this.drawTitles(color, width);
        this.setMoment(this.moment);
        const { group, name, keys } = curves[this.chosen];
        this.note.textContent = this.key < 0 ? '' : `${group === name ? '' : `${group} `}${name} is ${keys[2 * this.key + 1]} at ${this.unit === 'second' ? `${keys[2 * this.key].toFixed(3)} s` : `${this.unit} ${keys[2 * this.key]}`}`;
    }

    drawFindings(color, height) {
        const { context } = this;
        for (const { moment, severity } of this.findings) {
            if (moment === null)
                continue;
            context.fillStyle = context.strokeStyle = color(`--${severity}`);
            context.globalAlpha = 0.18;
            context.fillRect(this.x(moment) - 5, 0, 10, height);
            context.globalAlpha = 1;
            context.beginPath();
            context.moveTo(this.x(moment) - 5, 0);
            context.lineTo(this.x(moment) + 5, 0);
            context.lineTo(this.x(moment), 8);
            context.fill();
        }
    }

    drawCurve(curve, chosen) {
        const { context } = this, { keys, name } = curve;
        context.strokeStyle = context.fillStyle = `hsl(${HUES[name.at(-1)] ?? 210} 65% 50%)`;
        context.lineWidth = chosen ? 2.2 : 1.1;
        context.beginPath();
        for (let i = 0; i < keys.length; i += 2)
            context.lineTo(this.x(keys[i]), this.y(curve, keys[i + 1]));
        context.stroke();
        for (let i = 0; chosen && keys.length < 2 * this.canvas.clientWidth / 3 && i < keys.length; i += 2)
            context.fillRect(this.x(keys[i]) - 1.5, this.y(curve, keys[i + 1]) - 1.5, 3, 3);
    }

    drawKey(color) {
        const curve = this.curves[this.chosen], { keys } = curve;
        if (this.key < 0 || 2 * this.key >= keys.length)
            return;
        this.context.strokeStyle = color('--mark');
        this.context.lineWidth = 2.5;
        drawRing(this.context, this.x(keys[2 * this.key]), this.y(curve, keys[2 * this.key + 1]));
    }

    drawTitles(color, width) {
        const { context } = this;
        this.groups.forEach((group, i) => {
            const { least, most } = this.ranges.get(group), names = this.curves.filter(curve => curve.group === group).map(curve => curve.name);
            const range = least > most ? 'no finite value' : `${Number(least.toPrecision(5))} to ${Number(most.toPrecision(5))}`;
            context.fillStyle = color('--text');
            drawText(context, `${group}: ${range}`, MARGIN, i * PANEL_PIXELS + 16, color('--ground'), width);
            let at = MARGIN + context.measureText(`${group}: ${range}`).width + 12;
            for (const name of names.length > 1 ? names : []) {
                context.fillStyle = `hsl(${HUES[name.at(-1)] ?? 210} 65% 50%)`;
                context.fillText(name, at, i * PANEL_PIXELS + 16);
                at += context.measureText(name).width + 8;
            }
            context.strokeStyle = color('--line');
            context.lineWidth = 1;
            context.strokeRect(0, i * PANEL_PIXELS + 0.5, width, PANEL_PIXELS);
        });
    }
}
