package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.opencl.memory.CopyThreads;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.Staging;
import dev.slipstream.opencl.memory.Transfers;
import dev.slipstream.runtime.device.DeviceException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryUtil;

/**
 * What arrays need that stay on a device: three in-order queues, so that copies in both directions
 * run beside kernels, and staging memory for each direction. One thread may upload, one download
 * and one launch at the same time; memory may be taken and given back by any thread. Everything is
 * done between {@link #begin} and {@link #end}.
 */
public final class ResidentSession {
  private static final long ARGUMENT_BYTES = 8;

  private final long context;
  private final DeviceFacts device;
  private final FaultInjection faults;
  private final BufferPool pool;
  private final CommandQueue compute;
  private final CommandQueue in;
  private final CommandQueue out;
  private final Transfers uploads;
  private final Transfers downloads;
  private final ScratchSpace scratch;
  private final ViolationSink violations;
  private final long argument;
  private final Staging stagingIn;
  private final CopyThreads peerThreads;
  private final IdentityHashMap<ResidentSession, PeerSlots> receiving = new IdentityHashMap<>();

  /** The last plan without scratch arrays of each kernel. Belongs to the launching thread. */
  private final IdentityHashMap<BuiltKernel, LaunchPlan> plans = new IdentityHashMap<>();

  /** Belongs to the thread that copies to other devices. */
  private @Nullable PeerSlots sending;

  private final Usage usage = new Usage(this::release);
  private final List<Runnable> beforeRelease = new ArrayList<>();

  private ResidentSession(
      long context,
      DeviceFacts device,
      FaultInjection faults,
      BufferPool pool,
      Staging stagingIn,
      Staging stagingOut,
      List<CommandQueue> queues) {
    this.context = context;
    this.device = device;
    this.faults = faults;
    this.pool = pool;
    this.compute = queues.get(0);
    this.in = queues.get(1);
    this.out = queues.get(2);
    this.uploads = new Transfers(context, in.handle(), stagingIn);
    this.downloads = new Transfers(context, out.handle(), stagingOut);
    this.stagingIn = stagingIn;
    this.peerThreads = new CopyThreads(Math.max(1, stagingIn.lanes() - 1));
    this.scratch = new ScratchSpace(pool);
    this.violations =
        new ViolationSink(
            new ViolationSink.BufferCopies() {
              @Override
              public DeviceBuffer take(long bytes) throws ClException {
                return pool.take(bytes);
              }

              @Override
              public void write(DeviceBuffer to, long offset, long bytes, long address)
                  throws ClException {
                compute.write(to, offset, bytes, address);
              }

              @Override
              public void read(DeviceBuffer from, long offset, long bytes, long address)
                  throws ClException {
                out.read(from, offset, bytes, address);
              }
            });
    this.argument = MemoryUtil.nmemAllocChecked(ARGUMENT_BYTES);
  }

  static ResidentSession open(
      long context,
      DeviceFacts device,
      FaultInjection faults,
      BufferPool pool,
      Staging stagingIn,
      Staging stagingOut)
      throws ClException {
    List<CommandQueue> queues = new ArrayList<>();
    boolean done = false;
    try {
      for (int queue = 0; queue < 3; queue++) {
        queues.add(CommandQueue.open(context, device, faults, /* timed= */ false));
      }
      ResidentSession session =
          new ResidentSession(context, device, faults, pool, stagingIn, stagingOut, queues);
      done = true;
      return session;
    } finally {
      if (!done) {
        for (CommandQueue queue : queues) {
          queue.close();
        }
      }
    }
  }

  /**
   * Begins to use the session.
   *
   * @return false if it is closed; then there is nothing to end
   */
  public boolean begin() {
    return usage.begin();
  }

  /** Ends what {@link #begin} has begun, when all commands have ended that belong to it. */
  public void end() {
    usage.end();
  }

  /**
   * Takes memory with any content.
   *
   * @throws ClException if the device has no room
   */
  public DeviceBuffer take(long bytes) throws ClException {
    faults.requireRoom(bytes);
    return pool.take(bytes);
  }

  /** Takes memory back that no command uses any more. */
  public void giveBack(DeviceBuffer buffer) throws ClException {
    pool.giveBack(buffer);
  }

  /**
   * Takes memory back as far as the device lets it, at the end. Where kernels are still under way,
   * because the device was given up, nobody else may get the memory before they have ended.
   */
  public void giveBackAll(List<DeviceBuffer> buffers) {
    for (DeviceBuffer buffer : buffers) {
      release(() -> pool.discard(buffer));
    }
  }

