/* Writes the manual page animproof-rules(7). */
#include <string.h>

#include "cli/reference/man_page.h"
#include "core/base/roff_text.h"
#include "core/base/version.h"
#include "validators/fixer.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers_text.h"
#include "validators/registry.h"

static const char introduction[] = ".SH NAME\n"
                                   "animproof\\-rules \\- the rules that animproof checks\n"
                                   ".SH DESCRIPTION\n"
                                   "An error breaks the published format, or the format's own reader refuses "
                                   "or misreads it. A warning is accepted by the\n"
                                   "format's own reader, but no sane producer writes it, or it plays back "
                                   "wrongly. A note is legal and readable.\n"
                                   ".PP\n"
                                   "The grade of a source says where a rule comes from: published (the "
                                   "published page says so), writer (what the format's own\n"
                                   "writer or reader does), derived (the format has no meaning otherwise), "
                                   "choice (decided by this project, because no source says so).\n"
                                   ".PP\n"
                                   ".B animproof explain\n"
                                   "prints one rule.\n";

static void put_item(FILE *stream, const char *title, const char *text)
{
    fprintf(stream, ".TP\n\\fI%s\\fR\n", title);
    ap_put_roff(stream, text);
}

static void put_rule(FILE *stream, const ap_rule *rule)
{
    char profiles[AP_PROFILE_TEXT_BYTES], readers[AP_RULE_READERS_TEXT_BYTES];
    fputs(".SS ", stream);
    ap_put_roff(stream, rule->id);
    fprintf(stream, "%s, %s: ", ap_severity_name(rule->severity), ap_validity_class_name(rule->kind));
    ap_put_roff(stream, rule->summary);
    fputs(".PP\n", stream);
    ap_put_roff(stream, rule->meaning);
    put_item(stream, "Points at", rule->points);
    put_item(stream, "Source", rule->source);
    fprintf(stream, "(%s)\n", ap_source_grade_name(rule->grade));
    put_item(stream, "Breaks", rule->breaks);
    ap_put_rule_readers(rule, readers, sizeof readers);
    if (readers[0] != '\0')
        put_item(stream, "Readers", readers);
    ap_put_rule_profiles(rule, profiles, sizeof profiles);
    if (profiles[0] != '\0')
        put_item(stream, "Profiles", profiles);
    put_item(stream, "Fix", rule->fix);
}

void cli_put_man_rules(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    fputs(".TH animproof\\-rules 7 \"\" \"" AP_PROGRAM " " AP_VERSION "\" \"" AP_PROGRAM "\"\n", stream);
    fputs(introduction, stream);
    for (size_t t = 0; t < count; t++) {
        fprintf(stream, ".SH %s: ", groups[t].name);
        ap_put_roff(stream, groups[t].title);
        for (size_t r = 0; r < tables[t].count; r++)
            put_rule(stream, &tables[t].rules[r]);
    }
    fputs(".SH SEE ALSO\n.BR animproof (1),\n.BR animproof\\-lint (1)\n", stream);
}
