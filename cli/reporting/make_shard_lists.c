#include "cli/reporting/make_shard_lists.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/output_file.h"
#include "core/base/terminal_text.h"
#include "core/files/temp_file.h"
#include "core/files/text_stream.h"
#include "core/finding/fingerprint.h"

enum { AT_ONCE = 128 /* most lists that are open at once */, NUMBER_BYTES = 24 };

/* Header of an entry in the spool, the temporary file; the text of the entry follows. */
typedef struct spooled_entry {
    uint32_t bucket, text_bytes;
    uint64_t bytes; /* size of the entry's file in bytes */
    uint64_t kind;  /* kind of the line, a value of line_kind; 64 bits, so that the struct has no padding */
} spooled_entry;

/* Kinds of lines in the spool. SHARED: a line without a number, which all lists get. */
typedef enum line_kind { OTHER, FILE_ENTRY, SHARED } line_kind;

/* The list of one shard while it is being written. */
typedef struct shard_list_output {
    cli_output_file target;
    char path[PATH_MAX];
} shard_list_output;

/* The totals that are printed for a shard. */
typedef struct shard_totals {
    size_t files, others;
    uint64_t bytes;
} shard_totals;

bool cli_shard_lists_begin(cli_shard_lists *lists)
{
    lists->plan = calloc(1, sizeof *lists->plan);
    lists->spool = ap_open_temp_file();
    lists->entry = ap_open_text_stream(&lists->text, &lists->text_bytes);
    lists->hash = AP_HASH_START;
    return lists->plan != NULL && lists->spool != NULL && lists->entry != NULL;
}

void cli_shard_lists_free(cli_shard_lists *lists)
{
    if (lists->spool != NULL)
        fclose(lists->spool);
    if (lists->entry != NULL)
        fclose(lists->entry);
    free(lists->text);
    free(lists->plan);
}

bool cli_shard_lists_add(cli_shard_lists *lists, const cli_entry *entry, uint64_t bytes)
{
    const bool shared = entry->kind == CLI_ENTRY_TREE || entry->kind == CLI_ENTRY_COMPANION;
    errno = 0;
    rewind(lists->entry);
    cli_shard_write_entry_without_number(lists->entry, entry);
    fputc('\0', lists->entry);
    if (fflush(lists->entry) != 0 || ferror(lists->entry) != 0 || lists->text_bytes > UINT32_MAX)
        return false;
    const size_t bucket = cli_shard_bucket_of_path(entry->path);
    const spooled_entry head = { (uint32_t)bucket, (uint32_t)lists->text_bytes - 1, bytes,
        shared                          ? SHARED
        : entry->kind == CLI_ENTRY_FILE ? FILE_ENTRY
                                        : OTHER };
    lists->hash = ap_hash_text(lists->hash, lists->text);
    lists->lines++;
    if (!shared) {
        lists->entries++;
        cli_shard_plan_add_file(lists->plan, bucket, bytes);
    }
    return fwrite(&head, sizeof head, 1, lists->spool) == 1
           && fwrite(lists->text, 1, head.text_bytes, lists->spool) == head.text_bytes;
}

/* Reads the next entry of the spool: the header into *head, the text into *room, a buffer that grows as needed. Returns
   false at the end or after an error. */
static bool read_spooled_entry(cli_shard_lists *lists, char **room, size_t *room_bytes, spooled_entry *head)
{
    if (fread(head, sizeof *head, 1, lists->spool) != 1)
        return false;
    if (head->text_bytes > *room_bytes) {
        char *more = realloc(*room, (size_t)2 * head->text_bytes);
        if (more == NULL)
            return false;
        *room = more;
        *room_bytes = (size_t)2 * head->text_bytes;
    }
    return fread(*room, 1, head->text_bytes, lists->spool) == head->text_bytes;
}

static void write_list_entry(FILE *stream, size_t number, const char *text, size_t bytes)
{
    fprintf(stream, "%zu\t", number);
    fwrite(text, 1, bytes, stream);
}

/* Writes the entries of the shards `first` to `end` - 1 to the open lists of these shards, and the shared lines to each
   list. Returns false if the spool could not be read. */
static bool write_entries(cli_shard_lists *lists, shard_list_output *open, size_t first, size_t end)
{
    spooled_entry head;
    char *text = NULL;
    size_t room = 0, number = 0, line = 0;
    rewind(lists->spool);
    errno = 0;
    for (; line < lists->lines && read_spooled_entry(lists, &text, &room, &head); line++) {
        if (head.kind == SHARED) {
            for (size_t i = 0; i < end - first; i++)
                fwrite(text, 1, head.text_bytes, open[i].target.output.stream);
            continue;
        }
        const size_t shard = lists->plan->shards[head.bucket];
        if (shard >= first && shard < end)
            write_list_entry(open[shard - first].target.output.stream, number, text, head.text_bytes);
        number++;
    }
    free(text);
    return line == lists->lines;
}

static cli_exit report_unwritten_spool(void)
{
    return cli_fail(cli_exit_of_errno(errno), NULL,
        "the temporary file of the found paths could not be written: %s", strerror(errno));
}

static cli_exit report_unread_spool(void)
{
    return errno == ENOMEM ? cli_fail_no_memory()
                           : cli_fail(CLI_UNREADABLE, NULL,
                               "the temporary file of the found paths could not be read back");
}

