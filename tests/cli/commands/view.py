"""animproof view: the page with files inside, whole or not at all. The page is web/page/page.html, before it is put together."""

import base64
import json
import re

from cli_case import Case, in_tree, read, write

PAGE = in_tree("web/page/page.html")
INSIDE = re.compile(rb'(<script type="application/json" id="inside">)(.*?)(</script>)', re.S)

case = Case()
page = read(PAGE)
case.check(len(INSIDE.findall(page)) == 1 and INSIDE.search(page).group(2) == b"[]", "the page has one place for files")


def view(code, *words, **options):
    return case.exits(code, "view", "--page", PAGE, *words, **options)


# Any bytes and any name come back, and the rest of the page is as it was. A part of 48 KiB is not the end of a file.
large = bytes(range(256)) * 700 + b"x"
write("large.bin", large)
write("empty.md5anim", b"")
write("a</script><b>", b"</script><!--")
view(0, "large.bin", "empty.md5anim", "a</script><b>", "-", "-o", "out.html", input=b"from a pipe")
made = read("out.html")
inside = INSIDE.search(made).group(2)
case.check(INSIDE.sub(rb"\1[]\3", made) == page, "the rest of the page stays")
case.check(b"<" not in inside, "no markup comes out of a file or a name")
found = [(one["name"], base64.b64decode(one["base64"])) for one in json.loads(inside)]
case.check(found == [("large.bin", large), ("empty.md5anim", b""), ("a</script><b>", b"</script><!--"), ("standard input", b"from a pipe")],
           "each file is inside, whole")

# Whole or not at all.
view(3, "large.bin", "missing.bin", "-o", "out.html", says=b"missing.bin: No such file")  # the file that is missing is named
case.check(read("out.html") == made, "what was there stays")
view(3, "large.bin", "missing.bin", "-o", "none.html", unmade="none.html")  # no part of a page is left

# Usage, and a page that is none.
case.check(b"no output given: -o PAGE" in view(2, "large.bin").stderr, "-o is needed")
case.check(b"no files given" in view(2, "-o", "out.html").stderr, "a file is needed")
result = case.exits(3, "view", "--page", "large.bin", "large.bin", "-o", "out.html")
case.check(b"large.bin: is not a viewer page" in result.stderr, "another file is not the page", result)
result = case.exits(3, "view", "--page", "missing.html", "large.bin", "-o", "out.html")
case.check(b"missing.html: No such file" in result.stderr, "the page that is missing is named", result)

case.finish()
