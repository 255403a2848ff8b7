// Translated from bytecode by Slipstream.
#pragma OPENCL FP_CONTRACT OFF
#ifdef SLIP_FLOAT_VIA_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SLIP_FDIV(a, b) ((float)((double)(a) / (double)(b)))
#define SLIP_FSQRT(a) ((float)sqrt((double)(a)))
#else
#define SLIP_FDIV(a, b) ((float)(a) / (float)(b))
#define SLIP_FSQRT(a) sqrt((float)(a))
#endif
#ifdef __NV_CL_C_VERSION
#define SLIP_NEGATE(r, a) asm("{ .reg .b32 t; not.b32 t, %1; add.s32 %0, t, 1; }" : "=r"(r) : "r"(a))
#else
#define SLIP_NEGATE(r, a) r = (int)-(uint)(a)
#endif

static int slip_min_i(int a, int b) { return a <= b ? a : b; }
static int slip_max_i(int a, int b) { return a >= b ? a : b; }
static int slip_abs_i(int a) { return a < 0 ? (int)-(uint)a : a; }
static int slip_negate(int a) { int r; SLIP_NEGATE(r, a); return r; }
static void slip_count_start(__global uint* starts) { if ((get_group_id(0) | get_group_id(1) | get_group_id(2)) == 0 && (get_local_id(0) | get_local_id(1) | get_local_id(2)) == 0) ++*starts; }

static float f0_weight(int v0i, float v1f) {
  // line 8
  if (v0i == 0) {
    // line 9
    return 1.0f;
  }
  // line 11
  return SLIP_FDIV(1.0f, 1.0f + v1f * (float)v0i);
}

static void slip_body(int v0i, int v1i, int v2i, int v3i, int v4i, float v5f, __global char* a0, int a0_length, __global float* a1, int a1_length, __global float* a2, int a2_length) {
  int v9i, v12i, v13i, v14i, v15i, v16i;
  float v10f, v11f, v17f, v18f, s0f, v13f;
  // line 24
  v9i = (int)((uint)v0i * (uint)v2i + (uint)v1i);
  // line 25
  if (a0[v9i] == 0) {
    // line 26
    a2[v9i] = a1[v9i];
  } else {
    // line 29
    v10f = 0.0f;
    // line 30
    v11f = 0.0f;
    // line 31
    v12i = 0;
    // line 32
    v13i = slip_negate(v4i);
    while (v13i <= v4i) {
      // line 33
      v14i = slip_min_i(slip_max_i((int)((uint)v0i + (uint)v13i), 0), (int)((uint)v3i - 1u));
      // line 34
      v15i = slip_negate(v4i);
      while (v15i <= v4i) {
        // line 35
        v16i = (int)((uint)v1i + (uint)v15i);
        // line 36
        if (v16i >= 0) {
          if (v16i < v2i) {
            // line 39
            v17f = a1[(uint)v14i * (uint)v2i + (uint)v16i];
            // line 40
            if (v17f < 0x1.99999ap-5f) {
              // line 41
              v12i = (int)((uint)v12i + 1u);
              // line 42
              if (v12i > 12) break;
            }
            // line 46
            v18f = f0_weight((int)((uint)slip_abs_i(v15i) + (uint)slip_abs_i(v13i)), v5f);
            // line 47
            v10f = v10f + v18f * v17f;
            // line 48
            v11f = v11f + v18f;
          }
        }
        // line 34
        v15i = (int)((uint)v15i + 1u);
      }
      // line 32
      v13i = (int)((uint)v13i + 1u);
    }
    // line 51
    if (v11f > 0.0f) {
      s0f = SLIP_FDIV(v10f, v11f);
    } else {
      s0f = 0.0f;
    }
    v13f = s0f;
    // line 52
    switch (a0[v9i] & 3) {
      case 1: {
        // line 54
        v13f = SLIP_FSQRT(v13f);
        // line 55
        break;
      }
      case 2: {
        // line 57
        v13f = 1.0f - v13f;
        // line 58
        break;
      }
      default: {
        // line 60
        a0[v9i] = (char)v12i;
        break;
      }
    }
    // line 62
    a2[v9i] = v13f;
  }
}

__kernel void slip_SampleKernel(
    int start_0, int step_0, uint count_0,
    int start_1, int step_1, uint count_1,
    int p0,
    int p1,
    int p2,
    float p3,
    __global char* p4, int p4_length,
    __global float* p5, int p5_length,
    __global float* p6, int p6_length,
    __global uint* starts) {
  slip_count_start(starts);
  const size_t k0 = get_global_id(1);
  if (k0 >= count_0) return;
  const size_t k1 = get_global_id(0);
  if (k1 >= count_1) return;
  slip_body(
      (int)((uint)start_0 + (uint)k0 * (uint)step_0),
      (int)((uint)start_1 + (uint)k1 * (uint)step_1),
      p0,
      p1,
      p2,
      p3,
      p4, p4_length,
      p5, p5_length,
      p6, p6_length);
}
