// Controls the page: receives files, lints one file after the other, and shows one file.

class Page {
    constructor() {
        this.host = new Host($('engine').textContent);
        this.files = [];
        this.reports = [];
        this.labels = new Set(); // names that the page shows for files: no two are equal
        this.list = new FileList($('files'), number => this.choose(number));
        this.viewer = new Viewer(this.host, { showField: (...field) => this.showField(...field), showVertex: vertex => this.showVertex(vertex),
            showPicture: () => this.scrollToUnlessInView($('canvas'), 1),
            onmoment: () => this.updateAddress() });
        this.listen();
    }

    async start() {
        const wasm = bytesOfBase64($('wasm').textContent.trim()).buffer;
        const rules = await this.host.call('start', { wasm });
        this.findings = new Findings($('findings'), { rules, choose: (...chosen) => this.chooseFinding(...chosen) });
        document.body.dataset.state = 'ready';
        this.wanted = wantedOf(location.hash);
        this.offerExamples(JSON.parse($('samples').textContent));
        await this.lintFiles(filesInPage(JSON.parse($('inside').textContent)));
    }

    listen() {
        $('choose').addEventListener('click', () => $('file-input').click());
        $('choose-folder').addEventListener('click', () => $('folder-input').click());
        $('clear').addEventListener('click', () => this.clear());
        for (const id of ['file-input', 'folder-input'])
            $(id).addEventListener('change', event => {
                this.lintFiles([...event.target.files].map(fileOf)).then(() => { event.target.value = ''; });
            });
        addEventListener('hashchange', () => {
            this.wanted = wantedOf(location.hash);
            this.openWanted();
        });
        $('link').addEventListener('click', () => this.copyLink());
        addEventListener('keydown', event => event.key === 'Escape' && this.handleEscape());
        addEventListener('dragover', event => {
            event.preventDefault();
            this.showDragOver();
        });
        addEventListener('drop', event => {
            event.preventDefault();
            this.showDragOver(0);
            filesOfTransfer(event.dataTransfer).then(files => this.lintFiles(files), error => this.showStatus(`not read: ${error.message}`));
        });
        addEventListener('paste', event => {
            filesOfTransfer(event.clipboardData).then(files => this.lintFiles(files), error => this.showStatus(`not read: ${error.message}`));
        });
        $('bytes').addEventListener('click', event => {
            if (event.target.dataset.offset !== undefined)
                this.showField({ path: null, offset: Number(event.target.dataset.offset) }, { follow: true });
        });
    }

    // Shows for `time` milliseconds that files are dragged over the page. Browsers repeat the dragover event while files are
    // over the page, but do not always report that the files have left.
    showDragOver(time = 700) {
        clearTimeout(this.leaving);
        document.body.classList.toggle('over', time > 0);
        this.leaving = setTimeout(() => document.body.classList.remove('over'), time);
    }

    // Handles the Escape key: stops playing; if the picture does not play, clears marks and bytes.
    handleEscape() {
        if (this.viewer.player.playing) {
            this.viewer.player.stop();
            return;
        }
        this.clearShown();
        this.findings?.mark(null);
        if (this.viewer.view)
            this.viewer.choosePoint(-1, -1);
    }

    // Shows a button for each example in the page: [{ title, files }]. If the page has no other files and its address names a file of
    // an example, opens that example.
    offerExamples(examples) {
        for (const { title, files } of examples) {
            const button = newElement('button', { type: 'button' }, title);
            button.addEventListener('click', async () => {
                await this.clear();
                await this.lintFiles(filesInPage(files));
                this.scrollToUnlessInView($('detail'), 0.75);
            });
            $('examples').append(button);
        }
        if (examples.some(({ files }) => files.some(file => file.name === this.wanted?.file)) && $('inside').textContent === '[]')
            this.lintFiles(filesInPage(examples.find(({ files }) => files.some(file => file.name === this.wanted.file)).files));
    }

