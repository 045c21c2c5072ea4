#include "core/report/sarif_absent.h"

#include <inttypes.h>
#include <string.h>

#include "core/finding/fingerprint.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "core/report/sarif_parts.h"

/* Writes the id of a rule, and the rule's index in the report if this version of the program has the rule. */
static void put_rule(ap_json_put *put, ap_output *output, const char *id)
{
    const ap_rule *rule;
    ap_json_put_text(put, "ruleId", id);
    for (size_t place = 0; (rule = ap_rule_settings_rule_at_run_index(output->rule_settings, place)) != NULL;
         place++) {
        if (strcmp(rule->id, id) == 0) {
            ap_json_put_integer(put, "ruleIndex", (int64_t)ap_report_assign_rule_number(output, rule) - 1);
            return;
        }
    }
}

static void put_place(ap_json_put *put, const ap_report_absent_finding *absent)
{
    ap_json_put_begin_array(put, "locations");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "physicalLocation");
    ap_sarif_put_artifact(put, absent->name);
    ap_json_put_begin_object(put, "region"); /* an empty region: the position in the file is not known */
    ap_json_put_integer(put, "byteOffset", 0);
    ap_json_put_integer(put, "byteLength", 0);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    if (absent->path[0] != '\0') {
        ap_json_put_begin_array(put, "logicalLocations");
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "fullyQualifiedName", absent->path);
        ap_json_put_end_object(put);
        ap_json_put_end_array(put);
    }
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
}

void ap_sarif_put_absent_finding(ap_output *output, const ap_report_absent_finding *absent)
{
    char print[32];
    const uint64_t rule = ap_hash_text(AP_HASH_START, absent->rule);
    ap_json_put put;
    ap_json_put_init(&put, output->stream, 0);
    fputs(output->written++ > 0 ? ",\n" : "\n", output->stream);
    ap_json_put_begin_object(&put, NULL);
    put_rule(&put, output, absent->rule);
    ap_json_put_begin_object(&put, "message");
    ap_json_put_text(&put, "text", "The baseline lists this finding, but the file no longer has it.");
    ap_json_put_end_object(&put);
    put_place(&put, absent);
    snprintf(print, sizeof print, "%016" PRIx64 ":1",
        ap_hash_text(ap_hash_text(rule, absent->path), absent->found));
    ap_json_put_begin_object(&put, "partialFingerprints");
    ap_json_put_text(&put, "primaryLocationLineHash", print);
    ap_json_put_end_object(&put);
    ap_json_put_text(&put, "baselineState", "absent");
    ap_json_put_end_object(&put);
}
