package dev.slipstream.compiler.emulation.math;

import java.util.Map;
import java.util.Optional;

/**
 * Which method of {@link KernelMath} stands in for a method of {@link Math} or {@link StrictMath}
 * that devices have no exact instruction for. Thread-safe.
 */
public final class MathFunctions {
  private static final String KERNEL_MATH = "dev/slipstream/compiler/emulation/math/KernelMath";
  private static final String UNARY = "(D)D";
  private static final String BINARY = "(DD)D";

  /** By name, as no two of these functions share one. */
  private static final Map<String, Target> BY_NAME =
      Map.ofEntries(
          unary("sin", "1 ulp"),
          unary("cos", "1 ulp"),
          unary("tan", "1 ulp"),
          unary("asin", "1 ulp"),
          unary("acos", "1 ulp"),
          unary("atan", "1 ulp"),
          unary("exp", "1 ulp"),
          unary("expm1", "1 ulp"),
          unary("log", "1 ulp"),
          unary("log10", "1 ulp"),
          unary("log1p", "1 ulp"),
          unary("cbrt", "1 ulp"),
          unary("sinh", "2.5 ulp"),
          unary("cosh", "2.5 ulp"),
          unary("tanh", "2.5 ulp"),
          binary("atan2", "atan2", "≤ 2 ulp"),
          binary("pow", "pow", "≤ 1 ulp"),
          binary("hypot", "hypot", "≤ 1 ulp"),
          binary("IEEEremainder", "ieeeRemainder", "exact"));

  private MathFunctions() {}

  /**
   * A method to call.
   *
   * @param owner the internal name of its class
   * @param name its name
   * @param descriptor its descriptor
   * @param note for the report: the replaced method, and how far from the exact result it may be by
   *     its documentation, as in {@code Math.sin ≤ 1 ulp}
   */
  public record Target(String owner, String name, String descriptor, String note) {}

  /**
   * The method that stands in for a called one.
   *
   * @param owner the internal name of the called method's class
   * @param name its name
   * @param descriptor its descriptor
   * @return empty if the method is none of these: exact functions such as {@code Math.sqrt} and
   *     {@code Math.abs} are not
   */
  public static Optional<Target> find(String owner, String name, String descriptor) {
    boolean strict = owner.equals("java/lang/StrictMath");
    if (!strict && !owner.equals("java/lang/Math")) {
      return Optional.empty();
    }
    Target target = BY_NAME.get(name);
    if (target == null || !target.descriptor().equals(descriptor)) {
      return Optional.empty();
    }
    return Optional.of(strict ? strictly(name, target) : target);
  }

  /** The results of {@code StrictMath} are prescribed bit for bit, and met. */
  private static Target strictly(String name, Target target) {
    String note = "StrictMath." + name + " exact";
    return new Target(target.owner(), target.name(), target.descriptor(), note);
  }

  private static Map.Entry<String, Target> unary(String name, String bound) {
    return Map.entry(name, new Target(KERNEL_MATH, name, UNARY, "Math." + name + " ≤ " + bound));
  }

  private static Map.Entry<String, Target> binary(String name, String stand, String bound) {
    return Map.entry(name, new Target(KERNEL_MATH, stand, BINARY, "Math." + name + " " + bound));
  }
}
