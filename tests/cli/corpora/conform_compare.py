"""animproof conform --compare: newly broken and newly fixed cases since an earlier report."""

import json

from cli_case import Case, read_text, write
from loader_scripts import checked_report, script
from small_corpus import build, entry

case = Case()


def conform(code, *arguments, **options):
    return case.exits(code, "conform", *arguments, **options)


build("all", [entry(name, name.encode()) for name in ("y_fine", "y_broken", "y_mended", "n_mended", "i_broken", "y_still")]
      + [entry("y_other", b"other", "mrtk")])
old_loader = script("was.sh", 'case "$1" in *y_mended*|*y_still*) exit 1;; *n_mended*) exit 7;; esac')
new_loader = script("now.sh", 'case "$1" in *y_broken*) exit 1;; *i_broken*) kill -SEGV $$;; *y_still*) exit 9;; *n_mended*) exit 1;; esac')
conform(1, "--loader", "a=%s {}" % old_loader, "--loader", "gone=%s {}" % old_loader, "--loader-format", "a=md5anim", "--output", "json=old.json", "all")
NEW = ["--loader", "a=%s {}" % new_loader, "--loader", "new=%s {}" % new_loader, "all"]
outputs = [word for name in ("json", "junit", "markdown", "html") for word in ("--output", "%s=new.%s" % (name, name))]
result = conform(1, "--compare", "old.json", *outputs, *NEW)
case.check(result.stdout.endswith(
    b"\nSince old.json:\na: 2 newly broken, 2 newly fixed\n"
    b"a: y_broken: newly broken: should have accepted, was agrees\na: i_broken: newly broken: crash, was may differ\n"
    b"a: y_mended: newly fixed: agrees, was should have accepted\na: n_mended: newly fixed: agrees, was crash\n"
    b"new: 0 newly broken, 0 newly fixed\n"), "the lists of newly broken and newly fixed cases", result)
report = checked_report(case, "new.json")
case.check(report["compared"] == [{"loader": "a", "newly_broken": ["y_broken", "i_broken"], "newly_fixed": ["y_mended", "n_mended"]},
                                  {"loader": "new", "newly_broken": [], "newly_fixed": []}],
                                  "JSON lists newly broken and newly fixed cases: %r" % report["compared"])
case.check("| a | `i_broken` | newly broken | may differ | crash |\n" in read_text("new.markdown"), "Markdown has a row for a newly broken case")
case.check(read_text("new.junit").count('message="newly broken: ') == 2, "JUnit has a failure for each newly broken case")

# Only newly broken cases that are not known failures fail the run.
write("known", b"a y_broken\na i_broken\n")
conform(0, "--compare", "old.json", "--known-failures", "known", *NEW)
conform(0, "--compare", "old.json", "--loader", "a=%s {}" % old_loader, "all")
conform(1, "--loader", "a=%s {}" % old_loader, "all")
conform(0, "--compare", "old.json", "--loader", "unknown=%s {}" % old_loader, "all")
conform(0, "--compare", "old.json", "--output", "json=old.json", "--loader", "gone=%s {}" % old_loader, "all")
case.check([one["name"] for one in json.loads(read_text("old.json"))["loaders"]] == ["gone"], "the compared report may be replaced by the new one")

# Files that are not reports of this corpus: one sentence.
good = read_text("new.json")
build("more", [entry("y_fine", b"1")])


def check_refused(code, words, text=None, name="old.json", corpus="all"):
    if text is not None:
        write("old.json", text.encode() if isinstance(text, str) else text)
    conform(code, "--compare", name, "--loader", "a=true {}", "--output", "json=never.json", corpus,
            says_first=b"animproof: " + name.encode() + b": ", says=words, says_lines=1, prints_only=b"", unwritten="never.json")


check_refused(3, b"No such file", name="absent.json")
check_refused(3, b"not a regular file", name="all")
check_refused(2, b"another corpus", good, corpus="more")
for broken in ("", "NaN", good[:-40], good[:len(good) // 2], "\x00", b"\xff\xfe"):
    check_refused(2, b"", broken)
for text in ("{}", "[]", "7", '{"cases": [], "corpus": {}}'):
    check_refused(2, b"not a JSON report of animproof conform", text)
check_refused(2, b"the report's cases differ from those of the corpus", good.replace('"id": "y_still"', '"id": "y_moved"'))
check_refused(2, b"the report's cases differ from those of the corpus",
              good.replace('"status": "may-differ"', '"status": "fine"').replace('"status": "crash"', '"status": "no"'))
with open("old.json", "wb") as large:
    large.truncate((512 << 20) + 1)
check_refused(2, b"larger than 512 MiB, the limit for a report")
case.finish()
