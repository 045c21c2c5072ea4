/* Generates MRTK input animations: a moving head, hands that are tracked at times, and a gaze. */
#include "core/files/sink.h"
#include "corpus/generate/generator_parts.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_keys.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_motion.h"
#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_write.h"

enum { VERSION, LAYOUT, HAS_CAMERA, HAS_HAND, HAS_GAZE, KEYS, MARKERS, NAME_BYTES, WEIGHTED_MODE, KNOBS };

static const ap_enum_name no_yes_words[] = { { "no", 0 }, { "yes", 1 }, { NULL, 0 } };

static const ap_knob knobs[KNOBS] = {
    [VERSION] = { "version", "format version", AP_MRTK_1_0, AP_MRTK_NEWEST, AP_MRTK_1_0, AP_MRTK_NEWEST,
        ap_mrtk_minors },
    [LAYOUT] = { "layout",
        "layout of MRTK, or of the published page (gives a warning; files that would be valid in both "
        "use MRTK's)",
        AP_MRTK_WRITER, AP_MRTK_PUBLISHED, AP_MRTK_WRITER, AP_MRTK_WRITER,
        ap_mrtk_variants + 1 /* skips "auto" */ },
    [HAS_CAMERA] = { "has_camera", "1.1: with a camera (1.0 always has one)", 0, 1, 0, 1, no_yes_words },
    [HAS_HAND] = { "has_hand", "1.1: with hands (1.0 always has them)", 0, 1, 0, 1, no_yes_words },
    [HAS_GAZE] = { "has_gaze", "1.1: with a gaze", 0, 1, 0, 1, no_yes_words },
    [KEYS] = { "keys", "keys per curve of camera and gaze; maximum for the curves of hands", 0, 100000000, 1,
        12, NULL },
    [MARKERS] = { "markers", "markers", 0, 10000000, 0, 3, NULL },
    [NAME_BYTES] = { "name_bytes", "maximum bytes of a marker name (16 times as many with --wild)", 0,
        1 << 28, 24, 24, NULL },
    [WEIGHTED_MODE] = { "weighted_mode", "weighted mode of keys, in 1.0 and published 1.1 (MRTK writes 3)", 0,
        3, AP_MRTK_USUAL_WEIGHTED_MODE, AP_MRTK_USUAL_WEIGHTED_MODE, NULL },
};

enum {
    WILDLY_LONG = 16, /* factor by which a name of a wild file may be longer than the knob's value */
    LARGEST_IN_DOUBT = 64 * 1024 /* most bytes of a published file that may also fit MRTK's layout */
};

typedef struct mrtk_generation {
    const ap_generation_request *make;
    int64_t values[AP_GENERATOR_KNOBS];
    ap_mrtk_animation animation;
    float first_time;
    double seconds; /* average time between two keys */
    /* least number of seconds from the first time of the recording to its last key, unless the file is wild */
    double lasting;
    int32_t keys_of_hands[2]; /* number of keys of the left and the right hand; 0: never tracked */
    ap_mrtk_motion head, hands[2];
    size_t curves_made;
    ap_generated_curve states[AP_MRTK_RECORDS * AP_MRTK_POSE_CURVES];
    /* for each curve, the address of its state; `keys` of the curve is a view of this address */
    ap_generated_curve *state_of[AP_MRTK_RECORDS * AP_MRTK_POSE_CURVES];
} mrtk_generation;

/* Adds a curve that starts with the state `from`. */
static void add_curve(
    mrtk_generation *m, ap_mrtk_curve *curve, const ap_generated_curve *from, int32_t key_count)
{
    ap_choices *choices = m->make->choices;
    const size_t i = m->curves_made++;
    m->states[i] = *from;
    m->state_of[i] = &m->states[i];
    curve->pre_wrap = curve->post_wrap = AP_MRTK_USUAL_WRAP;
    if (m->make->wild) {
        if (ap_choose_one_in(choices, 4))
            curve->pre_wrap = (int32_t)ap_choose_below(choices, 16);
        if (ap_choose_one_in(choices, 4))
            curve->post_wrap = (int32_t)ap_choose_below(choices, 16);
        if (ap_choose_one_in(choices, 4))
            key_count = (int32_t)ap_choose_between(choices, 0, key_count);
        if (ap_choose_one_in(choices, 2))
            m->states[i].unusual = (unsigned)ap_choose_between(choices, 1, AP_UNUSUAL_ALL);
        ap_choices_from_seed(&m->states[i].choices, ap_choose_bits(choices));
    }
    ap_bind_curve_to_generated_keys(curve, &m->state_of[i], key_count);
}