    // Scrolls to a part of the page unless the part, or as much of it as this share of the window, is in view.
    scrollToUnlessInView(element, share) {
        const { top, height } = element.getBoundingClientRect();
        if (top < 0 || top + Math.min(height, innerHeight * share) > innerHeight)
            element.scrollIntoView({ block: 'start' });
    }

    // Moves field, bytes and curves under the row of a finding, which stays where the user sees it; without a row, below the picture.
    moveShownBelow(row = null) {
        const before = row?.getBoundingClientRect().top;
        if (row !== null)
            row.after($('shown'));
        else if (!$('shown').contains(document.activeElement))
            $('side').before($('shown'));
        for (const scroller of row === null ? [] : [$('findings'), document.scrollingElement])
            scroller.scrollBy(0, row.getBoundingClientRect().top - before);
    }

    clearShown() {
        $('field').replaceChildren();
        $('bytes').replaceChildren();
        this.moveShownBelow();
    }

    // Scrolls up to the picture as far as the row of a finding stays in view.
    revealPicture(row) {
        const { top } = $('canvas').getBoundingClientRect(), { bottom } = row.getBoundingClientRect();
        scrollBy(0, -Math.max(0, Math.min(-top, innerHeight - bottom)));
    }

    // Opens the file, finding and moment that the address of the page names, if the file was given to the page.
    async openWanted() {
        const { wanted } = this, number = this.files.findIndex(({ label }) => label === wanted?.file);
        if (number < 0 || !this.list.rows.has(number))
            return;
        this.wanted = null;
        if (this.opened !== number)
            await this.open(number);
        if (wanted.finding !== undefined)
            await this.findings.choose(...this.findings.markNumber(wanted.finding));
        if (wanted.at !== undefined && this.viewer.view)
            this.viewer.player.go(wanted.at);
    }

    // Returns the address of the page with the opened file, the chosen finding and the moment.
    address() {
        const words = new URLSearchParams({ file: this.files[this.opened].label });
        const finding = this.findings.markedNumber();
        if (finding >= 0)
            words.set('finding', finding + 1);
        if (this.viewer.view && this.viewer.view.last > this.viewer.view.first)
            words.set('at', Number(this.viewer.now.toFixed(3)));
        return `${location.href.replace(/#.*/, '')}#${words}`;
    }

    // Writes what is shown into the address, half a second after the last change and not while the picture plays: browsers limit how
    // often an address may change.
    updateAddress() {
        clearTimeout(this.keeping);
        this.keeping = setTimeout(() => {
            if (this.opened !== undefined && this.files[this.opened] && !this.viewer.player.playing)
                history.replaceState(null, '', this.address());
        }, 500);
    }

    async copyLink() {
        history.replaceState(null, '', this.address());
        $('said').textContent = await navigator.clipboard.writeText(location.href).then(() => 'copied', () => 'the address of the page is the link');
    }

    showStatus(words) {
        $('status').textContent = escapeHidden(words);
    }

    async clear() {
        await this.host.call('clear');
        this.files = [];
        this.reports = [];
        this.labels.clear();
        this.list.clear();
        this.viewer.close();
        this.opened = undefined;
        $('detail').hidden = $('clear').hidden = true;
        $('welcome').hidden = false;
        this.showStatus('');
        $('choose').focus();
    }

    // Lints the files in the order of their paths, then opens the file with the highest rank.
    async lintFiles(files) {
        if (files.length === 0)
            return;
        const first = await this.host.call('add', { files: sortByPath(files) });
        files.forEach((file, i) => {
            file.label = this.makeLabel(file.name);
            this.files[first + i] = file;
            this.list.add(first + i, file.label);
        });
        $('clear').hidden = false;
        $('welcome').hidden = true;
        document.body.dataset.state = 'busy';
        for (let number = first; number < first + files.length && this.files[number] === files[number - first]; number++)
            await this.lint(number, files.length > 1);
        await this.countAndOpenWorst(first, files.length);
        await this.openWanted();
        document.body.dataset.state = 'ready';
    }

    // Returns a file's name, with a number after it if an earlier file has the same name.
    makeLabel(name) {
        let label = name;
        for (let count = 2; this.labels.has(label); count++)
            label = `${name} (${count})`;
        this.labels.add(label);
        return label;
    }

