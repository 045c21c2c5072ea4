// What held and what did not, of all files of a test of the page.
import { execFileSync } from 'node:child_process';

export class Checks {
    constructor(program) {
        Object.assign(this, { program, count: 0, faults: [] });
    }

    check(holds, what) {
        this.count++;
        if (!holds)
            this.faults.push(what);
    }

    // That an expression of the page is that value.
    async equal(browser, expression, wanted, what) {
        const found = await browser.value(expression);
        this.check(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
    }

    // The rules that the program finds broken, in order.
    rulesOf(path) {
        let text;
        try {
            text = execFileSync(this.program, ['lint', '--format', 'json', '--no-config', path], { encoding: 'utf8' });
        } catch (error) {
            text = error.stdout; // it exits 1 where it finds something
        }
        return JSON.parse(text).files.flatMap(file => file.findings.map(finding => finding.rule)).sort();
    }
}

export const status = `document.getElementById('status').textContent`;
export const hasPicture = `!document.getElementById('picture').hidden`;
