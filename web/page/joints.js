// Lists the joints of a picture as a tree with a search; a click chooses a joint.

class Joints {
    constructor({ box, search, list, count }, { choose, hover }) {
        Object.assign(this, { box, search, list, count, choose, hover, rows: [] });
        moveByArrows(list);
        search.addEventListener('input', () => this.filter());
        list.addEventListener('pointerleave', () => hover(-1));
    }

    // Lists the dots of a picture; those that are never seen are left out.
    open({ dots, lines }, seen) {
        const depths = depthsOf(dots.length, lines);
        this.box.hidden = dots.length === 0;
        this.search.value = '';
        this.list.replaceChildren();
        this.rows = [];
        this.seen = seen;
        dots.forEach(({ name }, i) => {
            const row = newRow(this.list, name);
            row.setAttribute('aria-pressed', 'false');
            row.style.paddingLeft = `${0.4 + 0.6 * Math.min(depths[i], 14)}rem`;
            row.addEventListener('click', () => this.choose(i));
            row.addEventListener('pointerenter', () => this.hover(i));
            this.rows.push(row);
            this.list.append(newElement('li', {}, row));
        });
        this.filter();
    }

    filter() {
        const words = this.search.value.toLowerCase();
        let found = 0;
        this.rows.forEach((row, i) => {
            row.parentElement.hidden = !this.seen[i] || !row.textContent.toLowerCase().includes(words);
            found += row.parentElement.hidden ? 0 : 1;
        });
        setTabStop(this.list, this.rows.find(row => !row.parentElement.hidden) ?? null);
        this.count.textContent = words === '' ? plural(found, 'joint') : `${found} found`;
    }

    mark(point) {
        this.rows.forEach((row, i) => row.setAttribute('aria-pressed', String(i === point)));
        const row = this.rows[point];
        if (row === undefined)
            return;
        row.parentElement.hidden = false;
        setTabStop(this.list, row);
        const { list } = this, top = row.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight)
            list.scrollTop = top - list.clientHeight / 2;
    }
}

// Returns how deep each joint is in the tree, which the lines from parents to children make.
function depthsOf(count, lines) {
    const parents = new Array(count).fill(-1);
    for (let i = 0; i < lines.length; i += 2) {
        if (lines[i] < count && lines[i + 1] < count)
            parents[lines[i + 1]] = lines[i];
    }
    const depths = [];
    parents.forEach((parent, i) => depths.push(parent >= 0 && parent < i ? depths[parent] + 1 : 0));
    return depths;
}
