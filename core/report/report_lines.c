#include "core/report/report_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json/json_renamed.h"

static const char *const roles[] = { NULL, "companion", "together" };

enum { ROLES = sizeof roles / sizeof *roles, PLAN_BYTES = 20 };

/* Enum names */

static void write_or_read_severity(ap_members *m, const char *key, ap_severity *severity)
{
    const char *name = m->put == NULL ? NULL : ap_severity_name(*severity);
    ap_member_text(m, key, &name);
    if (m->put == NULL && m->wrong == NULL && !ap_find_severity(name, severity))
        ap_member_mark_wrong(m, key);
}

static void write_or_read_rule(ap_report_line *line, ap_members *m, const ap_rule **rule)
{
    const char *id = m->put == NULL ? NULL : (*rule)->id;
    ap_member_text(m, "rule", &id);
    if (m->put != NULL || m->wrong != NULL)
        return;
    *rule = line->find(line->context, id);
    if (*rule == NULL)
        ap_member_mark_wrong(m, "rule");
}

/* Files */

ap_file_counts ap_file_counts_of(const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    ap_file_counts counts = { .valid = ap_report_file_is_valid_to_end(file), .checked = findings != NULL };
    if (findings == NULL)
        return counts;
    memcpy(counts.counts, findings->counts, sizeof counts.counts);
    counts.truncated = findings->truncated;
    counts.skipped_checks = findings->skipped_checks;
    counts.suppressed = findings->suppressed;
    counts.unfinished = findings->unfinished;
    counts.max_findings = findings->truncated > 0 ? findings->max_findings : 0;
    counts.without_fix = findings->replacements_left_out;
    counts.findings = findings;
    return counts;
}

/* Writes each rule that has findings, and the number of the rule's findings: findings over a limit have no line of their own. */
static void put_tallies(ap_report_line *line, ap_members *array, const ap_file_counts *counts)
{
    for (size_t i = 0; i < AP_RULE_SLOTS; i++) {
        ap_rule_tally tally = counts->findings->tallies[i];
        ap_severity level;
        ap_members m;
        if (tally.rule == NULL || tally.count == 0)
            continue;
        level = ap_rule_settings_level(counts->findings->rule_settings, tally.rule);
        (void)ap_member_element(array, true, &m);
        write_or_read_rule(line, &m, &tally.rule);
        write_or_read_severity(&m, "severity", &level);
        ap_member_size(&m, "count", &tally.count);
        ap_member_close(array, &m, true);
    }
}

static void read_tallies(ap_report_line *line, ap_members *array, ap_file_counts *counts)
{
    ap_members m;
    counts->rules = ap_alloc_array(array->arena, AP_MOST_RULES, sizeof *counts->rules);
    counts->levels = ap_alloc_array(array->arena, AP_MOST_RULES, sizeof *counts->levels);
    if (counts->rules == NULL || counts->levels == NULL)
        return;
    while (ap_member_element(array, false, &m)) {
        if (counts->rule_count == AP_MOST_RULES) {
            ap_member_mark_wrong(array, "rules");
            return;
        }
        write_or_read_rule(line, &m, &counts->rules[counts->rule_count].rule);
        write_or_read_severity(&m, "severity", &counts->levels[counts->rule_count]);
        ap_member_size(&m, "count", &counts->rules[counts->rule_count].count);
        ap_member_close(array, &m, true);
        counts->rule_count++;
    }
}

static void write_or_read_tallies(ap_report_line *line, ap_members *m, ap_file_counts *counts)
{
    ap_members array;
    if (!ap_member_array(m, "rules", counts->truncated > 0, &array))
        return;
    if (m->put != NULL)
        put_tallies(line, &array, counts);
    else
        read_tallies(line, &array, counts);
    ap_member_close(m, &array, false);
}

static void write_or_read_role(ap_members *m, ap_report_role *role)
{
    const char *name = m->put == NULL ? NULL : roles[*role];
    ap_member_text_default_null(m, "role", &name);
    if (m->put != NULL)
        return;
    *role = AP_REPORT_ROLE_FILE;
    for (size_t i = 1; i < ROLES && name != NULL; i++) {
        if (strcmp(name, roles[i]) == 0)
            *role = (ap_report_role)i;
    }
    if (name != NULL && *role == AP_REPORT_ROLE_FILE)
        ap_member_mark_wrong(m, "role");
}