    async lint(number, several) {
        const answer = await this.host.call('lint', { file: number });
        this.replaceNamesByLabels(answer, number);
        this.reports[number] = answer;
        if (answer.skipped) {
            this.list.remove(number);
            return;
        }
        const counts = tally(answer);
        const level = answer.error === undefined ? worst(counts) : 'error';
        const without = answer.misfit ? `, without a ${answer.misfit.missing}` : '';
        const words = answer.error === undefined ? countsText(counts) + without : `not read: ${answer.error}`;
        this.list.setResult(number, level, words);
        if (several && number % 50 === 0)
            this.showStatus(`${number + 1} files checked`);
    }

    // Replaces the names of the file and of its companion in a report by their labels.
    replaceNamesByLabels({ files, companion }, number) {
        for (const entry of files || [])
            entry.file = this.files[entry === files[0] ? number : companion].label;
        if (files?.[0].companion)
            files[0].companion = this.files[companion].label;
    }

    // Counts the findings of all files. Of the `count` files from number `first` on that the user gave, opens the one with the highest rank.
    async countAndOpenWorst(first, count) {
        const counts = { error: 0, warning: 0, note: 0 };
        const companions = new Set(this.reports.map(answer => answer.companion));
        let files = 0, skipped = 0, unread = 0, best = -1;
        this.reports.forEach((answer, number) => {
            skipped += answer.skipped && !companions.has(number) ? 1 : 0;
            files += answer.skipped ? 0 : 1;
            unread += answer.error === undefined ? 0 : 1;
            const own = tally(answer);
            for (const name of Object.keys(counts))
                counts[name] += own[name];
            const isNew = number >= first && number < first + count;
            if (isNew && !answer.skipped && !this.files[number].added && (best < 0 || rankOf(this.reports, number) > rankOf(this.reports, best)))
                best = number;
        });
        const left = skipped > 0 ? `; ${plural(skipped, 'other file')} skipped (unknown format)` : '';
        const lost = unread > 0 ? `, ${unread} not read` : '';
        const one = files === 1 && best >= 0 ? this.files[best].label : plural(files, 'file');
        if (best >= 0)
            await this.open(best);
        this.showStatus(`${one}: ${countsText(counts)}${lost}${left}.`);
    }

    // Offers to open the companion of the opened file if its findings can be the cause of those of the file.
    offerCause(number) {
        const cause = causeOf(this.reports, number);
        $('cause').hidden = cause < 0;
        if (cause < 0)
            return;
        $('cause').textContent = escapeHidden(`See ${this.files[cause].label} first: ${countsText(tally(this.reports[cause]))}, a possible cause`);
        $('cause').onclick = () => this.choose(cause);
    }

    blobOf(label) {
        const file = this.files.find(one => one.label === label);
        return file === undefined ? null : file.blob;
    }

    // Opens a file that the user has chosen, and scrolls to it.
    async choose(number) {
        await this.open(number);
        this.scrollToUnlessInView($('detail'), 0.75);
        this.updateAddress();
    }

    async open(number) {
        const report = this.reports[number];
        if (report === undefined || report.skipped)
            return;
        this.opened = number;
        this.list.mark(number);
        this.viewer.close();
        $('curve-box').hidden = true;
        $('detail').hidden = false;
        $('name').textContent = escapeHidden(this.files[number].label);
        this.showReport(report, this.files[number]);
        this.offerCause(number);
        this.clearShown();
        $('side').before($('shown')); // the list is replaced
        this.findings.show(report.files || [], label => this.blobOf(label));
        const view = await this.host.call('view', { file: number });
        if (this.opened === number)
            await this.showPicture(view);
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
        const start = own.valid && counts.error === 0 && worst(counts) !== 'clean' ? 'no errors, ' : unfinished;
        $('verdict').textContent = start + countsText(counts);
        $('verdict').className = worst(counts);
        $('about').textContent = escapeHidden(aboutText(report, file, this.files));
    }

