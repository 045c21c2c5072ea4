// Kubernetes takes the jobs of docs/use/cluster: job.mjs NODE_MODULES FILE.yaml...
//
// Each document is validated by the schema that Kubernetes publishes for its kind (npm: kubernetes-models, made of the API's
// OpenAPI definitions, which take members that they do not know). That the schema refuses what is wrong is tried, too. No
// cluster runs them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, ...paths] = process.argv.slice(2);
const require = createRequire(resolve(modules) + "/");
const YAML = require("yaml");
let passed = 0, failed = 0;

function check(condition, what) {
    condition ? passed++ : failed++;
    if (!condition) console.log("FAILED: " + what);
}

// What is wrong with a document, in words; "" where nothing is.
async function fault(document) {
    const models = await import(pathToFileURL(resolve(modules, "node_modules/kubernetes-models", document.apiVersion, "index.js")));
    try {
        new models[document.kind](document).validate();
        return "";
    } catch (error) {
        return error.message || String(error);
    }
}

const WRONG = {
    "a number where text belongs": job => { job.metadata.name = 3; },
    "text where a number belongs": job => { job.spec.completions = "eight"; },
    "a volume without a name": job => { delete job.spec.template.spec.volumes[0].name; },
    "no template": job => { delete job.spec.template; },
    "no container": job => { delete job.spec.template.spec.containers; },
    "a mode of completion that is not one": job => { job.spec.completionMode = "indexed"; },
};
for (const path of paths) {
    for (const document of YAML.parseAllDocuments(readFileSync(path, "utf8"))) {
        check(document.errors.length === 0, `${path}: ${document.errors}`);
        const job = document.toJS();
        check(await fault(job) === "", `${path}: ${await fault(job)}`);
        check(job.kind === "Job" && job.spec.completionMode === "Indexed" && job.spec.completions > 0, `${path}: an indexed job`);
        for (const [what, spoil] of Object.entries(WRONG)) {
            const spoiled = structuredClone(job);
            spoil(spoiled);
            check(await fault(spoiled) !== "", `${path}: the schema takes ${what}`);
        }
    }
}
console.log(`job.mjs: ${passed} passed, ${failed} failed`);
process.exit(failed || passed < 9 ? 1 : 0);
