// Files from a drop, a choice, the clipboard, or the page itself: { name, met, blob }.

async function entriesOf(folder) {
    const reader = folder.createReader(), entries = [];
    for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0)
            return entries;
        entries.push(...some);
    }
}

async function filesOfEntry(entry, met) {
    if (entry.isFile) {
        const blob = await new Promise((resolve, reject) => entry.file(resolve, reject));
        return [{ name: met ? entry.fullPath.slice(1) : entry.name, met, blob }];
    }
    const files = [];
    for (const inside of await entriesOf(entry))
        files.push(...await filesOfEntry(inside, true));
    return files;
}

const fileOf = blob => ({ name: blob.webkitRelativePath || blob.name, met: Boolean(blob.webkitRelativePath), blob });

async function filesOfTransfer(transfer) {
    const entries = [...transfer.items].filter(item => item.kind === 'file')
        .map(item => item.webkitGetAsEntry && item.webkitGetAsEntry());
    if (entries.length > 0 && entries.every(Boolean)) {
        const files = [];
        for (const entry of entries)
            files.push(...await filesOfEntry(entry, false));
        return files;
    }
    if (transfer.files.length > 0)
        return [...transfer.files].map(fileOf);
    const text = transfer.getData('text/plain');
    return text === '' ? [] : [{ name: 'pasted text', met: false, blob: new Blob([text]) }];
}

function bytesOfBase64(text) {
    const characters = atob(text), bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++)
        bytes[i] = characters.charCodeAt(i);
    return bytes;
}

// Those that `animproof view` put into the page.
const filesInPage = text => JSON.parse(text)
    .map(({ name, base64 }) => ({ name, met: false, blob: new Blob([bytesOfBase64(base64)]) }));

// In the order of their paths, as folders are walked.
const inOrder = files => files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
