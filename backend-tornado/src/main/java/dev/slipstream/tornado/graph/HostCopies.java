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
 * Copies between the host and blocks. The device's driver copies where it can be called. Otherwise
 * TornadoVM copies, which (in 5.2) copies only whole arrays to the device. So bytes go to the
 * device in arrays of a few sizes, from which a kernel stores them in their places. From the device
 * they are read out of a kernel's own array, of which TornadoVM can copy parts. From small blocks a
 * kernel first gathers them into such an array.
 */
final class HostCopies {
  private static final List<Integer> SIZES = List.of(1 << 14, 1 << 18, 1 << 22);

  private static final int AT = 0;
  private static final int FROM = 1;
  private static final int TO = 2;

  /** The number of trial copies: enough for an array to be pinned, and some more. */
  private static final int TRIALS = 16;

  private final TornadoTarget target;
  private final KernelLoader kernels;
  private final Map<Way, TaskKernel> made = new HashMap<>();
  private final Map<Path, Staging> paths = new HashMap<>();
  private volatile Optional<DirectCopies> direct = Optional.empty();

  /** Whether the driver finds a block at the address that TornadoVM gives. */
  private final Map<DeviceBlock, Boolean> held = new WeakHashMap<>();

  /** A copying kernel, for ints or bytes. */
  private record Way(boolean toDevice, boolean ints) {}

  /** A copying kernel with an array of some size. */
  private record Path(Way way, int bytes) {}

  /** An array on the host and on the device, and the kernel that copies between it and a block. */
  private record Staging(KernelGraph kernel, NativeArray array) {}

  HostCopies(TornadoTarget target, KernelLoader kernels) {
    this.target = target;
    this.kernels = kernels;
  }

  /**
   * Uses the device's driver for copies from now on, if it copies to the same places as TornadoVM.
   *
   * @param block memory that never holds data of a program
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

  /** Whether the driver reads what TornadoVM has copied, and vice versa. */
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

  /** Whether the driver copies from and to a block. */
  boolean asksDriver(DeviceBlock block) {
    Optional<DirectCopies> asked = direct;
    if (asked.isEmpty() || block.address() == 0 || JvmExit.wasNoted()) {
      return false;
    }
    synchronized (held) {
      return held.computeIfAbsent(block, first -> asked.get().holds(block.address(), block.size()));
    }
  }

  /** Stops using the driver, after it has failed or at the end; TornadoVM copies from now on. */
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

  /** Allocates memory outside the heap that is copied fast, in the machine's byte order. */
  ByteBuffer pinned(int bytes) {
    if (direct.isPresent()) {
      try {
        return direct.get().pinned(bytes);
      } catch (DriverException none) {
        // Memory that is not pinned serves as well.
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      }
    }
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /**
   * Copies elements of an array in place, by the driver.
   *
   * @param offset the offset of the first element in the block, in bytes
   * @param always whether to try it however few elements there are
   * @return whether the elements were copied
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
   * @param offset the offset in the block, in bytes
   * @param from the bytes from its position to its limit, which are not changed
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
   * Frees the memory for copies. Nothing can be copied afterwards.
   *
   * @param nothing a block that is no longer used; TornadoVM frees it, too
   */
  void close(DeviceBlock nothing) throws TornadoException {
    askNoMore();
    for (Map.Entry<Path, Staging> path : paths.entrySet()) {
      // The block of the last copy belongs to other code, and may be freed already.
      path.getValue().kernel().bind(path.getKey().way().toDevice() ? TO : FROM, nothing);
    }
    // The first release frees what all kernels are bound to.
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