static ap_generated_curve make_first_state(const mrtk_generation *m, const ap_choices *times)
{
    return (ap_generated_curve){ .times = *times,
        .time = m->first_time,
        .seconds = m->seconds,
        .weighted_mode = (int32_t)m->values[WEIGHTED_MODE] };
}

/* Returns the hand of a record: 0 left, 1 right. */
static size_t hand_index_of_record(const ap_mrtk_record *record)
{
    const size_t length = strlen(record->name);
    return length > 5 && strcmp(record->name + length - 5, "right") == 0;
}

/* Sets up, in the curve's state, the motion of one component of a pose or ray. */
static void set_motion(
    const mrtk_generation *m, const ap_mrtk_record *record, bool in_second_vector, ap_generated_curve *state)
{
    const ap_mrtk_motion *hand = &m->hands[hand_index_of_record(record)];
    if (record->index != AP_NO_INDEX && in_second_vector)
        ap_set_up_joint_rotation(hand, record->index, state);
    else if (record->index != AP_NO_INDEX)
        ap_set_up_joint_position(hand, record->index, state);
    else if (!in_second_vector)
        ap_set_up_head_position(&m->head, state);
    else if (record->shape->quaternion)
        ap_set_up_head_rotation(&m->head, state);
    else
        ap_set_up_gaze_direction(&m->head, state);
}

/* Adds the curves of a pose or a ray: a position, and a rotation or direction. */
static void add_vectors(mrtk_generation *m, ap_mrtk_record *record, int32_t key_count)
{
    const ap_mrtk_motion *motion =
        record->index == AP_NO_INDEX ? &m->head : &m->hands[hand_index_of_record(record)];
    const size_t second = record->shape->second_vector;
    bool zeros = false; /* true if all components of the vector are 0 */
    for (size_t c = 0; c < record->shape->curve_count; c++) {
        ap_generated_curve state = make_first_state(m, &motion->times);
        state.component = c < second ? c : c - second;
        set_motion(m, record, c >= second, &state);
        if (state.component == 0)
            zeros = m->make->wild && ap_choose_one_in(m->make->choices, 8);
        if (zeros) {
            state.motion = AP_MOTION_SUM;
            state.swings = (ap_oscillations){ .centre = { 0 } };
        }
        add_curve(m, &record->curves[c], &state, key_count);
    }
}

/* Adds a boolean curve that changes its value at every key, beginning with `on`. All keys are in the first `lasting` seconds, so
   that the camera and the gaze have later keys. */
static void add_boolean(mrtk_generation *m, ap_mrtk_curve *curve, bool on, int32_t key_count)
{
    const double greatest_jump =
        1.5; /* longest step that next_time makes, as a multiple of the average step */
    ap_choices times;
    ap_choices_from_seed(&times, ap_choose_bits(m->make->choices));
    ap_generated_curve state = make_first_state(m, &times);
    if (key_count > 1)
        state.seconds = m->lasting / (greatest_jump * (key_count - 1));
    state.on = !on;
    add_curve(m, curve, &state, key_count);
}

/* Adds a boolean curve of a hand. A hand with keys is at first tracked, and does not pinch. Other hands have no keys. */
static void add_boolean_of_hand(mrtk_generation *m, ap_mrtk_record *record, int32_t keys_of_hand)
{
    const bool tracked = strncmp(record->name, "hand_tracked", 12) == 0;
    int32_t keys = (int32_t)ap_choose_small_count(m->make->choices, keys_of_hand);
    if (tracked && keys == 0 && keys_of_hand > 0)
        keys = 1;
    add_boolean(m, record->curves, tracked, keys);
}

