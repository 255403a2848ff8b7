/*
 * A layer of OpenCL's loader (OPENCL_LAYERS) that lets calls of one function fail.
 *
 * OPENCL_FAULT=FUNCTION:N:HOW, where HOW says what becomes of the N-th call, counted from 1:
 *   once    it returns an error and does nothing
 *   always  so it does, and every later call of the function
 *   after   it does what it is to do, and returns an error
 *   hang    it never returns, nor does any later one
 *   slow    it takes 8 seconds more than usual
 * OPENCL_FAULT_COUNTS=FILE: at the end, a line "FUNCTION CALLS" for each function is written.
 *
 * The table of functions is that of the ICD specification; it is seen as an array here, so that no
 * header of OpenCL is needed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef intptr_t word;
typedef int32_t code;

enum { MOST_FUNCTIONS = 512 };

/* CL_OUT_OF_RESOURCES: what drivers say of all kinds of trouble. */
static const code ERROR = -5;

typedef struct {
  const char *name;
  int place; /* in the table of functions */
} function;

#define FUNCTIONS(F) \
  F(clCreateContext, 4) \
  F(clReleaseContext, 7) \
  F(clCreateCommandQueue, 9) \
  F(clReleaseCommandQueue, 11) \
  F(clCreateBuffer, 14) \
  F(clReleaseMemObject, 18) \
  F(clCreateProgramWithSource, 26) \
  F(clReleaseProgram, 29) \
  F(clBuildProgram, 30) \
  F(clGetProgramInfo, 32) \
  F(clCreateKernel, 34) \
  F(clReleaseKernel, 37) \
  F(clSetKernelArg, 38) \
  F(clGetKernelWorkGroupInfo, 40) \
  F(clWaitForEvents, 41) \
  F(clGetEventInfo, 42) \
  F(clRetainEvent, 43) \
  F(clReleaseEvent, 44) \
  F(clFlush, 46) \
  F(clEnqueueReadBuffer, 48) \
  F(clEnqueueWriteBuffer, 49) \
  F(clEnqueueCopyBuffer, 50) \
  F(clEnqueueMapBuffer, 56) \
  F(clEnqueueUnmapMemObject, 58) \
  F(clEnqueueNDRangeKernel, 59)

#define NUMBER(name, place) NUMBER_##name,
enum { FUNCTIONS(NUMBER) NUMBERS };

#define ENTRY(name, place) {#name, place},
static const function functions[] = {FUNCTIONS(ENTRY)};

static void *below[MOST_FUNCTIONS];
static void *ours[MOST_FUNCTIONS];
static long calls[NUMBERS];
static int faulty = -1;
static long number;
static char how[16];

/* Whether a call is to fail: 0 no, 1 before it does anything, 2 when it is done. */
static int fate(int which) {
  long call = __atomic_add_fetch(&calls[which], 1, __ATOMIC_SEQ_CST);
  if (which != faulty || call < number) {
    return 0;
  }
  if (!strcmp(how, "hang")) {
    for (;;) {
      pause();
    }
  }
  if (!strcmp(how, "always")) {
    return 1;
  }
  if (call != number) {
    return 0;
  }
  if (!strcmp(how, "slow")) {
    sleep(8);
    return 0;
  }
  return strcmp(how, "after") ? 1 : 2;
}

/* A function that returns its error, and perhaps an event as its last argument. */
#define RETURNING(name, place, parameters, arguments, undo) \
  static code fault_##name parameters { \
    int fails = fate(NUMBER_##name); \
    if (fails == 1) { \
      return ERROR; \
    } \
    code result = ((code(*) parameters)below[place]) arguments; \
    if (fails == 2 && result == 0) { \
      undo; \
      return ERROR; \
    } \
    return result; \
  }

/* A function that returns what it makes, and its error by its last argument. */
#define MAKING(name, place, parameters, arguments) \
  static void *fault_##name parameters { \
    int fails = fate(NUMBER_##name); \
    if (fails == 1) { \
      if (error) *error = ERROR; \
      return 0; \
    } \
    void *made = ((void *(*) parameters)below[place]) arguments; \
    if (fails == 2) { \
      if (error) *error = ERROR; \
      return 0; \
    } \
    return made; \
  }

/* The caller has not heard of the event, so that it has to be released here. */
static void forget(void **event) {
  if (event && *event) {
    ((code(*)(void *))below[44])(*event);
    *event = 0;
  }
}

MAKING(clCreateContext, 4, (word * p, uint32_t n, word *d, word f, word u, code *error),
       (p, n, d, f, u, error))
