#include "core/base/batch.h"

static void write_text(const ap_batch *batch, const char *text, size_t size)
{
    if (batch->stream != NULL)
        (void)fwrite(text, 1, size, batch->stream);
    else
        batch->take(batch->context, text, size);
}

void ap_batch_flush(ap_batch *batch)
{
    if (batch->used > 0)
        write_text(batch, batch->text, batch->used);
    batch->used = 0;
}

void ap_batch_bytes(ap_batch *batch, const char *bytes, size_t length)
{
    if (length <= AP_BATCH_BYTES) {
        ap_batch_short_text(batch, bytes, length);
        return;
    }
    ap_batch_flush(batch);
    write_text(batch, bytes, length);
}

void ap_batch_blanks(ap_batch *batch, size_t count)
{
    while (count > 0) {
        const size_t size = count < AP_BATCH_BYTES ? count : AP_BATCH_BYTES;
        memset(ap_batch_reserve(batch, size), ' ', size);
        batch->used += size;
        count -= size;
    }
}

void ap_batch_hex(ap_batch *batch, uint64_t number, unsigned least_digits)
{
    char text[2 * sizeof number];
    ap_store_u64((uint8_t *)text, ap_eight_hex_digits((uint32_t)(number >> 32)), false);
    ap_store_u64((uint8_t *)text + sizeof number, ap_eight_hex_digits((uint32_t)number), false);
    const unsigned bits = number == 0 ? 1 : 64 - (unsigned)__builtin_clzll(number);
    const unsigned needed = (bits + 3) / 4, shown = needed > least_digits ? needed : least_digits;
    ap_batch_short_text(batch, text + sizeof text - shown, shown);
}
