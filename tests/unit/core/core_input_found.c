/* ap_input_load_found: files of a directory one after the other, which are opened from there after the
   first. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/input.h"

enum { FILES = 12, PATH_BYTES = 600 };

static char base[] = "/tmp/found-XXXXXX";

static void write_file(const char *path, const char *words)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(words, file);
    fclose(file);
}

/* The path of file number `file` in a directory under base, which is made where it is missing. */
static const char *path_in(const char *directory, int file)
{
    static char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", base, directory);
    (void)mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%d", base, directory, file);
    return path;
}

static void remove_all(const char *directory)
{
    char path[PATH_BYTES];
    for (int i = 0; i < FILES; i++)
        (void)unlink(path_in(directory, i));
    snprintf(path, sizeof path, "%s/%s", base, directory);
    (void)rmdir(path);
}

static void expect_words(ap_input *input, const char *path, const char *words)
{
    cr_assert_eq(ap_input_load_found(input, path), AP_OK, "%s: %s", path, input->error);
    cr_assert(input->view.size == strlen(words) && memcmp(input->view.bytes, words, strlen(words)) == 0,
        "%s: %.*s, not %s", path, (int)input->view.size, (const char *)input->view.bytes, words);
}

Test(core_input_found, each_is_the_one_of_its_path)
{
    static char longest[300];
    const char *const directories[] = { "one", "one/deeper", "two", longest };
    char words[64];
    ap_input input;
    memset(longest, 'x', 250);
    cr_assert_not_null(mkdtemp(base));
    ap_input_init(&input, 0);
    for (int way = 0; way < 2; way++) { /* all of a directory in a row; the directories in turn */
        for (int i = 0; i < 4 * FILES; i++) {
            const int place = way == 0 ? i / FILES : i % 4, file = way == 0 ? i % FILES : i / 4;
            snprintf(words, sizeof words, "file %d of %d", file, place);
            const char *path = path_in(directories[place], file);
            write_file(path, words);
            expect_words(&input, path, words);
        }
    }
    ap_input_free(&input);
    for (int i = 3; i >= 0; i--)
        remove_all(directories[i]);
    rmdir(base);
}

/* What is in a directory that took the place of the one before is found by its path, and what is not there is
   said to be missing. */
Test(core_input_found, a_directory_may_go_and_another_come)
{
    ap_input input;
    cr_assert_not_null(mkdtemp(base));
    ap_input_init(&input, 0);
    for (int i = 0; i < FILES; i++) {
        write_file(path_in("here", i), "words");
        expect_words(&input, path_in("here", i), "words");
    }
    remove_all("here");
    cr_assert_eq(ap_input_load_found(&input, path_in("here", 3)), AP_CANNOT_READ);
    cr_assert_not_null(strstr(input.error, "No such file"), "%s", input.error);
    write_file(path_in("here", 3), "other words");
    expect_words(&input, path_in("here", 3), "other words");
    ap_input_free(&input);
    remove_all("here");
    rmdir(base);
}

/* Small ones, and those that the first look does not show to their end. */
Test(core_input_found, files_of_all_sizes)
{
    static const size_t sizes[] = { 0, 1, 4096, AP_SMALL_FILE_BYTES - 1, AP_SMALL_FILE_BYTES,
        AP_SMALL_FILE_BYTES + 1, 1000000, 7 };
    static char words[1000001];
    ap_input input;
    cr_assert_not_null(mkdtemp(base));
    ap_input_init(&input, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(words, 'a' + (int)i, sizes[i]);
        words[sizes[i]] = '\0';
        write_file(path_in("sizes", (int)i), words);
        expect_words(&input, path_in("sizes", (int)i), words);
    }
    ap_input_free(&input);
    remove_all("sizes");
    rmdir(base);
}

static int lowest_free(void)
{
    const int file = dup(STDIN_FILENO);
    close(file);
    return file;
}

static bool begins_with_w(ap_view start)
{
    return start.bytes[0] == 'w';
}

static bool never(ap_view start)
{
    cr_assert_leq(start.size, (size_t)AP_INPUT_START_BYTES);
    return false;
}

/* Where the first bytes are enough, they are all that the view shows; otherwise it shows the file. */
Test(core_input_found, the_start_may_be_enough)
{
    static const size_t sizes[] = { 1, 5, AP_INPUT_START_BYTES, AP_INPUT_START_BYTES + 1, 1000, 100000 };
    static char text[100001];
    ap_input input;
    cr_assert_not_null(mkdtemp(base));
    ap_input_init(&input, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t shown = sizes[i] < AP_INPUT_START_BYTES ? sizes[i] : AP_INPUT_START_BYTES;
        const char *path = path_in("one", 1);
        memset(text, 'w', sizes[i]);
        text[sizes[i]] = '\0';
        write_file(path, text);
        cr_assert_eq(ap_input_load_start(&input, path, begins_with_w), AP_OK);
        cr_assert_eq(input.view.size, shown);
        cr_assert_eq(ap_input_load_start(&input, path, never), AP_OK);
        cr_assert_eq(input.view.size, sizes[i]);
        cr_assert_eq(ap_input_load_found(&input, path), AP_OK);
        cr_assert_eq(input.view.size, sizes[i]);
    }
    write_file(path_in("one", 1), "");
    cr_assert_eq(
        ap_input_load_start(&input, path_in("one", 1), never), AP_OK, "none are asked for an empty file");
    cr_assert_eq(input.view.size, 0U);
    ap_input_free(&input);
    remove_all("one");
    rmdir(base);
}

Test(core_input_found, nothing_stays_open)
{
    ap_input input;
    cr_assert_not_null(mkdtemp(base));
    const int before = lowest_free();
    ap_input_init(&input, 0);
    for (int i = 0; i < 4 * FILES; i++) {
        const char *directory = i / FILES % 2 == 0 ? "one" : "two";
        write_file(path_in(directory, i % FILES), "words");
        expect_words(&input, path_in(directory, i % FILES), "words");
        cr_assert_leq(lowest_free(), before + 1, "one directory at most");
    }
    ap_input_free(&input);
    cr_assert_eq(lowest_free(), before);
    remove_all("one");
    remove_all("two");
    rmdir(base);
}
