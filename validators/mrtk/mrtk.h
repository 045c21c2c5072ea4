/* MRTK input animation (`.bin`), versions 1.0 and 1.1: the model in memory and the ap_format. */
#ifndef AP_MRTK_H
#define AP_MRTK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/layout/io.h"
#include "validators/format.h"

#define AP_MRTK_MAGIC UINT64_C(0x6a8faf6e0f9e42c6)

enum {
    AP_MRTK_JOINTS = 27, /* joints of a hand, `None` included */
    AP_MRTK_POSE_CURVES = 7,
    AP_MRTK_RAY_CURVES = 6,
    AP_MRTK_RECORDS = 1 + 4 + 2 * AP_MRTK_JOINTS + 1, /* camera, 4 boolean curves, joints of two hands,
                                                         gaze */
    AP_MRTK_LONG_KEY_BYTES = 28,                      /* bytes of a float key in version 1.0 and in the
                                                         published layout */
    AP_MRTK_SHORT_KEY_BYTES = 8, /* bytes of a float key that MRTK writes in version 1.1, and of a boolean
                                    key */
    AP_MRTK_CURVE_BYTES = 12,    /* bytes of a curve without keys */
    AP_MRTK_USUAL_WRAP = 8,      /* wrap mode of every curve that MRTK writes */
    AP_MRTK_USUAL_WEIGHTED_MODE = 3,
    AP_MRTK_PREFIX_BYTES = AP_LENGTH_BYTES,
    AP_MRTK_MARKER_BYTES = 5 /* bytes of the shortest marker: a time and the length of an empty name */
};

/* The supported versions. The value of an enumerator is the minor version number. */
typedef enum ap_mrtk_minor {
    AP_MRTK_1_0,
    AP_MRTK_1_1,
    AP_MRTK_VERSIONS,
    AP_MRTK_NEWEST = AP_MRTK_VERSIONS - 1
} ap_mrtk_minor;

/* The names of the versions, "1.0" and "1.1". AP_MRTK_KNOWN_VERSIONS is the list of them for messages. */
extern const ap_enum_name ap_mrtk_minors[];
#define AP_MRTK_KNOWN_VERSIONS "1.0 or 1.1"
#define AP_MRTK_NEXT_VERSION   "1.2" /* the first unsupported version: 1.AP_MRTK_VERSIONS */

/* The features in which versions differ. */
typedef struct ap_mrtk_version_features {
    bool has_flags;       /* has_camera, has_hand and has_gaze follow the version; without flags, 1, 1 and 0
                             apply */
    bool short_keys;      /* MRTK writes float keys of AP_MRTK_SHORT_KEY_BYTES */
    bool times_from_zero; /* MRTK never writes a time before 0 */
    bool drops_keys;      /* MRTK leaves out keys that change nothing, so a recording may have too few keys */
} ap_mrtk_version_features;

extern const ap_mrtk_version_features ap_mrtk_features_of_versions[AP_MRTK_VERSIONS];

static inline bool ap_mrtk_knows_version(int32_t major, int32_t minor)
{
    return major == 1 && minor >= 0 && minor < AP_MRTK_VERSIONS;
}

/* Returns the minor version after `minor`; after the newest, the oldest. */
static inline int32_t ap_mrtk_other_minor(int32_t minor)
{
    return (minor + 1) % AP_MRTK_VERSIONS;
}

/* The two layouts of a version. The published layout has no marker list and, in version 1.1, longer float keys than the layout
   of MRTK's writer. AP_MRTK_AUTO asks the reader to choose. */
typedef enum ap_mrtk_variant { AP_MRTK_AUTO, AP_MRTK_WRITER, AP_MRTK_PUBLISHED } ap_mrtk_variant;

/* A key. Short keys and boolean keys have only time and value. */
typedef struct ap_mrtk_key {
    float time, value;
    float in_tangent, out_tangent;
    float in_weight, out_weight;
    int32_t weighted_mode;
} ap_mrtk_key;

typedef struct ap_mrtk_curve {
    int32_t pre_wrap, post_wrap;
    int32_t key_count;
    size_t key_count_at;      /* offset of the count in the input */
    ap_view keys;             /* the stored keys, a view into the input */
    const ap_element *stored; /* the layout in which `keys` are stored; keys may be written in another
                                 layout */
} ap_mrtk_curve;

