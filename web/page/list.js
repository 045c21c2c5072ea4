// Shows the list of files with the result of each file.

class FileList {
    constructor(list, choose) {
        Object.assign(this, { list, choose });
        this.rows = new Map();
        moveByArrows(list);
    }

    clear() {
        this.list.replaceChildren();
        this.rows.clear();
    }

    add(number, name) {
        const verdict = newElement('span', { className: 'verdict' }, 'waiting');
        const row = newRow(this.list, newElement('span', { className: 'name' }, name), verdict);
        row.setAttribute('aria-pressed', 'false');
        row.addEventListener('click', () => this.choose(number));
        const item = newElement('li', { className: 'file waiting' }, row);
        this.rows.set(number, { row, verdict, item });
        this.list.append(item);
    }

    remove(number) {
        this.rows.get(number).item.remove();
        this.rows.delete(number);
        if (this.list.querySelector('button.row[tabindex="0"]') === null)
            setTabStop(this.list, this.list.querySelector('button.row'));
    }

    setResult(number, level, words) {
        const { item, verdict } = this.rows.get(number);
        item.className = `file ${level}`;
        verdict.textContent = words;
    }

    mark(number) {
        for (const [other, { row }] of this.rows)
            row.setAttribute('aria-pressed', String(other === number));
        setTabStop(this.list, this.rows.get(number).row);
    }
}
