/* The structure-aware mutator: the same from the same choices, never beyond its room, every kind of mutation
   on every format, and some results still valid (a mutator that only breaks headers reaches nothing). */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "corpus/mutator/mutator.h"
#include "tests/unit/support/made_file.h"
#include "tests/unit/support/test_sample.h"

enum { ROOM = 1 << 20, MUTATIONS = 3000 };

/* A file of the maker, which the caller gives back by made_free. */
static ap_view make(const ap_generator *generator, uint64_t seed, made_file *made)
{
    ap_choices choices;
    ap_choices_seed(&choices, seed);
    made_init(made, generator->format->name, NULL);
    cr_assert(make_file(made, &choices));
    return pile_view(&made->bytes);
}

static size_t mutate(const ap_generator *generator, ap_view input, ap_view other, uint64_t seed, uint8_t *out,
    size_t room, ap_mutation *what)
{
    ap_arena arena;
    ap_choices choices;
    ap_arena_init(&arena, 0);
    ap_choices_seed(&choices, seed);
    const size_t size = ap_mutate(generator->format, input, other, &choices, &arena, out, room, what);
    ap_arena_free(&arena);
    return size;
}

Test(mutator, does_each_kind_to_each_format)
{
    static uint8_t one[ROOM], again[ROOM];
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    const unsigned mutations = test_share(MUTATIONS);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = kits[i]->generator;
        made_file first, second;
        const ap_view input = make(generator, 1, &first), other = make(generator, 2, &second);
        size_t done[AP_MUTATIONS] = { 0 }, valid = 0, changed = 0;
        for (uint64_t seed = 0; seed < mutations; seed++) {
            ap_mutation what = AP_MUTATIONS;
            const size_t size = mutate(generator, input, other, seed, one, ROOM, &what);
            cr_assert_leq(size, ROOM);
            if (what == AP_MUTATIONS) /* no room */
                continue;
            done[what]++;
            changed += size != input.size || memcmp(one, input.bytes, size) != 0;
            valid += is_without_error(generator->format, (ap_view){ one, size });
            cr_assert_eq(mutate(generator, input, other, seed, again, ROOM, NULL), size);
            cr_assert(size == 0 || memcmp(one, again, size) == 0);
        }
        for (int kind = 0; kind < AP_MUTATIONS; kind++)
            cr_expect_gt(done[kind], mutations / 300, "%s: %s", generator->format->name,
                ap_mutation_name((ap_mutation)kind));
        cr_expect_gt(changed, mutations * 8 / 10, "%s: %zu", generator->format->name, changed);
        cr_expect_gt(valid, mutations / 20, "%s: %zu valid", generator->format->name, valid);
        made_free(&first);
        made_free(&second);
    }
}

static bool holds(ap_view file, const char *text)
{
    return memmem(file.bytes, file.size, text, strlen(text)) != NULL;
}

static size_t count_words(const ap_format *format)
{
    size_t count = 0;
    while (ap_mutation_word(format, count) != NULL)
        count++;
    return count;
}

/* Notes which of the words that were not put before are in the file; how many. */
static size_t note_words(const ap_format *format, ap_view made, bool *put, size_t words)
{
    size_t new = 0;
    for (size_t i = 0; i < words; i++) {
        if (!put[i] && holds(made, ap_mutation_word(format, i))) {
            put[i] = true;
            new ++;
        }
    }
    return new;
}

/* Texts of a binary format are put before the file, whatever follows; its fields are listed for each mutation. */
enum { BINARY_START = 64 };

/* Each text is put somewhere, those that are what a file of another kind begins with included. */
Test(mutator, puts_each_of_its_words)
{
    static uint8_t out[ROOM];
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = kits[i]->generator;
        made_file file;
        const ap_view whole = make(generator, 1, &file), none = { NULL, 0 };
        const ap_view input = { whole.bytes, generator->format->text ? whole.size : BINARY_START };
        bool put[128] = { false }, otherwise = false;
        const size_t words = count_words(generator->format);
        size_t left = words;
        for (uint64_t seed = 0; seed < 20 * MUTATIONS && (left > 0 || !otherwise); seed++) {
            ap_mutation what = AP_MUTATIONS;
            const ap_view made = { out, mutate(generator, input, none, seed, out, ROOM, &what) };
            if (what != AP_MUTATE_BYTES || made.size < 4)
                continue;
            left -= note_words(generator->format, made, put, words);
            otherwise = otherwise || memcmp(made.bytes, "PK\3\4", 4) == 0;
        }
        cr_expect_gt(words, generator->format->text ? 60 : 30);
        for (size_t nth = 0; nth < words; nth++)
            cr_expect(
                put[nth], "%s: '%s'", generator->format->name, ap_mutation_word(generator->format, nth));
        cr_expect(otherwise, "%s: no zip archive", generator->format->name);
        made_free(&file);
    }
}

/* Where two files differ: from the first byte that does to the last, of the first file. */
static ap_span difference(ap_view one, ap_view other)
{
    size_t start = 0, same = 0;
    while (start < one.size && start < other.size && one.bytes[start] == other.bytes[start])
        start++;
    while (start + same < one.size && start + same < other.size
           && one.bytes[one.size - 1 - same] == other.bytes[other.size - 1 - same])
        same++;
    return (ap_span){ start, one.size - same - start };
}

/* Not only records: a single field takes the value that one of its role has in the other file. */
Test(mutator, splices_fields)
{
    static uint8_t out[ROOM];
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = kits[i]->generator;
        made_file first, second;
        const ap_view input = make(generator, 1, &first), other = make(generator, 2, &second);
        size_t fields = 0;
        const uint64_t mutations = MUTATIONS / test_each();
        const size_t most = generator->format->text ? 20 : 8; /* bytes of a field */
        for (uint64_t seed = 0; seed < mutations; seed++) {
            ap_mutation what = AP_MUTATIONS;
            const ap_view made = { out, mutate(generator, input, other, seed, out, ROOM, &what) };
            const ap_span there = difference(made, input);
            fields += what == AP_MUTATE_SPLICE && made.size > 0 && there.length >= 1 && there.length <= most
                      && difference(input, made).length <= most;
        }
        cr_expect_gt(fields, mutations / 200, "%s: %zu", generator->format->name, fields);
        made_free(&first);
        made_free(&second);
    }
}

Test(mutator, keeps_to_its_room_and_takes_any_bytes)
{
    static uint8_t out[4096];
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = kits[i]->generator;
        made_file file;
        const ap_view whole = make(generator, 3, &file);
        const ap_view inputs[] = { { whole.bytes, 0 }, { whole.bytes, 1 }, { whole.bytes, whole.size / 2 },
            { (const uint8_t *)"\0\1\2\3", 4 } };
        for (uint64_t seed = 0, seeds = test_share(500); seed < seeds; seed++) {
            for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) {
                const size_t room = (size_t)(seed % sizeof out);
                memset(out, 0xa5, sizeof out);
                cr_assert_leq(mutate(generator, inputs[k], inputs[2], seed, out, room, NULL), room);
                cr_assert_eq(out[room], 0xa5);
            }
        }
        made_free(&file);
    }
}
