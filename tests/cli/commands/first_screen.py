"""What a newcomer sees: the screen of `make run` (a finding a format, what to do next), and README's example."""

import commands
from cli_case import ROOT, Case, in_tree, text_of_tree
from formats import FORMATS

case = Case()
result = commands.run([in_tree(".ci/show"), case.program], stdout=commands.PIPE, stderr=commands.PIPE)
lines = result.stdout.decode("utf-8").splitlines()
case.check(result.returncode == 0 and result.stderr == b"", "it ends well", result)
case.check(20 <= len(lines) <= 40, "one screen: %d lines" % len(lines))
for form in FORMATS:
    found = [line for line in lines if " error: " in line and (" [%s/" % form) in line]
    case.check(len(found) == 1, "one finding of %s: %r" % (form, found))
case.check("Next:" in lines and lines[-1].lstrip().startswith("make test"), "what to do next: %r" % lines[-5:])

# The first example of README is what the program prints.
example = text_of_tree("README.md").split("```\n$ build/animproof ")[1].split("\n```")[0]
command, wanted = example.split("\n", 1)
result = commands.run([case.program, *command.split()], cwd=ROOT, stdout=commands.PIPE, stderr=commands.PIPE)
case.check(result.stdout.decode() == wanted + "\n", "README's example", result)
case.finish()
