package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.tornado.binding.JvmExit;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.driver.CopyDriver;
import dev.slipstream.tornado.driver.DirectCopies;
import dev.slipstream.tornado.driver.DriverException;
import dev.slipstream.tornado.driver.HelpingThreads;
import dev.slipstream.tornado.driver.Piece;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.launch.TaskKernel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;

/**
 * Copies elements between the host and blocks. Where the device's driver can be asked, it copies.
 * Otherwise TornadoVM does, which copies whole arrays to the device: elements go there in arrays of
 * a few sizes, from which a kernel takes them to their places. They come back from a kernel's own
 * array, of which parts can be copied, to its memory on the host, and from small memory in arrays
 * into which a kernel gathers them.
 */
final class HostCopies {
  private static final List<Integer> SIZES = List.of(1 << 14, 1 << 18, 1 << 22);

  /** So much is read at once. */
  private static final int READ = 1 << 22;

  private static final int AT = 0;
  private static final int FROM = 1;
  private static final int TO = 2;

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final HelpingThreads threads =
      HelpingThreads.on(Runtime.getRuntime().availableProcessors());
  private final Map<Way, TaskKernel> made = new HashMap<>();
  private final Map<Path, Staging> paths = new HashMap<>();
  private Optional<DirectCopies> direct = Optional.empty();

  /** Which blocks are where TornadoVM says, as far as the driver knows. */
  private final Map<DeviceBlock, Boolean> held = new WeakHashMap<>();

  /** A kernel that copies, by ints or by bytes. */
  private record Way(boolean toDevice, boolean ints) {}

  /** The same with an array of a size. */
  private record Path(Way way, int bytes) {}

  /** An array on the host and on the device, and the kernel that moves its elements. */
  private record Staging(KernelGraph kernel, NativeArray array) {
    ByteBuffer bytes() {
      return array.bytes().duplicate().order(ByteOrder.nativeOrder());
    }
  }

  HostCopies(ResidentTarget target, OwnKernels kernels) {
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
    DirectCopies found = DirectCopies.of(driver.get(), threads);
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
    Piece put = (first, count, at) -> at.put(tried, first, count);
    Piece get = (first, count, at) -> at.get(came, first, count);
    try {
      for (int b = 0; b < bytes; b++) {
        tried[b] = (byte) ~b;
      }
      if (!driver.holds(device, bytes)) {
        return false;
      }
      store(block, 1, 0, bytes, put);
      driver.load(device, 1, 0, bytes, get);
      if (!Arrays.equals(tried, came)) {
        return false;
      }
      for (int b = 0; b < bytes; b++) {
        tried[b] = (byte) (3 * b);
      }
      driver.store(device, 1, 0, bytes, put);
      load(block, 1, 0, bytes, get);
      return Arrays.equals(tried, came) && driver.rehearse(device, bytes);
    } catch (DriverException notAsked) {
      return false;
    }
  }

  /**
   * Makes a copy of few elements as those of many are made, if the driver is asked for it.
   *
   * @return whether it is
   */
  boolean rehearse(DeviceBlock block, Callable<?> copy) throws DeviceException {
    if (!asksDriver(block)) {
      return false;
    }
    DirectCopies asked = direct.orElseThrow();
    asked.pinSmall(true);
    try {
      copy.call();
    } catch (DeviceException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new TornadoException("a copy failed that was tried: " + e, e);
    } finally {
      asked.pinSmall(false);
    }
    return true;
  }

  private boolean asksDriver(DeviceBlock block) {
    return direct.isPresent()
        && block.address() != 0
        && !JvmExit.wasNoted()
        && held.computeIfAbsent(block, first -> direct.get().holds(block.address(), block.size()));
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

  /**
   * Copies elements to the device.
   *
   * @param from the first one; elements are at their places from the block's beginning on
   * @param to the end
   */
  void store(DeviceBlock block, int elementBytes, int from, int to, Piece source)
      throws TornadoException {
    if (asksDriver(block)) {
      try {
        direct.get().store(block.address(), elementBytes, from, to, source);
        return;
      } catch (DriverException e) {
        askNoMore();
      }
    }
    copy(/* toDevice= */ true, block, elementBytes, from, to, source);
  }

  /** Copies elements from the device. */
  void load(DeviceBlock block, int elementBytes, int from, int to, Piece target)
      throws TornadoException {
    if (asksDriver(block)) {
      try {
        direct.get().load(block.address(), elementBytes, from, to, target);
        return;
      } catch (DriverException e) {
        askNoMore();
      }
    }
    if (block.graph().isKernel()) {
      read(block, elementBytes, from, to, target);
    } else {
      copy(/* toDevice= */ false, block, elementBytes, from, to, target);
    }
  }

  /** Copies elements from the device to the block's own memory on the host, and from there. */
  private void read(DeviceBlock block, int elementBytes, int from, int to, Piece target)
      throws TornadoException {
    int most = READ / elementBytes;
    Runnable rest = () -> {};
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      int at = first * elementBytes;
      block.graph().read(block.memory(), at, count * elementBytes);
      rest.run();
      ByteBuffer memory = block.memory().bytes().slice(at, count * elementBytes);
      rest = threads.begin(target, elementBytes, first, count, memory);
    }
    rest.run();
  }

  private void copy(
      boolean toDevice, DeviceBlock block, int elementBytes, int from, int to, Piece piece)
      throws TornadoException {
    long bytes = (long) elementBytes * (to - from);
    if (bytes <= 0) {
      return;
    }
    boolean ints = ((long) elementBytes * from | bytes) % Integer.BYTES == 0;
    int width = ints ? Integer.BYTES : 1;
    int size =
        SIZES.stream()
            .filter(least -> bytes <= least)
            .findFirst()
            .orElse(SIZES.get(SIZES.size() - 1));
    Staging staging = staging(new Path(new Way(toDevice, ints), size));
    staging.kernel().bind(toDevice ? TO : FROM, block);
    int most = size / elementBytes;
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      int moved = (int) ((long) count * elementBytes / width);
      Object at = (int) ((long) first * elementBytes / width);
      if (toDevice) {
        threads.copy(piece, elementBytes, first, count, staging.bytes());
      }
      IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {moved});
      Object[] arguments = new Object[TO + 1];
      arguments[AT] = at;
      staging.kernel().run(space, arguments);
      if (!toDevice) {
        staging.kernel().graph().read(staging.array(), 0, moved);
        threads.copy(piece, elementBytes, first, count, staging.bytes());
      }
    }
  }

  /**
   * Frees the memory for copies. Nothing can be copied any more.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void close(DeviceBlock nothing) throws TornadoException {
    threads.close();
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
