/* Near misses: valid files that almost have a fault. */
#include <string.h>

#include "corpus/md5/md5_apply.h"

/* Returns true if the token equals the defect's text; for the text "before", if the token is the index of the
   previous joint; for "all", if the token counts six components per joint. */
static bool does_token_match_defect_text(const ap_md5_tokens *tokens, size_t token)
{
    const char *text = tokens->defect->text;
    const size_t index = ap_md5_token_site_of(tokens, token).index;
    if (strcmp(text, "before") == 0)
        return index > 0 && ap_md5_token_integer(tokens, token) == (int32_t)index - 1;
    if (strcmp(text, "all") == 0)
        return (size_t)ap_md5_token_integer(tokens, token) == MD5_COMPONENTS * tokens->joints;
    return ap_md5_is_token_text(tokens, token, text);
}

bool ap_md5_apply_minus_or_blanks_inserted(const ap_md5_tokens *tokens)
{
    const size_t token = ap_md5_pick_token_of_defect(tokens, does_token_match_defect_text);
    const char *put = tokens->defect->number == 0 ? " \t " : "-";
    return token != SIZE_MAX && ap_md5_insert_text(tokens, ap_md5_token_span(tokens, token).offset, put);
}

bool ap_md5_apply_all_gaps_shortened(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const ap_view file = tokens->file;
    const size_t line_end = strlen(tokens->line_end);
    uint8_t *bytes = ap_alloc(damage->arena, file.size + (tokens->count + 1) * line_end);
    uint8_t *at = bytes;
    for (size_t i = 0; bytes != NULL && i < tokens->count; i++) {
        const ap_view token = ap_md5_token_text(tokens, i);
        const char *gap = tokens->items[i].first_on_line ? tokens->line_end : " ";
        if (ap_md5_offset_before_token(tokens, i) < ap_md5_token_span(tokens, i).offset)
            at = ap_md5_append_bytes(at, gap, i == 0 ? 0 : strlen(gap));
        if (i == tokens->header_tokens) /* an empty line before the first section */
            at = ap_md5_append_bytes(at, tokens->line_end, line_end);
        at = ap_md5_append_bytes(at, token.bytes, token.size);
    }
    return bytes != NULL && tokens->items[tokens->header_tokens].first_on_line
           && ap_edit_span(damage, (ap_span){ 0, file.size }, bytes, (size_t)(at - bytes));
}
