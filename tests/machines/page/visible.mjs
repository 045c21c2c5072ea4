// Prints, as a JSON list, the code points after ASCII that web/page/parts.js shows as an escape, and fails if one is not "\u{...}".
import { readFileSync } from 'node:fs';

const code = readFileSync(new URL('../../../web/page/parts.js', import.meta.url), 'utf8');
const visible = new Function(`'use strict'; ${code} return visible;`)();
const found = [];
for (let point = 0x80; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point < 0xe000)
        continue;
    const one = String.fromCodePoint(point), text = visible(`a${one}b`);
    if (text !== `a${one}b`)
        found.push(text === `a\\u{${point.toString(16)}}b` ? point : -point);
}
console.log(JSON.stringify(found));
