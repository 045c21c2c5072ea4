// Wraps the exports of the WebAssembly module, with strings, bytes and JSON instead of addresses. Runs in a page, a worker and node.

class Animproof {
    static async make(bytes) {
        const one = new Animproof();
        const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: one.system() });
        one.exports = instance.exports;
        one.exports._initialize();
        return one;
    }

    // Returns the system functions that the module imports: there is no environment and no file, and exit throws an error.
    system() {
        const words = () => new DataView(this.exports.memory.buffer);
        return {
            environ_get: () => 0,
            environ_sizes_get: (count, size) => (words().setUint32(count, 0, true), words().setUint32(size, 0, true), 0),
            fd_close: () => 0,
            fd_seek: () => 70,
            fd_write: (file, list, length, written) => {
                let sum = 0;
                for (let i = 0; i < length; i++)
                    sum += words().getUint32(list + 8 * i + 4, true);
                words().setUint32(written, sum, true);
                return 0;
            },
            proc_exit: code => { throw new Error(`the WebAssembly module ended with exit code ${code}`); },
        };
    }

    // Copies bytes and a NUL into new memory of the module. Returns the address of the copy; throws an error when out of memory.
    copyIntoModule(bytes) {
        const at = this.exports.animproof_room(bytes.length + 1);
        if (at === 0)
            throw new Error('the page has not enough memory for the file');
        const room = new Uint8Array(this.exports.memory.buffer, at, bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
        return at;
    }

    // Copies a text into the module, calls the function `use` with the address of the copy, then frees the copy.
    withText(text, use) {
        const at = this.copyIntoModule(new TextEncoder().encode(text));
        try {
            return use(at);
        } finally {
            this.exports.animproof_let_go(at);
        }
    }

    // Parses the JSON text at an address in the module, and frees the text. Returns null for address 0.
    takeJson(at) {
        if (at === 0)
            return null;
        const memory = new Uint8Array(this.exports.memory.buffer);
        const text = new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
        this.exports.animproof_let_go(at);
        return JSON.parse(text);
    }

    clear() {
        this.exports.animproof_clear();
    }

    add(name, fromFolder, choice = 0) {
        return this.withText(name, at => this.exports.animproof_add(at, fromFolder ? 1 : 0, choice));
    }

    pair(file, companion) {
        this.exports.animproof_pair(file, companion);
    }

    maySkip(file, start) {
        const at = this.copyIntoModule(start);
        const skip = this.exports.animproof_may_skip(file, at, start.length) !== 0;
        this.exports.animproof_let_go(at);
        return skip;
    }

    hold(file, bytes) {
        this.exports.animproof_hold(file, this.copyIntoModule(bytes), bytes.length);
    }

    release(file) {
        this.exports.animproof_release(file);
    }

    nextNeeded(file) {
        return this.exports.animproof_needs(file);
    }

    companion(file) {
        return this.exports.animproof_companion(file);
    }

    lint(file) {
        const report = this.withText('json', at => this.takeJson(this.exports.animproof_lint_file(file, at)));
        if (report === null)
            throw new Error('memory ran out');
        return report;
    }

    // Returns why the file has no companion, as { file, missing, difference }; null if it has one, or if no other file comes near.
    misfit(file) {
        return this.takeJson(this.exports.animproof_misfit(file));
    }

    rules() {
        return this.takeJson(this.exports.animproof_rules());
    }

    field(file, path, offset) {
        if (path === null)
            return this.takeJson(this.exports.animproof_field(file, 0, offset));
        return this.withText(path, at => this.takeJson(this.exports.animproof_field(file, at, 0)));
    }

    // Returns { changes, why } from a held file to another.
    compare(older, newer) {
        return this.takeJson(this.exports.animproof_compare_files(older, newer));
    }

    floats(at, count) {
        return new Float32Array(this.exports.memory.buffer, at, count).slice();
    }

    integers(at, count) {
        return new Int32Array(this.exports.memory.buffer, at, count).slice();
    }

    // Returns the picture of a file with lines and triangles, or null if there is no picture.
    picture(file) {
        const picture = this.takeJson(this.exports.animproof_picture(file));
        if (picture === null)
            return null;
        picture.lines = this.integers(this.exports.animproof_picture_lines(), 2 * picture.lines);
        picture.triangles = this.integers(this.exports.animproof_picture_triangles(), 3 * picture.triangles);
        this.points = picture.points;
        return picture;
    }

    // Returns { moment, points, box } with the positions of the points at a moment, or in the bind pose if the moment is null. Returns
    // null when out of memory, or if there is no bind pose.
    show(moment) {
        const done = moment === null ? this.exports.animproof_picture_bind() : this.exports.animproof_picture_show(moment);
        if (done === 0)
            return null;
        return {
            moment,
            points: this.floats(this.exports.animproof_picture_points(), 3 * this.points),
            box: this.floats(this.exports.animproof_picture_box(), 6),
        };
    }

    // Returns { curves, weights, weights_of_vertex, weight_count } of a point. `curves` have their keys; `weights` is null unless the
    // point is a joint, which then has these weights at the points of the skin. For a vertex, the result also has { path, line, offset,
    // length }, a place in the companion if the file has one.
    choosePoint(point) {
        const chosen = this.takeJson(this.exports.animproof_picture_choose(point)) ?? { curves: [], weights: false, weights_of_vertex: [], weight_count: 0 };
        chosen.curves.forEach((curve, i) => {
            curve.keys = this.floats(this.exports.animproof_picture_curve(i), 2 * curve.keys);
        });
        chosen.weights = chosen.weights ? this.floats(this.exports.animproof_picture_weights(), this.points) : null;
        return chosen;
    }

    // Returns { moment, point, curve, triangle } of a path in the picture.
    find(path) {
        return this.withText(path, at => this.takeJson(this.exports.animproof_picture_find(at)));
    }
}
