/* Implements twenty small loaders, each with a planted fault: planted_loader NUMBER FILE ends with 9 if the file
   has the feature that the loader cannot handle, with 1 if the file cannot be opened, otherwise with 0. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 1 << 20,
    MOST_TOKENS = 1 << 16,
    FAULT = 9,
    CURVE_BYTES = 12,
    KEY_BYTES = 8,
    HEADER_BYTES = 19
};

static unsigned char data[MOST_BYTES + 1];
static size_t size;

static struct token {
    const char *at;
    size_t length;
} tokens[MOST_TOKENS];
static size_t token_count;

/* Splits a text at blanks, without line comments; braces and parentheses are tokens, and so is a string with its quotes. */
static void split_into_tokens(void)
{
    const char *at = (const char *)data, *end = at + size;
    while (token_count < MOST_TOKENS) {
        while (at < end && *at <= ' ')
            at++;
        if (at == end)
            return;
        if (at + 1 < end && at[0] == '/' && at[1] == '/') {
            while (at < end && *at != '\n')
                at++;
            continue;
        }
        const char *start = at++;
        const bool single = strchr("{}()", *start) != NULL;
        while (
            !single && at < end && (*start == '"' ? *at != '"' : *at > ' ' && strchr("{}()\"", *at) == NULL))
            at++;
        if (*start == '"' && at < end)
            at++;
        tokens[token_count++] = (struct token){ start, (size_t)(at - start) };
    }
}

static bool is_token(size_t at, const char *word)
{
    return at < token_count && tokens[at].length == strlen(word)
           && memcmp(tokens[at].at, word, tokens[at].length) == 0;
}

/* Returns the index of the token after the first `word` from token `at` on; 0 if the word is missing. */
static size_t token_after(const char *word, size_t at)
{
    while (at < token_count && !is_token(at, word))
        at++;
    return at < token_count ? at + 1 : 0;
}

static double number_of_token(size_t at, bool *is_number)
{
    char text[64] = "", *end = text;
    if (at < token_count && tokens[at].length < sizeof text)
        memcpy(text, tokens[at].at, tokens[at].length);
    const double value = strtod(text, &end);
    *is_number = *is_number && end > text && *end == '\0';
    return value;
}

/* Returns the number after the word; -1 if no number follows. */
static double number_after(const char *word)
{
    bool is_number = true;
    const size_t at = token_after(word, 0);
    const double value = at == 0 ? -1 : number_of_token(at, &is_number);
    return is_number ? value : -1;
}

/* Reads the joints of a hierarchy: name, parent, flags, start index. Returns the number of complete joints, and
   the largest parent. */
static size_t read_joints_of_hierarchy(double *parent)
{
    size_t at = token_after("hierarchy", 0), count = 0;
    *parent = -1;
    if (at == 0 || !is_token(at++, "{"))
        return 0;
    for (bool fine = true; at + 3 < token_count && !is_token(at, "}"); at += 4, count++) {
        const double one = number_of_token(at + 1, &fine);
        (void)number_of_token(at + 2, &fine);
        (void)number_of_token(at + 3, &fine);
        if (!fine || tokens[at].at[0] != '"')
            return count;
        *parent = one > *parent ? one : *parent;
    }
    return count;
}

/* Returns how many numbers the block that begins at a token has, outside of and in parentheses. Returns -1 if no block begins
   there, or if the block is incomplete or has other tokens. */
static int count_numbers_in_block(size_t at)
{
    int count = 0;
    if (at == 0 || !is_token(at++, "{"))
        return -1;
    for (; at < token_count && !is_token(at, "}"); at++) {
        bool is_number = true;
        (void)number_of_token(at, &is_number);
        if (!is_number && !is_token(at, "(") && !is_token(at, ")"))
            return -1;
        count += is_number;
    }
    return at < token_count ? count : -1;
}

static int count_numbers_after(const char *word)
{
    return count_numbers_in_block(token_after(word, 0));
}

/* Returns how many entries "word index …" of the file have the next index, counted from 0. */
static size_t count_indexed_entries(const char *word)
{
    size_t count = 0;
    for (size_t at = token_after(word, 0); at > 0; at = token_after(word, at)) {
        bool is_number = true;
        count += number_of_token(at, &is_number) == (double)count && is_number;
    }
    return count;
}

/* Returns the largest number that is `place` tokens after the index of an entry "word index ...": place 3 of "tri" is the last
   corner. */
static double largest_number_of_entries(const char *word, size_t place)
{
    double most = -1;
    for (size_t at = token_after(word, 0); at > 0; at = token_after(word, at)) {
        bool is_number = true;
        (void)number_of_token(at, &is_number);
        const double value = number_of_token(at + place, &is_number);
        most = is_number && value > most ? value : most;
    }
    return most;
}