static void write_or_read_fail_on(ap_members *m, ap_severity *fail_on)
{
    const char *name = m->put == NULL || *fail_on == AP_ERROR ? NULL : ap_severity_name(*fail_on);
    ap_member_text_default_null(m, "fail_on", &name);
    if (m->put != NULL)
        return;
    *fail_on = AP_OFF;
    while (*fail_on < AP_ERROR && (name == NULL || strcmp(name, ap_severity_name(*fail_on)) != 0))
        (*fail_on)++;
}

static void write_or_read_shard_entry(ap_report_line *line, ap_members *m, ap_report_file *file,
    ap_file_counts *counts, ap_report_shard_entry *part)
{
    ap_member_size(m, "at", &part->entry);
    write_or_read_role(m, &part->role);
    ap_member_size_default_0(m, "device", &part->device);
    ap_member_size_default_0(m, "inode", &part->inode);
    ap_member_text_default_null(m, "version", &file->version);
    ap_member_boolean_default_false(m, "text", &file->text);
    ap_member_renamed_boolean_default_false(m, "checked", "judged", &counts->checked);
    write_or_read_fail_on(m, &part->fail_on);
    ap_member_size_default_0(m, "exit", &part->result);
    ap_member_text_default_null(m, "sidecar", &part->sidecar);
    ap_member_size_default_0(m, "errors", &counts->counts[AP_ERROR]);
    ap_member_size_default_0(m, "warnings", &counts->counts[AP_WARNING]);
    ap_member_size_default_0(m, "notes", &counts->counts[AP_NOTE]);
    ap_member_renamed_size_default_0(m, "truncated", "dropped", &counts->truncated);
    ap_member_renamed_size_default_0(m, "suppressed", "silenced", &counts->suppressed);
    ap_member_size_default_0(m, "unfinished", &counts->unfinished);
    ap_member_size_default_0(m, "max_findings", &counts->max_findings);
    ap_member_size_default_0(m, "without_fix", &counts->without_fix);
    write_or_read_tallies(line, m, counts);
}

void ap_write_or_read_file_members(ap_report_line *line, ap_report_file *file, ap_file_counts *counts)
{
    ap_members *m = &line->members, inside;
    ap_member_text(m, "file", &file->name);
    ap_member_text_or_null(m, "format", &file->format);
    ap_member_text_or_null(m, "layout", &file->variant);
    ap_member_size(m, "size", &file->size_bytes);
    (void)ap_member_text_if(
        m, "companion", file->companion != NULL || file->no_companion != NULL, &file->companion);
    ap_member_text_default_null(m, "companion_reason", &file->companion_reason);
    ap_member_renamed_text_default_null(m, "no_companion", "alone", &file->no_companion);
    ap_member_boolean(m, "valid", &counts->valid);
    ap_member_size(m, "skipped_checks", &counts->skipped_checks);
    ap_member_text_default_null(m, "error", &file->error);
    if (!line->for_shard || !ap_member_object(m, "part", file->shard_entry != NULL, &inside))
        return;
    ap_report_shard_entry *part = m->put == NULL ? ap_alloc(m->arena, sizeof *part) : NULL;
    ap_report_shard_entry copy = { .entry = 0 };
    if (m->put != NULL)
        copy = *file->shard_entry;
    write_or_read_shard_entry(line, &inside, file, counts, &copy);
    ap_member_close(m, &inside, true);
    if (part == NULL)
        return;
    *part = copy;
    file->shard_entry = part;
}

void ap_write_or_read_skipped_members(ap_report_line *line, ap_report_skipped *skipped)
{
    ap_members *m = &line->members, inside;
    ap_member_text(m, "file", &skipped->name);
    ap_member_text(m, "reason", &skipped->reason);
    if (!line->for_shard || !ap_member_object(m, "part", skipped->shard_entry != NULL, &inside))
        return;
    ap_report_shard_entry *part = m->put == NULL ? ap_alloc(m->arena, sizeof *part) : NULL;
    ap_report_shard_entry copy = { .entry = 0 };
    if (m->put != NULL)
        copy = *skipped->shard_entry;
    ap_member_size(&inside, "at", &copy.entry);
    ap_member_close(m, &inside, true);
    if (part == NULL)
        return;
    *part = copy;
    skipped->shard_entry = part;
}

