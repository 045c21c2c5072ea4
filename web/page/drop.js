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

async function filesOfEntry(entry) {
    if (entry.isFile) {
        const blob = await new Promise((resolve, reject) => entry.file(resolve, reject));
        return [{ name: entry.fullPath.slice(1), met: true, blob }];
    }
    const files = [];
    for (const inside of await entriesOf(entry))
        files.push(...await filesOfEntry(inside));
    return files;
}

async function filesOfHandle(handle, name) {
    if (handle.kind === 'file')
        return [{ name, met: true, blob: await handle.getFile() }];
    const files = [];
    for await (const inside of handle.values())
        files.push(...await filesOfHandle(inside, `${name}/${inside.name}`));
    return files;
}

// A folder by its handle, where a browser has those: a page from a disk may not read entries there.
async function filesOfFolder(entry, handle) {
    const known = await Promise.resolve(handle).catch(() => null);
    return known ? filesOfHandle(known, known.name) : filesOfEntry(entry);
}

const fileOf = blob => ({ name: blob.webkitRelativePath || blob.name, met: Boolean(blob.webkitRelativePath), blob });

async function filesOfTransfer(transfer) {
    // All of this has to be asked for before the first wait: an event's items are gone after it.
    const items = [...transfer.items].filter(item => item.kind === 'file').map(item => {
        const entry = item.webkitGetAsEntry?.();
        return { entry, file: item.getAsFile(), handle: entry?.isDirectory ? item.getAsFileSystemHandle?.() : null };
    });
    if (items.some(({ entry }) => entry?.isDirectory)) {
        const files = [];
        for (const { entry, file, handle } of items)
            files.push(...entry?.isDirectory ? await filesOfFolder(entry, handle) : [fileOf(file)]);
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
