#include "cli/reporting/shard_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/open_text.h"
#include "core/base/version.h"
#include "core/report/report_answers.h"
#include "validators/registry.h"

enum {
    LONGEST_LINE = 256 << 20, /* most bytes of a line; findings with long texts have the longest lines */
    BUFFER_BYTES = 32 << 10,  /* buffer of a stream; small, because thousands may be open */
    TAIL_BYTES = 4096         /* bytes to read at the end of the file: more than its last line has */
};

static const char begins_shard[] = "{\"type\": \"shard\"", begins_file[] = "{\"type\": \"file\"",
                  begins_finding[] = "{\"type\": \"finding\"",
                  begins_suppressed[] = "{\"type\": \"suppressed\"",
                  begins_silenced[] = "{\"type\": \"silenced\"", /* old name; see json_renamed.h */
    begins_skipped[] = "{\"type\": \"skipped\"", begins_summary[] = "{\"type\": \"summary\"";

static bool begins_with(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

static cli_exit report_no_memory(const cli_shard_report *report)
{
    return cli_fail(CLI_INTERNAL, report->path, "no memory for line %zu", report->number);
}

static cli_exit report_wrong_line(const cli_shard_report *report, const char *why)
{
    if (report->arena->failed)
        return report_no_memory(report);
    return cli_fail(
        CLI_UNREADABLE, report->path, "line %zu is not one that lint writes: %s", report->number, why);
}

/* Functions that read lines */

/* Reads the next line. The end of the file is an error, because the summary must be the last line. */
static cli_exit read_next_line(cli_shard_report *report)
{
    size_t length = 0;
    report->number++;
    for (;;) {
        if (length + 2 > report->room) {
            const size_t room = report->room == 0 ? BUFSIZ : 2 * report->room;
            char *more = room > LONGEST_LINE ? NULL : realloc(report->line, room);
            if (more == NULL)
                return report_no_memory(report);
            report->line = more;
            report->room = room;
        }
        errno = 0;
        if (fgets(report->line + length, (int)(report->room - length), report->stream) == NULL)
            break;
        length += strlen(report->line + length);
        if (length > 0 && report->line[length - 1] == '\n') {
            report->line[length - 1] = '\0';
            report->ended = begins_with(report->line, begins_summary);
            return CLI_CLEAN;
        }
    }
    if (ferror(report->stream))
        return cli_fail_errno(report->path, errno == 0 ? EIO : errno);
    return report_wrong_line(report, "the file ends before its last line");
}

/* Adds a rule of a configuration that was not read, with a text that says so. Returns NULL when out of memory, or if the table is
   full. */
static const ap_rule *add_own_rule(ap_own_table *own, const char *name)
{
    ap_rule rule;
    if (!ap_own_rule_init(&rule, name, AP_ERROR, "a rule of the project",
            "A section [rule NAME] of a configuration defines this rule. The report has only its name."))
        return NULL;
    const ap_rule *added = ap_own_table_add_if_room(own, &rule, 1);
    if (added == NULL)
        ap_own_rule_free(&rule);
    return added;
}

/* Finds a rule by its id; adds rules of configurations that were not read. Returns NULL if there is no such rule, or if it cannot
   be added. */
static const ap_rule *find_or_add_rule(void *context, const char *id)
{
    static const char group[] = AP_OWN_GROUP "/";
    ap_own_table *own = context;
    const ap_rule *rule = ap_find_rule(id);
    for (size_t i = 0; i < own->count && rule == NULL; i++)
        rule = strcmp(own->rules[i].id, id) == 0 ? &own->rules[i] : NULL;
    return rule != NULL || strncmp(id, group, sizeof group - 1) != 0
               ? rule
               : add_own_rule(own, id + sizeof group - 1);
}

/* Parses the line and reads its "type"; the other members remain to be read. */
static cli_exit parse_report_line(cli_shard_report *report, ap_json_document *json, ap_report_line *line)
{
    char fault[AP_JSON_FAULT_BYTES];
    const char *type;
    const ap_view text = { (const uint8_t *)report->line, strlen(report->line) };
    if (!ap_json_read(json, text, report->arena, fault))
        return report_wrong_line(report, report->arena->failed ? "" : fault);
    *line = (ap_report_line){ .members = ap_begin_reading_members(json, 0, report->arena),
        .for_shard = true,
        .find = find_or_add_rule,
        .context = report->own };
    ap_member_text(&line->members, "type", &type);
    return CLI_CLEAN;
}

static cli_exit check_all_members_of_line(const cli_shard_report *report, ap_report_line *line)
{
    char why[160];
    if (report->arena->failed)
        return report_no_memory(report);
    if (ap_members_end(&line->members))
        return CLI_CLEAN;
    snprintf(why, sizeof why, "\"%s\" is missing or invalid", line->members.wrong);
    return report_wrong_line(report, why);
}

/* Functions that open and close a report */

static cli_exit report_not_a_shard_report(const cli_shard_report *report)
{
    return cli_fail(CLI_UNREADABLE, report->path,
        "is not the report of a shard: lint --files-from SHARD --output jsonl=FILE writes one");
}

static cli_exit report_missing_last_line(const cli_shard_report *report)
{
    return cli_fail(CLI_UNREADABLE, report->path,
        "is incomplete: its last line is missing, or says that not all of the shard was linted");
}

static cli_exit read_first_line(cli_shard_report *report)
{
    ap_json_document json;
    ap_report_line line;
    const char *name = NULL, *version = NULL;
    ap_members tool;
    cli_exit result = read_next_line(report);
    if (result != CLI_CLEAN || !begins_with(report->line, begins_shard))
        return result == CLI_INTERNAL ? result : report_not_a_shard_report(report);
    if ((result = parse_report_line(report, &json, &line)) != CLI_CLEAN)
        return result;
    ap_rule_settings_init_all(&report->rule_settings);
    const ap_rule_table own = ap_own_table_rules_with_unused(report->own);
    ap_rule_settings_replace_own(
        &report->rule_settings, (ap_configured_rule_tables){ .items = { own } }, own);
    ap_write_or_read_shard_members(&line, &report->shard, &report->rule_settings);
    if (ap_member_object(&line.members, "tool", false, &tool)) {
        ap_member_text(&tool, "name", &name);
        ap_member_text(&tool, "version", &version);
        ap_member_close(&line.members, &tool, true);
    }
    if (version != NULL && strcmp(version, AP_VERSION) != 0)
        return cli_fail(
            CLI_UNREADABLE, report->path, "was written by version %s; this is " AP_VERSION, version);
    result = check_all_members_of_line(report, &line);
    return result == CLI_CLEAN && (report->shard.count == 0 || report->shard.index >= report->shard.count)
               ? report_wrong_line(report, "the index is not below the number of shards")
               : result;
}

/* Reads the number of lines from the last line, before any entry is read. */
static cli_exit read_line_count_from_last_line(cli_shard_report *report)
{
    char tail[TAIL_BYTES + 1], fault[AP_JSON_FAULT_BYTES];
    ap_json_document json;
    int64_t lines;
    const long back = ftell(report->stream);
    if (back < 0 || fseek(report->stream, 0, SEEK_END) != 0)
        return report_missing_last_line(report);
    const long size = ftell(report->stream), from = size > TAIL_BYTES ? size - TAIL_BYTES : 0;
    if (size < 0 || fseek(report->stream, from, SEEK_SET) != 0)
        return report_missing_last_line(report);
    const size_t got = fread(tail, 1, TAIL_BYTES, report->stream);
    if (got < 2 || tail[got - 1] != '\n')
        return report_missing_last_line(report);
    tail[got - 1] = '\0';
    const char *last = memrchr(tail, '\n', got - 1);
    last = last == NULL ? tail : last + 1;
    const ap_view text = { (const uint8_t *)last, strlen(last) };
    if (!begins_with(last, begins_summary) || !ap_json_read(&json, text, report->arena, fault)
        || !ap_json_read_integer(&json, ap_json_find_member(&json, 0, "shard_lines"), &lines) || lines < 1)
        return report_missing_last_line(report);
    report->lines = (size_t)lines;
    return fseek(report->stream, back, SEEK_SET) == 0 ? CLI_CLEAN : report_missing_last_line(report);
}

cli_exit cli_shard_report_open(cli_shard_report *report, const char *path, ap_arena *arena, ap_own_table *own)
{
    *report = (cli_shard_report){ .path = path, .arena = arena, .own = own };
    const char *why;
    report->stream = cli_open_text_file(path, &why);
    if (report->stream == NULL)
        return cli_fail(cli_exit_of_read_error(why), path, "%s", why);
    setvbuf(report->stream, NULL, _IOFBF, BUFFER_BYTES);
    cli_exit result = read_first_line(report);
    if (result == CLI_CLEAN)
        result = read_line_count_from_last_line(report);
    return result == CLI_CLEAN ? read_next_line(report) : result;
}

void cli_shard_report_close(cli_shard_report *report)
{
    if (report->stream != NULL)
        fclose(report->stream);
    free(report->line);
    report->stream = NULL;
    report->line = NULL;
}

/* Functions that read entries */

/* Reads the next line. If that line is the last, checks that its number is the one that the line itself
   gives. */
static cli_exit read_next_line_and_check_count(cli_shard_report *report)
{
    const cli_exit result = read_next_line(report);
    if (result == CLI_CLEAN && report->ended
        && (report->number != report->lines + 1 || fgetc(report->stream) != EOF))
        return report_wrong_line(
            report, "the last line gives a number of lines that differs from the file's");
    return result;
}

cli_exit cli_shard_report_read_entry(cli_shard_report *report, cli_shard_report_entry *entry)
{
    ap_json_document json;
    ap_report_line line;
    ap_report_skipped skipped = { .shard_entry = NULL };
    const bool is_skipped = begins_with(report->line, begins_skipped);
    *entry = (cli_shard_report_entry){ .counts = { .checked = false } };
    if (!is_skipped && !begins_with(report->line, begins_file))
        return report_wrong_line(report, "expected a line about a file");
    cli_exit result = parse_report_line(report, &json, &line);
    if (result != CLI_CLEAN)
        return result;
    ap_report_file *file = &entry->result.file;
    if (is_skipped) {
        ap_write_or_read_skipped_members(&line, &skipped);
    } else {
        ap_write_or_read_file_members(&line, file, &entry->counts);
        ap_write_or_read_answers(&line, &file->answers);
    }
    const ap_format *format = file->no_companion == NULL ? NULL : ap_find_format(file->format);
    file->lone_words = format == NULL || format->companion == NULL ? NULL : format->companion->lone;
    const ap_report_shard_entry *about = is_skipped ? skipped.shard_entry : file->shard_entry;
    if (about == NULL)
        ap_member_mark_wrong(&line.members, "part");
    else
        entry->result.part = *about;
    if (is_skipped) {
        entry->result.kind = CLI_RESULT_SKIPPED;
        entry->result.reason = skipped.reason;
        file->name = skipped.name;
    }
    result = check_all_members_of_line(report, &line);
    return result == CLI_CLEAN ? read_next_line_and_check_count(report) : result;
}

bool cli_shard_report_is_at_pair_line(const cli_shard_report *report)
{
    return begins_with(report->line, begins_file) && strstr(report->line, ", \"role\": \"together\"") != NULL;
}

static cli_exit allocate_and_parse_finding_of_line(
    cli_shard_report *report, cli_shard_report_finding **finding)
{
    ap_json_document json;
    ap_report_line line;
    const char *file;
    *finding = ap_alloc(report->arena, sizeof **finding);
    if (*finding == NULL)
        return report_no_memory(report);
    const cli_exit result = parse_report_line(report, &json, &line);
    if (result != CLI_CLEAN)
        return result;
    ap_member_text(&line.members, "file", &file);
    ap_write_or_read_finding_members(&line, &(*finding)->finding, &(*finding)->excerpt);
    return check_all_members_of_line(report, &line);
}

static void set_rule_level(ap_rule_settings *rule_settings, const ap_rule *rule, ap_severity level)
{
    rule_settings->levels[ap_rule_settings_index(rule_settings, rule)] = level;
}

/* Sets the list to the counts of the entry, without findings. */
static void begin_findings_list(
    ap_findings *list, ap_arena *arena, const ap_file_counts *counts, ap_rule_settings *rule_settings)
{
    ap_findings_clear(list);
    list->arena = arena;
    list->rule_settings = rule_settings;
    list->max_findings = counts->max_findings;
    memcpy(list->counts, counts->counts, sizeof list->counts);
    list->truncated = counts->truncated;
    list->skipped_checks = counts->skipped_checks;
    list->suppressed = counts->suppressed;
    list->unfinished = counts->unfinished;
    list->replacements_left_out = counts->without_fix;
    for (size_t i = 0; i < counts->rule_count; i++) {
        set_rule_level(rule_settings, counts->rules[i].rule, counts->levels[i]);
        ap_findings_add_to_count(list, counts->rules[i].rule, counts->rules[i].count);
    }
}

static void add_suppressed_finding(ap_findings *list, ap_finding *finding)
{
    *(list->first_suppressed == NULL ? &list->first_suppressed : &list->last_suppressed->next) = finding;
    list->last_suppressed = finding;
}

cli_exit cli_shard_report_read_findings(cli_shard_report *report, cli_shard_report_entry *entry,
    ap_findings *list, ap_rule_settings *rule_settings)
{
    cli_exit result = CLI_CLEAN;
    begin_findings_list(list, report->arena, &entry->counts, rule_settings);
    while (result == CLI_CLEAN && !report->ended) {
        cli_shard_report_finding *finding;
        const bool suppressed =
            begins_with(report->line, begins_suppressed) || begins_with(report->line, begins_silenced);
        if (!suppressed && !begins_with(report->line, begins_finding))
            break;
        result = allocate_and_parse_finding_of_line(report, &finding);
        if (result != CLI_CLEAN)
            break;
        if (suppressed) {
            add_suppressed_finding(list, &finding->finding);
        } else {
            ap_findings_append_and_count_kept(list, &finding->finding);
            set_rule_level(rule_settings, finding->finding.rule, finding->finding.severity);
            if (entry->counts.rule_count == 0)
                ap_findings_add_to_count(list, finding->finding.rule, 1);
        }
        result = read_next_line_and_check_count(report);
    }
    if (entry->counts.checked)
        entry->result.findings = list;
    return result;
}
