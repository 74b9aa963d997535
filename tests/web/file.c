/* Files: what is one, what type it has, and that its descriptor is closed exactly once. */
#include "tests/web/alone.h"
#include "src/base/check.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static void set_up(void)
{
    strcpy(folder, "/tmp/weft-file-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    write_file("a.html", "<p>hello");
    write_file("empty.css", "");
    write_file("README", "x");
    cr_assert_eq(mkfifo(path_of("fifo.txt"), 0600), 0);
    cr_assert_eq(symlink("a.html", path_of("link.png")), 0);
    begin();
}

static void tear_down(void)
{
    static const char *const names[] = { "a.html", "empty.css", "README", "fifo.txt", "link.png" };
    end();
    for (size_t i = 0; i < COUNT(names); i++) unlink(path_of(names[i]));
    rmdir(folder);
}

TestSuite(file, .init = set_up, .fini = tear_down);

static bool is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

/* The descriptor that would be opened next. */
static int next_fd(void)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(fd);
    return fd;
}

Test(file, is_open_until_the_request_is_over)
{
    int before = next_fd();
    res = weft_file(req, path_of("a.html"));
    cr_assert_eq(res.kind, WEFT_FILE);
    cr_expect_eq(res.status, 200);
    cr_expect(is_text(res.type, "text/html; charset=utf-8"));
    cr_expect_eq(res.as.file.offset, 0);
    cr_expect_eq(res.as.file.length, 8);
    char bytes[16];
    cr_expect_eq(pread(res.as.file.fd, bytes, sizeof bytes, 0), 8);
    cr_expect_arr_eq(bytes, "<p>hello", 8);
    cr_expect(fcntl(res.as.file.fd, F_GETFD) & FD_CLOEXEC);
    cr_expect_eq(fcntl(res.as.file.fd, F_GETFL) & O_ACCMODE, O_RDONLY);
    wf_arena_reset(&req->arena);
    cr_expect_not(is_open(res.as.file.fd));
    cr_expect_eq(next_fd(), before);
}

/* Replaced by a mistake, kept in two copies, or never sent: once. */
Test(file, is_closed_once_whatever_becomes_of_the_response)
{
    res = weft_file(req, path_of("a.html"));
    int fd = res.as.file.fd;
    weft_response copy = res;
    weft_with(req, &copy, "X", weft_lit("\n"));
    wf_response_drop(&res);
    cr_expect(is_open(fd));
    wf_arena_reset(&req->arena);
    cr_expect_not(is_open(fd));
    int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
    cr_assert_eq(other, fd);
    wf_arena_reset(&req->arena);
    cr_expect(is_open(other));
    close(other);
}

Test(file, what_is_one)
{
    static const struct {
        const char *name, *type;
        unsigned status;
    } cases[] = {
        { "a.html", "text/html; charset=utf-8", 200 },
        { "empty.css", "text/css; charset=utf-8", 200 },
        { "README", "application/octet-stream", 200 },
        { "link.png", "image/png", 200 },
        { "fifo.txt", NULL, 404 },
        { ".", NULL, 404 },
        { "absent", NULL, 404 },
        { "a.html/x", NULL, 404 },
        { "", NULL, 404 },
    };
    int before = next_fd();
    for (size_t i = 0; i < COUNT(cases); i++) {
        res = weft_file(req, path_of(cases[i].name));
        cr_expect_eq(res.status, cases[i].status, "%s", cases[i].name);
        cr_expect_eq(res.kind, cases[i].type ? WEFT_FILE : WEFT_EMPTY, "%s", cases[i].name);
        if (cases[i].type) cr_expect(is_text(res.type, cases[i].type), "%s", cases[i].name);
        if (!cases[i].type) cr_expect(is_text(weft_reason(req), "there is no such file"));
        wf_arena_reset(&req->arena);
    }
    cr_expect_eq(weft_file(req, "/dev/zero").status, 404);
    cr_expect_eq(weft_file(req, "").status, 404);
    cr_expect_eq(weft_file(req, NULL).status, 404);
    cr_expect_eq(next_fd(), before);
    cr_expect_str_empty(logged);
}

Test(file, running_out_of_descriptors_is_no_404)
{
    const char *path = path_of("a.html");
    char line[320];
    struct rlimit limit = { .rlim_cur = (rlim_t)next_fd(), .rlim_max = 4096 }, before;
    getrlimit(RLIMIT_NOFILE, &before);
    limit.rlim_max = before.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (int i = 0; i < 3; i++) cr_expect_eq(weft_file(req, path).status, 503);
    setrlimit(RLIMIT_NOFILE, &before);
    snprintf(line, sizeof line, "error: cannot open %s: Too many open files\n", path);
    cr_expect_str_eq(logged, line);
}

Test(file, without_memory_to_remember_it_is_not_left_open)
{
    int before = next_fd();
    begin_with(16, 0);
    res = weft_file(req, path_of("a.html"));
    cr_expect_eq(res.status, 500);
    cr_expect_eq(res.kind, WEFT_EMPTY);
    cr_expect_eq(next_fd(), before);
}
