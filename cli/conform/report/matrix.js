'use strict';
/* Puts quotes around seeds before parsing: they have more digits than a JavaScript number can hold. */
const data = JSON.parse(document.getElementById('data').textContent
  .replace(/"seed": (\d+)/g, '"seed": "$1"'));
const words = {
  'agrees': 'agrees', 'should-have-accepted': 'should have accepted', 'should-have-refused': 'should have refused',
  'crash': 'crash', 'timeout': 'timeout', 'out-of-memory': 'out of memory', 'may-differ': 'may differ', 'wrong-values': 'wrong values'
};
const must = { accept: 'must be accepted', refuse: 'must be refused', differ: 'readers may differ' };
const statuses = Object.keys(words).filter(name => data.loaders.every(loader => name in loader.counts));
const loaders = data.loaders.map(loader => loader.name);
const filters = ['text', 'format', 'verdict', 'rule', 'loader', 'status'];
const state = { key: null, down: false, room: 500, open: new Map() };

/* Writes characters that are invisible or change the direction of text as \u{202e}. */
function shown(text) {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu,
    one => '\\u{' + one.codePointAt(0).toString(16) + '}');
}

/* Creates an element. Strings become text nodes, never markup. */
function newElement(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'click') element.addEventListener('click', value);
    else if (name === 'status') element.style.setProperty('--status', 'var(--' + value + ')');
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...inside.filter(part => part !== null)
    .map(part => typeof part === 'object' ? part : shown(String(part))));
  return element;
}

/* Returns the rank of a file's worst result: 0 crash, 1 timeout, 2 out of memory, 4 wrong answer, 5 right but excused,
   9 no failure. */
function rank(results) {
  const order = ['crash', 'timeout', 'out-of-memory'];
  const one = result => !result.failed ? 9 : order.includes(result.status) ? order.indexOf(result.status)
    : result.excused ? 5 : 4;
  return Math.min(9, ...results.map(one));
}

/* Leaves out files that no loader was run on. */
const rows = data.cases.filter(entry => entry.results.length > 0).map((entry, index) => {
  const results = new Map(entry.results.map(result => [result.loader, result]));
  return { entry, index, results, rank: rank(entry.results), 
    text: [entry.id, entry.file, entry.reason, entry.defect, entry.version, entry.layout]
      .concat(entry.expected.map(one => one.rule + ' ' + one.path))
      .concat(entry.results.map(one => one.output)).join('\n').toLowerCase() };
});

const field = name => document.getElementById(name);

function passes(row, wanted) {
  const results = [...row.results.values()].filter(one => wanted.loader === '' || one.loader === wanted.loader);
  if (wanted.format !== '' && row.entry.format !== wanted.format) return false;
  if (wanted.verdict !== '' && row.entry.verdict !== wanted.verdict) return false;
  if (wanted.rule !== '' && row.entry.rule !== wanted.rule
    && !row.entry.expected.some(one => one.rule === wanted.rule)) return false;
  if (wanted.loader !== '' && results.length === 0) return false;
  if (wanted.status !== '' && !results.some(one => one.status === wanted.status)) return false;
  if (wanted.failed && !results.some(one => one.failed)) return false;
  return wanted.words.every(word => row.text.includes(word));
}

function filteredRows() {
  const value = name => field(name).value;
  const wanted = { format: value('format'), verdict: value('verdict'), rule: value('rule'), loader: value('loader'),
    status: value('status'), failed: field('failed').checked,
    words: value('text').toLowerCase().split(/\s+/).filter(word => word !== '') };
  return rows.filter(row => passes(row, wanted));
}

function sortKey(row) {
  if (state.key.startsWith('loader:')) {
    const result = row.results.get(state.key.slice(7));
    return result === undefined ? statuses.length : statuses.indexOf(result.status);
  }
  return row.entry[state.key];
}

function sortedRows(list) {
  if (state.key === null) return [...list].sort((a, b) => a.rank - b.rank || a.index - b.index);
  const sign = state.down ? -1 : 1;
  return list.map(row => [sortKey(row), row]).sort(([a, one], [b, other]) =>
    a < b ? -sign : a > b ? sign : one.index - other.index).map(([, row]) => row);
}

function answerText(result) {
  if (result.status === 'timeout') return 'killed after ' + data.limits.timeout_ms / 1000 + ' s';
  if (result.report !== undefined) return 'reported by a sanitizer';
  if (result.signal !== null) return result.signal;
  return result.answer === null ? 'exit ' + result.exit_code : result.answer;
}

function resultLabel(result) {
  if (result.status === 'crash' || result.status === 'may-differ') return words[result.status] + ': ' + answerText(result);
  return words[result.status];
}

