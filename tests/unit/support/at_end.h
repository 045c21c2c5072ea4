/* Frees what a test declares: AT_END(file_build_free) file_build file; calls file_build_free(&file) where the block ends. */
#ifndef AT_END_H
#define AT_END_H

#define AT_END(function) __attribute__((cleanup(function)))

#endif
