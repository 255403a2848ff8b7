package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.guard.platform.PlatformCalls.Returned;
import dev.slipstream.compiler.guard.platform.PlatformCalls.Use;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * What a call of {@code VarHandle} is for, by the types that it passes: an element, where an array
 * and an index come first; else a field, which takes and gives whole arrays.
 */
final class VarHandleAccess {
  private static final String OWNER = "java/lang/invoke/VarHandle";

  private static final Use PASSED_ON = new Use("N", false, Returned.HARMLESS);

  private final Type[] parameters;
  private final Hierarchy hierarchy;

  VarHandleAccess(String descriptor, Hierarchy hierarchy) {
    this.parameters = Type.getArgumentTypes(descriptor);
    this.hierarchy = hierarchy;
  }

  /** Whether a class is {@code VarHandle}, by its internal name. */
  static boolean is(String owner) {
    return owner.equals(OWNER);
  }

  /** What it does with arrays if it is for a field; empty if it is for an element. */
  Optional<Use> ofField() {
    if (isOfElement()) {
      return Optional.empty();
    }
    return Optional.of(isOfProgram() ? PASSED_ON : Use.UNKNOWN);
  }

  private boolean isOfElement() {
    return parameters.length > 1
        && Descriptors.mayBeArray(parameters[0])
        && (isInt(parameters[1]) || parameters[1].getClassName().equals("java.lang.Integer"));
  }

  private static boolean isInt(Type type) {
    return switch (type.getSort()) {
      case Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> true;
      default -> false;
    };
  }

  private boolean isOfProgram() {
    return parameters.length > 0
        && parameters[0].getSort() == Type.OBJECT
        && !hierarchy.mayInheritFromPlatform(parameters[0].getInternalName());
  }
}
