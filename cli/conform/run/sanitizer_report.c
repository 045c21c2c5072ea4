#include "cli/conform/run/sanitizer_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that is read from left to right. */
typedef struct text {
    const char *at, *end;
} text;

static bool starts(text rest, const char *word)
{
    const size_t length = strlen(word);
    return (size_t)(rest.end - rest.at) >= length && memcmp(rest.at, word, length) == 0;
}

static const char *find(text rest, const char *word)
{
    return memmem(rest.at, (size_t)(rest.end - rest.at), word, strlen(word));
}

/* "==1234==" */
static text after_process(text line)
{
    text rest = line;
    if (!starts(rest, "=="))
        return line;
    for (rest.at += 2; rest.at < rest.end && *rest.at >= '0' && *rest.at <= '9';)
        rest.at++;
    if (!starts(rest, "=="))
        return line;
    rest.at += 2;
    return rest;
}

static bool starts_with_any(text rest, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (starts(rest, *words))
            return true;
    }
    return false;
}

/* Texts after the sanitizer's name that report a limited address space, in the words of gcc 12 and clang 19. */
static const char *const no_space[] = { " failed to allocate 0x", " can not mmap the shadow memory",
    " setrlimit() failed", ": CHECK failed: sanitizer_allocator", NULL };

/* Texts after the name and a colon that report a request for too much memory. */
static const char *const no_memory[] = { "requested allocation size", "calloc parameters overflow",
    "reallocarray parameters overflow", "pvalloc parameters overflow", "allocator is out of memory",
    "out of memory", "hard rss limit exhausted", "specified RSS limit exceeded", NULL };

/* Of "ERROR: AddressSanitizer: heap-use-after-free", what is before the name and after it. */
static cli_report_kind kind_of_named(text before, text after)
{
    static const char *const severities[] = { "ERROR: ", "FATAL: ", "SUMMARY: ", NULL };
    const bool warns = starts(before, "WARNING: ");
    if (!warns && starts_with_any(after, no_space))
        return CLI_REPORT_SPACE;
    if (!starts(after, ": "))
        return CLI_NO_REPORT;
    after.at += 2;
    if (starts_with_any(after, no_memory))
        return CLI_REPORT_MEMORY;
    if (starts(after, "CHECK failed: ") || starts_with_any(before, severities))
        return CLI_REPORT;
    /* these two warn of faults of the program, the others of what they cannot do */
    const bool faults =
        starts(before, "WARNING: MemorySanitizer") || starts(before, "WARNING: ThreadSanitizer");
    return faults ? CLI_REPORT : CLI_NO_REPORT;
}

/* Steps back over ":12" in what is before rest.at. */
static bool back_over_number(const char *start, const char **at)
{
    const char *digits = *at;
    while (digits > start && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == *at || digits == start || digits[-1] != ':')
        return false;
    *at = digits - 1;
    return true;
}

/* "anim.c:12:5: runtime error: ", "(loader+0x1234): runtime error: ", "<unknown>: runtime error: ": the programs that
   read formats print such words, too, but not behind a line and a column. */
static bool is_runtime_error(text line)
{
    const char *at = find(line, ": runtime error: ");
    if (at == NULL || at == line.at)
        return false;
    return at[-1] == ')' || at[-1] == '>'
           || (back_over_number(line.at, &at) && back_over_number(line.at, &at));
}

cli_report_kind cli_report_kind_of(const char *line, size_t length)
{
    static const char name[] = "Sanitizer";
    const text whole = { line, line + length };
    const text rest = after_process(whole);
    const char *named = find(rest, name);
    if (named != NULL)
        return kind_of_named(
            (text){ rest.at, named + strlen(name) }, (text){ named + strlen(name), rest.end });
    const bool minimal = starts(whole, "ubsan: "); /* -fsanitize-minimal-runtime */
    return minimal || is_runtime_error(whole) ? CLI_REPORT : CLI_NO_REPORT;
}

void cli_report_watch_reset(cli_report_watch *watch)
{
    watch->line_bytes = watch->first_bytes = 0;
    watch->kind = CLI_NO_REPORT;
}

void cli_report_watch_end(cli_report_watch *watch)
{
    if (watch->line_bytes > 0 && watch->line[watch->line_bytes - 1] == '\r')
        watch->line_bytes--;
    const cli_report_kind kind =
        watch->kind == CLI_NO_REPORT ? cli_report_kind_of(watch->line, watch->line_bytes) : CLI_NO_REPORT;
    if (kind != CLI_NO_REPORT) {
        watch->kind = kind;
        watch->first_bytes = watch->line_bytes;
        memcpy(watch->first, watch->line, watch->line_bytes);
    }
    watch->line_bytes = 0;
}

void cli_report_watch_read(cli_report_watch *watch, const char *bytes, size_t count)
{
    while (count > 0 && watch->kind == CLI_NO_REPORT) {
        const char *end = memchr(bytes, '\n', count);
        const size_t length = end == NULL ? count : (size_t)(end - bytes);
        const size_t room = sizeof watch->line - watch->line_bytes;
        const size_t taken = length < room ? length : room;
        memcpy(watch->line + watch->line_bytes, bytes, taken);
        watch->line_bytes += taken;
        if (end == NULL)
            return;
        cli_report_watch_end(watch);
        bytes += length + 1;
        count -= length + 1;
    }
}

static const char *const variables[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "MSAN_OPTIONS",
    "TSAN_OPTIONS", "HWASAN_OPTIONS" };

enum { VARIABLES = sizeof variables / sizeof *variables };

/* Returns true if the options, "name=value" with separators between, set this one. */
static bool sets(const char *options, const char *name)
{
    static const char separators[] = " ,:\n\t\r";
    for (const char *at = options; at != NULL && (at = strstr(at, name)) != NULL; at++) {
        if (at[strlen(name)] == '=' && (at == options || strchr(separators, at[-1]) != NULL))
            return true;
    }
    return false;
}

/* The options of all are read by each sanitizer of a program, the last one wins: so one that is set anywhere stays. */
static bool is_set(const char *name)
{
    for (size_t i = 0; i < VARIABLES; i++) {
        if (sets(getenv(variables[i]), name))
            return true;
    }
    return false;
}

/* "name=value:", or nothing if the user has set it. */
static void add_option(char *to, size_t size, const char *name, int value)
{
    const size_t length = strlen(to);
    if (!is_set(name))
        snprintf(to + length, size - length, "%s=%d:", name, value);
}

static bool put_before(const char *options, const char *variable)
{
    const char *own = getenv(variable);
    char *both;
    if (asprintf(&both, "%s%s", options, own == NULL ? "" : own) < 0)
        return false;
    const bool set = setenv(variable, both, 1) == 0;
    free(both);
    return set;
}

bool cli_set_sanitizer_options(void)
{
    char options[128] = "";
    add_option(options, sizeof options, "exitcode", CLI_SANITIZER_EXIT);
    add_option(options, sizeof options, "allocator_may_return_null", 1);
    add_option(options, sizeof options, "detect_leaks", 0);
    for (size_t i = 0; i < VARIABLES && options[0] != '\0'; i++) {
        if (!put_before(options, variables[i]))
            return false;
    }
    return true;
}
