/* Records which code of the program runs, for mutants: PROGRAM.entered has a byte for each byte of the program's code.

   Linked to objects built with -fsanitize-coverage=trace-pc. The file must exist and be as long as the code; otherwise nothing is
   recorded. All processes of a test share the file. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char __executable_start[];

static uint8_t *entered;
static size_t entered_bytes;

void __sanitizer_cov_trace_pc(void);

__attribute__((constructor, no_sanitize_coverage)) static void map_file(void)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 16);
    if (length < 0)
        return;
    snprintf(path + length, 16, ".entered");
    const int file = open(path, O_RDWR | O_CLOEXEC);
    struct stat about;
    if (file < 0)
        return;
    if (fstat(file, &about) == 0) {
        void *map = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) {
            entered = map;
            entered_bytes = (size_t)about.st_size;
        }
    }
    close(file);
}

__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
    const size_t at = (size_t)((const char *)__builtin_return_address(0) - __executable_start);
    if (at < entered_bytes)
        entered[at] = 1;
}
