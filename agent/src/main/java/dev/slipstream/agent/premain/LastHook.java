package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.PlatformAccess;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Something that is done when the JVM ends, after all shutdown hooks of the program: those may
 * still look at arrays whose elements are on devices. The JDK has places for hooks of its own that
 * run one after the other, the program's all together in the second; they are the same in JDK 17 to
 * 25 ({@code java.lang.Shutdown}).
 */
final class LastHook {
  /** The last of the ten places. The JDK uses the first three. */
  private static final int PLACE = 9;

  private LastHook() {}

  /**
   * Registers the action.
   *
   * @return false if this JDK has no such places; then nothing was registered
   */
  static boolean register(Instrumentation instrumentation, Runnable action) {
    try {
      Class<?> secrets = Class.forName("jdk.internal.access.SharedSecrets");
      PlatformAccess.export(instrumentation, secrets);
      Object access = secrets.getMethod("getJavaLangAccess").invoke(null);
      Method register =
          Class.forName("jdk.internal.access.JavaLangAccess")
              .getMethod("registerShutdownHook", int.class, boolean.class, Runnable.class);
      register.invoke(access, PLACE, /* registerShutdownInProgress= */ false, action);
      return true;
    } catch (InvocationTargetException taken) {
      // Another agent has the place, or the JVM ends already.
      return false;
    } catch (ReflectiveOperationException | RuntimeException otherJdk) {
      return false;
    }
  }
}
