#include "web/pictures/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/finding/finding.h"
#include "core/finding/lines.h"
#include "validators/field_at.h"
#include "validators/lint_bytes.h"
#include "web/pictures/skin.h"
#include "web/texts.h"

static const struct {
    const char *format;
    web_picture_maker *make;
} generators[] = {
#define GENERATOR_ROW(format, generator) { #format, generator },
    WEB_PICTURES(GENERATOR_ROW)
};

enum {
    MOST_BYTES = 1 << 30,    /* memory limit of each of the picture's arenas */
    MOST_LISTED_WEIGHTS = 32 /* weights of a vertex that are listed; a vertex of a model has up to 4 */
};

static bool generate_picture_of_format(web_picture *picture)
{
    const ap_format *format = picture->file.format;
    bool made = false;
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        if (format != NULL && strcmp(generators[i].format, format->name) == 0)
            made = generators[i].make(picture) || web_joints_picture(picture);
    }
    return made && picture->point_count > 0 && !picture->arena.failed
           && picture->show(picture, picture->first);
}

web_picture *web_picture_make(web_set_file file)
{
    web_picture *picture = malloc(sizeof *picture);
    if (picture == NULL)
        return NULL;
    *picture = (web_picture){ .file = file };
    ap_arena_init(&picture->arena, MOST_BYTES);
    ap_arena_init(&picture->moving, MOST_BYTES);
    ap_arena_init(&picture->chosen, MOST_BYTES);
    if (generate_picture_of_format(picture))
        return picture;
    web_picture_free(picture);
    return NULL;
}

void web_picture_free(web_picture *picture)
{
    if (picture == NULL)
        return;
    ap_arena_free(&picture->arena);
    ap_arena_free(&picture->moving);
    ap_arena_free(&picture->chosen);
    free(picture);
}

bool web_picture_allocate(web_picture *picture, size_t points, size_t dots, size_t lines, size_t triangles)
{
    ap_arena *arena = &picture->arena;
    picture->point_count = points;
    picture->dot_count = dots;
    picture->triangle_count = triangles;
    picture->points = ap_alloc_array(arena, points, sizeof *picture->points);
    picture->names = ap_alloc_array(arena, dots, sizeof *picture->names);
    picture->paths = ap_alloc_array(arena, dots, sizeof *picture->paths);
    picture->lines = ap_alloc_array(arena, lines, sizeof *picture->lines);
    picture->triangles = ap_alloc_array(arena, triangles, sizeof *picture->triangles);
    return !arena->failed;
}

web_curve *web_picture_add_curve(
    web_picture *picture, const char *group, const char *name, const char *path, size_t count)
{
    web_curve *curve = &picture->curves[picture->curve_count++];
    *curve =
        (web_curve){ group, name, path, ap_alloc_array(&picture->chosen, count, sizeof *curve->keys), count };
    return curve->keys == NULL ? NULL : curve;
}

void web_picture_add_line(web_picture *picture, size_t from, size_t to)
{
    picture->lines[picture->line_count][0] = (int32_t)from;
    picture->lines[picture->line_count++][1] = (int32_t)to;
}

void web_picture_add_joint(web_picture *picture, size_t i, ap_view name, int32_t parent, const char *list)
{
    picture->names[i] = ap_arena_copy_text(&picture->arena, (const char *)name.bytes, name.size);
    picture->paths[i] = ap_arena_print(&picture->arena, "%s[%zu].name", list, i);
    if (parent >= 0)
        web_picture_add_line(picture, (size_t)parent, i);
}

void web_picture_set_drawn_part(web_picture *picture, size_t drawn, size_t count)
{
    picture->drawn_part = drawn >= count
                              ? "each frame"
                              : ap_arena_print(&picture->arena, "the first %zu of %zu frames", drawn, count);
}

static void put_number(ap_json_put *put, const char *key, double value)
{
    ap_json_put_begin_raw(put, key);
    fprintf(ap_json_put_stream(put), isfinite(value) ? "%.9g" : "null", value);
}

