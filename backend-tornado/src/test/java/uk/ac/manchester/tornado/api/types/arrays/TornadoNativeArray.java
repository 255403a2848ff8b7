package uk.ac.manchester.tornado.api.types.arrays;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements on the host, and separately those on the stand-in for the device. */
public abstract class TornadoNativeArray {
  /** The size of the header before the elements, in bytes. */
  public static final int HEADER = 24;

  private final ByteBuffer whole;
  private final ByteBuffer host;
  private final int elementBytes;

  /** Returns the elements that the running kernel sees. */
  protected ByteBuffer device;

  TornadoNativeArray(int length, int elementBytes) {
    this.elementBytes = elementBytes;
    whole = ByteBuffer.allocateDirect(HEADER + length * elementBytes);
    host = whole.slice(HEADER, length * elementBytes).order(ByteOrder.nativeOrder());
    device = host;
  }

  /** Returns the memory of the host. */
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

  public Segment getSegmentWithHeader() {
    return new Segment(whole.duplicate());
  }

  /** Returns the header. */
  public ByteBuffer header() {
    return whole.slice(0, HEADER);
  }

  /** Makes kernels see this memory of the device. */
  public void show(ByteBuffer memory) {
    device = memory;
  }

  public int bytes() {
    return host.capacity();
  }

  public void upload(ByteBuffer memory) {
    memory.duplicate().put(host.duplicate());
  }

  public void download(ByteBuffer memory) {
    download(memory, 0, host.capacity() / elementBytes);
  }

  /** Copies some elements to the same places of the host. */
  public void download(ByteBuffer memory, int first, int count) {
    int at = first * elementBytes;
    host.duplicate().position(at).put(memory.slice(at, count * elementBytes));
  }

  /** Returns the place of an element, in bytes. */
  public int at(int index) {
    return Math.multiplyExact(index, elementBytes);
  }
}
