package dev.slipstream.compiler.classfile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The static methods of the JDK over numbers that kernels support, including those of newer JDKs.
 * Most are exact by their specification and kept as they are, so that every device computes the
 * same bits. The others are replaced by the functions of {@code emulation.math}.
 */
public final class Intrinsics {
  /**
   * One line for each entry: the classes, with the types for {@code T}; the methods; their
   * descriptor; and the implementation. The implementation is a function of OpenCL C with the same
   * arguments and results: the prelude's own, or one whose results the specification fixes to the
   * last bit. It contains {@code *} for the method's name and {@code @} for the type. Or the
   * implementation is a class of {@code emulation.math}, with the largest distance from the exact
   * result according to the documentation of {@code Math}. The function is followed by {@code /} if
   * the method throws when its last argument is zero, and by {@code !} if it throws otherwise.
   */
  private static final String TABLE =
      """
      Math sqrt (D)D sqrt
      Math floor,ceil,rint (D)D slip_*_d
      Math:IJFD min,max (TT)T slip_*_@
      Math:IJFD abs (T)T slip_*_@
      Math:FD fma (TTT)T fma
      Math:FD signum (T)T slip_*_@
      Math:FD copySign (TT)T copysign
      Math round (F)I slip_round_f
      Math round (D)J slip_round_d
      Math:IJ floorDiv (TT)T slip_floor_divide_@ /
      Math floorDiv (JI)J slip_floor_divide_l /
      Math:IJ floorMod (TT)T slip_floor_remainder_@ /
      Math floorMod (JI)I slip_floor_remainder_li /
      Math:IJ ceilDiv (TT)T slip_ceil_divide_@ /
      Math ceilDiv (JI)J slip_ceil_divide_l /
      Math:IJ ceilMod (TT)T slip_ceil_remainder_@ /
      Math ceilMod (JI)I slip_ceil_remainder_li /
      Math multiplyHigh (JJ)J slip_multiply_high
      Math unsignedMultiplyHigh (JJ)J slip_unsigned_multiply_high
      Math multiplyFull (II)J slip_multiply_full
      Math clamp (JII)I slip_clamp_li !
      Math:JFD clamp (TTT)T slip_clamp_@ !
      Math toRadians (D)D slip_to_radians
      Math toDegrees (D)D slip_to_degrees
      Math:FD ulp (T)T slip_ulp_@
      Math:FD nextUp (T)T slip_next_up_@
      Math:FD nextDown (T)T slip_next_down_@
      Math:FD nextAfter (TD)T slip_next_after_@
      Math:FD scalb (TI)T slip_scalb_@
      Math:FD getExponent (T)I slip_exponent_@
      Math sin,cos,tan (D)D Trigonometric ≤ 1 ulp
      Math asin,acos,atan (D)D InverseTrigonometric ≤ 1 ulp
      Math atan2 (DD)D InverseTrigonometric ≤ 2 ulp
      Math exp,expm1 (D)D Exponential ≤ 1 ulp
      Math log,log10,log1p (D)D Logarithm ≤ 1 ulp
      Math pow (DD)D Power ≤ 1 ulp
      Math cbrt (D)D Root ≤ 1 ulp
      Math hypot (DD)D Root ≤ 1 ulp
      Math sinh,cosh,tanh (D)D Hyperbolic ≤ 2.5 ulp
      Math IEEEremainder (DD)D Remainder exact
      Integer:I,Long:J bitCount (T)I slip_bit_count_@
      Integer:I,Long:J numberOfLeadingZeros (T)I slip_leading_zeros_@
      Integer:I,Long:J numberOfTrailingZeros (T)I slip_trailing_zeros_@
      Integer:I,Long:J rotateLeft (TI)T slip_rotate_left_@
      Integer:I,Long:J rotateRight (TI)T slip_rotate_right_@
      Integer:I,Long:J reverse (T)T slip_reverse_@
      Integer:I,Long:J reverseBytes (T)T slip_reverse_bytes_@
      Integer:I,Long:J highestOneBit (T)T slip_highest_one_@
      Integer:I,Long:J lowestOneBit (T)T slip_lowest_one_@
      Integer:I,Long:J signum (T)I slip_signum_@
      Integer:I,Long:J compare (TT)I slip_compare_@
      Integer:I,Long:J compareUnsigned (TT)I slip_compare_unsigned_@
      Integer:I,Long:J divideUnsigned (TT)T slip_divide_unsigned_@ /
      Integer:I,Long:J remainderUnsigned (TT)T slip_remainder_unsigned_@ /
      Integer:I,Long:J compress,expand (TT)T slip_*_@
      Integer:I,Long:J,Float:F,Double:D min,max,sum (TT)T slip_*_@
      Integer toUnsignedLong (I)J slip_to_unsigned_long
      Float:F,Double:D isNaN (T)Z slip_is_nan_@
      Float:F,Double:D isInfinite (T)Z slip_is_infinite_@
      Float:F,Double:D isFinite (T)Z slip_is_finite_@
      Float:F,Double:D compare (TT)I slip_compare_total_@
      Float floatToRawIntBits (F)I slip_raw_bits_f
      Float floatToIntBits,hashCode (F)I slip_bits_f
      Float intBitsToFloat (I)F slip_from_bits_f
      Float float16ToFloat (S)F slip_from_half
      Float floatToFloat16 (F)S slip_to_half
      Double doubleToRawLongBits (D)J slip_raw_bits_d
      Double doubleToLongBits (D)J slip_bits_d
      Double longBitsToDouble (J)D slip_from_bits_d
      Long:J,Double:D hashCode (T)I slip_hash_@
      Integer:I,Byte:B,Short:S,Character:C hashCode (T)I slip_same
      Byte:B,Short:S,Character:C,Boolean:Z compare (TT)I slip_difference
      Byte toUnsignedInt (B)I slip_byte_to_unsigned
      Byte toUnsignedLong (B)J slip_byte_to_unsigned_long
      Byte compareUnsigned (BB)I slip_compare_unsigned_byte
      Short toUnsignedInt (S)I slip_short_to_unsigned
      Short toUnsignedLong (S)J slip_short_to_unsigned_long
      Short compareUnsigned (SS)I slip_compare_unsigned_short
      Short reverseBytes (S)S slip_reverse_bytes_short
      Boolean hashCode (Z)I slip_hash_z
      Boolean logicalAnd (ZZ)Z slip_and
      Boolean logicalOr (ZZ)Z slip_or
      Boolean logicalXor (ZZ)Z slip_xor
      Character reverseBytes (C)C slip_reverse_bytes_char
      Character isSurrogate (C)Z slip_is_surrogate
      Character isHighSurrogate (C)Z slip_is_high_surrogate
      Character isLowSurrogate (C)Z slip_is_low_surrogate
      Character isSurrogatePair (CC)Z slip_is_surrogate_pair
      Character charCount (I)I slip_char_count
      Character toCodePoint (CC)I slip_to_code_point
      Character isValidCodePoint (I)Z slip_is_code_point
      Character isBmpCodePoint (I)Z slip_is_basic
      Character isSupplementaryCodePoint (I)Z slip_is_supplementary
      Character highSurrogate (I)C slip_high_surrogate
      Character lowSurrogate (I)C slip_low_surrogate
      Character:CI isISOControl (T)Z slip_is_control
      Character isSpace (C)Z slip_is_space
      Character forDigit (II)C slip_for_digit
      """;

