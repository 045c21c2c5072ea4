"""animproof format -w keeps what a file has besides its content: mode, owner, extended attributes, a long name."""

import errno
import os

from cli_case import MD5ANIM, Case, read, write

case = Case()
UNUSUAL = MD5ANIM.replace(b"\t", b"  ")  # not canonical


for mode in (0o600, 0o640, 0o664, 0o755):
    write("mode.md5anim", UNUSUAL)
    os.chmod("mode.md5anim", mode)
    case.exits(0, "format", "-w", "mode.md5anim")
    case.check(os.stat("mode.md5anim").st_mode & 0o7777 == mode, "mode %o stays" % mode)
    case.check(read("mode.md5anim") != UNUSUAL, "the file was written")

write("attribute.md5anim", UNUSUAL)
try:
    os.setxattr("attribute.md5anim", "user.source", b"mocap \x00 7")
    has_attributes = True
except OSError as error:
    has_attributes = error.errno not in (errno.ENOTSUP, errno.EPERM)
if has_attributes:
    case.exits(0, "format", "-w", "attribute.md5anim")
    case.check("user.source" in os.listxattr("attribute.md5anim")
               and os.getxattr("attribute.md5anim", "user.source") == b"mocap \x00 7", "an extended attribute stays")
else:
    print("SKIPPED: extended attributes, which the file system of temporary files has not")

if os.getuid() == 0:
    write("owner.md5anim", UNUSUAL)
    os.chown("owner.md5anim", 12345, 54321)
    case.exits(0, "format", "-w", "owner.md5anim")
    case.check((os.stat("owner.md5anim").st_uid, os.stat("owner.md5anim").st_gid) == (12345, 54321), "the owner stays")
else:
    print("SKIPPED: another owner's file, which only root can make")

# Names up to the longest that there is: the temporary one must fit too.
for length in (200, 248, 249, 255):
    name = "n" * (length - 8) + ".md5anim"
    write(name, UNUSUAL)
    case.exits(0, "format", "-w", name)
    case.check(read(name) != UNUSUAL, "a name of %d bytes" % length)

# A file with several names becomes one of its own, and that is said.
write("one.md5anim", UNUSUAL)
os.link("one.md5anim", "two.md5anim")
case.exits(0, "format", "-w", "one.md5anim", says=b"one.md5anim: 1 other name of this file (hard links) keeps the old content")  # is said
case.check(read("two.md5anim") == UNUSUAL and read("one.md5anim") != UNUSUAL, "the other name stays what it was")
case.exits(0, "format", "-w", "one.md5anim", says_only=b"")  # a file that was not written is not spoken of

case.check(not [name for name in os.listdir(".") if "animproof" in name], "no temporary file is left")
case.finish()
