/* Mutations of single fields: counts, modes, numbers, names. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/number/number.h"
#include "corpus/mutator/mutator_work.h"

/* LONG_NAME_BYTES: longer than the buffer for names of any known reader */
enum { SPELLING_BYTES = 64, LONG_NAME_BYTES = 1100 };

/* Picks a random field of the role; NULL if no field has the role. */
static const ap_listed_field *pick_field_of_role(ap_mutation_state *m, ap_field_role role)
{
    if (m->fields.count_of_role[role] == 0)
        return NULL;
    size_t nth = ap_choose_below(m->choices, m->fields.count_of_role[role]);
    const ap_listed_field *field = m->fields.items;
    while (field->role != role || nth-- > 0)
        field++;
    return field;
}

int64_t ap_read_field_integer(const ap_mutation_state *m, const ap_listed_field *field)
{
    const uint8_t *at = m->input.bytes + field->span.offset;
    int32_t value = 0;
    switch (field->type) {
    case AP_TYPE_U8:
        return *at;
    case AP_TYPE_I32:
        return ap_load_i32(at, field->swap);
    case AP_TYPE_TEXT:
        (void)ap_parse_int32((ap_view){ at, field->span.length }, &value);
        return value;
    default:
        return 0;
    }
}

/* Returns the lowest bytes of a number, as many as the field has, in the field's byte order; an empty view when out of memory. */
static ap_view make_bytes_of_bits(const ap_listed_field *field, uint64_t bits, ap_arena *arena)
{
    uint8_t *bytes = ap_alloc(arena, sizeof bits);
    const size_t size = field->span.length;
    if (bytes == NULL || size > sizeof bits)
        return (ap_view){ NULL, 0 };
    for (size_t i = 0; i < size; i++)
        bytes[field->swap ? size - 1 - i : i] = (uint8_t)(bits >> (8 * i));
    return (ap_view){ bytes, size };
}

static bool replace_field_by_bytes(ap_mutation_state *m, const ap_listed_field *field, ap_view spelled)
{
    return spelled.bytes != NULL && ap_add_mutation_edit(m, field->span, spelled);
}

static bool put_bits(ap_mutation_state *m, const ap_listed_field *field, uint64_t bits)
{
    return replace_field_by_bytes(m, field, make_bytes_of_bits(field, bits, m->arena));
}

static bool put_text(ap_mutation_state *m, const ap_listed_field *field, const char *text)
{
    const char *copy = ap_arena_copy_text(m->arena, text, strlen(text));
    return copy != NULL
           && ap_add_mutation_edit(m, field->span, (ap_view){ (const uint8_t *)copy, strlen(text) });
}

ap_view ap_make_field_integer_bytes(const ap_listed_field *field, int64_t value, ap_arena *arena)
{
    char text[SPELLING_BYTES];
    if (field->type != AP_TYPE_TEXT)
        return make_bytes_of_bits(field, (uint64_t)value, arena);
    const int length = snprintf(text, sizeof text, "%" PRId64, value);
    return (ap_view){ (const uint8_t *)ap_arena_copy_text(arena, text, (size_t)length), (size_t)length };
}

bool ap_set_field_integer(ap_mutation_state *m, const ap_listed_field *field, int64_t value)
{
    return replace_field_by_bytes(m, field, ap_make_field_integer_bytes(field, value, m->arena));
}

/* Returns an integer of a kind that often reveals faults of readers, such as a limit of a type; often one close to `now`, the
   current value. */
static int64_t choose_edge_integer(ap_choices *choices, int64_t now)
{
    static const int64_t edges[] = { 0, 1, -1, 2, 127, 128, 255, 256, 32767, 65535, 65536, 16777216,
        0x08000000, 0x10000000, 0x15555556, 0x20000000, 0x40000000, INT32_MAX, INT32_MIN, 0x55555556 };
    switch (ap_choose_below(choices, 6)) {
    case 0:
        return now + 1;
    case 1:
        return now - 1;
    case 2:
        return 2 * now;
    case 3:
        return now / 2;
    default:
        return edges[ap_choose_below(choices, sizeof edges / sizeof *edges)];
    }
}

static bool mutate_integer(ap_mutation_state *m, const ap_listed_field *field)
{
    if (field == NULL)
        return false;
    const int64_t now = ap_read_field_integer(m, field);
    return ap_set_field_integer(m, field, choose_edge_integer(m->choices, now));
}

