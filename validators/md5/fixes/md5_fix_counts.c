/* Counts that a header has wrong, by the lists that they count. */
#include "core/number/number.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"

typedef struct counting {
    ap_token_walk tokens;
    const ap_md5_counted *what;
    size_t sections; /* that were met */
    size_t marks;    /* of their entries */
    bool broken;     /* a section is not closed, or holds another */
} counting;

/* From the brace that opens a section to the one that closes it. */
static void count_marks(counting *c)
{
    while (ap_next_token(&c->tokens)) {
        const ap_token_kind kind = c->tokens.token.kind;
        if (kind == AP_TOKEN_CLOSE_BRACE)
            return;
        c->broken |= kind == AP_TOKEN_OPEN_BRACE;
        c->marks += kind == c->what->mark;
    }
    c->broken = true;
}

bool ap_md5_count_entries(const ap_fix_job *job, const ap_md5_counted *what, size_t *count)
{
    counting c = { .what = what };
    bool keyword = false;
    ap_walk_tokens(&c.tokens, job->input, job->arena);
    while (ap_next_token(&c.tokens)) {
        const bool opens = keyword && c.tokens.token.kind == AP_TOKEN_OPEN_BRACE;
        keyword = ap_token_is(&c.tokens.io, c.tokens.token, what->section);
        c.sections += opens;
        if (opens)
            count_marks(&c);
    }
    if (c.broken || c.sections == 0)
        return false;
    *count = what->marks_each == 0 ? c.sections : c.marks / what->marks_each;
    return what->marks_each == 0 || (c.sections == 1 && c.marks % what->marks_each == 0);
}

/* What the value at the finding counts; NULL: nothing. */
static const ap_md5_counted *counted_at(
    const ap_fix_job *job, const ap_finding *finding, const ap_md5_counted *counts)
{
    ap_token_walk walk;
    ap_token key = { .span = { 0, 0 } };
    ap_walk_tokens(&walk, job->input, job->arena);
    while (ap_next_token(&walk) && walk.token.span.offset < finding->span.offset)
        key = walk.token;
    while (counts->key != NULL && !ap_token_is(&walk.io, key, counts->key))
        counts++;
    return counts->key == NULL ? NULL : counts;
}

void ap_md5_fix_count(
    const ap_fix_job *job, const ap_finding *finding, const ap_md5_counted *counts, ap_fix *fix)
{
    const ap_md5_counted *what = counted_at(job, finding, counts);
    size_t count;
    int32_t meant;
    ap_md5_fix_integer(job, finding, fix);
    if (what == NULL) {
        if (finding->rule != counts->spelling)
            fix->refused = "how many there are is not known";
        return;
    }
    const bool readable = fix->refused == NULL && ap_parse_int32(fix->text, &meant) && meant > 0;
    if (!ap_md5_count_entries(job, what, &count))
        fix->refused = "the list that it counts is not whole";
    else if (readable && (size_t)meant != count && finding->rule == what->spelling)
        fix->refused = "the file's parts do not agree about the count";
    else
        ap_fix_put_number(job, finding->span, count, fix);
}
