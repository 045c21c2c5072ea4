"""The animation files in inputs of targets, and what the linter says of them."""

import json
import os
import shutil
import tempfile

import children
import tree

SECONDS = 600  # for one call of the linter
MADE_SECONDS = 30  # for one input of a make target


def made(target, config, path, out):
    """Writes what a make target makes of choices to `out`, the broken file where there is one; None where it makes none."""
    with tempfile.TemporaryDirectory() as place:
        kept = os.path.join(place, "made")
        environment = children.environment(False, FUZZ_KEEP=kept, LLVM_PROFILE_FILE=os.devnull)
        children.run_once([target.program(config), path], environment, MADE_SECONDS)
        found = next((kept + end for end in (".broken", ".file") if os.path.exists(kept + end)), None)
        return shutil.copyfile(found, out) if found else None


def unpack(target, config, path, out):
    """The animation file in an input of a target and its companion, written to files whose names begin with `out`; None for
    each that is not there. `config` is the build whose make targets make files."""
    extension = tree.EXTENSIONS[target.format]
    if target.own and target.oracle == "make":
        return made(target, config, path, out + extension), None
    file, companion = target.plain_file(tree.read(path))
    return written(out + extension, file), written(out + extension + target.row.companion, companion)


def written(path, content):
    if content is None:
        return None
    with open(path, "wb") as file:
        file.write(content)
    return path


def lint(target, path, companion=None):
    """The findings of each file, at least one of each rule that it breaks; none where the linter has no report."""
    command = [tree.PROGRAM, "lint", "--format", "json", "--fail-on", "never", "--max-per-rule", "1", "-j", "1"]
    if companion:
        command += [target.companion_option(), companion]
    status, said = children.run_once(command + [path], children.environment(False), SECONDS)
    try:
        files = json.loads(said)["files"] if status in (0, 1, 3, 4) else []
    except ValueError:
        return []
    return [file["findings"] for file in files]
