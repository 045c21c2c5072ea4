/* Corrects counts of the header from the lists that they count. */
#include <assert.h>
#include <stdlib.h>

#include "core/number/number.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"

enum { MOST_COUNTS = 4 /* most counts in a format's list of ap_md5_header_count */ };

typedef struct entry_counter {
    ap_token_reader tokens;
    const ap_md5_header_count *what;
    size_t sections; /* number of counted sections found */
    size_t
        tokens_found; /* number of tokens of the kind ap_md5_header_count.entry_token in the counted sections */
    bool broken;      /* a counted section is not closed, or holds another section */
} entry_counter;

/* Counts the tokens of the kind c->what->entry_token up to the brace that closes the current section. */
static void count_tokens_to_end_of_section(entry_counter *c)
{
    while (ap_read_next_token(&c->tokens)) {
        const ap_token_kind kind = c->tokens.token.kind;
        if (kind == AP_TOKEN_CLOSE_BRACE)
            return;
        c->broken |= kind == AP_TOKEN_OPEN_BRACE;
        c->tokens_found += kind == c->what->entry_token;
    }
    c->broken = true;
}

bool ap_md5_count_entries(const ap_fix_job *job, const ap_md5_header_count *what, size_t *count)
{
    entry_counter c = { .what = what };
    bool keyword = false;
    ap_begin_reading_tokens(&c.tokens, job, job->input);
    while (ap_read_next_token(&c.tokens)) {
        const bool opens = keyword && c.tokens.token.kind == AP_TOKEN_OPEN_BRACE;
        keyword = ap_token_is_bare_word(&c.tokens.io, c.tokens.token, what->section);
        c.sections += opens;
        if (opens)
            count_tokens_to_end_of_section(&c);
    }
    if (c.broken || c.sections == 0)
        return false;
    *count = what->tokens_per_entry == 0 ? c.sections : c.tokens_found / what->tokens_per_entry;
    return what->tokens_per_entry == 0 || (c.sections == 1 && c.tokens_found % what->tokens_per_entry == 0);
}

/* The position of a count's key, such as numFrames, in the text. */
typedef struct key_and_value_offsets {
    size_t at, next; /* offsets of the key and of the following token */
    size_t number;   /* index of the count in the list of ap_md5_header_count */
} key_and_value_offsets;

/* The offsets of the counts in a text, and the numbers of entries that they should have. Each is computed once for all findings
   of a fixer, the numbers of entries when they are first needed. */
typedef struct known_counts {
    key_and_value_offsets *positions; /* positions of the keys, in the order of the text */
    size_t used, room;
    ap_arena *arena;               /* arena of the positions */
    size_t entries[MOST_COUNTS];   /* per count: the number of entries in the file */
    bool is_complete[MOST_COUNTS]; /* per count: the number of entries is known, so the count can be fixed */
    bool was_counted[MOST_COUNTS]; /* per count: the entries were counted */
} known_counts;

static bool add_count_position(known_counts *known, key_and_value_offsets position)
{
    key_and_value_offsets *positions =
        ap_grow_array(known->arena, known->positions, known->used, &known->room, sizeof *positions);
    if (positions == NULL)
        return false;
    known->positions = positions;
    known->positions[known->used++] = position;
    return true;
}

/* Returns the index in `counts` of the count with the current token as its key, or the length of `counts` if the token is not
   such a key. */
static size_t find_count_of_key(const ap_token_reader *walk, const ap_md5_header_count *counts)
{
    size_t number = 0;
    while (counts[number].key != NULL && !ap_token_is_bare_word(&walk->io, walk->token, counts[number].key))
        number++;
    return number;
}

static void find_count_positions(
    const ap_fix_job *job, const ap_md5_header_count *counts, known_counts *known)
{
    ap_token_reader walk;
    ap_begin_reading_tokens(&walk, job, job->input);
    for (bool more = ap_read_next_token(&walk), adds = true; more && adds;) {
        const key_and_value_offsets position = { walk.token.span.offset, 0,
            find_count_of_key(&walk, counts) };
        more = ap_read_next_token(&walk);
        if (counts[position.number].key != NULL)
            adds = add_count_position(
                known, (key_and_value_offsets){ position.at, walk.token.span.offset, position.number });
    }
}

/* Returns the offsets of the counts, and keeps them in job->memory, if the job has it, for later calls. Returns NULL when out of
   memory. */
static known_counts *find_counts(const ap_fix_job *job, const ap_md5_header_count *counts)
{
    if (job->memory != NULL && job->memory->known != NULL)
        return job->memory->known;
    ap_arena *arena = job->memory == NULL ? job->arena : job->memory->arena;
    known_counts *known = ap_alloc(arena, sizeof *known);
    if (known != NULL) {
        *known = (known_counts){ .arena = arena };
        find_count_positions(job, counts, known);
    }
    job->arena->failed |= arena->failed;
    if (job->memory != NULL && !arena->failed)
        job->memory->known = known;
    return arena->failed ? NULL : known;
}

/* Compares the finding's offset with the range from a key to the next token, for bsearch. */
static int compare_offset_with_range_of_key(const void *wanted, const void *item)
{
    const size_t offset = *(const size_t *)wanted;
    const key_and_value_offsets *position = item;
    return offset <= position->at ? -1 : offset > position->next;
}

/* Returns the index, in the list of ap_md5_header_count, of the count at the finding: the finding begins after the count's key,
   and not after the next token. Returns `length`, the length of the list, if the finding is not at a count. */
static size_t find_count_of_finding_or_length(
    const known_counts *known, const ap_finding *finding, size_t length)
{
    const key_and_value_offsets *position =
        known->used == 0 ? NULL
                         : bsearch(&finding->span.offset, known->positions, known->used, sizeof *position,
                             compare_offset_with_range_of_key);
    return position == NULL ? length : position->number;
}

static bool count_entries_and_cache(
    const ap_fix_job *job, const ap_md5_header_count *what, known_counts *known, size_t number)
{
    if (!known->was_counted[number])
        known->is_complete[number] = ap_md5_count_entries(job, what, &known->entries[number]);
    known->was_counted[number] = true;
    return known->is_complete[number];
}

void ap_md5_fix_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_md5_header_count *counts = job->with;
    known_counts *known = find_counts(job, counts);
    size_t length = 0;
    int32_t meant;
    if (known == NULL)
        return;
    while (counts[length].key != NULL)
        length++;
    assert(length <= MOST_COUNTS);
    const size_t number = find_count_of_finding_or_length(known, finding, length);
    const ap_md5_header_count *what = &counts[number];
    ap_md5_fix_integer(job, finding, fix);
    if (number == length) {
        if (finding->rule != counts->spelling)
            fix->refused = "the number of entries is unknown";
        return;
    }
    const bool readable = fix->refused == NULL && ap_parse_int32(fix->text, &meant) && meant > 0;
    if (!count_entries_and_cache(job, what, known, number))
        fix->refused = "the list that the count belongs to has an error";
    else if (readable && (size_t)meant != known->entries[number] && finding->rule == what->spelling)
        fix->refused = "the count differs from the number of entries in the file";
    else
        ap_fix_replace_by_number(job, finding->span, known->entries[number], fix);
}
