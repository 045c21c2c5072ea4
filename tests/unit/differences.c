/* Loads libgit2 only when Criterion shows a difference of two texts. Criterion starts a process for each test and initialises
   libgit2 in each, and libgit2 then reads the certificates of the machine. */
#include <dlfcn.h>
#include <git2.h>
#include <stdio.h>
#include <stdlib.h>

int git_libgit2_init(void)
{
    return 1;
}

int git_libgit2_shutdown(void)
{
    return 0;
}

static void *load_libgit2_function_or_abort(const char *name)
{
    void *library = dlopen("libgit2.so", RTLD_NOW | RTLD_LOCAL);
    void *function = library == NULL ? NULL : dlsym(library, name);
    if (function == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        abort();
    }
    return function;
}

int git_diff_buffers(const void *old, size_t old_length, const char *old_path, const void *new,
    size_t new_length, const char *new_path, const git_diff_options *options, git_diff_file_cb on_file,
    git_diff_binary_cb on_binary, git_diff_hunk_cb on_hunk, git_diff_line_cb on_line, void *data)
{
    int (*init)(void);
    __typeof__(&git_diff_buffers) compare;
    *(void **)&init = load_libgit2_function_or_abort("git_libgit2_init");
    *(void **)&compare = load_libgit2_function_or_abort("git_diff_buffers");
    init();
    return compare(old, old_length, old_path, new, new_length, new_path, options, on_file, on_binary, on_hunk,
        on_line, data);
}
