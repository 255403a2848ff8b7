package dev.slipstream.compiler.opencl;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The methods of the JDK that have an OpenCL form with the same results, as the names of C
 * functions that take the same arguments: the prelude's own, or built-in functions whose results
 * the OpenCL specification fixes to the last bit.
 */
final class KnownCalls {
  private static final Map<String, String> FUNCTIONS = table();

  private KnownCalls() {}

  /** The C function for a static method, if there is one. */
  static Optional<String> find(String owner, String name, String descriptor) {
    String known = owner.equals("java/lang/StrictMath") ? "java/lang/Math" : owner;
    return Optional.ofNullable(FUNCTIONS.get(known + "." + name + descriptor));
  }

  private static Map<String, String> table() {
    Map<String, String> table = new HashMap<>();
    addMath(table);
    addFloatingPoint(table);
    addIntegers(table);
    return Map.copyOf(table);
  }

  private static void addMath(Map<String, String> table) {
    String math = "java/lang/Math.";
    table.put(math + "sqrt(D)D", "sqrt");
    for (String name : new String[] {"floor", "ceil", "rint"}) {
      table.put(math + name + "(D)D", "slip_" + name + "_d");
    }
    for (String t : new String[] {"I", "J", "F", "D"}) {
      String suffix = suffix(t);
      table.put(math + "min(" + t + t + ")" + t, "slip_min_" + suffix);
      table.put(math + "max(" + t + t + ")" + t, "slip_max_" + suffix);
      table.put(math + "abs(" + t + ")" + t, t.matches("[FD]") ? "fabs" : "slip_abs_" + suffix);
    }
    for (String t : new String[] {"F", "D"}) {
      table.put(math + "fma(" + t + t + t + ")" + t, "fma");
      table.put(math + "signum(" + t + ")" + t, "slip_signum_" + suffix(t));
      table.put(math + "copySign(" + t + t + ")" + t, "copysign");
    }
    table.put(math + "round(F)I", "slip_round_f");
    table.put(math + "round(D)J", "slip_round_d");
    table.put(math + "floorDiv(II)I", "slip_floor_divide_i");
    table.put(math + "floorDiv(JJ)J", "slip_floor_divide_l");
    table.put(math + "floorDiv(JI)J", "slip_floor_divide_l");
    table.put(math + "floorMod(II)I", "slip_floor_remainder_i");
    table.put(math + "floorMod(JJ)J", "slip_floor_remainder_l");
    table.put(math + "floorMod(JI)I", "slip_floor_remainder_li");
    table.put(math + "multiplyHigh(JJ)J", "slip_multiply_high");
  }

  private static void addFloatingPoint(Map<String, String> table) {
    addFloatingPoint(table, "java/lang/Float.", "F");
    addFloatingPoint(table, "java/lang/Double.", "D");
    table.put("java/lang/Float.floatToRawIntBits(F)I", "slip_raw_bits_f");
    table.put("java/lang/Float.floatToIntBits(F)I", "slip_bits_f");
    table.put("java/lang/Float.intBitsToFloat(I)F", "slip_from_bits_f");
    table.put("java/lang/Double.doubleToRawLongBits(D)J", "slip_raw_bits_d");
    table.put("java/lang/Double.doubleToLongBits(D)J", "slip_bits_d");
    table.put("java/lang/Double.longBitsToDouble(J)D", "slip_from_bits_d");
  }

  private static void addFloatingPoint(Map<String, String> table, String owner, String t) {
    String suffix = suffix(t);
    table.put(owner + "isNaN(" + t + ")Z", "slip_is_nan_" + suffix);
    table.put(owner + "isInfinite(" + t + ")Z", "slip_is_infinite_" + suffix);
    table.put(owner + "isFinite(" + t + ")Z", "slip_is_finite_" + suffix);
    table.put(owner + "compare(" + t + t + ")I", "slip_compare_total_" + suffix);
    addPairs(table, owner, t);
  }

  private static void addPairs(Map<String, String> table, String owner, String t) {
    for (String name : new String[] {"min", "max", "sum"}) {
      table.put(owner + name + "(" + t + t + ")" + t, "slip_" + name + "_" + suffix(t));
    }
  }

  private static void addIntegers(Map<String, String> table) {
    addIntegers(table, "java/lang/Integer.", "I");
    addIntegers(table, "java/lang/Long.", "J");
    table.put("java/lang/Integer.toUnsignedLong(I)J", "slip_to_unsigned_long");
    table.put("java/lang/Byte.toUnsignedInt(B)I", "slip_byte_to_unsigned");
    table.put("java/lang/Short.toUnsignedInt(S)I", "slip_short_to_unsigned");
  }

  private static void addIntegers(Map<String, String> table, String owner, String t) {
    String suffix = suffix(t);
    table.put(owner + "bitCount(" + t + ")I", "slip_bit_count_" + suffix);
    table.put(owner + "numberOfLeadingZeros(" + t + ")I", "slip_leading_zeros_" + suffix);
    table.put(owner + "numberOfTrailingZeros(" + t + ")I", "slip_trailing_zeros_" + suffix);
    table.put(owner + "rotateLeft(" + t + "I)" + t, "slip_rotate_left_" + suffix);
    table.put(owner + "rotateRight(" + t + "I)" + t, "slip_rotate_right_" + suffix);
    table.put(owner + "reverse(" + t + ")" + t, "slip_reverse_" + suffix);
    table.put(owner + "reverseBytes(" + t + ")" + t, "slip_reverse_bytes_" + suffix);
    table.put(owner + "highestOneBit(" + t + ")" + t, "slip_highest_one_" + suffix);
    table.put(owner + "lowestOneBit(" + t + ")" + t, "slip_lowest_one_" + suffix);
    table.put(owner + "signum(" + t + ")I", "slip_signum_" + suffix);
    table.put(owner + "compare(" + t + t + ")I", "slip_compare_" + suffix);
    table.put(owner + "compareUnsigned(" + t + t + ")I", "slip_compare_unsigned_" + suffix);
    addPairs(table, owner, t);
  }

  private static String suffix(String descriptor) {
    return switch (descriptor) {
      case "I" -> CType.INT.suffix();
      case "J" -> CType.LONG.suffix();
      case "F" -> CType.FLOAT.suffix();
      default -> CType.DOUBLE.suffix();
    };
  }
}
