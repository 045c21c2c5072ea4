/* Linked only into the sanitized program (config=asan). By default LeakSanitizer searches all global variables for pointers: 10
   MB of its own, half the time of a short command. The program keeps no memory in globals, so its globals are not searched here;
   those of the C library and other objects are. */
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
    for (int i = 0; i < object->dlpi_phnum && object->dlpi_name[0] != '\0' /* skips the program itself */;
         i++) {
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