static bool triggers_animation_fault(int fault)
{
    double parent;
    const size_t count = read_joints_of_hierarchy(&parent);
    const bool whole =
        is_token(0, "MD5Version") && is_token(1, "10") && number_after("numJoints") == (double)count;
    const size_t frame = token_after("frame", token_after("frame", 0));
    switch (fault) {
    case 1: /* more than three joints */
        return count > 3;
    case 2: /* a parent other than the first joint */
        return parent > 0;
    case 3: /* two or more joints, and a baseframe with six numbers for each */
        return whole && count > 1 && count_numbers_after("baseframe") == 6 * (int)count;
    case 4: /* a second frame with the index 1 */
        return whole && token_after("frame", 0) > 0 && frame > 0 && is_token(frame, "1");
    case 5: /* two or more frames, and bounds for each */
        return number_after("numFrames") >= 2
               && count_numbers_after("bounds") == 6 * (int)number_after("numFrames");
    case 6: /* one value in the first frame for each animated component */
        return whole && number_after("numAnimatedComponents") > 0
               && count_numbers_in_block(token_after("frame", 0) + 1)
                      == number_after("numAnimatedComponents");
    default: /* three or more joints, a parent other than the first joint, and complete blocks of bounds and baseframe */
        return whole && count > 2 && parent >= 1 && count_numbers_after("bounds") >= 0
               && count_numbers_after("baseframe") >= 0;
    }
}

static bool triggers_mesh_fault(int fault)
{
    const double verts = (double)count_indexed_entries("vert"), tris = (double)count_indexed_entries("tri"),
                 weights = (double)count_indexed_entries("weight");
    const bool whole = number_after("numverts") == verts && number_after("numtris") == tris
                       && number_after("numweights") == weights;
    switch (fault) {
    case 8: /* a weight that is not of the first joint */
        return largest_number_of_entries("weight", 1) >= 1;
    case 9: /* three or more vertices, and triangles with last corners that exist, all counts right */
        return whole && verts >= 3 && tris >= 1 && largest_number_of_entries("tri", 3) < verts;
    case 10: /* two or more weights of a vertex, all counts right */
        return whole && largest_number_of_entries("vert", 6) >= 2 && weights >= 2;
    case 11: /* two meshes */
        return number_after("numMeshes") == 2 && token_after("mesh", token_after("mesh", 0)) > 0;
    default: /* a shader */
        return token_after("mesh", 0) > 0 && token_after("shader", 0) > 0
               && tokens[token_after("shader", 0)].length > 2;
    }
}

static bool triggers_camera_fault(int fault)
{
    const double frames = number_after("numFrames"), cuts = number_after("numCuts");
    switch (fault) {
    case 13: /* a cut */
        return cuts > 0 && count_numbers_after("cuts") == cuts;
    case 14: /* two or more frames, and seven numbers for each */
        return frames > 1 && count_numbers_after("camera") == 7 * frames;
    default: /* a cut, and seven numbers for each frame */
        return cuts > 0 && count_numbers_after("cuts") == cuts && frames > 0
               && count_numbers_after("camera") == 7 * frames;
    }
}

static int32_t integer_at(size_t at)
{
    int32_t value = -1;
    if (at + sizeof value <= size)
        memcpy(&value, data + at, sizeof value);
    return value;
}

/* Skips `count` curves of a recording of version 1.1, and raises *most to the largest number of keys of a curve. Returns the
   offset after the curves; 0 if a curve is incomplete. */
static size_t skip_curves(size_t at, int count, int32_t *most)
{
    for (int i = 0; i < count && at > 0; i++) {
        const int32_t keys = integer_at(at + 8);
        at = keys < 0 || at + CURVE_BYTES + (size_t)keys * KEY_BYTES > size
                 ? 0
                 : at + CURVE_BYTES + (size_t)keys * KEY_BYTES;
        *most = keys > *most ? keys : *most;
    }
    return at;
}

static bool triggers_recording_fault(int fault)
{
    int32_t most = 0, gaze = 0;
    if (size < HEADER_BYTES || integer_at(8) != 1 || integer_at(12) != 1 || data[17] != 0)
        return false;
    size_t at = skip_curves(HEADER_BYTES, data[16] != 0 ? 7 : 0, &most);
    at = at == 0 ? 0 : skip_curves(at, data[18] != 0 ? 6 : 0, &gaze);
    if (at == 0 || integer_at(at) < 0)
        return false;
    switch (fault) {
    case 16: /* a curve of three or more keys */
        return most >= 3;
    case 17: /* a gaze with keys */
        return gaze > 0;
    default: /* a marker */
        return integer_at(at) > 0 && at + 4 < size;
    }
}

static bool triggers_motion_fault(int fault)
{
    const int32_t frames = integer_at(8), steps = integer_at(12);
    if (integer_at(0) != 1 || frames < 1 || steps < 1 || size < 16 + (size_t)frames * (size_t)steps * 96)
        return false;
    const size_t group = 16 + (size_t)frames * (size_t)steps * 96;
    return fault == 19 ? steps >= 2 : integer_at(group) > 0 && group + 4 + (size_t)integer_at(group) <= size;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    if (file == NULL)
        return 1;
    size = fread(data, 1, MOST_BYTES, file);
    fclose(file);
    const int fault = atoi(argv[1]);
    if (fault <= 15)
        split_into_tokens();
    const bool found = fault <= 7    ? triggers_animation_fault(fault)
                       : fault <= 12 ? triggers_mesh_fault(fault)
                       : fault <= 15 ? triggers_camera_fault(fault)
                       : fault <= 18 ? triggers_recording_fault(fault)
                                     : triggers_motion_fault(fault);
    return found ? FAULT : 0;
}
