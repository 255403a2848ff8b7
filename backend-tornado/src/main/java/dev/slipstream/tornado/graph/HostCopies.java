package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.tornado.binding.JvmExit;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.driver.CopyDriver;
import dev.slipstream.tornado.driver.DirectCopies;
import dev.slipstream.tornado.driver.DriverException;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Copies between the host and blocks. Where the device's driver can be asked, it copies. Otherwise
 * TornadoVM does, which copies whole arrays to the device: bytes go there in arrays of a few sizes,
 * from which a kernel takes them to their places. They come back from a kernel's own array, of
 * which parts can be copied, to its memory on the host, and from small memory in arrays into which
 * a kernel gathers them.
 */
final class HostCopies {
  private static final List<Integer> SIZES = List.of(1 << 14, 1 << 18, 1 << 22);

  private static final int AT = 0;
  private static final int FROM = 1;
  private static final int TO = 2;

  /** So often an array is copied until it is pinned, and then some more. */
  private static final int TRIALS = 16;

  private final TornadoTarget target;
  private final KernelLoader kernels;
  private final Map<Way, TaskKernel> made = new HashMap<>();
  private final Map<Path, Staging> paths = new HashMap<>();
  private volatile Optional<DirectCopies> direct = Optional.empty();

  /** Which blocks are where TornadoVM says, as far as the driver knows. */
  private final Map<DeviceBlock, Boolean> held = new WeakHashMap<>();

  /** A kernel that copies, by ints or by bytes. */
  private record Way(boolean toDevice, boolean ints) {}

  /** The same with an array of a size. */
  private record Path(Way way, int bytes) {}

  /** An array on the host and on the device, and the kernel that moves its elements. */
  private record Staging(KernelGraph kernel, NativeArray array) {}

  HostCopies(TornadoTarget target, KernelLoader kernels) {
    this.target = target;
    this.kernels = kernels;
  }

  /**
   * From now on asks the device's driver for copies, if it copies as TornadoVM does.
   *
   * @param block memory that holds nothing, ever
   */
  void askDriver(DeviceBlock block) throws TornadoException {
    Optional<CopyDriver> driver =
        block.address() == 0 ? Optional.empty() : target.drivers().of(block.address());
    if (driver.isEmpty()) {
      return;
    }
    DirectCopies found = DirectCopies.of(driver.get());
    if (copiesAlike(found, block)) {
      direct = Optional.of(found);
    } else {
      close(found);
    }
  }

  /** Whether a driver and TornadoVM find what the other one has copied. */
  private boolean copiesAlike(DirectCopies driver, DeviceBlock block) throws TornadoException {
    int bytes = block.size();
    long device = block.address();
    byte[] tried = new byte[bytes];
    byte[] came = new byte[bytes];
    ByteBuffer memory = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    try {
      if (!driver.holds(device, bytes)) {
        return false;
      }
      for (int trial = 0; trial < TRIALS; trial++) {
        for (int b = 0; b < bytes; b++) {
          tried[b] = (byte) (~b * (trial + 3));
        }
        if (!driver.copy(/* toDevice= */ true, device, tried, 0, bytes, /* always= */ true)) {
          driver.copy(/* toDevice= */ true, device, memory.clear().put(tried).clear());
        }
        read(block, 0, memory.clear());
        memory.clear().get(came);
        if (!Arrays.equals(tried, came)) {
          return false;
        }
        tried[trial] ^= 1;
        write(block, 0, memory.clear().put(tried).clear());
        if (!driver.copy(/* toDevice= */ false, device, came, 0, bytes, /* always= */ true)) {
          driver.copy(/* toDevice= */ false, device, memory.clear());
          memory.clear().get(came);
        }
        if (!Arrays.equals(tried, came)) {
          return false;
        }
      }
      return true;
    } catch (DriverException notAsked) {
      return false;
    }
  }

  /** Whether the driver is asked for copies of a block. */
  boolean asksDriver(DeviceBlock block) {
    Optional<DirectCopies> asked = direct;
    if (asked.isEmpty() || block.address() == 0 || JvmExit.wasNoted()) {
      return false;
    }
    synchronized (held) {
      return held.computeIfAbsent(block, first -> asked.get().holds(block.address(), block.size()));
    }
  }

  /** The driver has failed, or nothing is copied any more: it is TornadoVM's turn. */
  private void askNoMore() {
    if (!JvmExit.hasBegun()) {
      direct.ifPresent(HostCopies::close);
    }
    direct = Optional.empty();
  }

  private static void close(DirectCopies driver) {
    try {
      driver.close();
    } catch (DriverException e) {
      System.getLogger(HostCopies.class.getName())
          .log(System.Logger.Level.DEBUG, "what the driver has pinned stays pinned", e);
    }
  }

