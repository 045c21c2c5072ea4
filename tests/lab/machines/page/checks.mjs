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
    async checkValue(browser, expression, wanted, what) {
        const found = await browser.evaluate(expression);
        this.check(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
    }

    // Checks that an expression gets the wanted value within some seconds.
    async becomes(browser, expression, wanted, what) {
        for (const end = Date.now() + 5000; Date.now() < end && JSON.stringify(await browser.evaluate(expression)) !== JSON.stringify(wanted);)
            await browser.waitForDrawing();
        await this.checkValue(browser, expression, wanted, what);
    }

    // Returns the JSON report of the program.
    report(words) {
        try {
            return JSON.parse(execFileSync(this.program, words, { encoding: 'utf8' }));
        } catch (error) {
            return JSON.parse(error.stdout); // the program exits 1 if there are findings
        }
    }

    // Returns the sorted ids of the rules that a file breaks, from the program.
    rulesOf(path) {
        return this.report(['lint', '--format', 'json', '--no-config', path]).files.flatMap(file => file.findings.map(finding => finding.rule)).sort();
    }

    // Returns how the joints of a file without a companion differ from those of another file, from the program.
    differenceOf(path, others) {
        return this.report(['sets', '--format', 'json', path, ...others]).alone.find(({ file }) => file === path).difference;
    }

    // Returns the messages of `animproof compare`.
    changesOf(old, newer) {
        return this.report(['compare', '--format', 'json', old, newer]).files[0].changes.map(({ message }) => message);
    }
}

export const status = `document.getElementById('status').textContent`;
export const hasPicture = `!document.getElementById('picture').hidden`;
