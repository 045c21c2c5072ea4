"""Reads and checks the files of a campaign's folder: regular files below the folder, of limited size, with checked fields.

A file that fails a check ends the command with a message that names the file, and exit code 3.
"""

import json
import os
import re
import stat

import terminal
import tree

MIB = 1 << 20
MOST_OF_DOCUMENT = 16 * MIB  # bytes of campaign.json or triage/index.json
MOST_OF_SERIES = 256 * MIB  # bytes: three weeks with a line each second
MOST_OF_INPUT = 64 * MIB
MOST_COUNT = 1 << 53

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
NAME_RULE = ("is 1 to 100 letters, digits, '.', '_' and '-', and begins with a letter, a digit or '_'")

# Members of each JSON object and their kinds. If the kind ends in '?', the member may be missing or null.
CAMPAIGN_FIELDS = {"runs": "list", "targets": "object"}
RUN_FIELDS = {"engine": "engine", "targets": "names", "jobs": "count", "minutes": "number", "seconds": "number?",
       "processor_seconds": "number?", "mutator": "yes or no?", "failures": "texts?", "ended": "yes or no?"}  # fmt: skip
TARGET_FIELDS = {"seeds": "texts?", "dictionary": "text?", "program": "text?", "command": "words?", "kind": "format?"}
ROW_FIELDS = {"t": "number", "busy": "number", "execs": "count", "edges": "count", "crashes": "count", "faults": "count",
       "features": "count?", "corpus": "count?"}  # fmt: skip
CRASH_FIELDS = {"target": "text", "name": "text", "kind": "text", "message": "text", "frames": "texts", "count": "count",
         "minimised_bytes": "count", "rules": "texts"}  # fmt: skip


