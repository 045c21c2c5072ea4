/* Writes a glTF document to its container: one binary file, or one JSON file. */
#include "core/base/base64_text.h"
#include "core/base/bytes.h"
#include "core/files/temp_file.h"
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

static void put_bytes(const uint8_t *bytes, size_t size, bool base64, FILE *stream)
{
    if (base64)
        ap_put_base64(stream, (ap_view){ bytes, size });
    else
        (void)fwrite(bytes, 1, size, stream);
}

void ap_gltf_put_buffer(const ap_gltf *gltf, bool base64, FILE *stream)
{
    uint8_t buffer[BUFFER_BYTES];
    size_t used = 0;
    for (const ap_gltf_accessor *accessor = gltf->accessors.first; accessor != NULL;
         accessor = accessor->next) {
        for (size_t i = 0; i < ap_gltf_accessor_size(accessor) / WORD; i++) {
            ap_store_u32(buffer + used, stored_bits_of(accessor, i), false);
            used += WORD;
            if (used == sizeof buffer) {
                put_bytes(buffer, used, base64, stream);
                used = 0;
            }
        }
    }
    put_bytes(buffer, used, base64, stream);
}

static void put_word_little_endian(FILE *stream, uint32_t word)
{
    uint8_t bytes[WORD];
    ap_store_u32(bytes, word, false);
    (void)fwrite(bytes, 1, sizeof bytes, stream);
}

/* Copies the JSON to a chunk of the binary file, padded with blanks to a multiple of four bytes. */
static bool put_json_chunk(FILE *json, size_t bytes, FILE *stream)
{
    uint8_t buffer[BUFFER_BYTES];
    size_t read;
    put_word_little_endian(stream, (uint32_t)((bytes + WORD - 1) / WORD * WORD));
    put_word_little_endian(stream, JSON_CHUNK);
    rewind(json);
    while ((read = fread(buffer, 1, sizeof buffer, json)) > 0)
        (void)fwrite(buffer, 1, read, stream);
    for (size_t i = bytes; i % WORD != 0; i++)
        fputc(' ', stream);
    return ferror(json) == 0;
}

static bool write_chunks(ap_gltf *gltf, FILE *json, FILE *stream)
{
    uint64_t buffer = 0;
    ap_gltf_put_json(gltf, true, json);
    const long length = fflush(json) == 0 ? ftell(json) : -1;
    if (length < 0)
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
    put_word_little_endian(stream, MAGIC);
    put_word_little_endian(stream, 2);
    put_word_little_endian(stream, (uint32_t)all);
    if (!put_json_chunk(json, (size_t)length, stream))
        return false;
    if (buffer == 0)
        return true;
    put_word_little_endian(stream, (uint32_t)buffer);
    put_word_little_endian(stream, BIN_CHUNK);
    ap_gltf_put_buffer(gltf, false, stream);
    return true;
}

bool ap_gltf_write(ap_gltf *gltf, bool binary, FILE *stream)
{
    if (!binary) {
        ap_gltf_put_json(gltf, false, stream);
        fputc('\n', stream);
        return fflush(stream) == 0 && ferror(stream) == 0;
    }
    FILE *json = ap_open_temp_file();
    if (json == NULL)
        return false;
    const bool written = write_chunks(gltf, json, stream);
    (void)fclose(json);
    return written && fflush(stream) == 0 && ferror(stream) == 0;
}
