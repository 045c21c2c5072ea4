"""animproof view: the page web/page/page.html with files inside, complete or not written."""

import base64
import json
import re

from cli_case import Case, in_tree, read, write

PAGE = in_tree("web/page/page.html")
INSIDE = re.compile(rb'(<script type="application/json" id="inside">)(.*?)(</script>)', re.S)

case = Case()
page = read(PAGE)
case.check(len(INSIDE.findall(page)) == 1 and INSIDE.search(page).group(2) == b"[]", "the page template has one empty list of files")


def view(code, *words, **options):
    return case.exits(code, "view", "--page", PAGE, *words, **options)


# Files with any bytes and names are kept, and the rest of the page is unchanged. Base64 is written in parts of 48 KiB.
large = bytes(range(256)) * 700 + b"x"
write("large.bin", large)
write("empty.md5anim", b"")
write("a</script><b>", b"</script><!--")
view(0, "large.bin", "empty.md5anim", "a</script><b>", "-", "-o", "out.html", input=b"from a pipe")
made = read("out.html")
inside = INSIDE.search(made).group(2)
case.check(INSIDE.sub(rb"\1[]\3", made) == page, "the rest of the page is unchanged")
case.check(b"<" not in inside, "no file and no name adds markup to the page")
found = [(one["name"], base64.b64decode(one["base64"])) for one in json.loads(inside)]
case.check(found == [("large.bin", large), ("empty.md5anim", b""), ("a</script><b>", b"</script><!--"), ("standard input", b"from a pipe")],
           "the page has each file with its complete content")

# A page is complete or not written.
view(3, "large.bin", "missing.bin", "-o", "out.html", says=b"missing.bin: No such file")
case.check(read("out.html") == made, "the existing page is not changed")
view(3, "large.bin", "missing.bin", "-o", "none.html", unwritten="none.html")

# Wrong usage, and a file that is not the page template.
case.check(b"no output given; use -o PAGE" in view(2, "large.bin").stderr, "a missing -o is reported")
case.check(b"no files given" in view(2, "-o", "out.html").stderr, "missing files are reported")
result = case.exits(3, "view", "--page", "large.bin", "large.bin", "-o", "out.html")
case.check(b"large.bin: is not a viewer page" in result.stderr, "a file that is not the page template is refused", result)
result = case.exits(3, "view", "--page", "missing.html", "large.bin", "-o", "out.html")
case.check(b"missing.html: No such file" in result.stderr, "a missing page template is named", result)

case.finish()
