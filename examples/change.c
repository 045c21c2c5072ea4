/* Changes one value of a file, and writes the result to another file: change IN PATH VALUE OUT */
#include <animproof.h>
#include <stdio.h>

static int save(animproof *handle, const char *path)
{
    size_t size;
    const void *bytes = animproof_bytes(handle, &size);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return 0;
    const int complete = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && complete;
}

int main(int count, char **words)
{
    animproof_field before;
    animproof *handle = animproof_new(NULL);
    int failed = count != 5 || animproof_open_file(handle, words[1]) != ANIMPROOF_OK
                 || animproof_get(handle, words[2], &before, sizeof before) != ANIMPROOF_OK;
    if (!failed) {
        printf("%s was %s\n", words[2], before.text);
        failed = animproof_put(handle, words[2], words[3]) != ANIMPROOF_OK || !save(handle, words[4]);
    }
    if (failed)
        fprintf(stderr, "%s\n", animproof_why(handle));
    animproof_free(handle);
    return failed;
}
