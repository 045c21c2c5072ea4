#!/usr/bin/python3
"""Installs the npm package in an empty folder and uses it: npm_package.py PROGRAM TARBALL [TYPESCRIPT]

The reports of the golden files without a companion must be those of the program. The members of the types must be those of
docs/report.schema.json. TYPESCRIPT is a folder with node_modules/typescript; without it, the types are not compiled.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from cli_case import CheckCounter, lint_entries, path_in_tree, read, read_text_in_tree, write

count = CheckCounter()
check = count.check

LINT_ALL = """
import { readFileSync } from 'node:fs';
import { lint, rules, version } from 'animproof';

const reports = [];
for (const name of readFileSync(0, 'utf8').split('\\n').filter(Boolean))
    reports.push(await lint(readFileSync(name), name));
console.log(JSON.stringify({ reports, rules: await rules(), version }));
"""
ONLY_OF_PROGRAM = {"known", "readers"}  # members that only --baseline and --engines add; the package has neither
REFUSED = """
import { lint } from 'animproof';

for (const words of [[7, 'a.md5anim'], ['', 7], ['', 'a.md5anim', { companion: { bytes: null } }]])
    console.log(await lint(...words).then(() => 'accepted', error => error.constructor.name));
console.log((await lint('', 'a.md5anim')).findings[0].rule);
"""
WITH_MESH = """
import { readFileSync } from 'node:fs';
import { lint } from 'animproof';

const [anim, mesh] = process.argv.slice(2).map(name => ({ name, bytes: readFileSync(name) }));
console.log(JSON.stringify(await lint(anim.bytes, anim.name, { companion: mesh })));
"""
TYPED = """
import { lint, rules, version, type Finding, type Report, type Rule } from 'animproof';

const report: Report = await lint(new Uint8Array(4), 'a.md5anim', { companion: { bytes: 'text' } });
const places: [string, number | null][] = report.findings.map((one: Finding) => [one.rule, one.line]);
const all: Rule[] = await rules();
// @ts-expect-error: a finding has no such member
report.findings.map(one => one.place);
export { all, places, version };
"""


def run(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True, **more).stdout.decode()


def run_in_node(folder, text, *words, **more):
    path = os.path.join(folder, "script.mjs")
    write(path, text)
    return run("node", path, *words, text=False, **more)


def golden_files_without_companion():
    """Returns the files in golden/ that have no companion: their findings do not depend on other files."""
    paths = (path for suffix in ("md5mesh/*/*", "md5camera/*/*", "mrtk/*/*.bin") for path in glob.glob(path_in_tree("golden/") + suffix))
    return sorted(path for path in paths if "\n" not in path)


def check_members(types, interface, part):
    """Checks that an interface of the types, with those it extends, has the members of the schema, apart from old names and ONLY_OF_PROGRAM."""
    found = re.search(r"^export interface %s(?: extends (\w+))? \{\n(.*?)^\}" % interface, types, re.MULTILINE | re.DOTALL)
    members = set(re.findall(r"^    (\w+)\??:", found.group(2), re.MULTILINE))
    if found.group(1):
        members |= set(re.findall(r"^    (\w+)\??:", re.search(r"interface %s \{\n(.*?)^\}" % found.group(1), types,
                                                              re.MULTILINE | re.DOTALL).group(1), re.MULTILINE))
    schema = json.loads(read_text_in_tree("docs/report.schema.json"))["$defs"][part]["properties"]
    known = {name for name, about in schema.items() if not about.get("deprecated")} - ONLY_OF_PROGRAM
    check(members == known, "%s has the members of the schema: %s" % (interface, members ^ known))


def main():
    program, tarball = map(os.path.abspath, sys.argv[1:3])
    typescript = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else None
    check_members(read_text_in_tree("web/npm/animproof.d.ts"), "Finding", "finding")
    check_members(read_text_in_tree("web/npm/animproof.d.ts"), "FileReport", "file")
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "package.json"), '{"private": true, "type": "module"}')
        run("npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", tarball, cwd=folder)
        paths = golden_files_without_companion()
        answer = json.loads(run_in_node(folder, LINT_ALL, input="\n".join(paths).encode()))
        expected = lint_entries(program, "--ignore=*/set-skeleton", *paths)
        check(len(answer["reports"]) == len(paths) > 200, "a report of each file: %d" % len(paths))
        for report in answer["reports"]:
            check(report["findings"] == expected[report["file"]]["findings"], "the findings of %s" % report["file"])
        rules = json.loads(run(program, "rules", "--format", "json"))
        check({one["id"] for one in answer["rules"]} == {one["id"] for one in rules["rules"]}, "rules() returns all rules")
        check("animproof %s\n" % answer["version"] == run(program, "--version"), "the version: %s" % answer["version"])
        pair = [path_in_tree("golden/md5anim/bad/parent-order__self." + suffix) for suffix in ("md5anim", "md5mesh")]
        check(json.loads(run_in_node(folder, WITH_MESH, *pair))["findings"] == lint_entries(program, *pair)[pair[0]]["findings"],
              "the findings of an animation with its mesh")
        shutil.copyfile(pair[0], os.path.join(folder, "walk.md5anim"))
        example = re.search(r"```js\n(.*?)```", read_text_in_tree("web/npm/README.md"), re.DOTALL).group(1)
        check("error: joint \"shoulder_3\", parent is 3" in run_in_node(folder, example, cwd=folder), "the example of README.md")
        check(run_in_node(folder, REFUSED).split() == ["TypeError"] * 3 + ["md5anim/truncated"], "arguments of other types are refused")
        if typescript is not None:
            shutil.copytree(typescript, folder, dirs_exist_ok=True, symlinks=True)
            write(os.path.join(folder, "typed.ts"), TYPED)
            ended = subprocess.run([os.path.join(folder, "node_modules/.bin/tsc"), "--noEmit", "--strict", "--target", "es2022",
                                    "--module", "nodenext", "typed.ts"], cwd=folder, stdout=subprocess.PIPE, check=False)
            check(ended.returncode == 0, "the types compile", None)
            sys.stdout.write(ended.stdout.decode())
    size = len(read(tarball))
    check(size < 400000, "the tarball is small: %d bytes" % size)
    count.finish()


main()
