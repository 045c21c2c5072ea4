// Runs in a worker if the browser allows workers. Receives files, lints them one after the other, and holds
// the bytes of the file that the page shows.

const START_BYTES = 64;
const FITTED_MOMENTS = 8;  // moments whose points a view is fitted to
const MOST_MARKS = 500;    // findings that are marked in a picture

class Desk {
    constructor() {
        this.files = [];   // entries { name, fromFolder, blob, companion, choice }
        this.choices = 0;  // number of times that files were added
        this.held = new Set();
        this.viewed = -1;
        this.other = null; // module and picture of the file that is drawn over the viewed one
        this.last = Promise.resolve();
    }

    // Calls the method named `kind` after all earlier calls have ended. Returns a promise of the method's result.
    call(kind, about) {
        const answer = this.last.then(() => this[kind](about));
        this.last = answer.catch(() => {});
        return answer;
    }

    async start({ wasm }) {
        this.wasm = wasm;
        this.module = await Animproof.make(wasm);
        return this.module.rules();
    }

    add({ files }) {
        const first = this.files.length;
        this.files.push(...files.map(file => ({ ...file, choice: this.choices })));
        this.choices++;
        this.addToModule(first);
        return first;
    }

    // Adds the files from number `first` on to a module, and pairs those that `animproof view` has paired.
    addToModule(first, module = this.module) {
        const files = this.files.slice(first), key = ({ choice }, name) => `${choice}/${name}`;
        const numbers = new Map(files.map((file, i) => [key(file, file.name), first + i]));
        for (const file of files)
            module.add(file.name, file.fromFolder, file.choice);
        files.forEach((file, i) => {
            const companion = numbers.get(key(file, file.companion));
            if (companion !== undefined)
                module.pair(first + i, companion);
        });
    }

    clear() {
        this.module.clear();
        this.files = [];
        this.choices = 0;
        this.held.clear();
        this.viewed = -1;
        this.other = null;
    }

    // Creates a new module after an error in the module, and adds all files again.
    async renew() {
        this.module = await Animproof.make(this.wasm);
        this.held.clear();
        this.viewed = -1;
        this.other = null;
        this.addToModule(0);
    }

    async bytes(blob) {
        return new Uint8Array(await blob.arrayBuffer());
    }

    // Passes the bytes of the file and of its possible companions to the module, until the module needs no further file.
    async load(file, module = this.module) {
        for (let needed; (needed = module.nextNeeded(file)) >= 0;) {
            module.hold(needed, await this.bytes(this.files[needed].blob));
            if (module === this.module)
                this.held.add(needed);
        }
    }

    // Releases the bytes of all files except those in `kept`, the file that the page shows, and its companion.
    releaseExcept(...kept) {
        if (this.viewed >= 0)
            kept.push(this.viewed, this.module.companion(this.viewed));
        for (const file of this.held) {
            if (kept.includes(file))
                continue;
            this.module.release(file);
            this.held.delete(file);
        }
    }

    // Returns the result of `work`; if that throws an error, renews the module and returns { error }.
    async renewOnError(work) {
        try {
            return await work();
        } catch (error) {
            await this.renew();
            return { error: String(error.message || error) };
        }
    }

    lint({ file }) {
        return this.renewOnError(async () => {
            const { fromFolder, blob } = this.files[file];
            if (this.module.maySkip(file, await this.bytes(blob.slice(0, START_BYTES))))
                return { skipped: true };
            await this.load(file);
            const report = this.module.lint(file), companion = this.module.companion(file), misfit = this.module.misfit(file);
            this.releaseExcept(companion);
            return fromFolder && report.files[0].format === null ? { skipped: true }
                : { files: report.files, summary: report.summary, companion, misfit };
        });
    }

    view({ file }) {
        return this.renewOnError(async () => {
            await this.load(file);
            const picture = this.module.picture(file);
            this.viewed = file;
            this.other = null;
            this.releaseExcept();
            if (picture === null)
                return { picture };
            return { picture, ...this.measureMoments(picture), shown: this.module.show(picture.first) };
        });
    }

    // Compares another file with the viewed one, and draws it from now on, too. Returns the changes and the picture of the other file,
    // which a second module makes; -1 draws no other file, and returns null.
    compare({ file }) {
        return this.renewOnError(async () => {
            this.other = null;
            if (file < 0)
                return null;
            await this.load(file);
            const { changes, why } = this.module.compare(file, this.viewed), module = await Animproof.make(this.wasm);
            this.releaseExcept();
            this.addToModule(0, module);
            await this.load(file, module);
            const picture = module.picture(file);
            this.other = picture === null ? null : { module, picture };
            return { changes, why, picture, outermost: picture === null ? null : this.measureMoments(picture, module).outermost };
        });
    }

    // Computes the points at several moments. Returns `outermost`, the points that a view of all moments is fitted to; `reach`,
    // the largest absolute value of a coordinate; and `seen`, which has 1 for each dot that was visible at one of the moments.
    measureMoments({ first, last, framed_from: framedFrom, dots }, module = this.module) {
        const seen = new Uint8Array(dots.length), moments = [];
        let reach = 0;
        for (let i = 0; i < (last > first ? FITTED_MOMENTS : 1); i++) {
            const points = module.show(first + (last - first) * i / (FITTED_MOMENTS - 1))?.points ?? new Float32Array(0);
            moments.push(points);
            seen.forEach((_, dot) => { seen[dot] |= Number.isNaN(points[3 * dot]) ? 0 : 1; });
            for (const one of points)
                reach = Math.abs(one) < Infinity ? Math.max(reach, Math.abs(one)) : reach;
        }
        return { seen, reach, outermost: outermostOf(moments, framedFrom) };
    }

    show({ moment }) {
        return this.renewOnError(async () => {
            const shown = this.module.show(moment), { module, picture } = this.other ?? {};
            const own = moment === null || !picture ? moment : Math.min(Math.max(moment, picture.first), picture.last);
            const { points, box } = shown && module?.show(own) || {};
            return points ? { ...shown, other: points, otherBox: box } : shown;
        });
    }

    choose({ point }) {
        return this.renewOnError(async () => this.module.choosePoint(point));
    }

    // Returns moment, point, curve and triangle of the picture for each of the paths, at most MOST_MARKS.
    find({ paths }) {
        return this.renewOnError(async () => paths.slice(0, MOST_MARKS).map(path => this.module.find(path)));
    }

    field({ path, offset }) {
        return this.renewOnError(async () => this.module.field(this.viewed, path, offset));
    }
}

if (typeof WorkerGlobalScope !== 'undefined') {
    const desk = new Desk();
    onmessage = async ({ data: { number, kind, about } }) => {
        try {
            postMessage({ number, answer: await desk.call(kind, about) });
        } catch (error) {
            postMessage({ number, error: String(error.message || error) });
        }
    };
}
