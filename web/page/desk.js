// Runs in a worker if the browser allows workers. Receives files, lints them one after the other, and holds
// the bytes of the file that the page shows.

const START_BYTES = 64;

class Desk {
    constructor() {
        this.files = [];   // entries { name, fromFolder, blob, companion }
        this.held = new Set();
        this.viewed = -1;
        this.last = Promise.resolve();
    }

    // Calls the method named `kind` after all earlier calls have ended. Returns a promise of the method's result.
    ask(kind, about) {
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
        this.files.push(...files);
        this.addToModule(first);
        return first;
    }

    // Adds the files from number `first` on to the module, and pairs those that `animproof view` has paired.
    addToModule(first) {
        const files = this.files.slice(first), numbers = new Map(files.map((file, i) => [file.name, first + i]));
        for (const file of files)
            this.module.add(file.name, file.fromFolder);
        files.forEach((file, i) => {
            if (numbers.has(file.companion))
                this.module.pair(first + i, numbers.get(file.companion));
        });
    }

    clear() {
        this.module.clear();
        this.files = [];
        this.held.clear();
        this.viewed = -1;
    }

    // Creates a new module after an error in the module, and adds all files again.
    async renew() {
        this.module = await Animproof.make(this.wasm);
        this.held.clear();
        this.viewed = -1;
        this.addToModule(0);
    }

    async bytes(blob) {
        return new Uint8Array(await blob.arrayBuffer());
    }

    // Passes the bytes of the file and of its possible companions to the module, until the module needs no further file.
    async load(file) {
        for (let needed; (needed = this.module.needs(file)) >= 0;) {
            this.module.hold(needed, await this.bytes(this.files[needed].blob));
            this.held.add(needed);
        }
    }

    // Releases the bytes of all files except those in `kept`, the file that the page shows, and its companion.
    release(...kept) {
        if (this.viewed >= 0)
            kept.push(this.viewed, this.module.companion(this.viewed));
        for (const file of this.held) {
            if (kept.includes(file))
                continue;
            this.module.release(file);
            this.held.delete(file);
        }
    }

    async guarded(work) {
        try {
            return await work();
        } catch (error) {
            await this.renew();
            return { error: String(error.message || error) };
        }
    }

    lint({ file }) {
        return this.guarded(async () => {
            const { fromFolder, blob } = this.files[file];
            if (this.module.maySkip(file, await this.bytes(blob.slice(0, START_BYTES))))
                return { skipped: true };
            await this.load(file);
            const report = this.module.lint(file);
            this.release(this.module.companion(file));
            return fromFolder && report.files[0].format === null ? { skipped: true } : { files: report.files, summary: report.summary };
        });
    }

    view({ file }) {
        return this.guarded(async () => {
            await this.load(file);
            const picture = this.module.picture(file);
            this.viewed = file;
            this.release();
            return { picture, shown: picture === null ? null : this.module.show(picture.first) };
        });
    }

    show({ moment }) {
        return this.guarded(async () => this.module.show(moment));
    }

    field({ path, offset }) {
        return this.guarded(async () => this.module.field(this.viewed, path, offset));
    }
}

if (typeof WorkerGlobalScope !== 'undefined') {
    const desk = new Desk();
    onmessage = async ({ data: { number, kind, about } }) => {
        try {
            postMessage({ number, answer: await desk.ask(kind, about) });
        } catch (error) {
            postMessage({ number, error: String(error.message || error) });
        }
    };
}
