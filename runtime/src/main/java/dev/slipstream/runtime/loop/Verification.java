package dev.slipstream.runtime.loop;

import dev.slipstream.runtime.SlipstreamException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.metrics.VerificationMeters;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Runs each execution of a loop a second time: on the host, on copies of its arrays, in the loop's
 * own order on one thread. Where the device's results differ the host's are kept. This finds loops
 * that are marked as parallel but are not, and devices that compute wrongly.
 *
 * <p>The copies are taken before the device begins. An array element that another thread of the
 * program writes meanwhile counts as a difference. Thread-safe.
 */
final class Verification {
  private final Loop loop;
  private final DeviceBinding host;
  private final VerificationMeters meters;
  private final LongSupplier mostBytes;
  private final boolean strict;
  private final Log log;
  private final AtomicBoolean warned = new AtomicBoolean();
  private final AtomicBoolean saidSkipped = new AtomicBoolean();

  /**
   * @param host the loop on one thread of the host
   * @param mostBytes copies that are larger are not even tried
   * @param strict whether a difference is an error
   */
  Verification(
      Loop loop,
      DeviceBinding host,
      VerificationMeters meters,
      LongSupplier mostBytes,
      boolean strict,
      Log log) {
    this.loop = loop;
    this.host = host;
    this.meters = meters;
    this.mostBytes = mostBytes;
    this.strict = strict;
    this.log = log;
  }

  /** One execution that is verified, or is not. */
  sealed interface Check {
    /** An execution that is not verified. */
    Check NONE = new Unchecked();

    /** The time that {@link #begin} took, in nanoseconds. */
    long nanos();

    /**
     * The device has run the loop: runs it on the host, compares, and keeps the host's values.
     *
     * @throws SlipstreamException in strict mode if a value differs
     */
    void end();
  }

  private record Unchecked() implements Check {
    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public void end() {}
  }

  private final class Copied implements Check {
    private final String device;
    private final HostCopies copies;
    private final long nanos;

    Copied(String device, HostCopies copies, long nanos) {
      this.device = device;
      this.copies = copies;
      this.nanos = nanos;
    }

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void end() {
      compare(device, copies);
    }
  }

  /** Copies what an execution is about to write. Never throws. */
  Check begin(String device, Launch launch) {
    long began = System.nanoTime();
    try {
      long bytes = HostCopies.bytes(launch);
      if (bytes > mostBytes.getAsLong()) {
        skipped("copies of its arrays need " + (bytes >> 20) + " MiB, more than there is");
        return Check.NONE;
      }
      HostCopies copies = HostCopies.of(launch);
      return new Copied(device, copies, System.nanoTime() - began);
    } catch (Throwable unable) {
      skipped("its arrays could not be copied: " + FailureReason.of(unable));
      return Check.NONE;
    }
  }

  private void compare(String device, HostCopies copies) {
    String found = "";
    try {
      if (!(host.prepare() instanceof DeviceBinding.Ready ready)) {
        skipped("the host cannot run its kernel");
        return;
      }
      ready.kernel().launch(copies.launch());
      found = copies.reconcile().map(d -> text(device, d)).orElse("");
      meters.verified(found);
    } catch (Throwable unable) {
      skipped("the host could not repeat it: " + FailureReason.of(unable));
    }
    if (!found.isEmpty()) {
      differs(
          loop.name()
              + " gives other values on "
              + device
              + " than on the host: "
              + found
              + ". The host's values are kept. If iterations of the loop meet in an element, remove"
              + " @Parallel; if they do not, please report this loop.");
    }
  }

  private void differs(String message) {
    if (strict) {
      throw new SlipstreamException(message + " slipstream.strict=true makes this an error.");
    }
    if (warned.compareAndSet(false, true)) {
      log.warn(message);
    } else {
      log.debug(() -> message);
    }
  }

  private String text(String device, HostCopies.Difference difference) {
    String array = loop.kernel().parameters().get(difference.parameter()).name();
    String others =
        difference.elements() == 1 ? "" : "; elements that differ: " + difference.elements();
    return array
        + difference.index()
        + " is "
        + difference.device()
        + " on "
        + device
        + " and "
        + difference.host()
        + " on the host"
        + others;
  }

  private void skipped(String reason) {
    try {
      meters.skipped(reason);
      if (saidSkipped.compareAndSet(false, true)) {
        log.warn(loop.name() + " is not verified: " + reason);
      }
    } catch (Throwable uncounted) {
      log.debug(() -> loop.name() + ": a skipped verification could not be counted", uncounted);
    }
  }
}