bool ap_mutate_count(ap_mutation_state *m)
{
    return mutate_integer(m, pick_field_of_role(m, AP_ROLE_COUNT));
}

/* Swaps the byte order of all numbers of the file at once, which a series of small changes would never do. */
static bool swap_byte_order_of_file(ap_mutation_state *m)
{
    uint8_t *turned = ap_alloc(m->arena, m->input.size);
    if (turned == NULL)
        return false;
    memcpy(turned, m->input.bytes, m->input.size);
    for (size_t i = 0; i < m->fields.count; i++) {
        ap_listed_field *field = &m->fields.items[i];
        const size_t size = field->type == AP_TYPE_BYTES ? 0 : field->span.length;
        for (size_t k = 0; k < size; k++)
            turned[field->span.offset + k] = m->input.bytes[field->span.offset + size - 1 - k];
        field->swap = !field->swap;
    }
    m->input.bytes = turned;
    return true;
}

bool ap_mutate_enum(ap_mutation_state *m)
{
    static const ap_field_role roles[] = { AP_ROLE_ENUM, AP_ROLE_FLAG, AP_ROLE_VERSION, AP_ROLE_INDEX,
        AP_ROLE_MAGIC };
    const size_t count = sizeof roles / sizeof *roles;
    const size_t first = ap_choose_below(m->choices, count);
    const ap_listed_field *field = NULL;
    for (size_t i = 0; field == NULL && i < count; i++)
        field = pick_field_of_role(m, roles[(first + i) % count]);
    if (field == NULL)
        return false;
    const bool says_order = field->role == AP_ROLE_MAGIC && field->type == AP_TYPE_I32;
    if (ap_choose_one_in(m->choices, 2))
        return says_order ? swap_byte_order_of_file(m)
                          : ap_set_field_integer(m, field, ap_choose_between(m->choices, 0, 16));
    return mutate_integer(m, field);
}

static uint64_t choose_edge_bits(ap_choices *choices, bool narrow)
{
    static const uint64_t wide_edges[] = { 0, UINT64_C(1) << 63, 1, UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000), UINT64_C(0x7ff0000000000001),
        UINT64_C(0x3ff0000000000000), UINT64_C(0xbff0000000000000), UINT64_C(0x7fefffffffffffff) };
    static const uint32_t narrow_edges[] = { 0, 0x80000000, 1, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
        0x3f800000, 0xbf800000, 0x7f7fffff };
    if (ap_choose_one_in(choices, 4))
        return ap_choose_bits(choices);
    return narrow ? narrow_edges[ap_choose_below(choices, sizeof narrow_edges / sizeof *narrow_edges)]
                  : wide_edges[ap_choose_below(choices, sizeof wide_edges / sizeof *wide_edges)];
}

/* Returns a text in the place of a number: a number at or beyond a limit of float32, double or int32, a spelling on which readers
   disagree, or a mark that is not a number. */
static const char *choose_edge_number_text(ap_choices *choices)
{
    static const char *const spellings[] = { "0", "-0", "1", "-1", "2", "1.0000001", "0.000001", "-.5", "5.",
        "1e5", "1e-5", "1E5", "1e39", "-1e39", "1e-50", "nan", "inf", "-inf", "1.#IND", "-1.#IND00", "+1",
        "00.5", "0x10", "1,5", "1.5f", "- 1", "1.2.3", "1e", ".", "-", "3.4028235e38", "3.4028236e38",
        "340282356779733661637539395458142568448", "12345678901234567890", "0.1234567890123456789012345",
        "4294967296", "16777217", "0.100000001490116119384765625", "1.000000059604644775390625", "1e-400",
        "1e400", "2147483647", "2147483648", "-2147483649", "{", "}", "(", ")", "\"\"", "//", "/*", "*/" };
    return spellings[ap_choose_below(choices, sizeof spellings / sizeof *spellings)];
}

/* Writes 1 to 56 random digits, usually more than a double can hold, sometimes with sign, point and exponent. In a third of the
   numbers, all digits except the last three are 0. */
