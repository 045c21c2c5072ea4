#include "cli/archive/zip_library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "cli/shared/cli.h"

#ifndef AP_NO_ARCHIVES

/* All of the same binary interface for what is used. */
static const char *const names[] = { "libzip.so.4", "libzip.so.5" };

typedef struct symbol {
    const char *name;
    size_t at; /* of its pointer in the library */
} symbol;

#define SYMBOL(name, member)                                                                                 \
    {                                                                                                        \
        name, offsetof(cli_zip_library, member)                                                              \
    }

static const symbol symbols[] = {
    SYMBOL("zip_discard", discard),
    SYMBOL("zip_error_code_zip", error_code),
    SYMBOL("zip_error_fini", error_fini),
    SYMBOL("zip_error_init", error_init),
    SYMBOL("zip_error_set", error_set),
    SYMBOL("zip_error_to_data", error_to_data),
    SYMBOL("zip_fclose", fclose),
    SYMBOL("zip_file_get_error", file_error),
    SYMBOL("zip_file_get_external_attributes", attributes),
    SYMBOL("zip_fopen_index", fopen_index),
    SYMBOL("zip_fread", fread),
    SYMBOL("zip_get_error", error_of),
    SYMBOL("zip_get_name", name),
    SYMBOL("zip_get_num_entries", count),
    SYMBOL("zip_open_from_source", open),
    SYMBOL("zip_source_free", source_free),
    SYMBOL("zip_source_function_create", source),
    SYMBOL("zip_source_make_command_bitmap", commands),
    SYMBOL("zip_source_seek_compute_offset", seek_offset),
    SYMBOL("zip_stat_index", about),
};

static bool find_symbols(void *from, cli_zip_library *library)
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
        loaded = from != NULL && find_symbols(from, &library);
    }
    if (!loaded)
        cli_lose_loader();
    return loaded ? &library : NULL;
}
#endif
