package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Where kernels that check themselves leave the number of a violation. Also when it is known that
 * they have none: they still keep away from memory that is not theirs if a program without the
 * synchronisation that it needs changes an array at the same time, and then this says so.
 */
final class ViolationSink implements AutoCloseable {
  private final DeviceSession session;
  private volatile @Nullable DeviceBuffer buffer;
  private volatile boolean armed;

  ViolationSink(DeviceSession session) {
    this.session = session;
  }

  /**
   * The array of one int, which is zero as long as there is no violation. By the launching thread.
   */
  DeviceArray array() throws DeviceException {
    DeviceBuffer known = buffer;
    if (known == null) {
      known = session.take(Integer.BYTES);
      session.write(known, 0, number());
      buffer = known;
    }
    return DeviceArray.flat(known, 1);
  }

  /** A kernel was started that may leave something. By the launching thread. */
  void started() {
    armed = true;
  }

  /** Whether kernels were started since this was asked last. By the waiting thread. */
  boolean wasUsed() {
    boolean was = armed;
    if (was) {
      armed = false;
    }
    return was;
  }

  /**
   * What the kernels that have ended have left; 0 if nothing, and from now on. By the waiting
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

  /** Gives the memory back; at the end. */
  @Override
  public void close() throws DeviceException {
    DeviceBuffer known = buffer;
    if (known != null) {
      session.memory().discard(known);
    }
  }
}
