package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The memory into which kernels that check themselves write the number of a violation. Kernels that
 * are known to have none use it, too, in case the program changes an array at the same time without
 * the necessary synchronisation. Such a kernel still does not access memory outside its arrays, and
 * reports the violation here.
 */
final class ViolationSink implements AutoCloseable {
  private final DeviceSession session;
  private volatile @Nullable DeviceBuffer buffer;
  private volatile boolean armed;

  ViolationSink(DeviceSession session) {
    this.session = session;
  }

  /** The array of one int, which is zero while there is no violation. For the launching thread. */
  DeviceArray array() throws DeviceException {
    DeviceBuffer known = buffer;
    if (known == null) {
      known = session.take(Integer.BYTES);
      session.write(known, 0, number());
      buffer = known;
    }
    return DeviceArray.flat(known, 1);
  }

  /** Notes that a kernel was started that may write here. For the launching thread. */
  void started() {
    armed = true;
  }

  /** Whether kernels were started since the last call. For the waiting thread. */
  boolean wasUsed() {
    boolean was = armed;
    if (was) {
      armed = false;
    }
    return was;
  }

  /**
   * Returns the number that completed kernels have left, or 0, and resets it. For the waiting
   * thread.
   */
  int found() throws DeviceException {
    DeviceBuffer known = buffer;
    if (known == null) {
      return 0;
    }
    ByteBuffer number = number();
    session.read(known, 0, number);
    int found = number.getInt(0);
    if (found != 0) {
      session.write(known, 0, number());
    }
    return found;
  }

  private static ByteBuffer number() {
    return ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
  }

  /** Frees the memory; called at the end. */
  @Override
  public void close() throws DeviceException {
    DeviceBuffer known = buffer;
    if (known != null) {
      session.memory().discard(known);
    }
  }
}
