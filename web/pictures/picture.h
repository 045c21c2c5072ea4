/* What a page draws of a file: points at a moment, and the lines and triangles between them. */
#ifndef WEB_PICTURE_H
#define WEB_PICTURE_H

#include "core/base/arena.h"
#include "web/file_set.h"

/* A curve over time, in seconds. */
typedef struct web_curve {
    const char *path;        /* "camera.position_x" */
    float (*keys)[2];        /* time, value */
    size_t key_count, point; /* point: that it moves; WEB_NONE: none */
} web_curve;

/* Where the path of a field leads in a picture. */
typedef struct web_moment {
    double at;    /* NaN: at no moment of its own */
    size_t point; /* WEB_NONE: no point of its own, and in the next */
    size_t curve;
} web_moment;

typedef struct web_picture web_picture;
struct web_picture {
    const char *kind;   /* "skeleton", "mesh", "camera", "hands", "points" */
    const char *unit;   /* of moments: "frame", "timestep" or "second" */
    double first, last; /* moments */
    double rate;        /* moments in a second; 0: nothing moves */
    char up;            /* which axis is: 'y' or 'z' */
    ap_arena arena;     /* of all that follows */
    ap_arena moving;    /* of what is kept for the moments about the one shown */
    web_shelved file;   /* which stays where it is as long as the picture */
    void *own;          /* the maker's, in the arena */

    size_t point_count, dot_count; /* the first points are dots with names */
    float (*points)[3];            /* at the moment shown; NaN: not there */
    const char **names, **paths;   /* of the dots */
    size_t line_count, triangle_count;
    int32_t (*lines)[2], (*triangles)[3]; /* points */
    const char *until; /* of a file with an error, what precedes it, which is drawn; NULL: it has none */
    bool bounded;
    float box[6]; /* at the moment shown: the least corner and the greatest */
    float extent
        [6]; /* the box about some moments from the first to the last; the least is above the greatest: nothing */
    size_t curve_count;
    web_curve *curves;

    bool (*show)(web_picture *picture, double moment); /* false when memory has run out */
    void (*find)(
        const web_picture *picture, const char *path, web_moment *moment); /* NULL: nothing is found */
};

/* The picture of a file that needs nothing more of its shelf, at its first moment; the caller's. NULL where there is
   none: the file is of no format, or so broken that nothing can be placed, or memory has run out. */
web_picture *web_picture_make(web_shelved file);
void web_picture_free(web_picture *picture); /* NULL is nothing */

/* What it is, as JSON, for free(); NULL when memory has run out. */
char *web_picture_text(const web_picture *picture);

/* For the makers of pictures. Room for that much, in the arena; false, or NULL, when memory has run out. */
bool web_picture_room(web_picture *picture, size_t points, size_t dots, size_t lines, size_t triangles);
const char *web_picture_format(web_picture *picture, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A line between two points. */
void web_picture_line(web_picture *picture, size_t from, size_t to);

/* The name and path of the dot of joint i, in that list of the file, and the line to its parent, which is -1 for none. */
void web_picture_joint(web_picture *picture, size_t i, ap_view name, int32_t parent, const char *list);

/* picture->until: "the first 2 of 5 frames", or "each frame". */
void web_picture_until(web_picture *picture, size_t drawn, size_t count);

/* A maker fills a picture which has its file and its arenas, and nothing else. False where there is no picture. */
typedef bool web_picture_function(web_picture *picture);

/* A row each: a format and its maker. */
#define WEB_PICTURES(ROW)                                                                                    \
    ROW(md5anim, web_skeleton_picture)                                                                       \
    ROW(md5mesh, web_mesh_picture)                                                                           \
    ROW(md5camera, web_camera_picture)                                                                       \
    ROW(mrtk, web_hands_picture)                                                                             \
    ROW(memg, web_points_picture)

#define WEB_MAKER_OF(format, generator) web_picture_function generator;
WEB_PICTURES(WEB_MAKER_OF)

#endif
