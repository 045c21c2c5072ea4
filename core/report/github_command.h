/* Writes workflow commands of GitHub, which become annotations. */
#ifndef AP_GITHUB_COMMAND_H
#define AP_GITHUB_COMMAND_H

#include <stdio.h>

#include "core/finding/rule.h"

/* Writes a line such as "::error file=a.md5anim,title=joint-renamed::joint 2 renamed", with the escapes of commands. */
void ap_github_put_command(
    FILE *stream, ap_severity severity, const char *file, const char *title, const char *message);

#endif
