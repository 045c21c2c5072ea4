/* Prints docs/formats/rules.md. */

#include "cli/reference/rule_lists.h"
#include "core/base/markdown_text.h"
#include "core/report/rule_uri.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers_text.h"
#include "validators/registry.h"

static const char introduction[] =
    "# Rules\n"
    "\n"
    "This page is printed by `animproof rules --format markdown`; a test fails when it is stale.\n"
    "\n"
    "An **error** breaks the published format, or the format's own reader refuses or misreads it. A\n"
    "**warning** is accepted by the format's own reader, but no sane producer writes it, or it plays back\n"
    "wrongly. A **note** is legal and readable. The class says what went wrong: *malformed* (the layout\n"
    "itself breaks), *invalid* (a value breaks a rule), *suspicious*, *info*.\n"
    "\n"
    "The grade says where a rule comes from: *published* (the published page says so), *writer* (what the\n"
    "format's own writer or reader does), *derived* (the format has no meaning otherwise), *choice* "
    "(decided\n"
    "by this project, because no source says so).\n"
    "\n"
    "Readers says what known readers do with files that break the rule, from the same table: a reader loads "
    "the file, ignores the\n"
    "fault (loads the file as if it were right), misreads it (loads other values), refuses it, crashes or "
    "hangs. A reader with several\n"
    "effects treats files differently; `animproof engines` tells which effect a file has, where runs of the "
    "reader show it.\n"
    "\n"
    "A profile makes a rule more severe if one of the profile's readers refuses such files, loads other "
    "values,\n"
    "crashes or hangs. Profiles are derived from a table of rules and readers, which\n"
    "`animproof rules --format json` prints. The profile `published` has no readers: it makes notes of the "
    "warnings\n"
    "about what MRTK's published page allows.\n";

static void put_overview(FILE *stream, const ap_rule_table *table, const ap_rule_group *group)
{
    fprintf(stream, "\n## %s: ", group->name);
    ap_put_markdown(stream, group->title);
    fputs("\n\n| rule | severity | class | says |\n| --- | --- | --- | --- |\n", stream);
    for (size_t r = 0; r < table->count; r++) {
        const ap_rule *rule = &table->rules[r];
        fprintf(stream, "| [%s](#", rule->id);
        ap_put_rule_anchor(stream, rule->id);
        fprintf(
            stream, ") | %s | %s | ", ap_severity_name(rule->severity), ap_validity_class_name(rule->kind));
        ap_put_markdown(stream, rule->summary);
        fputs(" |\n", stream);
    }
}

static void put_item(FILE *stream, const char *title, const char *text)
{
    fprintf(stream, "- **%s:** ", title);
    ap_put_markdown(stream, text);
    fputc('\n', stream);
}

static void put_rule(FILE *stream, const ap_rule *rule)
{
    char profiles[AP_PROFILE_TEXT_BYTES], readers[AP_RULE_READERS_TEXT_BYTES];
    fprintf(stream, "\n### %s\n\n%s, %s: ", rule->id, ap_severity_name(rule->severity),
        ap_validity_class_name(rule->kind));
    ap_put_markdown(stream, rule->summary);
    fputs(".\n\n", stream);
    ap_put_markdown(stream, rule->meaning);
    fputs("\n\n", stream);
    put_item(stream, "Points at", rule->points);
    fprintf(stream, "- **Source** (%s): ", ap_source_grade_name(rule->grade));
    ap_put_markdown(stream, rule->source);
    fputc('\n', stream);
    put_item(stream, "Breaks", rule->breaks);
    ap_put_rule_readers(rule, readers, sizeof readers);
    if (readers[0] != '\0')
        put_item(stream, "Readers", readers);
    ap_put_rule_profiles(rule, profiles, sizeof profiles);
    if (profiles[0] != '\0')
        put_item(stream, "Profiles", profiles);
    put_item(stream, "Fix", rule->fix);
}

void cli_put_rules_markdown(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    fputs(introduction, stream);
    for (size_t t = 0; t < count; t++) {
        put_overview(stream, &tables[t], &groups[t]);
        for (size_t r = 0; r < tables[t].count; r++)
            put_rule(stream, &tables[t].rules[r]);
    }
}
