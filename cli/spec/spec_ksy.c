/* Kaitai Struct descriptions (.ksy), for its compiler and its Web IDE.

   Where a mark says the byte order, all that follows it is in a type `body`, as Kaitai has it. A magic number is compared as
   bytes: numbers of 64 bits are not exact in every language that Kaitai writes. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "cli/spec/spec_words.h"
#include "core/base/version.h"

#define BODY        "body"
#define LENGTH_TYPE "length_of_name"

static void put_ref(const cli_spec *spec, const ap_spec_record *record, const ap_spec_ref *ref)
{
    cli_put_spec_way(spec, ref, ref->root && record != spec->spec->root ? "_" : ".");
    if (cli_is_prefix(ref->names[ref->depth - 1]))
        fputs(".value", spec->stream);
}

static const cli_spec_words ksy_words = { " and ", " or ", put_ref };

static const char *type_of(ap_type type)
{
    static const char *const names[] = {
        [AP_TYPE_U8] = "u1",
        [AP_TYPE_I32] = "s4",
        [AP_TYPE_U64] = "u8",
        [AP_TYPE_F32] = "f4",
        [AP_TYPE_F64] = "f8",
        [AP_TYPE_LENGTH] = LENGTH_TYPE,
    };
    return names[type];
}

/* "pose(version.minor)" */
static void put_type(const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field)
{
    cli_spec_parameters parameters;
    if (field->record == NULL) {
        fprintf(spec->stream, "%s%s", type_of(field->type), field == spec->spec->order ? "le" : "");
        return;
    }
    cli_collect_parameters(spec, field->record, &parameters);
    fputs(field->record->name, spec->stream);
    for (size_t i = 0; i < parameters.count; i++) {
        fputs(i == 0 ? "(" : ", ", spec->stream);
        put_ref(spec, record, parameters.items[i]);
    }
    fputs(parameters.count > 0 ? ")" : "", spec->stream);
}

/* The beginning of a line: its margin, and its first words. */
__attribute__((format(printf, 3, 4))) static void put(
    const cli_spec *spec, int margin, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(spec->stream, "%*s", margin, "");
    vfprintf(spec->stream, format, arguments);
    va_end(arguments);
}

static void put_params(const cli_spec *spec, const ap_spec_record *record, int margin)
{
    cli_spec_parameters parameters;
    cli_collect_parameters(spec, record, &parameters);
    if (parameters.count > 0)
        put(spec, margin, "params:\n");
    for (size_t i = 0; i < parameters.count; i++) {
        const ap_spec_ref *ref = parameters.items[i];
        put(spec, margin, "  - id: ");
        cli_put_spec_way(spec, ref, "_");
        fputc('\n', spec->stream);
        put(spec, margin, "    type: %s\n", type_of(ref->names[ref->depth - 1]->type));
    }
}

/* The bytes of a mark that is always the same. */
static void put_contents(const cli_spec *spec, const ap_spec_field *field, int margin)
{
    put(spec, margin, "contents: [");
    for (size_t i = 0; i < cli_mark_bytes(field); i++)
        fprintf(spec->stream, "%s0x%02x", i > 0 ? ", " : "", (unsigned)(field->values[0] >> 8 * i & 0xff));
    fputs("]\n", spec->stream);
}

/* Values without which nothing more can be read. */
static void put_valid(const cli_spec *spec, const ap_spec_field *field, int margin)
{
    if (field->value_count > 0) {
        put(spec, margin, "valid:\n");
        put(spec, margin, "  any-of: [");
        for (size_t i = 0; i < field->value_count; i++)
            fprintf(spec->stream, "%s%" PRIu64, i > 0 ? ", " : "", field->values[i]);
        fputs("]\n", spec->stream);
    } else if (field->role == AP_ROLE_COUNT && field->type == AP_TYPE_I32) {
        put(spec, margin, "valid:\n");
        put(spec, margin, "  min: 0\n");
    }
}

static void put_how_many(const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field,
    const char *what, int margin)
{
    put(spec, margin, "%s: '", what);
    cli_put_spec_length(spec, &ksy_words, record, &field->length);
    fputs("'\n", spec->stream);
}

static void put_content(
    const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field, int margin)
{
    if (field->record == NULL && field->type == AP_TYPE_BYTES) {
        put_how_many(spec, record, field, "size", margin);
        return;
    }
    if (field->record == NULL && field->role == AP_ROLE_MAGIC && field->value_count == 1) {
        put_contents(spec, field, margin);
        return;
    }
    put(spec, margin, "type: ");
    put_type(spec, record, field);
    fputc('\n', spec->stream);
    if (field->record == NULL)
        put_valid(spec, field, margin);
    if (cli_has_names(field))
        put(spec, margin, "enum: %s\n", field->set->kind);
}

static void put_doc(const cli_spec *spec, const ap_spec_field *field, int margin)
{
    if (field->rule_count > 0)
        put(spec, margin, "doc: |\n");
    for (size_t i = 0; i < field->rule_count; i++)
        put(spec, margin, "  %s: %s\n", field->rules[i]->id, field->rules[i]->summary);
}

static void put_field(
    const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field, int margin)
{
    put(spec, margin, "- id: ");
    margin += 2;
    cli_put_spec_name(spec, field);
    fputc('\n', spec->stream);
    put_content(spec, record, field, margin);
    if (field->when.test_count > 0) {
        put(spec, margin, "if: '");
        cli_put_spec_condition(spec, &ksy_words, record, &field->when);
        fputs("'\n", spec->stream);
    }
    if (field->array)
        put(spec, margin, "repeat: %s\n", field->length.to_end ? "eos" : "expr");
    if (field->array && !field->length.to_end)
        put_how_many(spec, record, field, "repeat-expr", margin);
    put_doc(spec, field, margin);
}

