#include "corpus/md5/md5_apply.h"

#include <math.h>
#include <string.h>

bool ap_md5_apply_change(ap_damage *damage)
{
    ap_md5_tokens tokens;
    const ap_md5_change *change = damage->defect->change;
    return ap_md5_read_tokens_if_no_finding(damage, &tokens) && change->apply(&tokens);
}

size_t ap_md5_offset_after_edits(const ap_md5_tokens *tokens, size_t offset)
{
    const ap_damage *damage = tokens->damage;
    size_t moved = offset;
    for (size_t i = 0; i < damage->edit_count; i++) {
        const ap_edit *edit = &damage->edits[i];
        if (ap_span_end(edit->span) <= offset)
            moved = moved - edit->span.length + edit->bytes.size;
    }
    return moved;
}

ap_span ap_md5_span_after_edits(const ap_md5_tokens *tokens, size_t first, size_t last)
{
    const ap_span end = ap_md5_token_span(tokens, last);
    const size_t at = ap_md5_offset_after_edits(tokens, ap_md5_token_span(tokens, first).offset);
    return (ap_span){ at, ap_md5_offset_after_edits(tokens, end.offset) + end.length - at };
}

size_t ap_md5_size_after_edits(const ap_md5_tokens *tokens)
{
    return ap_md5_offset_after_edits(tokens, tokens->file.size);
}

/* Edits */

static size_t size_of_expanded_text(const ap_md5_tokens *tokens, const char *text, ap_span old)
{
    size_t size = 0;
    for (; *text != '\0'; text++)
        size += *text == '@' ? old.length : *text == '\n' ? strlen(tokens->line_end) : 1;
    return size;
}

uint8_t *ap_md5_append_bytes(uint8_t *at, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(at, bytes, size);
    return at + size;
}

bool ap_md5_replace_span(const ap_md5_tokens *tokens, ap_span span, const char *text)
{
    const size_t size = size_of_expanded_text(tokens, text, span);
    uint8_t *bytes = ap_alloc(tokens->damage->arena, size);
    uint8_t *at = bytes;
    if (bytes == NULL)
        return false;
    for (; *text != '\0'; text++) {
        if (*text == '@')
            at = ap_md5_append_bytes(at, tokens->file.bytes + span.offset, span.length);
        else if (*text == '\n')
            at = ap_md5_append_bytes(at, tokens->line_end, strlen(tokens->line_end));
        else
            *at++ = (uint8_t)*text;
    }
    return ap_edit_span(tokens->damage, span, bytes, size);
}

bool ap_md5_replace_token(const ap_md5_tokens *tokens, size_t token, const char *text)
{
    return ap_md5_replace_span(tokens, ap_md5_token_span(tokens, token), text);
}

bool ap_md5_insert_text(const ap_md5_tokens *tokens, size_t offset, const char *text)
{
    return ap_md5_replace_span(tokens, (ap_span){ offset, 0 }, text);
}

bool ap_md5_delete_range(const ap_md5_tokens *tokens, size_t from, size_t end)
{
    return ap_md5_replace_span(tokens, (ap_span){ from, end - from }, "");
}

static const ap_edit *last_edit(const ap_md5_tokens *tokens)
{
    assert(tokens->damage->edit_count > 0);
    return &tokens->damage->edits[tokens->damage->edit_count - 1];
}

size_t ap_md5_inserted_size(const ap_md5_tokens *tokens)
{
    return last_edit(tokens)->bytes.size;
}

/* Expectations */

bool ap_md5_expect_finding(const ap_md5_tokens *tokens, const char *rule, ap_span span, const char *path)
{
    ap_damage *damage = tokens->damage;
    const char *id = tokens->defect->rule;
    if (rule != NULL)
        id = ap_format_damage_text(damage, "%s/%s", tokens->mesh ? "md5mesh" : damage->format->name, rule);
    if (id == NULL || !ap_expect_finding(damage, id, span, path))
        return false;
    damage->expected[damage->expected_count - 1].companion = tokens->mesh && tokens->defect->in_companion;
    return true;
}

bool ap_md5_expect_finding_at_token(
    const ap_md5_tokens *tokens, const char *rule, size_t token, const char *path)
{
    return ap_md5_expect_finding(tokens, rule, ap_md5_span_after_edits(tokens, token, token), path);
}

bool ap_md5_expect_at_inserted(const ap_md5_tokens *tokens, const char *rule, const char *path)
{
    const ap_edit *edit = last_edit(tokens);
    size_t at = edit->span.offset;
    for (const ap_edit *before = tokens->damage->edits; before < edit; before++)
        at = at - before->span.length + before->bytes.size;
    return ap_md5_expect_finding(tokens, rule, (ap_span){ at, edit->bytes.size }, path);
}

bool ap_md5_is_defect_of_rule(const ap_md5_tokens *tokens, const char *name)
{
    return strcmp(strchr(tokens->defect->rule, '/') + 1, name) == 0;
}

int32_t ap_md5_joint_flags(const ap_md5_tokens *tokens, size_t joint)
{
    return ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, joint, MD5_FLAGS));
}

size_t ap_md5_count_components_of_joint(const ap_md5_tokens *tokens, size_t joint)
{
    return (size_t)__builtin_popcount((unsigned)ap_md5_joint_flags(tokens, joint));
}

size_t ap_md5_count_components_before(const ap_md5_tokens *tokens, size_t joint)
{
    size_t bits = 0;
    for (size_t i = 0; i < joint; i++)
        bits += ap_md5_count_components_of_joint(tokens, i);
    return bits;
}

/* Rotations */

size_t ap_md5_first_rotation_value(const ap_md5_tokens *tokens, size_t joint)
{
    const unsigned moved = (unsigned)ap_md5_joint_flags(tokens, joint) & MD5_TRANSLATION;
    return (size_t)ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, joint, MD5_START))
           + (size_t)__builtin_popcount(moved);
}

void ap_md5_read_rotation(const ap_md5_tokens *tokens, size_t x, double rotation[4])
{
    double left = 1;
    for (size_t i = 0; i < 3; i++) {
        rotation[i] = (double)ap_md5_token_float(tokens, x + i);
        left -= rotation[i] * rotation[i];
    }
    rotation[3] = left > 0 ? sqrt(left) : 0;
}

double ap_md5_degrees_between(const double one[4], const double other[4], bool inverse)
{
    static const double half_turn = 180, pi = 3.14159265358979323846;
    const double vector = one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
    const double dot = fabs((inverse ? -vector : vector) + one[3] * other[3]);
    return dot < 1 ? 2 * acos(dot) * half_turn / pi : 0;
}