function toggleDetails(row, loader) {
  if (state.open.get(row.index) === loader) state.open.delete(row.index);
  else state.open.set(row.index, loader);
  showTable();
  const again = document.querySelector('[data-cell="' + row.index + ' ' + loader + '"]');
  if (again !== null) again.focus({ preventScroll: true });
}

function resultCell(row, loader) {
  const result = row.results.get(loader);
  if (result === undefined)
    return newElement('td', { class: 'nothing' }, newElement('span', { class: 'chip none' }, '\u2013'));
  return newElement('td', { 'data-loader': loader }, newElement('button', { class: 'chip' + (result.excused ? ' excused' : ''), status: result.status,
    title: result.excused ? 'in the list of known failures' : null, 'data-cell': row.index + ' ' + loader,
    'aria-expanded': String(state.open.get(row.index) === loader), click: () => toggleDetails(row, loader) },
    resultLabel(result) + (result.excused ? ' (excused)' : '')));
}

function definitionPair(name, value) {
  return value === null || value === '' ? [] : [newElement('dt', {}, name), newElement('dd', {}, value)];
}

function findingElement(one) {
  const place = (one.in === 'companion' ? ' in the companion' : '') + ' at byte ' + one.offset + ', ' + one.length + (one.length === 1 ? ' byte' : ' bytes');
  return newElement('div', {}, one.severity + ' ', newElement('code', {}, one.rule), place, one.path === '' ? null : ', ',
    one.path === '' ? null : newElement('code', {}, one.path));
}

function fileFacts(entry) {
  const kind = [entry.format, entry.version, entry.layout].filter(one => one !== null).join(' ');
  const expected = entry.expected.length === 0 ? 'none' : newElement('div', {}, ...entry.expected.map(findingElement));
  return newElement('div', {}, newElement('p', { class: 'reason' }, entry.reason), newElement('dl', {},
    ...definitionPair('verdict', must[entry.verdict]), ...definitionPair('findings', expected), ...definitionPair('source', entry.source),
    ...definitionPair('file', newElement('code', {}, entry.file)),
    ...(entry.companion === null ? [] : definitionPair('companion', newElement('code', {}, entry.companion))),
    ...definitionPair('format', kind), ...definitionPair('defect', entry.defect), ...definitionPair('seed', entry.seed)));
}

function answer(result, marked) {
  const note = !result.excused ? '' : result.failed ? ' \u2013 passes: remove it from the list of known failures' : ' \u2013 excused';
  return newElement('div', { class: 'answer' + (marked ? ' chosen' : ''), status: result.status },
    result.loader + ': ', newElement('b', {}, words[result.status]), ' (' + answerText(result) + ')' + note,
    result.report === undefined ? null : newElement('pre', {}, result.report),
    result.output === '' ? newElement('div', { class: 'faint' }, 'It printed nothing.') : newElement('pre', {}, result.output));
}

function detailsRow(row) {
  const marked = state.open.get(row.index);
  const answers = [...row.results.values()].sort((a, b) => (b.loader === marked) - (a.loader === marked));
  return newElement('tr', { class: 'detail' }, newElement('td', { colspan: 4 + loaders.length }, newElement('div', { class: 'panes' },
    fileFacts(row.entry), newElement('div', {}, ...answers.map(one => answer(one, one.loader === marked))))));
}

function caseRow(row) {
  const entry = row.entry;
  const first = loaders.find(name => row.results.has(name));
  const open = first === undefined ? null : () => { if (!String(getSelection())) toggleDetails(row, state.open.get(row.index) || first); };
  return newElement('tr', { class: 'case' }, newElement('td', { class: 'id', click: open || (() => {}) }, entry.id),
    newElement('td', { class: 'fact' }, entry.format), newElement('td', { class: 'fact' }, entry.verdict),
    newElement('td', { class: 'id fact' }, row.entry.rule),
    ...loaders.map(name => resultCell(row, name)));
}

/* Stores the filters in the address of the page, so that a link shows the filtered table. */
function storeFiltersInAddress() {
  const words = new URLSearchParams();
  for (const name of filters)
    if (field(name).value !== '') words.set(name, field(name).value);
  if (!field('failed').checked) words.set('all', '1');
  if (state.key !== null) words.set('sort', (state.down ? '-' : '') + state.key);
  const hash = words.toString();
  if (hash !== location.hash.slice(1)) history.replaceState(null, '', hash === '' ? location.pathname : '#' + hash);
}

function loadFiltersFromAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const sort = words.get('sort');
  for (const name of filters) field(name).value = words.get(name) || '';
  field('failed').checked = data.summary.failed > 0 && !words.has('all');
  Object.assign(state, { key: sort === null ? null : sort.replace(/^-/, ''), down: sort !== null && sort[0] === '-' });
  showTable();
}

