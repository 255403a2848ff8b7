package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.RefusedLaunchException;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.tornado.binding.TornadoException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** All that is done with a device of TornadoVM while arrays stay there. */
final class TornadoQueue implements SerialQueue {
  private final ResidentSession session;
  private final RecordedBatches windows;
  private boolean rehearsing;

  TornadoQueue(ResidentSession session) {
    this.session = session;
    this.windows = session.windows();
  }

  /** Does something else than to run kernels. */
  void move(ResidentSession.Use use) throws DeviceException {
    session.use(
        () -> {
          if (!rehearsing) {
            windows.interrupted();
          }
          use.run();
        });
  }

  @Override
  public long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException {
    int at = Math.toIntExact(offset);
    int start = from.position() - at;
    move(
        () ->
            session
                .copies()
                .store(
                    (DeviceBlock) to,
                    1,
                    at,
                    at + from.remaining(),
                    (first, count, memory) -> memory.put(from.slice(start + first, count))));
    return 0;
  }

  @Override
  public long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
    int at = Math.toIntExact(offset);
    int start = to.position() - at;
    move(
        () ->
            session
                .copies()
                .load(
                    (DeviceBlock) from,
                    1,
                    at,
                    at + to.remaining(),
                    (first, count, memory) ->
                        to.slice(start + first, count)
                            .put(memory.slice(memory.position(), count))));
    return 0;
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

  /** Runs the first one, or a window that begins with it; tells how many that were. */
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
   * Runs a window, if these launches are one; tells how many were run, or 0.
   *
   * @param first the first one's run
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

  /** The run of a kernel that has run before; null if it is none, or refused by now. */
  private @Nullable KernelRun repeated(List<KernelLaunch> waiting, int place) {
    try {
      KernelLaunch launch = waiting.get(place);
      return kernel(launch).hasRun() ? prepared(launch) : null;
    } catch (TornadoException | IllegalStateException alone) {
      // By itself it fails again, where that is seen to.
      return null;
    }
  }

  private static ResidentKernel kernel(KernelLaunch launch) {
    return ((TornadoKernel) launch.kernel()).resident().orElseThrow();
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
      if (!kernel(launch).isRefused()) {
        throw e;
      }
      throw new RefusedLaunchException(List.of(launch.launch().space()), e, /* lasting= */ true);
    }
  }

  @Override
  public Optional<DeviceBuffer> spare() {
    return Optional.of(session.tried());
  }

  @Override
  public boolean rehearse(Callable<?> copy) throws DeviceException {
    boolean[] made = {false};
    session.use(
        () -> {
          rehearsing = true;
          try {
            made[0] = session.copies().rehearse(session.tried(), copy);
          } finally {
            rehearsing = false;
          }
        });
    return made[0];
  }
}
