// Shows the bytes of a finding as hexadecimal rows or as lines of text, with the bytes marked.

const CONTEXT_ROWS = 1, MOST_ROWS = 6, LINE_BYTES = 2000, SHOWN_LINE = 160, SLICE_BYTES = 1 << 20;

const sliceOf = async (blob, from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());

const printable = byte => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? ' ' : '·');

function hexRow(bytes, offset, span) {
    const row = newElement('div', { className: 'hexrow' }, newElement('span', { className: 'offset' }, hex(offset, 8)));
    const cells = newElement('span', { className: 'cells' }), letters = newElement('span', { className: 'letters' });
    bytes.forEach((byte, i) => {
        const marked = offset + i >= span.offset && offset + i < span.offset + span.length;
        const tag = marked ? 'mark' : 'span';
        const cell = newElement(tag, {}, hex(byte, 2));
        cell.dataset.offset = offset + i;
        cells.append(cell, i % 4 === 3 ? '  ' : ' ');
        letters.append(newElement(tag, {}, printable(byte)));
    });
    row.append(cells, letters);
    return row;
}

// Returns the bytes per row of hexadecimal digits: 8 if the list of findings is narrow, otherwise 16.
const rowBytes = () => ($('findings').clientWidth < 650 ? 8 : 16);

// Returns the hexadecimal rows around a span. If the span has too many rows, a last line gives the number of omitted rows.
async function hexOf(blob, span, context = CONTEXT_ROWS, most = MOST_ROWS) {
    const row = rowBytes(), first = Math.max(0, Math.floor(span.offset / row) - context);
    const last = Math.floor(Math.max(span.offset, span.offset + span.length - 1) / row) + context;
    const shown = Math.min(last, first + most - 1);
    const bytes = await sliceOf(blob, first * row, (shown + 1) * row);
    const box = newElement('div', { className: 'hex' });
    for (let at = 0; at < bytes.length; at += row)
        box.append(hexRow(bytes.subarray(at, at + row), first * row + at, span));
    if (shown < last - context)
        box.append(newElement('div', { className: 'about' }, `and ${last - context - shown} more rows`));
    if (bytes.length === 0)
        box.append(newElement('div', { className: 'about' }, 'the file is empty'));
    return box;
}

const findLineFeed = (bytes, from, step) => {
    let at = from;
    while (at >= 0 && at < bytes.length && bytes[at] !== 10)
        at += step;
    return at;
};

// Returns the number of the line with an offset.
async function lineNumberAt(blob, offset) {
    let line = 1;
    for (let at = 0; at < offset; at += SLICE_BYTES)
        line += (await sliceOf(blob, at, Math.min(at + SLICE_BYTES, offset))).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
    return line;
}

// Returns the end of the text of a line, without a carriage return at the end of the line.
function textEnd(bytes, start) {
    const end = Math.max(start, findLineFeed(bytes, start, 1));
    return end > start && end < bytes.length && bytes[end - 1] === 13 ? end - 1 : end;
}

// Splits a line into the text before, in and after the marked bytes. A long line is shortened.
function lineParts(bytes, start, end, span) {
    const text = (from, to) => new TextDecoder().decode(bytes.subarray(from, to)).replace(/[\0-\x08\x0b-\x1f\x7f]/g, '\ufffd');
    const from = Math.min(Math.max(span.offset, start), end), to = Math.min(Math.max(from, span.offset + span.length), end);
    let [before, marked, after] = [text(start, from), text(from, to), text(to, end)];
    if (before.length > SHOWN_LINE / 2)
        before = `…${before.slice(-SHOWN_LINE / 2)}`;
    if (marked.length > SHOWN_LINE)
        marked = `${marked.slice(0, SHOWN_LINE)}…`;
    if (after.length > SHOWN_LINE)
        after = `${after.slice(0, SHOWN_LINE)}…`;
    return [before, marked, after];
}

// Returns the offsets of the line with offset `at` and of up to `context` lines before and after it, and the index of that
// line among them.
function lineStarts(bytes, at, context) {
    const starts = [findLineFeed(bytes, Math.min(at, bytes.length) - 1, -1) + 1];
    for (let i = 0; i < context && starts[0] > 0; i++)
        starts.unshift(findLineFeed(bytes, starts[0] - 2, -1) + 1);
    const here = starts.length - 1;
    for (let i = 0; i < context; i++) {
        const next = findLineFeed(bytes, starts[starts.length - 1], 1) + 1;
        if (next >= bytes.length)
            break;
        starts.push(next);
    }
    return { starts, here };
}

// Returns the line of a span with `context` lines before and after it. `line` is the number of the span's line.
async function linesOf(blob, span, line, context = 0) {
    const from = Math.max(0, span.offset - LINE_BYTES);
    const bytes = await sliceOf(blob, from, span.offset + Math.min(span.length, LINE_BYTES) + LINE_BYTES);
    const inside = { offset: span.offset - from, length: span.length };
    const { starts, here } = lineStarts(bytes, inside.offset, context);
    return newElement('div', { className: 'lines' }, ...starts.map((start, i) => {
        const end = textEnd(bytes, start);
        const parts = lineParts(bytes, start, end, i === here ? inside : { offset: end, length: 0 });
        return sourceRow(parts, line + i - here, i === here);
    }));
}

function sourceRow([before, marked, after], number, isHere) {
    return newElement('div', { className: 'line' },
        newElement('span', { className: 'offset' }, String(number).padStart(6)),
        newElement('span', { className: 'code' }, before,
            isHere ? newElement('mark', {}, marked === '' ? '\u00a0' : marked) : '', after));
}
