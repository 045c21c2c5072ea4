/* Writes a fuzzing dictionary of a format for libFuzzer and AFL++. The entries are fields of sample files other than plain
   numbers (magic numbers, counts, names …), the words of text files, and boundary values of numbers in the widths and byte
   orders of the samples.

   make_dictionary FORMAT FILE...     each FILE: a sample of the format or of its text companion
   Exit code 0, 2 (usage, or out of memory) or 3 (a file cannot be read) */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/files/input.h"
#include "core/layout/io.h"
#include "core/text/lexer.h"
#include "corpus/mutator/mutator.h"
#include "fuzz/oracle.h"
#include "validators/recognize.h"
#include "validators/registry.h"

enum { ENTRIES = 400, ENTRY_BYTES = 32, OF_A_ROLE = 24, ROLES = AP_ROLE_NAME + 1 };

typedef struct dictionary_entry {
    uint8_t bytes[ENTRY_BYTES];
    size_t size;
} dictionary_entry;

typedef struct dictionary {
    dictionary_entry entries[ENTRIES];
    size_t count;
    size_t of_role[ROLES];
    /* true if a field of the type was seen: [0] in little-endian, [1] in big-endian order */
    bool type_seen[AP_TYPE_TEXT + 1][2];
} dictionary;

/* Adds an entry. Returns false if the entry is empty, too long or already in the dictionary, or if the dictionary is full. */
static bool add_entry_if_new_and_fitting(dictionary *d, const void *bytes, size_t size)
{
    if (size == 0 || size > ENTRY_BYTES || d->count == ENTRIES)
        return false;
    for (size_t i = 0; i < d->count; i++) {
        if (d->entries[i].size == size && memcmp(d->entries[i].bytes, bytes, size) == 0)
            return false;
    }
    dictionary_entry *new = &d->entries[d->count++];
    memcpy(new->bytes, bytes, size);
    new->size = size;
    return true;
}

static void add_text(dictionary *d, const char *text)
{
    (void)add_entry_if_new_and_fitting(d, text, strlen(text));
}

/* Adds the low `size` bytes of a number, in big-endian order if `big`. */
static void add_number(dictionary *d, uint64_t bits, size_t size, bool big)
{
    uint8_t bytes[sizeof bits];
    for (size_t i = 0; i < size; i++)
        bytes[big ? size - 1 - i : i] = (uint8_t)(bits >> 8 * i);
    (void)add_entry_if_new_and_fitting(d, bytes, size);
}

static void add_value_set(dictionary *d, const ap_value_set *set, bool big)
{
    for (const ap_value_name *name = set->names; name != NULL && name->name != NULL; name++)
        add_number(d, (uint32_t)name->value, sizeof name->value, big);
    if (set->bits > 0) {
        add_number(d, set->bits, sizeof set->bits, big);
        add_number(d, set->bits + 1, sizeof set->bits, big);
    } else {
        add_number(d, (uint32_t)set->least, sizeof set->least, big);
        add_number(d, (uint32_t)set->greatest, sizeof set->greatest, big);
        add_number(d, (uint32_t)set->greatest + 1, sizeof set->greatest, big);
    }
}

static void add_bytes_and_values_of_field(
    void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    dictionary *d = context;
    const ap_span span = io->field.span;
    d->type_seen[type][io->swap] = true;
    if (io->set != NULL)
        add_value_set(d, io->set, io->swap);
    if (role != AP_ROLE_NUMBER && d->of_role[role] < OF_A_ROLE
        && add_entry_if_new_and_fitting(d, io->input.bytes + span.offset, span.length))
        d->of_role[role]++;
}

/* The following functions add entries that do not depend on the content of the samples: numbers at the limits of their types
   (only types that the samples have), texts that parsers may misread, and the words of a format. */

static void add_boundary_numbers(dictionary *d, bool big)
{
    static const int32_t integers[] = { INT32_MAX, INT32_MIN, -1, INT32_MAX / 2 + 1 };
    static const float floats[] = { NAN, INFINITY, -INFINITY, -0.0F, FLT_TRUE_MIN, FLT_MAX, 1, 2 };
    static const double doubles[] = { NAN, INFINITY, -INFINITY, -0.0, DBL_TRUE_MIN, DBL_MAX, 1, -1 };
    for (size_t i = 0; d->type_seen[AP_TYPE_I32][big] && i < sizeof integers / sizeof *integers; i++)
        add_number(d, (uint32_t)integers[i], sizeof *integers, big);
    for (size_t i = 0; d->type_seen[AP_TYPE_F32][big] && i < sizeof floats / sizeof *floats; i++)
        add_number(d, ap_bits_of_float(floats[i]), sizeof *floats, big);
    for (size_t i = 0; d->type_seen[AP_TYPE_F64][big] && i < sizeof doubles / sizeof *doubles; i++)
        add_number(d, ap_bits_of_double(doubles[i]), sizeof *doubles, big);
    if (d->type_seen[AP_TYPE_LENGTH][big])
        /* the largest length of a name, as a variable-length integer */
        (void)add_entry_if_new_and_fitting(d, "\xff\xff\xff\xff\x0f", 5);
}

