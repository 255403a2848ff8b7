package uk.ac.manchester.tornado.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Memory of what stands for the device; it holds garbage at first. */
public final class StandInMemory {
  /** What all of it together may be. */
  public static final long MOST = 64L << 20;

  private static final AtomicLong ALLOCATED = new AtomicLong();
  private static final byte GARBAGE = 0x5a;

  final ByteBuffer bytes;
  private final @Nullable StandInMemory whole;
  private final int begin;
  private boolean freed;

  StandInMemory(int size) {
    if (ALLOCATED.addAndGet(size) > MOST) {
      ALLOCATED.addAndGet(-size);
      throw new IllegalStateException("Unable to allocate " + size + " bytes of memory.");
    }
    byte[] garbage = new byte[size];
    Arrays.fill(garbage, GARBAGE);
    bytes = ByteBuffer.wrap(garbage).order(ByteOrder.nativeOrder());
    whole = null;
    begin = 0;
  }

  private StandInMemory(StandInMemory whole, int begin) {
    this.whole = whole;
    this.begin = begin;
    bytes = whole.bytes.slice(begin, whole.bytes.capacity() - begin).order(ByteOrder.nativeOrder());
  }

  /** The rest of it from a byte on. */
  StandInMemory from(int place) {
    return new StandInMemory(this, place);
  }

  /** Copies an array here, and as TornadoVM does it its header to what lies before. */
  void upload(TornadoNativeArray array) {
    array.upload(bytes);
    if (whole != null) {
      ByteBuffer header = array.header();
      for (int b = Math.max(0, begin - header.capacity()); b < begin; b++) {
        whole.bytes.put(b, header.get(header.capacity() - (begin - b)));
      }
    }
  }

  /** How many bytes are allocated. */
  public static long allocated() {
    return ALLOCATED.get();
  }

  void requireThere() {
    if (whole != null) {
      whole.requireThere();
    }
    if (freed) {
      throw new IllegalStateException("CL_INVALID_MEM_OBJECT");
    }
  }

  void free() {
    if (whole != null) {
      whole.free();
    } else if (!freed) {
      freed = true;
      ALLOCATED.addAndGet(-bytes.capacity());
    }
  }
}
