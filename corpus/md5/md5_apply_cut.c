/* Files that end too early. The expected findings depend on the token at the end. */
#include <stdio.h>
#include <string.h>

#include "core/number/number.h"
#include "corpus/md5/md5_apply.h"

/* A file that is cut off inside or before a token: the first `kept` bytes of the token are left. */
typedef struct token_cut {
    const ap_md5_tokens *tokens;
    size_t token, kept;
    size_t size; /* size of the cut file */
    /* true if the cut file has enough bytes for the elements that the header key counts */
    bool count_fits[AP_MD5_KEYS];
} token_cut;

static bool expect_finding(const token_cut *c, const char *rule, ap_span span, const char *path)
{
    return ap_md5_expect_finding(c->tokens, rule, span, path);
}

/* Returns the span of the part of the token that is left. */
static ap_span span_of_cut_token(const token_cut *c)
{
    return (ap_span){ ap_md5_token_span(c->tokens, c->token).offset, c->kept };
}

static ap_view bytes_of_cut_token(const token_cut *c)
{
    return (ap_view){ ap_md5_token_text(c->tokens, c->token).bytes, c->kept };
}

static bool expect_at_cut_token(const token_cut *c, const char *rule)
{
    char path[AP_MD5_PATH_BYTES];
    ap_md5_write_token_path(c->tokens, c->token, path);
    return expect_finding(c, rule, span_of_cut_token(c), path);
}

/* Stores in c->count_fits if the cut file can hold as many elements as the header key counts; if not, expects count-exceeds-file.
   Does nothing if the file is cut before the count. */
static bool store_if_count_fits_and_expect(token_cut *c, size_t key)
{
    const char *path = c->tokens->keys[key];
    const size_t token = ap_md5_key_token(c->tokens, path);
    ap_span span = ap_md5_token_span(c->tokens, token);
    int32_t value = 0;
    if (token > c->token || (token == c->token && c->kept == 0))
        return true;
    if (token == c->token)
        span.length = c->kept;
    (void)ap_parse_int32((ap_view){ c->tokens->file.bytes + span.offset, span.length }, &value);
    c->count_fits[key] = (size_t)value * c->tokens->entry_bytes[key] <= c->size;
    return c->count_fits[key] || expect_finding(c, "count-exceeds-file", span, path);
}

static bool store_which_counts_fit_and_expect(token_cut *c)
{
    for (size_t key = 0; 2 * key < c->tokens->header_tokens; key++) {
        if (c->tokens->entry_bytes[key] > 0 && !store_if_count_fits_and_expect(c, key))
            return false;
    }
    return true;
}

static bool does_count_fit(const token_cut *c, const char *path)
{
    return c->count_fits[ap_md5_key_token(c->tokens, path) / 2];
}

static bool expect_truncated(const token_cut *c, size_t wanted)
{
    char path[AP_MD5_PATH_BYTES] = "";
    ap_md5_write_open_record_path(c->tokens, wanted, path);
    return expect_finding(c, "truncated", (ap_span){ c->size, 0 }, path);
}

/* Returns true if the token is the keyword of a mesh block, or if `token` is the number of tokens and all blocks are closed. */
static bool is_at_block_or_end(const ap_md5_tokens *tokens, size_t token)
{
    size_t at = tokens->first_frame;
    while (at < token)
        at = ap_md5_token_after_block(tokens, at);
    return at == token;
}

static bool expect_cut_before_token(const token_cut *c, size_t wanted)
{
    const ap_md5_tokens *tokens = c->tokens;
    if (tokens->mesh && wanted >= tokens->first_frame && is_at_block_or_end(tokens, wanted))
        return wanted == tokens->count || !does_count_fit(c, "num_meshes")
               || expect_finding(c, "mesh-count", (ap_span){ c->size, 0 }, "meshes");
    if (tokens->mesh || wanted < tokens->first_frame)
        return expect_truncated(c, wanted);
    if (wanted == tokens->end)
        return true;
    if (ap_md5_token_site_of(tokens, wanted).token > 0)
        return expect_truncated(c, wanted);
    return !does_count_fit(c, "num_frames")
           || expect_finding(c, "frame-missing", (ap_span){ c->size, 0 }, "frames");
}

static bool expect_findings_of_cut_word(const token_cut *c, ap_md5_token_site site)
{
    const ap_md5_tokens *tokens = c->tokens;
    if (site.region != AP_MD5_HEADER)
        return expect_finding(c, "unexpected-token", span_of_cut_token(c), "");
    const char *path = tokens->keys[site.index];
    if (bytes_of_cut_token(c).size == strlen("frame") && strcmp(path, "frame_rate") == 0)
        return false; /* frameRate cut to "frame" is the keyword of a frame block */
    return expect_finding(c,
        strcmp(path, "version") == 0       ? "version-missing"
        : strcmp(path, "commandline") == 0 ? "commandline"
                                           : "header-key",
        span_of_cut_token(c), path);
}

static bool expect_bad_start_index(const token_cut *c, ap_md5_token_site site, int32_t value)
{
    return ap_md5_count_components_of_joint(c->tokens, site.index) == 0
           || (size_t)value == ap_md5_count_components_before(c->tokens, site.index)
           || expect_at_cut_token(c, "start-index-order");
}

