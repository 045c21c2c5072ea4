/* Implements an example loader with ten deliberate faults. It tests fuzz campaigns, which must find all ten.

   The function in which fault n crashes has n in its name (planted_01_…). Bit n - 1 of FRAGILE_FIXED removes
   fault n. With all ten bits set, the loader has no known fault.

    1  the array of joints has numJoints elements, but gets as many joints as the hierarchy has
    2  a negative key count (mrtk) passes the check of its size
    3  a joint may have the joint after the last one as its parent
    4  a joint's name is copied into 64 bytes
    5  the time of a frame is 1000 / frameRate
    6  a joint's start index is not checked against the number of components
    7  the depth of a joint is computed by recursion over its parents, which may form a cycle
    8  strtol reads integers, although no NUL ends the file
    9  a frame is stored at its index without a range check
   10  a key count (mrtk) is multiplied in 32 bits before it is compared with the bytes left */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/harness/load.h"

#ifndef FRAGILE_FIXED
#define FRAGILE_FIXED 0
#endif
#define FIXED(number) ((FRAGILE_FIXED >> ((number)-1) & 1) != 0)
#define PLANTED       __attribute__((noinline))

enum { MOST = 4096, NAME_BYTES = 64, FLAG_BITS = 63, KEY_BYTES = 8, MAGIC_BYTES = 8 };

typedef struct fragile_token {
    const char *at;
    size_t length; /* 0 at the end of the file */
} fragile_token;

typedef struct fragile_text {
    const char *at, *end;
} fragile_text;

typedef struct fragile_joint {
    int parent, flags, start;
} fragile_joint;

typedef struct animation {
    int frame_count, joint_count, frame_rate, component_count;
    fragile_joint *joints;
    float *frames;
} animation;

/* Keeps a computed value from being optimised away. */
static void keep_value_from_optimiser(long value)
{
    volatile long sink = value;
    (void)sink;
}

/* Words */

static void skip_line(fragile_text *t)
{
    while (t->at < t->end && *t->at != '\n')
        t->at++;
}

static void skip_blanks(fragile_text *t)
{
    for (; t->at < t->end; t->at++) {
        if (*t->at == '/' && t->end - t->at > 1 && t->at[1] == '/')
            skip_line(t);
        if (t->at == t->end || (unsigned char)*t->at > ' ')
            return;
    }
}

static bool is_end_of_word(char c)
{
    return (unsigned char)c <= ' ' || strchr("{}()\"", c) != NULL;
}

static fragile_token read_quoted(fragile_text *t)
{
    const char *start = ++t->at;
    while (t->at < t->end && *t->at != '"' && *t->at != '\n')
        t->at++;
    fragile_token string = { start, (size_t)(t->at - start) };
    if (t->at < t->end)
        t->at++;
    return string;
}

static fragile_token next_token(fragile_text *t)
{
    skip_blanks(t);
    fragile_token word = { t->at, 0 };
    if (t->at == t->end)
        return word;
    if (*t->at == '"')
        return read_quoted(t);
    do
        t->at++;
    while (t->at < t->end && !is_end_of_word(*word.at) && !is_end_of_word(*t->at));
    word.length = (size_t)(t->at - word.at);
    return word;
}

static bool is_token_text(fragile_token word, const char *wanted)
{
    return word.length == strlen(wanted) && memcmp(word.at, wanted, word.length) == 0;
}

static bool take_word(fragile_text *t, const char *wanted)
{
    return is_token_text(next_token(t), wanted);
}

static int clamp_to_100_times_most(long value)
{
    return value > MOST * 100 ? MOST * 100 : value < -MOST * 100 ? -MOST * 100 : (int)value;
}

PLANTED static int planted_08_missing_terminator(fragile_token word)
{
    char copy[16] = "";
    if (!FIXED(8))
        return clamp_to_100_times_most(strtol(word.at, NULL, 10));
    memcpy(copy, word.at, word.length < sizeof copy ? word.length : sizeof copy - 1);
    return clamp_to_100_times_most(strtol(copy, NULL, 10));
}

static bool read_integer_unless_at_end(fragile_text *t, int *value)
{
    const fragile_token word = next_token(t);
    if (word.length == 0)
        return false;
    *value = planted_08_missing_terminator(word);
    return true;
}

/* The header */

PLANTED static int planted_05_frame_rate_zero(const animation *a)
{
    return 1000 / a->frame_rate;
}

