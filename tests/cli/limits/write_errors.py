"""Reports that cannot be written: a message and exit 3, never silence, never half a file in a report's place."""

import os

import commands
from cli_case import Case, full_device, mrtk, mrtk_many, read, write

case = Case()
write("clean.bin", mrtk())
write("many.bin", mrtk_many(5000))

for form in ("human", "concise", "json", "jsonl"):
    for name in ("clean.bin", "many.bin"):
        result = case.exits(3, "lint", "--format", form, "--max-per-rule=0", name, stdout=full_device())
        case.check(result.stderr == b"animproof: standard output: No space left on device\n", "says so", result)
    result = case.exits(3, "lint", "clean.bin", "--output", form + "=/dev/full")
    case.check(b"animproof: /dev/full: No space left on device\n" in result.stderr, "a full device", result)
    case.check(result.stdout == b"1 file: 0 errors, 0 warnings.\n", "the other report is whole", result)
for arguments in (["rules"], ["rules", "--format=json"], ["rules", "--format=markdown"], ["rules", "--format=html"],
                  ["explain", "mrtk/magic"], ["--help"], ["--version"], ["lint", "--help"]):
    case.exits(3, *arguments, stdout=full_device(), says=b"standard output: ")

# A pipe that nobody reads any more.
for form in ("human", "json"):
    case.closed_pipe(3, "lint", "--format", form, "many.bin")
    case.closed_pipe(3, "lint", "--format", form, "many.bin", "--output", "json=beside.json")
    case.check(read("beside.json").endswith(b"}}\n"), "the other report is whole")
    os.remove("beside.json")
for arguments in (["rules"], ["--help"], ["--version"], ["explain", "mrtk/magic"], ["lint", "--help"]):
    case.closed_pipe(3, *arguments)

# Closed standard streams: nothing may be written into a file that took the descriptor.
for closing, code in ((">&-", 3), ("<&-", 0), ("2>&-", 0)):
    result = commands.run(["sh", "-c", '"$0" lint clean.bin --output json=report.json ' + closing, case.program],
                          stdout=commands.PIPE, stderr=commands.PIPE)
    case.check(result.returncode == code, "exit %d with %s" % (code, closing), result)
    case.check(read("report.json").startswith(b'{"tool"'), "the report is whole with %s" % closing)
    os.remove("report.json")

# Places where no file can be.
os.mkdir("folder")
for place in ("folder", "missing/report.json", "clean.bin/report.json"):
    case.exits(3, "lint", "clean.bin", "--output", "json=" + place, prints_only=b"", says_first=b"animproof: " + place.encode())
case.check(os.listdir("folder") == [], "nothing is left behind")

# A program that is killed while it writes leaves nothing beside the old file.
os.mkfifo("waiting")
write("reports/report.json", b"before")
for command in (["lint", "waiting", "--output", "json=reports/report.json"], ["lint", "waiting", "--output", "json=reports/new"]):
    running = commands.start([case.program, *command], stdout=commands.DEVNULL, stderr=commands.DEVNULL)
    with open("waiting", "wb"):  # opens once the program reads, with its reports open
        running.kill()
        running.wait()
    case.check(os.listdir("reports") == ["report.json"], "killed: %r" % os.listdir("reports"))
case.check(read("reports/report.json") == b"before", "the old report stays")
os.remove("waiting")
os.remove("reports/report.json")
os.rmdir("reports")

# Through a link to a file that is not there yet: the link stays, and the file is whole or not at all.
os.mkdir("elsewhere")
os.symlink("elsewhere/made.json", "link.json")
case.exits(0, "convert", "clean.bin", "--to=json", "-o", "link.json")
case.check(os.path.islink("link.json") and os.listdir("elsewhere") == ["made.json"], "made where the link leads")
os.remove("elsewhere/made.json")
case.exits(1, "convert", "many.bin", "--to=json", "-o", "link.json", "--mrtk-layout=published")
case.check(os.path.islink("link.json") and os.listdir("elsewhere") == [], "refused: nothing is made")
os.remove("link.json")
os.rmdir("elsewhere")

# An earlier report that cannot be replaced stays as it was, and no other report is begun.
write("kept.json", b"kept")
result = case.exits(3, "lint", "clean.bin", "--output", "json=kept.json", "--output", "jsonl=missing/x")
case.check(read("kept.json") == b"kept", "the report that was there stays", result)
case.check(sorted(os.listdir(".")) == ["clean.bin", "folder", "kept.json", "many.bin"], "nothing is left behind")

case.finish()
