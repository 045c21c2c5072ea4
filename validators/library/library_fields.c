/* Reads the fields of the open file: animproof_fields and animproof_get. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/finding/finding.h"
#include "core/number/number.h"
#include "validators/field_at.h"
#include "validators/library/handle.h"

animproof_status ap_handle_visit_segments(
    animproof *handle, void (*segment)(void *context, const ap_segment *segment), void *context)
{
    ap_field_map map;
    const ap_lint_options options = ap_handle_lint_options(handle);
    ap_field_map_init(&map, handle->file.view, false, segment, context);
    return ap_pass_fields_to_listener(
               handle->format, handle->file.view, &options, &map.listener, &handle->work)
               ? ANIMPROOF_OK
               : ap_handle_fail_for_memory(handle);
}

/* A field of the public interface, with buffers for its strings. */
typedef struct field_texts {
    animproof_field field;
    char path[AP_FIELD_AT_PATH_BYTES];
    char number[AP_SEGMENT_TEXT_BYTES];
    char meaning[64];
} field_texts;

static ap_view name_or_token_of(const ap_segment *segment)
{
    return segment->type == AP_TYPE_TEXT ? ap_segment_token_unquoted(segment)
                                         : (ap_view){ segment->bytes, segment->span.length };
}

static double number_or_nan_of(const ap_segment *segment)
{
    ap_number number = { .fault = AP_NUMBER_MALFORMED };
    switch (segment->type) {
    case AP_TYPE_U8:
        return segment->bytes[0];
    case AP_TYPE_I32:
        return ap_load_i32(segment->bytes, segment->swap);
    case AP_TYPE_F32:
        return (double)ap_load_f32(segment->bytes, segment->swap);
    case AP_TYPE_F64:
        return ap_load_f64(segment->bytes, segment->swap);
    case AP_TYPE_LENGTH:
        return ap_segment_stored_length(segment);
    case AP_TYPE_TEXT:
        if (segment->role != AP_ROLE_NAME)
            number = ap_parse_float(ap_segment_token_unquoted(segment));
        break;
    default:
        break;
    }
    return number.fault == AP_NUMBER_FINE ? (double)number.value : (double)NAN;
}

/* Makes *room large enough for `size` bytes and a NUL; a larger *room is new and empty. Returns false when out of memory. */
static bool ensure_room(ap_arena *arena, char **room, size_t *room_bytes, size_t size)
{
    if (size < *room_bytes)
        return true;
    const size_t wanted = ap_saturating_size_sum(ap_saturating_size_product(size, 2), 64);
    *room = ap_alloc(arena, wanted);
    *room_bytes = *room == NULL ? 0 : wanted;
    return *room != NULL;
}

static void put_number_and_meaning(field_texts *s, const ap_segment *segment)
{
    ap_segment plain = *segment;
    plain.set = NULL; /* the number without the name of its enum value, which goes to `meaning` */
    s->field.text_length = ap_segment_text(&plain, s->number);
    s->field.text = s->number;
    if (segment->type == AP_TYPE_I32)
        ap_put_value_meaning(
            segment->set, ap_load_i32(segment->bytes, segment->swap), s->meaning, sizeof s->meaning);
    if (s->meaning[0] != '\0')
        s->field.meaning = s->meaning;
}

/* Fills in s->field. The caller writes the text of the path into s->path. Returns false when out of
   memory. */
static bool fill_field_except_path_text(
    ap_arena *arena, field_texts *s, char **room, size_t *room_bytes, const ap_segment *segment)
{
    s->meaning[0] = '\0';
    s->field = (animproof_field){
        .struct_size = sizeof s->field,
        .path = s->path,
        .type = ap_field_type_name(segment->type),
        .role = ap_field_role_name(segment->role),
        .offset = segment->span.offset,
        .length = segment->span.length,
        .number = number_or_nan_of(segment),
    };
    if (segment->type != AP_TYPE_BYTES && segment->type != AP_TYPE_TEXT) {
        put_number_and_meaning(s, segment);
        return true;
    }
    const ap_view name = name_or_token_of(segment);
    if (!ensure_room(arena, room, room_bytes, name.size))
        return false;
    if (name.size > 0)
        memcpy(*room, name.bytes, name.size);
    (*room)[name.size] = '\0';
    s->field.text = *room;
    s->field.text_length = name.size;
    return true;
}

