/* Measures how fast the machine can do simple work on a file or a directory, such as summing bytes:
   yardsticks NAME PATH [TIMES]. Prints the processor seconds of each run on a line. */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { READ_BYTES = 64 * 1024, TIMES = 5, PATH_BYTES = 4096 };

static volatile uint64_t result; /* stores results, so that the compiler does not remove the computation */

typedef struct work_input {
    const char *path;
    uint8_t *bytes; /* content of the file, followed by a NUL; owned */
    uint8_t *copy;  /* buffer of the file's size, or NULL; owned */
    size_t size;
} work_input;

static double process_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void exit_with_error(const char *what)
{
    perror(what);
    exit(3);
}

static uint64_t sum_words_of_8_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size / sizeof sum; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof word, sizeof word);
        sum += word;
    }
    return sum;
}

/* Maps the file and reads its whole words of 8 bytes: the least work of any checker. */
static void sum_mapped(work_input *s)
{
    const int file = open(s->path, O_RDONLY);
    uint8_t *bytes = mmap(NULL, s->size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        exit_with_error(s->path);
    result = sum_words_of_8_bytes(bytes, s->size);
    munmap(bytes, s->size);
    close(file);
}

static void sum_memory(work_input *s)
{
    result = sum_words_of_8_bytes(s->bytes, s->size);
}

static void copy_memory(work_input *s)
{
    memcpy(s->copy, s->bytes, s->size);
    result = s->copy[s->size / 2];
}

/* Parses every number of a text with strtod, as a simple loader does. */
static void parse_numbers_with_strtod(work_input *s)
{
    const char *at = (const char *)s->bytes, *end = at + s->size;
    double sum = 0;
    while (at < end) {
        char *rest;
        const double value = strtod(at, &rest);
        sum += rest == at ? 0 : value;
        at = rest == at ? at + 1 : rest;
    }
    result = (uint64_t)sum;
}

/* Lists the directory, and opens each file, reads its first READ_BYTES and closes it. */
static void read_starts_of_files_in_directory(work_input *s)
{
    static uint8_t buffer[READ_BYTES];
    DIR *directory = opendir(s->path);
    const struct dirent *entry;
    if (directory == NULL)
        exit_with_error(s->path);
    while ((entry = readdir(directory)) != NULL) {
        char path[PATH_BYTES];
        if (entry->d_type != DT_REG)
            continue;
        snprintf(path, sizeof path, "%s/%s", s->path, entry->d_name);
        const int file = open(path, O_RDONLY);
        if (file < 0 || read(file, buffer, sizeof buffer) < 0)
            exit_with_error(path);
        result += buffer[0];
        close(file);
    }
    closedir(directory);
}

static void load_input_and_allocate_copy(work_input *s, int needs_copy)
{
    struct stat about;
    const int file = open(s->path, O_RDONLY);
    if (file < 0 || fstat(file, &about) != 0)
        exit_with_error(s->path);
    s->size = (size_t)about.st_size;
    s->bytes = calloc(s->size + 1, 1);
    s->copy = needs_copy ? malloc(s->size) : NULL;
    if (s->bytes == NULL || (needs_copy && s->copy == NULL))
        exit_with_error("memory");
    for (size_t at = 0; at < s->size;) {
        const ssize_t got = read(file, s->bytes + at, s->size - at);
        if (got <= 0)
            exit_with_error(s->path);
        at += (size_t)got;
    }
    if (needs_copy)
        memset(s->copy, 1, s->size);
    close(file);
}

typedef struct yardstick {
    const char *name;
    void (*run)(work_input *s);
    int needs_bytes, needs_copy; /* 1 if `run` needs the file's size or bytes; 1 if it needs a copy buffer */
} yardstick;

static const yardstick yardsticks[] = {
    { "sum-mapped", sum_mapped, 1, 0 },
    { "sum-memory", sum_memory, 1, 0 },
    { "memcpy", copy_memory, 1, 1 },
    { "strtod", parse_numbers_with_strtod, 1, 0 },
    { "read-files", read_starts_of_files_in_directory, 0, 0 },
};

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const int times = argc > 3 ? atoi(argv[3]) : TIMES;
    for (size_t i = 0; i < sizeof yardsticks / sizeof *yardsticks; i++) {
        work_input s = { .path = argv[2] };
        if (strcmp(yardsticks[i].name, argv[1]) != 0)
            continue;
        if (yardsticks[i].needs_bytes)
            load_input_and_allocate_copy(&s, yardsticks[i].needs_copy);
        for (int time = 0; time < times; time++) {
            const double began = process_cpu_seconds();
            yardsticks[i].run(&s);
            printf("%.9f\n", process_cpu_seconds() - began);
        }
        free(s.bytes);
        free(s.copy);
        return 0;
    }
    return 2;
}
