/* Loads libzip at run time. */
#include "cli/archive/zip_library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "cli/options/cli.h"

#ifndef AP_NO_ARCHIVES

/* Versions of libzip that share the binary interface of the functions in use. */
static const char *const names[] = { "libzip.so.4", "libzip.so.5" };

typedef struct library_function {
    const char *name;
    size_t at; /* offset in cli_zip_library of the member that points to the function */
} library_function;

#define SYMBOL(member, name) { #name, offsetof(cli_zip_library, member) },
static const library_function symbols[] = { CLI_ZIP_FUNCTIONS(SYMBOL) };
#undef SYMBOL

static bool set_function_pointers(void *from, cli_zip_library *library)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *found = dlsym(from, symbols[i].name);
        if (found == NULL)
            return false;
        memcpy((char *)library + symbols[i].at, &found, sizeof found);
    }
    return true;
}

const cli_zip_library *cli_load_zip_library(void)
{
    static cli_zip_library library;
    static bool loaded;
    for (size_t i = 0; i < sizeof names / sizeof *names && !loaded; i++) {
        void *from = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        loaded = from != NULL && set_function_pointers(from, &library);
    }
    if (!loaded)
        cli_mark_dynamic_loader_locked();
    return loaded ? &library : NULL;
}
#endif
