"""`triage`: groups the crashes of a campaign by cause; minimises, names and stores one input of each group.

    triage/TARGET/NAME/report.txt, input.*, minimised.*, crash.json      triage/README.md lists all groups
"""

import json
import os
import re
import shutil
import tempfile

import engine_afl
import linting
import minimise
import series
import terminal
import tree

SECONDS = 20  # seconds, time limit of one run of a crashing input


class CrashGroup:
    """A group of crashes with equal signatures: the path and report of the first input, and the number of inputs."""

    def __init__(self, target, path, signature, report):
        self.target, self.path, self.signature, self.report = target, path, signature, report
        self.count = 1
        self.name = self.folder = self.how_minimised = self.minimised = ""
        self.rules = []

    def about(self):
        return {
            "target": self.target.name, "name": self.name, "kind": self.signature.kind,
            "message": self.signature.message, "frames": self.signature.frames, "count": self.count,
            "bytes": os.path.getsize(self.path), "minimised_bytes": os.path.getsize(self.minimised),
            "minimised": self.how_minimised, "rules": self.rules,
        }  # fmt: skip


def crash_command(campaign, target):
    """Returns (command, additional environment) to repeat a crash of the target."""
    if target.command:
        preload = engine_afl.LIBDISLOCATOR
        wanted = campaign.about.get("dislocator", True) and os.path.exists(preload)
        command = [word + target.input_extension() if word == "@@" else word for word in target.command]
        return command, {"LD_PRELOAD": preload} if wanted else {}
    if target.fixed_program:
        return [target.fixed_program], {}
    program = target.program("libfuzzer")
    if not os.path.exists(program):
        tree.build_targets("libfuzzer", [target])
    return [program, "-timeout=10", "-rss_limit_mb=2048"], {}


def symboliser_environment():
    path = tree.find_tool("llvm-symbolizer-19", "llvm-symbolizer")
    return {"ASAN_SYMBOLIZER_PATH": path, "MSAN_SYMBOLIZER_PATH": path} if path else {}


def group_crashes(campaign, target, most):
    """Returns the groups of a target's crashes, and the paths of stored crashes that do not crash now."""
    command, more = crash_command(campaign, target)
    paths = campaign.inputs("crashes", target.name)
    if len(paths) > most:
        tree.print_message("%s: only %d of %d crashes are processed (--most)" % (target.name, most, len(paths)))
    crashes, quiet = {}, []
    for path in paths[:most]:
        signature, report = minimise.run_input_for_signature(command, path, SECONDS, symbolise=True, **dict(more, **symboliser_environment()))
        if signature is None:
            quiet.append(path)
        elif signature.key() in crashes:
            crashes[signature.key()].count += 1
        else:
            crashes[signature.key()] = CrashGroup(target, path, signature, report)
    return list(crashes.values()), quiet


def rules_of(target, input_path):
    """Returns the ids of the rules that the animation file in an input breaks, rules with an error first."""
    with tempfile.TemporaryDirectory() as place:
        path, companion = linting.write_files_of_input(target, "libfuzzer", input_path, os.path.join(place, "file"))
        found = [finding for findings in linting.lint_file(target, path, companion) for finding in findings] if path else []
    found.sort(key=lambda finding: finding["severity"] != "error")
    return list(dict.fromkeys(finding["rule"] for finding in found))


def rules_of_input_first_of_minimised(crash):
    """Returns the rules that the input breaks, first those that the minimised input breaks too."""
    whole = rules_of(crash.target, crash.path)
    small = rules_of(crash.target, crash.minimised)
    return [rule for rule in whole if rule in small] + [rule for rule in whole if rule not in small]


def plain_word(text, length=40):
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")[:length].strip("-")


def choose_name_and_add_to_taken(crash, taken):
    """Returns a name RULE__FUNCTION that is not in `taken`: the first rule that the file breaks, and the crashing function or
    the message of the oracle. Adds the name to `taken`.
    """
    rule = plain_word(crash.rules[0].partition("/")[2]) if crash.rules else "no-finding"
    function = crash.signature.frames[0] if crash.signature.frames else crash.signature.kind
    if crash.signature.kind == "oracle":
        function = plain_word(crash.signature.message, 48).lower()
    name = stem = "%s__%s" % (rule, plain_word(function, 48) or "crash")
    number = 1
    while name in taken:
        number += 1
        name = "%s-%d" % (stem, number)
    taken.add(name)
    return name


