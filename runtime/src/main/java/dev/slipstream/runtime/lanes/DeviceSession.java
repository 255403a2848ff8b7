package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.Attempts;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceClosedException;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.CopyThreads;
import dev.slipstream.runtime.transfer.PeerSlots;
import dev.slipstream.runtime.transfer.PeerTransfer;
import dev.slipstream.runtime.transfer.Staging;
import dev.slipstream.runtime.transfer.Transfers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A device with three queues, for arrays that stay on it: copies in both directions run beside
 * kernels, with staging memory for each direction. One thread may upload, one download, one launch
 * and one copy to other devices at the same time. All use of the session is between {@link #begin}
 * and {@link #end}.
 */
final class DeviceSession {
  private final String device;
  private final DeviceMemory memory;
  private final DeviceQueue compute;
  private final DeviceQueue in;
  private final DeviceQueue out;
  private final Transfers uploads;
  private final Transfers downloads;
  private final Staging staging = Staging.in();
  private final CopyThreads threads = new CopyThreads();
  private final ViolationSink violations = new ViolationSink(this);
  private final IdentityHashMap<DeviceSession, PeerSlots> receiving = new IdentityHashMap<>();

  /** Used by the thread that copies to other devices. */
  private @Nullable PeerSlots sending;

  private final Usage usage = new Usage(this::release);
  private final List<Runnable> beforeRelease = new ArrayList<>();
  private final List<Runnable> atDeviceClose = new CopyOnWriteArrayList<>();

  /**
   * Opens a device.
   *
   * @throws DeviceException if that fails
   */
  DeviceSession(Device device) throws DeviceException {
    this.device = device.id();
    this.memory = device.open(this::deviceCloses);
    boolean done = false;
    try {
      this.compute = memory.queue();
      this.in = memory.queue();
      this.out = memory.queue();
      done = true;
    } finally {
      if (!done) {
        memory.close();
      }
    }
    this.uploads = new Transfers(memory, in, staging, threads);
    this.downloads = new Transfers(memory, out, Staging.out(), threads);
  }

  /** The name of the device in messages. */
  String device() {
    return device;
  }

  DeviceMemory memory() {
    return memory;
  }

  /** The device's only queue, if it does one thing at a time. */
  Optional<SerialQueue> serial() {
    return compute instanceof SerialQueue serial ? Optional.of(serial) : Optional.empty();
  }

  /** An action that uses the session. */
  @FunctionalInterface
  interface Use {
    void run() throws DeviceException;
  }

  /**
   * Uses the session.
   *
   * @throws DeviceException if the action fails, or the session is closed
   */
  void use(Use use) throws DeviceException {
    if (!begin()) {
      throw hasBeenClosed();
    }
    try {
      use.run();
    } finally {
      end();
    }
  }

  DeviceException hasBeenClosed() {
    return new DeviceClosedException(device);
  }

  /**
   * Begins to use the session.
   *
   * @return false if it is closed; then there is nothing to end
   */
  boolean begin() {
    return usage.begin();
  }

  /** Ends what {@link #begin} has begun, after everything that was started has completed. */
  void end() {
    usage.end();
  }

  /**
   * Allocates memory with unspecified contents. Any thread may call this.
   *
   * @throws DeviceException if there is no room, even after idle memory was freed
   */
  DeviceBuffer take(long bytes) throws DeviceException {
    DeviceBuffer[] taken = new DeviceBuffer[1];
    Attempts.repeat(
        () -> {
          try {
            taken[0] = memory.take(bytes);
          } catch (DeviceException full) {
            memory.trim();
            throw full;
          }
        });
    return taken[0];
  }

  /**
   * Copies memory outside the heap to a buffer, and waits until that is complete. Any thread may
   * call this.
   */
  void write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException {
    Attempts.repeat(() -> in.await(in.write(to, offset, from)));
  }

  /**
   * Copies from a buffer to memory outside the heap, and waits until that is complete. Any thread
   * may call this.
   */
  void read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
    Attempts.repeat(() -> out.await(out.read(from, offset, to)));
  }

  /**
   * Copies elements of arrays to the device, and waits until that is complete. For the uploading
   * thread.
   */
  void upload(List<ArrayPart> parts) throws DeviceException {
    uploads.run(leftByDevice(parts, /* toDevice= */ true), /* toDevice= */ true);
  }

  /**
   * Copies elements of arrays from the device, and waits until that is complete. For the
   * downloading thread.
   *
   * @throws DeviceException if that fails; a part of the array may have changed
   */
  void download(List<ArrayPart> parts) throws DeviceException {
    downloads.run(leftByDevice(parts, /* toDevice= */ false), /* toDevice= */ false);
  }

  /** Whether the last {@link #download} may have changed an array. For the downloading thread. */
  boolean hasDownloaded() {
    return serial().isPresent() || downloads.hasStored();
  }

  /** Has the device copy what it can copy without staging, and returns the rest. */
  private List<ArrayPart> leftByDevice(List<ArrayPart> parts, boolean toDevice)
      throws DeviceException {
    if (serial().isEmpty()) {
      return parts;
    }
    List<ArrayPart> left = new ArrayList<>(parts.size());
    for (ArrayPart part : parts) {
      Optional<Object> array = part.layout().flat();
      int from = (int) part.from();
      int count = (int) (part.to() - part.from());
      boolean copied =
          array.isPresent()
              && (toDevice
                  ? in.write(part.buffer(), part.offset(), array.get(), from, count)
                  : out.read(part.buffer(), part.offset(), array.get(), from, count));
      if (!copied) {
        left.add(part);
      }
    }
    return left;
  }

  /** The staged copies to the device, for the uploading thread. */
  Transfers uploads() {
    return uploads;
  }

  /** The staged copies from the device, for the downloading thread. */
  Transfers downloads() {
    return downloads;
  }

  /**
   * Copies bytes to a buffer of another device, and waits until that is complete. For one thread at
   * a time.
   */
  void copy(PeerTransfer.Range range, DeviceSession other) throws DeviceException {
    PeerSlots slots = sending;
    if (slots == null) {
      slots = new PeerSlots(memory, staging);
      sending = slots;
    }
    PeerTransfer transfer =
        new PeerTransfer(staging, out, slots, other.in, other.receiving(this), threads);
    Attempts.repeat(() -> transfer.copy(range));
  }

  private PeerSlots receiving(DeviceSession sender) throws DeviceException {
    synchronized (receiving) {
      PeerSlots slots = receiving.get(sender);
      if (slots == null) {
        slots = new PeerSlots(memory, sender.staging);
        receiving.put(sender, slots);
      }
      return slots;
    }
  }

  /** Starts a copy within the device. For the launching thread. */
  void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws DeviceException {
    Attempts.repeat(() -> compute.copy(from, source, to, target, bytes));
  }

  /** The array on the device into which kernels write the number of a violation. */
  DeviceArray violation() throws DeviceException {
    return violations.array();
  }

  /** Starts a kernel. For the launching thread. */
  void launch(KernelLaunch launch) throws DeviceException {
    compute.launch(launch);
    if (launch.launch().isChecked()) {
      // This follows the launch: otherwise a thread that waits for earlier kernels would already
      // have cleared the mark.
      violations.started();
    }
  }

  /** Hands all launches over to the device. */
  void flush() throws DeviceException {
    compute.flush();
  }

  /**
   * Waits until all launches and copies within the device that were started before are complete.
   * Any thread may call this.
   *
   * @throws DeviceException if one of them may have failed, or was inspected and still found that
   *     it would throw
   */
  void awaitLaunches() throws DeviceException {
    requireNone(awaitViolation());
  }

  /**
   * As {@link #awaitLaunches}, but perhaps not for the newest launches if they are {@linkplain
   * KernelLaunch#followed followed}.
   */
  void awaitUnfollowed() throws DeviceException {
    boolean checked = violations.wasUsed();
    compute.awaitUnfollowed();
    requireNone(checked ? violations.found() : 0);
  }

  /** As {@link #awaitLaunches}, but leaves the search for violations to another wait. */
  void awaitQueue() throws DeviceException {
    compute.await();
  }

  /**
   * Whether {@link #awaitUnfollowed} waits for all launches up to now. For the launching thread.
   */
  boolean awaitsAll() {
    return compute.awaitsAll();
  }

  private static void requireNone(int violation) throws DeviceException {
    if (violation != 0) {
      throw new DeviceException(
          "a loop found an invalid index or a zero divisor after it was checked that there is none:"
              + " another thread changes an array of the loop without synchronisation");
    }
  }

  /**
   * As {@link #awaitLaunches}, for launches that were not inspected.
   *
   * @return the number of the violation that one of them has found; 0 if there is none
   */
  int awaitViolation() throws DeviceException {
    boolean checked = violations.wasUsed();
    compute.await();
    return checked ? violations.found() : 0;
  }

  /** Adds an action that runs when the session is unused, before its memory is freed. */
  void beforeRelease(Runnable action) {
    beforeRelease.add(action);
  }

  /** Adds an action that ends a use of the session, when the program ends. */
  void whenDeviceCloses(Runnable action) {
    atDeviceClose.add(action);
  }

  private void deviceCloses() {
    atDeviceClose.forEach(Runnable::run);
    close();
  }

  /** Prevents further use, and frees everything once the session is unused. */
  void close() {
    usage.close();
  }

  private void release() {
    for (Runnable action : beforeRelease) {
      action.run();
    }
    threads.close();
    List<AutoCloseable> all = new ArrayList<>();
    PeerSlots slots = sending;
    if (slots != null) {
      all.add(slots);
    }
    synchronized (receiving) {
      all.addAll(receiving.values());
    }
    all.addAll(List.of(violations, uploads, downloads, memory));
    for (AutoCloseable each : all) {
      release(each);
    }
  }

  /**
   * Frees something at the end. A failure does not keep the rest from being freed; memory that is
   * left ends with the process.
   */
  static void release(AutoCloseable action) {
    try {
      action.close();
    } catch (Exception e) {
      System.getLogger(DeviceSession.class.getName())
          .log(System.Logger.Level.DEBUG, "freeing the memory of arrays on a device", e);
    }
  }
}
