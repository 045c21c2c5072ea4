// Chooses the moment of a picture: by playing, stepping and the slider.

class Player {
    // `show(moment)` computes and draws a moment, and returns a promise; `onmoment(moment)` is called for each chosen moment.
    constructor({ play, slider, back, next, speed, loop, moment, marks }, { show, onmoment }) {
        Object.assign(this, { play, slider, speed, loop, label: moment, marks, show, onmoment, playing: false, wanted: null });
        this.box = play.parentElement;
        play.addEventListener('click', () => (this.playing ? this.stop() : this.start()));
        back.addEventListener('click', () => this.step(-1));
        next.addEventListener('click', () => this.step(1));
        slider.addEventListener('input', () => this.go(Number(slider.value)));
        slider.addEventListener('keydown', event => this.press(event));
        speed.addEventListener('change', () => this.playing && this.start());
    }

    get now() {
        return Number(this.slider.value);
    }

    press(event) {
        const act = { ' ': () => this.play.click(), ',': () => this.step(-1), '.': () => this.step(1) }[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey || this.box.hidden)
            return;
        event.preventDefault();
        act();
    }

    open(picture) {
        const { first, last, rate, unit } = picture;
        this.stop();
        Object.assign(this, { picture, wanted: null });
        Object.assign(this.slider, { min: first, max: last, step: unit === 'second' ? 'any' : 1, value: first });
        this.box.hidden = last <= first || rate <= 0;
        this.setMarks([]);
        this.updateLabel();
    }

    // Shows where on the slider the findings of the file are: [{ moment, severity }].
    setMarks(findings) {
        const { first, last } = this.picture;
        this.marks.replaceChildren(...findings.filter(({ moment }) => moment !== null && moment <= last).map(({ moment, severity }) => {
            const mark = newElement('i', { className: severity });
            mark.style.left = `calc((100% - 5px) * ${(moment - first) / (last - first || 1)})`;
            return mark;
        }));
    }

    updateLabel() {
        const { unit, first, last, rate } = this.picture, at = this.now;
        this.label.textContent = unit === 'second' ? `${at.toFixed(3)} s of ${last.toFixed(3)} s`
            : `${unit} ${at} (${first} to ${last})${rate > 0 ? `, ${(at / rate).toFixed(3)} s` : ''}`;
        this.slider.setAttribute('aria-valuetext', this.label.textContent);
    }

    step(direction) {
        this.stop();
        this.go(this.now + direction * (this.picture.unit === 'second' ? 0.05 : 1));
    }

    // Shows a moment. While a moment is being computed, only the latest request is kept.
    async go(moment) {
        const { picture } = this;
        this.slider.value = Math.min(Math.max(moment, picture.first), picture.last);
        this.updateLabel();
        this.onmoment(this.now);
        this.wanted = this.now;
        if (this.busy)
            return;
        this.busy = true;
        while (this.wanted !== null) {
            const wanted = this.wanted;
            this.wanted = null;
            await this.show(wanted);
        }
        this.busy = false;
    }

    start() {
        const { first, last, rate, unit } = this.picture, began = performance.now(), from = this.now >= last ? first : this.now;
        const factor = rate * Number(this.speed.value), length = last - first + (unit === 'second' ? 0.5 : 1), run = this.run = {};
        this.playing = true;
        this.play.textContent = 'Pause';
        const tick = now => {
            if (!this.playing || this.run !== run)
                return;
            const passed = from - first + Math.max(now - began, 0) / 1000 * factor;
            const at = first + (this.loop.checked ? passed % length : Math.min(passed, last - first));
            const moment = Math.min(unit === 'second' ? at : Math.floor(at), last);
            if (!this.busy && moment !== this.now)
                this.go(moment);
            if (!this.loop.checked && passed >= last - first)
                this.stop();
            else
                requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    stop() {
        this.playing = false;
        this.play.textContent = 'Play';
    }
}
