/* Patterns of ImHex (.hexpat).

   A record that depends on a field of the file's beginning takes it as a parameter of its template. */
#include <ctype.h>
#include <inttypes.h>

#include "cli/spec/spec_words.h"
#include "core/base/version.h"

static void put_ref(const cli_spec *spec, const ap_spec_record *record, const ap_spec_ref *ref)
{
    const bool is_prefix = cli_is_prefix(ref->names[ref->depth - 1]); /* of which 32 bits count */
    fputs(is_prefix ? "(" : "", spec->stream);
    cli_put_spec_way(spec, ref, ref->root && record != spec->spec->root ? "_" : ".");
    fputs(is_prefix ? " & 0xFFFFFFFF)" : "", spec->stream);
}

static const cli_spec_words hexpat_words = { " && ", " || ", put_ref };

/* "FloatKey" of "float_key": no name of a field is a name of a type. */
static void put_type_name(const cli_spec *spec, const char *kind)
{
    for (const char *at = kind; *at != '\0'; at++) {
        if (*at != '_')
            fputc(at == kind || at[-1] == '_' ? toupper((unsigned char)*at) : *at, spec->stream);
    }
}

/* "<auto version_minor>" where the record is defined, "<version.minor>" where it is used in another. */
static void put_parameters(const cli_spec *spec, const ap_spec_record *record, const ap_spec_record *user)
{
    cli_spec_parameters parameters;
    cli_collect_parameters(spec, record, &parameters);
    for (size_t i = 0; i < parameters.count; i++) {
        fputs(i == 0 ? "<" : ", ", spec->stream);
        if (user == NULL)
            fputs("auto ", spec->stream);
        put_ref(spec, user == NULL ? record : user, parameters.items[i]);
    }
    fputs(parameters.count > 0 ? ">" : "", spec->stream);
}

static void put_type(const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field)
{
    static const char *const names[] = {
        [AP_TYPE_U8] = "u8",
        [AP_TYPE_I32] = "s32",
        [AP_TYPE_U64] = "u64",
        [AP_TYPE_F32] = "float",
        [AP_TYPE_F64] = "double",
        [AP_TYPE_BYTES] = "char",
        [AP_TYPE_LENGTH] = "type::uLEB128",
    };
    if (field->record != NULL) {
        put_type_name(spec, field->record->name);
        put_parameters(spec, field->record, record);
    } else if (cli_has_names(field))
        put_type_name(spec, field->set->kind);
    else
        fprintf(spec->stream, "%s%s", field == spec->spec->order ? "le " : "", names[field->type]);
}

static void put_length(const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field)
{
    fputc('[', spec->stream);
    if (field->length.to_end)
        fputs("while(!std::mem::eof())", spec->stream);
    else
        cli_put_spec_length(spec, &hexpat_words, record, &field->length);
    fputc(']', spec->stream);
}

static void begin_assert(const cli_spec *spec, const char *margin)
{
    fprintf(spec->stream, "%sstd::assert(", margin);
}

static void put_any_of(const cli_spec *spec, const ap_spec_field *field)
{
    for (size_t i = 0; i < field->value_count; i++) {
        fputs(i > 0 ? " || " : "", spec->stream);
        cli_put_spec_name(spec, field);
        fprintf(spec->stream, " == 0x%" PRIx64, field->values[i]);
    }
}

/* Values without which nothing more can be read. */
static void put_assertion(const cli_spec *spec, const ap_spec_field *field, const char *margin)
{
    const char *reason = NULL;
    if (field->record != NULL)
        return;
    if (field->value_count > 0) {
        begin_assert(spec, margin);
        put_any_of(spec, field);
        reason = "the format has no other value here";
    } else if (field->type == AP_TYPE_LENGTH) {
        begin_assert(spec, margin);
        fputs("sizeof(", spec->stream);
        cli_put_spec_name(spec, field);
        fprintf(spec->stream, ") <= %d", AP_LENGTH_BYTES);
        reason = "a length has at most 5 bytes";
    } else if (field->role == AP_ROLE_COUNT) {
        begin_assert(spec, margin);
        cli_put_spec_name(spec, field);
        fputs(" >= 0", spec->stream);
        reason = "a count is not negative";
    }
    if (reason != NULL)
        fprintf(spec->stream, ", \"%s\");\n", reason);
}

static void put_rules(const cli_spec *spec, const ap_spec_field *field, const char *margin)
{
    for (size_t i = 0; i < field->rule_count; i++)
        fprintf(spec->stream, "%s// %s: %s\n", margin, field->rules[i]->id, field->rules[i]->summary);
}