  /**
   * Copies native memory to a buffer, and waits for the end. By any thread.
   *
   * @param address the address of {@code bytes} bytes
   */
  public void write(DeviceBuffer to, long offset, long bytes, long address) throws ClException {
    in.write(to, offset, bytes, address);
  }

  /** Copies from a buffer to native memory, and waits for the end. By any thread. */
  public void read(DeviceBuffer from, long offset, long bytes, long address) throws ClException {
    out.read(from, offset, bytes, address);
  }

  /**
   * Copies elements of arrays to the device, and waits for the end. By the uploading thread.
   *
   * @param elements which, and where the arrays lie
   */
  public void upload(List<ArrayUse> elements) throws ClException {
    boolean done = false;
    try {
      if (faults == FaultInjection.UPLOAD) {
        copyBehindEnd(in::write);
      }
      uploads.upload(elements);
      in.finish();
      done = true;
    } finally {
      if (!done) {
        settle(in, uploads);
      }
    }
  }

  /**
   * Copies elements of arrays from the device, and waits for the end. By the downloading thread.
   *
   * @throws ClException if that fails; a part of the array may have changed
   */
  public void download(List<ArrayUse> elements) throws ClException {
    boolean done = false;
    try {
      if (faults == FaultInjection.DOWNLOAD) {
        copyBehindEnd(out::read);
      }
      downloads.download(elements, () -> {});
      done = true;
    } finally {
      if (!done) {
        settle(out, downloads);
      }
    }
  }

  /** A copy between a buffer and native memory. */
  @FunctionalInterface
  private interface NativeCopy {
    void copy(DeviceBuffer buffer, long offset, long bytes, long address) throws ClException;
  }

  /** What no driver does. */
  private void copyBehindEnd(NativeCopy copy) throws ClException {
    DeviceBuffer buffer = pool.take(1);
    try {
      copy.copy(buffer, buffer.bytes(), ARGUMENT_BYTES, argument);
    } finally {
      pool.giveBack(buffer);
    }
  }

  private static void settle(CommandQueue queue, Transfers transfers) {
    // If that fails, what was thrown before tells why.
    release(queue::finish);
    transfers.reset();
  }

  /**
   * Copies bytes to a buffer of another device, and waits for the end. By one thread.
   *
   * @param source where they are in the buffer here
   * @param target where they go in the buffer there
   * @param other the other device in use
   */
  public void copy(
      DeviceBuffer from,
      long source,
      DeviceBuffer to,
      long target,
      long bytes,
      ResidentSession other)
      throws ClException {
    PeerSlots slots = sending;
    if (slots == null) {
      slots = new PeerSlots(context, out, stagingIn);
      sending = slots;
    }
    new PeerTransfer(stagingIn, out, slots, other.in, other.receiving(this))
        .copy(from, source, to, target, bytes, peerThreads);
  }

  private PeerSlots receiving(ResidentSession sender) throws ClException {
    synchronized (receiving) {
      PeerSlots slots = receiving.get(sender);
      if (slots == null) {
        slots = new PeerSlots(context, in, sender.stagingIn);
        receiving.put(sender, slots);
      }
      return slots;
    }
  }

  /** Starts a copy within the device. By the launching thread. */
  public void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws ClException {
    compute.copy(from, source, to, target, bytes);
  }

  /**
   * Starts a kernel on buffers that hold its arrays already. By the launching thread.
   *
   * @param parameters what the kernel takes
   * @param arrays the array of each parameter that is one and no scratch array
   * @param host runs what the device refuses, before this method returns
   */
  public void launch(
      BuiltKernel kernel,
      List<KernelParameter> parameters,
      Launch wanted,
      IntFunction<DeviceArray> arrays,
      OnHost host)
      throws ClException, DeviceException {
    Launch launch = faults.launch(wanted);
    LaunchPlan plan;
    List<ScratchBuffer> needed = scratch(parameters, launch);
    List<DeviceBuffer> own = needed.isEmpty() ? List.of() : new ArrayList<>(needed.size());
    try {
      plan = plan(kernel, launch.space(), needed);
      for (int s = 0; s < needed.size(); s++) {
        own.add(scratch.take(s, needed.get(s).bytes(plan.mostItems())));
      }
    } catch (ClException | DeviceException refusal) {
      host.run(launch, refusal);
      return;
    }
    // The kernel may also be launched with arrays that do not stay, by another thread.
    synchronized (kernel) {
      try {
        setArguments(kernel, parameters, launch, arrays, own);
      } catch (ClException refusal) {
        host.run(launch, refusal);
        return;
      }
      List<Grid.Tile> tiles = plan.tiles();
      for (int t = 0; t < tiles.size(); t++) {
        Grid.Tile tile = tiles.get(t);
        try {
          compute.enqueue(kernel, plan.shape(), tile);
        } catch (ClException refusal) {
          host.run(launch.over(Grid.iterations(launch.space(), tile)), refusal);
        }
      }
      if (launch.isChecked()) {
        // Not before: whoever waits for others meanwhile would have looked in vain.
        violations.started();
      }
    }
  }

