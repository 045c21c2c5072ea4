/* Lints a file, and prints its findings. */
#include <animproof.h>
#include <stdio.h>

static int print_finding(void *user, const animproof_finding *finding)
{
    printf("%s:0x%zx: %s: %s\n", (const char *)user, finding->offset, finding->rule, finding->message);
    return 0;
}

int main(int count, char **words)
{
    animproof *handle = animproof_new(NULL);
    animproof_result result = { 0 };
    if (count != 2 || animproof_on_finding(handle, print_finding, words[1]) != ANIMPROOF_OK
        || animproof_open_file(handle, words[1]) != ANIMPROOF_OK
        || animproof_lint(handle, &result, sizeof result) != ANIMPROOF_OK)
        fprintf(stderr, "%s\n", animproof_why(handle));
    animproof_free(handle);
    return result.valid ? 0 : 1;
}
