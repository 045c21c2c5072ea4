/* Draws pictures of broken files in a sanitized program: pictures FILE...

   Loads each file with its companion as a page does: complete, cut, and with a changed byte in either file. Draws the picture
   at several moments, also after the end, and checks the indices of lines and triangles. The changes are the same in each run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/pictures/picture.h"

enum { CUTS = 3, CHANGES = 4, MOMENTS = 4, PATH_BYTES = 4096 };

typedef struct file_content {
    char name[PATH_BYTES];
    uint8_t *bytes; /* content of the file; NULL if the file does not exist; owned */
    size_t size;
} file_content;

static size_t shown, tried; /* numbers of pictures made, and of copies of files tried */

/* Returns a pseudo-random number. */
static uint32_t next_random(void)
{
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

static void require_or_exit(bool holds, const char *name, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

static bool load_file_content(file_content *file)
{
    FILE *stream = fopen(file->name, "rb");
    if (stream == NULL)
        return false;
    require_or_exit(fseek(stream, 0, SEEK_END) == 0, file->name, "cannot be read");
    file->size = (size_t)ftell(stream);
    file->bytes = malloc(file->size + 1);
    rewind(stream);
    require_or_exit(file->bytes != NULL && fread(file->bytes, 1, file->size, stream) == file->size,
        file->name, "cannot be read");
    return fclose(stream) == 0;
}

static void require_points(const web_picture *picture, const int32_t *points, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        require_or_exit(points[i] >= 0 && (size_t)points[i] < picture->point_count, name,
            "the index of a point is out of range");
}

static void show_moments_of_picture(web_picture *picture, const char *name)
{
    for (int i = 0; i <= MOMENTS; i++) /* the last moment is after the end of the animation */
        require_or_exit(
            picture->show(picture, picture->first + (picture->last - picture->first) * i / (MOMENTS - 1)),
            name, "a moment cannot be shown");
    for (size_t i = 0; i < picture->line_count; i++)
        require_points(picture, picture->lines[i], 2, name);
    for (size_t i = 0; i < picture->triangle_count; i++)
        require_points(picture, picture->triangles[i], 3, name);
    free(web_picture_text(picture));
    require_or_exit(picture->show_bind_pose == NULL || picture->show_bind_pose(picture), name,
        "the bind pose cannot be shown");
    const size_t points[] = { WEB_NONE, 0, picture->point_count - 1 };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char *text = web_picture_load_point(picture, points[i]);
        require_or_exit(text != NULL, name, "a point cannot be chosen");
        free(text);
    }
    free(web_elements_text(picture, "frames[0].values[1]"));
}

static void add_copy_to_file_set(web_file_set *set, size_t number, const file_content *file, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    require_or_exit(copy != NULL, file->name, "memory ran out");
    memcpy(copy, file->bytes, size);
    web_file_set_store_bytes(set, number, copy, size);
}

/* Makes the picture of the first `size` bytes of a file with its companion, and shows the moments of the picture, if there is
   one. */
static void show_start_of_file(const file_content *file, size_t size, const file_content *companion)
{
    web_file_set *set = web_file_set_make();
    require_or_exit(
        set != NULL && web_file_set_add(set, file->name, false, 0) == 0, file->name, "memory ran out");
    if (companion->bytes != NULL)
        web_file_set_add(set, companion->name, false, 0);
    for (size_t needed; (needed = web_file_set_next_needed(set, 0)) != WEB_NONE;)
        add_copy_to_file_set(
            set, needed, needed == 0 ? file : companion, needed == 0 ? size : companion->size);
    web_picture *picture = web_picture_make(web_file_set_describe_file(set, 0));
    if (picture != NULL)
        show_moments_of_picture(picture, file->name);
    free(web_field_text(web_file_set_describe_file(set, 0), picture, NULL, size / 2));
    free(web_field_text(web_file_set_describe_file(set, 0), picture, "frames[1]", 0));
    tried++;
    shown += picture != NULL;
    web_picture_free(picture);
    web_file_set_free(set);
}

/* Changes a byte of one of the two files, shows the file with its companion, and restores the byte. */
static void show_with_a_changed_byte(
    file_content *file_or_companion, const file_content *file, const file_content *companion)
{
    static const char replacements[] = "0 9-({\"x\xff"; /* bytes with a meaning in the formats */
    if (file_or_companion->bytes == NULL || file_or_companion->size == 0)
        return;
    uint8_t *at = &file_or_companion->bytes[next_random() % file_or_companion->size];
    const uint8_t before = *at;
    *at = (uint8_t)replacements[next_random() % (sizeof replacements - 1)];
    show_start_of_file(file, file->size, companion);
    *at = before;
}

/* Loads STEM.md5mesh for STEM.md5anim, and STEM.obj for STEM.bin, if it exists. */
static void load_companion(const char *name, file_content *companion)
{
    static const char *const endings[][2] = { { ".md5anim", ".md5mesh" }, { ".bin", ".obj" } };
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t ending = strlen(endings[i][0]);
        if (length <= ending || strcmp(name + length - ending, endings[i][0]) != 0)
            continue;
        snprintf(companion->name, PATH_BYTES, "%.*s%s", (int)(length - ending), name, endings[i][1]);
        load_file_content(companion);
    }
}

int main(int count, char **names)
{
    for (int i = 1; i < count; i++) {
        file_content file = { .size = 0 }, companion = { .size = 0 };
        snprintf(file.name, PATH_BYTES, "%s", names[i]);
        require_or_exit(load_file_content(&file), names[i], "does not exist");
        load_companion(names[i], &companion);
        show_start_of_file(&file, file.size, &companion);
        for (int cut = 0; cut < CUTS && file.size > 0; cut++)
            show_start_of_file(&file, next_random() % file.size, &companion);
        for (int change = 0; change < CHANGES; change++) {
            show_with_a_changed_byte(&file, &file, &companion);
            show_with_a_changed_byte(&companion, &file, &companion);
        }
        free(file.bytes);
        free(companion.bytes);
    }
    printf("pictures: %d files, %zu copies, %zu pictures\n", count - 1, tried, shown);
    return shown > 0 ? 0 : 1;
}
