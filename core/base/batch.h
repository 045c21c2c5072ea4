/* Collects small pieces of text and writes them together, to a stream or to a function: a call of the C library costs more than
   most pieces. Write errors of a stream are left to ferror(stream). */
#ifndef AP_BATCH_H
#define AP_BATCH_H

#include <stdio.h>
#include <string.h>

#include "core/base/digits.h"

enum {
    AP_BATCH_BYTES = 2048,
    AP_BATCH_PLAIN = AP_BATCH_BYTES / 2 /* maximum bytes that one call of ap_batch_plain_prefix adds */
};

/* Text that is gathered before it is written. */
typedef struct ap_batch {
    FILE *stream; /* NULL if `take` receives the text */
    void (*take)(void *context, const char *text, size_t size);
    void *context; /* argument for `take`, owned by the caller */
    size_t used;   /* bytes in `text` */
    char text[AP_BATCH_BYTES];
} ap_batch;

/* Initialises an empty batch. Leaves `text` uninitialised. */
static inline void ap_batch_init(ap_batch *batch, FILE *stream)
{
    batch->stream = stream;
    batch->used = 0;
}

/* Initialises an empty batch that passes its text to a function. */
static inline void ap_batch_init_for_function(
    ap_batch *batch, void (*take)(void *context, const char *text, size_t size), void *context)
{
    ap_batch_init(batch, NULL);
    batch->take = take;
    batch->context = context;
}

/* Writes the collected text. Call it at the end, and before anything else writes to the stream. */
void ap_batch_flush(ap_batch *batch);

/* Returns room for `size` bytes, at most AP_BATCH_BYTES. The caller writes bytes to the room, then calls
   ap_batch_commit with the end of these bytes. */
static inline char *ap_batch_reserve(ap_batch *batch, size_t size)
{
    if (size > AP_BATCH_BYTES - batch->used)
        ap_batch_flush(batch);
    char *room = batch->text + batch->used;
    /* Hides from the compiler that `room` points into `text`. If the compiler knew, the C library's fortified memcpy would check
       the room's size, in a function call even for a few bytes. */
    __asm__("" : "+r"(room));
    return room;
}

static inline void ap_batch_commit(ap_batch *batch, const char *end)
{
    batch->used = (size_t)(end - batch->text);
}

/* Adds bytes of any length. */
void ap_batch_bytes(ap_batch *batch, const char *bytes, size_t length);

static inline void ap_batch_byte(ap_batch *batch, char byte)
{
    *ap_batch_reserve(batch, 1) = byte;
    batch->used++;
}

/* Adds `length` bytes of text; `length` must be at most AP_BATCH_BYTES. */
static inline void ap_batch_short_text(ap_batch *batch, const char *text, size_t length)
{
    memcpy(ap_batch_reserve(batch, length), text, length);
    batch->used += length;
}

/* Adds a terminated text. The compiler computes the length of a string literal. */
static inline void ap_batch_text(ap_batch *batch, const char *text)
{
    if (__builtin_constant_p(strlen(text)))
        ap_batch_short_text(batch, text, strlen(text));
    else
        ap_batch_bytes(batch, text, strlen(text));
}

/* Adds `count` blanks. */
void ap_batch_blanks(ap_batch *batch, size_t count);

/* Adds a number in base 10. */
static inline void ap_batch_number(ap_batch *batch, uint64_t number)
{
    batch->used += ap_put_digits(ap_batch_reserve(batch, AP_DIGITS_ROOM), number);
}

/* Adds a terminated text, then a number in base 10. */
static inline void ap_batch_text_and_number(ap_batch *batch, const char *label, uint64_t number)
{
    ap_batch_text(batch, label);
    ap_batch_number(batch, number);
}

static inline void ap_batch_integer(ap_batch *batch, int64_t number)
{
    batch->used += ap_put_integer(ap_batch_reserve(batch, AP_DIGITS_ROOM), number);
}

/* Adds a number in base 16, with leading zeros up to `least_digits` digits. */
void ap_batch_hex(ap_batch *batch, uint64_t number, unsigned least_digits);

/* Copies bytes to `to` up to the first one that is not printable ASCII or that is in `special`, at most
   `size` bytes. Returns the number of copied bytes. Pass a literal as `special`: the compiler then unrolls
   the loop over it. */
static inline size_t ap_copy_plain_prefix(char *to, const uint8_t *at, size_t size, const char *special)
{
    const size_t count = strlen(special);
    for (size_t done = 0; done < size; done++) {
        const uint8_t byte = at[done];
        bool marked = (uint8_t)(byte - ' ') > '~' - ' ';
        for (size_t i = 0; i < count; i++)
            marked |= byte == (uint8_t)special[i];
        if (marked)
            return done;
        to[done] = (char)byte;
    }
    return size;
}

/* Adds the leading bytes of the text that are printable ASCII and not in `special` (ap_copy_plain_prefix), at most
   AP_BATCH_PLAIN bytes. Returns the number of bytes added. */
static inline size_t ap_batch_plain_prefix(
    ap_batch *batch, const uint8_t *at, size_t left, const char *special)
{
    const size_t size = left < AP_BATCH_PLAIN ? left : AP_BATCH_PLAIN;
    const size_t plain = ap_copy_plain_prefix(ap_batch_reserve(batch, size), at, size, special);
    batch->used += plain;
    return plain;
}

#endif
