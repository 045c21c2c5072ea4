/* Files of the tree inside the program. */
#ifndef AP_EMBEDDED_H
#define AP_EMBEDDED_H

/* Declares `name`, the text of a file with a NUL after it. The path is relative to the root, where make runs the compiler.
   The Makefile makes the file a prerequisite of the object. */
#define AP_EMBEDDED(name, path)                                                                              \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n.byte 0\n.popsection\n");                \
    extern const char name[] __attribute__((visibility("hidden")))

#endif
