#include "web/rules_text.h"

#include "validators/library/animproof.h"
#include "web/memory_text.h"

static int put_rule(void *user, const animproof_rule *rule)
{
    ap_json_put *put = user;
    ap_json_put_begin_object(put, rule->id);
    ap_json_put_text(put, "summary", rule->summary);
    ap_json_put_text(put, "meaning", rule->meaning);
    ap_json_put_text(put, "grade", rule->grade);
    ap_json_put_text(put, "source", rule->source);
    ap_json_put_text(put, "breaks", rule->breaks);
    ap_json_put_text(put, "fix", rule->fix);
    ap_json_put_end_object(put);
    return 0;
}

char *web_rules_text(void)
{
    web_text text;
    if (!web_open_text(&text))
        return NULL;
    ap_json_put_begin_object(&text.put, NULL);
    animproof_rules(put_rule, &text.put);
    ap_json_put_end_object(&text.put);
    return web_close_text(&text);
}
