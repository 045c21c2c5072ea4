// Reads the WebAssembly module from the address of the package, in pages. Bundlers know this form of URL and copy the module.
export async function readModule() {
    const response = await fetch(new URL('./animproof.wasm', import.meta.url));
    if (!response.ok)
        throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}
