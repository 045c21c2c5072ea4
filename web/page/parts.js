// Helper functions to build the page.

const $ = id => document.getElementById(id);

// Replaces each hidden or text-reversing character with an escape such as \u{202e}. core/base/utf8.c lists the same characters.
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu;
const escapeHidden = text => text.replace(HIDDEN, one => `\\u{${one.codePointAt(0).toString(16)}}`);

// Creates an HTML element with properties and children. A string becomes a text node, never markup.
function newElement(tag, properties, ...inside) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside.filter(one => one !== null).map(one => (typeof one === 'string' ? escapeHidden(one) : one)));
    return element;
}

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

const hex = (number, digits) => number.toString(16).padStart(digits, '0');

// Makes arrow keys, Home and End move between the rows of a list. Tab reaches only one row.
function moveByArrows(list) {
    list.addEventListener('keydown', event => {
        const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
        const rows = [...list.querySelectorAll('button.row')], at = rows.indexOf(document.activeElement);
        if (step === undefined || at < 0)
            return;
        event.preventDefault();
        rows[Math.min(Math.max(at + step, 0), rows.length - 1)].focus();
    });
    list.addEventListener('focusin', event => event.target.matches('button.row') && setTabStop(list, event.target));
}

function setTabStop(list, row) {
    for (const other of list.querySelectorAll('button.row[tabindex="0"]'))
        other.tabIndex = -1;
    if (row !== null)
        row.tabIndex = 0;
}

// Creates a row of a list. Tab reaches the first row created.
const newRow = (list, ...inside) => newElement('button', { type: 'button', className: 'row',
    tabIndex: list.querySelector('button.row[tabindex="0"]') === null ? 0 : -1 }, ...inside);

const PLURALS = { error: 'errors', warning: 'warnings', note: 'notes' };

// Counts the findings of each severity; all counts are 0 if the file was skipped or not read.
function tally({ summary = {} }) {
    return Object.fromEntries(Object.entries(PLURALS).map(([severity, name]) => [severity, summary[name] || 0]));
}

// Returns "2 errors, 1 warning" or "no findings".
function countsText(counts) {
    const words = Object.keys(PLURALS).filter(name => counts[name] > 0).map(name => plural(counts[name], name));
    return words.length > 0 ? words.join(', ') : 'no findings';
}

const worst = counts => Object.keys(PLURALS).find(name => counts[name] > 0) || 'clean';

// Returns what the line above the picture says about a file with this report: its format and size, its companion or why it has none,
// and what is left out. `files` are all files of the page.
function aboutText({ files: [own], misfit, summary }, file, files) {
    const why = file.companion === own.companion && file.reason ? ` (${file.reason})` : '';
    const without = misfit ? `, without a ${misfit.missing}: ${misfit.difference} as in ${files[misfit.file].label}` : '';
    const companion = own.companion ? `, with ${own.companion}${why}` : without;
    // `dropped` is the name of this member before version 0.2.0
    const truncated = summary.truncated ?? summary.dropped;
    const more = truncated > 0 ? `, ${plural(truncated, 'further finding')} over the limit` : '';
    const skipped = own.skipped_checks > 0 ? `, ${plural(own.skipped_checks, 'check')} skipped after errors` : '';
    return `${own.format || 'no format'}${own.layout ? `, ${own.layout}` : ''}, ${plural(file.blob.size, 'byte')}${companion}${skipped}${more}`;
}

// Returns why a file with this report has no picture; "" if that is plain, as its format is unknown.
function reasonForNoPicture({ files }) {
    if (!files || files[0].format === null)
        return '';
    return files[0].valid ? 'There is no picture: the file has no positions to draw.'
        : 'There is no picture: the file has no positions before its first error.';
}