static bool count_shard_totals(cli_shard_lists *lists, shard_totals *totals)
{
    spooled_entry head;
    char *text = NULL;
    size_t room = 0, line = 0;
    rewind(lists->spool);
    errno = 0;
    for (; line < lists->lines && read_spooled_entry(lists, &text, &room, &head); line++) {
        if (head.kind == SHARED)
            continue;
        shard_totals *one = &totals[lists->plan->shards[head.bucket]];
        *(head.kind == FILE_ENTRY ? &one->files : &one->others) += 1;
        one->bytes += head.bytes;
    }
    free(text);
    return line == lists->lines;
}

static void make_list_path(char path[PATH_MAX], const char *folder, size_t shard)
{
    const size_t length = strlen(folder);
    snprintf(path, PATH_MAX, "%s%s%zu", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", shard);
}

/* Opens the list of one shard and writes its first line. Returns false after an error, which cli_output_file_close prints. */
static bool open_shard_list(const cli_shard_lists *lists, const char *folder, const shard_totals *own,
    const ap_report_shard *about, shard_list_output *list)
{
    ap_report_shard head = *about;
    head.plan = lists->hash;
    head.entries = own->files + own->others;
    head.all_entries = lists->entries;
    make_list_path(list->path, folder, head.index);
    cli_output_file_init(&list->target, list->path);
    if (!cli_output_file_open_or_keep_error(&list->target))
        return false;
    cli_shard_list_write_first_line(list->target.output.stream, &head);
    return true;
}

/* Writes the lists of at most AT_ONCE shards, beginning with shard `first`. */
static cli_exit write_lists_open_at_once(
    cli_shard_lists *lists, const char *folder, const shard_totals *totals, size_t first, size_t count)
{
    shard_list_output *open = calloc(AT_ONCE, sizeof *open);
    const size_t end = count - first > AT_ONCE ? first + AT_ONCE : count;
    size_t at = first;
    bool all_open = open != NULL;
    for (; at < end && all_open; at++) {
        const ap_report_shard about = { .index = at, .count = count };
        all_open = open_shard_list(lists, folder, &totals[at], &about, &open[at - first]);
    }
    const bool written = all_open && write_entries(lists, open, first, end);
    cli_exit result = open == NULL ? CLI_INTERNAL : CLI_CLEAN;
    if (open == NULL)
        cli_error("no memory for the lists");
    else if (all_open && !written)
        result = report_unread_spool();
    for (size_t i = first; i < at; i++)
        result = cli_worse_exit_by_rank(result, cli_output_file_close(&open[i - first].target, written));
    free(open);
    return result;
}

/* Makes the folder unless it exists. Refuses a folder that contains a list with the number `count`: a run with more
   shards has left that list, and it would be taken for a list of this run. */
static cli_exit make_folder_or_refuse_larger_run(const char *folder, size_t count)
{
    char path[PATH_MAX];
    const cli_exit made = cli_make_directory(folder);
    if (made != CLI_CLEAN)
        return made;
    make_list_path(path, folder, count);
    if (access(path, F_OK) != 0)
        return CLI_CLEAN;
    return cli_usage_error("shard",
        "--output: '%s' belongs to a run with more shards than %zu; use another folder, or remove the file",
        path, count);
}

static void print_totals(
    const cli_shard_lists *lists, const char *folder, const shard_totals *totals, size_t count)
{
    char path[PATH_MAX];
    size_t files = 0, others = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const shard_totals *one = &totals[i];
        make_list_path(path, folder, i);
        ap_put_file_name(stdout, path);
        printf(": %zu %s, %" PRIu64 " bytes\n", one->files, one->files == 1 ? "file" : "files", one->bytes);
        files += one->files;
        others += one->others;
        bytes += one->bytes;
    }
    printf("%zu %s, %" PRIu64 " bytes, plan %016" PRIx64, files, files == 1 ? "file" : "files", bytes,
        lists->hash);
    if (others > 0)
        printf("; %zu entries that are not checked, such as ignored folders", others);
    puts("");
}

cli_exit cli_shard_lists_write(cli_shard_lists *lists, const char *folder, size_t count)
{
    char number[NUMBER_BYTES];
    cli_exit result = make_folder_or_refuse_larger_run(folder, count);
    shard_totals *totals = calloc(count, sizeof *totals);
    snprintf(number, sizeof number, "%zu", count);
    lists->hash = ap_hash_text(lists->hash, number);
    if (result == CLI_CLEAN && (totals == NULL || !cli_shard_plan_assign_buckets(lists->plan, count)))
        result = cli_fail(CLI_INTERNAL, NULL, "no memory for the lists");
    if (result == CLI_CLEAN && fflush(lists->spool) != 0)
        result = report_unwritten_spool();
    if (result == CLI_CLEAN && !count_shard_totals(lists, totals))
        result = report_unread_spool();
    for (size_t first = 0; first < count && result == CLI_CLEAN; first += AT_ONCE)
        result = write_lists_open_at_once(lists, folder, totals, first, count);
    if (result == CLI_CLEAN)
        print_totals(lists, folder, totals, count);
    free(totals);
    return result;
}
