package dev.slipstream.compiler.inlining;

import java.util.Map;
import java.util.Set;

/**
 * The methods of the JDK that kernels call as they are: exact by their specification, so that every
 * device computes the same bits.
 */
public final class Intrinsics {
  private static final Set<String> MATH =
      Set.of(
          "abs",
          "min",
          "max",
          "sqrt",
          "floor",
          "ceil",
          "rint",
          "round",
          "fma",
          "signum",
          "copySign",
          "floorDiv",
          "floorMod",
          "multiplyHigh");
  private static final Set<String> INTEGERS =
      Set.of(
          "bitCount",
          "numberOfLeadingZeros",
          "numberOfTrailingZeros",
          "rotateLeft",
          "rotateRight",
          "reverse",
          "reverseBytes",
          "highestOneBit",
          "lowestOneBit",
          "signum",
          "compare",
          "compareUnsigned",
          "min",
          "max",
          "sum");
  private static final Map<String, Set<String>> KEPT =
      Map.of(
          "java/lang/Math", MATH,
          "java/lang/StrictMath", MATH,
          "java/lang/Integer", INTEGERS,
          "java/lang/Long", INTEGERS,
          "java/lang/Float",
              Set.of(
                  "floatToRawIntBits",
                  "floatToIntBits",
                  "intBitsToFloat",
                  "isNaN",
                  "isInfinite",
                  "compare",
                  "min",
                  "max",
                  "sum"),
          "java/lang/Double",
              Set.of(
                  "doubleToRawLongBits",
                  "doubleToLongBits",
                  "longBitsToDouble",
                  "isNaN",
                  "isInfinite",
                  "compare",
                  "min",
                  "max",
                  "sum"));

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

  /** Whether a kept method throws when its second argument is zero. */
  public static boolean divides(String owner, String name) {
    return (owner.equals("java/lang/Math") || owner.equals("java/lang/StrictMath"))
        && (name.equals("floorDiv") || name.equals("floorMod"));
  }
}
