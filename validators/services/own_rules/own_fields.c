#include "validators/services/own_rules/own_fields.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/path_glob.h"
#include "core/finding/message.h"
#include "core/layout/field_map.h"
#include "core/layout/io_joint.h"
#include "core/number/number.h"
#include "validators/field_at.h"
#include "validators/services/own_rules/own_joints.h"

enum { MESSAGE_BYTES = 2048 };

/* A field of a file and its value. */
typedef struct field_place {
    ap_span span;
    ap_field_path path;
    /* name of the field in the record at `path`; NULL if `path` is the path of the field itself */
    const char *name;
    ap_joint_and_component joint;
    char text[AP_SEGMENT_TEXT_BYTES]; /* the value */
} field_place;

/* A rule, and the result of checking the fields read so far. */
typedef struct field_rule_state {
    const ap_own_rule *rule;
    size_t matched; /* number of fields with a path that the rule's pattern matches */
    size_t counted; /* for AP_OWN_COUNT: number of these fields with a value that the rule counts */
    /* number of fields with a value that the rule does not allow; for AP_OWN_COUNT, of counted fields above the limit */
    size_t broken;
    double worst; /* largest distance of a value from the limits */
    /* the field with the worst value; for AP_OWN_COUNT, the first field that exceeds the limit; valid if broken > 0 */
    field_place place;
} field_rule_state;

typedef struct ap_own_field_results {
    field_rule_state *items;
    size_t count;
    ap_own_joints joints;
    ap_arena *arena;

    /* The members below are about the field that the listener received last. Its path (speller.text), and `shown`, the path with
       the name of the joint, are written only when a rule needs them. */
    ap_field_path_writer speller;
    const ap_io *io;
    ap_segment segment;
    bool has_path, has_shown_path;
    char shown[AP_SHOWN_PATH_BYTES];
} ap_own_field_results;

static bool is_part_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || byte == '*';
}

/* Moves *at after the index that begins with the bracket at *at. Returns false if the text in brackets is not an index. Sets
   *names_joints to true if the index is neither a number nor `*`. */
static bool skip_path_index(const char **at, bool *names_joints)
{
    const char *index = *at + 1, *end = ap_index_closing_bracket_or_end(index);
    const size_t digits = strspn(index, "0123456789");
    *names_joints |= strncmp(index, "*]", 2) != 0 && index + digits != end;
    *at = end + (*end == ']');
    return *end == ']' && end > index;
}

bool ap_own_is_field_path_pattern(const char *pattern, bool *names_joints)
{
    const char *at = pattern;
    *names_joints = false;
    for (;;) {
        const char *part = at;
        for (; is_part_byte(*at); at++)
            *names_joints |= *at == '*';
        if (at == part)
            return false;
        while (*at == '[') {
            if (!skip_path_index(&at, names_joints))
                return false;
        }
        if (*at == '\0')
            return true;
        if (*at++ != '.')
            return false;
    }
}

/* Returns true if the pattern may match a path that begins with the name `part`. This fast test rejects most fields before their
   paths are written. */
static bool may_path_match_pattern(const char *pattern, const char *part)
{
    const size_t length = strcspn(pattern, "*[.");
    return strncmp(part, pattern, length) == 0 && (pattern[length] == '*' || part[length] == '\0');
}

/* Returns the path of the current field. If `names_joints`, the path has the name of the joint. */
static const char *path_text(ap_own_field_results *fields, bool names_joints)
{
    const ap_io *io = fields->io;
    char name[AP_JOINT_TEXT_BYTES];
    if (!fields->has_path)
        (void)ap_field_path_write(&fields->speller, &io->path, io->field.name);
    fields->has_path = true;
    if (!names_joints)
        return fields->speller.text;
    if (!fields->has_shown_path)
        (void)ap_write_path_with_joint(
            fields->speller.text, ap_joint_texts_of_path(io, &io->path, false, name), fields->shown);
    fields->has_shown_path = true;
    return fields->shown;
}