  private static final String JAVA_LANG = "java/lang/";
  private static final Map<String, Entry> ENTRIES = read();

  private Intrinsics() {}

  /**
   * A method that kernels support.
   *
   * @param function the function of OpenCL C, or the class that emulates it, with the bound
   * @param throwing the table's entry about exceptions
   */
  private record Entry(String function, String throwing) {
    boolean isKept() {
      return !isEmulated() && !throwing.equals("!");
    }

    boolean isEmulated() {
      return function.contains(" ");
    }
  }

  /**
   * A method of {@code emulation.math} to call in place of another one.
   *
   * @param owner the simple name of its class
   * @param name its name
   * @param note for the report: the replaced method, and its largest distance from the exact result
   *     according to its documentation, as in {@code Math.sin ≤ 1 ulp}
   */
  public record Emulation(String owner, String name, String note) {}

  private static Map<String, Entry> read() {
    Map<String, Entry> entries = new HashMap<>();
    for (String line : TABLE.split("\n")) {
      String[] columns = line.split(" ", 4);
      String function = columns[3];
      int end = function.length() - 2;
      boolean marked = function.endsWith(" /") || function.endsWith(" !");
      String throwing = marked ? function.substring(end + 1) : "";
      for (String owner : columns[0].split(",")) {
        int colon = owner.indexOf(':');
        String types = colon < 0 ? "T" : owner.substring(colon + 1);
        for (int t = 0; t < types.length(); t++) {
          char type = types.charAt(t);
          String descriptor = columns[2].replace('T', type);
          String suffix = type == 'J' ? "l" : String.valueOf(Character.toLowerCase(type));
          for (String name : columns[1].split(",")) {
            String of = (marked ? function.substring(0, end) : function).replace("@", suffix);
            String key = (colon < 0 ? owner : owner.substring(0, colon)) + "." + name + descriptor;
            entries.put(key, new Entry(of.replace("*", name), throwing));
          }
        }
      }
    }
    return Map.copyOf(entries);
  }

