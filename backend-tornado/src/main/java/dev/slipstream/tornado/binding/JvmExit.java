package dev.slipstream.tornado.binding;

/** Whether the JVM is about to end. */
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

  /** Whether hooks were seen to run: costs nothing, and may come some microseconds late. */
  public static boolean wasNoted() {
    return noted;
  }

  /**
   * Whether hooks run that end parts of it. TornadoVM's own one takes the device away, after which
   * some drivers end the process when they are asked to free its memory.
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
