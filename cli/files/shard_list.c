#include "cli/files/shard_list.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shared/open_text.h"

static const char mark[] = "#animproof shard ";
static const char version[] = "1";

/* Names of the values of cli_path_origin, in the order of the enum. */
static const char *const origins[] = { "walked", "included", "named", "named-later" };
static const char skipped[] = "skipped", unread[] = "unread";
/* beginnings of the lines without a number */
static const char tree[] = "tree\t", companion[] = "companion\t";

enum { ORIGINS = sizeof origins / sizeof *origins };

/* Functions that write a list */

static void write_escaped_field(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\t' || *text == '\n' || *text == '\\') {
            fputc('\\', stream);
            fputc(*text == '\t' ? 't' : *text == '\n' ? 'n' : '\\', stream);
        } else {
            fputc(*text, stream);
        }
    }
}

void cli_shard_list_write_first_line(FILE *stream, const ap_report_shard *head)
{
    fprintf(stream, "%s%s\t%zu/%zu\t%016" PRIx64 "\t%zu\t%zu\n", mark, version, head->index, head->count,
        head->plan, head->entries, head->all_entries);
}

void cli_shard_write_entry_without_number(FILE *stream, const cli_entry *entry)
{
    if (entry->kind == CLI_ENTRY_TREE || entry->kind == CLI_ENTRY_COMPANION) {
        fputs(entry->kind == CLI_ENTRY_TREE ? tree : companion, stream);
        write_escaped_field(stream, entry->path);
        fputc('\n', stream);
        return;
    }
    if (entry->kind == CLI_ENTRY_FILE) {
        fprintf(stream, "%s\t", origins[entry->origin]);
    } else if (entry->kind == CLI_ENTRY_SKIPPED) {
        fprintf(stream, "%s\t", skipped);
    } else {
        fprintf(stream, "%s\t%d\t", unread, (int)entry->result);
    }
    if (entry->kind != CLI_ENTRY_FILE) {
        write_escaped_field(stream, entry->reason);
        fputc('\t', stream);
    }
    write_escaped_field(stream, entry->path);
    fputc('\n', stream);
}

/* Functions that read a list */

/* Returns the next field of the line with its escapes replaced, and advances *line past the field. Returns NULL
   after the last field. */
static char *cut_next_field(char **line)
{
    char *field = *line, *to = field;
    if (field == NULL)
        return NULL;
    char *end = field + strcspn(field, "\t");
    *line = *end == '\0' ? NULL : end + 1;
    for (const char *from = field; from < end; from++, to++) {
        const bool escaped = *from == '\\' && from + 1 < end;
        from += escaped;
        *to = *from;
        if (escaped && *from == 't')
            *to = '\t';
        else if (escaped && *from == 'n')
            *to = '\n';
    }
    *to = '\0';
    return field;
}

static bool parse_next_number(char **line, int base, uint64_t *number)
{
    char *end;
    const char *field = cut_next_field(line);
    if (field == NULL || !isxdigit((unsigned char)field[0]))
        return false;
    errno = 0;
    *number = strtoull(field, &end, base);
    return errno == 0 && *end == '\0';
}

static bool parse_first_line(char *line, ap_report_shard *head)
{
    uint64_t index, count, entries, all, plan;
    char *rest = line + strlen(mark);
    const char *version_field = cut_next_field(&rest);
    char *shard = cut_next_field(&rest);
    char *slash = shard == NULL ? NULL : strchr(shard, '/');
    if (version_field == NULL || strcmp(version_field, version) != 0 || slash == NULL)
        return false;
    *slash++ = '\0';
    if (!parse_next_number(&shard, 10, &index) || !parse_next_number(&slash, 10, &count)
        || !parse_next_number(&rest, 16, &plan) || !parse_next_number(&rest, 10, &entries)
        || !parse_next_number(&rest, 10, &all) || rest != NULL)
        return false;
    *head = (ap_report_shard){
        .index = index, .count = count, .plan = plan, .entries = entries, .all_entries = all
    };
    return count > 0 && count <= CLI_MOST_SHARDS && index < count && entries <= all;
}

bool cli_is_shard_list_and_read_first_line(const char *path, ap_report_shard *head, const char **reason)
{
    char line[CLI_SHARD_HEAD_BYTES];
    *reason = NULL;
    *head = (ap_report_shard){ .count = 0 };
    /* opens only a regular file: reading the first line of a pipe here would lose that line */
    struct stat about;
    const bool is_file = strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISREG(about.st_mode);
    FILE *stream = is_file ? fopen(path, "re") : NULL;
    if (stream == NULL)
        return false; /* the reader of the list reports the error */
    const bool is_shard = fgets(line, sizeof line, stream) != NULL && strncmp(line, mark, strlen(mark)) == 0;
    fclose(stream);
    if (!is_shard)
        return false;
    const size_t length = strcspn(line, "\n");
    const bool complete = line[length] == '\n';
    line[length] = '\0';
    if (complete && parse_first_line(line, head))
        return true;
    *reason = "begins like the list of a shard, but its first line is not one that this version writes";
    head->count = 0;
    return false;
}

