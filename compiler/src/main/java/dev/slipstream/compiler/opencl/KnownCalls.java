package dev.slipstream.compiler.opencl;

import java.util.HashMap;
import java.util.Locale;
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
    addSmallTypes(table);
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
      table.put(math + "abs(" + t + ")" + t, "slip_abs_" + suffix);
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
    table.put(math + "unsignedMultiplyHigh(JJ)J", "slip_unsigned_multiply_high");
    table.put(math + "multiplyFull(II)J", "slip_multiply_full");
    table.put(math + "ceilDiv(II)I", "slip_ceil_divide_i");
    table.put(math + "ceilDiv(JJ)J", "slip_ceil_divide_l");
    table.put(math + "ceilDiv(JI)J", "slip_ceil_divide_l");
    table.put(math + "ceilMod(II)I", "slip_ceil_remainder_i");
    table.put(math + "ceilMod(JJ)J", "slip_ceil_remainder_l");
    table.put(math + "ceilMod(JI)I", "slip_ceil_remainder_li");
    table.put(math + "clamp(JII)I", "slip_clamp_li");
    table.put(math + "clamp(JJJ)J", "slip_clamp_l");
    table.put(math + "toRadians(D)D", "slip_to_radians");
    table.put(math + "toDegrees(D)D", "slip_to_degrees");
    for (String t : new String[] {"F", "D"}) {
      String suffix = suffix(t);
      table.put(math + "clamp(" + t + t + t + ")" + t, "slip_clamp_" + suffix);
      table.put(math + "ulp(" + t + ")" + t, "slip_ulp_" + suffix);
      table.put(math + "nextUp(" + t + ")" + t, "slip_next_up_" + suffix);
      table.put(math + "nextDown(" + t + ")" + t, "slip_next_down_" + suffix);
      table.put(math + "nextAfter(" + t + "D)" + t, "slip_next_after_" + suffix);
      table.put(math + "scalb(" + t + "I)" + t, "slip_scalb_" + suffix);
      table.put(math + "getExponent(" + t + ")I", "slip_exponent_" + suffix);
    }
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
    table.put("java/lang/Float.hashCode(F)I", "slip_bits_f");
    table.put("java/lang/Double.hashCode(D)I", "slip_hash_d");
    table.put("java/lang/Float.float16ToFloat(S)F", "slip_from_half");
    table.put("java/lang/Float.floatToFloat16(F)S", "slip_to_half");
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
    table.put("java/lang/Integer.hashCode(I)I", "slip_same");
    table.put("java/lang/Long.hashCode(J)I", "slip_hash_l");
  }

  private static void addSmallTypes(Map<String, String> table) {
    for (String type : new String[] {"Byte B", "Short S", "Character C"}) {
      String owner = "java/lang/" + type.substring(0, type.indexOf(' ')) + ".";
      char t = type.charAt(type.length() - 1);
      table.put(owner + "compare(" + t + t + ")I", "slip_difference");
      table.put(owner + "hashCode(" + t + ")I", "slip_same");
    }
    for (String type : new String[] {"Byte B", "Short S"}) {
      String name = type.substring(0, type.indexOf(' '));
      String owner = "java/lang/" + name + ".";
      String c = name.toLowerCase(Locale.ROOT);
      char t = type.charAt(type.length() - 1);
      table.put(owner + "toUnsignedInt(" + t + ")I", "slip_" + c + "_to_unsigned");
      table.put(owner + "toUnsignedLong(" + t + ")J", "slip_" + c + "_to_unsigned_long");
      table.put(owner + "compareUnsigned(" + t + t + ")I", "slip_compare_unsigned_" + c);
    }
    table.put("java/lang/Short.reverseBytes(S)S", "slip_reverse_bytes_short");
    table.put("java/lang/Boolean.compare(ZZ)I", "slip_difference");
    table.put("java/lang/Boolean.hashCode(Z)I", "slip_hash_z");
    table.put("java/lang/Boolean.logicalAnd(ZZ)Z", "slip_and");
    table.put("java/lang/Boolean.logicalOr(ZZ)Z", "slip_or");
    table.put("java/lang/Boolean.logicalXor(ZZ)Z", "slip_xor");
    String character = "java/lang/Character.";
    table.put(character + "reverseBytes(C)C", "slip_reverse_bytes_char");
    table.put(character + "isSurrogate(C)Z", "slip_is_surrogate");
    table.put(character + "isHighSurrogate(C)Z", "slip_is_high_surrogate");
    table.put(character + "isLowSurrogate(C)Z", "slip_is_low_surrogate");
    table.put(character + "isSurrogatePair(CC)Z", "slip_is_surrogate_pair");
    table.put(character + "charCount(I)I", "slip_char_count");
    table.put(character + "toCodePoint(CC)I", "slip_to_code_point");
    table.put(character + "isValidCodePoint(I)Z", "slip_is_code_point");
    table.put(character + "isBmpCodePoint(I)Z", "slip_is_basic");
    table.put(character + "isSupplementaryCodePoint(I)Z", "slip_is_supplementary");
    table.put(character + "highSurrogate(I)C", "slip_high_surrogate");
    table.put(character + "lowSurrogate(I)C", "slip_low_surrogate");
    table.put(character + "isISOControl(C)Z", "slip_is_control");
    table.put(character + "isISOControl(I)Z", "slip_is_control");
    table.put(character + "isSpace(C)Z", "slip_is_space");
    table.put(character + "forDigit(II)C", "slip_for_digit");
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
    table.put(owner + "divideUnsigned(" + t + t + ")" + t, "slip_divide_unsigned_" + suffix);
    table.put(owner + "remainderUnsigned(" + t + t + ")" + t, "slip_remainder_unsigned_" + suffix);
    table.put(owner + "compress(" + t + t + ")" + t, "slip_compress_" + suffix);
    table.put(owner + "expand(" + t + t + ")" + t, "slip_expand_" + suffix);
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
