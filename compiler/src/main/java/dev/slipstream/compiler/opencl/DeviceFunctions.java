package dev.slipstream.compiler.opencl;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The functions of devices that stand in for those of {@code KernelMath} where results may differ.
 * Their errors are those that OpenCL's full profile allows, in ulps of the type: 2 for {@code
 * cbrt}, {@code log1p}; 3 for {@code exp}, {@code expm1}, {@code log}, {@code log10}; 4 for {@code
 * sin}, {@code cos}, {@code asin}, {@code acos}, {@code sinh}, {@code cosh}, {@code hypot}; 5 for
 * {@code tan}, {@code atan}, {@code tanh}; 6 for {@code atan2}; 16 for {@code pow}. (The OpenCL C
 * Specification, "Relative Error as ULPs".)
 */
final class DeviceFunctions {
  /** The names of the copies of {@code KernelMath}'s methods in a kernel class start with it. */
  private static final String COPY = "KernelMath_";

  private static final Set<String> SAME_NAME =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log10",
          "log1p", "cbrt", "hypot", "sinh", "cosh", "tanh");

  /** Unlike in C, one to the power of NaN and one to that of infinity are NaN in Java. */
  private static final Map<String, String> OWN = Map.of("pow", "slip_device_pow_");

  private DeviceFunctions() {}

  /**
   * The device's function for a call in a kernel class; its name ends in {@code _} where the type's
   * suffix is to follow.
   */
  static Optional<String> find(MethodInsnNode call) {
    if (!call.name.startsWith(COPY)) {
      return Optional.empty();
    }
    String name = call.name.substring(COPY.length());
    return SAME_NAME.contains(name) ? Optional.of(name) : Optional.ofNullable(OWN.get(name));
  }

  /** Whether a C function is one of these. */
  static boolean isOne(String function) {
    return SAME_NAME.contains(function) || OWN.containsValue(function);
  }

  /** The call in double precision, which knows how it can be made in single precision. */
  static Expression call(String function, Expression[] arguments) {
    Expression wide = Expression.call(named(function, CType.DOUBLE), CType.DOUBLE, arguments);
    Expression[] narrow = new Expression[arguments.length];
    for (int a = 0; a < arguments.length; a++) {
      Optional<Expression> single = narrow(arguments[a]);
      if (single.isEmpty()) {
        return wide;
      }
      narrow[a] = single.get();
    }
    Expression single = Expression.call(named(function, CType.FLOAT), CType.FLOAT, narrow);
    return wide.from(new Expression.Origin.FunctionOfWidened(single));
  }

  private static String named(String function, CType type) {
    return function.endsWith("_") ? function + type.suffix() : function;
  }

  /** The argument as a float of the same value. */
  private static Optional<Expression> narrow(Expression argument) {
    if (argument.origin() instanceof Expression.Origin.Widened widened) {
      return Optional.of(widened.narrow());
    }
    if (argument.origin() instanceof Expression.Origin.Constant constant
        && constant.value().floatValue() == constant.value().doubleValue()) {
      return Optional.of(Expression.constant(constant.value().floatValue(), CType.FLOAT));
    }
    return Optional.empty();
  }
}
