"""Extracts the animation file from an input of a target, and lints it."""

import json
import os
import shutil
import tempfile

import children
import tree

SECONDS = 600  # seconds, time limit of one call of the linter
GENERATE_SECONDS = 30  # seconds, time limit of a make target on one input


def copy_generated_file_or_none(target, config, path, out):
    """Runs a make target on an input, and copies the file with the defect or, if there is no defect, the generated file to
    `out`; returns `out`, or None.
    """
    with tempfile.TemporaryDirectory() as place:
        kept = os.path.join(place, "generated")
        environment = children.environment_of_program(False, FUZZ_KEEP=kept, LLVM_PROFILE_FILE=os.devnull)
        children.run_program([target.program(config), path], environment, GENERATE_SECONDS)
        found = next((kept + end for end in (".broken", ".file") if os.path.exists(kept + end)), None)
        return shutil.copyfile(found, out) if found else None


def write_files_of_input(target, config, path, out):
    """Writes the animation file in an input, and its companion, to `out` plus their extensions. Returns (path, path of the
    companion), with None for a file that the input lacks. `config` is the build that runs make targets."""
    extension = tree.EXTENSIONS[target.format]
    if target.is_own and target.oracle == "make":
        return copy_generated_file_or_none(target, config, path, out + extension), None
    file, companion = target.files_in_input(tree.read_file(path))
    return write_file(out + extension, file), write_file(out + extension + target.row.companion, companion)


def write_file(path, content):
    if content is None:
        return None
    with open(path, "wb") as file:
        file.write(content)
    return path


def lint_file(target, path, companion=None):
    """Returns a list of findings for each linted file, with at least one finding of each broken rule; [] without a report."""
    command = [tree.PROGRAM, "lint", "--format", "json", "--fail-on", "never", "--max-per-rule", "1", "-j", "1"]
    if companion:
        command += [target.companion_option(), companion]
    status, output = children.run_program(command + [path], children.environment_of_program(False), SECONDS)
    try:
        files = json.loads(output)["files"] if status in (0, 1, 3, 4) else []
    except ValueError:
        return []
    return [file["findings"] for file in files]
