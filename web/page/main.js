// Controls the page: receives files, lints one file after the other, and shows one file.

class Page {
    constructor() {
        this.host = new Host($('engine').textContent);
        this.files = [];
        this.reports = [];
        this.list = new FileList($('files'), number => this.open(number));
        this.picture = new Picture({ canvas: $('canvas'), play: $('play'), slider: $('slider'), moment: $('moment'), skin: $('skin'),
            names: $('names'), note: $('picture-note'), dots: $('dots'), until: $('until') }, {
            show: moment => this.host.ask('show', { moment }),
            choose: (dot, point) => this.showField({ path: dot.path }, { point }),
        });
        this.curves = new Curves({ canvas: $('curve'), select: $('curves'), note: $('curve-note') }, { choose: path => this.showField({ path }) });
        this.picture.onmoment = moment => this.curves.at(moment);
        this.listen();
    }

    async start() {
        const wasm = bytesOfBase64($('wasm').textContent.trim()).buffer;
        const rules = await this.host.ask('start', { wasm });
        this.findings = new Findings($('findings'), { rules, choose: (...chosen) => this.chooseFinding(...chosen) });
        document.body.dataset.state = 'ready';
        await this.take(filesInPage($('inside').textContent));
    }

    listen() {
        $('choose').addEventListener('click', () => $('file-input').click());
        $('choose-folder').addEventListener('click', () => $('folder-input').click());
        $('clear').addEventListener('click', () => this.clear());
        for (const id of ['file-input', 'folder-input'])
            $(id).addEventListener('change', event => {
                this.take([...event.target.files].map(fileOf)).then(() => { event.target.value = ''; });
            });
        addEventListener('keydown', event => event.key === 'Escape' && this.escape());
        addEventListener('dragover', event => {
            event.preventDefault();
            this.over();
        });
        addEventListener('drop', event => {
            event.preventDefault();
            this.over(0);
            filesOfTransfer(event.dataTransfer).then(files => this.take(files), error => this.say(`not read: ${error.message}`));
        });
        addEventListener('paste', event => {
            filesOfTransfer(event.clipboardData).then(files => this.take(files), error => this.say(`not read: ${error.message}`));
        });
        $('bytes').addEventListener('click', event => {
            if (event.target.dataset.offset !== undefined)
                this.showField({ path: null, offset: Number(event.target.dataset.offset) });
        });
    }

    // Shows for `time` milliseconds that files are dragged over the page. Browsers repeat the dragover event while files are
    // over the page, but do not always report that the files have left.
    over(time = 700) {
        clearTimeout(this.leaving);
        document.body.classList.toggle('over', time > 0);
        this.leaving = setTimeout(() => document.body.classList.remove('over'), time);
    }

    // Handles the Escape key: stops playing; if the picture does not play, clears marks and bytes.
    escape() {
        if (this.picture.playing) {
            this.picture.stop();
            return;
        }
        $('field').replaceChildren();
        $('bytes').replaceChildren();
        this.findings?.mark(null);
        if (this.view)
            this.picture.mark(-1);
    }

    say(words) {
        $('status').textContent = visible(words);
    }

    async clear() {
        await this.host.ask('clear');
        this.files = [];
        this.reports = [];
        this.list.clear();
        this.picture.stop();
        $('detail').hidden = $('clear').hidden = true;
        this.say('');
        $('choose').focus();
    }

    // Lints the files in the order of their paths, then opens the file with the highest rank.
    async take(files) {
        if (files.length === 0)
            return;
        const first = await this.host.ask('add', { files: inOrder(files) });
        files.forEach((file, i) => {
            this.files[first + i] = file;
            this.list.add(first + i, file.name);
        });
        $('clear').hidden = false;
        document.body.dataset.state = 'busy';
        for (let number = first; number < first + files.length && this.files[number] === files[number - first]; number++)
            await this.lint(number, files.length > 1);
        await this.sum(first, files.length);
        document.body.dataset.state = 'ready';
    }

    async lint(number, several) {
        const answer = await this.host.ask('lint', { file: number });
        this.reports[number] = answer;
        if (answer.skipped) {
            this.list.remove(number);
            return;
        }
        const counts = tally(answer);
        const level = answer.error === undefined ? worst(counts) : 'error';
        const words = answer.error === undefined ? countsText(counts) : `not read: ${answer.error}`;
        this.list.setResult(number, level, words);
        if (several && number % 50 === 0)
            this.say(`${number + 1} files checked`);
    }

    async sum(first, count) {
        const counts = { error: 0, warning: 0, note: 0 };
        const companions = new Set(this.reports.slice(first).map(answer => answer.files && answer.files[0].companion));
        let files = 0, skipped = 0, unread = 0, best = -1;
        for (let number = first; number < first + count; number++) {
            const answer = this.reports[number];
            skipped += answer.skipped && !companions.has(this.files[number].name) ? 1 : 0;
            files += answer.skipped ? 0 : 1;
            unread += answer.error === undefined ? 0 : 1;
            const own = tally(answer);
            for (const name of Object.keys(counts))
                counts[name] += own[name];
            if (!answer.skipped && (best < 0 || this.rank(number) > this.rank(best)))
                best = number;
        }
        const left = skipped > 0 ? `; ${plural(skipped, 'other file')} skipped (unknown format)` : '';
        const lost = unread > 0 ? `, ${unread} not read` : '';
        const one = files === 1 && best >= 0 ? this.files[best].name : plural(files, 'file');
        if (best >= 0)
            await this.open(best);
        this.say(`${one}: ${countsText(counts)}${lost}${left}.`);
    }