/* Returns the value of an integer or a float; NAN for another token. */
static double number_of_token(ap_view token)
{
    int32_t integer = 0;
    const ap_number parsed = ap_parse_float(token);
    if (ap_parse_int32(token, &integer))
        return (double)integer;
    return parsed.fault == AP_NUMBER_FINE ? (double)parsed.value : (double)NAN;
}

/* Sets *number to the value of the field. Returns false if the value is not a finite number. */
static bool read_number(const ap_segment *segment, double *number)
{
    *number = (double)NAN;
    switch (segment->type) {
    case AP_TYPE_U8:
        *number = (double)segment->bytes[0];
        break;
    case AP_TYPE_I32:
        *number = (double)ap_load_i32(segment->bytes, segment->swap);
        break;
    case AP_TYPE_U64:
        *number = (double)ap_load_u64(segment->bytes, segment->swap);
        break;
    case AP_TYPE_F32:
        *number = (double)ap_float_of_bits(ap_load_u32(segment->bytes, segment->swap));
        break;
    case AP_TYPE_F64:
        *number = ap_double_of_bits(ap_load_u64(segment->bytes, segment->swap));
        break;
    case AP_TYPE_LENGTH:
        *number = (double)ap_segment_stored_length(segment);
        break;
    case AP_TYPE_BYTES:
        break;
    case AP_TYPE_TEXT:
        *number = number_of_token((ap_view){ segment->bytes, segment->span.length });
        break;
    }
    return isfinite(*number);
}

/* Returns true if a pattern of the rule matches the value: a text without its quotes, a number in its shortest digits, or the
   name of an enum value. */
static bool matches_value(const ap_own_rule *rule, const ap_segment *segment)
{
    char text[AP_SEGMENT_TEXT_BYTES], meaning[AP_SEGMENT_TEXT_BYTES];
    if (segment->type == AP_TYPE_TEXT)
        return ap_own_rule_matches(rule, ap_segment_token_unquoted(segment));
    if (segment->type == AP_TYPE_BYTES)
        return ap_own_rule_matches(rule, (ap_view){ segment->bytes, segment->span.length });
    const size_t length = ap_segment_text(segment, text), digits = strcspn(text, " ");
    if (segment->set != NULL && digits < length) {
        ap_put_value_meaning(
            segment->set, ap_load_i32(segment->bytes, segment->swap), meaning, sizeof meaning);
        if (ap_own_rule_matches(rule, (ap_view){ (const uint8_t *)meaning, strlen(meaning) }))
            return true;
    }
    return ap_own_rule_matches(
        rule, (ap_view){ (const uint8_t *)text, segment->set == NULL ? length : digits });
}

/* Returns true if the rule does not allow the value. Sets *distance to the distance of the value from the limits; 0 if the rule
   allows patterns or a list of numbers. */
static bool does_value_break_rule(const ap_own_rule *rule, const ap_segment *segment, double *distance)
{
    double number;
    *distance = 0;
    if (rule->name_count > 0)
        return !matches_value(rule, segment);
    if (!read_number(segment, &number) || ap_own_rule_allows(rule, number, segment->type == AP_TYPE_F64))
        return false;
    if (rule->one_of_count == 0)
        *distance = fmax(number - rule->most, rule->least - number);
    return true;
}

static void record_field_place(const ap_own_field_results *fields, field_place *place)
{
    const ap_io *io = fields->io;
    place->span = io->field.span;
    place->path = io->path;
    place->name = io->field.name;
    place->joint = ap_joint_of_path(io, &io->path);
    (void)ap_segment_text(&fields->segment, place->text);
}