/* Findings */

static void write_or_read_excerpt(ap_members *m, ap_excerpt *excerpt)
{
    ap_members inside;
    if (!ap_member_object(m, "excerpt", excerpt->bytes != NULL, &inside))
        return;
    ap_view bytes = { excerpt->bytes, excerpt->count };
    ap_member_size(&inside, "offset", &excerpt->offset);
    ap_member_bytes(&inside, "bytes", &bytes);
    ap_member_boolean_default_false(&inside, "cut_before", &excerpt->cut_before);
    ap_member_boolean_default_false(&inside, "cut_after", &excerpt->cut_after);
    ap_member_close(m, &inside, true);
    excerpt->bytes = bytes.bytes;
    excerpt->count = bytes.size;
}

static void write_or_read_characters(ap_members *m, size_t *character, size_t *end_character)
{
    ap_member_size_default_0(m, "character", character);
    ap_member_size_default_0(m, "end_character", end_character);
}

static void write_or_read_related(
    ap_report_line *line, ap_members *m, ap_related *related, ap_excerpt *excerpt)
{
    ap_members inside;
    ap_member_text(m, "label", &related->label);
    ap_member_size(m, "offset", &related->span.offset);
    ap_member_size(m, "length", &related->span.length);
    ap_member_size_or_null(m, "line", &related->line);
    ap_member_size_or_null(m, "column", &related->column);
    if (!line->for_shard || !ap_member_object(m, "part", true, &inside))
        return;
    write_or_read_characters(&inside, &related->character, &related->end_character);
    write_or_read_excerpt(&inside, excerpt);
    ap_member_close(m, &inside, true);
}

static void put_related(ap_report_line *line, ap_members *array, const ap_finding *finding)
{
    ap_members m;
    for (const ap_related *related = finding->related; related != NULL; related = related->next) {
        ap_related copy = *related;
        ap_excerpt excerpt = { .bytes = NULL };
        if (related->excerpt != NULL)
            excerpt = *related->excerpt;
        (void)ap_member_element(array, true, &m);
        write_or_read_related(line, &m, &copy, &excerpt);
        ap_member_close(array, &m, true);
    }
}

static void read_related(ap_report_line *line, ap_members *array, ap_finding *finding)
{
    ap_members m;
    ap_related **end = &finding->related;
    while (ap_member_element(array, false, &m)) {
        ap_related *related = ap_alloc(array->arena, sizeof *related);
        ap_excerpt *excerpt = ap_alloc(array->arena, sizeof *excerpt);
        if (related == NULL || excerpt == NULL)
            return;
        *related = (ap_related){ .label = NULL };
        *excerpt = (ap_excerpt){ .bytes = NULL };
        write_or_read_related(line, &m, related, excerpt);
        ap_member_close(array, &m, true);
        related->excerpt = excerpt->bytes == NULL ? NULL : excerpt;
        *end = related;
        end = &related->next;
    }
}

static void write_or_read_fix(ap_members *m, ap_replacement *fix)
{
    ap_member_text(m, "does", &fix->does);
    ap_member_size(m, "offset", &fix->span.offset);
    ap_member_size(m, "length", &fix->span.length);
    ap_member_bytes(m, "bytes", &fix->text);
    ap_member_size_default_0(m, "line", &fix->line);
    ap_member_size_default_0(m, "character", &fix->character);
    ap_member_size_default_0(m, "end_line", &fix->end_line);
    ap_member_size_default_0(m, "end_character", &fix->end_character);
}

static void write_or_read_optional_fix(ap_members *m, ap_replacement **fix)
{
    ap_members inside;
    if (!ap_member_object(m, "fix", *fix != NULL, &inside))
        return;
    if (m->put == NULL)
        *fix = ap_alloc(m->arena, sizeof **fix);
    if (*fix == NULL)
        return;
    ap_replacement copy = { .does = NULL };
    if (m->put != NULL)
        copy = **fix;
    write_or_read_fix(&inside, &copy);
    ap_member_close(m, &inside, true);
    if (m->put == NULL)
        **fix = copy;
}

