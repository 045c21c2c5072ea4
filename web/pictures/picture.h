/* Makes the picture that a page draws of a file: points with lines and triangles between them, at one moment.
   */
#ifndef WEB_PICTURE_H
#define WEB_PICTURE_H

#include "core/base/arena.h"
#include "web/file_set.h"

/* A curve of one number over time: a moment and a value per key. */
typedef struct web_curve {
    const char *group; /* curves of a group have the same unit, such as "position" */
    const char *name;  /* name of the curve in its group, such as "Tx" */
    const char *path;  /* path of a key's field, with '%' for the index of the key */
    float (*keys)[2];  /* moment, value */
    size_t key_count;
} web_curve;

/* The elements of a picture that show a field of the file: a moment, a point, a curve and a triangle. */
typedef struct web_elements {
    double moment; /* NaN if the field does not belong to a moment */
    size_t point;  /* index of the point; WEB_NONE if the field does not belong to a point */
    size_t
        curve; /* index of the curve among those of the point; WEB_NONE if the field does not belong to a curve */
    size_t triangle; /* index of the triangle; WEB_NONE if the field does not belong to a triangle */
} web_elements;

typedef struct web_picture web_picture;
struct web_picture {
    const char *kind;   /* one of "skeleton", "mesh", "camera", "hands", "points" */
    const char *unit;   /* unit of a moment: "frame", "timestep" or "second" */
    double first, last; /* first and last moment */
    double rate;        /* moments per second when the picture plays; 0 if the picture does not move */
    char up;            /* axis that points up: 'y' or 'z' */
    /* memory of everything in the picture except the data in `moving` and `chosen` and the bytes of the file */
    ap_arena arena;
    ap_arena moving;   /* memory of data cached for moments near the moment shown */
    ap_arena chosen;   /* memory of the curves and weights of the chosen point */
    web_set_file file; /* the file drawn; its bytes must stay valid as long as the picture */
    /* private data of the functions below, in `arena`; its type depends on the format */
    void *private_data;

    size_t point_count,
        /* number of points, and number of dots: the dots are the first points, which have names */
        dot_count;
    float (*points)[3];          /* position of each point at the moment shown; NaN if the point is hidden */
    const char **names, **paths; /* name of each dot, and path of its field */
    size_t line_count, triangle_count;
    int32_t (*lines)[2], (*triangles)[3]; /* corners of lines and triangles, as indices into `points` */
    const char *
        drawn_part; /* text for the part of the file that is drawn if an error ends it; NULL if the file has no error */
    bool bounded; /* true if the file has a bounding box, which is in `box` */
    float box
        [6]; /* bounding box at the moment shown: three coordinates of the least corner, then of the greatest corner */
    /* the first point that a view is fitted to: earlier points count only if each later point is hidden */
    size_t framed_from;
    const struct web_skin *skin; /* skin of the points after the dots; NULL without a skin */
    size_t curve_count;
    web_curve *curves; /* curves of the chosen point, in `chosen` */
    float *weights;    /* weight of the chosen joint at each point, in `chosen`; NULL without a skin */

    /* Sets `points` and `box` to those at a moment. Returns false when out of memory, or if they cannot be computed. */
    bool (*show)(web_picture *picture, double moment);
    /* Sets `points` to the bind pose of the skin; NULL if only the poses of moments can be shown. */
    bool (*show_bind_pose)(web_picture *picture);
    /* Sets `curves` to those of a point, or if `point` is WEB_NONE, to those without a point. Returns false when out
       of memory. The function pointer is NULL if the file has no curves. */
    bool (*load_curves)(web_picture *picture, size_t point);
    /* Sets the members of *elements that show the field with the path, and leaves the others. The function pointer is NULL if no
       element of the picture shows a field. */
    void (*find)(const web_picture *picture, const char *path, web_elements *elements);
};

/* Makes the picture of a file at its first moment, after web_file_set_next_needed has returned WEB_NONE for the file. The
   caller frees the picture. Returns NULL if the format is unknown, if no part of the file before its first error can be drawn,
   or when out of memory. */
web_picture *web_picture_make(web_set_file file);
void web_picture_free(web_picture *picture); /* Frees the picture; accepts NULL. */

/* Loads curves and weights of a point, or of no point (WEB_NONE), and returns the curves without their keys, and the weights of a
   vertex and its line, as JSON. The caller frees the text. Returns NULL when out of memory. */
char *web_picture_load_point(web_picture *picture, size_t point);

/* Returns the picture as JSON, without points, lines and triangles. The caller frees the text. Returns NULL
   when out of memory. */
char *web_picture_text(const web_picture *picture);

/* Returns a field as a JSON object: the field with the path, or the field at `offset` if path is NULL.
   Members: "known", "offset", "length", "path", "shown" (the path with the name of its joint), "about" (a
   description or null), and "moment", "point", "curve", "triangle" (null if the picture has no such element, or is NULL).
   The last four are also set for the path of an array or object, for which "known" is false. The caller frees the text. Returns
   NULL when out of memory. */
char *web_field_text(web_set_file file, const web_picture *picture, const char *path, size_t offset);

/* Returns the members "moment", "point", "curve" and "triangle" of a path alone, without a search for the field in the file. */
char *web_elements_text(const web_picture *picture, const char *path);

/* The following functions are for the source files that make the picture of a format. */

/* Allocates the picture's arrays with the given numbers of elements, and room for the lines. Returns false when out of memory. */
bool web_picture_allocate(web_picture *picture, size_t points, size_t dots, size_t lines, size_t triangles);

/* Adds a line between the points with the indices `from` and `to`. */
void web_picture_add_line(web_picture *picture, size_t from, size_t to);

/* Sets name and path ("LIST[I].name") of the dot of joint i, and adds a line to the joint's parent unless `parent` is -1. */
void web_picture_add_joint(web_picture *picture, size_t i, ap_view name, int32_t parent, const char *list);

/* Adds a curve with `count` keys to picture->curves, which must have room for it. Returns NULL when out of memory. */
web_curve *web_picture_add_curve(
    web_picture *picture, const char *group, const char *name, const char *path, size_t count);

/* Sets picture->drawn_part to "the first 2 of 5 frames", or to "each frame" if all frames are drawn. */
void web_picture_set_drawn_part(web_picture *picture, size_t drawn, size_t count);

/* Makes a picture of the joints that precede an error of a .md5anim or .md5mesh: points, and lines to the parents. */
bool web_joints_picture(web_picture *picture);

/* Makes the picture of one format. The caller has set only the file and the arenas of the picture. Returns false if nothing can
   be drawn, or when out of memory. */
typedef bool web_picture_maker(web_picture *picture);

/* The formats with pictures: each row is a format and its web_picture_maker. */
#define WEB_PICTURES(ROW)                                                                                    \
    ROW(md5anim, web_skeleton_picture)                                                                       \
    ROW(md5mesh, web_mesh_picture)                                                                           \
    ROW(md5camera, web_camera_picture)                                                                       \
    ROW(mrtk, web_hands_picture)                                                                             \
    ROW(memg, web_points_picture)

#define WEB_DECLARE(format, function) web_picture_maker function;
WEB_PICTURES(WEB_DECLARE)

#endif