static void add_curves_of_record(mrtk_generation *m, ap_mrtk_record *record)
{
    const int32_t keys_of_hand = m->keys_of_hands[hand_index_of_record(record)];
    if (record->shape->curve_names == NULL)
        add_boolean_of_hand(m, record, keys_of_hand);
    else if (record->index == AP_NO_INDEX)
        add_vectors(m, record, (int32_t)m->values[KEYS]);
    else if (record->index == 0 && !m->make->wild) /* joint 0 is "None", which has no keys */
        add_vectors(m, record, 0);
    else
        add_vectors(m, record, keys_of_hand);
}

/* Chooses the number of keys of each hand, and the motions of head and hands. In at least one of three recordings, only one hand
   is tracked; in the others, both may be. */
static void choose_hands_and_motions(mrtk_generation *m)
{
    ap_choices *choices = m->make->choices;
    const int64_t keys = m->values[KEYS];
    const size_t sure = ap_choose_below(choices, 2);
    const bool both = !ap_choose_one_in(choices, 3);
    /* the least number of keys that adjust_key_count allows */
    const int64_t least = m->make->wild || m->animation.minor == 0 ? 1 : 2;
    m->keys_of_hands[sure] = (int32_t)ap_choose_between(choices, keys < least ? keys : least, keys);
    m->keys_of_hands[1 - sure] = both ? (int32_t)ap_choose_between(choices, 0, keys) : 0;
    ap_choose_head_motion(choices, &m->head);
    ap_choose_hand_motion(choices, true, &m->hands[0]);
    ap_choose_hand_motion(choices, false, &m->hands[1]);
}

/* Chooses the times of the recording, after the hands were chosen. Recordings of 1.0 start at the start of the buffer, which may
   be before 0; recordings of 1.1 start at 0. A recording of 1.0 with keys ends after 0, where a player of MRTK starts. */
static void choose_times(mrtk_generation *m)
{
    static const double rates[] = { 10, 30, 60, 90 };
    const double smallest_jump =
        0.5; /* shortest step that next_time makes, as a multiple of the average step */
    ap_choices *choices = m->make->choices;
    const bool head = m->animation.has_camera || m->animation.has_gaze;
    const int32_t of_hands = m->keys_of_hands[m->keys_of_hands[1] > m->keys_of_hands[0]];
    const int64_t keys = head ? m->values[KEYS] : of_hands;
    m->seconds = 1 / rates[ap_choose_below(choices, sizeof rates / sizeof *rates)];
    m->lasting = keys > 1 ? smallest_jump * m->seconds * (double)(keys - 1) : 0;
    const double back = ap_choose_real(choices, 0, 0.8);
    if (m->animation.minor == 0 && keys == 1)
        m->first_time = ap_round_to_float(m->seconds);
    else if (m->animation.minor == 0 && ap_choose_one_in(choices, 2))
        m->first_time = ap_round_to_float(-back * m->lasting);
}

/* Markers */

/* Returns a length prefix as .NET writes it. In a wild file, the prefix sometimes has more bytes than needed, or bits that
   readers ignore. */
static ap_mrtk_prefix make_prefix(mrtk_generation *m, size_t length)
{
    ap_choices *choices = m->make->choices;
    ap_mrtk_prefix prefix = {
        .bytes = ap_mrtk_shortest_prefix_bytes((uint32_t)length), .length = (uint32_t)length, .ended = true
    };
    if (!m->make->wild || !ap_choose_one_in(choices, 3))
        return prefix;
    prefix.bytes = (size_t)ap_choose_between(choices, (int64_t)prefix.bytes, AP_MRTK_PREFIX_BYTES);
    if (prefix.bytes == AP_MRTK_PREFIX_BYTES)
        prefix.dropped = (uint8_t)ap_choose_below(choices, 8);
    return prefix;
}

