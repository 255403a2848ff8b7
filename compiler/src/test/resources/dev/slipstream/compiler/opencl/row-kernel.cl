// Translated from bytecode by Slipstream.
#pragma OPENCL FP_CONTRACT OFF

static long slip_row(__global const long* rows, int columns, int i) { return columns >= 0 ? (long)i * columns : rows[i]; }
static int slip_row_length(__global const long* rows, int columns, int i) { return columns >= 0 ? columns : (int)(rows[i + 1] - rows[i]); }
static void slip_count_start(__global uint* starts) { if ((get_group_id(0) | get_group_id(1) | get_group_id(2)) == 0 && (get_local_id(0) | get_local_id(1) | get_local_id(2)) == 0) ++*starts; }

static void slip_body(int v0i, __global float* a0, __global const long* restrict a0_rows, int a0_columns, int a0_length, __global float* a1, __global const long* restrict a1_rows, int a1_columns, int a1_length) {
  int v3f_row_length, v4f_row_length, v5f_row_length, v6i;
  __global float* v3f_row, *v4f_row, *v5f_row;
  // line 15
  v3f_row = a0 + slip_row(a0_rows, a0_columns, (uint)v0i - 1u);
  v3f_row_length = slip_row_length(a0_rows, a0_columns, (uint)v0i - 1u);
  // line 16
  v4f_row = a0 + slip_row(a0_rows, a0_columns, v0i);
  v4f_row_length = slip_row_length(a0_rows, a0_columns, v0i);
  // line 17
  v5f_row = a1 + slip_row(a1_rows, a1_columns, v0i);
  v5f_row_length = slip_row_length(a1_rows, a1_columns, v0i);
  // line 18
  v6i = 1;
  for (;;) {
    if (v6i >= (int)((uint)v4f_row_length - 1u)) return;
    // line 19
    v5f_row[v6i] = v3f_row[v6i] + v4f_row[(uint)v6i - 1u] * v4f_row[(uint)v6i + 1u];
    // line 18
    v6i = (int)((uint)v6i + 1u);
  }
}

__kernel void slip_RowSources_HoistedRows(
    int start_0, int step_0, uint count_0,
    __global float* p0, __global const long* restrict p0_rows, int p0_columns, int p0_length,
    __global float* p1, __global const long* restrict p1_rows, int p1_columns, int p1_length,
    __global uint* starts) {
  slip_count_start(starts);
  const size_t k0 = get_global_id(0);
  if (k0 >= count_0) return;
  slip_body(
      (int)((uint)start_0 + (uint)k0 * (uint)step_0),
      p0, p0_rows, p0_columns, p0_length,
      p1, p1_rows, p1_columns, p1_length);
}
