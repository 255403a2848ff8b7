package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.LaunchGrid;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a kernel on the same memory and with the same grid, and the runs that have followed them
 * directly. Guarded by the device's lock.
 */
final class SteadyRun {
  private final TaskKernel kernel;

  /** Weak, because blocks have memory on the host, too, which this must not keep alive. */
  private final List<WeakReference<DeviceBlock>> memory = new ArrayList<>();

  private final LaunchGrid grid;
  private long runs;
  private long nanos = Long.MAX_VALUE;
  private @Nullable RecordedKernels recorded;
  private @Nullable SteadyRun next;
  private long followed;
  private @Nullable RecordedBatch window;
  private boolean inWindow;

  SteadyRun(TaskKernel kernel, List<DeviceBlock> memory, LaunchGrid grid) {
    this.kernel = kernel;
    memory.forEach(block -> this.memory.add(new WeakReference<>(block)));
    this.grid = grid;
  }

  TaskKernel kernel() {
    return kernel;
  }

  LaunchGrid grid() {
    return grid;
  }

  /** Returns the blocks of the arrays; null if one was collected. */
  @Nullable List<DeviceBlock> memory() {
    List<DeviceBlock> blocks = new ArrayList<>();
    for (WeakReference<DeviceBlock> each : memory) {
      @Nullable DeviceBlock block = each.get();
      if (block == null) {
        return null;
      }
      blocks.add(block);
    }
    return blocks;
  }

  boolean isOn(List<DeviceBlock> others, LaunchGrid other) {
    for (int place = 0; place < memory.size(); place++) {
      if (!memory.get(place).refersTo(others.get(place))) {
        return false;
      }
    }
    return grid.isSame(other);
  }

  boolean isGone() {
    return memory.stream().anyMatch(block -> block.refersTo(null));
  }

  /** Counts a run; returns the number of runs. */
  long count() {
    return ++runs;
  }

  long runs() {
    return runs;
  }

  /** Records how long the last run took, in nanoseconds. */
  void took(long elapsed) {
    nanos = elapsed;
  }

  /** Returns how long the last run took, in nanoseconds. */
  long nanos() {
    return nanos;
  }

  @Nullable RecordedKernels recorded() {
    return recorded;
  }

  void recorded(RecordedKernels graph) {
    recorded = graph;
  }

  /** Records which run has followed directly. */
  void follow(SteadyRun other) {
    followed = other == next ? followed + 1 : 1;
    next = other;
  }

  /** Returns the run that followed directly the last time; null if none ever has. */
  @Nullable SteadyRun next() {
    return next;
  }

  /** Returns how many times in succession that run has followed. */
  long followed() {
    return followed;
  }

  /** Returns the window that begins with these runs; null if there is none. */
  @Nullable RecordedBatch window() {
    return window;
  }

  /** Sets the window that begins with these runs. */
  void window(RecordedBatch begun) {
    window = begun;
  }

  /** Whether a window has these runs, as its first member or a later one. */
  boolean isInWindow() {
    return inWindow;
  }

  void noteInWindow() {
    inWindow = true;
  }
}
