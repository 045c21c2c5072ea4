/* Loads an animation with Debian's Assimp: assimp_load FILE [TIMES]. Prints the processor seconds of each load. */
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double process_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    const int times = argc > 2 ? atoi(argv[2]) : 3;
    for (int time = 0; time < times; time++) {
        const double began = process_cpu_seconds();
        const struct aiScene *scene = aiImportFile(argv[1], 0);
        const double took = process_cpu_seconds() - began;
        if (scene == NULL || scene->mNumAnimations == 0) {
            fprintf(stderr, "%s: %s\n", argv[1], aiGetErrorString());
            return 3;
        }
        printf("%.9f\n", took);
        aiReleaseImport(scene);
    }
    return 0;
}
