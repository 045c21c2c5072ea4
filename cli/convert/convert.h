/* What `animproof convert` is asked for, and its work on a file that is without errors. */
#ifndef AP_CONVERT_H
#define AP_CONVERT_H

#include "cli/options/reading_options.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "core/gltf/gltf.h"
#include "validators/memg/memg_positions.h"
#include "validators/memg/memg_write.h"
#include "validators/mrtk/mrtk_convert.h"

/* The values of --to which are not versions of MRTK, in the order of the help. A row: its value, its word, its name in
   messages, the function, the format that files must have (NULL: any), and the help. */
#define CLI_FORMS(FORM)                                                                                      \
    FORM(JSON, "json", "JSON", cli_convert_to_json, NULL, "any format: every field as JSON, without loss")   \
    FORM(GLTF, "gltf", "glTF", cli_convert_gltf, NULL,                                                       \
        "any format: a glTF 2.0 document for viewers and editors; binary if OUT ends in .glb")               \
    FORM(CSV, "csv", "CSV", cli_convert_csv, NULL,                                                           \
        "any format: a table to plot: joints, vertices or curves over time")                                 \
    FORM(BVH, "bvh", "BVH", cli_convert_bvh, &ap_md5anim_format,                                             \
        "md5anim: a Biovision hierarchy, for tools of motion capture")                                       \
    FORM(POSITIONS, "positions", "positions", cli_convert_positions, &ap_md5anim_format,                     \
        "md5anim: where the joints are; needs --at")

/* Ends of OUT that say a form, in the order of the help. */
#define CLI_ENDINGS(FIRST, MORE)                                                                             \
    FIRST(".json", JSON) MORE(".gltf", GLTF) MORE(".glb", GLTF) MORE(".csv", CSV) MORE(".bvh", BVH)
#define CLI_FIRST_ENDING(ending, form) ending
#define CLI_NEXT_ENDING(ending, form)  ", " ending
#define CLI_ENDINGS_TEXT               CLI_ENDINGS(CLI_FIRST_ENDING, CLI_NEXT_ENDING)

/* Values of --to; 0 and above: a minor version of MRTK. */
#define CLI_FORM_VALUE(name, ...) CLI_TO_##name,
enum {
    CLI_TO_SAME = -1, /* the form is not converted */
    CLI_BEFORE_FORMS = -100,
    CLI_FORMS(CLI_FORM_VALUE)
};
#undef CLI_FORM_VALUE

typedef enum cli_positions_form { CLI_POSITIONS_TEXT, CLI_POSITIONS_JSON } cli_positions_form;

typedef struct cli_conversion {
    const char *out;
    int to;
    ap_mrtk_variant variant; /* AP_MRTK_AUTO: as it is */
    ap_memg_endianness endianness;
    bool reorder; /* `order` was given */
    ap_memg_order order;
    const char *scene; /* NULL: no positions are asked for */
    bool timed;        /* `timestep` was given */
    size_t timestep;
    double *seconds; /* of --at, as they were given; the run's */
    size_t time_count;
    cli_positions_form form;
    const char *mesh; /* that the animation must fit; NULL: the one that is found, if any */
} cli_conversion;

typedef enum cli_converted {
    CLI_CONVERTED,
    CLI_NOT_CONVERTED,  /* the target's error or the arena's failure says why */
    CLI_NOT_FOR_FORMAT, /* what was asked for is for files of another format */
    CLI_NO_TIMESTEP,
    CLI_NOT_FINITE,
    CLI_REFUSED, /* the run says why */
    CLI_TOO_FAR, /* the position of a joint does not fit float32 */
} cli_converted;

typedef struct cli_convert_run {
    cli_reading options;
    cli_conversion wanted;
    bool from_json; /* nothing else is wanted: the file is a JSON document */
    cli_subject subject;
    cli_companion beside; /* that the file must fit: a scene or a mesh */
    cli_target target;
    cli_converted result;
    ap_mrtk_losses losses;
    size_t timesteps;              /* with CLI_NO_TIMESTEP: how many there are */
    size_t vertex;                 /* with CLI_NOT_FINITE: the 1-based vertex */
    ap_view joint;                 /* with CLI_TOO_FAR: its name, in the input */
    size_t renamed;                /* joints */
    const char *refused;           /* with CLI_REFUSED */
    const ap_gltf_remark *remarks; /* of what was written; in the subject's arena */
    char *mesh_found;              /* the run's; NULL: none */
} cli_convert_run;

/* For the record cli_convert_run. */
extern const cli_option_group cli_conversion_options[];

/* A form of files that is not one of MRTK's versions. */
typedef struct cli_form {
    const char *word, *title; /* of --to, and in messages */
    int to;
    const char *help;
    const ap_format *format; /* of the files that have it; NULL: any */
    cli_converted (*convert)(cli_convert_run *run);
} cli_form;

/* NULL if `to` stands for none. */
const cli_form *cli_form_of(int to);

/* Whether what was given goes together, with the words of the command line; finds out whether the file is a
   JSON document. CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_conversion(cli_convert_run *run, cli_words words);

/* Writes the subject's file, converted, to the target. For cli_subject_run: context is the run. */
void cli_convert_file(void *context);

/* The functions of the forms: each writes the subject's file in its form to the target. For cli_convert_file. */
#define CLI_FORM_FUNCTION(name, word, title, function, ...) cli_converted function(cli_convert_run *run);
CLI_FORMS(CLI_FORM_FUNCTION)
#undef CLI_FORM_FUNCTION

/* Whether the file is one that a mesh is looked for: of --to positions, or with --to gltf one that has an animation's name. */
bool cli_wants_mesh(const cli_convert_run *run);

/* Looks for the mesh of the file as lint does: run->mesh_found, or NULL where there is none. CLI_CLEAN, or another after
   a message. */
cli_exit cli_find_mesh(cli_convert_run *run);

/* Writes the file that a JSON document, the only path, makes to OUT. CLI_CLEAN, or another after a
   message. */
cli_exit cli_convert_from_json(cli_convert_run *run);

#endif
