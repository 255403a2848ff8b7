package dev.slipstream.runtime.device;

/**
 * Repeats what a device has failed to do, a few times, if the failure may be temporary. Only for
 * calls that may be made twice: a call that returns an error may have taken effect.
 */
public final class Attempts {
  private static final long[] PAUSES_MILLIS = {1, 10, 100};

  /** A call of a device. */
  @FunctionalInterface
  public interface Call {
    /**
     * Makes the call.
     *
     * @throws DeviceException if it fails
     */
    void run() throws DeviceException;
  }

  private Attempts() {}

  /**
   * Repeats a call until it succeeds, fails permanently, or has failed four times. An interruption
   * ends the repetition and stays pending.
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
