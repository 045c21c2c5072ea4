/* corpus/mutator/mutator.h: a mutation depends only on its choices and stays in its buffer. Every format gets every kind of
   mutation, and some results are valid: a mutator that only breaks headers would test little. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "corpus/mutator/mutator.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/test_sample.h"

enum { BUFFER_BYTES = 1 << 18, MUTATIONS = 3000 };

static uint8_t mutated[BUFFER_BYTES], again[BUFFER_BYTES];

/* Generates a file. The caller frees it with generated_free. */
static ap_view generate_from_seed(const ap_generator *generator, uint64_t seed, generated_file *output)
{
    ap_choices choices;
    ap_choices_from_seed(&choices, seed);
    generated_init(output, generator->format->name, NULL);
    cr_assert(generate_file(output, &choices));
    return buffer_view(&output->bytes);
}

static size_t mutate_from_seed(const ap_generator *generator, ap_view input, ap_view other, uint64_t seed,
    uint8_t *out, size_t room, ap_mutation *what)
{
    ap_arena arena;
    ap_choices choices;
    ap_arena_init(&arena, 0);
    ap_choices_from_seed(&choices, seed);
    const size_t size = ap_mutate(generator->format, input, other, &choices, &arena, out, room, what);
    ap_arena_free(&arena);
    return size;
}

Test(mutator, each_format_gets_each_kind_of_mutation)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    const unsigned mutations = sample_size(MUTATIONS);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = formats[i]->generator;
        generated_file first, second;
        const ap_view input = generate_from_seed(generator, 1, &first),
                      other = generate_from_seed(generator, 2, &second);
        size_t done[AP_MUTATIONS] = { 0 }, valid = 0, changed = 0;
        for (uint64_t seed = 0; seed < mutations; seed++) {
            ap_mutation what = AP_MUTATIONS;
            const size_t size = mutate_from_seed(generator, input, other, seed, mutated, BUFFER_BYTES, &what);
            cr_assert_leq(size, BUFFER_BYTES);
            if (what == AP_MUTATIONS) /* the mutated file did not fit into the buffer */
                continue;
            done[what]++;
            changed += size != input.size || memcmp(mutated, input.bytes, size) != 0;
            valid += is_without_error(generator->format, (ap_view){ mutated, size });
            cr_assert_eq(mutate_from_seed(generator, input, other, seed, again, BUFFER_BYTES, NULL), size);
            cr_assert(size == 0 || memcmp(mutated, again, size) == 0);
        }
        for (int kind = 0; kind < AP_MUTATIONS; kind++)
            cr_expect_gt(done[kind], mutations / 300, "%s: too few mutations of kind %s",
                generator->format->name, ap_mutation_name((ap_mutation)kind));
        cr_expect_gt(changed, mutations * 8 / 10, "%s: only %zu mutations change the file",
            generator->format->name, changed);
        cr_expect_gt(valid, mutations / 20, "%s: only %zu results are valid", generator->format->name, valid);
        generated_free(&first);
        generated_free(&second);
    }
}

static bool does_file_contain(ap_view file, const char *text)
{
    return memmem(file.bytes, file.size, text, strlen(text)) != NULL;
}

static size_t count_texts_to_insert(const ap_format *format)
{
    size_t count = 0;
    while (ap_text_to_insert(format, count) != NULL)
        count++;
    return count;
}

/* Marks in `inserted` the texts that the mutated file has. Returns the number of newly marked texts. */
static size_t mark_new_texts(const ap_format *format, ap_view output, bool *inserted, size_t texts)
{
    size_t new = 0;
    for (size_t i = 0; i < texts; i++) {
        if (!inserted[i] && does_file_contain(output, ap_text_to_insert(format, i))) {
            inserted[i] = true;
            new ++;
        }
    }
    return new;
}

/* The number of bytes that are mutated at the start of a binary file: the mutator inserts texts before the file, and listing the
   fields of a whole file takes long. */
enum { BINARY_START = 64 };

