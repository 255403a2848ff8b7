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
import dev.slipstream.runtime.scheduling.HostAllocations;
import dev.slipstream.runtime.scheduling.OwnLanes;
import dev.slipstream.runtime.scheduling.Step;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one device on which arrays stay: one that computes, one for copies in each
 * direction, which run beside each other, and one that allocates and frees. Instructions become
 * calls of the device here, whatever device it is.
 *
 * <p>An array of primitives is a buffer with its elements. An array of arrays, {@code T[][]} or
 * {@code T[][][]}, rectangular or ragged, is one buffer in one dimension with an element for each
 * element of its outermost array, so that copies are of whole rows or planes; a null row holds
 * nothing. From its first allocation to its last free the array that the lanes see must keep its
 * rows, or be replaced by one with the same rows: it is best a copy of the outer array that nobody
 * else knows. No row of it may be a row twice, nor a buffer by itself, while anything is written.
 * Devices hold neither the array nor its rows; whoever wants to have the rows brought home keeps
 * the array. A kernel that the device refuses to start runs on the host at its place, with the
 * arrays as they are on the device, and the next ones on the device again.
 */
public final class MemoryLanes implements DeviceLanes {
  /** Enough kernels that do not follow from each other to keep a device busy. */
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
   * The lanes of a device, which may have some of its own.
   *
   * @param fallback hears which kernels the host ran instead
   * @param store gives host memory, unless there are other devices
   * @throws DeviceException if it cannot be opened
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

  /** Opens a device, otherwise like {@link #of}. */
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
    Map<LaneGroup, LaneBackend<Step>> groups = open(heap, new HostAllocations(store));
    if (serial.isEmpty() && session.begin()) {
      left = new ArraysLeft(session, copies().arrays());
    }
    return new Lanes<>(new InlineWork<>(job -> {}), groups);
  }

  @Override
  public LeftOnDevice leftOnDevice() {
    return left;
  }

  @Override
  public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays heap, HostAllocations host) {
    ArraysOnDevice arrays = new ArraysOnDevice(session, heap);
    HostFallback onHost = new HostFallback(session, arrays, heap, fallback);
    DeviceCopies copies = new DeviceCopies(session, arrays, new HeapCopies(heap, host));
    opened = copies;
    session.beforeRelease(
        () -> {
          onHost.close();
          arrays.freeAll();
        });
    KernelStarter starter = new KernelStarter(session, arrays, onHost);
    if (serial.isPresent()) {
      Optional<CopyWarmup> warmup = CopyWarmup.of(session, serial.get(), host);
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
    public void start(Job<Step> job) throws DeviceException {
      Step step = job.work();
      if (step.instruction() instanceof Instruction.Copy copy) {
        copies.copy(copy);
      } else {
        kernels.start((Instruction.Kernel) step.instruction(), step.work().orElseThrow());
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

  /** The bytes that were copied to the device from the host. */
  public long bytesIn() {
    return copies().bytesIn();
  }

  /** The bytes that were copied from the device to the host. */
  public long bytesOut() {
    return copies().bytesOut();
  }

  /** The bytes that were copied to other devices. */
  public long bytesToPeers() {
    return copies().bytesToPeers();
  }
}
