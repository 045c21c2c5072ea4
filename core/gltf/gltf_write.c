/* Writes a glTF document to its container: one binary file, or one JSON file. */
#include "core/base/base64_text.h"
#include "core/base/bytes.h"
#include "core/gltf/gltf.h"

enum {
    MAGIC = 0x46546c67,      /* "glTF" */
    JSON_CHUNK = 0x4e4f534a, /* "JSON" */
    BIN_CHUNK = 0x004e4942,  /* "BIN", NUL */
    WORD = 4,
    HEADER_BYTES = 3 * WORD,
    CHUNK_BYTES = 2 * WORD,
    BUFFER_BYTES =
        3 * WORD
        * 256 /* bytes written at once: a multiple of 3 for base64 and of 4 for the words of a buffer */
};

static size_t count_numbers(const ap_gltf_accessor *accessor)
{
    return accessor->count * ap_gltf_component_count(accessor->type);
}

size_t ap_gltf_accessor_size(const ap_gltf_accessor *accessor)
{
    const size_t bytes = count_numbers(accessor) * (accessor->component == AP_GLTF_UINT16 ? 2 : WORD);
    return (bytes + WORD - 1) / WORD * WORD;
}

/* Returns the 32-bit word with index `i` of an accessor's data. */
static uint32_t stored_bits_of(const ap_gltf_accessor *accessor, size_t i)
{
    if (accessor->component == AP_GLTF_FLOAT)
        return ap_bits_of_float(accessor->floats[i]);
    if (accessor->component == AP_GLTF_UINT32)
        return accessor->words[i];
    const bool two = 2 * i + 1 < count_numbers(accessor);
    return accessor->shorts[2 * i] | (uint32_t)(two ? accessor->shorts[2 * i + 1] : 0) << 16;
}

static void put_bytes(const uint8_t *bytes, size_t size, bool base64, ap_writer *writer)
{
    char text[AP_BASE64_LENGTH(BUFFER_BYTES)];
    if (!base64) {
        (void)ap_write(writer, bytes, size);
        return;
    }
    ap_encode_base64_unterminated((ap_view){ bytes, size }, text);
    (void)ap_write(writer, text, AP_BASE64_LENGTH(size));
}

void ap_gltf_put_buffer(const ap_gltf *gltf, bool base64, ap_writer *writer)
{
    uint8_t buffer[BUFFER_BYTES];
    size_t used = 0;
    for (const ap_gltf_accessor *accessor = gltf->accessors.first; accessor != NULL;
         accessor = accessor->next) {
        for (size_t i = 0; i < ap_gltf_accessor_size(accessor) / WORD; i++) {
            ap_store_u32(buffer + used, stored_bits_of(accessor, i), false);
            used += WORD;
            if (used == sizeof buffer) {
                put_bytes(buffer, used, base64, writer);
                used = 0;
            }
        }
    }
    put_bytes(buffer, used, base64, writer);
}

static void put_word_little_endian(ap_writer *writer, uint32_t word)
{
    uint8_t bytes[WORD];
    ap_store_u32(bytes, word, false);
    (void)ap_write(writer, bytes, sizeof bytes);
}

static bool drop_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer, (void)bytes, (void)size;
    return true;
}

/* Sets *length to the number of bytes of the JSON in the binary form. Returns false when out of memory. */
static bool measure_json(const ap_gltf *gltf, size_t *length)
{
    ap_writer *counter = ap_alloc_uncleared(gltf->arena, sizeof *counter);
    if (counter == NULL)
        return false;
    ap_writer_init(counter, drop_bytes, NULL);
    ap_gltf_put_json(gltf, true, counter);
    *length = ap_bytes_written(counter);
    return true;
}

/* Writes the JSON as a chunk of the binary form, padded with blanks to a multiple of four bytes. */
static void put_json_chunk(const ap_gltf *gltf, size_t length, ap_writer *writer)
{
    put_word_little_endian(writer, (uint32_t)((length + WORD - 1) / WORD * WORD));
    put_word_little_endian(writer, JSON_CHUNK);
    ap_gltf_put_json(gltf, true, writer);
    for (size_t i = length; i % WORD != 0; i++)
        (void)ap_write(writer, " ", 1);
}

static bool write_glb(ap_gltf *gltf, ap_writer *writer)
{
    uint64_t buffer = 0;
    size_t length;
    if (!measure_json(gltf, &length))
        return false;
    for (const ap_gltf_accessor *accessor = gltf->accessors.first; accessor != NULL;
         accessor = accessor->next)
        buffer += ap_gltf_accessor_size(accessor);
    const uint64_t text = ((uint64_t)length + WORD - 1) / WORD * WORD;
    const uint64_t all = HEADER_BYTES + CHUNK_BYTES + text + (buffer == 0 ? 0 : CHUNK_BYTES + buffer);
    if (all > UINT32_MAX) {
        gltf->refused = "the document has 4 GiB or more, too much for a .glb: write a .gltf instead";
        return false;
    }
    put_word_little_endian(writer, MAGIC);
    put_word_little_endian(writer, 2);
    put_word_little_endian(writer, (uint32_t)all);
    put_json_chunk(gltf, length, writer);
    if (buffer > 0) {
        put_word_little_endian(writer, (uint32_t)buffer);
        put_word_little_endian(writer, BIN_CHUNK);
        ap_gltf_put_buffer(gltf, false, writer);
    }
    return !writer->failed;
}

bool ap_gltf_write(ap_gltf *gltf, bool binary, ap_writer *writer)
{
    if (binary)
        return write_glb(gltf, writer);
    ap_gltf_put_json(gltf, false, writer);
    return ap_write(writer, "\n", 1);
}