  private static Optional<Entry> entry(MethodInsnNode call) {
    if (!call.owner.startsWith(JAVA_LANG)) {
      return Optional.empty();
    }
    String owner = isOfMath(call) ? "Math" : call.owner.substring(JAVA_LANG.length());
    return Optional.ofNullable(ENTRIES.get(owner + "." + call.name + call.desc));
  }

  /** Whether a call is a call of a method of {@code Math} or {@code StrictMath}. */
  public static boolean isOfMath(MethodInsnNode call) {
    return call.owner.equals("java/lang/Math") || call.owner.equals("java/lang/StrictMath");
  }

  /** Whether a called method is kept in kernels. */
  public static boolean isKept(MethodInsnNode call) {
    return entry(call).filter(Entry::isKept).isPresent();
  }

  /** Whether a kept method throws when its last argument is zero. */
  public static boolean divides(MethodInsnNode call) {
    return entry(call).filter(method -> method.throwing().equals("/")).isPresent();
  }

  /** The function of OpenCL C for a called method that is not emulated. */
  public static Optional<String> openClFunction(MethodInsnNode call) {
    return entry(call).filter(method -> !method.isEmulated()).map(Entry::function);
  }

  /**
   * The replacement for a called method of {@code Math} or {@code StrictMath} for which devices
   * have no exact instruction. The specification prescribes the results of {@code StrictMath} bit
   * for bit, and the replacement gives exactly these.
   *
   * @return empty if the method is not emulated: exact functions such as {@code Math.sqrt} and
   *     {@code Math.abs} are not
   */
  public static Optional<Emulation> emulation(MethodInsnNode call) {
    Entry method = entry(call).filter(Entry::isEmulated).orElse(null);
    if (method == null) {
      return Optional.empty();
    }
    String owner = call.owner.substring(JAVA_LANG.length());
    String[] emulation = method.function().split(" ", 2);
    String bound = owner.equals("Math") ? emulation[1] : "exact";
    String name = call.name.equals("IEEEremainder") ? "ieeeRemainder" : call.name;
    String note = owner + "." + call.name + " " + bound;
    return Optional.of(new Emulation(emulation[0], name, note));
  }

  /** Whether a call throws if its argument is null, and otherwise returns it. */
  public static boolean isNullCheck(MethodInsnNode call) {
    return call.owner.equals("java/util/Objects")
        && call.name.equals("requireNonNull")
        && call.desc.equals("(Ljava/lang/Object;)Ljava/lang/Object;");
  }
}
