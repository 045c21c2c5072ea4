/* Defects and near misses of all curves of an MRTK animation together. They replace everything after the version by new sections,
   some with keys and some without. */
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_page.h"
#include "validators/mrtk/mrtk.h"

#define FORMAT "mrtk"

enum { MOST_BYTES = 8192 };
enum { CAMERA, TRACKED_LEFT, TRACKED_RIGHT, JOINTS_LEFT, JOINTS_RIGHT, GAZE, SECTIONS };

/* Values of a defect's number: the version of the files that the defect is for. OTHER_VERSION also changes the version, to 1.1 or
   1.0. */
enum { FOR_1_0, FOR_1_1, FOR_ANY, OTHER_VERSION };

#define UNTRACKED "mrtk/hands-untracked"

/* The bytes that replace everything after the version. */
typedef struct curve_bytes {
    uint8_t bytes[MOST_BYTES];
    size_t size;
    size_t section_at[SECTIONS]; /* offset of the first curve of each section */
    bool is_long;                /* true if float keys have 28 bytes */
} curve_bytes;

static void put_u32(curve_bytes *m, uint32_t bits)
{
    assert(m->size + sizeof bits <= MOST_BYTES);
    for (size_t i = 0; i < sizeof bits; i++)
        m->bytes[m->size++] = (uint8_t)(bits >> (8 * i));
}

static void put_float(curve_bytes *m, float value)
{
    put_u32(m, ap_bits_of_float(value));
}

/* Writes a curve with wrap modes 8, and `keys` keys of the same value at the times 0.5, 1, 1.5 …. */
static void put_curve(curve_bytes *m, size_t keys, float value, bool is_long)
{
    put_u32(m, 8);
    put_u32(m, 8);
    put_u32(m, (uint32_t)keys);
    for (size_t key = 0; key < keys; key++) {
        put_float(m, 0.5F * (float)(key + 1));
        put_float(m, value);
        for (size_t part = AP_MRTK_IN_TANGENT; is_long && part < AP_MRTK_PARTS; part++)
            put_u32(m, part == AP_MRTK_MODE ? 3 : 0);
    }
}

/* Writes the curves of a pose or a ray. In each key, the last component of the vector is 1 and the others are 0. */
static void put_vector_curves(curve_bytes *m, size_t curves, size_t keys)
{
    for (size_t c = 0; c < curves; c++)
        put_curve(m, keys, c + 1 == curves ? 1 : 0, m->is_long);
}

/* Writes a boolean curve: with one key of value 1 or 0 if `key` is '1' or '0', without keys if it is '-'. */
static void put_tracked_curve(curve_bytes *m, char key)
{
    put_curve(m, key != '-', key == '1' ? 1 : 0, false);
}

/* Writes the joints of a hand. Only joint 3 has keys. */
static void put_joints_where_one_has_keys(curve_bytes *m, size_t keys_of_joint_3)
{
    for (size_t joint = 0; joint < 27; joint++)
        put_vector_curves(m, 7, joint == 3 ? keys_of_joint_3 : 0);
}

static size_t key_count_of_section(char section)
{
    return section == '-' ? 0 : (size_t)(section - '0');
}

/* Writes all curves of both hands: whether they are tracked, whether they pinch (without keys), and their joints. */
static void put_hand_curves(curve_bytes *m, const char *keys_of_sections)
{
    m->section_at[TRACKED_LEFT] = m->size;
    put_tracked_curve(m, keys_of_sections[TRACKED_LEFT]);
    m->section_at[TRACKED_RIGHT] = m->size;
    put_tracked_curve(m, keys_of_sections[TRACKED_RIGHT]);
    put_curve(m, 0, 0, false);
    put_curve(m, 0, 0, false);
    m->section_at[JOINTS_LEFT] = m->size;
    put_joints_where_one_has_keys(m, key_count_of_section(keys_of_sections[JOINTS_LEFT]));
    m->section_at[JOINTS_RIGHT] = m->size;
    put_joints_where_one_has_keys(m, key_count_of_section(keys_of_sections[JOINTS_RIGHT]));
}

/* Writes all sections. Each character of `sections` is for one section: the number of keys of each curve in the section (in a
   section of joints, of each curve of one joint; the others have no keys); for a tracked curve, the value of its only key ('-':
   no key). For 1.1, '-' for the camera, the gaze or the joints of the left hand clears the flag of camera, gaze or hands, and
   leaves the section, or all sections of hands, out. */
static void put_sections(curve_bytes *m, const char *sections, bool is_1_1)
{
    const bool hands = sections[JOINTS_LEFT] != '-';
    m->is_long = !is_1_1;
    if (is_1_1) {
        m->bytes[0] = sections[CAMERA] != '-';
        m->bytes[1] = hands;
        m->bytes[2] = sections[GAZE] != '-';
        m->size = MRTK_FLAGS;
    }
    m->section_at[CAMERA] = m->size;
    if (!is_1_1 || sections[CAMERA] != '-')
        put_vector_curves(m, 7, key_count_of_section(sections[CAMERA]));
    if (!is_1_1 || hands)
        put_hand_curves(m, sections);
    m->section_at[GAZE] = m->size;
    if (is_1_1 && sections[GAZE] != '-')
        put_vector_curves(m, 6, key_count_of_section(sections[GAZE]));
    put_u32(m, 0); /* marker count */
}

