// Scripts to evaluate in the page, which check that it is readable: contrast, and texts that are cut.

// Returns the visible text with the least contrast as defined by WCAG: { ratio, text }.
export const leastContrast = `(() => {
    const parse = text => {
        const numbers = text.match(/[-+.0-9e]+/g).map(Number);
        return text.startsWith('color(') ? [...numbers.slice(0, 3).map(one => 255 * one), numbers[3] ?? 1] : [...numbers.slice(0, 3), numbers[3] ?? 1];
    };
    const over = (top, under) => top.slice(0, 3).map((one, i) => one * top[3] + under[i] * (1 - top[3]));
    const ground = element => element === null ? [255, 255, 255] : over(parse(getComputedStyle(element).backgroundColor), ground(element.parentElement));
    const luminance = color => {
        const [r, g, b] = color.map(one => one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let least = { ratio: 21, text: '' };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()) !== null;) {
        const element = node.parentElement;
        if (node.data.trim() === '' || !element.checkVisibility() || /^(SCRIPT|OPTION|SELECT)$/.test(element.tagName))
            continue;
        const back = ground(element), text = over(parse(getComputedStyle(element).color), back);
        const [dark, bright] = [luminance(text), luminance(back)].sort((one, other) => one - other);
        const ratio = (bright + 0.05) / (dark + 0.05);
        if (ratio < least.ratio)
            least = { ratio, text: node.data.trim().slice(0, 40) };
    }
    return least;
})()`;

// Returns the elements with content wider than their box, except scrolling lines of text: id or class, and text of each.
export const cutTexts = `[...document.querySelectorAll('main *')]
    .filter(one => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && !one.closest('.lines') && one.tagName !== 'SELECT')
    .map(one => (one.id || one.className || one.tagName) + ': ' + one.textContent.slice(0, 40))`;
