/* Calls of the system that a sandboxed loader is refused, by seccomp: what Landlock has no rights for. */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "cli/conform/run/loader_sandbox.h"

/* Calls are known by their numbers, which each processor has its own of: elsewhere all are allowed. */
#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE

enum {
    X32_CALLS = 0x40000000, /* of the third interface of x86-64 */

    /* Numbers that the headers of Linux 6.1 do not have; from 424 on, processors have them in common. */
    CALL_FCHMODAT2 = 452,
    CALL_SETXATTRAT = 463,
    CALL_REMOVEXATTRAT = 466,
    CALL_FILE_SETATTR = 469,
};

#define REFUSED(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define LOAD(member)   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

#define ALLOWED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* If the number that was loaded is this one. */
#define REFUSE_NUMBER(number, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), REFUSED(error)
#define ALLOW_NUMBER(number)         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ALLOWED
#define REFUSE(call)                 REFUSE_NUMBER(SYS_##call, EPERM)

/* The low half of an argument: all processors above have it first. */
#define WORD_OF(argument) args[argument]

/* Of open and openat: a file that is not opened for writing is not to be cut to nothing either, for which Landlock of
   Linux before 6.2 has no right. 3 is neither reading nor writing. */
#define REFUSE_CUT(call, flags)                                                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 7), LOAD(WORD_OF(flags)),                             \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC), REFUSE_NUMBER(O_RDONLY | O_TRUNC, EPERM),  \
        REFUSE_NUMBER(3 | O_TRUNC, EPERM), ALLOWED

/* Calls of another interface are unknown. */
static struct sock_filter refused[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
    REFUSED(ENOSYS),
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1),
    REFUSED(ENOSYS),

    /* no socket but pairs, and no queue of the kernel that opens one */
    REFUSE_NUMBER(SYS_socket, EACCES),
    REFUSE_NUMBER(SYS_io_uring_setup, EACCES),

    /* rights, owner, times and attributes of a file that is named, or open for reading */
    REFUSE(fchmod),
    REFUSE(fchmodat),
    REFUSE_NUMBER(CALL_FCHMODAT2, EPERM),
    REFUSE(fchown),
    REFUSE(fchownat),
    REFUSE(utimensat),
    REFUSE(setxattr),
    REFUSE(lsetxattr),
    REFUSE(fsetxattr),
    REFUSE_NUMBER(CALL_SETXATTRAT, EPERM),
    REFUSE(removexattr),
    REFUSE(lremovexattr),
    REFUSE(fremovexattr),
    REFUSE_NUMBER(CALL_REMOVEXATTRAT, EPERM),
    REFUSE_NUMBER(CALL_FILE_SETATTR, EPERM),
#if defined(__x86_64__) /* names that newer processors do without */
    REFUSE(chmod),
    REFUSE(chown),
    REFUSE(lchown),
    REFUSE(utime),
    REFUSE(utimes),
    REFUSE(futimesat),
#endif

    /* what outlives the process */
    REFUSE(shmget),
    REFUSE(shmat),
    REFUSE(shmctl),
    REFUSE(msgget),
    REFUSE(msgsnd),
    REFUSE(msgrcv),
    REFUSE(msgctl),
    REFUSE(semget),
    REFUSE(semop),
    REFUSE(semtimedop),
    REFUSE(semctl),
    REFUSE(mq_open),
    REFUSE(mq_unlink),
    REFUSE(add_key),
    REFUSE(request_key),
    REFUSE(keyctl),

    /* as REFUSE_CUT; openat2 has its flags in memory */
    REFUSE(truncate),
    REFUSE_NUMBER(SYS_openat2, ENOSYS),
#if defined(__x86_64__)
    REFUSE_CUT(open, 1),
#endif
    REFUSE_CUT(openat, 2),

    /* requests to a file system can set attributes, too, and each has its own: a loader has none but these */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
    ALLOWED,
    LOAD(WORD_OF(1)),
    ALLOW_NUMBER(TCGETS),
    ALLOW_NUMBER(TIOCGWINSZ),
    ALLOW_NUMBER(FIONREAD),
    ALLOW_NUMBER(FIONBIO),
    ALLOW_NUMBER(FIOASYNC),
    ALLOW_NUMBER(FIOCLEX),
    ALLOW_NUMBER(FIONCLEX),
    REFUSED(ENOTTY),
};

bool cli_filters_calls(void)
{
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

bool cli_refuse_calls(void)
{
    const struct sock_fprog program = { sizeof refused / sizeof *refused, refused };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
bool cli_filters_calls(void)
{
    return false;
}

bool cli_refuse_calls(void)
{
    return false;
}
#endif