static bool put_digits(ap_mutation_state *m, const ap_listed_field *field)
{
    char text[SPELLING_BYTES];
    const size_t most = SPELLING_BYTES - sizeof "-.e-999";
    const size_t count = 1 + ap_choose_below(m->choices, most);
    const size_t point = ap_choose_below(m->choices, 2 * count);
    const bool zeros = ap_choose_one_in(m->choices, 3);
    size_t at = 0;
    if (ap_choose_one_in(m->choices, 3))
        text[at++] = '-';
    for (size_t i = 0; i < count; i++) {
        if (i == point)
            text[at++] = '.';
        text[at++] = (char)(zeros && i + 3 < count ? '0' : ap_choose_between(m->choices, '0', '9'));
    }
    text[at] = '\0';
    if (ap_choose_one_in(m->choices, 3))
        snprintf(text + at, sizeof text - at, "e%d", (int)ap_choose_between(m->choices, -60, 60));
    return put_text(m, field, text);
}

bool ap_mutate_number(ap_mutation_state *m)
{
    const ap_listed_field *field = pick_field_of_role(m, AP_ROLE_NUMBER);
    if (field == NULL)
        return false;
    if (ap_choose_one_in(m->choices, 4)) { /* takes the value of another field */
        const ap_listed_field *like = pick_field_of_role(m, AP_ROLE_NUMBER);
        if (like->type == field->type)
            return ap_add_mutation_edit(
                m, field->span, (ap_view){ m->input.bytes + like->span.offset, like->span.length });
    }
    if (field->type == AP_TYPE_TEXT)
        return ap_choose_one_in(m->choices, 3) ? put_digits(m, field)
                                               : put_text(m, field, choose_edge_number_text(m->choices));
    if (field->type == AP_TYPE_I32)
        return mutate_integer(m, field);
    return put_bits(m, field, choose_edge_bits(m->choices, field->type == AP_TYPE_F32));
}

/* Sets a name to `length` bytes, mostly letters. If the name is a token of a text format, it is in quotes. */
static bool put_name(ap_mutation_state *m, const ap_listed_field *field, size_t length)
{
    const size_t quotes = field->type == AP_TYPE_TEXT ? 1 : 0;
    uint8_t *bytes = ap_alloc(m->arena, length + 2 * quotes);
    if (bytes == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        bytes[quotes + i] =
            (uint8_t)(ap_choose_one_in(m->choices, 16) ? ap_choose_between(m->choices, 0, UINT8_MAX)
                                                       : ap_choose_between(m->choices, 'a', 'z'));
    if (quotes > 0)
        bytes[0] = bytes[length + 1] = '"';
    return ap_add_mutation_edit(m, field->span, (ap_view){ bytes, length + 2 * quotes });
}

/* Corrects the length of a name in a binary format, which is the field before the name, half of the time. A length of seven bits
   per byte is corrected only if both the old and the new one fit into one byte. */
static bool repair_length_at_random(ap_mutation_state *m, const ap_listed_field *field, size_t length)
{
    const ap_listed_field *before = field - (field > m->fields.items);
    if (field->type != AP_TYPE_BYTES || ap_choose_one_in(m->choices, 2))
        return true;
    if (before->type == AP_TYPE_I32)
        return ap_set_field_integer(m, before, (int64_t)length);
    if (before->type != AP_TYPE_LENGTH || before->span.length != 1 || length > 127)
        return true;
    return put_bits(m, before, length);
}

bool ap_mutate_name(ap_mutation_state *m)
{
    static const size_t lengths[] = { 0, 1, 31, 32, 63, 64, 127, 255, 256, 1023, 1024, LONG_NAME_BYTES };
    const ap_listed_field *field = pick_field_of_role(m, AP_ROLE_NAME);
    if (field == NULL)
        return false;
    const ap_listed_field *like = pick_field_of_role(m, AP_ROLE_NAME);
    if (like->type == field->type && ap_choose_one_in(m->choices, 3))
        return repair_length_at_random(m, field, like->span.length)
               && ap_add_mutation_edit(
                   m, field->span, (ap_view){ m->input.bytes + like->span.offset, like->span.length });
    const size_t length = ap_choose_one_in(m->choices, 2)
                              ? field->span.length
                              : lengths[ap_choose_below(m->choices, sizeof lengths / sizeof *lengths)];
    return repair_length_at_random(m, field, length) && put_name(m, field, length);
}