/* Expects the finding of an integer of a .md5camera that has lost its last digits: single-frame if numFrames is now 1, or
   cut-order if an entry of cuts is now not above the entry before it. */
static bool expect_bad_camera_number(const token_cut *c, ap_md5_token_site site, int32_t value)
{
    if (site.region == AP_MD5_HEADER)
        return value != 1 || strcmp(c->tokens->keys[site.index], "num_frames") != 0
               || expect_at_cut_token(c, "single-frame");
    return site.index == 0 || value > ap_md5_token_integer(c->tokens, c->token - 1)
           || expect_at_cut_token(c, "cut-order");
}

static bool expect_findings_of_cut_integer(const token_cut *c, ap_md5_token_site site)
{
    int32_t value;
    const bool header = site.region == AP_MD5_HEADER;
    if (header && site.index == 0)
        return expect_at_cut_token(c, "version");
    if (!ap_parse_int32(bytes_of_cut_token(c), &value))
        return expect_at_cut_token(c, "integer");
    if (c->tokens->camera)
        return expect_bad_camera_number(c, site, value);
    if (site.region == AP_MD5_FRAMES)
        return expect_at_cut_token(c, "frame-index");
    return header || c->tokens->mesh || site.token != MD5_START || expect_bad_start_index(c, site, value);
}

/* Expects the findings of a float that lost its last characters: a field of view may become 0, and a maximum
   of the bounds may become less than the minimum. */
static bool expect_findings_of_cut_number(const token_cut *c, ap_md5_token_site site)
{
    const ap_number number = ap_parse_float(bytes_of_cut_token(c));
    if (number.fault == AP_NUMBER_MALFORMED)
        return expect_at_cut_token(c, "number");
    if (c->tokens->camera)
        return site.token < MD5_PAIR || number.value > 0 || expect_at_cut_token(c, "fov-range");
    const bool maximum = site.region == AP_MD5_PART && site.part == MD5_BOUNDS && site.token > MD5_VECTOR;
    return !maximum || !(ap_md5_token_float(c->tokens, c->token - MD5_VECTOR) > number.value)
           || expect_at_cut_token(c, "bounds-inverted");
}

static bool is_keyword_site(ap_md5_token_site site)
{
    return site.token == 0 && !site.entry;
}

static bool expect_cut_inside_token(const token_cut *c)
{
    const ap_md5_tokens *tokens = c->tokens;
    const ap_md5_token_site site = ap_md5_token_site_of(tokens, c->token);
    const bool joint = site.region == AP_MD5_PART && site.token < tokens->parts[site.part].pair_at;
    const bool integer =
        joint || site.region == AP_MD5_HEADER || (site.region == AP_MD5_FRAMES && site.token == 1);
    if (tokens->items[c->token].kind == AP_TOKEN_STRING)
        return expect_finding(c, "string-unterminated", span_of_cut_token(c), "");
    /* In a .md5mesh, mesh blocks have this region. A cut word of a block has no finding of its own, unless it is the block's
       keyword. */
    if (site.region == AP_MD5_TRAILING)
        return is_at_block_or_end(tokens, c->token)
                   ? expect_finding(c, "unexpected-token", span_of_cut_token(c), "")
                   : expect_truncated(c, c->token + 1);
    if (is_keyword_site(site))
        return expect_findings_of_cut_word(c, site);
    return (integer ? expect_findings_of_cut_integer(c, site) : expect_findings_of_cut_number(c, site))
           && expect_cut_before_token(c, c->token + 1);
}

/* Picks the token to cut. Tokens of mesh blocks have no paths that ap_md5_pick_token could match. */
static size_t pick_token(const ap_md5_tokens *tokens)
{
    size_t number;
    const char *pattern = tokens->defect->pattern;
    if (strcmp(pattern, "blocks") == 0)
        return tokens->first_frame
               + ap_choose_below(tokens->damage->choices, tokens->count - tokens->first_frame);
    if (strcmp(pattern, "block") == 0)
        return ap_md5_pick_block(tokens, &number);
    if (strcmp(pattern, "end") == 0)
        return tokens->end;
    return ap_md5_pick_token(tokens, pattern, NULL);
}

bool ap_md5_apply_file_cut(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    token_cut c = { .tokens = tokens, .token = pick_token(tokens) };
    if (c.token == SIZE_MAX)
        return false;
    const int64_t mode = tokens->defect->number;
    const bool at_end = c.token == tokens->count;
    const ap_span span = at_end ? (ap_span){ tokens->file.size, 0 } : ap_md5_token_span(tokens, c.token);
    if (mode >= 2 && (at_end || span.length < 2))
        return false;
    if (mode >= 2)
        c.kept = mode == 3 ? span.length - 1 : 1 + ap_choose_below(damage->choices, span.length - 1);
    c.size = mode == 0 ? ap_md5_offset_before_token(tokens, c.token) : span.offset + c.kept;
    return c.size < tokens->file.size && ap_edit_cut_off_at(damage, c.size)
           && store_which_counts_fit_and_expect(&c)
           && (c.kept > 0 ? expect_cut_inside_token(&c) : expect_cut_before_token(&c, c.token))
           && ap_do_expectations_suit_defect(damage);
}
