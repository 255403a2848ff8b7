package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The C functions that translated kernels call, for those of Java's operators and methods that
 * differ from C's. A program contains only the functions that its kernel needs.
 */
final class Prelude {
  private static final Pattern NAME = Pattern.compile("\\bslip_[a-z0-9_]+(?=\\()");

  private static final Pattern EXTENDED_ATOMIC = Pattern.compile("\\batom_(min|max|and|or|xor)\\(");

  /**
   * {@code I}, {@code U}, {@code S}, {@code W} and {@code M} are replaced according to the type.
   */
  private static final String INTEGERS =
      """
      static I slip_divide_S(I a, I b) { return b == -1 ? (I)-(U)a : a / b; }
      static I slip_remainder_S(I a, I b) { return b == -1 ? 0 : a % b; }
      static I slip_floor_divide_S(I a, I b) { I q = slip_divide_S(a, b); return (a ^ b) < 0 && (I)((U)q * (U)b) != a ? q - 1 : q; }
      static I slip_floor_remainder_S(I a, I b) { I r = slip_remainder_S(a, b); return r != 0 && (r ^ b) < 0 ? r + b : r; }
      static int slip_compare_S(I a, I b) { return (a > b) - (a < b); }
      static int slip_compare_unsigned_S(I a, I b) { return ((U)a > (U)b) - ((U)a < (U)b); }
      static int slip_signum_S(I a) { return (a > 0) - (a < 0); }
      static I slip_min_S(I a, I b) { return a <= b ? a : b; }
      static I slip_max_S(I a, I b) { return a >= b ? a : b; }
      static I slip_sum_S(I a, I b) { return (I)((U)a + (U)b); }
      static I slip_abs_S(I a) { return a < 0 ? (I)-(U)a : a; }
      static int slip_bit_count_S(I a) { return (int)popcount((U)a); }
      static int slip_leading_zeros_S(I a) { return a == 0 ? W : (int)clz((U)a); }
      static int slip_trailing_zeros_S(I a) { return a == 0 ? W : (int)popcount(((U)a & -(U)a) - 1); }
      static I slip_rotate_left_S(I a, int n) { return (I)((U)a << (n & M) | (U)a >> (-(uint)n & M)); }
      static I slip_rotate_right_S(I a, int n) { return (I)((U)a >> (n & M) | (U)a << (-(uint)n & M)); }
      static I slip_highest_one_S(I a) { return a == 0 ? 0 : (I)((U)1 << (M - slip_leading_zeros_S(a))); }
      static I slip_lowest_one_S(I a) { return (I)((U)a & -(U)a); }
      static I slip_ceil_divide_S(I a, I b) { I q = slip_divide_S(a, b); return (a ^ b) >= 0 && (I)((U)q * (U)b) != a ? q + 1 : q; }
      static I slip_ceil_remainder_S(I a, I b) { I r = slip_remainder_S(a, b); return r != 0 && (r ^ b) >= 0 ? r - b : r; }
      static I slip_divide_unsigned_S(I a, I b) { return (I)((U)a / (U)b); }
      static I slip_remainder_unsigned_S(I a, I b) { return (I)((U)a % (U)b); }
      static I slip_compress_S(I a, I m) { U r = 0, x = (U)m; for (int k = 0; x != 0; k++, x &= x - 1) { r |= ((U)a & x & -x) != 0 ? (U)1 << k : 0; } return (I)r; }
      static I slip_expand_S(I a, I m) { U r = 0, x = (U)m; for (int k = 0; x != 0; k++, x &= x - 1) { r |= ((U)a >> k & 1) != 0 ? x & -x : 0; } return (I)r; }
      static I slip_clamp_S(I a, I low, I high) { return slip_min_S(high, slip_max_S(a, low)); }
      """;

