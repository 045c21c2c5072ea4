// Compares the opened file with another file of the set: draws the other file over the picture, and lists the changes.

const IMPACTS = { breaks: 'error', seen: 'warning', bytes: 'note' }; // the look of a change, by its impact

class Compare {
    // `draw(picture, outermost)` draws the picture of the other file, or none (null), and fits the view to its outermost points; `showField({ path })` shows a field of the opened file.
    constructor(host, { select, note, list }, { draw, showField }) {
        Object.assign(this, { host, select, note, list, draw, showField });
        moveByArrows(list);
        select.addEventListener('change', () => this.choose(Number(select.value)));
    }

    // Offers the files that an opened file can be compared with: [[number, label]].
    open(others) {
        this.select.replaceChildren(...[[-1, 'no file'], ...others].map(([value, label]) => newElement('option', { value }, label)));
        this.select.parentElement.hidden = others.length === 0;
        this.show([], '');
    }

    async choose(file) {
        const answer = await this.host.call('compare', { file }), { label } = this.select.selectedOptions[0];
        if (Number(this.select.value) !== file)
            return;
        const { picture = null, outermost = null, changes = [], why = answer?.error ?? null } = answer ?? {};
        await this.draw(picture, outermost);
        const drawn = picture === null ? '' : ', which is drawn in green';
        this.show(changes, file < 0 ? '' : why === null ? `${plural(changes.length, 'change')} from ${label}${drawn}, to this file` : `not compared with ${label}: ${why}`);
    }

    show(changes, note) {
        this.note.textContent = escapeHidden(note);
        this.list.replaceChildren();
        for (const { impact, message, path } of changes) {
            const row = newRow(this.list, newElement('span', { className: 'head' }, newElement('b', {}, impact)), newElement('span', { className: 'message' }, message));
            row.addEventListener('click', () => path !== '' && this.showField({ path }));
            this.list.append(newElement('li', { className: `finding ${IMPACTS[impact]}` }, row));
        }
    }
}