static void put_dots(ap_json_put *put, const web_picture *picture)
{
    ap_json_put_begin_array(put, "dots");
    for (size_t i = 0; i < picture->dot_count; i++) {
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "name", picture->names[i]);
        ap_json_put_text(put, "path", picture->paths[i]);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

static void put_picture(ap_json_put *put, const web_picture *picture)
{
    const char up[] = { picture->up, '\0' };
    ap_json_put_text(put, "kind", picture->kind);
    ap_json_put_text(put, "unit", picture->unit);
    put_number(put, "first", picture->first);
    put_number(put, "last", picture->last);
    put_number(put, "rate", picture->rate);
    ap_json_put_text(put, "up", up);
    ap_json_put_integer(put, "points", (int64_t)picture->point_count);
    ap_json_put_integer(put, "lines", (int64_t)picture->line_count);
    ap_json_put_integer(put, "triangles", (int64_t)picture->triangle_count);
    ap_json_put_text(put, "drawn_part", picture->drawn_part);
    ap_json_put_boolean(put, "bounded", picture->bounded);
    ap_json_put_boolean(put, "bind", picture->show_bind_pose != NULL);
    ap_json_put_integer(put, "framed_from", (int64_t)picture->framed_from);
}

char *web_picture_text(const web_picture *picture)
{
    web_text text;
    if (!web_open_text(&text))
        return NULL;
    put_picture(&text.put, picture);
    put_dots(&text.put, picture);
    return web_close_text(&text);
}

static void put_curves(ap_json_put *put, const web_picture *picture)
{
    ap_json_put_begin_array(put, "curves");
    for (size_t i = 0; i < picture->curve_count; i++) {
        const web_curve *curve = &picture->curves[i];
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "group", curve->group);
        ap_json_put_text(put, "name", curve->name);
        ap_json_put_text(put, "path", curve->path);
        ap_json_put_integer(put, "keys", (int64_t)curve->key_count);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

/* Sets picture->weights to the weights of a joint; leaves it NULL if the picture has no skin or `joint` is not a joint. Returns
   false when out of memory. */
static bool load_weights(web_picture *picture, size_t joint)
{
    if (picture->skin == NULL || joint >= picture->dot_count)
        return true;
    picture->weights = ap_alloc_array(&picture->chosen, picture->point_count, sizeof *picture->weights);
    if (picture->weights == NULL)
        return false;
    web_skin_copy_weights(picture->skin, joint, picture->weights + picture->dot_count);
    return true;
}

/* Writes the path of a vertex as "path", and where its first field is, in the file or in the companion that has the skin: "line",
   "offset" and "length"; these are missing when out of memory. */
static void put_place_of_vertex(ap_json_put *put, const web_picture *picture, size_t vertex)
{
    const web_set_file *file = &picture->file;
    const bool is_in_companion = file->companion.bytes != NULL;
    const ap_view bytes = is_in_companion ? file->companion : file->bytes;
    const ap_format *format =
        is_in_companion ? ap_choose_format(bytes, file->companion_name, NULL) : file->format;
    const size_t *first_verts = picture->skin->first_verts;
    const ap_lint_options options = { .no_simd = false };
    char path[AP_FIELD_AT_PATH_BYTES];
    ap_arena arena;
    ap_line_position position = { .line = 1 };
    size_t block = picture->skin->block_count - 1;
    while (first_verts[block] > vertex)
        block--;
    (void)snprintf(path, sizeof path, "meshes[%zu].verts[%zu].index", block, vertex - first_verts[block]);
    ap_arena_init(&arena, MOST_BYTES);
    const ap_field_at field = ap_find_field_by_path(format, bytes, &options, &arena, path);
    *strrchr(path, '.') = '\0';
    ap_json_put_text(put, "path", path);
    if (field.known) {
        ap_line_position_advance(&position, bytes, field.span.offset);
        ap_json_put_integer(put, "line", (int64_t)position.line);
        ap_json_put_integer(put, "offset", (int64_t)field.span.offset);
        ap_json_put_integer(put, "length", (int64_t)field.span.length);
    }
    ap_arena_free(&arena);
}

/* Writes where the vertex drawn at a point is in its file, the number of its weights, and the first MOST_LISTED_WEIGHTS
   weights. If no vertex is drawn there, writes the number 0 and an empty list. */
static void put_weights_of_vertex(ap_json_put *put, const web_picture *picture, size_t point)
{
    const web_skin *skin = picture->skin;
    const bool is_vertex = skin != NULL && point != WEB_NONE && point >= picture->dot_count;
    const ap_md5mesh_vert *vert = is_vertex ? &skin->verts[point - picture->dot_count] : NULL;
    const int32_t count = is_vertex ? vert->weight_count : 0;
    if (is_vertex)
        put_place_of_vertex(put, picture, point - picture->dot_count);
    ap_json_put_integer(put, "weight_count", count);
    ap_json_put_begin_array(put, "weights_of_vertex");
    for (int32_t i = 0; i < count && i < MOST_LISTED_WEIGHTS; i++) {
        const ap_md5mesh_weight *weight = &skin->weights[vert->first_weight + i];
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "joint", picture->names[weight->joint]);
        put_number(put, "bias", (double)weight->bias);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}

char *web_picture_load_point(web_picture *picture, size_t point)
{
    web_text text;
    ap_arena_reset(&picture->chosen);
    picture->curve_count = 0;
    picture->curves = NULL;
    picture->weights = NULL;
    if ((picture->load_curves != NULL && !picture->load_curves(picture, point))
        || !load_weights(picture, point) || !web_open_text(&text))
        return NULL;
    put_curves(&text.put, picture);
    ap_json_put_boolean(&text.put, "weights", picture->weights != NULL);
    put_weights_of_vertex(&text.put, picture, point);
    return web_close_text(&text);
}

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
    put_number(put, "moment", elements.moment);
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
    put_field(&text.put, &file, &field, &arena);
    put_elements(&text.put, picture, field.path);
    ap_arena_free(&arena);
    return web_close_text(&text);
}

char *web_elements_text(const web_picture *picture, const char *path)
{
    web_text text;
    if (!web_open_text(&text))
        return NULL;
    put_elements(&text.put, picture, path);
    return web_close_text(&text);
}
