/* Tests core/files/file_attributes.h: which owner, group and mode a new file takes over from the file that it replaces, if the
   process may not set them all. Tests core/files/text_stream.h: streams of text that fail. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/file_attributes.h"
#include "core/files/text_stream.h"
#include "tests/unit/support/less_memory.h"
#include "tests/unit/support/test_sample.h"

enum { NOBODY = 65534 };

/* Only root can create the files, so other users skip the test. */
Test(attributes_kept, a_file_of_another_owner_does_not_become_more_accessible)
{
    static const struct {
        gid_t group;
        mode_t mode,
            kept; /* kept: mode of the new file; if the group changes, the new group gets the rights of others */
    } rows[] = { { 0, 0640, 0600 }, { 0, 0664, 0644 }, { 0, 0750, 0700 }, { 0, 0757, 0777 },
        { 0, 0604, 0644 }, { NOBODY, 0640, 0640 }, { NOBODY, 0757, 0757 } };
    if (geteuid() != 0)
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char before[] = "/tmp/attributes-kept-XXXXXX", after[] = "/tmp/attributes-kept-XXXXXX";
        struct stat about, attributes;
        const int old = mkstemp(before), new_file = mkstemp(after);
        cr_assert(old >= 0 && new_file >= 0);
        cr_assert_eq(fchown(old, 0, rows[i].group), 0);
        cr_assert_eq(fchmod(old, rows[i].mode), 0);
        cr_assert_eq(fchown(new_file, NOBODY, NOBODY), 0);
        cr_assert_eq(fstat(old, &about), 0);
        cr_assert_eq(setegid(NOBODY), 0);
        cr_assert_eq(seteuid(NOBODY), 0);
        cr_expect(ap_copy_file_attributes(before, &about, new_file));
        cr_expect_not(ap_copy_file_attributes(
            before, &about, old)); /* refused, because the process does not own the file `old` */
        cr_assert_eq(seteuid(0), 0);
        cr_assert_eq(setegid(0), 0);
        cr_assert_eq(fstat(new_file, &attributes), 0);
        cr_expect_eq(attributes.st_mode & 0777, rows[i].kept, "mode %o became %o", rows[i].mode,
            attributes.st_mode & 0777);
        cr_expect(attributes.st_uid == NOBODY && attributes.st_gid == NOBODY);
        cr_expect(ap_copy_file_attributes(before, &about, new_file)); /* root may set every attribute */
        cr_assert_eq(fstat(new_file, &attributes), 0);
        cr_expect((attributes.st_mode & 0777) == rows[i].mode && attributes.st_uid == 0);
        close(old);
        close(new_file);
        unlink(before);
        unlink(after);
    }
}

Test(attributes_kept, a_failed_stream_gives_no_text)
{
    for (int failed = 0; failed < 2; failed++) {
        char *text = NULL;
        size_t size;
        FILE *stream = failed ? fopen("/dev/full", "w") : ap_open_text_stream(&text, &size);
        cr_assert_not_null(stream);
        if (failed)
            text = strdup("abc");
        fputs("abc", stream);
        (void)fflush(stream);
        cr_expect_eq(ap_close_text_stream(stream, &text), !failed);
        cr_expect_eq(text == NULL, failed != 0);
        free(text);
    }
}

enum { PIECE_BYTES = 24, MOST_PIECES = 1 << 20, LONG_TEXT = 1 << 20 };

/* When out of memory, a stream cannot be opened, and an open stream fails when its text has to grow. */
Test(attributes_kept, running_out_of_memory_fails_a_stream)
{
    static char words[LONG_TEXT];
    static void *pieces[MOST_PIECES];
    char *text, *other = words;
    size_t size, other_size, count = 0;
#ifdef TEST_IS_SANITIZED
    return; /* the test limits the address space, and the shadow memory of a sanitizer exceeds the limit */
#endif
    FILE *stream = ap_open_text_stream(&text, &size);
    cr_assert_not_null(stream);
    const struct rlimit before = limit_address_space(0);
    while (count < MOST_PIECES && (pieces[count] = malloc(PIECE_BYTES)) != NULL)
        count++;
    FILE *refused = ap_open_text_stream(&other, &other_size);
    const size_t put = fwrite(words, 1, sizeof words, stream);
    const bool kept = ap_close_text_stream(stream, &text);
    while (count > 0)
        free(pieces[--count]);
    (void)setrlimit(RLIMIT_AS, &before);
    cr_expect(refused == NULL && other == NULL);
    cr_expect(put < sizeof words && !kept && text == NULL);
}

Test(attributes_kept, a_text_grows_and_can_be_rewound)
{
    enum { WORDS = 10000 };
    char *text;
    size_t size;
    FILE *stream = ap_open_text_stream(&text, &size);
    cr_assert_not_null(stream);
    for (int i = 0; i < WORDS; i++)
        fprintf(stream, "%d ", i);
    cr_expect_eq(fflush(stream), 0);
    cr_expect(size == strlen(text) && strcmp(text + size - 10, "9998 9999 ") == 0);
    cr_expect_eq(fseek(stream, 1, SEEK_SET), -1, "only seeking to the beginning is allowed");
    cr_expect_eq(fseek(stream, 0, SEEK_END), -1, "only seeking to the beginning is allowed");
    rewind(stream);
    cr_expect(size == 0 && text[0] == '\0');
    fputs("short", stream);
    cr_expect(ap_close_text_stream(stream, &text) && size == 5 && strcmp(text, "short") == 0);
    free(text);
    stream = ap_open_text_stream(&text, &size);
    cr_expect(stream != NULL && ap_close_text_stream(stream, &text) && size == 0 && text[0] == '\0');
    free(text);
}