  /** Loops of a few small kernels come with the same iterations again and again. */
  private LaunchPlan plan(BuiltKernel kernel, IterationSpace space, List<ScratchBuffer> scratch)
      throws DeviceException {
    if (!scratch.isEmpty()) {
      return LaunchPlan.of(device, kernel, space, scratch);
    }
    LaunchPlan last = plans.get(kernel);
    if (last == null || !last.covers(space)) {
      last = LaunchPlan.of(device, kernel, space, scratch);
      plans.put(kernel, last);
    }
    return last;
  }

  private static List<ScratchBuffer> scratch(List<KernelParameter> parameters, Launch launch) {
    List<ScratchBuffer> scratch = List.of();
    for (int p = 0; p < parameters.size(); p++) {
      if (parameters.get(p).scratch()) {
        scratch = scratch.isEmpty() ? new ArrayList<>() : scratch;
        scratch.add(new ScratchBuffer(parameters.get(p), launch.arguments()[p]));
      }
    }
    return scratch;
  }

  private void setArguments(
      BuiltKernel kernel,
      List<KernelParameter> parameters,
      Launch launch,
      IntFunction<DeviceArray> arrays,
      List<DeviceBuffer> own)
      throws ClException {
    ArgumentWriter writer = new ArgumentWriter(kernel, argument);
    writer.space(launch.space());
    Object[] values = launch.arguments();
    int scratchArrays = 0;
    for (int p = 0; p < values.length; p++) {
      KernelParameter parameter = parameters.get(p);
      if (parameter.scratch()) {
        DeviceBuffer buffer = own.get(scratchArrays++);
        writer.scratch(buffer.handle(), Array.getLength(values[p]));
      } else if (parameter.isArray()) {
        boolean isViolation = p == launch.violation();
        writer.array(
            parameter.depth(),
            isViolation ? DeviceArray.flat(violations.buffer(), 1) : arrays.apply(p));
      } else {
        writer.scalar(values[p]);
      }
    }
  }

  /** Hands all launches over to the device. */
  public void flush() throws ClException {
    compute.flush();
  }

  /**
   * Waits for the end of all launches and copies within the device that were started before. By any
   * thread.
   *
   * @throws ClException if one of them may have failed
   * @throws DeviceException if one of them found that it would throw, though it was inspected
   */
  public void awaitLaunches() throws ClException, DeviceException {
    boolean checked = violations.wasUsed();
    compute.await();
    if (checked) {
      violations.requireNothing();
    }
  }

  /** Has something done when nobody uses the session any more, before its memory is freed. */
  public void beforeRelease(Runnable action) {
    beforeRelease.add(action);
  }

  /** Lets nobody begin any more, and frees everything when nobody uses it. */
  public void close() {
    usage.close();
  }

  /**
   * Waits until everything is freed, after {@link #close}.
   *
   * @return whether it is
   */
  public boolean awaitRelease(long millis) {
    return usage.awaitReleased(millis);
  }

  private void release() {
    beforeRelease.forEach(Runnable::run);
    MemoryUtil.nmemFree(argument);
    peerThreads.close();
    PeerSlots slots = sending;
    if (slots != null) {
      release(slots::close);
    }
    synchronized (receiving) {
      receiving.values().forEach(peer -> release(peer::close));
    }
    List<Releasing> all =
        List.of(
            scratch::release,
            () -> giveBackAll(violations.all()),
            uploads::close,
            downloads::close,
            in::close,
            out::close,
            compute::close);
    all.forEach(ResidentSession::release);
  }

  private static void release(Releasing action) {
    try {
      action.run();
    } catch (ClException e) {
      // The rest is freed all the same; what is left ends with the process.
      System.getLogger(ResidentSession.class.getName())
          .log(System.Logger.Level.DEBUG, "freeing what arrays on a device used", e);
    }
  }

  @FunctionalInterface
  private interface Releasing {
    void run() throws ClException;
  }
}