function showTable() {
  storeFiltersInAddress();
  const list = sortedRows(filteredRows());
  const body = document.createDocumentFragment();
  for (const row of list.slice(0, state.room)) {
    body.append(caseRow(row));
    if (state.open.has(row.index)) body.append(detailsRow(row));
  }
  field('rows').replaceChildren(body);
  field('found').textContent = list.length + ' of ' + rows.length + ' files';
  field('more').replaceChildren(...(list.length <= state.room ? [] : [newElement('button', { class: 'plain',
    click: () => { state.room += 2000; showTable(); } }, 'show more (' + (list.length - state.room) + ' are not shown)')]));
  for (const head of document.querySelectorAll('#head th'))
    head.setAttribute('aria-sort', head.dataset.key !== state.key ? 'none' : state.down ? 'descending' : 'ascending');
}

/* Sorts the table by a column; repeated calls sort ascending, then descending, then in the default order. */
function sortBy(key) {
  if (state.key !== key) Object.assign(state, { key, down: false });
  else if (!state.down) state.down = true;
  else Object.assign(state, { key: null, down: false });
  showTable();
}

function setFilters(wanted) {
  for (const name of filters) field(name).value = wanted[name] || '';
  field('failed').checked = false;
  showTable();
  field('rows').scrollIntoView({ block: 'nearest' });
}

function loaderCard(loader) {
  const there = statuses.filter(status => loader.counts[status] > 0);
  const part = status => {
    const span = newElement('span', { status, title: words[status] });
    span.style.flexGrow = loader.counts[status];
    return span;
  };
  return newElement('section', { class: 'loader' }, newElement('h2', {}, loader.name),
    newElement('code', {}, loader.command === null ? '' : loader.command),
    loader.resident ? newElement('div', { class: 'faint' }, 'built with a sanitizer: the limit of ' +
      data.limits.memory_mib + ' MiB applies to resident memory') : null,
    newElement('div', { class: 'bar' }, ...there.map(part)),
    newElement('div', { class: 'counts' }, ...there.map(status => newElement('button', { class: 'chip', status,
      click: () => setFilters({ loader: loader.name, status }) }, loader.counts[status] + ' ' + words[status]))));
}

/* Creates a table cell such as "0 of 11"; a click on the cell lists the rule's files for the loader. */
function ruleCell(rule, name) {
  const one = rule.loaders.find(loader => loader.loader === name);
  if (one === undefined) return newElement('td', {}, '\u2013');
  const status = one.fine === one.runs ? 'agrees' : 'should-have-refused';
  return newElement('td', {}, newElement('button', { class: 'chip', status, click: () => setFilters({ rule: rule.rule, loader: name }) },
    one.fine + ' of ' + one.runs));
}

function ruleRow(rule) {
  return newElement('tr', {}, newElement('td', { class: 'id' }, rule.rule), ...loaders.map(name => ruleCell(rule, name)));
}

function showRules() {
  const wrong = data.rules.filter(rule => rule.loaders.some(one => one.fine < one.runs));
  if (wrong.length === 0) return;
  field('rules').append(newElement('summary', {}, 'By rule: ' + wrong.length + ' of ' + data.rules.length + ' with wrong answers'),
    newElement('div', { class: 'table' }, newElement('table', {}, newElement('thead', {}, newElement('tr', {},
      ...['rule', ...loaders].map(text => newElement('th', { scope: 'col', class: 'plain-head' }, text)))),
    newElement('tbody', {}, ...wrong.map(ruleRow)))));
}

function addOptions(name, values, texts) {
  for (const value of values)
    field(name).append(newElement('option', { value }, texts === undefined ? value : texts[value]));
}

function startPage() {
  const unique = values => [...new Set(values)].sort();
  field('loaders').append(...data.loaders.map(loaderCard));
  addOptions('format', unique(rows.map(row => row.entry.format)));
  addOptions('verdict', ['accept', 'refuse', 'differ'], must);
  addOptions('rule', unique(rows.flatMap(row => [row.entry.rule, ...row.entry.expected.map(one => one.rule)])));
  addOptions('loader', loaders);
  addOptions('status', statuses, words);
  const head = (key, text) => newElement('th', { scope: 'col', 'data-key': key },
    newElement('button', { click: () => sortBy(key) }, text));
  field('head').append(head('id', 'case'), head('format', 'format'), head('verdict', 'verdict'), head('rule', 'rule'),
    ...loaders.map(name => head('loader:' + name, name)));
  for (const name of [...filters, 'failed'])
    field(name).addEventListener('input', showTable);
  field('clear').addEventListener('click', () => setFilters({}));
  addEventListener('hashchange', loadFiltersFromAddress);
  showRules();
  loadFiltersFromAddress();
}
startPage();
