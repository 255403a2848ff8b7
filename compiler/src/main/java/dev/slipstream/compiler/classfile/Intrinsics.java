package dev.slipstream.compiler.classfile;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The methods of the JDK that kernels call as they are: exact by their specification, so that every
 * device computes the same bits. Those that classes of newer JDKs have are known by name.
 */
public final class Intrinsics {
  private static final Set<String> MATH =
      words(
          """
          abs min max sqrt floor ceil rint round fma signum copySign
          floorDiv floorMod ceilDiv ceilMod multiplyHigh unsignedMultiplyHigh multiplyFull
          toRadians toDegrees nextUp nextDown nextAfter ulp scalb getExponent
          """);
  private static final Set<String> INTEGERS =
      words(
          """
          bitCount numberOfLeadingZeros numberOfTrailingZeros rotateLeft rotateRight reverse
          reverseBytes highestOneBit lowestOneBit signum compare compareUnsigned min max sum
          divideUnsigned remainderUnsigned compress expand hashCode toUnsignedLong
          """);
  private static final Set<String> REALS =
      words("isNaN isInfinite isFinite compare min max sum hashCode");
  private static final Set<String> SMALL_INTEGERS =
      words("compare compareUnsigned hashCode reverseBytes toUnsignedInt toUnsignedLong");

  /** Those of characters that look nothing up in Unicode's tables. */
  private static final Set<String> CHARACTERS =
      words(
          """
          compare hashCode reverseBytes isSurrogate isHighSurrogate isLowSurrogate isSurrogatePair
          charCount toCodePoint isValidCodePoint isBmpCodePoint isSupplementaryCodePoint
          highSurrogate lowSurrogate isISOControl isSpace forDigit
          """);

  private static final Map<String, Set<String>> KEPT =
      Map.ofEntries(
          Map.entry("java/lang/Math", MATH),
          Map.entry("java/lang/StrictMath", MATH),
          Map.entry("java/lang/Integer", INTEGERS),
          Map.entry("java/lang/Long", INTEGERS),
          Map.entry("java/lang/Short", SMALL_INTEGERS),
          Map.entry("java/lang/Byte", SMALL_INTEGERS),
          Map.entry("java/lang/Character", CHARACTERS),
          Map.entry("java/lang/Boolean", words("compare hashCode logicalAnd logicalOr logicalXor")),
          Map.entry(
              "java/lang/Float",
              union(
                  REALS,
                  words(
                      """
                      floatToRawIntBits floatToIntBits intBitsToFloat
                      float16ToFloat floatToFloat16
                      """))),
          Map.entry(
              "java/lang/Double",
              union(REALS, words("doubleToRawLongBits doubleToLongBits longBitsToDouble"))));

  private Intrinsics() {}

  /**
   * Whether a static method of primitives is kept in kernels. Those without parameters are methods
   * of boxed numbers: {@code isNaN()}.
   */
  public static boolean isKept(String owner, String name, String descriptor) {
    return KEPT.getOrDefault(owner, Set.of()).contains(name)
        && !descriptor.startsWith("()")
        && descriptor.indexOf('L') < 0
        && descriptor.indexOf('[') < 0;
  }

  /** Whether a call throws if its argument is null, and returns it. */
  public static boolean isNullCheck(String owner, String name, String descriptor) {
    return owner.equals("java/util/Objects")
        && name.equals("requireNonNull")
        && descriptor.equals("(Ljava/lang/Object;)Ljava/lang/Object;");
  }

  /** Whether a kept method throws when its last argument is zero. */
  public static boolean divides(String owner, String name) {
    return switch (name) {
      case "floorDiv", "floorMod", "ceilDiv", "ceilMod" ->
          owner.equals("java/lang/Math") || owner.equals("java/lang/StrictMath");
      case "divideUnsigned", "remainderUnsigned" ->
          owner.equals("java/lang/Integer") || owner.equals("java/lang/Long");
      default -> false;
    };
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  private static Set<String> union(Set<String> first, Set<String> second) {
    Set<String> all = new HashSet<>(first);
    all.addAll(second);
    return Set.copyOf(all);
  }
}