static int64_t longest_name(const mrtk_generation *m)
{
    const int64_t longest = m->values[NAME_BYTES] * (m->make->wild ? WILDLY_LONG : 1);
    return longest < INT32_MAX ? longest : INT32_MAX;
}

static ap_view make_marker_name(mrtk_generation *m)
{
    ap_choices *choices = m->make->choices;
    const int64_t most = m->values[NAME_BYTES];
    ap_name_kind kind = ap_choose_one_in(choices, 2) ? AP_NAME_UTF8 : AP_NAME_WORD;
    int64_t size = ap_choose_between(choices, most > 0, most);
    if (m->make->wild && ap_choose_one_in(choices, 2))
        kind = AP_NAME_RAW;
    if (m->make->wild && ap_choose_one_in(choices, 2))
        size = ap_choose_between(choices, 0, longest_name(m));
    return ap_make_name(m->make, kind, (size_t)size);
}

static void make_marker_time(mrtk_generation *m, float before, float *time)
{
    ap_choices *choices = m->make->choices;
    const double step =
        /* small enough that all markers are within the recording */
        m->lasting / (8 * (double)m->values[MARKERS]);
    if (m->make->wild && ap_choose_one_in(choices, 2))
        ap_choose_wild_float(choices, time);
    else
        *time = ap_round_to_float((double)before + step * (double)ap_choose_below(choices, 8));
}

/* Generates a marker and writes it. */
static bool put_marker(mrtk_generation *m, ap_io *io, float *time)
{
    ap_mrtk_cursor cursor = { .animation = &m->animation };
    ap_mrtk_marker_record marker = { .time = 0 };
    make_marker_time(m, *time, &marker.time);
    marker.name = make_marker_name(m);
    marker.prefix = make_prefix(m, marker.name.size);
    *time = m->make->wild ? *time : marker.time;
    return !m->make->arena->failed && ap_mrtk_read_or_write_marker(io, &cursor, &marker);
}

/* Generates the markers in the bytes of the file format, and lets m->animation.markers point to the bytes. */
static bool make_markers(mrtk_generation *m)
{
    ap_fixed_buffer keeper;
    ap_io io;
    ap_arena *arena = m->make->arena;
    const size_t markers = (size_t)m->values[MARKERS];
    const size_t most_bytes = sizeof(float) + AP_MRTK_PREFIX_BYTES + (size_t)longest_name(m);
    ap_writer *writer = ap_alloc(arena, sizeof *writer);
    const size_t room = ap_saturating_size_product(markers, most_bytes);
    uint8_t *bytes = ap_alloc(arena, room);
    float time = m->first_time;
    if (writer == NULL || bytes == NULL)
        return false;
    ap_fixed_buffer_init(&keeper, writer, bytes, room);
    ap_io_init_writer(&io, writer, false);
    for (size_t i = 0; i < markers; i++) {
        if (!put_marker(m, &io, &time))
            return false;
    }
    if (!ap_writer_flush(writer))
        return false;
    m->animation.marker_count = (int32_t)markers;
    m->animation.markers = (ap_view){ bytes, keeper.size };
    return true;
}

/* Chooses the flags. If no flag is set and the knobs allow one, sets one, except in a wild file: a file without any motion is
   legal but useless. */
static void choose_flags(mrtk_generation *m)
{
    const ap_knob_range *ranges = m->make->ranges;
    const bool none = m->values[HAS_CAMERA] + m->values[HAS_HAND] + m->values[HAS_GAZE] == 0;
    if (none && !m->make->wild && ranges[HAS_CAMERA].greatest > 0)
        m->values[HAS_CAMERA] = 1;
    else if (none && !m->make->wild && ranges[HAS_GAZE].greatest > 0)
        m->values[HAS_GAZE] = 1;
    else if (none && !m->make->wild && ranges[HAS_HAND].greatest > 0)
        m->values[HAS_HAND] = 1;
    m->animation.has_camera = (uint8_t)m->values[HAS_CAMERA];
    m->animation.has_hand = (uint8_t)m->values[HAS_HAND];
    m->animation.has_gaze = (uint8_t)m->values[HAS_GAZE];
}

