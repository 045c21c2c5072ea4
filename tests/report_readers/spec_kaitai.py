#!/usr/bin/env python3
"""Compares readers that Kaitai Struct generates from `animproof spec --format ksy` with `animproof dump`.

    spec_kaitai.py ANIMPROOF NODE_MODULES

Files: binary files of golden/ and of a standard corpus, and generated ones with extreme values. A reader must read each field that
dump shows, with its offset and value. In a broken file it must end with an error, after the fields that dump shows. The descriptions
must also compile for other languages.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
import described  # noqa: E402  (the path is set above)

LANGUAGES = ("cpp_stl", "csharp", "go", "java", "javascript", "lua", "perl", "php", "python", "ruby", "rust")


def read_with_kaitai(modules, specs, pairs):
    """Returns (compilation failures, [fields and error of each (description, file)])."""
    lines = "".join("%s\t%s\n" % pair for pair in pairs)
    result = subprocess.run(["node", os.path.join(HERE, "read_by_kaitai.js"), modules, ",".join(LANGUAGES), *specs],
                            input=lines.encode(), stdout=subprocess.PIPE, check=True)
    first, *others = [json.loads(line) for line in result.stdout.splitlines()]
    return first, others


def main():
    described.set_program(sys.argv[1])
    modules = os.path.abspath(sys.argv[2])
    failures, counts = [], collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        specs = described.write_format_specs("ksy", folder)
        paths = described.golden_binary_files() + described.generated_files(folder)
        dumps = [described.dump_as_json(path) for path in paths]
        pairs = [(specs[described.format_and_layout_of_dump(dump)], path) for dump, path in zip(dumps, paths)]
        compiled, reads = read_with_kaitai(modules, specs.values(), pairs)
        for dump, path, read in zip(dumps, paths, reads):
            failures += ["%s: %s" % (path, fault) for fault in described.compare_fields_with_dump(dump, read["fields"], read["error"])]
            if (read["error"] is None) != (read["at_once"] is None):
                failures.append("%s: the reader without debugging marks: %s" % (path, read["at_once"]))
            counts["read to the end" if read["error"] is None else "refused"] += 1
            counts["fields"] += len(read["fields"])
    failures += ["%s does not compile for %s: %s" % tuple(one) for one in compiled["failed"]]
    print("\n".join(failures[:20]))
    print("%d descriptions in %d languages, %s" % (len(specs), len(LANGUAGES), ", ".join(LANGUAGES)))
    print("%d files: %d read to the end, %d refused; %d fields compared with dump" % (
        len(paths), counts["read to the end"], counts["refused"], counts["fields"]))
    wrong = len(paths) != len(reads) or min(counts["read to the end"], counts["refused"]) < 20
    print("%d passed, %d failed" % (len(paths) - len(failures), len(failures) + wrong))
    sys.exit(1 if failures or wrong else 0)


main()
