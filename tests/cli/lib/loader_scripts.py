"""Loaders for tests of `animproof conform`, and what a JSON report says of them."""

import json
import os

from cli_case import read, write
from schema_check import Checker


def script(name, body, interpreter="/bin/sh"):
    """An executable script in the working directory; returns its path."""
    write(name, ("#!%s\n%s\n" % (interpreter, body)).encode())
    os.chmod(name, 0o755)
    return os.path.abspath(name)


def statuses(path, member=None):
    """(case, loader) -> "status how", or one member of the result, in the order of the report."""
    report = json.loads(read(path))
    found = {}
    for case in report["cases"]:
        for result in case["results"]:
            how = result["signal"] or result["answer"] or result["exit_code"]
            value = "%s %s" % (result["status"], how) if member is None else result[member]
            found[case["id"], result["loader"]] = value
    return found


def checked(case, path):
    """The JSON report, which must hold to the schema of docs/."""
    report = json.loads(read(path))
    errors = Checker("conform").errors(report)
    case.check(not errors, "%s holds to the schema: %r" % (path, errors[:3]))
    return report
