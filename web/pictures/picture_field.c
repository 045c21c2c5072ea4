#include "web/pictures/picture_field.h"

#include <math.h>

#include "validators/field_at.h"
#include "web/memory_text.h"

static void put_index(ap_json_put *put, const char *key, size_t index)
{
    if (index == WEB_NONE)
        ap_json_put_null(put, key);
    else
        ap_json_put_integer(put, key, (int64_t)index);
}

static void put_elements(ap_json_put *put, const web_picture *picture, const char *path)
{
    web_elements elements = { (double)NAN, WEB_NONE, WEB_NONE, WEB_NONE };
    if (picture != NULL && picture->find != NULL)
        picture->find(picture, path, &elements);
    ap_json_put_begin_raw(put, "moment");
    fprintf(ap_json_put_stream(put), isfinite(elements.moment) ? "%.9g" : "null", elements.moment);
    put_index(put, "point", elements.point);
    put_index(put, "curve", elements.curve);
    put_index(put, "triangle", elements.triangle);
}

static void put_field(ap_json_put *put, const web_set_file *file, const ap_field_at *field, ap_arena *arena)
{
    char room[AP_FIELD_ABOUT_BYTES];
    const bool has_path = field->path[0] != '\0' && file->format != NULL;
    ap_json_put_boolean(put, "known", field->known);
    ap_json_put_integer(put, "offset", (int64_t)field->span.offset);
    ap_json_put_integer(put, "length", (int64_t)field->span.length);
    ap_json_put_text(put, "path", field->path);
    ap_json_put_text(put, "shown", field->known ? field->shown : field->path);
    ap_json_put_text(put, "about",
        has_path ? ap_find_field_description(file->format, file->bytes, field, arena, room) : NULL);
}

static ap_field_at find_field(const web_set_file *file, const char *path, size_t offset, ap_arena *arena)
{
    const ap_lint_options options = { .no_simd = false };
    ap_field_at field = { .known = false };
    if (file->format == NULL)
        return field;
    field = path == NULL ? ap_find_field_at(file->format, file->bytes, &options, arena, offset)
                         : ap_find_field_by_path(file->format, file->bytes, &options, arena, path);
    if (path != NULL)
        snprintf(field.path, sizeof field.path, "%s", path);
    return field;
}

char *web_field_text(web_set_file file, const web_picture *picture, const char *path, size_t offset)
{
    web_text text;
    ap_arena arena;
    if (!web_open_text(&text))
        return NULL;
    ap_arena_init(&arena, 0);
    const ap_field_at field = find_field(&file, path, offset, &arena);
    ap_json_put_begin_object(&text.put, NULL);
    put_field(&text.put, &file, &field, &arena);
    put_elements(&text.put, picture, field.path);
    ap_json_put_end_object(&text.put);
    ap_arena_free(&arena);
    return web_close_text(&text);
}

char *web_elements_text(const web_picture *picture, const char *path)
{
    web_text text;
    if (!web_open_text(&text))
        return NULL;
    ap_json_put_begin_object(&text.put, NULL);
    put_elements(&text.put, picture, path);
    ap_json_put_end_object(&text.put);
    return web_close_text(&text);
}