/* Fields from the first one to before `end`. */
static void put_seq(const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *first,
    const ap_spec_field *end, int margin)
{
    put(spec, margin, "seq:\n");
    for (const ap_spec_field *field = first; field != end; field = field->next)
        put_field(spec, record, field, margin + 2);
    if (record != spec->spec->root || end != NULL || cli_spec_fills_file(spec->spec))
        return;
    put(spec, margin, "  - id: after_the_end\n");
    put(spec, margin, "    size-eos: true\n");
    put(spec, margin, "    valid:\n");
    put(spec, margin, "      expr: _.length == 0\n");
    put(spec, margin, "    doc: Nothing follows the last field.\n");
}

static void put_types(const cli_spec *spec, int margin)
{
    put(spec, margin, "types:\n");
    for (const ap_spec_record *record = spec->spec->records; record != spec->spec->root;
         record = record->next) {
        put(spec, margin, "  %s:\n", record->name);
        put_params(spec, record, margin + 4);
        put_seq(spec, record, record->fields, NULL, margin + 4);
    }
}

/* All after the mark; types in a type have its order. */
static void put_body(const cli_spec *spec, const ap_spec_field *order)
{
    fputs("types:\n  " BODY ":\n    meta:\n      endian:\n        switch-on: _root.", spec->stream);
    cli_put_spec_name(spec, order);
    fputs("\n        cases:\n", spec->stream);
    for (size_t i = 0; i < order->value_count; i++)
        put(spec, 10, "%" PRIu64 ": %s\n", order->values[i],
            order->values[i] == spec->spec->big_endian ? "be" : "le");
    put_seq(spec, spec->spec->root, order->next, NULL, 4);
    put_types(spec, 4);
}

/* Groups of 7 bits, the low one first; all but the last have the high bit set. */
static void put_length_type(const cli_spec *spec)
{
    fprintf(spec->stream,
        "  " LENGTH_TYPE ":\n"
        "    doc: A number of bytes in groups of 7 bits, the low group first, at most %d groups.\n"
        "    seq:\n"
        "      - id: groups\n"
        "        type: u1\n"
        "        repeat: until\n"
        "        repeat-until: (_ & 0x80) == 0 or groups.size == %d\n"
        "      - id: after_groups\n"
        "        size: 0\n"
        "        valid:\n"
        "          expr: (groups.last & 0x80) == 0\n"
        "    instances:\n"
        "      value:\n"
        "        value: '(groups[0] & 0x7f)",
        AP_LENGTH_BYTES, AP_LENGTH_BYTES);
    for (unsigned i = 1; i < AP_LENGTH_BYTES; i++)
        fprintf(spec->stream, " + (groups.size > %u ? (groups[%u] & 0x%x) * 0x%x : 0)", i, i,
            i + 1 < AP_LENGTH_BYTES ? 0x7fU : (1U << (32 - 7 * i)) - 1, 1U << 7 * i);
    fputs("'\n", spec->stream);
}

/* "ping_pong_mode" of "PingPong": with the last word of what it is one of, a name is no word of a language that Kaitai
   writes. */
static void put_member(const cli_spec *spec, const ap_value_set *set, const char *name)
{
    const char *last = strrchr(set->kind, '_');
    for (const char *at = name; *at != '\0'; at++) {
        if (at != name && isupper((unsigned char)*at))
            fputc('_', spec->stream);
        fputc(tolower((unsigned char)*at), spec->stream);
    }
    fprintf(spec->stream, "_%s\n", last == NULL ? set->kind : last + 1);
}

static void put_enum(const cli_spec *spec, const ap_value_set *set)
{
    fprintf(spec->stream, "  %s:\n", set->kind);
    for (const ap_value_name *value = set->names; value->name != NULL; value++) {
        fprintf(spec->stream, "    %" PRId32 ": ", value->value);
        put_member(spec, set, value->name);
    }
}

static void put_meta(const cli_spec *spec)
{
    fprintf(spec->stream, "# Made by `%s` (" AP_PROGRAM " " AP_VERSION ").\n", spec->call);
    fprintf(spec->stream,
        "meta:\n  id: %s\n  title: %s\n  file-extension: %s\n  license: MIT\n  ks-version: 0.9\n",
        spec->format->name, spec->format->title, spec->format->extension + 1);
    fputs("  endian: le\n", spec->stream);
    fputs(
        "doc: |\n"
        "  The fields of a file, learnt from the functions that read it. A file that does not fit is refused "
        "where\n"
        "  it breaks. Beside a field are the rules that point at it: `animproof lint` judges by them, and\n"
        "  `animproof explain` tells of each.\n",
        spec->stream);
    if (spec->layout != NULL)
        fprintf(spec->stream, "  This is the layout %s.\n", spec->layout);
    fputs("doc-ref: Animproof, docs/FORMATS.md\n", spec->stream);
}

void cli_put_ksy(const cli_spec *spec)
{
    const ap_spec_field *order = spec->spec->order;
    put_meta(spec);
    put_seq(spec, spec->spec->root, spec->spec->root->fields, order == NULL ? NULL : order->next, 0);
    if (order != NULL) {
        fputs("  - id: " BODY "\n    type: " BODY "\n", spec->stream);
        put_body(spec, order);
    } else
        put_types(spec, 0);
    if (cli_spec_has(spec, cli_is_prefix))
        put_length_type(spec);
    if (cli_spec_has(spec, cli_has_names)) {
        fputs("enums:\n", spec->stream);
        cli_each_spec_set(spec, put_enum);
    }
}
