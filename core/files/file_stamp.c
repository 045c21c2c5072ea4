#include "core/files/file_stamp.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/input.h"

enum { BLOCK_BYTES = 64 * 1024 };

/* An odd number with many bits set: after a multiplication, the upper half of the product depends on each bit of the word. */
static const uint64_t multiplier = UINT64_C(0x9e3779b97f4a7c15);

/* Adds a word to the hash. For a given word, the new hash is a bijection of the old one; for a given hash,
   it is a bijection of the word. So contents of one size that differ in one word always have different hashes, and
   other contents of that size collide with a probability of about 2^-64. The hash does not depend on the size: stamps compare it
   separately. */
static uint64_t mix_hash(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * multiplier;
    return hash ^ hash >> 32;
}

static uint64_t add_bytes_to_hash(uint64_t hash, const uint8_t *bytes, size_t size)
{
    uint64_t word;
    for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix_hash(hash, word);
    }
    word = 0;
    if (size > 0)
        memcpy(&word, bytes, size);
    return size > 0 ? mix_hash(hash, word) : hash;
}

/* Hashes the whole file, with the same result as add_bytes_to_hash over its content. Returns false if the file
   cannot be read. */
static bool hash_file(int file, uint64_t *hash, uint64_t *size)
{
    uint8_t block[BLOCK_BYTES];
    size_t got = BLOCK_BYTES;
    *hash = *size = 0;
    while (got == BLOCK_BYTES) { /* only the last block is shorter */
        if (!ap_read_at(file, block, &got, *size))
            return false;
        *hash = add_bytes_to_hash(*hash, block, got);
        *size += got;
    }
    return true;
}

static void set_stamp_from_stat(ap_file_stamp *stamp, const struct stat *about)
{
    stamp->device = about->st_dev;
    stamp->inode = about->st_ino;
    stamp->size = (uint64_t)about->st_size;
    stamp->modified[0] = about->st_mtim.tv_sec;
    stamp->modified[1] = about->st_mtim.tv_nsec;
    stamp->changed[0] = about->st_ctim.tv_sec;
    stamp->changed[1] = about->st_ctim.tv_nsec;
}

/* Opens a regular file, and sets *about. Returns -1 if the file is of another type or cannot be opened. Does not wait if a fifo
   has replaced the file. */
static int open_regular_file(const char *path, struct stat *about)
{
    if (stat(path, about) != 0 || !S_ISREG(about->st_mode))
        return -1;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file >= 0 && fstat(file, about) == 0 && S_ISREG(about->st_mode))
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

void ap_stamp_from_path(ap_file_stamp *stamp, const char *path)
{
    struct stat about;
    *stamp = (ap_file_stamp){ .known = false };
    const int file = open_regular_file(path, &about);
    if (file < 0)
        return;
    uint64_t size;
    set_stamp_from_stat(stamp, &about);
    stamp->known = hash_file(file, &stamp->content, &size);
    close(file);
}

void ap_stamp_from_bytes(ap_file_stamp *stamp, const char *path, ap_view bytes)
{
    struct stat about;
    *stamp = (ap_file_stamp){ .known = false };
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return;
    set_stamp_from_stat(stamp, &about);
    stamp->size = bytes.size;
    stamp->content = add_bytes_to_hash(0, bytes.bytes, bytes.size);
    stamp->known = true;
}

bool ap_stamp_matches_content(const ap_file_stamp *stamp, int file)
{
    uint64_t hash, size;
    return hash_file(file, &hash, &size) && size == stamp->size && hash == stamp->content;
}

static bool have_same_identity_and_times(const ap_file_stamp *one, const ap_file_stamp *other)
{
    return one->device == other->device && one->inode == other->inode && one->size == other->size
           && memcmp(one->modified, other->modified, sizeof one->modified) == 0
           && memcmp(one->changed, other->changed, sizeof one->changed) == 0;
}

bool ap_stamp_is_unchanged(const ap_file_stamp *stamp, const char *path)
{
    struct stat about;
    ap_file_stamp now;
    const int file = open_regular_file(path, &about);
    if (file < 0)
        return false;
    set_stamp_from_stat(&now, &about);
    const bool holds = have_same_identity_and_times(stamp, &now) && ap_stamp_matches_content(stamp, file);
    close(file);
    return holds;
}
