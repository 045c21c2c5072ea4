"""animproof format -w keeps the attributes of a file: permissions, owner, extended attributes, a name of maximum length."""

import errno
import os

from cli_case import MD5ANIM, Case, read, write

case = Case()
UNUSUAL = MD5ANIM.replace(b"\t", b"  ")  # not in canonical form


for mode in (0o600, 0o640, 0o664, 0o755):
    write("mode.md5anim", UNUSUAL)
    os.chmod("mode.md5anim", mode)
    case.exits(0, "format", "-w", "mode.md5anim")
    case.check(os.stat("mode.md5anim").st_mode & 0o7777 == mode, "the permissions %o are kept" % mode)
    case.check(read("mode.md5anim") != UNUSUAL, "the file is formatted")

write("attribute.md5anim", UNUSUAL)
try:
    os.setxattr("attribute.md5anim", "user.source", b"mocap \x00 7")
    has_attributes = True
except OSError as error:
    has_attributes = error.errno not in (errno.ENOTSUP, errno.EPERM)
if has_attributes:
    case.exits(0, "format", "-w", "attribute.md5anim")
    case.check("user.source" in os.listxattr("attribute.md5anim")
               and os.getxattr("attribute.md5anim", "user.source") == b"mocap \x00 7", "an extended attribute is kept")
else:
    print("SKIPPED: extended attributes, not supported by the file system of temporary files")

if os.getuid() == 0:
    write("owner.md5anim", UNUSUAL)
    os.chown("owner.md5anim", 12345, 54321)
    case.exits(0, "format", "-w", "owner.md5anim")
    case.check((os.stat("owner.md5anim").st_uid, os.stat("owner.md5anim").st_gid) == (12345, 54321), "owner and group are kept")
else:
    print("SKIPPED: another owner's file, which only root can create")

# Names up to the maximum of 255 bytes: the temporary file needs a name too.
for length in (200, 248, 249, 255):
    name = "n" * (length - 8) + ".md5anim"
    write(name, UNUSUAL)
    case.exits(0, "format", "-w", name)
    case.check(read(name) != UNUSUAL, "a file with a name of %d bytes is formatted" % length)

# A file with hard links gets its own copy, and a message says so.
write("one.md5anim", UNUSUAL)
os.link("one.md5anim", "two.md5anim")
case.exits(0, "format", "-w", "one.md5anim", says=b"one.md5anim: 1 other name of this file (hard links) keeps the old content")
case.check(read("two.md5anim") == UNUSUAL and read("one.md5anim") != UNUSUAL, "the other hard link keeps its content")
case.exits(0, "format", "-w", "one.md5anim", says_only=b"")  # no message for a file that is not written

case.check(not [name for name in os.listdir(".") if "animproof" in name], "no temporary file is left")
case.finish()
