/* Makes a seccomp filter that refuses system calls to sandboxed loaders: calls that Landlock cannot restrict. */
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

/* System call numbers differ between processors. On processors other than x86-64 and AArch64, all calls are
   allowed. */
#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE

enum {
    X32_CALLS = 0x40000000, /* numbers from this one on are calls of the x32 interface of x86-64 */

    /* Numbers of calls that the headers of Linux 6.1 lack. Numbers from 424 on are equal on all processors. */
    CALL_FCHMODAT2 = 452,
    CALL_SETXATTRAT = 463,
    CALL_REMOVEXATTRAT = 466,
    CALL_FILE_SETATTR = 469,
};

#define REFUSED(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define LOAD(member)   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

#define ALLOWED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Refuse or allow the system call with this number: compare it with the number loaded from seccomp_data. */
#define REFUSE_NUMBER(number, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), REFUSED(error)
#define ALLOW_NUMBER(number)         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ALLOWED
#define REFUSE(call)                 REFUSE_NUMBER(SYS_##call, EPERM)

/* Offset of the low 32 bits of an argument, which come first because x86-64 and AArch64 are little-endian. */
#define WORD_OF(argument) args[argument]

/* Refuses open and openat with O_TRUNC unless the file is opened for writing: Landlock cannot restrict truncation
   before Linux 6.2. (An access mode of 3 is neither reading nor writing.) */
#define REFUSE_CUT(call, flags)                                                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 7), LOAD(WORD_OF(flags)),                             \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC), REFUSE_NUMBER(O_RDONLY | O_TRUNC, EPERM),  \
        REFUSE_NUMBER(3 | O_TRUNC, EPERM), ALLOWED

/* The filter. Calls of the 32-bit and x32 interfaces are refused, because their numbers have other meanings. */
static struct sock_filter refused[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
    REFUSED(ENOSYS),
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1),
    REFUSED(ENOSYS),

    /* refuses io_uring, which can open sockets, and sockets other than socketpair */
    REFUSE_NUMBER(SYS_socket, EACCES),
    REFUSE_NUMBER(SYS_io_uring_setup, EACCES),

    /* refuses changes of permissions, owner, times and attributes, by path or through a file that is open for
       reading */
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
#if defined(                                                                                                 \
    __x86_64__) /* older calls, which Linux has on x86-64 and not on newer architectures such as arm64 */
    REFUSE(chmod),
    REFUSE(chown),
    REFUSE(lchown),
    REFUSE(utime),
    REFUSE(utimes),
    REFUSE(futimesat),
#endif

    /* refuses objects that outlive the process */
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

    /* refuses truncation, as REFUSE_CUT does; openat2 is refused completely, because its flags are in memory that a
       filter cannot read */
    REFUSE(truncate),
    REFUSE_NUMBER(SYS_openat2, ENOSYS),
#if defined(__x86_64__)
    REFUSE_CUT(open, 1),
#endif
    REFUSE_CUT(openat, 2),

    /* allows only the listed requests of ioctl: others can set attributes of files, and each file system has requests
       of its own */
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

bool cli_can_filter_system_calls(void)
{
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

bool cli_install_system_call_filter(void)
{
    const struct sock_fprog program = { sizeof refused / sizeof *refused, refused };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
bool cli_can_filter_system_calls(void)
{
    return false;
}

bool cli_install_system_call_filter(void)
{
    return false;
}
#endif
