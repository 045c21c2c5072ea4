/* Reads the list of known failures. Each line is "LOADER CASE": the name of a loader and the id of a case, each of
   which may be a pattern. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/conform/rate/rating.h"

enum { MOST_BYTES = 1 << 20 /* largest list: about ten thousand lines */ };

struct cli_known_failure {
    cli_known_failure *next;
    const char *loader, *id; /* patterns of loader names and of case ids */
    size_t line;
    bool exact;  /* the line has no wildcards: it names one loader and one case */
    bool used;   /* the line matches a result of this run */
    bool needed; /* the line matches a failure of this run */
};

static const char blanks[] = " \t\r\n";
static const char pattern_letters[] = "*?[\\";

/* Splits a line into its two words; # starts a comment. Sets *loader to NULL if the line has no word. Returns false if the
   line has one word, or more than two. */
static bool split_known_failure_line(char *line, char **loader, char **id)
{
    char *rest;
    line[strcspn(line, "#")] = '\0';
    *loader = strtok_r(line, blanks, &rest);
    *id = *loader == NULL ? NULL : strtok_r(NULL, blanks, &rest);
    return *loader == NULL || (*id != NULL && strtok_r(NULL, blanks, &rest) == NULL);
}

static cli_exit refuse_known_failure_line(const cli_rating *rating, size_t number)
{
    return cli_fail(CLI_USAGE, rating->known_path, "line %zu: expected LOADER CASE", number);
}

/* Appends an item for the line to the list, unless the line is empty. *end is the place of the pointer to the next item; moves
   *end to the new item's `next`. The item points into the line. */
static cli_exit add_known_failure_of_line(
    cli_rating *rating, cli_known_failure ***end, char *line, size_t number)
{
    char *loader, *id;
    if (!split_known_failure_line(line, &loader, &id))
        return refuse_known_failure_line(rating, number);
    if (loader == NULL)
        return CLI_CLEAN;
    cli_known_failure *item = ap_alloc(&rating->arena, sizeof *item);
    if (item == NULL)
        return cli_fail_no_memory();
    const bool exact = strpbrk(loader, pattern_letters) == NULL && strpbrk(id, pattern_letters) == NULL;
    *item = (cli_known_failure){ .exact = exact, .loader = loader, .id = id, .line = number };
    **end = item;
    *end = &item->next;
    return CLI_CLEAN;
}

/* Parses the lines of a text. Writes NULs at line ends, so the byte after the text must be writable too. */
static cli_exit read_known_failure_lines(cli_rating *rating, char *text, size_t size)
{
    const char *end = text + size;
    cli_known_failure **last = &rating->known;
    cli_exit result = CLI_CLEAN;
    for (size_t number = 1; result == CLI_CLEAN && text < end; number++) {
        char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (line_end == NULL)
            line_end = text + (end - text);
        *line_end = '\0';
        result = strlen(text) == (size_t)(line_end - text)
                     ? add_known_failure_of_line(rating, &last, text, number)
                     : refuse_known_failure_line(rating, number);
        text = line_end + 1;
    }
    return result;
}

/* Returns false for devices: some have no end, and reading a terminal would wait for input. Returns true for a regular
   file, for a pipe, which a shell passes for <(...), and if reading the path would fail. */
static bool is_not_device(const char *path)
{
    struct stat about;
    /* reading a folder or a missing file fails, and the reader prints the reason */
    return stat(path, &about) != 0 || S_ISREG(about.st_mode) || S_ISFIFO(about.st_mode)
           || S_ISDIR(about.st_mode);
}

cli_exit cli_read_known_failures(cli_rating *rating)
{
    const char *path = rating->known_path;
    if (path == NULL)
        return CLI_CLEAN;
    ap_stamp_from_path(&rating->known_stamp, path);
    char *text = ap_alloc_uncleared(&rating->arena, MOST_BYTES + 2);
    if (text == NULL)
        return cli_fail_no_memory();
    if (!is_not_device(path))
        return cli_fail(CLI_UNREADABLE, path, "not a file or a pipe");
    FILE *stream = fopen(path, "re");
    const size_t size = stream == NULL ? 0 : fread(text, 1, MOST_BYTES + 1, stream);
    const int error = stream == NULL || ferror(stream) ? errno : 0;
    if (stream != NULL)
        fclose(stream);
    if (error != 0)
        return cli_fail_errno(path, error);
    if (size > MOST_BYTES)
        return cli_fail(CLI_USAGE, path, "larger than 1 MiB, the limit for a list of known failures");
    return read_known_failure_lines(rating, text, size);
}

/* Excuses the loader's results that match a line of the list. A line without wildcards excuses its case even if the
   case passes: cli_case_result_fails then fails the run, so that the user removes the line. A pattern excuses only
   failures. */
static void excuse_matching_results(cli_rating *rating, cli_known_failure *item, size_t loader)
{
    for (size_t i = 0; i < rating->case_count; i++) {
        cli_case_result *result = cli_case_result_of(rating, i, loader);
        if (result->status == CLI_NOT_RUN || fnmatch(item->id, rating->cases[i].id, 0) != 0)
            continue;
        const bool fine = cli_case_status_is_fine(result->status);
        result->excused |= item->exact || !fine;
        item->used = true;
        item->needed |= !fine;
    }
}

static void warn_if_line_is_unneeded(const cli_rating *rating, const cli_known_failure *item)
{
    /* after an interruption no line is reported as unused: its case may not have been run */
    if (rating->interrupted != 0)
        return;
    if (!item->used)
        cli_error_about(rating->known_path, "line %zu: %s %s matches no result of this run", item->line,
            item->loader, item->id);
    else if (!item->exact && !item->needed)
        cli_error_about(rating->known_path, "line %zu: %s %s is not needed: all matching cases pass",
            item->line, item->loader, item->id);
}

void cli_excuse_known_failures(cli_rating *rating)
{
    for (cli_known_failure *item = rating->known; item != NULL; item = item->next) {
        for (size_t l = 0; l < rating->loader_count; l++) {
            if (fnmatch(item->loader, rating->loaders[l].name, 0) == 0)
                excuse_matching_results(rating, item, l);
        }
        warn_if_line_is_unneeded(rating, item);
    }
}
