package dev.slipstream.compiler.guard.platform;

import java.util.Optional;

/**
 * The positions on the stack that identify the method which a call refers to. The call is one by
 * reflection, or one that makes a method handle.
 *
 * @param methodAbove how many values lie above the {@code Method}, or above the class or the object
 *     that has the method
 * @param nameAbove how many values lie above the name; {@link #NONE} where there is a {@code
 *     Method}
 */
public record NamedMethod(int methodAbove, int nameAbove) {
  /** The value of {@link #nameAbove} where there is no name. */
  public static final int NONE = -1;

  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String METHOD = "java/lang/reflect/Method";

  /** The positions for a call of this method; empty if the call refers to no other method. */
  public static Optional<NamedMethod> by(String owner, String name) {
    if (owner.equals(METHOD)) {
      return name.equals("invoke") ? Optional.of(new NamedMethod(2, NONE)) : Optional.empty();
    }
    if (!owner.equals(LOOKUP)) {
      return Optional.empty();
    }
    return switch (name) {
      case "findStatic", "findVirtual", "bind" -> Optional.of(new NamedMethod(2, 1));
      case "findSpecial" -> Optional.of(new NamedMethod(3, 2));
      case "unreflect" -> Optional.of(new NamedMethod(0, NONE));
      case "unreflectSpecial" -> Optional.of(new NamedMethod(1, NONE));
      default -> Optional.empty();
    };
  }

  /** Whether the method is given by its name. */
  public boolean hasName() {
    return nameAbove != NONE;
  }
}
