#include "web/texts.h"

#include "core/files/text_stream.h"
#include "validators/library/animproof.h"
#include "validators/services/compare/changes.h"

bool web_open_text(web_text *text)
{
    *text = (web_text){ .text = NULL };
    FILE *stream = ap_open_text_stream(&text->text, &text->size);
    if (stream == NULL)
        return false;
    ap_json_put_init(&text->put, stream, 0);
    ap_json_put_begin_object(&text->put, NULL);
    return true;
}

char *web_close_text(web_text *text)
{
    ap_json_put_end_object(&text->put);
    (void)ap_close_text_stream(ap_json_put_stream(&text->put), &text->text);
    return text->text;
}

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
    animproof_rules(put_rule, &text.put);
    return web_close_text(&text);
}

static int put_change(void *user, const animproof_change *change)
{
    ap_json_put *put = user;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(
        put, "impact", ap_enum_name_of(ap_impact_names, (int)change->impact - (int)ANIMPROOF_BYTES));
    ap_json_put_text(put, "message", change->message);
    ap_json_put_text(put, "path", change->new_path);
    ap_json_put_end_object(put);
    return 0;
}

char *web_compare_text(const web_set_file *old_file, const web_set_file *new_file)
{
    web_text text;
    animproof *handle = animproof_new(NULL);
    if (handle == NULL || !web_open_text(&text)) {
        animproof_free(handle);
        return NULL;
    }
    const ap_view old_bytes = old_file->bytes, new_bytes = new_file->bytes;
    ap_json_put_begin_array(&text.put, "changes");
    animproof_status status = animproof_open_buffer(handle, new_file->name, new_bytes.bytes, new_bytes.size);
    if (status == ANIMPROOF_OK)
        status =
            animproof_compare(handle, old_file->name, old_bytes.bytes, old_bytes.size, put_change, &text.put);
    ap_json_put_end_array(&text.put);
    ap_json_put_text(&text.put, "why", status == ANIMPROOF_OK ? NULL : animproof_why(handle));
    animproof_free(handle);
    return web_close_text(&text);
}
