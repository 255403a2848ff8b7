package dev.slipstream.agent.coherence;

import dev.slipstream.agent.connection.GuardConnection;
import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.SlipstreamRuntime;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.observation.GraphStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The runtime with simulated devices. Runs one program at a time. */
final class Machine implements AutoCloseable {
  private final Pace pace = new Pace();
  private final AtomicReference<IntConsumer> shortest = new AtomicReference<>(length -> {});
  private final HostArrays arrays =
      new HostArrays(length -> shortest.get().accept(length), Log.none()) {
        @Override
        public boolean othersMayWrite() {
          return programHasThreads();
        }
      };
  private volatile Set<Thread> before = Set.of();
  private final List<SimulatedDevice> devices = new ArrayList<>();
  private final AtomicInteger sites = new AtomicInteger();
  private final SlipstreamRuntime runtime;
  private @Nullable NodeThreads nodes;

  /**
   * @param bytes the memory of each device
   * @param kinds the devices of the machine
   */
  Machine(long bytes, DeviceSetup kinds) {
    Properties options = new Properties();
    options.setProperty(
        "slipstream.device",
        kinds.nodes() > 1
            ? "cpu"
            : kinds.choosy() > 0 ? SimulatedDevice.CHOOSY : SimulatedDevice.KIND);
    options.setProperty("slipstream.deferred", "true");
    options.setProperty("slipstream.cpu.share", kinds.hostShare());
    Settings settings = Settings.read(options, Map.of(), "");
    if (!settings.problems().isEmpty()) {
      throw new AssertionError(settings.problems());
    }
    FuzzMemory memory = new FuzzMemory();
    for (int place = 0; place < kinds.count(); place++) {
      devices.add(new SimulatedDevice(pace, bytes, SimulatedDevice.KIND, place, memory));
    }
    for (int place = 0; place < kinds.choosy(); place++) {
      devices.add(new SimulatedDevice(pace, bytes, SimulatedDevice.CHOOSY, place, memory));
    }
    List<DeviceBackend> backends = new ArrayList<>();
    for (List<SimulatedDevice> kind :
        List.of(
            devices.subList(0, kinds.count()), devices.subList(kinds.count(), devices.size()))) {
      if (!kind.isEmpty()) {
        backends.add(SimulatedDevice.backend(kind));
      }
    }
    Optional<Ranks> ranks = Optional.empty();
    if (kinds.nodes() > 1) {
      backends.add(new CpuBackend(1));
      nodes = new NodeThreads(kinds.nodes());
      ranks = Optional.of(nodes.ranks());
    }
    runtime = SlipstreamRuntime.start(settings, Log.none(), backends, arrays, ranks);
  }

  /** Numbers each loop. */
  IntSupplier siteNumbers() {
    return sites::getAndIncrement;
  }

  /**
   * Begins a program.
   *
   * @param listener receives the length of the shortest array with elements on the device
   */
  void begin(Pace.Kind kind, long seed, List<LoopKernel> loops, IntConsumer listener) {
    before = threads();
    pace.restart(kind, seed);
    shortest.set(listener);
    loops.forEach(loop -> runtime.register(loop.site(), loop));
  }

  private static Set<Thread> threads() {
    Thread[] threads = new Thread[1000];
    int count = Thread.currentThread().getThreadGroup().enumerate(threads, /* recurse= */ true);
    return Set.of(Arrays.copyOf(threads, count));
  }

  /** Arrays of the test itself do not count. */
  private boolean programHasThreads() {
    return threads().stream()
        .anyMatch(
            thread -> !before.contains(thread) && !thread.getName().startsWith("slipstream-"));
  }

  /** Returns the dispatcher of call sites. */
  int submit(int site, int start, Object[] captures) {
    return pace.submitting(() -> runtime.submit(site, start, captures));
  }

  /** Returns the receiver of guards. */
  ArrayGuard guard() {
    ArrayGuard to = new GuardConnection(arrays);
    return new ArrayGuard() {
      private void call(Runnable call) {
        pace.<Boolean>during(
            () -> {
              call.run();
              return true;
            });
      }

      @Override
      public void reads(Object array, int index) {
        call(() -> to.reads(array, index));
      }

      @Override
      public void writes(Object array, int index) {
        call(() -> to.writes(array, index));
        pace.pauseProgram();
      }

      @Override
      public void written(Object array, int index) {
        call(() -> to.written(array, index));
        if (array instanceof Object[]) {
          // The loops that follow may write rows under the same guard.
          pace.pauseProgram();
        }
      }

      @Override
      public void fence() {
        call(to::fence);
      }

      @Override
      public void readsAll(boolean allButLost) {
        call(() -> to.readsAll(allButLost));
      }

      @Override
      public void fenceForObject() {
        call(to::fenceForObject);
      }

      @Override
      public CompletableFuture<Object> snapshot(Object array, int from, int end) {
        AtomicReference<CompletableFuture<Object>> future = new AtomicReference<>();
        call(() -> future.set(to.snapshot(array, from, end)));
        Optional.ofNullable(future.get()).ifPresent(pace::wanted);
        return future.get();
      }

      @Override
      public void synchronous(Object array) {
        call(() -> to.synchronous(array));
      }

      @Override
      public void hold(Object array) {
        to.hold(array);
      }

      @Override
      public void release(Object array) {
        to.release(array);
      }

      @Override
      public void holdAll() {
        to.holdAll();
      }

      @Override
      public void releaseAll() {
        to.releaseAll();
      }

      @Override
      public void named(Class<?> type, String name) {
        call(() -> to.named(type, name));
      }

      @Override
      public void unguarded(String reason) {
        call(() -> to.unguarded(reason));
      }
    };
  }

  /** Ends the program. Returns which of its unread results are lost; usually none. */
  String end() {
    pace.hurry();
    try {
      arrays.fence();
      return "";
    } catch (SlipstreamException lost) {
      return lost + "\n";
    }
  }

  /** Returns how many loops the first device has run, wholly or in part. */
  long deferred() {
    if (nodes != null) {
      return deferredOnHost();
    }
    return devices.get(0).kernels();
  }

  /** Returns how many loops the last device has run, wholly or in part. */
  long deferredOnLast() {
    if (nodes != null) {
      return nodes.kernelsOfLast();
    }
    return devices.get(devices.size() - 1).kernels();
  }

  /** Returns of how many loops the host's cores have run a part. */
  long deferredOnHost() {
    return runtime.report().graphs().kernels().stream()
        .filter(kernels -> kernels.device().equals("cpu"))
        .mapToLong(GraphStatistics.Kernels::runs)
        .sum();
  }

  @Override
  public void close() {
    runtime.close();
    if (nodes != null) {
      nodes.close();
    }
  }
}
