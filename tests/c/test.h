/* SPDX-License-Identifier: MIT */
/* Our C test framework, all of it.  A test program is functions of CHECKs, called by RUN from a main that
 * ends with `return test_end();`.  A failed CHECK prints where and goes on; the program then exits with 1. */
#ifndef PAV_TEST_H
#define PAV_TEST_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int test_checks;
static int test_failures;
static const char *test_name = "";

static inline int test_check(int holds, const char *file, int line, const char *claim)
{
    test_checks++;
    if (!holds) {
        test_failures++;
        fprintf(stderr, "%s:%d: %s: does not hold: %s\n", file, line, test_name, claim);
    }
    return holds;
}

static inline int test_check_text(const char *got, const char *wanted, const char *file, int line)
{
    const int same = got && wanted && strcmp(got, wanted) == 0;
    test_check(same, file, line, "the texts are the same");
    if (!same) {
        fprintf(stderr, "    got:    %s\n    wanted: %s\n", got ? got : "(NULL)", wanted ? wanted : "(NULL)");
    }
    return same;
}

static inline int test_check_near(double got, double wanted, double within, const char *file, int line)
{
    const int near = fabs(got - wanted) <= within;
    test_check(near, file, line, "the numbers are near");
    if (!near) {
        fprintf(stderr, "    got: %.9g  wanted: %.9g  within: %g\n", got, wanted, within);
    }
    return near;
}

static inline int test_end(void)
{
    printf("%d checks, %d failed\n", test_checks, test_failures);
    return test_checks == 0 || test_failures != 0;
}

/* Each is also an expression: true when it holds. */
#define CHECK(claim) test_check(!!(claim), __FILE__, __LINE__, #claim)
#define CHECK_TEXT(got, wanted) test_check_text((got), (wanted), __FILE__, __LINE__)
#define CHECK_NEAR(got, wanted, within) test_check_near((got), (wanted), (within), __FILE__, __LINE__)
#define RUN(function) (test_name = #function, function())

#endif