static void put_field(
    const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field, const char *margin)
{
    put_rules(spec, field, margin);
    fputs(margin, spec->stream);
    put_type(spec, record, field);
    fputc(' ', spec->stream);
    cli_put_spec_name(spec, field);
    if (field->array || (field->record == NULL && field->type == AP_TYPE_BYTES))
        put_length(spec, record, field);
    fputs(";\n", spec->stream);
    put_assertion(spec, field, margin);
    if (field == spec->spec->order) {
        fprintf(spec->stream, "%sif (", margin);
        cli_put_spec_name(spec, field);
        fprintf(spec->stream, " == 0x%" PRIx64 ")\n%s    std::core::set_endian(std::mem::Endian::Big);\n",
            spec->spec->big_endian, margin);
    }
}

static bool same_condition(const ap_spec_condition *a, const ap_spec_condition *b)
{
    bool same = a->test_count == b->test_count && a->any == b->any;
    for (size_t i = 0; same && i < a->test_count; i++)
        same = a->tests[i].equal == b->tests[i].equal && a->tests[i].value == b->tests[i].value
               && cli_same_ref(&a->tests[i].field, &b->tests[i].field);
    return same;
}

/* The field, and those after it that are there under the same condition; returns the next one. */
static const ap_spec_field *put_fields(
    const cli_spec *spec, const ap_spec_record *record, const ap_spec_field *field)
{
    const ap_spec_condition *when = &field->when;
    const bool always = when->test_count == 0;
    if (!always) {
        fputs("    if (", spec->stream);
        cli_put_spec_condition(spec, &hexpat_words, record, when);
        fputs(") {\n", spec->stream);
    }
    for (; field != NULL && same_condition(when, &field->when); field = field->next)
        put_field(spec, record, field, always ? "    " : "        ");
    fputs(always ? "" : "    }\n", spec->stream);
    return field;
}

static void put_record(const cli_spec *spec, const ap_spec_record *record)
{
    fputs("\nstruct ", spec->stream);
    put_type_name(spec, record->name);
    put_parameters(spec, record, NULL);
    fputs(" {\n", spec->stream);
    for (const ap_spec_field *field = record->fields; field != NULL;)
        field = put_fields(spec, record, field);
    if (record == spec->spec->root && !cli_spec_fills_file(spec->spec))
        fputs("    std::assert(std::mem::eof(), \"nothing follows the last field\");\n", spec->stream);
    fputs("};\n", spec->stream);
}

static void put_enum(const cli_spec *spec, const ap_value_set *set)
{
    fputs("\nenum ", spec->stream);
    put_type_name(spec, set->kind);
    fputs(" : s32 {\n", spec->stream);
    for (const ap_value_name *value = set->names; value->name != NULL; value++) {
        fprintf(spec->stream, "    %s = %" PRId32 "%s\n", value->name, value->value,
            value[1].name != NULL ? "," : "");
    }
    fputs("};\n", spec->stream);
}

/* Lets ImHex propose the pattern for files that begin so. */
static void put_magic(const cli_spec *spec)
{
    const ap_spec_field *first = spec->spec->root->fields;
    if (first->role != AP_ROLE_MAGIC || first->value_count != 1)
        return;
    fputs("#pragma magic [", spec->stream);
    for (size_t i = 0; i < cli_mark_bytes(first); i++)
        fprintf(spec->stream, " %02X", (unsigned)(first->values[0] >> 8 * i & 0xff));
    fputs(" ] @ 0x00\n", spec->stream);
}

void cli_put_hexpat(const cli_spec *spec)
{
    fprintf(spec->stream, "// Made by `%s` (" AP_PROGRAM " " AP_VERSION ").\n", spec->call);
    fprintf(spec->stream, "#pragma author The Animproof authors\n#pragma description %s%s%s\n",
        spec->format->title, spec->layout == NULL ? "" : ", layout ",
        spec->layout == NULL ? "" : spec->layout);
    put_magic(spec);
    fputs("#pragma endian little\n#pragma array_limit 4294967296\n#pragma pattern_limit 4294967296\n\n",
        spec->stream);
    fputs("import std.core;\nimport std.mem;\nimport std.sys;\n", spec->stream);
    if (cli_spec_has(spec, cli_is_prefix))
        fputs("import type.leb128;\n", spec->stream);
    cli_each_spec_set(spec, put_enum);
    for (const ap_spec_record *record = spec->spec->records; record != NULL; record = record->next)
        put_record(spec, record);
    fputc('\n', spec->stream);
    put_type_name(spec, spec->spec->root->name);
    fputs(" file @ 0x00;\n", spec->stream);
}
