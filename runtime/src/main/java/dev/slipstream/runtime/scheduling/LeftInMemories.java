package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.scheduling.ElementVersions.Versioned;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the devices of a node and its host memory contain after the lanes have ended. A memory that
 * cannot be read is not tried again.
 */
public final class LeftInMemories implements LeftOnDevice {
  private final NodeMemory memory;
  private final Map<MemoryId, RemainingMemory> devices;
  private final Set<MemoryId> unreadable = new HashSet<>();

  /**
   * @param devices the memories of devices that can perhaps be read
   */
  LeftInMemories(NodeMemory memory, Map<MemoryId, RemainingMemory> devices) {
    this.memory = memory;
    this.devices = Map.copyOf(devices);
  }

  /**
   * What the devices of some lanes will contain.
   *
   * @param all the lanes, by the indices of their devices
   */
  public static LeftOnDevice of(NodeMemory memory, List<? extends DeviceLanes> all) {
    Map<MemoryId, RemainingMemory> devices = new HashMap<>();
    for (int place = 0; place < all.size(); place++) {
      MemoryId id = MemoryId.ofDevice(place);
      all.get(place).keepMemory().ifPresent(kept -> devices.put(id, kept));
    }
    return new LeftInMemories(memory, devices);
  }

  @Override
  public List<Version> versions(BufferId buffer) {
    return versions(readable(buffer));
  }

  @Override
  public List<Version> onHost(BufferId buffer) {
    List<Versioned> all = memory.versions().of(buffer);
    all.removeIf(each -> !each.allocation().memory().equals(MemoryId.HEAP));
    return versions(all);
  }

  @Override
  public Optional<Region> unknownOnHost(BufferId buffer) {
    return memory.versions().unknownInHeap(buffer);
  }

  private static List<Version> versions(List<Versioned> all) {
    List<Version> versions = new ArrayList<>();
    for (Versioned each : all) {
      versions.add(new Version(each.task(), each.isLeft(), Region.of(each.box())));
    }
    return versions;
  }

  private List<Versioned> readable(BufferId buffer) {
    List<Versioned> all = memory.versions().of(buffer);
    all.removeIf(each -> !isReadable(each.allocation().memory()));
    return all;
  }

  private boolean isReadable(MemoryId id) {
    return !unreadable.contains(id) && (id.equals(MemoryId.HOST) || devices.containsKey(id));
  }

  @Override
  public boolean fetch(List<Elements> wanted) {
    Map<MemoryId, List<Piece>> pieces = new HashMap<>();
    for (Elements elements : wanted) {
      ArrayLayout layout = ArrayLayout.of(elements.copy());
      Region missing = elements.version().part();
      for (Versioned each : readable(elements.buffer())) {
        if (each.task() == elements.version().task()
            && each.isLeft() == elements.version().isLeft()) {
          for (Box box : missing.intersection(each.box()).boxes()) {
            Allocation from = each.allocation();
            pieces
                .computeIfAbsent(from.memory(), id -> new ArrayList<>())
                .add(new Piece(from, box, layout));
          }
          missing = missing.difference(Region.of(each.box()));
        }
      }
      if (!missing.isEmpty()) {
        return false;
      }
    }
    List<Fetch> begun = new ArrayList<>();
    boolean all = true;
    for (Map.Entry<MemoryId, List<Piece>> each : pieces.entrySet()) {
      RemainingMemory device = devices.get(each.getKey());
      if (device == null) {
        each.getValue().forEach(this::copy);
      } else if (device.beginReading()) {
        Fetch fetch = new Fetch(each.getKey(), device, each.getValue());
        RuntimeThreads.named("slipstream-fetch", fetch).start();
        begun.add(fetch);
      } else {
        unreadable.add(each.getKey());
        all = false;
      }
    }
    for (Fetch fetch : begun) {
      if (!fetch.await()) {
        unreadable.add(fetch.id);
        all = false;
      }
    }
    return all;
  }

  /**
   * Elements that one memory contains.
   *
   * @param copy receives them
   */
  private record Piece(Allocation from, Box part, ArrayLayout copy) {}

  /** Copies elements from host memory. */
  private void copy(Piece piece) {
    ArrayLayout layout = piece.copy();
    int from = Math.toIntExact(piece.part().min0());
    int to = Math.toIntExact(piece.part().max0());
    ByteBuffer all = memory.host().of(piece.from());
    long before = layout.offset(from) - layout.offset(Math.toIntExact(piece.from().box().min0()));
    long bytes = layout.offset(to) - layout.offset(from);
    ByteBuffer elements =
        all.slice(all.position() + Math.toIntExact(before), Math.toIntExact(bytes))
            .order(ByteOrder.nativeOrder());
    layout.store(
        layout.start(from), Math.toIntExact(layout.start(to) - layout.start(from)), elements);
  }

  @Override
  public void close() {
    devices.values().forEach(RemainingMemory::close);
  }

  /** Copies elements from one device, on a thread of its own. */
  private static final class Fetch implements Runnable {
    private final MemoryId id;
    private final RemainingMemory device;
    private final List<Piece> pieces;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicLong steps = new AtomicLong();
    private volatile boolean succeeded;
    private volatile boolean givenUp;

    Fetch(MemoryId id, RemainingMemory device, List<Piece> pieces) {
      this.id = id;
      this.device = device;
      this.pieces = pieces;
    }

    @Override
    public void run() {
      try {
        device.awaitWork();
        for (Piece piece : pieces) {
          device.read(piece.from(), piece.part(), piece.copy(), this::mayGoOn);
        }
        succeeded = true;
      } catch (Exception | Error failure) {
        System.getLogger(LeftInMemories.class.getName())
            .log(
                System.Logger.Level.DEBUG,
                "copying arrays back from a device after a failure",
                failure);
      } finally {
        ended.countDown();
        device.endReading();
      }
    }

    private boolean mayGoOn() {
      steps.incrementAndGet();
      return !givenUp;
    }

    /**
     * Waits, and returns whether everything was copied; returns false as soon as one step takes too
     * long.
     */
    boolean await() {
      boolean interrupted = false;
      long before = -1;
      try {
        while (steps.get() != before) {
          before = steps.get();
          try {
            if (ended.await(device.patience().toNanos(), TimeUnit.NANOSECONDS)) {
              return succeeded;
            }
          } catch (InterruptedException e) {
            interrupted = true;
            before = -1;
          }
        }
        givenUp = true;
        return false;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