static void check_field(ap_own_field_results *fields, field_rule_state *one)
{
    double distance;
    const ap_own_rule *rule = one->rule;
    one->matched++;
    if (rule->subject == AP_OWN_COUNT) {
        one->counted += rule->name_count == 0 || matches_value(rule, &fields->segment);
        if ((double)one->counted > rule->most && one->broken++ == 0)
            record_field_place(fields, &one->place);
    } else if (does_value_break_rule(rule, &fields->segment, &distance)
               && (one->broken++ == 0 || distance > one->worst)) {
        one->worst = distance;
        record_field_place(fields, &one->place);
    }
}

static void check_field_by_all_rules(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    ap_own_field_results *fields = context;
    const char *first = io->path.depth > 0 ? io->path.parts[0].name : io->field.name;
    fields->io = io;
    fields->has_path = fields->has_shown_path = false;
    fields->segment = (ap_segment){ .span = io->field.span,
        .bytes = io->input.bytes + io->field.span.offset,
        .type = type,
        .role = role,
        .swap = io->swap,
        .set = io->set };
    for (size_t i = 0; i < fields->count; i++) {
        const ap_own_rule *rule = fields->items[i].rule;
        if (rule->subject != AP_OWN_JOINTS && may_path_match_pattern(rule->path, first)
            && ap_field_path_or_parent_matches(rule->path, path_text(fields, rule->names_joints)))
            check_field(fields, &fields->items[i]);
    }
    if (fields->joints.is_wanted)
        ap_own_joints_add_if_name(&fields->joints, io, role, fields->arena);
}

static void add_rule(ap_own_field_results *fields, const ap_own_rule *rule)
{
    fields->joints.is_wanted |= rule->subject == AP_OWN_JOINTS;
    fields->items[fields->count++].rule = rule;
}

/* Reads the file, and checks its fields by the rules added so far. Returns false when out of memory. */
static bool check_fields_of_file(ap_own_field_results *fields, const ap_format *format, ap_view input,
    const ap_lint_options *options, ap_arena *arena)
{
    const ap_listener listener = { .field = check_field_by_all_rules, .context = fields };
    ap_lint_options plain = *options;
    plain.prefetch = NULL;
    fields->arena = arena;
    return ap_pass_fields_to_listener(format, input, &plain, &listener, arena);
}

static ap_own_field_results *new_field_results(ap_arena *arena, size_t rules)
{
    ap_own_field_results *fields = ap_alloc(arena, sizeof *fields);
    if (fields != NULL)
        fields->items = ap_alloc_array(arena, rules, sizeof *fields->items);
    return fields == NULL || fields->items == NULL ? NULL : fields;
}

size_t ap_own_count_matching_fields(
    const ap_own_rule *rule, const ap_format *format, ap_view input, ap_arena *arena)
{
    const ap_lint_options options = { .listener = NULL };
    ap_own_field_results *fields = new_field_results(arena, 1);
    if (fields == NULL)
        return 0;
    add_rule(fields, rule);
    return check_fields_of_file(fields, format, input, &options, arena) ? fields->items[0].matched : 0;
}

/* Reports of the rules */

/* Returns the words about the values that the rule counts, for messages: " like \"L_*\""; "" if the rule
   counts any value. */
static const char *text_about_counted_values(const ap_own_rule *rule, char text[AP_OWN_ALLOWED_BYTES])
{
    char names[AP_OWN_ALLOWED_BYTES - 8] = "";
    ap_own_rule_list_names(rule, " or ", names, sizeof names);
    snprintf(text, AP_OWN_ALLOWED_BYTES, "%s%s", rule->name_count > 0 ? " like " : "", names);
    return text;
}