static bool read_counts(fragile_text *t, animation *a)
{
    return take_word(t, "numFrames") && read_integer_unless_at_end(t, &a->frame_count)
           && take_word(t, "numJoints") && read_integer_unless_at_end(t, &a->joint_count)
           && take_word(t, "frameRate") && read_integer_unless_at_end(t, &a->frame_rate)
           && take_word(t, "numAnimatedComponents") && read_integer_unless_at_end(t, &a->component_count);
}

static bool read_header(fragile_text *t, animation *a)
{
    int version;
    if (!take_word(t, "MD5Version") || !read_integer_unless_at_end(t, &version) || version != 10
        || !take_word(t, "commandline"))
        return false;
    (void)next_token(t);
    if (!read_counts(t, a) || (FIXED(5) && a->frame_rate == 0))
        return false;
    keep_value_from_optimiser(planted_05_frame_rate_zero(a));
    if (a->frame_count < 1 || a->frame_count > MOST || a->joint_count < 1 || a->joint_count > MOST
        || a->component_count < 0 || a->component_count > MOST)
        return false;
    a->joints = calloc((size_t)a->joint_count, sizeof *a->joints);
    a->frames = calloc((size_t)a->frame_count * (size_t)a->component_count + 1, sizeof *a->frames);
    return a->joints != NULL && a->frames != NULL;
}

/* The hierarchy */

PLANTED static void planted_04_name_of_64_bytes(fragile_token name)
{
    char copy[NAME_BYTES];
    memcpy(copy, name.at, name.length);
    copy[name.length] = '\0';
    keep_value_from_optimiser((long)strlen(copy));
}

PLANTED static void planted_01_count_trusted(animation *a, int index, const fragile_joint *read)
{
    a->joints[index] = *read;
}

static bool read_joint(fragile_text *t, animation *a, int index)
{
    fragile_joint read;
    const fragile_token name = next_token(t);
    if (FIXED(4) && name.length >= NAME_BYTES)
        return false;
    planted_04_name_of_64_bytes(name);
    if (!read_integer_unless_at_end(t, &read.parent) || !read_integer_unless_at_end(t, &read.flags)
        || !read_integer_unless_at_end(t, &read.start))
        return false;
    if (FIXED(1) && index >= a->joint_count)
        return false;
    planted_01_count_trusted(a, index, &read);
    return true;
}

PLANTED static int planted_03_parent_off_by_one(const animation *a, int parent)
{
    return a->joints[parent].flags;
}

static bool is_parent_accepted(const animation *a, int index)
{
    const int parent = a->joints[index].parent;
    if (parent < 0)
        return parent == -1;
    if (FIXED(3) ? parent >= a->joint_count : parent > a->joint_count)
        return false;
    keep_value_from_optimiser(planted_03_parent_off_by_one(a, parent));
    return !FIXED(7) || parent < index;
}

PLANTED static long planted_07_circle_of_parents(const animation *a, int index)
{
    const int parent = a->joints[index].parent;
    return parent < 0 ? 0 : 1 + planted_07_circle_of_parents(a, parent);
}

static bool read_hierarchy(fragile_text *t, animation *a)
{
    int count = 0;
    if (!take_word(t, "hierarchy") || !take_word(t, "{"))
        return false;
    for (skip_blanks(t); t->at < t->end && *t->at != '}'; skip_blanks(t)) {
        if (!read_joint(t, a, count++))
            return false;
    }
    if (!take_word(t, "}") || count != a->joint_count)
        return false;
    for (int i = 0; i < count; i++) {
        if (!is_parent_accepted(a, i))
            return false;
    }
    for (int i = 0; i < count; i++)
        keep_value_from_optimiser(planted_07_circle_of_parents(a, i));
    return true;
}

/* The frames */

static bool skip_section(fragile_text *t, const char *name)
{
    fragile_token word;
    if (!take_word(t, name) || !take_word(t, "{"))
        return false;
    do
        word = next_token(t);
    while (word.length > 0 && !is_token_text(word, "}"));
    return word.length > 0;
}

PLANTED static void planted_09_frame_index(const animation *a, int frame, int component, float value)
{
    a->frames[(long)frame * a->component_count + component] = value;
}

