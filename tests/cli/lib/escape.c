/* Preloaded: at the end of a program, tries what it should not be able to do any more, and tells each try as a line "what
   number": 0 for what worked, else the error. The paths are in the environment: READ, ALSO_READ, MAKE, REPORT. PORT is
   listened to, LISTENER is open for what is told. */
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

static int of(int result)
{
    return result < 0 ? errno : 0;
}

static int try_port(const char *port)
{
    const int end = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port)) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return of(connect(end, (struct sockaddr *)&address, sizeof address));
}

static int try_program(void)
{
    unsetenv("LD_PRELOAD");
    return of(execl("/bin/true", "true", (char *)NULL));
}

__attribute__((destructor)) static void escape(void)
{
    const int told = atoi(getenv("LISTENER"));
    dprintf(told, "named %d\n", of(open(getenv("READ"), O_RDONLY)));
    dprintf(told, "other %d\n", of(open(getenv("ALSO_READ"), O_RDONLY)));
    dprintf(told, "make %d\n", of(open(getenv("MAKE"), O_WRONLY | O_CREAT, 0600)));
    dprintf(told, "change %d\n", of(open(getenv("READ"), O_WRONLY)));
    dprintf(told, "remove %d\n", of(unlink(getenv("READ"))));
    dprintf(told, "folder %d\n", of(mkdir(getenv("MAKE"), 0700)));
    dprintf(told, "report %d\n", of(open(getenv("REPORT"), O_WRONLY | O_CREAT, 0600)));
    dprintf(told, "connect %d\n", try_port(getenv("PORT")));
    dprintf(told, "rights %d\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    dprintf(told, "execute %d\n", try_program());
}
