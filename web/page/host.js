// Runs the desk (desk.js) in a worker, so that the page stays responsive, or in the page if the browser allows no worker.

class Host {
    constructor(engine) {
        this.waiting = new Map();
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
        const { resolve, reject } = this.waiting.get(number);
        this.waiting.delete(number);
        if (error === undefined)
            resolve(answer);
        else
            reject(new Error(error));
    }

    // Called when the worker fails, as it does at its start if the browser allows no workers. Repeats the pending calls in the page;
    // later calls run in the page too.
    handleWorkerFailure(event) {
        event.preventDefault();
        this.worker = null;
        this.desk = new Desk();
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
