// Prints the code points after ASCII that a page escapes, as a JSON list: visible.mjs page|conform
// A number is negative if the escape is not "\\u{...}".
import { readFileSync } from 'node:fs';

const source = name => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');

// Returns the function of conform's page that escapes text.
function escapeOfConform() {
    return new Function(`'use strict'; ${/^function shown[^]*?^}$/m.exec(source('cli/conform/report/matrix.js'))[0]} return shown;`)();
}

const escape = process.argv[2] === 'conform' ? escapeOfConform() : new Function(`'use strict'; ${source('web/page/parts.js')} return escapeHidden;`)();
const found = [];
for (let point = 0x80; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point < 0xe000)
        continue;
    const one = String.fromCodePoint(point), text = escape(`a${one}b`);
    if (text !== `a${one}b`)
        found.push(text === `a\\u{${point.toString(16)}}b` ? point : -point);
}
console.log(JSON.stringify(found));