static void add_boundary_texts(dictionary *d)
{
    static const char *const texts[] = { "-1", "-0", "0.5", ".5", "5.", "1e38", "1e39", "1e-46", "nan", "inf",
        "1.#IND", "0x10", "010", "+1", "1,5", "{", "}", "(", ")", "\"", "\"\"", "//", "/*", "*/", "\r\n",
        "\r", "\xef\xbb\xbf", "\\\n" };
    char number[ENTRY_BYTES];
    const double numbers[] = { INT32_MAX, INT32_MIN, (double)INT32_MAX + 1, 0x1p24 + 1 };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        add_text(d, texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snprintf(number, sizeof number, "%.0f", numbers[i]);
        add_text(d, number);
    }
    (void)add_entry_if_new_and_fitting(d, "\0", 1);
}

static void add_format_words(dictionary *d, const ap_format *format)
{
    const char *word;
    for (size_t i = 0; (word = ap_text_to_insert(format, i)) != NULL; i++)
        add_text(d, word);
}

/* Files */

static bool begins_like_number(ap_view word)
{
    return memchr("+-.0123456789", word.bytes[0], strlen("+-.0123456789")) != NULL;
}

/* Adds the words of a text that are not numbers. A # begins a comment, as in .obj files. */
static void add_text_words(dictionary *d, ap_view text)
{
    static const ap_lexer_rules no_rules = { .keywords = NULL };
    ap_io io;
    ap_lexer lexer;
    ap_io_init(&io, text, NULL, NULL, NULL);
    ap_lexer_init(&lexer, &io, &no_rules, 0);
    bool in_comment = false;
    lexer.silent = true;
    for (ap_token token = ap_lexer_next_token(&lexer); token.kind != AP_TOKEN_END;
         token = ap_lexer_next_token(&lexer)) {
        const ap_view word = ap_token_view_unquoted(&io, token);
        in_comment = (in_comment && !token.after_line_end) || (word.size > 0 && word.bytes[0] == '#');
        if (token.kind == AP_TOKEN_WORD && !in_comment && !begins_like_number(word))
            (void)add_entry_if_new_and_fitting(d, word.bytes, word.size);
    }
}

static bool is_text_or_companion(const char *path, const ap_format *format)
{
    const char *ending = strrchr(path, '.');
    return format->text || ending == NULL || strcmp(ending, format->extension) != 0;
}

/* Adds the words of the file if it is a text or a companion, and its fields if it is recognised as a file of the format. */
static void add_words_of_file(dictionary *d, const ap_format *format, ap_view input, const char *path)
{
    const ap_listener listener = { .field = add_bytes_and_values_of_field, .context = d };
    ap_arena arena;
    fuzz_check check;
    ap_lint_options options = fuzz_options_of_variant(0);
    options.listener = &listener;
    if (is_text_or_companion(path, format))
        add_text_words(d, input);
    if (ap_recognize(input, AP_MATCH_RESEMBLES) != format)
        return;
    fuzz_arena_init(&arena, input.size);
    fuzz_lint(&check, &arena, format, input, &options);
    ap_arena_free(&arena);
}

static void print_entry(const dictionary_entry *e)
{
    putchar('"');
    for (size_t i = 0; i < e->size; i++) {
        const uint8_t byte = e->bytes[i];
        if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\')
            printf("\\x%02x", byte);
        else
            putchar(byte);
    }
    puts("\"");
}

static bool add_words_of_files(dictionary *d, const ap_format *format, int count, char **paths)
{
    ap_input input;
    bool read = true;
    ap_input_init(&input, 0);
    for (int i = 0; i < count && read; i++) {
        read = ap_input_load(&input, paths[i]) == AP_OK;
        if (read)
            add_words_of_file(d, format, input.view, paths[i]);
        else
            fprintf(stderr, "make_dictionary: %s: %s\n", paths[i], input.error);
    }
    ap_input_free_memory(&input);
    return read;
}

int main(int argc, char **argv)
{
    const ap_format *format = argc > 2 ? ap_find_format(argv[1]) : NULL;
    dictionary *d = calloc(1, sizeof *d);
    if (format == NULL || d == NULL) {
        fputs("usage: make_dictionary FORMAT FILE...\n", stderr);
        free(d);
        return 2;
    }
    add_format_words(d, format);
    const bool read = add_words_of_files(d, format, argc - 2, argv + 2);
    add_boundary_numbers(d, false);
    add_boundary_numbers(d, true);
    if (format->text || d->count > 0)
        add_text(d, FUZZ_SEAM);
    if (format->text)
        add_boundary_texts(d);
    for (size_t i = 0; i < d->count; i++)
        print_entry(&d->entries[i]);
    free(d);
    return read ? 0 : 3;
}
