#include "core/report/sarif_rules.h"

#include <string.h>

#include "core/base/version.h"
#include "core/report/rule_uri.h"

static void put_override(ap_output *output, ap_json_put *put, const ap_rule *rule, ap_severity level)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "descriptor");
    ap_json_put_text(put, "id", rule->id);
    ap_json_put_integer(put, "index", (int64_t)ap_report_assign_rule_number(output, rule) - 1);
    ap_json_put_end_object(put);
    ap_json_put_begin_object(put, "configuration");
    if (level == AP_OFF)
        ap_json_put_boolean(put, "enabled", false);
    else
        ap_json_put_text(put, "level", ap_severity_name(level));
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

void ap_sarif_put_rule_overrides(ap_output *output)
{
    ap_json_put put;
    const ap_rule *rule;
    bool any = false;
    ap_json_put_init(&put, output->stream, 0);
    for (size_t place = 0; (rule = ap_rule_settings_rule(output->rule_settings, place)) != NULL; place++) {
        const ap_severity level = output->rule_settings->levels[place];
        if (level == rule->severity)
            continue;
        if (!any) {
            fputs(",\n\"ruleConfigurationOverrides\": ", output->stream);
            ap_json_put_begin_array(&put, NULL);
        }
        any = true;
        put_override(output, &put, rule, level);
    }
    if (any)
        ap_json_put_end_array(&put);
}

/* Converts "mrtk/time-order" to "MrtkTimeOrder", the form of names in SARIF. */
static void put_name(ap_json_put *put, const char *id)
{
    bool upper = true;
    ap_batch *batch = ap_json_put_begin_raw(put, "name");
    ap_batch_byte(batch, '"');
    for (; *id != '\0'; id++) {
        const bool letter = *id >= 'a' && *id <= 'z';
        const bool digit = *id >= '0' && *id <= '9';
        if (letter || digit)
            ap_batch_byte(batch, (char)(upper && letter ? *id - 'a' + 'A' : *id));
        upper = !letter && !digit;
    }
    ap_batch_byte(batch, '"');
}

/* Writes the rule's URL on the web, if known. A local path would not work, because reports go to other
   machines. */
static void put_help_uri(ap_json_put *put, const char *docs, const char *id)
{
    if (docs == NULL)
        return;
    ap_batch *batch = ap_json_put_begin_raw(put, "helpUri");
    ap_batch_byte(batch, '"');
    ap_batch_text(batch, docs);
    ap_batch_rule_uri(batch, "formats/rules.md", id);
    ap_batch_byte(batch, '"');
}

static void put_multiformat_message(ap_json_put *put, const char *key, const char *text)
{
    ap_json_put_begin_object(put, key);
    ap_batch *batch = ap_json_put_begin_raw(put, "text");
    ap_batch_byte(batch, '"');
    ap_batch_json_string_part(batch, text, 0);
    ap_batch_text(batch, text[0] != '\0' && text[strlen(text) - 1] == '.' ? "\"" : ".\"");
    ap_json_put_end_object(put);
}

static void add_paragraph_of_title_and_text(ap_batch *batch, const char *title, const char *text)
{
    ap_batch_text(batch, "\\n\\n");
    ap_batch_text(batch, title);
    ap_batch_json_string_part(batch, text, 0);
}

static void put_help(ap_json_put *put, const ap_rule *rule)
{
    ap_json_put_begin_object(put, "help");
    for (int markdown = 0; markdown < 2; markdown++) {
        ap_batch *batch = ap_json_put_begin_raw(put, markdown ? "markdown" : "text");
        ap_batch_byte(batch, '"');
        ap_batch_json_string_part(batch, rule->meaning, 0);
        add_paragraph_of_title_and_text(batch, markdown ? "**Points at:** " : "Points at: ", rule->points);
        add_paragraph_of_title_and_text(batch, markdown ? "**Source:** " : "Source: ", rule->source);
        add_paragraph_of_title_and_text(batch, markdown ? "**Breaks:** " : "Breaks: ", rule->breaks);
        add_paragraph_of_title_and_text(batch, markdown ? "**Fix:** " : "Fix: ", rule->fix);
        ap_batch_byte(batch, '"');
    }
    ap_json_put_end_object(put);
}

static void put_rule(ap_json_put *put, const char *docs, const ap_rule *rule)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "id", rule->id);
    put_name(put, rule->id);
    put_multiformat_message(put, "shortDescription", rule->summary);
    put_multiformat_message(put, "fullDescription", rule->meaning);
    put_help(put, rule);
    put_help_uri(put, docs, rule->id);
    ap_json_put_begin_object(put, "defaultConfiguration");
    ap_json_put_text(put, "level", ap_severity_name(rule->severity));
    ap_json_put_end_object(put);
    ap_json_put_begin_object(put, "properties");
    ap_json_put_text(put, "class", ap_validity_class_name(rule->kind));
    ap_json_put_text(put, "grade", ap_source_grade_name(rule->grade));
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

void ap_sarif_put_tool_object(ap_output *output)
{
    ap_json_put put;
    ap_json_put_init(&put, output->stream, 0);
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_begin_object(&put, "driver");
    ap_json_put_text(&put, "name", AP_PROGRAM);
    ap_json_put_text(&put, "version", AP_VERSION);
    ap_json_put_text(&put, "semanticVersion", AP_VERSION);
    if (output->docs != NULL)
        ap_json_put_text(&put, "informationUri", output->docs);
    ap_json_put_begin_array(&put, "rules");
    for (size_t number = 1; number <= output->rules_count; number++) {
        ap_batch_byte(&put.batch, '\n');
        put_rule(&put, output->docs, ap_report_rule_by_number(output, number));
    }
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
    ap_json_put_end_object(&put);
}
