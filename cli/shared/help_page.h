/* Help pages, made of the table of a command. */
#ifndef AP_HELP_PAGE_H
#define AP_HELP_PAGE_H

#include <stdio.h>

#include "cli/shared/command.h"

/* Prints the page of a command, in lines of at most 100 columns. In its texts
     {default}       of an option: what holds where it is not given
     {choices}       of an option: its choices, the default marked, each with its note
     {formats}       stands for "mrtk, memg or md5anim", out of the registry
     {text formats}  for those of them that are text
     {memory}        for what making a file of each format takes memory for, out of the makers
     {companions}    for "memg: .obj, md5anim: .md5mesh"
   A newline stays a newline. CLI_CLEAN; CLI_INTERNAL after a message where there is no memory. */
cli_exit cli_put_help(FILE *stream, const cli_command *command);

#endif
