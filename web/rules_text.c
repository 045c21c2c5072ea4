#include "web/rules_text.h"

#include "validators/registry.h"
#include "web/memory_text.h"

static void put_rule(ap_json_put *put, const ap_rule *rule)
{
    ap_json_put_object(put, rule->id);
    ap_json_put_text(put, "summary", rule->summary);
    ap_json_put_text(put, "meaning", rule->meaning);
    ap_json_put_text(put, "grade", ap_grade_meaning(rule->grade));
    ap_json_put_text(put, "source", rule->source);
    ap_json_put_text(put, "breaks", rule->breaks);
    ap_json_put_text(put, "mend", rule->mend);
    ap_json_put_end_object(put);
}

char *web_rules_text(void)
{
    web_text text;
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    if (!web_text_begin(&text))
        return NULL;
    ap_json_put_object(&text.put, NULL);
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].count; r++)
            put_rule(&text.put, &tables[t].rules[r]);
    }
    ap_json_put_end_object(&text.put);
    return web_text_end(&text);
}
