/* Embeds files of the source tree in the program. */
#ifndef AP_EMBEDDED_H
#define AP_EMBEDDED_H

/* Declares `name` as the text of a file, terminated by a NUL. The path is relative to the root of the
   tree, where make runs the compiler. The Makefile lists the file as a prerequisite of the object. */
#define AP_EMBEDDED(name, path)                                                                              \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n.byte 0\n.popsection\n");                \
    extern const char name[] __attribute__((visibility("hidden")))

#endif
