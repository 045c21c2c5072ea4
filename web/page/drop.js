// Collects files from a drop, a file dialog, the clipboard or the page itself, as { name, fromFolder, blob }.

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
        return [{ name: entry.fullPath.slice(1), fromFolder: true, blob }];
    }
    const files = [];
    for (const inside of await entriesOf(entry))
        files.push(...await filesOfEntry(inside));
    return files;
}

async function filesOfHandle(handle, name) {
    if (handle.kind === 'file')
        return [{ name, fromFolder: true, blob: await handle.getFile() }];
    const files = [];
    for await (const inside of handle.values())
        files.push(...await filesOfHandle(inside, `${name}/${inside.name}`));
    return files;
}

// Reads a folder through its handle if the browser gives a handle, otherwise through its entry: in Chromium, a page opened from
// a disk cannot read a folder's entry.
async function filesOfFolder(entry, handle) {
    const known = await Promise.resolve(handle).catch(() => null);
    return known ? filesOfHandle(known, known.name) : filesOfEntry(entry);
}

const fileOf = blob => ({ name: blob.webkitRelativePath || blob.name, fromFolder: Boolean(blob.webkitRelativePath), blob });

async function filesOfTransfer(transfer) {
    // Read all items before the first await: afterwards the event has no items.
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
    return text === '' ? [] : [{ name: 'pasted text', fromFolder: false, blob: new Blob([text]) }];
}

function bytesOfBase64(text) {
    const characters = atob(text), bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++)
        bytes[i] = characters.charCodeAt(i);
    return bytes;
}

// Files that are embedded in the page, by `animproof view` or as an example. `added`: a companion that `view` added by itself.
const filesInPage = embedded => embedded
    .map(({ name, companion, reason, added, base64 }) => ({ name, companion, reason, added, fromFolder: false, blob: new Blob([bytesOfBase64(base64)]) }));

// Sorts by path, in the order in which `animproof lint` reports a folder.
const sortByPath = files => files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
