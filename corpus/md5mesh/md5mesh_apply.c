#include "corpus/md5mesh/md5mesh_apply.h"

#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

enum { MOST_MARKS = 4 };

/* The text of a block that replaces a block of the file, and the spans of the text that < and > mark. */
typedef struct block_text {
    uint8_t *bytes;
    size_t size;
    ap_span marks[MOST_MARKS]; /* marked spans, in the order of their starts */
    size_t mark_count;
    /* indices in `marks` of the marks that have no > yet, and their number */
    size_t open[MOST_MARKS], depth;
} block_text;

/* Returns true if the token is the keyword of a block: "mesh" is a keyword only outside of blocks. *depth is the number of open
   braces before the token; the function changes it to the number after the token. */
static bool begins_block(const ap_md5_tokens *tokens, size_t token, size_t *depth)
{
    const ap_token_kind kind = tokens->items[token].kind;
    const bool begins = *depth == 0 && ap_md5_is_token_text(tokens, token, "mesh");
    *depth += kind == AP_TOKEN_OPEN_BRACE;
    *depth -= kind == AP_TOKEN_CLOSE_BRACE;
    return begins;
}

/* Picks a block, returns the index of its keyword's token, and sets *number to the number of the block. Returns SIZE_MAX if the
   file has no block. */
static size_t pick_block_keyword(const ap_md5_tokens *tokens, size_t *number)
{
    size_t picked = SIZE_MAX, seen = 0, depth = 0;
    for (size_t i = tokens->first_frame; i < tokens->count; i++) {
        if (!begins_block(tokens, i, &depth) || !ap_pick_this_item(tokens->damage->choices, &seen))
            continue;
        picked = i;
        *number = seen - 1;
    }
    return picked;
}

static size_t closing_brace_of_block(const ap_md5_tokens *tokens, size_t block)
{
    while (tokens->items[block].kind != AP_TOKEN_CLOSE_BRACE)
        block++;
    return block;
}

static void append_byte_or_mark_to_block(block_text *put, char byte, const char *line_end)
{
    if (byte == '<') {
        put->open[put->depth++] = put->mark_count;
        put->marks[put->mark_count++].offset = put->size;
    } else if (byte == '>') {
        ap_span *mark = &put->marks[put->open[--put->depth]];
        mark->length = put->size - mark->offset;
    } else if (byte == '\n') {
        put->size =
            (size_t)(ap_md5_append_bytes(put->bytes + put->size, line_end, strlen(line_end)) - put->bytes);
    } else {
        put->bytes[put->size++] = (uint8_t)byte;
    }
}

static bool build_block_text(const ap_md5_tokens *tokens, block_text *put)
{
    const char *text = tokens->defect->text;
    *put = (block_text){ .bytes = ap_alloc(tokens->damage->arena, 2 * strlen(text)) };
    for (; put->bytes != NULL && *text != '\0'; text++)
        append_byte_or_mark_to_block(put, *text, tokens->line_end);
    assert(put->mark_count <= MOST_MARKS);
    return put->bytes != NULL;
}

/* Expects a finding at a marked span, as the next word of the pattern says: "path" for the defect's own rule, "rule:path" for
   another rule. */
static bool expect_as_next_pattern_word(
    const ap_md5_tokens *tokens, const char **pattern, size_t block, ap_span span)
{
    char rule[64], path[AP_MD5_PATH_BYTES];
    const char *word = *pattern;
    const size_t length = strcspn(word, " ");
    const char *colon = memchr(word, ':', length);
    const char *field = colon == NULL ? word : colon + 1;
    const int field_length = (int)(word + length - field);
    (void)snprintf(rule, sizeof rule, "%.*s", colon == NULL ? 0 : (int)(colon - word), word);
    (void)snprintf(
        path, sizeof path, "meshes[%zu]%s%.*s", block, field_length == 0 ? "" : ".", field_length, field);
    *pattern = word + length + (word[length] == ' ');
    return ap_md5_expect_finding(tokens, colon == NULL ? NULL : rule, span, path);
}

bool ap_md5mesh_replace_block(const ap_md5_tokens *tokens)
{
    block_text put;
    size_t number = 0;
    const size_t block = pick_block_keyword(tokens, &number);
    if (block == SIZE_MAX || !build_block_text(tokens, &put))
        return false;
    const size_t at = ap_md5_token_span(tokens, block).offset;
    const size_t end = tokens->defect->number == 1
                           ? tokens->file.size
                           : ap_span_end(ap_md5_token_span(tokens, closing_brace_of_block(tokens, block)));
    const char *pattern = tokens->defect->pattern;
    bool fine = ap_edit_span(tokens->damage, (ap_span){ at, end - at }, put.bytes, put.size);
    for (size_t i = 0; fine && i < put.mark_count; i++)
        fine = expect_as_next_pattern_word(
            tokens, &pattern, number, (ap_span){ at + put.marks[i].offset, put.marks[i].length });
    return fine;
}