  /**
   * The functions for floating-point numbers.
   *
   * <ul>
   *   <li>PoCL computes {@code floor} and similar functions through integers. The results are
   *       undefined for constants that are NaN, infinite or large, so these are not passed to it.
   *       {@code P} is the width of the fraction: from {@code 1 << P} on all numbers are whole.
   *   <li>NVIDIA's compiler treats -0.0 as its own magnitude where it is chosen between constants,
   *       so {@code abs} clears the sign as a bit.
   *   <li>{@code scalb} multiplies as {@code java.lang.StrictMath}'s does, with the small factor
   *       first, so that nothing is rounded twice.
   * </ul>
   */
  private static final String FLOATING =
      """
      static int slip_compare_less_S(F a, F b) { return a > b ? 1 : a == b ? 0 : -1; }
      static int slip_compare_greater_S(F a, F b) { return a < b ? -1 : a == b ? 0 : 1; }
      static I slip_raw_bits_S(F a) { return as_I(a); }
      static I slip_bits_S(F a) { return a == a ? as_I(a) : NAN_BITS; }
      static F slip_from_bits_S(I a) { return as_F(a); }
      static int slip_is_nan_S(F a) { return a != a; }
      static int slip_is_infinite_S(F a) { return fabs(a) == (F)INFINITY; }
      static int slip_is_finite_S(F a) { return fabs(a) < (F)INFINITY; }
      static int slip_compare_total_S(F a, F b) { I x = slip_bits_S(a), y = slip_bits_S(b); return a < b ? -1 : a > b ? 1 : (x > y) - (x < y); }
      static F slip_min_S(F a, F b) { return a != a ? a : a == 0 && b == 0 ? as_F(as_I(a) | as_I(b)) : a <= b ? a : b; }
      static F slip_max_S(F a, F b) { return a != a ? a : a == 0 && b == 0 ? as_F(as_I(a) & as_I(b)) : a >= b ? a : b; }
      static F slip_abs_S(F a) { return as_F(as_I(a) & ((I)FIELD << P | ((I)1 << P) - 1)); }
      static F slip_sum_S(F a, F b) { return a + b; }
      static F slip_signum_S(F a) { return a > 0 ? (F)1 : a < 0 ? (F)-1 : a; }
      static int slip_S2i(F a) { return a != a ? 0 : a >= (F)0x1p31f ? INT_MAX : a <= (F)-0x1p31f ? INT_MIN : (int)a; }
      static long slip_S2l(F a) { return a != a ? 0 : a >= (F)0x1p63f ? LONG_MAX : a <= (F)-0x1p63f ? LONG_MIN : (long)a; }
      static F slip_floor_S(F a) { return fabs(a) < (F)((I)1 << P) ? floor(a) : a; }
      static F slip_ceil_S(F a) { return fabs(a) < (F)((I)1 << P) ? ceil(a) : a; }
      static F slip_rint_S(F a) { return fabs(a) < (F)((I)1 << P) ? rint(a) : a; }
      static I slip_exponent_field_S(F a) { return as_I(a) >> P & FIELD; }
      static int slip_exponent_S(F a) { return (int)slip_exponent_field_S(a) - BIAS; }
      static F slip_ulp_S(F a) { I e = slip_exponent_field_S(a); return e == FIELD ? fabs(a) : e > P ? as_F(e - P << P) : as_F((I)1 << (e > 0 ? e - 1 : 0)); }
      static F slip_next_up_S(F a) { return a == 0 ? as_F((I)1) : a < (F)INFINITY ? as_F(as_I(a) + (a > 0 ? 1 : -1)) : a; }
      static F slip_next_down_S(F a) { return -slip_next_up_S(-a); }
      static F slip_next_after_S(F a, double b) { return a > b ? slip_next_down_S(a) : a < b ? slip_next_up_S(a) : a == b ? (F)b : a + (F)b; }
      static F slip_power_of_two_S(int n) { return as_F((I)(n + BIAS) << P); }
      static F slip_scalb_S(F a, int n) { int m = n < -4 * BIAS ? -4 * BIAS : n > 4 * BIAS ? 4 * BIAS : n; int part = m % STEP; a *= slip_power_of_two_S(part); for (m -= part; m < 0; m += STEP) { a *= slip_power_of_two_S(-STEP); } for (; m > 0; m -= STEP) { a *= slip_power_of_two_S(STEP); } return a; }
      static F slip_device_pow_S(F a, F b) { return b != b || (fabs(a) == 1 && fabs(b) == (F)INFINITY) ? (F)NAN : pow(a, b); }
      static F slip_clamp_S(F a, F low, F high) { return slip_min_S(high, slip_max_S(a, low)); }
      static I slip_round_S(F a) { F f = slip_floor_S(a); return slip_S2T(a - f >= (F)0.5f ? f + 1 : f); }
      """;

