// Prepares a page of `animproof view` for a webview: a finding that is chosen in the page is sent to the extension.
'use strict';
const { createHash } = require('node:crypto');

const SCRIPT = `'use strict';
const editor = acquireVsCodeApi();
document.addEventListener('animproof-finding', event => editor.postMessage(event.detail));
`;

// Returns the page with the script, and with its hash in the content security policy of the page.
exports.previewPage = page => {
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    const allowed = page.replace('script-src ', `script-src 'sha256-${hash}' `);
    const end = allowed.indexOf('</head>');
    if (allowed === page || end < 0)
        throw new Error('the page has no content security policy or no head');
    return `${allowed.slice(0, end)}<script>${SCRIPT}</script>${allowed.slice(end)}`;
};