def minimise_and_store_crash(campaign, crash, taken, seconds):
    """Minimises and names a crash, and writes its folder."""
    command, more = crash_command(campaign, crash.target)
    place = campaign.ensure_folder("triage", crash.target.name)
    work = tempfile.mkdtemp(dir=place, prefix=".")
    crash.minimised = os.path.join(work, "minimised" + crash.target.input_extension())
    crash.how_minimised = minimise.minimise_or_copy_input(command, crash.path, crash.minimised, seconds, **more)
    crash.rules = rules_of_input_first_of_minimised(crash)
    crash.name = choose_name_and_add_to_taken(crash, taken)
    crash.folder = os.path.join(place, crash.name)
    os.chmod(work, 0o755)
    os.rename(work, crash.folder)
    crash.minimised = os.path.join(crash.folder, os.path.basename(crash.minimised))
    shutil.copyfile(crash.path, os.path.join(crash.folder, "input" + crash.target.input_extension()))
    with open(os.path.join(crash.folder, "report.txt"), "w", encoding="utf-8") as file:
        file.write(crash.report)
    tree.write_atomically(os.path.join(crash.folder, "crash.json"), json.dumps(crash.about(), indent=1) + "\n")


def promote_crash(crash):
    """Copies the minimised input to fuzz/regressions/, which `make test ALL=1` replays; returns the copy's path, None for a
    user's loader.
    """
    folder = crash.target.promoted_folder_or_none()
    if folder is None:
        return None
    os.makedirs(folder, exist_ok=True)
    extension = crash.target.input_extension().replace(".input", "")
    path = os.path.join(folder, crash.name + extension)
    shutil.copyfile(crash.minimised, path)
    return path


def lint_commands_for_page(crashes):
    """Returns lines of README.md with a lint command for each minimised input that is a plain animation file."""
    calls = []
    for crash in crashes:
        content = tree.read_file(crash.minimised)
        if crash.target.files_in_input(content) == (content, None):
            calls.append("animproof lint %s" % os.path.join(crash.target.name, crash.name, os.path.basename(crash.minimised)))
    return ["", "Commands that lint the minimised files, from this folder:", "", "```", *calls, "```"] if calls else []


def format_crash_table(crashes, quiet):
    lines = ["| target | crash | signature | inputs | bytes | minimised | broken rules |",
             "| --- | --- | --- | ---: | ---: | --- | --- |"]  # fmt: skip
    for crash in crashes:
        about = crash.about()
        lines.append("| %s | [%s](%s) | %s | %d | %d → %d | %s | %s |" % (
            crash.target.name, crash.name, "%s/%s" % (crash.target.name, crash.name),
            terminal.escape_line(str(crash.signature)).replace("|", "\\|"), crash.count, about["bytes"], about["minimised_bytes"],
            crash.how_minimised, ", ".join(crash.rules[:3])))  # fmt: skip
    if not crashes:
        lines = ["No input crashes."]
    lines += lint_commands_for_page(crashes)
    for path in quiet:
        lines.append("\nDid not crash again: %s" % terminal.escape_name(os.path.relpath(path)))
    return "\n".join(lines) + "\n"


def triage_crashes(campaign, targets, options):
    """Replaces the folder triage/ by the groups of the crashes of all targets. Returns (groups, paths of stored crashes that do
    not crash now).
    """
    place = campaign.ensure_folder("triage", "")
    for target in targets:
        campaign.inputs("crashes", target.name)
    shutil.rmtree(place, ignore_errors=True)
    found, silent = [], []
    for target in targets:
        crashes, quiet = group_crashes(campaign, target, options.most)
        taken = set()
        for crash in crashes:
            minimise_and_store_crash(campaign, crash, taken, options.seconds)
            tree.print_result("%s/%s: %s, %d inputs, %s" % (
                target.name, crash.name, terminal.escape_line(str(crash.signature)), crash.count, crash.how_minimised))  # fmt: skip
            promoted = promote_crash(crash) if options.promote else None
            if promoted:
                tree.print_result("  copied to %s" % terminal.escape_name(os.path.relpath(promoted)))
        found += crashes
        silent += quiet
    return found, silent


def command_triage(options):
    campaign = series.Campaign(options.name)
    targets = campaign.targets(options.targets)
    if not os.path.exists(tree.PROGRAM):
        tree.build_program()
    crashes, quiet = triage_crashes(campaign, targets, options)
    tree.write_atomically(campaign.make_path_and_folders("triage", "README.md"),
                            "# %s: crashes\n\n%s" % (campaign.name, format_crash_table(crashes, quiet)))
    tree.write_atomically(campaign.make_path_and_folders("triage", "index.json"),
                            json.dumps([crash.about() for crash in crashes], indent=1) + "\n")
    tree.print_result("%d distinct crashes, %d inputs that do not crash again; %s" % (
        len(crashes), len(quiet), terminal.escape_name(os.path.relpath(os.path.join(campaign.folder, "triage")))))  # fmt: skip
    if options.promote and any(not crash.target.is_own for crash in crashes):
        tree.print_result("Crashes of your own loader are not copied: fuzz/regressions/ is for the targets of this project.")
    return 1 if crashes else 0