/* Over all seeds, the mutator must insert each text of the format, and the mark of a zip archive. */
Test(mutator, each_text_is_inserted)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = formats[i]->generator;
        generated_file file;
        const ap_view complete = generate_from_seed(generator, 1, &file), none = { NULL, 0 };
        const ap_view input = { complete.bytes, generator->format->text ? complete.size : BINARY_START };
        bool inserted[128] = { false }, other_kind = false;
        const size_t texts = count_texts_to_insert(generator->format);
        size_t left = texts;
        for (uint64_t seed = 0; seed < 20 * MUTATIONS && (left > 0 || !other_kind); seed++) {
            ap_mutation what = AP_MUTATIONS;
            const ap_view output = { mutated,
                mutate_from_seed(generator, input, none, seed, mutated, BUFFER_BYTES, &what) };
            if (what != AP_MUTATE_BYTES || output.size < 4)
                continue;
            left -= mark_new_texts(generator->format, output, inserted, texts);
            other_kind = other_kind || memcmp(output.bytes, "PK\3\4", 4) == 0;
        }
        cr_expect_gt(texts, generator->format->text ? 60 : 30);
        for (size_t nth = 0; nth < texts; nth++)
            cr_expect(inserted[nth], "%s: the text '%s' must be inserted", generator->format->name,
                ap_text_to_insert(generator->format, nth));
        cr_expect(other_kind, "%s: the mark of a zip archive must be inserted", generator->format->name);
        generated_free(&file);
    }
}

/* Returns the span of `one` from the first to the last byte that differs from `other`. */
static ap_span differing_span(ap_view one, ap_view other)
{
    size_t start = 0, same = 0;
    while (start < one.size && start < other.size && one.bytes[start] == other.bytes[start])
        start++;
    while (start + same < one.size && start + same < other.size
           && one.bytes[one.size - 1 - same] == other.bytes[other.size - 1 - same])
        same++;
    return (ap_span){ start, one.size - same - start };
}

/* A splice may also replace a single field by a field of the other file that has an equal role. */
Test(mutator, single_fields_are_spliced)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = formats[i]->generator;
        generated_file first, second;
        const ap_view input = generate_from_seed(generator, 1, &first),
                      other = generate_from_seed(generator, 2, &second);
        size_t fields = 0;
        const uint64_t mutations = MUTATIONS / sample_step();
        const size_t most = generator->format->text ? 20 : 8; /* greatest size of a field in bytes */
        for (uint64_t seed = 0; seed < mutations; seed++) {
            ap_mutation what = AP_MUTATIONS;
            const ap_view output = { mutated,
                mutate_from_seed(generator, input, other, seed, mutated, BUFFER_BYTES, &what) };
            const ap_span changed_span = differing_span(output, input);
            fields += what == AP_MUTATE_SPLICE && output.size > 0 && changed_span.length >= 1
                      && changed_span.length <= most && differing_span(input, output).length <= most;
        }
        cr_expect_gt(fields, mutations / 200, "%s: only %zu single fields are spliced",
            generator->format->name, fields);
        generated_free(&first);
        generated_free(&second);
    }
}

Test(mutator, any_bytes_are_mutated_within_the_buffer)
{
    static uint8_t out[4096];
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = formats[i]->generator;
        generated_file file;
        const ap_view complete = generate_from_seed(generator, 3, &file);
        const ap_view inputs[] = { { complete.bytes, 0 }, { complete.bytes, 1 },
            { complete.bytes, complete.size / 2 }, { (const uint8_t *)"\0\1\2\3", 4 } };
        for (uint64_t seed = 0, seeds = sample_size(500); seed < seeds; seed++) {
            for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) {
                const size_t room = (size_t)(seed % sizeof out);
                memset(out, 0xa5, sizeof out);
                cr_assert_leq(mutate_from_seed(generator, inputs[k], inputs[2], seed, out, room, NULL), room);
                cr_assert_eq(out[room], 0xa5);
            }
        }
        generated_free(&file);
    }
}
