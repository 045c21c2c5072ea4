// Runs a headless Chromium with one page, controlled by the DevTools protocol over a pipe.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve as absolute } from 'node:path';

const WAIT_MS = 60000;

export class Chromium {
    static async start() {
        const one = new Chromium();
        one.profile = mkdtempSync(join(tmpdir(), 'animproof-page-'));
        one.process = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run',
            '--remote-debugging-pipe', `--user-data-dir=${one.profile}`], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        one.number = 0;
        one.waiting = new Map();
        one.requests = [];
        one.messages = [];
        let text = '';
        one.process.stdio[4].setEncoding('utf8').on('data', some => {
            const parts = (text + some).split('\0');
            text = parts.pop();
            parts.map(JSON.parse).forEach(message => one.handleMessage(message));
        });
        const { targetId } = await one.ask('Target.createTarget', { url: 'about:blank' });
        one.session = (await one.ask('Target.attachToTarget', { targetId, flatten: true })).sessionId;
        for (const domain of ['Page', 'Runtime', 'Network', 'Log', 'DOM'])
            await one.ask(`${domain}.enable`);
        await one.ask('Emulation.setFocusEmulationEnabled', { enabled: true });
        return one;
    }

    handleMessage({ id, method, params, result, error }) {
        if (id !== undefined) {
            const { resolve, reject } = this.waiting.get(id);
            this.waiting.delete(id);
            return error ? reject(new Error(error.message)) : resolve(result);
        }
        if (this.awaited?.method === method)
            this.awaited.resolve(params);
        if (method === 'Network.requestWillBeSent')
            this.requests.push(params.request.url);
        if (method === 'Runtime.consoleAPICalled')
            this.messages.push(params.args.map(one => one.value || one.description).join(' '));
        if (method === 'Runtime.exceptionThrown')
            this.messages.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
        if (method === 'Log.entryAdded')
            this.messages.push(`${params.entry.text} ${params.entry.url || ''}`);
    }

    // Sends a command of the DevTools protocol. Returns a promise of its result.
    ask(method, params = {}) {
        const id = ++this.number;
        this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    // Returns a promise of the parameters of the next event with this name.
    nextEvent(method) {
        return new Promise(resolve => { this.awaited = { method, resolve }; });
    }

    // Returns the value of an expression in the page.
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails)
            throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
        return result.value;
    }

    // Waits until an expression is true in the page. Throws an error after WAIT_MS.
    async waitUntil(expression) {
        for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
            if (await this.evaluate(expression))
                return;
            await new Promise(resolve => setTimeout(resolve, 30));
        }
        throw new Error(`not true after ${WAIT_MS} ms: ${expression}`);
    }

    // Opens a page with a window size and a colour scheme ("light" or "dark"), and waits until the page is ready.
    async open(address, { width, height, scheme }) {
        await this.ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
        await this.ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
        await this.ask('Page.navigate', { url: 'about:blank' });
        await this.waitUntil(`location.href === 'about:blank'`);
        await this.ask('Page.navigate', { url: address });
        await this.waitUntil(`location.href !== 'about:blank'`);
        await this.waitUntil(`document.readyState === 'complete' && document.body.dataset.state === 'ready'`);
    }

    // Selects files in a file input, as a file dialog does.
    async chooseFiles(paths, input = '#file-input') {
        const { root } = await this.ask('DOM.getDocument');
        const { nodeId } = await this.ask('DOM.querySelector', { nodeId: root.nodeId, selector: input });
        await this.ask('DOM.setFileInputFiles', { nodeId, files: paths.map(path => absolute(path)) });
        await this.waitUntilLinted();
    }

    // Drops files and folders on the page.
    async dropFiles(paths) {
        const data = { items: [], files: paths.map(path => absolute(path)), dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop'])
            await this.ask('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
        await this.waitUntilLinted();
    }

    // Waits until the given files are linted and the picture is drawn.
    async waitUntilLinted() {
        await this.waitUntil(`document.body.dataset.state === 'ready' && document.getElementById('status').textContent.endsWith('.')`);
        await this.waitForDrawing();
    }

    // Waits until the page has had the time to draw.
    waitForDrawing() {
        return this.evaluate('new Promise(resolve => setTimeout(() => requestAnimationFrame(() => resolve(true)), 150))');
    }

    async press(key, code = 0, text = undefined) {
        const windowsVirtualKeyCode = code || { Tab: 9, Enter: 13, ' ': 32, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, Escape: 27 }[key];
        const typed = text === undefined ? { Enter: '\r', ' ': ' ' }[key] : text;
        await this.ask('Input.dispatchKeyEvent', { type: typed ? 'keyDown' : 'rawKeyDown', key, windowsVirtualKeyCode, text: typed });
        await this.ask('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode });
    }

    async saveScreenshot(path, whole = false) {
        const { data } = await this.ask('Page.captureScreenshot', { format: 'png', captureBeyondViewport: whole });
        writeFileSync(path, Buffer.from(data, 'base64'));
    }

    async end() {
        const ended = new Promise(resolve => this.process.on('exit', resolve));
        this.process.kill();
        await ended;
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
    }
}
