package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.LeftInMemories;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.scheduling.OwnLanes;
import dev.slipstream.runtime.scheduling.RemainingMemory;
import dev.slipstream.runtime.scheduling.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one device on which arrays stay: one computes, one for each direction copies beside
 * the others, and one allocates and frees. Here instructions become calls of the device, whatever
 * its kind.
 *
 * <p>An array of primitives is a buffer of its elements. An array of arrays, {@code T[][]} or
 * {@code T[][][]}, rectangular or ragged, is one buffer in one dimension. This buffer has one
 * element for each element of the outermost array, so copies are of whole rows or planes; a null
 * row is empty.
 *
 * <p>From its first allocation to its last free, the array that the lanes see must keep its rows,
 * or be replaced by one with the same rows. It is best a copy of the outer array that no other code
 * knows. While anything is written, no row may occur twice in it, nor be a buffer by itself.
 * Devices hold neither the array nor its rows; code that needs the rows copied back to the host has
 * to keep the array alive.
 *
 * <p>The host runs a kernel that the device refuses to start at its place in the order, on the
 * arrays as they are on the device. Later kernels run on the device again.
 */
public final class MemoryLanes implements DeviceLanes {
  /** Enough independent kernels to keep a device busy. */
  private static final int COMPUTE_DEPTH = 16;

  private static final int COPY_DEPTH = 4;

  private final DeviceSession session;
  private final KernelFallback fallback;
  private final MemoryStore store;
  private final Optional<SerialQueue> serial;
  private final LaneGroup memory;
  private final LaneGroup upload;
  private final LaneGroup download;
  private final LaneGroup compute;
  private final JobPlacement onMemory;
  private final JobPlacement onUpload;
  private final JobPlacement onDownload;
  private final JobPlacement onCompute;
  private volatile @Nullable DeviceCopies opened;
  private LeftOnDevice left = LeftOnDevice.NOTHING;

  /**
   * Creates the lanes of a device, which may provide its own.
   *
   * @param fallback is told which kernels the host has run instead
   * @param store allocates host memory, unless the node has other devices
   * @throws DeviceException if the device cannot be opened
   */
  public static DeviceLanes of(Device device, KernelFallback fallback, MemoryStore store)
      throws DeviceException {
    if (device instanceof OwnLanes own) {
      return own.lanes(fallback, store);
    }
    return device instanceof CpuDevice
        ? HostCoreLanes.ofSharedCores()
        : new MemoryLanes(device, fallback, store);
  }

  /** As {@link #of}, for a device without its own lanes. */
  public MemoryLanes(Device device, KernelFallback fallback, MemoryStore store)
      throws DeviceException {
    this.session = new DeviceSession(device);
    this.fallback = fallback;
    this.store = store;
    this.memory = LaneGroup.of(device.id() + "-memory", 1, COPY_DEPTH);
    this.upload = LaneGroup.of(device.id() + "-upload", 1, COPY_DEPTH);
    this.download = LaneGroup.of(device.id() + "-download", 1, COPY_DEPTH);
    this.serial = session.serial();
    this.compute =
        LaneGroup.of(serial.isPresent() ? device.id() : device.id() + "-compute", 1, COMPUTE_DEPTH);
    this.onMemory = JobPlacement.on(memory);
    this.onUpload = JobPlacement.on(upload);
    this.onDownload = JobPlacement.on(download);
    this.onCompute = JobPlacement.on(compute);
  }

  @Override
  public JobPlacement placement(Instruction instruction) {
    if (serial.isPresent() || instruction instanceof Instruction.Kernel) {
      return onCompute;
    } else if (instruction instanceof Instruction.Copy copy) {
      boolean from = copy.source().memory().isDevice();
      boolean to = copy.destination().memory().isDevice();
      boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
      return from && to ? onCompute : from || toHeap ? onDownload : onUpload;
    }
    return onMemory;
  }

  @Override
  public Lanes<Step> open(HeapArrays heap) {
    NodeMemory memory = NodeMemory.of(heap, store);
    Map<LaneGroup, LaneBackend<Step>> groups = open(memory);
    left = LeftInMemories.of(memory, List.of(this));
    return new Lanes<>(new InlineWork<>(job -> {}), groups);
  }

  @Override
  public Optional<RemainingMemory> keepMemory() {
    if (!session.begin()) {
      return Optional.empty();
    }
    ArraysLeft arrays = new ArraysLeft(session, copies().arrays());
    // Otherwise a device that is closed when the program ends would wait for as long as it may.
    session.whenDeviceCloses(arrays::close);
    return Optional.of(arrays);
  }

  @Override
  public LeftOnDevice leftOnDevice() {
    return left;
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(NodeMemory node) {
    ArraysOnDevice arrays = new ArraysOnDevice(session, node.heap());
    HostFallback onHost = new HostFallback(session, arrays, node.heap(), fallback);
    DeviceCopies copies = new DeviceCopies(session, arrays, node);
    opened = copies;
    session.beforeRelease(
        () -> {
          onHost.close();
          arrays.freeAll();
        });
    KernelStarter starter = new KernelStarter(session, arrays, onHost, node.versions());
    if (serial.isPresent()) {
      Optional<CopyWarmup> warmup = CopyWarmup.of(session, serial.get(), node.host());
      HostWork<Step> all = new SerialWork(session, serial.get(), copies, starter, warmup);
      return Map.of(compute, new ClosingLanes(new HostLanes<>(compute, all), session::close));
    }
    HostWork<Step> used = job -> session.use(() -> copies.run(job.work().instruction()));
    Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
    groups.put(memory, new HostLanes<>(memory, used));
    groups.put(upload, new HostLanes<>(upload, used));
    groups.put(download, new HostLanes<>(download, used));
    groups.put(compute, new ComputeLane(session, new Starter(copies, starter)));
    return groups;
  }

  /** Starts kernels, and copies within the device. */
  private record Starter(DeviceCopies copies, KernelStarter kernels)
      implements ComputeLane.Starter {
    @Override
    public void start(Job<Step> job, boolean followed) throws DeviceException {
      Step step = job.work();
      if (step.instruction() instanceof Instruction.Copy copy) {
        copies.copy(copy);
      } else {
        kernels.start((Instruction.Kernel) step.instruction(), step.work().orElseThrow(), followed);
      }
    }

    @Override
    public void failed(Job<Step> job) {
      if (job.work().instruction() instanceof Instruction.Kernel kernel) {
        kernels.failed(kernel);
      }
    }
  }

  @Override
  public void copy(Instruction.Copy copy, DeviceLanes to) throws DeviceException {
    if (!(to instanceof MemoryLanes other)) {
      throw new IllegalArgumentException(session.device() + " cannot copy to " + to);
    }
    session.use(() -> other.session.use(() -> copies().copy(copy, other.copies())));
  }

  private DeviceCopies copies() {
    DeviceCopies known = opened;
    if (known == null) {
      throw new IllegalStateException("the lanes of " + session.device() + " are not open");
    }
    return known;
  }

  /** The number of bytes that were copied to the device from the host. */
  public long bytesIn() {
    return copies().bytesIn();
  }

  /** The number of bytes that were copied from the device to the host. */
  public long bytesOut() {
    return copies().bytesOut();
  }

  /** The number of bytes that were copied to other devices. */
  public long bytesToPeers() {
    return copies().bytesToPeers();
  }
}
