// Moves a camera by mouse, fingers and keys, as viewers of glTF files do.
//
// A drag turns; with the right or middle button, with Shift, or with two fingers it moves; wheel and pinch zoom at the pointer. One
// finger that moves up or down scrolls the page (touch-action: pan-y of the canvas), and then the browser cancels its events.

const TURN = 1 / 120;    // radians a pixel
const CLICK_PIXELS = 5;  // a pointer that moves less has clicked
const DOUBLE_MS = 350;

class Controls {
    // `acts` has the functions moved(), hover(x, y), pick(x, y), focus(x, y), and fit(turns): turns is
    // true to look from the first direction again.
    constructor(canvas, camera, acts) {
        Object.assign(this, { canvas, camera, acts, pointers: new Map(), travelled: 0, clicked: { time: -Infinity } });
        const on = (kind, act) => canvas.addEventListener(kind, act, { passive: false });
        on('pointerdown', event => this.down(event));
        on('pointermove', event => this.move(event));
        on('pointerup', event => this.up(event));
        on('pointercancel', event => this.cancel(event));
        on('pointerleave', () => acts.hover(NaN, NaN));
        on('contextmenu', event => event.preventDefault());
        for (const kind of ['touchstart', 'touchmove'])
            on(kind, event => event.touches.length > 1 && event.preventDefault());
        on('wheel', event => {
            event.preventDefault();
            const pixels = event.deltaY * [1, 20, 400][event.deltaMode];
            camera.magnify(Math.exp(-Math.min(Math.max(pixels, -240), 240) / 500), event.offsetX, event.offsetY);
            acts.moved();
        });
        on('keydown', event => this.press(event));
    }

    down(event) {
        const { offsetX: x, offsetY: y, pointerId } = event;
        this.travelled = this.pointers.size > 0 ? CLICK_PIXELS : 0;
        this.pointers.set(pointerId, { x, y, pans: event.button > 0 || event.shiftKey || event.ctrlKey });
        this.canvas.setPointerCapture(pointerId);
        this.before = { yaw: this.camera.yaw, pitch: this.camera.pitch };
    }

    // Turns the picture back: the browser scrolls the page with this finger, so its first movement turned the picture by mistake.
    cancel({ pointerId }) {
        if (this.pointers.delete(pointerId) && this.pointers.size === 0) {
            Object.assign(this.camera, this.before);
            this.acts.moved();
        }
    }

    move({ pointerId, offsetX: x, offsetY: y }) {
        const { pointers, camera } = this, before = pointers.get(pointerId);
        if (before === undefined) {
            this.acts.hover(x, y);
            return;
        }
        const [dx, dy] = [x - before.x, y - before.y], other = [...pointers].find(([id]) => id !== pointerId)?.[1];
        this.travelled += Math.abs(dx) + Math.abs(dy);
        if (other !== undefined) {
            camera.pan(dx / 2, dy / 2);
            const [was, is] = [before, { x, y }].map(one => Math.hypot(one.x - other.x, one.y - other.y));
            camera.magnify(is / (was || 1) || 1, (x + other.x) / 2, (y + other.y) / 2);
        } else if (before.pans) {
            camera.pan(dx, dy);
        } else {
            camera.turn(dx * TURN, dy * TURN);
        }
        Object.assign(before, { x, y });
        this.acts.moved();
    }

    up({ pointerId, offsetX: x, offsetY: y, timeStamp, button }) {
        this.pointers.delete(pointerId);
        if (this.travelled >= CLICK_PIXELS || button > 0)
            return;
        const { time, x: lastX, y: lastY } = this.clicked, twice = timeStamp - time < DOUBLE_MS && Math.hypot(x - lastX, y - lastY) < 2 * CLICK_PIXELS;
        this.clicked = { x, y, time: twice ? -Infinity : timeStamp };
        this.acts[twice ? 'focus' : 'pick'](x, y);
    }

    press(event) {
        const { camera } = this, arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const zoom = { '+': 1.2, '=': 1.2, '-': 1 / 1.2 }[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (arrow !== undefined && event.shiftKey)
            camera.pan(...arrow.map(one => -30 * one));
        else if (arrow !== undefined)
            camera.turn(...arrow.map(one => 0.15 * one));
        else if (zoom !== undefined)
            camera.magnify(zoom);
        else if (event.key === 'Home' || event.key === 'f')
            this.acts.fit(event.key === 'Home');
        else
            return;
        event.preventDefault();
        if (arrow !== undefined || zoom !== undefined)
            this.acts.moved();
    }
}
