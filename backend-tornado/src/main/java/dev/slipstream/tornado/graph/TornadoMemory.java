package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.RefusedLaunchException;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.tornado.binding.TornadoException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The memory of a device of TornadoVM, and the device's only queue. */
public final class TornadoMemory implements DeviceMemory, SerialQueue {
  private final ResidentSession session;
  private final RecordedBatches windows;

  /** The number of copies that were tried, in alternating directions. */
  private int tried;

  /**
   * @param session the open device, which this object has joined, and leaves when it is closed
   */
  public TornadoMemory(ResidentSession session) {
    this.session = session;
    this.windows = session.windows();
  }

  @Override
  public DeviceBuffer take(long bytes) throws DeviceException {
    DeviceBlock[] taken = new DeviceBlock[1];
    move(() -> taken[0] = session.blocks().take(bytes));
    return taken[0];
  }

  @Override
  public void giveBack(DeviceBuffer buffer) throws DeviceException {
    move(() -> session.blocks().giveBack((DeviceBlock) buffer));
  }

  @Override
  public void discard(DeviceBuffer buffer) {
    // Everything is freed when the device has no user left.
  }

  @Override
  public boolean trim() throws DeviceException {
    boolean[] any = {false};
    move(() -> any[0] = session.blocks().trim());
    return any[0];
  }

  @Override
  public ByteBuffer pin(long bytes) throws DeviceException {
    ByteBuffer[] pinned = new ByteBuffer[1];
    session.use(() -> pinned[0] = session.copies().pinned(Math.toIntExact(bytes)));
    return pinned[0];
  }

  @Override
  public DeviceQueue queue() {
    return this;
  }

  /** Does something on the device other than to run kernels. */
  private void move(ResidentSession.Use use) throws DeviceException {
    session.use(
        () -> {
          windows.interrupted();
          use.run();
        });
  }

  /** Copies from or to a block; copies of the spare block do not interrupt windows. */
  private void copy(DeviceBuffer block, ResidentSession.Use use) throws DeviceException {
    if (block == session.spare()) {
      session.use(use);
    } else {
      move(use);
    }
  }

  @Override
  public long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException {
    int at = Math.toIntExact(offset);
    copy(to, () -> session.copies().write((DeviceBlock) to, at, from));
    return 0;
  }

  @Override
  public long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
    int at = Math.toIntExact(offset);
    copy(from, () -> session.copies().read((DeviceBlock) from, at, to));
    return 0;
  }

  @Override
  public boolean write(DeviceBuffer to, long offset, Object array, int from, int count)
      throws DeviceException {
    return inPlace(/* toDevice= */ true, to, offset, array, from, count);
  }

  @Override
  public boolean read(DeviceBuffer from, long offset, Object array, int first, int count)
      throws DeviceException {
    return inPlace(/* toDevice= */ false, from, offset, array, first, count);
  }

  private boolean inPlace(
      boolean toDevice, DeviceBuffer buffer, long offset, Object array, int from, int count)
      throws DeviceException {
    boolean isTried = buffer == session.spare();
    boolean[] done = new boolean[1];
    if (!isTried || tried++ % 4 < 2) {
      copy(
          buffer,
          () ->
              done[0] =
                  session
                      .copies()
                      .inPlace(
                          toDevice, (DeviceBlock) buffer, offset, array, from, count, isTried));
    }
    return done[0];
  }

  @Override
  public int most() {
    return RecordedBatches.MOST_RUNS;
  }

  @Override
  public int launchSome(List<KernelLaunch> waiting) throws DeviceException {
    int[] done = {1};
    session.use(() -> done[0] = runNext(waiting));
    return done[0];
  }

  /** Runs the first launch, or a window that begins with it; returns how many launches ran. */
  private int runNext(List<KernelLaunch> waiting) throws DeviceException {
    boolean mayBeWindow = windows.any() && waiting.size() > 1;
    @Nullable KernelRun prepared = mayBeWindow ? repeated(waiting, 0) : null;
    int together = prepared == null ? 0 : together(prepared, waiting);
    if (together == 0) {
      compute(waiting.get(0), prepared);
      return 1;
    }
    return together;
  }

  /**
   * Runs a window if these launches form one; returns how many launches ran, or 0.
   *
   * @param first the run of the first launch
   */
  private int together(KernelRun first, List<KernelLaunch> waiting) throws TornadoException {
    @Nullable SteadyRun known = first.known();
    @Nullable RecordedBatch window = known == null ? null : known.window();
    if (window == null || window.size() > waiting.size()) {
      return 0;
    }
    List<KernelRun> runs = new ArrayList<>(window.size());
    runs.add(first);
    for (int place = 1; place < window.size(); place++) {
      @Nullable KernelRun next = repeated(waiting, place);
      if (next == null || !window.has(place, next)) {
        return 0;
      }
      runs.add(next);
    }
    window.run(runs);
    windows.ranTogether(window);
    return window.size();
  }

  /**
   * Returns the run of a launch whose kernel has run before; null if it has not, or if the launch
   * is refused.
   */
  private @Nullable KernelRun repeated(List<KernelLaunch> waiting, int place) {
    try {
      KernelLaunch launch = waiting.get(place);
      return kernel(launch).hasRun() ? prepared(launch) : null;
    } catch (TornadoException | IllegalStateException alone) {
      // It will fail again when it runs alone, and is handled there.
      return null;
    }
  }

  private static TornadoKernel kernel(KernelLaunch launch) {
    return (TornadoKernel) launch.kernel();
  }

  private KernelRun prepared(KernelLaunch launch) throws TornadoException {
    return kernel(launch).on(launch.launch(), launch.arrays(), session.nothing());
  }

  private void compute(KernelLaunch launch, @Nullable KernelRun prepared) throws DeviceException {
    try {
      KernelRun run = prepared == null ? prepared(launch) : prepared;
      windows.ran(kernel(launch).run(run, launch.shared()));
    } catch (TornadoException e) {
      windows.interrupted();
      boolean lasting = kernel(launch).isRefused();
      if (!lasting && e.mayHaveRun()) {
        throw e;
      }
      throw new RefusedLaunchException(
          List.of(launch.launch().space()),
          lasting ? new TornadoException("TornadoVM cannot run it: " + e.getMessage(), e) : e,
          lasting);
    }
  }

  @Override
  public Optional<DeviceBuffer> spare() {
    return session.copies().asksDriver(session.spare())
        ? Optional.of(session.spare())
        : Optional.empty();
  }

  @Override
  public List<ByteBuffer> tables(ArrayRows rows) {
    int[] entries = RowTables.of(rows);
    ByteBuffer table =
        ByteBuffer.allocateDirect(Math.multiplyExact(Integer.BYTES, entries.length))
            .order(ByteOrder.nativeOrder());
    table.asIntBuffer().put(entries);
    return List.of(table);
  }

  @Override
  public void close() throws DeviceException {
    session.leave();
  }
}