  /** Memory outside the heap that is copied fast, in the machine's byte order. */
  ByteBuffer pinned(int bytes) {
    if (direct.isPresent()) {
      try {
        return direct.get().pinned(bytes);
      } catch (DriverException none) {
        // Other memory does, too.
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      }
    }
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /**
   * Lets the driver copy elements of an array where they are.
   *
   * @param offset where the first one is in the block, in bytes
   * @param always whether it is to try that, however few they are
   * @return whether it has
   */
  boolean inPlace(
      boolean toDevice,
      DeviceBlock block,
      long offset,
      Object array,
      int from,
      int count,
      boolean always) {
    if (!asksDriver(block)) {
      return false;
    }
    long first =
        block.address()
            + offset
            - ElementKind.ofArray(array.getClass().descriptorString()).bytes() * (long) from;
    try {
      return direct.orElseThrow().copy(toDevice, first, array, from, from + count, always);
    } catch (DriverException e) {
      askNoMore();
      return false;
    }
  }

  /**
   * Copies memory outside the heap to the device.
   *
   * @param offset where it goes in the block
   * @param from from its position to its limit, which stay
   */
  void write(DeviceBlock block, int offset, ByteBuffer from) throws TornadoException {
    if (!isCopiedByDriver(/* toDevice= */ true, block, offset, from)) {
      copy(/* toDevice= */ true, block, offset, from);
    }
  }

  /** Copies from the device to memory outside the heap. */
  void read(DeviceBlock block, int offset, ByteBuffer to) throws TornadoException {
    if (isCopiedByDriver(/* toDevice= */ false, block, offset, to)) {
      return;
    }
    if (block.graph().isKernel() && to.hasRemaining()) {
      block.graph().read(block.memory(), offset, to.remaining());
      to.duplicate().put(block.memory().bytes().slice(offset, to.remaining()));
    } else {
      copy(/* toDevice= */ false, block, offset, to);
    }
  }

  private boolean isCopiedByDriver(
      boolean toDevice, DeviceBlock block, int offset, ByteBuffer host) {
    if (asksDriver(block)) {
      try {
        direct.orElseThrow().copy(toDevice, block.address() + offset, host);
        return true;
      } catch (DriverException e) {
        askNoMore();
      }
    }
    return false;
  }

  private void copy(boolean toDevice, DeviceBlock block, int offset, ByteBuffer host)
      throws TornadoException {
    int bytes = host.remaining();
    if (bytes == 0) {
      return;
    }
    boolean ints = (offset | bytes) % Integer.BYTES == 0;
    int width = ints ? Integer.BYTES : 1;
    int size =
        SIZES.stream()
            .filter(least -> bytes <= least)
            .findFirst()
            .orElse(SIZES.get(SIZES.size() - 1));
    Staging staging = staging(new Path(new Way(toDevice, ints), size));
    staging.kernel().bind(toDevice ? TO : FROM, block);
    for (int first = 0; first < bytes; first += size) {
      int count = Math.min(size, bytes - first);
      ByteBuffer part = host.slice(host.position() + first, count);
      ByteBuffer staged = staging.array().bytes().slice(0, count);
      if (toDevice) {
        staged.put(part);
      }
      Object[] arguments = new Object[TO + 1];
      arguments[AT] = (offset + first) / width;
      staging
          .kernel()
          .run(
              new IterationSpace(new int[] {0}, new int[] {1}, new int[] {count / width}),
              arguments);
      if (!toDevice) {
        staging.kernel().graph().read(staging.array(), 0, count / width);
        part.put(staged);
      }
    }
  }

  /**
   * Frees the memory for copies. Nothing can be copied any more.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void close(DeviceBlock nothing) throws TornadoException {
    askNoMore();
    for (Map.Entry<Path, Staging> path : paths.entrySet()) {
      // What it was last copied from or to is not its own, and may be gone.
      path.getValue().kernel().bind(path.getKey().way().toDevice() ? TO : FROM, nothing);
    }
    // The first release frees what all of them stand for.
    for (Staging staging : paths.values()) {
      staging.kernel().graph().release();
    }
    paths.clear();
  }

  private Staging staging(Path path) throws TornadoException {
    Staging known = paths.get(path);
    if (known == null) {
      ElementKind kind = path.way().ints() ? ElementKind.INT : ElementKind.BYTE;
      TaskKernel kernel = made.get(path.way());
      if (kernel == null) {
        Class<?> type = path.way().toDevice() ? StoredElements.class : LoadedElements.class;
        kernel = kernels.copy(type, path.way().ints() ? "[I" : "[B");
        made.put(path.way(), kernel);
      }
      NativeArray array =
          target.api().array(kind.arrayClass(), path.bytes() / kind.bytes(), kind.bytes());
      known =
          new Staging(
              path.way().toDevice()
                  ? new KernelGraph(target, kernel, Map.of(FROM, array), Map.of())
                  : new KernelGraph(target, kernel, Map.of(), Map.of(TO, array)),
              array);
      paths.put(path, known);
    }
    return known;
  }
}
