/* Parses the commands of loaders. Commands are not passed to a shell, so that special characters in file
   names have no effect. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conform/run/loader_pool.h"
#include "core/finding/finding.h"

/* Placeholders in the words of a command. */
typedef enum placeholder { PLACE_FILE, PLACE_COMPANION, PLACE_TIMES, PLACE_VALUES, PLACES } placeholder;

static const char *const placeholder_names[PLACES] = {
    [PLACE_FILE] = "{}",
    [PLACE_COMPANION] = "{companion}", /* replaced by "" if there is no companion */
    [PLACE_TIMES] = "{times}",         /* replaced by "" if no values are expected */
    [PLACE_VALUES] = "{values}",       /* replaced by the path to which the loader must write values */
};

/* Copies one word of a command to `to`, without quotes, and ends it with a NUL. Returns the position after the word in
   the command, or NULL if a quote is not closed. */
static const char *copy_and_unquote_word(const char *at, char *to)
{
    char quote = '\0';
    for (; *at != '\0' && (quote != '\0' || (*at != ' ' && *at != '\t')); at++) {
        if (quote == '\0' && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (quote != '\0' && *at == quote)
            quote = '\0';
        else if (quote == '\0' && *at == '\\' && at[1] != '\0')
            *to++ = *++at;
        else
            *to++ = *at;
    }
    *to = '\0';
    return quote == '\0' ? at : NULL;
}

static bool has_placeholder(const cli_loader *loader, placeholder place)
{
    for (size_t i = 0; i < loader->word_count; i++) {
        if (strstr(loader->words[i], placeholder_names[place]) != NULL)
            return true;
    }
    return false;
}

static bool has_any_placeholder(const cli_loader *loader)
{
    placeholder place = 0;
    while (place < PLACES && !has_placeholder(loader, place))
        place++;
    return place < PLACES;
}

bool cli_parse_loader_command(const char *text, ap_arena *arena, cli_loader *loader, const char **problem)
{
    const size_t length = strlen(text);
    char *letters = ap_alloc(arena, 2 * length + 2); /* room for all words with their NULs */
    loader->words = ap_alloc_array(arena, length + 2, sizeof *loader->words);
    loader->word_count = 0;
    *problem = NULL;
    if (letters == NULL || loader->words == NULL)
        return false;
    for (const char *at = text + strspn(text, " \t"); *at != '\0'; at += strspn(at, " \t")) {
        loader->words[loader->word_count++] = letters;
        at = copy_and_unquote_word(at, letters);
        letters += strlen(letters) + 1;
        if (at == NULL) {
            *problem = "a quote is not closed";
            return false;
        }
    }
    if (loader->word_count == 0)
        *problem = "the command is empty";
    else if (loader->batch && has_any_placeholder(loader))
        *problem = "a batch loader reads file names from standard input: remove the {} from the command";
    else if (!loader->batch && !loader->given_input && !has_placeholder(loader, PLACE_FILE))
        *problem = "{} is missing: it marks the place of the file name";
    loader->given_companion = has_placeholder(loader, PLACE_COMPANION);
    loader->given_input = loader->given_input && !has_placeholder(loader, PLACE_FILE);
    loader->given_values = has_placeholder(loader, PLACE_VALUES);
    return *problem == NULL;
}

/* Returns the word with all placeholders replaced. Returns NULL when out of memory. */
static char *expand_placeholders(const char *word, const char *const texts[PLACES], ap_arena *arena)
{
    size_t longest = 0;
    for (size_t i = 0; i < PLACES; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    char *expanded = ap_alloc_array(arena, strlen(word) + 1, longest + 1);
    char *to = expanded;
    while (to != NULL && *word != '\0') {
        size_t i = 0;
        while (i < PLACES && strncmp(word, placeholder_names[i], strlen(placeholder_names[i])) != 0)
            i++;
        if (i < PLACES) {
            to = stpcpy(to, texts[i]);
            word += strlen(placeholder_names[i]);
        } else {
            *to++ = *word++;
        }
    }
    return expanded;
}

/* Replaces the placeholders in `count` words with the texts for a job. Returns false when out of memory. */
static bool expand_placeholders_of_words(
    worker_pool *pool, size_t job, const char *const *words, size_t count, char **expanded)
{
    const ap_manifest_case *entry = cli_case_of(pool, job);
    ap_arena *arena = &pool->scratch;
    const char *const texts[PLACES] = {
        [PLACE_FILE] = cli_corpus_file_path(pool->rating, entry->file, arena),
        [PLACE_COMPANION] =
            entry->companion == NULL ? "" : cli_corpus_file_path(pool->rating, entry->companion, arena),
        [PLACE_TIMES] = cli_list_expected_times(cli_values_of(pool, job), arena),
        [PLACE_VALUES] = "/dev/fd/3",
    };
    for (size_t i = 0; i < count && !arena->failed; i++)
        expanded[i] = expand_placeholders(words[i], texts, arena);
    return !arena->failed;
}

char **cli_command_words_of(worker_pool *pool, size_t job)
{
    const cli_loader *loader = cli_loader_of(pool, job);
    char **words = ap_alloc_array(&pool->scratch, loader->word_count + 1, sizeof *words);
    const bool made = words != NULL
                      && expand_placeholders_of_words(
                          pool, job, (const char *const *)loader->words, loader->word_count, words);
    return made ? words : NULL;
}

char *cli_batch_input_line(worker_pool *pool, size_t job)
{
    static const char *const line = "{}\t{companion}\t{times}\n";
    char *expanded;
    return expand_placeholders_of_words(pool, job, &line, 1, &expanded) ? expanded : NULL;
}

/* Returns true if a folder that PATH lists contains a program with this name. */
static bool is_in_search_path(const char *name)
{
    const char *folders = getenv("PATH");
    bool found = false;
    for (const char *at = folders == NULL ? "/bin:/usr/bin" : folders; at != NULL && !found;) {
        const size_t length = strcspn(at, ":");
        char *path;
        if (asprintf(&path, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "", name) < 0)
            return true; /* starting the program will report the error */
        found = access(path, X_OK) == 0;
        free(path);
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return found;
}

cli_exit cli_check_loader_exists(const cli_loader *loader)
{
    const char *program = loader->words[0];
    /* a program name with a placeholder is not checked: the program may be the file itself */
    if (strchr(program, '{') != NULL)
        return CLI_CLEAN;
    errno = ENOENT;
    if (strchr(program, '/') != NULL ? access(program, X_OK) == 0 : is_in_search_path(program))
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, NULL, "cannot start loader %s: %s: %s", loader->name, program,
        strchr(program, '/') != NULL ? strerror(errno) : "not found in PATH");
}
