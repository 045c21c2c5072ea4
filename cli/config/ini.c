#include "cli/config/ini.h"

#include <string.h>

static const char blanks[] = " \t\r\f\v";

void cli_ini_begin(cli_ini_parser *ini, char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t mark_bytes = sizeof mark - 1;
    const bool marked = size >= mark_bytes && memcmp(text, mark, mark_bytes) == 0;
    *ini = (cli_ini_parser){ .next = text + (marked ? mark_bytes : 0), .end = text + size };
}

/* Removes the blanks at both ends. */
static char *trim_blanks(char *text)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

/* Returns the next line, ended with NUL; NULL at the end or at an error. */
static char *cut_next_line(cli_ini_parser *ini)
{
    char *line = ini->next;
    if (line >= ini->end)
        return NULL;
    char *newline = memchr(line, '\n', (size_t)(ini->end - line));
    char *line_end = newline == NULL ? ini->end : newline;
    ini->at.line++;
    if (memchr(line, '\0', (size_t)(line_end - line)) != NULL) {
        ini->wrong = "contains a NUL byte: a configuration must be a text file";
        return NULL;
    }
    *line_end = '\0';
    ini->next = line_end + 1;
    return line;
}

static bool set_line_error(cli_ini_parser *ini, const char *why)
{
    ini->wrong = why;
    return false;
}

static bool parse_section_name(cli_ini_parser *ini, char *text)
{
    const size_t length = strlen(text);
    if (text[length - 1] != ']')
        return set_line_error(ini, "']' is missing at the end of the section's name");
    text[length - 1] = '\0';
    ini->at.section = trim_blanks(text + 1);
    ini->at.key = NULL;
    return true;
}

static bool parse_ini_value(cli_ini_parser *ini, char *text, bool indented)
{
    char *equals = indented ? NULL : strchr(text, '=');
    if (indented && ini->at.key == NULL)
        return set_line_error(ini, "an indented line must follow the line of its key");
    if (!indented && (equals == NULL || equals == text))
        return set_line_error(ini, "expected 'key = value' or '[section]'");
    ini->at.first = !indented;
    if (indented) {
        ini->at.value = text;
        return true;
    }
    *equals = '\0';
    ini->at.key = trim_blanks(text);
    ini->at.value = trim_blanks(equals + 1);
    return true;
}

bool cli_ini_next(cli_ini_parser *ini)
{
    char *line;
    while ((line = cut_next_line(ini)) != NULL) {
        const bool indented = line[0] != '\0' && strchr(blanks, line[0]) != NULL;
        char *text = trim_blanks(line);
        if (text[0] == '\0' || text[0] == '#' || text[0] == ';')
            continue;
        if (text[0] == '[' && !indented)
            return parse_section_name(ini, text);
        return parse_ini_value(ini, text, indented);
    }
    return false;
}
