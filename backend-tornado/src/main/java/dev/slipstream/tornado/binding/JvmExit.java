package dev.slipstream.tornado.binding;

/** Whether the JVM is about to end. */
public final class JvmExit {
  private JvmExit() {}

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
