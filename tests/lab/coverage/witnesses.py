"""Checks that each call that makes a finding has a witness, an input that reaches it: tests/lab/coverage/witnesses.tsv.

    witnesses.py check ANIMPROOF     each call has a row, each row a call, and its input still has a finding of its rule
    witnesses.py places SITES        like check, with build/sites/animproof: the input reaches exactly this call
    witnesses.py sweep SITES         writes the table again, with the smallest input that reaches each call

A row: file, call, rule, options, input, edit. The command is `lint OPTIONS INPUT`, with the input's own name, and without a
configuration file unless the options name one. If the options contain `{}`, the input replaces it. The edit is applied first:

    -               no edit
    OLD => NEW      replaces the first OLD by NEW; a NEW that ends in *N is repeated N times; an empty OLD is the end of the file
    @4 ff00         overwrites bytes from offset 4 on with hexadecimal digits
    = TEXT          replaces the whole file by TEXT

Several edits are separated by ` ; `; \\n, \\\\ and \\xff are escapes as in C.

The sweep tries golden/, fuzz/regressions and the rows of the table, so a row added by hand stays until a smaller input reaches
its call.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import commands
import source_sites
from cli_case import CheckCounter
from formats import FORMATS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
TABLE = os.path.join(HERE, "witnesses.tsv")
HEAD = ("file", "call", "rule", "options", "input", "edit")
COMPANIONS = {".bin": ".obj", ".md5anim": ".md5mesh"}
COMPILED_CALL = re.compile(r"^\s*([0-9a-f]+):\s+call\s+[0-9a-f]+ <(%s)>" % "|".join(source_sites.FINDING_CALLS), re.MULTILINE)


class EditedInput:
    """An input with options and edits, as in a row."""

    def __init__(self, options, path, edit):
        self.options, self.path, self.edit = options, path, edit

    @property
    def row(self):
        return self.options, self.path, self.edit

    def content(self):
        content = b""
        if not self.edit.startswith("= "):
            content = pathlib.Path(os.path.join(ROOT, self.path)).read_bytes()
        for edit in self.edit.split(" ; "):
            content = apply_edit(content, edit)
        return content

    def command_and_input_path(self, folder):
        """Returns the command of the witness and the path of its input. If the row has an edit, writes the edited input to the
        folder.
        """
        path = self.path
        if self.edit != "-":
            path = os.path.join(folder, os.path.basename(self.path))
            pathlib.Path(path).write_bytes(self.content())
        options = [] if self.options == "-" else self.options.split(" ")
        alone = [] if "--config" in options else ["--no-config"]
        return ["lint", *alone, *(options if "{}" in options else [*options, "{}"])], path

    def rules_and_errors_of_lint(self, program, folder, **environment):
        """Lints the input. Returns (rules with findings, standard error)."""
        words, path = self.command_and_input_path(folder)
        words = [path if word == "{}" else word for word in words] + ["--format", "json", "--max-per-rule", "0"]
        run = commands.run([program, *words], cwd=ROOT, stdout=commands.PIPE, stderr=commands.PIPE,
                           env=dict(os.environ, ANIMPROOF_NO_SANDBOX="1", **environment))
        files = json.loads(run.stdout)["files"] if run.returncode in (0, 1, 3) else []
        return {finding["rule"] for entry in files for finding in entry["findings"]}, run.stderr


def apply_edit(content, edit):
    if edit == "-":
        return content
    if edit.startswith("= "):
        return unescape(edit[2:])
    if edit.startswith("@"):
        at, digits = edit[1:].split(" ")
        new = bytes.fromhex(digits)
        return content[:int(at, 0)] + new + content[int(at, 0) + len(new):]
    old, new = edit.split("=> ", 1)
    old, times = unescape(old.rstrip(" ")), re.fullmatch(r"(.*)\*(\d+)", new)
    new = unescape(times.group(1)) * int(times.group(2)) if times else unescape(new)
    at = content.find(old) if old else len(content)
    assert at >= 0, "the input must contain the text to be replaced: " + edit
    return content[:at] + new + content[at + len(old):]


def unescape(text):
    return text.encode("latin-1").decode("unicode_escape").encode("latin-1")


def read_table_and_repeated_rows():
    """Returns ({(file, call): (rule, EditedInput)}, rows of a call that has a row already)."""
    rows, twice = {}, []
    with open(TABLE, encoding="ascii") as file:
        assert tuple(next(file).rstrip("\n").split("\t")) == HEAD
        for line in file:
            path, call, rule, *row = line.rstrip("\n").split("\t")
            twice += [line] if (path, call) in rows else []
            rows[path, call] = rule, EditedInput(*row)
    return rows, twice


def check_table_and_get_calls_and_rows(count):
    """Checks that each call has a row and each row a call. Returns the calls and their rows."""
    sites, wrong = source_sites.all_finding_calls()
    rows, twice = read_table_and_repeated_rows()
    for text in wrong + twice:
        count.check(False, text)
    for site in sites:
        count.check(site.path_and_call in rows, "%s needs a row in tests/lab/coverage/witnesses.tsv (make witnesses searches an input)" % site)
    places = {site.path_and_call for site in sites}
    for place in sorted(set(rows) - places):
        count.check(False, "%s: the call does not exist any more; remove its row: %s" % place)
    return sites, {place: row for place, row in rows.items() if place in places}


def check_witness_table_and_exit(program):
    count = CheckCounter()
    _, rows = check_table_and_get_calls_and_rows(count)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for place, (rule, witness) in sorted(rows.items()):
            if witness.row not in found:
                found[witness.row] = witness.rules_and_errors_of_lint(program, folder)
            rules, said = found[witness.row]
            count.check(rule in rules, "%s: %s must be found in %s, found %s %s" % (
                place[0], rule, " ".join(witness.row), sorted(rules), said.decode(errors="replace")))
    count.finish()


# Calls recorded by the program of config=sites

def source_lines_of_addresses(program, addresses):
    """Returns {address: (path from the root, line of the call)} of return addresses."""
    addresses = sorted(addresses)
    run = subprocess.run(["addr2line", "-e", program], input="".join("%x\n" % (one - 1) for one in addresses),
                         stdout=subprocess.PIPE, check=True, encoding="utf-8", cwd=ROOT)
    said = [line.split(" ")[0].rsplit(":", 1) for line in run.stdout.splitlines()]
    return {one: (os.path.relpath(path, ROOT), int(line)) for one, (path, line) in zip(addresses, said)}


class PlacesOfCalls:
    """Maps return addresses of the program of config=sites to calls in the sources."""

    def __init__(self, program, sites):
        self.program = os.path.abspath(program)
        self.sites = sites
        self.known = {}

    def calls_at(self, addresses):
        """Returns {address: the call at this address, or None if the address is not a call in the sources}."""
        new = set(addresses) - set(self.known)
        if new:
            for address, (path, line) in source_lines_of_addresses(self.program, new).items():
                fits = [site.path_and_call for site in self.sites if site.path == path and site.first <= line <= site.last]
                self.known[address] = fits[0] if len(fits) == 1 else None
        return {address: self.known[address] for address in addresses}

    def reached_calls(self, witness, folder):
        """Returns {call: set of rules} of the calls that an input reaches, without rules that the report lacks: only trial reads have found them."""
        recorded = os.path.join(folder, "sites")
        found, _ = witness.rules_and_errors_of_lint(self.program, folder, ANIMPROOF_SITES=recorded)
        if not os.path.exists(recorded):
            return {}
        with open(recorded, encoding="ascii") as file:
            lines = {(int(address, 16), rule) for address, rule in (line.split() for line in file) if rule in found}
        os.remove(recorded)
        places, rules = self.calls_at({address for address, _ in lines}), {}
        for address, rule in lines:
            rules.setdefault(places[address], set()).add(rule)
        return rules

    def compiled_calls(self):
        """Returns a list of the calls in the compiled program; None for a call that is not in the sources."""
        code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", self.program], stdout=subprocess.PIPE, check=True,
                              encoding="utf-8").stdout
        calls = []
        for function in code.split("\n\n"):
            name = re.match(r"\s*[0-9a-f]+ <(\w+)", function)
            if name and name.group(1) not in source_sites.FINDING_CALLS:
                calls += [int(match.group(1), 16) + 1 for match in COMPILED_CALL.finditer(function)]
        places = self.calls_at(calls)
        return [places[call] for call in calls]


def check_calls_are_reached_and_exit(program):
    count = CheckCounter()
    sites, rows = check_table_and_get_calls_and_rows(count)
    places = PlacesOfCalls(program, sites)
    compiled = places.compiled_calls()
    for site in sites:
        count.check(compiled.count(site.path_and_call) == 1, "%s must be compiled into one call, not %d" % (site, compiled.count(site.path_and_call)))
    count.check(None not in compiled, "%d compiled calls are missing in the sources" % compiled.count(None))
    with tempfile.TemporaryDirectory() as folder:
        for place, (rule, witness) in sorted(rows.items()):
            reached = places.reached_calls(witness, folder)
            count.check(rule in reached.get(place, ()), "%s: %s must be reached by %s" % (*place, " ".join(witness.row)))
    count.finish()


# Search for witnesses

def candidate_inputs():
    """Yields the inputs of the table, golden/ and fuzz/regressions."""
    for _, witness in read_table_and_repeated_rows()[0].values():
        yield witness
    for top in ("golden", "fuzz/regressions"):
        for folder, _, names in sorted(os.walk(os.path.join(ROOT, top))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                if name.endswith((".findings", ".map", ".tsv", ".md")):
                    continue
                form = [word for word in path.split("/") if word in FORMATS]
                yield EditedInput("--input-format " + form[0] if form and not name.endswith(".obj") else "-", path, "-")
                yield EditedInput("-", path, "-")


def write_smallest_witnesses(program):
    sites, wrong = source_sites.all_finding_calls()
    assert not wrong, wrong
    places, best = PlacesOfCalls(program, sites), {}
    with tempfile.TemporaryDirectory() as folder:
        for witness in candidate_inputs():
            size = len(witness.content())
            for place, rules in places.reached_calls(witness, folder).items():
                key = (size, len(witness.edit) > 1, len(witness.options), witness.row)
                if place is not None and (place not in best or key < best[place][0]):
                    best[place] = key, min(rules), witness
    for site in sites:
        if site.path_and_call not in best:
            print("no input reaches %s" % site)
    print("%d of %d calls have a witness" % (len(best), len(sites)))
    if len(best) < len(sites):
        print("%s is not changed" % os.path.relpath(TABLE, ROOT))
        return 1
    with open(TABLE, "w", encoding="ascii") as file:
        file.write("\t".join(HEAD) + "\n")
        for place in sorted(best):
            _, rule, witness = best[place]
            file.write("\t".join([*place, rule, *witness.row]) + "\n")
    return 0


def main():
    verbs = {"check": check_witness_table_and_exit, "places": check_calls_are_reached_and_exit, "sweep": write_smallest_witnesses}
    if len(sys.argv) != 3 or sys.argv[1] not in verbs:
        raise SystemExit(__doc__)
    return verbs[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
