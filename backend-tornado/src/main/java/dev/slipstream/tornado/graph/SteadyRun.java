package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.LaunchGrid;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a kernel on the same memory and with the same grid, and what has come right after them.
 * Used by whoever holds the device's lock.
 */
final class SteadyRun {
  private final TaskKernel kernel;

  /** Blocks have memory on the host, too, which this must not keep. */
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

  /** Where the arrays are; null if one is gone. */
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

  /** It runs once more; tells how often it has. */
  long count() {
    return ++runs;
  }

  long runs() {
    return runs;
  }

  /** How long it has taken. */
  void took(long elapsed) {
    nanos = elapsed;
  }

  /** How long it took the last time, in nanoseconds. */
  long nanos() {
    return nanos;
  }

  @Nullable RecordedKernels recorded() {
    return recorded;
  }

  void recorded(RecordedKernels graph) {
    recorded = graph;
  }

  /** Another one comes right after it. */
  void follow(SteadyRun other) {
    followed = other == next ? followed + 1 : 1;
    next = other;
  }

  /** Which other run has always come right after it of late, if one has; null if none ever has. */
  @Nullable SteadyRun next() {
    return next;
  }

  /** How many times that has come. */
  long followed() {
    return followed;
  }

  /** The window that begins with it; null if none does. */
  @Nullable RecordedBatch window() {
    return window;
  }

  /** A window begins with it. */
  void window(RecordedBatch begun) {
    window = begun;
  }

  /** Whether a window has it, at the beginning or later. */
  boolean isInWindow() {
    return inWindow;
  }

  void noteInWindow() {
    inWindow = true;
  }
}
