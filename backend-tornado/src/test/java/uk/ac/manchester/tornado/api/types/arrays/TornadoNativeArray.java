package uk.ac.manchester.tornado.api.types.arrays;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements on the host, and apart from them on what stands for the device. */
public abstract class TornadoNativeArray {
  private static final byte GARBAGE = 0x5a;

  private final ByteBuffer host;
  private final int elementBytes;

  /** The elements that kernels see. */
  protected final ByteBuffer device;

  TornadoNativeArray(int length, int elementBytes) {
    this.elementBytes = elementBytes;
    host = ByteBuffer.allocateDirect(length * elementBytes).order(ByteOrder.nativeOrder());
    device = ByteBuffer.allocate(length * elementBytes).order(ByteOrder.nativeOrder());
    for (int i = 0; i < device.capacity(); i++) {
      device.put(i, GARBAGE);
    }
  }

  /** The memory of the host. */
  public static final class Segment {
    private final ByteBuffer bytes;

    Segment(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    public ByteBuffer asByteBuffer() {
      return bytes;
    }
  }

  public Segment getSegment() {
    return new Segment(host.duplicate());
  }

  public void upload() {
    device.duplicate().put(host.duplicate());
  }

  public void download() {
    host.duplicate().put(device.duplicate());
  }

  int at(int index) {
    return Math.multiplyExact(index, elementBytes);
  }
}
