/* Part of the sanitized program alone (config=asan). By itself LeakSanitizer takes what a global variable points to for
   reachable, and looks through all of them: 10 MB of its own, which is half of the time of a short command. The program
   keeps nothing in globals, so what only they know is a leak here; those of the C library and other objects count. */
#include <link.h>
#include <sanitizer/lsan_interface.h>

const char *__lsan_default_options(void);

const char *__lsan_default_options(void)
{
    return "use_globals=0";
}

static int keep_globals_of(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < object->dlpi_phnum && object->dlpi_name[0] != '\0' /* the program */; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_W) != 0)
            __lsan_register_root_region((const void *)(object->dlpi_addr + part->p_vaddr), part->p_memsz);
    }
    return 0;
}

__attribute__((constructor)) static void keep_globals(void)
{
    dl_iterate_phdr(keep_globals_of, NULL);
}
