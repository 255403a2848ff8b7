package dev.slipstream.compiler.guard.platform;

import java.util.Optional;

/**
 * A call that runs the method or constructor which it gets as an object. Whether the program's own
 * code runs, which has guards, or code of the JDK, shows only at run time.
 *
 * @param calleeAbove how many values lie above the {@code Method} or {@code Constructor} on the
 *     stack; the topmost one holds the arguments
 */
public record ReflectiveCall(int calleeAbove) {
  private static final String PACKAGE = "java/lang/reflect/";

  /** A call of this method; empty if it runs no method that it gets as an object. */
  public static Optional<ReflectiveCall> by(String owner, String name) {
    if (!owner.startsWith(PACKAGE)) {
      return Optional.empty();
    }
    return switch (owner.substring(PACKAGE.length()) + "." + name) {
      case "Method.invoke" -> Optional.of(new ReflectiveCall(2));
      case "Constructor.newInstance" -> Optional.of(new ReflectiveCall(1));
      default -> Optional.empty();
    };
  }

  /** Whether an object on which the method runs lies between it and its arguments. */
  public boolean hasReceiver() {
    return calleeAbove == 2;
  }
}