  private static final String SINGLE =
      """
      static int slip_negate(int a) { int r; SLIP_NEGATE(r, a); return r; }
      static int slip_reverse_bytes_i(int a) { uint x = (uint)a; return (int)(x << 24 | (x & 0xff00u) << 8 | x >> 8 & 0xff00u | x >> 24); }
      static int slip_reverse_i(int a) { uint x = (uint)a; x = (x & 0x55555555u) << 1 | x >> 1 & 0x55555555u; x = (x & 0x33333333u) << 2 | x >> 2 & 0x33333333u; x = (x & 0x0f0f0f0fu) << 4 | x >> 4 & 0x0f0f0f0fu; return slip_reverse_bytes_i((int)x); }
      static long slip_reverse_bytes_l(long a) { return (long)((ulong)(uint)slip_reverse_bytes_i((int)a) << 32 | (ulong)(uint)slip_reverse_bytes_i((int)(a >> 32))); }
      static long slip_reverse_l(long a) { return (long)((ulong)(uint)slip_reverse_i((int)a) << 32 | (ulong)(uint)slip_reverse_i((int)(a >> 32))); }
      static int slip_floor_remainder_li(long a, int b) { return (int)slip_floor_remainder_l(a, b); }
      static long slip_multiply_high(long a, long b) { return mul_hi(a, b); }
      static long slip_to_unsigned_long(int a) { return (long)(uint)a; }
      static int slip_ceil_remainder_li(long a, int b) { return (int)slip_ceil_remainder_l(a, b); }
      static int slip_clamp_li(long a, int low, int high) { return (int)slip_clamp_l(a, low, high); }
      static long slip_unsigned_multiply_high(long a, long b) { return (long)mul_hi((ulong)a, (ulong)b); }
      static long slip_multiply_full(int a, int b) { return (long)a * b; }
      static double slip_to_radians(double a) { return a * 0x1.1df46a2529d39p-6; }
      static double slip_to_degrees(double a) { return a * 0x1.ca5dc1a63c1f8p5; }
      static int slip_same(int a) { return a; }
      static int slip_difference(int a, int b) { return a - b; }
      static int slip_byte_to_unsigned(int a) { return a & 0xff; }
      static int slip_short_to_unsigned(int a) { return a & 0xffff; }
      static long slip_byte_to_unsigned_long(int a) { return a & 0xff; }
      static long slip_short_to_unsigned_long(int a) { return a & 0xffff; }
      static int slip_compare_unsigned_byte(int a, int b) { return (a & 0xff) - (b & 0xff); }
      static int slip_compare_unsigned_short(int a, int b) { return (a & 0xffff) - (b & 0xffff); }
      static int slip_reverse_bytes_short(int a) { return (short)(a << 8 & 0xff00 | a >> 8 & 0xff); }
      static int slip_reverse_bytes_char(int a) { return a << 8 & 0xff00 | a >> 8 & 0xff; }
      static int slip_hash_l(long a) { return (int)(a ^ (long)((ulong)a >> 32)); }
      static int slip_hash_d(double a) { return slip_hash_l(slip_bits_d(a)); }
      static int slip_hash_z(int a) { return a != 0 ? 1231 : 1237; }
      static int slip_and(int a, int b) { return a & b; }
      static int slip_or(int a, int b) { return a | b; }
      static int slip_xor(int a, int b) { return a ^ b; }
      static int slip_is_surrogate(int a) { return (a & ~0x7ff) == 0xd800; }
      static int slip_is_high_surrogate(int a) { return (a & ~0x3ff) == 0xd800; }
      static int slip_is_low_surrogate(int a) { return (a & ~0x3ff) == 0xdc00; }
      static int slip_is_surrogate_pair(int a, int b) { return slip_is_high_surrogate(a) && slip_is_low_surrogate(b); }
      static int slip_char_count(int a) { return a >= 0x10000 ? 2 : 1; }
      static int slip_to_code_point(int a, int b) { return (a << 10) + b - 0x35fdc00; }
      static int slip_is_code_point(int a) { return a >= 0 && a <= 0x10ffff; }
      static int slip_is_basic(int a) { return a >= 0 && a <= 0xffff; }
      static int slip_is_supplementary(int a) { return a >= 0x10000 && a <= 0x10ffff; }
      static int slip_high_surrogate(int a) { return (int)((uint)a >> 10) + 0xd7c0 & 0xffff; }
      static int slip_low_surrogate(int a) { return (a & 0x3ff) + 0xdc00; }
      static int slip_is_control(int a) { return (a >= 0 && a <= 0x1f) || (a >= 0x7f && a <= 0x9f); }
      static int slip_is_space(int a) { return a == 9 || a == 10 || a == 12 || a == 13 || a == 32; }
      static int slip_for_digit(int a, int radix) { return a < 0 || a >= radix || radix < 2 || radix > 36 ? 0 : a < 10 ? 48 + a : 87 + a; }
      static float slip_from_half(int h) { int e = h >> 10 & 31; int m = h & 0x3ff; int s = h < 0 ? INT_MIN : 0; return as_float(s | (e == 0 ? as_int((float)m * 0x1p-24f) : e == 31 ? 0x7f800000 | m << 13 : (e + 112) << 23 | m << 13)); }
      static int slip_round_half(int m, int n) { int q = m >> n; int rest = m & ((1 << n) - 1); int half_unit = 1 << (n - 1); return rest > half_unit || (rest == half_unit && (q & 1) != 0) ? q + 1 : q; }
      static int slip_to_half(float a) { int b = as_int(a); int s = b < 0 ? -0x8000 : 0; int x = b & INT_MAX; return x > 0x7f800000 ? s | 0x7c00 | (x & 0x7fe000) >> 13 | (x & 0x1ff0) >> 4 | (x & 15) : x >= 0x477ff000 ? s | 0x7c00 : x <= 0x33000000 ? s : x < 0x38800000 ? s | slip_round_half((x & 0x7fffff) | 0x800000, 126 - (x >> 23)) : s | slip_round_half(x - 0x38000000, 13); }
      """;

