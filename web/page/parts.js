// Small parts of pages.

const $ = id => document.getElementById(id);

// An element with its properties and what is in it; texts are never markup.
function part(tag, properties, ...inside) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside.filter(one => one !== null));
    return element;
}

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

const hex = (number, digits) => number.toString(16).padStart(digits, '0');

// The arrows move between the buttons of a list.
function moveByArrows(list) {
    list.addEventListener('keydown', event => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const buttons = [...list.querySelectorAll('button.row')], at = buttons.indexOf(document.activeElement);
        if (step === undefined || at < 0)
            return;
        event.preventDefault();
        buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)].focus();
    });
}

const counted = { error: 'errors', warning: 'warnings', note: 'notes' };

// How many findings of each severity an answer has; none where the file was skipped or not read.
function tally({ summary = {} }) {
    return Object.fromEntries(Object.entries(counted).map(([severity, name]) => [severity, summary[name] || 0]));
}

// "2 errors, 1 warning", or "no findings".
function inWords(counts) {
    const words = Object.keys(counted).filter(name => counts[name] > 0).map(name => plural(counts[name], name));
    return words.length > 0 ? words.join(', ') : 'no findings';
}

const worst = counts => Object.keys(counted).find(name => counts[name] > 0) || 'clean';
