// Runs the desk (desk.js) in a worker, so that the page stays responsive, or in the page if the browser allows no worker.

class Host {
    constructor(engine) {
        this.waiting = new Map();
        this.kept = []; // answered calls that a new desk needs
        this.number = 0;
        try {
            const address = URL.createObjectURL(new Blob([engine], { type: 'text/javascript' }));
            this.worker = new Worker(address);
            this.worker.onmessage = event => this.handleAnswer(event.data);
            this.worker.onerror = event => this.handleWorkerFailure(event);
        } catch {
            this.desk = new Desk();
        }
    }

    handleAnswer({ number, answer, error }) {
        const call = this.waiting.get(number);
        this.waiting.delete(number);
        if (error !== undefined) {
            call.reject(new Error(error));
            return;
        }
        this.keepIfNeeded(call);
        call.resolve(answer);
    }

    // Keeps `start`, each `add` after the last `clear`, and the last `view` after it.
    keepIfNeeded({ kind, about }) {
        this.kept = this.kept.filter(one => one.kind === 'start' || kind !== 'clear' && (one.kind !== 'view' || kind !== 'view'));
        if (['start', 'add', 'view'].includes(kind))
            this.kept.push({ kind, about });
    }

    // Called when the worker fails, as it does at its start if the browser allows no workers. Repeats the kept calls and then the
    // pending calls in the page; later calls run in the page too.
    handleWorkerFailure(event) {
        event.preventDefault();
        if (this.desk)
            return; // the worker had a second error before it ended
        this.worker.terminate();
        this.worker = null;
        this.desk = new Desk();
        for (const { kind, about } of this.kept)
            this.desk.call(kind, about).catch(() => {}); // without the module, each later call fails, too
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        for (const { kind, about, resolve, reject } of waiting)
            this.desk.call(kind, about).then(resolve, reject);
    }

    call(kind, about) {
        if (this.desk)
            return this.desk.call(kind, about);
        const number = this.number++;
        return new Promise((resolve, reject) => {
            this.waiting.set(number, { kind, about, resolve, reject });
            this.worker.postMessage({ number, kind, about });
        });
    }
}