  /** Arrays of arrays: the start of rows in memory, computed if all have the same length. */
  private static final String ROWS =
      """
      static long slip_row(__global const long* rows, int columns, int i) { return columns >= 0 ? (long)i * columns : rows[i]; }
      static int slip_row_length(__global const long* rows, int columns, int i) { return columns >= 0 ? columns : (int)(rows[i + 1] - rows[i]); }
      static long slip_plane(int height, int columns, int i) { return columns >= 0 ? (long)i * height * columns : 0; }
      static long slip_box(int depth, int height, int columns, int i) { return columns >= 0 ? (long)i * depth * height * columns : 0; }
      static long slip_plane_rows(__global const long* planes, int columns, int i) { return columns >= 0 ? 0 : planes[i]; }
      static int slip_plane_length(__global const long* planes, int height, int columns, int i) { return columns >= 0 ? height : (int)(planes[i + 1] - planes[i]); }
      """;

  /**
   * Counts a start of the kernel: its first work item does. An in-order queue runs its kernels one
   * after another, so that nothing else changes the number meanwhile.
   *
   * <p>PoCL still vectorises a kernel with this condition (measured: no difference from 1,024 to
   * 4,194,304 floats). With a barrier behind it, kernels took up to ten times as long.
   */
  private static final String STARTS =
      """
      static void slip_count_start(__global uint* starts) { if ((get_group_id(0) | get_group_id(1) | get_group_id(2)) == 0 && (get_local_id(0) | get_local_id(1) | get_local_id(2)) == 0) ++*starts; }
      """;

  /** A double has more than twice the bits of a float, so rounding twice gives the exact result. */
  private static final String ROUNDED =
      """
      #ifdef SLIP_FLOAT_VIA_DOUBLE
      #pragma OPENCL EXTENSION cl_khr_fp64 : enable
      #define SLIP_FDIV(a, b) ((float)((double)(a) / (double)(b)))
      #define SLIP_FSQRT(a) ((float)sqrt((double)(a)))
      #else
      #define SLIP_FDIV(a, b) ((float)(a) / (float)(b))
      #define SLIP_FSQRT(a) sqrt((float)(a))
      #endif
      """;

  /** The function that negates an int. */
  static final String NEGATE = "slip_negate";

  /**
   * NVIDIA's assembler (driver 580, Hopper) combines the minimum or maximum of three ints into one
   * instruction and then loses the sign of a negated operand. It does not recognise the negation in
   * this form.
   */
  private static final String NEGATION =
      """
      #ifdef __NV_CL_C_VERSION
      #define SLIP_NEGATE(r, a) asm("{ .reg .b32 t; not.b32 t, %1; add.s32 %0, t, 1; }" : "=r"(r) : "r"(a))
      #else
      #define SLIP_NEGATE(r, a) r = (int)-(uint)(a)
      #endif
      """;

  /** Not all devices update longs atomically; one that cannot refuses to build the kernel. */
  private static final String LONG_ATOMICS =
      """
      #ifndef %1$s
      #error "the device cannot add up longs of several iterations: it lacks %1$s"
      #endif
      #pragma OPENCL EXTENSION %1$s : enable
      """;

