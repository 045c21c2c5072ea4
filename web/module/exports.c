/* Implements the functions that build/wasm/animproof.wasm exports to a page. All functions share one file set
   and one picture. Strings end with a NUL. */
#include <stdint.h>
#include <stdlib.h>

#include "validators/lint_bytes.h"
#include "web/lint_text.h"
#include "web/pictures/picture.h"
#include "web/texts.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Allocates memory for a file or a name; NULL when out of memory. Free it with animproof_let_go. */
EXPORT("animproof_room") void *web_allocate(size_t bytes);

/* Frees memory that a function of the module returned. Accepts NULL. */
EXPORT("animproof_let_go") void web_free(void *room);

/* Lints one file without a file set, and returns the report. Returns NULL if the reporter ("json") does not
   exist, or when out of memory. Free the report with animproof_let_go. */
EXPORT("animproof_lint")
char *web_lint(const char *name, const uint8_t *bytes, size_t size, const char *reporter);

/* Returns the rules as JSON (web/texts.h); free it with animproof_let_go. */
EXPORT("animproof_rules") char *web_rules(void);

/* Functions of the file set: see web/file_set.h. Functions that return a file number return -1 for WEB_NONE. animproof_hold
   takes ownership of bytes from animproof_room. */
EXPORT("animproof_clear") void web_clear(void);
EXPORT("animproof_add") int32_t web_add(const char *name, int32_t from_folder, size_t choice);
EXPORT("animproof_pair") void web_set_companion(size_t file, size_t companion);
EXPORT("animproof_may_skip") int32_t web_may_skip(size_t file, const uint8_t *start, size_t size);
EXPORT("animproof_hold") void web_store_bytes(size_t file, uint8_t *bytes, size_t size);
EXPORT("animproof_release") void web_free_bytes(size_t file);
EXPORT("animproof_needs") int32_t web_next_needed(size_t file);
EXPORT("animproof_companion") int32_t web_companion_of_file(size_t file);
EXPORT("animproof_lint_file") char *web_lint_file(size_t file, const char *reporter);
/* Returns the result of web_file_set_find_misfit as JSON; free it with animproof_let_go. Returns NULL if the result is false, or
   when out of memory. */
EXPORT("animproof_misfit") char *web_find_misfit(size_t file);

/* Functions of the picture: see web/pictures/picture.h. animproof_picture makes the picture of a file, replaces the previous
   picture, and returns the picture as JSON (free it with animproof_let_go), or NULL if there is no picture. The file and its
   companion must stay held as long as the picture exists. The arrays that the functions return belong to the picture. */
EXPORT("animproof_picture") char *web_picture_open(size_t file);
EXPORT("animproof_picture_show") int32_t web_picture_show(double moment);
EXPORT("animproof_picture_points") const float *web_picture_points(void);
EXPORT("animproof_picture_lines") const int32_t *web_picture_lines(void);
EXPORT("animproof_picture_triangles") const int32_t *web_picture_triangles(void);
EXPORT("animproof_picture_box") const float *web_picture_box(void);
/* animproof_picture_bind shows the bind pose of the skin, and returns 0 if the picture has no bind pose.
   animproof_picture_choose loads curves and weights of a point (web_picture_load_point); -1 means no point.
   animproof_picture_find returns moment, point, curve and triangle of a path as JSON. */
EXPORT("animproof_picture_bind") int32_t web_picture_show_bind_pose(void);
EXPORT("animproof_picture_choose") char *web_choose_point(int32_t point);
EXPORT("animproof_picture_curve") const float *web_picture_curve(size_t curve);
EXPORT("animproof_picture_weights") const float *web_picture_weights(void);
EXPORT("animproof_picture_find") char *web_picture_find(const char *path);

/* Returns a field of a held file as JSON (web/pictures/picture.h): the field with the path, or the field
   at the offset if path is NULL. Free it with animproof_let_go. Returns NULL when out of memory. */
EXPORT("animproof_field") char *web_field(size_t file, const char *path, size_t offset);

/* Returns the changes from one held file to another as JSON (web/texts.h). Free it with animproof_let_go. Returns NULL
   when out of memory. */
