/* Makes the picture that a page draws of a file: points at a moment, with lines and triangles
   between them. */
#ifndef WEB_PICTURE_H
#define WEB_PICTURE_H

#include "core/base/arena.h"
#include "web/file_set.h"

/* A curve over time, in seconds. */
typedef struct web_curve {
    const char *path;        /* "camera.position_x" */
    float (*keys)[2];        /* time, value */
    size_t key_count, point; /* point: the point that the curve moves, or WEB_NONE */
} web_curve;

/* The elements of a picture that show a field. */
typedef struct web_moment {
    double at;    /* NaN if the field has no moment */
    size_t point; /* WEB_NONE if the field has no point */
    size_t curve; /* WEB_NONE if the field has no curve */
} web_moment;

typedef struct web_picture web_picture;
struct web_picture {
    const char *kind;   /* "skeleton", "mesh", "camera", "hands", "points" */
    const char *unit;   /* unit of a moment: "frame", "timestep" or "second" */
    double first, last; /* first and last moment */
    double rate;        /* moments per second; 0 if nothing moves */
    char up;            /* axis that points up: 'y' or 'z' */
    ap_arena arena;     /* owns the members after `moving`, except the bytes of the file */
    ap_arena moving;    /* cache of moments near the one shown */
    web_set_file file;  /* its bytes must stay valid as long as the picture */
    void *own;          /* private data of the format's web_picture_function, in `arena` */

    size_t point_count, dot_count; /* the first dot_count points are dots, which have names */
    float (*points)[3];            /* positions at the moment shown; NaN if a point is hidden */
    const char **names, **paths;   /* name of each dot, and path of its field */
    size_t line_count, triangle_count;
    int32_t (*lines)[2], (*triangles)[3]; /* indices into `points` */
    const char
        *until;   /* text for the part before the first error, which is drawn; NULL if there is no error */
    bool bounded; /* the file has a bounding box, in `box` */
    float box[6]; /* bounds at the moment shown: the least corner, the greatest corner */
    /* bounds over several moments, in the form of `box`; least above greatest if no point is visible */
    float extent[6];
    size_t curve_count;
    web_curve *curves;

    /* Sets points and box for a moment. Returns false when out of memory. */
    bool (*show)(web_picture *picture, double moment);
    /* Finds the elements that show the field. May be NULL. */
    void (*find)(const web_picture *picture, const char *path, web_moment *moment);
};

/* Makes the picture of a file at its first moment, after web_file_set_needs has returned WEB_NONE for the
   file. The caller frees the picture. Returns NULL if the format is unknown, if the file is too broken to
   draw anything, or when out of memory. */
web_picture *web_picture_make(web_set_file file);
void web_picture_free(web_picture *picture); /* Frees the picture; accepts NULL. */

/* Returns the picture as JSON, without points, lines and triangles. The caller frees the text. NULL when out
   of memory. */
char *web_picture_text(const web_picture *picture);

/* The following functions are for the sources of pictures. */

/* web_picture_room allocates arrays for that many elements, and returns false when out of memory.
   web_picture_format formats a string in the arena, and returns NULL when out of memory. */
bool web_picture_room(web_picture *picture, size_t points, size_t dots, size_t lines, size_t triangles);
const char *web_picture_format(web_picture *picture, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a line between two points. */
void web_picture_line(web_picture *picture, size_t from, size_t to);

/* Sets name and path ("LIST[I]") of the dot of joint i, and adds a line to its parent unless parent is -1. */
void web_picture_joint(web_picture *picture, size_t i, ap_view name, int32_t parent, const char *list);

/* Sets picture->until: "the first 2 of 5 frames", or "each frame". */
void web_picture_until(web_picture *picture, size_t drawn, size_t count);

/* Fills in a picture that has only its file and arenas. Returns false if nothing can be drawn. */
typedef bool web_picture_function(web_picture *picture);

/* Each row: a format and its web_picture_function. */
#define WEB_PICTURES(ROW)                                                                                    \
    ROW(md5anim, web_skeleton_picture)                                                                       \
    ROW(md5mesh, web_mesh_picture)                                                                           \
    ROW(md5camera, web_camera_picture)                                                                       \
    ROW(mrtk, web_hands_picture)                                                                             \
    ROW(memg, web_points_picture)

#define WEB_DECLARE(format, function) web_picture_function function;
WEB_PICTURES(WEB_DECLARE)

#endif
