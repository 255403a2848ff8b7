package dev.slipstream.boot;

import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Tells the program's own methods, which have guards, from those of the JDK. */
final class ReflectedCode {
  /** As in the compiler's {@code PlatformCalls}. */
  private static final String TORNADO = "uk.ac.manchester.tornado.api.";

  private ReflectedCode() {}

  /**
   * Whether a call of a method or constructor by reflection needs no guard, as a call of it by name
   * needs none.
   *
   * @param callee anything; false if it is neither
   */
  static boolean isOfProgram(@Nullable Object callee) {
    return callee instanceof Executable executable
        && !Modifier.isNative(executable.getModifiers())
        && isOfProgram(executable.getDeclaringClass());
  }

  /** Classes that the JDK makes, of method references and proxies, pass arrays on to others. */
  private static boolean isOfProgram(Class<?> type) {
    return type.getClassLoader() != null
        && !isOfJdk(type.getModule())
        && !type.isHidden()
        && !Proxy.class.isAssignableFrom(type)
        && !type.getName().startsWith(TORNADO);
  }

  private static boolean isOfJdk(Module module) {
    String name = module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }
}
