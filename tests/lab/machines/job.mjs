// Checks the Kubernetes jobs of docs/use/cluster: job.mjs NODE_MODULES FILE.yaml...
//
// Validates each document with Kubernetes' schema (npm package kubernetes-models, made from the OpenAPI definitions, which accept
// unknown members) and as an indexed job, and checks that the schema refuses documents with an error. Does not run the jobs.
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

// Returns the schema's message about a document, or "" if it is valid.
async function fault_of(document) {
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
        check(await fault_of(job) === "", `${path}: ${await fault_of(job)}`);
        check(job.kind === "Job" && job.spec.completionMode === "Indexed" && job.spec.completions > 0, `${path}: the document is not an indexed job`);
        for (const [what, spoil] of Object.entries(WRONG)) {
            const spoiled = structuredClone(job);
            spoil(spoiled);
            check(await fault_of(spoiled) !== "", `${path}: the schema accepts ${what}`);
        }
    }
}
console.log(`job.mjs: ${passed} passed, ${failed} failed`);
process.exit(failed || passed < 9 ? 1 : 0);
