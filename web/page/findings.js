// Lists the findings of a file, each with its bytes and the explanation of its rule.

const FINDINGS_AT_ONCE = 100;
const SEEN_PIXELS = 120; // marked bytes count as visible if this many pixels of their beginning are visible

class Findings {
    constructor(list, { rules, choose }) {
        Object.assign(this, { list, rules, choose });
        moveByArrows(list);
        new ResizeObserver(() => list.querySelectorAll('.excerpt').forEach(scrollToMark)).observe(list);
    }

    // Shows the findings of a report's files: the linted file and possibly its companion.
    show(entries, blobOf) {
        this.list.replaceChildren();
        this.all = inOrderOfCauses(entries.flatMap(entry => entry.findings.map(finding => ({ finding, entry, blob: blobOf(entry.file) }))));
        this.own = entries[0];
        this.shown = 0;
        this.showMore();
    }

    showMore() {
        const end = Math.min(this.all.length, this.shown + FINDINGS_AT_ONCE);
        for (; this.shown < end; this.shown++)
            this.list.append(this.newItem(this.all[this.shown]));
        const left = this.all.length - this.shown;
        if (left === 0)
            return;
        const more = newElement('button', { type: 'button' }, `Show ${Math.min(left, FINDINGS_AT_ONCE)} more of ${left}`);
        const item = newElement('li', {}, more);
        more.addEventListener('click', () => {
            item.remove();
            this.showMore();
        });
        this.list.append(item);
    }

    newItem({ finding, entry, blob }) {
        const place = finding.line === null ? `byte 0x${hex(finding.offset, 1)}` : `line ${finding.line}, column ${finding.column}`;
        const row = newRow(this.list,
            newElement('span', { className: 'head' }, newElement('b', {}, finding.severity), ' ', finding.rule, ' ',
                newElement('span', { className: 'about' }, entry === this.own ? place : `${entry.file}, ${place}`)),
            newElement('span', { className: 'message' }, finding.message));
        row.setAttribute('aria-pressed', 'false');
        row.addEventListener('click', () => {
            this.mark(row);
            this.choose(finding, entry, blob);
        });
        const item = newElement('li', { className: `finding ${finding.severity}` }, row, this.newExcerpt(finding, blob), this.newExplanation(finding.rule));
        return item;
    }

    // Marks finding `number` of the list, and returns the arguments of choose().
    markNumber(number) {
        const at = Math.min(Math.max(number, 0), this.all.length - 1);
        while (this.shown <= at)
            this.list.lastElementChild.querySelector('button').click();
        this.mark(this.list.querySelectorAll('button.row')[at]);
        const { finding, entry, blob } = this.all[at];
        return [finding, entry, blob];
    }

    // Returns the number of the marked finding, or -1.
    markedNumber() {
        return [...this.list.querySelectorAll('button.row')].findIndex(row => row.getAttribute('aria-pressed') === 'true');
    }

    // Returns the marked row.
    markedRow() {
        return this.list.querySelector('button.row[aria-pressed=true]');
    }

    // Scrolls the list, if it can scroll, down to the end of a finding's item, but not so far that the finding's message leaves the view.
    scrollToDetails(row) {
        const [{ top, bottom }, item] = [this.list, row.parentElement].map(one => one.getBoundingClientRect());
        const gap = parseFloat(getComputedStyle(row.parentElement).marginTop);
        this.list.scrollTop += Math.max(0, Math.min(item.top - gap - top, item.bottom - bottom));
    }

    // Marks a row of the list; null clears the mark.
    mark(row) {
        for (const other of this.list.querySelectorAll('button.row'))
            other.setAttribute('aria-pressed', String(other === row));
    }

    newExcerpt(finding, blob) {
        const box = newElement('div', { className: 'excerpt' });
        if (blob === null)
            return box;
        const made = finding.line === null ? hexOf(blob, finding) : linesOf(blob, finding, finding.line);
        made.then(rows => {
            box.append(rows);
            scrollToMark(box);
        }, error => box.append(`not read: ${error.message}`));
        return box;
    }

    newExplanation(id) {
        const rule = this.rules[id];
        const terms = [[`Source (${rule.grade})`, rule.source], ['Breaks', rule.breaks], ['Fix', rule.fix]]
            .flatMap(([title, text]) => [newElement('dt', {}, title), newElement('dd', {}, text)]);
        return newElement('details', {}, newElement('summary', {}, 'Why it matters, and how to fix it'),
            newElement('p', {}, `${rule.summary[0].toUpperCase()}${rule.summary.slice(1)}. ${rule.meaning}`),
            newElement('dl', {}, ...terms));
    }
}

// Scrolls the bytes of a finding sideways: to the starts of the lines if the beginning of the marked bytes is visible there, otherwise
// to the marked bytes.
function scrollToMark(box) {
    const mark = box.querySelector('mark'), rows = box.firstElementChild;
    if (mark === null)
        return;
    const start = mark.offsetLeft - rows.offsetLeft, before = rows.querySelector('.offset').offsetWidth;
    const seen = start + Math.min(mark.offsetWidth, SEEN_PIXELS) <= rows.clientWidth;
    rows.scrollLeft = seen ? 0 : Math.max(0, Math.min(start - before, start + mark.offsetWidth + 24 - rows.clientWidth));
}
