/* page_stub.js SCRIPT DATA: runs the script of an HTML report of animproof conform without a browser, opens
   each element that a user can open, and prints the text of the page. */
'use strict';
const fs = require('fs');
const [, , script, data] = process.argv;
const clicks = [];

function makeElement() {
  const parts = [];
  const element = {
    parts, style: { setProperty() {} }, dataset: {}, value: '', checked: false,
    append(...more) { parts.push(...more); },
    replaceChildren(...more) { parts.splice(0, parts.length, ...more); },
    setAttribute() {}, focus() {}, scrollIntoView() {},
    addEventListener(name, listener) { if (name === 'click') clicks.push(listener); },
    set textContent(text) { parts.splice(0, parts.length, text); },
    get textContent() { return textOf(element); },
  };
  return element;
}

function textOf(part) {
  return typeof part === 'string' ? part + '\n' : part.parts.map(textOf).join('');
}

const byId = new Map([['data', { parts: [], textContent: fs.readFileSync(data, 'utf-8') }]]);
global.document = {
  createElement: makeElement,
  createDocumentFragment: makeElement,
  getElementById(id) { if (!byId.has(id)) byId.set(id, makeElement()); return byId.get(id); },
  querySelector: () => null,
  querySelectorAll: () => [],
};
global.location = { hash: '#all=1', pathname: '/' };
global.history = { replaceState() {} };
global.getSelection = () => '';
global.addEventListener = () => {};
const shown = () => [...byId].filter(([id]) => id !== 'data').map(([, element]) => textOf(element)).join('');
(0, eval)(fs.readFileSync(script, 'utf-8'));
let text = shown();
for (const click of clicks.slice()) {
  for (const element of byId.values())
    element.value = ''; // no filter
  click();
  text += shown();
}
process.stdout.write(text);
