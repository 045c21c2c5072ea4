// Draws the picture of README.md: picture.mjs PAGE PNG FILE...
//
// Opens the files in the page in headless Chromium, selects the first finding, and takes a screenshot.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chromium } from './chromium.mjs';

const [page, picture, ...files] = process.argv.slice(2).map(word => resolve(word));
const browser = await Chromium.start();
try {
    await browser.open(pathToFileURL(page).href, { width: 1200, height: 900, scheme: 'light' });
    await browser.chooseFiles(files);
    await browser.evaluate(`document.querySelector('#findings button.row').click()`);
    await browser.waitUntil(`document.querySelector('#bytes mark') !== null && !document.getElementById('curve-box').hidden`);
    await browser.evaluate(`document.activeElement.blur(); scrollTo(0, 0)`);
    await browser.waitForDrawing();
    await browser.saveScreenshot(picture);
} finally {
    await browser.end();
}