/* Chooses the number of keys: 0 in some wild files. Unless the file is wild or the knobs allow only one key, avoids recordings of
   1.1 with one key in each curve, which are reported as collapsed. */
static void adjust_key_count(mrtk_generation *m)
{
    const bool wild = m->make->wild;
    if (wild && ap_choose_one_in(m->make->choices, 16))
        m->values[KEYS] = 0;
    if (!wild && m->animation.minor > 0 && m->values[KEYS] == 1 && m->make->ranges[KEYS].greatest > 1)
        m->values[KEYS] = 2;
}

static void choose_header(mrtk_generation *m)
{
    ap_mrtk_animation *animation = &m->animation;
    ap_choose_knob_values(m->make, KNOBS, m->values);
    animation->major = 1;
    animation->minor = (int32_t)m->values[VERSION];
    animation->variant = (ap_mrtk_variant)m->values[LAYOUT];
    choose_flags(m);
    if (animation->minor == 0) {
        animation->has_camera = animation->has_hand = 1;
        animation->has_gaze = 0;
    }
    adjust_key_count(m);
    ap_mrtk_list_records(animation);
}

/* Returns an upper bound of the size of a file without markers. */
static size_t bound_bytes_without_markers(const mrtk_generation *m)
{
    size_t bytes = 1024;
    for (size_t i = 0; i < m->animation.record_count; i++) {
        const ap_mrtk_record *record = &m->animation.records[i];
        for (size_t c = 0; c < record->shape->curve_count; c++)
            bytes = ap_saturating_size_sum(
                bytes, AP_MRTK_CURVE_BYTES + AP_MRTK_LONG_KEY_BYTES * (size_t)record->curves[c].key_count);
    }
    return bytes;
}

/* Makes sure that a published file is not read in MRTK's layout, which wins if both layouts match the
   file's size. A small published file of zeros can match both, and is then written in MRTK's layout.
   Larger files have other numbers where MRTK's layout has counts. */
static bool ensure_layout_is_recognised(mrtk_generation *m)
{
    ap_fixed_buffer keeper;
    ap_arena *arena = m->make->arena;
    const size_t room = bound_bytes_without_markers(m);
    if (m->animation.variant != AP_MRTK_PUBLISHED || m->animation.minor == 0 || room > LARGEST_IN_DOUBT)
        return true;
    uint8_t *bytes = ap_alloc(arena, room);
    ap_writer *writer = ap_alloc(arena, sizeof *writer);
    ap_generated_curve *begun = ap_alloc_array(arena, m->curves_made + 1, sizeof *begun);
    if (bytes == NULL || writer == NULL || begun == NULL)
        return false;
    ap_fixed_buffer_init(&keeper, writer, bytes, room);
    memcpy(begun, m->states, m->curves_made * sizeof *begun);
    if (!ap_mrtk_write(&m->animation, writer) || !ap_writer_flush(writer))
        return false;
    memcpy(m->states, begun, m->curves_made * sizeof *begun);
    if (ap_mrtk_fits_writer_layout((ap_view){ bytes, keeper.size }, (ap_mrtk_minor)m->animation.minor))
        m->animation.variant = AP_MRTK_WRITER;
    return true;
}

static bool make_mrtk(ap_generation_request *make)
{
    mrtk_generation *m = ap_alloc(make->arena, sizeof *m);
    if (m == NULL)
        return false;
    m->make = make;
    choose_header(m);
    choose_hands_and_motions(m);
    choose_times(m);
    for (size_t i = 0; i < m->animation.record_count; i++)
        add_curves_of_record(m, &m->animation.records[i]);
    return ensure_layout_is_recognised(m) && (m->animation.variant == AP_MRTK_PUBLISHED || make_markers(m))
           && ap_mrtk_write(&m->animation, make->writer);
}

const ap_generator ap_mrtk_generator = {
    .format = &ap_mrtk_format,
    .knobs = knobs,
    .knob_count = KNOBS,
    .kept_in_memory = "all its markers",
    .about = "binary, 1.0 and 1.1",
    .make = make_mrtk,
};
