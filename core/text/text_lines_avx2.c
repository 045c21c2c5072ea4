/* Reads lines of one form with AVX2. The 64 bytes after a token become words with a bit for each byte of a class, which give the
   bounds of tokens. A function for each form of line takes the tokens of a line and checks the kind of each. When the window has
   no complete token left, the next window begins at the end of the last token. Linting takes 0.64 of the time for meshes, and
   0.55 for cameras. */
#include "core/text/text_lines_avx2.h"

#if defined(__x86_64__)

#include "core/number/number_avx2.h"

/* Up to 64 bytes of text that begin after a token and end with a blank, and words with one bit per byte that say which bytes
   belong to a class. */
typedef struct token_block {
    const uint8_t *bytes,
        *last; /* `bytes`: the first byte of the window; `last`: the last position where a window may begin */
    /* the tokens that are not taken yet: bits of their first bytes, and of the bytes after their last bytes */
    uint64_t starts, ends;
    uint64_t bounds; /* bits of the bytes after tokens, of points and of minuses */
    /* bits of LF and of bytes that numbers never contain; the form of the line clears the bits of those that it expects */
    uint64_t special;
    uint32_t taken; /* number of bytes up to the end of the token taken last */
} token_block;

/* The word with which each line of the run begins. */
typedef struct line_keyword {
    uint64_t letters, mask;
    uint32_t size;
} line_keyword;

/* Returns a word with the bits `start` to `end` - 1 set. */
INLINE uint64_t span_bits(uint64_t start, uint64_t end)
{
    return _bzhi_u64(UINT64_MAX, (uint32_t)end) & (UINT64_MAX << start);
}

/* Loads the window that begins at `at`. Returns false if the window has no blank or a malformed number. */
INLINE bool load_window(token_block *w, const uint8_t *at)
{
    byte_classes k = classify_bytes(at, &blanks);
    const uint64_t lf = mask_of_equal_bytes(at, '\n');
    if (k.blank == 0)
        return false;
    const uint64_t kept = UINT64_MAX >> __builtin_clzll(k.blank), solid = ~k.blank & kept;
    clear_other_bits(&k, kept);
    w->bytes = at;
    w->starts = solid & ~(solid << 1);
    w->ends = ~solid & (solid << 1);
    w->bounds = w->ends | k.point | k.minus;
    w->special = (solid & ~(k.digit | k.point | k.minus)) | (lf & kept);
    w->taken = 0;
    return mask_of_faults(&k, lf) == 0;
}

/* Returns true if the form of the line has accounted for every special byte before the end of the token taken last. */
INLINE bool are_special_bytes_taken(const token_block *w)
{
    return _bzhi_u64(w->special, w->taken) == 0;
}

/* Returns true if the window has `count` more tokens. If the window has fewer, loads a new window that begins at the end of the
   token taken last. */
INLINE bool ensure_tokens_left(token_block *w, int count)
{
    if (_mm_popcnt_u64(w->ends) >= count)
        return true;
    const uint8_t *next = w->bytes + w->taken;
    return are_special_bytes_taken(w) && next <= w->last && load_window(w, next)
           && _mm_popcnt_u64(w->ends) >= count;
}

/* Takes the line ends before the first token of a line. Returns false if there are no line ends. Other special bytes never occur
   between tokens. */
INLINE bool take_line_end(token_block *w)
{
    const uint64_t passed = _bzhi_u64(w->special, (uint32_t)_tzcnt_u64(w->starts));
    w->special ^= passed;
    return passed != 0;
}

/* Takes the next token. Returns the index in the window of the token's first byte, and sets w->taken to the index after its last
   byte. */
INLINE uint64_t take_token(token_block *w)
{
    const uint64_t start = _tzcnt_u64(w->starts);
    w->taken = (uint32_t)_tzcnt_u64(w->ends);
    w->starts = _blsr_u64(w->starts);
    w->ends = _blsr_u64(w->ends);
    return start;
}

/* Returns the number of bytes from index `at`, inside a token, to the point in the token, or to the token's end. */
INLINE uint64_t bytes_to_point_or_end(const token_block *w, uint64_t at)
{
    return _tzcnt_u64(w->bounds >> at);
}

/* Takes an integer. Returns false if the token is not an integer of up to 8 digits without a sign. */
INLINE bool take_integer(token_block *w, int32_t *value)
{
    const uint64_t start = take_token(w), size = w->taken - start;
    if (bytes_to_point_or_end(w, start) != size || size > AP_LINE_INTEGER_DIGITS)
        return false;
    __m128i v = _mm_loadl_epi64((const __m128i *)(w->bytes + w->taken - AP_LINE_INTEGER_DIGITS));
    v = _mm_and_si128(
        v, _mm_loadl_epi64((const __m128i *)(digit_masks + DIGITS - AP_LINE_INTEGER_DIGITS + size)));
    v = four_digits(v);
    v = _mm_madd_epi16(v, _mm_set1_epi32(10000 | 1 << 16));
    *value = _mm_cvtsi128_si32(v);
    return true;
}

INLINE bool take_number(token_block *w, digit_batch *waiting, size_t index)
{
    const uint64_t start = take_token(w), negative = w->bytes[start] == '-',
                   size = w->taken - start - negative;
    const uint64_t whole = bytes_to_point_or_end(w, start + negative);
    if (whole > INT_DIGITS || size > DIGITS)
        return false;
    add_to_batch(waiting, index, w->bytes + w->taken, size, size - whole, negative);
    return true;
}

