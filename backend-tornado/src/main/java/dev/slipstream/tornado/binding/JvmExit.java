package dev.slipstream.tornado.binding;

/** Finds out whether the JVM is about to end. */
public final class JvmExit {
  private static volatile boolean noted;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> noted = true));
    } catch (IllegalStateException ending) {
      noted = true;
    }
  }

  private JvmExit() {}

  /**
   * Whether shutdown hooks were seen to run. Costs nothing, but may become true some microseconds
   * late.
   */
  public static boolean wasNoted() {
    return noted;
  }

  /**
   * Whether shutdown hooks have begun to run, which end parts of the JVM. TornadoVM's own hook
   * (5.2, PTX) destroys the device's context; a call to free memory after that ends the process in
   * some drivers.
   */
  public static boolean hasBegun() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }
}