  private static final Map<String, String> FUNCTIONS = functions();

  private Prelude() {}

  /** The beginning of a program: the rules for floating point. */
  static String head(String code, boolean usesDouble, FloatingPoint floatingPoint) {
    StringBuilder head = new StringBuilder("// Translated from bytecode by Slipstream.\n");
    if (floatingPoint == FloatingPoint.EXACT) {
      head.append("#pragma OPENCL FP_CONTRACT OFF\n");
    } else {
      head.append("// Relaxed (slipstream.fastMath=true): products and sums may be fused, and\n");
      head.append("// functions are the device's own; results may differ from Java's.\n");
      head.append("#pragma OPENCL FP_CONTRACT ON\n");
    }
    if (usesDouble) {
      head.append("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    }
    if (code.contains("SLIP_F")) {
      head.append(ROUNDED);
    }
    if (code.contains(NEGATE)) {
      head.append(NEGATION);
    }
    if (code.contains("atom_add(")) {
      head.append(String.format(Locale.ROOT, LONG_ATOMICS, "cl_khr_int64_base_atomics"));
    }
    if (EXTENDED_ATOMIC.matcher(code).find()) {
      head.append(String.format(Locale.ROOT, LONG_ATOMICS, "cl_khr_int64_extended_atomics"));
    }
    return head.append('\n').toString();
  }

  /** The functions that a text calls, directly or indirectly, each before its first use. */
  static String functionsFor(String text) {
    Set<String> needed = new HashSet<>();
    List<String> open = new ArrayList<>(List.of(text));
    while (!open.isEmpty()) {
      Matcher names = NAME.matcher(open.remove(open.size() - 1));
      while (names.find()) {
        String function = FUNCTIONS.get(names.group());
        if (function != null && needed.add(names.group())) {
          open.add(function);
        }
      }
    }
    StringBuilder prelude = new StringBuilder();
    for (Map.Entry<String, String> function : FUNCTIONS.entrySet()) {
      if (needed.contains(function.getKey())) {
        prelude.append(function.getValue()).append('\n');
      }
    }
    return prelude.toString();
  }

  private static Map<String, String> functions() {
    Map<String, String> functions = new LinkedHashMap<>();
    read(functions, integers("int", "uint", CType.INT, 32));
    read(functions, integers("long", "ulong", CType.LONG, 64));
    read(functions, floating("float", "int", CType.FLOAT, "i", "0x7fc00000", 23));
    read(functions, floating("double", "long", CType.DOUBLE, "l", "0x7ff8000000000000L", 52));
    read(functions, SINGLE);
    read(functions, ROWS);
    read(functions, STARTS);
    return functions;
  }

  private static String integers(String signed, String unsigned, CType type, int width) {
    return INTEGERS
        .replaceAll("\\bI\\b", signed)
        .replaceAll("\\bU\\b", unsigned)
        .replaceAll("_S\\(", "_" + type.suffix() + "(")
        .replaceAll("\\bW\\b", Integer.toString(width))
        .replaceAll("\\bM\\b", Integer.toString(width - 1));
  }

  private static String floating(
      String floating, String bits, CType type, String bitsSuffix, String nan, int fraction) {
    int bias = fraction == 23 ? Float.MAX_EXPONENT : Double.MAX_EXPONENT;
    return FLOATING
        .replaceAll("\\bP\\b", Integer.toString(fraction))
        .replaceAll("\\bFIELD\\b", Integer.toString(2 * bias + 1))
        .replaceAll("\\bBIAS\\b", Integer.toString(bias))
        .replaceAll("\\bSTEP\\b", fraction == 23 ? "64" : "512")
        .replaceAll("\\bI\\b", bits)
        .replaceAll("\\bas_I\\b", "as_" + bits)
        .replaceAll("\\bF\\b", floating)
        .replaceAll("\\bas_F\\b", "as_" + floating)
        .replaceAll("slip_S2", "slip_" + type.suffix() + "2")
        .replaceAll("2T\\(", "2" + bitsSuffix + "(")
        .replaceAll("_S\\(", "_" + type.suffix() + "(")
        .replaceAll("\\bNAN_BITS\\b", nan);
  }

  private static void read(Map<String, String> functions, String text) {
    for (String line : text.split("\n")) {
      Matcher name = NAME.matcher(line);
      if (!name.find()) {
        throw new IllegalStateException("no function in: " + line);
      }
      functions.put(name.group(), line);
    }
  }
}