    async showPicture(view) {
        const there = Boolean(view.picture && view.shown);
        $('picture').hidden = !there;
        $('no-picture').textContent = view.error ? `There is no picture: ${view.error}` : reasonForNoPicture(this.reports[this.opened]);
        $('no-picture').hidden = there || $('no-picture').textContent === '';
        this.viewer.compare.open(this.filesOfSameFormat(this.opened));
        if (there)
            await this.viewer.open(this.files[this.opened].label, view, this.reports[this.opened].files[0]);
    }

    // Returns the number and label of each other file with the format of a file.
    filesOfSameFormat(number) {
        const formatOf = report => report?.files?.[0].format ?? null, format = formatOf(this.reports[number]);
        return this.files.map(({ label }, i) => [i, label]).filter(([i]) => i !== number && format !== null && formatOf(this.reports[i]) === format);
    }

    // Shows the bytes, field and moment of a finding. The event is for an editor that shows the page.
    async chooseFinding(finding, entry, blob) {
        const { rule, line, column, offset, length } = finding;
        document.dispatchEvent(new CustomEvent('animproof-finding', { detail: { file: entry.file, rule, line, column, offset, length } }));
        const own = entry === this.reports[this.opened].files[0], row = this.findings.markedRow();
        this.moveShownBelow(row);
        const field = own ? await this.host.call('field', { path: finding.path, offset: finding.offset }) : null;
        this.showFieldText(finding.path === '' ? 'the file as a whole' : field && field.shown || finding.path, field);
        await this.showBytes(blob, finding, finding.line);
        if (field !== null && this.viewer.view)
            await this.viewer.follow(field);
        if (this.viewer.view)
            this.revealPicture(row);
        this.findings.scrollToDetails(row);
        this.updateAddress();
    }

    // Shows the field with the path, or the field at the offset if there is no path. `follow`: the picture moves to the field.
    async showField({ path, offset }, { follow }) {
        const field = await this.host.call('field', { path, offset: offset || 0 });
        if (!field || field.error !== undefined || !field.known && !path)
            return;
        if (!follow)
            this.moveShownBelow();
        this.showFieldText(field.shown, field);
        if (field.known)
            await this.showBytes(this.files[this.opened].blob, field, null);
        if (follow && this.viewer.view)
            await this.viewer.follow(field);
    }

    // Shows the line of a vertex of the skin: { path, line, offset, length }, in the companion if the file has one.
    async showVertex({ path, line, ...span }) {
        this.moveShownBelow();
        this.showFieldText(path, null);
        const { companion } = this.reports[this.opened];
        await this.showBytes(this.files[companion >= 0 ? companion : this.opened].blob, span, line);
    }

    showFieldText(path, field) {
        const about = field && field.about ? `: ${field.about}` : '';
        const at = field && this.viewer.view ? field.moment : null;
        const moment = at === null ? '' : this.viewer.view.unit === 'second' ? `, at ${at.toFixed(3)} s` : `, ${this.viewer.view.unit} ${at}`;
        $('field').replaceChildren(newElement('code', {}, path), `${about}${moment}`);
    }

    async showBytes(blob, span, line) {
        if (blob === null)
            return;
        const report = this.reports[this.opened].files;
        const text = line !== null || report && /^md5/.test(report[0].format || '');
        const rows = text ? await linesOf(blob, span, line ?? await lineNumberAt(blob, span.offset), 3) : await hexOf(blob, span, 4, 14);
        $('bytes').replaceChildren(rows);
        scrollToMark($('bytes'));
    }
}

// Returns what the fragment of an address names, or null: { file (its label), finding (its number, from 0; the fragment counts from 1),
// at (the moment) }. `finding` and `at` may be undefined.
function wantedOf(fragment) {
    const words = new URLSearchParams(fragment.slice(1)), number = name => (words.has(name) ? Number(words.get(name)) : undefined);
    return words.has('file') ? { file: words.get('file'), finding: words.has('finding') ? number('finding') - 1 : undefined, at: number('at') } : null;
}

const page = new Page();
page.start().catch(error => page.showStatus(`The WebAssembly module that checks files cannot start in this browser: ${error.message}`));
