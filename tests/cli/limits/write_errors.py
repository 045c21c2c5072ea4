"""Reports that cannot be written: a message and exit 3, and no incomplete file."""

import os

import commands
from cli_case import Case, full_device, mrtk, mrtk_many, read, write

case = Case()
write("clean.bin", mrtk())
write("many.bin", mrtk_many(5000))

for form in ("human", "concise", "json", "jsonl"):
    for name in ("clean.bin", "many.bin"):
        result = case.exits(3, "lint", "--format", form, "--max-per-rule=0", name, stdout=full_device())
        case.check(result.stderr == b"animproof: standard output: No space left on device\n", "a full standard output is reported", result)
    result = case.exits(3, "lint", "clean.bin", "--output", form + "=/dev/full")
    case.check(b"animproof: /dev/full: No space left on device\n" in result.stderr, "a full report file is reported", result)
    case.check(result.stdout == b"1 file: 0 errors, 0 warnings.\n", "the report on standard output is complete", result)
for arguments in (["rules"], ["rules", "--format=json"], ["rules", "--format=markdown"], ["rules", "--format=html"],
                  ["explain", "mrtk/magic"], ["--help"], ["--version"], ["lint", "--help"]):
    case.exits(3, *arguments, stdout=full_device(), says=b"standard output: ")

# A pipe after the end of its reader.
for form in ("human", "json"):
    case.check_closed_pipe(3, "lint", "--format", form, "many.bin")
    case.check_closed_pipe(3, "lint", "--format", form, "many.bin", "--output", "json=beside.json")
    case.check(read("beside.json").endswith(b"}}\n"), "the report in a file is complete")
    os.remove("beside.json")
for arguments in (["rules"], ["--help"], ["--version"], ["explain", "mrtk/magic"], ["lint", "--help"]):
    case.check_closed_pipe(3, *arguments)

# Closed standard streams: no output is written to a report file that got the descriptor of a closed stream.
for closing, code in ((">&-", 3), ("<&-", 0), ("2>&-", 0)):
    result = commands.run(["sh", "-c", '"$0" lint clean.bin --output json=report.json ' + closing, case.program],
                          stdout=commands.PIPE, stderr=commands.PIPE)
    case.check(result.returncode == code, "exit %d with %s" % (code, closing), result)
    case.check(read("report.json").startswith(b'{"tool"'), "the report in a file is complete with %s" % closing)
    os.remove("report.json")

# Paths at which no file can be written.
os.mkdir("folder")
for place in ("folder", "missing/report.json", "clean.bin/report.json"):
    case.exits(3, "lint", "clean.bin", "--output", "json=" + place, prints_only=b"", says_first=b"animproof: " + place.encode())
case.check(os.listdir("folder") == [], "no temporary file is left in the folder")

# A program that is killed while it writes leaves no temporary file and keeps the old file.
os.mkfifo("waiting")
write("reports/report.json", b"before")
for command in (["lint", "waiting", "--output", "json=reports/report.json"], ["lint", "waiting", "--output", "json=reports/new"]):
    running = commands.start([case.program, *command], stdout=commands.DEVNULL, stderr=commands.DEVNULL)
    with open("waiting", "wb"):  # opening succeeds when the program reads the fifo; its reports are open by then
        running.kill()
        running.wait()
    case.check(os.listdir("reports") == ["report.json"], "a killed program leaves no temporary file: %r" % os.listdir("reports"))
case.check(read("reports/report.json") == b"before", "the old report keeps its content")
os.remove("waiting")
os.remove("reports/report.json")
os.rmdir("reports")

# Output through a link to a missing file: the link is kept, and the file is complete or not created.
os.mkdir("elsewhere")
os.symlink("elsewhere/made.json", "link.json")
case.exits(0, "convert", "clean.bin", "--to=json", "-o", "link.json")
case.check(os.path.islink("link.json") and os.listdir("elsewhere") == ["made.json"], "the file is created at the target of the link")
os.remove("elsewhere/made.json")
case.exits(1, "convert", "many.bin", "--to=json", "-o", "link.json", "--mrtk-layout=published")
case.check(os.path.islink("link.json") and os.listdir("elsewhere") == [], "a refused conversion creates no file at the target of the link")
os.remove("link.json")
os.rmdir("elsewhere")

# If one report cannot be opened, the others are not begun, and existing reports keep their content.
write("kept.json", b"kept")
result = case.exits(3, "lint", "clean.bin", "--output", "json=kept.json", "--output", "jsonl=missing/x")
case.check(read("kept.json") == b"kept", "the existing report keeps its content", result)
case.check(sorted(os.listdir(".")) == ["clean.bin", "folder", "kept.json", "many.bin"], "no temporary file is left")

case.finish()
