"""Loader scripts for tests of `animproof conform`, and the results in its JSON reports."""

import json
import os

from cli_case import read, write
from schema_check import Checker
from small_corpus import case_and_content, finding_entry


def write_script(name, body, interpreter="/bin/sh"):
    """Writes an executable script to the working directory and returns its path."""
    write(name, ("#!%s\n%s\n" % (interpreter, body)).encode())
    os.chmod(name, 0o755)
    return os.path.abspath(name)


def statuses_by_case_and_loader(path, member=None):
    """Returns {(case, loader): "status detail"}, or {(case, loader): member of the result}, in the order of the report."""
    report = json.loads(read(path))
    found = {}
    for case in report["cases"]:
        for result in case["results"]:
            detail = result["signal"] or result["answer"] or result["exit_code"]
            value = "%s %s" % (result["status"], detail) if member is None else result[member]
            found[case["id"], result["loader"]] = value
    return found


def read_valid_report(case, path):
    """Returns the JSON report. Checks that it is valid by its schema in docs/."""
    report = json.loads(read(path))
    errors = Checker("conform").list_first_error(report)
    case.check(not errors, "%s is valid by the schema: %r" % (path, errors[:3]))
    return report


HOSTILE_TEXT = "</script><script>alert(1)</script> & \"quoted\" | `code` \u202e\u00e9 \x07\x1b[31m\r\n\ufffe"
# A loader that prints hostile text, and cases with hostile text of each status that it gets.
HOSTILE_LOADER = r"""printf '</script><b>\377\000\033[31m &amp; "%s" | é \357\277\276 ]]>\r\n' "$1"
case "$1" in */n_accepted.*) exit 0;; */n_*) exit 1;; *refused.*) exit 1;; *crash.*) kill -SEGV $$;; esac"""
HOSTILE_CASES = [
    case_and_content("y_accepted", b"1", reason=HOSTILE_TEXT, source=HOSTILE_TEXT, defect=HOSTILE_TEXT),
    case_and_content("y_refused", b"2", reason=HOSTILE_TEXT, version=None, layout=HOSTILE_TEXT),
    case_and_content("n_accepted", b"3", "mrtk", expected=[
        finding_entry("mrtk/note", severity="note"), finding_entry("mrtk/<b>", 2**62, 7, HOSTILE_TEXT), finding_entry("mrtk/other")]),
    case_and_content("n_refused", b"4", "memg"),
    case_and_content("i_crash", b"5", "memg", expected=[finding_entry("memg/names", severity="warning")]),
    case_and_content("i_refused", b"6"),
]
