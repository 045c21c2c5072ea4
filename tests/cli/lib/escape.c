/* Preloaded into the program: at the program's end tries operations that the sandbox may forbid, and writes for each a line "name
   number" to the descriptor LISTENER. The number is the error number of the operation, 0 if it succeeded; of "rights" it is 1 if
   the program cannot gain privileges, else 0. The environment variables READ, ALSO_READ, MAKE and REPORT are paths, LISTENER is a
   number, and PORT is the port of a listening server. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int error_of(int result)
{
    return result < 0 ? errno : 0;
}

static int try_port(const char *port)
{
    const int end = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port)) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return error_of(connect(end, (struct sockaddr *)&address, sizeof address));
}

static int try_program(void)
{
    unsetenv("LD_PRELOAD");
    return error_of(execl("/bin/true", "true", (char *)NULL));
}

__attribute__((destructor)) static void try_forbidden(void)
{
    const int listener = atoi(getenv("LISTENER"));
    dprintf(listener, "named %d\n", error_of(open(getenv("READ"), O_RDONLY)));
    dprintf(listener, "other %d\n", error_of(open(getenv("ALSO_READ"), O_RDONLY)));
    dprintf(listener, "make %d\n", error_of(open(getenv("MAKE"), O_WRONLY | O_CREAT, 0600)));
    dprintf(listener, "change %d\n", error_of(open(getenv("READ"), O_WRONLY)));
    dprintf(listener, "remove %d\n", error_of(unlink(getenv("READ"))));
    dprintf(listener, "folder %d\n", error_of(mkdir(getenv("MAKE"), 0700)));
    dprintf(listener, "report %d\n", error_of(open(getenv("REPORT"), O_WRONLY | O_CREAT, 0600)));
    dprintf(listener, "connect %d\n", try_port(getenv("PORT")));
    dprintf(listener, "rights %d\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    dprintf(listener, "execute %d\n", try_program());
}