/* Adds a finding if the rule does not allow the number of counted fields. */
static void report_count(const field_rule_state *one, ap_view input, ap_findings *findings)
{
    const ap_own_rule *rule = one->rule;
    char like[AP_OWN_ALLOWED_BYTES], number[32];
    ap_io io;
    if (ap_own_rule_allows(rule, (double)one->counted, false))
        return;
    ap_io_init(&io, input, findings, findings->arena, NULL);
    if (one->broken > 0)
        io.path = one->place.path;
    snprintf(number, sizeof number, "%zu", one->counted);
    ap_add_finding_at(&io, rule->rule, one->broken > 0 ? one->place.span : (ap_span){ 0, 0 },
        one->broken > 0 ? one->place.name : NULL, ap_text_value(rule->allowed), ap_text_value(number),
        "%s: the file has %s %s with the path %s%s, and the rule allows %s (%s)", rule->rule->summary, number,
        one->counted == 1 ? "field" : "fields", rule->path, text_about_counted_values(rule, like),
        rule->allowed, rule->origin.text);
}

/* Adds a finding if a field has a value that the rule does not allow. */
static void report_value(const field_rule_state *one, ap_findings *findings)
{
    const ap_own_rule *rule = one->rule;
    const field_place *place = &one->place;
    ap_finding *finding = one->broken == 0 ? NULL : ap_findings_add(findings, rule->rule, place->span);
    char path[AP_PATH_TEXT_BYTES], shown[AP_SHOWN_PATH_BYTES], name[AP_JOINT_TEXT_BYTES], others[64] = "";
    char message[MESSAGE_BYTES];
    if (finding == NULL)
        return;
    const size_t length = ap_snprint_field_path(&place->path, place->name, path, sizeof path);
    (void)ap_joint_text(place->joint.name, false, name);
    const ap_joint_and_component_text joint = { name, place->joint.component };
    (void)ap_write_path_with_joint(path, joint, shown);
    if (one->broken > 1)
        snprintf(others, sizeof others, "; %zu other %s", one->broken - 1,
            one->broken == 2 ? "field breaks the rule too" : "fields break the rule too");
    snprintf(message, sizeof message, "%s: %s is %s, and the rule allows %s (%s)%s", rule->rule->summary,
        shown, place->text, rule->allowed, rule->origin.text, others);
    const ap_finding_values values = { .path = { (const uint8_t *)path, length },
        .expected = { (const uint8_t *)rule->allowed, strlen(rule->allowed) },
        .found = { (const uint8_t *)place->text, strlen(place->text) },
        .joint = joint };
    ap_finding_set_texts(findings->arena, finding, &values, message);
}

static bool does_rule_check_fields(
    const ap_own_check *check, const ap_own_rule *rule, const ap_findings *findings)
{
    return rule->subject != AP_OWN_FIGURE && ap_own_rule_checks_format(rule, check->format)
           && ap_rule_settings_level(findings->rule_settings, rule->rule) != AP_OFF;
}

/* Reads the file, and checks its fields by the rules that apply. Leaves check->field_results NULL without such rules, or when
   out of memory. */
static void collect_field_results(ap_own_check *check, const ap_findings *findings)
{
    const ap_own_rule_list *own = check->options->own;
    size_t count = 0;
    for (size_t i = 0; i < own->count; i++)
        count += does_rule_check_fields(check, &own->items[i], findings);
    ap_own_field_results *fields = count == 0 ? NULL : new_field_results(findings->arena, count);
    if (fields == NULL)
        return;
    for (size_t i = 0; i < own->count; i++) {
        if (does_rule_check_fields(check, &own->items[i], findings))
            add_rule(fields, &own->items[i]);
    }
    if (check_fields_of_file(fields, check->format, check->input, check->options, findings->arena))
        check->field_results = fields;
}

void ap_own_check_field_rules(ap_own_check *check, ap_findings *findings)
{
    if (check->field_results == NULL)
        collect_field_results(check, findings);
    const ap_own_field_results *fields = check->field_results;
    for (size_t i = 0; fields != NULL && i < fields->count; i++) {
        const field_rule_state *one = &fields->items[i];
        if (one->rule->subject == AP_OWN_JOINTS)
            ap_own_joints_report_missing(&fields->joints, one->rule, findings);
        else if (one->rule->subject == AP_OWN_COUNT)
            report_count(one, check->input, findings);
        else
            report_value(one, findings);
    }
}
