/* core/files/file_stamp.h: a stamp matches its file until the file changes. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/file_stamp.h"

static void overwrite_start_of_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "r+");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(core_file_stamp, a_stamp_holds_until_the_file_changes)
{
    char path[] = "/tmp/stamp-XXXXXX";
    ap_file_stamp taken, read;
    struct stat about;
    close(mkstemp(path));
    overwrite_start_of_file(path, "one text");
    ap_stamp_from_path(&taken, path);
    ap_stamp_from_bytes(&read, path, (ap_view){ (const uint8_t *)"one text", 8 });
    cr_assert(taken.known && read.known && taken.content == read.content);
    cr_expect(ap_stamp_is_unchanged(&taken, path) && ap_stamp_is_unchanged(&read, path));
    cr_assert_eq(stat(path, &about), 0);
    overwrite_start_of_file(path, "another!");
    const struct timespec times[] = { about.st_atim, about.st_mtim };
    cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
    cr_expect_not(ap_stamp_is_unchanged(&taken, path), "new contents of equal size and time must be noticed");
    unlink(path);
    cr_expect_not(ap_stamp_is_unchanged(&taken, path), "a removed file must be noticed");
}

/* A stamp with another file system, inode, size or time does not hold, although the content is equal. */
Test(core_file_stamp, a_stamp_of_another_file_does_not_hold)
{
    char path[] = "/tmp/stamp-XXXXXX";
    ap_file_stamp taken;
    close(mkstemp(path));
    overwrite_start_of_file(path, "one text");
    ap_stamp_from_path(&taken, path);
    ap_file_stamp others[] = { taken, taken, taken, taken, taken };
    others[0].device++;
    others[1].inode++;
    others[2].size++;
    others[3].modified[0]++;
    others[4].changed[0]++;
    cr_expect(ap_stamp_is_unchanged(&taken, path));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_not(ap_stamp_is_unchanged(&others[i], path), "stamp %zu must not hold", i);
    unlink(path);
}

/* /proc/self/mem is a regular file, but reading its first bytes fails. */
Test(core_file_stamp, a_file_that_cannot_be_read_has_no_stamp)
{
    static const char *const paths[] = { "/no/such/file", "/tmp", "/dev/null", "/proc/self/mem" };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ap_file_stamp stamp = { .known = true };
        ap_stamp_from_path(&stamp, paths[i]);
        cr_expect_not(stamp.known, "%s must have no stamp", paths[i]);
        cr_expect_not(ap_stamp_is_unchanged(&stamp, paths[i]), "a stamp of %s must not hold", paths[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        ap_file_stamp stamp = { .known = true };
        ap_stamp_from_bytes(&stamp, paths[i], (ap_view){ NULL, 0 });
        cr_expect_not(stamp.known, "%s must have no stamp", paths[i]);
    }
}
