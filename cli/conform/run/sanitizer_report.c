#include "cli/conform/run/sanitizer_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool starts_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static bool starts_with_any(const char *text, const char *const *words)
{
    while (*words != NULL && !starts_with(text, *words))
        words++;
    return *words != NULL;
}

/* Returns the text after a prefix such as "==1234=="; returns the line itself if it has no such prefix. */
static const char *skip_process_prefix(const char *line)
{
    const char *end = starts_with(line, "==") ? line + 2 + strspn(line + 2, "0123456789") : "";
    return starts_with(end, "==") ? end + 2 : line;
}

/* Texts after a sanitizer's name in messages about too little address space, as gcc 12 and clang 19 print them. */
static const char *const no_space[] = { " failed to allocate 0x", " can not mmap the shadow memory",
    " setrlimit() failed", ": CHECK failed: sanitizer_allocator", NULL };

/* Texts after a sanitizer's name and a colon in messages about a request for too much memory. */
static const char *const no_memory[] = { "requested allocation size", "calloc parameters overflow",
    "reallocarray parameters overflow", "pvalloc parameters overflow", "allocator is out of memory",
    "out of memory", "hard rss limit exhausted", "specified RSS limit exceeded", NULL };

/* Returns the kind of report that begins with this line, such as "ERROR: AddressSanitizer: heap-use-after-free".
   `after` is the text after the sanitizer's name. */
static cli_sanitizer_report_kind report_kind_of_sanitizer(const char *line, const char *after)
{
    static const char *const severities[] = { "ERROR: ", "FATAL: ", "SUMMARY: ", NULL };
    /* warnings of these two sanitizers report defects of the program; warnings of other sanitizers report
       limits of the sanitizer */
    static const char *const faults[] = { "WARNING: MemorySanitizer", "WARNING: ThreadSanitizer", NULL };
    if (!starts_with(line, "WARNING: ") && starts_with_any(after, no_space))
        return CLI_REPORT_SPACE;
    if (!starts_with(after, ": "))
        return CLI_NO_REPORT;
    if (starts_with_any(after + 2, no_memory))
        return CLI_REPORT_MEMORY;
    const bool reports = starts_with(after, ": CHECK failed: ") || starts_with_any(line, severities)
                         || starts_with_any(line, faults);
    return reports ? CLI_REPORT : CLI_NO_REPORT;
}

/* Moves *at back over a number and the colon before it, as in ":12". Returns false if *at does not follow such a
   number. */
static bool skip_number_backwards(const char *start, const char **at)
{
    const char *digits = *at;
    while (digits > start && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == *at || digits == start || digits[-1] != ':')
        return false;
    *at = digits - 1;
    return true;
}

/* Returns true if the line begins a report of UndefinedBehaviorSanitizer: "anim.c:12:5: runtime error: ",
   "(loader+0x1234): runtime error: ", "<unknown>: runtime error: ". Loaders themselves print "runtime error" too, but
   not after a line and a column. */
static bool is_runtime_error(const char *line)
{
    const char *at = strstr(line, ": runtime error: ");
    if (at == NULL || at == line)
        return false;
    return at[-1] == ')' || at[-1] == '>'
           || (skip_number_backwards(line, &at) && skip_number_backwards(line, &at));
}

static cli_sanitizer_report_kind report_kind_of_line(const char *line)
{
    static const char name[] = "Sanitizer";
    const char *rest = skip_process_prefix(line);
    const char *named = strstr(rest, name);
    if (named != NULL)
        return report_kind_of_sanitizer(rest, named + strlen(name));
    /* the form of reports from programs built with -fsanitize-minimal-runtime */
    const bool minimal = starts_with(line, "ubsan: ");
    return minimal || is_runtime_error(line) ? CLI_REPORT : CLI_NO_REPORT;
}

void cli_sanitizer_scan_reset(cli_sanitizer_scan *scan)
{
    scan->line_bytes = 0;
    scan->kind = CLI_NO_REPORT;
}

void cli_sanitizer_scan_end(cli_sanitizer_scan *scan)
{
    if (scan->kind != CLI_NO_REPORT)
        return;
    if (scan->line_bytes > 0 && scan->line[scan->line_bytes - 1] == '\r')
        scan->line_bytes--;
    scan->line[scan->line_bytes] = '\0';
    scan->kind = report_kind_of_line(scan->line);
    if (scan->kind == CLI_NO_REPORT)
        scan->line_bytes = 0;
}

void cli_sanitizer_scan_add_bytes(cli_sanitizer_scan *scan, const char *bytes, size_t count)
{
    while (count > 0 && scan->kind == CLI_NO_REPORT) {
        const char *end = memchr(bytes, '\n', count);
        const size_t length = end == NULL ? count : (size_t)(end - bytes);
        const size_t room = CLI_SANITIZER_LINE_BYTES - scan->line_bytes;
        const size_t taken = length < room ? length : room;
        memcpy(scan->line + scan->line_bytes, bytes, taken);
        scan->line_bytes += taken;
        if (end == NULL)
            return;
        cli_sanitizer_scan_end(scan);
        bytes += length + 1;
        count -= length + 1;
    }
}

static const char *const variables[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "MSAN_OPTIONS",
    "TSAN_OPTIONS", "HWASAN_OPTIONS" };

enum { VARIABLES = sizeof variables / sizeof *variables };

/* Returns true if `options`, a list of "name=value", sets the option `name`. */
static bool does_text_set_option(const char *options, const char *name)
{
    static const char separators[] = " ,:\n\t\r";
    for (const char *at = options; at != NULL && (at = strstr(at, name)) != NULL; at++) {
        if (at[strlen(name)] == '=' && (at == options || strchr(separators, at[-1]) != NULL))
            return true;
    }
    return false;
}

/* Returns true if the user has set the option in the environment variable of any sanitizer. All variables are checked
   because each sanitizer of a program reads all of them, and the last setting wins. */
static bool is_option_set(const char *name)
{
    for (size_t i = 0; i < VARIABLES; i++) {
        if (does_text_set_option(getenv(variables[i]), name))
            return true;
    }
    return false;
}

/* Appends "name=value:" unless the user has set the option. */
static void append_sanitizer_option_unless_set(char *to, size_t size, const char *name, int value)
{
    const size_t length = strlen(to);
    if (!is_option_set(name))
        snprintf(to + length, size - length, "%s=%d:", name, value);
}

static bool prepend_sanitizer_options(const char *options, const char *variable)
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
    append_sanitizer_option_unless_set(options, sizeof options, "exitcode", CLI_SANITIZER_EXIT);
    append_sanitizer_option_unless_set(options, sizeof options, "allocator_may_return_null", 1);
    append_sanitizer_option_unless_set(options, sizeof options, "detect_leaks", 0);
    for (size_t i = 0; i < VARIABLES && options[0] != '\0'; i++) {
        if (!prepend_sanitizer_options(options, variables[i]))
            return false;
    }
    return true;
}
