#include "cli/reporting/shard_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/open_text.h"
#include "core/base/version.h"
#include "validators/registry.h"

enum {
    LONGEST_LINE = 256 << 20, /* in bytes; the longest that lint writes are of findings with long texts */
    BUFFER_BYTES = 32 << 10,  /* of a stream: there may be thousands */
    TAIL_BYTES = 4096         /* more than a last line has */
};

static const char begins_shard[] = "{\"type\": \"shard\"", begins_file[] = "{\"type\": \"file\"",
                  begins_finding[] = "{\"type\": \"finding\"",
                  begins_suppressed[] = "{\"type\": \"silenced\"",
                  begins_skipped[] = "{\"type\": \"skipped\"", begins_summary[] = "{\"type\": \"summary\"";

static bool begins(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

static cli_exit no_memory(const cli_shard_report *part)
{
    return cli_fail(CLI_INTERNAL, part->path, "no memory for line %zu", part->number);
}

static cli_exit wrong_line(const cli_shard_report *part, const char *why)
{
    if (part->arena->failed)
        return no_memory(part);
    return cli_fail(CLI_UNREADABLE, part->path, "line %zu is not as lint writes it: %s", part->number, why);
}

/* Lines */

/* The next line. At the end of the file there is none, and that is a fault. */
static cli_exit next_line(cli_shard_report *part)
{
    size_t length = 0;
    part->number++;
    for (;;) {
        if (length + 2 > part->room) {
            const size_t room = part->room == 0 ? BUFSIZ : 2 * part->room;
            char *more = room > LONGEST_LINE ? NULL : realloc(part->line, room);
            if (more == NULL)
                return no_memory(part);
            part->line = more;
            part->room = room;
        }
        errno = 0;
        if (fgets(part->line + length, (int)(part->room - length), part->stream) == NULL)
            break;
        length += strlen(part->line + length);
        if (length > 0 && part->line[length - 1] == '\n') {
            part->line[length - 1] = '\0';
            part->ended = begins(part->line, begins_summary);
            return CLI_CLEAN;
        }
    }
    if (ferror(part->stream))
        return cli_fail_errno(part->path, errno == 0 ? EIO : errno);
    return wrong_line(part, "the file ends there");
}

/* The line as a document, and its members after the type. */
static cli_exit parse(cli_shard_report *part, ap_json_text *json, ap_report_line *line)
{
    char fault[AP_JSON_FAULT_BYTES];
    const char *type;
    const ap_view text = { (const uint8_t *)part->line, strlen(part->line) };
    if (!ap_json_read(json, text, part->arena, fault))
        return wrong_line(part, part->arena->failed ? "" : fault);
    *line = (ap_report_line){ .members = ap_members_read(json, 0, part->arena), .parts = true };
    ap_member_text(&line->members, "type", &type);
    return CLI_CLEAN;
}

static cli_exit end_line(const cli_shard_report *part, ap_report_line *line)
{
    char why[160];
    if (part->arena->failed)
        return no_memory(part);
    if (ap_members_end(&line->members))
        return CLI_CLEAN;
    snprintf(why, sizeof why, "\"%s\" is missing, or not what belongs there", line->members.wrong);
    return wrong_line(part, why);
}

static const ap_rule *find_rule(void *context, const char *id)
{
    (void)context;
    return ap_find_rule(id);
}

/* Beginning and end */

static cli_exit not_a_part(const cli_shard_report *part)
{
    return cli_fail(CLI_UNREADABLE, part->path,
        "is not the report of a shard: lint --files-from SHARD --output jsonl=FILE writes one");
}

static cli_exit cut(const cli_shard_report *part)
{
    return cli_fail(CLI_UNREADABLE, part->path,
        "is not whole: its last line is missing, or says that not all of the shard was linted");
}

static cli_exit read_first(cli_shard_report *part)
{
    ap_json_text json;
    ap_report_line line;
    const char *name = NULL, *version = NULL;
    ap_members tool;
    cli_exit result = next_line(part);
    if (result != CLI_CLEAN || !begins(part->line, begins_shard))
        return result == CLI_INTERNAL ? result : not_a_part(part);
    if ((result = parse(part, &json, &line)) != CLI_CLEAN)
        return result;
    line.find = find_rule;
    ap_rule_settings_of_all(&part->rule_settings);
    ap_report_shard_members(&line, &part->shard, &part->rule_settings);
    if (ap_member_object(&line.members, "tool", false, &tool)) {
        ap_member_text(&tool, "name", &name);
        ap_member_text(&tool, "version", &version);
        ap_member_close(&line.members, &tool, true);
    }
    if (version != NULL && strcmp(version, AP_VERSION) != 0)
        return cli_fail(
            CLI_UNREADABLE, part->path, "was written by version %s; this is " AP_VERSION, version);
    result = end_line(part, &line);
    return result == CLI_CLEAN && (part->shard.count == 0 || part->shard.index >= part->shard.count)
               ? wrong_line(part, "there is no such shard")
               : result;
}

/* What the last line says, before anything else is read. */
static cli_exit read_last(cli_shard_report *part)
{
    char tail[TAIL_BYTES + 1], fault[AP_JSON_FAULT_BYTES];
    ap_json_text json;
    int64_t lines;
    const long back = ftell(part->stream);
    if (back < 0 || fseek(part->stream, 0, SEEK_END) != 0)
        return cut(part);
    const long size = ftell(part->stream), from = size > TAIL_BYTES ? size - TAIL_BYTES : 0;
    if (size < 0 || fseek(part->stream, from, SEEK_SET) != 0)
        return cut(part);
    const size_t got = fread(tail, 1, TAIL_BYTES, part->stream);
    if (got < 2 || tail[got - 1] != '\n')
        return cut(part);
    tail[got - 1] = '\0';
    const char *last = memrchr(tail, '\n', got - 1);
    last = last == NULL ? tail : last + 1;
    const ap_view text = { (const uint8_t *)last, strlen(last) };
    if (!begins(last, begins_summary) || !ap_json_read(&json, text, part->arena, fault)
        || !ap_json_integer(&json, ap_json_member(&json, 0, "shard_lines"), &lines) || lines < 1)
        return cut(part);
    part->lines = (size_t)lines;
    return fseek(part->stream, back, SEEK_SET) == 0 ? CLI_CLEAN : cut(part);
}

cli_exit cli_shard_report_open(cli_shard_report *part, const char *path, ap_arena *arena)
{
    *part = (cli_shard_report){ .path = path, .arena = arena };
    const char *why;
    part->stream = cli_open_text(path, &why);
    if (part->stream == NULL)
        return cli_fail(cli_unread_code(why), path, "%s", why);
    setvbuf(part->stream, NULL, _IOFBF, BUFFER_BYTES);
    cli_exit result = read_first(part);
    if (result == CLI_CLEAN)
        result = read_last(part);
    return result == CLI_CLEAN ? next_line(part) : result;
}

void cli_shard_report_close(cli_shard_report *part)
{
    if (part->stream != NULL)
        fclose(part->stream);
    free(part->line);
    part->stream = NULL;
    part->line = NULL;
}

/* Entries */

/* After an entry or a finding: the last line has to be where it says. */
static cli_exit go_on(cli_shard_report *part)
{
    const cli_exit result = next_line(part);
    if (result == CLI_CLEAN && part->ended && (part->number != part->lines + 1 || fgetc(part->stream) != EOF))
        return wrong_line(part, "the last line counts others before it");
    return result;
}

cli_exit cli_shard_entry_read(cli_shard_report *part, cli_shard_report_entry *entry)
{
    ap_json_text json;
    ap_report_line line;
    ap_report_skipped skipped = { .part = NULL };
    const bool is_skipped = begins(part->line, begins_skipped);
    *entry = (cli_shard_report_entry){ .counts = { .judged = false } };
    if (!is_skipped && !begins(part->line, begins_file))
        return wrong_line(part, "a file's line is needed");
    cli_exit result = parse(part, &json, &line);
    if (result != CLI_CLEAN)
        return result;
    line.find = find_rule;
    ap_report_file *file = &entry->result.file;
    if (is_skipped)
        ap_report_skipped_members(&line, &skipped);
    else
        ap_report_file_members(&line, file, &entry->counts);
    const ap_report_part *about = is_skipped ? skipped.part : file->part;
    if (about == NULL)
        ap_member_refuse(&line.members, "part");
    else
        entry->result.part = *about;
    if (is_skipped) {
        entry->result.kind = CLI_RESULT_SKIPPED;
        entry->result.reason = skipped.reason;
        file->name = skipped.name;
    }
    result = end_line(part, &line);
    return result == CLI_CLEAN ? go_on(part) : result;
}

bool cli_shard_report_is_together(const cli_shard_report *part)
{
    return begins(part->line, begins_file) && strstr(part->line, ", \"role\": \"together\"") != NULL;
}

static cli_exit read_finding(cli_shard_report *part, cli_shard_report_finding **made)
{
    ap_json_text json;
    ap_report_line line;
    const char *file;
    *made = ap_alloc(part->arena, sizeof **made);
    if (*made == NULL)
        return no_memory(part);
    const cli_exit result = parse(part, &json, &line);
    if (result != CLI_CLEAN)
        return result;
    line.find = find_rule;
    ap_member_text(&line.members, "file", &file);
    ap_report_finding_members(&line, &(*made)->finding, &(*made)->excerpt);
    return end_line(part, &line);
}

static void set_level(ap_rule_settings *rule_settings, const ap_rule *rule, ap_severity level)
{
    rule_settings->levels[ap_rule_settings_place(rule_settings, rule)] = level;
}

/* Makes the list what the counts say, without findings. */
static void begin_list(
    ap_findings *list, ap_arena *arena, const ap_file_counts *counts, ap_rule_settings *rule_settings)
{
    ap_findings_restart(list);
    list->arena = arena;
    list->rule_settings = rule_settings;
    list->max_findings = counts->max_findings;
    memcpy(list->counts, counts->counts, sizeof list->counts);
    list->dropped = counts->dropped;
    list->skipped_checks = counts->skipped_checks;
    list->suppressed = counts->suppressed;
    list->unfinished = counts->unfinished;
    list->replacements_left_out = counts->left_out;
    for (size_t i = 0; i < counts->rule_count; i++) {
        set_level(rule_settings, counts->rules[i].rule, counts->levels[i]);
        ap_findings_count_more(list, counts->rules[i].rule, counts->rules[i].count);
    }
}

static void add_suppressed(ap_findings *list, ap_finding *finding)
{
    *(list->first_suppressed == NULL ? &list->first_suppressed : &list->last_suppressed->next) = finding;
    list->last_suppressed = finding;
}

cli_exit cli_shard_report_findings_read(
    cli_shard_report *part, cli_shard_report_entry *entry, ap_findings *list, ap_rule_settings *rule_settings)
{
    cli_exit result = CLI_CLEAN;
    begin_list(list, part->arena, &entry->counts, rule_settings);
    while (result == CLI_CLEAN && !part->ended) {
        cli_shard_report_finding *made;
        const bool suppressed = begins(part->line, begins_suppressed);
        if (!suppressed && !begins(part->line, begins_finding))
            break;
        result = read_finding(part, &made);
        if (result != CLI_CLEAN)
            break;
        if (suppressed) {
            add_suppressed(list, &made->finding);
        } else {
            ap_findings_append(list, &made->finding);
            set_level(rule_settings, made->finding.rule, made->finding.severity);
            if (entry->counts.rule_count == 0)
                ap_findings_count_more(list, made->finding.rule, 1);
        }
        result = go_on(part);
    }
    if (entry->counts.judged)
        entry->result.findings = list;
    return result;
}