static bool parse_entry(char *line, cli_entry *entry)
{
    uint64_t at, result;
    *entry = (cli_entry){ .kind = CLI_ENTRY_FILE };
    if (!parse_next_number(&line, 10, &at))
        return false;
    entry->number = at;
    const char *word = cut_next_field(&line);
    if (word == NULL)
        return false;
    /* "met" is the name of this origin in lists of older versions; version 0.2.0 will not read it */
    if (strcmp(word, "met") == 0)
        word = origins[CLI_WALKED];
    size_t origin = 0;
    while (origin < ORIGINS && strcmp(word, origins[origin]) != 0)
        origin++;
    if (origin < ORIGINS) {
        entry->origin = (cli_path_origin)origin;
    } else if (strcmp(word, skipped) == 0) {
        entry->kind = CLI_ENTRY_SKIPPED;
        entry->reason = cut_next_field(&line);
    } else {
        entry->kind = CLI_ENTRY_UNREADABLE;
        if (strcmp(word, unread) != 0 || !parse_next_number(&line, 10, &result) || result < CLI_UNREADABLE
            || result > CLI_INTERNAL)
            return false;
        entry->result = (cli_exit)result;
        entry->reason = cut_next_field(&line);
    }
    entry->path = cut_next_field(&line);
    return entry->path != NULL && entry->path[0] != '\0' && line == NULL;
}

/* Parses a line "tree PATH" or "companion PATH", which the lists of all shards have, and which has no number. The path of
   "tree" may be empty. Returns false for any other line. */
static bool parse_unnumbered_line(char *line, cli_entry *entry)
{
    const bool is_tree = strncmp(line, tree, strlen(tree)) == 0;
    if (!is_tree && strncmp(line, companion, strlen(companion)) != 0)
        return false;
    (void)cut_next_field(&line);
    *entry =
        (cli_entry){ .kind = is_tree ? CLI_ENTRY_TREE : CLI_ENTRY_COMPANION, .path = cut_next_field(&line) };
    return entry->path != NULL && line == NULL && (is_tree || entry->path[0] != '\0');
}

/* Reads the entries line by line. Returns NULL, or the reason of a failure. */
static const char *read_entries(
    FILE *stream, const ap_report_shard *head, cli_visit *visit, void *context, bool *go_on)
{
    static const char wrong[] = "is not a list written by animproof shard, or was changed afterwards";
    cli_entry entry;
    ap_report_shard again;
    char *line = NULL;
    size_t room = 0, count = 0, after = 0;
    ssize_t length;
    const char *reason = NULL;
    errno = 0;
    for (size_t number = 0; *go_on && reason == NULL && (length = getline(&line, &room, stream)) >= 0;
         number++) {
        const bool complete = length > 0 && line[length - 1] == '\n' && strlen(line) == (size_t)length;
        line[length > 0 ? length - 1 : 0] = '\0';
        if (number == 0) {
            reason = complete && parse_first_line(line, &again)
                             && memcmp(&again, head, offsetof(ap_report_shard, unfolded)) == 0
                         ? NULL
                         : wrong;
        } else if (complete && parse_unnumbered_line(line, &entry)) {
            *go_on = visit(context, &entry);
        } else if (!complete || !parse_entry(line, &entry) || entry.number < after
                   || entry.number >= head->all_entries || ++count > head->entries) {
            reason = wrong;
        } else {
            after = entry.number + 1;
            *go_on = visit(context, &entry);
        }
        errno = 0;
    }
    free(line);
    if (reason == NULL && *go_on && !feof(stream))
        return cli_read_error_text(errno);
    return reason == NULL && *go_on && count < head->entries
               ? "ends before its last entry: the list of the shard must be complete"
               : reason;
}

bool cli_shard_read_entries(
    const char *path, const ap_report_shard *head, cli_visit *visit, void *context, const char **reason)
{
    bool go_on = true;
    FILE *stream = fopen(path, "re");
    if (stream == NULL) {
        *reason = cli_read_error_text(errno);
        return false;
    }
    *reason = read_entries(stream, head, visit, context, &go_on);
    fclose(stream);
    return go_on && *reason == NULL;
}