/* animproof_fields */

typedef struct field_report_state {
    ap_arena *arena;
    animproof_field_callback callback;
    void *user;
    bool ended; /* the callback asked to stop, or memory ran out */
    char *room; /* for names */
    size_t room_bytes;
    field_texts shown;
} field_report_state;

static void report_field(void *context, const ap_segment *segment)
{
    field_report_state *w = context;
    if (w->ended)
        return;
    ap_snprint_field_path(segment->path, segment->name, w->shown.path, sizeof w->shown.path);
    w->ended = !fill_field_except_path_text(w->arena, &w->shown, &w->room, &w->room_bytes, segment)
               || w->callback(w->user, &w->shown.field) != 0;
}

animproof_status animproof_fields(animproof *handle, animproof_field_callback callback, void *user)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    field_report_state w = { .arena = &handle->work, .callback = callback, .user = user };
    animproof_status status = callback == NULL
                                  ? ap_handle_fail(handle, ANIMPROOF_MISUSE, "the callback is NULL")
                                  : ap_handle_require_format(handle);
    if (status == ANIMPROOF_OK)
        status = ap_handle_visit_segments(handle, report_field, &w);
    return ap_handle_end_call_and_restore_locale(handle, status);
}

/* animproof_get */

static void store_wanted_or_preceding_field(void *context, const ap_segment *segment)
{
    ap_handle_field *field = context;
    char path[AP_FIELD_AT_PATH_BYTES];
    if (field->found)
        return;
    ap_snprint_field_path(segment->path, segment->name, path, sizeof path);
    field->found = segment->type != AP_TYPE_LENGTH && strcmp(path, field->path) == 0;
    *(field->found ? &field->segment : &field->before) = *segment;
}

animproof_status ap_handle_find_field(animproof *handle, ap_handle_field *field)
{
    animproof_status status = ap_handle_require_format(handle);
    if (status == ANIMPROOF_OK)
        status = ap_handle_visit_segments(handle, store_wanted_or_preceding_field, field);
    if (status != ANIMPROOF_OK || field->found)
        return status;
    return ap_handle_fail(handle, ANIMPROOF_NO_FIELD, "the file has no field %.200s", field->path);
}

static animproof_status copy_field(animproof *handle, const char *path, animproof_field *field, size_t size)
{
    ap_handle_field at = { .path = path };
    char *room = NULL;
    size_t room_bytes = 0;
    field_texts *s =
        ap_alloc(&handle->work, sizeof *s); /* the caller gets pointers into *s, valid until its next call */
    const animproof_status status = ap_handle_find_field(handle, &at);
    if (status != ANIMPROOF_OK)
        return status;
    if (s == NULL || !fill_field_except_path_text(&handle->work, s, &room, &room_bytes, &at.segment))
        return ap_handle_fail_for_memory(handle);
    snprintf(s->path, sizeof s->path, "%s", path);
    ap_handle_copy_common_bytes_and_set_struct_size(field, size, &s->field, sizeof s->field);
    return ANIMPROOF_OK;
}

animproof_status animproof_get(animproof *handle, const char *path, animproof_field *field, size_t field_size)
{
    animproof_status status = ANIMPROOF_OK;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (path == NULL || field == NULL || field_size < sizeof(size_t))
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE,
            "path and field must not be NULL, and field_size must be sizeof *field");
    else
        status = copy_field(handle, path, field, field_size);
    return ap_handle_end_call_and_restore_locale(handle, status);
}
