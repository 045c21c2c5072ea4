"""Loader scripts for tests of `animproof conform`, and the results in its JSON reports."""

import json
import os

from cli_case import read, write
from schema_check import Checker


def script(name, body, interpreter="/bin/sh"):
    """Writes an executable script to the working directory and returns its path."""
    write(name, ("#!%s\n%s\n" % (interpreter, body)).encode())
    os.chmod(name, 0o755)
    return os.path.abspath(name)


def statuses(path, member=None):
    """Returns {(case, loader): "status detail"}, or {(case, loader): member of the result}, in the order of the report."""
    report = json.loads(read(path))
    found = {}
    for case in report["cases"]:
        for result in case["results"]:
            detail = result["signal"] or result["answer"] or result["exit_code"]
            value = "%s %s" % (result["status"], detail) if member is None else result[member]
            found[case["id"], result["loader"]] = value
    return found


def checked_report(case, path):
    """Returns the JSON report. Checks that it is valid by its schema in docs/."""
    report = json.loads(read(path))
    errors = Checker("conform").errors(report)
    case.check(not errors, "%s is valid by the schema: %r" % (path, errors[:3]))
    return report
