package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.PlatformAccess;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Runs an action when the JVM ends, after all shutdown hooks of the program: those may still use
 * arrays whose elements are on devices. The JDK has slots for its own hooks, which run in sequence;
 * the program's hooks all run in the second slot. The slots are the same in JDK 17 to 25 ({@code
 * java.lang.Shutdown}).
 */
final class LastHook {
  /** The last of the ten slots; the JDK uses the first three. */
  private static final int PLACE = 9;

  private LastHook() {}

  /**
   * Registers the action.
   *
   * @return false if the action could not be registered
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
      // Another agent uses the slot, or the JVM is ending already.
      return false;
    } catch (ReflectiveOperationException | RuntimeException otherJdk) {
      return false;
    }
  }
}