/* Expects the defect's finding at the flag of the hands, or at the first count of the section that breaks the rule. */
static bool expect_at_section(ap_damage *damage, const curve_bytes *m)
{
    static const char *const first_counts[SECTIONS] = { [CAMERA] = "camera.position_x.key_count",
        [JOINTS_LEFT] = "hand_joints_left[0].position_x.key_count",
        [JOINTS_RIGHT] = "hand_joints_right[0].position_x.key_count",
        [GAZE] = "gaze.origin_x.key_count" };
    const ap_defect *defect = damage->defect;
    if (defect->near_miss)
        return true;
    if (strcmp(defect->rule, UNTRACKED) == 0)
        return ap_expect_finding(damage, UNTRACKED, (ap_span){ MRTK_FLAGS_AT + 1, 1 }, "has_hand");
    for (size_t s = 0; s < SECTIONS; s++) {
        const ap_span count = { MRTK_FLAGS_AT + m->section_at[s] + 8, 4 };
        if (first_counts[s] != NULL && strcmp(defect->pattern, first_counts[s]) == 0)
            return ap_expect_finding(damage, defect->rule, count, first_counts[s]);
    }
    return false;
}

static bool replace_all_sections(ap_damage *damage)
{
    const int64_t version = damage->defect->number;
    const bool was_1_1 = ap_mrtk_minor_of_result_or_1_0(&damage->about) >= AP_MRTK_1_1;
    const bool is_1_1 = version == FOR_ANY         ? was_1_1
                        : version == OTHER_VERSION ? !was_1_1
                                                   : version == FOR_1_1;
    curve_bytes *m = ap_alloc(damage->arena, sizeof *m);
    if (m == NULL || (is_1_1 != was_1_1 && version != OTHER_VERSION))
        return false;
    put_sections(m, damage->defect->text, is_1_1);
    const ap_span rest = { MRTK_FLAGS_AT, damage->input.size - MRTK_FLAGS_AT };
    return ap_mrtk_set_minor_version(damage, is_1_1 ? AP_MRTK_1_1 : AP_MRTK_1_0)
           && ap_edit_span(damage, rest, m->bytes, m->size)
           && ap_expect_vanished_from(damage, NULL, MRTK_VERSION_AT) && expect_at_section(damage, m);
}

/* Each character of the text is for one section: camera, tracked left, tracked right, joints left, joints right, gaze (see
   put_sections). */
static const ap_defect defects[] = {
    NEAR("version", "other", "the version is the other valid version, and the data is in its layout",
        replace_all_sections, .text = "2-----", .number = OTHER_VERSION),
    NEAR("version-exchanged", "data-too", "the version is the other one, and the data too",
        replace_all_sections, .text = "2-----", .number = OTHER_VERSION),
    NEAR("no-keys", "camera", "only the camera has keys", replace_all_sections, .text = "2-----",
        .number = FOR_ANY),

    ROW("section-empty", "camera-1.0",
        "the hands have keys and the camera has none: MRTK puts the camera at the origin",
        replace_all_sections, "camera.position_x.key_count", "01122-", FOR_1_0, .knobs = "version=1.0"),
    ROW("section-empty", "camera",
        "the gaze has keys and the camera has none: MRTK puts the camera at the origin", replace_all_sections,
        "camera.position_x.key_count", "0----2", FOR_1_1, .knobs = "version=1.1"),
    ROW("section-empty", "gaze",
        "the camera has keys and the gaze has none: MRTK puts the gaze at the origin", replace_all_sections,
        "gaze.origin_x.key_count", "2----0", FOR_1_1, .knobs = "version=1.1"),
    ROW("section-empty", "left", "the left hand is tracked, but its joints have no keys",
        replace_all_sections, "hand_joints_left[0].position_x.key_count", "21102-", FOR_1_1,
        .knobs = "version=1.1"),
    ROW("section-empty", "right", "the right hand is tracked, but its joints have no keys",
        replace_all_sections, "hand_joints_right[0].position_x.key_count", "21120-", FOR_1_0,
        .knobs = "version=1.0"),
    NEAR("section-empty", "untracked", "the left hand has no keys, but it is never tracked",
        replace_all_sections, .text = "20102-", .number = FOR_ANY),
    NEAR("section-empty", "no-flag", "neither hands nor gaze have keys, and their flags are 0",
        replace_all_sections, .text = "2-----", .number = FOR_1_1, .knobs = "version=1.1"),

    ROW("collapsed", "camera", "all curves have one key, as MRTK 2.7.3 writes a short recording",
        replace_all_sections, "camera.position_x.key_count", "1----1", FOR_1_1, .knobs = "version=1.1"),
    ROW("collapsed", "gaze", "the gaze has one key, and the file has no other keys", replace_all_sections,
        "gaze.origin_x.key_count", "-----1", FOR_1_1, .knobs = "version=1.1"),
    NEAR("collapsed", "two-keys", "the gaze has two keys, the camera one", replace_all_sections,
        .text = "1----2", .number = FOR_1_1, .knobs = "version=1.1"),
    NEAR("collapsed", "1.0", "all curves of a 1.0 file have one key", replace_all_sections, .text = "11111-",
        .number = FOR_1_0, .knobs = "version=1.0"),

    ROW("hands-untracked", "empty", "the flag has_hand is 1, but no curve of the hands has keys",
        replace_all_sections, .text = "2--00-", .number = FOR_1_1, .knobs = "version=1.1"),
    ROW("hands-untracked", "never", "both hands have a key that says that they are not tracked",
        replace_all_sections, .text = "20000-", .number = FOR_1_1, .knobs = "version=1.1"),
    NEAR("hands-untracked", "joints", "a hand is tracked, and a joint has keys", replace_all_sections,
        .text = "2-102-", .number = FOR_1_1, .knobs = "version=1.1"),
    NEAR("hands-untracked", "1.0", "the hands have no keys, but a 1.0 file always stores hands",
        replace_all_sections, .text = "2--00-", .number = FOR_1_0, .knobs = "version=1.0"),
};

const ap_defect_table ap_mrtk_curve_defects = { defects, sizeof defects / sizeof *defects };