def is_name(value):
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def is_number_0_to_2_power_53(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= MOST_COUNT


def predicate_for_lists(test):
    return lambda value: isinstance(value, list) and all(test(each) for each in value)


def is_text_without_nul(value):
    return isinstance(value, str) and "\0" not in value


KINDS = {
    "list": (lambda value: isinstance(value, list), "a list"),
    "object": (lambda value: isinstance(value, dict), "an object"),
    "text": (is_text_without_nul, "a string without zero characters"),
    "texts": (predicate_for_lists(is_text_without_nul), "a list of strings without zero characters"),
    "words": (lambda value: predicate_for_lists(is_text_without_nul)(value) and value and value[0], "the words of a command"),
    "names": (predicate_for_lists(is_name), "a list of names"),
    "count": (lambda value: is_number_0_to_2_power_53(value) and not isinstance(value, float), "a whole number from 0 to 2^53"),
    "number": (is_number_0_to_2_power_53, "a number from 0 to 2^53"),
    "yes or no": (lambda value: isinstance(value, bool), "true or false"),
    "engine": (lambda value: value in tree.ENGINES, "an engine: " + ", ".join(tree.ENGINES)),
    "format": (lambda value: value in tree.FORMATS, "a format: " + ", ".join(tree.FORMATS)),
}


def failure_in_file(path, why):
    return tree.Failure("%s: %s" % (terminal.escape_name(os.path.relpath(path)), why))


def check_name(what, name):
    """Fails if the name of a campaign or target is not safe as a part of a path, on a terminal and on a page."""
    if not is_name(name):
        raise tree.Failure("%s's name %s; '%s' is not such a name" % (what, NAME_RULE, terminal.escape_name(name)), 2)


def check_path_inside_folder(root, path):
    """Fails if a link in the path leads out of the campaign's folder `root`. The folder itself may be a link."""
    inside = os.path.realpath(root)
    if os.path.commonpath([inside, os.path.realpath(path)]) != inside:
        raise failure_in_file(path, "it leads out of the campaign's folder")


def check_folder_if_exists(root, path):
    """Fails if the path exists and is not a folder."""
    check_path_inside_folder(root, path)
    if os.path.lexists(path) and not os.path.isdir(path):
        raise failure_in_file(path, "it is not a folder")


def check_file(root, path, most):
    """Fails if the path is not a readable regular file of at most `most` bytes."""
    check_path_inside_folder(root, path)
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        raise failure_in_file(path, "it is not a regular file")
    if about.st_size > most:
        raise failure_in_file(path, "it is larger than %d MiB" % (most // MIB))
    if not os.access(path, os.R_OK):
        raise failure_in_file(path, "the permission to read it is missing")


def read_text(root, path, most):
    check_file(root, path, most)
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise failure_in_file(path, "it is larger than %d MiB" % (most // MIB))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise failure_in_file(path, "it is not UTF-8 at byte %d" % error.start) from error


def parse_json_text(path, text, where=""):
    """Parses JSON; `where` begins the message of a failure, such as "line 3: "."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = where or "line %d, column %d: " % (error.lineno, error.colno)
        raise failure_in_file(path, "%sit is not complete and valid JSON: %s" % (at, terminal.escape_line(error.msg))) from error
    except RecursionError as error:
        raise failure_in_file(path, "%sits JSON is nested too deeply" % where) from error
    except ValueError as error:  # Python refuses integers of more than 4300 digits
        raise failure_in_file(path, "%sit has a number with too many digits" % where) from error


def read_document(root, path):
    text = read_text(root, path, MOST_OF_DOCUMENT)
    if not text.strip():
        raise failure_in_file(path, "it is empty")
    return parse_json_text(path, text)


def check_object_has_fields(path, where, value, fields):
    """Fails if a value is not an object, or one of the members listed in `fields` is missing or of another kind."""
    if not isinstance(value, dict):
        raise failure_in_file(path, "%s is not an object" % (where or "it"))
    for field, kind in fields.items():
        test, wanted = KINDS[kind.rstrip("?")]
        found = value.get(field)
        if found is None and kind.endswith("?"):
            continue
        shown = "%s.%s" % (where, field) if where else field
        if field not in value:
            raise failure_in_file(path, "%s is missing" % shown)
        if not test(found):
            raise failure_in_file(path, "%s is not %s" % (shown, wanted))


def read_campaign(root, path):
    """Reads campaign.json and checks its runs and targets."""
    about = read_document(root, path)
    check_object_has_fields(path, "", about, CAMPAIGN_FIELDS)
    for number, run in enumerate(about["runs"]):
        check_object_has_fields(path, "runs[%d]" % number, run, RUN_FIELDS)
    for name, target in about["targets"].items():
        if not is_name(name):
            raise failure_in_file(path, "it has a target named '%s'; a target's name %s" % (terminal.escape_name(name), NAME_RULE))
        check_object_has_fields(path, "targets." + name, target, TARGET_FIELDS)
    return about


def read_series(root, path):
    """Returns the rows of a time series. Ignores a last line without a newline, which an interrupted run leaves."""
    if not os.path.lexists(path):
        return []
    rows = []
    for number, line in enumerate(read_text(root, path, MOST_OF_SERIES).split("\n")[:-1], 1):
        row = parse_json_text(path, line, "line %d: " % number)
        check_object_has_fields(path, "line %d" % number, row, ROW_FIELDS)
        rows.append(row)
    return rows


def read_crashes_or_none(root, path):
    """Reads triage/index.json; returns None if it does not exist."""
    if not os.path.lexists(path):
        return None
    crashes = read_document(root, path)
    if not isinstance(crashes, list):
        raise failure_in_file(path, "it is not a list")
    for number, crash in enumerate(crashes):
        check_object_has_fields(path, "[%d]" % number, crash, CRASH_FIELDS)
    return crashes


def check_and_list_input_paths(root, folder):
    """Returns the sorted paths of the inputs in a campaign's folder, after checking each file; [] if there is no folder."""
    check_folder_if_exists(root, folder)
    if not os.path.isdir(folder):
        return []
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if not name.startswith(".")]
    for path in paths:
        check_file(root, path, MOST_OF_INPUT)
    return [path for path in paths if not path.endswith(".log")]
