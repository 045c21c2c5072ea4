// Collects the passed and failed checks of a test of the page.
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

    // Checks that an expression, evaluated in the page, has the wanted value.
    async equal(browser, expression, wanted, what) {
        const found = await browser.value(expression);
        this.check(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
    }

    // Returns the sorted ids of the rules that a file breaks, from the program.
    rulesOf(path) {
        let text;
        try {
            text = execFileSync(this.program, ['lint', '--format', 'json', '--no-config', path], { encoding: 'utf8' });
        } catch (error) {
            text = error.stdout; // the program exits 1 if there are findings
        }
        return JSON.parse(text).files.flatMap(file => file.findings.map(finding => finding.rule)).sort();
    }
}

export const status = `document.getElementById('status').textContent`;
export const hasPicture = `!document.getElementById('picture').hidden`;
