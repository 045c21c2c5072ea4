// Draws the picture of README.md: picture.mjs PAGE PNG FILE...
//
// Opens the files in the page in headless Chromium, selects the first finding, and takes a screenshot.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chromium } from './chromium.mjs';

const [page, picture, ...files] = process.argv.slice(2).map(word => resolve(word));
const browser = await Chromium.start();
try {
    await browser.open(pathToFileURL(page).href, { width: 1040, height: 970, scheme: 'light' });
    await browser.choose(files);
    await browser.value(`document.querySelector('#findings button.row').click(); document.getElementById('canvas').focus()`);
    for (let i = 0; i < 2; i++)
        await browser.press('+', 187, '+');
    for (let i = 0; i < 5; i++)
        await browser.press('ArrowLeft');
    await browser.value(`document.activeElement.blur(); scrollTo(0, 0)`);
    await browser.settle();
    await browser.shoot(picture);
} finally {
    await browser.end();
}