static bool read_frame(fragile_text *t, const animation *a)
{
    int index;
    if (!take_word(t, "frame") || !read_integer_unless_at_end(t, &index) || !take_word(t, "{"))
        return false;
    if (FIXED(9) && (index < 0 || index >= a->frame_count))
        return false;
    for (int i = 0; i < a->component_count; i++) {
        int value;
        if (!read_integer_unless_at_end(t, &value))
            return false;
        planted_09_frame_index(a, index, i, (float)value);
    }
    return take_word(t, "}");
}

PLANTED static float planted_06_start_index(const float *frame, int start)
{
    return frame[start];
}

/* Plays the first frame joint by joint, from a copy of the frame's components. */
static bool play_first_frame(const animation *a)
{
    bool fine = true;
    float *frame = calloc((size_t)a->component_count + 1, sizeof *frame);
    if (frame == NULL)
        return false;
    memcpy(frame, a->frames, (size_t)a->component_count * sizeof *frame);
    for (int i = 0; i < a->joint_count && fine; i++) {
        const fragile_joint *j = &a->joints[i];
        const int bits = __builtin_popcount((unsigned)j->flags & FLAG_BITS);
        fine = !FIXED(6) || bits == 0 || (j->start >= 0 && j->start + bits <= a->component_count);
        for (int k = 0; k < bits && fine; k++)
            keep_value_from_optimiser(planted_06_start_index(frame, j->start + k) > 0);
    }
    free(frame);
    return fine;
}

static bool read_frames(fragile_text *t, const animation *a)
{
    if (!skip_section(t, "bounds") || !skip_section(t, "baseframe"))
        return false;
    for (int i = 0; i < a->frame_count; i++) {
        if (!read_frame(t, a))
            return false;
    }
    return play_first_frame(a);
}

static bool load_md5anim(const uint8_t *data, size_t size)
{
    fragile_text t = { (const char *)data, (const char *)data + size };
    animation a = { .frame_rate = 24 };
    const bool fine = read_header(&t, &a) && read_hierarchy(&t, &a) && read_frames(&t, &a);
    free(a.joints);
    free(a.frames);
    return fine;
}

/* The following functions read the curves of the camera of an MRTK 1.1 file in the writer's layout. */

PLANTED static void planted_02_negative_count(const uint8_t *at, size_t left, int32_t count)
{
    uint8_t *keys = malloc(left + 1);
    if (keys == NULL)
        return;
    memcpy(keys, at, (size_t)count * KEY_BYTES);
    keep_value_from_optimiser(keys[0]);
    free(keys);
}

PLANTED static void planted_10_product_overflow(const uint8_t *at, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        float value;
        memcpy(&value, at + (size_t)i * KEY_BYTES, sizeof value);
        keep_value_from_optimiser(value > 0);
    }
}

static size_t size_of_curve(const uint8_t *at, size_t left)
{
    int32_t count;
    if (left < 3 * sizeof count)
        return 0;
    memcpy(&count, at + 2 * sizeof count, sizeof count);
    left -= 3 * sizeof count;
    at += 3 * sizeof count;
    const uint32_t bytes = (uint32_t)count * KEY_BYTES;
    if (count < 0 && FIXED(2))
        return 0;
    if (count < 0)
        planted_02_negative_count(at, left, count);
    if (FIXED(10) ? (size_t)count > left / KEY_BYTES : bytes > left)
        return 0;
    planted_10_product_overflow(at, count);
    return 3 * sizeof count + bytes;
}

static bool load_mrtk(const uint8_t *data, size_t size)
{
    static const uint8_t versions[] = { 1, 0, 0, 0, 1, 0, 0, 0 };
    size_t at = MAGIC_BYTES + sizeof versions + 3;
    if (size < at || memcmp(data + MAGIC_BYTES, versions, sizeof versions) != 0)
        return false;
    const int curves = data[MAGIC_BYTES + sizeof versions] != 0 ? 7 : 0;
    for (int i = 0; i < curves; i++) {
        const size_t bytes = size_of_curve(data + at, size - at);
        if (bytes == 0)
            return false;
        at += bytes;
    }
    return true;
}

int load(const uint8_t *data, size_t size)
{
    static const uint8_t magic[MAGIC_BYTES] = { 0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a };
    if (size >= MAGIC_BYTES && memcmp(data, magic, MAGIC_BYTES) == 0)
        return load_mrtk(data, size) ? 0 : 1;
    return load_md5anim(data, size) ? 0 : 1;
}
