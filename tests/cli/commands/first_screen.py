"""The first output a newcomer sees: `make run` shows a finding of each format and the next steps; README's example is exact."""

import commands
from cli_case import ROOT, Case, in_tree, text_of_tree
from formats import FORMATS

case = Case()
result = commands.run([in_tree(".ci/show"), case.program], stdout=commands.PIPE, stderr=commands.PIPE)
lines = result.stdout.decode("utf-8").splitlines()
case.check(result.returncode == 0 and result.stderr == b"", ".ci/show succeeds without messages", result)
case.check(20 <= len(lines) <= 40, ".ci/show prints 20 to 40 lines: %d" % len(lines))
for form in FORMATS:
    found = [line for line in lines if " error: " in line and (" [%s/" % form) in line]
    case.check(len(found) == 1, ".ci/show prints one error of %s: %r" % (form, found))
case.check("Next:" in lines and lines[-1].lstrip().startswith("make test"), ".ci/show ends with the next steps: %r" % lines[-5:])

# The first example of README has the output of the program.
example = text_of_tree("README.md").split("```\n$ build/animproof ")[1].split("\n```")[0]
command, wanted = example.split("\n", 1)
result = commands.run([case.program, *command.split()], cwd=ROOT, stdout=commands.PIPE, stderr=commands.PIPE)
case.check(result.stdout.decode() == wanted + "\n", "the example of README has the output of the program", result)
case.finish()