RETURNING(clReleaseContext, 7, (word c), (c), )
MAKING(clCreateCommandQueue, 9, (word c, word d, uint64_t p, code *error), (c, d, p, error))
RETURNING(clReleaseCommandQueue, 11, (word q), (q), )
MAKING(clCreateBuffer, 14, (word c, uint64_t f, size_t s, void *h, code *error),
       (c, f, s, h, error))
RETURNING(clReleaseMemObject, 18, (word m), (m), )
MAKING(clCreateProgramWithSource, 26, (word c, uint32_t n, word s, word l, code *error),
       (c, n, s, l, error))
RETURNING(clReleaseProgram, 29, (word p), (p), )
RETURNING(clBuildProgram, 30, (word p, uint32_t n, word d, word o, word f, word u),
          (p, n, d, o, f, u), )
RETURNING(clGetProgramInfo, 32, (word p, uint32_t w, size_t s, word v, word r),
          (p, w, s, v, r), )
MAKING(clCreateKernel, 34, (word p, word n, code *error), (p, n, error))
RETURNING(clReleaseKernel, 37, (word k), (k), )
RETURNING(clSetKernelArg, 38, (word k, uint32_t i, size_t s, word v), (k, i, s, v), )
RETURNING(clGetKernelWorkGroupInfo, 40, (word k, word d, uint32_t w, size_t s, word v, word r),
          (k, d, w, s, v, r), )
RETURNING(clWaitForEvents, 41, (uint32_t n, word e), (n, e), )
RETURNING(clGetEventInfo, 42, (word e, uint32_t w, size_t s, word v, word r), (e, w, s, v, r), )
RETURNING(clRetainEvent, 43, (word e), (e), )
RETURNING(clReleaseEvent, 44, (word e), (e), )
RETURNING(clFlush, 46, (word q), (q), )
RETURNING(clEnqueueReadBuffer, 48,
          (word q, word m, uint32_t b, size_t o, size_t s, word p, uint32_t n, word w, void **e),
          (q, m, b, o, s, p, n, w, e), forget(e))
RETURNING(clEnqueueWriteBuffer, 49,
          (word q, word m, uint32_t b, size_t o, size_t s, word p, uint32_t n, word w, void **e),
          (q, m, b, o, s, p, n, w, e), forget(e))
RETURNING(clEnqueueCopyBuffer, 50,
          (word q, word f, word t, size_t o, size_t a, size_t s, uint32_t n, word w, void **e),
          (q, f, t, o, a, s, n, w, e), forget(e))
MAKING(clEnqueueMapBuffer, 56,
       (word q, word m, uint32_t b, uint64_t f, size_t o, size_t s, uint32_t n, word w, word e,
        code *error),
       (q, m, b, f, o, s, n, w, e, error))
RETURNING(clEnqueueUnmapMemObject, 58, (word q, word m, word p, uint32_t n, word w, void **e),
          (q, m, p, n, w, e), forget(e))
RETURNING(clEnqueueNDRangeKernel, 59,
          (word q, word k, uint32_t d, word o, word g, word l, uint32_t n, word w, void **e),
          (q, k, d, o, g, l, n, w, e), forget(e))

code clGetLayerInfo(uint32_t name, size_t size, void *value, size_t *needed) {
  const uint32_t CL_LAYER_API_VERSION = 0x4240;
  if (name != CL_LAYER_API_VERSION) {
    return -30;
  }
  if (value && size >= sizeof(uint32_t)) {
    *(uint32_t *)value = 100;
  }
  if (needed) {
    *needed = sizeof(uint32_t);
  }
  return 0;
}

code clInitLayer(uint32_t entries, void *const *target, uint32_t *made, void *const **table) {
  if (entries > MOST_FUNCTIONS) {
    entries = MOST_FUNCTIONS;
  }
  memcpy(below, target, entries * sizeof(void *));
  memcpy(ours, target, entries * sizeof(void *));
#define PUT(name, place) ours[place] = (void *)fault_##name;
  FUNCTIONS(PUT)
  const char *fault = getenv("OPENCL_FAULT");
  char name[64] = "";
  if (fault && sscanf(fault, "%63[^:]:%ld:%15s", name, &number, how) == 3) {
    for (int f = 0; f < NUMBERS; f++) {
      if (!strcmp(functions[f].name, name)) {
        faulty = f;
      }
    }
  }
  *made = entries;
  *table = ours;
  return 0;
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("OPENCL_FAULT_COUNTS");
  FILE *file = path ? fopen(path, "w") : 0;
  if (file) {
    for (int f = 0; f < NUMBERS; f++) {
      fprintf(file, "%s %ld\n", functions[f].name, calls[f]);
    }
    fclose(file);
  }
}
