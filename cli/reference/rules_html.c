/* Prints the HTML page of rules that is installed with the program. Links in editors lead to this page. */
#include "cli/reference/rule_lists.h"
#include "core/base/markup_text.h"
#include "core/base/version.h"
#include "core/report/rule_uri.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers_text.h"
#include "validators/registry.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<title>Rules of " AP_PROGRAM " " AP_VERSION "</title>\n<style>\n"
    "body { font-family: sans-serif; line-height: 1.5; max-width: 50em; margin: 2em auto; padding: 0 1em }\n"
    "dt { font-weight: bold }\n:target { background: #ff8 }\n"
    "</style>\n</head>\n<body>\n<h1>Rules</h1>\n"
    "<p>An error breaks the published format, or the format's own reader refuses or misreads it. A warning "
    "is\n"
    "accepted by the format's own reader, but no sane producer writes it, or it plays back wrongly. A note "
    "is\n"
    "legal and readable. Published, writer, derived or choice says where a rule comes from: the published "
    "page,\n"
    "the format's own writer or reader, the format's meaning, or this project.</p>\n";

static void put_item(FILE *stream, const char *title, const char *text)
{
    fprintf(stream, "<dt>%s</dt>\n<dd>", title);
    ap_put_markup(stream, text);
    fputs("</dd>\n", stream);
}

void cli_put_rule_html(FILE *stream, const ap_rule *rule)
{
    char profiles[AP_PROFILE_TEXT_BYTES], readers[AP_RULE_READERS_TEXT_BYTES];
    fputs("\n<h3 id=\"", stream);
    ap_put_rule_anchor(stream, rule->id);
    fprintf(stream, "\">%s</h3>\n<p>%s, %s: ", rule->id, ap_severity_name(rule->severity),
        ap_validity_class_name(rule->kind));
    ap_put_markup(stream, rule->summary);
    fputs(".</p>\n<p>", stream);
    ap_put_markup(stream, rule->meaning);
    fputs("</p>\n<dl>\n", stream);
    put_item(stream, "Points at", rule->points);
    fprintf(stream, "<dt>Source (%s)</dt>\n<dd>", ap_source_grade_name(rule->grade));
    ap_put_markup(stream, rule->source);
    fputs("</dd>\n", stream);
    put_item(stream, "Breaks", rule->breaks);
    ap_put_rule_readers(rule, readers, sizeof readers);
    if (readers[0] != '\0')
        put_item(stream, "Readers", readers);
    ap_put_rule_profiles(rule, profiles, sizeof profiles);
    if (profiles[0] != '\0')
        put_item(stream, "Profiles", profiles);
    put_item(stream, "Fix", rule->fix);
    fputs("</dl>\n", stream);
}

void cli_put_rules_html(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    fputs(head, stream);
    for (size_t t = 0; t < count; t++) {
        fprintf(stream, "\n<h2>%s: ", groups[t].name);
        ap_put_markup(stream, groups[t].title);
        fputs("</h2>\n", stream);
        for (size_t r = 0; r < tables[t].count; r++)
            cli_put_rule_html(stream, &tables[t].rules[r]);
    }
    fputs("</body>\n</html>\n", stream);
}
