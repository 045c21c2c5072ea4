// Orders the files of the page by their reports: worst findings first, causes before their consequences.

// Returns how bad the worst finding of a report is; 0 without findings.
const levelOf = report => ['clean', ...Object.keys(PLURALS).reverse()].indexOf(worst(tally(report ?? {})));

// Returns a number by which files are compared: a file with a worse finding has a higher rank. Of files with equally bad findings,
// a companion such as a mesh comes first, as lint reads it before the files that need it, and a file that a companion does not fit;
// then a file with a companion.
function rankOf(reports, number) {
    const level = levelOf(reports[number]), isCompanion = level > 0 && reports.some(({ companion }) => companion === number);
    return 3 * level + (isCompanion || reports[number].misfit ? 2 : Number(Boolean(reports[number].files?.[0].companion)));
}

// Returns the number of the file's companion if its findings are at least as bad as those of the file, so that they can be their
// cause; otherwise -1.
function causeOf(reports, number) {
    const { companion } = reports[number], level = levelOf(reports[number]);
    return level > 0 && reports[companion]?.files && levelOf(reports[companion]) >= level ? companion : -1;
}
