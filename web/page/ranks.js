// Orders the files of the page and the findings of a file: worst first, causes before their consequences.

// Rules with findings that follow from a finding of other rules in the same file: the vertices move, but the boxes stay.
const CAUSES = { 'md5anim/mesh-bounds': /^md5anim\/mesh-(joint-|pose$|rotation$|scale$)/ };

// Returns entries with findings in the order of the list: consequences after their causes, notes at the end. Otherwise the order stays.
function inOrderOfCauses(entries) {
    const follows = rule => entries.some(({ finding }) => CAUSES[rule]?.test(finding.rule));
    const following = new Set(Object.keys(CAUSES).filter(follows));
    const rank = ({ finding: { severity, rule } }) => (severity === 'note' ? 2 : Number(following.has(rule)));
    return [...entries].sort((one, other) => rank(one) - rank(other));
}

const LEVELS = ['clean', 'note', 'warning', 'error'];

// Returns how bad the worst finding of a report is, as an index into LEVELS.
const levelOf = report => LEVELS.indexOf(worst(tally(report ?? {})));

// Returns a number by which files are compared: a file with a worse finding has a higher rank. Of files with equally bad findings,
// a companion such as a mesh comes first, as lint reads it before the files that need it, and a file that a companion does not fit;
// then a file with a companion.
function rankOf(reports, number) {
    const level = levelOf(reports[number]), isCompanion = level > 0 && reports.some(({ companion }) => companion === number);
    return 3 * level + (isCompanion || reports[number].misfit ? 2 : Number(Boolean(reports[number].files?.[0].companion)));
}

// Returns the number of the file's companion if its findings can be the cause of what the file shows: they are more than notes, and
// at least as bad as those of the file. Otherwise returns -1.
function causeOf(reports, number) {
    const { companion } = reports[number], level = levelOf(reports[companion]);
    return level > LEVELS.indexOf('note') && level >= levelOf(reports[number]) ? companion : -1;
}