void ap_write_or_read_finding_members(ap_report_line *line, ap_finding *finding, ap_excerpt *excerpt)
{
    ap_members *m = &line->members, inside;
    const ap_rule *rule = finding->rule;
    write_or_read_rule(line, m, &rule);
    write_or_read_severity(m, "severity", &finding->severity);
    const char *class = rule == NULL ? NULL : ap_validity_class_name(rule->kind);
    ap_member_text(m, "class", &class);
    ap_member_size(m, "offset", &finding->span.offset);
    ap_member_size(m, "length", &finding->span.length);
    ap_member_size_or_null(m, "line", &finding->line);
    ap_member_size_or_null(m, "column", &finding->column);
    ap_member_text(m, "path", &finding->path);
    ap_member_text_default_null(m, "joint", &finding->joint.name);
    ap_member_text_default_null(m, "component", &finding->joint.component);
    ap_member_text(m, "message", &finding->message);
    ap_member_text_or_null(m, "expected", &finding->expected);
    ap_member_text_or_null(m, "found", &finding->found);
    if (ap_member_array(m, "related", true, &inside)) {
        if (m->put != NULL)
            put_related(line, &inside, finding);
        else
            read_related(line, &inside, finding);
        ap_member_close(m, &inside, false);
    }
    finding->rule = rule;
    if (!line->for_shard || !ap_member_object(m, "part", true, &inside))
        return;
    write_or_read_characters(&inside, &finding->character, &finding->end_character);
    if (excerpt != NULL)
        write_or_read_excerpt(&inside, excerpt);
    write_or_read_optional_fix(&inside, &finding->replacement);
    ap_member_close(m, &inside, true);
}

/* The position of a shard in its run, and the rule settings */

static void put_levels(ap_report_line *line, ap_members *array, const ap_rule_settings *rule_settings)
{
    const ap_rule *rule;
    for (size_t place = 0; (rule = ap_rule_settings_rule(rule_settings, place)) != NULL; place++) {
        ap_severity level = rule_settings->levels[place];
        ap_members m;
        if (level == rule->severity)
            continue;
        (void)ap_member_element(array, true, &m);
        write_or_read_rule(line, &m, &rule);
        write_or_read_severity(&m, "level", &level);
        ap_member_close(array, &m, true);
    }
}

static void write_or_read_levels(ap_report_line *line, ap_rule_settings *rule_settings)
{
    ap_members *m = &line->members, array, inside;
    if (!ap_member_array(m, "levels", true, &array))
        return;
    if (m->put != NULL)
        put_levels(line, &array, rule_settings);
    while (m->put == NULL && ap_member_element(&array, false, &inside)) {
        const ap_rule *rule = NULL;
        ap_severity level = AP_OFF;
        write_or_read_rule(line, &inside, &rule);
        write_or_read_severity(&inside, "level", &level);
        ap_member_close(&array, &inside, true);
        if (rule != NULL)
            rule_settings->levels[ap_rule_settings_index(rule_settings, rule)] = level;
    }
    ap_member_close(m, &array, false);
}

static void write_or_read_plan(ap_members *m, uint64_t *plan)
{
    char digits[PLAN_BYTES], *end = digits;
    const char *text = digits;
    snprintf(digits, sizeof digits, "%016" PRIx64, *plan);
    ap_member_text(m, "plan", &text);
    if (m->put != NULL || m->wrong != NULL)
        return;
    *plan = strtoull(text, &end, 16);
    if (end == text || *end != '\0'
        || strlen(text) > 16) /* strtoull would reduce a longer number to 64 bits */
        ap_member_mark_wrong(m, "plan");
}

void ap_write_or_read_shard_members(
    ap_report_line *line, ap_report_shard *shard, ap_rule_settings *rule_settings)
{
    ap_members *m = &line->members;
    ap_member_size(m, "shard", &shard->index);
    ap_member_size(m, "shards", &shard->count);
    write_or_read_plan(m, &shard->plan);
    ap_member_size(m, "entries", &shard->entries);
    ap_member_size(m, "all_entries", &shard->all_entries);
    ap_member_boolean_default_false(m, "unfolded", &shard->unfolded);
    ap_member_boolean_default_false(m, "engines", &shard->engines);
    write_or_read_levels(line, rule_settings);
}
