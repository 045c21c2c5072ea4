"""animproof view: the page web/page/page.html with files inside, complete or not written. Messages are in view.session."""

import base64
import json
import re

from cli_case import path_in_tree, read, write

PAGE = path_in_tree("web/page/page.html")
INSIDE = re.compile(rb'(<script type="application/json" id="inside">)(.*?)(</script>)', re.S)


def test_the_page_has_each_file_with_its_content(animproof):
    """Files with any bytes and names are kept, and the rest of the page is unchanged. Base64 is written in parts of 48 KiB."""
    page = read(PAGE)
    assert [found[1] for found in INSIDE.findall(page)] == [b"[]"]
    files = {"large.bin": bytes(range(256)) * 700 + b"x", "empty.md5anim": b"", "a</script><b>": b"</script><!--"}
    for name, content in files.items():
        write(name, content)
    animproof.exits(0, "view", "--page", PAGE, *files, "-", "-o", "out.html", input=b"from a pipe")
    made = read("out.html")
    inside = INSIDE.search(made).group(2)
    assert INSIDE.sub(rb"\1[]\3", made) == page
    assert b"<" not in inside, "no file and no name adds markup to the page"
    assert {one["name"]: base64.b64decode(one["base64"]) for one in json.loads(inside)} == {**files, "standard input": b"from a pipe"}
    for out in ("out.html", "none.html"):
        animproof.exits(3, "view", "--page", PAGE, "large.bin", "missing.bin", "-o", out, says=b"missing.bin: No such file",
                        unwritten="none.html", leaves=("out.html", made))
