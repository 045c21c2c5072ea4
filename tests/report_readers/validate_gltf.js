// Validates files with Khronos's glTF validator, and prints a line of JSON for each, with its messages.
//   node validate_gltf.js FOLDER-OF-NODE-MODULES < LIST, a path on each line
const fs = require("fs");
const validator = require(process.argv[2] + "/gltf-validator");

(async () => {
    for (const path of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path)), { maxIssues: 0 });
        const messages = report.issues.messages.map(m => ({ severity: m.severity, code: m.code, text: m.message, at: m.pointer }));
        console.log(JSON.stringify({ path, version: report.validatorVersion, messages }));
    }
})();