/* A pose, a ray, or one boolean curve. */
typedef struct ap_mrtk_record {
    const char *name; /* "camera" */
    size_t index;     /* joint number, or AP_NO_INDEX */
    const struct ap_mrtk_record_layout *shape;
    ap_mrtk_curve curves[AP_MRTK_POSE_CURVES];
    /* The three members below are set while linting. */
    bool position_valid; /* the curves of the position have equal, increasing times, and finite values */
    bool
        bone_steady; /* the bone that ends at this joint is certainly of nearly the same length at all keys */
    bool position_spiked; /* a key of the first vector is far from both neighbours */
} ap_mrtk_record;

/* The curves of a record in file order, and how they form vectors. */
typedef struct ap_mrtk_record_layout {
    const char *const *curve_names; /* NULL: one boolean curve without a name of its own */
    size_t curve_count;
    size_t second_vector; /* index of the first curve of the second vector; the first vector begins at curve
                             0 */
    bool quaternion;      /* the second vector is a quaternion */
} ap_mrtk_record_layout;

/* The length prefix of a marker's name as stored: .NET's 7-bit variable-length integer. */
typedef struct ap_mrtk_prefix {
    size_t bytes;    /* number of bytes of the prefix in the file, at most AP_MRTK_PREFIX_BYTES */
    uint32_t length; /* the low 32 bits of the stored number, which .NET's reader uses as the length */
    uint8_t dropped; /* bits 32 to 34 of the stored number, which .NET's reader ignores */
    bool ended;      /* the prefix is complete: the high bit of its last byte is 0 */
} ap_mrtk_prefix;

/* Returns the number of bytes of the shortest encoding of a name's length. */
size_t ap_mrtk_shortest_prefix_bytes(uint32_t length);

typedef struct ap_mrtk_animation {
    int32_t major, minor; /* 1 and an index of ap_mrtk_features_of_versions, once the version was checked */
    uint8_t has_camera, has_hand, has_gaze; /* flags of a 1.1 file; 1, 1 and 0 for 1.0, which has no flags */
    ap_mrtk_variant variant;                /* AP_MRTK_WRITER or AP_MRTK_PUBLISHED */
    size_t record_count;
    ap_mrtk_record records[AP_MRTK_RECORDS];
    int32_t marker_count;
    ap_view markers;
} ap_mrtk_animation;

static inline const ap_mrtk_version_features *ap_mrtk_features_of(const ap_mrtk_animation *animation)
{
    return &ap_mrtk_features_of_versions[animation->minor];
}

/* Reads an animation without reporting findings. If `variant` is AP_MRTK_AUTO, the reader determines the
   layout. The animation lives in the arena; its views point into the input. Returns NULL if the structure is
   broken or when out of memory. */
ap_mrtk_animation *ap_mrtk_read(ap_view input, ap_mrtk_variant variant, ap_arena *arena);

/* Returns the duration in seconds: the latest of the finite times of each curve's last key; 0 if there is no such
   time. */
double ap_mrtk_seconds(const ap_mrtk_animation *animation);

extern const ap_format ap_mrtk_format;
extern const struct ap_fixer_table ap_mrtk_fixers;
extern const struct ap_figure_table ap_mrtk_figures; /* in services/figures */

/* Implement ap_format.to_gltf and to_csv. Defined in services/export. */
bool ap_mrtk_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_mrtk_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

/* Implements ap_format.compare. Defined in services/compare. */
bool ap_mrtk_compare(const struct ap_compare_source *source, struct ap_changes *changes);

/* Index of the layout among ap_lint_options.choices. */
enum { AP_MRTK_VARIANT_CHOICE = 0 };

static inline ap_mrtk_variant ap_mrtk_variant_wanted(const ap_lint_options *options)
{
    return (ap_mrtk_variant)options->choices[AP_MRTK_VARIANT_CHOICE];
}

/* Returns the version of the linted file; AP_MRTK_1_0 if the version could not be read. */
ap_mrtk_minor ap_mrtk_minor_of_result_or_1_0(const ap_lint_result *result);

/* The names of the layouts; the first is that of AP_MRTK_AUTO. */
extern const ap_enum_name ap_mrtk_variants[];

#endif