EXPORT("animproof_compare_files") char *web_compare(size_t old_file, size_t new_file);

static web_file_set *set;
static web_picture *picture;

void *web_allocate(size_t bytes)
{
    return malloc(bytes);
}

void web_free(void *room)
{
    free(room);
}

char *web_lint(const char *name, const uint8_t *bytes, size_t size, const char *reporter)
{
    const ap_view view = { bytes, size };
    const web_lint_request request = {
        .file = { .name = name, .bytes = view, .format = ap_choose_format(view, name, NULL) },
        .reporter = ap_find_reporter(reporter)
    };
    size_t length;
    return request.reporter == NULL ? NULL : web_lint_text(&request, &length);
}

char *web_rules(void)
{
    return web_rules_text();
}

void web_clear(void)
{
    web_picture_free(picture);
    picture = NULL;
    if (set != NULL)
        web_file_set_free(set);
    set = NULL;
}

int32_t web_add(const char *name, int32_t from_folder, size_t choice)
{
    if (set == NULL)
        set = web_file_set_make();
    return set == NULL ? -1 : (int32_t)web_file_set_add(set, name, from_folder != 0, choice);
}

void web_set_companion(size_t file, size_t companion)
{
    web_file_set_set_companion(set, file, companion);
}

int32_t web_may_skip(size_t file, const uint8_t *start, size_t size)
{
    return web_file_set_may_skip(set, file, (ap_view){ start, size });
}

void web_store_bytes(size_t file, uint8_t *bytes, size_t size)
{
    web_file_set_store_bytes(set, file, bytes, size);
}

void web_free_bytes(size_t file)
{
    web_file_set_free_bytes(set, file);
}

int32_t web_next_needed(size_t file)
{
    return (int32_t)web_file_set_next_needed(set, file);
}

int32_t web_companion_of_file(size_t file)
{
    return (int32_t)web_file_set_describe_file(set, file).companion_number;
}

char *web_lint_file(size_t file, const char *reporter)
{
    size_t size;
    return web_file_set_lint(set, file, reporter, &size);
}

char *web_find_misfit(size_t file)
{
    web_misfit misfit;
    web_text text;
    if (!web_file_set_find_misfit(set, file, &misfit) || !web_open_text(&text))
        return NULL;
    ap_json_put_integer(&text.put, "file", (int64_t)misfit.file);
    ap_json_put_text(&text.put, "missing", misfit.missing);
    ap_json_put_text(&text.put, "difference", misfit.difference);
    return web_close_text(&text);
}

char *web_picture_open(size_t file)
{
    web_picture_free(picture);
    picture = web_picture_make(web_file_set_describe_file(set, file));
    return picture == NULL ? NULL : web_picture_text(picture);
}

int32_t web_picture_show(double moment)
{
    return picture != NULL && picture->show(picture, moment);
}

const float *web_picture_points(void)
{
    return picture->points[0];
}

const int32_t *web_picture_lines(void)
{
    return picture->lines[0];
}

const int32_t *web_picture_triangles(void)
{
    return picture->triangles[0];
}

const float *web_picture_box(void)
{
    return picture->box;
}

int32_t web_picture_show_bind_pose(void)
{
    return picture != NULL && picture->show_bind_pose != NULL && picture->show_bind_pose(picture);
}

char *web_choose_point(int32_t point)
{
    return picture == NULL ? NULL : web_picture_load_point(picture, point < 0 ? WEB_NONE : (size_t)point);
}

const float *web_picture_weights(void)
{
    return picture->weights;
}

char *web_picture_find(const char *path)
{
    return web_elements_text(picture, path);
}

const float *web_picture_curve(size_t curve)
{
    return picture->curves[curve].keys[0];
}

char *web_field(size_t file, const char *path, size_t offset)
{
    return web_field_text(web_file_set_describe_file(set, file), picture, path, offset);
}

char *web_compare(size_t old_file, size_t new_file)
{
    const web_set_file old_held = web_file_set_describe_file(set, old_file);
    const web_set_file new_held = web_file_set_describe_file(set, new_file);
    return web_compare_text(&old_held, &new_held);
}
