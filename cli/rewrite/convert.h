/* Declares the options of animproof convert, the state of a run, and the conversions. */
#ifndef AP_CONVERT_H
#define AP_CONVERT_H

#include "cli/options/reading_options.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "core/gltf/gltf.h"
#include "validators/memg/memg_positions.h"
#include "validators/memg/memg_write.h"
#include "validators/mrtk/mrtk_convert.h"

/* The values of --to except versions of MRTK, in the order of the help. Each row has the enumerator, the value, the
   name in messages, the function, the format of the input (NULL: any format) and the help text. */
#define CLI_FORMS(FORM)                                                                                      \
    FORM(JSON, "json", "JSON", cli_convert_to_json, NULL, "any format: every field as JSON, without loss")   \
    FORM(GLTF, "gltf", "glTF", cli_convert_gltf, NULL,                                                       \
        "any format: a glTF 2.0 document for viewers and editors; binary if OUT ends in .glb")               \
    FORM(CSV, "csv", "CSV", cli_convert_csv, NULL,                                                           \
        "any format: a table to plot: joints, vertices or curves over time")                                 \
    FORM(BVH, "bvh", "BVH", cli_convert_bvh, &ap_md5anim_format,                                             \
        "md5anim: a Biovision hierarchy, for tools of motion capture")                                       \
    FORM(POSITIONS, "positions", "positions", cli_convert_positions, &ap_md5anim_format,                     \
        "md5anim: positions of the joints; needs --at")

/* File name extensions of OUT that select a form of output, in the order of the help. */
#define CLI_EXTENSIONS(FIRST, MORE)                                                                          \
    FIRST(".json", JSON) MORE(".gltf", GLTF) MORE(".glb", GLTF) MORE(".csv", CSV) MORE(".bvh", BVH)
#define CLI_FIRST_EXTENSION(extension, form) extension
#define CLI_NEXT_EXTENSION(extension, form)  ", " extension
#define CLI_EXTENSIONS_TEXT                  CLI_EXTENSIONS(CLI_FIRST_EXTENSION, CLI_NEXT_EXTENSION)

/* Values of --to. Values from 0 on are minor versions of MRTK; negative values are other forms. */
#define CLI_FORM_VALUE(name, ...) CLI_TO_##name,
enum {
    CLI_TO_NOT_GIVEN = -1, /* --to was not given */
    CLI_BEFORE_FORMS = -100,
    CLI_FORMS(CLI_FORM_VALUE)
};
#undef CLI_FORM_VALUE

typedef enum cli_positions_form { CLI_POSITIONS_TEXT, CLI_POSITIONS_JSON } cli_positions_form;

/* The conversion that the options of convert select. */
typedef struct cli_convert_options {
    const char *out;
    int to;
    ap_mrtk_variant variant; /* layout of the MRTK output; AP_MRTK_AUTO if not given */
    ap_memg_endianness endianness;
    bool order_given; /* --matrix-order was given */
    ap_memg_order order;
    const char *scene;   /* path of the scene that --obj-positions names; NULL if not given */
    bool timestep_given; /* --timestep was given */
    size_t timestep;
    double *seconds; /* times of --at in seconds as given; the array is owned by the run */
    size_t time_count;
    cli_positions_form positions_form;
    const char *mesh; /* path of the mesh that --mesh names; NULL: the mesh is searched for */
} cli_convert_options;

/* Result of a conversion. */
typedef enum cli_convert_result {
    CLI_CONVERTED,
    /* writing failed, memory ran out, or the companion has errors; the target, the arena or the companion records that */
    CLI_NOT_CONVERTED,
    CLI_NOT_FOR_FORMAT, /* the conversion does not exist for this format */
    CLI_NO_TIMESTEP,
    CLI_NOT_FINITE,
    CLI_REFUSED, /* the conversion refuses the file, for the reason in run->refused */
    CLI_TOO_FAR, /* the coordinates of a joint do not fit float32 */
} cli_convert_result;

/* State of one run of convert. */
typedef struct cli_convert_run {
    cli_reading_options options;
    cli_convert_options wanted;
    /* neither an option nor the extension of the output chose a conversion: the input is a JSON document */
    bool from_json;
    cli_linted_file subject;
    cli_companion companion; /* the scene or the mesh that the file is converted with */
    cli_output_file target;
    cli_convert_result result;
    ap_mrtk_losses_and_additions losses;
    /* number of timesteps in the file, for the message about CLI_NO_TIMESTEP */
    size_t timesteps;
    size_t vertex;                 /* number of the vertex from 1, for the message about CLI_NOT_FINITE */
    ap_view joint;                 /* name of the joint, in the input, for the message about CLI_TOO_FAR */
    size_t renamed;                /* number of joints that were renamed */
    const char *refused;           /* reason of the refusal, for the message about CLI_REFUSED */
    const ap_gltf_remark *remarks; /* remarks about the output; owned by the subject's arena */
    char *mesh_found;              /* path of the mesh that the search found, owned; NULL if none was found */
} cli_convert_run;

/* Options that write into a cli_convert_run. */
extern const cli_option_group cli_conversion_options[];

/* A form of output other than the versions of MRTK. */
typedef struct cli_output_form {
    const char *word, *title; /* word: value of --to; title: name in messages */
    int to;
    const char *help;
    const ap_format *format; /* format that the input must have; NULL for any format */
    cli_convert_result (*convert)(cli_convert_run *run);
} cli_output_form;

/* Returns the form with this value of --to, or NULL for versions of MRTK and CLI_TO_NOT_GIVEN. */
const cli_output_form *cli_output_form_of(int to);

/* Chooses the form of the output by the extension of OUT if no option chooses one, checks that the options and
   operands agree with each other, and sets run->from_json. Returns CLI_USAGE after printing a message. */
cli_exit cli_check_and_complete_convert_options(cli_convert_run *run, cli_operands words);

/* Writes the converted file to the target. The context is the cli_convert_run, see cli_load_lint_and_run. */
void cli_convert_file(void *context);

/* The functions of the forms. Each converts the file of the subject and writes it to the target. */
#define CLI_FORM_FUNCTION(name, word, title, function, ...) cli_convert_result function(cli_convert_run *run);
CLI_FORMS(CLI_FORM_FUNCTION)
#undef CLI_FORM_FUNCTION

/* Returns true if a mesh is searched for unless --mesh names one: with --to positions, and with --to gltf if the
   file has the extension of an animation. */
bool cli_convert_can_use_mesh(const cli_convert_run *run);

/* Searches for the file's mesh as lint does, and sets run->mesh_found. Returns CLI_CLEAN, also if no mesh is found, or another
   code after a message. */
cli_exit cli_convert_find_mesh_if_any(cli_convert_run *run);

/* Writes the file that a JSON document describes to OUT. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_convert_from_json(cli_convert_run *run);

#endif