/* Takes the parenthesis `byte` with a blank after it. Returns false at another token. */
INLINE bool take_parenthesis(token_block *w, char byte)
{
    const uint64_t start = take_token(w);
    const uint8_t *at = w->bytes + start;
    w->special ^= UINT64_C(1) << start;
    return at[0] == (uint8_t)byte && (at[1] == ' ' || w->taken == start + 1);
}

INLINE bool take_word(token_block *w, const line_keyword *word)
{
    const uint64_t start = take_token(w);
    w->special &= ~span_bits(start, w->taken);
    return ((ap_load_u64(w->bytes + start, false) ^ word->letters) & word->mask) == 0
           && w->taken - start == word->size;
}

/* Takes three numbers in parentheses. */
INLINE bool take_vector(token_block *w, digit_batch *waiting, size_t index)
{
    return take_parenthesis(w, '(') && take_number(w, waiting, index) && take_number(w, waiting, index + 1)
           && take_number(w, waiting, index + 2) && take_parenthesis(w, ')');
}

/* Takes the tokens of one line of a form. `index` is the index of the line's first number in the batch. Returns false at a line
   of another form. */
typedef bool read_form(
    token_block *w, const line_keyword *word, int32_t *integers, digit_batch *waiting, size_t index);

INLINE bool read_vertex(
    token_block *w, const line_keyword *word, int32_t *integers, digit_batch *waiting, size_t index)
{
    return ensure_tokens_left(w, 8) && take_line_end(w) && take_word(w, word) && take_integer(w, integers)
           && take_parenthesis(w, '(') && take_number(w, waiting, index) && take_number(w, waiting, index + 1)
           && take_parenthesis(w, ')') && take_integer(w, integers + 1) && take_integer(w, integers + 2);
}

INLINE bool read_triangle(
    token_block *w, const line_keyword *word, int32_t *integers, digit_batch *waiting, size_t index)
{
    (void)waiting;
    (void)index;
    return ensure_tokens_left(w, 5) && take_line_end(w) && take_word(w, word) && take_integer(w, integers)
           && take_integer(w, integers + 1) && take_integer(w, integers + 2) && take_integer(w, integers + 3);
}

INLINE bool read_weight(
    token_block *w, const line_keyword *word, int32_t *integers, digit_batch *waiting, size_t index)
{
    return ensure_tokens_left(w, 4) && take_line_end(w) && take_word(w, word) && take_integer(w, integers)
           && take_integer(w, integers + 1) && take_number(w, waiting, index) && ensure_tokens_left(w, 5)
           && take_vector(w, waiting, index + 1);
}

INLINE bool read_vectors(
    token_block *w, const line_keyword *word, int32_t *integers, digit_batch *waiting, size_t index)
{
    (void)word;
    (void)integers;
    return ensure_tokens_left(w, 5) && take_line_end(w) && take_vector(w, waiting, index)
           && ensure_tokens_left(w, 5) && take_vector(w, waiting, index + 3);
}

INLINE bool read_camera(
    token_block *w, const line_keyword *word, int32_t *integers, digit_batch *waiting, size_t index)
{
    (void)word;
    (void)integers;
    return ensure_tokens_left(w, 5) && take_line_end(w) && take_vector(w, waiting, index)
           && ensure_tokens_left(w, 6) && take_vector(w, waiting, index + 3)
           && take_number(w, waiting, index + 6);
}

/* Reads lines of one form. Each line has `integers` integers and `numbers` numbers. Returns the number of lines read; 0 if any
   number of these lines cannot be read exactly. */
INLINE size_t read_lines(
    ap_line_run *run, const char *text, size_t most, read_form *form, size_t integers, size_t numbers)
{
    digit_batch waiting; /* not initialised, to save time: entries are written before they are read */
    token_block w = { .bytes = run->input.bytes + run->at };
    line_keyword word = { .letters = 0 };
    size_t count = 0, room = AP_LINE_VALUES / (integers > numbers ? integers : numbers);
    if (run->at < DIGITS || run->input.size < AP_LINE_READABLE)
        return 0;
    word.size = (uint32_t)strlen(text);
    word.mask = _bzhi_u64(UINT64_MAX, 8 * word.size);
    memcpy(&word.letters, text, word.size);
    w.last = run->input.bytes + run->input.size - AP_LINE_READABLE;
    room = room < AP_LINES ? room : AP_LINES;
    most = most < room ? most : room;
    while (count < most && form(&w, &word, run->integers + count * integers, &waiting, count * numbers)
           && are_special_bytes_taken(&w))
        run->ends[count++] = (size_t)(w.bytes - run->input.bytes) + w.taken;
    waiting.count = count * numbers;
    return convert_batch(&waiting, run->numbers) ? count : 0;
}

AVX2 size_t ap_read_lines_avx2(ap_line_run *run, ap_line_form form, const char *word, size_t most)
{
    switch (form) {
    case AP_LINE_VERTEX:
        return read_lines(run, word, most, read_vertex, 3, 2);
    case AP_LINE_TRIANGLE:
        return read_lines(run, word, most, read_triangle, 4, 0);
    case AP_LINE_WEIGHT:
        return read_lines(run, word, most, read_weight, 2, 4);
    case AP_LINE_VECTORS:
        return read_lines(run, "", most, read_vectors, 0, 6);
    case AP_LINE_CAMERA:
        return read_lines(run, "", most, read_camera, 0, 7);
    }
    return 0;
}

#else

size_t ap_read_lines_avx2(ap_line_run *run, ap_line_form form, const char *word, size_t most)
{
    (void)run;
    (void)form;
    (void)word;
    (void)most;
    return 0;
}

#endif