    // Returns a number by which files are compared: a file with a worse finding has a higher rank; of files with equally bad
    // findings, a file with a companion (such as an animation with its mesh) ranks higher.
    rank(number) {
        const report = this.reports[number], levels = ['clean', ...Object.keys(counted).reverse()];
        return 2 * levels.indexOf(worst(tally(report))) + Number(Boolean(report.files?.[0].companion));
    }

    blobOf(name) {
        const file = this.files.find(one => one.name === name);
        return file === undefined ? null : file.blob;
    }

    async open(number) {
        const report = this.reports[number];
        if (report === undefined || report.skipped)
            return;
        this.opened = number;
        this.list.mark(number);
        this.picture.stop();
        $('detail').hidden = false;
        $('name').textContent = visible(this.files[number].name);
        this.showReport(report, this.files[number]);
        this.findings.show(report.files || [], name => (name === this.files[number].name ? this.files[number].blob : this.blobOf(name)));
        $('field').replaceChildren();
        $('bytes').replaceChildren();
        const view = await this.host.ask('view', { file: number });
        if (this.opened === number)
            this.showPicture(view);
    }

    showReport(report, file) {
        if (report.error !== undefined) {
            $('about').textContent = `not read: ${report.error}`;
            $('verdict').textContent = 'not read';
            $('verdict').className = 'error';
            return;
        }
        const [own] = report.files, counts = tally(report);
        const unfinished = report.summary.incomplete > 0 ? 'not checked to its end: ' : '';
        $('verdict').textContent = (own.valid ? 'valid: ' : unfinished) + countsText(counts);
        $('verdict').className = worst(counts);
        const why = file.companion === own.companion && file.reason ? ` (${file.reason})` : '';
        const companion = own.companion ? `, with ${own.companion}${why}` : '';
        // `dropped` is the name of this member before version 0.2.0
        const truncated = report.summary.truncated ?? report.summary.dropped;
        const more = truncated > 0 ? `, ${plural(truncated, 'further finding')} over the limit` : '';
        const skipped = own.skipped_checks > 0 ? `, ${plural(own.skipped_checks, 'check')} skipped after errors` : '';
        $('about').textContent = visible(`${own.format || 'no format'}${own.layout ? `, ${own.layout}` : ''}, ${plural(file.blob.size, 'byte')}${companion}${skipped}${more}`);
    }

    showPicture({ picture, shown, error }) {
        const there = Boolean(picture && shown);
        $('picture').hidden = !there;
        $('no-picture').textContent = error ? `There is no picture: ${error}` : this.reasonForNoPicture();
        $('no-picture').hidden = there || $('no-picture').textContent === '';
        this.view = there ? picture : null;
        $('curve-box').hidden = !there || picture.curves.length === 0;
        if (!there)
            return;
        this.picture.open(picture, shown);
        this.curves.open(picture);
    }

    reasonForNoPicture() {
        const { files } = this.reports[this.opened];
        if (!files || files[0].format === null)
            return '';
        return files[0].valid ? 'There is no picture: the file has no positions to draw.'
            : 'There is no picture: the file has no positions before its first error.';
    }

    // Shows the bytes, field and moment of a finding. The event is for an editor that shows the page.
    async chooseFinding(finding, entry, blob) {
        const { rule, line, column, offset, length } = finding;
        document.dispatchEvent(new CustomEvent('animproof-finding', { detail: { file: entry.file, rule, line, column, offset, length } }));
        const own = entry === this.reports[this.opened].files[0];
        const field = own ? await this.host.ask('field', { path: finding.path, offset: finding.offset }) : null;
        this.showFieldText(finding.path === '' ? 'the file as a whole' : field && field.shown || finding.path, field);
        await this.showBytes(blob, finding, finding.line);
        if (field !== null)
            this.follow(field);
    }

    // Shows the field with the path, or the field at the offset if there is no path.
    async showField({ path, offset }, known = {}) {
        const field = await this.host.ask('field', { path, offset: offset || 0 });
        if (!field || field.error !== undefined || !field.known && !path)
            return;
        this.showFieldText(field.shown, field);
        if (field.known)
            await this.showBytes(this.files[this.opened].blob, field, null);
        this.follow({ ...field, ...known });
    }

    showFieldText(path, field) {
        const about = field && field.about ? `: ${field.about}` : '';
        const at = field && this.view ? field.moment : null;
        const moment = at === null ? '' : this.view.unit === 'second' ? `, at ${at.toFixed(3)} s` : `, ${this.view.unit} ${at}`;
        $('field').replaceChildren(part('code', {}, path), `${about}${moment}`);
    }

    async showBytes(blob, span, line) {
        if (blob === null)
            return;
        const report = this.reports[this.opened].files;
        const text = line !== null || report && /^md5/.test(report[0].format || '');
        const rows = text ? await linesOf(blob, span, line || 0, 3) : await hexOf(blob, span, 4, 14);
        $('bytes').replaceChildren(rows);
        showMark($('bytes'));
    }

    // Moves the picture to a field: shows the field's moment and marks its point and curve.
    follow({ moment, point, curve }) {
        if (!this.view)
            return;
        this.picture.stop();
        if (moment !== null)
            this.picture.go(moment);
        this.picture.mark(point === null ? -1 : point);
        if (curve === null || !this.view.curves[curve])
            return;
        const { keys } = this.view.curves[curve];
        let key = -1;
        for (let i = 0; moment !== null && key < 0 && i < keys.length; i += 2)
            key = Math.fround(moment) === keys[i] ? i / 2 : -1;
        this.curves.mark(curve, key);
    }
}

const page = new Page();
page.start().catch(error => page.say(`The WebAssembly module that checks files cannot start in this browser: ${error.message}`));
