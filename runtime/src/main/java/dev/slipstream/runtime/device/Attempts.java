package dev.slipstream.runtime.device;

/**
 * Does again what a device has failed to do, a few times, where the failure may pass. Only for what
 * does no harm if it is done twice: a call that returns an error may have done its work.
 */
public final class Attempts {
  private static final long[] PAUSES_MILLIS = {1, 10, 100};

  /** What a device is to do. */
  @FunctionalInterface
  public interface Call {
    /**
     * Does it.
     *
     * @throws DeviceException if it fails
     */
    void run() throws DeviceException;
  }

  private Attempts() {}

  /**
   * Does something until it succeeds, fails for good, or has failed four times. An interruption
   * ends the tries and stays pending.
   *
   * @throws DeviceException the last failure
   */
  public static void repeat(Call call) throws DeviceException {
    for (int tried = 0; ; tried++) {
      try {
        call.run();
        return;
      } catch (DeviceException failure) {
        if (!failure.isTransient()
            || tried == PAUSES_MILLIS.length
            || !pause(PAUSES_MILLIS[tried])) {
          throw failure;
        }
      }
    }
  }

  private static boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
