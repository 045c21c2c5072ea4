#!/usr/bin/python3
"""What `make run` shows: a broken file of each format with one finding, and what to do next, in one screen."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import commands
from cli_case import Case

case = Case()
result = commands.run([os.path.join(case.home, ".ci", "show"), case.program], stdout=commands.PIPE, stderr=commands.PIPE)
lines = result.stdout.decode("utf-8").splitlines()
case.check(result.returncode == 0 and result.stderr == b"", "it ends well", result)
case.check(20 <= len(lines) <= 40, "one screen: %d lines" % len(lines))
for form in ("mrtk", "memg", "md5anim"):
    found = [line for line in lines if (" error %s/" % form) in line]
    case.check(len(found) == 1, "one finding of %s: %r" % (form, found))
case.check("Next:" in lines and lines[-1].lstrip().startswith("make test"), "what to do next: %r" % lines[-5:])
case.finish()
